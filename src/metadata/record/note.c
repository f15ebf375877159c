// SPDX-License-Identifier: Apache-2.0
// The ELF note that holds our record; declared in metadata/record/record.h.
#include "formats/object/elf.h"
#include "formats/container/camd.h"
#include "metadata/record/record.h"

qn_status qn_note_write(qn_span camd, bool big_endian, qn_buffer *out,
                        qn_diag *diag) {
  const qn_str owner = QN_STR(QN_NOTE_OWNER);
  if (camd.size > UINT32_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "a record of %zu bytes does not fit in a note", camd.size);
  qn_buffer_int(out, owner.size + 1, 4, big_endian);
  qn_buffer_int(out, camd.size, 4, big_endian);
  qn_buffer_int(out, QN_CAMD_VERSION, 4, big_endian);
  qn_buffer_append_str(out, owner);
  qn_buffer_zero(out, 4 - owner.size % 4); // the NUL and the padding
  qn_buffer_append(out, camd.data, camd.size);
  qn_buffer_zero(out, (4 - camd.size % 4) % 4);
  return qn_buffer_check(out, diag);
}

typedef struct note_search {
  bool found;
  qn_span camd;
  uint64_t offset;
} note_search;

static bool take_note(void *user, const qn_elf_note *note) {
  note_search *search = user;
  if (!qn_str_equal(note->owner, QN_STR(QN_NOTE_OWNER)) ||
      note->type != QN_CAMD_VERSION || !qn_camd_probe(note->descriptor))
    return true;
  *search = (note_search){true, note->descriptor, note->offset};
  return false;
}

// A container without a note around it, as the oneAPI Construction Kit writes
// it.
static bool find_bare(const qn_elf *elf, note_search *search) {
  static const qn_str names[] = {{QN_BARE_SECTION, 5}, {".notes", 6}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    qn_elf_section section;
    if (qn_elf_find_section(elf, names[i], &section) &&
        qn_camd_probe(section.bytes)) {
      *search = (note_search){true, section.bytes, section.offset};
      return true;
    }
  }
  return false;
}

static bool find_symbol(const qn_elf *elf, note_search *search) {
  qn_elf_symbols symbols;
  if (qn_failed(qn_elf_open_symbols(elf, &symbols, NULL)))
    return false;
  for (size_t i = 1; i < symbols.count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    note_search got = {.found = true};
    if (qn_str_starts(symbol.name, QN_STR(QN_RECORD_SYMBOL_PREFIX)) &&
        qn_elf_symbol_bytes(elf, &symbol, &got.camd, &got.offset) &&
        qn_camd_probe(got.camd)) {
      *search = got;
      return true;
    }
  }
  return false;
}

qn_status qn_note_find(qn_span file, qn_span *out_camd, uint64_t *out_origin,
                       qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(file, 0, &elf, diag));
  note_search search = {0};
  // Malformed notes of other owners must not hide ours.
  const qn_status walked = qn_elf_walk_notes(&elf, take_note, &search, NULL);
  if (!search.found && !find_bare(&elf, &search) && !find_symbol(&elf, &search))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   qn_failed(walked)
                       ? "no note of Quern in this file, whose notes are "
                         "malformed"
                       : "no note of Quern in this file");
  *out_camd = search.camd;
  *out_origin = search.offset;
  return qn_ok();
}
