// SPDX-License-Identifier: Apache-2.0
// PTX's video instructions, of parts of registers and of all lanes, against C++
// on the host: image libraries are full of them.
#include "program.h"

#include <algorithm>
#include <cstring>

typedef unsigned int u32;
typedef long long s64;
typedef signed char s8;
typedef unsigned char u8;

// ---- What they are, one lane at a time

static s64 clamp(s64 x, s64 least, s64 most) {
  return x < least ? least : x > most ? most : x;
}
static s64 sat_s32(s64 x) { return clamp(x, -2147483648ll, 2147483647); }
static s64 sat_u32(s64 x) { return clamp(x, 0, 4294967295ll); }
static s64 ub(u32 x, int i) { return (u8)(x >> 8 * i); }
static s64 sb(u32 x, int i) { return (s8)(x >> 8 * i); }
static s64 uh(u32 x, int i) { return (unsigned short)(x >> 16 * i); }
static s64 sh(u32 x, int i) { return (short)(x >> 16 * i); }
static s64 average(s64 x) { return x < 0 ? x >> 1 : (x + 1) >> 1; }
template <class F> static u32 four(F f) {
  u32 r = 0;
  for (int i = 0; i < 4; ++i)
    r |= (u32)(u8)f(i) << 8 * i;
  return r;
}
template <class F> static u32 two(F f) {
  return (u32)(unsigned short)f(0) | (u32)f(1) << 16;
}

// X(name, assembly of %0 by %1, %2, %3, what it is)
#define ROWS(X)                                                                \
  X(add, "vadd.u32.u32.u32 %0, %1, %2;", a + b)                                \
  X(add_mixed, "vadd.s32.u32.s32.sat %0, %1, %2;", sat_s32((s64)a + (int)b))   \
  X(add_parts, "vadd.s32.s32.u32 %0, %1.b1, %2.h1;", sb(a, 1) + uh(b, 1))      \
  X(sub_sat, "vsub.u32.u32.u32.sat %0, %1, %2;", sat_u32((s64)a - b))          \
  X(sub_signed, "vsub.s32.u32.u32.sat %0, %1, %2;", sat_s32((s64)a - b))       \
  X(absdiff, "vabsdiff.u32.u32.u32.sat %0, %1, %2;", a > b ? a - b : b - a)    \
  X(absdiff_sum, "vabsdiff.u32.u32.u32.add %0, %1.b2, %2.b1, %3;",             \
    (u32)std::abs(ub(a, 2) - ub(b, 1)) + c)                                    \
  X(min_max, "vmin.s32.s32.s32.max %0, %1, %2, %3;",                           \
    std::max(std::min((int)a, (int)b), (int)c))                                \
  X(max_min, "vmax.u32.u32.u32.min %0, %1, %2, %3;",                           \
    std::min(std::max(a, b), c))                                               \
  X(max_half, "vmax.s32.s32.s32 %0, %1.h0, %2.h1;",                            \
    std::max(sh(a, 0), sh(b, 1)))                                              \
  X(set, "vset.s32.s32.lt %0, %1, %2;", (int)a < (int)b)                       \
  X(set_sum, "vset.u32.u32.ge.add %0, %1.b0, %2.b0, %3;",                      \
    c + (ub(a, 0) >= ub(b, 0)))                                                \
  X(shl, "vshl.u32.u32.u32.clamp %0, %1, %2.b0;",                              \
    ub(b, 0) > 31 ? 0u : a << ub(b, 0))                                        \
  X(shl_wrap, "vshl.u32.u32.u32.wrap %0, %1, %2;", a << (b & 31))              \
  X(shr, "vshr.s32.s32.u32.clamp %0, %1, %2;", (int)a >> (b > 31 ? 31 : b))    \
  X(shr_wrap, "vshr.u32.u32.u32.wrap.add %0, %1, %2, %3;",                     \
    (a >> (b & 31)) + c)                                                       \
  X(mad, "vmad.u32.u32.u32 %0, %1.h0, %2.h1, %3;", uh(a, 0) * uh(b, 1) + c)    \
  X(mad_half, "vmad.s32.s32.u32.shr7 %0, %1.b3, %2.b0, %3;",                   \
    (sb(a, 3) * ub(b, 0) + (int)c) >> 7)                                       \
  X(add4, "vadd4.u32.u32.u32 %0, %1, %2, %3;",                                 \
    four([=](int i) { return ub(a, i) + ub(b, i); }))                          \
  X(add4_sat, "vadd4.u32.u32.u32.sat %0, %1, %2, %3;",                         \
    four([=](int i) { return clamp(ub(a, i) + ub(b, i), 0, 255); }))           \
  X(add4_signed, "vadd4.s32.s32.s32.sat %0, %1, %2, %3;",                      \
    four([=](int i) { return clamp(sb(a, i) + sb(b, i), -128, 127); }))        \
  X(sub4_sat, "vsub4.u32.u32.u32.sat %0, %1, %2, %3;",                         \
    four([=](int i) { return clamp(ub(a, i) - ub(b, i), 0, 255); }))           \
  X(avrg4, "vavrg4.u32.u32.u32 %0, %1, %2, %3;",                               \
    four([=](int i) { return average(ub(a, i) + ub(b, i)); }))                 \
  X(avrg4_signed, "vavrg4.s32.s32.s32 %0, %1, %2, %3;",                        \
    four([=](int i) { return average(sb(a, i) + sb(b, i)); }))                 \
  X(absdiff4, "vabsdiff4.u32.u32.u32 %0, %1, %2, %3;",                         \
    four([=](int i) { return std::abs(ub(a, i) - ub(b, i)); }))                \
  X(sad4, "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;",                         \
    c + (u32)(std::abs(ub(a, 0) - ub(b, 0)) + std::abs(ub(a, 1) - ub(b, 1)) +  \
              std::abs(ub(a, 2) - ub(b, 2)) + std::abs(ub(a, 3) - ub(b, 3))))  \
  X(sad_masked, "vabsdiff4.u32.s32.s32.add %0.b20, %1, %2, %3;",               \
    c + (u32)(std::abs(sb(a, 0) - sb(b, 0)) + std::abs(sb(a, 2) - sb(b, 2))))  \
  X(min4, "vmin4.u32.u32.u32 %0, %1, %2, %3;",                                 \
    four([=](int i) { return std::min(ub(a, i), ub(b, i)); }))                 \
  X(max4, "vmax4.s32.s32.s32 %0, %1, %2, %3;",                                 \
    four([=](int i) { return std::max(sb(a, i), sb(b, i)); }))                 \
  X(set4, "vset4.u32.u32.le %0, %1, %2, %3;",                                  \
    four([=](int i) { return ub(a, i) <= ub(b, i); }))                         \
  X(count4, "vset4.s32.s32.gt.add %0, %1, %2, %3;",                            \
    c + (sb(a, 0) > sb(b, 0)) + (sb(a, 1) > sb(b, 1)) +                        \
        (sb(a, 2) > sb(b, 2)) + (sb(a, 3) > sb(b, 3)))                         \
  X(chosen4, "vadd4.u32.u32.u32 %0.b310, %1.b7531, %2.b0246, %3;",             \
    four([=](int i) {                                                          \
      const s64 x = i < 2 ? ub(a, 2 * i + 1) : ub(b, 2 * i - 3);               \
      const s64 y = i == 3   ? ub(a, 0)                                        \
                    : i == 2 ? ub(a, 2)                                        \
                    : i == 1 ? ub(b, 0)                                        \
                             : ub(b, 2);                                       \
      return i == 2 ? ub(c, 2) : x + y;                                        \
    }))                                                                        \
  X(add2, "vadd2.u32.u32.u32.sat %0, %1, %2, %3;",                             \
    two([=](int i) { return clamp(uh(a, i) + uh(b, i), 0, 65535); }))          \
  X(sub2, "vsub2.s32.s32.s32.sat %0, %1, %2, %3;",                             \
    two([=](int i) { return clamp(sh(a, i) - sh(b, i), -32768, 32767); }))     \
  X(avrg2, "vavrg2.s32.s32.s32 %0, %1, %2, %3;",                               \
    two([=](int i) { return average(sh(a, i) + sh(b, i)); }))                  \
  X(absdiff2, "vabsdiff2.u32.u32.u32.sat %0, %1, %2, %3;",                     \
    two([=](int i) { return std::abs(uh(a, i) - uh(b, i)); }))                 \
  X(min2, "vmin2.u32.u32.u32 %0, %1, %2, %3;",                                 \
    two([=](int i) { return std::min(uh(a, i), uh(b, i)); }))                  \
  X(set2, "vset2.u32.u32.ne %0, %1, %2, %3;",                                  \
    two([=](int i) { return uh(a, i) != uh(b, i); }))                          \
  X(swapped2, "vadd2.u32.u32.u32 %0.h1, %1.h01, %2.h23, %3;",                  \
    (c & 0xffff) | (u32)(uh(a, 0) + uh(b, 0)) << 16)

// What NVIDIA's compiler (13.0, for sm_90) makes something else of than PTX's
// description says: no saturation of 32 unsigned bits, and parts that are merged
// from elsewhere. The same with nvcc.
#define DESCRIBED(X)                                                           \
  X(add_sat, "vadd.u32.u32.u32.sat %0, %1, %2;", sat_u32((s64)a + b))          \
  X(sub_merged, "vsub.s32.s32.s32.sat %0.b2, %1.b0, %2.b3, %3;",               \
    (c & 0xff00ffff) | (u32)(u8)clamp(sb(a, 0) - sb(b, 3), -128, 127) << 16)   \
  X(half_merged, "vadd.u32.u32.u32 %0.h1, %1.h0, %2.h0, %3;",                  \
    (c & 0xffff) | (u32)(uh(a, 0) + uh(b, 0)) << 16)

enum {
#define X(name, text, ...) ROW_##name,
  ROWS(X) DESCRIBED(X)
#undef X
      ROW_COUNT
};

__global__ void rows(const u32 *in, u32 *out) {
  const u32 i = threadIdx.x, a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
#define X(name, text, ...)                                                     \
  asm(text : "=r"(out[i * ROW_COUNT + ROW_##name]) : "r"(a), "r"(b), "r"(c));
  ROWS(X)
  DESCRIBED(X)
#undef X
}

static bool is_nvidia() {
  cudaDeviceProp of;
  return cudaGetDeviceProperties(&of, 0) == cudaSuccess &&
         std::strstr(of.name, "NVIDIA");
}

static u32 sample(u32 i) {
  const u32 special[] = {0,          1,          0x7f80ff01, 0x80007fff,
                         0x7fffffff, 0x80000000, 0xffffffff, 0x00ff00ff};
  return i % 3 == 0 ? special[i / 3 % 8] : i * 2654435761u;
}

int main() {
  enum { COUNT = 256 };
  std::vector<u32> in(3 * COUNT), out(COUNT * ROW_COUNT);
  for (u32 i = 0; i < in.size(); ++i)
    in[i] = sample(i * 7 + i / 5);
  u32 *d, *e;
  OK(cudaMalloc(&d, 4 * in.size()));
  OK(cudaMalloc(&e, 4 * out.size()));
  OK(cudaMemcpy(d, in.data(), 4 * in.size(), cudaMemcpyHostToDevice));
  rows<<<1, COUNT>>>(d, e);
  OK(cudaMemcpy(out.data(), e, 4 * out.size(), cudaMemcpyDeviceToHost));
  const bool nvidia = is_nvidia();
  unsigned wrong[ROW_COUNT] = {}, all = 0;
  for (u32 i = 0; i < COUNT; ++i) {
    const u32 a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
#define X(name, text, ...)                                                     \
  if (out[i * ROW_COUNT + ROW_##name] != (u32)(__VA_ARGS__) &&                 \
      ++all && wrong[ROW_##name]++ < 3)                                        \
    std::fprintf(stderr, #name "(%08x, %08x, %08x) is %08x, not %08x\n", a, b, \
                 c, out[i * ROW_COUNT + ROW_##name], (u32)(__VA_ARGS__));
    ROWS(X)
    if (!nvidia) {
      DESCRIBED(X)
    }
#undef X
  }
  OK(cudaFree(d));
  OK(cudaFree(e));
  CHECK(all == 0);
  return done();
}
