// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/vortex.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "formats/container/vortex_abi.h"
#include "formats/object/elf.h"

enum {
  SECTION_RELA = 4,
  RELATIVE = 3, // R_RISCV_RELATIVE
  VXBIN_HEADER = 16,
  PAGE = 4096,
};

// An image in the making: `bytes` from `base` on.
typedef struct image {
  qn_unit *unit;
  qn_elf elf;
  qn_elf_symbols symbols;
  uint64_t base;
  qn_buffer bytes;
  qn_vx_header header;
} image;

uint64_t qn_vx_link_base(const qn_target_row *row) {
  return row->pointer_size == 8 ? UINT64_C(0x180000000) : UINT64_C(0x80000000);
}

static qn_status find(const image *m, qn_str name, uint64_t *out_address,
                      qn_diag *diag) {
  qn_elf_symbol symbol;
  if (!qn_elf_find_symbol(&m->symbols, name, &symbol))
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "the linked image has no symbol '%.*s'", QN_STR_ARG(name));
  *out_address = symbol.value;
  return qn_ok();
}

static qn_status copy_segment(image *m, const qn_elf_segment *s, uint64_t end,
                              qn_diag *diag) {
  if (s->address < m->base || s->address - m->base > end - m->base ||
      s->file_size > end - s->address)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "a segment at 0x%" PRIx64 " is outside of the image",
                   s->address);
  memcpy(m->bytes.data + (s->address - m->base), s->bytes.data, s->bytes.size);
  return qn_ok();
}

static qn_status copy_segments(image *m, qn_diag *diag) {
  enum { IMAGE_MAX = 1 << 30 };
  uint64_t end = 0;
  QN_TRY(find(m, QN_STR("qn_vx_image_end"), &end, diag));
  if (end < m->base || end - m->base > IMAGE_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "an image of %" PRIu64 " bytes; %d are the limit",
                   end - m->base, IMAGE_MAX);
  qn_buffer_zero(&m->bytes, (size_t)(end - m->base));
  QN_TRY(qn_buffer_check(&m->bytes, diag));
  for (size_t i = 0; i < m->elf.segment_count; ++i) {
    qn_elf_segment segment;
    QN_TRY(qn_elf_segment_at(&m->elf, i, &segment, diag));
    if (segment.type == QN_ELF_SEGMENT_LOAD && segment.file_size)
      QN_TRY(copy_segment(m, &segment, end, diag));
  }
  return qn_ok();
}

static uint32_t here(const image *m) { return (uint32_t)m->bytes.size; }

static qn_status add_relocation(image *m, uint64_t offset, uint64_t info,
                                qn_diag *diag) {
  const uint64_t type = m->elf.is_64 ? (uint32_t)info : info & 0xff;
  if (type != RELATIVE || offset < m->base)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "the linker left a relocation of type %" PRIu64
                   " at 0x%" PRIx64,
                   type, offset);
  qn_buffer_u32(&m->bytes, (uint32_t)(offset - m->base));
  ++m->header.reloc_count;
  return qn_ok();
}

static qn_status add_relocations(image *m, qn_diag *diag) {
  m->header.reloc_offset = here(m);
  for (size_t i = 0; i < m->elf.section_count; ++i) {
    qn_elf_section section;
    QN_TRY(qn_elf_section_at(&m->elf, i, &section, diag));
    if (section.type != SECTION_RELA || !(section.flags & QN_ELF_FLAG_ALLOC))
      continue;
    const size_t size = m->elf.is_64 ? 8 : 4;
    qn_reader r = qn_reader_over(section.bytes, section.offset);
    for (size_t n = section.bytes.size / (3 * size); n; --n) {
      const uint64_t offset =
          size == 8 ? qn_read_u64(&r, "offset") : qn_read_u32(&r, "offset");
      const uint64_t info =
          size == 8 ? qn_read_u64(&r, "info") : qn_read_u32(&r, "info");
      (void)qn_read_bytes(&r, size, "addend");
      QN_TRY(add_relocation(m, offset, info, diag));
    }
    QN_TRY(qn_reader_finish(&r, diag));
  }
  return qn_ok();
}

// What the runtime reads: addresses of variables, flags of kernels, the record.
static qn_status add_tables(image *m, qn_diag *diag) {
  const qn_record *record = &m->unit->record;
  qn_buffer_align(&m->bytes, 8);
  m->header.global_offset = here(m);
  m->header.global_count = (uint32_t)record->global_count;
  for (size_t i = 0; i < record->global_count; ++i) {
    uint64_t address = 0;
    QN_TRY(find(m, record->globals[i].name, &address, diag));
    qn_buffer_u64(&m->bytes, address);
  }
  m->header.flags_offset = here(m);
  m->header.kernel_count = (uint32_t)record->kernel_count;
  for (size_t i = 0; i < record->kernel_count; ++i)
    qn_buffer_u32(&m->bytes, m->unit->kernel_flags[i]);
  qn_buffer_align(&m->bytes, 8);
  m->header.record_offset = here(m);
  m->header.record_size = (uint32_t)m->unit->camd.size;
  qn_buffer_append(&m->bytes, m->unit->camd.data, m->unit->camd.size);
  qn_buffer_align(&m->bytes, 64);
  if (m->unit->params->debug != QN_DEBUG_NONE) {
    m->header.elf_offset = here(m);
    m->header.elf_size = (uint32_t)m->elf.file.size;
    qn_buffer_append(&m->bytes, m->elf.file.data, m->elf.file.size);
    qn_buffer_align(&m->bytes, 64);
  }
  return qn_buffer_check(&m->bytes, diag);
}

static void patch_header(image *m) {
  const qn_vx_header *h = &m->header;
  const uint64_t wide[] = {h->magic, h->base, h->main};
  const uint32_t narrow[] = {
      h->xlen,          h->version,      h->reloc_offset,  h->reloc_count,
      h->record_offset, h->record_size,  h->global_offset, h->global_count,
      h->flags_offset,  h->kernel_count, h->memory_size,   h->arena_offset,
      h->elf_offset,    h->elf_size};
  size_t at = QN_VX_HEADER_AT;
  for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); ++i, at += 8)
    qn_buffer_patch(&m->bytes, at, wide[i], 8, false);
  for (size_t i = 0; i < sizeof(narrow) / sizeof(narrow[0]); ++i, at += 4)
    qn_buffer_patch(&m->bytes, at, narrow[i], 4, false);
}

// Version 3: names and addresses of kernels.
static qn_status add_footer(const image *m, qn_buffer *out, qn_diag *diag) {
  const qn_record *record = &m->unit->record;
  for (size_t i = 0; i < record->kernel_count; ++i)
    qn_buffer_append_str(out, record->kernels[i].name);
  uint32_t offset = 0;
  for (size_t i = 0; i < record->kernel_count; ++i) {
    const qn_str name = record->kernels[i].name;
    const qn_str entry = qn_arena_printf(
        &m->unit->arena, QN_VX_ENTRY_PREFIX "%.*s", QN_STR_ARG(name));
    uint64_t address = 0;
    if (name.size > UINT16_MAX)
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "a kernel's name has %zu bytes, a vxbin holds %d",
                     name.size, UINT16_MAX);
    QN_TRY(find(m, entry, &address, diag));
    qn_buffer_u32(out, offset);
    qn_buffer_u16(out, (uint16_t)name.size);
    qn_buffer_u16(out, 0);
    qn_buffer_u64(out, address);
    offset += (uint32_t)name.size;
  }
  qn_buffer_u32(out, (uint32_t)record->kernel_count);
  qn_buffer_append_str(out, QN_STR("VXSYMTAB"));
  return qn_ok();
}

static qn_status fill(image *m, qn_diag *diag) {
  const qn_target_row *row = m->unit->target->row;
  QN_TRY(qn_elf_open_symbols(&m->elf, &m->symbols, diag));
  QN_TRY(copy_segments(m, diag));
  m->header = (qn_vx_header){.magic = QN_VX_MAGIC,
                             .base = m->base,
                             .xlen = 8 * row->pointer_size,
                             .version = row->mach,
                             .shared_size = m->unit->shared_end};
  QN_TRY(find(m,
              row->mach == 3 ? QN_STR("qn_vx_launched") : QN_STR("qn_vx_main"),
              &m->header.main, diag));
  QN_TRY(add_relocations(m, diag));
  QN_TRY(add_tables(m, diag));
  m->header.arena_offset = (uint32_t)qn_align_up(m->bytes.size, PAGE);
  m->header.memory_size = m->header.arena_offset + QN_VX_ARENA_SIZE;
  patch_header(m);
  return qn_ok();
}

qn_status qn_vx_pack(qn_unit *unit, qn_span elf, qn_buffer *out,
                     qn_diag *diag) {
  image m = {.unit = unit, .base = qn_vx_link_base(unit->target->row)};
  QN_TRY(qn_elf_open(elf, 0, &m.elf, diag));
  qn_status status = fill(&m, diag);
  if (!qn_failed(status)) {
    qn_buffer_u64(out, m.base);
    qn_buffer_u64(out, m.base + m.header.memory_size);
    qn_buffer_append(out, m.bytes.data, m.bytes.size);
    if (unit->target->row->mach == 3)
      status = add_footer(&m, out, diag);
  }
  qn_buffer_finish(&m.bytes);
  return qn_failed(status) ? status : qn_buffer_check(out, diag);
}
