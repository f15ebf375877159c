// SPDX-License-Identifier: Apache-2.0
// hipSPARSE's names: cuSPARSE's functions.
#include "hipsparse/hipsparse.h"

#include "cuda/cusparse.h"

#include "libs/sparse/exports_hipsparse.inc"

hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int *version) {
  const hipsparseStatus_t status =
      (hipsparseStatus_t)cusparseGetVersion((cusparseHandle_t)handle, version);
  if (status == HIPSPARSE_STATUS_SUCCESS)
    *version = HIPSPARSE_VERSION;
  return status;
}
