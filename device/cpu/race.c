// SPDX-License-Identifier: Apache-2.0
// Races on shared memory (-fsanitize=shared-race): stores for each byte which
// work-items wrote and read it last, and how many barriers and warp operations
// had passed then. Between two accesses of different work-items, one of them a
// write, there must be a barrier of the group or, within a warp, a warp
// operation.
#include "runner.h"

typedef struct access {
  uint32_t item; // linear + 1; 0: none
  uint32_t epoch, warp_epoch;
  const char *site;
} access;

typedef struct race_cell {
  access write, reads[2];
} race_cell;

typedef struct line {
  char text[400];
  size_t size;
} line;

// The C library's, if the program has one: reports go to standard error, even
// if the launch goes on.
__attribute__((weak, visibility("default"))) long
write(int fd, const void *bytes, size_t size);

static void add(line *l, const char *text) {
  while (*text && l->size < sizeof(l->text) - 1)
    l->text[l->size++] = *text++;
  l->text[l->size] = '\0';
}

static void add_number(line *l, uint32_t value) {
  char digits[11];
  int at = sizeof(digits) - 1;
  digits[at] = '\0';
  do
    digits[--at] = (char)('0' + value % 10);
  while (value /= 10);
  add(l, digits + at);
}

static void add_index(line *l, const char *what, const uint32_t index[3]) {
  add(l, what);
  for (int i = 0; i < 3; ++i) {
    add(l, i ? "," : " (");
    add_number(l, index[i]);
  }
  add(l, ")");
}

static void add_site(line *l, const char *verb, const char *site) {
  add(l, verb);
  if (*site) {
    add(l, " at ");
    add(l, site);
  }
}

static _Noreturn void report(qn_item *item, const access *mine, int is_write,
                             const access *other, int other_writes) {
  line l;
  l.size = 0;
  const qn_item *second = &item->group->items[other->item - 1];
  add_index(&l, "race on shared memory: in block", item->block);
  add_index(&l, ", thread", item->thread);
  add_site(&l, is_write ? " writes" : " reads", mine->site);
  add_index(&l, " what thread", second->thread);
  add_site(&l, other_writes ? " wrote" : " read", other->site);
  add(&l, ", with no barrier between");
  if (write) {
    (void)!write(2, "quern: ", 7);
    (void)!write(2, l.text, l.size);
    (void)!write(2, "\n", 1);
  }
  qn_cpu_fail(item, l.text);
}

// Whether nothing orders an earlier access before the current one of `item`.
static int is_unordered(const qn_item *item, const access *before) {
  const group *g = item->group;
  if (!before->item || before->item == item->linear + 1 ||
      before->epoch != g->epoch)
    return 0;
  const uint32_t own = item->linear / QN_CPU_WARP_SIZE;
  return (before->item - 1) / QN_CPU_WARP_SIZE != own ||
         before->warp_epoch == g->warps[own].epoch;
}

static void check_byte(qn_item *item, race_cell *cell, const access *now,
                       int is_write) {
  if (is_unordered(item, &cell->write))
    report(item, now, is_write, &cell->write, 1);
  if (is_write) {
    for (int i = 0; i < 2; ++i)
      if (is_unordered(item, &cell->reads[i]))
        report(item, now, 1, &cell->reads[i], 0);
    cell->write = *now;
    return;
  }
  // Keeps the first reader since the last barrier, and the latest.
  const int first = cell->reads[0].epoch != now->epoch || !cell->reads[0].item;
  cell->reads[first ? 0 : 1] = *now;
}

// `end` is the size of the static shared variables, with padding.
QN_DEVICE void qn_cpu_race_access(qn_item *item, const char *address,
                                  uint32_t size, uint32_t is_write,
                                  uint32_t end, const char *site) {
  group *g = item->group;
  const uint64_t total = (uint64_t)end + item->dynamic_size;
  if (!g || address < item->shared || address >= item->shared + total)
    return;
  const qn_cpu_services *services = item->launch->services;
  if (!g->cells) {
    g->cells = services->allocate(services->user, total * sizeof(race_cell));
    if (!g->cells)
      qn_cpu_fail(item, "no memory to watch shared memory with");
    for (uint64_t i = 0; i < total; ++i)
      g->cells[i] = (race_cell){0};
  }
  const access now = {.item = item->linear + 1,
                      .epoch = g->epoch,
                      .warp_epoch =
                          g->warps[item->linear / QN_CPU_WARP_SIZE].epoch,
                      .site = site};
  const uint64_t offset = (uint64_t)(address - item->shared);
  for (uint64_t i = offset; i < offset + size && i < total; ++i)
    check_byte(item, &g->cells[i], &now, (int)is_write);
}

void qn_cpu_race_end(runner *r) {
  const qn_cpu_services *services = r->launch->services;
  for (uint32_t i = 0; i < r->group_count; ++i)
    if (r->groups[i].cells)
      services->release(services->user, r->groups[i].cells);
}
