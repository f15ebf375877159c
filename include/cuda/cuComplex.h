// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers under CUDA's names.
#ifndef QUERN_CUDA_CUCOMPLEX_H
#define QUERN_CUDA_CUCOMPLEX_H
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/device/math/complex.h>

__QN_COMPLEX_NAMES(cu)

#include <quern/device/names_end.inc>

#endif
