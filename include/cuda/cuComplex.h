// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers under CUDA's names.
#ifndef QUERN_CUDA_CUCOMPLEX_H
#define QUERN_CUDA_CUCOMPLEX_H
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_
#endif
#pragma clang system_header

#include <quern/device/names_begin.inc>

#include <quern/device/math/complex.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

__QN_COMPLEX(cu, float2, float, f)
__QN_COMPLEX(cu, double2, double, )

__QN_HD cuFloatComplex make_cuFloatComplex(float r, float i) {
  return cuFloatComplex{r, i};
}
__QN_HD cuDoubleComplex make_cuDoubleComplex(double r, double i) {
  return cuDoubleComplex{r, i};
}
__QN_HD cuComplex make_cuComplex(float r, float i) { return cuComplex{r, i}; }
__QN_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return cuDoubleComplex{z.x, z.y};
}
__QN_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return cuFloatComplex{(float)z.x, (float)z.y};
}

#include <quern/device/names_end.inc>

#endif
