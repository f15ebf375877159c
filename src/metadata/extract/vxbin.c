// SPDX-License-Identifier: Apache-2.0
// Vortex binaries: names of kernels. Their arguments are described in the ELF
// file that the binary was made from, not here.
#include "formats/container/vxbin.h"
#include "metadata/extract/extract.h"

static qn_status read_kernels(qn_extract *x, qn_vxbin *v, qn_diag *diag) {
  const size_t count = v->version == 3 ? v->count : 1;
  if (count > x->limits->kernels)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu kernels in one Vortex binary",
                   x->limits->kernels);
  qn_kernel *kernels = qn_arena_alloc(x->arena, count, sizeof(*kernels));
  if (!kernels)
    return qn_fail_memory(diag, "the kernels of the Vortex binary");
  for (size_t i = 0; i < count; ++i) {
    qn_str name = QN_STR("main"); // the only one of older binaries
    uint64_t address = v->min;
    if (v->version == 3 && !qn_vxbin_next(v, &name, &address))
      return qn_fail(diag, QN_E_MALFORMED,
                     (qn_place){v->entries.origin + 16 * i, 16, "kernel"},
                     "the name of kernel %zu is not among the names", i + 1);
    if (v->version == 3 && (address < v->min || address >= v->max))
      qn_extract_warn(x, "kernel '%.*s' is outside of the image",
                      QN_STR_ARG(name));
    kernels[i] = (qn_kernel){
        .name = name,
        .symbol = name,
        .source = v->version == 3 ? QN_SOURCE_VXSYMTAB : QN_SOURCE_NONE,
    };
  }
  x->image->kernels = kernels;
  x->image->kernel_count = count;
  return qn_ok();
}

qn_status qn_extract_vxbin(qn_extract *x, qn_diag *diag) {
  static const char *const versions[] = {"1", "2", "3"};
  qn_vxbin v;
  QN_TRY(qn_vxbin_read(x->item->bytes, x->item->offset, &v, diag));
  x->image->version = qn_str_from(versions[v.version - 1]);
  // Nothing states 32 or 64 bits, except addresses that need 64.
  x->image->target =
      v.max > UINT32_MAX ? QN_STR("vortex-rv64") : QN_STR("vortex");
  return read_kernels(x, &v, diag);
}
