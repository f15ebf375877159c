// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/race.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/system/thread.h"
#include "quern/cpu_notes.h"
#include "runtime/check/notes.h"

enum { READS = 2, GRANULE = QN_CPU_CHECK_GRANULE };
typedef qn_cpu_check_slot slot;
typedef qn_cpu_check_cell cell;

// A byte each: 0 when it is free. Images take them, too.
static unsigned char locks[QN_CPU_CHECK_LOCKS];
static cell *cells;       // of the heap
static uint32_t *settled; // of each cell, as in qn_cpu_check_run
static qn_cpu_check_line *lines;
static uint32_t running_threads;

static void *reserve(size_t size) {
  void *got = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return got == MAP_FAILED ? NULL : got;
}

void qn_check_reserve_cells(void) {
  const size_t count = (size_t)(QN_CPU_CHECK_HEAP_SIZE / GRANULE);
  settled = reserve(count * sizeof(*settled));
  lines = reserve(QN_CPU_CHECK_HEAP_SIZE / QN_CPU_CHECK_LINE * sizeof(*lines));
  cells = settled && lines ? reserve(count * sizeof(*cells)) : NULL;
}

// ---- Cells of memory that is not of the heap, by pages

enum { PAGE = 4096 };
static qn_mutex pages_mutex = QN_MUTEX_INIT;
static qn_map pages;

static cell *cell_elsewhere(uintptr_t address) {
  const uint64_t page = address / PAGE;
  qn_mutex_lock(&pages_mutex);
  const uint64_t *found = qn_map_find(&pages, page);
  cell *all = found ? (cell *)(uintptr_t)*found : NULL;
  if (!all) {
    all = qn_alloc_array(PAGE / GRANULE, sizeof(cell));
    if (all && qn_failed(qn_map_put(&pages, page, (uintptr_t)all, NULL))) {
      qn_free(all);
      all = NULL;
    }
  }
  qn_mutex_unlock(&pages_mutex);
  return all ? &all[address % PAGE / GRANULE] : NULL;
}

static cell *cell_of(uintptr_t address) {
  if (!qn_check_in_heap(address))
    return cell_elsewhere(address);
  return cells ? &cells[(address - QN_CPU_CHECK_HEAP) / GRANULE] : NULL;
}

// ---- Order between groups by atomic operations

// What a group made known by a write behind a fence.
typedef struct release {
  uint32_t block, step;
  bool wide; // to other groups, too
} release;

typedef struct history { // of an address
  release *all;
  uint32_t count, capacity;
  qn_map latest; // the last step made known to other groups, by group
} history;

typedef struct view { // what a group has seen: the first so many of a history
  history *of;
  uint32_t count;
} view;

typedef struct group {
  uint32_t block, step;
  view *views;
  uint32_t count, capacity;
  // Of what it has seen the last step that each group made known to others, by
  // group, and of its own releases the last of any scope.
  qn_map seen;
  uint32_t own;
} group;

// Where a group read with an atomic operation before its latest access. What
// such a read sees is known once it is done, which is after it was noted.
enum { READERS = 256, AWAITED = 32 };
typedef struct reader {
  uint32_t block;
  uint32_t count; // of addresses, all that there were; the last are kept
  uint64_t addresses[AWAITED];
} reader;

struct qn_check_releases {
  qn_mutex mutex;
  qn_map histories, groups; // by address, by number
  reader *readers; // READERS of them, by the group's number; NULL: none yet
};

static void *grow(void *items, uint32_t count, uint32_t *capacity,
                  size_t size) {
  if (count < *capacity)
    return items;
  const uint32_t more = *capacity * 2 + 8;
  void *grown = qn_realloc(items, more * size);
  if (grown)
    *capacity = more;
  return grown;
}

static void *find_or_make(qn_map *map, uint64_t key, size_t size) {
  const uint64_t *found = qn_map_find(map, key);
  if (found)
    return (void *)(uintptr_t)*found;
  void *made = qn_alloc_array(1, size);
  if (made && qn_failed(qn_map_put(map, key, (uintptr_t)made, NULL))) {
    qn_free(made);
    made = NULL;
  }
  return made;
}

static void add_release(history *h, release r) {
  release *grown = grow(h->all, h->count, &h->capacity, sizeof(*h->all));
  if (!grown)
    return;
  h->all = grown;
  h->all[h->count++] = r;
}

static void see_release(group *g, release r) {
  if (r.block == g->block && r.step > g->own)
    g->own = r.step;
  uint64_t *latest = qn_map_find(&g->seen, r.block);
  if (latest && r.wide && r.step > *latest)
    *latest = r.step;
  else if (!latest && r.wide)
    (void)qn_map_put(&g->seen, r.block, r.step, NULL);
}

// What a history has more than when the group last looked.
static void see_more(group *g, view *v) {
  for (; v->count < v->of->count; ++v->count)
    see_release(g, v->of->all[v->count]);
}

// A group that waits looks at the same address again and again.
static void see(group *g, history *h) {
  for (uint32_t i = g->count; i-- > 0;)
    if (g->views[i].of == h) {
      see_more(g, &g->views[i]);
      return;
    }
  view *grown = grow(g->views, g->count, &g->capacity, sizeof(*g->views));
  if (!grown)
    return;
  g->views = grown;
  g->views[g->count] = (view){.of = h};
  see_more(g, &g->views[g->count++]);
}

// Adds what another group made known, unless it is known there.
static void pass_on(history *h, release r) {
  const uint64_t *latest = qn_map_find(&h->latest, r.block);
  if ((latest && *latest >= r.step) ||
      qn_failed(qn_map_put(&h->latest, r.block, r.step, NULL)))
    return;
  add_release(h, r);
}

// What a group has seen elsewhere it passes on. Its own is in its latest step.
static void publish(group *g, history *h, bool wide) {
  enum { MUCH = 1 << 20 };
  for (size_t i = 0; i < g->seen.count && wide && h->count < MUCH; ++i) {
    const qn_map_entry *e = &g->seen.entries[i];
    if (e->key != g->block)
      pass_on(h, (release){(uint32_t)e->key, (uint32_t)e->value, true});
  }
  add_release(h, (release){g->block, ++g->step, wide});
  if (wide)
    (void)qn_map_put(&h->latest, g->block, g->step, NULL);
}

static group *group_of(struct qn_check_releases *r, uint32_t block) {
  group *g = find_or_make(&r->groups, block, sizeof(*g));
  if (g)
    g->block = block;
  return g;
}

// Groups that run at the same time seldom share a place here; who loses one
// sees what was made known when its read was noted.
static void await(struct qn_check_releases *r, uint32_t block,
                  uint64_t address) {
  if (!r->readers)
    r->readers = qn_alloc_array(READERS, sizeof(*r->readers));
  if (!r->readers)
    return;
  reader *of = &r->readers[block % READERS];
  if (of->block != block)
    *of = (reader){.block = block};
  of->addresses[of->count++ % AWAITED] = address;
}

// What a group's reads have seen, now that they are done.
static void settle(struct qn_check_releases *r, uint32_t block) {
  reader *of = r->readers ? &r->readers[block % READERS] : NULL;
  if (!of || of->block != block || !of->count)
    return;
  for (uint32_t i = 0; i < of->count && i < AWAITED; ++i) {
    const uint64_t *found = qn_map_find(&r->histories, of->addresses[i]);
    group *g = found ? group_of(r, block) : NULL;
    if (g)
      see(g, (history *)(uintptr_t)*found);
  }
  of->count = 0;
}

static uint32_t step_of(const struct qn_check_releases *r, uint32_t block) {
  const uint64_t *found = qn_map_find(&r->groups, block);
  return found ? ((const group *)(uintptr_t)*found)->step : 0;
}

// Whether `block` has seen what `other` did at a step.
static bool has_seen(const struct qn_check_releases *r, uint32_t block,
                     uint32_t other, uint32_t step) {
  const uint64_t *found = qn_map_find(&r->groups, block);
  const group *g = found ? (const group *)(uintptr_t)*found : NULL;
  if (!g || block == other)
    return g && g->own > step;
  const uint64_t *latest = qn_map_find(&g->seen, other);
  return latest && *latest > step;
}

static uint32_t block_of(const qn_check_run *run, const qn_cpu_place *p) {
  return (p->block[2] * run->grid[1] + p->block[1]) * run->grid[0] +
         p->block[0];
}

// An atomic access orders: a read sees what was made known there, and a write
// behind a fence makes known what came before.
static void note_order(qn_check_run *run, const qn_check_access *a) {
  const bool writes = a->how & QN_CPU_ACCESS_WRITE;
  const bool stores = writes && !(a->how & QN_CPU_ACCESS_BOTH);
  const bool wide = !(a->how & QN_CPU_ACCESS_BLOCK) &&
                    (a->place->fenced == 1 || a->how & QN_CPU_ACCESS_RELEASE);
  const uint32_t block = block_of(run, a->place);
  struct qn_check_releases *r = run->releases;
  qn_mutex_lock(&r->mutex);
  const bool known = qn_map_find(&r->histories, a->address) != NULL;
  const bool releases =
      writes && (a->place->fenced || a->how & QN_CPU_ACCESS_RELEASE);
  settle(r, block);
  if (!stores)
    await(r, block, a->address);
  if (known || releases) {
    history *h = find_or_make(&r->histories, a->address, sizeof(*h));
    group *g = group_of(r, block);
    if (h && g && !stores)
      see(g, h);
    if (h && g && releases)
      publish(g, h, wide);
    __atomic_store_n(&run->seen.released, 1, __ATOMIC_RELAXED);
  }
  qn_mutex_unlock(&r->mutex);
}

void qn_check_order(qn_check_run *run, const qn_check_access *a) {
  enum { ADDRESS_BITS = 48 };
  qn_check_access own = *a;
  // Groups have the same shared memory, one after the other.
  own.address ^= (uintptr_t)((uint64_t)block_of(run, a->place) << ADDRESS_BITS);
  if (run->releases)
    note_order(run, &own);
}

static void free_releases(struct qn_check_releases *r) {
  for (size_t i = 0; i < r->histories.count; ++i) {
    history *h = (history *)(uintptr_t)r->histories.entries[i].value;
    qn_map_finish(&h->latest);
    qn_free(h->all);
    qn_free(h);
  }
  for (size_t i = 0; i < r->groups.count; ++i) {
    group *g = (group *)(uintptr_t)r->groups.entries[i].value;
    qn_map_finish(&g->seen);
    qn_free(g->views);
    qn_free(g);
  }
  qn_map_finish(&r->histories);
  qn_map_finish(&r->groups);
  qn_free(r->readers);
  qn_mutex_finish(&r->mutex);
  qn_free(r);
}

void qn_check_run_begin(qn_check_run *run, const qn_check_op *about,
                        uint32_t threads) {
  qn_check_op *op =
      (qn_check_op *)(uintptr_t)qn_check_op_at(qn_check_running());
  *run = (qn_check_run){.seen = {.op = qn_check_running(),
                                 .threads = &running_threads,
                                 .cells = cells,
                                 .locks = locks,
                                 .settled = settled,
                                 .lines = lines},
                        .threads = threads};
  __atomic_add_fetch(&running_threads, threads, __ATOMIC_RELAXED);
  // Those of graphs, and those that kernels launch, are parts of one operation.
  if (op && op->name[0]) {
    run->seen.op = qn_check_continue(run->seen.op);
    op = (qn_check_op *)(uintptr_t)qn_check_op_at(run->seen.op);
  }
  if (op) {
    memcpy(op->name, about->name, sizeof(op->name));
    op->fd = about->fd;
    op->base = about->base;
    memcpy(op->grid, about->grid, sizeof(op->grid));
    memcpy(op->block, about->block, sizeof(op->block));
  }
  memcpy(run->grid, about->grid, sizeof(run->grid));
  run->seen.all_before = op ? op->all_before : 0;
  run->early =
      qn_check_on(QN_CPU_CHECK_RACE) && qn_check_some_early(run->seen.op);
  run->seen.released = run->early; // accesses come to the host
  run->releases = qn_alloc_array(1, sizeof(*run->releases));
  if (run->releases)
    qn_mutex_init(&run->releases->mutex);
  else
    run->seen.cells = NULL;
}

void qn_check_run_end(qn_check_run *run) {
  qn_check_run_leave(run);
  __atomic_sub_fetch(&running_threads, run->threads, __ATOMIC_RELAXED);
  if (run->releases)
    free_releases(run->releases);
  run->releases = NULL;
}

// ---- Races

static bool in_same_place(const slot *a, const slot *b) {
  return a->block == b->block && a->item == b->item;
}

// Whether an earlier access of the same operation comes before this one.
static bool is_before(const qn_check_run *run, const slot *before,
                      const slot *now) {
  enum { WARP = QN_CPU_WARP_SIZE };
  if (in_same_place(before, now))
    return true;
  if (before->block == now->block) {
    if (before->epoch != now->epoch)
      return true;
    if (before->item / WARP == now->item / WARP &&
        before->warp_epoch != now->warp_epoch)
      return true;
  }
  struct qn_check_releases *r = run->releases;
  if (!r)
    return true;
  qn_mutex_lock(&r->mutex);
  const bool seen = has_seen(r, now->block, before->block, before->step);
  qn_mutex_unlock(&r->mutex);
  return seen;
}

// What keeps two accesses apart; COUNT: nothing has to, or something does.
static qn_check_rule rule_of(const qn_check_run *run, const slot *before,
                             const slot *now) {
  if (run && before->op <= run->seen.all_before)
    return QN_CHECK_RULE_COUNT;
  const unsigned both = before->how & now->how;
  if (!before->op || !(before->mask & now->mask) ||
      !((before->how | now->how) & QN_CPU_ACCESS_WRITE))
    return QN_CHECK_RULE_COUNT;
  const bool atomic = both & QN_CPU_ACCESS_ATOMIC;
  if (before->op != now->op)
    return atomic || qn_check_is_ordered(before->op, now->op)
               ? QN_CHECK_RULE_COUNT
               : QN_CHECK_LAUNCH_RACE;
  if (!run)
    return QN_CHECK_RULE_COUNT;
  if (atomic)
    return before->block != now->block &&
                   (before->how | now->how) & QN_CPU_ACCESS_BLOCK &&
                   !is_before(run, before, now)
               ? QN_CHECK_SCOPE_RACE
               : QN_CHECK_RULE_COUNT;
  return is_before(run, before, now) ? QN_CHECK_RULE_COUNT
                                     : QN_CHECK_GLOBAL_RACE;
}

// The number of a cell of the heap; false for others.
static bool number_of(const cell *c, size_t *out_number) {
  const uintptr_t offset = (uintptr_t)c - (uintptr_t)cells;
  *out_number = offset / sizeof(*c);
  return cells && *out_number < QN_CPU_CHECK_HEAP_SIZE / GRANULE;
}

// Where a cell is in; NULL: it has none.
static qn_cpu_check_line *line_of(const cell *c) {
  enum { CELLS = QN_CPU_CHECK_LINE / GRANULE };
  size_t number;
  return number_of(c, &number) ? &lines[number / CELLS] : NULL;
}

// Whether a plain write says all that an atomic one of the same work-item at
// the same time would, and more: others' atomic operations race with it.
static bool says_more(const slot *plain, const slot *now) {
  return plain->op == now->op && now->how & QN_CPU_ACCESS_ATOMIC &&
         !(plain->how & QN_CPU_ACCESS_ATOMIC) && in_same_place(plain, now) &&
         plain->epoch == now->epoch && plain->warp_epoch == now->warp_epoch &&
         plain->step == now->step && !(now->mask & ~plain->mask);
}

static void keep_write(cell *c, const slot *now) {
  size_t number;
  qn_cpu_check_line *line = line_of(c);
  if (!says_more(&c->write, now))
    c->write = *now;
  // Reads are of interest again.
  if (number_of(c, &number))
    settled[number] = 0;
  if (line && line->written < now->op)
    line->written = now->op;
}

// Keeps the first reader since the last write by another, and the latest.
static void keep(cell *c, const slot *now) {
  if (now->how & QN_CPU_ACCESS_WRITE) {
    keep_write(c, now);
    return;
  }
  const bool first = !c->reads[0].op || c->reads[0].op != now->op ||
                     c->reads[0].epoch != now->epoch;
  c->reads[first ? 0 : 1] = *now;
}

// Writes of the same value by several are no matter of order.
static bool changes_nothing(const qn_check_access *a, const slot *before) {
  return a->place && a->size <= 8 && a->how & QN_CPU_ACCESS_WRITE &&
         before->how & QN_CPU_ACCESS_WRITE &&
         !((a->how | before->how) & QN_CPU_ACCESS_ATOMIC) &&
         memcmp((const void *)a->address, &a->value, a->size) == 0;
}

// What packets have noted since, as they do without the host. Atomic operations
// stay notes: they do not take the place of who wrote before them.
static qn_check_notes take_notes(cell *c, uintptr_t address, const slot *now) {
  qn_check_notes notes = {0};
  if (!c || !qn_check_in_heap(address) ||
      !qn_check_notes_at(address, now, &notes))
    return notes;
  if (notes.write.op && notes.write.op >= c->write.op)
    keep_write(c, &notes.write);
  if (notes.reads[0].op && notes.reads[0].op >= c->reads[0].op)
    memcpy(c->reads, notes.reads, sizeof(c->reads));
  return notes;
}

static qn_check_rule note_cell(const qn_check_run *run, cell *c,
                               const qn_check_notes *notes,
                               const qn_check_access *a, const slot *now,
                               slot *out_before) {
  qn_check_rule rule = QN_CHECK_RULE_COUNT;
  const slot *before = &c->write;
  for (int i = 0; i < READS && rule == QN_CHECK_RULE_COUNT; ++i) {
    before = &notes->atomics[i];
    rule = rule_of(run, before, now);
  }
  if (rule == QN_CHECK_RULE_COUNT) {
    before = &c->write;
    rule = rule_of(run, before, now);
    if (rule != QN_CHECK_RULE_COUNT && changes_nothing(a, before))
      rule = QN_CHECK_RULE_COUNT;
  }
  const qn_cpu_check_line *line = line_of(c);
  for (int i = 0; i < (line ? 2 * READS : READS) &&
                  rule == QN_CHECK_RULE_COUNT && now->how & QN_CPU_ACCESS_WRITE;
       ++i) {
    before = i < READS ? &c->reads[i] : &line->reads[i - READS];
    rule = rule_of(run, before, now);
  }
  if (rule != QN_CHECK_RULE_COUNT)
    *out_before = *before;
  keep(c, now);
  return rule;
}

static uintptr_t code_of(const slot *s, const qn_check_op *op) {
  if (!s->code || !op)
    return 0;
  uint64_t code = ((uint64_t)op->base & ~(uint64_t)UINT32_MAX) | s->code;
  if (code < op->base)
    code += (uint64_t)1 << 32;
  return (uintptr_t)code;
}

static qn_cpu_place place_of(const slot *s, const qn_check_op *op) {
  qn_cpu_place p = {.linear = s->item};
  const uint32_t *grid = op->grid, *block = op->block;
  p.block[0] = s->block % grid[0];
  p.block[1] = s->block / grid[0] % grid[1];
  p.block[2] = s->block / grid[0] / grid[1];
  p.thread[0] = s->item % block[0];
  p.thread[1] = s->item / block[0] % block[1];
  p.thread[2] = s->item / block[0] / block[1];
  return p;
}

// The side that finds the race, by an operation or a work-item in it.
static qn_check_side own_side(uint32_t op, const qn_check_access *a) {
  const qn_check_op *own = qn_check_op_at(op);
  qn_check_side side = {.verb =
                            a->how & QN_CPU_ACCESS_WRITE ? "writes" : "reads",
                        .has_place = a->place != NULL,
                        .op = op,
                        .code = a->code,
                        .site = own ? own->at : 0};
  if (a->place)
    side.place = *a->place;
  return side;
}

static qn_check_side other_side(const slot *before) {
  const qn_check_op *other = qn_check_op_at(before->op);
  qn_check_side side = {
      .verb = before->how & QN_CPU_ACCESS_WRITE ? "wrote it" : "read it",
      .has_place = before->code != 0 && other && other->grid[0],
      .op = before->op,
      .code = code_of(before, other),
      .site = other ? other->at : 0};
  if (side.has_place)
    side.place = place_of(before, other);
  return side;
}

static void report_race(qn_check_rule rule, const qn_check_access *a,
                        const slot *now, const slot *before) {
  qn_check_finding f = {.rule = rule, .op = now->op, .side_count = 2};
  f.sides[0] = own_side(now->op, a);
  f.sides[1] = other_side(before);
  f.has_block = qn_check_find(a->address, &f.block);
  qn_check_say(&f, "%s", qn_check_rule_at(rule)->meaning);
  qn_check_report(&f);
}

static slot slot_of(const qn_check_run *run, uint32_t op,
                    const qn_check_access *a) {
  slot s = {.op = op, .how = (uint8_t)a->how, .code = (uint32_t)a->code};
  if (a->place && run) {
    s.block = block_of(run, a->place);
    s.item = (uint16_t)a->place->linear;
    s.epoch = (uint16_t)a->place->epoch;
    s.warp_epoch = (uint16_t)a->place->warp_epoch;
  }
  return s;
}

static void lock(uintptr_t address) {
  unsigned char *l = &locks[address / QN_CPU_CHECK_LINE % QN_CPU_CHECK_LOCKS];
  while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE))
    (void)sched_yield();
}

static void unlock(uintptr_t address) {
  __atomic_store_n(&locks[address / QN_CPU_CHECK_LINE % QN_CPU_CHECK_LOCKS], 0,
                   __ATOMIC_RELEASE);
}

static void look_at(qn_check_run *run, uint32_t op, const qn_check_access *a) {
  slot now = slot_of(run, op, a), before = {0};
  qn_check_rule found = QN_CHECK_RULE_COUNT;
  if (run && run->releases) {
    if (a->how & QN_CPU_ACCESS_ATOMIC)
      note_order(run, a);
    if (__atomic_load_n(&run->seen.released, __ATOMIC_RELAXED)) {
      qn_mutex_lock(&run->releases->mutex);
      if (!(a->how & QN_CPU_ACCESS_ATOMIC))
        settle(run->releases, now.block);
      now.step = step_of(run->releases, now.block);
      qn_mutex_unlock(&run->releases->mutex);
    }
  }
  const uintptr_t end = a->address + a->size;
  for (uintptr_t at = a->address; at < end;) {
    const uintptr_t next = at / GRANULE * GRANULE + GRANULE;
    now.mask = (uint8_t)qn_cpu_bytes_of(at, end - at);
    lock(at);
    cell *c = cell_of(at);
    slot other = {0};
    const qn_check_notes notes = take_notes(c, at, &now);
    const qn_check_rule rule =
        c ? note_cell(run, c, &notes, a, &now, &other) : QN_CHECK_RULE_COUNT;
    if (run && run->in_packets && qn_check_in_heap(at))
      qn_check_note(run, at, &now);
    unlock(at);
    if (rule != QN_CHECK_RULE_COUNT && found == QN_CHECK_RULE_COUNT) {
      found = rule;
      before = other;
    }
    at = next;
  }
  if (found != QN_CHECK_RULE_COUNT)
    report_race(found, a, &now, &before);
}

// A launch has entered for all that it does (qn_check_run_enter).
void qn_check_race(qn_check_run *run, uint32_t op, const qn_check_access *a) {
  if (!op)
    return;
  if (!run) {
    qn_check_notes_share();
    qn_check_noted(op);
  }
  look_at(run, op, a);
  if (!run)
    qn_check_notes_leave();
}

// ---- Memory of pools

static void look_at_freed(uint32_t op, const qn_check_block *block) {
  const slot now = {.op = op, .how = QN_CPU_ACCESS_WRITE, .mask = 15};
  const uintptr_t end = block->begin + block->size;
  qn_check_finding f = {.rule = QN_CHECK_LAUNCH_RACE,
                        .op = op,
                        .side_count = 2,
                        .has_block = true,
                        .block = *block};
  const qn_check_op *own = qn_check_op_at(op);
  f.sides[0] =
      (qn_check_side){.verb = "frees it", .op = op, .site = own ? own->at : 0};
  for (uintptr_t at = block->begin; at < end; at += GRANULE) {
    cell *c = cell_of(at);
    const qn_check_notes notes = take_notes(c, at, &now);
    const qn_cpu_check_line *line = line_of(c);
    const slot *all[] = {&c->write,
                         &notes.atomics[0],
                         &notes.atomics[1],
                         &c->reads[0],
                         &c->reads[1],
                         line ? &line->reads[0] : NULL,
                         line ? &line->reads[1] : NULL};
    for (int i = 0; c && i < 1 + READS + (line ? 2 : 1) * READS; ++i) {
      if (rule_of(NULL, all[i], &now) != QN_CHECK_LAUNCH_RACE)
        continue;
      f.sides[1] = other_side(all[i]);
      qn_check_say(&f, "a stream frees memory that another operation uses, and "
                       "nothing puts the two in order");
      qn_check_report(&f);
      return;
    }
  }
}

void qn_check_race_freed(uint32_t op, const qn_check_block *block) {
  qn_check_notes_share();
  look_at_freed(op, block);
  qn_check_notes_leave();
}

void qn_check_race_pool(uint32_t op, const qn_check_access *a, uint32_t other,
                        const char *verb) {
  const qn_check_op *of = qn_check_op_at(other);
  qn_check_finding f = {
      .rule = QN_CHECK_LAUNCH_RACE, .op = op, .side_count = 2};
  f.sides[0] = own_side(op, a);
  f.sides[1] =
      (qn_check_side){.verb = verb, .op = other, .site = of ? of->at : 0};
  f.has_block = qn_check_find(a->address, &f.block);
  qn_check_say(&f, "memory is used that another stream allocates or frees, and "
                   "nothing puts the two in order");
  qn_check_report(&f);
}
