// SPDX-License-Identifier: Apache-2.0
// quern stub: registration code with the exact signatures of the kernels in
// compiled files. Also reached as hip_metadata_gen.
#include "base/system/file.h"
#include "base/system/rule.h"
#include "base/text.h"
#include "cli/core/command.h"
#include "cli/commands/stub.h"
#include "package/embed/embed.h"

typedef struct stub_options {
  unsigned arch;
  bool makefile;
  qn_opt_list kernels;
  qn_opt_list kernels_from;
  unsigned lang;
  unsigned assume;
  const char *output;
  const char *binary;
  bool wrapper;
  int64_t header;
  bool verify;
  bool dependencies;
  const char *dependency_file;
} stub_options;

enum { ARCH_ANY, ARCH_RV32, ARCH_RV64 };
enum { LANG_CXX, LANG_C, LANG_JSON };

typedef struct stub_run {
  const qn_cli *cli;
  const stub_options *options;
  qn_arena arena;
  qn_str *names; // kernels asked for
  size_t name_count, name_capacity;
  qn_file *lists; // of --kernels-from
  size_t list_count;
  qn_stub stub;
  qn_file *inputs;
  int code;
} stub_run;

// ---- Names

static qn_status add_name(stub_run *run, qn_str name, qn_diag *diag) {
  qn_str *grown = qn_arena_grow(&run->arena, run->names, run->name_count,
                                &run->name_capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the names of kernels");
  run->names = grown;
  grown[run->name_count++] = name;
  return qn_ok();
}

// One name a line, '#' starts a comment; or a Vortex binary with its table.
static qn_status add_list(stub_run *run, qn_span file, qn_diag *diag) {
  qn_str *names;
  size_t count;
  QN_TRY(qn_vortex_names(file, &run->arena, &names, &count, diag));
  for (size_t i = 0; i < count; ++i)
    QN_TRY(add_name(run, names[i], diag));
  qn_str rest = qn_span_str(file), line;
  while (!count && qn_str_split(&rest, '\n', &line)) {
    line.size = qn_str_find(line, '#');
    while (line.size && strchr(" \t\r", line.data[line.size - 1]))
      --line.size;
    while (line.size && strchr(" \t", line.data[0]))
      line = qn_str_skip(line, 1);
    if (qn_str_find(line, '\0') != line.size)
      return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                     "this is no list of names, nor a Vortex binary with a "
                     "table of kernels");
    if (line.size)
      QN_TRY(add_name(run, line, diag));
  }
  return qn_ok();
}

static qn_status collect_names(stub_run *run, const char **out_path,
                               qn_diag *diag) {
  const stub_options *o = run->options;
  for (size_t i = 0; i < o->kernels.count; ++i)
    QN_TRY(add_name(run, qn_str_from(o->kernels.items[i]), diag));
  run->lists =
      qn_arena_alloc(&run->arena, o->kernels_from.count + 1, sizeof(qn_file));
  if (!run->lists)
    return qn_fail_memory(diag, "the names of kernels");
  for (size_t i = 0; i < o->kernels_from.count; ++i) {
    *out_path = o->kernels_from.items[i];
    QN_TRY(qn_file_open(*out_path, 0, &run->lists[run->list_count], diag));
    const size_t before = run->name_count;
    QN_TRY(add_list(run, run->lists[run->list_count++].bytes, diag));
    if (run->name_count == before)
      return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                     "there are no names of kernels in it");
  }
  return qn_ok();
}

// ---- One file

static qn_status check_arch(const stub_run *run, const qn_signatures *s,
                            qn_diag *diag) {
  const unsigned arch = run->options->arch;
  const bool wide = arch == ARCH_RV64;
  if (arch == ARCH_ANY ||
      (s->machine == QN_ELF_MACHINE_RISCV && s->is_64 == wide))
    return qn_ok();
  const char *machine = s->machine == QN_ELF_MACHINE_RISCV     ? "RISC-V"
                        : s->machine == QN_ELF_MACHINE_X86_64  ? "x86-64"
                        : s->machine == QN_ELF_MACHINE_AARCH64 ? "AArch64"
                        : s->machine == QN_ELF_MACHINE_AMDGPU
                            ? "AMD GPUs"
                            : "another machine";
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
              "the file is for %s, %d bits, and not for rv%d", machine,
              s->is_64 ? 64 : 32, wide ? 64 : 32);
  qn_diag_hint(diag, "--arch is a check; the file itself says what it is for.");
  return status;
}

static void keep_worst(stub_run *run, int code) {
  run->code = code > run->code ? code : run->code;
}

// The common prefix of the symbols that hold the binary.
static qn_str binary_name(stub_run *run, const qn_stub_file *file) {
  const qn_signatures *s = &file->signatures;
  if (run->options->binary)
    return qn_str_from(run->options->binary);
  return qn_embed_identifier(s->kernel_count == 1
                                 ? s->kernels[0].name
                                 : qn_path_stem(qn_str_from(file->path)),
                             &run->arena);
}

static qn_signature_params params_of(const stub_run *run, const char *path) {
  return (qn_signature_params){
      .path = strcmp(path, "-") == 0 ? NULL : path,
      .names = run->names,
      .name_count = run->name_count,
      .rules = {.assume = (qn_assume)run->options->assume,
                .header = (uint64_t)run->options->header},
      .all_wrappers = run->options->wrapper,
  };
}

static void read_file(stub_run *run, size_t index) {
  const char *path = run->cli->operands[index];
  qn_stub_file *file = &run->stub.files[index];
  qn_diag diag = {0};
  qn_report report = {
      .emit = qn_cli_report, .user = (void *)(uintptr_t)run->cli, .path = path};
  file->path = path;
  qn_status status = qn_file_open(path, 0, &run->inputs[index], &diag);
  if (!qn_failed(status)) {
    const qn_signature_params params = params_of(run, path);
    status = qn_signatures_read(run->inputs[index].bytes, &params, &report,
                                &file->signatures, &diag);
  }
  if (!qn_failed(status))
    status = check_arch(run, &file->signatures, &diag);
  if (qn_failed(status)) {
    file->signatures.kernel_count = 0;
    keep_worst(run, qn_cli_fail(run->cli, &diag, path, (qn_span){0}));
  }
  if (file->signatures.failed)
    keep_worst(run, QN_EXIT_FAILED);
  file->binary = binary_name(run, file);
}

// ---- JSON

static void print_kernel(qn_out *o, const qn_kernel *k) {
  qn_out_begin(o, NULL);
  qn_out_str(o, "name", k->name);
  qn_out_str(o, "symbol", k->symbol);
  qn_out_str(o, "demangled", k->demangled.size ? k->demangled : k->name);
  qn_out_text(o, "source", qn_stub_source(k));
  qn_out_begin_array(o, "arguments");
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    qn_out_begin(o, NULL);
    qn_out_uint(o, "index", a->index);
    qn_out_str(o, "name", a->name);
    qn_out_str(o, "type", a->type);
    qn_out_uint(o, "offset", a->offset);
    qn_out_uint(o, "size", a->size);
    qn_out_uint(o, "alignment", a->alignment);
    qn_out_bool(o, "is_pointer",
                a->kind == QN_ARGUMENT_POINTER ||
                    a->kind == QN_ARGUMENT_SHARED);
    qn_out_end(o);
  }
  qn_out_end_array(o);
  qn_out_uint(o, "arguments_size", qn_figure_or(k->arguments_size, 0));
  qn_out_end(o);
}

static qn_status print_json(const qn_stub *stub, qn_buffer *out,
                            qn_diag *diag) {
  const qn_out_params params = {.format = QN_OUT_JSON, .fd = -1};
  qn_out *o = qn_out_create(&params);
  qn_out_begin(o, NULL);
  qn_out_text(o, "schema", "quern.stub/1");
  qn_out_begin_array(o, "files");
  for (size_t i = 0; i < stub->file_count; ++i) {
    const qn_signatures *s = &stub->files[i].signatures;
    qn_out_begin(o, NULL);
    qn_out_text(o, "path", stub->files[i].path);
    qn_out_begin_array(o, "kernels");
    for (size_t k = 0; k < s->kernel_count; ++k)
      print_kernel(o, &s->kernels[k]);
    qn_out_end_array(o);
    qn_out_end(o);
  }
  qn_out_end_array(o);
  qn_out_end(o);
  qn_status status = qn_out_finish(o, diag);
  if (!qn_failed(status)) {
    qn_buffer_append_str(out, qn_out_memory(o));
    status = qn_buffer_check(out, diag);
  }
  qn_out_destroy(&o);
  return status;
}

// ---- Verification: each source on its own, and the others against it

static void verify_file(stub_run *run, size_t index) {
  const char *path = run->cli->operands[index];
  const qn_signatures *first = &run->stub.files[index].signatures;
  qn_report report = {
      .emit = qn_cli_report, .user = (void *)(uintptr_t)run->cli, .path = path};
  qn_signature_params params = params_of(run, path);
  qn_signatures other = {0};
  qn_diag diag = {0};
  if (!first->kernel_count)
    return;
  if (!first->has_record) {
    qn_cli_done(run->cli, "%s: no record to compare the debug information with",
                path);
    return;
  }
  // A kernel that is marked by a symbol, but described by another source.
  for (size_t i = 0; i < first->kernel_count && !run->name_count; ++i)
    if (first->kernels[i].source != QN_SOURCE_NOTE)
      qn_report_error(&report, QN_E_MALFORMED, QN_NOWHERE,
                      "'%.*s' is marked as a kernel, and the record does not "
                      "describe it",
                      QN_STR_ARG(first->kernels[i].name));
  params.ignore_record = true;
  qn_str *names =
      qn_arena_alloc(&run->arena, first->kernel_count, sizeof(*names));
  for (size_t i = 0; names && i < first->kernel_count; ++i)
    names[i] = first->kernels[i].name;
  params.names = names;
  params.name_count = names ? first->kernel_count : 0;
  const qn_status status = qn_signatures_read(run->inputs[index].bytes, &params,
                                              &report, &other, &diag);
  if (qn_failed(status)) {
    keep_worst(run, qn_cli_fail(run->cli, &diag, path, (qn_span){0}));
  } else {
    const size_t compared = qn_signatures_compare(first, &other, &report);
    qn_cli_done(run->cli, "%s: %zu of %zu kernels compared, %u differences",
                path, compared, first->kernel_count, report.counts[QN_ERROR]);
  }
  if (report.counts[QN_ERROR])
    keep_worst(run, QN_EXIT_FAILED);
  qn_signatures_finish(&other);
}

// ---- Output

// -MD: writes "stub.cpp: a.elf b.elf" to stub.d.
static qn_status write_dependencies(stub_run *run, qn_diag *diag) {
  const stub_options *o = run->options;
  const char *file = o->dependency_file ? o->dependency_file
                                        : qn_rule_path(&run->arena, o->output);
  qn_buffer rule = {0};
  qn_rule_begin(&rule, o->output);
  for (size_t i = 0; i < run->cli->operand_count; ++i)
    qn_rule_add(&rule, run->cli->operands[i]);
  for (size_t i = 0; i < o->kernels_from.count; ++i)
    qn_rule_add(&rule, o->kernels_from.items[i]);
  qn_buffer_u8(&rule, '\n');
  qn_status status = file ? qn_buffer_check(&rule, diag)
                          : qn_fail_memory(diag, "the dependencies");
  if (!qn_failed(status))
    status = qn_file_write(file, qn_buffer_span(&rule), diag);
  qn_buffer_finish(&rule);
  return status;
}

static void write_output(stub_run *run) {
  const stub_options *o = run->options;
  qn_diag diag = {0};
  qn_buffer out = {0};
  qn_status status = qn_ok();
  if (o->makefile)
    qn_stub_print_makefile(&run->stub, &out);
  else if (o->lang == LANG_JSON)
    status = print_json(&run->stub, &out, &diag);
  else
    status = qn_stub_print_code(&run->stub, &out, &diag);
  if (!qn_failed(status))
    status = qn_buffer_check(&out, &diag);
  if (!qn_failed(status))
    status = qn_cli_write(run->cli, o->output ? o->output : "-",
                          qn_buffer_span(&out), &diag);
  if (!qn_failed(status) && o->dependencies)
    status = write_dependencies(run, &diag);
  if (qn_failed(status))
    keep_worst(run, qn_cli_fail(run->cli, &diag, NULL, (qn_span){0}));
  qn_buffer_finish(&out);
}

static void run_files(stub_run *run) {
  const size_t count = run->cli->operand_count;
  size_t kernels = 0;
  run->stub.files =
      qn_arena_alloc(&run->arena, count, sizeof(*run->stub.files));
  run->inputs = qn_arena_alloc(&run->arena, count, sizeof(*run->inputs));
  qn_diag diag = {0};
  if (!run->stub.files || !run->inputs) {
    qn_ignore(qn_fail_memory(&diag, "the files' table"), "it is in the diag");
    run->code = qn_cli_fail(run->cli, &diag, NULL, (qn_span){0});
    return;
  }
  run->stub.file_count = count;
  for (size_t i = 0; i < count; ++i) {
    read_file(run, i);
    kernels += run->stub.files[i].signatures.kernel_count;
  }
  if (run->options->verify)
    for (size_t i = 0; i < count; ++i)
      verify_file(run, i);
  else if (run->code == QN_EXIT_OK && kernels)
    write_output(run);
  // Even if only warnings were reported: without any kernel the command fails.
  if (!kernels)
    keep_worst(run, QN_EXIT_FAILED);
  for (size_t i = 0; i < count; ++i) {
    qn_signatures_finish(&run->stub.files[i].signatures);
    qn_file_close(&run->inputs[i]);
  }
}

static int stub_main(qn_cli *cli, const void *given) {
  stub_run run = {.cli = cli, .options = given};
  const stub_options *o = given;
  const char *path = NULL;
  qn_diag diag = {0};
  if (o->dependencies && (!o->output || strcmp(o->output, "-") == 0))
    return qn_cli_usage(cli, "-MD needs -o FILE, whose dependencies it writes");
  if (o->makefile && o->lang != LANG_CXX)
    return qn_cli_usage(cli, "--makefile goes without --lang");
  run.stub.c = o->lang == LANG_C;
  if (qn_failed(collect_names(&run, &path, &diag)))
    run.code = qn_cli_fail(cli, &diag, path, (qn_span){0});
  else
    run_files(&run);
  for (size_t i = 0; i < run.list_count; ++i)
    qn_file_close(&run.lists[i]);
  qn_arena_finish(&run.arena);
  return run.code;
}

#define FIELD(name) offsetof(stub_options, name)

static const qn_opt stub_opts[] = {
    {.name = "kernel",
     .letter = 'k',
     .kind = QN_OPT_LIST,
     .offset = FIELD(kernels),
     .value = "NAME",
     .help = "a kernel: its symbol, a readable name, a pattern, or all\n"
             "A readable name goes without parameters: ns::scale<float, 3>. "
             "Patterns have '*', '?' and '['. Without --kernel, all that the "
             "file marks as kernels: by Quern's record, by __vx_kentry_NAME or "
             "a VXSYMTAB footer (Vortex), by NAME.kd (AMD), or by OpenCL's "
             "calling convention; in a RISC-V file without marks, the only "
             "function that can be one."},
    {.name = "kernels-from",
     .kind = QN_OPT_LIST,
     .offset = FIELD(kernels_from),
     .value = "FILE",
     .help = "kernels from a list of names, one a line, or a .vxbin"},
    {.name = "lang",
     .kind = QN_OPT_CHOICE,
     .offset = FIELD(lang),
     .value = "LANGUAGE",
     .choices = "c++|c|json",
     .initial = "c++",
     .help = "what to write"},
    {.name = "makefile",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(makefile),
     .help = "write rules for make instead"},
    {.name = "output",
     .letter = 'o',
     .kind = QN_OPT_STRING,
     .offset = FIELD(output),
     .value = "FILE",
     .help = "where to write; default standard output"},
    {.name = "binary",
     .kind = QN_OPT_STRING,
     .offset = FIELD(binary),
     .value = "NAME",
     .help = "the binary is in NAME_vxbin and NAME_vxbin_size\n"
             "Default: the kernel's name, or for several kernels the file's."},
    {.name = "arch",
     .kind = QN_OPT_CHOICE,
     .offset = FIELD(arch),
     .value = "ARCH",
     .choices = "any|rv32|rv64",
     .initial = "any",
     .help = "fail unless the files are for this machine"},
    {.name = "assume",
     .kind = QN_OPT_CHOICE,
     .offset = FIELD(assume),
     .value = "LAYOUT",
     .choices = "nothing|natural|packed",
     .initial = "nothing",
     .help =
         "of structures that may or may not be packed\n"
         "Debug information does not distinguish packed {int, int} from {int, "
         "int}. Where that moves an argument, a kernel is refused unless "
         "this says what is so."},
    {.name = "wrapper",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(wrapper),
     .help = "the kernels take one pointer, to a structure of their arguments\n"
             "Assumed anyway of kernels marked in Vortex's ways."},
    {.name = "header",
     .kind = QN_OPT_INT,
     .offset = FIELD(header),
     .value = "BYTES",
     .initial = "0",
     .max = 1 << 20,
     .help = "bytes of that structure before the first argument"},
    {.name = "verify",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(verify),
     .help = "compare record and debug information; write nothing"},
    {.name = "MD",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(dependencies),
     .help = "write what was read as a make rule, <output>.d",
     .flags = QN_OPT_ONE_DASH},
    {.name = "MF",
     .kind = QN_OPT_STRING,
     .offset = FIELD(dependency_file),
     .value = "FILE",
     .help = "where -MD writes",
     .flags = QN_OPT_ONE_DASH},
    {0},
};

const qn_command qn_command_stub = {
    .name = "stub",
    .group = "make",
    .summary = "write registration code with kernels' exact signatures",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .examples = "quern stub kernel.elf > kernel_stub.cpp\n"
                "quern stub --kernel saxpy --lang json saxpy.o\n"
                "quern stub --verify kernels.so"
                "  # the record against the debug information",
    .description =
        "Reads ELF files of any machine, linked or relocatable. A signature "
        "comes from Quern's record if there is one, from the structure that a "
        "Vortex kernel takes, or from its parameters in the debug information, "
        "which may be split, compressed or in a separate file. What these do "
        "not prove is an error, and no kernel at all is, too.\n"
        "JSON is of schema quern.stub/1.",
    .opts = stub_opts,
    .opts_size = sizeof(stub_options),
    .programs = "hip_metadata_gen",
    .run = stub_main,
};
