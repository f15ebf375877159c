// SPDX-License-Identifier: Apache-2.0
//
// CUDA's driver beside EGL's images and streams, as cuda_egl_interop.h.
#ifndef QUERN_CUDA_CUDAEGL_H
#define QUERN_CUDA_CUDAEGL_H
#ifndef CUDAEGL_H
#define CUDAEGL_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include <quern/device/names_begin.inc>

#if __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#else
#include <stdint.h>
typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
typedef int32_t EGLint;
#endif

#include <quern/host/graphics/driver_egl_types.h>

__QN_C_BEGIN
#define __QN_EGL(name, parameters, arguments)                                  \
  CUresult cu##name parameters __asm__("quern_cu" #name);
#include <quern/host/graphics/driver_graphics.def>
__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUDAEGL_H
