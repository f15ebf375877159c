// SPDX-License-Identifier: Apache-2.0
// How a value differs between the work-items of a packet: not at all, by a
// constant stride from lane to lane, or in any other way.
//
// A packet has `columns` work-items along x in each of `rows` neighbouring rows
// along y; mostly it has one row. With several, a value may also differ from
// row to row and be uniform, or have a constant stride, within each.
//
// The function analysed is a kernel's item function, (context, args), with all
// calls that matter inlined, in LCSSA form and with allocas in its first block.
#ifndef QN_COMPILER_SPMD_ANALYSIS_SHAPE_H
#define QN_COMPILER_SPMD_ANALYSIS_SHAPE_H

#include "compiler/spmd/analysis/graph.h"

// Marks `index & 31` and `index & ~31` where the index is known to be a
// multiple of 32 at the start of each row of 32 (cpu/cases.h).
#define QN_SPMD_ALIGNED_METADATA "quern.aligned"

// Marks a branch to one of several copies of the same (cpu/cases.h): the first
// way is that for a number, the other for all others.
#define QN_SPMD_CASE_METADATA "quern.case"

typedef enum qn_spmd_kind {
  QN_SPMD_UNKNOWN, // not reached yet; never in a result
  QN_SPMD_UNIFORM,
  QN_SPMD_LINEAR, // and the same in each row
  QN_SPMD_ROWS,   // uniform (stride 0) or linear within each row
  QN_SPMD_VARYING,
} qn_spmd_kind;

typedef struct qn_spmd_shape {
  qn_spmd_kind kind;
  int64_t stride; // LINEAR, ROWS: from lane to lane in a row, modulo the type's
                  // width; bytes for pointers
} qn_spmd_shape;

typedef struct qn_spmd_shapes {
  LLVMValueRef function;
  const qn_spmd_graph *graph;
  LLVMTargetDataRef layout;
  unsigned width; // lanes: columns * rows
  unsigned rows;
  // A packet is a warp: lanes are numbered as in it.
  bool packet_is_warp;
  // For the whole group instead of a packet: every thread index is varying.
  bool of_group;
  // Or for the same work-item of all groups of a launch: what is made of its
  // place in the group, of the launch, and of arguments alone is uniform.
  bool of_blocks;
  qn_map kinds;     // of instructions: kind | index of stride << 8
  int64_t *strides; // by index
  size_t stride_count, stride_capacity;
  uint64_t *divergent_loops; // by loop
  uint64_t *divergent_nodes; // reached by some lanes only, by node
  qn_map joins;              // phis that merge values of different lanes
  qn_arena *arena;
} qn_spmd_shapes;

typedef struct qn_spmd_shape_params {
  LLVMValueRef function;
  const qn_spmd_graph *graph; // of the whole function; outlives the result
  LLVMTargetDataRef layout;
  unsigned width, rows;
  bool packet_is_warp;
  bool of_group;
  bool of_blocks; // only with `of_group`
  qn_arena *arena;
} qn_spmd_shape_params;

qn_status qn_spmd_shapes_init(qn_spmd_shapes *shapes,
                              const qn_spmd_shape_params *params,
                              qn_diag *diag);
void qn_spmd_shapes_finish(qn_spmd_shapes *shapes);

qn_spmd_shape qn_spmd_shape_of(const qn_spmd_shapes *shapes,
                               LLVMValueRef value);
bool qn_spmd_is_uniform(const qn_spmd_shapes *shapes, LLVMValueRef value);
// Whether it is uniform within each row.
bool qn_spmd_is_row_uniform(const qn_spmd_shapes *shapes, LLVMValueRef value);
// Whether it has a stride other than 0 from lane to lane in each row.
static inline bool qn_spmd_is_strided(qn_spmd_shape shape) {
  return shape.kind == QN_SPMD_LINEAR ||
         (shape.kind == QN_SPMD_ROWS && shape.stride != 0);
}

// Whether the node ends in a branch whose condition is not uniform.
bool qn_spmd_diverges(const qn_spmd_shapes *shapes, const qn_spmd_graph *graph,
                      unsigned node);
// Whether lanes leave the loop, of a region's graph, at different times.
bool qn_spmd_loop_diverges(const qn_spmd_shapes *shapes,
                           const qn_spmd_graph *graph, unsigned loop);

// The field of the context (QN_ITEM_...) that an instruction loads, or -1.
int64_t qn_spmd_context_field(LLVMValueRef instruction);
// Whether a function for one work-item loads that field anywhere.
bool qn_spmd_reads_field(LLVMValueRef function, int64_t field);
// Whether it loads an argument of the kernel, at a place that is known.
bool qn_spmd_is_argument(LLVMValueRef instruction);

// Whether it is a branch to copies (QN_SPMD_CASE_METADATA).
bool qn_spmd_is_case(LLVMValueRef terminator);

// Whether the integer `value`, sign- or zero-extended, is the exact sum of its
// extended operands, down to the leaves.
bool qn_spmd_can_widen(const qn_spmd_shapes *shapes, LLVMValueRef value,
                       bool is_signed);
// Whether it is a thread's index in the grid, or a part of it: that never
// wraps, in any lane, in launches that qn_cpu_run_packets accepts.
bool qn_spmd_is_total_index(LLVMValueRef value);
// Whether shapes assume that each block's width is a multiple of a warp's.
bool qn_spmd_needs_whole_warps(const qn_spmd_shapes *shapes);

#endif // QN_COMPILER_SPMD_ANALYSIS_SHAPE_H
