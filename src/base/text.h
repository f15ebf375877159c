// SPDX-License-Identifier: Apache-2.0
// Text of unknown origin, made safe to show: escaping for people and for JSON,
// widths, and simple pattern matching.
#ifndef QN_BASE_TEXT_H
#define QN_BASE_TEXT_H

#include "base/buffer.h"
#include "base/span.h"

// Decodes the first code point of `text` (not empty). Returns its size in bytes
// (1 to 4), or 0 when the bytes are not valid UTF-8.
size_t qn_utf8_decode(qn_str text, uint32_t *out_point);

// Appends `text` for people: control characters and invalid UTF-8 become
// "\n", "\t", "\x1b"; a backslash stays one.
void qn_text_print(qn_str text, qn_buffer *out);

// Appends `text` as a JSON string with its quotes. Invalid UTF-8 bytes become
// U+FFFD, so the output is always valid JSON.
void qn_text_json(qn_str text, qn_buffer *out);

// Appends a JSON number that reads back as exactly `value`; "null" for NaN and
// the infinities, which JSON cannot say.
void qn_text_json_real(double value, qn_buffer *out);

// Columns that valid UTF-8 `text` takes on a terminal (one per code point).
size_t qn_text_width(qn_str text);

// Appends `bytes` as people read sizes: "41 kB", "1.2 MB", "512 bytes".
void qn_text_size(uint64_t bytes, qn_buffer *out);

// Shell-style match of the whole text: '*' any run, '?' any byte, '[a-z]' and
// '[!a-z]' a set. Never backtracks more than size x size steps.
bool qn_text_glob(qn_str pattern, qn_str text);

// Reads a whole decimal or 0x-hexadecimal integer; false when it is anything
// else or does not fit.
bool qn_text_uint(qn_str text, uint64_t *out_value);
bool qn_text_int(qn_str text, int64_t *out_value);

// Without colour escapes, cut to the `size` bytes of `out`.
qn_str qn_text_plain(qn_str text, char *out, size_t size);

bool qn_text_contains(qn_str text, const char *part);

#endif // QN_BASE_TEXT_H
