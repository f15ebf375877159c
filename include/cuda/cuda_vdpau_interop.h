// SPDX-License-Identifier: Apache-2.0
//
// CUDA's runtime beside VDPAU's surfaces: functions say that no device here has
// any.
#ifndef QUERN_CUDA_CUDA_VDPAU_INTEROP_H
#define QUERN_CUDA_CUDA_VDPAU_INTEROP_H
#ifndef __CUDA_VDPAU_INTEROP_H__
#define __CUDA_VDPAU_INTEROP_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime_api.h"

#include <quern/device/names_begin.inc>

#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#else
#include <stdint.h>
typedef uint32_t VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, uint32_t function, void **to);
#endif

__QN_C_BEGIN
#define __QN_VDPAU(name, parameters) cudaError_t cuda##name parameters;
#include <quern/host/graphics/cuda_graphics.def>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUDA_VDPAU_INTEROP_H
