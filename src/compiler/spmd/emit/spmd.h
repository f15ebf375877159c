// SPDX-License-Identifier: Apache-2.0
// The SPMD vectoriser: kernels as functions that run a packet of work-items at
// once, in vectors.
#ifndef QN_COMPILER_SPMD_EMIT_SPMD_H
#define QN_COMPILER_SPMD_EMIT_SPMD_H

#include "compiler/unit/unit.h"

// How kernels of a CPU image run.
typedef enum qn_spmd_engine {
  QN_SPMD_VECTOR, // packets, where possible
  QN_SPMD_LOOP,   // one work-item after another, where possible
  QN_SPMD_FIBER,  // each work-item on a stack of its own
} qn_spmd_engine;

// When packets of several rows are made.
typedef enum qn_spmd_rows {
  QN_SPMD_ROWS_NEVER,
  QN_SPMD_ROWS_USEFUL,   // where rows share something
  QN_SPMD_ROWS_POSSIBLE, // where it can be done: for tests
} qn_spmd_rows;

enum { QN_SPMD_WIDTHS_MAX = 4 };

typedef struct qn_spmd_choice {
  qn_spmd_engine engine;
  unsigned width; // of a packet; 0: none, for want of vectors
  unsigned more[QN_SPMD_WIDTHS_MAX - 1]; // other widths that are given
  unsigned more_count;
  // Work-items of a row from which packets are faster than one at a time.
  unsigned least_row;
  bool notes;       // tell of every kernel how it runs
  bool forced;      // the environment names the engine
  bool width_given; // so it does the width
  qn_spmd_rows rows;
} qn_spmd_choice;

// From QUERN_CPU_ENGINE ("vector", "loop", "fiber"), QUERN_CPU_WIDTH (of 4, 8,
// 16, 32, or several of them with commas), QUERN_CPU_ROWS (0, 1, 2:
// qn_spmd_rows) and QUERN_CPU_NOTES; QN_E_ARGUMENT for other values.
qn_status qn_spmd_choose(const qn_unit *unit, qn_spmd_choice *out_choice,
                         qn_diag *diag);

// The functions of a kernel's part between barriers. They return the part that
// is next, or -1; the one for all lanes, in kernels without barriers, also -2
// for that it did nothing and is to be done by the other (of each row).
typedef struct qn_spmd_packet {
  LLVMValueRef whole;   // i32 (context, args)
  LLVMValueRef partial; // i32 (context, args, lanes)
  LLVMValueRef range;   // i32 (context, args), or NULL: spmd_range.h
  // `whole` of half as many lanes, for where no more have anything to do; NULL:
  // there is none.
  LLVMValueRef narrow;
} qn_spmd_packet;

typedef struct qn_spmd_kernel {
  unsigned width; // lanes: of each of `rows` rows as many
  unsigned rows;
  bool needs_whole_warps;  // blocks are to be multiples of a warp wide
  bool is_warp;            // a packet is a warp: rows of lanes must not be cut
  qn_spmd_packet *packets; // for each part; the first one starts
  unsigned count;          // 1: no barrier
  uint32_t frame_size;     // bytes of a packet's values that live across them
  uint32_t group_size;     // bytes of a group's
  bool has_exits;          // frames start with the lanes that are left
  bool is_worse; // could be made, but one work-item at a time is faster
} qn_spmd_kernel;

// Simplifies the module's functions into what packets are made of: calls
// inlined, variables in registers, loops in canonical form.
qn_status qn_spmd_prepare(qn_unit *unit, qn_diag *diag);

// Makes the packets of an item function (context, args). QN_E_UNSUPPORTED, and
// nothing made, for one that has to run another way, or with `is_worse` is to;
// the message names why.
qn_status qn_spmd_make(qn_unit *unit, LLVMValueRef item,
                       const qn_spmd_choice *choice, qn_spmd_kernel *out_kernel,
                       qn_diag *diag);

// The same in packets of `kernel->width`; with `only_calm` not for kernels in
// which lanes leave loops one by one. Fills in the rest of `kernel`.
qn_status qn_spmd_make_width(qn_unit *unit, LLVMValueRef item, bool only_calm,
                             qn_spmd_kernel *kernel, qn_diag *diag);

// The widths in which a kernel is worth having beside `made`, for blocks that
// are narrower or wider: those that are given, or where rows are told apart and
// the kernel is small. Returns how many.
unsigned qn_spmd_more_widths(const qn_spmd_choice *choice, LLVMValueRef item,
                             const qn_spmd_kernel *made, bool has_rows,
                             unsigned widths[QN_SPMD_WIDTHS_MAX]);

// The same with several rows of a block in a packet, for kernels in which rows
// read the same in a loop, as those of a matrix product do: it is read once
// then, and more sums are under way. They have no `partial`: the launch's
// blocks are to be whole packets. QN_E_UNSUPPORTED where rows share nothing.
qn_status qn_spmd_make_rows(qn_unit *unit, LLVMValueRef item,
                            const qn_spmd_choice *choice,
                            qn_spmd_kernel *out_kernel, qn_diag *diag);

#endif // QN_COMPILER_SPMD_EMIT_SPMD_H
