// SPDX-License-Identifier: Apache-2.0
// Compilers' messages for many targets, each reported once.
#ifndef QN_COMPILER_DRIVER_MESSAGES_H
#define QN_COMPILER_DRIVER_MESSAGES_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "compiler/driver/compile.h"

// One message: an error or warning line with its excerpt and notes, and which
// targets gave it.
typedef struct qn_message {
  qn_str text;      // ends with a newline
  uint8_t *targets; // one byte per target that said it, by index
  size_t target_capacity;
} qn_message;

// A zeroed set is empty and ready.
typedef struct qn_message_set {
  qn_arena arena;
  qn_message *items; // in the order of first appearance
  size_t count;
  size_t capacity;
} qn_message_set;

void qn_messages_finish(qn_message_set *set);

// Splits the output of one target's tools into messages and adds them. At most
// 4096 targets.
qn_status qn_messages_add(qn_message_set *set, size_t target, qn_str printed,
                          qn_diag *diag);

// Appends all messages, each prefixed with "[gfx942, sm_80] " when not all
// targets gave it, and once followed by the hint that hints.def has for it.
qn_status qn_messages_print(const qn_message_set *set,
                            const qn_compile_params *params, qn_buffer *out,
                            qn_diag *diag);

// Takes make rules as clang writes them and appends the prerequisites, each
// once, sorted, NUL-terminated.
qn_status qn_messages_dependencies(qn_str rules, qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_MESSAGES_H
