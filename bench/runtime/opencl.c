// SPDX-License-Identifier: Apache-2.0
//
// The same as runtime.hip as far as OpenCL can say it, for a comparison with
// PoCL on the same CPU. JSON lines; runtime.py runs it.
//
//   opencl          all but the next
//   opencl first    the first launch of a process, from main
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <string.h>

#include "timing.h"

#define OK(call)                                                               \
  do {                                                                         \
    const cl_int error_ = (call);                                              \
    if (error_ != CL_SUCCESS) {                                                \
      fprintf(stderr, "%s: %d\n", #call, error_);                              \
      exit(error_ == -1001 ? 77 : 1);                                          \
    }                                                                          \
  } while (0)

static const char source[] = "kernel void nothing() {}\n"
                             "kernel void busy(global float *p, int rounds) {\n"
                             "  float x = p[get_local_id(0)];\n"
                             "  for (int i = 0; i < rounds; ++i)\n"
                             "    x = x * 0.999f + 1;\n"
                             "  p[get_local_id(0)] = x;\n"
                             "}\n";

static cl_device_id device;
static cl_context context;
static cl_command_queue queues[2];
static cl_kernel nothing, busy[2];
static double times[4096];

static void start_up(void) {
  cl_platform_id platform;
  cl_int error;
  OK(clGetPlatformIDs(1, &platform, NULL));
  OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  OK(error);
  for (int i = 0; i < 2; ++i) {
    queues[i] = clCreateCommandQueue(context, device, 0, &error);
    OK(error);
  }
  const char *text = source;
  cl_program program =
      clCreateProgramWithSource(context, 1, &text, NULL, &error);
  OK(error);
  OK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  nothing = clCreateKernel(program, "nothing", &error);
  OK(error);
  for (int i = 0; i < 2; ++i) {
    busy[i] = clCreateKernel(program, "busy", &error);
    OK(error);
  }
}

static void launch(cl_command_queue queue, cl_kernel kernel, size_t items) {
  OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL,
                            NULL));
}

static void bench_launch(void) {
  for (int r = 0; r < 2001; ++r) {
    const double start = now_ns();
    launch(queues[0], nothing, 1);
    OK(clFinish(queues[0]));
    times[r] = now_ns() - start;
  }
  report("launch_sync_ns", median(times, 2001));
  for (int r = 0; r < 101; ++r) {
    const double start = now_ns();
    for (int i = 0; i < 100; ++i)
      launch(queues[0], nothing, 1);
    times[r] = (now_ns() - start) / 100;
    OK(clFinish(queues[0]));
  }
  report("launch_ns", median(times, 101));
  for (int r = 0; r < 101; ++r) {
    const double start = now_ns();
    for (int i = 0; i < 100; ++i)
      launch(queues[0], nothing, 1);
    OK(clFinish(queues[0]));
    times[r] = now_ns() - start;
  }
  report("calls_100_ns", median(times, 101));
}

static cl_mem make(size_t size) {
  cl_int error;
  cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);
  OK(error);
  return made;
}

static void bench_memory(void) {
  for (int r = 0; r < 301; ++r) {
    const double start = now_ns();
    for (int i = 0; i < 100; ++i)
      OK(clReleaseMemObject(make(192)));
    times[r] = (now_ns() - start) / 100;
  }
  report("malloc_free_ns", median(times, 301));
}

static double time_busy(int count) {
  double own[5];
  for (int r = 0; r < 5; ++r) {
    const double start = now_ns();
    for (int i = 0; i < count; ++i) {
      launch(queues[i], busy[i], 64);
      OK(clFlush(queues[i]));
    }
    for (int i = 0; i < count; ++i)
      OK(clFinish(queues[i]));
    own[r] = now_ns() - start;
  }
  return median(own, 5);
}

static void bench_overlap(void) {
  const cl_int rounds = 2000000;
  cl_mem memory[2];
  for (int i = 0; i < 2; ++i) {
    memory[i] = make(4096);
    OK(clSetKernelArg(busy[i], 0, sizeof(cl_mem), &memory[i]));
    OK(clSetKernelArg(busy[i], 1, sizeof(rounds), &rounds));
  }
  (void)time_busy(2);
  const double one = time_busy(1);
  report("overlap_ratio", time_busy(2) / one);
  for (int i = 0; i < 2; ++i)
    OK(clReleaseMemObject(memory[i]));
}

static double time_copies(cl_mem to) {
  char host[256] = {0};
  for (int r = 0; r < 101; ++r) {
    const double start = now_ns();
    for (int i = 0; i < 100; ++i)
      OK(clEnqueueWriteBuffer(queues[0], to, CL_TRUE, 0, sizeof(host), host, 0,
                              NULL, NULL));
    times[r] = (now_ns() - start) / 100;
  }
  return median(times, 101);
}

static void bench_copies(void) {
  enum { MANY = 100000 };
  cl_mem to = make(256);
  cl_mem *live = malloc(MANY * sizeof(cl_mem));
  if (!live)
    exit(1);
  (void)time_copies(to);
  const double before = time_copies(to);
  for (int i = 0; i < MANY; ++i)
    live[i] = make(256);
  const double with = time_copies(to);
  for (int i = 0; i < MANY; ++i)
    OK(clReleaseMemObject(live[i]));
  const double after = time_copies(to);
  report("copy_ns", before);
  report("copy_many_ns", with);
  report("copy_many_ratio", with / ((before + after) / 2));
  free(live);
}

int main(int argc, char **argv) {
  const double start = now_ns();
  start_up();
  launch(queues[0], nothing, 1);
  OK(clFinish(queues[0]));
  if (argc > 1 && strcmp(argv[1], "first") == 0) {
    report("first_launch_ms", (now_ns() - start) / 1e6);
    return 0;
  }
  bench_launch();
  bench_memory();
  bench_overlap();
  bench_copies();
  return 0;
}
