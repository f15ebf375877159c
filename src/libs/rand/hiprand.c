// SPDX-License-Identifier: Apache-2.0
// hipRAND's names: cuRAND's functions, with numbers of their own for types.
#include "hiprand/hiprand.h"

#include <stddef.h>

#include "cuda/curand.h"

#include "libs/core/types.h"
#include "libs/rand/exports_hiprand.inc"

hiprandStatus_t hiprandGetVersion(int *version) {
  if (!version)
    return HIPRAND_STATUS_OUT_OF_RANGE;
  *version = HIPRAND_VERSION;
  return HIPRAND_STATUS_SUCCESS;
}
