// SPDX-License-Identifier: Apache-2.0
// Groups whose work-items are lanes of a warp.
//
// All lanes run this code together. It is compiled as any other, with nothing
// that lets lanes part: no condition here may depend on the lane.
#include "lanes.h"

static size_t lanes_of(uint32_t count) {
  return count >= 32 ? UINT32_MAX : ((size_t)1 << count) - 1;
}

// All workers of a team come.
static void meet(const qn_vx_lanes *l) {
  __asm__ volatile(".insn r 0x0b, 4, 0, x0, %0, %1"
                   :
                   : "r"((size_t)l->barrier), "r"((size_t)l->team_size)
                   : "memory");
}

static const qn_vx_lanes *lanes_with(const qn_item *item) {
  return (const qn_vx_lanes *)(const void *)item->live_in;
}

void qn_vx_barrier(qn_item *item) { meet(lanes_with(item)); }

// `op` is a qn_reduce_op. The lanes of each of the machine's warps, which go in
// step, count their own votes; then all count those of warps.
int qn_vx_barrier_reduce(qn_item *item, int op, int predicate) {
  const qn_vx_lanes *l = lanes_with(item);
  const uint32_t count =
      item->block_dim[0] * item->block_dim[1] * item->block_dim[2];
  const uint32_t first = l->rank * l->count, left = count - first;
  uint32_t own = 0, votes = 0;
  l->values[item->linear] = predicate != 0;
  for (uint32_t k = 0; k < l->count && k < left; ++k)
    own += l->values[first + k];
  l->values[first] = own;
  meet(l);
  for (uint32_t k = 0; k < count; k += l->count)
    votes += l->values[k];
  meet(l); // the next one's values go there
  return op == QN_REDUCE_COUNT ? (int)votes
         : op == QN_REDUCE_ALL ? votes == count
                               : votes != 0;
}

// ---- Warps of 32 work-items: lanes of one warp of the machine, or of several
// that follow one another in the team. All work-items of the group come, so
// that the team's barrier will do.

static void meet_warp(const qn_vx_lanes *l) {
  if (l->count < QN_CPU_WARP_SIZE)
    meet(l);
}

// The first work-item of the warp.
static uint32_t first_of(const qn_item *item) {
  return item->linear / QN_CPU_WARP_SIZE * QN_CPU_WARP_SIZE;
}

// The lanes that the warp has.
static uint32_t there(const qn_item *item) {
  const uint32_t left =
      item->block_dim[0] * item->block_dim[1] * item->block_dim[2] -
      first_of(item);
  return (uint32_t)lanes_of(left);
}

void qn_vx_warp_sync(qn_item *item, uint64_t mask) {
  (void)mask;
  meet_warp(lanes_with(item));
}

uint64_t qn_vx_active_mask(qn_item *item) { return there(item); }

#if QN_VX_VERSION == 3
static int has_instructions(const qn_vx_lanes *l) {
  return l->count == QN_CPU_WARP_SIZE;
}

static uint32_t vote(int predicate) {
  size_t result;
  __asm__ volatile(".insn r 0x0b, 3, 1, %0, %1, x0"
                   : "=r"(result)
                   : "r"((size_t)(unsigned)predicate));
  return (uint32_t)result;
}

// `value` of lane `from`.
static uint32_t read_lane(uint32_t value, uint32_t from) {
  enum { LAST = (QN_CPU_WARP_SIZE - 1) << 6 };
  size_t result;
  __asm__ volatile(".insn r 0x0b, 7, 1, %0, %1, %2"
                   : "=r"(result)
                   : "r"((size_t)value), "r"((size_t)(from | LAST)));
  return (uint32_t)result;
}
#else
static int has_instructions(const qn_vx_lanes *l) {
  (void)l;
  return 0;
}
static uint32_t vote(int predicate) { return (uint32_t)predicate; }
static uint32_t read_lane(uint32_t value, uint32_t from) {
  (void)from;
  return value;
}
#endif

uint64_t qn_vx_ballot(qn_item *item, uint64_t mask, int predicate) {
  const qn_vx_lanes *l = lanes_with(item);
  const uint32_t first = first_of(item), lanes = there(item);
  uint32_t votes = 0;
  if (has_instructions(l))
    return vote(predicate) & (uint32_t)mask;
  l->values[item->linear] = (uint32_t)predicate;
  meet_warp(l);
  for (uint32_t k = 0; k < QN_CPU_WARP_SIZE && lanes >> k & 1; ++k)
    votes |= (uint32_t)(l->values[first + k] != 0) << k;
  meet_warp(l);
  return votes & (uint32_t)mask;
}

// `a` where `condition` is 1, `b` where it is 0, without a branch.
static uint32_t choose(uint32_t condition, uint32_t a, uint32_t b) {
  uint32_t bits = 0 - condition;
  __asm__("" : "+r"(bits)); // nothing is known of it
  return b ^ ((a ^ b) & bits);
}

// The lane that a shuffle reads (device/cpu/warp.c).
static uint32_t source(int kind, uint32_t own, uint32_t lane, uint32_t width) {
  const uint32_t last = (width - 1) & (QN_CPU_WARP_SIZE - 1);
  const uint32_t start = own & ~last;
  if (kind == QN_SHUFFLE_INDEX)
    return start + (lane & last);
  if (kind == QN_SHUFFLE_UP)
    return choose(lane <= own - start, own - lane, own);
  if (kind == QN_SHUFFLE_DOWN)
    return choose(lane < start + last + 1 - own, own + lane, own);
  return choose((own ^ lane) < start + last + 1, own ^ lane, own);
}

// A lane that takes no part gives nothing: the own value is what it is.
uint32_t qn_vx_shuffle(qn_item *item, int kind, uint64_t mask, uint32_t value,
                       uint32_t lane, uint32_t width) {
  const qn_vx_lanes *l = lanes_with(item);
  const uint32_t named = mask ? (uint32_t)mask & there(item) : there(item);
  const uint32_t from = source(kind, item->lane, lane, width);
  const uint32_t is_there =
      (from < QN_CPU_WARP_SIZE) & named >> from % QN_CPU_WARP_SIZE;
  const uint32_t taken = choose(is_there & 1, from, item->lane);
  if (has_instructions(l))
    return read_lane(value, taken);
  l->values[item->linear] = value;
  meet_warp(l);
  const uint32_t result = l->values[first_of(item) + taken];
  meet_warp(l);
  return result;
}

void qn_vx_shuffles(qn_item *item, uint64_t mask, uint32_t count,
                    void *memory) {
  qn_cpu_shuffle_part *parts = memory;
  for (uint32_t k = 0; k < count; ++k)
    parts[k].value =
        qn_vx_shuffle(item, (int)parts[k].kind, mask, parts[k].value,
                      parts[k].lane, parts[k].width);
}

// ---- Groups

static void place(qn_item *item, uint32_t linear) {
  const uint32_t nx = item->block_dim[0], ny = item->block_dim[1];
  const uint32_t row = linear / nx;
  item->thread[0] = linear % nx;
  item->thread[1] = row % ny;
  item->thread[2] = row / ny;
  item->linear = linear;
  item->lane = linear % QN_CPU_WARP_SIZE;
}

static void place_group(qn_item *item, uint64_t group) {
  uint64_t row = qn_vx_divide(group, item->grid_dim[0], &item->block[0]);
  item->block[2] =
      (uint32_t)qn_vx_divide(row, item->grid_dim[1], &item->block[1]);
}

static void run_group(const qn_vx_lanes *l, qn_item *item, uint32_t lane) {
  const uint32_t count =
      item->block_dim[0] * item->block_dim[1] * item->block_dim[2];
  const size_t all = lanes_of(l->count);
  for (uint32_t start = l->rank * l->count; start < count;
       start += l->team_size * l->count) {
    const uint32_t left = count - start;
    place(item, start + lane);
    qn_vx_masked(left < l->count ? lanes_of(left) : all, all, l->body, item,
                 l->args);
  }
  meet(l); // shared memory is the next group's
}

void qn_vx_lane(const qn_vx_lanes *l, size_t lane) {
  const qn_cpu_launch *launch = l->launch;
  qn_item item; // what is left out is of packets, fibers and checks
  item.dynamic_size = launch->shared_size;
  item.state = 0;
  item.shared = l->shared;
  item.live_in = (char *)(uintptr_t)l; // packets have it otherwise
  item.launch = launch;
  item.runner = l->failing;
  item.group = NULL;
  item.run = NULL;
  item.values = NULL;
  for (int k = 0; k < 3; ++k) {
    item.block_dim[k] = launch->block[k];
    item.grid_dim[k] = launch->grid[k];
  }
  place_group(&item, l->first);
  for (uint64_t group = l->first; group != l->last; ++group) {
    if (!qn_goes_on(launch, group))
      return;
    run_group(l, &item, (uint32_t)lane);
    qn_next_group(&item);
  }
}
