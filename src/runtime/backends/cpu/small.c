// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/small.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/thread.h"

enum {
  UNIT = 256, // bytes; sizes are multiples of it
  CLASSES = QN_CPU_SMALL_MAX / UNIT,
  CHUNK = 1 << 20, // bytes that a size class grows by
  CHUNKS = 1 << 14,
};

// The free blocks of one size, by the number of their first unit.
typedef struct stock {
  uint32_t *units;
  size_t count, capacity;
} stock;

// One file, mapped at addresses that were reserved for it.
static struct {
  qn_mutex mutex;
  bool failed;
  char *base; // NULL: not yet
  int fd;
  uint32_t chunks; // in use
  uint8_t classes[CHUNKS];
  stock stocks[CLASSES];
} arena = {.mutex = QN_MUTEX_INIT, .fd = -1};

static bool map_all(int fd, size_t size) {
  return mmap(arena.base, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
              fd, 0) == arena.base;
}

static bool write_all(int fd, const char *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = write(fd, bytes + done, size - done);
    if (count <= 0)
      return false;
    done += (size_t)count;
  }
  return true;
}

static void before_fork(void) { qn_mutex_lock(&arena.mutex); }
static void after_fork(void) { qn_mutex_unlock(&arena.mutex); }

// After fork: gives the child a copy of the file, as its memory must be its
// own.
static void in_child(void) {
  const size_t size = (size_t)arena.chunks * CHUNK;
  const int fd = memfd_create("quern-small", MFD_CLOEXEC);
  if (fd < 0 || !write_all(fd, arena.base, size) || !map_all(fd, size))
    _exit(127); // it would share memory with its parent
  close(arena.fd);
  arena.fd = fd;
  qn_mutex_unlock(&arena.mutex);
}

// With the mutex held, as for all functions below.
static bool open_arena(void) {
  if (arena.base || arena.failed)
    return arena.base != NULL;
  const size_t size = (size_t)CHUNKS * CHUNK;
  char *base = mmap(NULL, size, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  arena.fd = memfd_create("quern-small", MFD_CLOEXEC);
  arena.failed = base == MAP_FAILED || arena.fd < 0 ||
                 pthread_atfork(before_fork, after_fork, in_child) != 0;
  if (!arena.failed)
    arena.base = base;
  return !arena.failed;
}

static bool reserve(stock *s, size_t count) {
  if (s->capacity - s->count >= count)
    return true;
  const size_t capacity = s->capacity * 2 + count;
  uint32_t *grown = qn_realloc(s->units, capacity * sizeof(*grown));
  if (!grown)
    return false;
  s->units = grown;
  s->capacity = capacity;
  return true;
}

// Makes room in the stock for all of its blocks, so that freeing cannot fail.
static bool add_chunk(unsigned class) {
  const uint32_t step = class + 1;
  const uint32_t count = CHUNK / UNIT / step;
  const size_t offset = (size_t)arena.chunks * CHUNK;
  stock *s = &arena.stocks[class];
  size_t all = count;
  for (uint32_t i = 0; i < arena.chunks; ++i)
    all += arena.classes[i] == class ? count : 0;
  if (arena.chunks == CHUNKS || !reserve(s, all - s->count) ||
      ftruncate(arena.fd, (off_t)(offset + CHUNK)) != 0 ||
      mmap(arena.base + offset, CHUNK, PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_FIXED, arena.fd, (off_t)offset) == MAP_FAILED)
    return false;
  arena.classes[arena.chunks++] = (uint8_t)class;
  for (uint32_t i = count; i-- > 0;)
    s->units[s->count++] = (uint32_t)(offset / UNIT) + i * step;
  return true;
}

void *qn_cpu_small_allocate(size_t size) {
  void *block = NULL;
  if (!size || size > QN_CPU_SMALL_MAX)
    return NULL;
  const unsigned class = (unsigned)((size - 1) / UNIT);
  qn_mutex_lock(&arena.mutex);
  stock *s = &arena.stocks[class];
  if (open_arena() && (s->count || add_chunk(class)))
    block = arena.base + (size_t)s->units[--s->count] * UNIT;
  qn_mutex_unlock(&arena.mutex);
  return block;
}

static bool find(const void *block, size_t *out_offset) {
  const uintptr_t at = (uintptr_t)block;
  const uintptr_t base = (uintptr_t)arena.base;
  if (!base || at < base || at - base >= (size_t)arena.chunks * CHUNK)
    return false;
  *out_offset = at - base;
  return true;
}

bool qn_cpu_small_free(void *block) {
  size_t offset;
  qn_mutex_lock(&arena.mutex);
  const bool found = find(block, &offset);
  if (found) {
    stock *s = &arena.stocks[arena.classes[offset / CHUNK]];
    s->units[s->count++] = (uint32_t)(offset / UNIT);
  }
  qn_mutex_unlock(&arena.mutex);
  return found;
}

bool qn_cpu_small_find(const void *block, int *out_fd, size_t *out_offset) {
  qn_mutex_lock(&arena.mutex);
  const bool found = find(block, out_offset);
  *out_fd = arena.fd;
  qn_mutex_unlock(&arena.mutex);
  return found;
}
