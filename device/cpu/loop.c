// SPDX-License-Identifier: Apache-2.0
// Runs work-items one after another, for kernels without barriers and warp
// operations, or packets of them. This file is compiled to bitcode and inlined
// into each entry, so that the context is kept in registers and the optimiser
// sees the loops.
#include "compiler/contract/cost.h"
#include "item.h"
#include "marks.h"
#include "runner.h"
#include "schedule.h"

static inline __attribute__((always_inline)) void place_group(qn_item *item,
                                                              uint64_t group) {
  const uint64_t row = group / item->grid_dim[0];
  item->block[0] = (uint32_t)(group % item->grid_dim[0]);
  item->block[1] = (uint32_t)(row % item->grid_dim[1]);
  item->block[2] = (uint32_t)(row / item->grid_dim[1]);
}

// Fills in what is the same for all groups, for `shared` bytes of shared memory
// and `frames` bytes of other things; 0 when out of memory.
static inline __attribute__((always_inline)) int
begin_item(qn_item *item, const qn_cpu_launch *launch, qn_cpu_scratch *scratch,
           uint64_t shared, uint64_t frames, struct runner *runner) {
  for (int i = 0; i < 3; ++i) {
    item->block_dim[i] = launch->block[i];
    item->grid_dim[i] = launch->grid[i];
  }
  item->row = launch->block[0];
  item->dynamic_size = launch->shared_size;
  item->launch = launch;
  item->state = launch->flags & (QN_CPU_STREAMING | QN_CPU_TURNS);
  item->runner = runner;
  item->group = NULL;
  item->shared = NULL;
  // Kernels without checks may call functions with checks.
  item->run = NULL;
  item->values = NULL;
  item->fenced = item->acquired = 0;
  item->phase_first = 0;
  item->warp_epoch = 0;
  item->notes_stride = 0;
  if (!shared && !frames)
    return 1;
  const qn_cpu_services *services = launch->services;
  if (!services->reserve(services->user, scratch,
                         qn_cpu_shared_reserve(frames, shared), 0, 0)) {
    services->fail(services->user, "no memory for shared variables");
    return 0;
  }
  item->shared = qn_cpu_shared_at(scratch, shared);
  return 1;
}

// A group in another order, or whose work-items are noted one by one as they
// begin. It has a copy of the context, so that the one of the loops around
// stays in registers.
static __attribute__((noinline, cold)) void
run_ordered(item_fn *body, const void *args, const qn_cpu_launch *launch,
            qn_item item, uint64_t group) {
  const uint32_t nx = launch->block[0], ny = launch->block[1];
  const uint32_t count = nx * ny * launch->block[2];
  volatile uint32_t *noted = qn_cpu_noted_thread(launch);
  const uint64_t seed = launch->flags & QN_CPU_RANDOM
                            ? launch->seed + group * UINT64_C(0x9e3779b9)
                            : 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t at = qn_cpu_in_order(launch->flags, seed, i, count);
    item.thread[0] = at % nx;
    item.thread[1] = at / nx % ny;
    item.thread[2] = at / nx / ny;
    item.linear = at;
    item.lane = at % QN_CPU_WARP_SIZE;
    if (noted)
      *noted = at;
    body(&item, args);
  }
}

// `shared` is the size of the static shared variables in bytes; `runner` is set
// when the loop can be left by a failure (qn_cpu_run_guarded), else NULL.
__attribute__((always_inline)) void
qn_cpu_run_loop(item_fn *body, const void *args, const qn_cpu_launch *launch,
                uint64_t first, uint64_t last, qn_cpu_scratch *scratch,
                uint32_t shared, struct runner *runner) {
  qn_item item;
  const uint32_t nx = launch->block[0];
  const uint32_t ny = launch->block[1];
  const uint32_t nz = launch->block[2];
  if (!begin_item(&item, launch, scratch,
                  (uint64_t)shared + launch->shared_size, 0, runner))
    return;
  const int is_plain =
      !(launch->flags & QN_CPU_ORDERS) && !qn_cpu_noted_thread(launch);
  place_group(&item, first);
  for (uint64_t group = first; group < last; ++group, qn_next_group(&item)) {
    if (!qn_goes_on(launch, group))
      return;
    if (!is_plain) {
      run_ordered(body, args, launch, item, group);
      continue;
    }
    uint32_t linear = 0;
    for (uint32_t z = 0; z < nz; ++z)
      for (uint32_t y = 0; y < ny; ++y) {
        for (uint32_t x = 0; x < nx; ++x) {
          item.thread[0] = x;
          item.thread[1] = y;
          item.thread[2] = z;
          item.linear = linear + x;
          item.lane = (linear + x) % QN_CPU_WARP_SIZE;
          body(&item, args);
        }
        linear += nx;
      }
  }
}

// ---- Packets

// Whether the grid is collapsed: rows of consecutive groups are one row
// (spmd/analysis/collapse.h).
static inline __attribute__((always_inline)) int
rows_collapse(const qn_cpu_launch *launch, uint32_t collapse_width) {
  return collapse_width == QN_COLLAPSE_ANY ||
         collapse_width == launch->block[0];
}

// Whether rows have enough work-items, and indices are in range: packets assume
// that none in the grid reaches 2^31. Where packets are warps, only the last
// one of a group may be cut by a row's end.
__attribute__((always_inline)) int
qn_cpu_packets_fit(const qn_cpu_launch *launch, const qn_cpu_fit *kernel) {
  const qn_cpu_fit p = *kernel;
  enum { INDEX_MAX = INT32_MAX - 64 };
  const uint64_t row =
      (uint64_t)launch->block[0] *
      (rows_collapse(launch, p.collapse_width) ? launch->grid[0] : 1);
  if (launch->flags & QN_CPU_SCALAR || row < p.min_row)
    return 0;
  // In groups of one row, cut warps are allowed, unless the grid's warps have
  // to start at multiples of their size.
  const uint32_t is_cut = launch->block[1] * launch->block[2] != 1 ||
                          (p.warp_use == QN_WARP_WHOLE && launch->grid[0] != 1);
  if (p.warp_use != QN_WARP_UNUSED && launch->block[0] % QN_CPU_WARP_SIZE &&
      is_cut)
    return 0;
  for (int i = 0; i < 3; ++i)
    if ((uint64_t)launch->grid[i] * launch->block[i] > INDEX_MAX)
      return 0;
  return 1;
}

// Whether blocks consist of full packets of so many work-items in so many rows.
__attribute__((always_inline)) int
qn_cpu_tiles_fit(const qn_cpu_launch *launch, uint32_t columns, uint32_t rows) {
  return launch->block[0] % columns == 0 && launch->block[1] % rows == 0;
}

// Whether blocks are one row of so many work-items.
__attribute__((always_inline)) int qn_cpu_size_fits(const qn_cpu_launch *launch,
                                                    uint32_t items) {
  return launch->block[0] == items && launch->block[1] == 1 &&
         launch->block[2] == 1;
}

// The number of work-items of a packet along x, and along y.
typedef struct packet_shape {
  uint32_t columns, rows;
} packet_shape;

// Packets to run. Entries pass constants (structs.def), which are copied first:
// then the optimiser knows that no kernel's store changes them.
typedef struct packets {
  packet_fn *full;
  masked_fn *masked; // of one row; NULL: blocks consist of full packets
  packet_shape shape;
  uint32_t frame_size; // bytes of each packet's frame
  qn_exit_use exits;   // unless NONE, frames start with the remaining lanes
  uint32_t around;     // those that do not remain went around a barrier
  int has_barriers;
} packets;

// Runs each row of a packet masked, with a context of its own, so that the
// surrounding loops' context stays in registers. A row leaves nothing there
// that the next one reads but the place of its work-items.
static inline __attribute__((always_inline)) void
run_masked_rows(const packets *p, const qn_item *item, const void *args,
                uint64_t lanes) {
  qn_item own = *item;
  for (uint32_t r = 0; r < p->shape.rows; ++r) {
    own.thread[0] = item->thread[0];
    own.thread[1] = item->thread[1] + r;
    own.linear = item->linear + r * item->block_dim[0];
    own.lane = own.linear % QN_CPU_WARP_SIZE;
    (void)p->masked(&own, args, lanes);
  }
}

// Runs all lanes of a packet.
static inline __attribute__((always_inline)) int32_t run_full(const packets *p,
                                                              qn_item *item,
                                                              const void *args,
                                                              uint64_t all) {
  const int32_t next = p->full(item, args);
  if (!p->has_barriers && next == QN_NEXT_AGAIN)
    run_masked_rows(p, item, args, all);
  return next;
}

static inline __attribute__((always_inline)) int32_t
run_masked(const packets *p, qn_item *item, const void *args, uint64_t lanes) {
  if (p->has_barriers)
    return p->masked(item, args, lanes);
  run_masked_rows(p, item, args, lanes);
  return QN_NEXT_NONE;
}

// Sets the context to the packet from `x` on, in a row whose first work-item
// has the position `linear` in the block.
static inline __attribute__((always_inline)) void
place_packet(qn_item *item, uint32_t x, uint32_t linear, char *frame) {
  item->thread[0] = x;
  item->linear = linear + x;
  item->lane = (linear + x) % QN_CPU_WARP_SIZE;
  item->frame = frame;
}

// Runs the packets of a row of `nx` items, or of as many rows as a packet has,
// for its first `range` items, the last packet masked; at least the first
// packet. Returns the next region, on which all packets agree.
static inline __attribute__((always_inline)) int32_t
run_row(const packets *p, uint32_t nx, uint32_t range, qn_item *item,
        const void *args, uint32_t linear, char *frame) {
  const uint32_t width = p->shape.columns;
  const uint32_t full = p->masked ? nx / width * width : nx;
  int32_t next = QN_NEXT_NONE;
  // `x` is not computed in advance: otherwise everything that depends on the
  // masked packet's position would be hoisted out of the loops around, mostly
  // in vain.
  uint32_t x = 0;
  for (; x < full && (!p->has_barriers || x < range);
       x += width, frame += p->frame_size) {
    place_packet(item, x, linear, frame);
    next = run_full(p, item, args, UINT64_MAX >> (64 - width));
  }
  if (p->masked && x < range) {
    place_packet(item, x, linear, frame);
    next = run_masked(p, item, args, (UINT64_C(1) << (nx - x)) - 1);
  }
  return next;
}

static __attribute__((noinline, cold)) void
report_left_out(const qn_item *item) {
  const qn_cpu_services *services = item->launch->services;
  if (services->version >= 4 && services->left_out)
    services->left_out(services->user, item->block);
}

// The same if work-items may have returned earlier: a frame starts with the
// remaining lanes. A packet without any does not run, and does not determine
// the next region.
static inline __attribute__((always_inline)) int32_t
run_left(const packets *p, uint32_t range, qn_item *item, const void *args,
         uint32_t linear, char *frame) {
  const uint32_t nx = item->row;
  const uint32_t width = p->shape.columns;
  const uint64_t all = UINT64_MAX >> (64 - width);
  int32_t next = QN_NEXT_NONE;
  for (uint32_t x = 0; x < range; x += width, frame += p->frame_size) {
    uint64_t *left = (uint64_t *)(void *)frame;
    const uint64_t there =
        nx - x >= width ? all : (UINT64_C(1) << (nx - x)) - 1;
    const uint64_t lanes = p->exits == QN_EXITS_LATER ? *left : there;
    if (p->around && lanes != there)
      report_left_out(item);
    place_packet(item, x, linear, frame);
    *left = 0;
    if (!lanes)
      continue;
    const int32_t to = lanes == all ? run_full(p, item, args, all)
                                    : run_masked(p, item, args, lanes);
    next = to < 0 ? next : to;
  }
  return next;
}

// Runs all rows of `span` groups along x, each row of all groups before the
// next, so that memory is accessed in long rows. With `is_collapsed`
// (spmd/analysis/collapse.h) these are one row.
static inline __attribute__((always_inline)) int32_t
run_rows(const packets *p, uint32_t range, qn_item *item, const void *args,
         char *frames, uint32_t span, int is_collapsed) {
  const uint32_t nx = item->row;
  const uint32_t row = is_collapsed ? nx * span : nx;
  const uint32_t steps = is_collapsed ? 1 : span;
  const uint32_t rows = p->shape.rows;
  const uint32_t columns = p->shape.columns;
  const uint64_t row_size =
      (uint64_t)((nx + columns - 1) / columns) * p->frame_size;
  const uint32_t start = item->block[0];
  uint32_t linear = 0, z = 0;
  int32_t next = QN_NEXT_NONE;
  range = range < row ? range : row;
  range += !range;
  // No block is empty.
  do {
    uint32_t y = 0;
    item->thread[2] = z;
    do {
      item->thread[1] = y;
      for (uint32_t k = 0; k < steps; ++k) {
        item->block[0] = start + k;
        const int32_t to =
            p->exits == QN_EXITS_NONE
                ? run_row(p, row, range, item, args, linear, frames)
                : run_left(p, range, item, args, linear, frames);
        next = p->exits != QN_EXITS_NONE && to < 0 ? next : to;
      }
      linear += nx * rows;
      frames += row_size;
      y += rows;
    } while (y < item->block_dim[1]);
  } while (++z < item->block_dim[2]);
  item->block[0] = start;
  return next;
}

// How many of the `left` groups from `item` on may run as a span: those that
// follow along x, if they have no shared memory. If groups have several rows
// and the grid's rows are long, only a few, so that the data of all their rows
// stay in the cache; with one row each, they run in order either way.
static inline __attribute__((always_inline)) uint32_t
span_of(const qn_item *item, uint64_t left, uint64_t memory, int is_collapsed) {
  const uint32_t nx = item->block_dim[0];
  const uint32_t row = item->grid_dim[0] - item->block[0];
  const int one_row = item->block_dim[1] * item->block_dim[2] == 1;
  uint32_t max = row;
  if (memory)
    return 1;
  if (one_row)
    max = (QN_COST_SPAN_COLLAPSED + nx - 1) / nx;
  else if ((uint64_t)item->grid_dim[0] * nx > QN_COST_SPAN_ROW_MAX)
    max = is_collapsed ? (QN_COST_SPAN_COLUMNS + nx - 1) / nx : 1;
  max = max < row ? max : row;
  return left < max ? (uint32_t)left : max;
}

// Orders streaming stores with others.
static inline __attribute__((always_inline)) void
end_streaming(const qn_item *item) {
#ifdef __x86_64__
  if (item->state)
    __builtin_ia32_sfence();
#else
  (void)item;
#endif
}

// Streaming launches alternate between several places, with a few cache lines
// at each, on machines that prefetch at all of them, which there is a fifth
// faster than at one. Groups are in one row then.
typedef struct turns {
  uint64_t start, end; // groups that run so
  uint32_t span;       // groups at one place per turn; 0: none run so
  uint32_t steps;      // turns per place
} turns;

static inline __attribute__((always_inline)) turns plan_turns(
    const qn_item *item, uint64_t first, uint64_t last, int is_collapsed) {
  const uint32_t nx = item->block_dim[0];
  turns t = {first, first, 0, 1};
  if (!(item->state & QN_CPU_TURNS) || !is_collapsed ||
      nx > QN_COST_STREAM_ITEMS ||
      item->block_dim[1] * item->block_dim[2] != 1 || item->grid_dim[1] != 1 ||
      item->grid_dim[2] != 1)
    return t;
  t.span = QN_COST_STREAM_ITEMS / nx;
  t.steps = QN_COST_STREAM_DISTANCE / (t.span * nx);
  const uint64_t round = (uint64_t)QN_COST_STREAM_PLACES * t.steps * t.span;
  t.end += (last - first) / round * round;
  return t;
}

// The group that comes after `done` groups.
static inline __attribute__((always_inline)) uint64_t
place_of_turn(const turns *t, uint64_t done) {
  const uint64_t turn = done / t->span;
  const uint64_t round = turn / QN_COST_STREAM_PLACES / t->steps;
  const uint64_t place =
      round * QN_COST_STREAM_PLACES + turn % QN_COST_STREAM_PLACES;
  return t->start +
         (place * t->steps + turn / QN_COST_STREAM_PLACES % t->steps) * t->span;
}

__attribute__((always_inline)) void
qn_cpu_run_packets(packet_fn *full, masked_fn *masked,
                   const qn_cpu_packets *kernel, const void *args,
                   const qn_cpu_launch *launch, uint64_t first, uint64_t last,
                   qn_cpu_scratch *scratch, struct runner *runner) {
  const qn_cpu_packets k = *kernel;
  qn_item item;
  const uint64_t memory = (uint64_t)k.shared_size + launch->shared_size;
  const int is_collapsed = rows_collapse(launch, k.collapse_width);
  const packets p = {full, masked, {k.columns, k.rows}, 0, QN_EXITS_NONE, 0, 0};
  if (!begin_item(&item, launch, scratch, memory, 0, runner))
    return;
  place_group(&item, first);
  const turns t = plan_turns(&item, first, last, is_collapsed && !memory);
  while (first < last) {
    if (!qn_goes_on(launch, first))
      break;
    uint32_t span = t.span;
    if (first < t.end)
      item.block[0] = (uint32_t)place_of_turn(&t, first - t.start);
    else
      span = span_of(&item, last - first, memory, is_collapsed);
    (void)run_rows(&p, UINT32_MAX, &item, args, NULL, span, is_collapsed);
    item.block[0] += span - 1;
    qn_next_group(&item);
    first += span;
    if (first == t.end)
      place_group(&item, first);
  }
  end_streaming(&item);
}

// Runs all packets of a group with several rows, column by column: the row's
// address advances from packet to packet, as a row has only one or two packets.
static inline __attribute__((always_inline)) int32_t
run_columns(const packets *p, uint32_t range, qn_item *item, const void *args,
            char *frames) {
  // Signed, so that the optimiser may assume that they do not wrap around.
  const int32_t nx = (int32_t)item->block_dim[0];
  const int32_t ny = (int32_t)item->block_dim[1];
  const int32_t columns = (int32_t)p->shape.columns;
  const int32_t rows = (int32_t)p->shape.rows;
  const uint64_t row_size = (uint64_t)(nx / columns) * p->frame_size;
  const int32_t end = range < (uint32_t)nx ? (int32_t)range : nx;
  uint32_t z = 0;
  int32_t next = QN_NEXT_NONE;
  // No block is empty.
  do {
    int32_t x = 0;
    char *column = frames;
    item->thread[2] = z;
    do {
      int32_t y = 0;
      uint32_t linear = z * (uint32_t)(nx * ny);
      char *frame = column;
      do {
        item->thread[1] = (uint32_t)y;
        place_packet(item, (uint32_t)x, linear, frame);
        next = p->full(item, args);
        linear += (uint32_t)(nx * rows);
        frame += row_size;
        y += rows;
      } while (y < ny);
      x += columns;
      column += p->frame_size;
    } while (x < end);
    frames += row_size * (uint32_t)(ny / rows);
  } while (++z < item->block_dim[2]);
  return next;
}

// Whether only the first half of a packet has something to do.
static inline __attribute__((always_inline)) int
only_half(const qn_item *item, uint32_t range, uint32_t columns) {
  return range <= columns / 2 && item->row >= columns / 2 &&
         item->block_dim[1] * item->block_dim[2] == 1;
}

// Whether so few work-items of a group of one row have something to do that
// they go one after another.
static inline __attribute__((always_inline)) int
only_few(const qn_item *item, uint32_t range, uint32_t max) {
  return range <= max && item->block_dim[1] * item->block_dim[2] == 1;
}

static inline __attribute__((always_inline)) int32_t run_few(packet_fn *single,
                                                             uint32_t range,
                                                             qn_item *item,
                                                             const void *args,
                                                             char *frames) {
  const uint32_t nx = item->row;
  const uint32_t end = range < nx ? range : nx;
  uint32_t x = 0;
  int32_t next;
  item->thread[1] = item->thread[2] = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  do {
    place_packet(item, x, 0, frames);
    next = single(item, args);
  } while (++x < end);
  return next;
}

// What regions of a group leave to the next. Both are variables of the group's
// function, which are promoted to registers, or stay in memory with checks.
// What is stored there as words is read as such: vectors of them would wait.
static inline __attribute__((always_inline)) void pass_on(qn_item *item,
                                                          qn_cpu_region r) {
  const volatile uint32_t *from = (const volatile uint32_t *)item->live_out;
  uint32_t *to = (uint32_t *)(void *)item->live_in;
  if (!r.group_words)
    __builtin_memcpy(item->live_in, item->live_out, r.group_size);
  for (uint32_t i = 0; i < r.group_words; ++i)
    to[i] = from[i];
}

// Runs one region between barriers, for all packets of a group; returns the
// next region.
__attribute__((always_inline)) int32_t qn_cpu_run_region(
    packet_fn *full, masked_fn *masked, range_fn *range, packet_fn *half,
    packet_fn *single, const qn_cpu_region *region, qn_item *item,
    const void *args, char *frames) {
  const qn_cpu_region r = *region;
  const packets p = {
      full,     masked, {r.columns, r.rows}, r.frame_size, (qn_exit_use)r.exits,
      r.around, 1};
  const uint32_t end = range ? range(item, args) : UINT32_MAX;
  int32_t next;
  if (single && only_few(item, end, r.single_max))
    next = run_few(single, end, item, args, frames);
  else if (half && only_half(item, end, r.columns)) {
    item->thread[1] = item->thread[2] = 0;
    place_packet(item, 0, 0, frames);
    next = half(item, args);
  } else if (!masked)
    next = run_columns(&p, end, item, args, frames);
  else
    next = run_rows(&p, end, item, args, frames, 1, 0);
  pass_on(item, r);
  item->votes[QN_VOTES_PASSED_TRUE] = item->votes[QN_VOTES_TRUE];
  item->votes[QN_VOTES_PASSED_ALL] = item->votes[QN_VOTES_ALL];
  item->votes[QN_VOTES_TRUE] = 0;
  item->votes[QN_VOTES_ALL] = 0;
  return next;
}

// The most groups along x that go as one: of kernels without barriers of their
// own, whose loops over the grid go by rounds, where rows collapse. What they
// keep from round to round is to stay in the first cache.
static inline __attribute__((always_inline)) uint32_t
most_together(const qn_cpu_launch *launch, qn_cpu_groups k) {
  const uint32_t nx = launch->block[0];
  const uint32_t all = launch->grid[0];
  const uint32_t some = (QN_COST_SPAN_ROUNDS + nx - 1) / nx;
  if (k.collapse_width == QN_COLLAPSE_NEVER ||
      !rows_collapse(launch, k.collapse_width) || launch->shared_size ||
      k.shared_size || launch->block[1] * launch->block[2] != 1)
    return 1;
  return k.frame_size && some < all ? some : all;
}

// Bytes of the frames of the packets of so many groups, at least one.
static inline __attribute__((always_inline)) uint64_t
frames_size(const qn_cpu_launch *launch, qn_cpu_groups k, uint32_t together) {
  const uint64_t row =
      ((uint64_t)launch->block[0] * together + k.columns - 1) / k.columns;
  const uint64_t size =
      row * launch->block[1] * launch->block[2] * k.frame_size;
  return size + (size == 0);
}

__attribute__((always_inline)) void
qn_cpu_run_groups(group_fn *group, const qn_cpu_groups *kernel,
                  const void *args, const qn_cpu_launch *launch, uint64_t first,
                  uint64_t last, qn_cpu_scratch *scratch,
                  struct runner *runner) {
  const qn_cpu_groups k = *kernel;
  qn_item item;
  const uint32_t most = most_together(launch, k);
  const uint64_t size = frames_size(launch, k, most);
  if (!begin_item(&item, launch, scratch,
                  (uint64_t)k.shared_size + launch->shared_size, size, runner))
    return;
  char *const frames = scratch->memory;
  if (runner) {
    runner->frames = frames;
    runner->frames_end = frames + size;
  }
  place_group(&item, first);
  for (uint64_t number = first; number < last; qn_next_group(&item)) {
    if (!qn_goes_on(launch, number))
      return;
    uint32_t span = 1;
    if (most > 1) {
      span = launch->grid[0] - item.block[0];
      span = span < most ? span : most;
      span = last - number < span ? (uint32_t)(last - number) : span;
      item.row = launch->block[0] * span;
    }
    for (int i = 0; i < QN_VOTES_COUNT; ++i)
      item.votes[i] = 0;
    group(&item, args, frames);
    item.block[0] += span - 1;
    number += span;
  }
}

// ---- Checks

// Whether plain reads of a granule are of no more interest to the watch for
// races (qn_cpu_check_run), unless groups make something known to others.
static inline __attribute__((always_inline)) int
are_reads_settled(const qn_item *item, const char *address, uint64_t size) {
  const qn_cpu_check_run *run = item->run;
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  return size <= QN_CPU_CHECK_GRANULE && run &&
         !*(const volatile uint32_t *)&run->released &&
         run->settled[at / QN_CPU_CHECK_GRANULE] == run->op;
}

// Where races are not watched, the marks of the address decide at once. Plain
// accesses of one granule only have to be noted, once the marks are good.
__attribute__((always_inline)) void
qn_cpu_check_access(qn_item *item, const char *address, uint64_t size,
                    uint32_t how, uint64_t value) {
  enum {
    RACE = QN_CPU_CHECK_RACE << QN_CPU_ACCESS_KINDS_SHIFT,
    INIT = QN_CPU_CHECK_INIT << QN_CPU_ACCESS_KINDS_SHIFT
  };
  const int races = (how & RACE) != 0, writes = how & QN_CPU_ACCESS_WRITE;
  const int is_word = size == QN_CPU_CHECK_GRANULE;
  // Plainly marked is what is a multiple of its size.
  const int may_be_odd = QN_CPU_ACCESS_ALIGNMENT(how) > size;
  const int plain = !(how & QN_CPU_ACCESS_ATOMIC) &&
                    (is_word || (!writes && size < QN_CPU_CHECK_GRANULE));
  const int seldom =
      (races && !plain) ||
      !qn_cpu_is_plainly_marked((uintptr_t)address, size) ||
      (may_be_odd && !qn_cpu_is_aligned((uintptr_t)address, how)) ||
      (races && !is_word && !are_reads_settled(item, address, size)) ||
      ((how & INIT || (races && writes)) &&
       !qn_cpu_is_written((uintptr_t)address, size));
  // Registers are then not kept elsewhere for the sake of the call.
  if (__builtin_expect(seldom, 0)) {
    __attribute__((nomerge)) qn_cpu_check_otherwise(item, address, size, how,
                                                    value);
    // Where the call returns to tells the line: it must not be the last.
    __asm__ volatile("");
  } else if (races && is_word && writes) {
    __attribute__((nomerge)) qn_cpu_check_write(item, address, how, value);
    __asm__ volatile("");
  } else if (races && is_word && !are_reads_settled(item, address, size)) {
    __attribute__((nomerge)) qn_cpu_check_read(item, address, how);
    __asm__ volatile("");
  }
}

__attribute__((always_inline)) void
qn_cpu_check_unless(qn_item *item, const char *address, uint64_t size,
                    uint32_t how, uint64_t value, uint32_t good) {
  if (__builtin_expect(!good, 0)) {
    __attribute__((nomerge)) qn_cpu_check_otherwise(item, address, size, how,
                                                    value);
    __asm__ volatile("");
  }
}

// Whether a few granules are plainly memory of allocations: up to two words of
// marks, which may overlap.
static inline __attribute__((always_inline)) int
are_few_marked(uintptr_t address, uint64_t bytes) {
  enum { MARGIN = 4096, WORD = sizeof(uint64_t) };
  const uint64_t whole = UINT64_C(0x0808080808080808);
  const uint64_t at = (uint64_t)address - QN_CPU_CHECK_HEAP;
  const uint64_t more = (at % WORD + bytes - 1) / WORD; // than one mark
  if (sizeof(void *) != 8 || at >= QN_CPU_CHECK_HEAP_SIZE - MARGIN ||
      more >= 2 * WORD)
    return 0;
  const char *marks = (const char *)(uintptr_t)(QN_CPU_CHECK_MARKS + at / WORD);
  uint64_t first, last;
  __builtin_memcpy(&first, marks, WORD);
  if (more < WORD - 1) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (first ^ whole) >> 8 * (WORD - 1 - more) == 0;
#else
    return (first ^ whole) << 8 * (WORD - 1 - more) == 0;
#endif
  }
  __builtin_memcpy(&last, marks + more - (WORD - 1), WORD);
  return first == whole && last == whole;
}

// Few accesses of memory in a row take no call.
__attribute__((always_inline)) uint32_t qn_cpu_check_range(
    qn_item *item, const char *first, const char *second, const char *last,
    uint64_t count, uint64_t size, uint32_t how) {
  enum { KINDS = QN_CPU_CHECK_RACE | QN_CPU_CHECK_INIT, FEW = 128 };
  const uint64_t way = (uint64_t)((uintptr_t)last - (uintptr_t)first);
  if (!(how & KINDS << QN_CPU_ACCESS_KINDS_SHIFT) && count - 1 < FEW &&
      way == (count - 1) * size && !((uintptr_t)first & (size - 1)) &&
      (count == 1 || (uintptr_t)second - (uintptr_t)first == size) &&
      QN_CPU_ACCESS_ALIGNMENT(how) <= size &&
      are_few_marked((uintptr_t)first, way + size))
    return 1;
  if (!count)
    return 1;
  uint32_t good;
  __attribute__((nomerge)) good =
      qn_cpu_check_range_otherwise(item, first, second, last, count, size, how);
  // Where the call returns to tells the line: it must not be the last.
  __asm__ volatile("");
  return good;
}

// A copy, so that the packet's own context stays in registers. Rows of a
// collapsed grid go on in the next group.
__attribute__((always_inline)) void
qn_cpu_check_lane(void *own, qn_item *item, uint32_t index, uint32_t columns) {
  qn_item *made = own;
  *made = *item;
  const uint32_t nx = made->block_dim[0], ny = made->block_dim[1];
  const uint32_t x = made->thread[0] + index % columns;
  made->thread[0] = x % nx;
  made->thread[1] += index / columns;
  made->block[0] += x / nx;
  made->linear = (made->thread[2] * ny + made->thread[1]) * nx + x % nx;
  made->lane = made->linear % QN_CPU_WARP_SIZE;
}

__attribute__((always_inline)) uint32_t
qn_cpu_check_ranges(qn_item *item, void *all, uint32_t width, uint64_t lanes,
                    uint64_t span, uint64_t size, uint32_t how) {
  return qn_cpu_check_rounds(item->runner, all, width, lanes, span, size, how);
}

static inline __attribute__((always_inline)) qn_cpu_check_run *
run_of(const qn_item *item) {
  return item->launch->services->checks_user;
}

__attribute__((always_inline)) uint64_t qn_cpu_check_number(qn_item *item,
                                                            uint32_t which) {
  enum { STEP = QN_CPU_NUMBER_STEP };
  switch (which) {
  case QN_CHECK_OWN:
    return run_of(item)->first +
           STEP * (qn_group_number(item) * qn_group_items(item) + item->linear);
  case QN_CHECK_FIRST:
    return run_of(item)->first;
  case QN_CHECK_OWN_IN_PHASE:
    return item->phase_first + STEP * item->linear;
  case QN_CHECK_PHASE:
    return item->phase_first;
  case QN_CHECK_BLOCK:
    return item->group_first;
  case QN_CHECK_NOTES:
    return item->notes;
  case QN_CHECK_STRIDE:
    return item->notes_stride;
  case QN_CHECK_EPOCH:
    return item->warp_epoch;
  case QN_CHECK_GROUP:
    return run_of(item)->first +
           STEP * qn_group_number(item) * qn_group_items(item);
  case QN_CHECK_REPEATS:
    return item->runner->races.now;
  case QN_CHECK_REPEATS_WRITES:
    return item->runner->writes.now;
  case QN_CHECK_SHARED_AT:
    return (uintptr_t)item->shared;
  case QN_CHECK_SHARED_SIZE:
    return item->runner->written_size;
  default:
    return item->runner->written_at;
  }
}

__attribute__((always_inline)) void qn_cpu_check_phase(qn_item *item) {
  qn_cpu_check_run *run = run_of(item);
  const uint32_t items = QN_CPU_NUMBER_STEP * qn_group_items(item);
  if (__builtin_expect(run->next > UINT32_MAX - 2 * items, 0))
    qn_cpu_check_full(item);
  item->phase_first += items;
  run->next = item->phase_first + items;
  ++item->epoch;
}

__attribute__((always_inline)) uint32_t qn_cpu_check_ahead(qn_item *item,
                                                           uint32_t kinds) {
  runner *r = item->runner;
  if (!r->ahead.begun || r->ahead.amiss || r->races.amiss || r->writes.amiss)
    return 0;
  if (kinds & QN_CPU_CHECK_RACE) {
    qn_cpu_begin_numbers(item);
    qn_cpu_check_phase(item);
  }
  r->ahead.now = 1;
  return 1;
}

__attribute__((always_inline)) uint32_t qn_cpu_check_good(qn_item *item) {
  repeats *ahead = &item->runner->ahead;
  ahead->now &= ahead->amiss;
  return !ahead->amiss;
}

__attribute__((always_inline)) void qn_cpu_check_whole(qn_item *item) {
  item->runner->ahead.begun = 1;
}

__attribute__((always_inline)) void qn_cpu_check_step(qn_item *item) {
  ++item->runner->phase;
}

__attribute__((always_inline)) void qn_cpu_check_warps(qn_item *item) {
  item->warp_epoch = 0;
  run_of(item)->warps = 1;
}

__attribute__((always_inline)) void qn_cpu_check_passes(qn_item *item,
                                                        uint32_t any) {
  item->warp_epoch += any;
}

// Inside of a variable that is known there is nothing more to see, but for
// races and what was written.
__attribute__((always_inline)) void
qn_cpu_check_object(qn_item *item, const char *address, uint64_t size,
                    uint32_t how, uint64_t value, const char *base,
                    uint64_t object_size, const char *name, uint32_t space) {
  enum {
    MORE = (QN_CPU_CHECK_RACE | QN_CPU_CHECK_INIT) << QN_CPU_ACCESS_KINDS_SHIFT
  };
  const uint64_t offset = (uint64_t)(address - base);
  const int watched = space != QN_CHECK_LOCAL && (how & MORE) != 0;
  if (watched || offset > object_size || size > object_size - offset ||
      !qn_cpu_is_aligned((uintptr_t)address, how)) {
    __attribute__((nomerge)) qn_cpu_check_object_otherwise(
        item, address, size, how, value, base, object_size, name, space);
    __asm__ volatile("");
  }
}

__attribute__((always_inline)) uint64_t
qn_cpu_check_shadow(qn_item *item, const char *address, uint64_t size,
                    uint32_t site, const char *base, const char *name) {
  if (qn_cpu_is_plainly_marked((uintptr_t)address, size) &&
      qn_cpu_is_written((uintptr_t)address, size))
    return 0;
  const uint64_t shadow =
      qn_cpu_check_shadow_otherwise(item, address, size, site, base, name);
  __asm__ volatile("");
  return shadow;
}

__attribute__((always_inline)) void
qn_cpu_check_local(qn_item *item, uint64_t shadow, uint64_t size, uint32_t site,
                   uint64_t offset, const char *name) {
  if (__builtin_expect(shadow != 0, 0)) {
    __attribute__((nomerge)) qn_cpu_check_local_otherwise(item, size, site,
                                                          offset, name);
    __asm__ volatile("");
  }
}

__attribute__((always_inline)) void
qn_cpu_check_value(qn_item *item, uint64_t shadow, uint64_t sites) {
  if (__builtin_expect(shadow != 0, 0)) {
    __attribute__((nomerge)) qn_cpu_check_value_otherwise(item, sites);
    __asm__ volatile("");
  }
}

__attribute__((always_inline)) void
qn_cpu_check_stored(qn_item *item, const char *address, uint64_t size,
                    uint64_t shadow, uint32_t computed, uint64_t sites) {
  if (__builtin_expect(shadow != 0, 0)) {
    __attribute__((nomerge)) qn_cpu_check_stored_otherwise(
        item, address, size, shadow, computed, sites);
    __asm__ volatile("");
  }
}

__attribute__((always_inline)) void
qn_cpu_check_pass(qn_item *item, uint32_t index, uint64_t shadow) {
  if (item->values)
    item->values->passed[index] = shadow;
}

// Who calls without passing it says that all was written.
__attribute__((always_inline)) uint64_t qn_cpu_check_passed(qn_item *item,
                                                            uint32_t index) {
  const uint64_t shadow = item->values ? item->values->passed[index] : 0;
  if (shadow)
    item->values->passed[index] = 0;
  return shadow;
}

// What is the same for all groups of a launch is looked up once, where no
// groups run side by side.
__attribute__((always_inline)) void
qn_cpu_check_begin(qn_item *item, const uint32_t *zones, uint32_t count,
                   uint32_t end, void *values, uint32_t kinds) {
  item->fenced = 0;
  item->acquired = 0;
  item->returned = 0;
  item->values = values;
  if (values) {
    item->values->count = 0;
    for (int i = 0; i < ITEM_PASSED; ++i)
      item->values->passed[i] = 0;
  }
  item->number = qn_group_number(item);
  if ((kinds & QN_CPU_CHECK_RACE && !item->run) || item->group)
    qn_cpu_check_group(item, zones, count, end);
}
