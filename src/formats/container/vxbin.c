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

// ---- Quern's own images

static bool is_within(const qn_vxbin *v, uint32_t offset, uint64_t size) {
  return offset <= v->image.size && size <= v->image.size - offset;
}

static qn_vx_header read_header(qn_reader *r) {
  qn_vx_header h = {0};
  uint64_t *const wide[] = {&h.magic, &h.base, &h.main};
  uint32_t *const narrow[] = {
      &h.xlen,          &h.version,      &h.reloc_offset,  &h.reloc_count,
      &h.record_offset, &h.record_size,  &h.global_offset, &h.global_count,
      &h.flags_offset,  &h.kernel_count, &h.memory_size,   &h.arena_offset,
      &h.elf_offset,    &h.elf_size,     &h.shared_size};
  for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); ++i)
    *wide[i] = qn_read_u64(r, "header");
  for (size_t i = 0; i < sizeof(narrow) / sizeof(narrow[0]); ++i)
    *narrow[i] = qn_read_u32(r, "header");
  return h;
}

bool qn_vxbin_header(const qn_vxbin *v, qn_vx_header *out_header) {
  if (v->version < 2 || v->image.size < QN_VX_HEADER_AT + QN_VX_HEADER_SIZE)
    return false;
  qn_reader r = qn_reader_over(
      (qn_span){v->image.data + QN_VX_HEADER_AT, QN_VX_HEADER_SIZE}, 0);
  const qn_vx_header h = read_header(&r);
  const bool good =
      !r.failed && h.magic == QN_VX_MAGIC && h.base == v->min &&
      (h.xlen == 32 || h.xlen == 64) && (h.version == 2 || h.version == 3) &&
      h.main >= v->min && h.main < v->max &&
      is_within(v, h.reloc_offset, UINT64_C(4) * h.reloc_count) &&
      is_within(v, h.record_offset, h.record_size) &&
      is_within(v, h.global_offset, UINT64_C(8) * h.global_count) &&
      is_within(v, h.flags_offset, UINT64_C(4) * h.kernel_count) &&
      is_within(v, h.elf_offset, h.elf_size) &&
      h.memory_size >= v->image.size && h.arena_offset <= h.memory_size &&
      h.memory_size <= v->max - v->min;
  if (good)
    *out_header = h;
  return good;
}

uint64_t qn_vxbin_number(const qn_vxbin *v, uint32_t offset, size_t index,
                         size_t size) {
  qn_reader r = qn_reader_over(v->image, 0);
  qn_reader at =
      qn_reader_window(&r, offset + (uint64_t)index * size, size, "number");
  return size == 8 ? qn_read_u64(&at, "number") : qn_read_u32(&at, "number");
}

const qn_format qn_format_vxbin = {
    .name = "vxbin",
    .summary = "Vortex GPU binary",
    .plural = "Vortex binaries",
    .extension = ".vxbin",
    .probe = qn_vxbin_probe,
};
