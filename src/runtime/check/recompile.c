// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/recompile.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>

#include "base/map.h"
#include "base/system/file.h"
#include "base/system/thread.h"
#include "compile/child.h"
#include "formats/object/elf.h"
#include "package/bundle/package.h"
#include "runtime/check/check.h"
#include "targets/target.h"

static bool find_section(qn_span image, qn_str name, qn_span *out_bytes) {
  qn_elf elf;
  qn_elf_section section;
  if (!qn_elf_probe(image) || qn_failed(qn_elf_open(image, 0, &elf, NULL)) ||
      !qn_elf_find_section(&elf, name, &section))
    return false;
  *out_bytes = section.bytes;
  return true;
}

// The compiler writes "--check=memory,race" (compiler/cpu/check.c).
unsigned qn_check_image_kinds(qn_span image) {
  static const char option[] = "--check=";
  qn_span bytes;
  unsigned kinds = 0;
  if (!find_section(image, QN_STR(".llvmcmd"), &bytes))
    return 0;
  const qn_str text = {(const char *)bytes.data, bytes.size};
  if (!qn_str_starts(text, qn_str_from(option)) ||
      qn_failed(qn_check_kinds_read(qn_str_skip(text, sizeof(option) - 1),
                                    &kinds, NULL)))
    return 0;
  return kinds;
}

static void say_once(const char *why) {
  static atomic_flag said = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&said))
    fprintf(stderr,
            "quern: check: kernels of an image are not checked: %s\n"
            "   = hint: Compile and link with 'quern cc --check=all', or with "
            "'quern cc -fembed-bitcode', which 'quern check' compiles again.\n",
            why);
}

// ---- Compiling

static void add_kinds(qn_child *c) {
  const unsigned inside = QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_RACE |
                          QN_CPU_CHECK_INIT | QN_CPU_CHECK_SYNC;
  for (unsigned bit = 1; bit <= inside; bit <<= 1)
    if (qn_check_kinds & inside & bit)
      qn_child_add_text(c, "--check=", qn_check_kind_name(bit));
}

static qn_status write_input(const char *path, qn_span bitcode,
                             const qn_target *target, qn_diag *diag) {
  qn_buffer id = {0}, bundle = {0};
  qn_target_print_id(target, &id);
  const qn_bundle_entry entry = {.id = qn_buffer_str(&id), .bytes = bitcode};
  const qn_package_params params = {.entries = &entry, .entry_count = 1};
  qn_status status = qn_buffer_check(&id, diag);
  if (!qn_failed(status))
    status = qn_package_write(&params, &bundle, diag);
  if (!qn_failed(status))
    status = qn_file_write(path, qn_buffer_span(&bundle), diag);
  qn_buffer_finish(&id);
  qn_buffer_finish(&bundle);
  return status;
}

// The only image of the bundle in a file.
static qn_status read_output(const char *path, qn_buffer *out, qn_diag *diag) {
  qn_file file = {0};
  qn_package package = {0};
  QN_TRY(qn_file_open(path, 0, &file, diag));
  qn_status status = qn_package_open(file.bytes, NULL, &package, diag);
  for (size_t i = 0; !qn_failed(status) && i < package.entry_count; ++i)
    if (package.entries[i].bytes.size && !out->size)
      qn_buffer_append(out, package.entries[i].bytes.data,
                       package.entries[i].bytes.size);
  qn_package_finish(&package);
  qn_file_close(&file);
  return qn_failed(status) ? status : qn_buffer_check(out, diag);
}

static qn_status run_tool(const char *tool, const char *input,
                          const char *output, const char *target,
                          qn_diag *diag) {
  qn_child c = {0};
  qn_process_result result = {0};
  qn_child_add(&c, tool);
  qn_child_add(&c, "cc");
  qn_child_add(&c, "--genco");
  add_kinds(&c);
  qn_child_add_text(&c, "--targets=", target);
  qn_child_add(&c, "-o");
  qn_child_add(&c, output);
  qn_child_add(&c, input);
  qn_status status = qn_child_run(&c, NULL, NULL, &result, diag);
  qn_child_finish(&c);
  if (!qn_failed(status) && result.exit_code)
    status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                     "its bitcode does not compile: %s",
                     qn_buffer_text(&result.err));
  qn_process_result_finish(&result);
  return status;
}

static qn_status compile_in(const char *folder, qn_span bitcode, qn_str target,
                            qn_buffer *out, qn_diag *diag) {
  char tool[PATH_MAX], input[PATH_MAX], output[PATH_MAX];
  char name[64];
  qn_target parsed;
  snprintf(name, sizeof(name), "%.*s", QN_STR_ARG(target));
  snprintf(input, sizeof(input), "%s/in.hipfb", folder);
  snprintf(output, sizeof(output), "%s/out.hipfb", folder);
  QN_TRY(qn_child_find_tool(tool, diag));
  QN_TRY(qn_target_parse(target, &parsed, diag));
  QN_TRY(write_input(input, bitcode, &parsed, diag));
  QN_TRY(run_tool(tool, input, output, name, diag));
  return read_output(output, out, diag);
}

// Why the image cannot be compiled again is in `diag`.
static qn_status try_recompile(qn_span image, qn_str target, qn_buffer *out,
                               qn_diag *diag) {
  qn_temp temp;
  qn_span bitcode;
  if (!find_section(image, QN_STR(".llvmbc"), &bitcode))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "it was compiled without checks, and brings no bitcode");
  QN_TRY(qn_temp_create(&temp, diag));
  qn_status status = compile_in(temp.path, bitcode, target, out, diag);
  qn_temp_finish(&temp);
  if (!qn_failed(status) && !out->size)
    status =
        qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "its bitcode has no kernel");
  return status;
}

bool qn_check_recompile(qn_span image, unsigned kinds, qn_str target,
                        qn_buffer *out_image) {
  qn_diag diag = {0};
  if (!qn_failed(try_recompile(image, target, out_image, &diag)))
    return true;
  if (!kinds && !qn_check_ours)
    say_once(diag.message);
  return false;
}
