// SPDX-License-Identifier: Apache-2.0
// quern targets: the targets that can be compiled for.
#include <limits.h>

#include "base/suggestion.h"
#include "base/text.h"
#include "cli/core/command.h"
#include "targets/target.h"

typedef struct options {
  bool names;
} options;

static const qn_opt opts[] = {
    {.name = "names",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(options, names),
     .help = "names only, one a line"},
    {0},
};

static const qn_column columns[] = {
    {"name", "target", false},   {"family", NULL, false},
    {"wave_size", "wave", true}, {"features", NULL, false},
    {"groups", NULL, false},     {"summary", "for", false},
};
enum { COLUMN_COUNT = sizeof(columns) / sizeof(*columns) };

// A pattern is a glob over names, or the name of a group.
static bool matches(const qn_target_row *row, const char *pattern) {
  const qn_str asked = qn_str_from(pattern);
  if (qn_str_equal(asked, QN_STR("native")))
    return row == qn_target_native();
  if (qn_text_glob(asked, qn_str_from(row->name)))
    return true;
  qn_str rest = qn_str_from(row->groups), group;
  while (qn_str_split(&rest, ' ', &group))
    if (qn_str_equal(group, asked))
      return true;
  return qn_str_equal(qn_str_from(qn_family_name(row->family)), asked);
}

static bool is_wanted(const qn_cli *cli, const qn_target_row *row) {
  for (size_t i = 0; i < cli->operand_count; ++i)
    if (matches(row, cli->operands[i]))
      return true;
  return cli->operand_count == 0;
}

static void write_list(qn_out *o, const char *key, const char *text) {
  qn_str rest = qn_str_from(text), one;
  qn_out_begin_array(o, key);
  while (rest.size && qn_str_split(&rest, ' ', &one))
    qn_out_str(o, NULL, one);
  qn_out_end_array(o);
}

static void write_row(qn_out *o, const qn_target_row *row) {
  static const char *const features[] = {"", "xnack", "sramecc",
                                         "sramecc xnack"};
  qn_target target;
  qn_buffer id = {0};
  qn_out_begin_line(o, NULL);
  qn_out_text(o, "name", row->name);
  qn_out_text(o, "family", qn_family_name(row->family));
  qn_out_text(o, "triple", row->triple);
  if (!qn_failed(qn_target_parse(qn_str_from(row->name), &target, NULL)))
    qn_target_print_id(&target, &id);
  qn_out_str(o, "id", qn_buffer_str(&id));
  write_list(o, "features", features[row->feature_flags & 3]);
  write_list(o, "groups", row->groups);
  qn_out_text(o, "summary", row->summary);
  qn_out_uint(o, "pointer_size", row->pointer_size);
  if (row->wave_size)
    qn_out_uint(o, "wave_size", row->wave_size);
  else
    qn_out_null(o, "wave_size");
  if (row->max_threads)
    qn_out_uint(o, "max_threads", row->max_threads);
  else
    qn_out_null(o, "max_threads");
  qn_out_bool(o, "runs_here", qn_target_runs_here(row));
  qn_out_end(o);
  qn_buffer_finish(&id);
}

// Returns QN_EXIT_OK when some target matches.
static int check_pattern(const qn_cli *cli, const char *pattern) {
  qn_diag diag = {0};
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    if (matches(&rows[i], pattern))
      return QN_EXIT_OK;
  (void)qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                "no target or group matches '%s'", pattern);
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, qn_str_from(pattern));
  for (size_t i = 0; i < count; ++i)
    qn_suggestion_offer(&suggestion, qn_str_from(rows[i].name));
  qn_diag_hint(&diag, "See 'quern targets' for the list.");
  qn_suggestion_hint(&suggestion, &diag);
  return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

static int targets_run(qn_cli *cli, const void *given) {
  const options *chosen = given;
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < cli->operand_count; ++i) {
    const int code = check_pattern(cli, cli->operands[i]);
    if (code != QN_EXIT_OK)
      return code;
  }
  qn_out *o = qn_cli_out(cli);
  if (chosen->names) {
    for (size_t i = 0; i < count; ++i)
      if (is_wanted(cli, &rows[i]))
        qn_out_line(o, "%s", rows[i].name);
    return qn_cli_out_end(cli, &o, QN_EXIT_OK);
  }
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.targets/1");
  qn_out_text(o, "native", qn_target_native()->name);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_begin_table(o, "targets", columns, COLUMN_COUNT);
  for (size_t i = 0; i < count; ++i)
    if (is_wanted(cli, &rows[i]))
      write_row(o, &rows[i]);
  qn_out_end_table(o);
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, QN_EXIT_OK);
}

const qn_command qn_command_targets = {
    .name = "targets",
    .group = "look",
    .summary = "list the machines to compile for",
    .operands = "[PATTERN|GROUP]...",
    .max_operands = UINT_MAX,
    .examples = "quern targets                # all of them\n"
                "quern targets cdna 'sm_9*'   # a group, and a pattern\n"
                "quern targets --format json  # with triples and bundle ids",
    .description =
        "Lists the targets of 'quern compile -t', with the groups that stand "
        "for several at once. 'native' is the CPU that Quern runs on. AMD "
        "targets with features take them after colons, as in "
        "gfx90a:sramecc+:xnack-. For PTX without machine code write ptx80 "
        "instead of sm_80.",
    .opts = opts,
    .opts_size = sizeof(options),
    .formats = 1 << QN_OUT_JSON | 1 << QN_OUT_JSONL,
    .run = targets_run,
};
