// SPDX-License-Identifier: Apache-2.0
//
// CUDA's runtime beside OpenGL: buffers and textures of the context that is
// current in the calling thread (EGL, GLX, OSMesa) are copied to the device's
// memory and back.
#ifndef QUERN_CUDA_CUDA_GL_INTEROP_H
#define QUERN_CUDA_CUDA_GL_INTEROP_H
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime_api.h"
#include <quern/device/names_begin.inc>

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};

enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

__QN_C_BEGIN
#define __QN_GL(name, parameters) cudaError_t cuda##name parameters;
#include <quern/host/graphics/cuda_graphics.def>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUDA_GL_INTEROP_H
