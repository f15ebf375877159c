// SPDX-License-Identifier: Apache-2.0
// kernels_blocks.cu and kernels_maths.cu in OpenCL C, as far as OpenCL 1.2 can
// say it; comments are there.

kernel void histogram(global const uchar *in, global uint *bins, int n) {
  local uint counts[256];
  const int t = get_local_id(0);
  counts[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&counts[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[t], counts[t]);
}

kernel void transpose(global const float *in, global float *out, int n) {
  local float tile[32][33];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int left = get_group_id(0) * 32, top = get_group_id(1) * 32;
  for (int j = 0; j < 32; j += 8)
    tile[ty + j][tx] = in[(top + ty + j) * n + left + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < 32; j += 8)
    out[(left + ty + j) * n + top + tx] = tile[tx][ty + j];
}

kernel void scan(global const float *in, global float *out) {
  local float sums[2][256];
  const int t = get_local_id(0), i = get_global_id(0);
  int from = 0;
  sums[0][t] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 1; k < 256; k *= 2) {
    float sum = sums[from][t];
    if (t >= k)
      sum += sums[from][t - k];
    from = 1 - from;
    sums[from][t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sums[from][t];
}

kernel void scan_tree(global const float *in, global float *out) {
  local float sums[512];
  const int t = get_local_id(0), start = get_group_id(0) * 512;
  sums[2 * t] = in[start + 2 * t];
  sums[2 * t + 1] = in[start + 2 * t + 1];
  int step = 1;
  for (int count = 256; count > 0; count /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < count)
      sums[step * (2 * t + 2) - 1] += sums[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0)
    sums[511] = 0;
  for (int count = 1; count < 512; count *= 2) {
    step /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < count) {
      const int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
      const float sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[start + 2 * t] = sums[2 * t];
  out[start + 2 * t + 1] = sums[2 * t + 1];
}

kernel void dot_double(global const double *x, global const double *y,
                       global double *out) {
  local double sums[256];
  const int t = get_local_id(0), i = get_global_id(0);
  sums[t] = x[i] * y[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_local_size(0) / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = sums[0];
}

kernel void sort_step(global const uint *in, global uint *out, int j, int k) {
  const int i = get_global_id(0);
  const int low = 2 * i - (i & (j - 1)), high = low + j;
  const uint a = in[low], b = in[high];
  const bool swaps = (a > b) == ((low & k) == 0);
  out[low] = swaps ? b : a;
  out[high] = swaps ? a : b;
}

kernel void sort_block(global const uint *in, global uint *out) {
  local uint keys[512];
  const int t = get_local_id(0), start = get_group_id(0) * 512;
  keys[t] = in[start + t];
  keys[t + 256] = in[start + t + 256];
  for (int k = 2; k <= 512; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int low = 2 * t - (t & (j - 1)), high = low + j;
      const uint a = keys[low], b = keys[high];
      if ((a > b) == ((low & k) == 0)) {
        keys[low] = b;
        keys[high] = a;
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[start + t] = keys[t];
  out[start + t + 256] = keys[t + 256];
}

kernel void nbody(global const float4 *bodies, global float4 *out, int n) {
  local float4 tile[256];
  const int t = get_local_id(0);
  const float4 own = bodies[get_global_id(0)];
  float ax = 0, ay = 0, az = 0;
  for (int start = 0; start < n; start += 256) {
    tile[t] = bodies[start + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 256; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - own.x, dy = other.y - own.y,
                  dz = other.z - own.z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      const float factor = other.w * inverse * inverse * inverse;
      ax += dx * factor;
      ay += dy * factor;
      az += dz * factor;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = (float4)(ax, ay, az, 0);
}

constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
#define W(a)                                                                   \
  a * 1 / 256.0f, a * 4 / 256.0f, a * 6 / 256.0f, a * 4 / 256.0f, a * 1 / 256.0f
constant float square[25] = {W(1), W(4), W(6), W(4), W(1)};

kernel void convolution(global const float *in, global float *out, int w,
                        int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2)
    return;
  float sum = 0;
#pragma unroll
  for (int j = -2; j <= 2; ++j)
#pragma unroll
    for (int i = -2; i <= 2; ++i)
      sum += square[(j + 2) * 5 + i + 2] * in[(y + j) * w + x + i];
  out[y * w + x] = sum;
}

kernel void convolution_row(global const float *in, global float *out, int w) {
  local float tile[256 + 4];
  const int t = get_local_id(0), x = get_global_id(0), y = get_group_id(1);
  global const float *row = in + y * w;
  tile[t + 2] = row[x];
  if (t < 2) {
    tile[t] = x >= 2 ? row[x - 2] : 0;
    tile[t + 258] = x + 256 < w ? row[x + 256] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 5; ++k)
    sum += weights[k] * tile[t + k];
  out[y * w + x] = sum;
}

kernel void spmv(global const int *starts, global const int *columns,
                 global const float *values, global const float *x,
                 global float *y) {
  const int row = get_global_id(0);
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}

kernel void fft_step(global const float2 *x, global float2 *y,
                     global const float2 *w, int half_count, int p) {
  const int i = get_global_id(0);
  if (i >= half_count)
    return;
  const int k = i & (p - 1);
  const float2 a = x[i], b = x[i + half_count], root = w[k];
  const float re = b.x * root.x - b.y * root.y;
  const float im = b.x * root.y + b.y * root.x;
  const int to = 2 * i - k;
  y[to] = (float2)(a.x + re, a.y + im);
  y[to + p] = (float2)(a.x - re, a.y - im);
}

kernel void axpy_half(global const half *x, global half *y, float a, int n) {
  const int i = get_global_id(0);
  if (i < n)
    vstore_half(a * vload_half(i, x) + vload_half(i, y), i, y);
}

kernel void q4_dot(global const uchar *a, global const uchar *x,
                   global float *y, int blocks) {
  local float sums[64];
  const int t = get_local_id(0), row = get_group_id(0);
  float sum = 0;
  for (int k = t; k < blocks; k += 64) {
    global const uchar *p = a + (row * blocks + k) * 18;
    global const uchar *q = x + k * 36;
    global const uchar *pairs = p + 2;
    global const char *elements = (global const char *)(q + 4);
    int whole = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      whole += ((pairs[j] & 15) - 8) * elements[j];
      whole += ((pairs[j] >> 4) - 8) * elements[j + 16];
    }
    sum += vload_half(0, (global const half *)p) *
           vload_half(0, (global const half *)q) * (float)whole;
  }
  sums[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 32; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    y[row] = sums[0];
}
