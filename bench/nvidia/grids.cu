// SPDX-License-Identifier: Apache-2.0
// Grids: neighbours, tiles, products and transposes.
#include "bench.h"

// Eight neighbours on each of the three axes, those above and below kept.
template <int R>
__global__ void wave(const float *__restrict__ in, float *__restrict__ out,
                     int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < R || y < R || x >= nx - R || y >= ny - R)
    return;
  const int plane = nx * ny;
  float column[2 * R + 1];
  for (int k = 0; k < 2 * R; ++k)
    column[k + 1] = in[k * plane + y * nx + x];
  for (int z = R; z < nz - R; ++z) {
    const int at = z * plane + y * nx + x;
    for (int k = 0; k < 2 * R; ++k)
      column[k] = column[k + 1];
    column[2 * R] = in[at + R * plane];
    float sum = column[R] * -6.5f;
#pragma unroll
    for (int k = 1; k <= R; ++k)
      sum += (column[R - k] + column[R + k] + in[at - k] + in[at + k] +
              in[at - k * nx] + in[at + k * nx]) /
             (k * k);
    out[at] = sum;
  }
}

__global__ void heat(const float *in, float *out, int nx, int ny, int nz,
                     float by) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x == 0 || y == 0 || z == 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
    return;
  const int at = (z * ny + y) * nx + x;
  out[at] = in[at] + by * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] +
                           in[at - nx * ny] + in[at + nx * ny] - 6.f * in[at]);
}

// Two rows of a lattice of nine speeds: collision alone.
__global__ void lattice(const float *__restrict__ in, float *__restrict__ out,
                        int count, float omega) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float weight[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                           1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  float f[9], density = 0.f, ux = 0.f, uy = 0.f;
  for (int k = 0; k < 9; ++k) {
    f[k] = in[(size_t)k * count + i];
    density += f[k];
    ux += f[k] * cx[k];
    uy += f[k] * cy[k];
  }
  ux /= density;
  uy /= density;
  const float square = ux * ux + uy * uy;
  for (int k = 0; k < 9; ++k) {
    const float along = cx[k] * ux + cy[k] * uy;
    const float rest =
        weight[k] * density *
        (1.f + 3.f * along + 4.5f * along * along - 1.5f * square);
    out[(size_t)k * count + i] = f[k] + omega * (rest - f[k]);
  }
}

// Five steps of a grid by tiles that overlap, in shared memory.
__global__ void hotspot(const float *power, const float *in, float *out,
                        int side, int steps) {
  const int tile = 32;
  __shared__ float now[tile][tile], heat_in[tile][tile];
  const int inner = tile - 2 * steps;
  const int x = blockIdx.x * inner + (int)threadIdx.x - steps;
  const int y = blockIdx.y * inner + (int)threadIdx.y - steps;
  const int cx = min(max(x, 0), side - 1), cy = min(max(y, 0), side - 1);
  now[threadIdx.y][threadIdx.x] = in[cy * side + cx];
  heat_in[threadIdx.y][threadIdx.x] = power[cy * side + cx];
  __syncthreads();
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int n = max(ty - 1, 0), s = min(ty + 1, tile - 1);
  const int w = max(tx - 1, 0), e = min(tx + 1, tile - 1);
  for (int i = 0; i < steps; ++i) {
    const float here = now[ty][tx];
    const float next =
        here + 0.1f * (heat_in[ty][tx] + (now[n][tx] + now[s][tx] - 2 * here) +
                       (now[ty][w] + now[ty][e] - 2 * here) + (0.8f - here));
    __syncthreads();
    now[ty][tx] = next;
    __syncthreads();
  }
  if (tx >= steps && tx < tile - steps && ty >= steps && ty < tile - steps &&
      x < side && y < side)
    out[y * side + x] = now[ty][tx];
}

// C = A * B by tiles of 64 by 64, four by four numbers a thread.
__global__ void product(const float *__restrict__ a,
                        const float *__restrict__ b, float *__restrict__ c,
                        int n) {
  __shared__ float as[16][64], bs[16][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 1024; i += 256) {
      as[i % 16][i / 16] = a[(row + i / 16) * n + k + i % 16];
      bs[i / 64][i % 64] = b[(k + i / 64) * n + column + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int l = 0; l < 16; ++l)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sum[i][j] += as[l][4 * ty + i] * bs[l][4 * tx + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(row + 4 * ty + i) * n + column + 4 * tx + j] = sum[i][j];
}

// As each course teaches it: one number a thread.
__global__ void product_plain(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0.f;
  for (int k = 0; k < n / 16; ++k) {
    as[ty][tx] = a[row * n + k * 16 + tx];
    bs[ty][tx] = b[(k * 16 + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void transpose(const float *in, float *out, int side) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Transforms of 64 points of a thread's block of shared memory, by fours.
__device__ static float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ static void four(float2 *v) {
  const float2 a = {v[0].x + v[2].x, v[0].y + v[2].y};
  const float2 b = {v[0].x - v[2].x, v[0].y - v[2].y};
  const float2 c = {v[1].x + v[3].x, v[1].y + v[3].y};
  const float2 d = {v[1].y - v[3].y, v[3].x - v[1].x};
  v[0] = make_float2(a.x + c.x, a.y + c.y);
  v[1] = make_float2(b.x + d.x, b.y + d.y);
  v[2] = make_float2(a.x - c.x, a.y - c.y);
  v[3] = make_float2(b.x - d.x, b.y - d.y);
}

__global__ void fft256(const float2 *in, float2 *out, int count) {
  __shared__ float2 s[4][256];
  const int line = threadIdx.x / 64, t = threadIdx.x % 64;
  const size_t base = (blockIdx.x * (size_t)4 + line) * 256;
  if (blockIdx.x * 4 + line >= count)
    return;
  float2 v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = in[base + t + 64 * i];
  for (int stride = 1; stride < 256; stride *= 4) {
    const float angle = -6.2831853f * (t % stride) / (4 * stride);
    for (int i = 1; i < 4; ++i) {
      float2 w;
      __sincosf(angle * i, &w.y, &w.x);
      v[i] = times(v[i], w);
    }
    four(v);
    const int to = (t / stride) * stride * 4 + t % stride;
    for (int i = 0; i < 4; ++i)
      s[line][to + i * stride] = v[i];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      v[i] = s[line][t + 64 * i];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    out[base + t + 64 * i] = v[i];
}

const Row grid_rows[] = {
    {"wave",
     [](const Data &d) {
       wave<4><<<dim3(8, 32), dim3(32, 8)>>>(d.in[0], d.out[0], 256, 256, 256);
     },
     true},
    {"heat",
     [](const Data &d) {
       heat<<<dim3(8, 64, 64), dim3(32, 4, 4)>>>(d.in[0], d.out[0], 256, 256,
                                                 256, 0.1f);
     },
     true},
    {"lattice",
     [](const Data &d) {
       lattice<<<blocks_for(COUNT / 16, 256), 256>>>(d.in[0], d.out[0],
                                                     COUNT / 16, 1.2f);
     },
     true},
    {"hotspot",
     [](const Data &d) {
       hotspot<<<dim3(187, 187), dim3(32, 32)>>>(d.in[0], d.in[1], d.out[0],
                                                 4096, 5);
     },
     true},
    {"product",
     [](const Data &d) {
       product<<<dim3(32, 32), 256>>>(d.in[0], d.in[1], d.out[0], 2048);
     },
     true},
    {"product_plain",
     [](const Data &d) {
       product_plain<<<dim3(128, 128), dim3(16, 16)>>>(d.in[0], d.in[1],
                                                       d.out[0], 2048);
     },
     true},
    {"transpose",
     [](const Data &d) {
       transpose<<<dim3(128, 128), dim3(32, 8)>>>(d.in[0], d.out[0], 4096);
     },
     true},
    {"fft256",
     [](const Data &d) {
       const int lines = COUNT / 512;
       fft256<<<blocks_for(lines, 4), 256>>>((const float2 *)d.in[0],
                                             (float2 *)d.out[0], lines);
     },
     true},
    {}};
