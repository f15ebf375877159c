// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/notes.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "quern/cpu_notes.h"

// A launch in packets, by the numbers of its work-items.
typedef struct launch {
  uint32_t first, op;
  uint32_t items;  // of a block
  uint32_t phases; // the first number of those of groups with barriers
  uint32_t groups; // where these begin in the list of all
  bool warps;      // operations of warps are noted
} launch;

// Launches in packets hold it alone, all else that is kept together.
static pthread_rwlock_t running = PTHREAD_RWLOCK_INITIALIZER;
static launch *launches; // changed with the lock held alone
static uint32_t launch_count, launch_capacity;
static uint32_t next_number = QN_CPU_NUMBER_STEP; // 0: nobody's
static const qn_check_run *running_run;           // in packets; NULL: none
static uint32_t latest;        // operation that has kept anything
static uint32_t latest_launch; // in packets, of those
// Of launches with barriers, in their order; what is used of it takes memory.
static qn_cpu_numbered_group *groups;
static uint32_t group_count;
enum { GROUPS_MAX = 1 << 30 };

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
  launch_count = group_count = 0;
  next_number = QN_CPU_NUMBER_STEP;
  return madvise((void *)(uintptr_t)QN_CPU_CHECK_NOTES, QN_CPU_CHECK_NOTES_SIZE,
                 MADV_DONTNEED) == 0;
}

static void *map_at(void *wanted, size_t size) {
  void *got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                       (wanted ? MAP_FIXED_NOREPLACE : 0),
                   -1, 0);
  return got == MAP_FAILED || (wanted && got != wanted) ? NULL : got;
}

// The addresses that images know, once. Of a row of lanes those that are not
// active may lie before the heap: they are read, and written as they were, in
// front of an array.
static bool reserve(void) {
  static enum { NOT_TRIED, RESERVED, FAILED } state;
  if (state == NOT_TRIED) {
    groups = map_at(NULL, GROUPS_MAX * sizeof(*groups));
    state = groups && map_at((void *)(uintptr_t)QN_CPU_CHECK_NOTES,
                             QN_CPU_CHECK_NOTES_SIZE)
                ? RESERVED
                : FAILED;
  }
  return state == RESERVED;
}

static bool add_launch(qn_check_run *run, uint64_t items, uint32_t per_block) {
  // As much again, and more, is left for phases.
  const uint64_t blocks = items / per_block;
  if (items > UINT32_MAX / 4 / QN_CPU_NUMBER_STEP || blocks > GROUPS_MAX / 2)
    return false;
  if ((next_number > UINT32_MAX / 2 || blocks > GROUPS_MAX - group_count) &&
      !start_over())
    return false;
  if (launch_count == launch_capacity) {
    const uint32_t more = launch_capacity * 2 + 64;
    launch *grown = qn_realloc(launches, more * sizeof(*grown));
    if (!grown)
      return false;
    launches = grown;
    launch_capacity = more;
  }
  run->seen.first = next_number;
  run->seen.next = next_number + QN_CPU_NUMBER_STEP * (uint32_t)items;
  run->seen.groups = groups;
  run->seen.group_count = group_count;
  launches[launch_count++] = (launch){.first = next_number,
                                      .op = run->seen.op,
                                      .items = per_block,
                                      .phases = run->seen.next,
                                      .groups = group_count};
  return true;
}

static uint64_t volume(const uint32_t size[3]) {
  return (uint64_t)size[0] * size[1] * size[2];
}

static void begin(const qn_check_run *run) {
  running_run = run;
  if (latest_launch < run->seen.op)
    latest_launch = run->seen.op;
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
    if (run->in_packets)
      begin(run);
    else
      pthread_rwlock_unlock(&running);
  }
  if (!run->in_packets) {
    qn_check_notes_share();
    // Images do not know the notes: the host looks at all.
    if (latest_launch > run->seen.all_before)
      run->seen.released = 1;
  }
  qn_check_noted(run->seen.op);
  return run->in_packets;
}

void qn_check_run_leave(qn_check_run *run) {
  if (run->in_packets) {
    next_number = run->seen.next;
    group_count = run->seen.group_count;
    launches[launch_count - 1].warps = run->seen.warps != 0;
    running_run = NULL;
  }
  if (run->entered)
    qn_check_notes_leave();
  run->entered = false;
}

// ---- Notes

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

// The group that has a number, of a launch with barriers.
static const qn_cpu_numbered_group *group_of(const launch *l, uint32_t number) {
  const bool is_last = l + 1 == launches + launch_count;
  uint32_t low = l->groups;
  uint32_t high = !is_last      ? l[1].groups
                  : running_run ? running_run->seen.group_count
                                : group_count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (groups[middle].first <= number)
      low = middle;
    else
      high = middle;
  }
  return &groups[low];
}

// Whose number it is.
static qn_cpu_check_slot place_of(const launch *l, uint32_t number) {
  const bool phased = number >= l->phases;
  const qn_cpu_numbered_group *g = phased ? group_of(l, number) : NULL;
  const uint32_t index =
      (number - (g ? g->first : l->first)) / QN_CPU_NUMBER_STEP;
  return (qn_cpu_check_slot){
      .op = l->op,
      .block = g ? g->number : index / l->items,
      .item = (uint16_t)(index % l->items),
      .epoch = (uint16_t)(g ? index / l->items : 0),
  };
}

static bool has_warps(const launch *l) {
  return l == launches + launch_count - 1 && running_run
             ? running_run->seen.warps != 0
             : l->warps;
}

static bool is_same(const qn_cpu_check_slot *a, const qn_cpu_check_slot *b) {
  return a->op == b->op && a->block == b->block && a->item == b->item;
}

// Who accessed some of these bytes, but not `now` if there is another one; 0:
// nobody.
static uint32_t number_beside(const qn_cpu_notes *n, unsigned which,
                              const qn_cpu_check_slot *now) {
  uint32_t any = 0;
  for (unsigned byte = 0; byte < QN_CPU_CHECK_GRANULE; ++byte) {
    const uint32_t number =
        now->mask >> byte & 1 ? qn_cpu_number_of_byte(n, which, byte) : 0;
    const launch *l = number && number != any ? launch_of(number) : NULL;
    const qn_cpu_check_slot place = l ? place_of(l, number) : *now;
    if (l && !is_same(&place, now))
      return number;
    any = l ? number : any;
  }
  return any;
}

static qn_cpu_check_slot slot_of(const qn_cpu_notes *n, unsigned which,
                                 unsigned how, const qn_cpu_check_slot *now) {
  const uint32_t number = number_beside(n, which, now);
  const launch *l = number ? launch_of(number) : NULL;
  if (!l)
    return (qn_cpu_check_slot){0};
  qn_cpu_check_slot slot = place_of(l, number);
  slot.code = *qn_cpu_note_word(n, which + QN_CPU_NOTE_CODE_OF);
  if (has_warps(l))
    slot.warp_epoch =
        (uint16_t)*qn_cpu_note_word(n, which + QN_CPU_NOTE_EPOCH_OF);
  slot.how = (uint8_t)how;
  for (unsigned byte = 0; byte < QN_CPU_CHECK_GRANULE; ++byte)
    if (qn_cpu_number_of_byte(n, which, byte) == number)
      slot.mask |= (uint8_t)(1u << byte);
  return slot;
}

static void slots_of_pair(const qn_cpu_notes *n, unsigned which, unsigned how,
                          const qn_cpu_check_slot *now,
                          qn_cpu_check_slot *out_slots) {
  out_slots[0] = slot_of(n, which, how, now);
  out_slots[1] = *qn_cpu_note_word(n, which) & QN_CPU_NUMBER_ANOTHER
                     ? slot_of(n, which + QN_CPU_NOTE_NEXT, how, now)
                     : (qn_cpu_check_slot){0};
}

bool qn_check_notes_at(uintptr_t address, const qn_cpu_check_slot *now,
                       qn_check_notes *out) {
  const qn_cpu_notes n = qn_cpu_heap_notes(address);
  if (!launch_count)
    return false;
  out->write = slot_of(&n, QN_CPU_NOTE_WRITER, QN_CPU_ACCESS_WRITE, now);
  slots_of_pair(&n, QN_CPU_NOTE_READER, 0, now, out->reads);
  slots_of_pair(&n, QN_CPU_NOTE_ATOMIC,
                QN_CPU_ACCESS_WRITE | QN_CPU_ACCESS_BOTH | QN_CPU_ACCESS_ATOMIC,
                now, out->atomics);
  return true;
}

void qn_check_note(const qn_check_run *run, uintptr_t address,
                   const qn_cpu_check_slot *slot) {
  enum { LANES = QN_CPU_WARP_SIZE, STEP = QN_CPU_NUMBER_STEP };
  const launch *l = launch_of(run->seen.first);
  const bool phased = run->seen.group_count > l->groups;
  const uint32_t begin =
      phased ? groups[run->seen.group_count - 1].first : l->first;
  // Of the group that runs, the last numbers given are this phase's.
  const uint32_t phase = phased ? run->seen.next - STEP * l->items
                                : begin + STEP * slot->block * l->items;
  const qn_cpu_noter now = {.own = phase + STEP * slot->item,
                            .first = l->first,
                            .group = begin,
                            .phase = phased ? phase : begin,
                            .warp = phase + (uint32_t)STEP *
                                                (slot->item / LANES * LANES),
                            .epoch = slot->warp_epoch,
                            .warps = run->seen.warps,
                            .how = slot->how,
                            .bytes = slot->mask,
                            .code = slot->code};
  const qn_cpu_notes n = qn_cpu_heap_notes(address);
  qn_cpu_note(&now, &n);
}
