// SPDX-License-Identifier: Apache-2.0
//
// Runs the rows of bench/cpu.py in one process, all sides in turns: plain C,
// each bundle given, and PoCL where OpenCL was compiled in. JSON lines.
//
//   cpu_bench ROUNDS ROW[,ROW...]|all KERNELS.cl NAME=BUNDLE...
//
// First every side's result is compared with plain C's. A round times each side
// once, for as many calls as take 2 ms, and for PoCL what its device says of
// the kernel alone.
#include <hip/hip_runtime_api.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../runtime/timing.h"
#include "rows.h"

#ifdef WITH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

enum { SIDES = 8 };
static const double MIN_NS = 2e6;

#define OK(call)                                                               \
  do {                                                                         \
    const int error_ = (int)(call);                                            \
    if (error_ != 0) {                                                         \
      fprintf(stderr, "%s: %d\n", #call, error_);                              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

typedef struct side {
  const char *name;
  hipModule_t module;
  hipFunction_t function;
} side;

static side sides[SIDES];
static int side_count;
static double *times[SIDES]; // by side, of each round
static float *starts[BUFFERS], *data[BUFFERS];
static float *expected;

// ---- Buffers

// Not all at the same place of a page: machines take a load for one of what was
// stored just before at such a place of another page, and wait.
static void allocate(const row *r) {
  enum { APART = 17 * 64 };
  size_t max_size = 1;
  for (size_t i = 0; i < BUFFERS; ++i) {
    const size_t size = r->buffers[i].count * sizeof(float);
    max_size = size > max_size ? size : max_size;
    if (!size)
      continue;
    OK(hipMalloc((void **)&starts[i], size + BUFFERS * APART));
    data[i] = starts[i] + i * APART / sizeof(float);
  }
  expected = malloc(max_size);
  if (!expected)
    exit(1);
}

static void release(const row *r) {
  for (int i = 0; i < BUFFERS; ++i)
    if (r->buffers[i].count)
      OK(hipFree(starts[i]));
  free(expected);
}

static void refill(const row *r) {
  for (int i = 0; i < BUFFERS; ++i)
    if (r->buffers[i].count)
      fill_buffer(data[i], &r->buffers[i]);
}

// ---- PoCL

#ifdef WITH_OPENCL
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem memory[BUFFERS];

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  if (!file || !text || !fread(text, 1, (1 << 20) - 1, file))
    exit(1);
  (void)fclose(file);
  return text;
}

static bool open_opencl(const char *path) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  if (clGetPlatformIDs(1, &platform, NULL) ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL))
    return false;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  OK(error);
  queue =
      clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  OK(error);
  char *text = read_text(path);
  program =
      clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &error);
  OK(error);
  OK(clBuildProgram(program, 1, &device, "-cl-mad-enable", NULL, NULL));
  free(text);
  return true;
}

// False for kernels that OpenCL C cannot say.
static bool begin_opencl(const row *r) {
  cl_int error;
  kernel = clCreateKernel(program, r->kernel, &error);
  if (error)
    return false;
  for (int i = 0; i < BUFFERS; ++i)
    if (r->buffers[i].count) {
      memory[i] =
          clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                         r->buffers[i].count * sizeof(float), data[i], &error);
      OK(error);
    }
  for (int i = 0; i < ARGUMENTS && r->arguments[i].kind != END; ++i) {
    const argument *a = &r->arguments[i];
    if (a->kind == BUFFER)
      OK(clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[a->number]));
    else
      OK(clSetKernelArg(kernel, i, 4,
                        a->kind == INT ? (const void *)&a->number : &a->real));
  }
  return true;
}

static void end_opencl(const row *r) {
  for (int i = 0; i < BUFFERS; ++i)
    if (r->buffers[i].count)
      OK(clReleaseMemObject(memory[i]));
  OK(clReleaseKernel(kernel));
}

static double run_opencl(const row *r) {
  const size_t local[2] = {r->block[0], r->block[1]};
  const size_t global[2] = {(size_t)r->grid[0] * local[0],
                            (size_t)r->grid[1] * local[1]};
  cl_ulong times[2];
  cl_event event;
  OK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL,
                            &event));
  OK(clFinish(queue));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(*times),
                             &times[0], NULL));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(*times),
                             &times[1], NULL));
  OK(clReleaseEvent(event));
  return (double)(times[1] - times[0]);
}

// What OpenCL wrote, where this program reads.
static void fetch_opencl(const row *r) {
  cl_int error;
  void *p = clEnqueueMapBuffer(queue, memory[r->result], CL_TRUE, CL_MAP_READ,
                               0, r->buffers[r->result].count * sizeof(float),
                               0, NULL, NULL, &error);
  OK(error);
  OK(clEnqueueUnmapMemObject(queue, memory[r->result], p, 0, NULL, NULL));
  OK(clFinish(queue));
}
#else
static bool open_opencl(const char *path) { return path == NULL; }
static bool begin_opencl(const row *r) { return r == NULL; }
static void end_opencl(const row *r) { (void)r; }
static double run_opencl(const row *r) { return r == NULL; }
static void fetch_opencl(const row *r) { (void)r; }
#endif

// ---- Sides

static void run_bundle(const row *r, const side *s) {
  void *pointers[ARGUMENTS];
  for (int i = 0; i < ARGUMENTS; ++i) {
    const argument *a = &r->arguments[i];
    pointers[i] = a->kind == BUFFER  ? (void *)&data[a->number]
                  : a->kind == INT   ? (void *)(size_t)&a->number
                  : a->kind == FLOAT ? (void *)(size_t)&a->real
                                     : NULL;
  }
  OK(hipModuleLaunchKernel(s->function, r->grid[0], r->grid[1], 1, r->block[0],
                           r->block[1], 1, 0, NULL, pointers, NULL));
  OK(hipStreamSynchronize(NULL));
}

// One call, ns.
static double run(const row *r, const side *s) {
  const bool is_opencl = strcmp(s->name, "pocl") == 0;
  double kernel_ns = 0;
  const double start = now_ns();
  if (is_opencl)
    kernel_ns = run_opencl(r);
  else if (s->module)
    run_bundle(r, s);
  else
    r->reference(data);
  return is_opencl ? kernel_ns : now_ns() - start;
}

// After a call that is not counted: what another side left in the caches, and
// lines that it wrote and nobody has written back, would be this one's to pay.
static double run_many(const row *r, const side *s) {
  double time = 0;
  int calls = 0;
  (void)run(r, s);
  do {
    time += run(r, s);
    ++calls;
  } while (time < MIN_NS && calls < 10000);
  return time / calls;
}

static double element_of(const void *from, element kind, size_t i) {
  switch (kind) {
  case ELEMENT_HALF:
    return (double)((const _Float16 *)from)[i];
  case ELEMENT_DOUBLE:
    return ((const double *)from)[i];
  default:
    return (double)((const float *)from)[i];
  }
}

static double difference(const row *r) {
  static const size_t sizes[] = {[ELEMENT_FLOAT] = sizeof(float),
                                 [ELEMENT_HALF] = sizeof(_Float16),
                                 [ELEMENT_DOUBLE] = sizeof(double)};
  const size_t count =
      r->buffers[r->result].count * sizeof(float) / sizes[r->element];
  double max = 1e-30, difference = 0;
  for (size_t i = 0; i < count; ++i) {
    const double one = element_of(expected, r->element, i);
    const double other = element_of(data[r->result], r->element, i);
    max = fmax(max, fabs(one));
    difference = fmax(difference, one == other || fabs(one - other) >= 0
                                      ? fabs(one - other)
                                      : INFINITY);
  }
  return difference / max;
}

// Points whose counts differ are few.
static bool nearly_same(const row *r) {
  const size_t count = r->buffers[r->result].count;
  size_t other = 0;
  for (size_t i = 0; i < count; ++i)
    other += memcmp(&expected[i], &data[r->result][i], sizeof(float)) != 0;
  return other * 50 < count;
}

static bool is_right(const row *r) {
  if (r->tolerance < 0)
    return nearly_same(r);
  if (r->tolerance > 0)
    return difference(r) <= r->tolerance;
  return memcmp(expected, data[r->result],
                r->buffers[r->result].count * sizeof(float)) == 0;
}

static void compare(const row *r) {
  const size_t size = r->buffers[r->result].count * sizeof(float);
  refill(r);
  (void)run(r, &sides[0]);
  memcpy(expected, data[r->result], size);
  for (int i = 1; i < side_count; ++i) {
    refill(r);
    (void)run(r, &sides[i]);
    if (strcmp(sides[i].name, "pocl") == 0)
      fetch_opencl(r);
    if (is_right(r))
      continue;
    fprintf(stderr, "%s: %s differs from plain C, %g of the largest value\n",
            r->name, sides[i].name, difference(r));
    exit(1);
  }
}

static void measure(const row *r, int rounds, bool with_opencl) {
  allocate(r);
  for (int i = 0; i < side_count; ++i)
    if (sides[i].module)
      OK(hipModuleGetFunction(&sides[i].function, sides[i].module, r->kernel));
  const bool has_opencl = with_opencl && begin_opencl(r);
  if (has_opencl)
    sides[side_count++] = (side){.name = "pocl"};
  compare(r);
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < side_count; ++i)
      times[i][round] = run_many(r, &sides[i]);
  const double min_ns = r->reads + r->writes > 0 ? memory_ns(r, 3) : 0;
  for (int i = 0; i < side_count; ++i)
    printf("{\"row\": \"%s\", \"side\": \"%s\", \"ns\": %.1f, \"least\": %.1f, "
           "\"flops\": %g, \"bytes\": %g, \"memory_ns\": %.1f}\n",
           r->name, sides[i].name, median(times[i], rounds), times[i][0],
           r->flops, r->reads + r->writes, min_ns); // median() sorted them
  (void)fflush(stdout);
  if (has_opencl) {
    end_opencl(r);
    --side_count;
  }
  release(r);
}

static bool is_wanted(const char *list, const char *name) {
  const size_t size = strlen(name);
  for (const char *p = list; (p = strstr(p, name)); p += size)
    if ((p == list || p[-1] == ',') && (p[size] == ',' || !p[size]))
      return true;
  return strcmp(list, "all") == 0;
}

static int fail(const char *why) {
  fprintf(stderr,
          "%s\nusage: cpu_bench ROUNDS ROW[,ROW...]|all KERNELS.cl "
          "NAME=BUNDLE...\n",
          why);
  return 2;
}

int main(int argc, char **argv) {
  enum { FIRST_BUNDLE = 4, BUNDLES_MAX = SIDES - 2 }; // beside C and PoCL
  const int rounds = argc > FIRST_BUNDLE ? atoi(argv[1]) : 0;
  if (rounds < 1)
    return fail("expected a number of rounds and a bundle");
  if (argc - FIRST_BUNDLE > BUNDLES_MAX)
    return fail("more bundles than there are places for");
  for (int i = 0; i < SIDES; ++i) {
    times[i] = calloc((size_t)rounds, sizeof(**times));
    if (!times[i])
      return fail("no memory for the times of so many rounds");
  }
  sides[side_count++] = (side){.name = "c"};
  for (int i = FIRST_BUNDLE; i < argc; ++i) {
    char *path = strchr(argv[i], '=');
    if (!path)
      return fail("expected NAME=BUNDLE");
    *path++ = '\0';
    side *s = &sides[side_count++];
    s->name = argv[i];
    OK(hipModuleLoad(&s->module, path));
  }
  const bool with_opencl = argv[3][0] && open_opencl(argv[3]);
  printf("{\"peak_gflops\": %.1f}\n", peak_gflops(5));
  for (size_t i = 0; i < row_count; ++i)
    if (is_wanted(argv[2], rows[i].name))
      measure(&rows[i], rounds, with_opencl);
  for (int i = 0; i < SIDES; ++i)
    free(times[i]);
  return 0;
}
