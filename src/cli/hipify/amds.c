// SPDX-License-Identifier: Apache-2.0
#include "cli/hipify/amds.h"

#include <limits.h>
#include <stdio.h>

#include "cli/hipify/release.h"

// Adds the parts of a list to the files that are left alone.
static bool exclude_all(qn_hipify_args *args, qn_arena *arena) {
  qn_opt_list *to = &args->excludes;
  for (size_t i = 0; i < args->amds.excludes.count; ++i) {
    qn_str rest = qn_str_from(args->amds.excludes.items[i]);
    for (qn_str part; qn_str_split(&rest, ',', &part);) {
      const qn_str copy = qn_arena_copy(arena, part);
      const char **grown = qn_arena_grow(arena, to->items, to->count,
                                         &to->capacity, sizeof(*grown));
      if (!grown || !copy.data)
        return false;
      to->items = grown;
      to->items[to->count++] = copy.data;
    }
  }
  return true;
}

int qn_amds_read(const qn_cli *cli, qn_hipify_args *args, qn_arena *arena) {
  qn_amds_options *o = &args->amds;
  if (o->tables)
    return qn_cli_usage(cli, "-md, -csv, -perl and -python, which write "
                             "hipify-clang's own tables, are not here");
  if (!exclude_all(args, arena))
    return qn_cli_usage(cli, "out of memory");
  if (o->replace) {
    args->in_place = true;
    if (!o->no_backup && !args->backup)
      args->backup = ".prehip";
  }
  if (args->output && args->output[0] == '=') // hipify-perl's -o=FILE
    ++args->output;
  o->no_output |= o->examine;
  o->print_stats |= o->examine;
  o->print_csv |= o->stats_file != NULL;
  if (o->live_only)
    args->preprocessor = 1;
  if (o->as_calls)
    args->launch = QN_LAUNCH_GGL;
  // Where sources are named, these alone.
  if (o->build_folder && !cli->operand_count)
    args->compile_commands =
        qn_arena_printf(arena, "%s/compile_commands.json", o->build_folder)
            .data;
  return QN_EXIT_OK;
}

size_t qn_amds_count_sources(const qn_cli *cli) {
  size_t count = 0;
  while (count < cli->operand_count &&
         (cli->operands[count][0] != '-' || !cli->operands[count][1]))
    ++count;
  return count;
}

bool qn_amds_has(const qn_opt_list *lists, qn_str name) {
  for (size_t i = 0; i < lists->count; ++i) {
    qn_str rest = qn_str_from(lists->items[i]);
    for (qn_str part; qn_str_split(&rest, ',', &part);)
      if (qn_str_equal(part, name))
        return true;
  }
  return false;
}

int qn_amds_version(const qn_cli *cli) {
  qn_buffer out = {0};
  qn_buffer_printf(&out, "HIP version %d.%d\n", QN_HIP_NEWEST,
                   QN_HIP_NEWEST_MINOR);
  const int code = qn_cli_print(cli, &out);
  qn_buffer_finish(&out);
  return code;
}

static int write_csv(const qn_cli *cli, const qn_hipified *files, size_t count,
                     const char *path) {
  qn_diag diag = {0};
  qn_buffer out = {0};
  qn_hipify_stats_csv(files, count, &out);
  qn_status status = qn_buffer_check(&out, &diag);
  if (!qn_failed(status))
    status = qn_cli_write(cli, path, qn_buffer_span(&out), &diag);
  qn_buffer_finish(&out);
  return qn_failed(status) ? qn_cli_fail(cli, &diag, path, (qn_span){0})
                           : QN_EXIT_OK;
}

int qn_amds_figures(const qn_cli *cli, const qn_hipify_args *args,
                    const qn_hipified *files, size_t count) {
  const qn_amds_options *o = &args->amds;
  if (o->print_stats) {
    qn_buffer out = {0};
    qn_hipify_stats(files, count, &out);
    fwrite(out.data, 1, out.size, stderr);
    qn_buffer_finish(&out);
  }
  int code = QN_EXIT_OK;
  if (!o->print_csv)
    return code;
  if (count > 1 || o->stats_file)
    code = write_csv(cli, files, count,
                     o->stats_file ? o->stats_file : "sum_stat.csv");
  for (size_t i = 0; i < count && (count > 1 || !o->stats_file); ++i) {
    char path[PATH_MAX];
    const int size = snprintf(path, sizeof(path), "%s.csv", files[i].path);
    if (size < 0 || (size_t)size >= sizeof(path))
      continue; // too long for a name
    const int one = write_csv(cli, &files[i], 1, path);
    code = code == QN_EXIT_OK ? one : code;
  }
  return code;
}
