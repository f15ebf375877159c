// SPDX-License-Identifier: Apache-2.0
// Between the files that check a packet's accesses of memory: check.c, race.c,
// which also notes who accesses what, and init.c, which follows what was
// written.
#ifndef QN_COMPILER_SPMD_EMIT_CHECK_H
#define QN_COMPILER_SPMD_EMIT_CHECK_H

#include "compiler/spmd/emit/emit.h"

typedef struct qn_spmd_access {
  LLVMValueRef call;
  qn_devlib_function function;
  LLVMValueRef address;
  LLVMValueRef base; // of the variable; NULL: it is not known
  uint64_t object_size;
  uint64_t size; // bytes; 0: not known
  uint64_t alignment;
  unsigned how;   // QN_CPU_ACCESS_..., with what is looked for
  bool watched;   // qn_spmd_is_watched
  int64_t stride; // of the addresses, less that of the base
  unsigned rows;  // whose addresses are known by that of their first lane
  LLVMValueRef first[QN_SPMD_ROWS_MAX]; // of these
  LLVMValueRef stays; // whether the stride is that; NULL: it is
  // The addresses of all lanes, and of their bases, as numbers; NULL: these are
  // not asked for.
  LLVMValueRef lanes, bases;
} qn_spmd_access;

// Whether a value is one for each of several lanes.
bool qn_spmd_is_many(LLVMValueRef value);
// Of two conditions; `b` may be NULL: nothing more is asked.
LLVMValueRef qn_spmd_both(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b);
// What the run knows, once for all accesses of the function (not
// QN_CHECK_EPOCH, which changes).
LLVMValueRef qn_spmd_check_number(qn_spmd_emitter *e, qn_check_number which);
// A number in the type of `like`, or in all its lanes.
LLVMValueRef qn_spmd_number_like(const qn_spmd_emitter *e, LLVMValueRef like,
                                 uint64_t value);
LLVMValueRef qn_spmd_address_number(qn_spmd_emitter *e, LLVMValueRef address);
// Whether all of them may be accessed: by rows, or by lanes.
LLVMValueRef qn_spmd_are_rows_good(qn_spmd_emitter *e, const qn_spmd_access *c);
LLVMValueRef qn_spmd_are_lanes_good(qn_spmd_emitter *e,
                                    const qn_spmd_access *c);
// The first addresses of rows, where they tell: a check's `rows`, or none.
void qn_spmd_find_rows(qn_spmd_emitter *e, qn_spmd_access *c);
// The addresses of all lanes as numbers.
LLVMValueRef qn_spmd_address_numbers(qn_spmd_emitter *e, LLVMValueRef address);
// Where something may be read that tells nothing, for addresses that have no
// marks: zeros, as many as are looked at together.
LLVMValueRef qn_spmd_nothing(const qn_spmd_emitter *e);
// The context of a lane in a walk over lanes (CHECK_LANE).
LLVMValueRef qn_spmd_lane_context(qn_spmd_emitter *e, LLVMValueRef index);
// In front of a group (ahead.h): not all is plainly good.
void qn_spmd_give_up(qn_spmd_emitter *e);
// Looks at each active lane as if it were alone; in front of a group, gives up.
void qn_spmd_check_lanes(qn_spmd_emitter *e, const qn_spmd_access *c);
// Ends the block: goes on behind the check if all is good, as it mostly is,
// else to a new block.
void qn_spmd_leave_if(qn_spmd_emitter *e, LLVMValueRef good,
                      LLVMBasicBlockRef after);

// Where all rounds of a loop were looked at in front of it: the same, if the
// memory of all may be accessed.
void qn_spmd_leave_if_known(qn_spmd_emitter *e, const qn_spmd_access *c,
                            LLVMBasicBlockRef after);

// Goes on in a new block where one lane alone is active, else at `more`;
// returns the lanes' bits.
LLVMValueRef qn_spmd_begin_if_one(qn_spmd_emitter *e, LLVMBasicBlockRef more);

// Where the group repeats what others did to shared memory (QN_CHECK_REPEATS or
// QN_CHECK_REPEATS_WRITES, not 0) an access of it needs no more than a look at
// the memory.
void qn_spmd_leave_if_repeated(qn_spmd_emitter *e, const qn_spmd_access *c,
                               LLVMValueRef repeats, LLVMBasicBlockRef after);

// Counts a warp operation of a packet that is watched for races: it keeps what
// comes before it apart from what comes behind.
void qn_spmd_watch_warp(qn_spmd_emitter *e);
// Whether a packet's access is watched for races: not of shared memory that the
// region, which is all that the group's work-items do between two barriers,
// only reads.
bool qn_spmd_is_watched(qn_spmd_emitter *e, const qn_spmd_access *c);
// Whether the addresses of all its lanes are asked for.
bool qn_spmd_watches_lanes(qn_spmd_emitter *e, const qn_spmd_access *c);
// Notes who accesses what, where nobody else's access stands against it, and
// goes to `after`; goes on where each lane has to be looked at.
void qn_spmd_watch(qn_spmd_emitter *e, const qn_spmd_access *c,
                   LLVMBasicBlockRef after);

// Whether a packet's access is one that writes, which is noted.
bool qn_spmd_is_noted(const qn_spmd_access *c);
// Notes what is written, and goes to `after`; goes on where each lane has to be
// looked at.
void qn_spmd_note_written(qn_spmd_emitter *e, const qn_spmd_access *c,
                          LLVMBasicBlockRef after);
// The shadow of what is loaded, and uses of shadows.
void qn_spmd_load_shadow(qn_spmd_emitter *e, LLVMValueRef i);
void qn_spmd_use_shadow(qn_spmd_emitter *e, LLVMValueRef i);

#endif // QN_COMPILER_SPMD_EMIT_CHECK_H
