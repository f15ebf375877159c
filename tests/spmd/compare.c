// SPDX-License-Identifier: Apache-2.0
//
// Launches kernels of several bundles with the same arguments and compares
// every byte that they write with what the first bundle's do. run.py makes the
// bundles.
//
//   spmd_compare KERNEL[,KERNEL...] GRID:BLOCK... -- NAME=BUNDLE...
//
// Kernels take (const u32 *, const float *, u32 *out, u32 *sums, u32), as
// generate.py writes them. A line for each difference; the exit status is 1
// with any. Before a launch its name goes to standard error's last line, for
// those that end the process.
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  INPUTS = 1024,
  SUMS = 256,
  RESULTS = 16, // of a work-item: u32
  BUNDLES = 16,
  SHAPES = 16,
  N = 120,
};

typedef struct shape {
  const char *text;
  unsigned grid, block[2];
} shape;

typedef struct bundle {
  const char *name;
  hipModule_t module;
} bundle;

static bundle bundles[BUNDLES];
static int bundle_count;
static shape shapes[SHAPES];
static int shape_count;
static unsigned *numbers;
static float *reals;

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      printf("%s: %s\n", #call, hipGetErrorName(error_));                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static shape read_shape(const char *text) {
  shape s = {.text = text, .block = {1, 1}};
  char *end;
  s.grid = (unsigned)strtoul(text, &end, 10);
  s.block[0] = (unsigned)strtoul(end + 1, &end, 10);
  if (*end == ',')
    s.block[1] = (unsigned)strtoul(end + 1, &end, 10);
  return s;
}

static void fill_inputs(void) {
  unsigned state = 7;
  OK(hipMalloc((void **)&numbers, INPUTS * sizeof(*numbers)));
  OK(hipMalloc((void **)&reals, INPUTS * sizeof(*reals)));
  for (int i = 0; i < INPUTS; ++i) {
    state = state * 1664525u + 1013904223u;
    numbers[i] = state;
    reals[i] = (float)i;
  }
}

static size_t result_count(const shape *s) {
  return (size_t)s->grid * s->block[0] * s->block[1] * RESULTS + SUMS;
}

static void launch(const bundle *b, const char *kernel, const shape *s,
                   unsigned *results) {
  hipFunction_t function;
  unsigned n = N;
  unsigned *sums = results + result_count(s) - SUMS;
  void *args[] = {&numbers, &reals, &results, &sums, &n};
  fprintf(stderr, "%s shape %s %s\n", kernel, s->text, b->name);
  memset(results, 0, result_count(s) * sizeof(*results));
  OK(hipModuleGetFunction(&function, b->module, kernel));
  OK(hipModuleLaunchKernel(function, s->grid, 1, 1, s->block[0], s->block[1], 1,
                           0, NULL, args, NULL));
  OK(hipStreamSynchronize(NULL));
}

// The number of bundles that differ from the first.
static int compare(const char *kernel, const shape *s) {
  const size_t size = result_count(s) * sizeof(unsigned);
  unsigned *results, *wanted = malloc(size);
  int other = 0;
  if (!wanted)
    exit(1);
  OK(hipMalloc((void **)&results, size));
  launch(&bundles[0], kernel, s, results);
  memcpy(wanted, results, size);
  for (int i = 1; i < bundle_count; ++i) {
    launch(&bundles[i], kernel, s, results);
    size_t at = 0;
    while (at < result_count(s) && results[at] == wanted[at])
      ++at;
    if (at == result_count(s))
      continue;
    ++other;
    printf("%s shape %s %s: word %zu is %#x, expected %#x\n", kernel, s->text,
           bundles[i].name, at, results[at], wanted[at]);
  }
  OK(hipFree(results));
  free(wanted);
  return other;
}

int main(int argc, char **argv) {
  int i = 2, other = 0;
  for (; i < argc && strcmp(argv[i], "--") != 0 && shape_count < SHAPES; ++i)
    shapes[shape_count++] = read_shape(argv[i]);
  for (++i; i < argc && bundle_count < BUNDLES; ++i) {
    char *path = strchr(argv[i], '=');
    if (!path)
      return 2;
    *path++ = '\0';
    bundles[bundle_count].name = argv[i];
    OK(hipModuleLoad(&bundles[bundle_count++].module, path));
  }
  if (!shape_count || !bundle_count)
    return 2;
  fill_inputs();
  for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ","))
    for (int k = 0; k < shape_count; ++k)
      other += compare(name, &shapes[k]);
  return other != 0;
}
