// SPDX-License-Identifier: Apache-2.0
// Compiling at run time, for hiprtc (hip.c) and nvrtc (cuda.c), which differ
// only in names: the tool `quern cc` runs in a child process.
//
// A program belongs to one thread at a time, different ones to any threads.
#ifndef QN_HIP_RTC_RTC_H
#define QN_HIP_RTC_RTC_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/map.h"
#include "compile/child.h"
#include "runtime/core/device.h"

// Result codes, with the numbers of both APIs: our names and the ends of
// theirs.
#define RTC_RESULTS(X)                                                         \
  X(SUCCESS, SUCCESS)                                                          \
  X(OUT_OF_MEMORY, ERROR_OUT_OF_MEMORY)                                        \
  X(PROGRAM_CREATION_FAILURE, ERROR_PROGRAM_CREATION_FAILURE)                  \
  X(INVALID_INPUT, ERROR_INVALID_INPUT)                                        \
  X(INVALID_PROGRAM, ERROR_INVALID_PROGRAM)                                    \
  X(INVALID_OPTION, ERROR_INVALID_OPTION)                                      \
  X(COMPILATION, ERROR_COMPILATION)                                            \
  X(BUILTIN_OPERATION_FAILURE, ERROR_BUILTIN_OPERATION_FAILURE)                \
  X(NO_EXPRESSIONS_AFTER, ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)         \
  X(NO_LOWERED_NAMES_BEFORE, ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)        \
  X(EXPRESSION_NOT_VALID, ERROR_NAME_EXPRESSION_NOT_VALID)                     \
  X(INTERNAL_ERROR, ERROR_INTERNAL_ERROR)                                      \
  X(TIME_FILE, ERROR_TIME_FILE_WRITE_FAILED)                                   \
  X(NO_PCH, ERROR_NO_PCH_CREATE_ATTEMPTED)                                     \
  X(PCH_HEAP, ERROR_PCH_CREATE_HEAP_EXHAUSTED)                                 \
  X(PCH, ERROR_PCH_CREATE)                                                     \
  X(CANCELLED, ERROR_CANCELLED)                                                \
  X(TIME_TRACE, ERROR_TIME_TRACE_FILE_WRITE_FAILED)
typedef enum rtc_result {
#define RTC_RESULT(id, name) RTC_##id,
  RTC_RESULTS(RTC_RESULT)
#undef RTC_RESULT
      RTC_RESULT_COUNT,
} rtc_result;

typedef struct rtc_program {
  uint32_t magic; // RTC_MAGIC while it lives
  bool cuda;      // the dialect
  bool compiled;  // successfully
  bool tried;     // compiled, successfully or not
  bool bitcode;   // the code is LLVM's, for linking later
  qn_arena arena; // everything below that is not a buffer
  qn_str source;
  const char *name;        // of the source, for messages
  qn_memory_file *headers; // in the arena
  size_t header_count;
  qn_str *expressions; // as given
  qn_str *lowered;     // as many; empty: unknown
  size_t expression_count, expression_capacity;
  qn_buffer code; // a bundle
  qn_buffer log;
  // Called before compiling; a result other than 0 cancels.
  int (*flow)(void *payload, void *reserved);
  void *flow_payload;
} rtc_program;

enum { RTC_MAGIC = 0x43545251 };

typedef struct rtc_source {
  const char *text, *name;
  int header_count;
  const char *const *headers, *const *header_names;
  bool cuda;
} rtc_source;

rtc_result rtc_create(const rtc_source *source, rtc_program **out_program);
// Stores NULL; a program that is not alive is RTC_INVALID_PROGRAM.
rtc_result rtc_destroy(rtc_program **program);
rtc_result rtc_compile(rtc_program *program, int count,
                       const char *const *options);
rtc_result rtc_add_expression(rtc_program *program, const char *expression);
rtc_result rtc_get_lowered(rtc_program *program, const char *expression,
                           const char **out_name);
// The log with its NUL; `to` may be NULL to ask for the size alone.
rtc_result rtc_get_log(rtc_program *program, char *to, size_t *out_size);
// The code; `bitcode` says which kind is wanted.
rtc_result rtc_get_code(rtc_program *program, bool bitcode, char *to,
                        size_t *out_size);
bool rtc_alive(const rtc_program *program);
const char *rtc_result_name(rtc_result result, bool cuda);

// ---- The tool, for NVVM's compiler as well

// Finds it beside the library; `log` receives why it cannot.
bool rtc_find_tool(qn_buffer *log, char path[PATH_MAX]);
// Runs the command; its messages go to `log`. The exit code, or -1.
int rtc_run(qn_child *child, qn_buffer *log);
// Appends a file, or nothing.
void rtc_read_file(const char *path, qn_buffer *to);

enum { RTC_TARGET_SIZE = sizeof(((qn_device_info *)NULL)->target) };
// What is loaded afterwards runs on: the current device, when QUERN_DEVICE says
// which that is, else this machine's CPU.
const char *rtc_target_here(char out[static RTC_TARGET_SIZE]);

// ---- Linking of bitcode bundles

typedef struct rtc_link {
  uint32_t magic; // RTC_MAGIC while it lives
  qn_buffer *inputs;
  size_t input_count, input_capacity;
  qn_arena arena;
  qn_buffer image, log;
} rtc_link;

rtc_result rtc_link_create(rtc_link **out_link);
rtc_result rtc_link_add(rtc_link *link, qn_span bytes);
rtc_result rtc_link_complete(rtc_link *link);
rtc_result rtc_link_destroy(rtc_link *link);

#endif // QN_HIP_RTC_RTC_H
