// SPDX-License-Identifier: Apache-2.0
//
// CUDA's driver API. Plain C and C++ compilers read it too; it has no device
// code.
#ifndef QUERN_CUDA_CUDA_H
#define QUERN_CUDA_CUDA_H
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/host/driver_types.h>

// Under names of our own in the library: a program may load the vendor's driver
// library beside it.
#ifndef __QN_DRIVER_PREFIX // in the library
#define __QN_DRIVER_PREFIX "quern_cu"
#endif
#define __QN_CALL(name, parameters)                                            \
  CUresult cu##name parameters __asm__(__QN_DRIVER_PREFIX #name);
__QN_C_BEGIN
#include <quern/host/driver_api.def>
__QN_C_END
#undef __QN_CALL

#include <quern/device/names_end.inc>

#endif
