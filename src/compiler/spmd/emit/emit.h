// SPDX-License-Identifier: Apache-2.0
// Emission of a packet: one function that does for `width` work-items what the
// item function does for one.
//
// A value that is used outside its block is in a slot, a variable on the stack,
// which mem2reg turns into a register again; so code can be emitted several
// times, with all lanes active ("plain") and under a mask, and joined without
// building SSA form. Uniform and linear values are scalars, the latter lane
// 0's.
#ifndef QN_COMPILER_SPMD_EMIT_EMIT_H
#define QN_COMPILER_SPMD_EMIT_EMIT_H

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/ir/lines.h"
#include "compiler/spmd/analysis/condition.h"
#include "compiler/spmd/analysis/effect.h"
#include "compiler/spmd/analysis/regions.h"

enum { QN_SPMD_ROWS_MAX = 8 };

// Properties of a machine's vectors.
typedef struct qn_spmd_machine {
  unsigned mask_bits;   // of a lane in a mask that is kept: 32, or 1 where
                        // registers hold bits
  unsigned mask_cast;   // lanes of a mask that LLVM makes a number's bits of by
                        // more than taking them one by one; 0: any
  bool has_scatter;     // else one store after another is as good
  unsigned madd_bits;   // of a register in which x86 adds products of
                        // neighbours; 0: it does not
  bool has_estimate;    // of 1 / sqrt(x) (compiler/ir/roots.h)
  unsigned mask_memory; // bits of an element from which on memory has masks
  bool only_words;      // smaller gathers and scatters do not work in LLVM
  bool fuses_choices;   // LLVM makes a load, a select, a store a masked store
} qn_spmd_machine;

typedef struct qn_spmd_emitter {
  const qn_spmd_shapes *shapes;
  const qn_spmd_graph *graph;     // of the region being emitted
  const qn_spmd_regions *regions; // NULL: the kernel has no barrier
  unsigned region;                // the one being emitted
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  unsigned width;   // lanes: columns * rows
  unsigned columns; // of a row
  unsigned rows;
  unsigned row; // the current one, for scalars that differ by row
  qn_spmd_machine machine;
  bool may_stream; // large launches may use streaming stores
  bool is_whole;   // blocks are of a known size, and full packets
  bool is_alike;   // as in the parameters
  bool is_ahead;   // the same
  LLVMValueRef source;
  LLVMValueRef made;
  LLVMBasicBlockRef start; // after the first block
  LLVMBuilderRef b;
  LLVMBuilderRef first; // at the end of the first block: variables, fields
  qn_lines lines;       // of the source, here
  LLVMValueRef mask;    // of the lanes that are active; NULL: all
  LLVMTypeRef i1, i8, i32, i64, pointer;
  qn_map slots;             // value to its variable
  qn_map scalars;           // value to its scalar in the current block
  qn_map vectors;           // value to its vector, the same
  qn_map preloaded;         // vectors of loads that are yet to be emitted
  qn_map fields;            // of the context, loaded in the first block
  LLVMBasicBlockRef *plain; // by node: the block of its plain emission, or NULL
  uint64_t *clean;        // nodes with no side effect up to their end; or NULL
  LLVMValueRef next;      // variable: what the function returns
  LLVMValueRef elsewhere; // variable: inactive lanes access it; or NULL
  LLVMValueRef numbers[QN_CHECK_NUMBER_COUNT]; // of race.c; NULL: not asked for
  LLVMValueRef own; // of check.c: a lane's context; NULL: not asked for
  // Of race.c: what it looks for in the source, and what the region does to
  // shared memory; 0: not asked for.
  unsigned watched, shared_use;
  bool has_addresses; // inactive lanes' addresses are as good as others'
  // Shapes for whole groups: not a packet is emitted, but what is uniform in a
  // group, without other values (range.c). Else NULL.
  const qn_spmd_shapes *group;
  qn_arena *arena;
  // The first failure; code that is emitted after it is discarded.
  qn_status status;
  qn_diag *diag;
} qn_spmd_emitter;

typedef struct qn_spmd_emit_params {
  const qn_spmd_shapes *shapes;
  const qn_spmd_graph *graph;
  const qn_spmd_regions *regions;
  unsigned region;
  const char *name;
  qn_spmd_machine machine;
  bool masked; // the made function takes a bit for each active lane
  // If lanes diverge before any side effect, it may return QN_NEXT_AGAIN
  // instead of going on masked: most code is then emitted twice, not three
  // times.
  bool may_return;
  bool may_stream; // large launches may use streaming stores (x86-64)
  bool is_whole;   // blocks are of a known size, and full packets
  // Checked: all groups do the same to shared memory (alike.h), and only some
  // are looked at for it (QN_CHECK_REPEATS).
  bool is_alike;
  // Of a kernel without barriers: the checks of one with barriers, in front of
  // a group (ahead.h). Nothing is reported, only that not all is plainly good.
  bool is_ahead;
  qn_arena *arena;
} qn_spmd_emit_params;

// Makes `i32 NAME(ptr context, ptr args[, i64 lanes])`, which returns what to
// do next. qn_spmd_refusal and qn_spmd_graph_refusal must have accepted the
// input.
qn_status qn_spmd_emit(const qn_spmd_emit_params *params,
                       LLVMValueRef *out_made, qn_diag *diag);

// ---- Between the files of the emitter

// Begin: makes the function with its first block and an empty one for the code.
// End: completes it; a failed function is deleted.
void qn_spmd_begin_function(qn_spmd_emitter *e,
                            const qn_spmd_emit_params *params, qn_diag *diag);
qn_status qn_spmd_end_function(qn_spmd_emitter *e, LLVMValueRef *out_made);
// Gives the phis of the node `to` their values over the edge from `from`, for
// the lanes of `mask` (NULL: all); with `keeps`, other lanes keep theirs.
void qn_spmd_pass_edge(qn_spmd_emitter *e, unsigned from, unsigned to,
                       LLVMValueRef mask, bool keeps);

// Fails the emission because of `what`, such as "a vote of unknown kind", which
// the plan should have refused (spmd/analysis/legal.h): QN_E_INTERNAL.
void qn_spmd_unforeseen(qn_spmd_emitter *e, LLVMValueRef i, const char *what);
void qn_spmd_no_memory(qn_spmd_emitter *e);
static inline bool qn_spmd_failed(const qn_spmd_emitter *e) {
  return qn_failed(e->status);
}

// Values (value.c). `scalar` is for uniform and linear values, for `e->row`
// where they differ by row; `lane` returns the value of lane `index` (an i32).
LLVMValueRef qn_spmd_scalar(qn_spmd_emitter *e, LLVMValueRef value);
LLVMValueRef qn_spmd_vector(qn_spmd_emitter *e, LLVMValueRef value);
LLVMValueRef qn_spmd_lane(qn_spmd_emitter *e, LLVMValueRef value,
                          LLVMValueRef index);
// The same, recomputed from the operands if they are of the block `home`:
// extracting from an index is less work than from a vector of addresses. Only
// with all lanes active, and not in a loop over lanes.
LLVMValueRef qn_spmd_lane_of(qn_spmd_emitter *e, LLVMValueRef value,
                             LLVMValueRef index, LLVMBasicBlockRef home);
// Whether the value of lane 0 is available here, even if the source does not
// use it here: values live across barriers are found by their uses.
bool qn_spmd_is_available(const qn_spmd_emitter *e, LLVMValueRef value);
// The exact value of lane 0, extended (qn_spmd_can_widen).
LLVMValueRef qn_spmd_widen(qn_spmd_emitter *e, LLVMValueRef value,
                           bool is_signed, LLVMTypeRef type);
// Whether the value is live across a barrier: lanes that do not reach its
// definition again, or left a loop for the barrier before others, still read
// the old value.
bool qn_spmd_is_spilled(const qn_spmd_emitter *e, LLVMValueRef value);
// The same, or read behind a loop that lanes leave one by one.
bool qn_spmd_keeps_lanes(const qn_spmd_emitter *e, LLVMValueRef value);
// `made` for the lanes of `mask`, the value in the variable for others; of
// `e->row`, where rows differ.
LLVMValueRef qn_spmd_keep_others(qn_spmd_emitter *e, LLVMValueRef value,
                                 LLVMValueRef made, LLVMValueRef mask);
void qn_spmd_define(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef made);
// The vector of a load that was loaded together with another; NULL: it was not.
void qn_spmd_put_preloaded(qn_spmd_emitter *e, LLVMValueRef i,
                           LLVMValueRef made);
LLVMValueRef qn_spmd_take_preloaded(qn_spmd_emitter *e, LLVMValueRef i);
// Forgets the current block's values, when the builder moves to another block.
void qn_spmd_forget(qn_spmd_emitter *e);
// NULL (and failed) for types that have no vectors.
LLVMTypeRef qn_spmd_vector_type(qn_spmd_emitter *e, LLVMTypeRef type);
LLVMValueRef qn_spmd_splat(qn_spmd_emitter *e, LLVMValueRef scalar);
// The same in the lanes of one row; not for structs.
LLVMValueRef qn_spmd_splat_row(qn_spmd_emitter *e, LLVMValueRef scalar);
// The same `count` times.
LLVMValueRef qn_spmd_splat_some(qn_spmd_emitter *e, LLVMValueRef scalar,
                                unsigned count);
// Join: one vector of all lanes from a vector of `e->columns` for each row.
// Cut: the lanes of one row of such a vector.
LLVMValueRef qn_spmd_join_rows(qn_spmd_emitter *e, LLVMValueRef *rows);
LLVMValueRef qn_spmd_cut_row(qn_spmd_emitter *e, LLVMValueRef lanes,
                             unsigned row);
// mask ? a : b, lane by lane, structs too.
LLVMValueRef qn_spmd_blend(qn_spmd_emitter *e, LLVMValueRef mask,
                           LLVMValueRef a, LLVMValueRef b);
LLVMValueRef qn_spmd_variable(qn_spmd_emitter *e, LLVMTypeRef type,
                              const char *name);
// The variable of a value, and its contents.
LLVMValueRef qn_spmd_slot(qn_spmd_emitter *e, LLVMValueRef value);
LLVMValueRef qn_spmd_load_slot(qn_spmd_emitter *e, LLVMValueRef value);
void qn_spmd_store_slot(qn_spmd_emitter *e, LLVMValueRef value,
                        LLVMValueRef made);
LLVMValueRef qn_spmd_field(qn_spmd_emitter *e, LLVMTypeRef type,
                           int64_t offset);
LLVMValueRef qn_spmd_int(const qn_spmd_emitter *e, LLVMTypeRef type,
                         uint64_t value);
// The types that an intrinsic is overloaded by.
typedef struct qn_spmd_overload {
  LLVMTypeRef *types;
  unsigned count;
} qn_spmd_overload;
static inline qn_spmd_overload qn_spmd_types(LLVMTypeRef *types,
                                             unsigned count) {
  return (qn_spmd_overload){types, count};
}
LLVMValueRef qn_spmd_intrinsic(qn_spmd_emitter *e, const char *name,
                               qn_spmd_overload by, LLVMValueRef *args,
                               unsigned count);

// Says how often a branch goes either way.
void qn_spmd_foresee(const qn_spmd_emitter *e, LLVMValueRef branch,
                     unsigned first, unsigned second);

// Masks (value.c).
LLVMTypeRef qn_spmd_mask_type(const qn_spmd_emitter *e);
LLVMValueRef qn_spmd_all_lanes(const qn_spmd_emitter *e);
LLVMValueRef qn_spmd_no_lanes(const qn_spmd_emitter *e);
LLVMValueRef qn_spmd_any(qn_spmd_emitter *e, LLVMValueRef mask);
LLVMValueRef qn_spmd_all(qn_spmd_emitter *e, LLVMValueRef mask);
LLVMValueRef qn_spmd_and(qn_spmd_emitter *e, LLVMValueRef mask,
                         LLVMValueRef condition);
// An integer of `width` bits, lane 0 lowest, and back.
LLVMValueRef qn_spmd_mask_bits(qn_spmd_emitter *e, LLVMValueRef mask);
LLVMValueRef qn_spmd_mask_of_bits(qn_spmd_emitter *e, LLVMValueRef bits);

// Masks in control flow's variables are vectors of words, whose sign bits count
// ("words"): vectors of bits in registers across blocks are slow on machines
// without mask registers. With `mask_bits` 1 they are bits.
LLVMTypeRef qn_spmd_words_type(const qn_spmd_emitter *e);
LLVMValueRef qn_spmd_words(qn_spmd_emitter *e, LLVMValueRef mask);
LLVMValueRef qn_spmd_mask_of(qn_spmd_emitter *e, LLVMValueRef words);
// The lanes of `words` where the bit of `condition` is set.
LLVMValueRef qn_spmd_words_and(qn_spmd_emitter *e, LLVMValueRef words,
                               LLVMValueRef condition);
LLVMValueRef qn_spmd_words_or(qn_spmd_emitter *e, LLVMValueRef a,
                              LLVMValueRef b);
LLVMValueRef qn_spmd_no_words(const qn_spmd_emitter *e);

// Whether the condition at the end of plain code from `block` can be tested by
// its first and last lane, and the test: true only if all lanes meet it
// (`all`), or none does. It is exact for a comparison, and for `all` of several
// that must hold together (compare.c).
bool qn_spmd_has_lane_test(const qn_spmd_emitter *e, LLVMValueRef condition,
                           LLVMBasicBlockRef block);
// Whether the test for none is exact, too.
bool qn_spmd_has_exact_none_test(const qn_spmd_emitter *e,
                                 LLVMValueRef condition);
LLVMValueRef qn_spmd_lane_test(qn_spmd_emitter *e, LLVMValueRef condition,
                               bool all);
// A comparison of numbers of 64 bits at known distances with a uniform one, in
// lanes of 32 bits; NULL: it is another one, or not worth it (compare.c).
LLVMValueRef qn_spmd_compare_narrow(qn_spmd_emitter *e, LLVMValueRef i);
// The lanes that meet a condition where its tests for all and for none, both
// exact, said that some do: its limit lies between the first and the last lane.
LLVMValueRef qn_spmd_parted_lanes(qn_spmd_emitter *e, LLVMValueRef condition);
// The same of a comparison which the first lanes meet (`meets`), or do not, as
// one packet of one row, by equal parts of it: whether any lane of a part does,
// and all that do where that is the last such part, so that those of the parts
// before it are known to. Without parts it is none.
enum { QN_SPMD_PARTS_MAX = 4 };
typedef struct qn_spmd_parts {
  unsigned count;
  LLVMValueRef goes_on[QN_SPMD_PARTS_MAX]; // not of the first
  LLVMValueRef lanes[QN_SPMD_PARTS_MAX];
} qn_spmd_parts;
void qn_spmd_part_lanes(qn_spmd_emitter *e, LLVMValueRef condition, bool meets,
                        unsigned count, qn_spmd_parts *out);

// Instructions (instruction.c, access.c, divergent.c, atomic.c, call.c,
// check.c).
void qn_spmd_instruction(qn_spmd_emitter *e, LLVMValueRef i);
void qn_spmd_load(qn_spmd_emitter *e, LLVMValueRef i);
void qn_spmd_store(qn_spmd_emitter *e, LLVMValueRef i);
// A load or store of lanes whose addresses are not consecutive.
LLVMValueRef qn_spmd_gather(qn_spmd_emitter *e, LLVMValueRef i);
void qn_spmd_scatter(qn_spmd_emitter *e, LLVMValueRef i);
// Addresses that have a stride unless an index of 32 bits wraps between lanes.
typedef struct qn_spmd_steps {
  int64_t stride;
  LLVMValueRef first; // the first lane's address
  LLVMValueRef stays; // whether the index does not wrap
} qn_spmd_steps;
// Finds them for varying addresses of the block `home`; false: they are others.
bool qn_spmd_find_steps(qn_spmd_emitter *e, LLVMValueRef address,
                        LLVMBasicBlockRef home, qn_spmd_steps *out);
// Consecutive elements from `address` on, for the lanes of `mask`; NULL: all.
LLVMValueRef qn_spmd_load_some(qn_spmd_emitter *e, LLVMValueRef i,
                               LLVMValueRef address, LLVMValueRef mask);
void qn_spmd_store_some(qn_spmd_emitter *e, LLVMValueRef i,
                        LLVMValueRef address, LLVMValueRef value,
                        LLVMValueRef mask);
// Sets the alignment of the pointer argument `parameter` of `call`.
void qn_spmd_set_alignment(const qn_spmd_emitter *e, LLVMValueRef call,
                           unsigned parameter, unsigned alignment);
// Whether an address is in the group's shared memory. Only this packet accesses
// it now, and there is room around it (QN_SHARED_ROOM): elements of inactive
// lanes may be read, and written back unchanged. Masked instructions are slow,
// and their stores are not forwarded to loads.
bool qn_spmd_is_group_memory(LLVMValueRef address);
// Whether it is made of a pointer among the kernel's arguments, which never
// leads to shared memory.
bool qn_spmd_is_by_argument(LLVMValueRef address);
// Whether the address of the first lane's element in shared memory is known
// even if no lane is active (window.c).
bool qn_spmd_has_first_address(const qn_spmd_emitter *e, LLVMValueRef store);
// Whether a store to shared memory of some lanes is one of whole vectors, whose
// other lanes it leaves as they are.
bool qn_spmd_merges_store(const qn_spmd_emitter *e, LLVMValueRef i);
// Copies metadata about an access of one lane, which applies to all.
void qn_spmd_copy_metadata(const qn_spmd_emitter *e, LLVMValueRef from,
                           LLVMValueRef to);
void qn_spmd_atomic(qn_spmd_emitter *e, LLVMValueRef i);
void qn_spmd_call(qn_spmd_emitter *e, LLVMValueRef i);
// Checks of an access, or of a loop's (qn_devlib_is_check): of all lanes at
// once where that is enough (check.c).
void qn_spmd_check(qn_spmd_emitter *e, LLVMValueRef i);
// Whether packets of the module's machine can be watched for races (race.c).
bool qn_spmd_can_watch(LLVMModuleRef module);
// A loop over the active lanes, from where the builder is.
typedef struct qn_spmd_walk {
  LLVMValueRef index; // i32
  LLVMBasicBlockRef head;
  LLVMBasicBlockRef next;
} qn_spmd_walk;
qn_spmd_walk qn_spmd_begin_lanes(qn_spmd_emitter *e);
void qn_spmd_end_lanes(qn_spmd_emitter *e, const qn_spmd_walk *loop);
// Runs `i` lane by lane.
void qn_spmd_lane_loop(qn_spmd_emitter *e, LLVMValueRef i);
// The same with `make`, which emits one lane and returns its value. Anything
// that it needs besides the operands of `i` has to be computed before.
typedef LLVMValueRef qn_spmd_lane_fn(qn_spmd_emitter *e, LLVMValueRef i,
                                     LLVMValueRef index);
void qn_spmd_each_lane(qn_spmd_emitter *e, LLVMValueRef i,
                       qn_spmd_lane_fn *make);
// Makes the operands of `i` before a loop: values made in the loop are not
// available after it.
void qn_spmd_prepare_operands(qn_spmd_emitter *e, LLVMValueRef i);
// `vector`, or each field's vector, with `scalar` as the element `index`.
LLVMValueRef qn_spmd_insert_lane(qn_spmd_emitter *e, LLVMValueRef vector,
                                 LLVMValueRef scalar, LLVMValueRef index);
// A copy of `i` with the packet's scalars as operands.
LLVMValueRef qn_spmd_clone(qn_spmd_emitter *e, LLVMValueRef i);
// Whether a block must not run without active lanes.
bool qn_spmd_needs_lane(const qn_spmd_emitter *e, LLVMBasicBlockRef block);

LLVMBasicBlockRef qn_spmd_block(const qn_spmd_emitter *e, const char *name);

#endif // QN_COMPILER_SPMD_EMIT_EMIT_H
