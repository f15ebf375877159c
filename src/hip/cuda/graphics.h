// SPDX-License-Identifier: Apache-2.0
// The types of EGL and VDPAU that CUDA's functions take, without their headers,
// which need not be installed.
#ifndef QN_HIP_CUDA_GRAPHICS_H
#define QN_HIP_CUDA_GRAPHICS_H

#include <stdint.h>

typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
typedef int32_t EGLint;
typedef uint32_t VdpDevice, VdpVideoSurface, VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, uint32_t function, void **to);

#endif // QN_HIP_CUDA_GRAPHICS_H
