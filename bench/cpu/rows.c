// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../runtime/timing.h"

enum {
  SIDE = 512,
  MANY = 1 << 20,
  STREAM = 1 << 24,
  CACHED = 1 << 16,
  WIDE = 4096,
  COLUMNS = 1024,
  MOST_STEPS = 256,
};

// ---- Plain C

static void saxpy(const float *x, float *y, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i)
    y[i] = 2.0f * x[i] + y[i];
}
static void saxpy_cached(float *const d[BUFFERS]) { saxpy(d[0], d[1], CACHED); }
static void saxpy_stream(float *const d[BUFFERS]) { saxpy(d[0], d[1], STREAM); }

static void copy_stream(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *y = d[1];
#pragma omp parallel for simd
  for (int i = 0; i < STREAM; ++i)
    y[i] = x[i];
}

static void gelu(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *y = d[1];
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = v / (1.0f + expf(-2.0f * u));
  }
}

static void gelu_tanh(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *y = d[1];
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = 0.5f * v * (1.0f + tanhf(u));
  }
}

static void stencil_of(const float *in, float *out, int side) {
#pragma omp parallel for
  for (int y = 1; y < side - 1; ++y)
    for (int x = 1; x < side - 1; ++x) {
      const size_t i = (size_t)y * (size_t)side + (size_t)x;
      out[i] =
          0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] +
                                   in[i - (size_t)side] + in[i + (size_t)side]);
    }
}
static void stencil(float *const d[BUFFERS]) { stencil_of(d[0], d[1], SIDE); }
static void stencil_wide(float *const d[BUFFERS]) {
  stencil_of(d[0], d[1], WIDE);
}

// The order of loops that a C programmer takes for vectors.
static void matmul(float *const d[BUFFERS]) {
  const float *a = d[0], *b = d[1];
  float *c = d[2];
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    memset(c + y * SIDE, 0, SIDE * sizeof(float));
    for (int k = 0; k < SIDE; ++k)
      for (int x = 0; x < SIDE; ++x)
        c[y * SIDE + x] += a[y * SIDE + k] * b[k * SIDE + x];
  }
}

// The same in tiles of `tile`, which is a constant where it is inlined.
static inline void matmul_tiles(float *const d[BUFFERS], int tile) {
  const float *a = d[0], *b = d[1];
  float *c = d[2];
#pragma omp parallel for
  for (int ty = 0; ty < SIDE; ty += tile)
    for (int tx = 0; tx < SIDE; tx += tile) {
      float sums[32][32] = {{0}};
      for (int t = 0; t < SIDE; t += tile)
        for (int y = 0; y < tile; ++y)
          for (int k = 0; k < tile; ++k)
            for (int x = 0; x < tile; ++x)
              sums[y][x] +=
                  a[(ty + y) * SIDE + t + k] * b[(t + k) * SIDE + tx + x];
      for (int y = 0; y < tile; ++y)
        for (int x = 0; x < tile; ++x)
          c[(ty + y) * SIDE + tx + x] = sums[y][x];
    }
}
static void tiled16(float *const d[BUFFERS]) { matmul_tiles(d, 16); }
static void tiled32(float *const d[BUFFERS]) { matmul_tiles(d, 32); }

static void reduction(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY / 256; ++block) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 256; ++i)
      sum += x[block * 256 + i];
    out[block] = sum;
  }
}

static void softmax(float *const d[BUFFERS]) {
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    const float *in = d[0] + y * COLUMNS;
    float *out = d[1] + y * COLUMNS;
    float most = -FLT_MAX, sum = 0;
#pragma omp simd reduction(max : most)
    for (int i = 0; i < COLUMNS; ++i)
      most = fmaxf(most, in[i]);
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < COLUMNS; ++i) {
      out[i] = expf(in[i] - most);
      sum += out[i];
    }
    const float factor = 1.0f / sum;
    for (int i = 0; i < COLUMNS; ++i)
      out[i] *= factor;
  }
}

static void mandelbrot(float *const d[BUFFERS]) {
  int *out = (int *)(void *)d[0];
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < SIDE; ++y)
    for (int x = 0; x < SIDE; ++x) {
      const float cx = -2.0f + 3.0f * (float)x / (float)SIDE;
      const float cy = -1.5f + 3.0f * (float)y / (float)SIDE;
      float zx = 0, zy = 0;
      int i = 0;
      for (; i < MOST_STEPS; ++i) {
        const float xx = zx * zx, yy = zy * zy;
        if (xx + yy > 4.0f)
          break;
        zy = 2 * zx * zy + cy;
        zx = xx - yy + cx;
      }
      out[y * SIDE + x] = i;
    }
}

static void warp_sum(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int warp = 0; warp < MANY / 32; ++warp) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 32; ++i)
      sum += x[warp * 32 + i];
    out[warp] = sum;
  }
}

// ---- The table

#define BUF(n) {.kind = BUFFER, .number = (n)}
#define I(n) {.kind = INT, .number = (n)}
#define F(x) {.kind = FLOAT, .real = (x)}

#define MATMUL(id, c, gx, gy, bx, by)                                          \
  {.name = id,                                                                 \
   .kernel = id,                                                               \
   .grid = {gx, gy},                                                           \
   .block = {bx, by},                                                          \
   .buffers = {{SIDE * SIDE, FILL_SMALL},                                      \
               {SIDE * SIDE, FILL_SMALL},                                      \
               {SIDE * SIDE, FILL_ZERO}},                                      \
   .arguments = {BUF(0), BUF(1), BUF(2), I(SIDE)},                             \
   .reference = c,                                                             \
   .result = 2,                                                                \
   .tolerance = 1e-5,                                                          \
   .flops = 2.0 * SIDE * SIDE * SIDE}

const row rows[] = {
    {.name = "saxpy",
     .kernel = "saxpy",
     .grid = {CACHED / 256, 1},
     .block = {256, 1},
     .buffers = {{CACHED, FILL_SMALL}, {CACHED, FILL_INDEX}},
     .arguments = {BUF(0), BUF(1), F(2), I(CACHED)},
     .reference = saxpy_cached,
     .result = 1,
     .tolerance = 1e-6,
     .bytes = 12.0 * CACHED},
    {.name = "saxpy_stream",
     .kernel = "saxpy",
     .grid = {STREAM / 256, 1},
     .block = {256, 1},
     .buffers = {{STREAM, FILL_SMALL}, {STREAM, FILL_INDEX}},
     .arguments = {BUF(0), BUF(1), F(2), I(STREAM)},
     .reference = saxpy_stream,
     .result = 1,
     .tolerance = 1e-6,
     .bytes = 12.0 * STREAM},
    {.name = "copy_stream",
     .kernel = "copy",
     .grid = {STREAM / 256, 1},
     .block = {256, 1},
     .buffers = {{STREAM, FILL_SMALL}, {STREAM, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(STREAM)},
     .reference = copy_stream,
     .result = 1,
     .bytes = 8.0 * STREAM},
    {.name = "gelu",
     .kernel = "gelu",
     .grid = {MANY / 4 / 256, 1},
     .block = {256, 1},
     .buffers = {{MANY / 4, FILL_SMALL}, {MANY / 4, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(MANY / 4)},
     .reference = gelu,
     .result = 1,
     .tolerance = 1e-5},
    {.name = "gelu_tanh",
     .kernel = "gelu_tanh",
     .grid = {MANY / 4 / 256, 1},
     .block = {256, 1},
     .buffers = {{MANY / 4, FILL_SMALL}, {MANY / 4, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(MANY / 4)},
     .reference = gelu_tanh,
     .result = 1,
     .tolerance = 1e-5},
    {.name = "stencil",
     .kernel = "stencil",
     .grid = {SIDE / 32, SIDE / 8},
     .block = {32, 8},
     .buffers = {{SIDE * SIDE, FILL_SMALL}, {SIDE * SIDE, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(SIDE), I(SIDE)},
     .reference = stencil,
     .result = 1,
     .tolerance = 1e-6},
    {.name = "stencil_stream",
     .kernel = "stencil",
     .grid = {WIDE / 32, WIDE / 8},
     .block = {32, 8},
     .buffers = {{WIDE * WIDE, FILL_SMALL}, {WIDE * WIDE, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(WIDE), I(WIDE)},
     .reference = stencil_wide,
     .result = 1,
     .tolerance = 1e-6,
     .bytes = 8.0 * WIDE * WIDE},
    MATMUL("matmul", matmul, SIDE / 16, SIDE / 16, 16, 16),
    MATMUL("tiled16", tiled16, SIDE / 16, SIDE / 16, 16, 16),
    MATMUL("tiled32", tiled32, SIDE / 32, SIDE / 32, 32, 32),
    {.name = "reduction",
     .kernel = "reduction",
     .grid = {MANY / 256, 1},
     .block = {256, 1},
     .buffers = {{MANY, FILL_SMALL}, {MANY / 256, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(MANY)},
     .reference = reduction,
     .result = 1,
     .tolerance = 1e-5,
     .bytes = 4.0 * MANY},
    {.name = "softmax",
     .kernel = "softmax",
     .grid = {SIDE, 1},
     .block = {256, 1},
     .buffers = {{SIDE * COLUMNS, FILL_SMALL}, {SIDE * COLUMNS, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1), I(COLUMNS)},
     .reference = softmax,
     .result = 1,
     .tolerance = 1e-5},
    {.name = "mandelbrot",
     .kernel = "mandelbrot",
     .grid = {SIDE / 16, SIDE / 16},
     .block = {16, 16},
     .buffers = {{SIDE * SIDE, FILL_ZERO}},
     // Contraction may change where points at the border leave.
     .arguments = {BUF(0), I(SIDE), I(SIDE), I(MOST_STEPS)},
     .reference = mandelbrot,
     .result = 0,
     .tolerance = -1},
    {.name = "warp_sum",
     .kernel = "warp_sum",
     .grid = {MANY / 256, 1},
     .block = {256, 1},
     .buffers = {{MANY, FILL_SMALL}, {MANY / 32, FILL_ZERO}},
     .arguments = {BUF(0), BUF(1)},
     .reference = warp_sum,
     .result = 1,
     .tolerance = 1e-5},
};
const size_t row_count = sizeof(rows) / sizeof(rows[0]);

// ---- What the machine can do

double peak_gflops(int repeats) {
  typedef float lanes __attribute__((vector_size(32)));
  // As many as hide an FMA's latency.
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
    best = fmax(best, 2.0 * 8 * SUMS * STEPS / time);
  }
  return best;
}

double peak_bandwidth(int repeats) {
  enum { BYTES = 1 << 27 };
  double best = 0;
  char *from = malloc(BYTES), *to = malloc(BYTES);
  for (int r = 0; from && to && r < repeats + 1; ++r) {
    memset(from, r, BYTES);
    const double start = now_ns();
    memcpy(to, from, BYTES);
    const double time = now_ns() - start;
    volatile char keep = to[(size_t)r * 4096];
    (void)keep;
    best = fmax(best, 2.0 * BYTES / time);
  }
  free(from);
  free(to);
  return best;
}
