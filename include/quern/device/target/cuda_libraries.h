// SPDX-License-Identifier: Apache-2.0
//
// What the headers of CUDA's C++ libraries (Thrust, CUB, libcu++) read first in
// a HIP unit (src/targets/cuda_libraries.h). They call CUDA's API and device
// functions; streams, events and errors are the types of HIP's API there, as
// programs give theirs to these libraries and take errors from them.
#ifndef QUERN_DEVICE_TARGET_CUDA_LIBRARIES_H
#define QUERN_DEVICE_TARGET_CUDA_LIBRARIES_H
#pragma clang system_header

#ifdef __QN_WARPS_OF_64__
#error                                                                         \
    "CUDA's Thrust, CUB and libcu++ count on warps of 32 lanes, and HIP's warps have 64 on this target: take one with 32, such as gfx1100, or hipCUB over rocPRIM"
#endif

#define __QN_CUDA_IS_HIP__ 1

#include <cuda_runtime_api.h>
#include <cuda_device_runtime_api.h>

#include <quern/device/names_begin.inc>

#include "../atomic_scoped.h"
#include "../cuda_functions.h"
#include "../texture/textures.h"

#include <quern/device/names_end.inc>

// nvcc's traits of lambdas: false, as lambdas are ordinary types here.
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false

// hipCUB is CUB (hipcub/config.hpp), also in programs that include parts of it
// that hipCUB has no header for.
#if defined(HIPCUB_CUB_API) || !__has_include(<rocprim/rocprim.hpp>)
#define hipcub cub
#endif

#endif
