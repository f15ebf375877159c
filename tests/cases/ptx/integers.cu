// SPDX-License-Identifier: Apache-2.0
// Inline PTX on integers, against C++ on the host: on CPUs it is translated.
#include "program.h"

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;

// X(name, assembly of %0 by %1, %2, %3, what it is)
#define WORDS(X)                                                               \
  X(lop3, "lop3.b32 %0, %1, %2, %3, 0x96;", a ^ b ^ c)                         \
  X(lop3_select, "lop3.b32 %0, %1, %2, %3, 0xca;", (a & b) | (~a & c))         \
  X(prmt, "prmt.b32 %0, %1, %2, 0x3b51;", bytes(a, b, 0x3b51))                 \
  X(prmt_f4e, "prmt.b32.f4e %0, %1, %2, %3;",                                  \
    (u32)(((u64)b << 32 | a) >> (8 * (c & 3))))                                \
  X(prmt_rc16, "prmt.b32.rc16 %0, %1, %2, 1;", (a >> 16) * 0x10001u)           \
  X(bfe_u, "bfe.u32 %0, %1, 5, 11;", a >> 5 & 0x7ff)                           \
  X(bfe_s, "bfe.s32 %0, %1, 5, 11;", (u32)((int)(a << 16) >> 21))              \
  X(bfe_beyond, "bfe.s32 %0, %1, 28, 30;", (u32)((int)a >> 28))                \
  X(bfe_none, "bfe.s32 %0, %1, 3, 0;", 0u)                                     \
  X(bfi, "bfi.b32 %0, %1, %2, 7, 9;", (b & ~0xff80u) | (a & 0x1ff) << 7)       \
  X(bfind_u, "bfind.u32 %0, %1;", a ? 31u - (u32)__builtin_clz(a) : ~0u)       \
  X(bfind_s, "bfind.s32 %0, %1;",                                              \
    fold(a) ? 31u - (u32)__builtin_clz(fold(a)) : ~0u)                         \
  X(bfind_shift, "bfind.shiftamt.u32 %0, %1;",                                 \
    a ? (u32)__builtin_clz(a) : ~0u)                                           \
  X(popc, "popc.b32 %0, %1;", (u32)__builtin_popcount(a))                      \
  X(clz, "clz.b32 %0, %1;", a ? (u32)__builtin_clz(a) : 32u)                   \
  X(brev, "brev.b32 %0, %1;", reversed(a))                                     \
  X(shl, "shl.b32 %0, %1, %3;", c > 31 ? 0u : a << c)                          \
  X(shr_u, "shr.u32 %0, %1, %3;", c > 31 ? 0u : a >> c)                        \
  X(shr_s, "shr.s32 %0, %1, %3;", (u32)((int)a >> (c > 31 ? 31 : c)))          \
  X(shf_left, "shf.l.wrap.b32 %0, %1, %2, %3;",                                \
    (u32)((((u64)b << 32 | a) << (c & 31)) >> 32))                             \
  X(shf_right, "shf.r.clamp.b32 %0, %1, %2, %3;",                              \
    (u32)(((u64)b << 32 | a) >> (c > 32 ? 32 : c)))                            \
  X(mad, "mad.lo.u32 %0, %1, %2, %3;", a * b + c)                              \
  X(mul_hi_u, "mul.hi.u32 %0, %1, %2;", (u32)((u64)a * b >> 32))               \
  X(mul_hi_s, "mul.hi.s32 %0, %1, %2;",                                        \
    (u32)((s64)(int)a * (s64)(int)b >> 32))                                    \
  X(mul24, "mul24.lo.u32 %0, %1, %2;",                                         \
    (u32)((u64)(a & 0xffffff) * (b & 0xffffff)))                               \
  X(sad, "sad.s32 %0, %1, %2, %3;",                                            \
    c + ((int)a < (int)b ? b - a : a - b))                                     \
  X(min, "min.s32 %0, %1, %2;", (int)a < (int)b ? a : b)                       \
  X(max, "max.u32 %0, %1, %2;", a < b ? b : a)                                 \
  X(add_sat, "add.sat.s32 %0, %1, %2;", clamped((s64)(int)a + (int)b))         \
  X(sub_sat, "sub.sat.s32 %0, %1, %2;", clamped((s64)(int)a - (int)b))         \
  X(negated, "neg.s32 %0, %1;", 0u - a)                                        \
  X(absolute, "abs.s32 %0, %1;", (int)a < 0 ? 0u - a : a)                      \
  X(cnot, "cnot.b32 %0, %1;", a == 0 ? 1u : 0u)                                \
  X(dp4a_uu, "dp4a.u32.u32 %0, %1, %2, %3;", dot<0, 0>(a, b, c))               \
  X(dp4a_su, "dp4a.s32.u32 %0, %1, %2, %3;", dot<1, 0>(a, b, c))               \
  X(dp4a_ss, "dp4a.s32.s32 %0, %1, %2, %3;", dot<1, 1>(a, b, c))               \
  X(set, "set.lt.u32.s32 %0, %1, %2;", (int)a < (int)b ? ~0u : 0u)             \
  X(slct, "slct.b32.s32 %0, %1, %2, %3;", (int)c >= 0 ? a : b)                 \
  X(setp,                                                                      \
    "{ .reg .pred p, q; setp.lt.and.u32 p|q, %1, %2, 1; "                      \
    "selp.b32 %0, %1, %2, p; @q add.u32 %0, %0, 1; }",                         \
    a < b ? a : b + 1)                                                         \
  X(vectors,                                                                   \
    "{ .reg .b16 x, y; mov.b32 {x, y}, %1; mov.b32 %0, {y, x}; }",             \
    a << 16 | a >> 16)                                                         \
  X(narrow, "{ .reg .s8 t; cvt.s8.s32 t, %1; cvt.s32.s8 %0, t; }",             \
    (u32)(int)(signed char)a)                                                  \
  X(narrow_sat, "cvt.sat.u8.s32 %0, %1;",                                      \
    (int)a < 0 ? 0u : (int)a > 255 ? 255u : a)                                 \
  X(range, "{ .reg .u32 r<3>; mov.u32 r0, %1; add.u32 r1, r0, %2; "            \
           "mul.lo.u32 r2, r1, %3; mov.u32 %0, r2; }",                         \
    (a + b) * c)                                                               \
  X(loop, "{ .reg .pred p; .reg .u32 i; mov.u32 i, 0; mov.u32 %0, 0;\n"        \
          "AGAIN_%=: add.u32 %0, %0, %1; add.u32 i, i, 1;\n"                   \
          "setp.lt.u32 p, i, 5; @p bra AGAIN_%=; }",                           \
    5 * a)                                                                     \
  X(comments, "// what this does\n\tadd.u32 %0, %1, %2; /* a sum */", a + b)

__host__ __device__ static u32 fold(u32 x) { return (int)x < 0 ? ~x : x; }
static u32 reversed(u32 x) {
  u32 r = 0;
  for (int i = 0; i < 32; ++i)
    r |= (x >> i & 1) << (31 - i);
  return r;
}
static u32 clamped(s64 x) {
  return (u32)(x > 2147483647 ? 2147483647 : x < -2147483648ll ? -2147483648ll : x);
}
static u32 bytes(u32 a, u32 b, u32 selectors) {
  const u64 all = (u64)b << 32 | a;
  u32 r = 0;
  for (int i = 0; i < 4; ++i) {
    const u32 s = selectors >> (4 * i) & 15;
    const u32 byte = (u32)(all >> (8 * (s & 7))) & 255;
    r |= (s & 8 ? (byte & 128 ? 255u : 0u) : byte) << (8 * i);
  }
  return r;
}
template <int A, int B> static u32 dot(u32 a, u32 b, u32 c) {
  for (int i = 0; i < 4; ++i) {
    const int x = A ? (int)(signed char)(a >> (8 * i)) : (int)(a >> (8 * i) & 255);
    const int y = B ? (int)(signed char)(b >> (8 * i)) : (int)(b >> (8 * i) & 255);
    c += (u32)(x * y);
  }
  return c;
}

enum {
#define X(name, text, ...) WORD_##name,
  WORDS(X)
#undef X
      WORD_COUNT
};

__global__ void words(const u32 *in, u32 *out) {
  const u32 i = threadIdx.x, a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  u32 *to = out + i * WORD_COUNT;
#define X(name, text, ...)                                                   \
  {                                                                            \
    u32 r;                                                                     \
    asm volatile(text : "=&r"(r) : "r"(a), "r"(b), "r"(c));                    \
    to[WORD_##name] = r;                                                       \
  }
  WORDS(X)
#undef X
}

// Of 64 bits, with carries, and what takes two registers for one.
__global__ void wide(const u64 *in, u64 *out) {
  const u32 i = threadIdx.x;
  const u64 a = in[2 * i], b = in[2 * i + 1];
  u64 *to = out + i * 8;
  u32 low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(a));
  to[0] = (u64)low << 32 | high;
  asm("mov.b64 %0, {%1, %2};" : "=l"(to[1]) : "r"(high), "r"(low));
  asm("add.cc.u32 %0, %2, %4;\n\taddc.u32 %1, %3, %5;"
      : "=&r"(low), "=r"(high)
      : "r"((u32)a), "r"((u32)(a >> 32)), "r"((u32)b), "r"((u32)(b >> 32)));
  to[2] = (u64)high << 32 | low;
  asm("sub.cc.u32 %0, %2, %4;\n\tsubc.u32 %1, %3, %5;"
      : "=&r"(low), "=r"(high)
      : "r"((u32)a), "r"((u32)(a >> 32)), "r"((u32)b), "r"((u32)(b >> 32)));
  to[3] = (u64)high << 32 | low;
  asm("mad.wide.s32 %0, %1, %2, %3;"
      : "=l"(to[4])
      : "r"((u32)a), "r"((u32)b), "l"(b));
  asm("mul.hi.u64 %0, %1, %2;" : "=l"(to[5]) : "l"(a), "l"(b));
  asm("bfe.s64 %0, %1, 40, 20;" : "=l"(to[6]) : "l"(a));
  u32 value = (u32)a; // one that is read and written
  asm("add.u32 %0, %0, %1;" : "+r"(value) : "r"(3u));
  to[7] = value;
}

static u32 sample(u32 i) {
  const u32 special[] = {0, 1, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff};
  return i % 3 == 0 ? special[i / 3 % 8] : i * 2654435761u;
}

int main() {
  enum { COUNT = 256 };
  std::vector<u32> in(3 * COUNT), out(COUNT * WORD_COUNT);
  for (u32 i = 0; i < in.size(); ++i)
    in[i] = sample(i * 7 + i / 5);
  u32 *d, *e;
  OK(cudaMalloc(&d, 4 * in.size()));
  OK(cudaMalloc(&e, 4 * out.size()));
  OK(cudaMemcpy(d, in.data(), 4 * in.size(), cudaMemcpyHostToDevice));
  words<<<1, COUNT>>>(d, e);
  OK(cudaMemcpy(out.data(), e, 4 * out.size(), cudaMemcpyDeviceToHost));
  unsigned wrong = 0;
  for (u32 i = 0; i < COUNT; ++i) {
    const u32 a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
#define X(name, text, ...)                                                   \
  if (out[i * WORD_COUNT + WORD_##name] != (u32)(__VA_ARGS__) && wrong++ < 20)       \
    std::fprintf(stderr, #name "(%08x, %08x, %08x) is %08x, not %08x\n", a, b, \
                 c, out[i * WORD_COUNT + WORD_##name], (u32)(__VA_ARGS__));
    WORDS(X)
#undef X
  }
  std::vector<u64> big(2 * COUNT), got(8 * COUNT);
  for (u32 i = 0; i < big.size(); ++i)
    big[i] = (u64)sample(i) << 32 | sample(i * 5 + 1);
  u64 *f, *g;
  OK(cudaMalloc(&f, 8 * big.size()));
  OK(cudaMalloc(&g, 8 * got.size()));
  OK(cudaMemcpy(f, big.data(), 8 * big.size(), cudaMemcpyHostToDevice));
  wide<<<1, COUNT>>>(f, g);
  OK(cudaMemcpy(got.data(), g, 8 * got.size(), cudaMemcpyDeviceToHost));
  for (u32 i = 0; i < COUNT; ++i) {
    const u64 a = big[2 * i], b = big[2 * i + 1];
    const u64 wanted[8] = {
        a << 32 | a >> 32,
        a << 32 | a >> 32,
        a + b,
        a - b,
        (u64)((s64)(int)a * (s64)(int)b) + b,
        (u64)((unsigned __int128)a * b >> 64),
        (u64)((s64)(a << 4) >> 44),
        (u32)a + 3,
    };
    for (int k = 0; k < 8; ++k)
      if (got[8 * i + k] != wanted[k] && wrong++ < 20)
        std::fprintf(stderr, "wide %d(%llx, %llx) is %llx, not %llx\n", k, a, b,
                     got[8 * i + k], wanted[k]);
  }
  CHECK(wrong == 0);
  OK(cudaFree(d));
  OK(cudaFree(e));
  OK(cudaFree(f));
  OK(cudaFree(g));
  return done();
}
