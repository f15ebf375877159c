// SPDX-License-Identifier: Apache-2.0
// One launch: distributes its groups over the pool. The interface to the image
// is quern/cpu_abi.h.
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/backends/cpu/cpu.h"
#include "runtime/backends/cpu/fault.h"
#include "runtime/backends/cpu/schedule.h"
#include "runtime/backends/cpu/share.h"
#include "runtime/check/check.h"

// A launch that a kernel asked for, with its arguments behind it.
typedef enum child_work { KERNEL, COPY, FILL, GRAPH } child_work;
typedef struct cpu_child {
  struct cpu_child *next;
  child_work work;
  cpu_launch launch;
  qn_batch *batch; // GRAPH: held
} child;

typedef struct family { // in the order of their launches
  child *first, *last;
} family;

// Not on the stack of the thread that launches: a report of a fault reads it
// (fault.h).
typedef struct state {
  cpu_device *device;
  cpu_launch run;
  qn_cpu_launch launch;
  qn_cpu_services services;
  uint64_t groups;
  qn_sharing sharing; // of the groups
  uint32_t stop;
  pthread_mutex_t mutex; // of the rest
  char failure[480];
  family children, tails; // what it launched
  qn_check_run check;
  // The grid barrier of cooperative launches.
  pthread_cond_t passed;
  unsigned parts;   // still running
  unsigned arrived; // at the barrier
  uint64_t generation;
} state;

// What a thread needs for launches, kept between them. Before and behind
// `scratch.memory` there is no access (grow_memory).
typedef struct cpu_slot {
  qn_cpu_scratch scratch;
  qn_cpu_running running;
  state state; // of a launch that the thread began
  struct cpu_slot *next;
} cpu_slot;

static void unmap(void *memory, size_t size) {
  if (!memory)
    return;
  if (qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_no_scratch(memory);
  munmap(memory, size);
}

static void unmap_guarded(void *memory, size_t size) {
  if (!memory)
    return;
  if (qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_no_scratch(memory);
  munmap((uint8_t *)memory - QN_CPU_GUARD, size + 2 * (size_t)QN_CPU_GUARD);
}

// A kernel that goes beyond its shared memory faults there (fault.c), instead
// of writing to what happens to lie beside it. `size` is of whole pages.
static void *map_guarded(size_t size) {
  size_t total;
  if (!qn_add_size(size, 2 * (size_t)QN_CPU_GUARD, &total))
    return NULL;
  uint8_t *all = mmap(NULL, total, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED)
    return NULL;
  uint8_t *memory = all + QN_CPU_GUARD;
  if (mprotect(memory, size, PROT_READ | PROT_WRITE) != 0) {
    munmap(all, total);
    return NULL;
  }
  if (qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_scratch(memory, size, false);
  return memory;
}

static void *map(size_t size, bool stacks) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | (stacks ? MAP_NORESERVE : 0), -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  if (qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_scratch(memory, size, stacks);
  return memory;
}

void qn_cpu_free_slots(cpu_device *device) {
  while (device->free_slots) {
    cpu_slot *s = device->free_slots;
    device->free_slots = s->next;
    unmap_guarded(s->scratch.memory, s->scratch.memory_size);
    unmap(s->scratch.stacks, s->scratch.stack_size * s->scratch.stack_count);
    qn_free(s);
  }
}

static cpu_slot *take_slot(cpu_device *device) {
  qn_mutex_lock(&device->slots_mutex);
  cpu_slot *s = device->free_slots;
  if (s)
    device->free_slots = s->next;
  qn_mutex_unlock(&device->slots_mutex);
  return s ? s : qn_alloc_array(1, sizeof(cpu_slot));
}

static void give_slot(cpu_device *device, cpu_slot *s) {
  qn_mutex_lock(&device->slots_mutex);
  s->next = device->free_slots;
  device->free_slots = s;
  qn_mutex_unlock(&device->slots_mutex);
}

// ---- Failures

// An image's message says whether an assertion failed.
static qn_result result_of(const char *text) {
  return strstr(text, "assert") ? QN_R_ASSERT : QN_R_LAUNCH_FAILURE;
}

void qn_cpu_fail(cpu_device *device, qn_result result, const char *text) {
  qn_mutex_lock(&device->failure_mutex);
  if (!atomic_load(&device->failure)) {
    snprintf(device->failure_text, sizeof(device->failure_text), "%s", text);
    atomic_store(&device->failure, (int)result);
    if (result == QN_R_ASSERT) // printed, as by the host's assert
      fprintf(stderr, "%s\n", text);
  }
  qn_mutex_unlock(&device->failure_mutex);
}

qn_result qn_cpu_failure(cpu_device *device) {
  const int failure =
      atomic_load_explicit(&device->failure, memory_order_acquire);
  if (!failure)
    return QN_R_OK;
  char text[sizeof(device->failure_text)];
  qn_mutex_lock(&device->failure_mutex);
  memcpy(text, device->failure_text, sizeof(text));
  qn_mutex_unlock(&device->failure_mutex);
  return qn_refuse((qn_result)failure, "%s", text);
}

// ---- One run

static void on_print(void *user, const char *bytes, size_t size) {
  const state *s = user;
  const qn_backend_options *options = &s->device->options;
  qn_mutex_lock(&s->device->print_mutex);
  if (options->print)
    options->print(options->user, bytes, size);
  else
    fwrite(bytes, 1, size, stdout);
  qn_mutex_unlock(&s->device->print_mutex);
}

// With the mutex held: opens the barrier when all running parts have arrived.
static void check_barrier(state *s) {
  if (s->arrived && s->arrived >= s->parts) {
    s->arrived = 0;
    ++s->generation;
    pthread_cond_broadcast(&s->passed);
  }
}

static void on_fail(void *user, const char *message) {
  state *s = user;
  pthread_mutex_lock(&s->mutex);
  if (!s->failure[0])
    snprintf(s->failure, sizeof(s->failure), "%s", message);
  __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
  // Threads at the grid barrier go on, and end at the next group.
  s->arrived = 0;
  ++s->generation;
  pthread_cond_broadcast(&s->passed);
  pthread_mutex_unlock(&s->mutex);
}

static void on_grid_barrier(void *user) {
  state *s = user;
  pthread_mutex_lock(&s->mutex);
  const uint64_t generation = s->generation;
  ++s->arrived;
  if (qn_check_on(QN_CPU_CHECK_ALL) && s->arrived >= s->parts)
    qn_check_services.grid_passed(&s->check);
  check_barrier(s);
  while (s->generation == generation && !s->stop)
    pthread_cond_wait(&s->passed, &s->mutex);
  pthread_mutex_unlock(&s->mutex);
}

static void *on_allocate(void *user, size_t size) {
  (void)user;
  return malloc(size);
}

static void on_release(void *user, void *block) {
  (void)user;
  free(block);
}

static uint64_t on_clock(void *user) {
  (void)user;
  return qn_clock_ns();
}

// The image has built `spec` from a conversion that it checked.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static size_t on_format_real(void *user, char *out, size_t size,
                             const char *spec, double value) {
  (void)user;
  const int length = snprintf(out, size, spec, value);
  if (length < 0)
    return 0;
  return (size_t)length < size ? (size_t)length : size - 1;
}
#pragma GCC diagnostic pop

static bool grow_memory(qn_cpu_scratch *scratch, size_t size) {
  if (size <= scratch->memory_size)
    return true;
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size = (size_t)qn_align_up(size, page);
  void *memory = map_guarded(size);
  if (!memory)
    return false;
  unmap_guarded(scratch->memory, scratch->memory_size);
  scratch->memory = memory;
  scratch->memory_size = size;
  return true;
}

// The lowest page of each stack is a guard page: an overflow faults instead of
// reaching the next stack.
static bool grow_stacks(qn_cpu_scratch *scratch, size_t size, size_t count) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t total;
  size = (size_t)qn_align_up(size, page) + page;
  if (size <= scratch->stack_size && count <= scratch->stack_count)
    return true;
  if (size < scratch->stack_size)
    size = scratch->stack_size;
  if (count < scratch->stack_count)
    count = scratch->stack_count;
  if (!qn_mul_size(size, count, &total))
    return false;
  char *stacks = map(total, true);
  if (!stacks)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (mprotect(stacks + i * size, page, PROT_NONE) != 0)
      break; // too many mappings: the other stacks have no guard page
  unmap(scratch->stacks, scratch->stack_size * scratch->stack_count);
  scratch->stacks = stacks;
  scratch->stack_size = size;
  scratch->stack_count = count;
  return true;
}

static int on_reserve(void *user, qn_cpu_scratch *scratch, size_t memory_size,
                      size_t stack_size, size_t stack_count) {
  (void)user;
  return grow_memory(scratch, memory_size) &&
         (!stack_count || grow_stacks(scratch, stack_size, stack_count));
}

static void run_range_in(cpu_slot *slot, state *s, uint64_t first,
                         uint64_t last) {
  slot->running = (qn_cpu_running){
      &s->run, &s->launch, &s->services, first, last, &slot->scratch,
  };
  qn_cpu_set_running(&slot->running);
  s->run.entry(s->run.args, &s->launch, first, last, &slot->scratch);
  qn_cpu_set_running(NULL);
}

static void run_range(state *s, uint64_t first, uint64_t last) {
  cpu_slot *mine = take_slot(s->device);
  if (!mine) {
    on_fail(s, "no memory for a thread of the launch");
    return;
  }
  run_range_in(mine, s, first, last);
  give_slot(s->device, mine);
}

static void run_share(void *user, uint64_t index) {
  state *s = user;
  const qn_share share = qn_share_at(&s->sharing, index);
  run_range(s, share.first, share.last);
}

static void run_part(void *user, uint64_t index) {
  state *s = user;
  run_share(user, index);
  pthread_mutex_lock(&s->mutex);
  --s->parts;
  check_barrier(s);
  pthread_mutex_unlock(&s->mutex);
}

static void cancel(void *user) {
  on_fail(user, "a thread of the cooperative launch could not be started");
}

static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static uint32_t stack_size;

static void read_stack_size(void) {
  const char *text = getenv("QUERN_CPU_STACK");
  const unsigned long size = text ? strtoul(text, NULL, 10) : 0;
  stack_size = size < UINT32_MAX ? (uint32_t)size : 0;
}

// ---- Launches from kernels

enum { // CUDA's numbers
  INVALID_CONFIGURATION = 9,
  INVALID_FUNCTION = 98,
  NO_MEMORY = 2,
  INVALID_VALUE = 1,
  NOT_PERMITTED = 800,
  LINE = 64,
};

static void append(family *f, child *c) {
  c->next = NULL;
  if (f->last)
    f->last->next = c;
  else
    f->first = c;
  f->last = c;
}

static child_work work_of(const char *kernel) {
  return strcmp(kernel, ".copy") == 0   ? COPY
         : strcmp(kernel, ".fill") == 0 ? FILL
                                        : KERNEL;
}

// Words: where to, where from or the value, the size.
static void do_memory_work(const child *c) {
  uintptr_t words[3];
  memcpy(words, c->launch.args, sizeof(words));
  if (c->work == COPY)
    memmove((void *)words[0], (const void *)words[1], words[2]);
  else
    memset((void *)words[0], (int)words[1], words[2]);
}

static bool is_possible(const uint32_t shape[7]) {
  enum { THREADS = 1024, SHARED = 227 * 1024 };
  const uint64_t threads = qn_cpu_volume(shape + 3);
  return qn_cpu_volume(shape) && threads && threads <= THREADS &&
         shape[3] <= THREADS && shape[4] <= THREADS && shape[6] <= SHARED;
}

// Whether it runs: itself, or waiting for one that it launched.
static bool is_running(const cpu_graph *graph, const qn_batch *batch) {
  for (; graph; graph = graph->by)
    if (graph->batch == batch)
      return true;
  return false;
}

static void append_after(cpu_graph *graph, child *c) {
  family after = {graph->first_after, graph->last_after};
  append(&after, c);
  graph->first_after = after.first;
  graph->last_after = after.last;
}

enum { WHICH, TAIL, WITHIN, SIBLING }; // what is asked about a graph

// Words: what, the graph's handle, where to put the handle of this one. A graph
// follows this one (TAIL) or runs when this kernel has ended.
static int on_graph(state *s, const void *args) {
  uintptr_t words[3];
  memcpy(words, args, sizeof(words));
  cpu_graph *graph = s->run.graph;
  if (words[0] == WHICH) {
    const uintptr_t handle = graph ? (uintptr_t)graph->batch->handle : 0;
    memcpy((void *)words[2], &handle, sizeof(handle));
    return 0;
  }
  if (!graph || !graph->batch->find)
    return NOT_PERMITTED;
  qn_batch *batch = graph->batch->find((const void *)words[1]);
  if (!batch)
    return INVALID_VALUE;
  child *c = NULL;
  int error = INVALID_VALUE;
  if (words[0] == TAIL || !is_running(graph, batch)) {
    c = qn_alloc_aligned(LINE, (size_t)qn_align_up(sizeof(child), LINE));
    error = c ? 0 : NO_MEMORY;
  }
  if (!c) {
    qn_batch_drop(batch);
    return error;
  }
  c->work = GRAPH;
  c->batch = batch;
  pthread_mutex_lock(&s->mutex);
  if (words[0] == TAIL)
    append_after(graph, c);
  else
    append(&s->children, c);
  pthread_mutex_unlock(&s->mutex);
  return 0;
}

static int on_launch(void *user, const char *kernel, const void *args,
                     size_t size, const uint32_t shape[7], int tail) {
  state *s = user;
  const child_work work = work_of(kernel);
  if (strcmp(kernel, ".graph") == 0)
    return on_graph(s, args);
  if (!is_possible(shape))
    return INVALID_CONFIGURATION;
  cpu_function *f = work == KERNEL ? qn_cpu_sibling(s->run.function, kernel)
                                   : s->run.function;
  if (!f)
    return INVALID_FUNCTION;
  const size_t head = (size_t)qn_align_up(sizeof(child), LINE);
  child *c = qn_alloc_aligned(LINE, (size_t)qn_align_up(head + size + 1, LINE));
  if (!c)
    return NO_MEMORY;
  void *copy = (uint8_t *)c + head;
  memcpy(copy, args, size);
  c->work = work;
  c->launch = (cpu_launch){.function = f,
                           .args = copy,
                           .grid = {shape[0], shape[1], shape[2]},
                           .block = {shape[3], shape[4], shape[5]},
                           .shared_size = shape[6]};
  if (work == KERNEL &&
      (qn_cpu_choose(f, shape[3], &c->launch.entry) != QN_R_OK ||
       !c->launch.entry)) {
    qn_free_aligned(c);
    return INVALID_CONFIGURATION;
  }
  pthread_mutex_lock(&s->mutex);
  append(tail ? &s->tails : &s->children, c);
  pthread_mutex_unlock(&s->mutex);
  return 0;
}

// Once for a kernel.
static void on_left_out(void *user, const uint32_t block[3]) {
  const state *s = user;
  cpu_function *f = s->run.function;
  const qn_str name =
      f->kernel->demangled.size ? f->kernel->demangled : f->kernel->name;
  if (atomic_exchange(&f->left_out, true))
    return;
  fprintf(
      stderr,
      "quern: kernel '%.*s': some work-items of block (%u,%u,%u) never come "
      "to a barrier that the others wait at\n"
      "   = hint: 'quern cc --check=sync' and 'quern check' tell where.\n",
      name.size < 300 ? (int)name.size : 300, name.data, block[0], block[1],
      block[2]);
}

// Whether stores bypass the caches: assumes 4 bytes written per work-item.
static uint32_t streams(const state *s) {
  const uint64_t items = qn_cpu_volume(s->run.block);
  if (s->groups <= s->device->cache_items / items)
    return 0;
  return QN_CPU_STREAMING | (s->device->takes_turns ? QN_CPU_TURNS : 0);
}

static void init(state *s, cpu_device *device, const cpu_launch *run) {
  (void)pthread_once(&stack_once, read_stack_size);
  s->device = device;
  s->run = *run;
  s->stop = 0;
  s->failure[0] = 0;
  s->children = s->tails = (family){0};
  s->check = (qn_check_run){0};
  s->groups = qn_cpu_volume(run->grid);
  s->services = (qn_cpu_services){
      .version = QN_CPU_ABI_VERSION,
      .stack_size = stack_size,
      .user = s,
      .print = on_print,
      .format_real = on_format_real,
      .fail = on_fail,
      .allocate = on_allocate,
      .release = on_release,
      .clock_ns = on_clock,
      .reserve = on_reserve,
      .grid_barrier = on_grid_barrier,
      .launch = on_launch,
      .left_out = on_left_out,
  };
  s->launch = (qn_cpu_launch){
      .shared_size = run->shared_size,
      .flags = (run->cooperative ? QN_CPU_COOPERATIVE : 0) | streams(s) |
               (s->device->options.scalar ? QN_CPU_SCALAR : 0),
      .services = &s->services,
      .stop = &s->stop,
      .seed = qn_cpu_schedule()->seed,
  };
  if (qn_cpu_schedule()->flags)
    s->launch.flags |= qn_cpu_schedule()->flags | QN_CPU_SCALAR;
  memcpy(s->launch.grid, run->grid, sizeof(run->grid));
  memcpy(s->launch.block, run->block, sizeof(run->block));
}

static void begin_checks(state *s) {
  const cpu_launch *run = &s->run;
  const qn_kernel *kernel = run->function->kernel;
  const qn_str name = kernel->demangled.size ? kernel->demangled : kernel->name;
  qn_check_op about = {.fd = -1};
  const size_t max = sizeof(about.name) - 1;
  snprintf(about.name, sizeof(about.name), "%.*s",
           (int)(name.size < max ? name.size : max), name.data);
  qn_cpu_image(run->function, &about.fd, &about.base);
  memcpy(about.grid, run->grid, sizeof(about.grid));
  memcpy(about.block, run->block, sizeof(about.block));
  qn_check_run_begin(&s->check, &about,
                     (uint32_t)qn_pool_width(s->device->pool));
  s->check.plain = run->plain;
  s->check.kinds = qn_cpu_image_checks(run->function);
  s->services.checks = &qn_check_services;
  s->services.checks_user = &s->check;
  if (qn_check_on(QN_CPU_CHECK_INIT) && !(s->check.kinds & QN_CPU_CHECK_INIT))
    qn_check_reached_by(kernel, run->args);
}

// Whether some of the kernel's code is for packets.
static bool has_packets(const qn_kernel *kernel) {
  bool found = false;
  for (size_t i = 0; i < kernel->entry_count; ++i)
    found = found || kernel->entries[i].width > 1;
  return found;
}

// Whether some lanes of a warp are not there, for operations of the warp that
// may ask for what they have: packets do not look at that.
static bool lacks_lanes(const cpu_launch *run, unsigned checks) {
  return checks & QN_CPU_CHECK_SYNC &&
         run->function->kernel->flags & QN_KERNEL_WARP_OPS &&
         qn_cpu_volume(run->block) % QN_CPU_WARP_SIZE;
}

// Launches that are watched for races run in packets where nothing else is to
// be looked at meanwhile.
static void enter_checks(state *s) {
  const cpu_launch *run = &s->run;
  const unsigned checks = qn_cpu_image_checks(run->function);
  const bool races = checks & QN_CPU_CHECK_RACE;
  if (lacks_lanes(run, checks))
    s->launch.flags |= QN_CPU_SCALAR;
  const bool wanted = races && !(s->launch.flags & QN_CPU_SCALAR) &&
                      has_packets(run->function->kernel);
  if (qn_check_on(QN_CPU_CHECK_ALL))
    (void)qn_check_run_enter(&s->check, run->block, wanted);
  if (races && !s->check.in_packets)
    s->launch.flags |= QN_CPU_SCALAR;
}

// How the groups are distributed; to one thread when it is not worth waking
// another.
static qn_sharing share_out(const state *s) {
  enum {
    SHARES = 32, // per thread, if all were as small as the last ones
    STREAMING_SHARES = 8,
    ALONE_NS = 4000, // less work is done faster by one thread
  };
  const uint64_t width = qn_pool_width(s->device->pool);
  const uint64_t group_ns =
      atomic_load_explicit(&s->run.function->group_ns, memory_order_relaxed);
  if (width == 1 || s->check.in_packets ||
      (group_ns && s->groups * group_ns < ALONE_NS))
    return (qn_sharing){s->groups, 1, s->groups};
  const uint64_t shares =
      width * (s->launch.flags & QN_CPU_STREAMING ? STREAMING_SHARES : SHARES);
  return (qn_sharing){s->groups, width, (s->groups + shares - 1) / shares};
}

// One group after another, in the order asked for.
static void run_scheduled(state *s) {
  for (uint64_t i = 0; i < s->groups && !s->stop; ++i) {
    const uint64_t group = qn_schedule_group(qn_cpu_schedule(), i, s->groups);
    run_range(s, group, group + 1);
  }
}

static void run_groups(cpu_slot *slot) {
  state *s = &slot->state;
  cpu_function *f = s->run.function;
  const uint64_t items = s->groups * qn_cpu_volume(s->run.block);
  if (qn_cpu_schedule()->flags) {
    run_scheduled(s);
    return;
  }
  s->sharing = share_out(s);
  const uint64_t shares = qn_share_count(&s->sharing);
  // Reading the clock takes a tenth of a small launch.
  if (shares == 1 && items < QN_CPU_MANY_ITEMS) {
    run_range_in(slot, s, 0, s->groups);
    return;
  }
  const uint64_t start = qn_clock_ns();
  qn_pool_run(s->device->pool, run_share, s, shares);
  const uint64_t ns = (qn_clock_ns() - start) / s->groups + 1;
  atomic_store_explicit(&f->group_ns,
                        ns < UINT32_MAX ? (uint32_t)ns : UINT32_MAX,
                        memory_order_relaxed);
}

// Puts what a grid launched before what is still to be run: a grid has ended
// only when its children have.
static void put_first(family *queue, family *own) {
  if (!own->first)
    return;
  own->last->next = queue->first;
  if (!queue->first)
    queue->last = own->last;
  queue->first = own->first;
}

static void run_together(state *s) {
  qn_diag diag = {0};
  const uint64_t width = qn_pool_width(s->device->pool);
  s->sharing = (qn_sharing){s->groups, width, (s->groups + width - 1) / width};
  s->parts = (unsigned)qn_share_count(&s->sharing);
  s->arrived = 0;
  s->generation = 0;
  pthread_cond_init(&s->passed, NULL);
  if (qn_failed(qn_pool_run_together(run_part, cancel, s, s->parts, &diag)))
    on_fail(s, diag.message);
  pthread_cond_destroy(&s->passed);
}

static void report_failure(const state *s) {
  char text[640];
  const qn_kernel *kernel = s->run.function->kernel;
  const qn_str name = kernel->demangled.size ? kernel->demangled : kernel->name;
  snprintf(text, sizeof(text), "%s, in kernel '%.*s'", s->failure,
           name.size < 120 ? (int)name.size : 120, name.data);
  qn_cpu_fail(s->device, result_of(s->failure), text);
}

static void run_one(cpu_device *device, const cpu_launch *run, family *queue) {
  cpu_slot *slot = take_slot(device);
  if (!slot) {
    qn_cpu_fail(device, QN_R_LAUNCH_FAILURE, "no memory for a launch");
    return;
  }
  state *s = &slot->state;
  init(s, device, run);
  if (qn_check_on(QN_CPU_CHECK_ALL))
    begin_checks(s);
  enter_checks(s);
  pthread_mutex_init(&s->mutex, NULL);
  if (run->cooperative)
    run_together(s);
  else
    run_groups(slot);
  pthread_mutex_destroy(&s->mutex);
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_run_end(&s->check);
  put_first(queue, &s->tails);
  put_first(queue, &s->children);
  if (s->failure[0])
    report_failure(s);
  give_slot(device, slot);
}

// The first of them, taken out; NULL when there is none.
static child *take(family *f) {
  child *c = f->first;
  if (c)
    f->first = c->next;
  if (!f->first)
    f->last = NULL;
  return c;
}

static void run_child(cpu_device *device, child *c, const cpu_graph *by,
                      family *queue) {
  if (c->work == GRAPH) {
    qn_cpu_run_graph(device, c->batch, by);
    qn_batch_drop(c->batch);
  } else if (c->work != KERNEL) {
    do_memory_work(c);
  } else if (!atomic_load_explicit(&device->failure, memory_order_relaxed)) {
    run_one(device, &c->launch, queue);
  }
  qn_free_aligned(c);
}

void qn_cpu_run(cpu_device *device, const cpu_launch *run) {
  family queue = {0};
  run_one(device, run, &queue);
  for (child *c = take(&queue); c; c = take(&queue))
    run_child(device, c, run->graph, &queue);
}

void qn_cpu_run_graph(cpu_device *device, const qn_batch *batch,
                      const cpu_graph *by) {
  cpu_graph first = {.batch = batch, .by = by};
  qn_cpu_run_batch(device, &first);
  family queue = {first.first_after, first.last_after};
  // What one of these launches to follow it comes before the rest.
  for (child *c = take(&queue); c; c = take(&queue)) {
    cpu_graph next = {.batch = c->batch, .by = by};
    if (!atomic_load_explicit(&device->failure, memory_order_relaxed))
      qn_cpu_run_batch(device, &next);
    family own = {next.first_after, next.last_after};
    put_first(&queue, &own);
    qn_batch_drop(c->batch);
    qn_free_aligned(c);
  }
}
