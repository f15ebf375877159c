// SPDX-License-Identifier: Apache-2.0
// Checks of a work-item's accesses (quern cc --check): of shared memory and of
// its own stack here, of all other memory by the host (qn_cpu_checks).
//
// Of each 4 bytes of a group's shared memory there is a cell: who wrote and
// read them last, and how many barriers and warp operations had passed then.
// Between two accesses of different work-items, one of them a write, there must
// be a barrier of the group or, within a warp, a warp operation.
#include "check.h"
#include "marks.h"
#include "notes.h"

#define CODE() ((uintptr_t)__builtin_return_address(0))
#define INLINE inline __attribute__((always_inline))

typedef struct access {
  uint32_t item; // linear + 1; 0: none
  uint32_t epoch, warp_epoch;
  uint16_t how;
  uint16_t mask; // of the cell's bytes
  uint32_t step; // of the group's releases
  uintptr_t code;
} access;

enum { GRANULE = 4 };

typedef struct check_cell {
  access write, reads[2];
  uint8_t written; // bytes that somebody wrote, in this group
  uint8_t zone;    // bytes where no variable is
} check_cell;

const qn_cpu_checks *qn_cpu_checks_of(const qn_item *item) {
  const qn_cpu_services *services = item->launch->services;
  return services->version >= 4 ? services->checks : NULL;
}

qn_cpu_place qn_cpu_place_of(const qn_item *item) {
  const group *g = item->group;
  qn_cpu_place place = {.linear = item->linear, .fenced = item->fenced};
  for (int i = 0; i < 3; ++i) {
    place.block[i] = item->block[i];
    place.thread[i] = item->thread[i];
  }
  if (g) {
    place.epoch = g->epoch;
    place.warp_epoch = g->warps[item->linear / QN_CPU_WARP_SIZE].epoch;
  } else if (item->phase_first) {
    place.epoch = item->epoch;
  }
  if (!g)
    place.warp_epoch = item->warp_epoch;
  return place;
}

void qn_cpu_report(qn_item *item, qn_cpu_finding *f) {
  const qn_cpu_services *services = item->launch->services;
  f->place = qn_cpu_place_of(item);
  if (qn_cpu_packets_of(item))
    item->runner->ahead.amiss = 1; // all groups are looked at as this one was
  services->checks->report(services->checks_user, f);
}

static _Noreturn void end_launch(qn_item *item) {
  qn_cpu_fail(item, "a check found an access of memory that must not be done");
}

static int looks_for(uint32_t how, uint32_t kind) {
  return (how >> QN_CPU_ACCESS_KINDS_SHIFT & kind) != 0;
}

// ---- Shared memory

typedef struct seen {
  const char *address;
  uint64_t size;
  uint32_t how;
  uint64_t value;
  uintptr_t code;
  const char *object; // NULL: not known
  uint64_t object_size;
  int64_t offset;
} seen;

static qn_cpu_finding finding_of(qn_cpu_fault fault, const seen *s) {
  return (qn_cpu_finding){.fault = fault,
                          .code = s->code,
                          .how = s->how,
                          .address = (uintptr_t)s->address,
                          .size = s->size,
                          .value = s->value,
                          .object = s->object,
                          .object_size = s->object_size,
                          .offset = s->offset};
}

static void report(qn_item *item, qn_cpu_fault fault, const seen *s) {
  qn_cpu_finding f = finding_of(fault, s);
  qn_cpu_report(item, &f);
}

// Whether nothing orders an earlier access before the current one of `item`.
static int is_unordered(const qn_item *item, const access *before,
                        const access *now) {
  const group *g = item->group;
  if (!before->item || before->item == item->linear + 1 ||
      before->epoch != g->epoch || !(before->mask & now->mask))
    return 0;
  const uint32_t own = item->linear / QN_CPU_WARP_SIZE;
  const int in_warp = (before->item - 1) / QN_CPU_WARP_SIZE == own;
  const uint32_t both = before->how & now->how;
  // Volatile accesses do not keep a warp in step.
  if (both & QN_CPU_ACCESS_ATOMIC &&
      !(both & QN_CPU_ACCESS_VOLATILE && in_warp))
    return 0;
  if (item->acquired > before->step)
    return 0;
  return !in_warp || before->warp_epoch == g->warps[own].epoch;
}

// A write that many make, all of the same value, is no matter of order.
static int changes_nothing(const seen *s, const access *before) {
  const uint32_t both = before->how & s->how;
  return both & QN_CPU_ACCESS_WRITE && !(both & QN_CPU_ACCESS_ATOMIC) &&
         s->size <= 8 && __builtin_memcmp(s->address, &s->value, s->size) == 0;
}

static int releases(const qn_item *item, uint32_t how) {
  return how & QN_CPU_ACCESS_WRITE &&
         (item->fenced || how & QN_CPU_ACCESS_RELEASE);
}

// Through atomic accesses of the group, what came before a fence and a write is
// seen behind a read.
static void note_order(qn_item *item, const seen *s) {
  group *g = item->group;
  if (!g || !(s->how & QN_CPU_ACCESS_ATOMIC))
    return;
  if (releases(item, s->how))
    ++g->released;
  if (!(s->how & QN_CPU_ACCESS_WRITE) || s->how & QN_CPU_ACCESS_BOTH)
    item->acquired = g->released;
}

static void report_race(qn_item *item, const seen *s, const access *before) {
  qn_cpu_finding f = finding_of(QN_CPU_FAULT_SHARED_RACE, s);
  const qn_item *other = &item->group->items[before->item - 1];
  f.other = qn_cpu_place_of(other);
  f.other_code = before->code;
  f.other_how = before->how;
  f.has_other = 1;
  qn_cpu_report(item, &f);
}

// Whether a plain write says all that an atomic one of the same work-item at
// the same time would, and more.
static int says_more(const access *plain, const access *now) {
  return plain->item == now->item && now->how & QN_CPU_ACCESS_ATOMIC &&
         !(plain->how & QN_CPU_ACCESS_ATOMIC) && plain->epoch == now->epoch &&
         plain->warp_epoch == now->warp_epoch && plain->step == now->step &&
         !(now->mask & ~plain->mask);
}

// The earlier access of a cell that races with this one, or NULL. Keeps the
// first reader since the last barrier, and the latest.
static const access *note_cell(const qn_item *item, check_cell *cell,
                               const access *now, access *out_before) {
  const int writes = (now->how & QN_CPU_ACCESS_WRITE) != 0;
  const access *before = NULL;
  if (is_unordered(item, &cell->write, now))
    before = &cell->write;
  for (int i = 0; i < 2 && writes && !before; ++i)
    if (is_unordered(item, &cell->reads[i], now))
      before = &cell->reads[i];
  if (before)
    *out_before = *before;
  if (writes && !says_more(&cell->write, now)) {
    cell->write = *now;
  } else if (!writes) {
    const int first =
        cell->reads[0].epoch != now->epoch || !cell->reads[0].item;
    cell->reads[first ? 0 : 1] = *now;
  }
  return before ? out_before : NULL;
}

static check_cell *cells_of(qn_item *item) {
  group *g = item->group;
  const qn_cpu_services *services = item->launch->services;
  const uint64_t count = (g->checked_size + GRANULE - 1) / GRANULE;
  if (!g->check_cells && count) {
    check_cell *cells =
        services->allocate(services->user, count * sizeof(check_cell));
    if (!cells)
      qn_cpu_fail(item, "no memory to watch shared memory with");
    for (uint64_t i = 0; i < count; ++i)
      cells[i] = (check_cell){0};
    for (uint32_t z = 0; z < g->zone_count; ++z)
      for (uint64_t at = g->zones[2 * z], end = at + g->zones[2 * z + 1];
           at < end && at < g->checked_size; at = at / GRANULE * GRANULE + 4)
        cells[at / GRANULE].zone |= (uint8_t)qn_cpu_bytes_of(at, end - at);
    g->check_cells = cells;
  }
  return g->check_cells;
}

// The same of packets, which have no cells.
static int is_in_zone(const runner *r, const seen *s, uint64_t offset) {
  const uint64_t end = offset + s->size;
  for (uint32_t z = 0; z < r->zone_count; ++z)
    if (offset < r->zones[2 * z] + r->zones[2 * z + 1] && end > r->zones[2 * z])
      return 1;
  return end > r->checked_size;
}

static void watch_shared_lane(qn_item *item, const seen *s);

// Whether an access is looked at for what was written: a read, too, of
// operations that do both, which is then reported.
static int watches_init(const seen *s, int *out_reads) {
  *out_reads = !(s->how & QN_CPU_ACCESS_WRITE) || s->how & QN_CPU_ACCESS_BOTH;
  return !*out_reads || looks_for(s->how, QN_CPU_CHECK_INIT);
}

static void watch_packets(qn_item *item, const seen *s) {
  const uint64_t offset = (uint64_t)(s->address - item->shared);
  if (looks_for(s->how, QN_CPU_CHECK_MEMORY) &&
      is_in_zone(item->runner, s, offset)) {
    report(item, QN_CPU_FAULT_SHARED_BOUNDS, s);
    end_launch(item);
  }
  if (looks_for(s->how, QN_CPU_CHECK_RACE))
    watch_shared_lane(item, s);
  int reads;
  if (watches_init(s, &reads) &&
      qn_cpu_write_shared(item, s->address, s->size) && reads) {
    item->runner->writes.amiss = 1;
    report(item, QN_CPU_FAULT_SHARED_INIT, s);
  }
}

// Whether an access of memory that is no variable of the group was reported.
static int leaves_variables(qn_item *item, const seen *s,
                            const check_cell *cells, uint64_t offset) {
  const group *g = item->group;
  const uint64_t end = offset + s->size;
  int leaves = end > g->checked_size;
  for (uint64_t at = offset; at < end && !leaves;
       at = at / GRANULE * GRANULE + GRANULE)
    leaves = (cells[at / GRANULE].zone & qn_cpu_bytes_of(at, end - at)) != 0;
  if (leaves)
    report(item, QN_CPU_FAULT_SHARED_BOUNDS, s);
  return leaves;
}

// Notes that bytes of a group's cells were written; how many were not before.
static uint64_t write_cells(check_cell *cells, uint64_t offset, uint64_t size) {
  const uint64_t end = offset + size;
  uint64_t missing = 0;
  for (uint64_t at = offset; at < end; at = at / GRANULE * GRANULE + GRANULE) {
    check_cell *cell = &cells[at / GRANULE];
    const uint32_t mask = qn_cpu_bytes_of(at, end - at);
    missing += (uint64_t)__builtin_popcount(mask & ~(uint32_t)cell->written);
    cell->written |= (uint8_t)mask; // reported once
  }
  return missing;
}

static void watch_init(qn_item *item, const seen *s, check_cell *cells,
                       uint64_t offset) {
  int reads;
  if (watches_init(s, &reads) && write_cells(cells, offset, s->size) && reads)
    report(item, QN_CPU_FAULT_SHARED_INIT, s);
}

void qn_cpu_write_cells(qn_item *item, uint64_t offset, uint64_t size) {
  (void)write_cells(cells_of(item), offset, size);
}

int qn_cpu_is_cell_written(qn_item *item, uint64_t offset) {
  return cells_of(item)[offset / GRANULE].written >> offset % GRANULE & 1;
}

void qn_cpu_forget_cell(qn_item *item, uint64_t offset) {
  cells_of(item)[offset / GRANULE].written &=
      (uint8_t)~(1u << offset % GRANULE);
}

static void watch_shared(qn_item *item, const seen *s) {
  const uint64_t offset = (uint64_t)(s->address - item->shared);
  check_cell *cells = cells_of(item);
  const group *g = item->group;
  access now = {.item = item->linear + 1,
                .epoch = g->epoch,
                .warp_epoch = g->warps[item->linear / QN_CPU_WARP_SIZE].epoch,
                .how = (uint16_t)(s->how & 0xff),
                .step = g->released,
                .code = s->code};
  if (looks_for(s->how, QN_CPU_CHECK_MEMORY) &&
      leaves_variables(item, s, cells, offset))
    end_launch(item);
  if (offset + s->size > g->checked_size)
    return;
  access before;
  const access *race = NULL;
  const uint64_t end = offset + s->size;
  if (looks_for(s->how, QN_CPU_CHECK_RACE))
    for (uint64_t at = offset; at < end;
         at = at / GRANULE * GRANULE + GRANULE) {
      access other;
      now.mask = (uint16_t)qn_cpu_bytes_of(at, end - at);
      if (note_cell(item, &cells[at / GRANULE], &now, &other) && !race) {
        before = other;
        race = &before;
      }
    }
  if (race && !changes_nothing(s, race))
    report_race(item, s, race);
  watch_init(item, s, cells, offset);
}

// ---- Other memory

int qn_cpu_is_on_stack(const qn_item *item, const char *address) {
  const char *here = __builtin_frame_address(0);
  const runner *r = item->runner;
  if (r && address >= r->frames && address < r->frames_end)
    return 1;
  if (address < here || !r || !r->stacks || here < r->stacks)
    return 0;
  const uint64_t own = (uint64_t)(here - r->stacks) / r->stack_size;
  return (uint64_t)(address - r->stacks) / r->stack_size == own;
}

static int is_in_arguments(const qn_item *item, const char *address) {
  enum { SIZE_MAX_ARGUMENTS = 32764 };
  const char *args = item->runner ? item->runner->args : NULL;
  return args && address >= args && address < args + SIZE_MAX_ARGUMENTS;
}

static void watch_alignment(qn_item *item, const seen *s) {
  if (!qn_cpu_is_aligned((uintptr_t)s->address, s->how))
    report(item, QN_CPU_FAULT_MISALIGNED, s);
}

// The host knows what the group has done to other memory, which an atomic
// access of shared memory orders, too.
static void order_elsewhere(qn_item *item, const seen *s) {
  const qn_cpu_services *services = item->launch->services;
  if (!(s->how & QN_CPU_ACCESS_ATOMIC) ||
      !looks_for(s->how, QN_CPU_CHECK_RACE) || !item->group->released)
    return;
  const qn_cpu_place place = qn_cpu_place_of(item);
  (void)services->checks->access(
      services->checks_user, &place, (uintptr_t)s->address, s->size,
      s->how | QN_CPU_ACCESS_BLOCK | QN_CPU_ACCESS_ORDER, s->value, s->code);
}

// Whether an address is in the shared memory of a group that runs in packets.
static int is_of_packets(const qn_item *item, const char *address) {
  const runner *r = qn_cpu_packets_of(item);
  return r && item->shared && address >= item->shared &&
         address < item->shared + r->checked_size + QN_SHARED_TAIL;
}

static void watch(qn_item *item, const seen *s) {
  const qn_cpu_services *services = item->launch->services;
  const group *g = item->group;
  if (!s->size)
    return;
  if (looks_for(s->how, QN_CPU_CHECK_MEMORY))
    watch_alignment(item, s);
  if (is_of_packets(item, s->address)) {
    watch_packets(item, s);
    return;
  }
  note_order(item, s);
  if (g && item->shared && s->address >= item->shared &&
      s->address < item->shared + g->shared_size) {
    order_elsewhere(item, s);
    watch_shared(item, s);
    return;
  }
  const uint32_t kinds = s->how >> QN_CPU_ACCESS_KINDS_SHIFT;
  if (!(kinds & (QN_CPU_CHECK_RACE | QN_CPU_CHECK_INIT)) &&
      qn_cpu_is_marked((uintptr_t)s->address, s->size))
    return;
  if (qn_cpu_is_on_stack(item, s->address)) {
    qn_cpu_finding f = finding_of(QN_CPU_FAULT_LOCAL_BOUNDS, s);
    if (looks_for(s->how, QN_CPU_CHECK_MEMORY) &&
        qn_cpu_is_beside_array(item, &f))
      end_launch(item);
    return;
  }
  if (is_in_arguments(item, s->address))
    return;
  const qn_cpu_place place = qn_cpu_place_of(item);
  if (services->checks->access(services->checks_user, &place,
                               (uintptr_t)s->address, s->size, s->how, s->value,
                               s->code))
    end_launch(item);
  if (s->how & QN_CPU_ACCESS_WRITE && !(s->how & QN_CPU_ACCESS_ATOMIC))
    item->fenced = 0;
}

// ---- Accesses of device memory that race with nothing, as most do

// The words of a slot that say who accesses memory now: the operation and the
// group; the work-item, and the barriers and warp operations that it has
// passed.
typedef struct self {
  uint64_t who, where;
} self;
_Static_assert(sizeof(qn_cpu_check_slot) == 24 &&
                   offsetof(qn_cpu_check_slot, block) == 4 &&
                   offsetof(qn_cpu_check_slot, code) == 8 &&
                   offsetof(qn_cpu_check_slot, item) == 16 &&
                   offsetof(qn_cpu_check_slot, epoch) == 18 &&
                   offsetof(qn_cpu_check_slot, warp_epoch) == 20 &&
                   offsetof(qn_cpu_check_slot, how) == 22 &&
                   offsetof(qn_cpu_check_slot, mask) == 23,
               "words of slots");

// A number of `size` bytes at an offset of a word.
static INLINE uint64_t in_word(uint64_t value, unsigned offset, unsigned size) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  offset = 8 - offset - size;
#else
  (void)size;
#endif
  return value << 8 * offset;
}

static INLINE self self_of(const qn_item *item, const qn_cpu_check_run *run) {
  const group *g = item->group;
  self me = {.who = in_word(run->op, 0, 4) | in_word(item->number, 4, 4),
             .where = in_word((uint16_t)item->linear, 0, 2)};
  if (g) {
    const warp *w = &g->warps[item->linear / QN_CPU_WARP_SIZE];
    me.where |=
        in_word((uint16_t)g->epoch, 2, 2) | in_word((uint16_t)w->epoch, 4, 2);
  }
  return me;
}

// How closely earlier accesses are looked at: with or without a call.
typedef enum effort { AT_ONCE, THOROUGH } effort;

// Whether an earlier access of the same launch is plainly no matter: by the
// same work-item, by its group before a barrier, by its warp before a warp
// operation.
static __attribute__((noinline)) int
is_passed(const self *me, const qn_cpu_check_slot *before) {
  enum { WARP = QN_CPU_WARP_SIZE };
  qn_cpu_check_slot now;
  __builtin_memcpy(&now, &me->who, sizeof(me->who));
  __builtin_memcpy(&now.item, &me->where, sizeof(me->where));
  return before->op == now.op && before->block == now.block &&
         (before->item == now.item || before->epoch != now.epoch ||
          (before->item / WARP == now.item / WARP &&
           before->warp_epoch != now.warp_epoch));
}

static INLINE int is_own(const self *me, const qn_cpu_check_slot *before) {
  uint64_t who;
  __builtin_memcpy(&who, before, sizeof(who));
  return who == me->who &&
         in_word(before->item, 0, 2) == (me->where & in_word(0xffff, 0, 2));
}

// The same, of an operation that comes before the launch, too.
static INLINE int is_settled(const qn_cpu_check_run *run, const self *me,
                             const qn_cpu_check_slot *before, effort e) {
  return before->op <= run->all_before ||
         (e == AT_ONCE ? is_own(me, before) : is_passed(me, before));
}

static INLINE void put(qn_cpu_check_slot *s, const self *me, uint32_t how,
                       uint32_t mask, uintptr_t code) {
  const uint64_t words[] = {me->who, in_word((uint32_t)code, 0, 4),
                            me->where | in_word(how & 0xff, 6, 1) |
                                in_word(mask, 7, 1)};
  __builtin_memcpy(s, words, sizeof(*s));
}

static INLINE uint64_t word_at(const void *place) {
  uint64_t word;
  __builtin_memcpy(&word, place, sizeof(word));
  return word;
}

// Whether two reads are plain ones of all bytes of their cell.
static INLINE int are_whole(uint64_t first, uint64_t last) {
  const uint64_t all = in_word(15, 7, 1);
  return (first & last & all) == all &&
         !((first | last) & in_word(QN_CPU_ACCESS_ATOMIC, 6, 1));
}

// Whether a plain read need not be noted, where nobody has written in what the
// launch is not behind: whoever writes later, one of those that were noted is
// another's, and no more in order with the write than this one is. They are its
// own; or of the group since its last barrier, and of two warps, or of two
// lanes of the own warp since its last operation.
static INLINE int is_covered(const self *me, const qn_cpu_check_slot *reads) {
  enum { LANES = QN_CPU_WARP_SIZE - 1 };
  const uint64_t item = in_word(0xffff, 0, 2), epoch = in_word(0xffff, 2, 2);
  const uint64_t in_warp = in_word(0xffff, 4, 2);
  const uint64_t warp = in_word(0xffff & ~LANES, 0, 2);
  const uint64_t kind = in_word(QN_CPU_ACCESS_ATOMIC, 6, 1) | in_word(15, 7, 1);
  const uint64_t whole = me->where | in_word(15, 7, 1);
  if (word_at(&reads[0]) != me->who)
    return 0;
  const uint64_t first = word_at(&reads[0].item) ^ whole;
  if (!(first & (item | epoch | in_warp | kind)))
    return 1;
  const uint64_t last = word_at(&reads[1].item) ^ whole;
  const uint64_t both = first | last, apart = first ^ last;
  return word_at(&reads[1]) == me->who && !(both & (epoch | kind)) &&
         (apart & warp || (!(both & (warp | in_warp)) && apart & item));
}

// Notes a read; whether it and what was noted before are of two groups, so that
// whoever writes later, one of them is another's.
static INLINE int note_read(const qn_cpu_check_run *run, const self *me,
                            qn_cpu_check_slot *reads, uint32_t how,
                            uint32_t mask, uintptr_t code) {
  qn_cpu_check_slot *first = &reads[0], *last = &reads[1];
  if (first->op != run->op ||
      (word_at(&first->item) ^ me->where) & in_word(0xffff, 2, 2)) {
    put(first, me, how, mask, code);
    return 0;
  }
  if (last->op != run->op || first->block == last->block ||
      !are_whole(word_at(&first->item), word_at(&last->item)))
    put(last, me, how, mask, code);
  return first->block != last->block &&
         are_whole(word_at(&first->item), word_at(&last->item));
}

static INLINE int are_settled(const qn_cpu_check_run *run, const self *me,
                              const qn_cpu_check_slot *reads, effort e) {
  return is_settled(run, me, &reads[0], e) && is_settled(run, me, &reads[1], e);
}

enum { LINE_CELLS = QN_CPU_CHECK_LINE / QN_CPU_CHECK_GRANULE };

static INLINE int note_write(const qn_cpu_check_run *run, const self *me,
                             uint64_t number, uint32_t how, uint32_t mask,
                             uintptr_t code, effort e) {
  qn_cpu_check_cell *c = &run->cells[number];
  qn_cpu_check_line *line = &run->lines[number / LINE_CELLS];
  if (!are_settled(run, me, c->reads, e) ||
      !are_settled(run, me, line->reads, e))
    return 0;
  put(&c->write, me, how, mask, code);
  run->settled[number] = 0;
  if (line->written < run->op)
    line->written = run->op;
  return 1;
}

// Notes that all of a line is read; false when its cells have to be looked at.
static INLINE int note_line(const qn_cpu_check_run *run, const self *me,
                            uint64_t number, uint32_t how, uintptr_t code) {
  qn_cpu_check_line *line = &run->lines[number];
  if (line->written > run->all_before)
    return 0;
  if (line->settled != run->op && !is_covered(me, line->reads) &&
      note_read(run, me, line->reads, how, 15, code))
    line->settled = run->op;
  return 1;
}

// Notes an access of cell `number`; false when somebody has to look more
// closely.
static INLINE int note_quickly(const qn_cpu_check_run *run, const self *me,
                               uint64_t number, uint32_t how, uint32_t mask,
                               uintptr_t code, effort e) {
  qn_cpu_check_cell *c = &run->cells[number];
  if (!is_settled(run, me, &c->write, e))
    return 0;
  if (how & QN_CPU_ACCESS_WRITE)
    return note_write(run, me, number, how, mask, code, e);
  if (c->write.op > run->all_before)
    (void)note_read(run, me, c->reads, how, mask, code);
  else if (!is_covered(me, c->reads) &&
           note_read(run, me, c->reads, how, mask, code))
    run->settled[number] = run->op;
  return 1;
}

// The lock of a line, once it is taken; NULL: nobody else runs. The host's are
// by addresses: where the heap begins is a multiple.
static INLINE unsigned char *lock(const qn_cpu_check_run *run, uint64_t line) {
  if (*(const volatile uint32_t *)run->threads <= 1)
    return NULL;
  unsigned char *taken = &run->locks[line % QN_CPU_CHECK_LOCKS];
  while (__atomic_exchange_n(taken, 1, __ATOMIC_ACQUIRE))
    ;
  return taken;
}

static INLINE void unlock(unsigned char *held) {
  if (held)
    __atomic_store_n(held, 0, __ATOMIC_RELEASE);
}

static INLINE int note_locked(const qn_cpu_check_run *run, const self *me,
                              uint64_t at, uint32_t how, uint32_t mask,
                              uintptr_t code, effort e) {
  const uint64_t number = at / QN_CPU_CHECK_GRANULE;
  unsigned char *held = lock(run, number / LINE_CELLS);
  const int done = note_quickly(run, me, number, how, mask, code, e);
  unlock(held);
  return done;
}

// Whether an access needs no more than a note. Of 8 bytes the first half may be
// noted, and the host then sees the whole again, which changes nothing.
static int is_quick(const qn_item *item, const char *address, uint64_t size,
                    uint32_t how, uintptr_t code) {
  enum { RACE = QN_CPU_CHECK_RACE, INIT = QN_CPU_CHECK_INIT };
  const qn_cpu_check_run *run = item->run;
  if (!run || how & QN_CPU_ACCESS_ATOMIC || !looks_for(how, RACE) ||
      *(const volatile uint32_t *)&run->released ||
      !qn_cpu_is_plainly_marked((uintptr_t)address, size) ||
      !qn_cpu_is_aligned((uintptr_t)address, how) ||
      (looks_for(how, INIT | (how & QN_CPU_ACCESS_WRITE ? RACE : 0)) &&
       !qn_cpu_is_written((uintptr_t)address, size)))
    return 0;
  const self me = self_of(item, run);
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  if (size <= QN_CPU_CHECK_GRANULE)
    return note_locked(run, &me, at, how, qn_cpu_bytes_of(at, size), code,
                       THOROUGH);
  return note_locked(run, &me, at, how, 15, code, THOROUGH) &&
         note_locked(run, &me, at + QN_CPU_CHECK_GRANULE, how, 15, code,
                     THOROUGH);
}

static __attribute__((noinline)) void look_at(qn_item *item,
                                              const char *address,
                                              uint64_t size, uint32_t how,
                                              uint64_t value, uintptr_t code) {
  const seen s = {.address = address,
                  .size = size,
                  .how = how,
                  .value = value,
                  .code = code};
  if (is_quick(item, address, size, how, code)) {
    if (how & QN_CPU_ACCESS_WRITE)
      item->fenced = 0;
  } else if (qn_cpu_checks_of(item)) {
    watch(item, &s);
  }
}

QN_DEVICE void qn_cpu_check_otherwise(qn_item *item, const char *address,
                                      uint64_t size, uint32_t how,
                                      uint64_t value) {
  look_at(item, address, size, how, value, CODE());
}

// Most accesses are of one granule, and race with nothing: that takes no call.
// Whether a word of memory is noted, whose marks are good.
static INLINE int note_word(const qn_item *item, const char *address,
                            uint32_t how, uintptr_t code) {
  const qn_cpu_check_run *run = item->run;
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  if (!run || *(const volatile uint32_t *)&run->released)
    return 0;
  const self me = self_of(item, run);
  return note_locked(run, &me, at, how, 15, code, AT_ONCE);
}

static __attribute__((noinline)) void
read_word(qn_item *item, const char *address, uint32_t how, uintptr_t code) {
  if (!note_word(item, address, how & ~(uint32_t)QN_CPU_ACCESS_WRITE, code))
    look_at(item, address, QN_CPU_CHECK_GRANULE, how, 0, code);
}

// Slots change as a whole only by writes, which the host sees; a torn one is of
// a race that is found elsewhere. So this much needs no lock.
QN_DEVICE void qn_cpu_check_read(qn_item *item, const char *address,
                                 uint32_t how) {
  const qn_cpu_check_run *run = item->run;
  const uint64_t at = (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
  if (run && !*(const volatile uint32_t *)&run->released) {
    const self me = self_of(item, run);
    const qn_cpu_check_cell *c = &run->cells[at / QN_CPU_CHECK_GRANULE];
    if (c->write.op <= run->all_before && is_covered(&me, c->reads))
      return;
  }
  read_word(item, address, how, CODE());
}

QN_DEVICE void qn_cpu_check_write(qn_item *item, const char *address,
                                  uint32_t how, uint64_t value) {
  const uintptr_t code = CODE();
  if (note_word(item, address, how | QN_CPU_ACCESS_WRITE, code))
    item->fenced = 0;
  else
    look_at(item, address, QN_CPU_CHECK_GRANULE, how, value, code);
}

// ---- Accesses of loops, all at once

typedef struct range {
  const char *first;
  int64_t step; // bytes from one to the next
  uint64_t count, size;
} range;

static const char *at_index(const range *r, uint64_t i) {
  return (const char *)((uintptr_t)r->first + (uintptr_t)r->step * i);
}

static uint64_t in_heap(const char *address) {
  return (uint64_t)(uintptr_t)address - QN_CPU_CHECK_HEAP;
}

// Whether so many granules of marks are all those of memory of allocations.
static int are_marks_whole(const uint8_t *marks, uint64_t count) {
  uint64_t eight;
  for (; count >= sizeof(eight); count -= sizeof(eight)) {
    __builtin_memcpy(&eight, marks, sizeof(eight));
    if (eight != UINT64_C(0x0808080808080808))
      return 0;
    marks += sizeof(eight);
  }
  for (uint64_t i = 0; i < count; ++i)
    if (marks[i] != 8)
      return 0;
  return 1;
}

static int has_slots(const runner *r) {
  const qn_cpu_services *services = r ? r->launch->services : NULL;
  return services && services->version >= 7 && services->checks;
}

// Whether two addresses are in one of the heap's parts, each of which has one
// allocation at a time.
static int are_in_slot(runner *r, uintptr_t low, uintptr_t high) {
  for (uint32_t i = 0; i < RUNNER_SLOTS; ++i)
    if (low - r->slots[i].begin < r->slots[i].size)
      return high - r->slots[i].begin < r->slots[i].size;
  struct heap_slot *next = &r->slots[r->next_slot++ % RUNNER_SLOTS];
  const qn_cpu_services *services = r->launch->services;
  services->checks->slot(services->checks_user, low, &next->begin, &next->size);
  return low - next->begin < next->size && high - next->begin < next->size;
}

static int is_byte_marked(uintptr_t address) {
  const uint64_t at = address - QN_CPU_CHECK_HEAP;
  return at < QN_CPU_CHECK_HEAP_SIZE &&
         *(const uint8_t *)(uintptr_t)(QN_CPU_CHECK_MARKS + (at >> 3)) == 8;
}

// Whether all that lies between two bytes, and they, too, is plainly memory of
// one allocation.
static int is_all_of_one(runner *r, uintptr_t low, uintptr_t high) {
  return sizeof(void *) == 8 && has_slots(r) && low <= high &&
         is_byte_marked(low) && is_byte_marked(high) &&
         are_in_slot(r, low, high);
}

// Whether all of it is memory of allocations, which multiples of its size are
// plainly. Both ends are, if it is: what lies between them is of the heap.
static int is_range_marked(const range *r) {
  const char *last = at_index(r, r->count - 1);
  if (sizeof(void *) != 8 ||
      ((uintptr_t)r->first | (uintptr_t)r->step) & (r->size - 1) ||
      in_heap(r->first) >= QN_CPU_CHECK_HEAP_SIZE ||
      in_heap(last) >= QN_CPU_CHECK_HEAP_SIZE)
    return 0;
  const uint8_t *marks = (const uint8_t *)(uintptr_t)QN_CPU_CHECK_MARKS;
  uint64_t at = in_heap(r->first);
  if (r->step == (int64_t)r->size)
    return are_marks_whole(marks + (at >> 3),
                           (in_heap(last) >> 3) - (at >> 3) + 1);
  for (uint64_t i = 0; i < r->count; ++i, at += (uint64_t)r->step)
    if (marks[at >> 3] != 8)
      return 0;
  return 1;
}

static int is_range_of_one(const qn_item *item, const range *r) {
  const uintptr_t first = (uintptr_t)r->first;
  const uintptr_t last = (uintptr_t)at_index(r, r->count - 1);
  return !((first | (uintptr_t)r->step) & (r->size - 1)) &&
         is_all_of_one(item->runner, first < last ? first : last,
                       (first < last ? last : first) + r->size - 1);
}

static int is_range_written(const range *r) {
  for (uint64_t i = 0; i < r->count; ++i)
    if (!qn_cpu_is_written((uintptr_t)at_index(r, i), r->size))
      return 0;
  return 1;
}

// Notes one cell after the other, `step` of them further.
static INLINE int note_cells(const qn_cpu_check_run *of, const self *me,
                             uint64_t number, int64_t step, uint64_t count,
                             uint32_t how, uintptr_t code) {
  // What is read of the launch does not change by notes.
  const qn_cpu_check_run own = *of, *run = &own;
  enum { AHEAD = 16 };
  const int reads = !(how & QN_CPU_ACCESS_WRITE);
  for (; count; --count, number += (uint64_t)step) {
    if (reads && run->settled[number] == run->op)
      continue;
    __builtin_prefetch(&run->cells[number] + AHEAD * step, 1);
    if (!note_quickly(run, me, number, how, 15, code, AT_ONCE))
      return 0;
  }
  return 1;
}

// Notes as many lines, from the next one on, as are read as a whole; returns
// how many accesses that is.
static uint64_t note_lines(const qn_cpu_check_run *run, const self *me,
                           const char *first, uint64_t count, uint64_t size,
                           uint32_t how, uintptr_t code) {
  const uint64_t begin = in_heap(first) / QN_CPU_CHECK_LINE;
  const uint64_t lines = count * size / QN_CPU_CHECK_LINE;
  uint64_t done = 0;
  for (int noted = 1; done < lines && noted; done += (uint64_t)noted) {
    unsigned char *held = lock(run, begin + done);
    noted = note_line(run, me, begin + done, how, code);
    unlock(held);
  }
  return done * QN_CPU_CHECK_LINE / size;
}

static INLINE int note_one_by_one(const qn_cpu_check_run *run, const self *me,
                                  const range *r, uint32_t how,
                                  uintptr_t code) {
  enum { GRAIN = QN_CPU_CHECK_GRANULE };
  for (uint64_t i = 0; i < r->count; ++i) {
    const uint64_t at = in_heap(at_index(r, i));
    const uint32_t mask = qn_cpu_bytes_of(at, r->size);
    if (!note_locked(run, me, at, how, mask, code, AT_ONCE) ||
        (r->size > GRAIN &&
         !note_locked(run, me, at + GRAIN, how, 15, code, AT_ONCE)))
      return 0;
  }
  return 1;
}

static INLINE int note_part(const qn_cpu_check_run *run, const self *me,
                            const range *r, uint32_t how, uintptr_t code) {
  enum { GRAIN = QN_CPU_CHECK_GRANULE };
  const int alone = *(const volatile uint32_t *)run->threads <= 1;
  return alone && r->size == GRAIN
             ? note_cells(run, me, in_heap(r->first) / GRAIN, r->step / GRAIN,
                          r->count, how, code)
             : note_one_by_one(run, me, r, how, code);
}

static int note_range(const qn_item *item, const range *r, uint32_t how,
                      uintptr_t code) {
  const qn_cpu_check_run *run = item->run;
  if (!run || *(const volatile uint32_t *)&run->released)
    return 0;
  const self me = self_of(item, run);
  if (how & QN_CPU_ACCESS_WRITE || r->step != (int64_t)r->size)
    return note_part(run, &me, r, how, code);
  // What is in front of a line, lines, and what is behind them.
  const uint64_t ahead = -in_heap(r->first) % QN_CPU_CHECK_LINE / r->size;
  range part = *r;
  part.count = ahead < r->count ? ahead : r->count;
  if (!note_part(run, &me, &part, how, code))
    return 0;
  const char *next = at_index(r, part.count);
  const uint64_t lined =
      note_lines(run, &me, next, r->count - part.count, r->size, how, code);
  part.first = at_index(r, part.count + lined);
  part.count = r->count - part.count - lined;
  return note_part(run, &me, &part, how, code);
}

// Of a loop in which nothing else happens. What is noted of accesses that are
// looked at one by one after all is noted again.
QN_DEVICE uint32_t qn_cpu_check_range_otherwise(
    qn_item *item, const char *first, const char *second, const char *last,
    uint64_t count, uint64_t size, uint32_t how) {
  enum { RACE = QN_CPU_CHECK_RACE, INIT = QN_CPU_CHECK_INIT };
  const uint32_t writes = how & QN_CPU_ACCESS_WRITE;
  const int64_t step =
      count > 1 ? (int64_t)((uintptr_t)second - (uintptr_t)first) : 0;
  // A step of 0 is one access.
  const range r = {first, step, step ? count : 1, size};
  if (!count)
    return 1;
  // Rounds whose number, or an index, has gone around are not in a row.
  if (count >> 32 || at_index(&r, count - 1) != last ||
      !qn_cpu_is_aligned((uintptr_t)first, how) ||
      !qn_cpu_is_aligned((uintptr_t)step, how) ||
      !(is_range_of_one(item, &r) || is_range_marked(&r)) ||
      (looks_for(how, INIT | (writes ? RACE : 0)) && !is_range_written(&r)) ||
      (looks_for(how, RACE) && !note_range(item, &r, how, CODE())))
    return 0;
  if (writes)
    item->fenced = 0;
  return 1;
}

// ---- The same for all lanes of a packet

// The rounds of a loop, by lane: four arrays one after another.
typedef struct rounds {
  const uint64_t *first, *second, *last, *count;
} rounds;

// Whether they are addresses in a row, of an alignment.
static int is_plain_lane(const rounds *r, uint32_t lane, uint32_t how) {
  const uint64_t count = r->count[lane];
  const uint64_t step = count > 1 ? r->second[lane] - r->first[lane] : 0;
  return !(count >> 32) &&
         r->first[lane] + (count - 1) * step == r->last[lane] &&
         qn_cpu_is_aligned((uintptr_t)r->first[lane], how) &&
         qn_cpu_is_aligned((uintptr_t)step, how);
}

QN_DEVICE uint32_t qn_cpu_check_rounds(struct runner *runner, void *all,
                                       uint32_t width, uint64_t lanes,
                                       uint64_t span, uint64_t size,
                                       uint32_t how) {
  const uint64_t *words = all;
  const rounds r = {words, words + width, words + 2 * width, words + 3 * width};
  uint64_t low = UINT64_MAX, high = 0;
  for (uint32_t k = 0; k < width; ++k) {
    if (!(lanes >> k & 1) || !r.count[k])
      continue;
    if (!is_plain_lane(&r, k, how))
      return 0;
    const uint64_t first = r.first[k], last = r.last[k];
    low = first < low ? first : low;
    low = last < low ? last : low;
    high = first > high ? first : high;
    high = last > high ? last : high;
  }
  if (high < low)
    return 1;
  if ((int64_t)span < 0)
    low += span;
  else
    high += span;
  return is_all_of_one(runner, (uintptr_t)low, (uintptr_t)(high + size - 1));
}

// ---- Packets that are watched for races

// Notes of numbers that are nobody's any more are as good as none.
static void reserve_notes(qn_item *item) {
  runner *r = item->runner;
  const qn_cpu_services *services = item->launch->services;
  // An odd number of lines: what notes say about one address is not all in one
  // set of the nearest cache.
  const uint64_t stride =
      r->checked_size ? ((r->checked_size + 63) / 64 | 1) * 64 : 0;
  if (!r->notes && stride) {
    const uint64_t size = QN_CPU_NOTE_COUNT * stride;
    r->notes = services->allocate(services->user, size);
    if (!r->notes)
      qn_cpu_fail(item, "no memory to watch shared memory with");
    uint64_t *words = (uint64_t *)(void *)r->notes;
    for (uint64_t i = 0; i < size / sizeof(*words); ++i)
      words[i] = 0;
    r->notes_stride = stride;
  }
  item->notes = (uint64_t)(uintptr_t)r->notes - (uintptr_t)item->shared;
  item->notes_stride = r->notes_stride;
}

QN_DEVICE void qn_cpu_check_shared(qn_item *item) {
  if (!item->notes_stride)
    reserve_notes(item);
}

void qn_cpu_begin_repeats(repeats *r, uint32_t alike) {
  r->now = alike && r->begun && !r->amiss;
  r->begun = 1;
}

QN_DEVICE void qn_cpu_check_block(qn_item *item, uint32_t alike) {
  repeats *ahead = &item->runner->ahead;
  reserve_notes(item);
  qn_cpu_begin_repeats(&item->runner->races, alike);
  // What was looked at in front of it is of a phase before the first.
  if (!ahead->now)
    qn_cpu_begin_numbers(item);
  ahead->now = 0;
}

QN_DEVICE void qn_cpu_check_amiss(qn_item *item) {
  item->runner->ahead.amiss = 1;
}

QN_DEVICE void qn_cpu_check_full(qn_item *item) {
  qn_cpu_fail(item, "too many barriers for --check=race in packets: set "
                    "QUERN_CPU_SCALAR=1");
}

// `first` is the number of the group's first work-item.
static void report_note(qn_item *item, const seen *s, uint32_t first,
                        uint32_t number, uint32_t code, uint32_t how) {
  qn_cpu_finding f = finding_of(QN_CPU_FAULT_SHARED_RACE, s);
  const uint32_t linear = (number - first) / QN_CPU_NUMBER_STEP;
  const uint32_t nx = item->block_dim[0], ny = item->block_dim[1];
  f.other = qn_cpu_place_of(item);
  f.other.linear = linear;
  f.other.thread[0] = linear % nx;
  f.other.thread[1] = linear / nx % ny;
  f.other.thread[2] = linear / nx / ny;
  f.other_code = (s->code & ~(uintptr_t)UINT32_MAX) | code;
  f.other_how = how;
  f.has_other = 1;
  qn_cpu_report(item, &f);
}

// What one lane does to shared memory that was not plainly good.
static void watch_shared_lane(qn_item *item, const seen *s) {
  const uint64_t offset = (uint64_t)(s->address - item->shared);
  uint32_t number = 0, code = 0;
  unsigned found = QN_CPU_NOTE_COUNT;
  if (!item->notes_stride || offset + s->size > item->notes_stride) {
    item->runner->races.amiss = 1; // it is not noted
    return;
  }
  qn_cpu_noter now =
      qn_cpu_noter_of(item, item->linear, 1, s->how, (uint32_t)s->code);
  const uint64_t begin = (uint64_t)(uintptr_t)s->address, end = begin + s->size;
  for (uint64_t at = begin; at < end; at = at / GRANULE * GRANULE + GRANULE) {
    const qn_cpu_notes n = qn_cpu_shared_notes(item, s->address + (at - begin));
    now.bytes = qn_cpu_bytes_of(at, end - at);
    const unsigned against = qn_cpu_note_against(&now, &n);
    if (against < QN_CPU_NOTE_COUNT && found == QN_CPU_NOTE_COUNT) {
      found = against;
      number = qn_cpu_note_other(&now, &n, found);
      code = *qn_cpu_note_word(&n, found + QN_CPU_NOTE_CODE_OF);
    }
    qn_cpu_note(&now, &n);
  }
  // Of the same value by many, too: other groups may write others.
  item->runner->races.amiss |= found < QN_CPU_NOTE_COUNT;
  const access as = {.how = (uint16_t)qn_cpu_how_noted(found)};
  if (found < QN_CPU_NOTE_COUNT && !changes_nothing(s, &as))
    report_note(item, s, now.phase, number, code, as.how);
}

QN_DEVICE void qn_cpu_check_zones(struct runner *r, const uint32_t *zones,
                                  uint32_t count, uint32_t end) {
  r->zones = zones;
  r->zone_count = count;
  r->checked_size = (uint64_t)end + r->launch->shared_size;
}

QN_DEVICE void qn_cpu_check_object_otherwise(qn_item *item, const char *address,
                                             uint64_t size, uint32_t how,
                                             uint64_t value, const char *base,
                                             uint64_t object_size,
                                             const char *name, uint32_t space) {
  static const qn_cpu_fault faults[] = {
      [QN_CHECK_LOCAL] = QN_CPU_FAULT_LOCAL_BOUNDS,
      [QN_CHECK_SHARED] = QN_CPU_FAULT_SHARED_BOUNDS,
      [QN_CHECK_GLOBAL] = QN_CPU_FAULT_GLOBAL_BOUNDS};
  const seen s = {.address = address,
                  .size = size,
                  .how = how,
                  .value = value,
                  .code = CODE(),
                  .object = name,
                  .object_size = object_size,
                  .offset = (int64_t)((uintptr_t)address - (uintptr_t)base)};
  if (!qn_cpu_checks_of(item) || !size)
    return;
  const int outside = s.offset < 0 || (uint64_t)s.offset + size > object_size;
  if (outside && looks_for(how, QN_CPU_CHECK_MEMORY)) {
    report(item, faults[space], &s);
    end_launch(item);
  }
  if (space != QN_CHECK_LOCAL) {
    watch(item, &s);
  } else if (!outside && looks_for(how, QN_CPU_CHECK_MEMORY)) {
    watch_alignment(item, &s);
  }
}

// ---- Stacks

enum {
  // The most local memory that a thread of an NVIDIA GPU has.
  STACK_OF_ITEM = sizeof(void *) == 8 ? 512 * 1024 : 64 * 1024,
  STACK_RESERVE = 64 * 1024, // for what the host does about it
};

static uint32_t stack_of_item(const qn_cpu_launch *launch) {
  const uint32_t asked = launch->services->stack_size;
  return asked ? asked : STACK_OF_ITEM;
}

// Twice as much, as checks have marks of local variables there.
uint32_t qn_cpu_check_stack_size(const qn_cpu_launch *launch) {
  return 2 * stack_of_item(launch) + STACK_RESERVE;
}

QN_DEVICE uint64_t qn_cpu_check_stack(qn_item *item, uint64_t own,
                                      uint64_t all) {
  const char *here = __builtin_frame_address(0);
  const runner *r = item->runner;
  if (!qn_cpu_checks_of(item) || !r || !r->stacks || here < r->stacks)
    return 1;
  const uint64_t allowed = stack_of_item(item->launch);
  const uint64_t used =
      r->stack_size - (uint64_t)(here - r->stacks) % r->stack_size;
  if (own > allowed || used + all > 2 * allowed) {
    qn_cpu_finding f = {.fault = QN_CPU_FAULT_STACK,
                        .code = CODE(),
                        .size = own,
                        .offset = (int64_t)used,
                        .object_size = allowed};
    qn_cpu_report(item, &f);
    end_launch(item);
  }
  return 1;
}

QN_DEVICE void qn_cpu_check_fence(qn_item *item, uint32_t how) {
  item->fenced = how & QN_CPU_ACCESS_BLOCK ? 2 : 1;
}

QN_DEVICE void qn_cpu_check_return(qn_item *item) { item->returned = 1; }

QN_DEVICE void qn_cpu_check_group(qn_item *item, const uint32_t *zones,
                                  uint32_t count, uint32_t end) {
  group *g = item->group;
  const qn_cpu_services *services = item->launch->services;
  item->run = NULL;
  if (services->version >= 6 && services->checks && services->checks_user) {
    const qn_cpu_check_run *run = services->checks_user;
    item->run = run->cells ? run : NULL;
  }
  if (!g || g->zones)
    return;
  g->zones = zones;
  g->zone_count = count;
  g->checked_size = item->shared ? (uint64_t)end + item->dynamic_size : 0;
}

// ---- Barriers and warp operations

static int is_left_out(const group *g, const qn_item *item) {
  (void)g;
  return item->state == ITEM_DONE && !item->returned;
}

// All that still run have arrived: reports those that ended without, and those
// that wait elsewhere. Called once for each barrier that is passed.
void qn_cpu_check_barrier(group *g) {
  qn_item *first = NULL;
  for (uint32_t i = 0; i < g->item_count && !first; ++i)
    if (g->items[i].state == ITEM_AT_BARRIER)
      first = &g->items[i];
  if (!first || !qn_cpu_checks_of(first))
    return;
  for (uint32_t i = 0; i < g->item_count; ++i) {
    qn_item *other = &g->items[i];
    const int left = is_left_out(g, other);
    if (!left && (other->state != ITEM_AT_BARRIER ||
                  other->warp.site == first->warp.site))
      continue;
    qn_cpu_finding f = {.fault = left ? QN_CPU_FAULT_BARRIER_LEFT_OUT
                                      : QN_CPU_FAULT_BARRIER_OTHER,
                        .code = (uintptr_t)first->warp.site,
                        .other = qn_cpu_place_of(other),
                        .other_code = left ? 0 : (uintptr_t)other->warp.site,
                        .has_other = 1};
    qn_cpu_report(first, &f);
    return;
  }
}

static void report_lanes(qn_item *item, qn_cpu_fault fault, uint32_t lanes) {
  qn_cpu_finding f = {
      .fault = fault, .code = (uintptr_t)item->warp.site, .lanes = lanes};
  qn_cpu_report(item, &f);
}

// An operation begins.
void qn_cpu_check_mask(qn_item *item) {
  const warp_wait *wait = &item->warp;
  if (wait->kind != WARP_STEP && wait->mask && qn_cpu_checks_of(item) &&
      !(wait->mask >> item->lane & 1))
    report_lanes(item, QN_CPU_FAULT_MASK_SELF, wait->mask);
}

// It ends, for `lanes`, in which those of `there` take part. Lanes that have
// ended count as not named.
void qn_cpu_check_lanes(warp *w, uint32_t lanes, uint32_t there) {
  for (uint32_t i = 0; i < QN_CPU_WARP_SIZE; ++i) {
    qn_item *item = &w->first[i];
    const warp_wait *wait = &item->warp;
    if (!(lanes >> i & 1) || wait->kind == WARP_STEP || !wait->mask)
      continue;
    const uint32_t missing = wait->mask & w->alive & ~there;
    if (!missing || !qn_cpu_checks_of(item))
      continue;
    const uint32_t elsewhere = missing & w->waiting;
    report_lanes(
        item, elsewhere ? QN_CPU_FAULT_MASK_PLACES : QN_CPU_FAULT_MASK_ABSENT,
        elsewhere ? elsewhere : missing);
    return;
  }
}

void qn_cpu_check_source(qn_item *item, uint32_t from) {
  if (qn_cpu_checks_of(item))
    report_lanes(item, QN_CPU_FAULT_SHUFFLE_INACTIVE, 1u << from);
}

void qn_cpu_check_grid(qn_item *item, uintptr_t code) {
  qn_cpu_finding f = {.fault = QN_CPU_FAULT_GRID_SYNC, .code = code};
  if (qn_cpu_checks_of(item))
    qn_cpu_report(item, &f);
}

static int has_ended(const group *g) {
  for (uint32_t i = 0; i < g->item_count; ++i)
    if (g->items[i].state != ITEM_DONE)
      return 0;
  return 1;
}

// A GPU waits for blocks that have ended for ever: by a `return`, too.
void qn_cpu_check_grid_passed(runner *r) {
  qn_item *waits = NULL;
  const group *left = NULL;
  for (uint32_t g = 0; g < r->group_count; ++g) {
    if (has_ended(&r->groups[g]))
      left = &r->groups[g];
    for (uint32_t i = 0; i < r->groups[g].item_count && !waits; ++i)
      if (r->groups[g].items[i].state == ITEM_AT_GRID)
        waits = &r->groups[g].items[i];
  }
  if (!left || !waits || !qn_cpu_checks_of(waits))
    return;
  qn_cpu_finding f = {.fault = QN_CPU_FAULT_BARRIER_LEFT_OUT,
                      .code = (uintptr_t)waits->warp.site,
                      .other = qn_cpu_place_of(&left->items[0]),
                      .has_other = 1};
  qn_cpu_report(waits, &f);
}

void qn_cpu_check_end(runner *r) {
  const qn_cpu_services *services = r->launch->services;
  if (r->notes)
    services->release(services->user, r->notes);
  qn_cpu_end_init(r);
  for (uint32_t i = 0; i < r->group_count; ++i)
    if (r->groups[i].check_cells)
      services->release(services->user, r->groups[i].check_cells);
}
