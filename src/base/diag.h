// SPDX-License-Identifier: Apache-2.0
// Diagnostics: what went wrong, where, while doing what, and what to try.
#ifndef QN_BASE_DIAG_H
#define QN_BASE_DIAG_H

#include <stdio.h>

#include "base/span.h"
#include "base/status.h"

#if defined(__GNUC__)
#define QN_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
// Functions on a path where cache misses matter are placed side by side; those
// that only failures call go elsewhere.
#define QN_HOT __attribute__((hot))
#define QN_COLD __attribute__((cold))
// Inlined into QN_HOT functions: the code between a program and a driver is the
// cost of a launch.
#define QN_HOT_INLINE static inline __attribute__((always_inline))
#else
#define QN_PRINTF(fmt, args)
#define QN_HOT
#define QN_COLD
#define QN_HOT_INLINE static inline
#endif

// A place in an input. A `size` of 0 is a point.
typedef struct qn_place {
  uint64_t offset;   // bytes from the start of the file
  uint64_t size;     // bytes
  const char *field; // static string such as "note.descsz", or NULL
  uint32_t line;     // text: from 1; 0 in a binary input
  uint32_t column;   // text: from 1, in bytes
  bool is_expanded;  // in contents that were compressed: `offset` counts from
                     // their start, and the input has none of these bytes
} qn_place;

#define QN_NOWHERE ((qn_place){UINT64_MAX, 0, NULL, 0, 0, false})

// The place of `size` bytes at `offset` of a text, with its line and column.
qn_place qn_place_text(qn_span text, uint64_t offset, uint64_t size);

// Filled in by the callee, owned by the caller, usable on the stack. It never
// allocates, so reporting cannot fail; long texts are cut with "...".
typedef struct qn_diag {
  qn_code code;
  qn_place place;
  char message[256]; // one line, no full stop, lower-case first word
  char context[512]; // outermost last, one "while ..." clause per line
  char hint[256];    // one full sentence, or empty
} qn_diag;

// Records a failure and returns it as a status. `diag` may be NULL. The first
// failure wins: a later one (say, from cleanup) does not overwrite it.
qn_status qn_fail(qn_diag *diag, qn_code code, qn_place place,
                  const char *format, ...) QN_PRINTF(4, 5);

// Adds "while <format>" to a recorded failure. No effect on an empty diag.
void qn_diag_context(qn_diag *diag, const char *format, ...) QN_PRINTF(2, 3);

// Sets the fix hint. Use only when the reader can act on it.
void qn_diag_hint(qn_diag *diag, const char *format, ...) QN_PRINTF(2, 3);

// QN_E_MEMORY with the usual message; `what` names the thing being made.
qn_status qn_fail_memory(qn_diag *diag, const char *what);

// QN_E_IO with errno's text: "could not open 'x.bin': No such file ...".
// `verb` is "open", "read", ...; errno must still be the failure's.
qn_status qn_fail_errno(qn_diag *diag, const char *verb, const char *path);

// None of these returns success, which clang's analyser cannot see in other
// files; it would assume that execution continues after every failure.
#ifdef __clang_analyzer__
static inline qn_status qn_fail_surely(qn_status status) {
  if (!qn_failed(status))
    __builtin_unreachable();
  return status;
}
#define qn_fail(...) qn_fail_surely(qn_fail(__VA_ARGS__))
#define qn_fail_memory(diag, what) qn_fail_surely(qn_fail_memory(diag, what))
#define qn_fail_errno(diag, verb, path)                                        \
  qn_fail_surely(qn_fail_errno(diag, verb, path))
#endif

// The stable lower-case name of a code, such as "malformed".
const char *qn_code_name(qn_code code);

// Prints the diag for people, without colour. `input` is the whole file, for
// the excerpt (hex, or the source line); it may be empty. `path` may be NULL.
void qn_diag_print(const qn_diag *diag, const char *path, qn_span input,
                   FILE *out);

typedef enum qn_severity {
  QN_NOTE,
  QN_WARNING,
  QN_ERROR,
} qn_severity;

// How a diag is shown, and the input that it is about.
typedef struct qn_diag_view {
  const char *path; // NULL: none
  qn_span input;    // its bytes, for the excerpt; may be empty
  bool color;
  bool json; // one line: {"schema":"quern.diagnostic/1", ...}
} qn_diag_view;

struct qn_buffer;
// As qn_diag_print, with a choice of severity and style.
void qn_diag_write(const qn_diag *diag, qn_severity severity,
                   const qn_diag_view *view, struct qn_buffer *out);

// ---- A sink for passes that find many things

// Receives each finding as it is made. `diag->code` is QN_OK for a note or
// warning that stands for no failure.
typedef void qn_report_fn(void *user, qn_severity severity, const qn_diag *diag,
                          const char *path, qn_span input);

// Filled in by the caller; a NULL qn_report is a sink that drops everything.
typedef struct qn_report {
  qn_report_fn *emit; // NULL: count only
  void *user;
  unsigned maximum;   // findings given to `emit`; 0: all. Others are counted
  const char *path;   // what is being looked at; borrowed
  qn_span input;      // its bytes; borrowed
  unsigned counts[3]; // by severity, dropped ones included
} qn_report;

void qn_report_note(qn_report *report, qn_place place, const char *format, ...)
    QN_PRINTF(3, 4);
void qn_report_warning(qn_report *report, qn_place place, const char *format,
                       ...) QN_PRINTF(3, 4);
void qn_report_error(qn_report *report, qn_code code, qn_place place,
                     const char *format, ...) QN_PRINTF(4, 5);
// Reports a finding that is already a diag, with its context and hint.
void qn_report_diag(qn_report *report, qn_severity severity,
                    const qn_diag *diag);

#endif // QN_BASE_DIAG_H
