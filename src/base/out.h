// SPDX-License-Identifier: Apache-2.0
// Structured output: the same calls write text, JSON and JSON lines, so that
// the three cannot drift apart.
//
//   qn_out_begin(o, NULL);                      the document
//   qn_out_text(o, "schema", "quern.x/1") ...
//   qn_out_begin_table(o, "images", columns, count);
//     qn_out_begin(o, NULL);                    one row
//     qn_out_str(o, "target", name);
//     qn_out_end(o);
//   qn_out_end_table(o);
//   qn_out_end(o);
//   status = qn_out_finish(o, diag);
//
// JSON: objects, arrays and fields as called; keys are snake_case. JSON lines:
// only what is between qn_out_begin_line and qn_out_end, one object a line.
// Text: a field is "name: value", an object with a key is a heading and an
// indent, an array of scalars is one line "a, b, c", a table is aligned
// columns. All strings are escaped on the way out (base/text.h).
//
// Failures (memory, a full disk) are sticky and reported by qn_out_finish.
// Output is streamed: memory is bounded by the largest table or line.
#ifndef QN_BASE_OUT_H
#define QN_BASE_OUT_H

#include "base/buffer.h"
#include "base/diag.h"

typedef enum qn_out_format {
  QN_OUT_TEXT,
  QN_OUT_JSON,
  QN_OUT_JSONL,
} qn_out_format;

enum {
  QN_OUT_TEXT_ONLY = 1 << QN_OUT_TEXT,
  QN_OUT_DATA_ONLY = 1 << QN_OUT_JSON | 1 << QN_OUT_JSONL,
  QN_OUT_ALL = 7,
};

typedef struct qn_out_params {
  qn_out_format format;
  int fd;         // the destination; -1: memory (qn_out_memory)
  bool color;     // text: headings in bold
  unsigned width; // text: columns of the terminal; 0: as wide as needed
} qn_out_params;

// A column of a table in text.
typedef struct qn_column {
  const char *key;   // the row's field; "resources.vgpr" reaches into an object
  const char *title; // NULL: the key
  bool right;        // numbers
} qn_column;

typedef struct qn_out qn_out;

// NULL when out of memory. All other functions accept NULL and do nothing,
// except qn_out_finish, which then says QN_E_MEMORY.
qn_out *qn_out_create(const qn_out_params *params);
// Writes the rest and returns whether everything was written (QN_E_MEMORY,
// QN_E_IO, or QN_E_INTERNAL when begin and end do not match).
qn_status qn_out_finish(qn_out *o, qn_diag *diag);
void qn_out_destroy(qn_out **o);
// What was written to memory; valid until the next call.
qn_str qn_out_memory(const qn_out *o);

qn_out_format qn_out_get_format(const qn_out *o);

// An object: `key` names it in the enclosing object and is NULL in an array and
// for the document itself.
void qn_out_begin(qn_out *o, const char *key);
void qn_out_end(qn_out *o);
void qn_out_begin_array(qn_out *o, const char *key);
void qn_out_end_array(qn_out *o);

// An array of objects that text shows as an aligned table of `columns`
// (static); fields that are no column are left out in text.
void qn_out_begin_table(qn_out *o, const char *key, const qn_column *columns,
                        size_t count);
void qn_out_end_table(qn_out *o);

// An object in an array that JSON lines writes as a separate line, in which it
// is called `name`: {<context fields>, "<name>": {...}}. With `name` NULL its
// fields stand beside the context fields. Ended by qn_out_end.
void qn_out_begin_line(qn_out *o, const char *name);
// Context for the lines that follow within the object or array now open; the
// same key again replaces the value. No effect on text and JSON.
void qn_out_line_str(qn_out *o, const char *key, qn_str value);
void qn_out_line_uint(qn_out *o, const char *key, uint64_t value);

// Fields. `key` is NULL for an element of an array.
void qn_out_str(qn_out *o, const char *key, qn_str value);
void qn_out_text(qn_out *o, const char *key, const char *value); // NULL: null
void qn_out_int(qn_out *o, const char *key, int64_t value);
void qn_out_uint(qn_out *o, const char *key, uint64_t value);
void qn_out_real(qn_out *o, const char *key, double value);
void qn_out_bool(qn_out *o, const char *key, bool value);
void qn_out_null(qn_out *o, const char *key); // text: "-"
// A number that text shows in hexadecimal, such as an offset.
void qn_out_hex(qn_out *o, const char *key, uint64_t value);

// Limits the calls that follow, including begin and end, to some formats:
// QN_OUT_TEXT_ONLY, QN_OUT_DATA_ONLY, and back to QN_OUT_ALL.
void qn_out_only(qn_out *o, unsigned formats);

// Text only: a separate line, printf-style; what it quotes must be escaped by
// the caller when untrusted.
void qn_out_line(qn_out *o, const char *format, ...) QN_PRINTF(2, 3);
// Text only: a line in bold.
void qn_out_heading(qn_out *o, const char *format, ...) QN_PRINTF(2, 3);

#endif // QN_BASE_OUT_H
