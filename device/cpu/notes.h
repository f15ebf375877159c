// SPDX-License-Identifier: Apache-2.0
// Notes of packets that are watched for races (quern/cpu_notes.h), in images.
#ifndef QN_DEVICE_CPU_NOTES_H
#define QN_DEVICE_CPU_NOTES_H

#include "item.h"
#include "quern/cpu_notes.h"

// A work-item of the packet's group, by its number in it, that accesses shared
// memory, or other: all bytes of granules.
static inline qn_cpu_noter qn_cpu_noter_of(const qn_item *item, uint32_t linear,
                                           int shared, uint32_t how,
                                           uint32_t code) {
  enum { STEP = QN_CPU_NUMBER_STEP, WARP = QN_CPU_WARP_SIZE };
  const qn_cpu_check_run *run = item->launch->services->checks_user;
  // Groups without barriers have numbers by their place in the grid.
  const uint32_t phase =
      item->phase_first ? item->phase_first
                        : run->first + (uint32_t)(STEP * qn_group_number(item) *
                                                  qn_group_items(item));
  const int phased = item->phase_first && !shared;
  return (qn_cpu_noter){.own = phase + STEP * linear,
                        .first = shared ? phase : run->first,
                        .group = phased ? item->group_first : phase,
                        .phase = phase,
                        .warp = phase + STEP * (linear / WARP * WARP),
                        .epoch = item->warp_epoch,
                        .warps = run->warps,
                        .how = how,
                        .bytes = QN_CPU_ALL_BYTES,
                        .code = code};
}

static inline qn_cpu_notes qn_cpu_shared_notes(const qn_item *item,
                                               const char *address) {
  const uintptr_t granule =
      (uintptr_t)address / QN_CPU_CHECK_GRANULE * QN_CPU_CHECK_GRANULE;
  return (qn_cpu_notes){(char *)(granule + (uintptr_t)item->notes),
                        item->notes_stride};
}

// How what is noted there was accessed.
static inline uint32_t qn_cpu_how_noted(unsigned which) {
  return which == QN_CPU_NOTE_WRITER ? QN_CPU_ACCESS_WRITE
         : which < QN_CPU_NOTE_ATOMIC
             ? 0
             : QN_CPU_ACCESS_WRITE | QN_CPU_ACCESS_BOTH | QN_CPU_ACCESS_ATOMIC;
}

#endif // QN_DEVICE_CPU_NOTES_H
