// SPDX-License-Identifier: Apache-2.0
// Memory that streams allocate and free in their order (hipMallocAsync,
// hipFreeAsync): what other streams do with it must be ordered, too.
#include "runtime/check/race.h"

void qn_check_pool_made(const void *address, const void *stream) {
  qn_check_made_by(address, qn_check_mark(stream));
}

void qn_check_pool_freed(void *address, uint32_t op) {
  qn_check_block block;
  if (!qn_check_find((uintptr_t)address, &block) || !block.live ||
      block.begin != (uintptr_t)address)
    return;
  if (qn_check_on(QN_CPU_CHECK_RACE))
    qn_check_race_freed(op, &block);
  (void)qn_check_release_by(address, op);
}

bool qn_check_is_early(uint32_t op, const qn_check_block *block) {
  return block->live && block->made_by && op &&
         !qn_check_is_ordered(block->made_by, op);
}

typedef struct search {
  const qn_check_op *op;
  bool found;
} search;

static bool look_at(void *user, const qn_check_block *block) {
  search *s = user;
  s->found = block->made_by > s->op->all_before &&
             qn_check_is_early(s->op->number, block);
  return !s->found;
}

bool qn_check_some_early(uint32_t op) {
  search s = {.op = qn_check_op_at(op)};
  if (s.op)
    qn_check_each_made(look_at, &s);
  return s.found;
}
