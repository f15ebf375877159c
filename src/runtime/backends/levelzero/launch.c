// SPDX-License-Identifier: Apache-2.0
// Launches of kernels on Level Zero devices: arguments of every kind, and the
// grid.
#include <inttypes.h>

#include "runtime/backends/levelzero/levelzero.h"

static int set_argument(const qn_ze_function *f, uint32_t index, size_t size,
                        const void *value) {
  return qn_ze.zeKernelSetArgumentValue(f->kernel, index, size, value);
}

// Drivers take no shared memory of 0 bytes.
static int set_shared(const qn_ze_function *f, uint32_t index, uint32_t size) {
  enum { SIZE_MIN = 16 };
  return set_argument(f, index, size > SIZE_MIN ? size : SIZE_MIN, NULL);
}

// A kernel keeps its arguments, so a value that is as in the launch before is
// not set again. (An address may mean another allocation by now.)
static int set_value(const qn_ze_function *f, uint32_t index,
                     const qn_argument *a, const void *value) {
  const size_t size = (size_t)a->size;
  uint8_t *kept = f->base.kept ? f->base.kept + a->offset : NULL;
  if (kept && f->base.is_kept && memcmp(kept, value, size) == 0)
    return 0;
  const int error = set_argument(f, index, size, value);
  if (kept && !error)
    memcpy(kept, value, size);
  return error;
}

static qn_result refuse_argument(const qn_ze_function *f, uint32_t index,
                                 int error) {
  return qn_spirv_refuse_argument(
      f->base.entry.record, index,
      qn_ze_result(error, "zeKernelSetArgumentValue"));
}

static qn_result set_arguments(qn_ze_function *f, const qn_op_kernel *op) {
  const qn_kernel *k = op->kernel;
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    const uint32_t index = (uint32_t)i;
    int error;
    if (a->kind == QN_ARGUMENT_SHARED)
      error = set_shared(f, index, op->shared_size);
    else if (a->kind == QN_ARGUMENT_POINTER)
      error = set_argument(f, index, sizeof(void *), qn_spirv_value(op, i));
    else
      error = set_value(f, index, a, qn_spirv_value(op, i));
    if (error) {
      f->base.is_kept = false;
      return refuse_argument(f, index, error);
    }
  }
  f->base.is_kept = f->base.kept != NULL;
  return QN_R_OK;
}

static qn_result set_hidden(const qn_ze_function *f, const qn_op_kernel *op) {
  for (size_t i = 0; i < f->base.entry.hidden_count; ++i) {
    const qn_spirv_hidden *h = &f->base.entry.hidden[i];
    const int error = h->kind == QN_HIDDEN_SHARED
                          ? set_shared(f, h->index, op->shared_size)
                          : set_argument(f, h->index, sizeof(uint32_t),
                                         qn_spirv_hidden_value(h, op));
    if (error)
      return refuse_argument(f, h->index, error);
  }
  return QN_R_OK;
}

// Groups that cannot all run at a time would wait for one another for ever.
static qn_result append_cooperative(const qn_ze_stream *s,
                                    const qn_ze_function *f,
                                    const ze_groups *groups) {
  const uint64_t wanted = (uint64_t)groups->x * groups->y * groups->z;
  uint32_t most = 0;
  QN_ZE(zeKernelSuggestMaxCooperativeGroupCount, f->kernel, &most);
  if (wanted > most)
    return qn_refuse(QN_R_COOPERATIVE_TOO_LARGE,
                     "%" PRIu64 " blocks of a cooperative launch; the driver "
                     "runs %u at a time",
                     wanted, most);
  QN_ZE(zeCommandListAppendLaunchCooperativeKernel, s->list, f->kernel, groups,
        NULL, 0, NULL);
  return QN_R_OK;
}

static qn_result launch_locked(const qn_ze_stream *s, qn_ze_function *f,
                               const qn_op_kernel *op) {
  const ze_groups groups = {op->grid[0], op->grid[1], op->grid[2]};
  uint32_t items[3];
  qn_spirv_items(&f->base.entry, op, items);
  QN_CHECK(set_arguments(f, op));
  QN_CHECK(set_hidden(f, op));
  QN_ZE(zeKernelSetGroupSize, f->kernel, items[0], items[1], items[2]);
  if (op->cooperative && qn_ze_device_of(f)->found.cooperates)
    return append_cooperative(s, f, &groups);
  QN_ZE(zeCommandListAppendLaunchKernel, s->list, f->kernel, &groups, NULL, 0,
        NULL);
  return QN_R_OK;
}

qn_result qn_ze_launch(qn_ze_stream *s, const qn_op_kernel *op) {
  qn_ze_function *f = op->function;
  if (f->base.initial && qn_spirv_is_initial(f->base.code))
    f = (qn_ze_function *)f->base.initial;
  qn_mutex_lock(&f->base.mutex);
  const qn_result result = launch_locked(s, f, op);
  qn_mutex_unlock(&f->base.mutex);
  QN_CHECK(result);
  return qn_ze_barrier(s);
}
