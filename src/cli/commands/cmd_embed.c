// SPDX-License-Identifier: Apache-2.0
// quern embed: bundles as objects or sources for a program, with a header of
// typed launchers.
#include <limits.h>

#include "base/system/file.h"
#include "base/text.h"
#include "cli/core/command.h"
#include "package/embed/embed.h"

typedef struct embed_options {
  unsigned lang;
  const char *name;
  const char *host;
  const char *header;
  const char *output;
} embed_options;

enum { LANG_OBJECT, LANG_C, LANG_CXX, LANG_RUST };

typedef struct embed_run {
  const qn_cli *cli;
  const embed_options *options;
  const char *output;
  const qn_embed_host *host;
  qn_arena arena;
  qn_file *files;
  qn_embed_blob *blobs;
  size_t count;   // opened
  const char *at; // the file being read
} embed_run;

// ---- Inputs

static qn_status name_blob(embed_run *run, size_t index, qn_diag *diag) {
  const char *given = run->options->name;
  qn_embed_blob *blob = &run->blobs[index];
  const qn_str name = given ? qn_str_from(given) : qn_path_stem(blob->path);
  blob->name = qn_embed_identifier(name, &run->arena);
  if (!blob->name.data)
    return qn_fail_memory(diag, "the symbol's name");
  if (given && (!qn_str_equal(name, blob->name) || qn_embed_is_keyword(name)))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'%s' is no name for a symbol", given);
  if (qn_embed_is_keyword(blob->name))
    blob->name = qn_arena_printf(&run->arena, "%.*s_", QN_STR_ARG(blob->name));
  for (size_t i = 0; i < index; ++i)
    if (qn_str_equal(run->blobs[i].name, blob->name)) {
      const qn_status status =
          qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                  "'%.*s' and '%.*s' would both be called '%.*s'",
                  QN_STR_ARG(run->blobs[i].path), QN_STR_ARG(blob->path),
                  QN_STR_ARG(blob->name));
      qn_diag_hint(diag, "A file's name without its extension becomes the "
                         "symbol's; embed one by itself with --name.");
      return status;
    }
  return blob->name.data ? qn_ok() : qn_fail_memory(diag, "the symbol's name");
}

static qn_status read_blob(embed_run *run, size_t index, qn_diag *diag) {
  qn_embed_blob *blob = &run->blobs[index];
  qn_report report = {.emit = qn_cli_report,
                      .user = (void *)(uintptr_t)run->cli,
                      .path = run->at};
  blob->path = qn_str_from(run->at);
  QN_TRY(name_blob(run, index, diag));
  QN_TRY(qn_file_open(run->at, 0, &run->files[index], diag));
  ++run->count;
  blob->bytes = run->files[index].bytes;
  QN_TRY(qn_embed_read(blob, &run->arena, &report, diag));
  if (blob->kernel_count)
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "there are no kernels in it");
  qn_diag_hint(diag, "quern inspect shows what a file has.");
  return status;
}

static qn_status read_all(embed_run *run, qn_diag *diag) {
  const size_t count = run->cli->operand_count;
  run->files = qn_arena_alloc(&run->arena, count, sizeof(*run->files));
  run->blobs = qn_arena_alloc(&run->arena, count, sizeof(*run->blobs));
  if (!run->files || !run->blobs)
    return qn_fail_memory(diag, "the files' table");
  for (size_t i = 0; i < count; ++i) {
    run->at = run->cli->operands[i];
    QN_TRY(read_blob(run, i, diag));
  }
  run->at = NULL;
  return qn_ok();
}

// ---- Outputs

static bool is_stream(const char *path) { return strcmp(path, "-") == 0; }

// "saxpy.o" for one input, "kernels.o" for several; Windows objects end in
// ".obj".
static const char *default_output(embed_run *run) {
  static const char *const extensions[] = {".o", ".c", ".cpp", ".rs"};
  const char *extension = extensions[run->options->lang];
  if (run->options->lang == LANG_OBJECT && run->host &&
      run->host->format == QN_EMBED_COFF)
    extension = ".obj";
  const qn_str stem = run->cli->operand_count == 1
                          ? qn_path_stem(qn_str_from(run->cli->operands[0]))
                          : QN_STR("kernels");
  return qn_arena_printf(&run->arena, "%.*s%s", QN_STR_ARG(stem), extension)
      .data;
}

static qn_status write_header(embed_run *run, qn_diag *diag) {
  const char *path = run->options->header;
  qn_buffer out = {0}, guard = {0};
  qn_buffer_printf(&guard, "QUERN_EMBEDDED_");
  const qn_str name =
      qn_embed_identifier(qn_path_name(qn_str_from(path)), &run->arena);
  for (size_t i = 0; i < name.size; ++i)
    qn_buffer_u8(&guard, (uint8_t)(name.data[i] >= 'a' && name.data[i] <= 'z'
                                       ? name.data[i] - 'a' + 'A'
                                       : name.data[i]));
  qn_embed_header(run->blobs, run->count, qn_buffer_str(&guard), &out);
  out.failed |= guard.failed;
  qn_status status = qn_buffer_check(&out, diag);
  run->at = path;
  if (!qn_failed(status))
    status = qn_cli_write(run->cli, path, qn_buffer_span(&out), diag);
  qn_buffer_finish(&guard);
  qn_buffer_finish(&out);
  return status;
}

// Writes the bundles beside a Rust file, which includes them by name.
static qn_status write_rust_files(embed_run *run, const qn_str **out_files,
                                  qn_diag *diag) {
  const qn_str output = qn_str_from(run->output);
  const size_t folder = output.size - qn_path_name(output).size;
  qn_str *files = qn_arena_alloc(&run->arena, run->count, sizeof(*files));
  if (!files)
    return qn_fail_memory(diag, "the files' names");
  for (size_t i = 0; i < run->count; ++i) {
    files[i] = qn_arena_printf(&run->arena, "%.*s.%.*s.bin",
                               QN_STR_ARG(qn_path_stem(output)),
                               QN_STR_ARG(run->blobs[i].name));
    const qn_str path =
        qn_arena_printf(&run->arena, "%.*s%.*s", (int)folder, output.data,
                        QN_STR_ARG(files[i].data ? files[i] : QN_STR("")));
    if (!files[i].data || !path.data)
      return qn_fail_memory(diag, "the files' names");
    run->at = path.data;
    QN_TRY(qn_file_write(path.data, run->blobs[i].bytes, diag));
  }
  *out_files = files;
  return qn_ok();
}

static qn_status make_output(embed_run *run, qn_buffer *out, qn_diag *diag) {
  const qn_str *files = NULL;
  switch (run->options->lang) {
  case LANG_OBJECT:
    return qn_embed_object(run->host, run->blobs, run->count, out, diag);
  case LANG_RUST:
    if (!is_stream(run->output))
      QN_TRY(write_rust_files(run, &files, diag));
    qn_embed_rust(run->blobs, run->count, files, out);
    break;
  default:
    qn_embed_source(run->blobs, run->count, run->options->lang == LANG_CXX,
                    out);
    break;
  }
  return qn_buffer_check(out, diag);
}

static qn_status write_all(embed_run *run, qn_diag *diag) {
  qn_buffer out = {0}, size = {0};
  size_t kernels = 0;
  qn_status status = make_output(run, &out, diag);
  if (!qn_failed(status)) {
    run->at = run->output;
    status = qn_cli_write(run->cli, run->output, qn_buffer_span(&out), diag);
  }
  if (!qn_failed(status) && run->options->header)
    status = write_header(run, diag);
  if (!qn_failed(status)) {
    for (size_t i = 0; i < run->count; ++i)
      kernels += run->blobs[i].kernel_count;
    qn_text_size(out.size, &size);
    qn_cli_done(run->cli, "wrote %s (%zu kernel%s, %s)", run->output, kernels,
                kernels == 1 ? "" : "s", qn_buffer_text(&size));
  }
  qn_buffer_finish(&size);
  qn_buffer_finish(&out);
  return status;
}

static int embed_main(qn_cli *cli, const void *given) {
  const embed_options *o = given;
  embed_run run = {.cli = cli, .options = o};
  qn_diag diag = {0};
  int code = QN_EXIT_OK;
  if (o->name && cli->operand_count > 1)
    return qn_cli_usage(cli, "--name is for one bundle");
  if (o->header && o->lang == LANG_RUST)
    return qn_cli_usage(cli, "--header is for C and C++: the launchers of Rust "
                             "are in the file itself");
  if (o->host && o->lang != LANG_OBJECT)
    return qn_cli_usage(cli, "--host is for objects: sources are the same "
                             "everywhere");
  qn_status status = qn_ok();
  if (o->lang == LANG_OBJECT)
    status = qn_embed_host_find(qn_str_from(o->host ? o->host : "native"),
                                &run.host, &diag);
  run.output = o->output ? o->output : default_output(&run);
  if (!qn_failed(status))
    status = read_all(&run, &diag);
  if (!qn_failed(status))
    status = write_all(&run, &diag);
  if (qn_failed(status))
    code = qn_cli_fail(cli, &diag, run.at, (qn_span){0});
  for (size_t i = 0; i < run.count; ++i)
    qn_file_close(&run.files[i]);
  qn_arena_finish(&run.arena);
  return code;
}

#define FIELD(name) offsetof(embed_options, name)

static const qn_opt embed_opts[] = {
    {.name = "lang",
     .kind = QN_OPT_CHOICE,
     .offset = FIELD(lang),
     .value = "LANGUAGE",
     .choices = "obj|c|c++|rust",
     .initial = "obj",
     .help =
         "what to write\n"
         "obj is an object for the linker, written without a compiler; c "
         "and c++ are sources with the bytes in them. rust is a module over "
         "the crate quern: the bytes go to files beside it, and its "
         "functions launch the kernels."},
    {.name = "name",
     .kind = QN_OPT_STRING,
     .offset = FIELD(name),
     .value = "SYMBOL",
     .help = "the symbol of the bytes (the file's name without extension)"},
    {.name = "header",
     .kind = QN_OPT_STRING,
     .offset = FIELD(header),
     .value = "FILE",
     .help = "also write a header with a typed launcher for each kernel\n"
             "For C and C++, over HIP's API. An argument of another type than "
             "the kernel's does not compile."},
    {.name = "host",
     .kind = QN_OPT_STRING,
     .offset = FIELD(host),
     .value = "NAME",
     .help = "the machine and system that an object is for (this one)\n"
             "ELF: x86-64-linux, aarch64-linux, riscv64-linux, ppc64le-linux, "
             "s390x-linux, loongarch64-linux, i386-linux, arm-linux, "
             "riscv32-linux. COFF: x86-64-windows, aarch64-windows, "
             "i386-windows. Mach-O: x86-64-macos, aarch64-macos."},
    {.name = "output",
     .letter = 'o',
     .kind = QN_OPT_STRING,
     .offset = FIELD(output),
     .value = "FILE",
     .help = "where to write it (the bundle's name with .o, .c, .cpp or .rs)"},
    {0},
};

const qn_command qn_command_embed = {
    .name = "embed",
    .group = "make",
    .summary = "put bundles into programs, with typed launchers",
    .operands = "BUNDLE...",
    .min_operands = 1,
    .max_operands = UINT_MAX,
    .examples =
        "quern embed saxpy.hipfb --header saxpy.h            # saxpy.o\n"
        "quern embed saxpy.hipfb --lang c++ -o saxpy.cpp\n"
        "quern embed saxpy.hipfb --lang rust -o src/saxpy.rs\n"
        "quern embed saxpy.hipfb --host aarch64-linux        # for another "
        "machine",
    .description =
        "A program links the output and needs no file of kernels, nor a "
        "compiler, when it runs. The bytes are the symbol NAME, aligned to "
        "4096, and their number is NAME_size. The header declares them, and "
        "NAME_kernel(grid, block, shared, stream, arguments...) for each "
        "kernel, from the kernels' own descriptions: the bundle is loaded at "
        "the first launch on a device.",
    .opts = embed_opts,
    .opts_size = sizeof(embed_options),
    .run = embed_main,
};
