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
  item->runner = runner;
  item->group = NULL;
  item->shared = NULL;
  if (!memory)
    return 1;
  const qn_cpu_services *services = launch->services;
  if (!services->reserve(services->user, scratch, memory, 0, 0)) {
    services->fail(services->user, "no memory for shared variables");
    return 0;
  }
  item->shared = scratch->memory;
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

// Whether indices fit: packets take it that none in the grid reaches 2^31. A
// packet that is a warp must not end where a row does, but for the last one.
__attribute__((always_inline)) int
qn_cpu_packets_fit(const qn_cpu_launch *launch, uint32_t is_warp) {
  enum { MOST = INT32_MAX - 64 };
  if (is_warp && launch->block[0] % QN_CPU_WARP_SIZE &&
      launch->block[1] * launch->block[2] != 1)
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

// One group, the rest of a row masked (with several rows in a packet there is
// none), of the first `range` items of each row. Returns what is next. Each
// packet has a frame of `frame_size` bytes, and where there are exits the lanes
// that are left stand at its start.
static inline __attribute__((always_inline)) int32_t
run_rows(packet_fn *whole, partial_fn *partial, packet_shape shape,
         uint32_t range, qn_item *item, const void *args, uint32_t frame_size,
         exits kind, char *frames) {
  const uint32_t nx = item->block_dim[0];
  const uint32_t width = shape.columns;
  const uint64_t row_size = (uint64_t)((nx + width - 1) / width) * frame_size;
  uint32_t linear = 0;
  int32_t next = -1;
  if (range > nx)
    range = nx;
  for (uint32_t z = 0; z < item->block_dim[2]; ++z)
    for (uint32_t y = 0; y < item->block_dim[1];
         y += shape.rows, linear += nx * shape.rows, frames += row_size) {
      char *frame = frames;
      uint32_t x = 0;
      item->thread[1] = y;
      item->thread[2] = z;
      do {
        item->thread[0] = x;
        item->linear = linear + x;
        item->lane = (linear + x) % QN_CPU_WARP_SIZE;
        item->frame = frame;
        frame += frame_size;
        const uint64_t all = UINT64_MAX >> (64 - width);
        uint64_t lanes =
            !partial || nx - x >= width ? all : (UINT64_C(1) << (nx - x)) - 1;
        if (kind != EXITS_NONE) {
          uint64_t *left = (uint64_t *)(void *)item->frame;
          lanes = kind == EXITS_LATER ? *left : lanes;
          *left = 0;
        }
        if (kind == EXITS_NONE || lanes) {
          const int32_t to =
              lanes == all ? whole(item, args) : partial(item, args, lanes);
          next = to < 0 ? next : to;
        }
        x += width;
      } while (x < range);
    }
  return next;
}

__attribute__((always_inline)) void
qn_cpu_run_packets(packet_fn *whole, partial_fn *partial, uint32_t columns,
                   uint32_t rows, const void *args, const qn_cpu_launch *launch,
                   uint64_t first, uint64_t last, qn_cpu_scratch *scratch,
                   uint32_t shared, struct runner *runner) {
  qn_item item;
  if (!begin_item(&item, launch, scratch,
                  (uint64_t)shared + launch->shared_size, runner))
    return;
  place_group(&item, first);
  for (uint64_t group = first; group < last; ++group, next_group(&item)) {
    if (*(volatile uint32_t *)launch->stop)
      return;
    (void)run_rows(whole, partial, (packet_shape){columns, rows}, UINT32_MAX,
                   &item, args, 0, EXITS_NONE, NULL);
  }
}

// One part between barriers, all packets of a group; returns the next one.
__attribute__((always_inline)) int32_t qn_cpu_run_part(
    packet_fn *whole, partial_fn *partial, range_fn *range, uint32_t columns,
    uint32_t rows, uint32_t frame_size, uint32_t group_size, uint32_t kind,
    qn_item *item, const void *args, char *frames) {
  const uint32_t most = range ? range(item, args) : UINT32_MAX;
  const int32_t next =
      run_rows(whole, partial, (packet_shape){columns, rows}, most, item, args,
               frame_size, (exits)kind, frames);
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
  char *const memory = scratch->memory;
  place_group(&item, first);
  for (uint64_t number = first; number < last; ++number, next_group(&item)) {
    if (*(volatile uint32_t *)launch->stop)
      return;
    for (int i = 0; i < 4; ++i)
      item.votes[i] = 0;
    group(&item, args, memory + p.frames);
  }
}
