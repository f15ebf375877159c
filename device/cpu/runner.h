// SPDX-License-Identifier: Apache-2.0
// The scheduler of work-items that must run together: each has a stack of its
// own and runs until it blocks in a barrier or a warp operation.
//
// One thread of the host runs one or, for cooperative launches, several groups;
// nothing here is shared between host threads but the grid barrier.
#ifndef QN_DEVICE_CPU_RUNNER_H
#define QN_DEVICE_CPU_RUNNER_H

#include "item.h"

// Where a lane is, in the order of the code (compiler/cpu/order.h). A loop
// takes two words, its place and its round; a call or an operation one.
enum { WARP_PATH_MAX = 256 };
typedef struct warp_path {
  uint32_t *words;
  uint32_t base;   // where those of the running function begin
  uint32_t length; // up to the operation; 0: the kernel does not say
} warp_path;

// A warp's items are neighbours: its first item and which lanes exist and wait.
typedef struct warp {
  qn_item *first;
  uint32_t alive;   // lanes that have not ended
  uint32_t waiting; // lanes in ITEM_AT_WARP
  uint32_t epoch;   // warp operations completed
} warp;

typedef struct group {
  qn_item *items;
  warp *warps;
  warp_path *paths; // of each item, once it runs
  uint32_t item_count;
  uint32_t warp_count;
  uint32_t alive;   // items that have not ended
  uint32_t arrived; // items at the barrier
  // Of the barrier that items gather at: the number of true predicates.
  uint32_t votes;
  // Of the last barrier passed.
  uint32_t passed_votes;
  uint32_t passed_count;
  uint32_t epoch;          // barriers passed
  uint64_t shared_size;    // bytes of shared memory
  struct race_cell *cells; // of race.c; NULL: nothing is watched
} group;

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
  void *stack;              // of the thread that runs the scheduler
  volatile uint32_t *noted; // qn_cpu_noted_thread
  int failed;               // stop at once; the items' stacks are given up
} runner;

// Blocks the running item, whose state says why, and runs another.
QN_DEVICE void qn_cpu_block(qn_item *item);
// Puts a blocked item behind the others that can run.
QN_DEVICE void qn_cpu_wake(qn_item *item);
// Ends the launch with a message; does not return.
QN_DEVICE _Noreturn void qn_cpu_fail(qn_item *item, const char *message);

// Finishes the warp operations that wait only for lanes that cannot come.
// Returns whether an item woke.
QN_DEVICE int qn_cpu_settle_warp(warp *w);
// Checks whether a warp operation is complete now that a lane has ended.
QN_DEVICE void qn_cpu_warp_lost(warp *w);

// Frees what race.c holds. Absent from images that do not look for races.
QN_DEVICE __attribute__((weak)) void qn_cpu_race_end(runner *r);

#endif // QN_DEVICE_CPU_RUNNER_H
