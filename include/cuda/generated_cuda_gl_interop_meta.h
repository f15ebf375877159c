// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_cupti.py; do not edit.
//
// Parameters of the runtime's functions for OpenGL.
#ifndef QUERN_CUDA_GENERATED_CUDA_GL_INTEROP_META_H
#define QUERN_CUDA_GENERATED_CUDA_GL_INTEROP_META_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_gl_interop.h"

#include <quern/device/names_begin.inc>

typedef struct cudaGLSetGLDevice_v3020_params_st {
  int device;
} cudaGLSetGLDevice_v3020_params;

typedef struct cudaGLRegisterBufferObject_v3020_params_st {
  GLuint bufObj;
} cudaGLRegisterBufferObject_v3020_params;

typedef struct cudaGLMapBufferObject_v3020_params_st {
  void **devPtr;
  GLuint bufObj;
} cudaGLMapBufferObject_v3020_params;

typedef struct cudaGLUnmapBufferObject_v3020_params_st {
  GLuint bufObj;
} cudaGLUnmapBufferObject_v3020_params;

typedef struct cudaGLUnregisterBufferObject_v3020_params_st {
  GLuint bufObj;
} cudaGLUnregisterBufferObject_v3020_params;

typedef struct cudaGLSetBufferObjectMapFlags_v3020_params_st {
  GLuint bufObj;
  unsigned int flags;
} cudaGLSetBufferObjectMapFlags_v3020_params;

typedef struct cudaGLMapBufferObjectAsync_v3020_params_st {
  void **devPtr;
  GLuint bufObj;
  cudaStream_t stream;
} cudaGLMapBufferObjectAsync_v3020_params;

typedef struct cudaGLUnmapBufferObjectAsync_v3020_params_st {
  GLuint bufObj;
  cudaStream_t stream;
} cudaGLUnmapBufferObjectAsync_v3020_params;

typedef struct cudaGraphicsGLRegisterImage_v3020_params_st {
  struct cudaGraphicsResource **resource;
  GLuint image;
  GLenum target;
  unsigned int flags;
} cudaGraphicsGLRegisterImage_v3020_params;

typedef struct cudaGraphicsGLRegisterBuffer_v3020_params_st {
  struct cudaGraphicsResource **resource;
  GLuint buffer;
  unsigned int flags;
} cudaGraphicsGLRegisterBuffer_v3020_params;

typedef struct cudaGLGetDevices_v4010_params_st {
  unsigned int *pCudaDeviceCount;
  int *pCudaDevices;
  unsigned int cudaDeviceCount;
  enum cudaGLDeviceList deviceList;
} cudaGLGetDevices_v4010_params;

#include <quern/device/names_end.inc>

#endif
