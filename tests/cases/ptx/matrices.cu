// SPDX-License-Identifier: Apache-2.0
// mma, ldmatrix and movmatrix in inline PTX, against products on the host.
#include "program.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned int u32;

// Small whole numbers, which every type holds: sums are exact in any order.
__host__ __device__ static int a_of(int row, int k) {
  return (row * 5 + k * 3) % 7 - 3;
}
__host__ __device__ static int b_of(int k, int column) {
  return (k * 2 + column * 7) % 5 - 2;
}
__host__ __device__ static int c_of(int row, int column) {
  return row - 2 * column;
}

__device__ u32 pair(int low, int high) {
  const __half2 both = __floats2half2_rn((float)low, (float)high);
  u32 raw;
  memcpy(&raw, &both, 4);
  return raw;
}
__device__ u32 pair_bf16(int low, int high) {
  const __nv_bfloat162 both = __floats2bfloat162_rn((float)low, (float)high);
  u32 raw;
  memcpy(&raw, &both, 4);
  return raw;
}
__device__ u32 four(int a, int b, int c, int d) {
  return (a & 255) | (b & 255) << 8 | (c & 255) << 16 | (u32)(d & 255) << 24;
}

#define A2(f, row, k) f(a_of(row, k), a_of(row, (k) + 1))
#define B2(f, k, column) f(b_of(k, column), b_of((k) + 1, column))
#define A4(row, k)                                                             \
  four(a_of(row, k), a_of(row, (k) + 1), a_of(row, (k) + 2), a_of(row, (k) + 3))
#define B4(k, column)                                                          \
  four(b_of(k, column), b_of((k) + 1, column), b_of((k) + 2, column),          \
       b_of((k) + 3, column))

// Results, 16 x 8 each: f16 k16, bf16 k16, tf32 k8, s8 k32, f16 sums k8.
__global__ void products(float *out) {
#if __CUDA_ARCH__ >= 800
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  const float c[4] = {(float)c_of(g, 2 * t), (float)c_of(g, 2 * t + 1),
                      (float)c_of(g + 8, 2 * t), (float)c_of(g + 8, 2 * t + 1)};
  float d[5][4];
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[0][0]), "=f"(d[0][1]), "=f"(d[0][2]), "=f"(d[0][3])
               : "r"(A2(pair, g, 2 * t)), "r"(A2(pair, g + 8, 2 * t)),
                 "r"(A2(pair, g, 2 * t + 8)), "r"(A2(pair, g + 8, 2 * t + 8)),
                 "r"(B2(pair, 2 * t, g)), "r"(B2(pair, 2 * t + 8, g)),
                 "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[1][0]), "=f"(d[1][1]), "=f"(d[1][2]), "=f"(d[1][3])
               : "r"(A2(pair_bf16, g, 2 * t)), "r"(A2(pair_bf16, g + 8, 2 * t)),
                 "r"(A2(pair_bf16, g, 2 * t + 8)),
                 "r"(A2(pair_bf16, g + 8, 2 * t + 8)),
                 "r"(B2(pair_bf16, 2 * t, g)), "r"(B2(pair_bf16, 2 * t + 8, g)),
                 "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[2][0]), "=f"(d[2][1]), "=f"(d[2][2]), "=f"(d[2][3])
               : "r"(__float_as_uint((float)a_of(g, t))),
                 "r"(__float_as_uint((float)a_of(g + 8, t))),
                 "r"(__float_as_uint((float)a_of(g, t + 4))),
                 "r"(__float_as_uint((float)a_of(g + 8, t + 4))),
                 "r"(__float_as_uint((float)b_of(t, g))),
                 "r"(__float_as_uint((float)b_of(t + 4, g))), "f"(c[0]),
                 "f"(c[1]), "f"(c[2]), "f"(c[3]));
  int s[4];
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3])
               : "r"(A4(g, 4 * t)), "r"(A4(g + 8, 4 * t)),
                 "r"(A4(g, 4 * t + 16)), "r"(A4(g + 8, 4 * t + 16)),
                 "r"(B4(4 * t, g)), "r"(B4(4 * t + 16, g)), "r"((int)c[0]),
                 "r"((int)c[1]), "r"((int)c[2]), "r"((int)c[3]));
  u32 h[2];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 "
               "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
               : "=r"(h[0]), "=r"(h[1])
               : "r"(A2(pair, g, 2 * t)), "r"(A2(pair, g + 8, 2 * t)),
                 "r"(B2(pair, 2 * t, g)), "r"(pair((int)c[0], (int)c[1])),
                 "r"(pair((int)c[2], (int)c[3])));
  for (int i = 0; i < 4; ++i) {
    __half half;
    const unsigned short bits = (unsigned short)(h[i / 2] >> (16 * (i % 2)));
    memcpy(&half, &bits, 2);
    d[3][i] = (float)s[i];
    d[4][i] = __half2float(half);
  }
  for (int m = 0; m < 5; ++m)
    for (int i = 0; i < 4; ++i)
      out[m * 128 + (g + i / 2 * 8) * 8 + 2 * t + i % 2] = d[m][i];
#endif
}

__global__ void fragments(const unsigned short *in, u32 *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const u32 lane = threadIdx.x;
  for (u32 i = lane; i < 256; i += 32)
    tile[i] = in[i];
  __syncwarp();
  const u32 row = (u32)__cvta_generic_to_shared(tile + lane * 8);
  u32 a, b, c, d, moved;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(row)
               : "memory");
  u32 *to = out + lane * 8;
  to[0] = a, to[1] = b, to[2] = c, to[3] = d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(to[4]), "=r"(to[5])
               : "r"(row)
               : "memory");
  // Without a state space the address is generic.
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];"
               : "=r"(to[7])
               : "l"(tile + lane * 8)
               : "memory");
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
               : "=r"(moved)
               : "r"(a));
  to[6] = moved;
}

int main() {
  std::vector<float> out(5 * 128);
  float *d;
  OK(cudaMalloc(&d, 4 * out.size()));
  products<<<1, 32>>>(d);
  OK(cudaMemcpy(out.data(), d, 4 * out.size(), cudaMemcpyDeviceToHost));
  const int depths[5] = {16, 16, 8, 32, 8};
  for (int m = 0; m < 5; ++m)
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 8; ++column) {
        int sum = c_of(row, column);
        for (int k = 0; k < depths[m]; ++k)
          sum += a_of(row, k) * b_of(k, column);
        const float got = out[m * 128 + row * 8 + column];
        if (got != (float)sum)
          std::fprintf(stderr, "product %d (%d, %d): %g, not %d\n", m, row,
                       column, got, sum);
        CHECK(got == (float)sum);
      }
  std::vector<unsigned short> tile(256);
  std::vector<u32> parts(256);
  for (u32 i = 0; i < 256; ++i)
    tile[i] = (unsigned short)(i * 257 + 3);
  unsigned short *t;
  u32 *p;
  OK(cudaMalloc(&t, 512));
  OK(cudaMalloc(&p, 1024));
  OK(cudaMemcpy(t, tile.data(), 512, cudaMemcpyHostToDevice));
  fragments<<<1, 32>>>(t, p);
  OK(cudaMemcpy(parts.data(), p, 1024, cudaMemcpyDeviceToHost));
  for (u32 lane = 0; lane < 32; ++lane) {
    const u32 g = lane / 4, k = lane % 4 * 2, *at = &parts[lane * 8];
    for (u32 m = 0; m < 4; ++m)
      CHECK(at[m] == (tile[m * 64 + g * 8 + k] |
                      (u32)tile[m * 64 + g * 8 + k + 1] << 16));
    for (u32 m = 0; m < 2; ++m)
      CHECK(at[4 + m] == (tile[m * 64 + k * 8 + g] |
                          (u32)tile[m * 64 + (k + 1) * 8 + g] << 16));
    CHECK(at[7] == at[0]);
    CHECK(at[6] == (tile[k * 8 + g] | (u32)tile[(k + 1) * 8 + g] << 16));
  }
  OK(cudaFree(d));
  OK(cudaFree(t));
  OK(cudaFree(p));
  return done();
}
