// SPDX-License-Identifier: Apache-2.0
// The CPU that we run on: images loaded from memory, groups shared out to a
// pool of threads. What it asks of an image, and gives to it, is
// quern/cpu_abi.h.
#include "runtime/backend.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "quern/cpu_abi.h"
#include "runtime/pool.h"

// ---- Images

typedef struct cpu_image {
  void *handle;
  int fd; // stays open: the loader knows the image by this descriptor's path
} cpu_image;

static qn_status write_all(int fd, qn_span bytes, qn_diag *diag) {
  for (size_t done = 0; done < bytes.size;) {
    const ssize_t count = write(fd, bytes.data + done, bytes.size - done);
    if (count < 0)
      return qn_fail_errno(diag, "write", "a CPU image in memory");
    done += (size_t)count;
  }
  return qn_ok();
}

static qn_status open_image(cpu_image *image, qn_diag *diag) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", image->fd);
  image->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (image->handle)
    return qn_ok();
  return qn_fail(diag, QN_E_DEVICE, QN_NOWHERE,
                 "the system refused the CPU image: %s", dlerror());
}

static void cpu_unload(void **where) {
  cpu_image *image = *where;
  if (!image)
    return;
  if (image->handle)
    dlclose(image->handle);
  if (image->fd >= 0)
    close(image->fd);
  qn_free(image);
  *where = NULL;
}

static qn_status cpu_load(qn_span elf, void **out_code, qn_diag *diag) {
  cpu_image *image = qn_alloc_array(1, sizeof(*image));
  if (!image)
    return qn_fail_memory(diag, "a CPU image");
  image->fd = memfd_create("quern-image", MFD_CLOEXEC);
  qn_status status =
      image->fd < 0 ? qn_fail_errno(diag, "create", "a CPU image in memory")
                    : write_all(image->fd, elf, diag);
  if (!qn_failed(status))
    status = open_image(image, diag);
  void *code = image;
  if (qn_failed(status))
    cpu_unload(&code);
  else
    *out_code = code;
  return status;
}

static void *cpu_find(const void *code, qn_str symbol) {
  enum { NAME_MAX_SIZE = 64 * 1024 };
  const cpu_image *image = code;
  if (symbol.size >= NAME_MAX_SIZE)
    return NULL;
  char *name = qn_alloc(symbol.size + 1);
  if (!name)
    return NULL;
  memcpy(name, symbol.data, symbol.size);
  name[symbol.size] = '\0';
  void *address = dlsym(image->handle, name);
  qn_free(name);
  return address;
}

// ---- The device

typedef struct cpu_device {
  qn_pool *pool;
  pthread_mutex_t mutex; // of the free list
  struct slot *free;
} cpu_device;

// A thread's memory between launches.
typedef struct slot {
  qn_cpu_scratch scratch;
  struct slot *next;
} slot;

static void unmap(void *memory, size_t size) {
  if (memory)
    munmap(memory, size);
}

static void free_slot(slot *s) {
  unmap(s->scratch.memory, s->scratch.memory_size);
  unmap(s->scratch.stacks, s->scratch.stack_size * s->scratch.stack_count);
  qn_free(s);
}

static qn_status cpu_open(unsigned threads, void **out_device, qn_diag *diag) {
  cpu_device *device = qn_alloc_array(1, sizeof(*device));
  if (!device)
    return qn_fail_memory(diag, "the CPU device");
  const qn_status status = qn_pool_create(threads, &device->pool, diag);
  if (qn_failed(status)) {
    qn_free(device);
    return status;
  }
  pthread_mutex_init(&device->mutex, NULL);
  *out_device = device;
  return qn_ok();
}

static void cpu_close(void **where) {
  cpu_device *device = *where;
  if (!device)
    return;
  qn_pool_destroy(&device->pool);
  while (device->free) {
    slot *next = device->free->next;
    free_slot(device->free);
    device->free = next;
  }
  pthread_mutex_destroy(&device->mutex);
  qn_free(device);
  *where = NULL;
}

static slot *take_slot(cpu_device *device) {
  pthread_mutex_lock(&device->mutex);
  slot *s = device->free;
  if (s)
    device->free = s->next;
  pthread_mutex_unlock(&device->mutex);
  return s ? s : qn_alloc_array(1, sizeof(slot));
}

static void give_slot(cpu_device *device, slot *s) {
  pthread_mutex_lock(&device->mutex);
  s->next = device->free;
  device->free = s;
  pthread_mutex_unlock(&device->mutex);
}

// ---- One run

typedef struct state {
  cpu_device *device;
  const qn_backend_run *run;
  qn_cpu_entry *entry;
  qn_cpu_launch launch;
  qn_cpu_services services;
  uint64_t groups;
  uint64_t chunks;
  uint32_t stop;
  pthread_mutex_t mutex; // of the rest
  char failure[480];
  // The grid barrier of cooperative launches.
  pthread_cond_t passed;
  unsigned parts;   // that have not ended
  unsigned arrived; // at the barrier
  uint64_t generation;
} state;

static void on_print(void *user, const char *bytes, size_t size) {
  state *s = user;
  pthread_mutex_lock(&s->mutex);
  if (s->run->print)
    s->run->print(s->run->user, bytes, size);
  else
    fwrite(bytes, 1, size, stdout);
  pthread_mutex_unlock(&s->mutex);
}

// With the mutex held: lets the barrier pass when all that run have come.
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
  // Whoever waits at the grid barrier goes on and ends at the next group.
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
  struct timespec now;
  (void)user;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// `spec` was built by the image from a checked conversion.
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
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  unmap(scratch->memory, scratch->memory_size);
  scratch->memory = memory;
  scratch->memory_size = size;
  return true;
}

// The lowest page of each stack is out of bounds: an overflow faults instead of
// reaching the neighbour.
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
  char *stacks = mmap(NULL, total, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stacks == MAP_FAILED)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (mprotect(stacks + i * size, page, PROT_NONE) != 0)
      break; // too many mappings: the rest goes unguarded
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

static void run_range(state *s, uint64_t first, uint64_t last) {
  slot *mine = take_slot(s->device);
  if (!mine) {
    on_fail(s, "no memory for a thread of the launch");
    return;
  }
  s->entry(s->run->args, &s->launch, first, last, &mine->scratch);
  give_slot(s->device, mine);
}

static void run_chunk(void *user, uint64_t index, unsigned worker) {
  state *s = user;
  (void)worker;
  // The first groups % chunks chunks are one group longer.
  const uint64_t size = s->groups / s->chunks;
  const uint64_t longer = s->groups % s->chunks;
  const uint64_t first = index * size + (index < longer ? index : longer);
  run_range(s, first, first + size + (index < longer));
}

static void run_part(void *user, uint64_t index, unsigned worker) {
  state *s = user;
  run_chunk(user, index, worker);
  pthread_mutex_lock(&s->mutex);
  --s->parts;
  check_barrier(s);
  pthread_mutex_unlock(&s->mutex);
}

static void cancel(void *user) {
  on_fail(user, "a thread of the cooperative launch could not be started");
}

static uint32_t stack_size_asked(void) {
  const char *text = getenv("QUERN_CPU_STACK");
  const unsigned long size = text ? strtoul(text, NULL, 10) : 0;
  return size < UINT32_MAX ? (uint32_t)size : 0;
}

static qn_status cpu_run(void *user, const qn_backend_run *run, qn_diag *diag) {
  enum { CHUNKS_PER_WORKER = 8 };
  cpu_device *device = user;
  state s = {
      .device = device,
      .run = run,
      .groups = (uint64_t)run->grid[0] * run->grid[1] * run->grid[2],
  };
  memcpy(&s.entry, &run->entry, sizeof(s.entry));
  s.services = (qn_cpu_services){
      .version = QN_CPU_ABI_VERSION,
      .stack_size = stack_size_asked(),
      .user = &s,
      .print = on_print,
      .format_real = on_format_real,
      .fail = on_fail,
      .allocate = on_allocate,
      .release = on_release,
      .clock_ns = on_clock,
      .reserve = on_reserve,
      .grid_barrier = on_grid_barrier,
  };
  s.launch = (qn_cpu_launch){
      .shared_size = run->shared_size,
      .flags = run->cooperative ? QN_CPU_COOPERATIVE : 0,
      .services = &s.services,
      .stop = &s.stop,
  };
  memcpy(s.launch.grid, run->grid, sizeof(run->grid));
  memcpy(s.launch.block, run->block, sizeof(run->block));
  pthread_mutex_init(&s.mutex, NULL);
  pthread_cond_init(&s.passed, NULL);
  const uint64_t width = qn_pool_width(device->pool);
  const uint64_t most = run->cooperative ? width : width * CHUNKS_PER_WORKER;
  s.chunks = s.groups < most ? s.groups : most;
  s.parts = (unsigned)s.chunks;
  qn_status status = qn_ok();
  if (run->cooperative)
    status = qn_pool_run_together(run_part, cancel, &s, s.parts, diag);
  else
    qn_pool_run(device->pool, run_chunk, &s, s.chunks);
  if (!qn_failed(status) && s.failure[0])
    status = qn_fail(diag, QN_E_DEVICE, QN_NOWHERE, "%s", s.failure);
  pthread_cond_destroy(&s.passed);
  pthread_mutex_destroy(&s.mutex);
  return status;
}

// ---- The back end

static unsigned cpu_probe(char *reason, size_t capacity) {
  (void)reason;
  (void)capacity;
  return 1;
}

static const char *cpu_target_name(void) { return qn_target_native()->name; }

// The table goes from the least to the most capable CPU of a machine.
static unsigned cpu_fitness(const qn_target *target) {
  size_t count;
  if (target->row->family != QN_FAMILY_CPU || !qn_target_runs_here(target->row))
    return 0;
  return 1 + (unsigned)(target->row - qn_target_rows(&count));
}

const qn_backend qn_backend_cpu = {
    .name = "cpu",
    .summary = "this machine's CPU",
    .probe = cpu_probe,
    .target_name = cpu_target_name,
    .fitness = cpu_fitness,
    .open = cpu_open,
    .close = cpu_close,
    .load = cpu_load,
    .unload = cpu_unload,
    .find = cpu_find,
    .run = cpu_run,
};
