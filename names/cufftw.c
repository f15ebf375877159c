// SPDX-License-Identifier: Apache-2.0
// FFTW's interface of cuFFT by FFTW's own names, for programs that are built
// already.
#include <stddef.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

typedef double fftw_complex[2];
typedef float fftwf_complex[2];
typedef struct fftw_iodim fftw_iodim;
typedef struct fftw_iodim64 fftw_iodim64;

#define __QN_FFTW(type, name, parameters, arguments)                           \
  type quern_fftw_##name parameters;                                           \
  EXPORT type fftw_##name parameters;                                          \
  type fftw_##name parameters { return quern_fftw_##name arguments; }
#define __QN_REAL double
#define __QN_COMPLEX fftw_complex
#define __QN_PLAN void *
#define __QN_IODIM fftw_iodim
#define __QN_IODIM64 fftw_iodim64
#include "quern/host/libs/cufftw.inc"
#define __QN_FFTW(type, name, parameters, arguments)                           \
  type quern_fftwf_##name parameters;                                          \
  EXPORT type fftwf_##name parameters;                                         \
  type fftwf_##name parameters { return quern_fftwf_##name arguments; }
#define __QN_REAL float
#define __QN_COMPLEX fftwf_complex
#define __QN_PLAN void *
#define __QN_IODIM fftw_iodim
#define __QN_IODIM64 fftw_iodim64
#include "quern/host/libs/cufftw.inc"
