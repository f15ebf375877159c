// SPDX-License-Identifier: Apache-2.0
// Work-items one after another in plain loops, for kernels without barriers and
// warp operations, or a packet of them at once. This file is kept as bitcode
// and inlined into each entry, so that the context dissolves into registers and
// the optimiser sees the loops.
#include "item.h"

static inline __attribute__((always_inline)) void place_group(qn_item *item,
                                                              uint64_t group) {
  const uint64_t row = group / item->grid_dim[0];
  item->block[0] = (uint32_t)(group % item->grid_dim[0]);
  item->block[1] = (uint32_t)(row % item->grid_dim[1]);
  item->block[2] = (uint32_t)(row / item->grid_dim[1]);
}

// Goes on to the next group, without divisions.
static inline __attribute__((always_inline)) void next_group(qn_item *item) {
  if (++item->block[0] < item->grid_dim[0])
    return;
  item->block[0] = 0;
  if (++item->block[1] < item->grid_dim[1])
    return;
  item->block[1] = 0;
  ++item->block[2];
}

// Bytes before and behind shared memory: packets read and write back what lies
// beside the active lanes' (src/compiler/spmd/emit/access.c), at most 32 of 8
// bytes.
enum { SHARED_ROOM = 256 };

// Fills in what is the same for all groups; zero without memory.
static inline __attribute__((always_inline)) int
begin_item(qn_item *item, const qn_cpu_launch *launch, qn_cpu_scratch *scratch,
           uint64_t memory, struct runner *runner) {
  for (int i = 0; i < 3; ++i) {
    item->block_dim[i] = launch->block[i];
    item->grid_dim[i] = launch->grid[i];
  }
  item->dynamic_size = launch->shared_size;
  item->launch = launch;
  item->state = launch->flags & QN_CPU_STREAMING;
  item->runner = runner;
  item->group = NULL;
  item->shared = NULL;
  if (!memory)
    return 1;
  const qn_cpu_services *services = launch->services;
  if (!services->reserve(services->user, scratch,
                         memory + 2 * (uint64_t)SHARED_ROOM, 0, 0)) {
    services->fail(services->user, "no memory for shared variables");
    return 0;
  }
  item->shared = (char *)scratch->memory + SHARED_ROOM;
  return 1;
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
                  (uint64_t)shared + launch->shared_size, runner))
    return;
  place_group(&item, first);
  for (uint64_t group = first; group < last; ++group, next_group(&item)) {
    if (*(volatile uint32_t *)launch->stop)
      return;
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

// What to do next: the same for all packets of a group, or -1 for nothing.
typedef int32_t packet_fn(qn_item *item, const void *args);
// The same for the lanes whose bits are set.
typedef int32_t partial_fn(qn_item *item, const void *args, uint64_t lanes);
// From which work-item of a row on there is nothing to do.
typedef uint32_t range_fn(qn_item *item, const void *args);

// Whether rows of groups that follow one another are one row (spmd_flat.h).
static inline __attribute__((always_inline)) int
rows_are_flat(const qn_cpu_launch *launch, uint32_t flat_width) {
  return flat_width == UINT32_MAX || flat_width == launch->block[0];
}

// Whether rows have `least` work-items, and indices fit: packets take it that
// none in the grid reaches 2^31. A packet that is a warp must not end where a
// row does, but for the last one.
__attribute__((always_inline)) int
qn_cpu_packets_fit(const qn_cpu_launch *launch, uint32_t is_warp,
                   uint32_t least, uint32_t flat_width) {
  enum { MOST = INT32_MAX - 64 };
  const uint64_t row =
      (uint64_t)launch->block[0] *
      (rows_are_flat(launch, flat_width) ? launch->grid[0] : 1);
  if (launch->flags & QN_CPU_SCALAR || row < least)
    return 0;
  // One after another along x, warps may be cut, but then they start anywhere.
  const uint32_t apart = launch->block[1] * launch->block[2] != 1 ||
                         (is_warp == 2 && launch->grid[0] != 1);
  if (is_warp && launch->block[0] % QN_CPU_WARP_SIZE && apart)
    return 0;
  for (int i = 0; i < 3; ++i)
    if ((uint64_t)launch->grid[i] * launch->block[i] > MOST)
      return 0;
  return 1;
}

// Whether blocks are whole packets of this many work-items in neighbouring
// rows.
__attribute__((always_inline)) int
qn_cpu_rows_fit(const qn_cpu_launch *launch, uint32_t columns, uint32_t rows) {
  return launch->block[0] % columns == 0 && launch->block[1] % rows == 0;
}

// What becomes of work-items that return while others come to a barrier.
typedef enum exits {
  EXITS_NONE,  // there are none
  EXITS_FIRST, // the part in which all start: it notes the lanes that are left
  EXITS_LATER, // only those run
} exits;

// How many work-items a packet has along x, and along y.
typedef struct packet_shape {
  uint32_t columns, rows;
} packet_shape;

// What a packet's function returns besides what is next.
enum { NEXT_NONE = -1, DO_AGAIN = -2 };

// What runs packets, as constants of an entry.
typedef struct packets {
  packet_fn *whole;
  partial_fn *partial; // of one row; NULL: blocks are whole packets
  packet_shape shape;
  uint32_t frame_size; // bytes of each packet's frame
  exits exits;         // with them the lanes that are left start a frame
  int has_parts;       // barriers
} packets;

// Each row of a packet masked. The function has a context of its own, so that
// the one of the loops around stays in registers.
static inline __attribute__((always_inline)) void
run_masked(const packets *p, const qn_item *item, const void *args,
           uint64_t lanes) {
  for (uint32_t r = 0; r < p->shape.rows; ++r) {
    qn_item own = *item;
    own.thread[1] += r;
    own.linear += r * item->block_dim[0];
    own.lane = own.linear % QN_CPU_WARP_SIZE;
    (void)p->partial(&own, args, lanes);
  }
}

// All lanes of a packet.
static inline __attribute__((always_inline)) int32_t run_whole(const packets *p,
                                                               qn_item *item,
                                                               const void *args,
                                                               uint64_t all) {
  const int32_t next = p->whole(item, args);
  if (!p->has_parts && next == DO_AGAIN)
    run_masked(p, item, args, all);
  return next;
}

static inline __attribute__((always_inline)) int32_t
run_partial(const packets *p, qn_item *item, const void *args, uint64_t lanes) {
  if (p->has_parts)
    return p->partial(item, args, lanes);
  run_masked(p, item, args, lanes);
  return NEXT_NONE;
}

// The packet from `x` on, of a row whose first work-item is the block's
// `linear`-th.
static inline __attribute__((always_inline)) void
place_packet(qn_item *item, uint32_t x, uint32_t linear, char *frame) {
  item->thread[0] = x;
  item->linear = linear + x;
  item->lane = (linear + x) % QN_CPU_WARP_SIZE;
  item->frame = frame;
}

// The packets of one row of `nx` items, or of as many rows as a packet has, the
// rest of it masked, for its first `range` items; at least the first packet.
// Returns what is next, which all packets agree on.
static inline __attribute__((always_inline)) int32_t
run_row(const packets *p, uint32_t nx, uint32_t range, qn_item *item,
        const void *args, uint32_t linear, char *frame) {
  const uint32_t width = p->shape.columns;
  const uint32_t whole = p->partial ? nx / width * width : nx;
  int32_t next = NEXT_NONE;
  // The end is not computed before: of a known place of the partial packet, all
  // that depends on it would leave the loops around, and mostly be for nothing.
  uint32_t x = 0;
  for (; x < whole && (!p->has_parts || x < range);
       x += width, frame += p->frame_size) {
    place_packet(item, x, linear, frame);
    next = run_whole(p, item, args, UINT64_MAX >> (64 - width));
  }
  if (p->partial && x < range) {
    place_packet(item, x, linear, frame);
    next = run_partial(p, item, args, (UINT64_C(1) << (nx - x)) - 1);
  }
  return next;
}

// The same where work-items may have returned earlier: a frame begins with the
// lanes that have not. Packets without such have nothing to say of what is
// next.
static inline __attribute__((always_inline)) int32_t
run_left(const packets *p, uint32_t range, qn_item *item, const void *args,
         uint32_t linear, char *frame) {
  const uint32_t nx = item->block_dim[0];
  const uint32_t width = p->shape.columns;
  const uint64_t all = UINT64_MAX >> (64 - width);
  int32_t next = NEXT_NONE;
  for (uint32_t x = 0; x < range; x += width, frame += p->frame_size) {
    uint64_t *left = (uint64_t *)(void *)frame;
    const uint64_t lanes = p->exits == EXITS_LATER ? *left
                           : nx - x >= width ? all
                                             : (UINT64_C(1) << (nx - x)) - 1;
    place_packet(item, x, linear, frame);
    *left = 0;
    if (!lanes)
      continue;
    const int32_t to = lanes == all ? run_whole(p, item, args, all)
                                    : run_partial(p, item, args, lanes);
    next = to < 0 ? next : to;
  }
  return next;
}

// All rows of `span` groups along x, each row of all of them before the next:
// memory is gone through in long rows. With `is_flat` (spmd_flat.h) they are
// one row.
static inline __attribute__((always_inline)) int32_t
run_rows(const packets *p, uint32_t range, qn_item *item, const void *args,
         char *frames, uint32_t span, int is_flat) {
  const uint32_t nx = item->block_dim[0];
  const uint32_t row = is_flat ? nx * span : nx;
  const uint32_t steps = is_flat ? 1 : span;
  const uint32_t rows = p->shape.rows;
  const uint32_t columns = p->shape.columns;
  const uint64_t row_size =
      (uint64_t)((nx + columns - 1) / columns) * p->frame_size;
  const uint32_t start = item->block[0];
  uint32_t linear = 0, z = 0;
  int32_t next = NEXT_NONE;
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
            p->exits == EXITS_NONE
                ? run_row(p, row, range, item, args, linear, frames)
                : run_left(p, range, item, args, linear, frames);
        next = p->exits != EXITS_NONE && to < 0 ? next : to;
      }
      linear += nx * rows;
      frames += row_size;
      y += rows;
    } while (y < item->block_dim[1]);
  } while (++z < item->block_dim[2]);
  item->block[0] = start;
  return next;
}

// How many of the groups from `item` on, `left` in all, may run as a span:
// those that follow along x and share no memory that is one group's own. Where
// groups have several rows and the grid's are long, few go together: these rows
// come from memory side by side and stay in the cache.
static inline __attribute__((always_inline)) uint32_t
span_of(const qn_item *item, uint64_t left, uint64_t memory, int is_flat) {
  enum { ITEMS = 2048, FLAT_ITEMS = 8192, SIDE_BY_SIDE = 128 };
  const uint32_t nx = item->block_dim[0];
  const uint32_t row = item->grid_dim[0] - item->block[0];
  const int one_row = item->block_dim[1] * item->block_dim[2] == 1;
  uint32_t most = row;
  if (memory)
    return 1;
  if (is_flat && one_row)
    most = (FLAT_ITEMS + nx - 1) / nx;
  else if ((uint64_t)item->grid_dim[0] * nx > ITEMS)
    most = is_flat ? (SIDE_BY_SIDE + nx - 1) / nx : 1;
  most = most < row ? most : row;
  return left < most ? (uint32_t)left : most;
}

// Stores past the caches are in no order with others until then.
static inline __attribute__((always_inline)) void
end_streaming(const qn_item *item) {
#ifdef __x86_64__
  if (item->state)
    __builtin_ia32_sfence();
#else
  (void)item;
#endif
}

// Launches that stream go to several places by turns, a few lines at each: the
// machine fetches ahead at all of them, which is a fifth faster than at one.
// Groups are in one row then.
enum { PLACES = 8, PLACE_ITEMS = 256, APART_ITEMS = 16384 };

typedef struct turns {
  uint64_t start, end; // groups that are gone through so
  uint32_t span;       // groups at a time at one place; 0: none go so
  uint32_t steps;      // times at a place
} turns;

static inline __attribute__((always_inline)) turns
plan_turns(const qn_item *item, uint64_t first, uint64_t last, int is_flat) {
  const uint32_t nx = item->block_dim[0];
  turns t = {first, first, 0, 1};
  if (!item->state || !is_flat || nx > PLACE_ITEMS ||
      item->block_dim[1] * item->block_dim[2] != 1 || item->grid_dim[1] != 1 ||
      item->grid_dim[2] != 1)
    return t;
  t.span = PLACE_ITEMS / nx;
  t.steps = APART_ITEMS / (t.span * nx);
  const uint64_t round = (uint64_t)PLACES * t.steps * t.span;
  t.end += (last - first) / round * round;
  return t;
}

// Which group is next, `done` groups after the first.
static inline __attribute__((always_inline)) uint64_t
place_of_turn(const turns *t, uint64_t done) {
  const uint64_t turn = done / t->span;
  const uint64_t round = turn / PLACES / t->steps;
  const uint64_t place = round * PLACES + turn % PLACES;
  return t->start + (place * t->steps + turn / PLACES % t->steps) * t->span;
}

__attribute__((always_inline)) void
qn_cpu_run_packets(packet_fn *whole, partial_fn *partial, uint32_t columns,
                   uint32_t rows, uint32_t flat_width, const void *args,
                   const qn_cpu_launch *launch, uint64_t first, uint64_t last,
                   qn_cpu_scratch *scratch, uint32_t shared,
                   struct runner *runner) {
  qn_item item;
  const uint64_t memory = (uint64_t)shared + launch->shared_size;
  const int is_flat = rows_are_flat(launch, flat_width);
  const packets p = {whole, partial, {columns, rows}, 0, EXITS_NONE, 0};
  if (!begin_item(&item, launch, scratch, memory, runner))
    return;
  place_group(&item, first);
  const turns t = plan_turns(&item, first, last, is_flat && !memory);
  while (first < last) {
    if (*(volatile uint32_t *)launch->stop)
      break;
    uint32_t span = t.span;
    if (first < t.end)
      item.block[0] = (uint32_t)place_of_turn(&t, first - t.start);
    else
      span = span_of(&item, last - first, memory, is_flat);
    (void)run_rows(&p, UINT32_MAX, &item, args, NULL, span, is_flat);
    item.block[0] += span - 1;
    next_group(&item);
    first += span;
    if (first == t.end)
      place_group(&item, first);
  }
  end_streaming(&item);
}

// All packets of several rows of a group, column by column: what depends on the
// row goes on from packet to packet, and a row is but one or two packets.
static inline __attribute__((always_inline)) int32_t
run_columns(const packets *p, uint32_t range, qn_item *item, const void *args,
            char *frames) {
  // Signed, to not wrap around: wider copies need no loop of their own.
  const int32_t nx = (int32_t)item->block_dim[0];
  const int32_t ny = (int32_t)item->block_dim[1];
  const int32_t columns = (int32_t)p->shape.columns;
  const int32_t rows = (int32_t)p->shape.rows;
  const uint64_t row_size = (uint64_t)(nx / columns) * p->frame_size;
  const int32_t end = range < (uint32_t)nx ? (int32_t)range : nx;
  uint32_t z = 0;
  int32_t next = NEXT_NONE;
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
        next = p->whole(item, args);
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

// Whether the first half of a packet is all that has anything to do.
static inline __attribute__((always_inline)) int
is_narrow(const qn_item *item, uint32_t range, uint32_t columns) {
  return range <= columns / 2 && item->block_dim[0] >= columns / 2 &&
         item->block_dim[1] * item->block_dim[2] == 1;
}

// One part between barriers, all packets of a group; returns the next one.
__attribute__((always_inline)) int32_t qn_cpu_run_part(
    packet_fn *whole, partial_fn *partial, range_fn *range, packet_fn *narrow,
    uint32_t columns, uint32_t rows, uint32_t frame_size, uint32_t group_size,
    uint32_t kind, qn_item *item, const void *args, char *frames) {
  const packets p = {whole,      partial,     {columns, rows},
                     frame_size, (exits)kind, 1};
  const uint32_t most = range ? range(item, args) : UINT32_MAX;
  int32_t next;
  if (narrow && is_narrow(item, most, columns)) {
    item->thread[1] = item->thread[2] = 0;
    place_packet(item, 0, 0, frames);
    next = narrow(item, args);
  } else if (!partial)
    next = run_columns(&p, most, item, args, frames);
  else
    next = run_rows(&p, most, item, args, frames, 1, 0);
  // Both are variables of the group's function, which become registers.
  __builtin_memcpy(item->live_in, item->live_out, group_size);
  item->votes[2] = item->votes[0];
  item->votes[3] = item->votes[1];
  item->votes[0] = 0;
  item->votes[1] = 0;
  return next;
}

// What a kernel with barriers needs of the scratch memory, bytes.
typedef struct packet_plan {
  uint64_t frames; // where the packets' frames begin, behind shared memory
  uint64_t size;
} packet_plan;

static inline __attribute__((always_inline)) packet_plan
plan_packets(const qn_cpu_launch *launch, uint32_t width, uint32_t shared,
             uint32_t frame_size) {
  enum { LINE = 64 };
  const uint64_t row = (launch->block[0] + width - 1) / width;
  packet_plan p;
  p.frames = ((uint64_t)shared + launch->shared_size + LINE - 1) / LINE * LINE;
  p.size = p.frames + row * launch->block[1] * launch->block[2] * frame_size;
  p.size += p.size == 0;
  return p;
}

// `group` runs all parts of a group.
__attribute__((always_inline)) void
qn_cpu_run_parts(void (*group)(qn_item *item, const void *args, char *frames),
                 uint32_t width, uint32_t frame_size, const void *args,
                 const qn_cpu_launch *launch, uint64_t first, uint64_t last,
                 qn_cpu_scratch *scratch, uint32_t shared,
                 struct runner *runner) {
  qn_item item;
  const packet_plan p = plan_packets(launch, width, shared, frame_size);
  if (!begin_item(&item, launch, scratch, p.size, runner))
    return;
  char *const memory = item.shared;
  place_group(&item, first);
  for (uint64_t number = first; number < last; ++number, next_group(&item)) {
    if (*(volatile uint32_t *)launch->stop)
      return;
    for (int i = 0; i < 4; ++i)
      item.votes[i] = 0;
    group(&item, args, memory + p.frames);
  }
}
