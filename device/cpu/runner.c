// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

#include "check.h"
#include "sanitize.h"
#include "schedule.h"
#include "switch.h"

enum {
  STACK_SIZE = sizeof(void *) == 8 ? 256 * 1024 : 64 * 1024,
  ALIGNMENT = 64,
};

#if UINTPTR_MAX > UINT32_MAX
// device/gdb/quern.py reads these.
_Static_assert(sizeof(qn_item) == 256 && offsetof(qn_item, state) == 60 &&
                   offsetof(qn_item, group) == 128 &&
                   offsetof(qn_item, stack) == 136 &&
                   offsetof(qn_item, warp) + offsetof(warp_wait, site) == 184 &&
                   offsetof(group, item_count) == 24,
               "as in the debugger's script");
#endif

// ---- The ready queue

static void append(qn_item *item) {
  runner *r = item->runner;
  item->state = ITEM_READY;
  item->next = NULL;
  if (r->ready_last)
    r->ready_last->next = item;
  else
    r->ready_first = item;
  r->ready_last = item;
}

// In some orders a warp goes on before others begin.
static int goes_first(runner *r) {
  const uint32_t flags = r->launch->flags;
  if (flags & QN_CPU_RANDOM)
    return (int)(qn_cpu_random(r->launch->seed + ++r->choices) & 1);
  return (flags & QN_CPU_REVERSE) != 0;
}

void qn_cpu_wake(qn_item *item) {
  runner *r = item->runner;
  if (!r->ready_first || !goes_first(r)) {
    append(item);
    return;
  }
  item->state = ITEM_READY;
  item->next = r->ready_first;
  r->ready_first = item;
}

static qn_item *take_ready(runner *r) {
  qn_item *item = r->ready_first;
  if (!item)
    return NULL;
  r->ready_first = item->next;
  if (!r->ready_first)
    r->ready_last = NULL;
  return item;
}

// ---- Nothing can run

// Completes warp operations whose missing lanes wait elsewhere or have ended.
static int settle_warps(runner *r) {
  int woke = 0;
  for (uint32_t g = 0; g < r->group_count; ++g)
    for (uint32_t w = 0; w < r->groups[g].warp_count; ++w)
      woke |= qn_cpu_settle_warp(&r->groups[g].warps[w]);
  return woke;
}

// Lets lanes go on that wait in a step of lockstep for lanes that wait for
// them.
static void settle_steps(runner *r) {
  for (uint32_t g = 0; g < r->group_count; ++g)
    for (uint32_t w = 0; w < r->groups[g].warp_count; ++w)
      qn_cpu_settle_steps(&r->groups[g].warps[w]);
}

static int pass_grid_barrier(runner *r) {
  if (!r->at_grid || r->at_grid != r->alive)
    return 0;
  const qn_cpu_services *services = r->launch->services;
  if (qn_cpu_check_grid_passed)
    qn_cpu_check_grid_passed(r);
  services->grid_barrier(services->user);
  r->at_grid = 0;
  for (uint32_t g = 0; g < r->group_count; ++g)
    for (uint32_t i = 0; i < r->groups[g].item_count; ++i)
      if (r->groups[g].items[i].state == ITEM_AT_GRID)
        append(&r->groups[g].items[i]);
  return 1;
}

static void report_deadlock(runner *r) {
  const qn_cpu_services *services = r->launch->services;
  r->failed = 1;
  services->fail(services->user,
                 "deadlock: work-items wait at barriers that the others of "
                 "their group never reach");
}

// ---- Running

// The item to run next, or NULL to return to the scheduler.
static qn_item *next_item(runner *r) {
  qn_item *item = r->failed ? NULL : take_ready(r);
  if (item || r->failed || !r->alive)
    return item;
  if (!settle_warps(r) && !pass_grid_barrier(r))
    report_deadlock(r);
  return r->failed ? NULL : take_ready(r);
}

static void note_item(const qn_item *item) {
  if (item->runner->noted)
    *item->runner->noted = item->linear;
}

void qn_cpu_block(qn_item *item) {
  runner *r = item->runner;
  qn_item *next = next_item(r);
  if (next == item)
    return;
  qn_cpu_switch(&item->stack, next ? next->stack : r->stack);
  note_item(item);
  if (qn_cpu_sanitize_switch)
    qn_cpu_sanitize_switch(item);
}

_Noreturn void qn_cpu_fail(qn_item *item, const char *message) {
  runner *r = item->runner;
  const qn_cpu_services *services = item->launch->services;
  r->failed = 1;
  services->fail(services->user, message);
  qn_cpu_switch(&item->stack, r->stack);
  __builtin_unreachable();
}

// Those in a state, in the launch's order, which differs from barrier to
// barrier where it is random.
static void wake_items(group *g, item_state state) {
  const qn_cpu_launch *launch = g->items[0].launch;
  const uint32_t *block = g->items[0].block;
  const uint64_t seed =
      launch->flags & QN_CPU_RANDOM
          ? launch->seed + g->epoch + 1009 * (block[0] + 31 * block[1])
          : 0;
  for (uint32_t i = 0; i < g->item_count; ++i) {
    qn_item *item =
        &g->items[qn_cpu_in_order(launch->flags, seed, i, g->item_count)];
    if (item->state == state)
      append(item);
  }
}

// Some have ended.
static void report_left_out(const group *g) {
  const qn_cpu_services *services = g->items[0].launch->services;
  if (services->version >= 4 && services->left_out)
    services->left_out(services->user, g->items[0].block);
}

static void wake_barrier(group *g) {
  if (qn_cpu_check_barrier)
    qn_cpu_check_barrier(g);
  if (g->items[0].runner->around && g->arrived < g->item_count)
    report_left_out(g);
  g->passed_votes = g->votes;
  g->passed_count = g->arrived;
  g->votes = 0;
  g->arrived = 0;
  ++g->epoch;
  wake_items(g, ITEM_AT_BARRIER);
}

// Ends an item; barriers do not wait for items that have ended.
static void end_item(qn_item *item) {
  group *g = item->group;
  warp *w = &g->warps[item->linear / QN_CPU_WARP_SIZE];
  item->state = ITEM_DONE;
  w->alive &= ~(1u << item->lane);
  qn_cpu_warp_lost(w);
  --item->runner->alive;
  if (--g->alive && g->arrived == g->alive)
    wake_barrier(g);
}

static void run_item(void *user) {
  qn_item *item = user;
  uint32_t words[WARP_PATH_MAX];
  item->group->paths[item->linear] = (warp_path){.words = words};
  note_item(item);
  item->runner->body(item, item->runner->args);
  end_item(item);
  qn_item *next = next_item(item->runner);
  qn_cpu_switch(&item->stack, next ? next->stack : item->runner->stack);
  __builtin_unreachable();
}

// ---- Barriers

static void wait_barrier(qn_item *item, int predicate, const void *site) {
  group *g = item->group;
  item->warp.site = site;
  g->votes += predicate != 0;
  item->state = ITEM_AT_BARRIER;
  if (++g->arrived == g->alive)
    wake_barrier(g);
  qn_cpu_block(item);
}

QN_DEVICE void qn_cpu_barrier(qn_item *item) {
  wait_barrier(item, 0, __builtin_return_address(0));
}

// `op` is a qn_reduce_op.
QN_DEVICE int qn_cpu_barrier_reduce(qn_item *item, int op, int predicate) {
  wait_barrier(item, predicate, __builtin_return_address(0));
  const group *g = item->group;
  if (op == QN_REDUCE_COUNT)
    return (int)g->passed_votes;
  return op == QN_REDUCE_ALL ? g->passed_votes == g->passed_count
                             : g->passed_votes != 0;
}

// Lets the others run before it goes on; nothing where work-items run one by
// one.
QN_DEVICE void qn_cpu_yield(qn_item *item) {
  enum { OFTEN = 8 };
  if (!item->group)
    return;
  runner *r = item->runner;
  if (++r->yields / OFTEN > r->alive) {
    r->yields = 0;
    settle_steps(r);
  }
  append(item);
  qn_cpu_block(item);
}

QN_DEVICE void qn_cpu_grid_sync(qn_item *item) {
  const int cooperates = (item->launch->flags & QN_CPU_COOPERATIVE) != 0;
  if (!cooperates && qn_cpu_check_grid)
    qn_cpu_check_grid(item, (uintptr_t)__builtin_return_address(0));
  item->warp.site = __builtin_return_address(0);
  if (!cooperates)
    qn_cpu_fail(item, "grid sync in a launch that is not cooperative");
  item->state = ITEM_AT_GRID;
  ++item->runner->at_grid;
  qn_cpu_block(item);
}

// ---- Setting up

typedef struct plan {
  uint32_t items;  // of a group
  uint32_t warps;  // of a group
  uint32_t groups; // at a time
  uint64_t shared; // bytes of a group
  uint64_t size;   // of the rest, of all groups
} plan;

static uint64_t round_up(uint64_t size) {
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static plan make_plan(const qn_cpu_launch *launch, uint64_t groups,
                      uint32_t shared) {
  plan p = {.items = launch->block[0] * launch->block[1] * launch->block[2],
            .groups = launch->flags & QN_CPU_COOPERATIVE ? (uint32_t)groups : 1,
            .shared = ((uint64_t)shared + launch->shared_size +
                       QN_CPU_SHARED_ALIGNMENT - 1) /
                      QN_CPU_SHARED_ALIGNMENT * QN_CPU_SHARED_ALIGNMENT};
  p.warps = (p.items + QN_CPU_WARP_SIZE - 1) / QN_CPU_WARP_SIZE;
  p.size = p.groups *
           (round_up(sizeof(group)) + round_up(p.items * sizeof(qn_item)) +
            round_up(p.items * sizeof(warp_path)) +
            round_up(p.warps * sizeof(warp)) +
            round_up(p.warps * sizeof(warp_moves)));
  return p;
}

static void place_warps(group *g, warp_moves *moves) {
  for (uint32_t w = 0; w < g->warp_count; ++w) {
    const uint32_t left = g->item_count - w * QN_CPU_WARP_SIZE;
    g->warps[w] = (warp){
        .first = g->items + w * QN_CPU_WARP_SIZE,
        .moves = moves + w,
        .alive = left >= QN_CPU_WARP_SIZE ? ~0u : (1u << left) - 1,
    };
  }
}

static void place_items(runner *r, group *g, uint64_t number, char *shared) {
  const qn_cpu_launch *launch = r->launch;
  const uint64_t row = number / launch->grid[0];
  for (uint32_t i = 0; i < g->item_count; ++i) {
    const uint32_t line = i / launch->block[0];
    g->items[i] = (qn_item){
        .thread = {i % launch->block[0], line % launch->block[1],
                   line / launch->block[1]},
        .lane = i % QN_CPU_WARP_SIZE,
        .block = {(uint32_t)(number % launch->grid[0]),
                  (uint32_t)(row % launch->grid[1]),
                  (uint32_t)(row / launch->grid[1])},
        .dynamic_size = launch->shared_size,
        .block_dim = {launch->block[0], launch->block[1], launch->block[2]},
        .linear = i,
        .grid_dim = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .shared = shared,
        .launch = launch,
        .runner = r,
        .group = g,
    };
  }
}

static void *take(char **memory, uint64_t size) {
  void *got = *memory;
  *memory += round_up(size);
  return got;
}

// Sets up `p->groups` groups from number `first` on.
static void place_groups(runner *r, const plan *p, uint64_t first,
                         qn_cpu_scratch *scratch) {
  char *memory = scratch->memory;
  char *shared = qn_cpu_shared_at(scratch, p->groups * p->shared);
  r->groups = take(&memory, p->groups * sizeof(group));
  r->group_count = p->groups;
  r->alive = 0;
  char *stack = scratch->stacks;
  for (uint32_t i = 0; i < p->groups; ++i) {
    group *g = &r->groups[i];
    *g = (group){.items = take(&memory, p->items * sizeof(qn_item)),
                 .warps = take(&memory, p->warps * sizeof(warp)),
                 .paths = take(&memory, p->items * sizeof(warp_path)),
                 .item_count = p->items,
                 .warp_count = p->warps,
                 .alive = p->items,
                 .shared_size = p->shared};
    place_items(r, g, first + i, shared + i * p->shared);
    place_warps(g, take(&memory, p->warps * sizeof(warp_moves)));
    r->alive += p->items;
    for (uint32_t k = 0; k < p->items; ++k) {
      stack += scratch->stack_size;
      g->items[k].stack = qn_cpu_prepare(stack, run_item, &g->items[k]);
    }
    wake_items(g, ITEM_READY);
  }
}

// Runs until all items have ended or the launch has failed.
static int run_groups(runner *r) {
  qn_item *item = next_item(r);
  if (item)
    qn_cpu_switch(&r->stack, item->stack);
  return !r->failed;
}

static uint32_t stack_size_of(const qn_cpu_launch *launch) {
  const uint32_t asked = launch->services->stack_size;
  return qn_cpu_check_stack_size ? qn_cpu_check_stack_size(launch)
         : asked                 ? asked
                                 : STACK_SIZE;
}

// `shared` is the size of the static shared variables in bytes.
QN_DEVICE void qn_cpu_run_fibers(item_fn *body, const void *args,
                                 const qn_cpu_launch *launch, uint64_t first,
                                 uint64_t last, qn_cpu_scratch *scratch,
                                 uint32_t shared) {
  const qn_cpu_services *services = launch->services;
  const int around = (shared & QN_FIBERS_AROUND) != 0;
  const plan p = make_plan(launch, last - first, shared & ~QN_FIBERS_AROUND);
  if (first >= last)
    return;
  if (!services->reserve(services->user, scratch,
                         qn_cpu_shared_reserve(p.size, p.groups * p.shared),
                         stack_size_of(launch), (size_t)p.items * p.groups)) {
    services->fail(services->user, "no memory for the work-items' stacks");
    return;
  }
  for (uint64_t group = first; group < last; group += p.groups) {
    if (!qn_goes_on(launch, group))
      return;
    runner r = {.body = body,
                .args = args,
                .launch = launch,
                .stack_size = scratch->stack_size,
                .stacks = scratch->stacks,
                .around = around,
                .noted = qn_cpu_noted_thread(launch)};
    place_groups(&r, &p, group, scratch);
    const int done = run_groups(&r);
    if (qn_cpu_race_end)
      qn_cpu_race_end(&r);
    if (qn_cpu_check_end)
      qn_cpu_check_end(&r);
    if (!done)
      return;
  }
}

// ---- Loops that can fail: the loop is one item, on a stack that can be left

typedef struct guarded {
  runner base; // first: items point to it
  guarded_fn *loop;
  uint64_t first, last;
  qn_cpu_scratch *scratch;
} guarded;

static void run_guarded(void *user) {
  guarded *g = user;
  g->loop(g->base.args, g->base.launch, g->first, g->last, g->scratch, g);
  void *unused;
  qn_cpu_switch(&unused, g->base.stack);
  __builtin_unreachable();
}

QN_DEVICE void qn_cpu_run_guarded(guarded_fn *loop, const void *args,
                                  const qn_cpu_launch *launch, uint64_t first,
                                  uint64_t last, qn_cpu_scratch *scratch,
                                  uint32_t shared) {
  // One large stack, which the loop's items use one after another.
  enum { FACTOR = 16 };
  const qn_cpu_services *services = launch->services;
  const uint64_t memory = (uint64_t)shared + launch->shared_size;
  if (!services->reserve(services->user, scratch, memory ? memory : 1,
                         qn_cpu_check_stack_size
                             ? stack_size_of(launch)
                             : (size_t)stack_size_of(launch) * FACTOR,
                         1)) {
    services->fail(services->user, "no memory for the work-items' stacks");
    return;
  }
  guarded g = {.base = {.args = args,
                        .launch = launch,
                        .stack_size = scratch->stack_size,
                        .stacks = scratch->stacks},
               .loop = loop,
               .first = first,
               .last = last,
               .scratch = scratch};
  char *top = (char *)scratch->stacks + scratch->stack_size;
  qn_cpu_switch(&g.base.stack, qn_cpu_prepare(top, run_guarded, &g));
  if (qn_cpu_check_end)
    qn_cpu_check_end(&g.base);
}
