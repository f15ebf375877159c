// SPDX-License-Identifier: Apache-2.0
#include "formats/object/elf_append.h"

#include "base/alloc.h"

// Offsets of fields in the file header and in a section header, by class.
typedef struct fields {
  size_t word;                         // bytes of an address
  size_t shoff, shnum, shstrndx;       // in the file header
  size_t sh_flags, sh_offset, sh_size; // in a section header
  size_t sh_alignment, section_size;
} fields;

static const fields narrow = {4, 32, 48, 50, 8, 16, 20, 32, 40};
static const fields wide = {8, 40, 60, 62, 8, 24, 32, 48, 64};

static uint64_t read_at(const qn_elf *elf, size_t offset, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    const size_t at = elf->big_endian ? offset + i : offset + size - 1 - i;
    value = value << 8 | elf->file.data[at];
  }
  return value;
}

typedef struct append {
  const qn_elf *elf;
  const qn_elf_addition *what;
  const fields *f;
  size_t names;  // index of the section name table
  uint64_t name; // offset of the new name in it
  uint64_t names_at, bytes_at, headers_at;
} append;

static qn_status check(append *a, qn_diag *diag) {
  // Intel's executables have no segments, either; those of cubins name what is
  // loaded, which stays where it is.
  enum { RESERVED = 0xff00, TYPE_ZEBIN = 0xff12 };
  const qn_elf *elf = a->elf;
  if (elf->type != QN_ELF_REL && elf->type != TYPE_ZEBIN &&
      elf->machine != QN_ELF_MACHINE_CUDA) {
    const qn_status status =
        qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                "sections are added to relocatable files only");
    qn_diag_hint(diag, "Add it to the objects, before they are linked.");
    return status;
  }
  a->f = elf->is_64 ? &wide : &narrow;
  if (!elf->section_count || elf->section_count + 1 >= RESERVED ||
      elf->section_entry != a->f->section_size)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "the table of %zu sections cannot be extended",
                   elf->section_count);
  a->names = (size_t)read_at(elf, a->f->shstrndx, 2);
  if (a->names == 0 || a->names >= elf->section_count)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "the sections of the file have no names");
  return qn_ok();
}

static void put_header(const append *a, qn_buffer *out) {
  const bool big = a->elf->big_endian;
  const size_t word = a->f->word;
  qn_buffer_int(out, a->name, 4, big);
  qn_buffer_int(out, a->what->type, 4, big);
  qn_buffer_int(out, a->what->flags, word, big);
  qn_buffer_int(out, 0, word, big); // address
  qn_buffer_int(out, a->bytes_at, word, big);
  qn_buffer_int(out, a->what->bytes.size, word, big);
  qn_buffer_int(out, 0, 4, big); // link
  qn_buffer_int(out, 0, 4, big); // info
  qn_buffer_int(out, a->what->alignment, word, big);
  qn_buffer_int(out, 0, word, big); // entry size
}

qn_status qn_elf_append(const qn_elf *elf, const qn_elf_addition *addition,
                        qn_buffer *out, qn_diag *diag) {
  append a = {.elf = elf, .what = addition};
  qn_elf_section names;
  QN_TRY(check(&a, diag));
  QN_TRY(qn_elf_section_at(elf, a.names, &names, diag));
  const bool big = elf->big_endian;
  qn_buffer_append(out, elf->file.data, elf->file.size);
  qn_buffer_align(out, (size_t)addition->alignment);
  a.bytes_at = out->size;
  qn_buffer_append(out, addition->bytes.data, addition->bytes.size);
  a.names_at = out->size;
  a.name = names.bytes.size;
  qn_buffer_append(out, names.bytes.data, names.bytes.size);
  qn_buffer_append(out, addition->name, strlen(addition->name) + 1);
  const uint64_t names_end = out->size;
  qn_buffer_align(out, 8);
  a.headers_at = out->size;
  qn_buffer_append(out, elf->file.data + elf->section_offset,
                   elf->section_count * elf->section_entry);
  put_header(&a, out);
  QN_TRY(qn_buffer_check(out, diag));
  const size_t header = (size_t)a.headers_at + a.names * a.f->section_size;
  qn_buffer_patch(out, header + a.f->sh_offset, a.names_at, a.f->word, big);
  qn_buffer_patch(out, header + a.f->sh_size, names_end - a.names_at, a.f->word,
                  big);
  qn_buffer_patch(out, a.f->shoff, a.headers_at, a.f->word, big);
  qn_buffer_patch(out, a.f->shnum, elf->section_count + 1, 2, big);
  return qn_ok();
}
