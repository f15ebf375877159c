// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O3
// LEVELS: x86-64-v3 aarch64 riscv64
// Fused multiplications of half and bfloat16 are rounded once, also where the
// machine goes through float. What is expected is the host's sum of doubles, with
// what that lacks.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "program.h"

enum { COUNT = 1 << 17 };

static __global__ void halves(const uint16_t *in, uint16_t *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __half_as_ushort(__hfma(__ushort_as_half(in[3 * i]),
                                   __ushort_as_half(in[3 * i + 1]),
                                   __ushort_as_half(in[3 * i + 2])));
}
static __global__ void brains(const uint16_t *in, uint16_t *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __bfloat16_as_ushort(__hfma(__ushort_as_bfloat16(in[3 * i]),
                                       __ushort_as_bfloat16(in[3 * i + 1]),
                                       __ushort_as_bfloat16(in[3 * i + 2])));
}

// A format of 16 bits: bits of the fraction, emin, emax.
struct format {
  int fraction, emin, emax;
};
static const format half_format = {10, -14, 15};
static const format brain_format = {7, -126, 127};

static double value_of(const format &f, uint16_t bits) {
  const int e = (bits & 0x7fff) >> f.fraction;
  const int fraction = bits & ((1 << f.fraction) - 1);
  const double size =
      e ? std::ldexp((1 << f.fraction) + fraction, e - 1 + f.emin - f.fraction)
        : std::ldexp(fraction, f.emin - f.fraction);
  return bits >> 15 ? -size : size;
}

// The nearest number of the format to high + low, which do not overlap and of
// which low may be what is far below high's bits.
static uint16_t round_to(const format &f, double high, double low) {
  const bool negative = std::signbit(high);
  const double size = std::fabs(high), rest = negative ? -low : low;
  int e = size > 0 ? std::ilogb(size) : f.emin;
  if (size > 0 && std::ldexp(1, e) == size && rest < 0)
    --e; // just below a power of two
  e = e < f.emin ? f.emin : e;
  const double units = std::ldexp(size, f.fraction - e);
  double whole = std::floor(units);
  if (whole == units && rest < 0)
    --whole;
  const double over = units - whole - 0.5; // exact
  const bool odd = std::fmod(whole, 2) != 0;
  if (over > 0 || (over == 0 && (rest > 0 || (rest == 0 && odd))))
    ++whole;
  const double magnitude = std::ldexp(whole, e - f.fraction);
  uint32_t bits = (uint32_t)whole;
  if (magnitude >= std::ldexp(2, f.emax))
    bits = (uint32_t)(f.emax - f.emin + 2) << f.fraction;
  else
    bits = (uint32_t)(e - f.emin) * (1u << f.fraction) + bits;
  return (uint16_t)(bits | (uint32_t)negative << 15);
}

static uint16_t exact(const format &f, const uint16_t *in) {
  const double p = value_of(f, in[0]) * value_of(f, in[1]); // exact
  const double c = value_of(f, in[2]);
  const double s = p + c, added = s - p;
  return round_to(f, s, (p - (s - added)) + (c - added));
}

static uint64_t state = 1;
static uint32_t random_bits() {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}

// Triples, most with sums whose parts are near each other or just apart.
static void fill(const format &f, std::vector<uint16_t> &in) {
  const uint32_t top = (uint32_t)(f.emax - f.emin + 1);
  for (int i = 0; i < COUNT; ++i) {
    uint16_t *t = &in[3 * i];
    const uint32_t ea = 1 + random_bits() % top, eb = 1 + random_bits() % top;
    const int sum = (int)(ea + eb) - 2 + f.emin - (i % 8 ? 0 : 40);
    int ec = sum + 1 + (int)(random_bits() % 60) - 30;
    ec = std::min(std::max(ec, 0), (int)top);
    const uint32_t e[3] = {ea, eb, (uint32_t)ec};
    for (int k = 0; k < 3; ++k)
      t[k] = (uint16_t)(e[k] << f.fraction |
                        (random_bits() & ((1u << f.fraction) - 1)) |
                        (random_bits() & 1) << 15);
    if (i % 4 == 0) // products in the middle of two numbers
      t[1] = (uint16_t)(t[1] & ~0x3u);
  }
}

static void compare(const char *name, const format &f,
                    void (*kernel)(const uint16_t *, uint16_t *),
                    std::vector<uint16_t> in) {
  uint16_t *from, *to;
  std::vector<uint16_t> out(COUNT);
  OK(cudaMalloc(&from, in.size() * 2));
  OK(cudaMalloc(&to, COUNT * 2));
  OK(cudaMemcpy(from, in.data(), in.size() * 2, cudaMemcpyHostToDevice));
  kernel<<<COUNT / 256, 256>>>(from, to);
  OK(cudaMemcpy(out.data(), to, COUNT * 2, cudaMemcpyDeviceToHost));
  int wrong = 0, subnormal = 0;
  for (int i = 0; i < COUNT; ++i) {
    const uint16_t right = exact(f, &in[3 * i]);
    subnormal += (right & 0x7fff) < 1 << f.fraction;
    if (out[i] != right && ++wrong < 5)
      std::printf("%s: %04x * %04x + %04x is %04x, not %04x\n", name, in[3 * i],
                  in[3 * i + 1], in[3 * i + 2], right, out[i]);
  }
  CHECK(wrong == 0);
  CHECK(subnormal > COUNT / 1000);
  OK(cudaFree(from));
  OK(cudaFree(to));
}

static uint16_t half_bits(float x) { return __half_as_ushort(__half(x)); }
static uint16_t brain_bits(float x) {
  return __bfloat16_as_ushort(__nv_bfloat16(x));
}

int main() {
  std::vector<uint16_t> in(3 * COUNT);
  fill(half_format, in);
  // 4097, and 2049, are in the middle of two halves; small sums move them off.
  const float h[][3] = {{241, 17, 0x1p-24f},    {241, 17, -0x1p-24f},
                        {241, 17, 0},           {683, 3, -0x1p-24f},
                        {683, 3, 0x1p-24f},     {0x1p-24f, 0x1p-1f, 0x1p-24f},
                        {0x1p-12f, 0x1p-13f, 0}};
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k < 3; ++k)
      in[3 * i + k] = half_bits(h[i][k]);
  compare("half", half_format, halves, in);
  fill(brain_format, in);
  const float b[][3] = {{7, 37, 0x1p-100f},
                        {7, 37, -0x1p-100f},
                        {9, 29, 0x1p-60f},
                        {9, 29, -0x1p-60f},
                        {7, 37, 0},
                        {9, 29, 0},
                        {7 * 0x1p-60f, 37 * 0x1p-49f, -0x1p-133f},
                        {7 * 0x1p-60f, 37 * 0x1p-49f, 0x1p-133f},
                        {0x1p100f, 0x1p28f, -0x1p127f}};
  for (int i = 0; i < 9; ++i)
    for (int k = 0; k < 3; ++k)
      in[3 * i + k] = brain_bits(b[i][k]);
  compare("bfloat16", brain_format, brains, in);
  return done();
}
