// SPDX-License-Identifier: Apache-2.0
// mma and dp4a of bytes in inline PTX, signed and unsigned on either side, whose
// sums wrap around or stay at the ends of 32 bits, against the host's.
#include "program.h"

#include <climits>

typedef unsigned int u32;

// All of a byte's values occur.
__host__ __device__ static u32 byte_of(int which, int row, int k) {
  return (u32)(which * 101 + row * 37 + k * 59 + row * k * 11) & 255;
}
__host__ __device__ static int c_of(int row, int column) {
  return row % 3 == 0   ? INT_MAX - column * 1000
         : row % 3 == 1 ? INT_MIN + column * 1000
                        : row * 7 - column;
}
__device__ static u32 four(int which, int row, int k) {
  u32 all = 0;
  for (int i = 0; i < 4; ++i)
    all |= byte_of(which, row, k + i) << (8 * i);
  return all;
}

#define EACH(X)                                                                \
  X(0, "s8", "s8", "s32", "s32") X(1, "s8", "u8", "s32", "u32")                \
  X(2, "u8", "s8", "u32", "s32") X(3, "u8", "u8", "u32", "u32")

#define MMA(at, tail, a_type, b_type)                                          \
  asm volatile("mma.sync.aligned.m16n8k32.row.col" tail ".s32." a_type         \
               "." b_type ".s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "          \
               "{%8, %9}, {%10, %11, %12, %13};"                               \
               : "=r"(d[at][0]), "=r"(d[at][1]), "=r"(d[at][2]),               \
                 "=r"(d[at][3])                                                \
               : "r"(four(0, g, 4 * t)), "r"(four(0, g + 8, 4 * t)),           \
                 "r"(four(0, g, 4 * t + 16)), "r"(four(0, g + 8, 4 * t + 16)), \
                 "r"(four(1, g, 4 * t)), "r"(four(1, g, 4 * t + 16)),          \
                 "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));

// By signs, and again where sums stay at the ends; 16 x 8 each.
__global__ void products(int *out) {
#if __CUDA_ARCH__ >= 800
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  int c[4], d[8][4];
  for (int i = 0; i < 4; ++i)
    c[i] = c_of(g + i / 2 * 8, 2 * t + i % 2);
#define X(at, a_type, b_type, a_word, b_word)                                  \
  MMA(at, "", a_type, b_type)                                                  \
  MMA(at + 4, ".satfinite", a_type, b_type)
  EACH(X)
#undef X
  for (int m = 0; m < 8; ++m)
    for (int i = 0; i < 4; ++i)
      out[m * 128 + (g + i / 2 * 8) * 8 + 2 * t + i % 2] = d[m][i];
#endif
}

__global__ void dots(int *out) {
  const int lane = threadIdx.x;
  const u32 a = four(0, lane, 0), b = four(1, lane, 4);
  const int c = c_of(lane, 1);
#define X(at, a_type, b_type, a_word, b_word)                                  \
  asm volatile("dp4a." a_word "." b_word " %0, %1, %2, %3;"                    \
               : "=r"(out[at * 32 + lane])                                     \
               : "r"(a), "r"(b), "r"(c));
  EACH(X)
#undef X
  out[4 * 32 + lane] = __dp4a((int)a, (int)b, c);
  out[5 * 32 + lane] = (int)__dp4a(a, b, (u32)c);
}

static long long value(u32 byte, bool is_signed) {
  return is_signed ? (signed char)byte : (long long)byte;
}
static bool a_signed(int signs) { return signs < 2; }
static bool b_signed(int signs) { return signs % 2 == 0; }

// Where sums stay at the ends, in which order they are made does not matter: the
// products of these rows are all of one sign, or do not reach an end.
static bool is_plain(int signs, int row, int column) {
  bool up = false, down = false;
  for (int k = 0; k < 32; ++k) {
    const long long product = value(byte_of(0, row, k), a_signed(signs)) *
                              value(byte_of(1, column, k), b_signed(signs));
    up = up || product > 0;
    down = down || product < 0;
  }
  return row % 3 == 2 || !up || !down;
}

static void check_products(const std::vector<int> &out) {
  for (int m = 0; m < 8; ++m)
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 8; ++column) {
        long long sum = c_of(row, column);
        for (int k = 0; k < 32; ++k)
          sum += value(byte_of(0, row, k), a_signed(m % 4)) *
                 value(byte_of(1, column, k), b_signed(m % 4));
        if (m >= 4 && !is_plain(m % 4, row, column))
          continue;
        if (m >= 4)
          sum = sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum;
        const int got = out[m * 128 + row * 8 + column];
        if (got != (int)(u32)sum)
          std::fprintf(stderr, "product %d (%d, %d): %d, not %d\n", m, row,
                       column, got, (int)(u32)sum);
        CHECK(got == (int)(u32)sum);
      }
}

static void check_dots(const std::vector<int> &out) {
  for (int m = 0; m < 6; ++m)
    for (int lane = 0; lane < 32; ++lane) {
      const int signs = m < 4 ? m : m == 4 ? 0 : 3;
      long long sum = c_of(lane, 1);
      for (int k = 0; k < 4; ++k)
        sum += value(byte_of(0, lane, k), a_signed(signs)) *
               value(byte_of(1, lane, 4 + k), b_signed(signs));
      if (out[m * 32 + lane] != (int)(u32)sum)
        std::fprintf(stderr, "dot %d (%d): %d, not %d\n", m, lane,
                     out[m * 32 + lane], (int)(u32)sum);
      CHECK(out[m * 32 + lane] == (int)(u32)sum);
    }
}

int main() {
  std::vector<int> out(8 * 128), sums(6 * 32);
  int *d;
  OK(cudaMalloc(&d, 4 * out.size()));
  products<<<1, 32>>>(d);
  OK(cudaMemcpy(out.data(), d, 4 * out.size(), cudaMemcpyDeviceToHost));
  check_products(out);
  dots<<<1, 32>>>(d);
  OK(cudaMemcpy(sums.data(), d, 4 * sums.size(), cudaMemcpyDeviceToHost));
  check_dots(sums);
  OK(cudaFree(d));
  return done();
}
