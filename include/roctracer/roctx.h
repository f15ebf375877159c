// SPDX-License-Identifier: Apache-2.0
//
// rocTX: ranges and marks, which go into Quern's trace (QUERN_TRACE) in the
// track of the calling thread. Without libquernhip in the program, and without a
// trace, nothing happens.
#ifndef QUERN_ROCTRACER_ROCTX_H
#define QUERN_ROCTRACER_ROCTX_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

typedef uint64_t roctx_range_id_t;

// libquernhip's, where it is in the program.
extern void quern_trace_mark(const char *) __attribute__((weak));
extern int quern_trace_push(const void *, const char *) __attribute__((weak));
extern int quern_trace_pop(const void *) __attribute__((weak));
extern uint64_t quern_trace_begin(const char *) __attribute__((weak));
extern void quern_trace_end(uint64_t) __attribute__((weak));

#ifndef __QN_ROCTX
#define __QN_ROCTX static inline __attribute__((unused))
#endif

__QN_ROCTX uint32_t roctx_version_major(void) { return ROCTX_VERSION_MAJOR; }
__QN_ROCTX uint32_t roctx_version_minor(void) { return ROCTX_VERSION_MINOR; }
__QN_ROCTX void roctxMarkA(const char *message) {
  if (quern_trace_mark)
    quern_trace_mark(message);
}
__QN_ROCTX int roctxRangePushA(const char *message) {
  return quern_trace_push ? quern_trace_push((void *)0, message) : -1;
}
__QN_ROCTX int roctxRangePop(void) {
  return quern_trace_pop ? quern_trace_pop((void *)0) : -1;
}
__QN_ROCTX roctx_range_id_t roctxRangeStartA(const char *message) {
  return quern_trace_begin ? quern_trace_begin(message) : 0;
}
__QN_ROCTX void roctxRangeStop(roctx_range_id_t id) {
  if (quern_trace_end)
    quern_trace_end(id);
}
#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)

#ifdef __cplusplus
}
#endif

#endif // QUERN_ROCTRACER_ROCTX_H
