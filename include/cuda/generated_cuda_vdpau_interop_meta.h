// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_cupti.py; do not edit.
//
// Parameters of the runtime's functions for VDPAU.
#ifndef QUERN_CUDA_GENERATED_CUDA_VDPAU_INTEROP_META_H
#define QUERN_CUDA_GENERATED_CUDA_VDPAU_INTEROP_META_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_vdpau_interop.h"

#include <quern/device/names_begin.inc>

typedef struct cudaVDPAUGetDevice_v3020_params_st {
  int *device;
  VdpDevice vdpDevice;
  VdpGetProcAddress *vdpGetProcAddress;
} cudaVDPAUGetDevice_v3020_params;

typedef struct cudaVDPAUSetVDPAUDevice_v3020_params_st {
  int device;
  VdpDevice vdpDevice;
  VdpGetProcAddress *vdpGetProcAddress;
} cudaVDPAUSetVDPAUDevice_v3020_params;

typedef struct cudaGraphicsVDPAURegisterVideoSurface_v3020_params_st {
  struct cudaGraphicsResource **resource;
  VdpVideoSurface vdpSurface;
  unsigned int flags;
} cudaGraphicsVDPAURegisterVideoSurface_v3020_params;

typedef struct cudaGraphicsVDPAURegisterOutputSurface_v3020_params_st {
  struct cudaGraphicsResource **resource;
  VdpOutputSurface vdpSurface;
  unsigned int flags;
} cudaGraphicsVDPAURegisterOutputSurface_v3020_params;

#include <quern/device/names_end.inc>

#endif
