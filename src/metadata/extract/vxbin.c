// SPDX-License-Identifier: Apache-2.0
// Vortex binaries: names of kernels. Their arguments are described in the ELF
// file that the binary was made from, not here, but for those that Quern made,
// which have its record.
#include "formats/container/vxbin.h"
#include "metadata/extract/extract.h"
#include "metadata/record/record.h"

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

// ---- Quern's own

static qn_status find_record(qn_extract *x, qn_span *out_camd,
                             uint64_t *out_origin, qn_diag *diag) {
  qn_vxbin v;
  qn_vx_header h;
  QN_TRY(qn_vxbin_read(x->item->bytes, x->item->offset, &v, diag));
  if (!qn_vxbin_header(&v, &h))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no record of Quern");
  *out_camd = (qn_span){v.image.data + h.record_offset, h.record_size};
  *out_origin = x->item->offset +
                (uint64_t)(v.image.data - x->item->bytes.data) +
                h.record_offset;
  return qn_ok();
}

static qn_status read_own(qn_extract *x, const qn_vx_header *h, qn_diag *diag) {
  qn_span camd;
  uint64_t origin;
  qn_record record;
  QN_TRY(find_record(x, &camd, &origin, diag));
  QN_TRY(qn_record_read(camd, origin, x->arena, &record, diag));
  if (record.kernel_count > x->limits->kernels)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu kernels in one Vortex binary",
                   x->limits->kernels);
  qn_kernel *kernels =
      qn_arena_alloc(x->arena, record.kernel_count + 1, sizeof(*kernels));
  if (!kernels)
    return qn_fail_memory(diag, "the kernels of the Vortex binary");
  for (size_t i = 0; i < record.kernel_count; ++i)
    kernels[i] = (qn_kernel){.name = record.kernels[i].name,
                             .symbol = record.kernels[i].name,
                             .source = QN_SOURCE_NOTE};
  x->image->kernels = kernels;
  x->image->kernel_count = record.kernel_count;
  x->image->version = h->version == 3 ? QN_STR("3") : QN_STR("2");
  x->image->target = h->xlen == 64 ? (h->version == 3 ? QN_STR("vortex-rv64-v3")
                                                      : QN_STR("vortex-rv64"))
                                   : (h->version == 3 ? QN_STR("vortex-rv32-v3")
                                                      : QN_STR("vortex-rv32"));
  return qn_ok();
}

qn_status qn_extract_vxbin(qn_extract *x, qn_diag *diag) {
  static const char *const versions[] = {"1", "2", "3"};
  qn_vxbin v;
  qn_vx_header header;
  QN_TRY(qn_vxbin_read(x->item->bytes, x->item->offset, &v, diag));
  const bool own = qn_vxbin_header(&v, &header);
  x->find_record = own ? find_record : NULL;
  if (own)
    return read_own(x, &header, diag);
  x->image->version = qn_str_from(versions[v.version - 1]);
  // Nothing states 32 or 64 bits, except addresses that need 64.
  x->image->target =
      v.max > UINT32_MAX ? QN_STR("vortex-rv64") : QN_STR("vortex");
  return read_kernels(x, &v, diag);
}
