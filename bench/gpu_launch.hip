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

// Few enough launches that the driver's queue never fills: then it would be the
// GPU that is timed.
enum { ROUNDS = 401, COPY_ROUNDS = 41, LAUNCHES = 200, ARGS = 4 };

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

static void *function;
static void *bare_stream;
static hipStream_t stream;
static float *x;
static float a = 1;
static int n = 1;

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

static double median(double *values, int count) {
  std::sort(values, values + count);
  return values[count / 2];
}

typedef void timed(int count);

// Both in turns, and in both orders.
static void compare(const char *name, timed *bare, timed *ours, int rounds,
                    int count) {
  static double times[2][ROUNDS];
  for (int round = 0; round < rounds; ++round)
    for (int k = 0; k < 2; ++k) {
      const int which = (round + k) % 2;
      const double begin = now_ns();
      (which ? ours : bare)(count);
      times[which][round] = (now_ns() - begin) / count;
      CHECK(driver.synchronize(bare_stream));
      CHECK(hipStreamSynchronize(stream));
    }
  const double x = median(times[0], rounds);
  const double y = median(times[1], rounds);
  printf("{\"case\": \"%s\", \"driver_ns\": %.1f, \"quern_ns\": %.1f, "
         "\"change_percent\": %.2f}\n",
         name, x, y, (y / x - 1) * 100);
}

// ---- What is timed

static void *args[ARGS] = {&x, &x, &a, &n};

static void bare_launches(int count) {
  for (int i = 0; i < count; ++i)
    (void)driver.launch(function, 1, 1, 1, 32, 1, 1, 0, bare_stream, args,
                        NULL);
}

static void launches(int count) {
  for (int i = 0; i < count; ++i)
    nothing<<<1, 32, 0, stream>>>(x, x, a, n);
}

static void call_launches(int count) {
  for (int i = 0; i < count; ++i)
    (void)hipLaunchKernel((const void *)nothing, dim3(1), dim3(32), args, 0,
                          stream);
}

static void *to, *from;
static size_t size;

static void bare_copy(int count) {
  (void)count;
  CHECK(driver.copy((unsigned long long)to, (unsigned long long)from, size,
                    bare_stream));
  CHECK(driver.synchronize(bare_stream));
}

static void copy(int count) {
  (void)count;
  CHECK(hipMemcpyAsync(to, from, size, hipMemcpyDefault, stream));
  CHECK(hipStreamSynchronize(stream));
}

int main(void) {
  void *context;
  void *module;
  open_driver();
  CHECK(hipMalloc((void **)&x, 1 << 28)); // also starts the runtime
  CHECK(hipStreamCreate(&stream));
  CHECK(driver.init(0));
  CHECK(driver.retain(&context, 0));
  CHECK(driver.set_current(context));
  CHECK(driver.load(&module, image));
  CHECK(driver.get_function(&function, module, "nothing"));
  CHECK(driver.create_stream(&bare_stream, 0));
  compare("launch", bare_launches, launches, ROUNDS, LAUNCHES);
  compare("hipLaunchKernel", bare_launches, call_launches, ROUNDS, LAUNCHES);
  for (size = 4096; size <= (size_t)1 << 28; size <<= 8)
    for (int up = 0; up < 2; ++up) {
      char name[64];
      void *host;
      CHECK(hipHostMalloc(&host, size, 0));
      memset(host, 1, size);
      to = up ? (void *)x : host;
      from = up ? host : (void *)x;
      snprintf(name, sizeof(name), "copy %s %zu", up ? "up" : "down", size);
      compare(name, bare_copy, copy, size > 1 << 20 ? COPY_ROUNDS : ROUNDS, 1);
      CHECK(hipHostFree(host));
    }
  CHECK(hipStreamDestroy(stream));
  CHECK(hipFree(x));
  return 0;
}
