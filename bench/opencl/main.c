// SPDX-License-Identifier: Apache-2.0
//
// Runs the rows of bench/opencl.py on the first OpenCL device, from OpenCL C
// and from SPIR-V, in turns. JSON lines.
//
//   opencl_bench ROUNDS ROW[,ROW...]|all KERNELS.cl KERNELS.spv
//
// What is told is the least time that the device gives of one launch; results
// are compared with plain C's.
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cpu/rows.h"

enum { PROFILING = 2, START = 0x1282, END_OF = 0x1283, BUILD_LOG = 0x1183 };
enum { TEXT_MAX = 1 << 22 };
static const double ROUND_NS = 2e6;

static struct {
  int (*clGetPlatformIDs)(unsigned, void **, unsigned *);
  int (*clGetDeviceIDs)(void *, uint64_t, unsigned, void **, unsigned *);
  void *(*clCreateContext)(const intptr_t *, unsigned, void **, void *, void *,
                           int *);
  void *(*clCreateCommandQueueWithProperties)(void *, void *, const uint64_t *,
                                              int *);
  void *(*clCreateProgramWithSource)(void *, unsigned, const char **,
                                     const size_t *, int *);
  void *(*clCreateProgramWithIL)(void *, const void *, size_t, int *);
  int (*clBuildProgram)(void *, unsigned, void **, const char *, void *,
                        void *);
  void *(*clCreateKernel)(void *, const char *, int *);
  int (*clReleaseKernel)(void *);
  void *(*clCreateBuffer)(void *, uint64_t, size_t, void *, int *);
  int (*clReleaseMemObject)(void *);
  int (*clSetKernelArg)(void *, unsigned, size_t, const void *);
  int (*clEnqueueNDRangeKernel)(void *, void *, unsigned, const size_t *,
                                const size_t *, const size_t *, unsigned,
                                void *, void **);
  int (*clEnqueueWriteBuffer)(void *, void *, unsigned, size_t, size_t,
                              const void *, unsigned, void *, void *);
  int (*clEnqueueReadBuffer)(void *, void *, unsigned, size_t, size_t, void *,
                             unsigned, void *, void *);
  int (*clFinish)(void *);
  int (*clGetEventProfilingInfo)(void *, unsigned, size_t, void *, size_t *);
  int (*clReleaseEvent)(void *);
} cl;

static const struct {
  const char *name;
  size_t offset;
} names[] = {
#define NAME(name) {#name, (size_t)((char *)&cl.name - (char *)&cl)}
    NAME(clGetPlatformIDs),
    NAME(clGetDeviceIDs),
    NAME(clCreateContext),
    NAME(clCreateCommandQueueWithProperties),
    NAME(clCreateProgramWithSource),
    NAME(clCreateProgramWithIL),
    NAME(clBuildProgram),
    NAME(clCreateKernel),
    NAME(clReleaseKernel),
    NAME(clCreateBuffer),
    NAME(clReleaseMemObject),
    NAME(clSetKernelArg),
    NAME(clEnqueueNDRangeKernel),
    NAME(clEnqueueWriteBuffer),
    NAME(clEnqueueReadBuffer),
    NAME(clFinish),
    NAME(clGetEventProfilingInfo),
    NAME(clReleaseEvent),
#undef NAME
};

static void *device, *context, *queue;

static void check(int error, const char *what) {
  if (!error)
    return;
  fprintf(stderr, "%s: %d\n", what, error);
  exit(1);
}

static void open_device(void) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  void *platform = NULL;
  int error = 0;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    void *function = library ? dlsym(library, names[i].name) : NULL;
    if (!function) {
      fprintf(stderr, "skipped: OpenCL has no '%s'\n", names[i].name);
      exit(77);
    }
    memcpy((char *)&cl + names[i].offset, &function, sizeof(function));
  }
  if (cl.clGetPlatformIDs(1, &platform, NULL) ||
      cl.clGetDeviceIDs(platform, UINT32_MAX, 1, &device, NULL)) {
    fprintf(stderr, "skipped: no OpenCL device\n");
    exit(77);
  }
  context = cl.clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  const uint64_t properties[] = {0x1093, PROFILING, 0};
  queue = cl.clCreateCommandQueueWithProperties(context, device, properties,
                                                &error);
  check(error, "clCreateCommandQueueWithProperties");
}

// ---- Sides

typedef struct side {
  const char *name;
  void *program, *kernel;
  void *memory[BUFFERS];
  double least;
} side;

static side sides[] = {{.name = "opencl_c"}, {.name = "spirv"}};
enum { SIDES = sizeof(sides) / sizeof(sides[0]) };

static size_t read_file(const char *path, char *text) {
  FILE *file = fopen(path, "rb");
  const size_t size = file ? fread(text, 1, TEXT_MAX - 1, file) : 0;
  if (!size) {
    fprintf(stderr, "could not read '%s'\n", path);
    exit(1);
  }
  (void)fclose(file);
  text[size] = '\0';
  return size;
}

static void build(side *s, const char *path, bool is_source) {
  char *text = malloc(TEXT_MAX);
  int error = 0;
  if (!text)
    exit(1);
  const size_t size = read_file(path, text);
  s->program =
      is_source ? cl.clCreateProgramWithSource(context, 1, (const char **)&text,
                                               NULL, &error)
                : cl.clCreateProgramWithIL(context, text, size, &error);
  check(error, path);
  // The rules of the CUDA source, which contracts.
  check(cl.clBuildProgram(s->program, 1, &device,
                          is_source ? "-cl-std=CL2.0 -cl-mad-enable" : "", NULL,
                          NULL),
        path);
  free(text);
}

// ---- Rows

static float *data[BUFFERS], *found;

static size_t size_of(const row *r, int i) {
  return r->buffers[i].count * sizeof(float);
}

// As our runtime does: while nobody has written constants, the kernel that has
// their values, if there is one.
static void *create_kernel(const row *r, const side *s, int *error) {
  char name[128];
  snprintf(name, sizeof(name), "__quern_initial_%s", r->kernel);
  void *kernel = cl.clCreateKernel(s->program, name, error);
  return *error ? cl.clCreateKernel(s->program, r->kernel, error) : kernel;
}

static bool begin(const row *r, side *s) {
  int error = 0;
  s->least = INFINITY;
  s->kernel = create_kernel(r, s, &error);
  if (error)
    return false;
  for (int i = 0; i < BUFFERS; ++i) {
    if (!r->buffers[i].count)
      continue;
    s->memory[i] = cl.clCreateBuffer(context, 1, size_of(r, i), NULL, &error);
    check(error, "clCreateBuffer");
  }
  for (unsigned i = 0; i < ARGUMENTS && r->arguments[i].kind != END; ++i) {
    const argument *a = &r->arguments[i];
    const bool buffer = a->kind == BUFFER;
    error = cl.clSetKernelArg(s->kernel, i, buffer ? sizeof(void *) : 4,
                              buffer ? (const void *)&s->memory[a->number]
                              : a->kind == INT ? (const void *)&a->number
                                               : (const void *)&a->real);
    check(error, r->name);
  }
  return true;
}

static void finish(const row *r, side *s) {
  for (int i = 0; i < BUFFERS; ++i)
    if (r->buffers[i].count && s->memory[i])
      check(cl.clReleaseMemObject(s->memory[i]), "clReleaseMemObject");
  memset(s->memory, 0, sizeof(s->memory));
  if (s->kernel)
    check(cl.clReleaseKernel(s->kernel), "clReleaseKernel");
  s->kernel = NULL;
}

static void refill(const row *r, const side *s) {
  for (int i = 0; i < BUFFERS; ++i)
    if (r->buffers[i].count) {
      fill_buffer(data[i], &r->buffers[i]);
      check(cl.clEnqueueWriteBuffer(queue, s->memory[i], 1, 0, size_of(r, i),
                                    data[i], 0, NULL, NULL),
            "clEnqueueWriteBuffer");
    }
}

static double run(const row *r, side *s) {
  const size_t local[2] = {r->block[0], r->block[1]};
  const size_t global[2] = {r->grid[0] * local[0], r->grid[1] * local[1]};
  uint64_t times[2] = {0, 0};
  void *event = NULL;
  check(cl.clEnqueueNDRangeKernel(queue, s->kernel,
                                  local[1] > 1 || r->grid[1] > 1 ? 2 : 1, NULL,
                                  global, local, 0, NULL, &event),
        r->name);
  check(cl.clFinish(queue), "clFinish");
  check(cl.clGetEventProfilingInfo(event, START, 8, &times[0], NULL), "event");
  check(cl.clGetEventProfilingInfo(event, END_OF, 8, &times[1], NULL), "event");
  check(cl.clReleaseEvent(event), "clReleaseEvent");
  const double ns = (double)(times[1] - times[0]);
  s->least = ns < s->least ? ns : s->least;
  return ns;
}

static double number(const row *r, const void *from, size_t i) {
  switch (r->element) {
  case ELEMENT_HALF:
    return (double)((const _Float16 *)from)[i];
  case ELEMENT_DOUBLE:
    return ((const double *)from)[i];
  default:
    return (double)((const float *)from)[i];
  }
}

// As bench/cpu/main.c compares.
static bool is_right(const row *r) {
  const size_t size = size_of(r, r->result);
  const size_t each = r->element == ELEMENT_HALF     ? 2
                      : r->element == ELEMENT_DOUBLE ? 8
                                                     : 4;
  double most = 1e-30;
  double off = 0;
  size_t other = 0;
  for (size_t i = 0; i < size / each; ++i) {
    const double a = number(r, data[r->result], i), b = number(r, found, i);
    other += memcmp((char *)data[r->result] + i * each,
                    (char *)found + i * each, each) != 0;
    most = fmax(most, fabs(a));
    off = fmax(off, fabs(a - b));
  }
  return r->tolerance > 0   ? off <= most * r->tolerance
         : r->tolerance < 0 ? other * 50 < size / each
                            : other == 0;
}

static void compare(const row *r, side *s) {
  refill(r, s);
  (void)run(r, s);
  check(cl.clEnqueueReadBuffer(queue, s->memory[r->result], 1, 0,
                               size_of(r, r->result), found, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  r->reference(data);
  if (is_right(r))
    return;
  fprintf(stderr, "%s: %s differs from plain C\n", r->name, s->name);
  exit(1);
}

static void measure(const row *r, int rounds) {
  size_t largest = 1;
  bool has_all = true;
  for (int i = 0; i < BUFFERS; ++i) {
    data[i] = aligned_alloc(64, (size_of(r, i) + 127) / 64 * 64);
    largest = size_of(r, i) > largest ? size_of(r, i) : largest;
  }
  found = malloc(largest);
  for (int k = 0; k < SIDES; ++k)
    has_all = begin(r, &sides[k]) && has_all;
  for (int k = 0; k < SIDES && has_all; ++k)
    compare(r, &sides[k]);
  for (int round = 0; round < rounds && has_all; ++round)
    for (int k = 0; k < SIDES; ++k)
      for (double ns = 0; ns < ROUND_NS;)
        ns += run(r, &sides[(round + k) % SIDES]) + 1e4;
  if (has_all)
    printf("{\"row\": \"%s\", \"opencl_c_ns\": %.0f, \"spirv_ns\": %.0f, "
           "\"ratio\": %.3f}\n",
           r->name, sides[0].least, sides[1].least,
           sides[0].least / sides[1].least);
  (void)fflush(stdout);
  for (int k = 0; k < SIDES; ++k)
    finish(r, &sides[k]);
  for (int i = 0; i < BUFFERS; ++i)
    free(data[i]);
  free(found);
}

static bool is_wanted(const char *list, const char *name) {
  const size_t size = strlen(name);
  for (const char *p = list; (p = strstr(p, name)); p += size)
    if ((p == list || p[-1] == ',') && (p[size] == ',' || !p[size]))
      return true;
  return strcmp(list, "all") == 0;
}

int main(int argc, char **argv) {
  const int rounds = argc == 5 ? atoi(argv[1]) : 0;
  if (rounds < 1)
    return 2;
  open_device();
  build(&sides[0], argv[3], true);
  build(&sides[1], argv[4], false);
  for (size_t i = 0; i < row_count; ++i)
    if (is_wanted(argv[2], rows[i].name))
      measure(&rows[i], rounds);
  return 0;
}
