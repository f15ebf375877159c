// SPDX-License-Identifier: Apache-2.0
// Conditional nodes: a value that kernels set decides whether, how often, or
// which of their graphs runs. A thread of the runtime launches such a graph
// part by part, and the program's stream waits for it.
#ifndef QN_RUNTIME_CORE_CONDITION_H
#define QN_RUNTIME_CORE_CONDITION_H

#include "runtime/core/stream.h"

typedef enum qn_condition_kind { // cudaGraphConditionalNodeType
  QN_CONDITION_IF,
  QN_CONDITION_WHILE,
  QN_CONDITION_SWITCH,
} qn_condition_kind;

// The value, of 32 bits in memory that host and device reach.
typedef struct qn_condition {
  atomic_uint refs;
  qn_device *device;
  unsigned generation; // of the device
  uint32_t *word;
  uint32_t initial; // at the start of a launch
  bool assigned;    // or as the last launch left it
  uint64_t graph;   // id of the one that it was made for
  bool used;        // by a node
} qn_condition;

qn_result qn_condition_create(qn_device *device, qn_condition **out_condition);
qn_condition *qn_condition_hold(qn_condition *condition);
void qn_condition_drop(qn_condition *condition); // accepts NULL

// What a launch runs. Reference counted; never changes.
typedef struct qn_program {
  atomic_uint refs;
  size_t count;
  struct qn_program_part *parts;
} qn_program;

// A batch, or an event, which only the outermost program has, or a condition
// with programs, one for each value.
typedef struct qn_program_part {
  qn_batch *batch;
  qn_event *event; // the program's user keeps it
  bool awaits;     // the event; else it is recorded
  qn_condition *condition;
  qn_condition_kind kind;
  size_t body_count;
  qn_program **bodies;
} qn_program_part;

qn_program *qn_program_hold(qn_program *program);
void qn_program_drop(qn_program *program); // accepts NULL

// Launches of one executable graph come one after the other, by this.
typedef struct qn_turns qn_turns;
qn_result qn_turns_create(qn_device *device, qn_turns **out_turns);
void qn_turns_drop(
    qn_turns *turns); // launches in progress hold it; accepts NULL
// Returns at once; later work of the stream waits for the program's end.
qn_result qn_program_launch(qn_program *program, qn_turns *turns,
                            qn_stream *stream);

#endif // QN_RUNTIME_CORE_CONDITION_H
