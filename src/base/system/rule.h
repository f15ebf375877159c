// SPDX-License-Identifier: Apache-2.0
// Make rules ("target: a.cu \<newline>  b.h"), as -MD and similar options write
// them.
#ifndef QN_BASE_SYSTEM_RULE_H
#define QN_BASE_SYSTEM_RULE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/span.h"

// Begins a rule in an empty buffer, and adds what its target depends on; the
// caller ends it with a newline. Spaces, '#' and '$' are escaped.
void qn_rule_begin(qn_buffer *rule, const char *target);
void qn_rule_add(qn_buffer *rule, const char *path);

// Takes the next prerequisite out of `rules` (any number of them); targets are
// skipped. "\ " is a space, "\#" a hash, "\<newline>" is space, "$$" is a
// dollar. Returns NULL at the end, or when out of memory.
char *qn_rule_next(qn_str *rules, qn_arena *arena);

// Where the rule of an output is written by default: "dir/a.d" for "dir/a.o".
// NULL when out of memory.
const char *qn_rule_path(qn_arena *arena, const char *output);

#endif // QN_BASE_SYSTEM_RULE_H
