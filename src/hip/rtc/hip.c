// SPDX-License-Identifier: Apache-2.0
// hiprtc's functions, over rtc.c.
#include "hip/hiprtc.h"

#include "hip/rtc/rtc.h"
#include "base/system/file.h"
#include "hip/hip_version.h"

#define RTC(name) hiprtc##name
#define RTC_IS_CUDA false
#include "hip/rtc/names.inc"

const char *hiprtcGetErrorString(hiprtcResult result) {
  if (result == HIPRTC_ERROR_LINKING)
    return "HIPRTC_ERROR_LINKING";
  return rtc_result_name((rtc_result)result, false);
}

hiprtcResult hiprtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return HIPRTC_ERROR_INVALID_INPUT;
  *major = HIP_VERSION_MAJOR;
  *minor = HIP_VERSION_MINOR;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t *size) {
  return RTC_CAST(rtc_get_code(program_of(program), false, NULL, size));
}

hiprtcResult hiprtcGetCode(hiprtcProgram program, char *code) {
  return RTC_CAST(rtc_get_code(program_of(program), false, code, NULL));
}

hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram program, size_t *size) {
  return RTC_CAST(rtc_get_code(program_of(program), true, NULL, size));
}

hiprtcResult hiprtcGetBitcode(hiprtcProgram program, char *code) {
  return RTC_CAST(rtc_get_code(program_of(program), true, code, NULL));
}

// ---- Linking: of bitcode from -fgpu-rdc, and of finished bundles

static hiprtcResult link_result(rtc_result result) {
  return result == RTC_COMPILATION ? HIPRTC_ERROR_LINKING : RTC_CAST(result);
}

hiprtcResult hiprtcLinkCreate(unsigned int option_count,
                              hiprtcJIT_option *options, void **values,
                              hiprtcLinkState *to) {
  (void)option_count; // hints, and buffers for messages, which are logged
  (void)options;
  (void)values;
  return link_result(rtc_link_create((rtc_link **)to));
}

static bool is_bitcode(hiprtcJITInputType type) {
  return type == HIPRTC_JIT_INPUT_LLVM_BITCODE ||
         type == HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE ||
         type == HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE;
}

hiprtcResult hiprtcLinkAddData(hiprtcLinkState state, hiprtcJITInputType type,
                               void *bytes, size_t size, const char *name,
                               unsigned int option_count,
                               hiprtcJIT_option *options, void **values) {
  (void)name;
  (void)option_count;
  (void)options;
  (void)values;
  if (!is_bitcode(type))
    return HIPRTC_ERROR_INVALID_INPUT;
  return link_result(rtc_link_add((rtc_link *)state, (qn_span){bytes, size}));
}

hiprtcResult hiprtcLinkAddFile(hiprtcLinkState state, hiprtcJITInputType type,
                               const char *path, unsigned int option_count,
                               hiprtcJIT_option *options, void **values) {
  (void)option_count;
  (void)options;
  (void)values;
  qn_file file;
  if (!path || !is_bitcode(type) ||
      qn_failed(qn_file_open(path, 0, &file, NULL)))
    return HIPRTC_ERROR_INVALID_INPUT;
  const rtc_result result = rtc_link_add((rtc_link *)state, file.bytes);
  qn_file_close(&file);
  return link_result(result);
}

// The state owns the image.
hiprtcResult hiprtcLinkComplete(hiprtcLinkState state, void **image,
                                size_t *size) {
  rtc_link *link = (rtc_link *)state;
  if (!image || !size)
    return HIPRTC_ERROR_INVALID_INPUT;
  const rtc_result result = rtc_link_complete(link);
  if (result == RTC_SUCCESS) {
    *image = link->image.data;
    *size = link->image.size;
  }
  return link_result(result);
}

hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state) {
  return link_result(rtc_link_destroy((rtc_link *)state));
}
