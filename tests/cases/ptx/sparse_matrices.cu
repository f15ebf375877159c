// SPDX-License-Identifier: Apache-2.0
// mma.sp in inline PTX, whose first factor has half of its elements, against
// products on the host: all types, both selectors, sums of half.
#include "program.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned int u32;

enum { ROWS = 16, COLUMNS = 8 };

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

// Each type: bits of an element, elements of a chunk and those that are there, and
// the four bits that describe chunk `at` of a row.
template <int BITS> struct Kind {
  static const int chunk = 4, kept = 2;
};
template <> struct Kind<4> {
  static const int chunk = 8, kept = 4;
};
template <> struct Kind<32> {
  static const int chunk = 2, kept = 1;
};

// Places of two in four, the lower one first; of one in two by both of its halves.
template <int BITS> __host__ __device__ static u32 bits_of(int row, int at) {
  const u32 pairs[6] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe}; // 01 02 03 12 13 23
  if (BITS == 32)
    return (row + at) % 3 ? 0xe : 0x4;
  return pairs[(row * 3 + at * 5) % 6];
}
template <int BITS>
__host__ __device__ static int place_of(int row, int at, int i) {
  const u32 bits = bits_of<BITS>(row, at);
  if (BITS == 32)
    return (bits & 3) / 2;
  if (BITS == 4)
    return (int)(bits >> (2 * (i / 2)) & 3) * 2 + i % 2;
  return (int)(bits >> (2 * i) & 3);
}

template <typename T> __device__ static u32 raw_of(int v);
struct S8 {};
struct S4 {};
struct TF32 {};
template <> __device__ u32 raw_of<__half>(int v) {
  const __half h = __float2half((float)v);
  unsigned short raw;
  memcpy(&raw, &h, 2);
  return raw;
}
template <> __device__ u32 raw_of<__nv_bfloat16>(int v) {
  const __nv_bfloat16 h = __float2bfloat16((float)v);
  unsigned short raw;
  memcpy(&raw, &h, 2);
  return raw;
}
template <> __device__ u32 raw_of<TF32>(int v) {
  const float f = (float)v;
  u32 raw;
  memcpy(&raw, &f, 4);
  return raw;
}
template <> __device__ u32 raw_of<S8>(int v) { return (u32)v & 255; }
template <> __device__ u32 raw_of<S4>(int v) { return (u32)v & 15; }

// A lane's four registers of a, which has half of `DEPTH` columns.
template <typename T, int BITS, int DEPTH> __device__ static void load_a(u32 *a) {
  const int lane = threadIdx.x, per = 32 / BITS;
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + i % 2 * 8;
    a[i] = 0;
    for (int e = 0; e < per; ++e)
      a[i] |= raw_of<T>(a_of(row, (i / 2 * 4 + lane % 4) * per + e))
              << (e * BITS % 32);
  }
}
template <typename T, int BITS> __device__ static void load_b(u32 *b) {
  const int lane = threadIdx.x, per = 32 / BITS;
  for (int i = 0; i < 4; ++i) {
    b[i] = 0;
    for (int e = 0; e < per; ++e)
      b[i] |= raw_of<T>(b_of((i * 4 + lane % 4) * per + e, lane / 4))
              << (e * BITS % 32);
  }
}

// Of types of 16 and 32 bits two lanes of a quad have a row's eight chunks, each
// four of them, of two rows; else the four lanes have eight chunks of a row each.
template <int BITS> __device__ static u32 load_meta(int selector) {
  const int lane = threadIdx.x % 4, row = threadIdx.x / 4;
  u32 meta = 0;
  for (int i = 0; i < 8; ++i)
    if (BITS >= 16)
      meta |= lane / 2 == selector
                  ? bits_of<BITS>(row + i / 4 * 8, lane % 2 * 4 + i % 4)
                        << (4 * i)
                  : 0xeu << (4 * i);
    else
      meta |= bits_of<BITS>(row + lane % 2 * 8, lane / 2 * 8 + i) << (4 * i);
  return meta;
}

template <typename S> __device__ static void store(const S *d, float *out) {
  const int lane = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    out[(lane / 4 + i / 2 * 8) * COLUMNS + lane % 4 * 2 + i % 2] = (float)d[i];
}
template <typename S> __device__ static void load_c(S *c) {
  const int lane = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    c[i] = (S)c_of(lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2);
}

#define MMA(what, kind, selector)                                              \
  asm volatile("mma." what " {%0,%1,%2,%3}, {%4,%5,%6,%7}, "                   \
               "{%8,%9,%10,%11}, {%12,%13,%14,%15}, %16, " selector ";"        \
               : "=" kind(d[0]), "=" kind(d[1]), "=" kind(d[2]),               \
                 "=" kind(d[3])                                                \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),        \
                 "r"(b[1]), "r"(b[2]), "r"(b[3]), kind(c[0]), kind(c[1]),      \
                 kind(c[2]), kind(c[3]), "r"(meta))

#define KERNEL(name, T, BITS, DEPTH, S, kind, what, selector)                  \
  __global__ void name(float *out) {                                           \
    u32 a[4], b[4];                                                            \
    S c[4], d[4];                                                              \
    load_a<T, BITS, DEPTH>(a);                                                 \
    load_b<T, BITS>(b);                                                        \
    load_c(c);                                                                 \
    const u32 meta = load_meta<BITS>(#selector[0] - '0');                      \
    MMA(what, kind, #selector);                                                \
    store(d, out);                                                             \
  }
KERNEL(half_0, __half, 16, 32, float, "f",
       "sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", 0)
KERNEL(half_1, __half, 16, 32, float, "f",
       "sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", 1)
KERNEL(bfloat16_1, __nv_bfloat16, 16, 32, float, "f",
       "sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", 1)
KERNEL(tf32_0, TF32, 32, 16, float, "f",
       "sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", 0)
KERNEL(tf32_1, TF32, 32, 16, float, "f",
       "sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", 1)
KERNEL(s8, S8, 8, 64, int, "r",
       "sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32.satfinite", 0)
KERNEL(s4, S4, 4, 128, int, "r",
       "sp.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32", 0)

// Sums of half, two in a register.
__global__ void half_sums(float *out) {
  u32 a[4], b[4], c[2], d[2];
  float sums[4];
  load_a<__half, 16, 32>(a);
  load_b<__half, 16>(b);
  load_c(sums);
  for (int i = 0; i < 2; ++i)
    c[i] = raw_of<__half>((int)sums[2 * i]) |
           raw_of<__half>((int)sums[2 * i + 1]) << 16;
  const u32 meta = load_meta<16>(0);
  asm volatile("mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%0,%1}, "
               "{%2,%3,%4,%5}, {%6,%7,%8,%9}, {%10,%11}, %12, 0x0;"
               : "=r"(d[0]), "=r"(d[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                 "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(c[0]), "r"(c[1]),
                 "r"(meta));
  for (int i = 0; i < 4; ++i) {
    const unsigned short raw = (unsigned short)(d[i / 2] >> (16 * (i % 2)));
    __half h;
    memcpy(&h, &raw, 2);
    sums[i] = __half2float(h);
  }
  store(sums, out);
}

template <int BITS, int DEPTH>
static void check(const char *name, void (*kernel)(float *), float *out) {
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    out[i] = -1e9f;
  kernel<<<1, 32>>>(out);
  OK(cudaDeviceSynchronize());
  for (int row = 0; row < ROWS; ++row)
    for (int column = 0; column < COLUMNS; ++column) {
      typedef Kind<BITS> K;
      int sum = c_of(row, column);
      for (int at = 0; at < DEPTH / K::chunk; ++at)
        for (int i = 0; i < K::kept; ++i)
          sum += a_of(row, at * K::kept + i) *
                 b_of(at * K::chunk + place_of<BITS>(row, at, i), column);
      if (out[row * COLUMNS + column] != (float)sum)
        printf("%s: row %d, column %d\n", name, row, column);
      CHECK(out[row * COLUMNS + column] == (float)sum);
    }
}

int main() {
  float *out;
  OK(cudaMallocManaged(&out, sizeof(float) * ROWS * COLUMNS));
  check<16, 32>("half_0", half_0, out);
  check<16, 32>("half_1", half_1, out);
  check<16, 32>("half_sums", half_sums, out);
  check<16, 32>("bfloat16_1", bfloat16_1, out);
  check<32, 16>("tf32_0", tf32_0, out);
  check<32, 16>("tf32_1", tf32_1, out);
  check<8, 64>("s8", s8, out);
  check<4, 128>("s4", s4, out);
  OK(cudaFree(out));
  return done();
}
