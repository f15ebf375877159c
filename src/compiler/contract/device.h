// SPDX-License-Identifier: Apache-2.0
// The contract between the compiler and the CPU's device library (device/cpu):
// the layout of a work-item's context, numbers that they pass to each other
// and, in the tables functions.def and structs.def, the functions that one
// calls and the other defines. Both sides are generated from the same lines,
// and the compiler compares the types once more when it has linked the library
// (functions.h).
//
// Freestanding: device/cpu has no C library. The host does not use this; its
// contract is quern/cpu_abi.h.
#ifndef QN_COMPILER_CONTRACT_DEVICE_H
#define QN_COMPILER_CONTRACT_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "quern/cpu_abi.h"

// ---- The context of a work-item: words, then pointers, then the votes

// VECTOR(NAME, name): three words, for x, y and z. WORD(NAME, name): one.
#define QN_ITEM_WORDS(VECTOR, WORD)                                            \
  VECTOR(THREAD, thread)                                                       \
  WORD(LANE, lane)                                                             \
  VECTOR(BLOCK, block)                                                         \
  WORD(DYNAMIC_SIZE, dynamic_size) /* of shared memory, bytes */               \
  VECTOR(BLOCK_DIM, block_dim)                                                 \
  WORD(LINEAR, linear) /* position in the group */                             \
  VECTOR(GRID_DIM, grid_dim)                                                   \
  WORD(STATE, state) /* of packets: QN_CPU_STREAMING, QN_CPU_TURNS */

// POINTER(NAME, name), to bytes.
#define QN_ITEM_POINTERS(POINTER)                                              \
  /* Shared memory of the group, static variables first; for packets with      \
   * QN_SHARED_ROOM bytes on either side. */                                   \
  POINTER(SHARED, shared)                                                      \
  /* A packet's values that are live across barriers. */                       \
  POINTER(FRAME, frame)                                                        \
  /* The same for the whole group: live into a barrier region, and live out    \
   * of it. */                                                                 \
  POINTER(LIVE_IN, live_in)                                                    \
  POINTER(LIVE_OUT, live_out)

// The votes of a barrier with a predicate: of the work-items that have arrived,
// and those of the last barrier that was passed.
enum {
  QN_VOTES_TRUE,
  QN_VOTES_ALL,
  QN_VOTES_PASSED_TRUE,
  QN_VOTES_PASSED_ALL,
  QN_VOTES_COUNT,
};

#define QN_VECTOR(NAME, name) uint32_t name[3];
#define QN_WORD(NAME, name) uint32_t name;
typedef struct qn_item_words {
  QN_ITEM_WORDS(QN_VECTOR, QN_WORD)
} qn_item_words;
#undef QN_VECTOR
#undef QN_WORD

// Offsets in a context, bytes, the same on every machine.
enum {
#define QN_VECTOR(NAME, name)                                                  \
  QN_ITEM_##NAME##_X = offsetof(qn_item_words, name),                          \
  QN_ITEM_##NAME##_Y = QN_ITEM_##NAME##_X + 4,                                 \
  QN_ITEM_##NAME##_Z = QN_ITEM_##NAME##_X + 8,
#define QN_WORD(NAME, name) QN_ITEM_##NAME = offsetof(qn_item_words, name),
  QN_ITEM_WORDS(QN_VECTOR, QN_WORD)
#undef QN_VECTOR
#undef QN_WORD
      QN_ITEM_SHARED = sizeof(qn_item_words),
};

// The pointers, in order: their offsets depend on the machine's.
typedef enum qn_item_pointer {
#define QN_POINTER(NAME, name) QN_ITEM_POINTER_##NAME,
  QN_ITEM_POINTERS(QN_POINTER)
#undef QN_POINTER
      QN_ITEM_POINTER_COUNT,
} qn_item_pointer;

static inline uint32_t qn_item_pointer_offset(qn_item_pointer pointer,
                                              uint32_t pointer_size) {
  return QN_ITEM_SHARED + (uint32_t)pointer * pointer_size;
}

static inline uint32_t qn_item_votes_offset(uint32_t pointer_size) {
  return qn_item_pointer_offset(QN_ITEM_POINTER_COUNT, pointer_size);
}

// ---- Numbers

// Bytes before and after shared memory: packets read and write back the
// elements next to those of active lanes (spmd/emit/access.c, window.c).
enum { QN_SHARED_ROOM = QN_CPU_SHARED_ROOM };

// In images with sanitizers: the minimum of bytes between shared variables, and
// those after a group's shared memory, that must not be accessed.
enum { QN_SHARED_RED_ZONE = 32, QN_SHARED_TAIL = 64 };

// In images that check what was written: bytes on each work-item's stack for
// what is known of its values.
enum { QN_CHECK_VALUES_SIZE = 480 };

// In images that check memory: bytes for a copy of a work-item's context.
enum { QN_CHECK_CONTEXT_SIZE = 384 };

// Beside local arrays: bytes in front, and behind the last word of the array.
enum { QN_CHECK_ZONE = 32 };

// Numbers that packets which are watched for races ask for (race.c): of a
// packet's first work-item, of the launch, and in groups with barriers, whose
// work-items have new ones behind each, those of the phase and of the group's
// first phase, and of a group without barriers; how far from shared memory the
// notes of its writers are, and the others from those, each; how many
// operations of the warp came before. Of packets whose values are followed:
// where shared memory is, its size, and how far from it the bytes of what was
// written are. Of kernels whose groups are alike: whether this one need not be
// looked at for races of shared memory, or for what was written there, which
// may change.
typedef enum qn_check_number {
  QN_CHECK_OWN,
  QN_CHECK_FIRST,
  QN_CHECK_OWN_IN_PHASE,
  QN_CHECK_PHASE,
  QN_CHECK_BLOCK,
  QN_CHECK_GROUP,
  QN_CHECK_REPEATS,
  QN_CHECK_REPEATS_WRITES,
  QN_CHECK_NOTES, // from here on numbers of 64 bits
  QN_CHECK_STRIDE,
  QN_CHECK_EPOCH,
  QN_CHECK_SHARED_AT,
  QN_CHECK_SHARED_SIZE,
  QN_CHECK_WRITTEN,
  QN_CHECK_NUMBER_COUNT
} qn_check_number;

// The memory of a variable that an access is known to be of.
typedef enum qn_check_space {
  QN_CHECK_LOCAL,
  QN_CHECK_SHARED,
  QN_CHECK_GLOBAL,
} qn_check_space;

// With the size of shared memory, where fibers run: work-items that end before
// a barrier went around it.
#define QN_FIBERS_AROUND UINT32_C(0x80000000)

// The `kind` argument of __qn_shuffle.
typedef enum qn_shuffle_kind {
  QN_SHUFFLE_INDEX,
  QN_SHUFFLE_UP,
  QN_SHUFFLE_DOWN,
  QN_SHUFFLE_XOR,
} qn_shuffle_kind;

// One of several shuffles that are one operation (compiler/cpu/shuffles.h),
// which has QN_SHUFFLES_MAX at most.
enum { QN_SHUFFLES_MAX = 32 };
typedef struct qn_cpu_shuffle_part {
  uint32_t value; // becomes the result
  uint32_t lane, width, kind;
} qn_cpu_shuffle_part;

// The `op` argument of __qn_barrier_reduce, about the predicates of a group.
typedef enum qn_reduce_op {
  QN_REDUCE_COUNT, // how many are true
  QN_REDUCE_ALL,   // whether all are
  QN_REDUCE_ANY,   // whether one is
} qn_reduce_op;

// What a packet's function returns: the number of the barrier region that its
// work-items go on with, or one of these.
enum {
  QN_NEXT_NONE = -1,  // they have ended
  QN_NEXT_AGAIN = -2, // no side effects yet: to be run again under a mask
};

// How a kernel's packets relate to warps.
typedef enum qn_warp_use {
  QN_WARP_UNUSED,
  QN_WARP_PACKET, // a packet is a warp
  QN_WARP_WHOLE,  // the same, and the width of blocks must be a multiple of it
} qn_warp_use;

// Where work-items may return while others go on to a barrier.
typedef enum qn_exit_use {
  QN_EXITS_NONE,  // nowhere
  QN_EXITS_FIRST, // the first region of such a kernel: frames store the lanes
  // that go on
  QN_EXITS_LATER, // later regions: only those lanes run
} qn_exit_use;

// Widths of blocks whose rows may continue into the next group
// (spmd/analysis/collapse.h), besides a number.
#define QN_COLLAPSE_NEVER UINT32_C(0)
#define QN_COLLAPSE_ANY UINT32_MAX

#endif // QN_COMPILER_CONTRACT_DEVICE_H
