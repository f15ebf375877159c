// SPDX-License-Identifier: Apache-2.0
//
// Types of pointers to the functions of cudaGL.h.
#ifndef QUERN_CUDA_CUDAGLTYPEDEFS_H
#define QUERN_CUDA_CUDAGLTYPEDEFS_H
#ifndef CUDAGLTYPEDEFS_H
#define CUDAGLTYPEDEFS_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cudaGL.h"

typedef __typeof__(cuGraphicsGLRegisterBuffer)
    *PFN_cuGraphicsGLRegisterBuffer_v3000;
typedef __typeof__(cuGraphicsGLRegisterImage)
    *PFN_cuGraphicsGLRegisterImage_v3000;
typedef __typeof__(cuGLGetDevices) *PFN_cuGLGetDevices_v6050;
typedef __typeof__(cuGLCtxCreate) *PFN_cuGLCtxCreate_v3020;
typedef __typeof__(cuGLInit) *PFN_cuGLInit_v2000;
typedef __typeof__(cuGLRegisterBufferObject)
    *PFN_cuGLRegisterBufferObject_v2000;
typedef __typeof__(cuGLMapBufferObject) *PFN_cuGLMapBufferObject_v7000_ptds;
typedef __typeof__(cuGLUnmapBufferObject) *PFN_cuGLUnmapBufferObject_v2000;
typedef __typeof__(cuGLUnregisterBufferObject)
    *PFN_cuGLUnregisterBufferObject_v2000;
typedef __typeof__(cuGLSetBufferObjectMapFlags)
    *PFN_cuGLSetBufferObjectMapFlags_v2030;
typedef __typeof__(cuGLMapBufferObjectAsync)
    *PFN_cuGLMapBufferObjectAsync_v7000_ptsz;
typedef __typeof__(cuGLUnmapBufferObjectAsync)
    *PFN_cuGLUnmapBufferObjectAsync_v2030;
typedef __typeof__(cuGLMapBufferObject) *PFN_cuGLMapBufferObject_v3020;
typedef __typeof__(cuGLMapBufferObjectAsync)
    *PFN_cuGLMapBufferObjectAsync_v3020;

#endif // QUERN_CUDA_CUDAGLTYPEDEFS_H
