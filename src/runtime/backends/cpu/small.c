// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/small.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/thread.h"

// All blocks have room for the largest: GPUs' have a page, and kernels of
// libraries write beyond less (rocPRIM's merge 504 bytes beyond 8). They begin
// at different offsets in pages, as cpu.c's larger ones do.
enum {
  UNIT = 256, // bytes
  STEP = QN_CPU_SMALL_MAX / UNIT + 1,
  CHUNK = 1 << 20, // bytes that the arena grows by
  BLOCKS = CHUNK / UNIT / STEP,
  CHUNKS = 1 << 14,
};

// One file, mapped at addresses that were reserved for it.
static struct {
  qn_mutex mutex;
  bool failed;
  char *base; // NULL: not yet
  int fd;
  uint32_t chunks; // in use
  // Free blocks, by the number of their first unit.
  uint32_t *units;
  size_t count, capacity;
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

// Room for all blocks, so that freeing cannot fail.
static bool reserve(size_t capacity) {
  if (arena.capacity >= capacity)
    return true;
  const size_t more = capacity + arena.capacity;
  uint32_t *grown = qn_realloc(arena.units, more * sizeof(*grown));
  if (!grown)
    return false;
  arena.units = grown;
  arena.capacity = more;
  return true;
}

static bool add_chunk(void) {
  const size_t offset = (size_t)arena.chunks * CHUNK;
  if (arena.chunks == CHUNKS || !reserve(((size_t)arena.chunks + 1) * BLOCKS) ||
      ftruncate(arena.fd, (off_t)(offset + CHUNK)) != 0 ||
      mmap(arena.base + offset, CHUNK, PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_FIXED, arena.fd, (off_t)offset) == MAP_FAILED)
    return false;
  ++arena.chunks;
  for (uint32_t i = BLOCKS; i-- > 0;)
    arena.units[arena.count++] = (uint32_t)(offset / UNIT) + i * STEP;
  return true;
}

void *qn_cpu_small_allocate(size_t size) {
  void *block = NULL;
  if (!size || size > QN_CPU_SMALL_MAX)
    return NULL;
  qn_mutex_lock(&arena.mutex);
  if (open_arena() && (arena.count || add_chunk()))
    block = arena.base + (size_t)arena.units[--arena.count] * UNIT;
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
  if (found)
    arena.units[arena.count++] = (uint32_t)(offset / UNIT);
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
