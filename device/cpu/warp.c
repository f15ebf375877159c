// SPDX-License-Identifier: Apache-2.0
// Warp operations: lanes leave what they bring in their context; the last one
// to come computes every lane's result and wakes them.
//
// A mask of 0 stands for the lanes that happen to be there (HIP's shuffles
// without _sync): such an operation completes when no lane of its warp can run
// any more, for the lanes that wait at the same place in the code.
#include "runner.h"

static warp *warp_of(qn_item *item) {
  return &item->group->warps[item->linear / QN_CPU_WARP_SIZE];
}

static uint32_t source_lane(const warp_wait *wait, uint32_t lane) {
  const uint32_t width = wait->width ? wait->width : QN_CPU_WARP_SIZE;
  const uint32_t start = lane & ~(width - 1);
  const uint32_t end = start + width;
  uint32_t from = lane;
  switch (wait->shuffle) {
  case QN_SHUFFLE_INDEX:
    return start + (wait->lane & (width - 1));
  case QN_SHUFFLE_UP:
    from = lane - wait->lane;
    return wait->lane <= lane - start ? from : lane;
  case QN_SHUFFLE_DOWN:
    return wait->lane < end - lane ? lane + wait->lane : lane;
  default: // QN_SHUFFLE_XOR
    from = lane ^ wait->lane;
    return from < end ? from : lane;
  }
}

static uint32_t vote(const warp *w, uint32_t lanes) {
  uint32_t ballot = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((lanes >> i & 1) && w->first[i].warp.value)
      ballot |= 1u << i;
  return ballot;
}

// The result of one lane of an operation that `lanes` take part in. A shuffle
// from a lane outside gives the lane's own value.
static uint32_t result_of(const warp *w, uint32_t lane, uint32_t lanes) {
  const warp_wait *wait = &w->first[lane].warp;
  switch (wait->kind) {
  case WARP_SYNC:
    return 0;
  case WARP_ACTIVE:
    return lanes;
  case WARP_BALLOT:
    return vote(w, lanes);
  default: {
    const uint32_t from = source_lane(wait, lane);
    return lanes >> from & 1 ? w->first[from].warp.value : wait->value;
  }
  }
}

static void complete(warp *w, uint32_t lanes) {
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if (lanes >> i & 1)
      w->first[i].warp.result = result_of(w, i, lanes);
  w->waiting &= ~lanes;
  ++w->epoch;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if (lanes >> i & 1)
      qn_cpu_wake(&w->first[i]);
}

// The lanes that wait for the same: one mask, or without a mask one place.
static uint32_t companions(const warp *w, uint32_t lane) {
  const warp_wait *wait = &w->first[lane].warp;
  uint32_t lanes = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i) {
    const warp_wait *other = &w->first[i].warp;
    if ((w->waiting >> i & 1) && other->mask == wait->mask &&
        (wait->mask || other->site == wait->site))
      lanes |= 1u << i;
  }
  return lanes;
}

// Completes the operation of `lane` if all lanes of its mask have come.
static int try_complete(warp *w, uint32_t lane) {
  const uint32_t wanted = w->first[lane].warp.mask & w->alive;
  if (!wanted || (w->waiting & wanted) != wanted)
    return 0;
  const uint32_t there = companions(w, lane);
  if ((there & wanted) != wanted)
    return 0;
  complete(w, there);
  return 1;
}

int qn_cpu_settle_warp(warp *w) {
  if (!w->waiting)
    return 0;
  // Converge as far as possible: the place most lanes wait at goes first.
  uint32_t best = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if (w->waiting >> i & 1) {
      const uint32_t lanes = companions(w, i);
      if (__builtin_popcount(lanes) > __builtin_popcount(best))
        best = lanes;
    }
  complete(w, best);
  return 1;
}

void qn_cpu_warp_lost(warp *w) {
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((w->waiting >> i & 1) && try_complete(w, i))
      return;
}

static uint32_t take_part(qn_item *item, const warp_wait *wait) {
  warp *w = warp_of(item);
  item->warp = *wait;
  item->state = ITEM_AT_WARP;
  w->waiting |= 1u << item->lane;
  (void)try_complete(w, item->lane);
  qn_cpu_block(item);
  return item->warp.result;
}

QN_DEVICE void qn_cpu_warp_sync(qn_item *item, uint64_t mask) {
  (void)take_part(item, &(warp_wait){.kind = WARP_SYNC,
                                     .mask = (uint32_t)mask,
                                     .site = __builtin_return_address(0)});
}

QN_DEVICE uint32_t qn_cpu_shuffle(qn_item *item, int kind, uint64_t mask,
                                  uint32_t value, uint32_t lane,
                                  uint32_t width) {
  return take_part(item, &(warp_wait){.kind = WARP_SHUFFLE,
                                      .shuffle = (uint8_t)kind,
                                      .mask = (uint32_t)mask,
                                      .value = value,
                                      .lane = lane,
                                      .width = width,
                                      .site = __builtin_return_address(0)});
}

QN_DEVICE uint64_t qn_cpu_ballot(qn_item *item, uint64_t mask, int predicate) {
  return take_part(item, &(warp_wait){.kind = WARP_BALLOT,
                                      .mask = (uint32_t)mask,
                                      .value = predicate != 0,
                                      .site = __builtin_return_address(0)});
}

QN_DEVICE uint64_t qn_cpu_active_mask(qn_item *item) {
  return take_part(item, &(warp_wait){.kind = WARP_ACTIVE,
                                      .site = __builtin_return_address(0)});
}
