// SPDX-License-Identifier: Apache-2.0
// What the scheduler and warp operations use of the checks (check.c). Absent
// from images without them.
#ifndef QN_DEVICE_CPU_CHECK_H
#define QN_DEVICE_CPU_CHECK_H

#include "runner.h"

// The runner of an item that is a packet's lane, or a packet, of an image with
// checks; else NULL.
static inline runner *qn_cpu_packets_of(const qn_item *item) {
  runner *r = item->group ? NULL : item->runner;
  return r && r->zones ? r : NULL;
}

// NULL: nothing is checked.
QN_DEVICE __attribute__((weak)) const qn_cpu_checks *
qn_cpu_checks_of(const qn_item *item);
QN_DEVICE __attribute__((weak)) qn_cpu_place
qn_cpu_place_of(const qn_item *item);
// Reports what `item` did; fills in its place.
QN_DEVICE __attribute__((weak)) void qn_cpu_report(qn_item *item,
                                                   qn_cpu_finding *f);
// Whether an access of the own stack, as a finding, is in a red zone of a local
// array, which is then reported (arrays.c).
QN_DEVICE int qn_cpu_is_beside_array(qn_item *item, qn_cpu_finding *access);
// Whether an address is on the item's own stack, or in the frames of packets.
QN_DEVICE int qn_cpu_is_on_stack(const qn_item *item, const char *address);

// What was written of shared memory: of groups of fibers, by their cells.
QN_DEVICE void qn_cpu_write_cells(qn_item *item, uint64_t offset,
                                  uint64_t size);
QN_DEVICE int qn_cpu_is_cell_written(qn_item *item, uint64_t offset);
QN_DEVICE void qn_cpu_forget_cell(qn_item *item, uint64_t offset);
// A group begins, which is like others or not (compiler/spmd/emit/alike.h).
QN_DEVICE void qn_cpu_begin_repeats(repeats *r, uint32_t alike);
// The same of packets (init.c): returns how many bytes nobody had written.
QN_DEVICE uint64_t qn_cpu_write_shared(const qn_item *item, const char *address,
                                       uint64_t size);
QN_DEVICE void qn_cpu_end_init(runner *r);

// Barriers and warp operations: a barrier is passed; an operation begins, ends,
// or reads from a lane that does not take part; a barrier of the grid in a
// launch that is not cooperative.
QN_DEVICE __attribute__((weak)) void qn_cpu_check_barrier(group *g);
QN_DEVICE __attribute__((weak)) void qn_cpu_check_mask(qn_item *item);
QN_DEVICE __attribute__((weak)) void qn_cpu_check_lanes(warp *w, uint32_t lanes,
                                                        uint32_t there);
QN_DEVICE __attribute__((weak)) void qn_cpu_check_source(qn_item *item,
                                                         uint32_t from);
QN_DEVICE __attribute__((weak)) void qn_cpu_check_grid(qn_item *item,
                                                       uintptr_t code);
// All items of a runner that have not ended wait at a barrier of the grid.
QN_DEVICE __attribute__((weak)) void qn_cpu_check_grid_passed(runner *r);
// The bytes that a work-item's stack needs so that overflows are found before
// they happen. Absent from images without checks.
QN_DEVICE __attribute__((weak)) uint32_t
qn_cpu_check_stack_size(const qn_cpu_launch *launch);

// Frees the memory of a runner's groups.
QN_DEVICE __attribute__((weak)) void qn_cpu_check_end(runner *r);

#endif // QN_DEVICE_CPU_CHECK_H
