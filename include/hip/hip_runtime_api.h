// SPDX-License-Identifier: Apache-2.0
//
// Basic types of HIP's API, so that sources that name them compile for the
// device. (The API itself is the host side's.)
#ifndef QUERN_HIP_RUNTIME_API_H
#define QUERN_HIP_RUNTIME_API_H
#pragma clang system_header

#include <quern/device/prelude.h>
#include <quern/device/textures.h>

typedef enum hipError_t { hipSuccess = 0, hipErrorUnknown = 999 } hipError_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4
} hipMemcpyKind;

#endif
