// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers under HIP's names.
#ifndef QUERN_HIP_COMPLEX_H
#define QUERN_HIP_COMPLEX_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/device/math/complex.h>

__QN_COMPLEX_NAMES(hip)
__QN_COMPLEX_HD float hipCsqabsf(hipFloatComplex z) {
  return z.x * z.x + z.y * z.y;
}
__QN_COMPLEX_HD double hipCsqabs(hipDoubleComplex z) {
  return z.x * z.x + z.y * z.y;
}

#include <quern/device/names_end.inc>

#endif
