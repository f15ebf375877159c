// SPDX-License-Identifier: Apache-2.0
// Device memory of a checked process: blocks in one reservation, with red zones
// between them. Addresses are used again only once the reservation is used up,
// the oldest freed ones first, several together where none is large enough.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/system/thread.h"
#include "runtime/check/check.h"

enum {
  ALIGNMENT = 512,
  PAGE = 4096,      // what the host's advice and prefetches are of
  ZONE = 512,       // bytes between blocks, at least
  DEAD = 0x80,      // a mark
  KEEP = 256 << 20, // bytes of freed blocks whose contents are kept
};

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_check_block **blocks; // by address
static size_t count, capacity;
static uint64_t used; // bytes of the reservation
uint64_t qn_check_heap_limit = QN_CPU_CHECK_HEAP_SIZE - ZONE;
static uint32_t numbers;
static size_t kept;             // bytes of freed blocks
static uint64_t living;         // bytes
static uint8_t *marks;          // one for 8 bytes, where code that checks looks
uint8_t *qn_check_written_bits; // one for each byte
static enum { NOT_TRIED, RESERVED, FAILED } reserved;

// Memory that is not of the heap.
typedef struct known {
  uintptr_t begin;
  size_t size;
  qn_check_known kind;
} known;
static known *others;
static size_t other_count, other_capacity;

static void *map_at(uint64_t address, size_t size) {
  void *wanted = (void *)(uintptr_t)address;
  void *got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                       (wanted ? MAP_FIXED_NOREPLACE : 0),
                   -1, 0);
  return got == MAP_FAILED || (wanted && got != wanted) ? NULL : got;
}

static bool reserve(void) {
  if (reserved != NOT_TRIED)
    return reserved == RESERVED;
  qn_check_written_bits =
      map_at(QN_CPU_CHECK_WRITTEN, QN_CPU_CHECK_HEAP_SIZE / 8);
  marks = map_at(QN_CPU_CHECK_MARKS, QN_CPU_CHECK_HEAP_SIZE / 8);
  reserved = qn_check_written_bits && marks &&
                     map_at(QN_CPU_CHECK_HEAP, QN_CPU_CHECK_HEAP_SIZE)
                 ? RESERVED
                 : FAILED;
  if (reserved == FAILED)
    fprintf(stderr, "quern: check: the system does not give the addresses that "
                    "checks need; a limit of virtual memory (ulimit -v) may be "
                    "too low\n");
  return reserved == RESERVED;
}

void qn_check_reserve(void) { (void)reserve(); }

// The number of blocks that begin at or before an address.
static size_t behind(uintptr_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (blocks[middle]->slot <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool insert(qn_check_block *block) {
  if (count == capacity) {
    const size_t grown = capacity * 2 + 64;
    qn_check_block **more = qn_realloc(blocks, grown * sizeof(*more));
    if (!more)
      return false;
    blocks = more;
    capacity = grown;
  }
  const size_t at = behind(block->slot);
  memmove(blocks + at + 1, blocks + at, (count - at) * sizeof(*blocks));
  blocks[at] = block;
  ++count;
  return true;
}

static void mark(uintptr_t begin, size_t size, bool live) {
  uint8_t *first = marks + ((begin - QN_CPU_CHECK_HEAP) >> 3);
  memset(first, live ? 8 : DEAD, size / 8);
  if (size % 8)
    first[size / 8] = live ? (uint8_t)(size % 8) : DEAD;
}

// A freed block whose addresses are large enough; NULL: none.
static qn_check_block *take_dead(size_t slot_size) {
  qn_check_block *best = NULL;
  for (size_t i = 0; i < count; ++i)
    if (!blocks[i]->live && blocks[i]->slot_size >= slot_size &&
        (!best || blocks[i]->number < best->number))
      best = blocks[i];
  return best;
}

// Bytes of the freed blocks from number `at` on, one behind another, and of
// what nobody had if the last block is one of them; `*out_end` is behind them.
static uint64_t room_from(size_t at, size_t *out_end) {
  uint64_t room = 0;
  for (; at < count && !blocks[at]->live; ++at)
    room += blocks[at]->slot_size;
  *out_end = at;
  if (at == count && used < qn_check_heap_limit)
    room += qn_check_heap_limit - used;
  return room;
}

// Makes one of the freed blocks from `first` to before `end`.
static qn_check_block *join(size_t first, size_t end, size_t slot_size) {
  size_t size = 0;
  for (size_t i = first; i < end; ++i) {
    size += blocks[i]->slot_size;
    if (i > first)
      qn_free(blocks[i]);
  }
  if (size < slot_size) {
    used += slot_size - size;
    size = slot_size;
  }
  memmove(blocks + first + 1, blocks + end, (count - end) * sizeof(*blocks));
  count -= end - first - 1;
  blocks[first]->slot_size = size;
  return blocks[first];
}

// Freed blocks that are large enough together; NULL: none.
static qn_check_block *take_joined(size_t slot_size) {
  for (size_t at = 0, end; at < count; at = end + 1)
    if (room_from(at, &end) >= slot_size && end > at)
      return join(at, end, slot_size);
  return NULL;
}

static qn_check_block *make_block(size_t slot_size) {
  if (used + slot_size > qn_check_heap_limit) {
    qn_check_block *dead = take_dead(slot_size);
    return dead ? dead : take_joined(slot_size);
  }
  qn_check_block *block = qn_alloc_array(1, sizeof(*block));
  if (!block)
    return NULL;
  block->slot = (uintptr_t)(QN_CPU_CHECK_HEAP + used);
  block->slot_size = slot_size;
  if (!insert(block)) {
    qn_free(block);
    return NULL;
  }
  used += slot_size;
  return block;
}

static const char *name_of(qn_memory_kind kind, bool in_kernel) {
  return in_kernel                   ? "memory of malloc in a kernel"
         : kind == QN_MEMORY_HOST    ? "pinned memory"
         : kind == QN_MEMORY_MANAGED ? "managed memory"
         : kind == QN_MEMORY_ARRAY   ? "an array"
                                     : "device memory";
}

// `how` has what is known of it besides its place.
static void *allocate(const qn_check_block *how, size_t size) {
  // Larger blocks begin with pages, as they do without checks.
  const size_t alignment =
      how->kind == QN_MEMORY_MANAGED || size >= PAGE ? PAGE : ALIGNMENT;
  const size_t slot = (size_t)qn_align_up(size + ZONE, ALIGNMENT) + ZONE +
                      (alignment - ALIGNMENT);
  void *address = NULL;
  qn_mutex_lock(&mutex);
  qn_check_block *block =
      reserve() && size < QN_CPU_CHECK_HEAP_SIZE ? make_block(slot) : NULL;
  if (block) {
    block->begin = (uintptr_t)qn_align_up(block->slot + ZONE, alignment);
    block->size = size;
    block->number = ++numbers;
    block->kind = how->kind;
    block->in_kernel = how->in_kernel;
    block->live = true;
    block->idle = false;
    block->device = how->device;
    block->what = name_of(how->kind, how->in_kernel);
    block->made = how->made;
    block->op = how->op;
    block->code = how->code;
    block->freed = 0;
    block->made_by = block->freed_by = 0;
    living += size;
    mark(block->begin, size, true);
    const uintptr_t at = block->begin - QN_CPU_CHECK_HEAP;
    memset(qn_check_written_bits + at / 8,
           qn_check_on(QN_CPU_CHECK_INIT) ? 0 : 0xff, size / 8 + 1);
    address = (void *)block->begin;
  }
  qn_mutex_unlock(&mutex);
  return address;
}

void *qn_check_allocate(qn_memory_kind kind, size_t size, unsigned device) {
  const qn_check_block how = {.kind = kind,
                              .device = device,
                              .made = qn_check_ours ? 0 : qn_check_here()};
  void *block = allocate(&how, size);
  // Only what device memory holds is in doubt; the host writes the rest itself.
  if (block && kind != QN_MEMORY_DEVICE)
    qn_check_written((uintptr_t)block, size, true);
  return block;
}

void *qn_check_allocate_in_kernel(size_t size, uint32_t op, uintptr_t code) {
  const qn_check_block how = {.in_kernel = true, .op = op, .code = code};
  return allocate(&how, size);
}

// With the mutex held. Contents of the oldest freed blocks go first.
static void drop_contents(void) {
  for (size_t i = 0; i < count && kept > KEEP; ++i) {
    qn_check_block *b = blocks[i];
    if (b->live || b->size < PAGE)
      continue;
    const uintptr_t first = (b->begin + PAGE - 1) / PAGE * PAGE;
    const uintptr_t last = (b->begin + b->size) / PAGE * PAGE;
    if (last > first)
      (void)madvise((void *)first, last - first, MADV_DONTNEED);
  }
  kept = kept > KEEP ? 0 : kept;
}

static qn_check_block *block_at(uintptr_t address) {
  const size_t at = behind(address);
  return at ? blocks[at - 1] : NULL;
}

static bool release(void *address, qn_check_site site, uint32_t op) {
  const uintptr_t at = (uintptr_t)address;
  if (!qn_check_in_heap(at))
    return false;
  qn_mutex_lock(&mutex);
  qn_check_block *b = block_at(at);
  const bool found = b && b->live && b->begin == at;
  if (found) {
    b->live = false;
    b->freed = site;
    b->freed_by = op;
    mark(b->begin, b->size, false);
    kept += b->size;
    living -= b->size;
    drop_contents();
  }
  qn_mutex_unlock(&mutex);
  return found;
}

bool qn_check_release(void *address) {
  return release(address, qn_check_here(), 0);
}

bool qn_check_release_by(void *address, uint32_t op) {
  const qn_check_op *by = qn_check_op_at(op);
  return release(address, by ? by->at : 0, op);
}

void qn_check_pooled(const void *address, bool in_use) {
  const qn_check_site site = qn_check_here();
  qn_mutex_lock(&mutex);
  qn_check_block *b = block_at((uintptr_t)address);
  if (b && b->begin == (uintptr_t)address) {
    b->idle = !in_use;
    b->made = in_use ? site : b->made;
    b->freed = in_use ? 0 : site;
  }
  qn_mutex_unlock(&mutex);
}

// ---- Blocks that operations made, which are few

static uintptr_t *made; // where they begin
static size_t made_count, made_capacity;

// With the mutex held. Those that are dead go first.
static void add_made(uintptr_t begin) {
  if (made_count == made_capacity) {
    size_t living_count = 0;
    for (size_t i = 0; i < made_count; ++i) {
      const qn_check_block *b = block_at(made[i]);
      if (b && b->live && b->made_by)
        made[living_count++] = made[i];
    }
    made_count = living_count;
  }
  if (made_count == made_capacity) {
    const size_t grown = made_capacity * 2 + 64;
    uintptr_t *more = qn_realloc(made, grown * sizeof(*more));
    if (!more)
      return;
    made = more;
    made_capacity = grown;
  }
  made[made_count++] = begin;
}

void qn_check_made_by(const void *address, uint32_t op) {
  qn_mutex_lock(&mutex);
  qn_check_block *b = block_at((uintptr_t)address);
  if (b && b->begin == (uintptr_t)address && op) {
    b->made_by = op;
    add_made(b->begin);
  }
  qn_mutex_unlock(&mutex);
}

void qn_check_each_made(bool (*visit)(void *user, const qn_check_block *block),
                        void *user) {
  bool more = true;
  for (size_t i = 0; more; ++i) {
    qn_check_block copy = {0};
    qn_mutex_lock(&mutex);
    more = i < made_count;
    const qn_check_block *b = more ? block_at(made[i]) : NULL;
    if (b)
      copy = *b;
    qn_mutex_unlock(&mutex);
    if (copy.live && copy.made_by)
      more = visit(user, &copy);
  }
}

uint64_t qn_check_live_bytes(void) {
  qn_mutex_lock(&mutex);
  const uint64_t bytes = living;
  qn_mutex_unlock(&mutex);
  return bytes;
}

uint64_t qn_check_largest(void) {
  const uint64_t around = 2 * ZONE + PAGE + ALIGNMENT;
  qn_mutex_lock(&mutex);
  uint64_t most = 0;
  for (size_t at = 0, end; at <= count; at = end + 1) {
    const uint64_t room = room_from(at, &end);
    most = room > most ? room : most;
  }
  qn_mutex_unlock(&mutex);
  return most > around ? most - around : 0;
}

bool qn_check_find(uintptr_t address, qn_check_block *out) {
  if (!qn_check_in_heap(address))
    return false;
  qn_mutex_lock(&mutex);
  const size_t at = behind(address);
  qn_check_block *b = at ? blocks[at - 1] : NULL;
  // In the zones between two blocks the nearer one counts.
  if (b && at < count && address >= b->begin + b->size &&
      blocks[at]->begin - address < address - (b->begin + b->size))
    b = blocks[at];
  if (b)
    *out = *b;
  qn_mutex_unlock(&mutex);
  return b != NULL;
}

void qn_check_slot(uintptr_t address, uintptr_t *out_begin,
                   uint64_t *out_size) {
  qn_mutex_lock(&mutex);
  const qn_check_block *b =
      qn_check_in_heap(address) ? block_at(address) : NULL;
  const bool found = b && address - b->slot < b->slot_size;
  *out_begin = found ? b->slot : 0;
  *out_size = found ? b->slot_size : 0;
  qn_mutex_unlock(&mutex);
}

bool qn_check_is_good(uintptr_t address, size_t size) {
  uint64_t at = address - QN_CPU_CHECK_HEAP;
  if (!marks || at >= QN_CPU_CHECK_HEAP_SIZE ||
      size > QN_CPU_CHECK_HEAP_SIZE - at)
    return false;
  const uint64_t end = at + size;
  for (; at < end; at = (at | 7) + 1) {
    const uint8_t m = marks[at >> 3];
    const uint64_t stop = (at | 7) + 1 < end ? 8 : ((end - 1) & 7) + 1;
    if (m > 8 || stop > m)
      return false;
  }
  return true;
}

void qn_check_each_block(void (*visit)(const qn_check_block *block)) {
  qn_mutex_lock(&mutex);
  const size_t total = count;
  qn_mutex_unlock(&mutex);
  for (size_t i = 0; i < total; ++i) {
    qn_mutex_lock(&mutex);
    const qn_check_block b = *blocks[i];
    qn_mutex_unlock(&mutex);
    if (b.live)
      visit(&b);
  }
}

// ---- What was written

void qn_check_written(uintptr_t address, size_t size, bool is_written) {
  uint64_t at = address - QN_CPU_CHECK_HEAP;
  if (!qn_check_in_heap(address))
    return;
  while (size) {
    const unsigned bit = at & 7;
    const size_t bits = size < 8 - bit ? size : 8 - bit;
    const uint8_t mask = (uint8_t)(((1u << bits) - 1) << bit);
    if (!bit && size >= 64 && is_written) {
      const size_t bytes = size / 8;
      memset(qn_check_written_bits + at / 8, 0xff, bytes);
      at += bytes * 8;
      size -= bytes * 8;
      continue;
    }
    if (is_written)
      __atomic_fetch_or(&qn_check_written_bits[at / 8], mask, __ATOMIC_RELAXED);
    else
      __atomic_fetch_and(&qn_check_written_bits[at / 8], (uint8_t)~mask,
                         __ATOMIC_RELAXED);
    at += bits;
    size -= bits;
  }
}

size_t qn_check_missing(uintptr_t address, size_t size) {
  const uint64_t at = address - QN_CPU_CHECK_HEAP;
  size_t missing = 0;
  if (!qn_check_in_heap(address))
    return 0;
  for (size_t i = 0; i < size; ++i)
    missing += !(qn_check_written_bits[(at + i) / 8] >> ((at + i) & 7) & 1);
  return missing;
}

// ---- Other memory

void qn_check_know(const void *address, size_t size, qn_check_known kind) {
  qn_mutex_lock(&mutex);
  if (other_count == other_capacity) {
    const size_t grown = other_capacity * 2 + 16;
    known *more = qn_realloc(others, grown * sizeof(*more));
    if (more) {
      others = more;
      other_capacity = grown;
    }
  }
  if (other_count < other_capacity)
    others[other_count++] = (known){(uintptr_t)address, size, kind};
  qn_mutex_unlock(&mutex);
}

void qn_check_forget(const void *address) {
  qn_mutex_lock(&mutex);
  for (size_t i = other_count; i-- > 0;)
    if (others[i].begin == (uintptr_t)address) {
      others[i] = others[--other_count];
      break;
    }
  qn_mutex_unlock(&mutex);
}

void qn_check_each_known(void (*visit)(void *user, const void *address,
                                       size_t size, qn_check_known kind),
                         void *user) {
  qn_mutex_lock(&mutex);
  for (size_t i = 0; i < other_count; ++i)
    visit(user, (const void *)others[i].begin, others[i].size, others[i].kind);
  qn_mutex_unlock(&mutex);
}

bool qn_check_is_known(uintptr_t address, size_t size) {
  bool found = false;
  qn_mutex_lock(&mutex);
  for (size_t i = 0; i < other_count && !found; ++i)
    found = address >= others[i].begin &&
            address - others[i].begin < others[i].size &&
            size <= others[i].size - (address - others[i].begin);
  qn_mutex_unlock(&mutex);
  return found;
}

// ---- Memory of running groups

enum { SCRATCH_MAX = 1024 };
static struct scratch {
  uintptr_t begin;
  size_t size;
  bool stacks;
} scratch[SCRATCH_MAX];
static size_t scratch_count;

void qn_check_scratch(const void *address, size_t size, bool stacks) {
  qn_mutex_lock(&mutex);
  if (scratch_count < SCRATCH_MAX)
    scratch[scratch_count++] =
        (struct scratch){(uintptr_t)address, size, stacks};
  qn_mutex_unlock(&mutex);
}

void qn_check_no_scratch(const void *address) {
  qn_mutex_lock(&mutex);
  for (size_t i = scratch_count; i-- > 0;)
    if (scratch[i].begin == (uintptr_t)address)
      scratch[i] = scratch[--scratch_count];
  qn_mutex_unlock(&mutex);
}

const char *qn_check_scratch_at(uintptr_t address) {
  const char *found = NULL;
  qn_mutex_lock(&mutex);
  for (size_t i = 0; i < scratch_count && !found; ++i)
    if (address - scratch[i].begin < scratch[i].size)
      found = scratch[i].stacks ? "local memory" : "shared memory";
  qn_mutex_unlock(&mutex);
  return found;
}

void qn_check_describe(const qn_check_block *b, char *text, size_t size) {
  snprintf(text, size, "%s of %zu byte%s (allocation %u)", b->what, b->size,
           b->size == 1 ? "" : "s", b->number);
}
