// SPDX-License-Identifier: Apache-2.0
// quern cc: whole programs, host and device, with the options of clang, hipcc
// and nvcc.
#include <limits.h>
#include <stdio.h>

#include "base/system/install.h"
#include "cli/cc/cc.h"
#include "cli/core/compiler.h"
#include "targets/tool.h"

// ---- One input

static const char *default_output(cc_request *r, const cc_input *input,
                                  const char *extension) {
  const qn_str stem = qn_path_stem(qn_str_from(input->path));
  return qn_arena_printf(
             r->arena, "%s%s%.*s%s", r->output_folder ? r->output_folder : "",
             r->output_folder ? "/" : "", QN_STR_ARG(stem), extension)
      .data;
}

// The output of an input's compilation; NULL: standard output, or none.
static const char *output_of(cc_request *r, const cc_input *input,
                             size_t index) {
  switch (r->mode) {
  case CC_PREPROCESS:
  case CC_RULES:
  case CC_SYNTAX:
    return r->output;
  case CC_ASSEMBLY:
    return r->output ? r->output : default_output(r, input, ".s");
  case CC_OBJECT:
    return r->output ? r->output : default_output(r, input, ".o");
  default: {
    char suffix[32];
    snprintf(suffix, sizeof(suffix), "-%zu.o", index);
    return cc_temp_path(r, input->path, suffix);
  }
  }
}

static bool needs_device_code(const cc_request *r, const cc_input *input) {
  return input->language != CC_HOST && !r->host_only &&
         r->mode != CC_PREPROCESS && r->mode != CC_RULES;
}

// Fails, or stores the exit code of a failure that was already reported in
// `*out_code`.
static qn_status compile_input(cc_request *r, cc_input *input, size_t index,
                               int *out_code, qn_diag *diag) {
  cc_device_output device = {0};
  const char *bundle = NULL;
  input->object = output_of(r, input, index);
  qn_status status = qn_ok();
  if (needs_device_code(r, input) && r->mode == CC_SYNTAX) {
    status = cc_device_check(r, input, &device, diag);
  } else if (needs_device_code(r, input)) {
    status = cc_device_compile(r, input, NULL, &device, diag);
    char suffix[32];
    snprintf(suffix, sizeof(suffix), "-%zu.hipfb", index);
    bundle = cc_temp_path(r, input->path, suffix);
    if (!qn_failed(status) && !device.code && !r->dry_run)
      status = qn_file_write(bundle, qn_buffer_span(&device.bundle), diag);
  }
  *out_code = device.code;
  if (!qn_failed(status) && !device.code)
    status = cc_host_compile(r, input, bundle, input->object, &device.messages,
                             diag);
  cc_device_finish(&device);
  return status;
}

// Where device code is linked, `input` gets a bundle of bitcode as its object.
static qn_status write_bundle(cc_request *r, cc_input *input, size_t index,
                              int *out_code, qn_diag *diag) {
  cc_device_output device = {0};
  char suffix[32];
  snprintf(suffix, sizeof(suffix), "-%zu.hipfb", index);
  const char *path = r->link_devices ? cc_temp_path(r, input->path, suffix)
                     : r->output     ? r->output
                                     : cc_genco_bundle_name(r, input);
  if (!path)
    return qn_fail_memory(diag, "a path");
  input->object = path;
  qn_status status = cc_device_compile(r, input, path, &device, diag);
  *out_code = device.code;
  if (device.messages.size)
    fwrite(device.messages.data, 1, device.messages.size, stderr);
  if (!qn_failed(status) && !device.code && !r->dry_run)
    status = qn_cli_write(r->cli, path, qn_buffer_span(&device.bundle), diag);
  cc_device_finish(&device);
  return status;
}

// ---- All

static qn_status link_all(cc_request *r, int *out_code, qn_diag *diag) {
  bool made = false;
  if (r->mode == CC_DEVICE_LINK) {
    const char *output = r->output ? r->output : "a_dlink.o";
    QN_TRY(cc_relocatable_link(r, output, &made, out_code, diag));
    if (!made)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "there is no device code to link: compile with -dc or "
                     "-fgpu-rdc");
    return qn_ok();
  }
  const char *object = cc_temp_path(r, "linked", ".o");
  if (!r->partial)
    QN_TRY(cc_relocatable_link(r, object, &made, out_code, diag));
  return *out_code ? qn_ok() : cc_host_link(r, made ? object : NULL, diag);
}

static qn_status work(cc_request *r, int *out_code, qn_diag *diag) {
  for (size_t i = 0; i < r->input_count && !*out_code; ++i) {
    cc_input *input = &r->inputs[i];
    if (input->language == CC_LINKED)
      continue;
    const bool device = input->language != CC_HOST;
    if (r->mode == CC_BUNDLE && device)
      QN_TRY(write_bundle(r, input, i, out_code, diag));
    else if (r->mode == CC_IMAGE && device)
      QN_TRY(cc_image(r, input, out_code, diag));
    else if (r->mode == CC_BUNDLE || r->mode == CC_IMAGE)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "'%s' has no device code: give its language by -x",
                     input->name);
    else
      QN_TRY(compile_input(r, input, i, out_code, diag));
  }
  if ((r->mode == CC_LINK || r->mode == CC_DEVICE_LINK) && !*out_code)
    return link_all(r, out_code, diag);
  bool linked_only = r->mode == CC_BUNDLE;
  for (size_t i = 0; i < r->input_count; ++i)
    linked_only = linked_only && r->inputs[i].language == CC_LINKED;
  return (linked_only || r->link_devices) && !*out_code
             ? cc_relocatable_bundle(r, out_code, diag)
             : qn_ok();
}

// Missing inputs are reported by us, before any tool runs.
static qn_status check_inputs(const cc_request *r, qn_diag *diag) {
  for (size_t i = 0; i < r->input_count; ++i) {
    qn_file file;
    if (strcmp(r->inputs[i].path, "-") == 0)
      continue;
    QN_TRY(qn_file_open(r->inputs[i].path, 0, &file, diag));
    qn_file_close(&file);
  }
  return qn_ok();
}

static qn_status find_tools(cc_request *r, qn_diag *diag) {
  char path[PATH_MAX];
  if (!qn_tool_locate(qn_tool_find("clang"), path, sizeof(path), NULL, NULL)) {
    const qn_status status =
        qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "cannot find clang");
    qn_diag_hint(diag,
                 "Install Debian's package clang-" QUERN_LLVM_MAJOR ", or set "
                 "QUERN_CLANG; 'quern doctor' shows the paths tried.");
    return status;
  }
  r->clang = qn_arena_copy(r->arena, qn_str_from(path)).data;
  if (!qn_install_find("include", r->root, sizeof(r->root)))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "cannot find Quern's folder include");
  r->root[strlen(r->root) - strlen("/include")] = '\0';
  cc_persona_drop_own(r);
  return r->clang ? qn_ok() : qn_fail_memory(diag, "a path");
}

// Headers of a source's own folder come before those of other folders.
static void look_here_first(qn_args *args) {
  qn_args all = {.arena = args->arena};
  qn_args_add_pair(&all, "-iquote", ".");
  for (size_t i = 0; i < args->count; ++i)
    qn_args_add(&all, args->items[i]);
  all.failed |= args->failed;
  *args = all;
}

static qn_status keep_piped(cc_request *r, qn_diag *diag) {
  for (size_t i = 0; i < r->input_count; ++i) {
    cc_input *input = &r->inputs[i];
    const char *const given = input->path;
    QN_TRY(qn_cli_keep_piped(&r->temp, r->arena, &input->path,
                             r->rules.count > 0, diag));
    if (input->path == given)
      continue;
    look_here_first(&r->host);
    look_here_first(&r->device);
  }
  return r->host.failed || r->device.failed
             ? qn_fail_memory(diag, "the options")
             : qn_ok();
}

static qn_status prepare(cc_request *r, int *out_code, qn_diag *diag) {
  const qn_status found = find_tools(r, diag);
  if (qn_failed(found)) {
    *out_code = QN_EXIT_ENVIRONMENT;
    return found;
  }
  if (r->dry_run) {
    snprintf(r->temp.path, sizeof(r->temp.path), ".");
    return qn_ok();
  }
  if (!r->query)
    QN_TRY(check_inputs(r, diag));
  QN_TRY(qn_temp_create(&r->temp, diag));
  return r->query ? qn_ok() : keep_piped(r, diag);
}

// A tool that failed has printed the reason.
static bool speaks_for_itself(const qn_diag *diag) {
  return diag->code == QN_E_TOOLCHAIN &&
         strncmp(diag->message, "clang ", 6) == 0;
}

static int cc_run(qn_cli *cli, const void *options) {
  qn_arena arena = {0};
  qn_diag diag = {0};
  int code = QN_EXIT_OK;
  const char *const *words;
  (void)options;
  cc_request *r = QN_ARENA_NEW(&arena, cc_request);
  if (!r) {
    (void)qn_fail_memory(&diag, "the options");
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  }
  r->cli = cli;
  r->arena = &arena;
  qn_status status = qn_opt_expand(cli->operands, &arena, &words, &diag);
  if (!qn_failed(status))
    status = cc_read(r, words, &diag);
  if (qn_failed(status)) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    code = QN_EXIT_USAGE;
  } else {
    status = prepare(r, &code, &diag);
    if (!qn_failed(status) && !r->query)
      status = work(r, &code, &diag);
    else if (!qn_failed(status) && !cc_persona_answer(r))
      status = cc_host_query(r, &diag);
    if (qn_failed(status)) {
      const int reported = speaks_for_itself(&diag)
                               ? QN_EXIT_FAILED
                               : qn_cli_fail(cli, &diag, NULL, (qn_span){0});
      code = code ? code : reported;
    }
    if (!r->dry_run)
      qn_temp_finish(&r->temp);
  }
  qn_arena_finish(&arena);
  return code;
}

const qn_command qn_command_cc = {
    .name = "cc",
    .group = "make",
    .summary = "compile and link HIP and CUDA programs",
    .operands = "[OPTION]... FILE...",
    .min_operands = 1,
    .max_operands = UINT_MAX,
    .examples =
        "quern cc app.cu -o app && ./app       # this CPU, this machine's GPU\n"
        "quern cc -O2 -c k.hip --offload-arch=gfx942\n"
        "quern cc -arch=sm_90 -rdc=true a.cu b.cu main.cpp -o app\n"
        "quern cc --as hipcc main.cpp -o app   # HIP in C++ files\n"
        "quern cc --genco k.hip -o k.hipfb     # a module, for hipModuleLoad\n"
        "quern cc app.cu -###                  # only the commands",
    .description =
        "Compiles and links whole programs against libquernhip, with the "
        "options of clang, hipcc and nvcc; .cu files are in the CUDA dialect, "
        ".hip files and what follows -x hip in the HIP dialect, and all else "
        "is the host's. Under the names nvcc and hipcc (in "
        "lib/quern/toolkit/bin), "
        "or with --as, C++ files are what they are for these; hipcc's are "
        "HIP.\n\n"
        "Programs hold code for this machine's CPU, at its own x86-64 level, "
        "for its NVIDIA GPUs, and for what --offload-arch, -arch or -gencode "
        "name; --targets=LIST means exactly that list, --offload-arch=native "
        "this machine's GPUs. Optimised device code is the default; -g alone "
        "and -G keep it unoptimised.\n\n"
        "An option that is not known is an error, not a warning; -Xcompiler, "
        "-Xlinker and --forward-unknown-to-host-compiler pass it on. "
        "docs/cc.md lists all.",
    .programs = "quern-cc|nvcc|hipcc",
    .raw = true,
    .run = cc_run,
};
