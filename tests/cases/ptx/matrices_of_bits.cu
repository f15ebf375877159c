// SPDX-License-Identifier: Apache-2.0
// mma of numbers of four bits, of single bits, of eight-bit floats and of
// doubles, and the older one by quads (m8n8k4), against products on the host.
#include "program.h"
#include <cuda_fp16.h>
#include <cuda_fp8.h>

typedef unsigned int u32;

__host__ __device__ static int a_of(int row, int k) {
  return (row * 5 + k * 3) % 7 - 3;
}
__host__ __device__ static int b_of(int k, int column) {
  return (k * 2 + column * 7) % 5 - 2;
}
__host__ __device__ static int c_of(int row, int column) {
  return row - 2 * column;
}
__host__ __device__ static int bit_of(int index, int k) {
  return (index * 11 + k * 7 + k / 3) % 3 == 0;
}

// Registers of consecutive elements of a row of A, or a column of B.
__device__ static u32 a4(int row, int k) {
  u32 raw = 0;
  for (int i = 0; i < 8; ++i)
    raw |= (u32)(a_of(row, k + i) & 15) << 4 * i;
  return raw;
}
__device__ static u32 b4(int k, int column) {
  u32 raw = 0;
  for (int i = 0; i < 8; ++i)
    raw |= (u32)((b_of(k + i, column) + 2) & 15) << 4 * i;
  return raw;
}
__device__ static u32 bits(int index, int k) {
  u32 raw = 0;
  for (int i = 0; i < 32; ++i)
    raw |= (u32)bit_of(index, k + i) << i;
  return raw;
}
__device__ static u32 a8(int row, int k) {
  u32 raw = 0;
  for (int i = 0; i < 4; ++i)
    raw |= (u32)__nv_fp8_e4m3((float)a_of(row, k + i)).__x << 8 * i;
  return raw;
}
__device__ static u32 b8(int k, int column) {
  u32 raw = 0;
  for (int i = 0; i < 4; ++i)
    raw |= (u32)__nv_fp8_e5m2((float)b_of(k + i, column)).__x << 8 * i;
  return raw;
}

enum { S4, B1_XOR, E4M3, F64, KINDS };
static const int depths[KINDS] = {64, 256, 32, 8};

// Results, 16 x 8 each.
__global__ void products(double *out) {
#if __CUDA_ARCH__ >= 890
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  int c[4], s[4], x[4];
  float f[4];
  double d[4];
  for (int i = 0; i < 4; ++i)
    c[i] = c_of(g + i / 2 * 8, 2 * t + i % 2);
  asm volatile("mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3])
               : "r"(a4(g, 8 * t)), "r"(a4(g + 8, 8 * t)),
                 "r"(a4(g, 8 * t + 32)), "r"(a4(g + 8, 8 * t + 32)),
                 "r"(b4(8 * t, g)), "r"(b4(8 * t + 32, g)), "r"(c[0]),
                 "r"(c[1]), "r"(c[2]), "r"(c[3]));
  asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(bits(g, 32 * t)), "r"(bits(g + 8, 32 * t)),
                 "r"(bits(g, 32 * t + 128)), "r"(bits(g + 8, 32 * t + 128)),
                 "r"(bits(50 + g, 32 * t)), "r"(bits(50 + g, 32 * t + 128)),
                 "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3])
               : "r"(a8(g, 4 * t)), "r"(a8(g + 8, 4 * t)),
                 "r"(a8(g, 4 * t + 16)), "r"(a8(g + 8, 4 * t + 16)),
                 "r"(b8(4 * t, g)), "r"(b8(4 * t + 16, g)), "f"((float)c[0]),
                 "f"((float)c[1]), "f"((float)c[2]), "f"((float)c[3]));
#if __CUDA_ARCH__ >= 900 || !defined(__QUERN_TARGET_NVIDIA__)
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
               : "d"((double)a_of(g, t)), "d"((double)a_of(g + 8, t)),
                 "d"((double)a_of(g, t + 4)), "d"((double)a_of(g + 8, t + 4)),
                 "d"((double)b_of(t, g)), "d"((double)b_of(t + 4, g)),
                 "d"((double)c[0]), "d"((double)c[1]), "d"((double)c[2]),
                 "d"((double)c[3]));
#endif
  for (int i = 0; i < 4; ++i) {
    double *at = out + (g + i / 2 * 8) * 8 + 2 * t + i % 2;
    at[S4 * 128] = s[i];
    at[B1_XOR * 128] = x[i];
    at[E4M3 * 128] = f[i];
    at[F64 * 128] = d[i];
  }
#endif
}

// What is added up for one k of a kind.
static int term(int kind, int row, int column, int k) {
  switch (kind) {
  case S4:
    return a_of(row, k) * (b_of(k, column) + 2);
  case B1_XOR:
    return bit_of(row, k) != bit_of(50 + column, k);
  default:
    return a_of(row, k) * b_of(k, column);
  }
}

__device__ static u32 halves(int low, int high) {
  const __half2 both = __floats2half2_rn((float)low, (float)high);
  u32 raw;
  memcpy(&raw, &both, 4);
  return raw;
}

// Four products of 8 x 4 by 4 x 8: of rows by columns with sums of float, and of
// columns by rows with sums of half. Quad q adds q to each factor of A.
__global__ void quads(float *out) {
#if __CUDA_ARCH__ >= 700
  const int lane = threadIdx.x, q = lane % 16 / 4, t = lane % 4,
            high = lane / 16 * 4;
  u32 a[2], b[2], at[2], bt[2], h[4];
  float c[8], d[8];
  for (int i = 0; i < 2; ++i) {
    a[i] = halves(a_of(t + high, 2 * i) + q, a_of(t + high, 2 * i + 1) + q);
    b[i] = halves(b_of(2 * i, t + high), b_of(2 * i + 1, t + high));
    at[i] = halves(a_of(high + 2 * i, t) + q, a_of(high + 2 * i + 1, t) + q);
    bt[i] = halves(b_of(t, high + 2 * i), b_of(t, high + 2 * i + 1));
  }
  for (int i = 0; i < 8; ++i)
    c[i] = (float)c_of((t & 1) + (i & 2) + high, (i & 4) + (t & 2) + (i & 1));
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, "
               "{%12, %13, %14, %15, %16, %17, %18, %19};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]),
                 "=f"(d[5]), "=f"(d[6]), "=f"(d[7])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
                 "f"(c[1]), "f"(c[2]), "f"(c[3]), "f"(c[4]), "f"(c[5]),
                 "f"(c[6]), "f"(c[7]));
  for (int i = 0; i < 4; ++i)
    h[i] = halves(c_of(t + high, 2 * i), c_of(t + high, 2 * i + 1));
  asm volatile("mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16 "
               "{%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3};"
               : "+r"(h[0]), "+r"(h[1]), "+r"(h[2]), "+r"(h[3])
               : "r"(at[0]), "r"(at[1]), "r"(bt[0]), "r"(bt[1]));
  float *to = out + q * 128;
  for (int i = 0; i < 8; ++i) {
    const unsigned short raw = (unsigned short)(h[i / 2] >> 16 * (i % 2));
    __half half;
    memcpy(&half, &raw, 2);
    to[((t & 1) + (i & 2) + high) * 8 + (i & 4) + (t & 2) + (i & 1)] = d[i];
    to[64 + (t + high) * 8 + i] = __half2float(half);
  }
#endif
}

int main() {
  std::vector<double> out(KINDS * 128);
  double *d;
  OK(cudaMalloc(&d, 8 * out.size()));
  products<<<1, 32>>>(d);
  OK(cudaMemcpy(out.data(), d, 8 * out.size(), cudaMemcpyDeviceToHost));
  for (int kind = 0; kind < KINDS; ++kind)
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 8; ++column) {
        int sum = c_of(row, column);
        for (int k = 0; k < depths[kind]; ++k)
          sum += term(kind, row, column, k);
        const double got = out[kind * 128 + row * 8 + column];
        if (got != sum)
          std::fprintf(stderr, "product %d (%d, %d): %g, not %d\n", kind, row,
                       column, got, sum);
        CHECK(got == sum);
      }
  std::vector<float> four(4 * 128);
  float *f;
  OK(cudaMalloc(&f, 4 * four.size()));
  quads<<<1, 32>>>(f);
  OK(cudaMemcpy(four.data(), f, 4 * four.size(), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4 * 128; ++i) {
    const int q = i / 128, row = i % 64 / 8, column = i % 8;
    int sum = c_of(row, column);
    for (int k = 0; k < 4; ++k)
      sum += (a_of(row, k) + q) * b_of(k, column);
    if (four[i] != (float)sum)
      std::fprintf(stderr, "quads, %d: %g, not %d\n", i, four[i], sum);
    CHECK(four[i] == (float)sum);
  }
  OK(cudaFree(d));
  OK(cudaFree(f));
  return done();
}
