// SPDX-License-Identifier: Apache-2.0
//
// What the HIP API adds to OpenCL: a launch and a wait, and copies, through it, and
// the same by OpenCL's own functions, in turns. JSON lines.
//
//   quern cc -O2 --targets=spirv64 bench/opencl_launch.hip -o opencl_launch
//   QUERN_DEVICE=opencl:0 ./opencl_launch
#include <hip/hip_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>

#define CHECK(call)                                                            \
  do {                                                                         \
    const int failure = (int)(call);                                             \
    if (failure != 0) {                                                          \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, failure);    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { ROUNDS = 401, COPY_ROUNDS = 41, LAUNCHES = 50, BUFFER = 1 << 26 };

__global__ void nothing(float *x, float *y, float a, int n) {
  if (n < 0)
    y[0] = a * x[0];
}

// The same kernel for OpenCL alone.
static const char source[] =
    "kernel void nothing(global float *x, global float *y, float a, int n) {\n"
    "  if (n < 0)\n    y[0] = a * x[0];\n}\n";

static struct {
  int (*platforms)(unsigned capacity, void **platforms, unsigned *count);
  int (*devices)(void *platform, unsigned long long type, unsigned capacity,
                 void **devices, unsigned *count);
  void *(*context)(const intptr_t *properties, unsigned count, void **devices,
                   void *notify, void *user, int *error);
  void *(*queue)(void *context, void *device, const unsigned long long *,
                 int *error);
  void *(*program)(void *context, unsigned count, const char **texts,
                   const size_t *sizes, int *error);
  int (*build)(void *program, unsigned count, void **devices,
               const char *options, void *fn, void *user);
  void *(*kernel)(void *program, const char *name, int *error);
  int (*argument)(void *kernel, unsigned index, size_t size, const void *value);
  int (*launch)(void *queue, void *kernel, unsigned dimensions,
                const size_t *offset, const size_t *global, const size_t *local,
                unsigned count, void *events, void *event);
  int (*finish)(void *queue);
  void *(*extension)(void *platform, const char *name);
  void *(*allocate)(void *context, void *device, const void *properties,
                    size_t size, unsigned alignment, int *error);
  void *(*allocate_host)(void *context, const void *properties, size_t size,
                         unsigned alignment, int *error);
  int (*pointer)(void *kernel, unsigned index, const void *address);
  int (*copy)(void *queue, unsigned blocking, void *to, const void *from,
              size_t size, unsigned count, void *events, void *event);
} cl;

static void keep(void *address, const char *name, void *out_pointer) {
  if (!address) {
    fprintf(stderr, "skipped: OpenCL has no '%s'\n", name);
    exit(77);
  }
  memcpy(out_pointer, &address, sizeof(address));
}

static void *library;
static void find(const char *name, void *out_pointer) {
  keep(dlsym(library, name), name, out_pointer);
}

static void *kernel, *queue;
static hipStream_t stream;
static float *x, *bare_x;
static float a = 1;
static int n = 1;
static size_t size;
static void *host, *bare_host;
static bool up;

static void open_library(void) {
  library = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (!library) {
    fprintf(stderr, "skipped: %s\n", dlerror());
    exit(77);
  }
  find("clGetPlatformIDs", &cl.platforms);
  find("clGetDeviceIDs", &cl.devices);
  find("clCreateContext", &cl.context);
  find("clCreateCommandQueueWithProperties", &cl.queue);
  find("clCreateProgramWithSource", &cl.program);
  find("clBuildProgram", &cl.build);
  find("clCreateKernel", &cl.kernel);
  find("clSetKernelArg", &cl.argument);
  find("clEnqueueNDRangeKernel", &cl.launch);
  find("clFinish", &cl.finish);
  find("clGetExtensionFunctionAddressForPlatform", &cl.extension);
}

static void find_extension(void *platform, const char *name, void *out) {
  keep(cl.extension(platform, name), name, out);
}

static void open_device(void) {
  void *platform, *device, *program, *context;
  unsigned count;
  int error;
  const char *texts[] = {source};
  CHECK(cl.platforms(1, &platform, &count));
  CHECK(cl.devices(platform, 0xffffffff, 1, &device, &count));
  find_extension(platform, "clDeviceMemAllocINTEL", &cl.allocate);
  find_extension(platform, "clHostMemAllocINTEL", &cl.allocate_host);
  find_extension(platform, "clSetKernelArgMemPointerINTEL", &cl.pointer);
  find_extension(platform, "clEnqueueMemcpyINTEL", &cl.copy);
  context = cl.context(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  queue = cl.queue(context, device, NULL, &error);
  CHECK(error);
  program = cl.program(context, 1, texts, NULL, &error);
  CHECK(error);
  CHECK(cl.build(program, 1, &device, "", NULL, NULL));
  kernel = cl.kernel(program, "nothing", &error);
  CHECK(error);
  bare_x = (float *)cl.allocate(context, device, NULL, BUFFER, 0, &error);
  CHECK(error);
  bare_host = cl.allocate_host(context, NULL, BUFFER, 0, &error);
  CHECK(error);
  memset(bare_host, 1, BUFFER);
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
      CHECK(cl.finish(queue));
      CHECK(hipStreamSynchronize(stream));
    }
  const double bare_ns = median(times[0], rounds);
  const double ours_ns = median(times[1], rounds);
  printf("{\"case\": \"%s\", \"opencl_ns\": %.1f, \"quern_ns\": %.1f, "
         "\"change_percent\": %.2f, \"min_opencl_ns\": %.1f, "
         "\"min_quern_ns\": %.1f, \"min_change_percent\": %.2f}\n",
         name, bare_ns, ours_ns, (ours_ns / bare_ns - 1) * 100, times[0][0],
         times[1][0], (times[1][0] / times[0][0] - 1) * 100);
}

// ---- What is timed

static void bare_launch(void) {
  const size_t global = 32, local = 32;
  CHECK(cl.pointer(kernel, 0, bare_x));
  CHECK(cl.pointer(kernel, 1, bare_x));
  CHECK(cl.argument(kernel, 2, sizeof(a), &a));
  CHECK(cl.argument(kernel, 3, sizeof(n), &n));
  CHECK(cl.launch(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

static void bare_waits(int count) {
  for (int i = 0; i < count; ++i) {
    bare_launch();
    CHECK(cl.finish(queue));
  }
}
static void waits(int count) {
  for (int i = 0; i < count; ++i) {
    nothing<<<1, 32, 0, stream>>>(x, x, a, n);
    CHECK(hipStreamSynchronize(stream));
  }
}

static void bare_launches(int count) {
  for (int i = 0; i < count; ++i)
    bare_launch();
  CHECK(cl.finish(queue));
}
static void launches(int count) {
  for (int i = 0; i < count; ++i)
    nothing<<<1, 32, 0, stream>>>(x, x, a, n);
  CHECK(hipStreamSynchronize(stream));
}

static void bare_copy(int count) {
  (void)count;
  CHECK(cl.copy(queue, 0, up ? bare_x : bare_host, up ? bare_host : bare_x,
                size, 0, NULL, NULL));
  CHECK(cl.finish(queue));
}
static void copy(int count) {
  (void)count;
  CHECK(hipMemcpyAsync(up ? x : host, up ? host : x, size, hipMemcpyDefault,
                       stream));
  CHECK(hipStreamSynchronize(stream));
}

// Behind a kernel, so that it has to wait its turn.
static void bare_copy_behind(int count) {
  bare_launch();
  bare_copy(count);
}
static void copy_behind(int count) {
  nothing<<<1, 32, 0, stream>>>(x, x, a, n);
  copy(count);
}

static void bare_copies(int count) {
  for (int i = 0; i < count; ++i)
    CHECK(cl.copy(queue, 0, up ? bare_x : bare_host, up ? bare_host : bare_x,
                  size, 0, NULL, NULL));
  CHECK(cl.finish(queue));
}
static void bare_copies_behind(int count) {
  bare_launch();
  bare_copies(count);
}
static void copies_behind(int count) {
  nothing<<<1, 32, 0, stream>>>(x, x, a, n);
  for (int i = 0; i < count; ++i)
    CHECK(hipMemcpyAsync(up ? x : host, up ? host : x, size, hipMemcpyDefault,
                         stream));
  CHECK(hipStreamSynchronize(stream));
}

static void compare_copies(const char *prefix, timed *bare, timed *ours,
                           size_t last, int count) {
  for (size = 4096; size <= last; size <<= 7)
    for (int way = 0; way < 2; ++way) {
      char name[64];
      up = way;
      snprintf(name, sizeof(name), "%s %s %zu", prefix, up ? "up" : "down",
               size);
      compare(name, bare, ours, size > 1 << 20 ? COPY_ROUNDS : ROUNDS, count);
    }
}

int main(void) {
  open_library();
  CHECK(hipMalloc((void **)&x, BUFFER)); // also starts the runtime
  CHECK(hipHostMalloc(&host, BUFFER, 0));
  memset(host, 1, BUFFER);
  CHECK(hipStreamCreate(&stream));
  open_device();
  compare("launch and wait", bare_waits, waits, ROUNDS, LAUNCHES);
  compare("launches", bare_launches, launches, ROUNDS, LAUNCHES);
  compare_copies("copy", bare_copy, copy, BUFFER, 1);
  compare_copies("kernel and copy", bare_copy_behind, copy_behind, 1 << 19, 1);
  compare_copies("kernel and 50 copies", bare_copies_behind, copies_behind, 4096, 50);
  CHECK(hipStreamDestroy(stream));
  CHECK(hipHostFree(host));
  CHECK(hipFree(x));
  return 0;
}
