// SPDX-License-Identifier: Apache-2.0
#include "formats/container/vxbin.h"

#include <inttypes.h>

#include "formats/core/format.h"

enum {
  HEADER_SIZE = 16,
  FOOTER_SIZE = 12, // u32 count, "VXSYMTAB"
  ENTRY_SIZE = 16,
  IMAGE_MAX = 1 << 30, // bytes, of files without a magic to check
};

static const qn_str footer_magic = {"VXSYMTAB", 8};

static bool has_footer(qn_span bytes) {
  return bytes.size >= HEADER_SIZE + FOOTER_SIZE &&
         qn_str_ends(qn_span_str(bytes), footer_magic);
}

// There is no magic at the front: without a footer, only files that look
// exactly like the tools' output are accepted.
static bool is_plain(uint64_t min, uint64_t max, size_t size) {
  const bool usual =
      min == UINT64_C(0x80000000) || min == UINT64_C(0x180000000);
  return usual && max > min && size > HEADER_SIZE &&
         size - HEADER_SIZE <= max - min && max - min <= IMAGE_MAX;
}

static bool is_oldest(uint64_t size_field, size_t size) {
  return size > HEADER_SIZE && size_field == size - 8 && size_field % 4 == 0 &&
         size_field <= IMAGE_MAX;
}

bool qn_vxbin_probe(qn_span bytes) {
  qn_reader r = qn_reader_over(bytes, 0);
  const uint64_t min = qn_read_u64(&r, "least address");
  const uint64_t max = qn_read_u64(&r, "end address");
  return !r.failed && (has_footer(bytes) || is_plain(min, max, bytes.size) ||
                       is_oldest(min, bytes.size));
}

// Splits what follows the header into image, names and entries.
static qn_status read_footer(qn_span bytes, uint64_t origin, qn_vxbin *v,
                             qn_diag *diag) {
  const size_t footer = bytes.size - FOOTER_SIZE;
  qn_reader r = qn_reader_over((qn_span){bytes.data + footer, FOOTER_SIZE},
                               origin + footer);
  const uint32_t count = qn_read_u32(&r, "kernel count");
  const size_t room = footer - HEADER_SIZE;
  if (count > room / ENTRY_SIZE)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){origin + footer, 4, "kernel count"},
                   "%" PRIu32 " kernels do not fit in %zu bytes", count, room);
  const size_t table = footer - (size_t)count * ENTRY_SIZE;
  v->count = count;
  v->entries =
      qn_reader_over((qn_span){bytes.data + table, (size_t)count * ENTRY_SIZE},
                     origin + table);
  // No name follows the last one: the names end where the furthest one does.
  uint64_t names = 0;
  qn_reader entries = v->entries;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t offset = qn_read_u32(&entries, "name offset");
    const uint16_t size = qn_read_u16(&entries, "name size");
    (void)qn_read_bytes(&entries, 10, "entry");
    if ((uint64_t)offset + size > names)
      names = (uint64_t)offset + size;
  }
  if (names > table - HEADER_SIZE)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){origin + table, 16, "kernel name"},
                   "names of kernels take %" PRIu64 " bytes, %zu are there",
                   names, table - HEADER_SIZE);
  v->names = (qn_span){bytes.data + table - names, (size_t)names};
  v->image.size = table - (size_t)names - HEADER_SIZE;
  return qn_ok();
}

qn_status qn_vxbin_read(qn_span bytes, uint64_t origin, qn_vxbin *out_vxbin,
                        qn_diag *diag) {
  qn_reader r = qn_reader_over(bytes, origin);
  qn_vxbin v = {
      .version = 2,
      .min = qn_read_u64(&r, "least address"),
      .max = qn_read_u64(&r, "end address"),
  };
  QN_TRY(qn_reader_finish(&r, diag));
  v.image = (qn_span){bytes.data + HEADER_SIZE, bytes.size - HEADER_SIZE};
  if (has_footer(bytes)) {
    v.version = 3;
    QN_TRY(read_footer(bytes, origin, &v, diag));
  } else if (is_oldest(v.min, bytes.size)) {
    v = (qn_vxbin){.version = 1, .image = {bytes.data + 8, bytes.size - 8}};
    *out_vxbin = v;
    return qn_ok();
  }
  if (v.max <= v.min || v.image.size > v.max - v.min)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 16, "addresses"},
                   "an image of %zu bytes does not fit from 0x%" PRIx64
                   " to 0x%" PRIx64,
                   v.image.size, v.min, v.max);
  *out_vxbin = v;
  return qn_ok();
}

bool qn_vxbin_next(qn_vxbin *v, qn_str *out_name, uint64_t *out_address) {
  const uint32_t offset = qn_read_u32(&v->entries, "name offset");
  const uint16_t size = qn_read_u16(&v->entries, "name size");
  (void)qn_read_u16(&v->entries, "padding");
  *out_address = qn_read_u64(&v->entries, "kernel address");
  if (v->entries.failed || offset > v->names.size ||
      size > v->names.size - offset)
    return false;
  *out_name = (qn_str){(const char *)v->names.data + offset, size};
  return true;
}

const qn_format qn_format_vxbin = {
    .name = "vxbin",
    .summary = "Vortex GPU binary",
    .plural = "Vortex binaries",
    .extension = ".vxbin",
    .probe = qn_vxbin_probe,
};
