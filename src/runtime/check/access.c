// SPDX-License-Identifier: Apache-2.0
// What kernels do: accesses of global memory, and what images find themselves.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/check/race.h"

static const char *verb_of(uint32_t how) {
  return how & QN_CPU_ACCESS_WRITE ? "writes" : "reads";
}

static const char *bytes(uint64_t size, char *text, size_t capacity) {
  snprintf(text, capacity, "%" PRIu64 " byte%s", size, size == 1 ? "" : "s");
  return text;
}

static qn_check_side side_of(const qn_check_run *run, const char *verb,
                             const qn_cpu_place *place, uintptr_t code) {
  return (qn_check_side){.verb = verb,
                         .has_place = true,
                         .place = *place,
                         .op = run->seen.op,
                         .code = code};
}

static void set_value(qn_check_finding *f, uint32_t how, uint64_t size,
                      uint64_t value) {
  if (!(how & QN_CPU_ACCESS_WRITE) || how & QN_CPU_ACCESS_ATOMIC || size > 8)
    return;
  float real;
  double wide;
  const uint32_t low = (uint32_t)value;
  memcpy(&real, &low, sizeof(real));
  memcpy(&wide, &value, sizeof(wide));
  if (size == 4)
    snprintf(f->value, sizeof(f->value), "%" PRId32 ", or %g as a float",
             (int32_t)low, (double)real);
  else if (size == 8)
    snprintf(f->value, sizeof(f->value), "%" PRId64 ", or %g as a double",
             (int64_t)value, wide);
  else
    snprintf(f->value, sizeof(f->value), "%" PRIu64, value);
}

// ---- Memory that must not be accessed

// Whether the host can read there; not what is reserved alone, as a GPU's
// driver has much of, nor what the checks keep beside their memory. The kernel
// reads a set of signals before it refuses what it is asked to do with it.
static bool is_hosts(uintptr_t address) {
  if (address - QN_CPU_CHECK_NOTES < QN_CPU_CHECK_NOTES_SIZE ||
      address - QN_CPU_CHECK_MARKS < QN_CPU_CHECK_HEAP_SIZE / 8 ||
      address - QN_CPU_CHECK_WRITTEN < QN_CPU_CHECK_HEAP_SIZE / 8)
    return false;
  return syscall(SYS_rt_sigprocmask, ~0, address & ~(uintptr_t)7, NULL,
                 sizeof(uint64_t)) < 0 &&
         errno != EFAULT;
}

// How an address lies to a block.
static void say_bounds(qn_check_finding *f, const char *verb, uint64_t size,
                       uintptr_t address) {
  char text[160], count[40];
  const qn_check_block *b = &f->block;
  qn_check_describe(b, text, sizeof(text));
  (void)bytes(size, count, sizeof(count));
  const uintptr_t end = b->begin + b->size;
  if (!b->live) {
    f->rule = QN_CHECK_AFTER_FREE;
    f->freed = b->freed;
    qn_check_say(f, "it %s %s of %s, which was freed", verb, count, text);
  } else if (address < b->begin) {
    qn_check_say(f, "it %s %s, %" PRIuPTR " bytes before the start of %s", verb,
                 count, b->begin - address, text);
  } else if (address >= end) {
    if (address == end)
      qn_check_say(f, "it %s %s just behind the end of %s", verb, count, text);
    else
      qn_check_say(f, "it %s %s, %" PRIuPTR " bytes behind the end of %s", verb,
                   count, address - end, text);
  } else {
    qn_check_say(f, "it %s %s at offset %" PRIuPTR " of %s", verb, count,
                 address - b->begin, text);
  }
}

// Reports a bad access; true when it must not be done.
static bool report_bad(const qn_check_run *run, const qn_check_access *a) {
  enum { FIRST_PAGE = 4096 };
  const char *verb = verb_of(a->how);
  char count[40];
  qn_check_finding f = {.rule = QN_CHECK_OUT_OF_BOUNDS, .op = run->seen.op};
  (void)bytes(a->size, count, sizeof(count));
  f.sides[0] = side_of(run, verb, a->place, a->code);
  f.side_count = 1;
  set_value(&f, a->how, a->size, a->value);
  f.has_block = qn_check_find(a->address, &f.block);
  if (f.has_block) {
    say_bounds(&f, verb, a->size, a->address);
  } else if (qn_check_scratch_at(a->address)) {
    f.rule = QN_CHECK_WRONG_SPACE;
    qn_check_say(&f, "it %s %s of the %s of another %s", verb, count,
                 qn_check_scratch_at(a->address),
                 qn_check_scratch_at(a->address)[0] == 's' ? "block"
                                                           : "work-item");
  } else if (a->address < FIRST_PAGE || !is_hosts(a->address)) {
    f.rule = QN_CHECK_BAD_ADDRESS;
    qn_check_say(&f, "it %s %s at 0x%" PRIxPTR "%s, where there is no memory",
                 verb, count, a->address,
                 a->address < FIRST_PAGE ? " (a null pointer)" : "");
  } else {
    f.rule = QN_CHECK_HOST_POINTER;
    qn_check_say(&f, "it %s %s at 0x%" PRIxPTR ", in the host's own memory",
                 verb, count, a->address);
  }
  qn_check_report(&f);
  return f.rule != QN_CHECK_HOST_POINTER && f.rule != QN_CHECK_WRONG_SPACE;
}

static bool may_access(const qn_check_access *a) {
  if (qn_check_is_marked(a->address, a->size))
    return true;
  return qn_check_in_heap(a->address) ? qn_check_is_good(a->address, a->size)
                                      : qn_check_is_known(a->address, a->size);
}

// ---- Memory that nobody wrote

static void watch_init(const qn_check_run *run, const qn_check_access *a) {
  const bool plain_write =
      a->how & QN_CPU_ACCESS_WRITE && !(a->how & QN_CPU_ACCESS_BOTH);
  if (!plain_write && qn_check_is_written(a->address, a->size))
    return;
  const size_t missing =
      plain_write || !(a->how >> QN_CPU_ACCESS_KINDS_SHIFT & QN_CPU_CHECK_INIT)
          ? 0
          : qn_check_missing(a->address, a->size);
  if (missing) {
    char text[160], count[40];
    qn_check_finding f = {.rule = QN_CHECK_UNINITIALISED, .op = run->seen.op};
    f.sides[0] = side_of(run, "reads", a->place, a->code);
    f.side_count = 1;
    f.has_block = qn_check_find(a->address, &f.block);
    if (f.has_block && f.block.live) {
      qn_check_describe(&f.block, text, sizeof(text));
      qn_check_say(
          &f, "it reads %s at offset %" PRIuPTR " of %s, which nobody wrote",
          bytes(a->size, count, sizeof(count)), a->address - f.block.begin,
          text);
      qn_check_report(&f);
    }
  }
  if (missing || a->how & QN_CPU_ACCESS_WRITE)
    qn_check_written(a->address, a->size, true); // reported once
}

// ---- Memory that streams allocate and free

// Reports what no order relates to the allocation or the free; true when it was
// freed.
static bool watch_pool(const qn_check_run *run, const qn_check_access *a) {
  qn_check_block block;
  const uint32_t op = run->seen.op;
  if (!qn_check_find(a->address, &block))
    return false;
  if (qn_check_is_early(op, &block))
    qn_check_race_pool(op, a, block.made_by, "allocates it");
  if (block.live || !block.freed_by || qn_check_is_ordered(block.freed_by, op))
    return false;
  qn_check_race_pool(op, a, block.freed_by, "frees it");
  return true;
}

static int on_access(void *user, const qn_cpu_place *place, uintptr_t address,
                     uint64_t size, uint32_t how, uint64_t value,
                     uintptr_t code) {
  qn_check_run *run = user;
  const qn_check_access a = {.address = address,
                             .size = size,
                             .how = how,
                             .value = value,
                             .code = code,
                             .place = place};
  const uint32_t kinds = how >> QN_CPU_ACCESS_KINDS_SHIFT & qn_check_kinds;
  if (how & QN_CPU_ACCESS_ORDER) {
    if (kinds & QN_CPU_CHECK_RACE)
      qn_check_order(run, &a);
    return 0;
  }
  const bool good = may_access(&a);
  if ((!good || run->early) && kinds & QN_CPU_CHECK_RACE &&
      qn_check_in_heap(address) && watch_pool(run, &a))
    return 1;
  if (!good && kinds & QN_CPU_CHECK_MEMORY)
    return report_bad(run, &a);
  if (!good)
    return 0;
  if (kinds & QN_CPU_CHECK_RACE)
    qn_check_race(run, run->seen.op, &a);
  // Copies of bytes without a meaning yet are not watched, but what they write.
  if (qn_check_kinds & QN_CPU_CHECK_INIT)
    watch_init(run, &a);
  return 0;
}

// ---- What images find

static void say_object(qn_check_finding *f, const qn_cpu_finding *found,
                       const char *where) {
  char count[40], name[120] = "a variable";
  (void)bytes(found->size, count, sizeof(count));
  if (found->object && found->object[0])
    snprintf(name, sizeof(name), "'%s'", found->object);
  if (!found->object)
    qn_check_say(f, "it %s %s of %s memory that is no variable's",
                 verb_of(found->how), count, where);
  else if (found->offset < 0)
    qn_check_say(
        f, "it %s %s, %" PRId64 " bytes before the %s %s of %" PRIu64 " bytes",
        verb_of(found->how), count, -found->offset, where, name,
        found->object_size);
  else
    qn_check_say(
        f, "it %s %s at offset %" PRId64 " of the %s %s of %" PRIu64 " bytes",
        verb_of(found->how), count, found->offset, where, name,
        found->object_size);
}

static void say_unwritten(qn_check_finding *f, const qn_cpu_finding *found,
                          const char *where) {
  char count[40];
  (void)bytes(found->size, count, sizeof(count));
  if (found->object && found->object[0])
    qn_check_say(f,
                 "it reads %s at offset %" PRId64
                 " of the %s '%s', which nobody wrote",
                 count, found->offset, where, found->object);
  else
    qn_check_say(f, "it reads %s of %s memory that nobody wrote", count, where);
}

static void say_unwritten_block(qn_check_finding *f,
                                const qn_cpu_finding *found, const char *text) {
  char block[160], count[40];
  (void)text;
  (void)bytes(found->size, count, sizeof(count));
  if (!f->has_block)
    return;
  qn_check_describe(&f->block, block, sizeof(block));
  qn_check_say(f,
               "it reads %s at offset %" PRIuPTR " of %s, which nobody wrote",
               count, found->address - f->block.begin, block);
}

static void say_lanes(qn_check_finding *f, const qn_cpu_finding *found,
                      const char *what) {
  qn_check_say(f, "%s (lanes 0x%08" PRIx32 ")", what, found->lanes);
}

static void say_stack(qn_check_finding *f, const qn_cpu_finding *found,
                      const char *text) {
  if (found->size > found->object_size)
    qn_check_say(f,
                 "its local variables take %" PRIu64 " bytes; %s has %" PRIu64,
                 found->size, text, found->object_size);
  else
    qn_check_say(f,
                 "functions that have not returned take %" PRId64
                 " bytes of the stack; %s has %" PRIu64,
                 found->offset, text, found->object_size);
}

static const struct {
  qn_check_rule rule;
  void (*say)(qn_check_finding *f, const qn_cpu_finding *found,
              const char *text);
  const char *text;
} faults[QN_CPU_FAULT_COUNT] = {
    [QN_CPU_FAULT_SHARED_BOUNDS] = {QN_CHECK_OUT_OF_BOUNDS, say_object,
                                    "shared"},
    [QN_CPU_FAULT_LOCAL_BOUNDS] = {QN_CHECK_OUT_OF_BOUNDS, say_object, "local"},
    [QN_CPU_FAULT_GLOBAL_BOUNDS] = {QN_CHECK_OUT_OF_BOUNDS, say_object,
                                    "device"},
    [QN_CPU_FAULT_MISALIGNED] = {QN_CHECK_MISALIGNED, NULL, NULL},
    [QN_CPU_FAULT_SHARED_RACE] = {QN_CHECK_SHARED_RACE, NULL, NULL},
    [QN_CPU_FAULT_SHARED_INIT] = {QN_CHECK_UNINITIALISED, say_unwritten,
                                  "shared"},
    [QN_CPU_FAULT_LOCAL_INIT] = {QN_CHECK_UNINITIALISED, say_unwritten,
                                 "local"},
    [QN_CPU_FAULT_BARRIER_LEFT_OUT] = {QN_CHECK_BARRIER_LEFT_OUT, NULL, NULL},
    [QN_CPU_FAULT_BARRIER_OTHER] = {QN_CHECK_BARRIER_OTHER, NULL, NULL},
    [QN_CPU_FAULT_MASK_SELF] = {QN_CHECK_MASK_SELF, say_lanes,
                                "the mask of a warp operation does not name "
                                "the lane itself"},
    [QN_CPU_FAULT_MASK_ABSENT] = {QN_CHECK_MASK_ABSENT, say_lanes,
                                  "the mask of a warp operation names lanes "
                                  "that never come to it"},
    [QN_CPU_FAULT_MASK_PLACES] = {QN_CHECK_MASK_PLACES, say_lanes,
                                  "lanes that the mask names wait in another "
                                  "operation"},
    [QN_CPU_FAULT_SHUFFLE_INACTIVE] = {QN_CHECK_SHUFFLE_INACTIVE, say_lanes,
                                       "a shuffle reads from a lane that does "
                                       "not take part"},
    [QN_CPU_FAULT_GRID_SYNC] = {QN_CHECK_GRID_SYNC, NULL, NULL},
    [QN_CPU_FAULT_GLOBAL_INIT] = {QN_CHECK_UNINITIALISED, say_unwritten_block,
                                  NULL},
    [QN_CPU_FAULT_STACK] = {QN_CHECK_STACK_OVERFLOW, say_stack, "a work-item"},
};

static bool is_init(const qn_cpu_finding *found) {
  return qn_check_rule_at(faults[found->fault].rule)->kind == QN_CPU_CHECK_INIT;
}

static const char *other_verb(const qn_cpu_finding *found) {
  if (is_init(found))
    return "uses it";
  if (found->fault != QN_CPU_FAULT_SHARED_RACE)
    return found->fault == QN_CPU_FAULT_BARRIER_LEFT_OUT ? "left it out"
                                                         : "waits";
  return found->other_how & QN_CPU_ACCESS_WRITE ? "wrote it" : "read it";
}

// Whether both places are the same in the source: the optimiser may have made
// several instructions of one.
static bool is_one_place(const qn_check_run *run, const qn_cpu_finding *found,
                         bool of_the_line) {
  const qn_check_op *op = qn_check_op_at(run->seen.op);
  qn_check_frame a[QN_CHECK_FRAMES], b[QN_CHECK_FRAMES];
  if (!op)
    return false;
  const size_t count = qn_check_code_frames(op->fd, op->base, found->code, a);
  const size_t others =
      qn_check_code_frames(op->fd, op->base, found->other_code, b);
  bool same = count == others && count;
  for (size_t i = 0; i < count && same; ++i)
    same = a[i].line == b[i].line &&
           (of_the_line || a[i].column == b[i].column) &&
           qn_str_equal(a[i].file, b[i].file);
  return same;
}

static void on_report(void *user, const qn_cpu_finding *found) {
  const qn_check_run *run = user;
  const qn_check_rule rule = faults[found->fault].rule;
  const bool accesses = found->size && found->fault != QN_CPU_FAULT_STACK;
  qn_check_finding f = {.rule = rule, .op = run->seen.op};
  // What an image was not compiled to look for it does not know well enough,
  // as who has returned before a barrier.
  if (!(qn_check_kinds & run->kinds & qn_check_rule_at(rule)->kind))
    return;
  f.sides[0] = side_of(run, accesses ? verb_of(found->how) : "at",
                       &found->place, found->code);
  f.side_count = 1;
  if (found->has_other) {
    f.sides[1] =
        side_of(run, other_verb(found), &found->other, found->other_code);
    f.side_count = 2;
  }
  if (found->fault == QN_CPU_FAULT_BARRIER_OTHER &&
      is_one_place(run, found, false))
    return;
  if (found->has_other && is_init(found) && is_one_place(run, found, true))
    f.side_count = 1;
  if (found->fault == QN_CPU_FAULT_GLOBAL_INIT)
    qn_check_written(found->address, found->size, true); // reported once
  if (!found->has_other)
    set_value(&f, found->how, found->size, found->value);
  f.has_block = accesses && qn_check_find(found->address, &f.block);
  if (found->fault == QN_CPU_FAULT_MISALIGNED)
    qn_check_say(&f,
                 "it %s %" PRIu64 " bytes at 0x%" PRIxPTR
                 ", which is no multiple of %u",
                 verb_of(found->how), found->size, found->address,
                 (unsigned)QN_CPU_ACCESS_ALIGNMENT(found->how));
  else if (faults[found->fault].say)
    faults[found->fault].say(&f, found, faults[found->fault].text);
  else if (found->object && found->object[0])
    qn_check_say(&f, "%s: '%s', offset %" PRId64,
                 qn_check_rule_at(rule)->meaning, found->object, found->offset);
  else
    qn_check_say(&f, "%s", qn_check_rule_at(rule)->meaning);
  qn_check_report(&f);
}

static void on_grid_passed(void *user) {
  qn_check_run *run = user;
  qn_check_finding f = {.rule = QN_CHECK_GRID_SYNC, .op = run->seen.op};
  if (run->plain && qn_check_on(QN_CPU_CHECK_SYNC)) {
    qn_check_say(&f,
                 "a kernel comes to a barrier of the grid, and was launched "
                 "as any other: on a GPU its blocks may wait for ever");
    qn_check_report(&f);
  }
  run->plain = false; // reported once
  run->seen.op = qn_check_continue(run->seen.op);
}

// ---- malloc and free of device code

static void *on_heap_allocate(void *user, const qn_cpu_place *place,
                              uint64_t size, uintptr_t code) {
  const qn_check_run *run = user;
  (void)place;
  return qn_check_allocate_in_kernel(size, run->seen.op, code);
}

static void on_heap_release(void *user, const qn_cpu_place *place, void *block,
                            uintptr_t code) {
  const qn_check_run *run = user;
  char text[160];
  if (!block || qn_check_release(block) || !qn_check_on(QN_CPU_CHECK_MEMORY))
    return;
  qn_check_finding f = {.rule = QN_CHECK_BAD_FREE, .op = run->seen.op};
  f.sides[0] = side_of(run, "frees", place, code);
  f.side_count = 1;
  f.has_block = qn_check_find((uintptr_t)block, &f.block);
  if (f.has_block && !f.block.live && f.block.begin == (uintptr_t)block) {
    f.rule = QN_CHECK_DOUBLE_FREE;
    qn_check_describe(&f.block, text, sizeof(text));
    qn_check_say(&f, "it frees %s a second time", text);
  } else {
    qn_check_say(&f, "it frees %p, which no allocation gave", block);
  }
  qn_check_report(&f);
}

static void on_slot(void *user, uintptr_t address, uintptr_t *out_begin,
                    uint64_t *out_size) {
  (void)user;
  qn_check_slot(address, out_begin, out_size);
}

const qn_cpu_checks qn_check_services = {
    .access = on_access,
    .report = on_report,
    .grid_passed = on_grid_passed,
    .heap_allocate = on_heap_allocate,
    .heap_release = on_heap_release,
    .slot = on_slot,
};
