// SPDX-License-Identifier: Apache-2.0
//
// Launches kernels of several images with the same arguments and compares
// every byte that they write with what the first image's do. run.py makes the
// images.
//
//   spmd_compare KERNEL[,KERNEL...] GRID:BLOCK... -- NAME=IMAGE...
//
// A grid and a block are up to three numbers with commas between. The image
// named "oracle" is plain C++ (oracle.h), without Quern; that named "other"
// runs on the second device, in memory of its own. Kernels take (const u32 *,
// const float *, u32 *out, u32 *sums, u32, u32 items), and some a struct behind
// that, as generate.py writes them. A line for each difference; the exit status is 1 with any. Before a
// launch its name goes to standard error's last line, for those that end the
// process.
#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  INPUTS = 1024,
  SUMS = 256,
  RESULTS = 40, // of a work-item: u32
  GUARD = 64,   // words behind, and between results and sums, that stay
  BUNDLES = 16,
  SHAPES = 16,
  N = 120,
};

#define CANARY 0x5a5a5a5au

typedef struct shape {
  const char *text;
  unsigned grid[3], block[3];
} shape;

// What oracle.h takes.
typedef struct oracle_launch {
  void *kernel;
  const unsigned *numbers;
  const float *reals;
  unsigned *results, *sums, n, total;
  unsigned passed[8];
  unsigned grid[3], block[3];
} oracle_launch;

typedef struct image {
  const char *name;
  hipModule_t module;
  int device;
  void *library; // of the oracle; else NULL
  void (*run)(const oracle_launch *launch);
} image;

static image images[BUNDLES];
static int image_count;
static shape shapes[SHAPES];
static int shape_count;
static unsigned *numbers;
static float *reals;
static const unsigned passed[] = {3, 0, 9, 1, 0x80000001u, 64, 5, 2};

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      printf("%s: %s\n", #call, hipGetErrorName(error_));                      \
      exit(2);                                                                 \
    }                                                                          \
  } while (0)

static const char *read_dimensions(const char *text, unsigned *out) {
  for (int i = 0; i < 3; ++i) {
    char *end;
    out[i] = (unsigned)strtoul(text, &end, 10);
    text = *end == ',' ? end + 1 : end;
    if (*end != ',') {
      while (++i < 3)
        out[i] = 1;
    }
  }
  return text;
}

static shape read_shape(const char *text) {
  shape s = {.text = text};
  const char *block = read_dimensions(text, s.grid);
  (void)read_dimensions(*block == ':' ? block + 1 : block, s.block);
  return s;
}

static void open_image(image *made, char *argument) {
  char *path = strchr(argument, '=');
  if (!path)
    exit(2);
  *path++ = '\0';
  made->name = argument;
  if (strcmp(argument, "oracle") != 0) {
    made->device = strcmp(argument, "other") == 0;
    OK(hipSetDevice(made->device));
    OK(hipModuleLoad(&made->module, path));
    return;
  }
  made->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *run = made->library ? dlsym(made->library, "oracle_run") : NULL;
  if (!run) {
    printf("%s\n", dlerror());
    exit(2);
  }
  memcpy(&made->run, &run, sizeof(run));
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

static unsigned items_of(const shape *s) {
  unsigned items = 1;
  for (int i = 0; i < 3; ++i)
    items *= s->grid[i] * s->block[i];
  return items;
}

// Where the sums begin, words.
static size_t sums_of(const shape *s) {
  return (size_t)items_of(s) * RESULTS + GUARD;
}

static size_t word_count(const shape *s) { return sums_of(s) + SUMS + GUARD; }

static void prepare(const shape *s, unsigned *results) {
  memset(results, 0, word_count(s) * sizeof(*results));
  for (size_t i = 0; i < GUARD; ++i) {
    results[sums_of(s) - GUARD + i] = CANARY;
    results[sums_of(s) + SUMS + i] = CANARY;
  }
}

static void launch(const image *b, const char *kernel, const shape *s,
                   unsigned *results) {
  hipFunction_t function;
  unsigned n = N, total = items_of(s);
  unsigned *sums = results + sums_of(s);
  void *args[] = {&numbers, &reals, &results, &sums, &n, &total, (void *)passed};
  fprintf(stderr, "%s shape %s %s\n", kernel, s->text, b->name);
  prepare(s, results);
  if (b->library) {
    oracle_launch l = {dlsym(b->library, kernel),
                       numbers,
                       reals,
                       results,
                       sums,
                       n,
                       total,
                       {0},
                       {0},
                       {0}};
    memcpy(l.passed, passed, sizeof(passed));
    memcpy(l.grid, s->grid, sizeof(l.grid));
    memcpy(l.block, s->block, sizeof(l.block));
    b->run(&l);
    return;
  }
  OK(hipSetDevice(b->device));
  OK(hipModuleGetFunction(&function, b->module, kernel));
  const size_t size = word_count(s) * sizeof(*results);
  unsigned *own_numbers, *own_results, *own_sums;
  float *own_reals;
  if (b->device) {
    OK(hipMalloc((void **)&own_numbers, INPUTS * sizeof(*own_numbers)));
    OK(hipMalloc((void **)&own_reals, INPUTS * sizeof(*own_reals)));
    OK(hipMalloc((void **)&own_results, size));
    OK(hipMemcpy(own_numbers, numbers, INPUTS * sizeof(*own_numbers),
                 hipMemcpyHostToDevice));
    OK(hipMemcpy(own_reals, reals, INPUTS * sizeof(*own_reals),
                 hipMemcpyHostToDevice));
    OK(hipMemcpy(own_results, results, size, hipMemcpyHostToDevice));
    own_sums = own_results + sums_of(s);
    args[0] = &own_numbers;
    args[1] = &own_reals;
    args[2] = &own_results;
    args[3] = &own_sums;
  }
  OK(hipModuleLaunchKernel(function, s->grid[0], s->grid[1], s->grid[2],
                           s->block[0], s->block[1], s->block[2], 0, NULL, args,
                           NULL));
  OK(hipStreamSynchronize(NULL));
  if (!b->device)
    return;
  OK(hipMemcpy(results, own_results, size, hipMemcpyDeviceToHost));
  OK(hipFree(own_numbers));
  OK(hipFree(own_reals));
  OK(hipFree(own_results));
}

// The number of images that differ from the first. `results` and `wanted` hold
// the largest shape.
static int compare(const char *kernel, const shape *s, unsigned *results,
                   unsigned *wanted) {
  const size_t count = word_count(s);
  int other = 0;
  launch(&images[0], kernel, s, results);
  memcpy(wanted, results, count * sizeof(*results));
  for (int i = 1; i < image_count; ++i) {
    launch(&images[i], kernel, s, results);
    size_t at = 0;
    if (memcmp(results, wanted, count * sizeof(*results)) == 0)
      continue;
    while (results[at] == wanted[at])
      ++at;
    ++other;
    printf("%s shape %s %s: word %zu is %#x, expected %#x\n", kernel, s->text,
           images[i].name, at, results[at], wanted[at]);
  }
  return other;
}

int main(int argc, char **argv) {
  int i = 2, other = 0;
  size_t max = 0;
  for (; i < argc && strcmp(argv[i], "--") != 0 && shape_count < SHAPES; ++i)
    shapes[shape_count++] = read_shape(argv[i]);
  for (++i; i < argc && image_count < BUNDLES; ++i)
    open_image(&images[image_count++], argv[i]);
  if (!shape_count || !image_count)
    return 2;
  OK(hipSetDevice(0));
  fill_inputs();
  for (int k = 0; k < shape_count; ++k)
    max = word_count(&shapes[k]) > max ? word_count(&shapes[k]) : max;
  unsigned *results, *wanted = malloc(max * sizeof(*wanted));
  OK(hipMalloc((void **)&results, max * sizeof(*results)));
  for (char *name = strtok(argv[1], ","); name; name = strtok(NULL, ","))
    for (int k = 0; wanted && k < shape_count; ++k)
      other += compare(name, &shapes[k], results, wanted);
  free(wanted);
  return other != 0;
}
