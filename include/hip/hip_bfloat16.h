// SPDX-License-Identifier: Apache-2.0
//
// HIP's older name of the type.
#ifndef QUERN_HIP_BFLOAT16_H
#define QUERN_HIP_BFLOAT16_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <hip/hip_bf16.h>

#ifdef __QUERN__
// The bits are a member that programs read and write.
struct hip_bfloat16 {
  unsigned short data;
  enum truncate_t { truncate };

  hip_bfloat16() = default;
  __QN_MEMBER constexpr explicit hip_bfloat16(float v)
      : data(__qn_bf16_bits(v)) {}
  __QN_MEMBER explicit hip_bfloat16(float v, truncate_t)
      : data(__nv_bfloat16_raw(__float2bfloat16_rz(v)).x) {}
  __QN_MEMBER hip_bfloat16(__nv_bfloat16 v) : data(v.__x) {}
  __QN_MEMBER constexpr operator float() const {
    return __qn_bf16_value(data);
  }
  __QN_MEMBER explicit operator bool() const { return (data & 0x7fff) != 0; }
  static __QN_MEMBER hip_bfloat16 round_to_bfloat16(float v) {
    return hip_bfloat16(v);
  }
  static __QN_MEMBER hip_bfloat16 round_to_bfloat16(float v, truncate_t how) {
    return hip_bfloat16(v, how);
  }
};

#define __QN_HIP_BF16(op)                                                      \
  __QN_HD hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) {           \
    return hip_bfloat16((float)a op(float) b);                                 \
  }                                                                            \
  __QN_HD hip_bfloat16 &operator op## = (hip_bfloat16 & a, hip_bfloat16 b) {   \
    return a = a op b;                                                         \
  }
__QN_HIP_BF16(+)
__QN_HIP_BF16(-)
__QN_HIP_BF16(*)
__QN_HIP_BF16(/)
#undef __QN_HIP_BF16
#define __QN_HIP_BF16(op)                                                      \
  __QN_HD bool operator op(hip_bfloat16 a, hip_bfloat16 b) {                   \
    return (float)a op(float) b;                                               \
  }
__QN_HIP_BF16(<)
__QN_HIP_BF16(<=)
__QN_HIP_BF16(==)
__QN_HIP_BF16(>)
__QN_HIP_BF16(>=)
__QN_HIP_BF16(!=)
#undef __QN_HIP_BF16
__QN_HD hip_bfloat16 operator+(hip_bfloat16 a) { return a; }
__QN_HD hip_bfloat16 operator-(hip_bfloat16 a) {
  a.data ^= 0x8000;
  return a;
}
__QN_HD hip_bfloat16 &operator++(hip_bfloat16 &a) {
  return a += hip_bfloat16(1.0f);
}
__QN_HD hip_bfloat16 &operator--(hip_bfloat16 &a) {
  return a -= hip_bfloat16(1.0f);
}
__QN_HD hip_bfloat16 operator++(hip_bfloat16 &a, int) {
  const hip_bfloat16 old = a;
  ++a;
  return old;
}
__QN_HD hip_bfloat16 operator--(hip_bfloat16 &a, int) {
  const hip_bfloat16 old = a;
  --a;
  return old;
}
namespace std {
__QN_HD bool isinf(hip_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
__QN_HD bool isnan(hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
__QN_HD bool iszero(hip_bfloat16 a) { return (a.data & 0x7fff) == 0; }
} // namespace std
#else // without kernels
typedef struct hip_bfloat16 {
  unsigned short data;
#ifdef __cplusplus
  hip_bfloat16() = default;
  explicit hip_bfloat16(float v) : data(__qn_bfloat_bits(v)) {}
  operator float() const { return __qn_bfloat_value(data); }
#endif
} hip_bfloat16;
#endif

#include <quern/device/names_end.inc>

#endif
