// SPDX-License-Identifier: Apache-2.0
// kernels.cu in OpenCL C, as far as OpenCL 1.2 can say it.

kernel void saxpy(global const float *x, global float *y, float a, int n) {
  const int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}

kernel void copy(global const float *x, global float *y, int n) {
  const int i = get_global_id(0);
  if (i < n)
    y[i] = x[i];
}

kernel void gelu(global const float *x, global float *y, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = v / (1.0f + exp(-2.0f * u));
  }
}

kernel void gelu_tanh(global const float *x, global float *y, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = 0.5f * v * (1.0f + tanh(u));
  }
}

kernel void stencil(global const float *in, global float *out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  const int i = y * w + x;
  out[i] = 0.5f * in[i] +
           0.125f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}

kernel void matmul(global const float *a, global const float *b,
                   global float *c, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

#define TILED(T)                                                               \
  kernel void tiled##T(global const float *a, global const float *b,           \
                       global float *c, int n) {                               \
    local float as[T][T], bs[T][T];                                            \
    const int x = get_local_id(0), y = get_local_id(1);                        \
    const int column = get_group_id(0) * T + x, row = get_group_id(1) * T + y; \
    float sum = 0;                                                             \
    for (int t = 0; t < n / T; ++t) {                                          \
      as[y][x] = a[row * n + t * T + x];                                       \
      bs[y][x] = b[(t * T + y) * n + column];                                  \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
      for (int k = 0; k < T; ++k)                                              \
        sum += as[y][k] * bs[k][x];                                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                            \
    }                                                                          \
    c[row * n + column] = sum;                                                 \
  }
TILED(16)
TILED(32)

kernel void reduction(global const float *x, global float *out, int n) {
  local float sums[256];
  const int t = get_local_id(0), i = get_global_id(0);
  sums[t] = i < n ? x[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_local_size(0) / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = sums[0];
}

kernel void softmax(global const float *x, global float *y, int columns) {
  local float shared[256];
  const int t = get_local_id(0);
  global const float *row = x + (size_t)get_group_id(0) * columns;
  global float *out = y + (size_t)get_group_id(0) * columns;
  float row_max = -INFINITY;
  for (int i = t; i < columns; i += 256)
    row_max = fmax(row_max, row[i]);
  shared[t] = row_max;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k)
      shared[t] = fmax(shared[t], shared[t + k]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  row_max = shared[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = t; i < columns; i += 256) {
    const float e = exp(row[i] - row_max);
    out[i] = e;
    sum += e;
  }
  shared[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k)
      shared[t] += shared[t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float factor = 1.0f / shared[0];
  for (int i = t; i < columns; i += 256)
    out[i] *= factor;
}

kernel void mandelbrot(global int *out, int w, int h, int limit) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  const float cx = -2.0f + 3.0f * (float)x / (float)w;
  const float cy = -1.5f + 3.0f * (float)y / (float)h;
  float zx = 0, zy = 0;
  int i = 0;
  for (; i < limit; ++i) {
    const float xx = zx * zx, yy = zy * zy;
    if (xx + yy > 4.0f)
      break;
    zy = 2 * zx * zy + cy;
    zx = xx - yy + cx;
  }
  out[y * w + x] = i;
}
