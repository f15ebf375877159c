// SPDX-License-Identifier: Apache-2.0
// JSON (RFC 8259) with the place of every value, for configurations that people
// write: an error in a value can be shown at its place.
//
// The text is untrusted. Nothing beyond the standard is accepted: no comments,
// no trailing commas, no duplicate keys, no invalid UTF-8; nesting is limited.
// We have our own reader because common libraries do not keep the place of a
// value.
#ifndef QN_BASE_JSON_H
#define QN_BASE_JSON_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/span.h"

enum { QN_JSON_DEPTH_MAX = 64 };

typedef enum qn_json_type {
  QN_JSON_NULL,
  QN_JSON_FALSE,
  QN_JSON_TRUE,
  QN_JSON_NUMBER,
  QN_JSON_STRING,
  QN_JSON_ARRAY,
  QN_JSON_OBJECT,
} qn_json_type;

// A value. Everything lives in the arena of the parse, or in the text.
typedef struct qn_json {
  qn_json_type type;
  uint64_t offset, size; // bytes of the text, quotes and brackets included
  qn_str text;           // string: decoded, may hold NUL; number: as written
  struct qn_json *first; // array, object: what it holds, in order
  struct qn_json *next;  // the next one in the same array or object
  size_t count;          // array, object
  qn_str key;            // in an object: decoded
  uint64_t key_offset;   // and where it is
  uint64_t key_size;     // with its quotes
} qn_json;

// Reads `text`, which is a single value. QN_E_MALFORMED has line and column.
qn_status qn_json_parse(qn_span text, qn_arena *arena, const qn_json **out_root,
                        qn_diag *diag);

// The value of a key, or NULL; also when `value` is not an object.
const qn_json *qn_json_get(const qn_json *value, const char *key);

// Where a value, or the key of one in an object, is in the text.
qn_place qn_json_place(qn_span text, const qn_json *value);
qn_place qn_json_key_place(qn_span text, const qn_json *value);

// Reads a number that is an integer in the range of int64_t.
bool qn_json_int(const qn_json *value, int64_t *out_value);

// What a value is, for messages: "a string", "an object".
const char *qn_json_type_name(qn_json_type type);

#endif // QN_BASE_JSON_H
