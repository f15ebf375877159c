// SPDX-License-Identifier: Apache-2.0
//
// NVBLAS: BLAS 3 by its Fortran names, for matrices in the host's memory.
// OpenBLAS does the work, on every device.
#ifndef QUERN_CUDA_NVBLAS_H
#define QUERN_CUDA_NVBLAS_H
#ifndef NVBLAS_H_
#define NVBLAS_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuComplex.h"
#include "driver_types.h"

#include <quern/device/names_begin.inc>

// Under names of our own in the library, which opens OpenBLAS itself.
__QN_C_BEGIN
#define __QN_NVBLAS(name, parameters, arguments)                               \
  void name##_ parameters __asm__("quern_nvblas_" #name);                      \
  void name parameters __asm__("quern_nvblas_" #name);
#include <quern/host/libs/nvblas.inc>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVBLAS_H
