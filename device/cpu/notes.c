// SPDX-License-Identifier: Apache-2.0
// Packets that are watched for races: what lanes do that their code does not
// note by itself (compiler/spmd/emit/race.c).
#include "notes.h"

#define INLINE inline __attribute__((always_inline))

// Notes a reader: the first, and one that is another. `notes` are of the first
// one's number; the others follow, `stride` apart. `bytes` as in the note.
static void note_reader(char *notes, uint64_t stride, uint32_t number,
                        uint32_t code, uint32_t bytes, int is_old) {
  uint32_t *reader = (uint32_t *)(void *)notes;
  const int is_other =
      !is_old && *reader != number && !(*reader & QN_CPU_NUMBER_ANOTHER);
  char *to = is_other ? notes + QN_CPU_NOTE_NEXT * stride : notes;
  if (!is_old && !is_other)
    return;
  *(uint32_t *)(void *)to = number;
  *(uint32_t *)(void *)(to + QN_CPU_NOTE_CODE_OF * stride) = code;
  *(uint32_t *)(void *)(to + QN_CPU_NOTE_BYTES_OF * stride) = bytes;
  *reader |= is_other ? QN_CPU_NUMBER_ANOTHER : 0;
}

// Nobody has written there. Of many readers two are enough: whoever writes
// later is not one of them.
QN_DEVICE void qn_cpu_check_readers(void *notes, uint64_t stride, uint32_t own,
                                    uint64_t lanes, uint32_t code,
                                    uint32_t bytes, uint32_t is_old) {
  const uint32_t *reader = notes;
  const uint32_t how =
      bytes == QN_CPU_ALL_BYTES ? QN_CPU_BYTES_WHOLE : QN_CPU_BYTES_SOME;
  for (; lanes && (is_old || !(*reader & QN_CPU_NUMBER_ANOTHER));
       lanes &= lanes - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
    note_reader(notes, stride, (own + QN_CPU_NUMBER_STEP * lane) | how, code,
                bytes, is_old != 0);
    is_old = 0;
  }
}

// Whether it is noted who accesses memory: nobody stands against it, nor is
// what others wrote to other bytes lost.
static INLINE int is_noted(const qn_cpu_noter *now, const qn_cpu_notes *n) {
  const uint32_t how = now->how;
  const int may_lose =
      *qn_cpu_note_word(n, QN_CPU_NOTE_WRITER) & QN_CPU_BYTES_HOW &&
      how & QN_CPU_ACCESS_WRITE && !(how & QN_CPU_ACCESS_ATOMIC);
  if (qn_cpu_note_against(now, n) < QN_CPU_NOTE_COUNT ||
      (may_lose && !qn_cpu_note_gives_way(now, n, QN_CPU_NOTE_WRITER)))
    return 0;
  qn_cpu_note(now, n);
  return 1;
}

// Of granules: whether a note, or each of a pair, is one that this access gives
// way to, or that gives way to it.
static INLINE int is_whole(uint32_t note) { return !(note & QN_CPU_BYTES_HOW); }

static INLINE int is_no_others(const qn_cpu_noter *now, const qn_cpu_notes *n,
                               unsigned which) {
  const uint32_t note = *qn_cpu_note_word(n, which);
  return is_whole(note) && qn_cpu_note_gives_way(now, n, which);
}

static INLINE int is_kept(const qn_cpu_noter *now, const qn_cpu_notes *n,
                          unsigned which) {
  const uint32_t note = *qn_cpu_note_word(n, which);
  return is_whole(note) && !qn_cpu_note_gives_way(now, n, which);
}

// The quick answer for what many change by atomic operations: two others are
// noted, and nobody has written or read it otherwise.
static INLINE int is_atomic_settled(const qn_cpu_noter *now,
                                    const qn_cpu_notes *n) {
  const uint32_t one = *qn_cpu_note_word(n, QN_CPU_NOTE_ATOMIC);
  const uint32_t reader = *qn_cpu_note_word(n, QN_CPU_NOTE_READER);
  return one & QN_CPU_NUMBER_ANOTHER && is_kept(now, n, QN_CPU_NOTE_ATOMIC) &&
         is_kept(now, n, QN_CPU_NOTE_ATOMIC + QN_CPU_NOTE_NEXT) &&
         is_no_others(now, n, QN_CPU_NOTE_WRITER) &&
         is_no_others(now, n, QN_CPU_NOTE_READER) &&
         (!(reader & QN_CPU_NUMBER_ANOTHER) ||
          is_no_others(now, n, QN_CPU_NOTE_OTHER));
}

// The lanes from the first one on that needs more than that.
static INLINE uint64_t drop_settled(qn_item *item, const uint64_t *at,
                                    uint64_t lanes, const qn_cpu_noter *first,
                                    int shared) {
  qn_cpu_noter now = *first;
  for (; lanes; lanes &= lanes - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
    const char *address = (const char *)(uintptr_t)at[lane];
    const qn_cpu_notes n = shared ? qn_cpu_shared_notes(item, address)
                                  : qn_cpu_heap_notes((uintptr_t)address);
    now.own = first->own + QN_CPU_NUMBER_STEP * lane;
    if (!is_atomic_settled(&now, &n))
      break;
  }
  return lanes;
}

// `part` is known where this is called: each way is code of its own.
static INLINE uint32_t watch(qn_item *item, const uint64_t *at, uint64_t lanes,
                             uint64_t size, qn_cpu_noter now, int shared,
                             int part) {
  const uint32_t own = now.own;
  for (; lanes; lanes &= lanes - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
    const char *address = (const char *)(uintptr_t)at[lane];
    now.own = own + QN_CPU_NUMBER_STEP * lane;
    if (part)
      now.bytes = qn_cpu_bytes_of(at[lane], size);
    for (uint64_t k = 0; k < size; k += QN_CPU_CHECK_GRANULE) {
      const qn_cpu_notes n = shared
                                 ? qn_cpu_shared_notes(item, address + k)
                                 : qn_cpu_heap_notes((uintptr_t)(address + k));
      if (!is_noted(&now, &n))
        return 0;
    }
  }
  return 1;
}

// Lanes come one after the other: of two of a packet that write to one place,
// the second stands against the first. What was noted until then is noted again
// when each lane is looked at by itself.
QN_DEVICE uint32_t qn_cpu_check_watch(qn_item *item, void *addresses,
                                      uint64_t lanes, uint64_t size,
                                      uint32_t how, uint32_t shared,
                                      uint32_t code) {
  const qn_cpu_noter now =
      qn_cpu_noter_of(item, item->linear, (int)shared, how, code);
  if (how & QN_CPU_ACCESS_ATOMIC && size == QN_CPU_CHECK_GRANULE)
    lanes = drop_settled(item, addresses, lanes, &now, (int)shared);
  return size < QN_CPU_CHECK_GRANULE
             ? watch(item, addresses, lanes, size, now, (int)shared, 1)
             : watch(item, addresses, lanes, size, now, (int)shared, 0);
}
