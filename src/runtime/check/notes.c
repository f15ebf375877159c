// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/notes.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"

// A launch in packets, by the numbers of its work-items.
typedef struct launch {
  uint32_t first, op;
  uint32_t items; // of a block
} launch;

// Launches in packets hold it alone, all else that is kept together.
static pthread_rwlock_t running = PTHREAD_RWLOCK_INITIALIZER;
static launch *launches; // changed with the lock held alone
static uint32_t launch_count, launch_capacity;
static uint32_t next_number = 2; // even; 0: nobody's
static uint32_t latest;          // operation that has kept anything

void qn_check_noted(uint32_t op) {
  uint32_t known = __atomic_load_n(&latest, __ATOMIC_RELAXED);
  while (known < op &&
         !__atomic_compare_exchange_n(&latest, &known, op, /*weak=*/true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

void qn_check_notes_share(void) { pthread_rwlock_rdlock(&running); }
void qn_check_notes_leave(void) { pthread_rwlock_unlock(&running); }

// ---- Launches

// Begins again with the first number: what was noted is forgotten.
static bool start_over(void) {
  launch_count = 0;
  next_number = 2;
  return madvise((void *)(uintptr_t)QN_CPU_CHECK_NOTES,
                 QN_CPU_NOTE_COUNT * QN_CPU_CHECK_HEAP_SIZE,
                 MADV_DONTNEED) == 0;
}

// The addresses that images know, once. Of a row of lanes those that are not
// active may lie before the heap, and are read for nothing.
static bool reserve(void) {
  enum { BEFORE = 1 << 20 };
  static enum { NOT_TRIED, RESERVED, FAILED } state;
  void *wanted = (void *)(uintptr_t)(QN_CPU_CHECK_NOTES - BEFORE);
  if (state == NOT_TRIED) {
    void *got =
        mmap(wanted, BEFORE + QN_CPU_NOTE_COUNT * QN_CPU_CHECK_HEAP_SIZE,
             PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    state = got == wanted ? RESERVED : FAILED;
  }
  return state == RESERVED;
}

static bool add_launch(qn_check_run *run, uint64_t items, uint32_t per_block) {
  if (items > (UINT32_MAX - next_number) / 2 &&
      (items > UINT32_MAX / 4 || !start_over()))
    return false;
  if (launch_count == launch_capacity) {
    const uint32_t more = launch_capacity * 2 + 64;
    launch *grown = qn_realloc(launches, more * sizeof(*grown));
    if (!grown)
      return false;
    launches = grown;
    launch_capacity = more;
  }
  launches[launch_count++] =
      (launch){.first = next_number, .op = run->seen.op, .items = per_block};
  run->seen.first = next_number;
  next_number += 2 * (uint32_t)items;
  return true;
}

static uint64_t volume(const uint32_t size[3]) {
  return (uint64_t)size[0] * size[1] * size[2];
}

bool qn_check_run_enter(qn_check_run *run, const uint32_t block[3],
                        bool in_packets) {
  const uint64_t items = volume(run->grid) * volume(block);
  run->entered = qn_check_on(QN_CPU_CHECK_RACE);
  if (!run->entered)
    return false;
  if (in_packets && !run->early && run->releases &&
      pthread_rwlock_trywrlock(&running) == 0) {
    // What is kept of others must be of no matter to this launch.
    run->in_packets =
        __atomic_load_n(&latest, __ATOMIC_RELAXED) <= run->seen.all_before &&
        reserve() && add_launch(run, items, (uint32_t)volume(block));
    if (!run->in_packets)
      pthread_rwlock_unlock(&running);
  }
  if (!run->in_packets) {
    qn_check_notes_share();
    // Images do not know the notes: the host looks at all.
    if (launch_count && launches[launch_count - 1].op > run->seen.all_before)
      run->seen.released = 1;
  }
  qn_check_noted(run->seen.op);
  return run->in_packets;
}

void qn_check_run_leave(qn_check_run *run) {
  if (run->entered)
    qn_check_notes_leave();
  run->entered = false;
}

// ---- Notes

static uint32_t *note_at(uintptr_t address, unsigned which) {
  return (uint32_t *)(uintptr_t)(QN_CPU_CHECK_NOTE(which) +
                                 (address / QN_CPU_CHECK_GRANULE *
                                      QN_CPU_CHECK_GRANULE -
                                  QN_CPU_CHECK_HEAP));
}

static const launch *launch_of(uint32_t number) {
  uint32_t low = 0, high = launch_count;
  if (high && launches[high - 1].first <= number)
    return &launches[high - 1];
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (launches[middle].first <= number)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &launches[low - 1] : NULL;
}

// The number is followed by the array of its places in the code.
static qn_cpu_check_slot slot_of(uintptr_t address, unsigned which,
                                 uint8_t how) {
  enum { WHOLE = 15 };
  const uint32_t number = *note_at(address, which);
  const launch *l = number ? launch_of(number) : NULL;
  if (!l)
    return (qn_cpu_check_slot){0};
  const uint32_t index = (number - l->first) / 2;
  return (qn_cpu_check_slot){.op = l->op,
                             .block = index / l->items,
                             .code = *note_at(address, which + 1),
                             .item = (uint16_t)(index % l->items),
                             .how = how,
                             .mask = WHOLE};
}

bool qn_check_notes_at(uintptr_t address, qn_check_notes *out) {
  if (!launch_count)
    return false;
  out->write = slot_of(address, QN_CPU_NOTE_WRITER, QN_CPU_ACCESS_WRITE);
  out->reads[0] = slot_of(address, QN_CPU_NOTE_READER, 0);
  out->reads[1] = *note_at(address, QN_CPU_NOTE_READER) & 1
                      ? slot_of(address, QN_CPU_NOTE_OTHER, 0)
                      : (qn_cpu_check_slot){0};
  return true;
}

static void put(uintptr_t address, unsigned which, uint32_t number,
                uint32_t code) {
  *note_at(address, which) = number;
  *note_at(address, which + 1) = code;
}

void qn_check_note(const qn_check_run *run, uintptr_t address,
                   const qn_cpu_check_slot *now) {
  const uint32_t first = run->seen.first;
  const launch *l = launch_of(first);
  const uint32_t own = first + 2 * (now->block * l->items + now->item);
  uint32_t *reader = note_at(address, QN_CPU_NOTE_READER);
  if (now->how & QN_CPU_ACCESS_WRITE) {
    put(address, QN_CPU_NOTE_WRITER, own, now->code);
  } else if (*reader < first) {
    put(address, QN_CPU_NOTE_READER, own, now->code);
  } else if (*reader != own && !(*reader & 1)) {
    put(address, QN_CPU_NOTE_OTHER, own, now->code);
    *reader |= 1;
  }
}
