// SPDX-License-Identifier: Apache-2.0
// NVBLAS's functions by Fortran's names, for programs that are built already,
// and for those that are started with this library in front of their own BLAS.
#include "quern/host/base.h"

#include "cuda/cuComplex.h"

#define EXPORT __attribute__((visibility("default")))
#define __QN_NVBLAS(name, parameters, arguments)                               \
  void quern_nvblas_##name parameters;                                         \
  EXPORT void name##_ parameters;                                              \
  EXPORT void name parameters;                                                 \
  void name##_ parameters { quern_nvblas_##name arguments; }                   \
  void name parameters { quern_nvblas_##name arguments; }
#include "quern/host/libs/nvblas.inc"
