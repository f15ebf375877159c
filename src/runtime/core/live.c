// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/live.h"

#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/check/check.h"

_Static_assert(offsetof(qn_live, what) == 0, "one is found by the other");

// Kernels reach it by the handle of the node.
static void let_kernels(const void *memory, size_t size) {
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_know(memory, size, QN_CHECK_MAPPED);
}

static void no_longer(const void *memory) {
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_forget(memory);
}

qn_result qn_live_create(qn_live **out_live) {
  qn_live *live = qn_alloc_array(1, sizeof(*live));
  if (!live)
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "no memory for a node that kernels change");
  live->what.mark = QN_KERNEL_LIVE_MARK;
  live->what.enabled = 1;
  atomic_init(&live->refs, 1);
  let_kernels(live, sizeof(*live));
  *out_live = live;
  return QN_R_OK;
}

qn_live *qn_live_hold(qn_live *live) {
  if (live)
    atomic_fetch_add_explicit(&live->refs, 1, memory_order_relaxed);
  return live;
}

void qn_live_drop(qn_live *live) {
  if (!live ||
      atomic_fetch_sub_explicit(&live->refs, 1, memory_order_acq_rel) != 1)
    return;
  live->what.mark = 0;
  no_longer(live->what.args);
  no_longer(live);
  qn_free_aligned(live->what.args);
  qn_free(live);
}

qn_result qn_live_set(qn_live *live, const qn_op_kernel *kernel) {
  qn_kernel_live *what = &live->what;
  if (!what->args || what->size != kernel->packed_size) {
    const size_t size = (size_t)qn_align_up(kernel->packed_size + 1, 64);
    uint8_t *args = qn_alloc_aligned(64, size);
    if (!args)
      return qn_refuse(QN_R_OUT_OF_MEMORY,
                       "no memory for the arguments of a node");
    no_longer(what->args);
    let_kernels(args, size);
    qn_free_aligned(what->args);
    what->args = args;
    what->size = kernel->packed_size;
  }
  if (kernel->packed_size)
    memcpy(what->args, kernel->packed, kernel->packed_size);
  memcpy(what->grid, kernel->grid, sizeof(what->grid));
  return QN_R_OK;
}

qn_live *qn_live_of(const qn_op_kernel *kernel) {
  return (qn_live *)(uintptr_t)kernel->live;
}
