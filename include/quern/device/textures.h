// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface objects as opaque handles. Fetches are not implemented:
// calling one is a compile error that says so.
#ifndef QUERN_DEVICE_TEXTURES_H
#define QUERN_DEVICE_TEXTURES_H
#pragma clang system_header

#include "qualifiers.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef unsigned long long hipTextureObject_t;
typedef unsigned long long hipSurfaceObject_t;

#define __QN_NO_TEXTURES                                                       \
  __attribute__((device, unavailable("texture fetches are not supported yet")))
template <typename T, typename... A>
__QN_NO_TEXTURES T tex1D(cudaTextureObject_t, A...);
template <typename T, typename... A>
__QN_NO_TEXTURES T tex1Dfetch(cudaTextureObject_t, A...);
template <typename T, typename... A>
__QN_NO_TEXTURES T tex2D(cudaTextureObject_t, A...);
template <typename T, typename... A>
__QN_NO_TEXTURES T tex3D(cudaTextureObject_t, A...);
#undef __QN_NO_TEXTURES

#endif
