// SPDX-License-Identifier: Apache-2.0
// quern bundle: list, create, extract, merge and strip offload bundles.
#include <errno.h>

#include <sys/stat.h>

#include "base/system/file.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "cli/core/command.h"
#include "cli/inspect/inspect.h"
#include "package/bundle/package.h"
#include "targets/target.h"

typedef struct bundle_options {
  const char *output; // NULL: the verb's default
  unsigned compress;  // index into "none|zstd"
  qn_opt_list targets;
} bundle_options;

enum { VERB_LIST, VERB_CREATE, VERB_EXTRACT, VERB_MERGE, VERB_STRIP };

// ---- list

static const qn_column list_columns[] = {
    {"target", NULL, false}, {"format", NULL, false}, {"size", NULL, true},
    {"offset", NULL, true},  {"id", NULL, false},
};

static void print_entry(qn_out *o, const qn_bundle_entry *entry) {
  const qn_bundle_id id = qn_bundle_parse_id(entry->id);
  const qn_format *format = qn_format_detect(entry->bytes);
  qn_out_begin_line(o, NULL);
  qn_out_str(o, "id", entry->id);
  qn_out_str(o, "kind", id.kind);
  qn_out_str(o, "triple", id.triple);
  if (id.target.size)
    qn_out_str(o, "target", id.target);
  else
    qn_out_null(o, "target");
  qn_out_text(o, "format", format ? format->name : NULL);
  qn_out_uint(o, "offset", entry->offset);
  qn_out_uint(o, "size", entry->bytes.size);
  qn_out_end(o);
}

static int list_file(const qn_cli *cli, qn_out *o, const char *path) {
  qn_diag diag = {0};
  qn_file file = {0};
  qn_package package = {0};
  qn_status status = qn_file_open(path, 0, &file, &diag);
  if (!qn_failed(status))
    status = qn_package_open(file.bytes, NULL, &package, &diag);
  qn_out_begin(o, NULL);
  qn_out_line_str(o, "file", qn_str_from(path));
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "path", path);
  qn_out_uint(o, "size", file.bytes.size);
  qn_out_bool(o, "compressed", package.compressed);
  qn_out_only(o, QN_OUT_ALL);
  if (package.entry_count == 0)
    qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin_table(o, "entries", list_columns, 5);
  for (size_t i = 0; i < package.entry_count; ++i)
    print_entry(o, &package.entries[i]);
  qn_out_end_table(o);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_end(o);
  const int code =
      qn_failed(status) ? qn_cli_fail(cli, &diag, path, file.bytes) : 0;
  qn_package_finish(&package);
  qn_file_close(&file);
  return code;
}

static int run_list(const qn_cli *cli) {
  qn_out *o = qn_cli_out(cli);
  int code = QN_EXIT_OK;
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.bundle/1");
  qn_out_begin_array(o, "files");
  qn_out_only(o, QN_OUT_ALL);
  for (size_t i = 0; i < cli->operand_count; ++i) {
    if (cli->operand_count > 1) {
      qn_out_only(o, QN_OUT_TEXT_ONLY);
      qn_out_heading(o, "%s%s:", i ? "\n" : "", cli->operands[i]);
      qn_out_only(o, QN_OUT_ALL);
    }
    const int one = list_file(cli, o, cli->operands[i]);
    code = one > code ? one : code;
  }
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_end_array(o);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, code);
}

// ---- What create and merge share: entries collected from files

typedef struct collection {
  qn_bundle_entry *entries; // in the arena
  size_t count, capacity;
  qn_arena arena;
  qn_file *files; // open as long as the entries are used
  size_t file_count;
  qn_package *packages;
  size_t package_count;
} collection;

static qn_status init_collection(collection *c, size_t files, qn_diag *diag) {
  *c = (collection){0};
  c->files = qn_arena_alloc(&c->arena, files, sizeof(qn_file));
  c->packages = qn_arena_alloc(&c->arena, files, sizeof(qn_package));
  return c->files && c->packages ? qn_ok()
                                 : qn_fail_memory(diag, "the files' table");
}

static void finish_collection(collection *c) {
  for (size_t i = 0; i < c->package_count; ++i)
    qn_package_finish(&c->packages[i]);
  for (size_t i = 0; i < c->file_count; ++i)
    qn_file_close(&c->files[i]);
  qn_arena_finish(&c->arena);
}

static qn_status open_file(collection *c, const char *path, qn_diag *diag) {
  QN_TRY(qn_file_open(path, 0, &c->files[c->file_count], diag));
  ++c->file_count;
  return qn_ok();
}

static qn_status add_entry(collection *c, const qn_bundle_entry *entry,
                           qn_diag *diag) {
  for (size_t i = 0; i < c->count; ++i)
    if (qn_str_equal(c->entries[i].id, entry->id))
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "two images have the id '%.*s'", QN_STR_ARG(entry->id));
  qn_bundle_entry *grown = qn_arena_grow(&c->arena, c->entries, c->count,
                                         &c->capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the entries of the bundle");
  c->entries = grown;
  grown[c->count++] = *entry;
  return qn_ok();
}

static int write_bundle(const qn_cli *cli, const bundle_options *options,
                        const collection *c, bool compress) {
  const char *path = options->output ? options->output : "a.hipfb";
  const qn_package_params params = {
      .entries = c->entries,
      .entry_count = c->count,
      .compress = compress || options->compress != 0,
  };
  qn_diag diag = {0};
  qn_buffer bundle = {0}, size = {0};
  size_t images = 0;
  for (size_t i = 0; i < c->count; ++i)
    images += c->entries[i].bytes.size != 0;
  qn_status status = qn_package_write(&params, &bundle, &diag);
  if (!qn_failed(status))
    status = qn_cli_write(cli, path, qn_buffer_span(&bundle), &diag);
  int code = QN_EXIT_OK;
  if (qn_failed(status)) {
    code = qn_cli_fail(cli, &diag, path, (qn_span){0});
  } else {
    qn_text_size(bundle.size, &size);
    qn_cli_done(cli, "wrote %s (%zu image%s, %s)", path, images,
                images == 1 ? "" : "s", qn_buffer_text(&size));
  }
  qn_buffer_finish(&bundle);
  qn_buffer_finish(&size);
  return code;
}

// ---- create TARGET=FILE...

// The entry id for the part before '=': a target's name, or an id.
static qn_status resolve_id(collection *c, qn_str name, qn_str *out_id,
                            qn_diag *diag) {
  const qn_bundle_id parts = qn_bundle_parse_id(name);
  if (parts.arch.size && (qn_str_starts(parts.kind, QN_STR("hip")) ||
                          qn_str_equal(parts.kind, QN_STR("host")) ||
                          qn_str_equal(parts.kind, QN_STR("openmp")))) {
    *out_id = name;
    return qn_ok();
  }
  qn_target target;
  QN_TRY(qn_target_parse(name, &target, diag));
  qn_buffer id = {0};
  qn_target_print_id(&target, &id);
  *out_id =
      id.failed ? (qn_str){0} : qn_arena_copy(&c->arena, qn_buffer_str(&id));
  qn_buffer_finish(&id);
  return out_id->data ? qn_ok() : qn_fail_memory(diag, "the entry's id");
}

static qn_status add_operand(collection *c, const char *operand,
                             qn_diag *diag) {
  const qn_str text = qn_str_from(operand);
  const size_t at = qn_str_find(text, '=');
  if (at == text.size || at == 0 || at + 1 == text.size)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "expected TARGET=FILE, found '%s'", operand);
  qn_bundle_entry entry = {0};
  QN_TRY(resolve_id(c, (qn_str){text.data, at}, &entry.id, diag));
  QN_TRY(open_file(c, operand + at + 1, diag));
  entry.bytes = c->files[c->file_count - 1].bytes;
  return add_entry(c, &entry, diag);
}

static int run_create(const qn_cli *cli, const bundle_options *options) {
  collection c;
  qn_diag diag = {0};
  qn_status status = init_collection(&c, cli->operand_count, &diag);
  for (size_t i = 0; i < cli->operand_count && !qn_failed(status); ++i)
    status = add_operand(&c, cli->operands[i], &diag);
  const int code = qn_failed(status)
                       ? qn_cli_fail(cli, &diag, NULL, (qn_span){0})
                       : write_bundle(cli, options, &c, false);
  finish_collection(&c);
  return code;
}

// ---- merge BUNDLE...

static qn_status add_bundle(collection *c, const char *path, qn_diag *diag) {
  QN_TRY(open_file(c, path, diag));
  qn_package *package = &c->packages[c->package_count];
  QN_TRY(
      qn_package_open(c->files[c->file_count - 1].bytes, NULL, package, diag));
  ++c->package_count;
  for (size_t i = 0; i < package->entry_count; ++i)
    if (package->entries[i].bytes.size) // host entries are recreated
      QN_TRY(add_entry(c, &package->entries[i], diag));
  return qn_ok();
}

static int run_merge(const qn_cli *cli, const bundle_options *options) {
  collection c;
  qn_diag diag = {0};
  const char *path = NULL;
  qn_status status = init_collection(&c, cli->operand_count, &diag);
  for (size_t i = 0; i < cli->operand_count && !qn_failed(status); ++i) {
    path = cli->operands[i];
    status = add_bundle(&c, path, &diag);
  }
  const qn_span input =
      c.file_count ? c.files[c.file_count - 1].bytes : (qn_span){0};
  const int code = qn_failed(status) ? qn_cli_fail(cli, &diag, path, input)
                                     : write_bundle(cli, options, &c, false);
  finish_collection(&c);
  return code;
}

// ---- strip BUNDLE

// Drops entries that match a pattern; each pattern must match something.
// Patterns match targets, or whole ids.
static qn_status strip_entries(collection *c, const qn_package *package,
                               const qn_opt_list *patterns, qn_diag *diag) {
  size_t kept = 0;
  for (size_t p = 0; p < patterns->count; ++p) {
    const qn_str pattern = qn_str_from(patterns->items[p]);
    qn_suggestion suggestion;
    qn_suggestion_init(&suggestion, pattern);
    bool found = false;
    for (size_t i = 0; i < package->entry_count; ++i) {
      const qn_bundle_entry *e = &package->entries[i];
      const qn_str target = qn_bundle_parse_id(e->id).target;
      found |= e->bytes.size &&
               (qn_text_glob(pattern, target) || qn_text_glob(pattern, e->id));
      qn_suggestion_offer(&suggestion, target);
    }
    if (!found) {
      const qn_status status =
          qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no image is for '%s'",
                  patterns->items[p]);
      qn_suggestion_hint(&suggestion, diag);
      return status;
    }
  }
  for (size_t i = 0; i < package->entry_count; ++i) {
    const qn_bundle_entry *e = &package->entries[i];
    const qn_str target = qn_bundle_parse_id(e->id).target;
    bool dropped = e->bytes.size == 0; // host entries are recreated
    for (size_t p = 0; p < patterns->count && !dropped; ++p) {
      const qn_str pattern = qn_str_from(patterns->items[p]);
      dropped = qn_text_glob(pattern, target) || qn_text_glob(pattern, e->id);
    }
    kept += !dropped;
    if (!dropped)
      QN_TRY(add_entry(c, e, diag));
  }
  return kept ? qn_ok()
              : qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                        "no image would be left in the bundle");
}

static int run_strip(const qn_cli *cli, const bundle_options *options) {
  const char *path = cli->operands[0];
  if (options->targets.count == 0)
    return qn_cli_usage(cli, "strip needs a --target to drop");
  collection c;
  qn_diag diag = {0};
  qn_package *package = NULL;
  qn_status status = init_collection(&c, 1, &diag);
  if (!qn_failed(status))
    status = open_file(&c, path, &diag);
  if (!qn_failed(status))
    status = qn_package_open(c.files[0].bytes, NULL, &c.packages[0], &diag);
  if (!qn_failed(status)) {
    package = &c.packages[0];
    c.package_count = 1;
    status = strip_entries(&c, package, &options->targets, &diag);
  }
  const qn_span input = c.file_count ? c.files[0].bytes : (qn_span){0};
  const int code = qn_failed(status)
                       ? qn_cli_fail(cli, &diag, path, input)
                       : write_bundle(cli, options, &c, package->compressed);
  finish_collection(&c);
  return code;
}

// ---- extract

static void append_file_name(qn_buffer *out, const qn_bundle_entry *entry) {
  const qn_bundle_id id = qn_bundle_parse_id(entry->id);
  qn_inspect_file_name(id.target.size ? id.target : entry->id,
                       qn_format_detect(entry->bytes), out);
}

static int write_entry(const qn_cli *cli, const char *path,
                       const qn_bundle_entry *entry) {
  qn_diag diag = {0};
  if (qn_failed(qn_cli_write(cli, path, entry->bytes, &diag)))
    return qn_cli_fail(cli, &diag, path, (qn_span){0});
  qn_buffer size = {0};
  qn_text_size(entry->bytes.size, &size);
  if (strcmp(path, "-") != 0)
    qn_cli_done(cli, "wrote %s (%s)", path, qn_buffer_text(&size));
  qn_buffer_finish(&size);
  return QN_EXIT_OK;
}

// Extracts all images into `folder`, which is created if necessary.
static int extract_all(const qn_cli *cli, const char *folder,
                       const qn_package *package) {
  int code = QN_EXIT_OK;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    qn_diag diag = {0};
    (void)qn_failed(qn_fail_errno(&diag, "create", folder));
    return qn_cli_fail(cli, &diag, folder, (qn_span){0});
  }
  for (size_t i = 0; i < package->entry_count && code == QN_EXIT_OK; ++i) {
    if (package->entries[i].bytes.size == 0)
      continue;
    qn_buffer path = {0};
    qn_buffer_printf(&path, "%s/", folder);
    append_file_name(&path, &package->entries[i]);
    code = write_entry(cli, qn_buffer_text(&path), &package->entries[i]);
    qn_buffer_finish(&path);
  }
  return code;
}

// Extracts the image for one target: the entry of that name, or the best one
// for a device of that name.
static int extract_one(const qn_cli *cli, const bundle_options *options,
                       const qn_package *package, const char *path) {
  const qn_str name = qn_str_from(options->targets.items[0]);
  const qn_bundle_entry *entry = qn_package_find(package, name);
  qn_diag diag = {0};
  qn_target target;
  if (!entry && !qn_failed(qn_target_parse(name, &target, NULL))) {
    // A target's name as for `quern compile`: "ptx80", "native".
    qn_buffer id = {0};
    qn_target_print_id(&target, &id);
    entry = qn_package_find(package, qn_buffer_str(&id));
    qn_buffer_finish(&id);
  }
  if (!entry && qn_failed(qn_package_select(package, name, &entry, &diag)))
    return qn_cli_fail(cli, &diag, path, (qn_span){0});
  if (options->output)
    return write_entry(cli, options->output, entry);
  qn_buffer file = {0};
  append_file_name(&file, entry);
  const int code = write_entry(cli, qn_buffer_text(&file), entry);
  qn_buffer_finish(&file);
  return code;
}

static int run_extract(const qn_cli *cli, const bundle_options *options) {
  const char *path = cli->operands[0];
  if (options->targets.count > 1)
    return qn_cli_usage(cli, "extract takes one --target, or none for all");
  qn_diag diag = {0};
  qn_file file = {0};
  qn_package package = {0};
  qn_status status = qn_file_open(path, 0, &file, &diag);
  if (!qn_failed(status))
    status = qn_package_open(file.bytes, NULL, &package, &diag);
  int code;
  if (qn_failed(status))
    code = qn_cli_fail(cli, &diag, path, file.bytes);
  else if (options->targets.count)
    code = extract_one(cli, options, &package, path);
  else
    code = extract_all(cli, options->output ? options->output : ".", &package);
  qn_package_finish(&package);
  qn_file_close(&file);
  return code;
}

static int bundle_run(qn_cli *cli, const void *given) {
  const bundle_options *options = given;
  switch (cli->verb) {
  case VERB_LIST:
    return run_list(cli);
  case VERB_CREATE:
    return run_create(cli, options);
  case VERB_EXTRACT:
    return run_extract(cli, options);
  case VERB_STRIP:
    return run_strip(cli, options);
  default:
    return run_merge(cli, options);
  }
}

static const qn_verb bundle_verbs[] = {
    [VERB_LIST] = {"list", "FILE...", "say what is in bundles", 1, UINT32_MAX},
    [VERB_CREATE] = {"create", "TARGET=FILE...", "make a bundle of images", 1,
                     UINT32_MAX},
    [VERB_EXTRACT] = {"extract", "FILE", "take images out of a bundle", 1, 1},
    [VERB_MERGE] = {"merge", "FILE...", "join bundles into one", 1, UINT32_MAX},
    [VERB_STRIP] = {"strip", "FILE", "drop the images for targets", 1, 1},
    {0},
};

static const qn_opt bundle_opts[] = {
    {.name = "output",
     .letter = 'o',
     .kind = QN_OPT_STRING,
     .offset = offsetof(bundle_options, output),
     .value = "PATH",
     .help = "file to write; for extract without --target a folder\n"
             "Default: a.hipfb, and for extract the current folder."},
    {.name = "compress",
     .kind = QN_OPT_CHOICE,
     .offset = offsetof(bundle_options, compress),
     .value = "METHOD",
     .choices = "none|zstd",
     .initial = "none",
     .help = "compress what create and merge write"},
    {.name = "target",
     .letter = 't',
     .kind = QN_OPT_LIST,
     .offset = offsetof(bundle_options, targets),
     .value = "NAME",
     .help = "extract: the image for this target, entry id or device\n"
             "strip: drop images whose target or id matches; repeatable."},
    {0},
};

const qn_command qn_command_bundle = {
    .name = "bundle",
    .group = "make",
    .summary = "list, make, take apart and join offload bundles",
    .operands = "",
    .max_operands = UINT32_MAX,
    .examples =
        "quern bundle list app.hipfb\n"
        "quern bundle create -o k.hipfb gfx90a=k.hsaco sm_90=k.cubin\n"
        "quern bundle extract --target gfx90a -o k.hsaco app.hipfb\n"
        "quern bundle merge --compress zstd -o all.hipfb a.hipfb b.hipfb\n"
        "quern bundle strip --target 'gfx10*' -o small.hipfb app.hipfb",
    .description = "Bundles are clang offload bundles, plain or compressed "
                   "(CCOB), as hipcc writes and HIP loads them. Images are "
                   "aligned to 4096 bytes. The same input gives the same "
                   "bytes.",
    .opts = bundle_opts,
    .opts_size = sizeof(bundle_options),
    .formats = 1 << QN_OUT_JSON | 1 << QN_OUT_JSONL,
    .verbs = bundle_verbs,
    .run = bundle_run,
};
