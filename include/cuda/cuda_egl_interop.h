// SPDX-License-Identifier: Apache-2.0
//
// CUDA's runtime beside EGL's images and streams: types are all here; functions
// say that no device here takes part in such streams.
#ifndef QUERN_CUDA_CUDA_EGL_INTEROP_H
#define QUERN_CUDA_CUDA_EGL_INTEROP_H
#ifndef __CUDA_EGL_INTEROP_H__
#define __CUDA_EGL_INTEROP_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime_api.h"
#include <quern/device/names_begin.inc>

#if __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#else
#include <stdint.h>
typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
typedef int32_t EGLint;
#endif

#include <quern/host/graphics/cuda_egl_types.h>

__QN_C_BEGIN
#define __QN_EGL(name, parameters) cudaError_t cuda##name parameters;
#include <quern/host/graphics/cuda_graphics.def>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUDA_EGL_INTEROP_H
