// SPDX-License-Identifier: Apache-2.0
// A worker: a warp with one active lane, which runs its share of a grid's
// groups, the work-items of each by software as on CPUs (device/cpu). It gives
// kernels what a host gives them elsewhere: memory, printing, failures.
#include <stddef.h>

#include "cpu/runner.h"
#include "cpu/switch.h"
#include "formats/container/vortex_abi.h"
#include "lanes.h"
#include "quern/cpu_abi.h"

#if QN_VX_VERSION != 2 && QN_VX_VERSION != 3
#error "which version of the machine?"
#endif
#define HIDDEN __attribute__((visibility("hidden")))
#define CANARY UINT32_C(0x71c3a95e)

// Of the kernels, in the record's order; the compiler makes it.
typedef struct kernel_row {
  qn_cpu_entry *entry;
  uint32_t args_size;
  uint32_t flags; // QN_VX_KERNEL_...
} kernel_row;
extern const kernel_row qn_vx_kernels[] HIDDEN;
extern const qn_vx_header qn_vx_image_header HIDDEN;

void qn_vx_on_stack(void *top, void (*function)(void *), void *argument);
size_t qn_vx_format_real(void *user, char *out, size_t size, const char *spec,
                         double value);

// Which one of those that run a group together (qn_vx_launch); without teams
// each is one.
typedef struct team {
  uint32_t number;
  uint32_t size, rank;
  uint32_t barrier; // of the core's
} team;

// What a worker needs while it runs.
typedef struct worker {
  const qn_vx_launch *launch;
  const kernel_row *kernel;
  const void *args;
  const qn_vx_lanes_row *lanes;
  team team;
  uint64_t first, last; // groups
  char *memory;         // behind the worker's own stack
  size_t size;
  qn_vx_box *box;
  uint32_t box_size;
  uint32_t flags;
  char *stacks; // of work-items, whose lowest word is a canary
  size_t stack_size, stack_count;
} worker;

static void fail(void *user, const char *message) {
  worker *w = user;
  w->box->stop = 1;
  if (w->box->failed)
    return;
  size_t i = 0;
  for (; message[i] && i + 1 < sizeof(w->box->message); ++i)
    w->box->message[i] = message[i];
  w->box->message[i] = '\0';
  w->box->failed = 1;
}

static void print(void *user, const char *bytes, size_t size) {
  worker *w = user;
  qn_vx_box *box = w->box;
  const uint32_t room = w->box_size - (uint32_t)sizeof(*box) - box->printed;
  const uint32_t fits = size < room ? (uint32_t)size : room;
  for (uint32_t i = 0; i < fits; ++i)
    box->text[box->printed + i] = bytes[i];
  box->printed += fits;
  box->lost += (uint32_t)size - fits;
}

static uint64_t clock_ns(void *user) {
  (void)user;
#if __riscv_xlen == 64
  uint64_t now;
  __asm__ volatile("csrr %0, 0xb00" : "=r"(now));
  return now;
#else
  uint32_t high, low, again;
  do
    __asm__ volatile("csrr %0, 0xb80\n\tcsrr %1, 0xb00\n\tcsrr %2, 0xb80"
                     : "=r"(high), "=r"(low), "=r"(again));
  while (high != again);
  return (uint64_t)high << 32 | low;
#endif
}

// ---- The heap: only one worker uses it at a time

typedef struct heap_block {
  uint64_t size; // bytes behind this
  uint64_t next; // of the free ones, 0: none
} heap_block;

typedef struct heap {
  uint64_t used; // bytes that were ever given, this head included
  uint64_t free; // address of the first free block
} heap;

static void *allocate(void *user, size_t size) {
  const worker *w = user;
  heap *h = (heap *)(uintptr_t)w->launch->heap;
  const uint64_t wanted = ((uint64_t)size + 15) / 16 * 16;
  if (!h || wanted < size)
    return NULL;
  for (uint64_t *link = &h->free; *link;) {
    heap_block *b = (heap_block *)(uintptr_t)*link;
    if (b->size >= wanted) {
      *link = b->next;
      return b + 1;
    }
    link = &b->next;
  }
  if (!h->used)
    h->used = sizeof(*h);
  if (wanted > w->launch->heap_size ||
      h->used + sizeof(heap_block) + wanted > w->launch->heap_size)
    return NULL;
  heap_block *b = (heap_block *)((char *)h + h->used);
  b->size = wanted;
  h->used += sizeof(*b) + wanted;
  return b + 1;
}

static void release(void *user, void *block) {
  const worker *w = user;
  heap *h = (heap *)(uintptr_t)w->launch->heap;
  if (!block)
    return;
  heap_block *b = (heap_block *)block - 1;
  b->next = h->free;
  h->free = (uintptr_t)b;
}

// ---- Memory of a launch

static void place_stacks(worker *w, size_t size, size_t count) {
  w->stacks = w->memory;
  w->stack_size = (size + 63) / 64 * 64;
  w->stack_count = count;
}

// Stacks first, which a call that asks for none leaves alone, then the rest,
// which ends where nobody may go (QN_VX_GUARD).
static int reserve(void *user, qn_cpu_scratch *scratch, size_t memory_size,
                   size_t stack_size, size_t stack_count) {
  worker *w = user;
  if (stack_count)
    place_stacks(w, stack_size, stack_count);
  const uint64_t memory = ((uint64_t)memory_size + 63) / 64 * 64;
  const uint64_t needed = memory + (uint64_t)w->stack_size * w->stack_count;
  if (needed > w->size) {
    w->stack_count = 0;
    w->box->is_short = 1;
    w->box->needed = needed + QN_VX_MAIN_STACK + QN_VX_GUARD;
    return 0;
  }
  *scratch = (qn_cpu_scratch){.memory = w->memory + (w->size - (size_t)memory),
                              .memory_size = (size_t)memory,
                              .stacks = w->stacks,
                              .stack_size = w->stack_size,
                              .stack_count = w->stack_count};
  for (size_t i = 0; i < stack_count; ++i)
    *(uint32_t *)(void *)(w->stacks + i * w->stack_size) = CANARY;
  return 1;
}

static void check_stacks(worker *w) {
  for (size_t i = 0; i < w->stack_count; ++i)
    if (*(uint32_t *)(void *)(w->stacks + i * w->stack_size) != CANARY) {
      fail(w, "the stack of a work-item overflowed");
      return;
    }
}

static void grid_barrier(void *user) { (void)user; } // it has all groups

static int launch_child(void *user, const char *kernel, const void *args,
                        size_t size, const uint32_t shape[7], int tail) {
  enum { NOT_SUPPORTED = 801 };
  (void)user, (void)kernel, (void)args, (void)size, (void)shape, (void)tail;
  return NOT_SUPPORTED;
}

static void left_out(void *user, const uint32_t block[3]) {
  worker *w = user;
  (void)block;
  w->box->left_out = 1;
}

static uint32_t count_lanes(void) {
  unsigned long count;
  __asm__ volatile("csrr %0, 0xfc0" : "=r"(count));
  return (uint32_t)count;
}

// Where a lane that trapped goes on: the warp ends, with all that it has to do.
static void end_warp(void *user) {
  (void)user;
  __asm__ volatile(".insn r 0x0b, 0, 0, x0, x0, x0" : : : "memory");
}

// Lanes that are work-items, instead of one lane. What the team has in common
// lies in its first worker's memory, where all reserve the same.
static void run_lanes(worker *w, const qn_cpu_launch *launch) {
  const uint32_t count = count_lanes();
  const uint64_t shared = (uint64_t)w->lanes->shared_size + launch->shared_size;
  const uint64_t values = (uint64_t)w->team.size * count * sizeof(uint32_t);
  qn_cpu_scratch scratch = {0};
  if (!reserve(w, &scratch, (size_t)qn_cpu_shared_reserve(values, shared),
               launch->services->stack_size, count))
    return;
  const size_t back = w->team.rank * (size_t)w->launch->worker_size;
  char *common = (char *)scratch.memory - back;
  _Alignas(16) char end[512];
  runner failing; // of which nothing but the stack is read
  failing.stack = qn_cpu_prepare(end + sizeof(end), end_warp, NULL);
  qn_vx_lanes lanes = {.failing = &failing,
                       .stacks = scratch.stacks,
                       .stack_size = scratch.stack_size,
                       .body = w->lanes->body,
                       .args = w->args,
                       .launch = launch,
                       .shared = qn_cpu_shared_at(&scratch, shared) - back,
                       .first = w->first,
                       .last = w->last,
                       .count = count,
                       .team_size = w->team.size,
                       .rank = w->team.rank,
                       .barrier = w->team.barrier,
                       .values = (uint32_t *)(void *)common};
  qn_vx_on_lanes(&lanes, count >= 32 ? UINT32_MAX : ((size_t)1 << count) - 1);
}

static void run(void *user) {
  worker *w = user;
  qn_cpu_scratch scratch = {0};
  const qn_cpu_services services = {
      .version = QN_CPU_ABI_VERSION,
      .stack_size = w->launch->word & (uint32_t)QN_VX_EXTENDED
                        ? w->launch->stack_size
                        : 4096,
      .user = w,
      .print = print,
      .format_real = qn_vx_format_real,
      .fail = fail,
      .allocate = allocate,
      .release = release,
      .clock_ns = clock_ns,
      .reserve = reserve,
      .grid_barrier = grid_barrier,
      .launch = launch_child,
      .left_out = left_out};
  const qn_vx_launch *l = w->launch;
  const qn_cpu_launch launch = {
      .grid = {l->grid[0], l->grid[1], l->grid[2]},
      .block = {l->block[0], l->block[1], l->block[2]},
      .shared_size = l->shared,
      .flags = w->flags,
      .services = &services,
      .stop = &w->box->stop};
  if (w->launch->word & (uint32_t)QN_VX_EXTENDED && w->launch->in_lanes)
    run_lanes(w, &launch);
  else
    w->kernel->entry(w->args, &launch, w->first, w->last, &scratch);
  check_stacks(w);
}

static void run_on(worker *w, char *memory, size_t size) {
  uint32_t *canary = (uint32_t *)(void *)memory;
  *canary = CANARY;
  w->memory = memory + QN_VX_MAIN_STACK;
  w->size = size - QN_VX_MAIN_STACK;
  qn_vx_on_stack(w->memory, run, w);
  if (*canary != CANARY)
    fail(w, "the stack of a work-item overflowed");
}

// A launch of a host that is not Quern's: the arguments follow the word, or are
// all there is. One worker runs it in the image's own memory.
static void run_foreign(worker *w, const char *args) {
  char *image = (char *)(uintptr_t)&qn_vx_image_header - QN_VX_HEADER_AT;
  // Else the compiler knows that it is of a constant, and drops what is stored.
  __asm__("" : "+r"(image));
  char *memory = image + qn_vx_image_header.arena_offset;
  char *end = image + qn_vx_image_header.memory_size;
  const uint32_t size = w->kernel->args_size;
  char *copy = memory;
  const size_t taken = (size + sizeof(qn_vx_box) + 64 + 63) / 64 * 64;
  for (uint32_t i = 0; i < size; ++i)
    copy[i] = args[i];
  w->args = copy;
  w->box = (qn_vx_box *)(void *)(memory + (size + 15) / 16 * 16);
  *w->box = (qn_vx_box){0};
  w->box_size = sizeof(qn_vx_box);
  run_on(w, memory + taken, (size_t)(end - memory) - taken);
  if (w->box->failed || w->box->is_short)
    __builtin_trap(); // nobody reads the message
}

#define READ_CSR(name, number)                                                 \
  static uint32_t name(void) {                                                 \
    unsigned long value;                                                       \
    __asm__ volatile("csrr %0, " number : "=r"(value));                        \
    return (uint32_t)value;                                                    \
  }

#if QN_VX_VERSION == 2
READ_CSR(count_warps, "0xfc1")

// Of a core's warps in order; those that are left over do nothing.
static int find_team(const qn_vx_launch *launch, uint32_t number, team *out) {
  const uint32_t warps = count_warps();
  const uint32_t of_core = warps / launch->team_size;
  const uint32_t place = number % warps / launch->team_size;
  *out = (team){.number = number / warps * of_core + place,
                .size = launch->team_size,
                .rank = number % warps % launch->team_size,
                .barrier = place};
  return place < of_core && out->number < launch->teams;
}
#else
READ_CSR(rank, "0xcd1")
READ_CSR(block_x, "0xcd6")
READ_CSR(slot, "0xcd0")

// A block of the machine.
static int find_team(const qn_vx_launch *launch, uint32_t number, team *out) {
  (void)number;
  *out = (team){.number = block_x(),
                .size = launch->team_size,
                .rank = rank(),
                .barrier = slot()};
  return 1;
}
#endif

// Its share of the groups, in order; 0: none.
static int take_share(worker *w, uint32_t number, uint32_t sharing) {
  const qn_vx_launch *launch = w->launch;
  const uint64_t groups =
      (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
  uint32_t more;
  const uint64_t each = qn_vx_divide(groups, sharing, &more);
  if (number >= sharing)
    return 0;
  w->first = number * each + (number < more ? number : more);
  w->last = w->first + each + (number < more);
  return w->first != w->last;
}

// `number` is the worker's.
HIDDEN void qn_vx_main(const qn_vx_launch *launch, uint32_t number,
                       uint32_t kernel) {
  worker w = {.launch = launch,
              .kernel = &qn_vx_kernels[kernel],
              .lanes = &qn_vx_lanes_rows[kernel]};
  const int extended = (launch->word & (uint32_t)QN_VX_EXTENDED) != 0;
  uint32_t workers = extended ? launch->workers : 1;
  if (extended && (w.kernel->flags & QN_VX_KERNEL_SERIAL ||
                   launch->flags & QN_CPU_COOPERATIVE))
    workers = 1;
  w.team = (team){.number = number, .size = 1};
  if (extended && launch->team_size) {
    workers = launch->teams;
    if (!find_team(launch, number, &w.team))
      return;
  }
  if (!take_share(&w, w.team.number, workers))
    return;
  if (!extended) {
    run_foreign(&w, (const char *)launch + 32);
    return;
  }
  w.args = (const void *)(uintptr_t)launch->args;
  w.flags = launch->flags;
  w.box = (qn_vx_box *)(uintptr_t)(launch->boxes +
                                   (uint64_t)number * launch->box_size);
  w.box_size = launch->box_size;
  run_on(&w,
         (char *)(uintptr_t)(launch->workspace + number * launch->worker_size),
         (size_t)launch->worker_size - QN_VX_GUARD);
}

#if QN_VX_VERSION == 3
READ_CSR(block_y, "0xcd7")
READ_CSR(block_z, "0xcd8")
READ_CSR(dim_x, "0xcd9")
READ_CSR(dim_y, "0xcda")
READ_CSR(dim_z, "0xcdb")
READ_CSR(grid_x, "0xcdc")
READ_CSR(grid_y, "0xcdd")
READ_CSR(grid_z, "0xcde")

// A kernel that a foreign host launches by its name, in all lanes of all warps
// of all blocks: the very first lane runs it.
HIDDEN void qn_vx_foreign(const char *args, uint32_t kernel) {
  __asm__ volatile(".insn r 0x0b, 0, 0, x0, %0, x0" : : "r"(1) : "memory");
  if (rank() | block_x() | block_y() | block_z())
    return;
  const qn_vx_launch launch = {.grid = {grid_x(), grid_y(), grid_z()},
                               .block = {dim_x(), dim_y(), dim_z()}};
  worker w = {.launch = &launch,
              .kernel = &qn_vx_kernels[kernel],
              .lanes = &qn_vx_lanes_rows[kernel],
              .last =
                  (uint64_t)launch.grid[0] * launch.grid[1] * launch.grid[2]};
  run_foreign(&w, args);
}
#endif
