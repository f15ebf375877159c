// SPDX-License-Identifier: Apache-2.0
// Diagnostics: what went wrong, where, while doing what, and what to try.
#ifndef QN_BASE_DIAG_H
#define QN_BASE_DIAG_H

#include <stdio.h>

#include "base/span.h"
#include "base/status.h"

#if defined(__GNUC__)
#define QN_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define QN_PRINTF(fmt, args)
#endif

// A place in a binary input. `size` 0 means "at", not "over".
typedef struct qn_place {
  uint64_t offset;   // bytes from the start of the file
  uint64_t size;     // bytes
  const char *field; // static string such as "note.descsz", or NULL
} qn_place;

#define QN_NOWHERE ((qn_place){UINT64_MAX, 0, NULL})

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

// The stable lower-case name of a code, such as "malformed".
const char *qn_code_name(qn_code code);

// Prints the diag for people. `input` is the whole file, for the hex excerpt;
// it may be empty.
void qn_diag_print(const qn_diag *diag, const char *path, qn_span input,
                   FILE *out);

#endif // QN_BASE_DIAG_H
