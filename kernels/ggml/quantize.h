// SPDX-License-Identifier: Apache-2.0
//
// Numbers into blocks of ggml's quantized types, rounded as ggml's reference
// does it: quantize<block>(get), where get(i) is number i.
#ifndef QUERN_KERNELS_GGML_QUANTIZE_H
#define QUERN_KERNELS_GGML_QUANTIZE_H

#include "common.h"

namespace quern {
namespace ggml {

QN_DEVICE u16 half_of(float x) { return __half_as_ushort(__float2half(x)); }
QN_DEVICE float inverse(float d) { return d != 0.0f ? 1.0f / d : 0.0f; }
// Rounded twice, as in ggml: halves often end between two codes.
QN_DEVICE float scaled(float x, float scale, float more) {
  return __fadd_rn(__fmul_rn(x, scale), more);
}
QN_DEVICE int at_most(int x, int max) { return x < max ? x : max; }

// The number that is farthest from 0, with its sign: the first of several.
template <typename F> QN_DEVICE float farthest(F get) {
  float most = 0.0f, found = 0.0f;
  for (int i = 0; i < 32; ++i) {
    const float x = get(i);
    if (fabsf(x) > most) {
      most = fabsf(x);
      found = x;
    }
  }
  return found;
}

struct extremes {
  float min, max;
};
template <typename F> QN_DEVICE extremes extremes_of(F get) {
  extremes e = {get(0), get(0)};
  for (int i = 1; i < 32; ++i) {
    const float x = get(i);
    e.min = x < e.min ? x : e.min;
    e.max = x > e.max ? x : e.max;
  }
  return e;
}

// code(i) is number i's, of four or five bits.
template <typename F> QN_DEVICE void pack_nibbles(u8 *q, F code) {
  for (int i = 0; i < 16; ++i)
    q[i] = (u8)((code(i) & 15) | (code(i + 16) & 15) << 4);
}
template <typename F> QN_DEVICE void pack_fifth_bits(u8 *high, F code) {
  for (int byte = 0; byte < 4; ++byte) {
    int bits = 0;
    for (int i = 0; i < 8; ++i)
      bits |= (code(byte * 8 + i) >> 4 & 1) << i;
    high[byte] = (u8)bits;
  }
}

// As ggml's CPU back end does on x86, which takes another inverse, and rounds
// halves to even, than its reference does.
template <typename F> QN_DEVICE void quantize(block_q8_0 &to, F get) {
  const float most = fabsf(farthest(get));
  const float scale = most != 0.0f ? 127.0f / most : 0.0f;
  to.d = half_of(most / 127.0f);
  for (int i = 0; i < 32; ++i)
    to.q[i] = (signed char)rintf(get(i) * scale);
}
template <typename F> QN_DEVICE void quantize(block_q4_0 &to, F get) {
  const float d = farthest(get) / -8.0f;
  const float scale = inverse(d);
  to.d = half_of(d);
  pack_nibbles(to.q, [&](int i) {
    return at_most((int)scaled(get(i), scale, 8.5f), 15);
  });
}
template <typename F> QN_DEVICE void quantize(block_q4_1 &to, F get) {
  const extremes e = extremes_of(get);
  const float d = (e.max - e.min) / 15.0f;
  const float scale = inverse(d);
  to.d = half_of(d);
  to.m = half_of(e.min);
  pack_nibbles(to.q, [&](int i) {
    return at_most((int)scaled(get(i) - e.min, scale, 0.5f), 15);
  });
}
template <typename F> QN_DEVICE void quantize(block_q5_0 &to, F get) {
  const float d = farthest(get) / -16.0f;
  const float scale = inverse(d);
  const auto code = [&](int i) {
    return at_most((int)scaled(get(i), scale, 16.5f), 31);
  };
  to.d = half_of(d);
  pack_nibbles(to.q, code);
  pack_fifth_bits(to.high, code);
}
template <typename F> QN_DEVICE void quantize(block_q5_1 &to, F get) {
  const extremes e = extremes_of(get);
  const float d = (e.max - e.min) / 31.0f;
  const float scale = inverse(d);
  const auto code = [&](int i) {
    return (int)scaled(get(i) - e.min, scale, 0.5f);
  };
  to.d = half_of(d);
  to.m = half_of(e.min);
  pack_nibbles(to.q, code);
  pack_fifth_bits(to.high, code);
}

} // namespace ggml
} // namespace quern

#endif
