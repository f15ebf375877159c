// SPDX-License-Identifier: Apache-2.0
// nvrtc's names over rtc.c. What is called PTX and cubin is a bundle, which
// modules are loaded from just as well, and on a CPU too.
#include "cuda/nvrtc.h"

#include "hip/rtc/rtc.h"

#define RESULT(value) ((nvrtcResult)(value))

static rtc_program *program_of(nvrtcProgram program) {
  return (rtc_program *)program;
}

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

nvrtcResult nvrtcCreateProgram(nvrtcProgram *to, const char *source,
                               const char *name, int header_count,
                               const char *const *headers,
                               const char *const *include_names) {
  const rtc_source all = {.text = source,
                          .name = name,
                          .header_count = header_count,
                          .headers = headers,
                          .header_names = include_names,
                          .cuda = true};
  rtc_program *program;
  if (!to)
    return RESULT(RTC_INVALID_INPUT);
  const rtc_result result = rtc_create(&all, &program);
  if (result == RTC_SUCCESS)
    *to = (nvrtcProgram)program;
  return RESULT(result);
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
  if (!program)
    return RESULT(RTC_INVALID_PROGRAM);
  rtc_program *own = program_of(*program);
  const rtc_result result = rtc_destroy(&own);
  if (result == RTC_SUCCESS)
    *program = NULL;
  return RESULT(result);
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count,
                                const char *const *options) {
  return RESULT(rtc_compile(program_of(program), option_count, options));
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program,
                                   const char *expression) {
  return RESULT(rtc_add_expression(program_of(program), expression));
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression,
                                const char **name) {
  return RESULT(rtc_get_lowered(program_of(program), expression, name));
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size) {
  return RESULT(rtc_get_log(program_of(program), NULL, size));
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
  return RESULT(rtc_get_log(program_of(program), log, NULL));
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size) {
  return RESULT(rtc_get_code(program_of(program), false, NULL, size));
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *code) {
  return RESULT(rtc_get_code(program_of(program), false, code, NULL));
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size) {
  return RESULT(rtc_get_code(program_of(program), false, NULL, size));
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *code) {
  return RESULT(rtc_get_code(program_of(program), false, code, NULL));
}
