// SPDX-License-Identifier: Apache-2.0
// cuBLAS's and cuFFT's names on an NVIDIA device beside NVIDIA's libraries
// called directly, in turns, in one process: the least of the rounds of each.
//
//   quern cc -O2 -lcublas -lcufft vendor.cu -o vendor && vendor [ROUNDS]
//
// One JSON object on standard output; the exit status is 1 when a call through
// Quern takes more than 2 % over the direct one.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufft.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static const double LIMIT = 1.02;

// What NVIDIA's libraries and driver have under the names that are ours here.
static void *find(const std::vector<const char *> &files, const char *symbol) {
  for (const char *file : files)
    if (void *library = dlopen(file, RTLD_NOW | RTLD_NOLOAD))
      if (void *address = dlsym(library, symbol))
        return address;
  std::fprintf(stderr, "%s is in no library that is open\n", symbol);
  std::exit(2);
}

template <typename F>
static F *blas(F *, const char *symbol) {
  return (F *)find({"libcublas.so.13", "libcublas.so.12"}, symbol);
}

template <typename F>
static F *fft(F *, const char *symbol) {
  return (F *)find({"libcufft.so.12", "libcufft.so.11"}, symbol);
}

static int (*synchronize)(void);

static void enter_context() {
  auto *get = (int (*)(int *, int))find({"libcuda.so.1"}, "cuDeviceGet");
  auto *retain = (int (*)(void **, int))find({"libcuda.so.1"},
                                             "cuDevicePrimaryCtxRetain");
  auto *set = (int (*)(void *))find({"libcuda.so.1"}, "cuCtxSetCurrent");
  synchronize = (int (*)())find({"libcuda.so.1"}, "cuCtxSynchronize");
  int device = 0;
  void *context = nullptr;
  if (get(&device, 0) || retain(&context, device) || set(context))
    std::exit(2);
}

static const cudaStream_t LEGACY = (cudaStream_t)1;

struct Times {
  double ours, theirs, legacy;
};

static double seconds(const std::function<void()> &run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - begin).count();
}

static void check(bool good, const char *what) {
  if (good)
    return;
  std::fprintf(stderr, "%s failed\n", what);
  std::exit(2);
}

// Each is called `calls` times before the device is waited for. `legacy` calls
// directly, too, with the driver's handle of the null stream, as we do, in
// place of a null stream: what that costs is the vendor's.
static Times measure(int rounds, int calls, const std::function<bool()> &ours,
                     const std::function<bool()> &theirs,
                     const std::function<bool()> &legacy) {
  Times least = {1e9, 1e9, 1e9};
  const auto mine = [&] {
    return seconds([&] {
             for (int i = 0; i < calls; ++i)
               check(ours(), "a call through Quern");
             check(cudaDeviceSynchronize() == cudaSuccess, "waiting");
           }) /
           calls;
  };
  const auto direct = [&](const std::function<bool()> &call) {
    return seconds([&] {
             for (int i = 0; i < calls; ++i)
               check(call(), "a direct call");
             check(!synchronize(), "waiting directly");
           }) /
           calls;
  };
  for (int round = 0; round <= rounds; ++round) { // the first warms up
    const double a = mine(), b = direct(theirs), c = direct(legacy),
                 d = direct(legacy), e = direct(theirs), f = mine();
    if (round)
      least = {std::min({least.ours, a, f}), std::min({least.theirs, b, e}),
               std::min({least.legacy, c, d})};
  }
  return least;
}

static bool print(const char *row, int calls, Times t) {
  static bool follows;
  const double over = t.ours / t.theirs;
  std::printf("%s\n{\"row\": \"%s\", \"calls\": %d, \"us\": %.2f, "
              "\"direct_us\": %.2f, \"direct_legacy_us\": %.2f, "
              "\"over\": %.4f, \"limit\": %.2f}",
              follows ? "," : "", row, calls, t.ours * 1e6, t.theirs * 1e6,
              t.legacy * 1e6, over, LIMIT);
  follows = true;
  return over <= LIMIT;
}

static float *array(size_t count) {
  std::vector<float> host(count);
  for (size_t i = 0; i < count; ++i)
    host[i] = float(i % 17) / 16;
  void *p = nullptr;
  check(cudaMalloc(&p, count * sizeof(float)) == cudaSuccess, "cudaMalloc");
  check(cudaMemcpy(p, host.data(), count * sizeof(float),
                   cudaMemcpyHostToDevice) == cudaSuccess,
        "cudaMemcpy");
  return (float *)p;
}

static bool measure_products(const char *row, int n, int count, int rounds) {
  const long long each = (long long)n * n;
  float *a = array(size_t(each) * count), *b = array(size_t(each) * count),
        *c = array(size_t(each) * count);
  const float one = 1, zero = 0;
  cublasHandle_t ours, theirs, legacy;
  check(cublasCreate(&ours) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  const auto run = [&](cublasHandle_t handle, decltype(cublasSgemm) *one_of,
                       decltype(cublasSgemmStridedBatched) *many) {
    return (count == 1 ? one_of(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one,
                                a, n, b, n, &zero, c, n)
                       : many(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one,
                              a, n, each, b, n, each, &zero, c, n, each,
                              count)) == CUBLAS_STATUS_SUCCESS;
  };
  // Opens NVIDIA's, which is found after that.
  check(run(ours, cublasSgemm, cublasSgemmStridedBatched), "the first call");
  enter_context();
  for (cublasHandle_t *handle : {&theirs, &legacy})
    check(blas(cublasCreate, "cublasCreate_v2")(handle) ==
              CUBLAS_STATUS_SUCCESS,
          "cublasCreate_v2");
  check(blas(cublasSetStream, "cublasSetStream_v2")(legacy, LEGACY) ==
            CUBLAS_STATUS_SUCCESS,
        "cublasSetStream_v2");
  auto *one_of = blas(cublasSgemm, "cublasSgemm_v2");
  auto *many =
      blas(cublasSgemmStridedBatched, "cublasSgemmStridedBatched");
  bool good = true;
  for (const int calls : {1, 50})
    good &= print(row, calls,
                  measure(
                      rounds, calls,
                      [&] {
                        return run(ours, cublasSgemm,
                                   cublasSgemmStridedBatched);
                      },
                      [&] { return run(theirs, one_of, many); },
                      [&] { return run(legacy, one_of, many); }));
  blas(cublasDestroy, "cublasDestroy_v2")(theirs);
  blas(cublasDestroy, "cublasDestroy_v2")(legacy);
  cublasDestroy(ours);
  cudaFree(a), cudaFree(b), cudaFree(c);
  return good;
}

static bool measure_transform(int size, int rounds) {
  auto *in = (cufftComplex *)array(2 * size_t(size)),
       *out = (cufftComplex *)array(2 * size_t(size));
  cufftHandle ours, theirs, legacy;
  check(cufftPlan1d(&ours, size, CUFFT_C2C, 1) == CUFFT_SUCCESS, "cufftPlan1d");
  check(cufftExecC2C(ours, in, out, CUFFT_FORWARD) == CUFFT_SUCCESS,
        "the first transform");
  enter_context();
  for (cufftHandle *plan : {&theirs, &legacy})
    check(fft(cufftPlan1d, "cufftPlan1d")(plan, size, CUFFT_C2C, 1) ==
              CUFFT_SUCCESS,
          "a direct plan");
  check(fft(cufftSetStream, "cufftSetStream")(legacy, LEGACY) == CUFFT_SUCCESS,
        "cufftSetStream");
  auto *execute = fft(cufftExecC2C, "cufftExecC2C");
  const auto directly = [&](cufftHandle plan) {
    return execute(plan, in, out, CUFFT_FORWARD) == CUFFT_SUCCESS;
  };
  bool good = true;
  for (const int calls : {1, 50})
    good &= print("fft 2^20", calls,
                  measure(
                      rounds, calls,
                      [&] {
                        return cufftExecC2C(ours, in, out, CUFFT_FORWARD) ==
                               CUFFT_SUCCESS;
                      },
                      [&] { return directly(theirs); },
                      [&] { return directly(legacy); }));
  fft(cufftDestroy, "cufftDestroy")(theirs);
  fft(cufftDestroy, "cufftDestroy")(legacy);
  cufftDestroy(ours);
  cudaFree(in), cudaFree(out);
  return good;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 30;
  std::printf("{\"schema\": \"quern.bench.vendor/1\", \"rows\": [");
  bool good = measure_products("sgemm 1024", 1024, 1, rounds);
  good &= measure_products("sgemm 128 x 64", 128, 64, rounds);
  good &= measure_transform(1 << 20, rounds);
  std::printf("]}\n");
  return good ? 0 : 1;
}
