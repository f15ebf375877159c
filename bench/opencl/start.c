// SPDX-License-Identifier: Apache-2.0
//
// saxpy by OpenCL's own functions alone, for bench/opencl_start.py.
//
//   opencl_start IMAGE.spv BINARY
//
// The program is BINARY where that file is there; otherwise it is built of the
// image and kept there.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 16, FILE_MAX = 1 << 22, BINARY_SIZES = 0x1165, BINARIES };

static void *library;

static void *find(const char *name) {
  void *function = library ? dlsym(library, name) : NULL;
  if (!function) {
    fprintf(stderr, "skipped: OpenCL has no '%s'\n", name);
    exit(77);
  }
  return function;
}

#define CALL(result, name, ...)                                                \
  ((result (*)())find(#name))(__VA_ARGS__) // NOLINT: C17 has such types

static void check(int error, const char *what) {
  if (!error)
    return;
  fprintf(stderr, "%s: %d\n", what, error);
  exit(1);
}

static size_t read_file(const char *path, unsigned char *bytes) {
  FILE *file = fopen(path, "rb");
  const size_t size = file ? fread(bytes, 1, FILE_MAX, file) : 0;
  if (file)
    (void)fclose(file);
  return size;
}

static void keep(void *program, const char *path, unsigned char *bytes) {
  size_t size = 0;
  check(CALL(int, clGetProgramInfo, program, BINARY_SIZES, sizeof(size), &size,
             NULL),
        "clGetProgramInfo");
  check(CALL(int, clGetProgramInfo, program, BINARIES, sizeof(bytes), &bytes,
             NULL),
        "clGetProgramInfo");
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
    exit(1);
}

static void *program_of(void *context, void *device, char **paths) {
  unsigned char *bytes = malloc(FILE_MAX);
  const unsigned char *constant = bytes;
  int error = 0;
  int status = 0;
  if (!bytes)
    exit(1);
  size_t size = read_file(paths[2], bytes);
  const int is_binary = size != 0;
  if (!is_binary)
    size = read_file(paths[1], bytes);
  void *program =
      is_binary
          ? CALL(void *, clCreateProgramWithBinary, context, 1, &device, &size,
                 &constant, &status, &error)
          : CALL(void *, clCreateProgramWithIL, context, bytes, size, &error);
  check(error, "the program");
  check(CALL(int, clBuildProgram, program, 1, &device, "", NULL, NULL),
        "clBuildProgram");
  if (!is_binary)
    keep(program, paths[2], bytes);
  free(bytes);
  return program;
}

int main(int argc, char **argv) {
  static float x[COUNT], y[COUNT];
  const size_t global = COUNT, local = 256;
  const float a = 2;
  const int n = COUNT;
  void *platform, *device, *memory[2];
  int error = 0;
  if (argc != 3)
    return 2;
  library = dlopen("libOpenCL.so.1", RTLD_NOW);
  check(CALL(int, clGetPlatformIDs, 1, &platform, NULL), "clGetPlatformIDs");
  check(CALL(int, clGetDeviceIDs, platform, UINT64_C(0xffffffff), 1, &device,
             NULL),
        "clGetDeviceIDs");
  void *context =
      CALL(void *, clCreateContext, NULL, 1, &device, NULL, NULL, &error);
  void *queue = CALL(void *, clCreateCommandQueueWithProperties, context,
                     device, NULL, &error);
  check(error, "the queue");
  void *program = program_of(context, device, argv);
  void *kernel = CALL(void *, clCreateKernel, program, "saxpy", &error);
  check(error, "clCreateKernel");
  for (unsigned i = 0; i < COUNT; ++i)
    x[i] = y[i] = (float)i;
  float *both[] = {x, y};
  for (unsigned i = 0; i < 2; ++i) {
    memory[i] = CALL(void *, clCreateBuffer, context, UINT64_C(1), sizeof(x),
                     NULL, &error);
    check(error, "clCreateBuffer");
    check(CALL(int, clEnqueueWriteBuffer, queue, memory[i], 1, (size_t)0,
               sizeof(x), both[i], 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    check(CALL(int, clSetKernelArg, kernel, i, sizeof(void *), &memory[i]),
          "clSetKernelArg");
  }
  check(CALL(int, clSetKernelArg, kernel, 2, sizeof(a), &a), "clSetKernelArg");
  check(CALL(int, clSetKernelArg, kernel, 3, sizeof(n), &n), "clSetKernelArg");
  check(CALL(int, clEnqueueNDRangeKernel, queue, kernel, 1, NULL, &global,
             &local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  check(CALL(int, clEnqueueReadBuffer, queue, memory[1], 1, (size_t)0,
             sizeof(y), y, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  return y[5] != 3 * 5.0F;
}
