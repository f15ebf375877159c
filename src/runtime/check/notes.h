// SPDX-License-Identifier: Apache-2.0
// What launches that run in packets note of who accesses memory
// (QN_CPU_CHECK_NOTES), and how it becomes what others keep (race.c).
#ifndef QN_RUNTIME_CHECK_NOTES_H
#define QN_RUNTIME_CHECK_NOTES_H

#include "quern/cpu_abi.h"
#include "runtime/check/check.h"

// Operation `op` has kept accesses, or is about to.
void qn_check_noted(uint32_t op);
// Keeps launches in packets away while an operation's accesses are kept.
void qn_check_notes_share(void);
void qn_check_notes_leave(void);

// Who noted last that it writes to bytes at an address of the heap, which an
// access is of, and of one launch two that read them, and two that changed them
// by atomic operations, as slots; `op` is 0 where there is none. Of several
// work-items that note one access of 4 bytes together it is another than the
// accessing one, if there is one.
typedef struct qn_check_notes {
  qn_cpu_check_slot write, reads[2], atomics[2];
} qn_check_notes;
// False: no launch has noted anything yet.
bool qn_check_notes_at(uintptr_t address, const qn_cpu_check_slot *now,
                       qn_check_notes *out);
// Notes what one of a launch's work-items does, which was looked at by itself.
void qn_check_note(const qn_check_run *run, uintptr_t address,
                   const qn_cpu_check_slot *now);

#endif // QN_RUNTIME_CHECK_NOTES_H
