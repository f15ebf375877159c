// SPDX-License-Identifier: Apache-2.0
// The part of YAML in which compilers write metadata: block mappings and
// sequences of scalars, and flow sequences of numbers. A cursor over untrusted
// text, line by line; it allocates nothing and never recurses.
//
// Anchors, aliases and tags are plain text here, so nothing can expand. Tabs
// in an indent and quotes that do not end are failures. Escapes in quotes stay
// as they are. Windows line ends are accepted.
//
// Own code instead of libyaml: both producers write this subset alone.
#ifndef QN_FORMATS_ENCODING_YAML_H
#define QN_FORMATS_ENCODING_YAML_H

#include "base/diag.h"
#include "base/span.h"

// Keys around a line; deeper ones are not kept.
enum { QN_YAML_DEPTH_MAX = 8 };

typedef struct qn_yaml {
  qn_str text;
  uint64_t origin; // of text.data[0] in the file
  size_t at;       // private: the next line
  struct {
    size_t indent;
    qn_str key;
  } keys[QN_YAML_DEPTH_MAX]; // of the mappings around the line read last
  size_t depth;              // how many; above DEPTH_MAX: too deep to know
  const char *wrong;         // first failure, or NULL
  size_t wrong_at;
} qn_yaml;

// "key: value", "- value", or "- key: value".
typedef struct qn_yaml_line {
  bool item;    // begins a new element of the sequence that it is in
  qn_str key;   // empty: only a value
  qn_str value; // without quotes; empty: what follows is deeper
} qn_yaml_line;

qn_yaml qn_yaml_over(qn_span text, uint64_t origin);
// False at the end of the document, and after a failure.
bool qn_yaml_next(qn_yaml *y, qn_yaml_line *out_line);
// Whether the line read last stands exactly below these keys, outermost first,
// NULL-terminated.
bool qn_yaml_below(const qn_yaml *y, const char *const *keys);
// OK, or QN_E_MALFORMED with the place.
qn_status qn_yaml_finish(const qn_yaml *y, qn_diag *diag);

// The numbers of "[ 64, 2, 1 ]", at most `capacity`. Returns how many, or 0
// when it is anything else.
size_t qn_yaml_numbers(qn_str value, uint64_t *out_numbers, size_t capacity);

#endif // QN_FORMATS_ENCODING_YAML_H
