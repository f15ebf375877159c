// SPDX-License-Identifier: Apache-2.0
// quern inspect: the contents of a GPU binary, of any format, at any depth.
#include <errno.h>
#include <inttypes.h>

#include <sys/stat.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/map.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "cli/core/command.h"
#include "cli/inspect/inspect.h"
#include "formats/core/format.h"
#include "metadata/extract/extract.h"

// One file being inspected.
typedef struct inspection {
  const qn_cli *cli;
  const qn_inspect_options *options;
  const char *path;
  qn_span bytes;
  qn_out *out;
  bool found;                 // in a folder: begun only if there is output
  bool begun;                 // its object and heading are printed
  size_t files;               // begun
  size_t images;              // printed, of this file
  size_t all_images, kernels; // printed, of all files
  qn_limits limits;
  qn_map targets; // of all files
  int code;       // worst exit code so far
  qn_arena names; // of targets, and of kernels like the one asked for
  qn_suggestion suggestion;
} inspection;

static void report_failure(inspection *in, qn_diag *diag) {
  if (diag->code == QN_E_LIMIT && !diag->hint[0])
    qn_diag_hint(diag, "--max-size, --max-depth, --max-expanded and "
                       "--max-count change the limits.");
  const int code = qn_cli_fail(in->cli, diag, in->path, in->bytes);
  in->code = code > in->code ? code : in->code;
}

static void report_warnings(const inspection *in, const qn_image *image) {
  for (size_t i = 0; i < image->warning_count; ++i) {
    qn_diag warning = {.place = QN_NOWHERE};
    qn_buffer text = {0};
    qn_text_print(image->warnings[i], &text);
    snprintf(warning.message, sizeof(warning.message), "%s",
             qn_buffer_text(&text));
    qn_buffer_finish(&text);
    qn_cli_print_diag(in->cli, QN_WARNING, &warning, in->path, (qn_span){0});
  }
}

// Offers names of kernels as suggestions.
static void offer_names(inspection *in, const qn_image *image) {
  enum { DISTANCE = 2 };
  const qn_str asked = qn_str_from(in->options->kernel);
  for (size_t i = 0; asked.data && i < image->kernel_count; ++i) {
    const qn_str name = image->kernels[i].name;
    if (qn_suggestion_distance(asked, name, DISTANCE) <= DISTANCE) {
      const qn_str copy = qn_arena_copy(&in->names, name);
      if (copy.data)
        qn_suggestion_offer(&in->suggestion, copy);
    }
  }
}

static bool is_wanted(const inspection *in, const qn_image *image) {
  const char *target = in->options->target;
  const char *format = in->options->image_format;
  return (!target || qn_text_glob(qn_str_from(target), image->target)) &&
         (!format ||
          qn_text_glob(qn_str_from(format), qn_str_from(image->format)));
}

// Whether only a list of images is printed, one row each.
static bool is_list(const inspection *in) {
  return in->options->list || in->options->extract;
}

static void begin_file(inspection *in) {
  const qn_format *format = qn_format_detect(in->bytes);
  in->begun = true;
  if (in->cli->operand_count > 1 || in->found) {
    qn_out_only(in->out, QN_OUT_TEXT_ONLY);
    qn_out_heading(in->out, "%s%s:", in->files ? "\n" : "", in->path);
    qn_out_only(in->out, QN_OUT_ALL);
  }
  ++in->files;
  qn_out_begin(in->out, NULL);
  qn_out_line_str(in->out, "file", qn_str_from(in->path));
  qn_out_only(in->out, QN_OUT_DATA_ONLY);
  qn_out_text(in->out, "path", in->path);
  qn_out_uint(in->out, "size", in->bytes.size);
  qn_out_text(in->out, "format", format ? format->name : NULL);
  if (!is_list(in))
    qn_out_begin_array(in->out, "images");
  qn_out_only(in->out, QN_OUT_ALL);
  if (is_list(in))
    qn_out_begin_table(in->out, "images", qn_inspect_list_columns,
                       QN_INSPECT_LIST_COLUMNS);
}

static void end_file(inspection *in) {
  if (is_list(in))
    qn_out_end_table(in->out);
  qn_out_only(in->out, QN_OUT_DATA_ONLY);
  if (!is_list(in))
    qn_out_end_array(in->out);
  qn_out_only(in->out, QN_OUT_ALL);
  qn_out_end(in->out);
}

// Writes the image into the folder and returns the file's path, in `arena`;
// NULL on failure.
static const char *extract(inspection *in, const qn_item *item,
                           const qn_image *image, qn_arena *arena) {
  qn_buffer name = {0};
  const qn_str stem = qn_path_stem(qn_str_from(in->path));
  qn_buffer_printf(&name, "%.*s.%zu.", QN_STR_ARG(stem), in->images);
  qn_inspect_file_name(image->target.size ? image->target
                                          : qn_str_from(image->format),
                       item->format, &name);
  qn_diag diag = {0};
  const qn_str path = qn_arena_printf(arena, "%s/%s", in->options->extract,
                                      qn_buffer_text(&name));
  qn_buffer_finish(&name);
  const qn_status status =
      path.data ? qn_cli_write(in->cli, path.data, item->bytes, &diag)
                : qn_fail_memory(&diag, "the image's file name");
  if (!qn_failed(status))
    return path.data;
  const int code = qn_cli_fail(in->cli, &diag, path.data, (qn_span){0});
  in->code = code > in->code ? code : in->code;
  return NULL;
}

static void count_target(inspection *in, qn_str target) {
  if (!target.size || qn_map_find_str(&in->targets, target))
    return;
  const qn_str copy = qn_arena_copy(&in->names, target);
  if (copy.data && qn_failed(qn_map_put_str(&in->targets, copy, 1, NULL)))
    return; // only the summary is incomplete
}

// Prints the requested parts of the image; false when nothing is printed.
static bool print_image(inspection *in, const qn_item *item, qn_image *image,
                        qn_arena *arena) {
  const bool had_kernels = image->kernel_count != 0;
  if (in->options->kernel && in->kernels == 0)
    offer_names(in, image);
  const size_t kept = qn_inspect_select(image, in->options);
  // Nothing is printed for a program that only contains images, nor for an
  // image without kernels that match the pattern.
  const bool empty =
      item->format && item->format->walk && !item->format->is_image;
  const bool filtered = in->options->kernel && !kept;
  if (filtered || (!kept && !had_kernels && empty && !image->global_count))
    return false;
  if (!in->begun)
    begin_file(in);
  if (is_list(in)) {
    const char *written =
        in->options->extract ? extract(in, item, image, arena) : NULL;
    qn_inspect_list(in->out, image, in->images, written, arena);
  } else {
    qn_inspect_print(in->out, image, in->images, in->options, arena);
  }
  ++in->images;
  in->kernels += kept;
  count_target(in, image->target);
  return true;
}

static qn_status visit(void *user, const qn_item *item, qn_diag *diag) {
  inspection *in = user;
  (void)diag; // a broken image must not end the walk
  if (in->found && !item->format)
    return qn_ok();
  qn_arena arena = {0};
  qn_image image;
  qn_diag why = {0};
  const qn_status status =
      qn_image_read(item, &in->limits, &arena, &image, &why);
  if (in->limits.detail == QN_DETAIL_ALL && is_wanted(in, &image))
    qn_inspect_describe_module(item, &arena, &image);
  if (is_wanted(in, &image)) {
    (void)print_image(in, item, &image, &arena);
    report_warnings(in, &image);
    if (qn_failed(status))
      report_failure(in, &why);
  }
  qn_arena_finish(&arena);
  if (!item->format || !item->format->walk) // otherwise its contents are read
    qn_inspect_drop_pages(item->bytes.data + item->bytes.size);
  return qn_ok();
}

// Streams may have no end, and are held in memory.
static uint64_t largest_size(const inspection *in) {
  const uint64_t stream_max = UINT64_C(2) << 30;
  struct stat about;
  const bool is_known = strcmp(in->path, "-") == 0
                            ? fstat(STDIN_FILENO, &about) == 0
                            : stat(in->path, &about) == 0;
  if (in->options->max_size || !is_known || S_ISREG(about.st_mode))
    return (uint64_t)in->options->max_size;
  return stream_max;
}

static void inspect_file(inspection *in) {
  qn_diag diag = {0};
  qn_file file = {0};
  qn_status status = qn_file_open(in->path, largest_size(in), &file, &diag);
  in->bytes = file.bytes;
  in->images = 0;
  in->begun = false;
  if (file.mapping)
    qn_inspect_guard(file.bytes);
  if (in->found && (qn_failed(status) || !qn_format_detect(file.bytes))) {
    status = qn_ok(); // a folder may hold anything
  } else {
    if (!in->found)
      begin_file(in);
    if (!qn_failed(status))
      status = qn_format_walk(file.bytes, &in->limits, visit, in, &diag);
  }
  if (in->begun)
    end_file(in);
  if (file.mapping && qn_inspect_unguard()) {
    diag = (qn_diag){0};
    status = qn_fail(&diag, QN_E_IO, QN_NOWHERE,
                     "'%s' became shorter while it was read", in->path);
    in->bytes = (qn_span){0};
  }
  if (qn_failed(status))
    report_failure(in, &diag);
  in->all_images += in->images;
  qn_file_close(&file);
}

static void print_count(qn_buffer *out, size_t count, const char *what) {
  qn_buffer_printf(out, "%s%zu %s%s", out->size ? ", " : "", count, what,
                   count == 1 ? "" : "s");
}

// Prints a last line of text, if there are several images.
static void print_summary(inspection *in) {
  if (in->all_images < 2)
    return;
  qn_buffer text = {0};
  if (!is_list(in))
    print_count(&text, in->kernels, "kernel");
  print_count(&text, in->all_images, "image");
  if (in->targets.count)
    print_count(&text, in->targets.count, "target");
  if (in->files > 1)
    print_count(&text, in->files, "file");
  qn_out_line(in->out, "%s", "");
  qn_out_line(in->out, "%s", qn_buffer_text(&text));
  qn_buffer_finish(&text);
}

// Reports that the requested kernel is in none of the files.
static void report_absent(inspection *in) {
  qn_diag diag = {0};
  qn_status status =
      in->options->kernel
          ? qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "no kernel matches '%s'",
                    in->options->kernel)
      : in->options->target
          ? qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "no image is for '%s'",
                    in->options->target)
          : qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                    "no image has the format '%s'", in->options->image_format);
  qn_suggestion_hint(&in->suggestion, &diag);
  (void)qn_cli_fail(in->cli, &diag, NULL, (qn_span){0});
  if (qn_failed(status) && in->code == QN_EXIT_OK)
    in->code = QN_EXIT_FAILED;
}

static void print_files(inspection *in, const qn_inspect_files *files) {
  qn_out_begin(in->out, NULL);
  qn_out_only(in->out, QN_OUT_DATA_ONLY);
  qn_out_text(in->out, "schema", "quern.inspect/1");
  qn_out_begin_array(in->out, "files");
  qn_out_only(in->out, QN_OUT_ALL);
  for (size_t i = 0; i < files->count; ++i) {
    in->path = files->items[i].path;
    in->found = files->items[i].found;
    inspect_file(in);
  }
  qn_out_only(in->out, QN_OUT_DATA_ONLY);
  qn_out_end_array(in->out);
  qn_out_only(in->out, QN_OUT_ALL);
  qn_out_end(in->out);
  print_summary(in);
}

static int inspect_files(const qn_cli *cli, const qn_inspect_options *options) {
  inspection in = {
      .cli = cli,
      .options = options,
      .out = qn_cli_out(cli),
      .limits = qn_limits_default,
  };
  in.limits.depth = (size_t)options->max_depth;
  in.limits.expanded_size = (uint64_t)options->max_expanded;
  in.limits.items = (size_t)options->max_count;
  if (in.limits.kernels > in.limits.items)
    in.limits.kernels = in.limits.items;
  in.limits.detail = options->list || options->extract  ? QN_DETAIL_IMAGE
                     : options->names && !options->sort ? QN_DETAIL_NAMES
                                                        : QN_DETAIL_ALL;
  if (options->kernel && in.limits.detail == QN_DETAIL_IMAGE)
    in.limits.detail = QN_DETAIL_ALL; // the pattern may match demangled names
  qn_suggestion_init(&in.suggestion, qn_str_from(options->kernel));
  qn_diag diag = {0};
  qn_inspect_files files = {0};
  if (qn_failed(qn_inspect_find_files(cli, &files, &diag)))
    in.code = qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  print_files(&in, &files);
  in.code = qn_cli_out_end(cli, &in.out, in.code);
  if (in.code == QN_EXIT_OK &&
      ((options->kernel && in.kernels == 0) ||
       ((options->target || options->image_format) && in.all_images == 0)))
    report_absent(&in);
  const int code = in.code;
  qn_arena_finish(&files.arena);
  qn_arena_finish(&in.names);
  qn_map_finish(&in.targets);
  return code;
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
  if (options->extract && mkdir(options->extract, 0777) != 0 &&
      errno != EEXIST) {
    (void)qn_failed(qn_fail_errno(&diag, "create", options->extract));
    return qn_cli_fail(cli, &diag, options->extract, (qn_span){0});
  }
  return inspect_files(cli, options);
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
    {.name = "image-format",
     .kind = QN_OPT_STRING,
     .offset = offsetof(qn_inspect_options, image_format),
     .value = "GLOB",
     .help = "only images of formats whose name matches: amdgpu, ptx..."},
    {.name = "list",
     .letter = 'l',
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_inspect_options, list),
     .help = "images only, not what is in them"},
    {.name = "names",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(qn_inspect_options, names),
     .help = "names of kernels only\n"
             "Of AMD code objects in the order of the symbol table."},
    {.name = "extract",
     .kind = QN_OPT_STRING,
     .offset = offsetof(qn_inspect_options, extract),
     .value = "DIR",
     .help = "write each image to a file of this folder, and list them"},
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
    {.name = "max-size",
     .kind = QN_OPT_INT,
     .offset = offsetof(qn_inspect_options, max_size),
     .value = "BYTES",
     .category = "Limits",
     .initial = "0",
     .max = INT64_MAX,
     .help = "largest file that is read; 0: any\n"
             "Of a pipe or device at most 2 GiB are read with 0."},
    {.name = "max-depth",
     .kind = QN_OPT_INT,
     .offset = offsetof(qn_inspect_options, max_depth),
     .value = "N",
     .category = "Limits",
     .initial = "8",
     .max = QN_DEPTH_MAX,
     .help = "most containers around an image"},
    {.name = "max-expanded",
     .kind = QN_OPT_INT,
     .offset = offsetof(qn_inspect_options, max_expanded),
     .value = "BYTES",
     .category = "Limits",
     .initial = "4294967296",
     .max = INT64_MAX,
     .help = "most bytes of compressed contents expanded at once\n"
             "In all, 256 times the file's size and this."},
    {.name = "max-count",
     .kind = QN_OPT_INT,
     .offset = offsetof(qn_inspect_options, max_count),
     .value = "N",
     .category = "Limits",
     .initial = "1048576",
     .min = 1,
     .max = INT32_MAX,
     .help = "most images of a file, and most kernels of an image"},
    {0},
};

const qn_command qn_command_inspect = {
    .name = "inspect",
    .group = "look",
    .summary = "list kernels, arguments and resources of GPU binaries",
    .operands = "FILE|FOLDER...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .examples = "quern inspect saxpy.hipfb\n"
                "quern inspect --kernel 'gemm*' --sort vgpr libfoo.so\n"
                "quern inspect --format jsonl kernels.hsaco"
                "  # one object per kernel\n"
                "quern inspect --list app.hipfb  # images only\n"
                "quern inspect --extract images --target gfx942 libfoo.so\n"
                "quern inspect --diff old.hipfb new.hipfb",
    .description =
        "Reads offload bundles, plain and compressed, programs, libraries and "
        "archives with such bundles in them, of Linux, Windows and macOS, AMD "
        "code objects, cubins, PTX, SPIR-V modules, Intel, Vortex and Xilinx "
        "binaries and Quern's CPU images, nested to any depth.\n"
        "Occupancy is how many waves a SIMD (AMD) or multiprocessor (NVIDIA) "
        "holds at a time, of how many, and what limits it.\n"
        "A figure that a format does not state is shown as '-', and is null in "
        "JSON (schema quern.inspect/1).",
    .opts = inspect_opts,
    .opts_size = sizeof(qn_inspect_options),
    .formats = 1 << QN_OUT_JSON | 1 << QN_OUT_JSONL,
    .run = inspect_run,
};
