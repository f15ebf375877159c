// SPDX-License-Identifier: Apache-2.0
// Device code of several files (-fgpu-rdc): objects carry bitcode for each
// target in a section that linkers drop; linking the host objects also links
// the bitcode.
//
// The host's linker decides in a trial link which members of archives take
// part. Others are added when device code refers to symbols that they define.
// The symbols that each unit's registration refers to, its bundle and its
// handle, are defined by one object of ours, all at the same address, so that a
// program registers one bundle, once.
#include <ctype.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/map.h"
#include "cli/cc/cc.h"
#include "formats/object/elf.h"
#include "formats/core/format.h"
#include "package/bundle/package.h"

#define BUNDLE_SYMBOL "__hip_fatbin_"
#define HANDLE_SYMBOL "__hip_gpubin_handle_"

const char *cc_relocatable_id(cc_request *r, const cc_input *input) {
  enum { DIGEST_SHOWN = 8 };
  if (r->cuid)
    return r->cuid;
  uint8_t digest[QN_SHA256_SIZE];
  qn_hasher hasher;
  qn_hasher_init(&hasher);
  qn_hasher_add_str(&hasher, qn_str_from(input->name));
  if (r->output)
    qn_hasher_add_str(&hasher, qn_str_from(r->output));
  for (size_t i = 0; i < r->device.count; ++i)
    qn_hasher_add_str(&hasher, qn_str_from(r->device.items[i]));
  qn_hasher_get(&hasher, digest);
  qn_buffer text = {0};
  qn_digest_print((qn_span){digest, DIGEST_SHOWN}, &text);
  const char *copy = qn_arena_copy(r->arena, qn_buffer_str(&text)).data;
  qn_buffer_finish(&text);
  return copy;
}

// ---- Collecting

typedef struct collector {
  cc_request *request;
  qn_bitcode_file *files;
  size_t count, capacity;
  qn_map symbols;      // referenced by registrations; 1: defined
  qn_map members;      // "libx.a(member.o)", as chosen by the linker
  const char *archive; // being read; NULL: an object
  bool wants_all;      // also members not chosen by the linker
  bool found;          // device code in an archive
} collector;

static qn_status add_bitcode(collector *c, qn_str id, qn_span bytes, bool lazy,
                             qn_diag *diag) {
  cc_request *r = c->request;
  qn_target target;
  QN_TRY(qn_target_from_id(id, &target, diag));
  const qn_str suffix =
      qn_arena_printf(r->arena, "-%zu-%s.bc", c->count, target.name);
  const char *path =
      suffix.data ? cc_temp_path(r, "device", suffix.data) : NULL;
  qn_bitcode_file *files =
      qn_arena_grow(r->arena, c->files, c->count, &c->capacity, sizeof(*files));
  const qn_str name = qn_arena_copy(r->arena, qn_str_from(target.name));
  if (!path || !files || !name.data)
    return qn_fail_memory(diag, "device code");
  c->files = files;
  files[c->count++] =
      (qn_bitcode_file){.target = name.data, .path = path, .lazy = lazy};
  return r->dry_run ? qn_ok() : qn_file_write(path, bytes, diag);
}

// A section may hold the bundles of several objects (ld -r).
static qn_status add_section(collector *c, qn_span bytes, bool lazy,
                             qn_diag *diag) {
  while (bytes.size) {
    qn_package package;
    QN_TRY(qn_package_open(bytes, NULL, &package, diag));
    qn_status status = qn_ok();
    for (size_t i = 0; i < package.entry_count && !qn_failed(status); ++i) {
      const qn_bundle_entry *entry = &package.entries[i];
      if (entry->bytes.size)
        status = add_bitcode(c, entry->id, entry->bytes, lazy, diag);
    }
    const uint64_t size = package.size;
    qn_package_finish(&package);
    QN_TRY(status);
    bytes = (qn_span){bytes.data + size, bytes.size - (size_t)size};
    while (bytes.size && !bytes.data[0])
      bytes = (qn_span){bytes.data + 1, bytes.size - 1};
  }
  return qn_ok();
}

static qn_status add_symbols(collector *c, const qn_elf *elf, qn_diag *diag) {
  qn_elf_symbols symbols;
  QN_TRY(qn_elf_open_symbols(elf, &symbols, diag));
  for (size_t i = 0; i < symbols.count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    if (!qn_str_starts(symbol.name, QN_STR(BUNDLE_SYMBOL)) &&
        !qn_str_starts(symbol.name, QN_STR(HANDLE_SYMBOL)))
      continue;
    const qn_str copy = qn_arena_copy(c->request->arena, symbol.name);
    if (!copy.data)
      return qn_fail_memory(diag, "a symbol");
    if (symbol.section || !qn_map_find_str(&c->symbols, copy))
      QN_TRY(qn_map_put_str(&c->symbols, copy, symbol.section != 0, diag));
  }
  return qn_ok();
}

// Whether a file is itself a bundle.
static bool is_bundle(qn_span bytes) {
  qn_package package;
  if (qn_failed(qn_package_open(bytes, NULL, &package, NULL)))
    return false;
  qn_package_finish(&package);
  return true;
}

static qn_status add_object(collector *c, qn_span bytes, bool lazy,
                            qn_diag *diag) {
  qn_elf elf;
  qn_elf_section section;
  if (c->request->mode == CC_BUNDLE && is_bundle(bytes))
    return add_section(c, bytes, false, diag);
  if (!qn_elf_probe(bytes) || qn_failed(qn_elf_open(bytes, 0, &elf, NULL)) ||
      elf.type != QN_ELF_REL)
    return qn_ok(); // left to the linker
  if (!qn_elf_find_section(&elf, QN_STR(".llvm.offloading"), &section))
    return c->archive ? qn_ok() : add_symbols(c, &elf, diag);
  c->found = true;
  if (c->archive && !c->wants_all)
    return qn_ok();
  QN_TRY(add_section(c, section.bytes, lazy, diag));
  return lazy ? qn_ok() : add_symbols(c, &elf, diag);
}

static qn_status on_member(void *user, const qn_item *item, qn_diag *diag) {
  collector *c = user;
  if (item->path_count != 1)
    return qn_ok();
  const qn_str name = qn_arena_printf(c->request->arena, "%s(%.*s)", c->archive,
                                      QN_STR_ARG(item->label));
  if (!name.data)
    return qn_fail_memory(diag, "a name");
  return add_object(c, item->bytes, !qn_map_find_str(&c->members, name), diag);
}

// The archive that -lNAME finds in the folders given by -L, unless a shared
// library of that name comes first.
static const char *find_archive(cc_request *r, const char *name) {
  for (size_t i = 0; i < r->word_count; ++i) {
    const char *word = r->words[i].text;
    if (!word || strncmp(word, "-L", 2) != 0)
      continue;
    const char *folder = word[2]                 ? word + 2
                         : i + 1 < r->word_count ? r->words[i + 1].text
                                                 : NULL;
    const qn_str shared =
        qn_arena_printf(r->arena, "%s/lib%s.so", folder ? folder : ".", name);
    const qn_str archive =
        qn_arena_printf(r->arena, "%s/lib%s.a", folder ? folder : ".", name);
    if (shared.data && archive.data && !qn_path_exists(shared.data) &&
        qn_path_exists(archive.data))
      return archive.data;
  }
  return NULL;
}

// The path of an argument that is an object or archive, or NULL.
static const char *linked_path(cc_request *r, size_t index) {
  const cc_word *word = &r->words[index];
  if (!word->text)
    return r->inputs[word->input].object;
  if (strncmp(word->text, "-l", 2) != 0)
    return NULL;
  const char *name = word->text[2]               ? word->text + 2
                     : index + 1 < r->word_count ? r->words[index + 1].text
                                                 : NULL;
  return name ? find_archive(r, name) : NULL;
}

static qn_status collect(collector *c, bool archives, qn_diag *diag) {
  cc_request *r = c->request;
  qn_status status = qn_ok();
  for (size_t i = 0; i < r->word_count && !qn_failed(status); ++i) {
    const char *path = linked_path(r, i);
    qn_file file;
    if (!path || (r->dry_run && !qn_path_exists(path)))
      continue;
    status = qn_file_open(path, 0, &file, diag);
    if (qn_failed(status))
      break;
    const bool is_archive =
        file.bytes.size >= 8 && memcmp(file.bytes.data, "!<arch>\n", 8) == 0;
    if (is_archive == archives) {
      c->archive = is_archive ? path : NULL;
      status = is_archive ? qn_format_walk(file.bytes, NULL, on_member, c, diag)
                          : add_object(c, file.bytes, false, diag);
      if (qn_failed(status))
        qn_diag_context(diag, "reading '%s'", path);
    }
    qn_file_close(&file);
  }
  return status;
}

// Archives are first read only to see whether they contain device code; if so,
// the linker is asked, and they are read again.
static qn_status collect_archives(collector *c, qn_diag *diag) {
  qn_buffer list = {0};
  c->found = false;
  QN_TRY(collect(c, true, diag));
  if (!c->found)
    return qn_ok();
  qn_status status = cc_host_trial(c->request, &list, diag);
  qn_str rest = qn_buffer_str(&list), line;
  while (!qn_failed(status) && rest.size && qn_str_split(&rest, '\n', &line))
    if (qn_str_ends(line, QN_STR(")"))) {
      const qn_str copy = qn_arena_copy(c->request->arena, line);
      status = copy.data ? qn_map_put_str(&c->members, copy, 0, diag)
                         : qn_fail_memory(diag, "a name");
    }
  qn_buffer_finish(&list);
  c->wants_all = true;
  return qn_failed(status) ? status : collect(c, true, diag);
}

// ---- The object with the linked code

// Assembly that defines every bundle symbol at the bundle, and every handle
// symbol at one pointer. Hidden, so that each shared library has its own.
static qn_status write_assembly(const collector *c, const char *bundle,
                                const char *path, qn_diag *diag) {
  qn_buffer text = {0};
  qn_buffer_append_str(&text, QN_STR(".section .hip_fatbin,\"a\"\n"
                                     ".p2align 12\n"));
  for (int handles = 0; handles < 2; ++handles) {
    for (size_t i = 0; i < c->symbols.count; ++i) {
      const qn_str name = qn_map_entry_str(&c->symbols.entries[i]);
      if (qn_str_starts(name, QN_STR(HANDLE_SYMBOL)) != (handles == 1) ||
          c->symbols.entries[i].value)
        continue;
      qn_buffer_printf(&text, ".globl %.*s\n.hidden %.*s\n%.*s:\n",
                       QN_STR_ARG(name), QN_STR_ARG(name), QN_STR_ARG(name));
    }
    if (!handles)
      qn_buffer_printf(&text, ".incbin \"%s\"\n.section .bss\n.p2align 3\n",
                       bundle);
  }
  qn_buffer_append_str(
      &text, QN_STR(".quad 0\n.section .note.GNU-stack,\"\",%progbits\n"));
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  return status;
}

// The targets are those that the objects were compiled for.
static qn_status take_targets(collector *c, qn_diag *diag) {
  cc_request *r = c->request;
  r->target_count = 0;
  for (size_t i = 0; i < c->count; ++i)
    if (!c->files[i].lazy)
      QN_TRY(qn_target_parse_list(qn_str_from(c->files[i].target), r->targets,
                                  CC_TARGETS_MAX, &r->target_count, diag));
  return qn_ok();
}

static qn_status link_collected(collector *c, const char *output, int *out_code,
                                qn_diag *diag) {
  cc_request *r = c->request;
  cc_device_output out = {0};
  const char *bundle = cc_temp_path(r, "linked", ".hipfb");
  const char *assembly = cc_temp_path(r, "linked", ".s");
  if (!bundle || !assembly)
    return qn_fail_memory(diag, "a path");
  QN_TRY(take_targets(c, diag));
  qn_status status = cc_device_link(r, c->files, c->count, &out, diag);
  if (out.messages.size)
    fwrite(out.messages.data, 1, out.messages.size, stderr);
  *out_code = out.code;
  if (!qn_failed(status) && !out.code && !r->dry_run)
    status = qn_file_write(bundle, qn_buffer_span(&out.bundle), diag);
  if (!qn_failed(status) && !out.code && !r->dry_run)
    status = write_assembly(c, bundle, assembly, diag);
  if (!qn_failed(status) && !out.code)
    status = cc_host_assemble(r, assembly, output, diag);
  cc_device_finish(&out);
  return status;
}

qn_status cc_relocatable_link(cc_request *r, const char *output, bool *out_made,
                              int *out_code, qn_diag *diag) {
  collector c = {.request = r};
  *out_made = false;
  *out_code = 0;
  qn_status status = collect(&c, false, diag);
  if (!qn_failed(status))
    status = collect_archives(&c, diag);
  // Symbols that a -dlink object defines are linked already.
  bool missing = false;
  for (size_t i = 0; i < c.symbols.count; ++i)
    missing = missing || !c.symbols.entries[i].value;
  if (!qn_failed(status) && missing) {
    *out_made = true;
    status = link_collected(&c, output, out_code, diag);
  }
  qn_map_finish(&c.symbols);
  qn_map_finish(&c.members);
  return status;
}

static qn_status write_linked(cc_request *r, qn_span bundle, qn_diag *diag) {
  if (r->gathering == CC_EACH)
    return cc_genco_each(r, bundle, diag);
  const char *path = r->output         ? r->output
                     : r->link_devices ? cc_genco_bundle_name(r, &r->inputs[0])
                                       : "a.hipfb";
  return path ? qn_cli_write(r->cli, path, bundle, diag)
              : qn_fail_memory(diag, "a path");
}

qn_status cc_relocatable_bundle(cc_request *r, int *out_code, qn_diag *diag) {
  collector c = {.request = r};
  cc_device_output out = {0};
  qn_status status = collect(&c, false, diag);
  if (!qn_failed(status) && !c.count)
    status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "there is no device code to link in '%s'", r->inputs[0].name);
  if (!qn_failed(status))
    status = take_targets(&c, diag);
  if (!qn_failed(status))
    status = cc_device_link(r, c.files, c.count, &out, diag);
  *out_code = out.code;
  if (!qn_failed(status) && !out.code && !r->dry_run)
    status = write_linked(r, qn_buffer_span(&out.bundle), diag);
  cc_device_finish(&out);
  qn_map_finish(&c.symbols);
  return status;
}
