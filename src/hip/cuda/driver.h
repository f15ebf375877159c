// SPDX-License-Identifier: Apache-2.0
// What the files of CUDA's driver API share.
#ifndef QN_HIP_CUDA_DRIVER_H
#define QN_HIP_CUDA_DRIVER_H

#include "hip/cuda/cuda.inc" // before what declares them

#include "cuda/cuda.h"
#include "hip/cuda/cuda.h"
#include "runtime/core/device.h"

// HIP's number as the driver's.
CUresult qn_cu_result(hipError_t error);
// The driver's number of an error as the runtime's.
static inline cudaError_t qn_cuda_of_driver(CUresult error) {
  return (cudaError_t)error; // where a call can return it, they are the same
}
// Refuses a call of a driver function that is declared but not implemented.
CUresult qn_cu_refuse(const char *name);
// The same where the device lacks what the function is for; `why` becomes part
// of the docs.
CUresult qn_cu_lacks(const char *name, const char *why);
// The function of that name in the driver of the device's vendor; NULL: the
// device is not NVIDIA's, or its driver is too old.
void *qn_cu_vendor(qn_device *device, const char *name);
static inline void *qn_cu_address(CUdeviceptr p) {
  return (void *)(uintptr_t)p;
}
hipMemoryType qn_cu_memory_type(CUmemorytype type);
HIP_MEMCPY3D qn_cu_copy_3d(const CUDA_MEMCPY3D *params);

// Returns from a driver's function.
#define CU_NEED(pointer)                                                       \
  do {                                                                         \
    if (!(pointer))                                                            \
      return CUDA_ERROR_INVALID_VALUE;                                         \
  } while (0)
#define CU_CHECK(expr)                                                         \
  do {                                                                         \
    const hipError_t cu_check_ = (expr);                                       \
    if (cu_check_ != hipSuccess)                                               \
      return qn_cu_result(cu_check_);                                          \
  } while (0)

#endif // QN_HIP_CUDA_DRIVER_H
