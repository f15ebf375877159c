// SPDX-License-Identifier: Apache-2.0
// quern inspect: what is in a GPU binary, of any format, at any depth.
#include <inttypes.h>

#include "base/file.h"
#include "base/near.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/inspect.h"
#include "formats/format.h"
#include "metadata/extract.h"

// One file being inspected.
typedef struct inspection {
  const qn_cli *cli;
  const qn_inspect_options *options;
  const char *path;
  qn_span bytes;
  qn_out *out;
  size_t images;  // printed
  size_t kernels; // printed
  int code;       // worst exit code so far
  qn_arena names; // of kernels near the one asked for
  qn_near near;
} inspection;

// Whether offsets of the item are offsets of the file, for excerpts.
static bool is_expanded(const qn_item *item) {
  for (size_t i = 0; i < item->path_count; ++i)
    if (strcmp(item->path[i], "compressed-bundle") == 0)
      return true;
  return false;
}

static void tell_failure(inspection *in, const qn_item *item,
                         const qn_diag *diag) {
  const qn_span input = is_expanded(item) ? (qn_span){0} : in->bytes;
  const int code = qn_cli_fail(in->cli, diag, in->path, input);
  in->code = code > in->code ? code : in->code;
}

static void tell_warnings(const inspection *in, const qn_image *image) {
  for (size_t i = 0; i < image->warning_count; ++i) {
    qn_diag warning = {.place = QN_NOWHERE};
    qn_buffer text = {0};
    qn_text_print(image->warnings[i], &text);
    snprintf(warning.message, sizeof(warning.message), "%s",
             qn_buffer_text(&text));
    qn_buffer_finish(&text);
    qn_cli_tell(in->cli, QN_WARNING, &warning, in->path, (qn_span){0});
  }
}

// Keeps names of kernels that may have been meant.
static void offer_names(inspection *in, const qn_image *image) {
  enum { DISTANCE = 2 };
  const qn_str asked = qn_str_from(in->options->kernel);
  for (size_t i = 0; asked.data && i < image->kernel_count; ++i) {
    const qn_str name = image->kernels[i].name;
    if (qn_near_distance(asked, name, DISTANCE) <= DISTANCE) {
      const qn_str copy = qn_arena_copy(&in->names, name);
      if (copy.data)
        qn_near_offer(&in->near, copy);
    }
  }
}

static bool is_wanted(const inspection *in, const qn_image *image) {
  const char *pattern = in->options->target;
  return !pattern || qn_text_glob(qn_str_from(pattern), image->target);
}

static qn_status visit(void *user, const qn_item *item, qn_diag *diag) {
  inspection *in = user;
  (void)diag; // a broken image does not end the walk
  qn_arena arena = {0};
  qn_image image;
  qn_diag why = {0};
  const qn_status status = qn_image_read(item, NULL, &arena, &image, &why);
  if (is_wanted(in, &image)) {
    const bool had_kernels = image.kernel_count != 0;
    if (in->kernels == 0)
      offer_names(in, &image);
    const size_t kept = qn_inspect_select(&image, in->options);
    // Of a program that only contains images there is nothing to say, and of
    // an image that the pattern leaves nothing of, either.
    const bool empty = item->format && item->format->walk;
    const bool filtered = in->options->kernel && !kept;
    if (!filtered && (kept || had_kernels || !empty || image.global_count))
      qn_inspect_print(in->out, &image, in->images++, in->options, &arena);
    in->kernels += kept;
    tell_warnings(in, &image);
    if (qn_failed(status))
      tell_failure(in, item, &why);
  }
  qn_arena_finish(&arena);
  return qn_ok();
}

static void inspect_file(inspection *in) {
  qn_diag diag = {0};
  qn_file file = {0};
  qn_status status = qn_file_open(in->path, 0, &file, &diag);
  in->bytes = file.bytes;
  const qn_format *format =
      qn_failed(status) ? NULL : qn_format_detect(file.bytes);
  qn_out_begin(in->out, NULL);
  qn_out_line_str(in->out, "file", qn_str_from(in->path));
  qn_out_only(in->out, QN_OUT_DATA_ONLY);
  qn_out_text(in->out, "path", in->path);
  qn_out_uint(in->out, "size", file.bytes.size);
  qn_out_text(in->out, "format", format ? format->name : NULL);
  qn_out_begin_array(in->out, "images");
  qn_out_only(in->out, QN_OUT_ALL);
  in->images = 0;
  if (!qn_failed(status))
    status = qn_format_walk(file.bytes, NULL, visit, in, &diag);
  qn_out_only(in->out, QN_OUT_DATA_ONLY);
  qn_out_end_array(in->out);
  qn_out_only(in->out, QN_OUT_ALL);
  qn_out_end(in->out);
  if (qn_failed(status)) {
    const qn_item top = {0};
    tell_failure(in, &top, &diag);
  }
  qn_file_close(&file);
}

// The answer to a question about a kernel that is nowhere.
static void tell_absent(inspection *in) {
  qn_diag diag = {0};
  qn_status status =
      in->options->kernel
          ? qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "no kernel matches '%s'",
                    in->options->kernel)
          : qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "no image is for '%s'",
                    in->options->target);
  qn_near_hint(&in->near, &diag);
  (void)qn_cli_fail(in->cli, &diag, NULL, (qn_span){0});
  if (qn_failed(status) && in->code == QN_EXIT_OK)
    in->code = QN_EXIT_FAILED;
}

static int inspect_run(qn_cli *cli, const void *given) {
  const qn_inspect_options *options = given;
  qn_diag diag = {0};
  if (options->sort && qn_failed(qn_inspect_check_sort(options->sort, &diag)))
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  if (options->diff && cli->operand_count != 2)
    return qn_cli_usage(cli, "--diff compares two files, found %zu",
                        cli->operand_count);
  if (options->diff)
    return qn_inspect_diff(cli, options, cli->operands[0], cli->operands[1]);
  inspection in = {
      .cli = cli,
      .options = options,
      .out = qn_cli_out(cli),
  };
  qn_near_init(&in.near, qn_str_from(options->kernel));
  size_t images = 0;
  qn_out_begin(in.out, NULL);
  qn_out_only(in.out, QN_OUT_DATA_ONLY);
  qn_out_text(in.out, "schema", "quern.inspect/1");
  qn_out_begin_array(in.out, "files");
  qn_out_only(in.out, QN_OUT_ALL);
  for (size_t i = 0; i < cli->operand_count; ++i) {
    in.path = cli->operands[i];
    if (cli->operand_count > 1) {
      qn_out_only(in.out, QN_OUT_TEXT_ONLY);
      qn_out_heading(in.out, "%s%s:", i ? "\n" : "", in.path);
      qn_out_only(in.out, QN_OUT_ALL);
    }
    inspect_file(&in);
    images += in.images;
  }
  qn_out_only(in.out, QN_OUT_DATA_ONLY);
  qn_out_end_array(in.out);
  qn_out_only(in.out, QN_OUT_ALL);
  qn_out_end(in.out);
  const int code = qn_cli_out_end(cli, &in.out, in.code);
  in.code = code;
  if (in.code == QN_EXIT_OK && ((options->kernel && in.kernels == 0) ||
                                (options->target && images == 0)))
    tell_absent(&in);
  qn_arena_finish(&in.names);
  return in.code;
}

static const qn_opt inspect_opts[] = {
    {.name = "kernel",
     .letter = 'k',
     .kind = QN_OPT_STRING,
     .offset = offsetof(qn_inspect_options, kernel),
     .value = "GLOB",
     .help = "only kernels whose name matches"},
    {.name = "target",
     .letter = 't',
     .kind = QN_OPT_STRING,
     .offset = offsetof(qn_inspect_options, target),
     .value = "GLOB",
     .help = "only images whose target matches"},
    {.name = "sort",
     .kind = QN_OPT_STRING,
     .offset = offsetof(qn_inspect_options, sort),
     .value = "KEY",
     .help = "order of the kernels: name, arguments_size, or a resource\n"
             "Resources are called as in JSON: vgpr, sgpr, registers,\n"
             "shared_static, scratch... Largest first, unknown last."},
    {.name = "all",
     .letter = 'a',
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_inspect_options, all),
     .help = "hidden arguments too, which the runtime fills in"},
    {.name = "diff",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_inspect_options, diff),
     .help = "compare two files: kernels added, removed, changed\n"
             "Exit status 1 when the arguments of a kernel changed."},
    {.name = "metadata",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_inspect_options, metadata),
     .help = "the whole metadata container of each image, block by block\n"
             "Always so for a container by itself (CAMD)."},
    {0},
};

const qn_command qn_command_inspect = {
    .name = "inspect",
    .group = "look",
    .summary = "list kernels, arguments and resources of GPU binaries",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .examples = "quern inspect saxpy.hipfb\n"
                "quern inspect --kernel 'gemm*' --sort vgpr libfoo.so\n"
                "quern inspect --format jsonl kernels.hsaco"
                "  # one object per kernel\n"
                "quern inspect --diff old.hipfb new.hipfb",
    .description =
        "Reads offload bundles, plain and compressed, programs and libraries "
        "with such bundles in them, AMD code objects, cubins, PTX, SPIR-V "
        "modules and Quern's CPU images, nested to any depth.\n"
        "A figure that a format does not state is shown as '-', and is null in "
        "JSON (schema quern.inspect/1).",
    .opts = inspect_opts,
    .opts_size = sizeof(qn_inspect_options),
    .formats = 1 << QN_OUT_JSON | 1 << QN_OUT_JSONL,
    .run = inspect_run,
};
