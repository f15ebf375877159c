// SPDX-License-Identifier: Apache-2.0
#include "metadata/debug/debug_files.h"

#include <inttypes.h>

#include <zlib.h>

static const uint64_t expanded_max = UINT64_C(2) << 30;

// Keeps a file open until the signatures are finished.
static qn_status keep_file(qn_signatures *s, const char *path, qn_span *out,
                           qn_diag *diag) {
  qn_file *grown = qn_arena_grow(&s->arena, s->files, s->file_count,
                                 &s->file_capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the list of files");
  s->files = grown;
  QN_TRY(qn_file_open(path, 0, &grown[s->file_count], diag));
  *out = grown[s->file_count++].bytes;
  return qn_ok();
}

// "folder of path" + "/" + name.
static const char *beside(const qn_debug_files *p, const char *folder,
                          qn_str name) {
  const qn_str path = qn_str_from(p->path);
  const size_t size = path.size - qn_path_name(path).size;
  return qn_arena_printf(&p->s->arena, "%.*s%s%.*s", (int)size, path.data,
                         folder, QN_STR_ARG(name))
      .data;
}

// ---- .gnu_debuglink: a file's name, and the CRC-32 of the file

static bool check_crc(qn_span bytes, uint32_t wanted) {
  enum { STEP = 1 << 30 };
  uLong crc = crc32(0, NULL, 0);
  for (size_t at = 0; at < bytes.size; at += STEP) {
    const size_t left = bytes.size - at;
    crc = crc32(crc, bytes.data + at, (uInt)(left < STEP ? left : STEP));
  }
  return (uint32_t)crc == wanted;
}

static qn_status follow_link(const qn_debug_files *p, qn_elf *out_elf,
                             qn_diag *diag) {
  static const char *const folders[] = {"", ".debug/"};
  qn_elf_section section;
  if (!p->path ||
      !qn_elf_find_section(p->elf, QN_STR(".gnu_debuglink"), &section))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "the file has no debug information");
  const qn_str name = qn_elf_string(section.bytes, 0);
  qn_reader r = qn_reader_over(section.bytes, section.offset);
  r.big_endian = p->elf->big_endian;
  (void)qn_read_bytes(&r, (name.size + 4) & ~(size_t)3, "debuglink name");
  const uint32_t crc = qn_read_u32(&r, "debuglink crc");
  QN_TRY(qn_reader_finish(&r, diag));
  // Only a file name, not a path to another folder.
  for (size_t i = 0; i < 2 && qn_str_find(name, '/') == name.size; ++i) {
    const char *path = beside(p, folders[i], name);
    qn_span bytes;
    if (!path || !qn_path_exists(path))
      continue;
    QN_TRY(keep_file(p->s, path, &bytes, diag));
    if (check_crc(bytes, crc))
      return qn_elf_open(bytes, 0, out_elf, diag);
  }
  return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                 "the debug information is in '%.*s', which is not beside the "
                 "file",
                 QN_STR_ARG(name));
}

// ---- Split units

typedef struct split {
  qn_str name, folder; // DW_AT_dwo_name, DW_AT_comp_dir
  uint64_t id;
} split;

static bool find_split(qn_dwarf *d, uint32_t unit, split *out) {
  qn_die root;
  const qn_dwarf_unit *u = &d->units[unit];
  if (u->is_type || !qn_die_root(d, unit, &root))
    return false;
  out->name = qn_die_text(d, &root, QN_DW_AT_DWO_NAME);
  out->id = d->units[unit].id;
  if (!out->name.size) {
    out->name = qn_die_text(d, &root, QN_DW_AT_GNU_DWO_NAME);
    out->id = qn_die_number(d, &root, QN_DW_AT_GNU_DWO_ID, 0);
  }
  out->folder = qn_die_text(d, &root, QN_DW_AT_COMP_DIR);
  return out->name.size != 0;
}

// The id of a split unit: in its header, or before DWARF 5 in its root entry.
static uint64_t id_of(qn_dwarf *d, size_t unit) {
  qn_die root;
  if (d->units[unit].version >= 5 || !qn_die_root(d, (uint32_t)unit, &root))
    return d->units[unit].id;
  return qn_die_number(d, &root, QN_DW_AT_GNU_DWO_ID, 0);
}

static qn_status add_split(const qn_debug_files *p, const char *path,
                           qn_dwarf *d, qn_diag *diag) {
  qn_span bytes;
  qn_elf elf;
  QN_TRY(keep_file(p->s, path, &bytes, diag));
  QN_TRY(qn_elf_open(bytes, 0, &elf, diag));
  const qn_dwarf_input input = {&elf, true, expanded_max};
  return qn_dwarf_add(d, &input, diag);
}

static qn_status load_one(const qn_debug_files *p, const split *what,
                          qn_dwarf *d, qn_diag *diag) {
  const char *tried[3] = {0};
  const bool absolute = what->name.data[0] == '/';
  tried[0] = qn_arena_printf(&p->s->arena, "%.*s%s%.*s",
                             absolute ? 0 : (int)what->folder.size,
                             what->folder.data ? what->folder.data : "",
                             absolute || !what->folder.size ? "" : "/",
                             QN_STR_ARG(what->name))
                 .data;
  tried[1] = beside(p, "", qn_path_name(what->name));
  for (size_t i = 0; i < 2; ++i) {
    if (!tried[i] || !qn_path_exists(tried[i]))
      continue;
    const size_t first = d->unit_count;
    QN_TRY(add_split(p, tried[i], d, diag));
    for (size_t k = first; k < d->unit_count; ++k)
      if (!d->units[k].is_type && id_of(d, k) == what->id)
        return qn_ok();
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "'%s' does not belong to this file: its id is another",
                   tried[i]);
  }
  const qn_status status = qn_fail(
      diag, QN_E_NOT_FOUND, QN_NOWHERE,
      "the split debug information '%.*s' is missing", QN_STR_ARG(what->name));
  qn_diag_hint(diag, "Keep the .dwo files, or pack them with llvm-dwp into "
                     "FILE.dwp.");
  return status;
}

static qn_status load_splits(const qn_debug_files *p, qn_dwarf *d,
                             qn_diag *diag) {
  const size_t count = d->unit_count;
  bool packed = false, tried_package = false;
  for (size_t i = 0; i < count; ++i) {
    split what;
    // Only skeletons lack children; all others are skipped quickly.
    if (!d->units[i].is_skeleton && d->units[i].version >= 5)
      continue;
    if (!find_split(d, (uint32_t)i, &what))
      continue;
    if (!tried_package && p->path) {
      const char *package =
          qn_arena_printf(&p->s->arena, "%s.dwp", p->path).data;
      tried_package = true;
      packed = package && qn_path_exists(package);
      if (packed)
        QN_TRY(add_split(p, package, d, diag));
    }
    if (packed)
      continue;
    qn_diag why = {0};
    const qn_status status =
        p->path ? load_one(p, &what, d, &why)
                : qn_fail(&why, QN_E_NOT_FOUND, QN_NOWHERE,
                          "the debug information is split, and was not looked "
                          "for");
    if (status.code == QN_E_MEMORY)
      return qn_fail_memory(diag, "split debug information");
    if (qn_failed(status))
      qn_report_diag(p->report, QN_WARNING, &why);
  }
  return qn_dwarf_check(d, diag);
}

// ---- A file

static bool has_section(const qn_elf *elf, const char *prefix) {
  for (size_t i = 1; i < elf->section_count; ++i) {
    qn_elf_section section;
    if (!qn_failed(qn_elf_section_at(elf, i, &section, NULL)) &&
        qn_str_starts(section.name, qn_str_from(prefix)))
      return true;
  }
  return false;
}

qn_status qn_debug_files_check(const qn_elf *elf, qn_diag *diag) {
  if (!has_section(elf, ".gnu.debuglto_") || has_section(elf, ".debug_info"))
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
              "this is an object for GCC's link-time optimisation, which has "
              "no code yet");
  qn_diag_hint(diag, "Give the linked program, or compile with "
                     "-ffat-lto-objects.");
  return status;
}

qn_status qn_debug_files_load(const qn_debug_files *params, qn_dwarf *out,
                              qn_diag *diag) {
  qn_diag why = {0};
  out->arena = &params->s->arena;
  qn_dwarf_input input = {params->elf, false, expanded_max};
  qn_status status = qn_dwarf_add(out, &input, &why);
  qn_elf linked;
  if (status.code == QN_E_NOT_FOUND) {
    why = (qn_diag){0};
    status = follow_link(params, &linked, &why);
    input.elf = &linked;
    if (!qn_failed(status))
      status = qn_dwarf_add(out, &input, &why);
  }
  if (!qn_failed(status))
    status = load_splits(params, out, &why);
  if (qn_failed(status) && diag)
    *diag = why;
  return status;
}
