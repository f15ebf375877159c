// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics, packed arithmetic, min and max.
// RUN: kernel=integer_bits grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=integer_products grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=integer_packed grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=integer_minmax grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
#include "check.h"

extern "C" __global__ void integer_bits(int *result) {
  BEGIN();
  const unsigned x = (unsigned)self * 2654435761u;
  int ones = 0, first = 0, leading = 0;
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) {
    const unsigned set = (x >> bit) & 1;
    ones += (int)set;
    reversed |= set << (31 - bit);
    if (set && !first)
      first = bit + 1;
    leading = set ? 31 - bit : (bit == 0 ? 32 : leading);
  }
  CHECK(__popc(x) == ones);
  CHECK(__ffs((int)x) == first);
  CHECK(__clz((int)x) == leading);
  CHECK(__brev(x) == reversed);
  const unsigned long long y = ((unsigned long long)x << 32) | (x ^ 0x55u);
  CHECK(__popcll(y) == __popc(x) + __popc(x ^ 0x55u));
  CHECK(__clzll((long long)y) ==
        (x ? __clz((int)x) : 32 + __clz((int)(x ^ 0x55u))));
  CHECK(__ffsll((long long)y) == ((x ^ 0x55u) ? __ffs((int)(x ^ 0x55u))
                                              : 32 + __ffs((int)x)));
  CHECK(__brevll(y) == (((unsigned long long)__brev(x ^ 0x55u) << 32) |
                        __brev(x)));
  CHECK(__clz(0) == 32 && __clzll(0) == 64 && __ffs(0) == 0 && __ffsll(0ll) == 0);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7531u) == 0x77553311u);
  CHECK(__byte_perm(x, 0, 0x0123) == (x << 24 | (x << 8 & 0xff0000u) |
                                      (x >> 8 & 0xff00u) | x >> 24));
  const unsigned s = (unsigned)self % 32;
  CHECK(__funnelshift_l(x, ~x, s) ==
        (s ? (~x << s | x >> (32 - s)) : ~x));
  CHECK(__funnelshift_r(x, ~x, s) == (s ? (x >> s | ~x << (32 - s)) : x));
  CHECK(__funnelshift_lc(x, ~x, 40) == x && __funnelshift_rc(x, ~x, 40) == ~x);
  CHECK(__float_as_int(1.0f) == 0x3f800000);
  CHECK(__uint_as_float(0xc0000000u) == -2.0f);
  CHECK(__double_as_longlong(-2.0) == (long long)0xc000000000000000ull);
  CHECK(__hiloint2double(__double2hiint(3.25), __double2loint(3.25)) == 3.25);
  CHECK(__fns(0xf0u, 0, 2) == 5 && __fns(0xf0u, 31, -1) == 7);
  PASS(result);
}

extern "C" __global__ void integer_products(int *result) {
  BEGIN();
  const int a = self * 123456789 - 77, b = ~self * 987654321;
  CHECK(__mulhi(a, b) == (int)(((long long)a * b) >> 32));
  CHECK(__umulhi((unsigned)a, (unsigned)b) ==
        (unsigned)(((unsigned long long)(unsigned)a * (unsigned)b) >> 32));
  CHECK(__umul64hi(~0ull, ~0ull) == ~1ull);
  CHECK(__umul64hi(1ull << 63, 6ull + self) == 3ull + self / 2);
  CHECK(__mul64hi(-1ll, -1ll) == 0 && __mul64hi(-1ll, 5ll) == -1);
  CHECK(__mul24(-3, self) == -3 * self);
  CHECK(__umul24(0xff000003u, (unsigned)self) == 3u * (unsigned)self);
  CHECK(__sad(-5, 7, 3u) == 15u && __usad(9u, 4u, 1u) == 6u);
  CHECK(__hadd(-3, 6) == 1 && __rhadd(-3, 6) == 2);
  CHECK(__uhadd(0xffffffffu, 0xfffffffdu) == 0xfffffffeu);
  CHECK(__urhadd(0xffffffffu, 0xfffffffeu) == 0xffffffffu);
  CHECK(__dp4a(0x01ff02fe, 0x03040506, self) ==
        1 * 3 + -1 * 4 + 2 * 5 + -2 * 6 + self);
  CHECK(__dp4a(0x01ff02feu, 0x03040506u, (unsigned)self) ==
        1u * 3 + 255u * 4 + 2u * 5 + 254u * 6 + (unsigned)self);
  CHECK(__dp2a_lo(0x0003fffe, 0x04050607, 10) == -2 * 7 + 3 * 6 + 10);
  CHECK(__dp2a_hi(0x0003fffe, 0x04050607, 10) == -2 * 5 + 3 * 4 + 10);
  PASS(result);
}

extern "C" __global__ void integer_packed(int *result) {
  BEGIN();
  CHECK(__vadd4(0x01ff7f80u, 0x01010101u) == 0x02008081u);
  CHECK(__vaddss4(0x7f80017fu, 0x01ff0101u) == 0x7f80027fu);
  CHECK(__vaddus4(0xff80017fu, 0x01810101u) == 0xffff0280u);
  CHECK(__vsub4(0x00010203u, 0x01010101u) == 0xff000102u);
  CHECK(__vsubss4(0x80007f00u, 0x0100ff01u) == 0x80007fffu);
  CHECK(__vsubus2(0x00010005u, 0x00020003u) == 0x00000002u);
  CHECK(__vcmpeq4(0x01020304u, 0x01000300u) == 0xff00ff00u);
  CHECK(__vcmpne4(0x01020304u, 0x01000300u) == 0x00ff00ffu);
  CHECK(__vcmpgts2(0x0001ffffu, 0x00000000u) == 0xffff0000u);
  CHECK(__vcmpgtu2(0x0001ffffu, 0x00000000u) == 0xffffffffu);
  CHECK(__vsetlts4(0x80000001u, 0x00000100u) == 0x01000100u);
  CHECK(__vmaxs4(0x80ff017fu, 0x00000000u) == 0x0000017fu);
  CHECK(__vmaxu4(0x80ff017fu, 0x00000000u) == 0x80ff017fu);
  CHECK(__vmins2(0xffff0001u, 0x00000000u) == 0xffff0000u);
  CHECK(__vabs4(0xff80017fu) == 0x0180017fu);
  CHECK(__vabsss4(0xff80017fu) == 0x017f017fu);
  CHECK(__vneg2(0x0001ffffu) == 0xffff0001u);
  CHECK(__vavgu4(0x01020304u, 0x03020100u) == 0x02020202u);
  CHECK(__vabsdiffu4(0x01ff0310u, 0x03010100u) == 0x02fe0210u);
  CHECK(__vsadu4(0x01ff0310u, 0x03010100u) == 2 + 254 + 2 + 16);
  CHECK(__vsads2(0xffff0001u, 0x00010001u) == 2);
  PASS(result);
}

extern "C" __global__ void integer_minmax(int *result) {
  BEGIN();
  const unsigned n = 40;
  CHECK(min(n, blockDim.x) == 40 && max(n, blockDim.x) == 64);
  CHECK(min(self, 5) == (self < 5 ? self : 5));
  CHECK(min((long long)self, 5ll) == (self < 5 ? self : 5));
  CHECK(max((size_t)self, (size_t)5) == (size_t)(self < 5 ? 5 : self));
  CHECK(min(-1, 1u) == 1u && max(-1ll, 1ull) == ~0ull);
  CHECK(abs(-5 - self) == 5 + self && llabs(-7ll) == 7 && labs(-7l) == 7);
  CHECK(min(1.5f, 2.5f) == 1.5f && max(1.5, 2.5) == 2.5);
  CHECK(min(NAN, 2.5f) == 2.5f && fmaxf(1.0f, NAN) == 1.0f);
  CHECK(umin(3u, 4u) == 3 && llmax(-3ll, 4ll) == 4);
  PASS(result);
}
