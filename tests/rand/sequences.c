// SPDX-License-Identifier: Apache-2.0
// What a cuRAND library's generators of the host make: a line for each
// generator, ordering, seed, offset and kind of numbers. Numbers that libm has
// no part in are summed up in a hash; of the others some are printed.
//
//   sequences [LIBRARY [RUNTIME]]    libcurand.so.10, or ours
//
// With libquernhip.so as RUNTIME they are those of its device's generators.
#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  COUNT = 10000,
  SAMPLES = 16,
  MTGP32 = 141,
  MT19937 = 142,
  SOBOL = 201,
  SOBOL_64 = 203,
  LONG = 5100000, // less than MT19937's streams hold at a time, by 11808
};

static int (*create)(void **generator, int type);
static int (*destroy)(void *generator);
static int (*set_seed)(void *generator, unsigned long long seed);
static int (*set_offset)(void *generator, unsigned long long offset);
static int (*set_ordering)(void *generator, int ordering);
static int (*set_dimensions)(void *generator, unsigned count);
static int (*bits)(void *generator, void *out, size_t count);
static int (*bits_64)(void *generator, void *out, size_t count);
static int (*uniform)(void *generator, void *out, size_t count);
static int (*uniform_double)(void *generator, void *out, size_t count);
static int (*normal)(void *generator, float *out, size_t count, float mean,
                     float dev);
static int (*normal_double)(void *generator, double *out, size_t count,
                            double mean, double dev);
static int (*log_normal)(void *generator, float *out, size_t count, float mean,
                         float dev);
static int (*log_normal_double)(void *generator, double *out, size_t count,
                                double mean, double dev);
static int (*poisson)(void *generator, unsigned *out, size_t count,
                      double lambda);

static int (*host_malloc)(void **out, size_t size, unsigned flags);
static int (*synchronize)(void);

typedef struct function {
  const char *name;
  void *to;
} function;

static const function runtime_functions[] = {
    {"hipHostMalloc", &host_malloc},
    {"hipDeviceSynchronize", &synchronize},
};

static const function functions[] = {
    {"curandDestroyGenerator", &destroy},
    {"curandSetPseudoRandomGeneratorSeed", &set_seed},
    {"curandSetGeneratorOffset", &set_offset},
    {"curandSetGeneratorOrdering", &set_ordering},
    {"curandSetQuasiRandomGeneratorDimensions", &set_dimensions},
    {"curandGenerate", &bits},
    {"curandGenerateLongLong", &bits_64},
    {"curandGenerateUniform", &uniform},
    {"curandGenerateUniformDouble", &uniform_double},
    {"curandGenerateNormal", &normal},
    {"curandGenerateNormalDouble", &normal_double},
    {"curandGenerateLogNormal", &log_normal},
    {"curandGenerateLogNormalDouble", &log_normal_double},
    {"curandGeneratePoisson", &poisson},
};

static void open_library(const char *path, const function *wanted,
                         size_t count) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  for (size_t i = 0; i < count; ++i) {
    void *address = dlsym(library, wanted[i].name);
    if (!address)
      exit(2);
    memcpy(wanted[i].to, &address, sizeof(address));
  }
}

static void open_all(const char *path, const char *runtime) {
  const function creates = {
      runtime ? "curandCreateGenerator" : "curandCreateGeneratorHost", &create};
  if (runtime)
    open_library(runtime, runtime_functions, 2);
  open_library(path, functions, sizeof(functions) / sizeof(functions[0]));
  open_library(path, &creates, 1);
}

// Until the device is done; true when that went well.
static bool wait_for_it(void) { return !synchronize || !synchronize(); }

typedef struct row {
  int type, ordering;
  unsigned long long seed, offset;
  unsigned dimensions;
} row;

static double *numbers; // room for LONG of four bytes

static bool make_room(void) {
  void *room = NULL;
  if (!host_malloc)
    room = malloc(4 * (size_t)LONG);
  else if (host_malloc(&room, 4 * (size_t)LONG, 0))
    return false;
  numbers = room;
  return room != NULL;
}

static void print_status(const row *r, const char *kind, int status) {
  printf("%d %d %llu %llu %u %s: %d", r->type, r->ordering, r->seed, r->offset,
         r->dimensions, kind, status);
}

static void print_hash(size_t size) {
  const unsigned char *bytes = (const unsigned char *)numbers;
  uint64_t hash = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < size * COUNT; ++i)
    hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  printf(" %016" PRIx64 "\n", hash);
}

static void print_samples(bool is_double) {
  for (size_t i = 0; i < SAMPLES; ++i) {
    const size_t at = i * (COUNT / SAMPLES) + i % 2;
    if (is_double)
      printf(" %.17g", numbers[at]);
    else
      printf(" %.9g", (double)((const float *)numbers)[at]);
  }
  printf("\n");
}

// Which has no offsets, not even 0.
static bool is_twister(int type) { return type == MTGP32 || type == MT19937; }

static void *start(const row *r) {
  void *generator = NULL;
  memset(numbers, 0, sizeof(*numbers) * COUNT);
  if (create(&generator, r->type))
    return NULL;
  if (set_ordering(generator, r->ordering) ||
      (r->type < SOBOL ? set_seed(generator, r->seed)
                       : set_dimensions(generator, r->dimensions)) ||
      ((!is_twister(r->type) || r->offset) &&
       set_offset(generator, r->offset))) {
    destroy(generator);
    return NULL;
  }
  return generator;
}

// Numbers that libm has a part in.
static bool forget(void *from, size_t size) {
  if (!wait_for_it())
    return true;
  memset(from, 0, size);
  return false;
}

#define KIND(name, size, show, ...)                                            \
  do {                                                                         \
    void *g = start(r);                                                        \
    int status = g ? (__VA_ARGS__) : -1;                                       \
    if (!wait_for_it())                                                        \
      status = -2;                                                             \
    print_status(r, name, status);                                             \
    if (status)                                                                \
      printf("\n");                                                            \
    else                                                                       \
      show;                                                                    \
    if (g)                                                                     \
      destroy(g);                                                              \
  } while (0)

static void print_row(const row *r) {
  float *f = (float *)numbers;
  unsigned *u = (unsigned *)numbers;
  if (r->type >= SOBOL_64)
    KIND("bits_64", 8, print_hash(8), bits_64(g, numbers, COUNT));
  else
    KIND("bits", 4, print_hash(4), bits(g, numbers, COUNT));
  KIND("uniform", 4, print_hash(4), uniform(g, numbers, COUNT));
  KIND("uniform_double", 8, print_hash(8), uniform_double(g, numbers, COUNT));
  KIND("normal", 4, print_samples(false), normal(g, f, COUNT, 0.5f, 2.0f));
  KIND("normal_double", 8, print_samples(true),
       normal_double(g, numbers, COUNT, 0.5, 2.0));
  KIND("log_normal", 4, print_samples(false),
       log_normal(g, f, COUNT, 0.25f, 0.5f));
  KIND("log_normal_double", 8, print_samples(true),
       log_normal_double(g, numbers, COUNT, 0.25, 0.5));
  if (r->type < SOBOL)
    KIND("poisson_2500", 4, print_hash(4), poisson(g, u, COUNT, 2500));
  // One kind after another, in pieces.
  KIND("mixed", 4, print_hash(4),
       bits(g, u, 6) || uniform_double(g, numbers + 10, 4) ||
           normal(g, f + 100, 10, 0, 1) || forget(f + 100, 40) ||
           bits(g, u + 200, 5000) || uniform(g, f + 5200, 3332) ||
           normal_double(g, numbers + 4400, 8, 0, 1) ||
           forget(numbers + 4400, 64) || bits(g, u + 9000, 1000));
  if (is_twister(r->type))
    KIND("later", 4, print_hash(4), bits(g, u, LONG) || bits(g, u, 2 * COUNT));
}

int main(int argc, char **argv) {
  static const int types[] = {101, 121, 161},
                   orderings[] = {100, 101, 102, 103, 104};
  static const unsigned long long seeds[] = {0, 1234, 0x123456789abcdef0},
                                  offsets[] = {0, 5, 4097, 1000003, 1ull << 40};
  open_all(argc > 1 ? argv[1] : "libcurand.so.10", argc > 2 ? argv[2] : NULL);
  if (!make_room())
    return 2;
  for (int t = 0; t < 3; ++t)
    for (int o = 0; o < 5; ++o)
      for (int s = 0; s < 3; ++s)
        for (int i = 0; i < 5; ++i)
          if (o == 1 || s == 1 || i == 0)
            print_row(
                &(const row){types[t], orderings[o], seeds[s], offsets[i], 1});
  for (int type = SOBOL; type < SOBOL + 4; ++type)
    for (int i = 0; i < 4; ++i)
      for (unsigned d = 1; d <= 100; d *= 10)
        print_row(&(const row){type, 201, 0, offsets[i], d});
  for (int type = MTGP32; type <= MT19937; ++type)
    for (int o = 0; o < 5; ++o)
      for (int s = 0; s < 3; ++s)
        for (int i = 0; i < 2; ++i)
          if (s == 0 || i == 0)
            print_row(
                &(const row){type, orderings[o], seeds[s], offsets[i], 1});
  return 0;
}
