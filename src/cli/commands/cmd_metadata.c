// SPDX-License-Identifier: Apache-2.0
// quern metadata: shows the containers in files, adds one to a module or
// object, converts one.
#include "base/system/file.h"
#include "base/text.h"
#include "cli/core/command.h"
#include "cli/core/compiler.h"
#include "formats/object/elf_append.h"
#include "formats/code/spirv.h"
#include "metadata/extract/extract.h"
#include "metadata/md/md.h"
#include "metadata/debug/signature.h"
#include "metadata/record/spirv.h"
#include "quern/version.h"

typedef struct metadata_options {
  const char *output;
  qn_opt_list handlers;
  qn_opt_list kernels;
  unsigned section;
  unsigned assume;
  unsigned endianness;
  unsigned encoding;
} metadata_options;

enum { VERB_SHOW, VERB_ADD, VERB_CONVERT };
enum { SECTION_NOTE, SECTION_BARE };
enum { AS_IT_IS, LITTLE_ENDIAN, BIG_ENDIAN };
enum { ENCODING_AS_IT_IS, ENCODING_NONE, ENCODING_ZLIB };

// Whether this is LLVM bitcode, or LLVM assembly by its first words.
static bool is_module(qn_span file, const char *path) {
  const qn_format *format = qn_format_detect(file);
  const qn_str extension = qn_path_extension(qn_str_from(path));
  return format == &qn_format_bitcode ||
         (!format && qn_str_equal(extension, QN_STR(".ll")));
}

// Finds or adds a container by the compiler library.
static qn_status run_compiler(const qn_metadata_job *job, qn_buffer *out,
                              qn_diag *diag) {
  const qn_compiler_api *api;
  QN_TRY(qn_cli_load_compiler(&api, diag));
  return api->metadata(job, out, diag);
}

// ---- show

typedef struct showing {
  qn_out *out;
  size_t count; // containers
} showing;

static qn_status show_container(showing *s, qn_str target, qn_span camd,
                                qn_diag *diag) {
  quern_error why = QUERN_ERROR_INIT;
  md_ctx ctx = quern_md_read(camd.data, camd.size, NULL, NULL, &why);
  if (!ctx)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE, "%s", why.message);
  ++s->count;
  qn_out_begin(s->out, NULL);
  if (target.size)
    qn_out_str(s->out, "target", target);
  else
    qn_out_null(s->out, "target");
  qn_md_print(ctx, s->out);
  qn_out_end(s->out);
  md_release_ctx(ctx);
  return qn_ok();
}

static qn_status show_item(void *user, const qn_item *item, qn_diag *diag) {
  showing *s = user;
  qn_arena arena = {0};
  qn_image image;
  qn_status status = qn_image_read(item, NULL, &arena, &image, diag);
  if (!qn_failed(status) && image.camd.size)
    status = show_container(s, image.target, image.camd, diag);
  qn_arena_finish(&arena);
  return status;
}

static qn_status show_file(showing *s, const char *path, qn_span file,
                           qn_diag *diag) {
  if (!is_module(file, path))
    return qn_format_walk(file, NULL, show_item, s, diag);
  qn_buffer camd = {0};
  const qn_metadata_job job = {.input = file, .verb = QN_METADATA_FIND};
  qn_status status = run_compiler(&job, &camd, diag);
  if (!qn_failed(status))
    status = show_container(s, (qn_str){0}, qn_buffer_span(&camd), diag);
  qn_buffer_finish(&camd);
  return status;
}

static int run_show(const qn_cli *cli) {
  const qn_out_params params = {.format = QN_OUT_JSON, .fd = -1};
  showing s = {.out = qn_out_create(&params)};
  int code = QN_EXIT_OK;
  qn_diag diag = {0};
  qn_out_begin(s.out, NULL);
  qn_out_text(s.out, "schema", "quern.metadata/1");
  qn_out_begin_array(s.out, "files");
  for (size_t i = 0; i < cli->operand_count; ++i) {
    const char *path = cli->operands[i];
    qn_file file = {0};
    diag = (qn_diag){0};
    const size_t before = s.count;
    qn_out_begin(s.out, NULL);
    qn_out_text(s.out, "path", path);
    qn_out_begin_array(s.out, "containers");
    qn_status status = qn_file_open(path, 0, &file, &diag);
    if (!qn_failed(status))
      status = show_file(&s, path, file.bytes, &diag);
    qn_out_end_array(s.out);
    qn_out_end(s.out);
    if (!qn_failed(status) && s.count == before)
      status = qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                       "there is no metadata in the file");
    if (qn_failed(status)) {
      const int one = qn_cli_fail(cli, &diag, path, (qn_span){0});
      code = one > code ? one : code;
    }
    qn_file_close(&file);
  }
  qn_out_end_array(s.out);
  qn_out_end(s.out);
  diag = (qn_diag){0};
  qn_buffer text = {0};
  qn_status status = qn_out_finish(s.out, &diag);
  qn_buffer_append_str(&text, qn_out_memory(s.out));
  if (!qn_failed(status))
    status = qn_buffer_check(&text, &diag);
  int printed = qn_failed(status) ? qn_cli_fail(cli, &diag, NULL, (qn_span){0})
                : s.count         ? qn_cli_print(cli, &text)
                                  : QN_EXIT_OK;
  qn_buffer_finish(&text);
  qn_out_destroy(&s.out);
  return printed > code ? printed : code;
}

// ---- add

// As a note, or as it is.
static qn_status append_camd(const qn_elf *elf, qn_span camd, bool bare,
                             qn_buffer *out, qn_diag *diag) {
  qn_buffer note = {0};
  qn_status status =
      bare ? qn_ok() : qn_note_write(camd, elf->big_endian, &note, diag);
  if (!qn_failed(status)) {
    const qn_elf_addition addition = {
        .name = bare ? QN_BARE_SECTION : QN_NOTE_SECTION,
        .type = bare ? QN_ELF_PROGRAM_DATA : QN_ELF_NOTE,
        .flags = QN_ELF_FLAG_ALLOC | (bare ? QN_ELF_FLAG_RETAIN : 0),
        .alignment = bare ? 8 : 4,
        .bytes = bare ? camd : qn_buffer_span(&note),
    };
    status = qn_elf_append(elf, &addition, out, diag);
  }
  qn_buffer_finish(&note);
  return status;
}

static qn_status write_note(const qn_elf *elf, const qn_signatures *s,
                            bool bare, qn_buffer *out, qn_diag *diag) {
  qn_buffer camd = {0};
  const qn_str machine = qn_elf_machine_name(elf);
  const qn_record record = {
      .target = machine.size ? machine : QN_STR("unknown"),
      .producer = QN_STR("quern " QUERN_VERSION),
      .kernels = s->kernels,
      .kernel_count = s->kernel_count,
      .big_endian = elf->big_endian,
  };
  qn_status status = qn_record_write(&record, &camd, diag);
  if (!qn_failed(status))
    status = append_camd(elf, qn_buffer_span(&camd), bare, out, diag);
  qn_buffer_finish(&camd);
  return status;
}

// Adds an object's kernels, as described by its debug information.
static qn_status add_to_elf(const qn_cli *cli, const metadata_options *options,
                            qn_span file, qn_buffer *out, qn_diag *diag) {
  const char *path = cli->operands[0];
  qn_arena arena = {0};
  qn_report report = {
      .emit = qn_cli_report, .user = (void *)(uintptr_t)cli, .path = path};
  qn_str *names =
      qn_arena_alloc(&arena, options->kernels.count + 1, sizeof(*names));
  qn_signatures s = {0};
  qn_elf elf;
  qn_elf_section section;
  qn_status status = names ? qn_elf_open(file, 0, &elf, diag)
                           : qn_fail_memory(diag, "the names of kernels");
  for (size_t i = 0; names && i < options->kernels.count; ++i)
    names[i] = qn_str_from(options->kernels.items[i]);
  if (!qn_failed(status) &&
      (qn_elf_find_section(&elf, QN_STR(QN_NOTE_SECTION), &section) ||
       qn_elf_find_section(&elf, QN_STR(QN_BARE_SECTION), &section)))
    status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "the file has metadata already");
  const qn_signature_params params = {
      .path = path,
      .names = names,
      .name_count = options->kernels.count,
      .rules = {.assume = (qn_assume)options->assume},
  };
  if (!qn_failed(status))
    status = qn_signatures_read(file, &params, &report, &s, diag);
  if (!qn_failed(status) && s.failed)
    status = qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "%zu kernel%s could not be described; nothing was added",
                     s.failed, s.failed == 1 ? "" : "s");
  if (!qn_failed(status))
    status = write_note(&elf, &s, options->section == SECTION_BARE, out, diag);
  qn_signatures_finish(&s);
  qn_arena_finish(&arena);
  return status;
}

// Adds a SPIR-V module's kernels, as described by its own types.
static qn_status add_to_spirv(qn_span file, qn_buffer *out, qn_diag *diag) {
  qn_arena arena = {0};
  qn_image image;
  const qn_item item = {.format = qn_format_detect(file), .bytes = file};
  qn_buffer camd = {0};
  qn_status status = qn_image_read(&item, NULL, &arena, &image, diag);
  if (!qn_failed(status) && image.kernel_count == 0)
    status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                     "there are no kernels in the module");
  if (!qn_failed(status)) {
    const qn_record record = {
        .target = image.target,
        .producer = QN_STR("quern " QUERN_VERSION),
        .kernels = image.kernels,
        .kernel_count = image.kernel_count,
    };
    status = qn_record_write(&record, &camd, diag);
  }
  if (!qn_failed(status))
    status = qn_spirv_add_record(file, qn_buffer_span(&camd), out, diag);
  qn_buffer_finish(&camd);
  qn_arena_finish(&arena);
  return status;
}

static qn_status add_to_module(const metadata_options *options, qn_span file,
                               qn_buffer *out, qn_diag *diag) {
  qn_arena arena = {0};
  const size_t count = options->handlers.count;
  const char **extra = qn_arena_alloc(&arena, count + 1, sizeof(*extra));
  for (size_t i = 0; extra && i < count; ++i)
    extra[i] = options->handlers.items[i];
  const qn_metadata_job job = {
      .input = file, .extra = extra, .bare = options->section == SECTION_BARE};
  const qn_status status = extra ? run_compiler(&job, out, diag)
                                 : qn_fail_memory(diag, "the handlers");
  qn_arena_finish(&arena);
  return status;
}

static qn_status add(const qn_cli *cli, const metadata_options *options,
                     qn_span file, qn_buffer *out, qn_diag *diag) {
  if (is_module(file, cli->operands[0]))
    return add_to_module(options, file, out, diag);
  if (options->handlers.count)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "handlers analyse LLVM modules, and this is none");
  if (qn_spirv_probe(file) && options->section == SECTION_BARE)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "SPIR-V modules have no sections, so none is called "
                   "'" QN_BARE_SECTION "'");
  if (qn_spirv_probe(file))
    return add_to_spirv(file, out, diag);
  if (qn_elf_probe(file))
    return add_to_elf(cli, options, file, out, diag);
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "metadata is added to LLVM modules, ELF objects and SPIR-V "
                 "modules");
}

// ---- convert

static md_err keep(void *user, const void *bytes, size_t size) {
  qn_buffer_append(user, bytes, size);
  return ((const qn_buffer *)user)->failed ? MD_E_OOM : MD_SUCCESS;
}

static void done(void *user) { (void)user; }

static qn_status convert(const metadata_options *options, qn_span file,
                         qn_buffer *out, qn_diag *diag) {
  quern_error why = QUERN_ERROR_INIT;
  struct md_hooks hooks = {.write = keep, .finalize = done};
  md_ctx ctx = quern_md_read(file.data, file.size, &hooks, out, &why);
  if (!ctx)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE, "%s", why.message);
  int result = MD_SUCCESS;
  if (options->endianness != AS_IT_IS)
    result = quern_md_set_endianness(
        ctx, options->endianness == BIG_ENDIAN ? MD_BIG : MD_LITTLE);
  for (size_t i = 0; options->encoding && i < quern_md_block_count(ctx); ++i)
    (void)quern_md_set_encoding(quern_md_block_at(ctx, i),
                                options->encoding == ENCODING_ZLIB ? MD_ENC_ZLIB
                                                                   : MD_NO_ENC);
  const bool unknown = result == MD_E_TYPE_ERR;
  if (result == MD_SUCCESS)
    result = md_finalize_ctx(ctx);
  md_release_ctx(ctx);
  if (unknown)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a RAW block has a layout that no handler knows, so its "
                   "byte order cannot be changed");
  return result == MD_SUCCESS ? qn_ok() : qn_fail_memory(diag, "the container");
}

// ---- The command

static int write_file(const qn_cli *cli, const metadata_options *options) {
  const char *path = cli->operands[0];
  const char *output = options->output ? options->output : path;
  qn_file file = {0};
  qn_buffer out = {0};
  qn_diag diag = {0};
  qn_status status = qn_file_open(path, 0, &file, &diag);
  if (!qn_failed(status))
    status = cli->verb == VERB_ADD ? add(cli, options, file.bytes, &out, &diag)
                                   : convert(options, file.bytes, &out, &diag);
  if (!qn_failed(status))
    status = qn_cli_write(cli, output, qn_buffer_span(&out), &diag);
  int code = QN_EXIT_OK;
  if (qn_failed(status)) {
    code = qn_cli_fail(cli, &diag, path, (qn_span){0});
  } else if (strcmp(output, "-") != 0) {
    qn_buffer size = {0};
    qn_text_size(out.size, &size);
    qn_cli_done(cli, "wrote %s (%s)", output, qn_buffer_text(&size));
    qn_buffer_finish(&size);
  }
  qn_buffer_finish(&out);
  qn_file_close(&file);
  return code;
}

static int metadata_main(qn_cli *cli, const void *given) {
  return cli->verb == VERB_SHOW ? run_show(cli) : write_file(cli, given);
}

static const qn_verb metadata_verbs[] = {
    [VERB_SHOW] = {"show", "FILE...", "print the metadata in files, as JSON", 1,
                   UINT32_MAX},
    [VERB_ADD] = {"add", "FILE", "describe the kernels of a module or object",
                  1, 1},
    [VERB_CONVERT] = {"convert", "FILE", "rewrite a container (CAMD)", 1, 1},
    {0},
};

static const qn_opt metadata_opts[] = {
    {.name = "output",
     .letter = 'o',
     .kind = QN_OPT_STRING,
     .offset = offsetof(metadata_options, output),
     .value = "FILE",
     .help = "where to write; default the input itself"},
    {.name = "handler",
     .kind = QN_OPT_LIST,
     .offset = offsetof(metadata_options, handlers),
     .value = "NAME",
     .help = "add: the block of one more handler, such as stack"},
    {.name = "section",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(metadata_options, section),
     .value = "NAME",
     .choices = QN_NOTE_SECTION "|" QN_BARE_SECTION,
     .initial = QN_NOTE_SECTION,
     .help = "add: a note, or the container alone as section notes, as the "
             "oneAPI Construction Kit has it"},
    {.name = "kernel",
     .letter = 'k',
     .kind = QN_OPT_LIST,
     .offset = offsetof(metadata_options, kernels),
     .value = "NAME",
     .help = "add: a kernel of an ELF object, as for quern stub"},
    {.name = "assume",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(metadata_options, assume),
     .value = "LAYOUT",
     .choices = "nothing|natural|packed",
     .initial = "nothing",
     .help = "add: of structures that may or may not be packed"},
    {.name = "endianness",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(metadata_options, endianness),
     .value = "ORDER",
     .choices = "keep|little|big",
     .initial = "keep",
     .help = "convert: the byte order to write"},
    {.name = "encoding",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(metadata_options, encoding),
     .value = "METHOD",
     .choices = "keep|none|zlib",
     .initial = "keep",
     .help = "convert: compress all blocks, or none"},
    {0},
};

const qn_command qn_command_metadata = {
    .name = "metadata",
    .group = "make",
    .summary = "show, add and convert kernel metadata",
    .operands = "",
    .max_operands = UINT32_MAX,
    .examples = "quern metadata show kernels.hsaco\n"
                "quern metadata add --handler stack kernels.bc -o out.bc\n"
                "quern metadata add --kernel saxpy saxpy.o\n"
                "quern metadata convert --endianness big k.camd -o big.camd",
    .description =
        "Metadata is a CAMD container: in ELF files a note in section "
        ".note.quern, in PTX an array of bytes, in SPIR-V text of an "
        "instruction.\n"
        "add describes LLVM modules by their types, ELF objects by their debug "
        "information, SPIR-V modules by what they say themselves.",
    .opts = metadata_opts,
    .opts_size = sizeof(metadata_options),
    .verbs = metadata_verbs,
    .run = metadata_main,
};
