// SPDX-License-Identifier: Apache-2.0
// quern kernels: lists pregenerated kernels, and shows which one a device gets.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/core/command.h"
#include "package/store/store.h"
#include "targets/target.h"

typedef struct options {
  const char *device;
  const char *find;
  const char *name;
} options;

static const qn_column columns[] = {{"arch", NULL, false},
                                    {"name", NULL, false},
                                    {"exported", NULL, false},
                                    {"launch", NULL, false},
                                    {"bytes", NULL, true}};
enum { COLUMN_COUNT = sizeof(columns) / sizeof(columns[0]) };

static void write_three(qn_out *o, const char *key, const uint32_t v[3]) {
  qn_out_begin_array(o, key);
  for (int i = 0; i < 3; ++i)
    qn_out_uint(o, NULL, v[i]);
  qn_out_end_array(o);
}

static void write_aliases(qn_out *o, const qn_manifest_kernel *k) {
  qn_buffer list = {0};
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin_array(o, "aliases");
  for (size_t i = 0; i < k->alias_count; ++i) {
    qn_out_str(o, NULL, k->aliases[i]);
    qn_buffer_printf(&list, "%s%.*s", i ? " " : "", QN_STR_ARG(k->aliases[i]));
  }
  qn_out_end_array(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_str(o, "exported", qn_buffer_str(&list));
  qn_out_only(o, QN_OUT_ALL);
  qn_buffer_finish(&list);
}

static void write_launch(qn_out *o, const qn_manifest_kernel *k) {
  qn_ggml_launch launch;
  char text[96];
  if (!k->has_call || qn_failed(qn_ggml_geometry(&k->call, &launch, NULL)))
    return;
  snprintf(text, sizeof(text),
           "%" PRIu32 "x%" PRIu32 "x%" PRIu32 " of %" PRIu32 "x%" PRIu32
           "x%" PRIu32,
           launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
           launch.block[1], launch.block[2]);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_text(o, "launch", text);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "op", k->call.op->name);
  write_three(o, "grid", launch.grid);
  write_three(o, "block", launch.block);
  qn_out_only(o, QN_OUT_ALL);
}

static void write_kernel(qn_out *o, const qn_store_folder *folder,
                         const qn_manifest_kernel *k) {
  qn_out_begin_line(o, NULL);
  qn_out_str(o, "arch", k->arch);
  qn_out_str(o, "name", k->name);
  write_aliases(o, k);
  write_launch(o, k);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_str(o, "file", k->code.path);
  qn_out_only(o, QN_OUT_ALL);
  if (folder->has_manifest)
    qn_out_uint(o, "bytes", k->code.size);
  else
    qn_out_null(o, "bytes");
  qn_out_end(o);
}

static bool is_wanted(const options *o, const qn_manifest_kernel *k) {
  if (o->device && !qn_store_fitness(k->arch, qn_str_from(o->device)))
    return false;
  if (!o->name)
    return true;
  const qn_str pattern = qn_str_from(o->name);
  bool match = qn_text_glob(pattern, k->name);
  for (size_t i = 0; i < k->alias_count; ++i)
    match = match || qn_text_glob(pattern, k->aliases[i]);
  return match;
}

static void write_folder(qn_out *o, const options *chosen,
                         const qn_store_folder *folder) {
  qn_out_begin(o, NULL);
  qn_out_text(o, "folder", folder->path);
  qn_out_text(o, "named_by", folder->origin);
  qn_out_line_str(o, "folder", qn_str_from(folder->path));
  if (folder->wrong.code != QN_OK) {
    qn_out_text(o, "not_used", folder->wrong.message);
    qn_out_end(o);
    return;
  }
  qn_out_begin_table(o, "kernels", columns, COLUMN_COUNT);
  for (size_t i = 0; i < folder->manifest.count; ++i)
    if (is_wanted(chosen, &folder->manifest.kernels[i]))
      write_kernel(o, folder, &folder->manifest.kernels[i]);
  qn_out_end_table(o);
  qn_out_end(o);
}

static int list(const qn_cli *cli, const options *chosen,
                const quern_store *store, int code) {
  qn_out *o = qn_cli_out(cli);
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.store/1");
  qn_out_only(o, QN_OUT_ALL);
  qn_out_begin_array(o, "folders");
  for (const qn_store_folder *f = qn_store_folders(store); f; f = f->next)
    write_folder(o, chosen, f);
  qn_out_end_array(o);
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, code);
}

static int fail(const qn_cli *cli, const quern_error *error) {
  qn_diag diag = {0};
  qn_ignore(qn_api_fail(&diag, error), "reported from the diag");
  return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

// Shows the file that a device gets, or all that were tried.
static int find(const qn_cli *cli, const options *chosen, quern_store *store) {
  quern_store_kernel kernel = QUERN_STORE_KERNEL_INIT;
  quern_error error = QUERN_ERROR_INIT;
  char tried[QUERN_STORE_TRIED_SIZE] = "";
  const quern_store_query query = {.size = sizeof(query),
                                   .device = chosen->device,
                                   .name = chosen->find,
                                   .tried = tried,
                                   .tried_size = sizeof(tried)};
  if (quern_store_find(store, &query, &kernel, &error) != QUERN_OK) {
    (void)fail(cli, &error);
    qn_cli_done(cli, "%s", tried);
    return QN_EXIT_FAILED;
  }
  qn_out *o = qn_cli_out(cli);
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.store_find/1");
  qn_out_only(o, QN_OUT_ALL);
  qn_out_text(o, "name", kernel.name);
  qn_out_text(o, "arch", kernel.arch);
  qn_out_text(o, "symbol", kernel.symbol);
  qn_out_text(o, "file", kernel.path);
  qn_out_uint(o, "bytes", kernel.code_size);
  if (kernel.has_launch) {
    write_three(o, "grid", kernel.grid);
    write_three(o, "block", kernel.block);
  }
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, QN_EXIT_OK);
}

static int kernels_run(qn_cli *cli, const void *given) {
  options chosen = *(const options *)given;
  quern_error error = QUERN_ERROR_INIT;
  quern_store *store;
  int code = QN_EXIT_OK;
  if (chosen.find && !chosen.device)
    return qn_cli_usage(cli, "--find needs --device");
  if (chosen.device && strcmp(chosen.device, "native") == 0)
    chosen.device = qn_target_native()->name;
  if (quern_store_create(cli->operand_count ? 0 : QUERN_STORE_ENVIRONMENT,
                         &store, &error) != QUERN_OK)
    return fail(cli, &error);
  for (size_t i = 0; i < cli->operand_count; ++i)
    if (quern_store_add(store, cli->operands[i], &error) != QUERN_OK)
      code = fail(cli, &error);
  if (chosen.find)
    code = find(cli, &chosen, store);
  else
    code = list(cli, &chosen, store, code);
  quern_store_destroy(store);
  return code;
}

static const qn_opt opts[] = {
    {"device", 0, QN_OPT_STRING, offsetof(options, device), "DEVICE",
     "only what this device can be given: gfx942, sm_90, x86-64-v3, native, "
     "aie2, ...",
     NULL, NULL, NULL, 0, 0, 0},
    {"name", 0, QN_OPT_STRING, offsetof(options, name), "PATTERN",
     "only kernels whose name or exported name matches", NULL, NULL, NULL, 0, 0,
     0},
    {"find", 0, QN_OPT_STRING, offsetof(options, find), "NAME",
     "which file the device would be given for this name, or all that was "
     "tried",
     NULL, NULL, NULL, 0, 0, 0},
    {0},
};

const qn_command qn_command_kernels = {
    .name = "kernels",
    .group = "look",
    .summary = "list pregenerated kernels",
    .operands = "[DIR]...",
    .max_operands = UINT_MAX,
    .examples =
        "quern kernels out                         # what is in a folder\n"
        "quern kernels                             # where programs look\n"
        "quern kernels out --device gfx942         # what a device can use\n"
        "quern kernels out --device sm_90 --find add_f32_1024",
    .description =
        "Lists the kernels of folders that 'quern pregen' wrote, or of those "
        "that programs look into: GGML_HSA_KERNEL_DIR, QUERN_KERNEL_DIR, then "
        "the cache of ggml.",
    .opts = opts,
    .opts_size = sizeof(options),
    .formats = 1u << QN_OUT_JSON | 1u << QN_OUT_JSONL,
    .run = kernels_run,
};
