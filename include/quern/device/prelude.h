// SPDX-License-Identifier: Apache-2.0
//
// Everything a CUDA or HIP kernel may use without including anything. The
// compiler driver passes `-include quern/device/prelude.h`; vendor-named headers
// under include/cuda and include/hip include it too.
//
// Order matters: the device overloads of mathematical functions must be visible
// before the standard library declares its own (see math_forward.h).
#ifndef QUERN_DEVICE_PRELUDE_H
#define QUERN_DEVICE_PRELUDE_H
#pragma clang system_header

// nvcc and hipcc accept this code; the pragmas also apply to the program.
#pragma clang diagnostic ignored "-Wregister"
#pragma clang diagnostic ignored                                               \
    "-Wmissing-template-arg-list-after-template-kw"

#include <quern/device/names_begin.inc>

#include "qualifiers.h"
#include "target/target.h"

#include "math/math_forward.h"

#include <assert.h>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "types/vector_types.h"
#include "index.h"
#include "memory.h"
#include "new.h"
#include "printf.h"
#include "math/integer.h"
#include "types/simd.h"
#include "types/convert.h"
#include "math/rounding.h"
#include "math/math_c.h"
#include "math/math_special.h"
#include "math/math_std.h"
#include "math/host_math.h"
#include "sync.h"
#include "warp.h"
#ifdef __QUERN_DIALECT_CUDA__
#include "atomic_scoped.h"
#include "cuda_functions.h"
#else
#include "atomic.h"
#include "hip_functions.h"
#endif

// The host's side of a program: headers that nvcc includes by itself, and
// declarations for launches.
#ifdef __QUERN_DIALECT_CUDA__
// nvcc's traits of lambdas: false, as lambdas are ordinary types here.
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <library_types.h>
#include "../host/cuda_api.h"
#include <cuda_device_runtime_api.h>
#include "texture/textures.h"
// CUDA 12 no longer has texture references, and programs for it may have names
// of their own that are those of the templates.
#ifdef __QUERN_TEXTURE_REFERENCES__
#include "texture/references.h"
#endif
#else
#include "../host/base.h"
#endif

// The host's pass compiles both dialects as HIP. Stubs of kernels call this
// function, and clang needs its declaration.
#ifdef __QUERN_TARGET_HOST__
#include "../host/hip_types.h"
extern "C" hipError_t hipLaunchKernel(const void *function, dim3 grid,
                                      dim3 block, void **arguments,
                                      size_t shared, hipStream_t stream);
extern "C" hipError_t hipLaunchKernel_spt(const void *function, dim3 grid,
                                          dim3 block, void **arguments,
                                          size_t shared, hipStream_t stream);
#endif

#include <quern/device/names_end.inc>

// hipcc includes this before a program's first line, and hiprtc the other.
#ifdef __QUERN_DIALECT_HIP__
#include <hip/hip_runtime.h>
#include "types/hip_bf16_names.h"
#ifdef __HIPCC_RTC__
#include "rtc/names.h"
#endif
#endif

#endif
