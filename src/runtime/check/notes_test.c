// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/notes.h"

#include "quern/cpu_notes.h"

#include "support/test.h"

static char unused;
static const uint32_t BLOCK[3] = {32, 2, 1};
enum { ITEMS = 64, ADDRESS = 4096, STEP = QN_CPU_NUMBER_STEP };

// A launch of so many blocks that comes behind all up to an operation.
static qn_check_run run_of(uint32_t op, uint32_t all_before, uint32_t blocks) {
  return (qn_check_run){.seen = {.op = op, .all_before = all_before},
                        .grid = {blocks, 1, 1},
                        .releases = (void *)&unused};
}

static uintptr_t notes_begin; // there once a launch has begun in packets

static uint32_t *note_at(unsigned which) {
  return (uint32_t *)(notes_begin + which * QN_CPU_CHECK_NOTE_STRIDE + ADDRESS);
}

// About those bytes.
static qn_check_notes notes_of_bytes(uint8_t bytes) {
  const qn_cpu_check_slot now = {.mask = bytes};
  qn_check_notes found = {0};
  CHECK(qn_check_notes_at(QN_CPU_CHECK_HEAP + ADDRESS, &now, &found));
  return found;
}

static qn_check_notes notes(void) { return notes_of_bytes(QN_CPU_ALL_BYTES); }

// Numbers of a launch without barriers are of its blocks, one after another.
static void test_blocks(void) {
  qn_check_run run = run_of(1, 0, 3);
  CHECK(qn_check_run_enter(&run, BLOCK, true));
  *note_at(QN_CPU_NOTE_WRITER) = run.seen.first + STEP * (2 * ITEMS + 5);
  *note_at(QN_CPU_NOTE_WRITER_CODE) = 77;
  *note_at(QN_CPU_NOTE_READER) =
      (run.seen.first + STEP * ITEMS) | QN_CPU_NUMBER_ANOTHER;
  *note_at(QN_CPU_NOTE_OTHER) = run.seen.first + STEP;
  const qn_check_notes found = notes();
  CHECK_INT(found.write.op, 1);
  CHECK_INT(found.write.block, 2);
  CHECK_INT(found.write.item, 5);
  CHECK_INT(found.write.code, 77);
  CHECK_INT(found.write.how, QN_CPU_ACCESS_WRITE);
  CHECK_INT(found.reads[0].block, 1);
  CHECK_INT(found.reads[0].item, 0);
  CHECK_INT(found.reads[1].block, 0);
  CHECK_INT(found.reads[1].item, 1);
  qn_check_run_leave(&run);
}

// What an image does at the beginning of a group, and of its phases.
static void begin_group(qn_check_run *run, uint32_t number) {
  qn_cpu_check_run *seen = &run->seen;
  seen->groups[seen->group_count++] =
      (qn_cpu_numbered_group){seen->next, number};
}

static void begin_phase(qn_check_run *run) { run->seen.next += STEP * ITEMS; }

// With barriers numbers are of groups, as they come, and of their phases.
static void test_phases(void) {
  qn_check_run run = run_of(2, 1, 4);
  CHECK(qn_check_run_enter(&run, BLOCK, true));
  begin_group(&run, 3);
  begin_phase(&run);
  begin_phase(&run);
  begin_group(&run, 1);
  begin_phase(&run);
  begin_phase(&run);
  begin_phase(&run);
  const qn_cpu_check_slot write = {.how = QN_CPU_ACCESS_WRITE,
                                   .block = 1,
                                   .item = 7,
                                   .epoch = 2,
                                   .mask = 15};
  qn_check_note(&run, QN_CPU_CHECK_HEAP + ADDRESS, &write);
  qn_check_notes found = notes();
  CHECK_INT(found.write.op, 2);
  CHECK_INT(found.write.block, 1);
  CHECK_INT(found.write.item, 7);
  CHECK_INT(found.write.epoch, 2);
  // The reader is of the launch before, and gives way; then there are two.
  const qn_cpu_check_slot first = {
      .block = 1, .item = 8, .epoch = 2, .mask = 15};
  const qn_cpu_check_slot second = {
      .block = 1, .item = 9, .epoch = 2, .mask = 15};
  qn_check_note(&run, QN_CPU_CHECK_HEAP + ADDRESS, &first);
  qn_check_note(&run, QN_CPU_CHECK_HEAP + ADDRESS, &second);
  found = notes();
  CHECK_INT(found.reads[0].item, 8);
  CHECK_INT(found.reads[1].item, 9);
  // Behind the next barrier they are of no matter to the group itself.
  begin_phase(&run);
  qn_check_note(&run, QN_CPU_CHECK_HEAP + ADDRESS, &second);
  found = notes();
  CHECK_INT(found.reads[0].item, 9);
  CHECK_INT(found.reads[0].epoch, 3);
  CHECK_INT(found.reads[1].op, 0);
  qn_check_run_leave(&run);
  // They are still known when another launch has begun.
  qn_check_run next = run_of(3, 2, 1);
  CHECK(qn_check_run_enter(&next, BLOCK, true));
  found = notes();
  CHECK_INT(found.write.block, 1);
  CHECK_INT(found.write.epoch, 2);
  qn_check_run_leave(&next);
}

// Reads behind an operation of the warp take the place of its own before it.
static void test_warps(void) {
  qn_check_run run = run_of(4, 3, 1);
  const uintptr_t address = QN_CPU_CHECK_HEAP + ADDRESS;
  const qn_cpu_check_slot reads[] = {{.item = 8, .warp_epoch = 1, .mask = 15},
                                     {.item = 9, .warp_epoch = 1, .mask = 15},
                                     {.item = 10, .warp_epoch = 2, .mask = 15},
                                     {.item = 40, .warp_epoch = 1, .mask = 15},
                                     {.item = 11, .warp_epoch = 3, .mask = 15},
                                     {.item = 12, .warp_epoch = 3, .mask = 15}};
  CHECK(qn_check_run_enter(&run, BLOCK, true));
  run.seen.warps = 1;
  qn_check_note(&run, address, &reads[0]);
  qn_check_note(&run, address, &reads[1]);
  qn_check_notes found = notes();
  CHECK_INT(found.reads[0].item, 8);
  CHECK_INT(found.reads[1].item, 9);
  CHECK_INT(found.reads[1].warp_epoch, 1);
  qn_check_note(&run, address, &reads[2]);
  found = notes();
  CHECK_INT(found.reads[0].item, 10);
  CHECK_INT(found.reads[0].warp_epoch, 2);
  CHECK_INT(found.reads[1].op, 0);
  // Another warp's stays, and a third reader need not be noted.
  for (int i = 3; i < 6; ++i)
    qn_check_note(&run, address, &reads[i]);
  found = notes();
  CHECK_INT(found.reads[0].item, 11);
  CHECK_INT(found.reads[1].item, 40);
  qn_check_run_leave(&run);
}

// Some of the bytes of 4, and those that several share out.
static void test_bytes(void) {
  enum { HALVES = QN_CPU_BYTES_HALVES, EACH = QN_CPU_BYTES_EACH, WRITE = 1 };
  qn_check_run run = run_of(5, 4, 2);
  const uintptr_t address = QN_CPU_CHECK_HEAP + ADDRESS;
  CHECK(qn_check_run_enter(&run, BLOCK, true));
  *note_at(QN_CPU_NOTE_WRITER) = (run.seen.first + STEP * 20) | HALVES;
  *note_at(QN_CPU_NOTE_WRITER_BYTES) = QN_CPU_ALL_BYTES;
  CHECK_INT(notes_of_bytes(1).write.item, 20);
  CHECK_INT(notes_of_bytes(1).write.mask, 3);
  CHECK_INT(notes_of_bytes(8).write.item, 21);
  CHECK_INT(notes_of_bytes(8).write.mask, 12);
  *note_at(QN_CPU_NOTE_WRITER) = (run.seen.first + STEP * 20) | EACH;
  CHECK_INT(notes_of_bytes(4).write.item, 22);
  CHECK_INT(notes_of_bytes(4).write.mask, 4);
  // Of several it is another one.
  const qn_cpu_check_slot own = {.op = 5, .item = 20, .mask = 3};
  qn_check_notes found;
  CHECK(qn_check_notes_at(address, &own, &found));
  CHECK_INT(found.write.item, 21);
  // What one does to all bytes in parts is done to all; another's part is not
  // its own.
  for (uint8_t byte = 0; byte < 4; ++byte) {
    const qn_cpu_check_slot slot = {
        .how = WRITE, .item = 9, .mask = (uint8_t)(1 << byte)};
    qn_check_note(&run, address, &slot);
    CHECK_INT(notes().write.mask, (2 << byte) - 1);
  }
  const qn_cpu_check_slot part = {.how = WRITE, .item = 10, .mask = 2};
  qn_check_note(&run, address, &part);
  CHECK_INT(notes_of_bytes(2).write.item, 10);
  CHECK_INT(notes_of_bytes(1).write.op, 0);
  // Neighbours that come one after the other share out what is noted.
  for (uint16_t i = 0; i < 2; ++i) {
    const qn_cpu_check_slot slot = {.item = (uint16_t)(30 + i),
                                    .mask = (uint8_t)(3 << 2 * i)};
    qn_check_note(&run, address, &slot);
  }
  CHECK_INT(notes_of_bytes(1).reads[0].item, 30);
  CHECK_INT(notes_of_bytes(4).reads[0].item, 31);
  CHECK_INT(notes().reads[1].op, 0);
  qn_check_run_leave(&run);
}

static void test_atomics(void) {
  const unsigned how =
      QN_CPU_ACCESS_WRITE | QN_CPU_ACCESS_BOTH | QN_CPU_ACCESS_ATOMIC;
  qn_check_run run = run_of(6, 5, 2);
  CHECK(qn_check_run_enter(&run, BLOCK, true));
  for (uint16_t i = 0; i < 3; ++i) {
    const qn_cpu_check_slot slot = {.how = (uint8_t)how,
                                    .block = 1,
                                    .item = (uint16_t)(20 + i),
                                    .code = i,
                                    .mask = 15};
    qn_check_note(&run, QN_CPU_CHECK_HEAP + ADDRESS, &slot);
  }
  const qn_check_notes found = notes();
  CHECK_INT(found.atomics[0].item, 20);
  CHECK_INT(found.atomics[0].how, how);
  CHECK_INT(found.atomics[1].item, 21);
  CHECK_INT(found.atomics[1].block, 1);
  CHECK_INT(found.atomics[1].code, 1);
  CHECK_INT(found.atomics[1].warp_epoch, 0); // of a launch without such
  CHECK(found.write.op != 6);
  qn_check_run_leave(&run);
}

// Nothing goes in packets beside what it does not come behind.
static void test_order(void) {
  qn_check_run early = run_of(6, 3, 1), late = run_of(7, 6, 1);
  CHECK(!qn_check_run_enter(&early, BLOCK, true)); // 4 to 6 are not before it
  CHECK(early.seen.released); // the host looks at all: they were in packets
  CHECK(!qn_check_run_enter(&late, BLOCK, true)); // while another one runs
  qn_check_run_leave(&early);
  qn_check_run_leave(&late);
  qn_check_run again = run_of(8, 7, 1), other = run_of(9, 8, 1);
  CHECK(qn_check_run_enter(&again, BLOCK, true));
  qn_check_run_leave(&again);
  CHECK(!qn_check_run_enter(&other, BLOCK, false)); // is not asked for
  CHECK(!other.seen.released);
  qn_check_run_leave(&other);
}

// Numbers begin again before they are all used; too many items have none.
static void test_numbers(void) {
  enum { BLOCKS = 1 << 20 };
  uint32_t last = 0, restarts = 0;
  for (uint32_t op = 20; op < 40; ++op) {
    qn_check_run run = run_of(op, op - 1, BLOCKS);
    *note_at(QN_CPU_NOTE_WRITER) = last;
    CHECK(qn_check_run_enter(&run, BLOCK, true));
    CHECK((uint64_t)run.seen.first + STEP * (uint64_t)BLOCKS * ITEMS <=
          UINT32_MAX);
    restarts += run.seen.first <= last;
    if (run.seen.first <= last) // what was noted is forgotten
      CHECK_INT(*note_at(QN_CPU_NOTE_WRITER), 0);
    last = run.seen.first;
    qn_check_run_leave(&run);
  }
  CHECK(restarts >= 2);
  qn_check_run huge = run_of(50, 49, UINT32_MAX);
  CHECK(!qn_check_run_enter(&huge, BLOCK, true));
  qn_check_run_leave(&huge);
}

int main(int argc, char **argv) {
  (void)argv;
  notes_begin = (uintptr_t)QN_CPU_CHECK_NOTE(0) * (uintptr_t)(argc > 0);
  qn_check_kinds = QN_CPU_CHECK_RACE;
  test_blocks();
  test_phases();
  test_warps();
  test_bytes();
  test_atomics();
  test_order();
  test_numbers();
  return 0;
}
