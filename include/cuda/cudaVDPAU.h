// SPDX-License-Identifier: Apache-2.0
//
// CUDA's driver beside VDPAU's surfaces, as cuda_vdpau_interop.h.
#ifndef QUERN_CUDA_CUDAVDPAU_H
#define QUERN_CUDA_CUDAVDPAU_H
#ifndef CUDAVDPAU_H
#define CUDAVDPAU_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"

#include <quern/device/names_begin.inc>

#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#else
#include <stdint.h>
typedef uint32_t VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, uint32_t function, void **to);
#endif

#define cuVDPAUCtxCreate cuVDPAUCtxCreate_v2

__QN_C_BEGIN
#define __QN_VDPAU(name, parameters, arguments)                                \
  CUresult cu##name parameters __asm__("quern_cu" #name);
#include <quern/host/graphics/driver_graphics.def>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUDAVDPAU_H
