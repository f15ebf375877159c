// SPDX-License-Identifier: Apache-2.0
// nvrtc's names over rtc.c. What is called PTX and cubin is a bundle, which
// modules are loaded from just as well, and on a CPU too.
#include "cuda/nvrtc.h"

#include "hip/rtc/rtc.h"

#define RTC(name) nvrtc##name
#define RTC_IS_CUDA true
#include "hip/rtc/names.inc"

const char *nvrtcGetErrorString(nvrtcResult result) {
  return rtc_result_name((rtc_result)result, true);
}

// The version of CUDA that the headers speak.
nvrtcResult nvrtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = 12;
  *minor = 8;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size) {
  return RTC_CAST(rtc_get_code(program_of(program), false, NULL, size));
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *code) {
  return RTC_CAST(rtc_get_code(program_of(program), false, code, NULL));
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size) {
  return nvrtcGetPTXSize(program, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *code) {
  return nvrtcGetPTX(program, code);
}
