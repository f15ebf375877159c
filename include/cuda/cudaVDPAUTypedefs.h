// SPDX-License-Identifier: Apache-2.0
//
// Types of pointers to the functions of cudaVDPAU.h.
#ifndef QUERN_CUDA_CUDAVDPAUTYPEDEFS_H
#define QUERN_CUDA_CUDAVDPAUTYPEDEFS_H
#ifndef CUDAVDPAUTYPEDEFS_H
#define CUDAVDPAUTYPEDEFS_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cudaVDPAU.h"

typedef __typeof__(cuVDPAUGetDevice) *PFN_cuVDPAUGetDevice_v3010;
typedef __typeof__(cuVDPAUCtxCreate) *PFN_cuVDPAUCtxCreate_v3020;
typedef __typeof__(cuGraphicsVDPAURegisterVideoSurface)
    *PFN_cuGraphicsVDPAURegisterVideoSurface_v3010;
typedef __typeof__(cuGraphicsVDPAURegisterOutputSurface)
    *PFN_cuGraphicsVDPAURegisterOutputSurface_v3010;

#endif // QUERN_CUDA_CUDAVDPAUTYPEDEFS_H
