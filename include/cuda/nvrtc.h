// SPDX-License-Identifier: Apache-2.0
//
// CUDA's compiler at run time.
#ifndef QUERN_CUDA_NVRTC_H
#define QUERN_CUDA_NVRTC_H
#ifndef __NVRTC_H__
#define __NVRTC_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <quern/host/base.h>

typedef struct _nvrtcProgram *nvrtcProgram;

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
  NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
  NVRTC_ERROR_PCH_CREATE = 15,
  NVRTC_ERROR_CANCELLED = 16,
  NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17,
  NVRTC_ERROR_BUSY = 18
} nvrtcResult;

typedef struct {
  int available;
  size_t compressedSize;
  size_t uncompressedSize;
  int cudaVersionMajor;
  int cudaVersionMinor;
  unsigned int numFiles;
} nvrtcBundledHeadersInfo;
#define NVRTC_INSTALL_HEADERS_SKIP_IF_EXISTS 0x0
#define NVRTC_INSTALL_HEADERS_FORCE_OVERWRITE 0x1
#define NVRTC_INSTALL_HEADERS_NO_WAIT 0x2

__QN_C_BEGIN
#define __QN_P(name) nvrtc##name
#define __QN_RTC_RESULT nvrtcResult
#define __QN_RTC_PROGRAM nvrtcProgram
#include <quern/host/rtc.def>
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetTileIRSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetTileIR(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetBundledHeadersInfo(nvrtcBundledHeadersInfo *info,
                                       const char **log);
nvrtcResult nvrtcInstallBundledHeaders(const char *folder, unsigned int flags,
                                       const char **log);
nvrtcResult nvrtcRemoveBundledHeaders(const char *folder, const char **log);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *numbers);
nvrtcResult nvrtcGetPCHHeapSize(size_t *size);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program,
                                 int (*callback)(void *payload, void *reserved),
                                 void *payload);
#undef __QN_P
#undef __QN_RTC_RESULT
#undef __QN_RTC_PROGRAM
__QN_C_END

#include <quern/device/names_end.inc>

#endif
