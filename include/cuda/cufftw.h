// SPDX-License-Identifier: Apache-2.0
//
// FFTW's interface as cuFFT has it, for arrays in the host's memory. FFTW does
// the work (libfftw3-double3, libfftw3-single3), on every device.
#ifndef QUERN_CUDA_CUFFTW_H
#define QUERN_CUDA_CUFFTW_H
#ifndef _CUFFTW_H_
#define _CUFFTW_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdio.h>

#include "cufft.h"

#include <quern/device/names_begin.inc>

#define FFTW_FORWARD -1
#define FFTW_INVERSE 1
#define FFTW_BACKWARD 1

#define FFTW_ESTIMATE 0x01
#define FFTW_MEASURE 0x02
#define FFTW_PATIENT 0x03
#define FFTW_EXHAUSTIVE 0x04
#define FFTW_WISDOM_ONLY 0x05
#define FFTW_DESTROY_INPUT 0x08
#define FFTW_PRESERVE_INPUT 0x0C
#define FFTW_UNALIGNED 0x10

// C's own complex types where a program has included complex.h before.
#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

typedef void *fftw_plan;
typedef void *fftwf_plan;

// Strides in elements.
typedef struct {
  int n;
  int is;
  int os;
} fftw_iodim;
typedef fftw_iodim fftwf_iodim;
typedef struct {
  ptrdiff_t n;
  ptrdiff_t is;
  ptrdiff_t os;
} fftw_iodim64;
typedef fftw_iodim64 fftwf_iodim64;

// Under names of our own in the library, which opens FFTW itself.
__QN_C_BEGIN
#define __QN_FFTW(type, name, parameters, arguments)                           \
  type fftw_##name parameters __asm__("quern_fftw_" #name);
#define __QN_REAL double
#define __QN_COMPLEX fftw_complex
#define __QN_PLAN fftw_plan
#define __QN_IODIM fftw_iodim
#define __QN_IODIM64 fftw_iodim64
#include <quern/host/libs/cufftw.inc>
#define __QN_FFTW(type, name, parameters, arguments)                           \
  type fftwf_##name parameters __asm__("quern_fftwf_" #name);
#define __QN_REAL float
#define __QN_COMPLEX fftwf_complex
#define __QN_PLAN fftwf_plan
#define __QN_IODIM fftwf_iodim
#define __QN_IODIM64 fftwf_iodim64
#include <quern/host/libs/cufftw.inc>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUFFTW_H
