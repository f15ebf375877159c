// SPDX-License-Identifier: Apache-2.0
// Warp operations: lanes store their arguments in their contexts; the last one
// to arrive computes the results of all lanes and wakes them.
//
// Lanes that wait at the same place are together, whatever their masks; so are
// those that wait with the same mask. An operation completes when all lanes
// that its mask names have arrived. Masks of 0 (HIP's operations without
// _sync), and masks that do not name their own lane, or no other, do not say
// which lanes will arrive: these operations complete when no lane of the warp
// can run any more.
#include "check.h"
#include "runner.h"

static warp *warp_of(qn_item *item) {
  return &item->group->warps[item->linear / QN_CPU_WARP_SIZE];
}

static warp_path *path_of(const qn_item *item) {
  return &item->group->paths[item->linear];
}

static uint32_t source_lane(const qn_cpu_shuffle_part *part, uint32_t lane) {
  const uint32_t width = ((part->width - 1) & (QN_CPU_WARP_SIZE - 1)) + 1;
  const uint32_t start = lane & ~(width - 1);
  const uint32_t end = start + width;
  uint32_t from = lane;
  switch (part->kind) {
  case QN_SHUFFLE_INDEX:
    return start + (part->lane & (width - 1));
  case QN_SHUFFLE_UP:
    from = lane - part->lane;
    return part->lane <= lane - start ? from : lane;
  case QN_SHUFFLE_DOWN:
    return part->lane < end - lane ? lane + part->lane : lane;
  default: // QN_SHUFFLE_XOR
    from = lane ^ part->lane;
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
// from a lane that does not, or that the mask does not name, returns the lane's
// own value.
static uint32_t result_of(const warp *w, uint32_t lane, uint32_t lanes) {
  const warp_wait *wait = &w->first[lane].warp;
  switch (wait->kind) {
  case WARP_SYNC:
  case WARP_STEP:
  case WARP_SHUFFLES:
    return 0;
  case WARP_ACTIVE:
    return lanes;
  case WARP_BALLOT:
    return vote(w, lanes & wait->mask);
  default: {
    const qn_cpu_shuffle_part part = {
        .lane = wait->lane, .width = wait->width, .kind = wait->shuffle};
    const uint32_t from = source_lane(&part, lane);
    const uint32_t named = wait->mask ? lanes & wait->mask : lanes;
    if (from < QN_CPU_WARP_SIZE && (named >> from & 1))
      return w->first[from].warp.value;
    if (from < QN_CPU_WARP_SIZE && qn_cpu_check_source)
      qn_cpu_check_source(&w->first[lane], from);
    return wait->value;
  }
  }
}

static void move_all(const warp *w, uint32_t lanes, uint32_t there) {
  const warp_wait *first = &w->first[__builtin_ctz(lanes)].warp;
  if (first->kind != WARP_SHUFFLES)
    return;
  for (uint32_t n = 0; n < first->value; ++n) {
    uint32_t *values = w->moves->values[n];
    uint32_t before[QN_CPU_WARP_SIZE];
    for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
      before[i] = values[i];
    for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i) {
      const uint32_t from = w->moves->from[n][i];
      if ((lanes >> i & 1) && (there & w->first[i].warp.mask) >> from & 1)
        values[i] = before[from];
    }
  }
}

// Completes the operation for `lanes`; the lanes `there` take part in it.
static void complete(warp *w, uint32_t lanes, uint32_t there) {
  if (qn_cpu_check_lanes)
    qn_cpu_check_lanes(w, lanes, there);
  move_all(w, lanes, there);
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if (lanes >> i & 1)
      w->first[i].warp.result = result_of(w, i, there);
  w->waiting &= ~lanes;
  ++w->epoch;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if (lanes >> i & 1)
      qn_cpu_wake(&w->first[i]);
}

// ---- Which lanes are together

// Less than 0 if `a` is behind `b`: at an earlier place, or in an earlier round
// of a loop that both are in.
static int compare_paths(const qn_item *a, const qn_item *b) {
  const warp_path *x = path_of(a), *y = path_of(b);
  for (uint32_t i = 0; i < x->length && i < y->length; ++i)
    if (x->words[i] != y->words[i])
      return x->words[i] < y->words[i] ? -1 : 1;
  return (x->length > y->length) - (x->length < y->length);
}

// Whether only paths tell which lanes are together with this one.
static int goes_by_path(const qn_item *item) {
  const warp_wait *wait = &item->warp;
  return path_of(item)->length && !wait->mask && wait->kind != WARP_BALLOT;
}

static int is_companion(const qn_item *a, const qn_item *b) {
  const warp_wait *wait = &a->warp, *other = &b->warp;
  if (other->kind != wait->kind ||
      (wait->kind == WARP_SHUFFLES && other->value != wait->value))
    return 0;
  if (goes_by_path(a) || goes_by_path(b))
    return goes_by_path(a) && goes_by_path(b) && !compare_paths(a, b);
  return other->site == wait->site || (wait->mask && other->mask == wait->mask);
}

static uint32_t companions(const warp *w, uint32_t lane) {
  uint32_t lanes = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((w->waiting >> i & 1) && is_companion(&w->first[lane], &w->first[i]))
      lanes |= 1u << i;
  return lanes;
}

// The lanes that an operation waits for. A mask of 0 means all, but for votes
// none.
static uint32_t wanted_by(const warp *w, uint32_t lane) {
  const warp_wait *wait = &w->first[lane].warp;
  return (wait->mask || wait->kind == WARP_BALLOT ? wait->mask : ~0u) &
         w->alive;
}

static uint32_t same_mask(const warp *w, uint32_t lane, uint32_t lanes) {
  uint32_t same = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((lanes >> i & 1) && w->first[i].warp.mask == w->first[lane].warp.mask)
      same |= 1u << i;
  return same;
}

// Completes the operation of `lane` if all lanes of its mask have arrived.
static int try_complete(warp *w, uint32_t lane) {
  const uint32_t wanted = wanted_by(w, lane);
  if ((wanted & ~(1u << lane)) == wanted || (w->waiting & wanted) != wanted ||
      (wanted == 1u << lane && wanted != w->alive))
    return 0;
  const uint32_t there = same_mask(w, lane, companions(w, lane));
  if ((there & wanted) != wanted)
    return 0;
  complete(w, there, there);
  return 1;
}

// ---- When no lane can run

static int is_ready(const warp *w, uint32_t lane, uint32_t there) {
  const uint32_t wanted = wanted_by(w, lane);
  return (there & wanted) == wanted;
}

// Those of `lanes` whose operations miss no lane.
static uint32_t ready_of(const warp *w, uint32_t lanes) {
  uint32_t ready = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((lanes >> i & 1) && is_ready(w, i, lanes))
      ready |= 1u << i;
  return ready;
}

// Lanes whose operations can complete, the lanes that take part, and the rank
// of this choice among others; of equal ones, the lanes that are behind go
// first
// (`by_path`: one of them).
typedef struct choice {
  uint32_t lanes, there, rank;
  const qn_item *by_path;
} choice;

// Levels of choices; a higher one is better, whatever the number of lanes.
enum { LEVEL_NO_MASK = 1, LEVEL_STEP, LEVEL_LATE, LEVEL_READY, LEVEL_SAME };

// The level of operations with missing lanes. Those that may still become
// complete come after mere steps; steps that have waited very long come first,
// as others may be waiting for them in a loop.
static uint32_t level_of(const warp *w, const qn_item *item) {
  enum { LONG = 4096 };
  const warp_wait *wait = &item->warp;
  if (wait->kind == WARP_STEP && w->epoch - wait->since > LONG)
    return LEVEL_LATE;
  if (goes_by_path(item))
    return LEVEL_NO_MASK;
  return wait->kind == WARP_STEP ? LEVEL_STEP : wait->mask == 0;
}

// If all lanes of a mask wait with it, they certainly belong together; lanes at
// the same place may have reached it through different calls. Lanes with paths
// reconverge where the sides of a branch meet, and after loops that they leave
// in different rounds: no lane goes on while others are behind.
static choice choice_of(const warp *w, uint32_t lane) {
  const qn_item *item = &w->first[lane];
  choice c = {.there = companions(w, lane)};
  const uint32_t same = same_mask(w, lane, c.there);
  uint32_t level = 0;
  c.lanes = ready_of(w, c.there);
  if (same != 1u << lane && is_ready(w, lane, same)) {
    c.lanes = c.there = same;
    level = LEVEL_SAME;
  } else if (c.lanes) {
    level = LEVEL_READY;
  } else {
    c.lanes = c.there;
    level = level_of(w, item);
  }
  c.by_path = level == LEVEL_NO_MASK && goes_by_path(item) ? item : NULL;
  c.rank = level * (QN_CPU_WARP_SIZE + 1) +
           (c.by_path ? 0 : (uint32_t)__builtin_popcount(c.lanes));
  return c;
}

static int is_better(const choice *a, const choice *b) {
  if (a->rank != b->rank)
    return a->rank > b->rank;
  return a->by_path && b->by_path && compare_paths(a->by_path, b->by_path) < 0;
}

int qn_cpu_settle_warp(warp *w) {
  choice best = {0};
  if (!w->waiting)
    return 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if (w->waiting >> i & 1) {
      const choice c = choice_of(w, i);
      best = is_better(&c, &best) ? c : best;
    }
  complete(w, best.lanes, best.there);
  return 1;
}

void qn_cpu_settle_steps(warp *w) {
  uint32_t lanes = 0;
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((w->waiting >> i & 1) && w->first[i].warp.kind == WARP_STEP)
      lanes |= 1u << i;
  if (lanes)
    complete(w, lanes, lanes);
}

void qn_cpu_warp_lost(warp *w) {
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i)
    if ((w->waiting >> i & 1) && try_complete(w, i))
      return;
}

static uint32_t take_part(qn_item *item, const warp_wait *wait) {
  warp *w = warp_of(item);
  item->warp = *wait;
  item->warp.since = w->epoch;
  item->state = ITEM_AT_WARP;
  w->waiting |= 1u << item->lane;
  if (qn_cpu_check_mask)
    qn_cpu_check_mask(item);
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

QN_DEVICE void qn_cpu_shuffles(qn_item *item, uint64_t mask, uint32_t count,
                               void *memory) {
  qn_cpu_shuffle_part *parts = memory;
  warp_moves *moves = warp_of(item)->moves;
  const uint32_t lane = item->lane;
  for (uint32_t n = 0; n < count; ++n) {
    const uint32_t from = source_lane(&parts[n], lane);
    moves->values[n][lane] = parts[n].value;
    moves->from[n][lane] =
        (uint8_t)(from < QN_CPU_WARP_SIZE ? from : lane); // its own
  }
  (void)take_part(item, &(warp_wait){.kind = WARP_SHUFFLES,
                                     .mask = (uint32_t)mask,
                                     .value = count,
                                     .site = __builtin_return_address(0)});
  for (uint32_t n = 0; n < count; ++n)
    parts[n].value = moves->values[n][lane];
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

QN_DEVICE void qn_cpu_warp_step(qn_item *item, const char *address) {
  const group *g = item->group;
  if (g && (uintptr_t)address - (uintptr_t)item->shared < g->shared_size)
    (void)take_part(item, &(warp_wait){.kind = WARP_STEP,
                                       .site = __builtin_return_address(0)});
}

// ---- Paths

// The words of a loop, call or operation at a level of the running function;
// NULL where work-items run one by one.
static uint32_t *words_at(qn_item *item, uint32_t level) {
  if (!item->group)
    return NULL;
  warp_path *path = path_of(item);
  const uint32_t at = path->base + 2 * level;
  if (at + 3 > WARP_PATH_MAX)
    qn_cpu_fail(item, "warp operations without masks in loops or calls that "
                      "are nested too deeply");
  return path->words + at;
}

QN_DEVICE void qn_cpu_warp_enter(qn_item *item) {
  uint32_t *words = words_at(item, 0);
  if (words)
    words[0] = 0;
}

// Loops within start anew in each round.
QN_DEVICE void qn_cpu_warp_round(qn_item *item, uint32_t level,
                                 uint32_t place) {
  uint32_t *words = words_at(item, level);
  if (!words)
    return;
  words[1] = words[0] == place ? words[1] + 1 : 0;
  words[0] = place;
  words[2] = 0;
}

QN_DEVICE void qn_cpu_warp_into(qn_item *item, uint32_t level, uint32_t place) {
  const uint32_t *words = words_at(item, level);
  if (words && words[0] != place)
    qn_cpu_warp_round(item, level, place);
}

QN_DEVICE void qn_cpu_warp_at(qn_item *item, uint32_t level, uint32_t place) {
  uint32_t *words = words_at(item, level);
  if (!words)
    return;
  words[0] = place;
  path_of(item)->length = path_of(item)->base + 2 * level + 1;
}

QN_DEVICE void qn_cpu_warp_call(qn_item *item, uint32_t level, uint32_t place) {
  qn_cpu_warp_at(item, level, place);
  if (item->group)
    path_of(item)->base += 2 * level + 1;
}

QN_DEVICE void qn_cpu_warp_return(qn_item *item, uint32_t level) {
  if (item->group)
    path_of(item)->base -= 2 * level + 1;
}
