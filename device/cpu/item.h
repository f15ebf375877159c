// SPDX-License-Identifier: Apache-2.0
// A work-item's context, the first argument of every device function that needs
// to know who runs it. Freestanding: this code has no C library.
#ifndef QN_DEVICE_CPU_ITEM_H
#define QN_DEVICE_CPU_ITEM_H

#include <stddef.h>
#include <stdint.h>

#include "quern/cpu_abi.h"

typedef enum item_state {
  ITEM_READY,
  ITEM_AT_BARRIER, // work-group barrier
  ITEM_AT_WARP,    // warp operation
  ITEM_AT_GRID,    // grid barrier
  ITEM_DONE,
} item_state;

typedef enum warp_kind {
  WARP_SYNC,
  WARP_SHUFFLE_INDEX, // the order of the `kind` argument of __qn_shuffle
  WARP_SHUFFLE_UP,
  WARP_SHUFFLE_DOWN,
  WARP_SHUFFLE_XOR,
  WARP_BALLOT,
  WARP_ACTIVE,
} warp_kind;

// A warp operation that an item waits in.
typedef struct warp_wait {
  warp_kind kind;
  uint32_t mask;  // lanes that take part; 0: those that happen to come
  uint32_t value; // payload or predicate
  uint32_t lane;  // source lane, delta or lane mask
  uint32_t width;
  uint32_t result;
  const void *site; // the place in the code
} warp_wait;

struct group;
struct runner;

// The first part is known to the compiler: QN_ITEM_... in quern/cpu_abi.h.
typedef struct qn_item {
  uint32_t thread[3];
  uint32_t lane;
  uint32_t block[3];
  uint32_t dynamic_size; // dynamic shared memory, bytes
  uint32_t block_dim[3];
  uint32_t linear; // position in the group
  uint32_t grid_dim[3];
  uint32_t state; // item_state; of packets: whether they may stream
  char *shared;   // shared memory of the group, static variables first
  // Packets of kernels with barriers:
  char *frame;       // of the packet: values that live across barriers
  char *live_in;     // the same, of the whole group: before the part,
  char *live_out;    // and behind it
  uint32_t votes[4]; // true and all predicates so far, and of the last barrier
  const qn_cpu_launch *launch;
  struct runner *runner; // the scheduler, NULL when items run one by one
  struct group *group;
  void *stack;          // saved stack pointer while not running
  struct qn_item *next; // in the ready queue
  warp_wait warp;
} qn_item;

_Static_assert(offsetof(qn_item, lane) == QN_ITEM_LANE, "abi");
_Static_assert(offsetof(qn_item, block) == QN_ITEM_BLOCK, "abi");
_Static_assert(offsetof(qn_item, dynamic_size) == QN_ITEM_DYNAMIC_SIZE, "abi");
_Static_assert(offsetof(qn_item, block_dim) == QN_ITEM_BLOCK_DIM, "abi");
_Static_assert(offsetof(qn_item, linear) == QN_ITEM_LINEAR, "abi");
_Static_assert(offsetof(qn_item, grid_dim) == QN_ITEM_GRID_DIM, "abi");
_Static_assert(offsetof(qn_item, state) == QN_ITEM_STATE, "abi");
_Static_assert(offsetof(qn_item, shared) == QN_ITEM_SHARED, "abi");
// Behind it pointers follow, for which the compiler counts in their size.
_Static_assert(offsetof(qn_item, frame) == QN_ITEM_SHARED + sizeof(char *) &&
                   offsetof(qn_item, votes) ==
                       QN_ITEM_SHARED + 4 * sizeof(char *),
               "abi");

// A kernel's body for one work-item; made by the compiler.
typedef void item_fn(qn_item *item, const void *args);

#define QN_DEVICE __attribute__((visibility("hidden")))

#endif // QN_DEVICE_CPU_ITEM_H
