// SPDX-License-Identifier: Apache-2.0
// What the host's calls do to device memory.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "runtime/check/race.h"

static qn_check_side here(void) {
  return (qn_check_side){.verb = "at", .site = qn_check_here()};
}

void qn_check_bad_free(const void *address, const char *function,
                       bool is_graphs) {
  char text[160];
  qn_check_finding f = {.rule = QN_CHECK_BAD_FREE};
  f.sides[0] = here();
  f.side_count = 1;
  f.has_block = qn_check_find((uintptr_t)address, &f.block);
  if (f.has_block && (!f.block.live || f.block.idle) &&
      f.block.begin == (uintptr_t)address) {
    f.rule = QN_CHECK_DOUBLE_FREE;
    f.freed = f.block.freed;
    qn_check_describe(&f.block, text, sizeof(text));
    qn_check_say(&f, "%s frees %s a second time", function, text);
  } else if (f.has_block && is_graphs) {
    f.rule = QN_CHECK_DOUBLE_FREE;
    qn_check_describe(&f.block, text, sizeof(text));
    qn_check_say(&f,
                 "%s frees %s, which is a graph's and was freed already, or no "
                 "launch has allocated it yet",
                 function, text);
  } else if (f.has_block && f.block.live) {
    qn_check_describe(&f.block, text, sizeof(text));
    qn_check_say(&f, "%s frees an address at offset %" PRIuPTR " of %s",
                 function, (uintptr_t)address - f.block.begin, text);
  } else {
    f.has_block = false;
    qn_check_say(&f, "%s frees %p, which no allocation gave", function,
                 address);
  }
  qn_check_report(&f);
}

void qn_check_bad_range(const void *address, size_t size, const char *what) {
  char text[160];
  qn_check_finding f = {.rule = QN_CHECK_COPY_SIZE};
  f.sides[0] = here();
  f.side_count = 1;
  f.has_block = qn_check_find((uintptr_t)address, &f.block);
  if (f.has_block) {
    qn_check_describe(&f.block, text, sizeof(text));
    if (!f.block.live) {
      f.rule = QN_CHECK_AFTER_FREE;
      f.freed = f.block.freed;
      qn_check_say(&f, "the %s of a copy or fill is %s, which was freed", what,
                   text);
    } else {
      qn_check_say(&f,
                   "the %s of a copy or fill is %zu bytes from offset %" PRIdPTR
                   " on of %s",
                   what, size, (intptr_t)((uintptr_t)address - f.block.begin),
                   text);
    }
  } else {
    f.rule = QN_CHECK_HOST_POINTER;
    qn_check_say(&f, "the %s of a copy or fill, %p, is no device memory", what,
                 address);
    f.hint = "Look at the order of the pointers, and at the direction.";
  }
  qn_check_report(&f);
}

void qn_check_bad_launch(qn_check_rule rule, const qn_kernel *kernel,
                         const char *format, ...) {
  qn_check_finding f = {.rule = rule, .kernel = kernel, .side_count = 1};
  va_list args;
  f.sides[0] = here();
  va_start(args, format);
  vsnprintf(f.message, sizeof(f.message), format, args);
  va_end(args);
  qn_check_report(&f);
}

// ---- Copies and fills, when they are done

// Memory of a pool, which the host's calls take for the program's until the
// pool gives it back.
static void watch_pool(uint32_t op, const qn_check_access *a) {
  qn_check_block block;
  if (!qn_check_find(a->address, &block))
    return;
  const bool race = qn_check_on(QN_CPU_CHECK_RACE);
  if (race && qn_check_is_early(op, &block))
    qn_check_race_pool(op, a, block.made_by, "allocates it");
  if (block.live || !block.freed_by)
    return;
  if (race && !qn_check_is_ordered(block.freed_by, op)) {
    qn_check_race_pool(op, a, block.freed_by, "frees it");
  } else if (qn_check_on(QN_CPU_CHECK_MEMORY)) {
    char text[160];
    const qn_check_op *own = qn_check_op_at(op);
    qn_check_finding f = {.rule = QN_CHECK_AFTER_FREE,
                          .op = op,
                          .side_count = 1,
                          .has_block = true,
                          .block = block,
                          .freed = block.freed};
    f.sides[0] =
        (qn_check_side){.verb = "at", .op = op, .site = own ? own->at : 0};
    qn_check_describe(&block, text, sizeof(text));
    qn_check_say(&f, "a copy or fill uses %s, which was freed", text);
    qn_check_report(&f);
  }
}

static void note(uintptr_t address, size_t size, bool writes) {
  const uint32_t op = qn_check_running();
  const qn_check_access a = {.address = address,
                             .size = size,
                             .how = writes ? QN_CPU_ACCESS_WRITE : 0};
  if (qn_check_in_heap(address))
    watch_pool(op, &a);
  if (qn_check_on(QN_CPU_CHECK_RACE) && qn_check_in_heap(address))
    qn_check_race(NULL, op, &a);
}

// ---- Padding

// Bytes in a row that nobody wrote.
typedef struct hole {
  size_t begin, end;
} hole;

static bool next_hole(uintptr_t address, size_t size, hole *h) {
  size_t at = h->end;
  while (at < size && !qn_check_missing(address + at, 1))
    ++at;
  h->begin = at;
  while (at < size && qn_check_missing(address + at, 1))
    ++at;
  h->end = at;
  return h->begin < h->end;
}

// Whether a word of the alignment's size was written: what asks for padding.
static bool has_word(uintptr_t address, size_t period, size_t alignment) {
  const uintptr_t first = (address + alignment - 1) / alignment * alignment;
  for (uintptr_t at = first; at + alignment <= address + period;
       at += alignment)
    if (!qn_check_missing(at, alignment))
      return true;
  return false;
}

// Whether a hole of an element could be padding: it ends where something of
// more bytes than the hole has may begin, and the element has such a thing.
static bool could_pad(uintptr_t address, size_t period, const hole *h) {
  enum { WIDEST = 16 };
  size_t alignment = 1;
  while (alignment <= h->end - h->begin)
    alignment *= 2;
  return alignment <= WIDEST && (address + h->end) % alignment == 0 &&
         period % alignment == 0 && has_word(address, period, alignment);
}

// Whether the bytes are elements of `period` bytes, of at least two, with the
// same holes, which all could be padding.
static bool has_padding(uintptr_t address, size_t size, size_t period) {
  hole h = {0};
  for (size_t i = 0; i + period < size; ++i)
    if (qn_check_missing(address + i, 1) !=
        qn_check_missing(address + i + period, 1))
      return false;
  while (next_hole(address, size < 2 * period ? size : 2 * period, &h))
    if (!could_pad(address, period, &h))
      return false;
  return true;
}

// Whether all of it is one element with padding: behind parts of less than 4
// bytes, and in front of 8 that belong together. What is missing at the end
// could as well be an array's last number, but in an element that has other
// padding.
static bool is_one_padded(uintptr_t address, size_t size) {
  enum { ELEMENT_MAX = 64, WORD = 4 };
  hole h = {0};
  bool has_padding = false;
  if (size > ELEMENT_MAX)
    return false;
  while (next_hole(address, size, &h)) {
    if (!could_pad(address, size, &h) ||
        (h.begin % WORD == 0 && h.end == size && !has_padding))
      return false;
    has_padding = true;
  }
  return true;
}

// Whether all that nobody wrote of an array looks like its elements' padding.
static bool is_padding(uintptr_t address, size_t size) {
  enum { HOLES_MAX = 8 }; // of an element
  hole first = {0};
  if (is_one_padded(address, size))
    return true;
  (void)next_hole(address, size, &first);
  hole h = first;
  for (int i = 0; i < HOLES_MAX && next_hole(address, size, &h); ++i)
    if (has_padding(address, size, h.begin - first.begin))
      return true;
  return false;
}

static void report_unwritten(uintptr_t address, size_t size, size_t missing) {
  char text[160];
  const uint32_t op = qn_check_running();
  const qn_check_op *own = qn_check_op_at(op);
  qn_check_finding f = {.rule = QN_CHECK_UNINITIALISED_COPY};
  f.sides[0] =
      (qn_check_side){.verb = "at", .op = op, .site = own ? own->at : 0};
  f.side_count = 1;
  f.has_block = qn_check_find(address, &f.block);
  if (!f.has_block)
    return;
  size_t first = 0;
  while (first < size && !qn_check_missing(address + first, 1))
    ++first;
  qn_check_describe(&f.block, text, sizeof(text));
  qn_check_say(&f,
               "a copy to the host takes %zu bytes that nobody wrote, the "
               "first at offset %" PRIuPTR " of %s",
               missing, address + first - f.block.begin, text);
  qn_check_report(&f);
}

// What is copied between devices is as good as it was.
static void copy_marks(uintptr_t to, uintptr_t from, size_t size) {
  const size_t missing =
      qn_check_in_heap(from) ? qn_check_missing(from, size) : 0;
  if (!missing) {
    qn_check_written(to, size, true);
    return;
  }
  for (size_t i = 0; i < size; ++i)
    qn_check_written(to + i, 1, !qn_check_missing(from + i, 1));
}

static void watch_row(const qn_op_copy *copy, uintptr_t to, uintptr_t from) {
  const size_t size = copy->width;
  note(from, size, false);
  note(to, size, true);
  if (!qn_check_on(QN_CPU_CHECK_INIT))
    return;
  const bool to_host = !qn_check_in_heap(to);
  const size_t missing =
      to_host && qn_check_in_heap(from) ? qn_check_missing(from, size) : 0;
  if (missing && !is_padding(from, size)) {
    report_unwritten(from, size, missing);
    qn_check_written(from, size, true); // reported once
  }
  if (!to_host)
    copy_marks(to, from, size);
}

static uintptr_t start_of(const qn_copy_side *s, size_t y, size_t z) {
  if (s->array)
    return (uintptr_t)s->array->native + (s->z + z) * s->array->slice +
           (s->y + y) * s->array->pitch + s->x;
  return (uintptr_t)s->address + z * s->slice + y * s->pitch;
}

void qn_check_copied(const qn_op_copy *copy) {
  if (copy->width)
    for (size_t z = 0; z < copy->depth; ++z)
      for (size_t y = 0; y < copy->height; ++y)
        watch_row(copy, start_of(&copy->to, y, z), start_of(&copy->from, y, z));
}

void qn_check_filled(const qn_op_fill *fill) {
  const size_t width = fill->width * fill->value_size;
  if (width)
    for (size_t z = 0; z < fill->depth; ++z)
      for (size_t y = 0; y < fill->height; ++y) {
        const uintptr_t at =
            (uintptr_t)fill->address + z * fill->slice + y * fill->pitch;
        note(at, width, true);
        qn_check_written(at, width, true);
      }
}
