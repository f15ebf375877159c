// SPDX-License-Identifier: Apache-2.0
//
// CUDA's driver beside OpenGL, as cuda_gl_interop.h.
#ifndef QUERN_CUDA_CUDAGL_H
#define QUERN_CUDA_CUDAGL_H
#ifndef CUDAGL_H
#define CUDAGL_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include <quern/device/names_begin.inc>

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

#define cuGLCtxCreate cuGLCtxCreate_v2
#define cuGLMapBufferObject cuGLMapBufferObject_v2
#define cuGLMapBufferObjectAsync cuGLMapBufferObjectAsync_v2
#define cuGLGetDevices cuGLGetDevices_v2

typedef enum CUGLDeviceList_enum {
  CU_GL_DEVICE_LIST_ALL = 1,
  CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
  CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;

typedef enum CUGLmap_flags_enum {
  CU_GL_MAP_RESOURCE_FLAGS_NONE = 0,
  CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
  CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUGLmap_flags;

__QN_C_BEGIN
#define __QN_GL(name, parameters, arguments)                                   \
  CUresult cu##name parameters __asm__("quern_cu" #name);
#include <quern/host/graphics/driver_graphics.def>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUDAGL_H
