// SPDX-License-Identifier: Apache-2.0
// hiprtc's names over rtc.c.
#include "hip/hiprtc.h"

#include "hip/rtc/rtc.h"
#include "base/system/file.h"
#include "hip/hip_version.h"
#define RESULT(value) ((hiprtcResult)(value))

static rtc_program *program_of(hiprtcProgram program) {
  return (rtc_program *)program;
}

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

hiprtcResult hiprtcCreateProgram(hiprtcProgram *to, const char *source,
                                 const char *name, int header_count,
                                 const char *const *headers,
                                 const char *const *include_names) {
  const rtc_source all = {.text = source,
                          .name = name,
                          .header_count = header_count,
                          .headers = headers,
                          .header_names = include_names,
                          .cuda = false};
  rtc_program *program;
  if (!to)
    return RESULT(RTC_INVALID_INPUT);
  const rtc_result result = rtc_create(&all, &program);
  if (result == RTC_SUCCESS)
    *to = (hiprtcProgram)program;
  return RESULT(result);
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram *program) {
  if (!program)
    return RESULT(RTC_INVALID_PROGRAM);
  rtc_program *own = program_of(*program);
  const rtc_result result = rtc_destroy(&own);
  if (result == RTC_SUCCESS)
    *program = NULL;
  return RESULT(result);
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int option_count,
                                  const char *const *options) {
  return RESULT(rtc_compile(program_of(program), option_count, options));
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram program,
                                     const char *expression) {
  return RESULT(rtc_add_expression(program_of(program), expression));
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char *expression,
                                  const char **name) {
  return RESULT(rtc_get_lowered(program_of(program), expression, name));
}

hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, size_t *size) {
  return RESULT(rtc_get_log(program_of(program), NULL, size));
}

hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char *log) {
  return RESULT(rtc_get_log(program_of(program), log, NULL));
}

hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t *size) {
  return RESULT(rtc_get_code(program_of(program), false, NULL, size));
}

hiprtcResult hiprtcGetCode(hiprtcProgram program, char *code) {
  return RESULT(rtc_get_code(program_of(program), false, code, NULL));
}

hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram program, size_t *size) {
  return RESULT(rtc_get_code(program_of(program), true, NULL, size));
}

hiprtcResult hiprtcGetBitcode(hiprtcProgram program, char *code) {
  return RESULT(rtc_get_code(program_of(program), true, code, NULL));
}

// ---- Linking: of what -fgpu-rdc made, and of finished bundles

static hiprtcResult link_result(rtc_result result) {
  return result == RTC_COMPILATION ? HIPRTC_ERROR_LINKING : RESULT(result);
}

hiprtcResult hiprtcLinkCreate(unsigned int option_count,
                              hiprtcJIT_option *options, void **values,
                              hiprtcLinkState *to) {
  (void)option_count; // hints, and places for texts that are logged instead
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

// The image belongs to the state.
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
