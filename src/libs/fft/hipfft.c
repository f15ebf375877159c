// SPDX-License-Identifier: Apache-2.0
// hipFFT's names: cuFFT's functions, whose numbers of plans are pointers there.
#include "hipfft/hipfftXt.h"

#include <stdint.h>

#include "cuda/cufftXt.h"

enum { VERSION = 10018 };

#include "libs/fft/exports_hipfft.inc"

hipfftResult hipfftGetVersion(int *version) {
  if (!version)
    return HIPFFT_INVALID_VALUE;
  *version = VERSION;
  return HIPFFT_SUCCESS;
}
