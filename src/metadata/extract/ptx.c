// SPDX-License-Identifier: Apache-2.0
// PTX text: parameters with the layout that the driver uses.
#include "formats/code/ptx.h"
#include "metadata/extract/extract.h"
#include "metadata/record/record.h"

enum { WARP_SIZE = 32 };

static qn_space space_of(qn_str name) {
  qn_space space;
  if (qn_str_equal(name, QN_STR("const")))
    return QN_SPACE_CONSTANT;
  if (qn_str_equal(name, QN_STR("local")))
    return QN_SPACE_PRIVATE;
  return qn_space_find(name, &space) ? space : QN_SPACE_UNKNOWN;
}

static qn_argument make_argument(const qn_ptx_param *p, size_t index) {
  static const qn_argument_kind kinds[] = {
      [QN_PTX_VALUE] = QN_ARGUMENT_VALUE,
      [QN_PTX_POINTER] = QN_ARGUMENT_POINTER,
      [QN_PTX_TEXTURE] = QN_ARGUMENT_IMAGE,
      [QN_PTX_SAMPLER] = QN_ARGUMENT_SAMPLER,
  };
  // Names are <kernel>_param_<i>, which carries no information; types are the
  // machine's, and a .u64 may hold a pointer.
  return (qn_argument){
      .index = (uint32_t)index,
      .kind =
          p->kind == QN_PTX_POINTER && qn_str_equal(p->space, QN_STR("shared"))
              ? QN_ARGUMENT_SHARED
              : kinds[p->kind],
      .space = space_of(p->space),
      .offset = p->offset,
      .size = p->size,
      .alignment = p->alignment,
  };
}

static qn_status make_kernel(qn_extract *x, const qn_ptx_entry *entry,
                             qn_kernel *out, qn_diag *diag) {
  qn_argument *arguments =
      qn_arena_alloc(x->arena, entry->param_count, sizeof(*arguments));
  if (!arguments)
    return qn_fail_memory(diag, "the arguments");
  for (size_t i = 0; i < entry->param_count; ++i)
    arguments[i] = make_argument(&entry->params[i], i);
  *out = (qn_kernel){
      .name = entry->name,
      .symbol = entry->name,
      .source = QN_SOURCE_PTX,
      .arguments_known = true,
      .arguments = arguments,
      .argument_count = entry->param_count,
      .arguments_size = qn_known(entry->params_size),
  };
  qn_resources *r = &out->resources;
  r->wave_size = qn_known(WARP_SIZE);
  if (entry->max_threads)
    r->max_threads = qn_known(entry->max_threads);
  if (entry->cluster)
    r->cluster_size = qn_known(entry->cluster);
  if (entry->cluster_max)
    r->cluster_max = qn_known(entry->cluster_max);
  if (entry->min_groups)
    r->min_groups = qn_known(entry->min_groups);
  r->required_known = entry->required[0] != 0;
  memcpy(r->required_threads, entry->required, sizeof(entry->required));
  return qn_ok();
}

// PTX states "sm_90a" as its target, which Quern calls "ptx90a".
static qn_status name_target(qn_extract *x, qn_str target, qn_diag *diag) {
  static const qn_str prefix = {"sm_", 3};
  x->image->target = target;
  if (!qn_str_starts(target, prefix))
    return qn_ok();
  const qn_str number = qn_str_skip(target, prefix.size);
  x->image->target = qn_arena_printf(x->arena, "ptx%.*s", QN_STR_ARG(number));
  if (!x->image->target.data)
    return qn_fail_memory(diag, "the target's name");
  return qn_ok();
}

static qn_status merge_array(qn_extract *x, qn_diag *diag) {
  qn_span camd;
  qn_diag why = {0};
  qn_status status = qn_ptx_find_bytes(
      x->item->bytes, QN_STR(QN_RECORD_SYMBOL_PREFIX), x->arena, &camd, &why);
  if (!qn_failed(status))
    status = qn_extract_merge(x, camd, 0, &why);
  if (status.code == QN_E_MEMORY)
    return qn_fail_memory(diag, "the record");
  if (qn_failed(status) && status.code != QN_E_NOT_FOUND)
    qn_extract_warn(x, "the record is not usable: %s", why.message);
  return qn_ok();
}

qn_status qn_extract_ptx(qn_extract *x, qn_diag *diag) {
  qn_ptx ptx;
  QN_TRY(qn_ptx_read(x->item->bytes, x->item->offset, x->arena, &ptx, diag));
  if (ptx.entry_count > x->limits->kernels)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu entries in one PTX module",
                   x->limits->kernels);
  QN_TRY(name_target(x, ptx.target, diag));
  x->image->version = ptx.version;
  qn_kernel *kernels =
      qn_arena_alloc(x->arena, ptx.entry_count, sizeof(*kernels));
  if (!kernels)
    return qn_fail_memory(diag, "the kernels");
  for (size_t i = 0; i < ptx.entry_count; ++i)
    QN_TRY(make_kernel(x, &ptx.entries[i], &kernels[i], diag));
  x->image->kernels = kernels;
  x->image->kernel_count = ptx.entry_count;
  return merge_array(x, diag);
}
