// SPDX-License-Identifier: Apache-2.0
//
// Votes, shuffles, matches and reductions within a warp.
#ifndef QUERN_DEVICE_WARP_H
#define QUERN_DEVICE_WARP_H
#pragma clang system_header

#include "types/half.h"
#include "types/bfloat16.h"
#include "target/target.h"

// Sets of lanes are 32 bits in CUDA and 64 bits in HIP.
#ifdef __QUERN_DIALECT_HIP__
typedef unsigned long long __qn_lanes;
#else
typedef unsigned int __qn_lanes;
#endif

// ---- Votes -------------------------------------------------------------------

__QN_FN __QN_CONVERGENT __qn_lanes __activemask(void) {
  return (__qn_lanes)__qn_active_mask();
}
__QN_FN __QN_CONVERGENT void __syncwarp(__qn_lanes mask = ~(__qn_lanes)0) {
  __qn_warp_sync(mask);
}
__QN_FN __QN_CONVERGENT __qn_lanes __ballot_sync(__qn_lanes mask, int pred) {
  return (__qn_lanes)__qn_ballot(mask, pred);
}
__QN_FN __QN_CONVERGENT int __any_sync(__qn_lanes mask, int pred) {
  return __qn_ballot(mask, pred) != 0;
}
__QN_FN __QN_CONVERGENT int __all_sync(__qn_lanes mask, int pred) {
  return __qn_ballot(mask, pred == 0) == 0;
}
__QN_FN __QN_CONVERGENT int __uni_sync(__qn_lanes mask, int pred) {
  return __all_sync(mask, pred) || !__any_sync(mask, pred);
}
__QN_FN __QN_CONVERGENT __qn_lanes __ballot(int pred) {
  return (__qn_lanes)__qn_ballot(__qn_active_mask(), pred);
}
__QN_FN __QN_CONVERGENT int __any(int pred) {
  return __qn_ballot(__qn_active_mask(), pred) != 0;
}
__QN_FN __QN_CONVERGENT int __all(int pred) {
  return __qn_ballot(__qn_active_mask(), pred == 0) == 0;
}

__QN_FN unsigned int __lane_id(void) { return __qn_lane_id(); }
__QN_FN __qn_lanes __lanemask_lt(void) {
  return ((__qn_lanes)1 << __qn_lane_id()) - 1;
}
__QN_FN __qn_lanes __lanemask_eq(void) { return (__qn_lanes)1 << __qn_lane_id(); }
__QN_FN __qn_lanes __lanemask_le(void) {
  return __lanemask_lt() | __lanemask_eq();
}
__QN_FN __qn_lanes __lanemask_gt(void) { return ~__lanemask_le(); }
__QN_FN __qn_lanes __lanemask_ge(void) { return ~__lanemask_lt(); }

// ---- Shuffles ------------------------------------------------------------------

// Moves a value of any size in pieces of 32 bits. CUDA uses the lowest 5 bits
// of a lane's number or distance; HIP uses all.
template <typename T>
__QN_FN __QN_CONVERGENT T __qn_shuffle_value(int kind, __qn_u64 mask, T value,
                                             unsigned lane, int width) {
  constexpr unsigned count = (sizeof(T) + 3) / 4;
  unsigned words[count] = {};
#ifndef __QUERN_DIALECT_HIP__
  lane &= 31;
#endif
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < count; ++i)
    words[i] = __qn_shuffle(kind, mask, words[i], lane, (unsigned)width);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

#define __QN_SHUFFLE(T)                                                        \
  __QN_FN __QN_CONVERGENT T __shfl_sync(__qn_lanes mask, __QN_UNSET T value, int lane,    \
                                        int width = __QN_WARP_SIZE) {          \
    return __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, mask, value, lane,        \
                                 width);                                       \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl_up_sync(__qn_lanes mask, __QN_UNSET T value,           \
                                           unsigned delta,                     \
                                           int width = __QN_WARP_SIZE) {       \
    return __qn_shuffle_value<T>(__QN_SHUFFLE_UP, mask, value, delta, width);  \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl_down_sync(__qn_lanes mask, __QN_UNSET T value,         \
                                             unsigned delta,                   \
                                             int width = __QN_WARP_SIZE) {     \
    return __qn_shuffle_value<T>(__QN_SHUFFLE_DOWN, mask, value, delta,        \
                                 width);                                       \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl_xor_sync(__qn_lanes mask, __QN_UNSET T value,          \
                                            int lanes,                         \
                                            int width = __QN_WARP_SIZE) {      \
    return __qn_shuffle_value<T>(__QN_SHUFFLE_XOR, mask, value, lanes, width); \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl(__QN_UNSET T value, int lane,                          \
                                   int width = __QN_WARP_SIZE) {               \
    return __shfl_sync((__qn_lanes)__qn_active_mask(), value, lane, width);    \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl_up(__QN_UNSET T value, unsigned delta,                 \
                                      int width = __QN_WARP_SIZE) {            \
    return __shfl_up_sync((__qn_lanes)__qn_active_mask(), value, delta,        \
                          width);                                              \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl_down(__QN_UNSET T value, unsigned delta,               \
                                        int width = __QN_WARP_SIZE) {          \
    return __shfl_down_sync((__qn_lanes)__qn_active_mask(), value, delta,      \
                            width);                                            \
  }                                                                            \
  __QN_FN __QN_CONVERGENT T __shfl_xor(__QN_UNSET T value, int lanes,                     \
                                       int width = __QN_WARP_SIZE) {           \
    return __shfl_xor_sync((__qn_lanes)__qn_active_mask(), value, lanes,       \
                           width);                                             \
  }
__QN_SHUFFLE(int)
__QN_SHUFFLE(unsigned int)
__QN_SHUFFLE(long)
__QN_SHUFFLE(unsigned long)
__QN_SHUFFLE(long long)
__QN_SHUFFLE(unsigned long long)
__QN_SHUFFLE(float)
__QN_SHUFFLE(double)
__QN_SHUFFLE(__half)
__QN_SHUFFLE(__half2)
__QN_SHUFFLE(__nv_bfloat16)
__QN_SHUFFLE(__nv_bfloat162)
#undef __QN_SHUFFLE

// ---- Matches -------------------------------------------------------------------

// The named lanes that exist and whose value equals the caller's: the last warp
// of a block may have fewer lanes, and lanes may have ended.
template <typename T>
__QN_FN __QN_CONVERGENT __qn_lanes __match_any_sync(__qn_lanes mask, T value) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  __qn_lanes result = (__qn_lanes)__qn_ballot(mask, true);
  // One bit at a time: lanes agree where their ballots agree.
  for (unsigned i = 0; i < sizeof(T) * 8; ++i) {
    const bool bit = (bits >> i) & 1;
    const __qn_lanes ones = (__qn_lanes)__qn_ballot(mask, bit);
    result &= bit ? ones : ~ones;
  }
  return result;
}
template <typename T>
__QN_FN __QN_CONVERGENT __qn_lanes __match_all_sync(__qn_lanes mask, T value,
                                                    int *pred) {
  const __qn_lanes same = __match_any_sync(mask, value);
  const bool all = same == (__qn_lanes)__qn_ballot(mask, true);
  *pred = all;
  return all ? same : 0;
}

#if defined(__QUERN_DIALECT_HIP__)
// HIP's, of the lanes that are there.
template <typename T>
__QN_FN __QN_CONVERGENT __qn_lanes __match_any(T value) {
  return __match_any_sync((__qn_lanes)__qn_active_mask(), value);
}
template <typename T>
__QN_FN __QN_CONVERGENT __qn_lanes __match_all(T value, int *pred) {
  return __match_all_sync((__qn_lanes)__qn_active_mask(), value, pred);
}
#endif

// ---- Reductions ------------------------------------------------------------------

// Every named lane gets the result. Lanes are visited in order, so that any set
// of lanes works on every target.
template <typename T, typename Op>
__QN_FN __QN_CONVERGENT T __qn_reduce_lanes(__qn_lanes mask, T value, Op op) {
  __qn_lanes rest = (__qn_lanes)__qn_ballot(mask, true); // those that exist
  if (rest == (__qn_lanes)~0ull || (__QN_WARP_SIZE == 32 && rest == 0xffffffffu)) {
    for (int step = __QN_WARP_SIZE / 2; step > 0; step /= 2)
      value = op(value, __qn_shuffle_value<T>(__QN_SHUFFLE_XOR, mask, value, step,
                                              __QN_WARP_SIZE));
    return value;
  }
  const int first = rest ? __builtin_ctzll(rest) : (int)__qn_lane_id();
  T result = __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, mask, value, first,
                                   __QN_WARP_SIZE);
  rest &= rest - 1;
  while (rest) {
    const int lane = __builtin_ctzll(rest);
    result = op(result, __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, mask, value,
                                              lane, __QN_WARP_SIZE));
    rest &= rest - 1;
  }
  return result;
}

struct __qn_op_add {
  template <typename T> __QN_MEMBER T operator()(T a, T b) const { return a + b; }
};
struct __qn_op_min {
  template <typename T> __QN_MEMBER T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct __qn_op_max {
  template <typename T> __QN_MEMBER T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct __qn_op_and {
  template <typename T> __QN_MEMBER T operator()(T a, T b) const { return a & b; }
};
struct __qn_op_or {
  template <typename T> __QN_MEMBER T operator()(T a, T b) const { return a | b; }
};
struct __qn_op_xor {
  template <typename T> __QN_MEMBER T operator()(T a, T b) const { return a ^ b; }
};

#define __QN_REDUCE(name, op, T)                                               \
  __QN_FN __QN_CONVERGENT T __reduce_##name##_sync(__qn_lanes mask, T value) { \
    return __qn_reduce_lanes(mask, value, __qn_op_##op());                     \
  }
__QN_REDUCE(add, add, unsigned)
__QN_REDUCE(add, add, int)
__QN_REDUCE(min, min, unsigned)
__QN_REDUCE(min, min, int)
__QN_REDUCE(max, max, unsigned)
__QN_REDUCE(max, max, int)
__QN_REDUCE(and, and, unsigned)
__QN_REDUCE(or, or, unsigned)
__QN_REDUCE(xor, xor, unsigned)
#ifdef __QUERN_DIALECT_HIP__
__QN_REDUCE(and, and, int)
__QN_REDUCE(or, or, int)
__QN_REDUCE(xor, xor, int)
__QN_REDUCE(add, add, unsigned long long)
__QN_REDUCE(add, add, long long)
__QN_REDUCE(add, add, float)
__QN_REDUCE(add, add, double)
__QN_REDUCE(min, min, float)
__QN_REDUCE(max, max, float)
#endif
#undef __QN_REDUCE

#endif
