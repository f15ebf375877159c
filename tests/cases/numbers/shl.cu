// SPDX-License-Identifier: Apache-2.0
// Shifts by a number's width and more: nothing is left, or the sign, as PTX
// says, whether the count is a literal, the same for all, or each lane's own.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
// FLAGS: -Wno-shift-count-overflow
#include "program.h"

enum { LANES = 64 };

template <typename T, typename U> struct results {
  U left, right, arithmetic, left_by_literal, right_by_literal, sign_by_literal;
};

template <typename T, typename U>
static __global__ void shift(results<T, U> *out, const int *counts, U bits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = counts[i];
  const T number = (T)bits;
  enum { WIDTH = sizeof(T) < 4 ? 32 : sizeof(T) * 8 };
  results<T, U> r;
  r.left = (U)(bits << count);
  r.right = (U)(bits >> count);
  r.arithmetic = (U)(number >> count);
  r.left_by_literal = (U)(bits << WIDTH);
  r.right_by_literal = (U)(bits >> (WIDTH + 1));
  r.sign_by_literal = (U)(number >> WIDTH);
  out[i] = r;
}

// The same, step by step. What is narrower than int is shifted as one.
template <typename T, typename U>
static results<T, U> expect(unsigned count, U bits) {
  const unsigned width = sizeof(T) < 4 ? 32 : sizeof(T) * 8;
  const long long wide = (T)bits;
  const unsigned long long sign = wide < 0 ? ~0ull : 0;
  const bool fits = count < width;
  results<T, U> r = {};
  r.left = fits ? (U)((unsigned long long)bits << count) : 0;
  r.right = fits ? (U)((unsigned long long)bits >> count) : 0;
  r.arithmetic = (U)(fits ? (unsigned long long)(wide >> count) : sign);
  r.sign_by_literal = (U)sign;
  return r;
}

template <typename T, typename U> static void run(U bits, int width) {
  results<T, U> *out, host[LANES];
  int *counts, own[LANES];
  OK(cudaMalloc(&out, sizeof(host)));
  OK(cudaMalloc(&counts, sizeof(own)));
  for (int i = 0; i < LANES; ++i)
    own[i] = i < 48 ? i + 16 : i < 56 ? 1 << (i - 40) : -(1 << (i - 56));
  OK(cudaMemcpy(counts, own, sizeof(own), cudaMemcpyHostToDevice));
  shift<T, U><<<LANES / width, width>>>(out, counts, bits);
  OK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  for (int i = 0; i < LANES; ++i) {
    const results<T, U> wanted = expect<T, U>((unsigned)own[i], bits);
    CHECK(std::memcmp(&host[i], &wanted, sizeof(wanted)) == 0);
  }
  OK(cudaFree(out));
  OK(cudaFree(counts));
}

// The funnel's count is cut to 5 bits, or held at 32.
static __global__ void funnel(unsigned *out, const unsigned *counts) {
  const unsigned count = counts[threadIdx.x];
  unsigned *own = out + 4 * threadIdx.x;
  own[0] = __funnelshift_l(0x11223344, 0xaabbccdd, count);
  own[1] = __funnelshift_lc(0x11223344, 0xaabbccdd, count);
  own[2] = __funnelshift_r(0x11223344, 0xaabbccdd, count);
  own[3] = __funnelshift_rc(0x11223344, 0xaabbccdd, count);
}

static void run_funnel() {
  const unsigned counts[4] = {0, 8, 32, 40};
  const unsigned wanted[4][4] = {
      {0xaabbccdd, 0xaabbccdd, 0x11223344, 0x11223344},
      {0xbbccdd11, 0xbbccdd11, 0xdd112233, 0xdd112233},
      {0xaabbccdd, 0x11223344, 0x11223344, 0xaabbccdd},
      {0xbbccdd11, 0x11223344, 0xdd112233, 0xaabbccdd}};
  unsigned *memory, got[4][4];
  OK(cudaMalloc(&memory, sizeof(counts) + sizeof(got)));
  OK(cudaMemcpy(memory, counts, sizeof(counts), cudaMemcpyHostToDevice));
  funnel<<<1, 4>>>(memory + 4, memory);
  OK(cudaMemcpy(got, memory + 4, sizeof(got), cudaMemcpyDeviceToHost));
  CHECK(std::memcmp(got, wanted, sizeof(got)) == 0);
  OK(cudaFree(memory));
}

int main() {
  for (int width = 1; width <= LANES; width *= 8) {
    run<signed char, unsigned char>(0xf8, width);
    run<short, unsigned short>(0xfff8, width);
    run<int, unsigned>(0xfffffff8u, width);
    run<int, unsigned>(0x7ffffff8u, width);
    run<long long, unsigned long long>(0xfffffffffffffff8ull, width);
  }
  run_funnel();
  std::puts("ok");
  return 0;
}
