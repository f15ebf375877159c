// SPDX-License-Identifier: Apache-2.0
// LLVM bitcode: the functions with a kernel's calling convention. Only LLVM can
// read their arguments; the tool asks it where it is installed
// (cli/inspect/bitcode.c).
#include "formats/code/bitcode.h"
#include "formats/container/bundle.h"
#include "metadata/extract/extract.h"

static bool is_kernel(const qn_bitcode_function *f) {
  return !f->declared_only && f->name.size &&
         qn_bitcode_is_kernel(f->convention);
}

static qn_status add_kernels(qn_extract *x, const qn_bitcode *b,
                             qn_diag *diag) {
  size_t count = 0;
  for (size_t i = 0; i < b->function_count; ++i)
    count += is_kernel(&b->functions[i]);
  if (count > x->limits->kernels)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu kernels in one module", x->limits->kernels);
  qn_kernel *kernels = qn_arena_alloc(x->arena, count, sizeof(*kernels));
  if (!kernels)
    return qn_fail_memory(diag, "the kernels");
  count = 0;
  for (size_t i = 0; i < b->function_count; ++i)
    if (is_kernel(&b->functions[i]))
      kernels[count++] = (qn_kernel){.name = b->functions[i].name,
                                     .symbol = b->functions[i].name,
                                     .source = QN_SOURCE_BITCODE};
  x->image->kernels = kernels;
  x->image->kernel_count = count;
  return qn_ok();
}

qn_status qn_extract_bitcode(qn_extract *x, qn_diag *diag) {
  qn_bitcode b;
  const qn_status status =
      qn_bitcode_read(x->item->bytes, x->item->offset, x->arena, &b, diag);
  // An entry id states the processor; the module's triple does not.
  if (!qn_bundle_parse_id(x->item->label).target.size)
    x->image->target = b.triple;
  x->image->version = b.producer;
  QN_TRY(status);
  if (b.modules > 1)
    qn_extract_warn(x, "the first of %zu modules is read", b.modules);
  return add_kernels(x, &b, diag);
}
