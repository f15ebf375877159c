// SPDX-License-Identifier: Apache-2.0
// The kernels of bench/cpu.py as plain C for one core, and the machine's peak.
//
//   reference NAME REPEATS      prints the median time of a call, ns
//   reference peak REPEATS      prints f32 operations by FMA, GFLOP/s
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 512, MANY = 1 << 20, STREAM = 1 << 16 };
static float *a, *b, *c;

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void saxpy(void) {
#pragma omp parallel for simd
  for (int i = 0; i < STREAM; ++i)
    b[i] = 2.0f * a[i] + b[i];
}

static void gelu(void) {
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float v = a[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    b[i] = v / (1.0f + expf(-2.0f * u));
  }
}

static void stencil(void) {
#pragma omp parallel for
  for (int y = 1; y < SIDE - 1; ++y)
    for (int x = 1; x < SIDE - 1; ++x) {
      const int i = y * SIDE + x;
      b[i] = 0.5f * a[i] +
             0.125f * (a[i - 1] + a[i + 1] + a[i - SIDE] + a[i + SIDE]);
    }
}

// The order of loops that a C programmer takes for vectors.
static void matmul(void) {
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    memset(c + y * SIDE, 0, SIDE * sizeof(float));
    for (int k = 0; k < SIDE; ++k)
      for (int x = 0; x < SIDE; ++x)
        c[y * SIDE + x] += a[y * SIDE + k] * b[k * SIDE + x];
  }
}

static void reduction(void) {
#pragma omp parallel for
  for (int block = 0; block < MANY / 256; ++block) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 256; ++i)
      sum += a[block * 256 + i];
    b[block] = sum;
  }
}

static void softmax(void) {
  enum { COLUMNS = 1024 };
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    const float *row = a + y * COLUMNS;
    float *out = b + y * COLUMNS;
    float most = -FLT_MAX, sum = 0;
#pragma omp simd reduction(max : most)
    for (int i = 0; i < COLUMNS; ++i)
      most = fmaxf(most, row[i]);
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < COLUMNS; ++i) {
      out[i] = expf(row[i] - most);
      sum += out[i];
    }
    for (int i = 0; i < COLUMNS; ++i)
      out[i] *= 1.0f / sum;
  }
}

static void mandelbrot(void) {
#pragma omp parallel for schedule(dynamic)
  for (int y = 0; y < SIDE; ++y)
    for (int x = 0; x < SIDE; ++x) {
      const float cx = -2.0f + 3.0f * (float)x / (float)SIDE;
      const float cy = -1.5f + 3.0f * (float)y / (float)SIDE;
      float zx = 0, zy = 0;
      int i = 0;
      for (; i < 256; ++i) {
        const float xx = zx * zx, yy = zy * zy;
        if (xx + yy > 4.0f)
          break;
        zy = 2 * zx * zy + cy;
        zx = xx - yy + cx;
      }
      c[y * SIDE + x] = (float)i;
    }
}

static void warp_sum(void) {
#pragma omp parallel for
  for (int warp = 0; warp < MANY / 32; ++warp) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 32; ++i)
      sum += a[warp * 32 + i];
    b[warp] = sum;
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} rows[] = {{"saxpy", saxpy},           {"gelu", gelu},
            {"stencil", stencil},       {"matmul", matmul},
            {"tiled16", matmul},        {"tiled32", matmul},
            {"reduction", reduction},   {"softmax", softmax},
            {"mandelbrot", mandelbrot}, {"warp_sum", warp_sum}};

static int by_value(const void *x, const void *y) {
  const double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

// Sums in enough registers to hide an FMA's latency.
static double peak(int repeats) {
  typedef float lanes __attribute__((vector_size(32)));
  enum { SUMS = 10, STEPS = 1 << 20 };
  double best = 0;
  for (int r = 0; r < repeats; ++r) {
    lanes sums[SUMS] = {0}, x = {0}, y = {0};
    for (int i = 0; i < 8; ++i) {
      x[i] = 1.0f + (float)r * 1e-9f;
      y[i] = 1e-9f;
    }
    const double start = now_ns();
    for (int i = 0; i < STEPS; ++i)
      for (int k = 0; k < SUMS; ++k)
        sums[k] = sums[k] * x + y;
    const double time = now_ns() - start;
    float all = 0;
    for (int k = 0; k < SUMS; ++k)
      all += sums[k][k % 8];
    volatile float keep = all;
    (void)keep;
    const double rate = 2.0 * 8 * SUMS * STEPS / time;
    best = rate > best ? rate : best;
  }
  return best;
}

int main(int argc, char **argv) {
  enum { MOST = 1000 };
  static double times[MOST];
  const int repeats = argc > 2 ? atoi(argv[2]) : 0;
  if (repeats < 1 || repeats > MOST)
    return 2;
  if (strcmp(argv[1], "peak") == 0)
    return printf("%.1f\n", peak(repeats)) < 0;
  a = aligned_alloc(64, MANY * sizeof(float));
  b = aligned_alloc(64, MANY * sizeof(float));
  c = aligned_alloc(64, MANY * sizeof(float));
  if (!a || !b || !c)
    return 1;
  for (int i = 0; i < MANY; ++i) {
    a[i] = (float)(i * 7919 % 1000) / 500.0f - 1.0f;
    b[i] = 1.0f;
  }
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k) {
    if (strcmp(argv[1], rows[k].name) != 0)
      continue;
    for (int r = 0; r < repeats; ++r) {
      const double start = now_ns();
      rows[k].run();
      times[r] = now_ns() - start;
    }
    qsort(times, (size_t)repeats, sizeof(*times), by_value);
    return printf("%.0f\n", times[repeats / 2]) < 0;
  }
  return 2;
}
