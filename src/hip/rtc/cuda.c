// SPDX-License-Identifier: Apache-2.0
// nvrtc's functions, over rtc.c. What they return as PTX and cubin is a bundle,
// which modules can be loaded from as well, on a CPU too.
#include "cuda/nvrtc.h"

#include "hip/rtc/rtc.h"
#include "targets/target.h"

#include <stdatomic.h>
#include <string.h>

#define RTC(name) nvrtc##name
#define RTC_IS_CUDA true
#include "hip/rtc/names.inc"

const char *nvrtcGetErrorString(nvrtcResult result) {
  return rtc_result_name((rtc_result)result, true);
}

// The version of CUDA that the headers implement.
nvrtcResult nvrtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = 12;
  *minor = 8;
  return NVRTC_SUCCESS;
}

// Of a program that is to be linked (-rdc=true) the code is LLVM bitcode, which
// cuLinkAddData and nvJitLinkAddData take for PTX and cubins as well.
static bool is_bitcode(nvrtcProgram program) {
  const rtc_program *own = program_of(program);
  return rtc_alive(own) && own->bitcode;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size) {
  return RTC_CAST(
      rtc_get_code(program_of(program), is_bitcode(program), NULL, size));
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *code) {
  return RTC_CAST(
      rtc_get_code(program_of(program), is_bitcode(program), code, NULL));
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size) {
  return nvrtcGetPTXSize(program, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *code) {
  return nvrtcGetPTX(program, code);
}

// Code for link-time optimisation is LLVM bitcode. Programs compiled without it
// have none, and there is none for OptiX.
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *size) {
  rtc_program *own = program_of(program);
  if (!rtc_alive(own) || !own->compiled)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = own->bitcode ? own->code.size : 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *code) {
  return RTC_CAST(rtc_get_code(program_of(program), true, code, NULL));
}

nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *size) {
  rtc_program *own = program_of(program);
  if (!rtc_alive(own) || !own->compiled)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *code) {
  (void)program;
  return code ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
}

// No kernel is a tile program, which our compiler does not take.
nvrtcResult nvrtcGetTileIRSize(nvrtcProgram program, size_t *size) {
  return nvrtcGetOptiXIRSize(program, size);
}

nvrtcResult nvrtcGetTileIR(nvrtcProgram program, char *code) {
  return nvrtcGetOptiXIR(program, code);
}

// ---- Headers, which our compiler finds without a folder of its own

#define NOT_BUNDLED                                                            \
  "Quern's compiler has its headers; no folder needs them, and none is "       \
  "written"

static void tell(const char **log, const char *text) {
  if (log)
    *log = text;
}

nvrtcResult nvrtcGetBundledHeadersInfo(nvrtcBundledHeadersInfo *info,
                                       const char **log) {
  if (!info)
    return NVRTC_ERROR_INVALID_INPUT;
  *info = (nvrtcBundledHeadersInfo){0};
  tell(log, NOT_BUNDLED);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcInstallBundledHeaders(const char *folder, unsigned int flags,
                                       const char **log) {
  const unsigned known =
      NVRTC_INSTALL_HEADERS_FORCE_OVERWRITE | NVRTC_INSTALL_HEADERS_NO_WAIT;
  if (!folder || flags & ~known)
    return NVRTC_ERROR_INVALID_INPUT;
  tell(log, NOT_BUNDLED);
  return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
}

nvrtcResult nvrtcRemoveBundledHeaders(const char *folder, const char **log) {
  if (!folder)
    return NVRTC_ERROR_INVALID_INPUT;
  tell(log, NOT_BUNDLED);
  return NVRTC_SUCCESS; // nothing is there
}

static bool ends_in_digit(const char *name) {
  const char last = name[strlen(name) - 1];
  return last >= '0' && last <= '9';
}

static bool is_arch(const qn_target_row *row) {
  return row->family == QN_FAMILY_NVIDIA && ends_in_digit(row->name);
}

// In ascending order, without variants such as sm_90a.
static int list_archs(int *numbers) {
  size_t count;
  int found = 0;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    if (is_arch(&rows[i])) {
      if (numbers)
        numbers[found] = (int)rows[i].mach / 10;
      ++found;
    }
  return found;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count) {
  if (!count)
    return NVRTC_ERROR_INVALID_INPUT;
  *count = list_archs(NULL);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *numbers) {
  if (!numbers)
    return NVRTC_ERROR_INVALID_INPUT;
  list_archs(numbers);
  return NVRTC_SUCCESS;
}

// There are no precompiled headers, as whole compilations are cached. Their
// heap only remembers the size that it was set to.
static _Atomic size_t header_heap = (size_t)256 << 20;

nvrtcResult nvrtcGetPCHHeapSize(size_t *size) {
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = header_heap;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
  header_heap = (size + 4095) & ~(size_t)4095;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program) {
  return rtc_alive(program_of(program)) ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED
                                        : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *size) {
  if (!rtc_alive(program_of(program)))
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program,
                                 int (*callback)(void *payload, void *reserved),
                                 void *payload) {
  rtc_program *own = program_of(program);
  if (!rtc_alive(own))
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!callback)
    return NVRTC_ERROR_INVALID_INPUT;
  own->flow = callback;
  own->flow_payload = payload;
  return NVRTC_SUCCESS;
}
