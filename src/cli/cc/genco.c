// SPDX-License-Identifier: Apache-2.0
// Device code alone (--genco, --cuda-device-only): what is written, and under
// which names.
//
// hipcc hands --genco to clang as --cuda-device-only, and clang's rules are:
// linked code objects are a bundle, also of one target, unless
// --no-gpu-bundle-output is said; assembly, LLVM IR and bitcode are a file for
// each target, unless --gpu-bundle-output is said. As hipcc, files are named as
// clang names them.
#include "base/system/file.h"
#include "cli/cc/cc.h"
#include "cli/core/compiler.h"
#include "package/bundle/package.h"

// ---- What is meant

static qn_status fail_llvm(const cc_request *r, qn_diag *diag) {
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "'-emit-llvm' needs %s",
                 r->device_only ? "-S or -c" : "--cuda-device-only");
}

// Objects: bitcode where it is asked for, else linked code.
static void read_object(cc_request *r) {
  const bool bitcode = r->emit == QN_EMIT_LLVM;
  if (bitcode)
    r->emit = QN_EMIT_LLVM_BITCODE;
  else if (r->relocatable && r->as == CC_AS_HIPCC)
    r->emit = QN_EMIT_BITCODE;
  else
    r->mode = r->gathering == CC_EACH ? CC_IMAGE : CC_BUNDLE;
  if (r->mode == CC_OBJECT)
    r->mode = CC_IMAGE;
  if (r->mode == CC_IMAGE && r->relocatable && !bitcode)
    r->emit = QN_EMIT_BITCODE;
}

qn_status cc_genco_read(cc_request *r, qn_diag *diag) {
  const bool llvm = r->emit == QN_EMIT_LLVM;
  if (r->device_only && r->mode == CC_ASSEMBLY) {
    r->emit = llvm ? QN_EMIT_LLVM : QN_EMIT_ASM;
    r->mode = CC_IMAGE;
  } else if (r->device_only && r->mode == CC_OBJECT) {
    read_object(r);
  } else if (r->device_only && r->mode == CC_LINK) {
    if (llvm)
      return fail_llvm(r, diag);
    r->link_devices = r->relocatable && r->as == CC_AS_HIPCC;
    r->mode =
        r->gathering == CC_EACH && !r->link_devices ? CC_IMAGE : CC_BUNDLE;
    if (r->mode == CC_IMAGE && r->relocatable)
      r->emit = QN_EMIT_BITCODE;
  } else if (llvm && r->mode != CC_IMAGE) {
    return fail_llvm(r, diag);
  }
  return qn_ok();
}

// ---- Names

static const char *named(cc_request *r, qn_str stem, const char *middle,
                         const char *extension) {
  const char *folder = r->output_folder;
  return qn_arena_printf(r->arena, "%s%s%.*s%s%s", folder ? folder : "",
                         folder ? "/" : "", QN_STR_ARG(stem), middle, extension)
      .data;
}

const char *cc_genco_bundle_name(cc_request *r, const cc_input *input) {
  const qn_str path = qn_str_from(input->path);
  // clang keeps the source's extension. The name is that of AMD's code whatever
  // is in it: build scripts expect it.
  return r->as == CC_AS_HIPCC
             ? named(r, qn_path_name(path), "-hip-amdgcn-amd-amdhsa", ".hipfb")
             : named(r, qn_path_stem(path), "", ".hipfb");
}

const char *cc_genco_name(cc_request *r, const cc_input *of,
                          const qn_target *target, const char *extension) {
  const qn_str stem =
      of ? qn_path_stem(qn_str_from(of->path)) : QN_STR("a.out");
  const bool alone = r->target_count - r->attached_count == 1;
  const qn_str middle =
      r->as == CC_AS_HIPCC ? qn_arena_printf(r->arena, "-hip-%s-%s",
                                             target->row->triple, target->name)
      : alone              ? QN_STR("")
                           : qn_arena_printf(r->arena, ".%s", target->name);
  return middle.data ? named(r, stem, middle.data, extension) : NULL;
}

// ---- Files of several targets

static const char *gathered_name(cc_request *r, const cc_input *input,
                                 const char *extension) {
  const qn_str stem = qn_path_stem(qn_str_from(input->path));
  return r->output ? r->output
                   : named(r, stem,
                           r->as == CC_AS_HIPCC ? "-hip-amdgcn-amd-amdhsa" : "",
                           extension);
}

// The id of an entry that is no code object: without its version.
static void append_id(const qn_target *target, qn_buffer *out) {
  static const char versioned[] = "hipv4-";
  qn_buffer id = {0};
  qn_target_print_id(target, &id);
  const qn_str text = qn_buffer_str(&id);
  const bool skip = qn_str_starts(text, qn_str_from(versioned));
  qn_buffer_append_str(out, skip ? QN_STR("hip-") : QN_STR(""));
  qn_buffer_append_str(out, qn_str_skip(text, skip ? strlen(versioned) : 0));
  out->failed |= id.failed;
  qn_buffer_finish(&id);
}

static void append_marker(const qn_target_result *part, const char *comment,
                          const char *word, qn_buffer *out) {
  qn_buffer_printf(out, "\n%s " QN_BUNDLE_MAGIC "%s ", comment, word);
  append_id(part->target, out);
}

// As clang-offload-bundler writes text.
static void gather_text(const qn_compile_result *result, const char *comment,
                        qn_buffer *out) {
  for (size_t i = 0; i < result->target_count; ++i) {
    const qn_target_result *part = &result->targets[i];
    append_marker(part, comment, "__START__", out);
    qn_buffer_u8(out, '\n');
    if (part->image.data) // an empty text has none
      qn_buffer_append_str(out, qn_buffer_str(&part->image));
    append_marker(part, comment, "__END__", out);
    qn_buffer_u8(out, '\n');
  }
}

qn_status cc_genco_gather(cc_request *r, const cc_input *input,
                          const qn_compile_result *result, qn_diag *diag) {
  const bool llvm = r->emit == QN_EMIT_LLVM;
  const bool text = llvm || r->emit == QN_EMIT_ASM;
  const char *path = gathered_name(r, input,
                                   llvm   ? ".ll"
                                   : text ? ".s"
                                          : ".bc");
  qn_buffer whole = {0};
  size_t count;
  qn_status status = qn_ok();
  if (text)
    gather_text(result, llvm ? ";" : "#", &whole);
  else
    status = qn_cli_make_bundle(result, false, &whole, &count, diag);
  if (!qn_failed(status))
    status =
        path ? qn_buffer_check(&whole, diag) : qn_fail_memory(diag, "a path");
  if (!qn_failed(status))
    status = qn_cli_write(r->cli, path, qn_buffer_span(&whole), diag);
  qn_buffer_finish(&whole);
  return status;
}

// ---- Linked code, a file for each target

static qn_status write_entry(cc_request *r, const qn_bundle_entry *entry,
                             qn_diag *diag) {
  qn_target target;
  QN_TRY(qn_target_from_id(entry->id, &target, diag));
  const char *path =
      r->output ? r->output : cc_genco_name(r, NULL, &target, "");
  return path ? qn_cli_write(r->cli, path, entry->bytes, diag)
              : qn_fail_memory(diag, "a path");
}

qn_status cc_genco_each(cc_request *r, qn_span bundle, qn_diag *diag) {
  qn_package package;
  QN_TRY(qn_package_open(bundle, NULL, &package, diag));
  size_t count = 0;
  qn_status status = qn_ok();
  for (size_t i = 0; i < package.entry_count; ++i)
    count += package.entries[i].bytes.size != 0;
  if (r->output && count > 1)
    status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "'-o' names one file, and %zu targets give one each", count);
  for (size_t i = 0; i < package.entry_count && !qn_failed(status); ++i)
    if (package.entries[i].bytes.size)
      status = write_entry(r, &package.entries[i], diag);
  qn_package_finish(&package);
  return status;
}
