// SPDX-License-Identifier: Apache-2.0
//
// What the HIP API adds to NVIDIA's driver: launches and copies through it, and
// the same by the driver's own functions, in turns. JSON lines.
//
//   quern cc -O2 --offload-arch=sm_90 bench/gpu_launch.hip -o gpu_launch
//   QUERN_DEVICE=cuda ./gpu_launch
#include <hip/hip_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>

#define CHECK(call)                                                            \
  do {                                                                         \
    const int error = (int)(call);                                             \
    if (error != 0) {                                                          \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, error);    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { ROUNDS = 61, LAUNCHES = 1000, ARGS = 4 };

__global__ void nothing(float *x, float *y, float a, int n) {
  if (n < 0)
    y[0] = a * x[0];
}

// The same kernel for the driver alone.
static const char image[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry nothing(.param .u64 x, .param .u64 y, .param .f32 a,\n"
    "                        .param .u32 n)\n{ ret; }\n";

static struct {
  int (*init)(unsigned flags);
  int (*retain)(void **context, int device);
  int (*set_current)(void *context);
  int (*load)(void **module, const void *image);
  int (*get_function)(void **function, void *module, const char *name);
  int (*create_stream)(void **stream, unsigned flags);
  int (*synchronize)(void *stream);
  int (*copy)(unsigned long long to, unsigned long long from, size_t size,
              void *stream);
  int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz,
                unsigned bx, unsigned by, unsigned bz, unsigned shared,
                void *stream, void **args, void **extra);
} driver;

static void find(void *library, const char *name, void *out_pointer) {
  void *address = dlsym(library, name);
  if (!address) {
    fprintf(stderr, "the driver has no '%s'\n", name);
    exit(77);
  }
  memcpy(out_pointer, &address, sizeof(address));
}

static void open_driver(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) {
    fprintf(stderr, "skipped: %s\n", dlerror());
    exit(77);
  }
  find(library, "cuInit", &driver.init);
  find(library, "cuDevicePrimaryCtxRetain", &driver.retain);
  find(library, "cuCtxSetCurrent", &driver.set_current);
  find(library, "cuModuleLoadData", &driver.load);
  find(library, "cuModuleGetFunction", &driver.get_function);
  find(library, "cuStreamCreate", &driver.create_stream);
  find(library, "cuStreamSynchronize", &driver.synchronize);
  find(library, "cuMemcpyAsync", &driver.copy);
  find(library, "cuLaunchKernel", &driver.launch);
}

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double median(double *values) {
  std::sort(values, values + ROUNDS);
  return values[ROUNDS / 2];
}

static void tell(const char *name, double *bare, double *ours) {
  const double x = median(bare);
  const double y = median(ours);
  printf("{\"case\": \"%s\", \"driver_ns\": %.1f, \"quern_ns\": %.1f, "
         "\"change_percent\": %.2f}\n",
         name, x, y, (y / x - 1) * 100);
}

int main(void) {
  void *context;
  void *module;
  void *function;
  void *bare_stream;
  hipStream_t stream;
  float *x;
  float a = 1;
  int n = 1;
  static double bare[ROUNDS];
  static double ours[ROUNDS];
  open_driver();
  CHECK(hipMalloc((void **)&x, 1 << 28)); // also starts the runtime
  CHECK(hipStreamCreate(&stream));
  CHECK(driver.init(0));
  CHECK(driver.retain(&context, 0));
  CHECK(driver.set_current(context));
  CHECK(driver.load(&module, image));
  CHECK(driver.get_function(&function, module, "nothing"));
  CHECK(driver.create_stream(&bare_stream, 0));
  void *args[ARGS] = {&x, &x, &a, &n};

  for (int round = 0; round < ROUNDS; ++round) {
    double begin = now_ns();
    for (int i = 0; i < LAUNCHES; ++i)
      (void)driver.launch(function, 1, 1, 1, 32, 1, 1, 0, bare_stream, args,
                          NULL);
    bare[round] = (now_ns() - begin) / LAUNCHES;
    CHECK(driver.synchronize(bare_stream));
    begin = now_ns();
    for (int i = 0; i < LAUNCHES; ++i)
      nothing<<<1, 32, 0, stream>>>(x, x, a, n);
    ours[round] = (now_ns() - begin) / LAUNCHES;
    CHECK(hipStreamSynchronize(stream));
  }
  tell("launch", bare, ours);
  for (int round = 0; round < ROUNDS; ++round) {
    double begin = now_ns();
    for (int i = 0; i < LAUNCHES; ++i)
      (void)driver.launch(function, 1, 1, 1, 32, 1, 1, 0, bare_stream, args,
                          NULL);
    bare[round] = (now_ns() - begin) / LAUNCHES;
    CHECK(driver.synchronize(bare_stream));
    begin = now_ns();
    for (int i = 0; i < LAUNCHES; ++i)
      (void)hipLaunchKernel((const void *)nothing, dim3(1), dim3(32), args, 0,
                            stream);
    ours[round] = (now_ns() - begin) / LAUNCHES;
    CHECK(hipStreamSynchronize(stream));
  }
  tell("hipLaunchKernel", bare, ours);

  for (size_t size = 4096; size <= (size_t)1 << 28; size <<= 8) {
    for (int up = 0; up < 2; ++up) {
      char name[64];
      void *host;
      CHECK(hipHostMalloc(&host, size, 0));
      memset(host, 1, size);
      void *to = up ? (void *)x : host;
      void *from = up ? host : (void *)x;
      for (int round = 0; round < ROUNDS; ++round) {
        double begin = now_ns();
        CHECK(driver.copy((unsigned long long)to, (unsigned long long)from,
                          size, bare_stream));
        CHECK(driver.synchronize(bare_stream));
        bare[round] = now_ns() - begin;
        begin = now_ns();
        CHECK(hipMemcpyAsync(to, from, size, hipMemcpyDefault, stream));
        CHECK(hipStreamSynchronize(stream));
        ours[round] = now_ns() - begin;
      }
      snprintf(name, sizeof(name), "copy %s %zu", up ? "up" : "down", size);
      tell(name, bare, ours);
      CHECK(hipHostFree(host));
    }
  }
  CHECK(hipStreamDestroy(stream));
  CHECK(hipFree(x));
  return 0;
}
