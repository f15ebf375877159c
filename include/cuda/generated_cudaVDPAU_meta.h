// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_cupti.py; do not edit.
//
// Parameters of the driver's functions for VDPAU.
#ifndef QUERN_CUDA_GENERATED_CUDAVDPAU_META_H
#define QUERN_CUDA_GENERATED_CUDAVDPAU_META_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cudaVDPAU.h"

#include <quern/device/names_begin.inc>

typedef struct cuVDPAUGetDevice_params_st {
  CUdevice *pDevice;
  VdpDevice vdpDevice;
  VdpGetProcAddress *vdpGetProcAddress;
} cuVDPAUGetDevice_params;

typedef struct cuVDPAUCtxCreate_params_st {
  CUcontext *pCtx;
  unsigned int flags;
  CUdevice device;
  VdpDevice vdpDevice;
  VdpGetProcAddress *vdpGetProcAddress;
} cuVDPAUCtxCreate_params;

typedef struct cuGraphicsVDPAURegisterVideoSurface_params_st {
  CUgraphicsResource *pCudaResource;
  VdpVideoSurface vdpSurface;
  unsigned int flags;
} cuGraphicsVDPAURegisterVideoSurface_params;

typedef struct cuGraphicsVDPAURegisterOutputSurface_params_st {
  CUgraphicsResource *pCudaResource;
  VdpOutputSurface vdpSurface;
  unsigned int flags;
} cuGraphicsVDPAURegisterOutputSurface_params;

typedef struct cuVDPAUCtxCreate_v2_params_st {
  CUcontext *pCtx;
  unsigned int flags;
  CUdevice device;
  VdpDevice vdpDevice;
  VdpGetProcAddress *vdpGetProcAddress;
} cuVDPAUCtxCreate_v2_params;

#include <quern/device/names_end.inc>

#endif
