// SPDX-License-Identifier: Apache-2.0
//
// make_float4() and its like for plain C; C++ has them with the types.
#ifndef QUERN_HOST_C_VECTORS_H
#define QUERN_HOST_C_VECTORS_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../../device/types/vector_types.h"

#ifndef __cplusplus
#define __QN_MAKE(v, type)                                                     \
  static inline v##1 make_##v##1(type x) { return (v##1){x}; }                 \
  static inline v##2 make_##v##2(type x, type y) { return (v##2){x, y}; }      \
  static inline v##3 make_##v##3(type x, type y, type z) {                     \
    return (v##3){x, y, z};                                                    \
  }                                                                            \
  static inline v##4 make_##v##4(type x, type y, type z, type w) {             \
    return (v##4){x, y, z, w};                                                 \
  }
__QN_MAKE(char, signed char)
__QN_MAKE(uchar, unsigned char)
__QN_MAKE(short, short)
__QN_MAKE(ushort, unsigned short)
__QN_MAKE(int, int)
__QN_MAKE(uint, unsigned int)
__QN_MAKE(long, long)
__QN_MAKE(ulong, unsigned long)
__QN_MAKE(longlong, long long)
__QN_MAKE(ulonglong, unsigned long long)
__QN_MAKE(float, float)
__QN_MAKE(double, double)
#undef __QN_MAKE
#endif

#endif
