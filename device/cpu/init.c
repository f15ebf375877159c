// SPDX-License-Identifier: Apache-2.0
// What memory holds that nobody wrote, and where it goes (quern cc
// --check=init): of device memory by the bits of QN_CPU_CHECK_WRITTEN, of
// shared memory by check.c's cells or, in packets, by a byte for each of its
// bytes. Local arrays have a shadow that the compiler reads and writes, as they
// have in registers.
//
// Lanes of a packet are looked at one after another where not all is written,
// each by a context of its own (qn_cpu_check_lane): what they have read so is
// kept by the runner, as packets have no stacks of their items.
#include "check.h"
#include "marks.h"

#define CODE() ((uintptr_t)__builtin_return_address(0))

// ---- Shared memory of packets

static int is_in_shared(const qn_item *item, const char *address,
                        uint64_t size) {
  const runner *r = qn_cpu_packets_of(item);
  const uint64_t at = (uintptr_t)address - (uintptr_t)item->shared;
  return r && item->shared && at < r->written_size &&
         size <= r->written_size - at;
}

static uint8_t *written_at(const qn_item *item, const char *address) {
  return (uint8_t *)((uintptr_t)address + item->runner->written_at);
}

uint64_t qn_cpu_write_shared(const qn_item *item, const char *address,
                             uint64_t size) {
  uint64_t missing = 0;
  if (!is_in_shared(item, address, size))
    return 0;
  uint8_t *marks = written_at(item, address);
  for (uint64_t i = 0; i < size; ++i) {
    missing += !marks[i];
    marks[i] = 1;
  }
  return missing;
}

// A group begins, whose shared memory nobody wrote. Of one that repeats what
// another did all that it will read will be written: it is marked so from the
// start, so that only what is then forgotten is to be seen.
QN_DEVICE void qn_cpu_check_fresh(qn_item *item, uint32_t alike) {
  enum { WORD = sizeof(uint64_t) };
  runner *r = item->runner;
  const qn_cpu_services *services = item->launch->services;
  const uint64_t words = (r->checked_size + WORD - 1) / WORD;
  if (!r->written && words) {
    r->written = services->allocate(services->user,
                                    words * WORD + 2 * (size_t)QN_SHARED_ROOM);
    if (!r->written)
      qn_cpu_fail(item, "no memory to watch shared memory with");
  }
  r->phase = 0;
  r->written_size = r->checked_size;
  if (!words)
    return;
  uint8_t *marks = r->written + QN_SHARED_ROOM;
  r->written_at = (uintptr_t)marks - (uintptr_t)item->shared;
  qn_cpu_begin_repeats(&r->writes, alike);
  if (r->writes.now && r->all_written)
    return;
  const uint64_t mark = r->writes.now ? UINT64_C(0x0101010101010101) : 0;
  for (uint64_t i = 0; i < words; ++i)
    ((uint64_t *)(void *)marks)[i] = mark;
  r->all_written = r->writes.now != 0;
}

// ---- Rows of device memory

static void mark_bits(uint64_t at, uint64_t end) {
  uint8_t *bits = (uint8_t *)(uintptr_t)QN_CPU_CHECK_WRITTEN;
  for (uint64_t next; at < end; at = next) {
    next = (at | 7) + 1;
    const uint64_t stop = next < end ? 8 : ((end - 1) & 7) + 1;
    const uint8_t mask = (uint8_t)((1u << stop) - (1u << (at & 7)));
    // Other bits of the byte may be another thread's.
    if (mask == 0xff)
      bits[at >> 3] = mask;
    else
      __atomic_fetch_or(&bits[at >> 3], mask, __ATOMIC_RELAXED);
  }
}

// Notes that all of a row is written, if it is plainly memory of allocations;
// else returns 0.
QN_DEVICE uint32_t qn_cpu_check_row(const char *address, uint64_t size,
                                    uint32_t how) {
  const uint8_t *marks = (const uint8_t *)(uintptr_t)QN_CPU_CHECK_MARKS;
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  if (sizeof(void *) != 8 || at >= QN_CPU_CHECK_HEAP_SIZE ||
      size > QN_CPU_CHECK_HEAP_SIZE - at ||
      !qn_cpu_is_aligned((uintptr_t)address, how))
    return 0;
  for (uint64_t granule = at >> 3; granule <= (at + size - 1) >> 3; ++granule)
    if (marks[granule] != 8)
      return 0;
  mark_bits(at, at + size);
  return 1;
}

// ---- Moves

// Whether bytes are of shared memory whose writes check.c notes.
static int is_of_cells(const qn_item *item, const char *address,
                       uint64_t size) {
  const group *g = item->group;
  return g && item->shared && address >= item->shared &&
         address + size <= item->shared + g->checked_size;
}

// How much of some bytes is known not to be written: a bit each, of 8 at most.
static uint32_t missing_at(qn_item *item, const char *address, uint32_t size,
                           const uint8_t *shadow) {
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  const uint64_t offset = (uintptr_t)address - (uintptr_t)item->shared;
  uint32_t missing = 0;
  if (shadow) {
    for (uint32_t i = 0; i < size; ++i)
      missing |= (uint32_t)(shadow[i] == 0xff) << i;
  } else if (is_in_shared(item, address, size)) {
    const uint8_t *marks = written_at(item, address);
    for (uint32_t i = 0; i < size; ++i)
      missing |= (uint32_t)!marks[i] << i;
    item->runner->writes.amiss |= missing != 0;
  } else if (is_of_cells(item, address, size)) {
    for (uint32_t i = 0; i < size; ++i)
      missing |= (uint32_t)!qn_cpu_is_cell_written(item, offset + i) << i;
  } else if (sizeof(void *) == 8 && at < QN_CPU_CHECK_HEAP_SIZE - 8 &&
             !qn_cpu_is_written((uintptr_t)address, size)) {
    for (uint32_t i = 0; i < size; ++i)
      missing |= (uint32_t)!qn_cpu_is_written((uintptr_t)address + i, 1) << i;
  }
  return missing;
}

static void forget_byte(qn_item *item, const char *address) {
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  if (is_of_cells(item, address, 1)) {
    qn_cpu_forget_cell(item, (uint64_t)(address - item->shared));
  } else if (is_in_shared(item, address, 1)) {
    item->runner->writes.amiss = 1;
    item->runner->writes.now = 0; // who writes sets the bytes again
    item->runner->all_written = 0;
    *written_at(item, address) = 0;
  } else if (sizeof(void *) == 8 && at < QN_CPU_CHECK_HEAP_SIZE) {
    uint8_t *bits = (uint8_t *)(uintptr_t)(QN_CPU_CHECK_WRITTEN + (at >> 3));
    __atomic_fetch_and(bits, (uint8_t)~(1u << (at & 7)), __ATOMIC_RELAXED);
  }
}

static void forget_at(qn_item *item, const char *address, uint32_t missing,
                      uint8_t *shadow) {
  for (uint32_t i = 0; missing >> i; ++i) {
    if (!(missing >> i & 1))
      continue;
    if (shadow)
      shadow[i] = 0xff;
    else
      forget_byte(item, address + i);
  }
}

QN_DEVICE void qn_cpu_check_move(qn_item *item, const char *from, void *to,
                                 uint64_t size, void *from_shadow,
                                 void *to_shadow) {
  const uint8_t *shadow = from_shadow;
  uint8_t *other = to_shadow;
  const char *place = to;
  if (!qn_cpu_checks_of(item))
    return;
  for (uint64_t at = 0; at < size; at += 8) {
    const uint32_t part = size - at < 8 ? (uint32_t)(size - at) : 8;
    const uint32_t missing =
        missing_at(item, from + at, part, shadow ? shadow + at : NULL);
    if (missing)
      forget_at(item, place + at, missing, other ? other + at : NULL);
  }
}

// ---- What is known of values

// Of a packet's lane, beside what items have on their stacks.
typedef struct lane_values {
  item_values values;
  uint32_t group;              // its number + 1; 0: none yet
  uint32_t phases[ITEM_READS]; // barriers that were passed when it read
  uint64_t times[ITEM_READS];  // in the order of all that follows
} lane_values;

// What a lane reported, and counts as written from then on.
typedef struct settled {
  uintptr_t address;
  uint64_t size, time;
  uint32_t group, linear, phase;
} settled;

enum { SETTLED = 64 }; // as many as a packet may have lanes
struct packet_values {
  uint64_t time, count;
  settled settled[SETTLED]; // the latest, by number modulo SETTLED
  lane_values lanes[];      // by their positions in the group
};

static struct packet_values *values_of_packets(qn_item *item) {
  runner *r = qn_cpu_packets_of(item);
  const qn_cpu_services *services = item->launch->services;
  if (!r || r->values)
    return r ? r->values : NULL;
  const uint32_t count = qn_group_items(item);
  struct packet_values *made = services->allocate(
      services->user, sizeof(*made) + count * sizeof(*made->lanes));
  if (!made)
    qn_cpu_fail(item, "no memory to follow values with");
  made->time = made->count = 0;
  for (uint32_t i = 0; i < count; ++i)
    made->lanes[i].group = 0;
  r->values = made;
  return made;
}

// NULL: the item's values are not kept by the runner.
static lane_values *lane_of(qn_item *item) {
  struct packet_values *all = item->values ? NULL : values_of_packets(item);
  lane_values *lane = all ? &all->lanes[item->linear] : NULL;
  const uint32_t group = qn_group_number(item) + 1;
  if (lane && lane->group != group) {
    lane->group = group;
    lane->values.count = 0;
  }
  return lane;
}

static item_values *values_of(qn_item *item) {
  lane_values *lane = lane_of(item);
  return lane ? &lane->values : item->values;
}

static void add_read(qn_item *item, const unwritten_read *r) {
  lane_values *lane = lane_of(item);
  item_values *v = lane ? &lane->values : item->values;
  const uint64_t place = v->count++ % ITEM_READS;
  v->reads[place] = *r;
  if (lane) {
    lane->times[place] = ++item->runner->values->time;
    lane->phases[place] = item->runner->phase;
  }
}

// Whether another lane has reported these bytes since: one by one it would have
// been before the item read them, and they would count as written.
static int is_settled(qn_item *item, const unwritten_read *r) {
  const lane_values *lane = r->local ? NULL : lane_of(item);
  const struct packet_values *all = lane ? item->runner->values : NULL;
  const uint64_t count = !all ? 0 : all->count < SETTLED ? all->count : SETTLED;
  for (uint64_t i = 0; i < count; ++i) {
    const settled *s = &all->settled[i];
    const uint64_t place = (uint64_t)(r - lane->values.reads);
    if (s->time > lane->times[place] && s->phase == lane->phases[place] &&
        (s->linear != item->linear || s->group != lane->group) &&
        r->address >= s->address &&
        r->address + r->size <= s->address + s->size)
      return 1;
  }
  return 0;
}

static void note_settled(qn_item *item, const unwritten_read *r) {
  lane_values *lane = r->local ? NULL : lane_of(item);
  struct packet_values *all = lane ? item->runner->values : NULL;
  if (all)
    all->settled[all->count++ % SETTLED] =
        (settled){.address = r->address,
                  .size = r->size,
                  .time = ++all->time,
                  .group = lane->group,
                  .linear = item->linear,
                  .phase = item->runner->phase};
}

// ---- Values that memory holds that nobody wrote

static int is_shared(const qn_item *item, const char *address) {
  return is_of_cells(item, address, 1) || is_in_shared(item, address, 1);
}

QN_DEVICE uint64_t qn_cpu_check_shadow_otherwise(qn_item *item,
                                                 const char *address,
                                                 uint64_t size, uint32_t site,
                                                 const char *base,
                                                 const char *name) {
  const int shared = is_shared(item, address);
  uint64_t shadow = 0;
  if (!qn_cpu_checks_of(item) || !values_of(item) ||
      (!shared && !qn_cpu_is_marked((uintptr_t)address, size)))
    return 0;
  const uint32_t missing = missing_at(item, address, (uint32_t)size, NULL);
  if (!missing)
    return 0;
  for (uint32_t i = 0; i < size; ++i)
    shadow |= (uint64_t)(missing >> i & 1 ? 0xff : 0) << 8 * i;
  const unwritten_read r = {.code = CODE(),
                            .address = (uintptr_t)address,
                            .object = name,
                            .offset = base ? (uint32_t)(address - base) : 0,
                            .size = (uint32_t)size,
                            .site = (uint16_t)site,
                            .shared = (uint8_t)shared};
  add_read(item, &r);
  return shadow;
}

// Whether the same bytes of a local array were reported, by what is known yet.
static int is_known(qn_item *item, const unwritten_read *r) {
  const item_values *v = values_of(item);
  for (uint64_t i = 0; i < v->count && i < ITEM_READS; ++i) {
    const unwritten_read *o = &v->reads[i];
    if (o->local && o->reported && o->object == r->object &&
        o->offset == r->offset && o->size == r->size)
      return 1;
  }
  return 0;
}

QN_DEVICE void qn_cpu_check_local_otherwise(qn_item *item, uint64_t size,
                                            uint32_t site, uint64_t offset,
                                            const char *name) {
  unwritten_read r = {.code = CODE(),
                      .object = name,
                      .offset = (uint32_t)offset,
                      .size = (uint32_t)size,
                      .site = (uint16_t)site,
                      .local = 1};
  if (!qn_cpu_checks_of(item) || !values_of(item))
    return;
  r.reported = (uint8_t)is_known(item, &r);
  add_read(item, &r);
}

static unwritten_read *read_back(item_values *v, uint64_t back) {
  return &v->reads[(v->count - back) % ITEM_READS];
}

static int is_from(const unwritten_read *r, uint64_t sites) {
  for (; sites; sites >>= 16)
    if ((sites & 0xffff) == r->site)
      return 1;
  return 0;
}

// The latest read at one of the places that a value may come from; else, as it
// came through a call, the latest of all. NULL: it is not known any more.
static unwritten_read *read_behind(qn_item *item, uint64_t sites) {
  item_values *v = values_of(item);
  const uint64_t kept = !v ? 0 : v->count < ITEM_READS ? v->count : ITEM_READS;
  int found = 0;
  for (uint64_t back = 1; back <= kept; ++back) {
    unwritten_read *r = read_back(v, back);
    if (!is_from(r, sites))
      continue;
    found = 1;
    if (!is_settled(item, r))
      return r;
  }
  for (uint64_t back = 1; back <= kept && !found; ++back)
    if (!is_settled(item, read_back(v, back)))
      return read_back(v, back);
  return NULL;
}

// What was reported counts as written from then on.
static void settle(qn_item *item, unwritten_read *r) {
  const char *address = (const char *)r->address;
  r->reported = 1;
  note_settled(item, r);
  if (r->shared && item->group)
    qn_cpu_write_cells(item, (uint64_t)(address - item->shared), r->size);
  else if (r->shared)
    (void)qn_cpu_write_shared(item, address, r->size);
}

static void report_read(qn_item *item, unwritten_read *r, uintptr_t code) {
  if (!r || r->reported)
    return;
  qn_cpu_finding f = {.fault = r->local    ? QN_CPU_FAULT_LOCAL_INIT
                               : r->shared ? QN_CPU_FAULT_SHARED_INIT
                                           : QN_CPU_FAULT_GLOBAL_INIT,
                      .code = r->code,
                      .other = qn_cpu_place_of(item),
                      .other_code = code,
                      .has_other = 1,
                      .address = r->address,
                      .size = r->size,
                      .object = r->object,
                      .offset = r->offset};
  settle(item, r);
  qn_cpu_report(item, &f);
}

QN_DEVICE void qn_cpu_check_value_otherwise(qn_item *item, uint64_t sites) {
  if (qn_cpu_checks_of(item))
    report_read(item, read_behind(item, sites), CODE());
}

// Leaves in global memory what others may see: values that were computed, and
// those that were only moved, from the item's own or the group's memory. What
// is moved from global memory, and vectors and structs of which a part was
// written, are as much written as they were.
QN_DEVICE void qn_cpu_check_stored_otherwise(qn_item *item, const char *address,
                                             uint64_t size, uint64_t shadow,
                                             uint32_t computed,
                                             uint64_t sites) {
  const int leaves =
      !is_shared(item, address) && !qn_cpu_is_on_stack(item, address);
  unwritten_read *r = read_behind(item, sites);
  uint32_t missing = 0;
  // In packets all that it may come from counts as written by now.
  if (!qn_cpu_checks_of(item) || (!r && lane_of(item)))
    return;
  for (uint32_t i = 0; i < size; ++i)
    missing |= (uint32_t)((shadow >> 8 * i & 0xff) == 0xff) << i;
  const int whole = missing == (1u << size) - 1;
  if (leaves && (computed || (whole && r && (r->local || r->shared))))
    report_read(item, r, CODE());
  else
    forget_at(item, address, missing, NULL);
}

void qn_cpu_end_init(runner *r) {
  const qn_cpu_services *services = r->launch->services;
  if (r->written)
    services->release(services->user, r->written);
  if (r->values)
    services->release(services->user, r->values);
}
