// SPDX-License-Identifier: Apache-2.0
// Packets that are watched for races: what lanes do that their code does not
// note by itself (compiler/spmd/emit/race.c).
#include "notes.h"

// Notes a reader: the first, and one that is another. `notes` are of the first
// one's number; the others follow, `stride` apart.
static void note_reader(char *notes, uint64_t stride, uint32_t number,
                        uint32_t code, int is_old) {
  uint32_t *reader = (uint32_t *)(void *)notes;
  const int is_other = !is_old && *reader != number && !(*reader & 1);
  char *to = is_other ? notes + QN_CPU_NOTE_NEXT * stride : notes;
  if (!is_old && !is_other)
    return;
  *(uint32_t *)(void *)to = number;
  *(uint32_t *)(void *)(to + stride) = code;
  *reader |= (uint32_t)is_other;
}

// Nobody has written there. Of many readers two are enough: whoever writes
// later is not one of them.
QN_DEVICE void qn_cpu_check_readers(void *notes, uint64_t stride, uint32_t own,
                                    uint64_t lanes, uint32_t code,
                                    uint32_t is_old) {
  const uint32_t *reader = notes;
  for (; lanes && (is_old || !(*reader & 1)); lanes &= lanes - 1) {
    note_reader(notes, stride, own + 2 * (uint32_t)__builtin_ctzll(lanes), code,
                is_old != 0);
    is_old = 0;
  }
}

// Lanes come one after the other: of two of a packet that write to one place,
// the second stands against the first. What was noted until then is noted again
// when each lane is looked at by itself.
QN_DEVICE uint32_t qn_cpu_check_watch(qn_item *item, void *addresses,
                                      uint64_t lanes, uint64_t size,
                                      uint32_t how, uint32_t shared,
                                      uint32_t code) {
  const uint64_t *at = addresses;
  qn_cpu_noter now =
      qn_cpu_noter_of(item, item->linear, (int)shared, how, code);
  const uint32_t own = now.own;
  for (; lanes; lanes &= lanes - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
    const char *address = (const char *)(uintptr_t)at[lane];
    now.own = own + 2 * lane;
    for (uint64_t k = 0; k < size; k += QN_CPU_CHECK_GRANULE) {
      const qn_cpu_notes n = shared ? qn_cpu_shared_notes(item, address + k)
                                    : qn_cpu_heap_notes(address + k);
      if (qn_cpu_note_against(&now, &n) < QN_CPU_NOTE_COUNT)
        return 0;
      qn_cpu_note(&now, &n);
    }
  }
  return 1;
}
