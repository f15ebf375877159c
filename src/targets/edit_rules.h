// SPDX-License-Identifier: Apache-2.0
// What nvcc takes and clang refuses, changed in the source's text at the place
// that clang names. Lines stay where they are.
#ifndef QN_TARGETS_EDIT_RULES_H
#define QN_TARGETS_EDIT_RULES_H

#include "base/buffer.h"

// The place in the text, or NULL behind its end. `line` and `column` are from
// 1, in bytes.
const char *qn_edit_place(qn_str text, unsigned line, unsigned column);

// Each appends the changed text, or nothing, and false, where it finds
// something else at the place.

// Launches in words: f << < 1, 2 >> > (x), as old formatters leave them. All of
// the text are changed.
bool qn_edit_launches(qn_str text, unsigned line, unsigned column,
                      qn_buffer *out);
// object.member<3>(x) of a type that a template depends on, without "template".
bool qn_edit_template(qn_str text, unsigned line, unsigned column,
                      qn_buffer *out);
// The function that is declared here is the host's, too: nvcc chooses operators
// without asking for whom they are.
bool qn_edit_host_too(qn_str text, unsigned line, unsigned column,
                      qn_buffer *out);
// Deduction guides for one side alone.
bool qn_edit_guide(qn_str text, unsigned line, unsigned column, qn_buffer *out);
// An array with values whose bound begins with a variable, that one number
// defines and nothing changes: it is made a constant.
bool qn_edit_bound(qn_str text, unsigned line, unsigned column, qn_buffer *out);

#endif // QN_TARGETS_EDIT_RULES_H
