// SPDX-License-Identifier: Apache-2.0
// hipRAND's names: cuRAND's functions, with numbers of their own for types.
#include "hiprand/hiprand.h"

#include <stddef.h>
#include <stdint.h>

#include "cuda/curand.h"

#include "libs/core/types.h"
#include "libs/rand/exports_hiprand.inc"

hiprandStatus_t hiprandGetVersion(int *version) {
  if (!version)
    return HIPRAND_STATUS_OUT_OF_RANGE;
  *version = HIPRAND_VERSION;
  return HIPRAND_STATUS_SUCCESS;
}

// HIP's pointers are to constants.
hiprandStatus_t hiprandGetScrambleConstants32(const unsigned int **constants) {
  return (hiprandStatus_t)curandGetScrambleConstants32(
      (unsigned int **)(uintptr_t)constants);
}

hiprandStatus_t
hiprandGetScrambleConstants64(const unsigned long long **constants) {
  return (hiprandStatus_t)curandGetScrambleConstants64(
      (unsigned long long **)(uintptr_t)constants);
}
