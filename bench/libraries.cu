// SPDX-License-Identifier: Apache-2.0
// cuBLAS's names on the CPU beside loops of OpenBLAS called directly, and
// cuFFT's beside FFTW's estimated plan, in turns (each is twice the first of a
// round, as what comes second finds caches warm and threads awake), in one
// process with the same threads: the least of the rounds of each. "touch_us" is
// how long it takes to read both factors and to write the product and nothing
// else, by one thread or by all, whichever is faster: no product is faster, and
// "ceiling" is the speed that OpenBLAS's would have then. A target above nine
// tenths of the ceiling is reached at those.
//
//   quern cc -O2 -lcublas -lcufft libraries.cu -o libraries && libraries
//   [ROUNDS]
//
// One JSON object on standard output; the exit status is 1 when a target is
// missed.
#include <cublas_v2.h>
#include <cufft.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

using gemm_fn = void(const char *, const char *, const int *, const int *,
                     const int *, const float *, const float *, const int *,
                     const float *, const int *, const float *, float *,
                     const int *);

struct Row {
  const char *name;
  int size, count;
  double target; // least speed by OpenBLAS's
};

static double seconds(const std::function<void()> &run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - begin).count();
}

// Each comes first and each comes second; the times of both are kept.
static void in_turns(bool kept, const std::function<void()> &mine,
                     const std::function<void()> &direct,
                     std::vector<double> *ours, std::vector<double> *theirs) {
  const double a = seconds(mine), b = seconds(direct);
  const double c = seconds(direct), d = seconds(mine);
  if (!kept)
    return;
  ours->insert(ours->end(), {a, d});
  theirs->insert(theirs->end(), {b, c});
}

// What the machine's other work does not lengthen.
static double least(const std::vector<double> &all) {
  return *std::min_element(all.begin(), all.end());
}

static float *managed(size_t count) {
  float *p = nullptr;
  if (cudaMallocManaged(&p, count * sizeof(float)) != cudaSuccess)
    std::exit(2);
  for (size_t i = 0; i < count; ++i)
    p[i] = float(i % 17) / 16;
  return p;
}

// Reads a and b and writes c, once.
static void touch(const float *a, const float *b, float *c, size_t count) {
  for (size_t i = 0; i < count; ++i)
    c[i] = a[i] + b[i];
}

static double touch_seconds(const float *a, const float *b, float *c,
                            size_t count) {
  const size_t threads = std::max(1u, std::thread::hardware_concurrency());
  const double alone = seconds([&] { touch(a, b, c, count); });
  const double together = seconds([&] {
    std::vector<std::thread> all;
    const size_t each = count / threads;
    for (size_t t = 0; t < threads; ++t)
      all.emplace_back([=] {
        const size_t at = t * each;
        touch(a + at, b + at, c + at, t + 1 == threads ? count - at : each);
      });
    for (std::thread &thread : all)
      thread.join();
  });
  return std::min(alone, together);
}

static bool measure(const Row &row, int rounds, gemm_fn *sgemm,
                    cublasHandle_t handle, bool first) {
  const int n = row.size;
  const size_t each = size_t(n) * n;
  float *a = managed(each * row.count), *b = managed(each * row.count),
        *c = managed(each * row.count);
  const float one = 1, zero = 0;
  const auto mine = [&] {
    if (row.count == 1)
      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n,
                  &zero, c, n);
    else
      cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one,
                                a, n, each, b, n, each, &zero, c, n, each,
                                row.count);
    cudaDeviceSynchronize();
  };
  const auto direct = [&] {
    for (int i = 0; i < row.count; ++i)
      sgemm("N", "N", &n, &n, &n, &one, a + i * each, &n, b + i * each, &n,
            &zero, c + i * each, &n);
  };
  std::vector<double> ours, theirs, touches;
  for (int round = 0; round <= rounds; ++round) { // the first warms up
    const double touched = touch_seconds(a, b, c, each * row.count);
    in_turns(round > 0, mine, direct, &ours, &theirs);
    if (round)
      touches.push_back(touched);
  }
  const double speed = least(theirs) / least(ours);
  const double ceiling = least(theirs) / least(touches);
  std::printf("%s{\"row\": \"%s\", \"us\": %.1f, \"openblas_us\": %.1f, "
              "\"touch_us\": %.1f, \"speed\": %.3f, \"ceiling\": %.3f, "
              "\"target\": %.2f}",
              first ? "" : ", ", row.name, least(ours) * 1e6,
              least(theirs) * 1e6, least(touches) * 1e6, speed, ceiling,
              row.target);
  cudaFree(a), cudaFree(b), cudaFree(c);
  return speed >= std::min(row.target, 0.9 * ceiling);
}

static bool measure_fft(int rounds) {
  enum { N = 1 << 20, ESTIMATES = 1 << 6 };
  void *library = dlopen("libfftw3f.so.3", RTLD_NOW);
  if (!library)
    return true;
  auto *make = (void *(*)(int, float *, float *, int, unsigned))dlsym(
      library, "fftwf_plan_dft_1d");
  auto *execute = (void (*)(void *))dlsym(library, "fftwf_execute");
  float *in = managed(2 * N), *out = managed(2 * N);
  void *plan = make(N, in, out, CUFFT_FORWARD, ESTIMATES);
  cufftHandle handle;
  if (cufftPlan1d(&handle, N, CUFFT_C2C, 1) != CUFFT_SUCCESS)
    return false;
  const auto mine = [&] {
    cufftExecC2C(handle, (cufftComplex *)in, (cufftComplex *)out,
                 CUFFT_FORWARD);
    cudaDeviceSynchronize();
  };
  std::vector<double> ours, theirs;
  for (int round = 0; round <= rounds; ++round)
    in_turns(round > 0, mine, [&] { execute(plan); }, &ours, &theirs);
  const double speed = least(theirs) / least(ours);
  std::printf(", {\"row\": \"fft 2^20\", \"us\": %.1f, \"fftw_us\": %.1f, "
              "\"speed\": %.3f, \"target\": 0.95}",
              least(ours) * 1e6, least(theirs) * 1e6, speed);
  cufftDestroy(handle);
  cudaFree(in), cudaFree(out);
  return speed >= 0.95;
}

int main(int argc, char **argv) {
  static const Row rows[] = {{"sgemm 1024", 1024, 1, 0.97},
                             {"sgemm 128 x 64", 128, 64, 0.97},
                             {"sgemm 32 x 2000", 32, 2000, 1},
                             {"sgemm 16 x 10000", 16, 10000, 5},
                             {"sgemm 8 x 10000", 8, 10000, 5}};
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  void *library = dlopen("libopenblas.so.0", RTLD_NOW);
  auto *sgemm = library ? (gemm_fn *)dlsym(library, "sgemm_") : nullptr;
  cublasHandle_t handle;
  bool good = true, first = true;
  if (!sgemm || cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
    std::fprintf(stderr, "no libopenblas.so.0, or no device\n");
    return 2;
  }
  std::printf("{\"schema\": \"quern.bench.libraries/1\", \"rows\": [");
  for (const Row &row : rows) {
    good &= measure(row, rounds, sgemm, handle, first);
    first = false;
  }
  good &= measure_fft(rounds);
  std::printf("]}\n");
  return good ? 0 : 1;
}
