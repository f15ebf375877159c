// SPDX-License-Identifier: Apache-2.0
//
// Runs every kernel of demo.cu on the CPU and compares it with a reference in
// double precision: how a C program loads a bundle and launches from it.
//
//   cc demo_check.c -lquernhip -lm -o demo_check && ./demo_check demo.hipfb
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quern/run.h"

typedef struct demo {
  quern_module *module;
  int passed, failed;
} demo;

// ---- Small helpers

// The same numbers on every machine: a linear congruential generator.
static double next_number(void) {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / (1 << 24) * 2 - 1;
}

static void *allocate(size_t size) {
  void *block = aligned_alloc(64, (size + 63) / 64 * 64);
  if (!block)
    abort();
  return memset(block, 0, size);
}

static float *numbers(size_t count) {
  float *values = allocate(count * sizeof(float));
  for (size_t i = 0; i < count; ++i)
    values[i] = (float)next_number();
  return values;
}

// One launch; prints why when it fails.
static bool launch(demo *d, const char *name, quern_launch what) {
  quern_error error = QUERN_ERROR_INIT;
  const quern_kernel *kernel;
  what.size = sizeof(what);
  if (quern_module_find_kernel(d->module, name, &kernel, &error) == QUERN_OK &&
      quern_kernel_launch(kernel, &what, &error) == QUERN_OK)
    return true;
  printf("%-26s %s\n", name, error.message);
  return false;
}

// A line of the table. `error` is the largest one seen, relative where the
// reference is above 1.
static void report(demo *d, const char *name, bool ran, double error,
                   double allowed) {
  const bool good = ran && error <= allowed;
  if (ran)
    printf("%-26s %-12.3g %-12.3g %s\n", name, error, allowed,
           good ? "passed" : "FAILED");
  d->passed += good;
  d->failed += !good;
}

static double error_of(double got, double want) {
  const double scale = fabs(want) > 1 ? fabs(want) : 1;
  return fabs(got - want) / scale;
}

static void widen(double *worst, double error) {
  if (!(error <= *worst)) // NaN counts as an error
    *worst = error;
}

// ---- The kernels, in the order of demo.cu

static void check_saxpy(demo *d) {
  enum { N = 100000 };
  int n = N;
  float a = 2.5f;
  float *x = numbers(N);
  float *y = numbers(N);
  double *want = allocate(N * sizeof(double));
  for (int i = 0; i < N; ++i)
    want[i] = (double)a * x[i] + y[i];
  const void *args[] = {&n, &a, &x, &y};
  const bool ran = launch(d, "saxpy",
                          (quern_launch){.grid = {(N + 255) / 256, 1, 1},
                                         .block = {256, 1, 1},
                                         .args = args,
                                         .arg_count = 4});
  double worst = 0;
  for (int i = 0; i < N; ++i)
    widen(&worst, error_of(y[i], want[i]));
  report(d, "saxpy", ran, worst, 1e-6);
  free(x);
  free(y);
  free(want);
}

// The three instances differ in the type only.
#define CHECK_BLOCK_SUM(function, type, name, allowed)                         \
  static void function(demo *d) {                                              \
    enum { N = 50000, BLOCKS = 8, THREADS = 256 };                             \
    int n = N;                                                                 \
    double want = 0;                                                           \
    double got = 0;                                                            \
    type *values = allocate(N * sizeof(type));                                 \
    type *sums = allocate(BLOCKS * sizeof(type));                              \
    for (int i = 0; i < N; ++i) {                                              \
      values[i] = (type)(100 * next_number());                                 \
      want += (double)values[i];                                               \
    }                                                                          \
    const void *args[] = {&n, &values, &sums};                                 \
    const bool ran =                                                           \
        launch(d, name,                                                        \
               (quern_launch){.grid = {BLOCKS, 1, 1},                          \
                              .block = {THREADS, 1, 1},                        \
                              .shared_size = THREADS * sizeof(type),           \
                              .args = args,                                    \
                              .arg_count = 3});                                \
    for (int i = 0; i < BLOCKS; ++i)                                           \
      got += (double)sums[i];                                                  \
    report(d, name, ran, error_of(got, want), allowed);                        \
    free(values);                                                              \
    free(sums);                                                                \
  }
CHECK_BLOCK_SUM(check_sum_float, float, "block_sum<float>", 1e-4)
CHECK_BLOCK_SUM(check_sum_double, double, "block_sum<double>", 1e-12)
CHECK_BLOCK_SUM(check_sum_int, int, "block_sum<int>", 0)

static void check_histogram(demo *d) {
  enum { N = 200000, BINS = 256 };
  int n = N;
  unsigned want[BINS] = {0};
  unsigned char *bytes = allocate(N);
  unsigned *counts = allocate(BINS * sizeof(unsigned));
  for (int i = 0; i < N; ++i) {
    bytes[i] = (unsigned char)(next_number() * next_number() * 127 + 128);
    ++want[bytes[i]];
  }
  const void *args[] = {&n, &bytes, &counts};
  const bool ran = launch(d, "histogram",
                          (quern_launch){.grid = {16, 1, 1},
                                         .block = {128, 1, 1},
                                         .args = args,
                                         .arg_count = 3});
  double worst = 0;
  for (int i = 0; i < BINS; ++i)
    widen(&worst, fabs((double)counts[i] - want[i]));
  report(d, "histogram", ran, worst, 0);
  free(bytes);
  free(counts);
}

static void softmax_reference(const float *row, int columns, double *want) {
  double largest = row[0];
  double sum = 0;
  for (int i = 1; i < columns; ++i)
    largest = row[i] > largest ? row[i] : largest;
  for (int i = 0; i < columns; ++i)
    sum += want[i] = exp(row[i] - largest);
  for (int i = 0; i < columns; ++i)
    want[i] /= sum;
}

static void check_softmax(demo *d) {
  enum { ROWS = 61, COLUMNS = 333 };
  int rows = ROWS;
  int columns = COLUMNS;
  double want[COLUMNS];
  float *input = numbers(ROWS * COLUMNS);
  float *output = allocate(ROWS * COLUMNS * sizeof(float));
  const void *args[] = {&rows, &columns, &input, &output};
  const bool ran = launch(d, "softmax_rows",
                          (quern_launch){.grid = {(ROWS + 3) / 4, 1, 1},
                                         .block = {128, 1, 1},
                                         .args = args,
                                         .arg_count = 4});
  double worst = 0;
  for (int r = 0; r < ROWS; ++r) {
    softmax_reference(input + r * COLUMNS, COLUMNS, want);
    for (int i = 0; i < COLUMNS; ++i)
      widen(&worst, error_of(output[r * COLUMNS + i], want[i]));
  }
  report(d, "softmax_rows", ran, worst, 1e-6);
  free(input);
  free(output);
}

// The argument of `blur`, as in demo.cu.
typedef struct blur_options {
  int width, height;
  float strength;
} blur_options;

static int clamp(int value, int max) {
  return value < 0 ? 0 : value > max ? max : value;
}

static double blur_reference(const blur_options *o, const float *input, int x,
                             int y) {
  static const double weights[3] = {0.25, 0.5, 0.25};
  double sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += weights[dy + 1] * weights[dx + 1] *
             input[clamp(y + dy, o->height - 1) * o->width +
                   clamp(x + dx, o->width - 1)];
  const double centre = input[y * o->width + x];
  return centre + o->strength * (sum - centre);
}

static void check_blur(demo *d) {
  blur_options options = {123, 77, 0.75f};
  const int count = options.width * options.height;
  float *input = numbers((size_t)count);
  float *output = allocate((size_t)count * sizeof(float));
  const void *args[] = {&options, &input, &output};
  const bool ran = launch(d, "blur",
                          (quern_launch){.grid = {8, 10, 1},
                                         .block = {16, 8, 1},
                                         .args = args,
                                         .arg_count = 3});
  double worst = 0;
  for (int i = 0; i < count; ++i)
    widen(&worst,
          error_of(output[i], blur_reference(&options, input, i % options.width,
                                             i / options.width)));
  report(d, "blur", ran, worst, 1e-6);
  free(input);
  free(output);
}

static void check_matmul_float(demo *d) {
  enum { N = 64 };
  int n = N;
  float *a = numbers(N * N);
  float *b = numbers(N * N);
  float *c = allocate(N * N * sizeof(float));
  const void *args[] = {&n, &a, &b, &c};
  const bool ran = launch(d, "matmul<float, 16>",
                          (quern_launch){.grid = {N / 16, N / 16, 1},
                                         .block = {16, 16, 1},
                                         .args = args,
                                         .arg_count = 4});
  double worst = 0;
  for (int i = 0; i < N * N; ++i) {
    double want = 0;
    for (int k = 0; k < N; ++k)
      want += (double)a[i / N * N + k] * b[k * N + i % N];
    widen(&worst, error_of(c[i], want));
  }
  report(d, "matmul<float, 16>", ran, worst, 1e-5);
  free(a);
  free(b);
  free(c);
}

static double half_value(unsigned short bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  const double value =
      exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
  return bits & 0x8000 ? -value : value;
}

static void check_matmul_half(demo *d) {
  enum { N = 64 };
  int n = N;
  unsigned short *a = allocate(N * N * sizeof(*a));
  unsigned short *b = allocate(N * N * sizeof(*b));
  unsigned short *c = allocate(N * N * sizeof(*c));
  // Halves between 1/4 and 1 of either sign, by their bits.
  for (int i = 0; i < N * N; ++i) {
    a[i] = (unsigned short)(0x3400 + (int)(fabs(next_number()) * 0x7ff));
    b[i] = (unsigned short)((0x3400 + (int)(fabs(next_number()) * 0x7ff)) |
                            (i % 3 ? 0x8000 : 0));
  }
  const void *args[] = {&n, &a, &b, &c};
  const bool ran = launch(d, "matmul<__half, 16>",
                          (quern_launch){.grid = {N / 16, N / 16, 1},
                                         .block = {16, 16, 1},
                                         .args = args,
                                         .arg_count = 4});
  double worst = 0;
  for (int i = 0; i < N * N; ++i) {
    double want = 0;
    for (int k = 0; k < N; ++k)
      want += half_value(a[i / N * N + k]) * half_value(b[k * N + i % N]);
    widen(&worst, error_of(half_value(c[i]), want));
  }
  // Half a unit in the last of a half's 11 bits, and the float sum.
  report(d, "matmul<__half, 16>", ran, worst, 0x1p-11 + 1e-5);
  free(a);
  free(b);
  free(c);
}

static void check_scale(demo *d) {
  enum { N = 1000 };
  int n = N;
  float factor = 3;
  double wide_factor = -0.5;
  float *values = numbers(N);
  double *wide = allocate(N * sizeof(double));
  float *before = allocate(N * sizeof(float));
  memcpy(before, values, N * sizeof(float));
  for (int i = 0; i < N; ++i)
    wide[i] = i;
  const void *args[] = {&n, &factor, &values};
  bool ran = launch(d, "demo::scale(int, float, float*)",
                    (quern_launch){.grid = {8, 1, 1},
                                   .block = {128, 1, 1},
                                   .args = args,
                                   .arg_count = 3});
  double worst = 0;
  for (int i = 0; i < N; ++i)
    widen(&worst, error_of(values[i], 3.0 * before[i]));
  report(d, "demo::scale (float)", ran, worst, 1e-6);
  const void *wide_args[] = {&n, &wide_factor, &wide};
  ran = launch(d, "demo::scale(int, double, double*)",
               (quern_launch){.grid = {8, 1, 1},
                              .block = {128, 1, 1},
                              .args = wide_args,
                              .arg_count = 3});
  worst = 0;
  for (int i = 0; i < N; ++i)
    widen(&worst, fabs(wide[i] - -0.5 * i));
  report(d, "demo::scale (double)", ran, worst, 0);
  free(values);
  free(wide);
  free(before);
}

int main(int argc, char **argv) {
  quern_error error = QUERN_ERROR_INIT;
  quern_device *cpu = NULL;
  demo d = {0};
  if (argc != 2) {
    fputs("usage: demo_check BUNDLE\n", stderr);
    return 2;
  }
  if (quern_device_open("cpu", &cpu, &error) != QUERN_OK ||
      quern_module_open_file(cpu, argv[1], &d.module, &error) != QUERN_OK) {
    char text[QUERN_ERROR_TEXT_SIZE];
    quern_error_format(&error, text, sizeof(text));
    fputs(text, stderr);
    quern_device_close(cpu);
    return 1;
  }
  printf("%-26s %-12s %-12s %s\n", "KERNEL", "ERROR", "ALLOWED", "RESULT");
  check_saxpy(&d);
  check_sum_float(&d);
  check_sum_double(&d);
  check_sum_int(&d);
  check_histogram(&d);
  check_softmax(&d);
  check_blur(&d);
  check_matmul_float(&d);
  check_matmul_half(&d);
  check_scale(&d);
  quern_module_close(d.module);
  quern_device_close(cpu);
  printf("%d passed, %d failed\n", d.passed, d.failed);
  return d.failed != 0;
}
