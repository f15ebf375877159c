// SPDX-License-Identifier: Apache-2.0
// A wave's instructions one after another, and what ends it.
#include <stdarg.h>
#include <stdio.h>

#include "amdsim/core/dispatch.h"
#include "amdsim/core/handlers.h"
#include "amdsim/core/waits.h"

static void fail_at(qn_amd_wave *w, int status, uint64_t pc, const char *what) {
  qn_amd_dispatch *d = (qn_amd_dispatch *)(uintptr_t)w->group->dispatch;
  char place[700] = "";
  w->state = QN_AMD_FAILED;
  if (pc)
    qn_amd_code_place(w->code, pc, w->lanes, place, sizeof(place));
  qn_mutex_lock(&d->mutex);
  if (!atomic_load(&d->status)) {
    snprintf(d->message, sizeof(d->message),
             "%s (group %u,%u,%u, wave %u, at %s)", what, w->group->id[0],
             w->group->id[1], w->group->id[2], w->number, place);
    atomic_store(&d->status, status);
  }
  qn_mutex_unlock(&d->mutex);
}

void qn_amd_fail(qn_amd_wave *w, int status, const char *format, ...) {
  char what[512];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof(what), format, args);
  va_end(args);
  fail_at(w, status, w->at ? w->at->pc : 0, what);
}

static const qn_amd_inst *find(qn_amd_wave *w, uint64_t pc) {
  qn_diag diag = {0};
  const qn_amd_inst *i = qn_amd_code_at(w->code, pc, w->lanes, &diag);
  if (i)
    return i;
  // The instruction itself, or the jump to where there is none.
  fail_at(w, 2, qn_amd_code_has(w->code, pc) || !w->at ? pc : w->at->pc,
          diag.message);
  return NULL;
}

void qn_amd_jump(qn_amd_wave *w, uint64_t pc) { w->jump = find(w, pc); }

static const qn_amd_inst *follow(qn_amd_wave *w, const qn_amd_inst *i) {
  const qn_amd_inst *next = find(w, i->pc + i->size);
  if (next)
    atomic_store_explicit(&((qn_amd_inst *)(uintptr_t)i)->next,
                          (qn_amd_inst *)(uintptr_t)next, memory_order_release);
  return next;
}

// There are two of it, so that what is looked for on request costs nothing
// else.
static inline __attribute__((always_inline)) void
run(qn_amd_wave *w, uint64_t limit, bool checks_waits) {
  const qn_amd_inst *i = w->at;
  uint64_t n = 0;
  while (n < limit) {
    ++n;
    w->jump = NULL;
    w->at = i;
    if (checks_waits && !qn_amd_waits_check(w, i))
      break;
    i->handler(w, i);
    if (__builtin_expect(w->state != QN_AMD_RUNNING, 0)) {
      if (w->state == QN_AMD_ENDED || w->state == QN_AMD_FAILED)
        break;
      const qn_amd_inst *after =
          atomic_load_explicit(&i->next, memory_order_acquire);
      if (!after)
        after = follow(w, i);
      w->at = after ? after : i;
      break;
    }
    const qn_amd_inst *next =
        w->jump ? w->jump
                : atomic_load_explicit(&i->next, memory_order_acquire);
    if (__builtin_expect(!next, 0) && !(next = follow(w, i)))
      break;
    i = next;
    w->at = i;
  }
  w->executed += n;
}

void qn_amd_run(qn_amd_wave *w, uint64_t limit) {
  if (w->waits)
    run(w, limit, true);
  else
    run(w, limit, false);
}
