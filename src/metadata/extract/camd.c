// SPDX-License-Identifier: Apache-2.0
// A bare metadata container, and what the handlers' blocks state about kernels
// when there is no record of ours.
#include "metadata/extract/extract.h"
#include "quern/metadata.h"

typedef struct variants {
  qn_kernel *kernels;
  size_t count, capacity;
  qn_entry *entries; // of the last kernel
  size_t entry_capacity;
} variants;

// The variants of a kernel are contiguous.
static qn_status add_variant(qn_extract *x, variants *v,
                             const quern_md_generic *generic,
                             const quern_md_vectorize *vectorize,
                             qn_diag *diag) {
  const qn_str name =
      qn_arena_copy(x->arena, qn_str_from(generic->source_name));
  const qn_str symbol =
      qn_arena_copy(x->arena, qn_str_from(generic->kernel_name));
  if (!v->count || !qn_str_equal(v->kernels[v->count - 1].name, name)) {
    qn_kernel *grown = qn_arena_grow(x->arena, v->kernels, v->count,
                                     &v->capacity, sizeof(*grown));
    if (!grown)
      return qn_fail_memory(diag, "the kernels of the container");
    v->kernels = grown;
    grown[v->count++] = (qn_kernel){
        .name = name,
        .symbol = symbol,
        .source = QN_SOURCE_HANDLERS,
        .resources.shared_static = qn_known(generic->local_memory_usage),
    };
    v->entries = NULL;
    v->entry_capacity = 0;
  }
  qn_kernel *k = &v->kernels[v->count - 1];
  v->entries = qn_arena_grow(x->arena, v->entries, k->entry_count,
                             &v->entry_capacity, sizeof(*v->entries));
  if (!v->entries || !name.data || !symbol.data)
    return qn_fail_memory(diag, "the kernels of the container");
  v->entries[k->entry_count++] = (qn_entry){
      .symbol = symbol,
      .width = (uint32_t)vectorize->pref_work_item_factor,
      .min_factor = (uint32_t)vectorize->min_work_item_factor,
      .sub_group = (uint32_t)generic->sub_group_size,
  };
  k->entries = v->entries;
  return qn_ok();
}

static qn_status read_variants(qn_extract *x, md_ctx ctx, variants *v,
                               qn_diag *diag) {
  static const quern_md_handler *const handlers[] = {
      &quern_md_handler_generic, &quern_md_handler_vectorize};
  const bool has_vectorize =
      md_get_block(ctx, quern_md_handler_vectorize.block) != NULL;
  quern_md_records *r =
      quern_md_records_open(ctx, handlers, has_vectorize ? 2 : 1);
  if (!r)
    return qn_fail_memory(diag, "the kernels of the container");
  quern_md_generic generic = {0};
  quern_md_vectorize vectorize = {.min_work_item_factor = 1,
                                  .pref_work_item_factor = 1};
  void *records[] = {&generic, &vectorize};
  qn_status status = qn_ok();
  int got = 0;
  while (!qn_failed(status) && (got = quern_md_records_read(r, records)) == 1)
    status = v->count < x->limits->kernels
                 ? add_variant(x, v, &generic, &vectorize, diag)
                 : qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                           "more than %zu kernels", x->limits->kernels);
  if (!qn_failed(status) && got != 0)
    qn_extract_warn(x, "the handlers' blocks end in the middle of a record");
  quern_md_records_close(r);
  return status;
}

qn_status qn_extract_handlers(qn_extract *x, qn_span camd, qn_diag *diag) {
  quern_error why = QUERN_ERROR_INIT;
  variants v = {0};
  md_ctx ctx = quern_md_read(camd.data, camd.size, NULL, NULL, &why);
  if (!ctx) {
    qn_extract_warn(x, "the container is not usable: %s", why.message);
    return qn_ok();
  }
  qn_status status = qn_ok();
  if (md_get_block(ctx, quern_md_handler_generic.block))
    status = read_variants(x, ctx, &v, diag);
  x->image->kernels = v.kernels;
  x->image->kernel_count = v.count;
  md_release_ctx(ctx);
  return status;
}

qn_status qn_extract_camd(qn_extract *x, qn_diag *diag) {
  return qn_extract_merge(x, x->item->bytes, x->item->offset, diag);
}
