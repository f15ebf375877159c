// SPDX-License-Identifier: Apache-2.0
//
// NVPW, the library of counters below CUPTI: what its headers share. No device
// of Quern has counters (docs/cupti.md).
#ifndef QUERN_CUDA_NVPERF_COMMON_H
#define QUERN_CUDA_NVPERF_COMMON_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum NVPA_Status {
  NVPA_STATUS_SUCCESS = 0,
  NVPA_STATUS_ERROR = 1,
  NVPA_STATUS_INTERNAL_ERROR = 2,
  NVPA_STATUS_NOT_INITIALIZED = 3,
  NVPA_STATUS_NOT_LOADED = 4,
  NVPA_STATUS_FUNCTION_NOT_FOUND = 5,
  NVPA_STATUS_NOT_SUPPORTED = 6,
  NVPA_STATUS_NOT_IMPLEMENTED = 7,
  NVPA_STATUS_INVALID_ARGUMENT = 8,
  NVPA_STATUS_INVALID_METRIC_ID = 9,
  NVPA_STATUS_DRIVER_NOT_LOADED = 10,
  NVPA_STATUS_OUT_OF_MEMORY = 11,
  NVPA_STATUS_INVALID_THREAD_STATE = 12,
  NVPA_STATUS_FAILED_CONTEXT_ALLOC = 13,
  NVPA_STATUS_UNSUPPORTED_GPU = 14,
  NVPA_STATUS_INSUFFICIENT_DRIVER_VERSION = 15,
  NVPA_STATUS_OBJECT_NOT_REGISTERED = 16,
  NVPA_STATUS_INSUFFICIENT_PRIVILEGE = 17,
  NVPA_STATUS_INVALID_CONTEXT_STATE = 18,
  NVPA_STATUS_INVALID_OBJECT_STATE = 19,
  NVPA_STATUS_RESOURCE_UNAVAILABLE = 20,
  NVPA_STATUS_DRIVER_LOADED_TOO_LATE = 21,
  NVPA_STATUS_INSUFFICIENT_SPACE = 22,
  NVPA_STATUS_OBJECT_MISMATCH = 23,
  NVPA_STATUS_VIRTUALIZED_DEVICE_NOT_SUPPORTED = 24,
  NVPA_STATUS_PROFILING_NOT_ALLOWED = 25,
  NVPA_STATUS__COUNT = 26,
} NVPA_Status;

typedef enum NVPA_ActivityKind {
  NVPA_ACTIVITY_KIND_INVALID = 0,
  NVPA_ACTIVITY_KIND_PROFILER = 1,
  NVPA_ACTIVITY_KIND_REALTIME_SAMPLED = 2,
  NVPA_ACTIVITY_KIND_REALTIME_PROFILER = 3,
  NVPA_ACTIVITY_KIND__COUNT = 4,
} NVPA_ActivityKind;

typedef uint8_t NVPA_Bool;
#define NVPA_STRUCT_SIZE(type_, lastfield_)                                    \
  (offsetof(type_, lastfield_) + sizeof(((type_ *)0)->lastfield_))
#define NVPW_FIELD_EXISTS(pParams_, name_)                                     \
  ((pParams_)->structSize >=                                                   \
   (size_t)((const uint8_t *)(&(pParams_)->name_) + sizeof(pParams_)->name_ -  \
            (const uint8_t *)(pParams_)))
typedef NVPA_Status (*NVPA_GenericFn)(void);
NVPA_GenericFn NVPA_GetProcAddress(const char *pFunctionName);

typedef struct NVPW_SetLibraryLoadPaths_Params {
  size_t structSize;
  void *pPriv;
  size_t numPaths;
  const char **ppPaths;
} NVPW_SetLibraryLoadPaths_Params;
#define NVPW_SetLibraryLoadPaths_Params_STRUCT_SIZE                            \
  NVPA_STRUCT_SIZE(NVPW_SetLibraryLoadPaths_Params, ppPaths)
NVPA_Status NVPW_SetLibraryLoadPaths(NVPW_SetLibraryLoadPaths_Params *pParams);

typedef struct NVPW_SetLibraryLoadPathsW_Params {
  size_t structSize;
  void *pPriv;
  size_t numPaths;
  const wchar_t **ppwPaths;
} NVPW_SetLibraryLoadPathsW_Params;
#define NVPW_SetLibraryLoadPathsW_Params_STRUCT_SIZE                           \
  NVPA_STRUCT_SIZE(NVPW_SetLibraryLoadPathsW_Params, ppwPaths)
NVPA_Status
NVPW_SetLibraryLoadPathsW(NVPW_SetLibraryLoadPathsW_Params *pParams);

// The name of a status, and what it says.
static inline void NVPW_NVPAStatusToString(NVPA_Status status,
                                           const char **ppStatusStr,
                                           const char **ppCommentStr) {
  switch (status) {
  case NVPA_STATUS_SUCCESS:
    *ppStatusStr = "NVPA_STATUS_SUCCESS";
    *ppCommentStr = "success";
    return;
  case NVPA_STATUS_ERROR:
    *ppStatusStr = "NVPA_STATUS_ERROR";
    *ppCommentStr = "an error";
    return;
  case NVPA_STATUS_INTERNAL_ERROR:
    *ppStatusStr = "NVPA_STATUS_INTERNAL_ERROR";
    *ppCommentStr = "an error of the library's own";
    return;
  case NVPA_STATUS_NOT_INITIALIZED:
    *ppStatusStr = "NVPA_STATUS_NOT_INITIALIZED";
    *ppCommentStr = "the library is not initialised";
    return;
  case NVPA_STATUS_NOT_LOADED:
    *ppStatusStr = "NVPA_STATUS_NOT_LOADED";
    *ppCommentStr = "the library is not loaded";
    return;
  case NVPA_STATUS_FUNCTION_NOT_FOUND:
    *ppStatusStr = "NVPA_STATUS_FUNCTION_NOT_FOUND";
    *ppCommentStr = "the function is not there";
    return;
  case NVPA_STATUS_NOT_SUPPORTED:
    *ppStatusStr = "NVPA_STATUS_NOT_SUPPORTED";
    *ppCommentStr = "not supported";
    return;
  case NVPA_STATUS_NOT_IMPLEMENTED:
    *ppStatusStr = "NVPA_STATUS_NOT_IMPLEMENTED";
    *ppCommentStr = "not implemented";
    return;
  case NVPA_STATUS_INVALID_ARGUMENT:
    *ppStatusStr = "NVPA_STATUS_INVALID_ARGUMENT";
    *ppCommentStr = "an argument is not valid";
    return;
  case NVPA_STATUS_INVALID_METRIC_ID:
    *ppStatusStr = "NVPA_STATUS_INVALID_METRIC_ID";
    *ppCommentStr = "there is no such metric";
    return;
  case NVPA_STATUS_DRIVER_NOT_LOADED:
    *ppStatusStr = "NVPA_STATUS_DRIVER_NOT_LOADED";
    *ppCommentStr = "the driver is not loaded";
    return;
  case NVPA_STATUS_OUT_OF_MEMORY:
    *ppStatusStr = "NVPA_STATUS_OUT_OF_MEMORY";
    *ppCommentStr = "no memory";
    return;
  case NVPA_STATUS_INVALID_THREAD_STATE:
    *ppStatusStr = "NVPA_STATUS_INVALID_THREAD_STATE";
    *ppCommentStr = "the thread may not do that now";
    return;
  case NVPA_STATUS_FAILED_CONTEXT_ALLOC:
    *ppStatusStr = "NVPA_STATUS_FAILED_CONTEXT_ALLOC";
    *ppCommentStr = "no context could be made";
    return;
  case NVPA_STATUS_UNSUPPORTED_GPU:
    *ppStatusStr = "NVPA_STATUS_UNSUPPORTED_GPU";
    *ppCommentStr = "the device is not supported";
    return;
  case NVPA_STATUS_INSUFFICIENT_DRIVER_VERSION:
    *ppStatusStr = "NVPA_STATUS_INSUFFICIENT_DRIVER_VERSION";
    *ppCommentStr = "the driver is too old";
    return;
  case NVPA_STATUS_OBJECT_NOT_REGISTERED:
    *ppStatusStr = "NVPA_STATUS_OBJECT_NOT_REGISTERED";
    *ppCommentStr = "the object is not registered";
    return;
  case NVPA_STATUS_INSUFFICIENT_PRIVILEGE:
    *ppStatusStr = "NVPA_STATUS_INSUFFICIENT_PRIVILEGE";
    *ppCommentStr = "no permission to count";
    return;
  case NVPA_STATUS_INVALID_CONTEXT_STATE:
    *ppStatusStr = "NVPA_STATUS_INVALID_CONTEXT_STATE";
    *ppCommentStr = "the context may not do that now";
    return;
  case NVPA_STATUS_INVALID_OBJECT_STATE:
    *ppStatusStr = "NVPA_STATUS_INVALID_OBJECT_STATE";
    *ppCommentStr = "the object may not do that now";
    return;
  case NVPA_STATUS_RESOURCE_UNAVAILABLE:
    *ppStatusStr = "NVPA_STATUS_RESOURCE_UNAVAILABLE";
    *ppCommentStr = "the counters are in use";
    return;
  case NVPA_STATUS_DRIVER_LOADED_TOO_LATE:
    *ppStatusStr = "NVPA_STATUS_DRIVER_LOADED_TOO_LATE";
    *ppCommentStr = "the driver was loaded too late";
    return;
  case NVPA_STATUS_INSUFFICIENT_SPACE:
    *ppStatusStr = "NVPA_STATUS_INSUFFICIENT_SPACE";
    *ppCommentStr = "the buffer is too small";
    return;
  case NVPA_STATUS_OBJECT_MISMATCH:
    *ppStatusStr = "NVPA_STATUS_OBJECT_MISMATCH";
    *ppCommentStr = "the objects do not belong together";
    return;
  case NVPA_STATUS_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    *ppStatusStr = "NVPA_STATUS_VIRTUALIZED_DEVICE_NOT_SUPPORTED";
    *ppCommentStr = "virtual devices are not supported";
    return;
  case NVPA_STATUS_PROFILING_NOT_ALLOWED:
    *ppStatusStr = "NVPA_STATUS_PROFILING_NOT_ALLOWED";
    *ppCommentStr = "counting is not allowed";
    return;
  default:
    *ppStatusStr = "unknown";
    *ppCommentStr = "no status of NVPW";
    return;
  }
}

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVPERF_COMMON_H
