// SPDX-License-Identifier: Apache-2.0
//
// CUDA's main header: the API, and the device functions where there are kernels.
// nvcc includes it by itself, and so does our prelude.
#ifndef QUERN_CUDA_CUDA_RUNTIME_H
#define QUERN_CUDA_CUDA_RUNTIME_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <library_types.h>

#include <cuda_runtime_api.h>

#if defined(__QUERN_DIALECT_CUDA__) || defined(__QUERN_DIALECT_HIP__)
#include <math_constants.h>
#include <quern/device/prelude.h>
#include <quern/device/texture/textures.h>
#endif

#include <quern/device/names_end.inc>

#endif
