// SPDX-License-Identifier: Apache-2.0
// The scheduler of fibers: each work-item has a stack of its own and runs until
// it blocks in a barrier or a warp operation.
//
// A host thread runs one group at a time or, for cooperative launches, several;
// nothing here is shared between host threads except the grid barrier.
#ifndef QN_DEVICE_CPU_RUNNER_H
#define QN_DEVICE_CPU_RUNNER_H

#include "item.h"

// A lane's path in the order of the code (compiler/cpu/order.h). A loop takes
// two words, its place and its round; a call or an operation one.
enum { WARP_PATH_MAX = 256 };
typedef struct warp_path {
  uint32_t *words;
  uint32_t base;   // where the words of the running function begin
  uint32_t length; // up to the operation; 0: the kernel does not record paths
} warp_path;

// Several shuffles that are one operation. A lane reads and writes only what is
// its own, but for the one that completes the operation: values lie together,
// as stacks are far from each other, at addresses that share lines of the
// cache.
typedef struct warp_moves {
  uint32_t values[QN_SHUFFLES_MAX][QN_CPU_WARP_SIZE]; // become the results
  uint8_t from[QN_SHUFFLES_MAX][QN_CPU_WARP_SIZE];    // lanes
} warp_moves;

// A warp. Its items are contiguous, from `first` on.
typedef struct warp {
  qn_item *first;
  uint32_t alive;   // lanes that have not ended
  uint32_t waiting; // lanes in ITEM_AT_WARP
  uint32_t epoch;   // warp operations completed
  warp_moves *moves;
} warp;

typedef struct group {
  qn_item *items;
  warp *warps;
  warp_path *paths; // of each item, once it runs
  uint32_t item_count;
  uint32_t warp_count;
  uint32_t alive;   // items that have not ended
  uint32_t arrived; // items at the barrier
  // The number of true predicates at the barrier that items are arriving at.
  uint32_t votes;
  // The same for the last barrier that was passed.
  uint32_t passed_votes;
  uint32_t passed_count;
  uint32_t epoch;          // barriers passed
  uint64_t shared_size;    // bytes of shared memory
  struct race_cell *cells; // of race.c; NULL: accesses are not checked
  // Of check.c: shared memory's red zones, the size of its variables, and what
  // was done to it.
  const uint32_t *zones;
  uint32_t zone_count;
  uint64_t checked_size;
  struct check_cell *check_cells;
  uint32_t released; // writes behind which what came before is seen
} group;

// Of groups that all do the same to shared memory
// (compiler/spmd/emit/alike.h): those behind the first need not be looked at,
// unless something was amiss.
typedef struct repeats {
  uint32_t begun, amiss;
  uint32_t now; // the running group
} repeats;

enum { RUNNER_SLOTS = 4 };
typedef struct runner {
  item_fn *body;
  const void *args;
  const qn_cpu_launch *launch;
  group *groups;
  uint32_t group_count;
  qn_item *ready_first;
  qn_item *ready_last;
  uint32_t alive;           // items of all groups
  uint32_t at_grid;         // items at the grid barrier
  uint32_t yields;          // of all items, since steps were settled
  void *stack;              // of the thread that runs the scheduler
  size_t stack_size;        // of an item's stack, bytes
  char *stacks;             // one after another
  volatile uint32_t *noted; // qn_cpu_noted_thread
  int around;               // QN_FIBERS_AROUND
  uint64_t choices;         // made at random
  int failed;               // stop at once; the items' stacks are abandoned
  // Of packets whose accesses are checked (check.c): as in a group, and what
  // they keep across barriers.
  const uint32_t *zones;
  uint32_t zone_count;
  uint64_t checked_size;
  const char *frames, *frames_end;
  char *notes; // about shared memory, of `notes_stride` bytes each; or NULL
  uint64_t notes_stride;
  // Of init.c: a byte for each of shared memory's that somebody wrote, with
  // QN_SHARED_ROOM around, or NULL; how far from shared memory they are, and
  // its size, once a group has begun; the barriers that it has passed; what is
  // known of the items' values, or NULL.
  uint8_t *written;
  uint64_t written_at, written_size;
  uint32_t phase;
  struct packet_values *values;
  repeats races, writes;
  // Of groups that may be looked at in front (compiler/spmd/emit/ahead.h): one
  // has run with its checks; not all was good; that the running one has its
  // numbers by then.
  repeats ahead;
  int all_written; // the bytes of `written` are set but for what was forgotten
  // Parts of the heap that have one allocation each (check.c).
  struct heap_slot {
    uintptr_t begin;
    uint64_t size;
  } slots[RUNNER_SLOTS];
  uint32_t next_slot;
} runner;

// Blocks the running item, whose state says why, and runs another.
QN_DEVICE void qn_cpu_block(qn_item *item);
// Appends a blocked item to those that can run.
QN_DEVICE void qn_cpu_wake(qn_item *item);
// Ends the launch with a message; does not return.
QN_DEVICE _Noreturn void qn_cpu_fail(qn_item *item, const char *message);

// Completes a warp operation when no lane can run any more. Returns whether an
// item was woken.
QN_DEVICE int qn_cpu_settle_warp(warp *w);
// Completes the steps of lockstep that lanes wait in.
QN_DEVICE void qn_cpu_settle_steps(warp *w);
// Completes a warp operation that only waited for a lane that has ended.
QN_DEVICE void qn_cpu_warp_lost(warp *w);

// Frees race.c's memory. Absent from images that do not check for races.
QN_DEVICE __attribute__((weak)) void qn_cpu_race_end(runner *r);

#endif // QN_DEVICE_CPU_RUNNER_H
