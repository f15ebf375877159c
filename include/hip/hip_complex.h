// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers under HIP's names.
#ifndef QUERN_HIP_COMPLEX_H
#define QUERN_HIP_COMPLEX_H
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/math/complex.h>

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

__QN_COMPLEX(hip, float2, float, f)
__QN_COMPLEX(hip, double2, double, )
__QN_FN float hipCsqabsf(hipFloatComplex z) { return z.x * z.x + z.y * z.y; }
__QN_FN double hipCsqabs(hipDoubleComplex z) { return z.x * z.x + z.y * z.y; }

__QN_HD hipFloatComplex make_hipFloatComplex(float r, float i) {
  return hipFloatComplex{r, i};
}
__QN_HD hipDoubleComplex make_hipDoubleComplex(double r, double i) {
  return hipDoubleComplex{r, i};
}
__QN_HD hipComplex make_hipComplex(float r, float i) { return hipComplex{r, i}; }

__QN_HD hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
  return hipDoubleComplex{z.x, z.y};
}
__QN_HD hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return hipFloatComplex{(float)z.x, (float)z.y};
}

#include <quern/device/names_end.inc>

#endif
