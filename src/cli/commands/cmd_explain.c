// SPDX-License-Identifier: Apache-2.0
// quern explain: what a diagnostic's id means, or what is known about an API
// name.
#include "base/suggestion.h"
#include "cli/core/command.h"
#include "cli/hipify/report.h"

// A HIP name: what --reverse translates it to.
static void explain_hip(const qn_hip_name *name, qn_buffer *out) {
  qn_buffer_printf(out, "%s\n", name->hip);
  if (name->runtime)
    qn_buffer_printf(out, "  CUDA: %s, %s of %s\n", name->runtime->cuda,
                     qn_name_kind_text((qn_name_kind)name->runtime->kind),
                     name->runtime->section);
  if (name->driver)
    qn_buffer_printf(out, "  CUDA: %s, %s of %s\n", name->driver->cuda,
                     qn_name_kind_text((qn_name_kind)name->driver->kind),
                     name->driver->section);
  if (!name->runtime && !name->driver)
    qn_buffer_printf(out, "  several names of CUDA's become this one\n");
}

int qn_explain(const qn_cli *cli, const char *what) {
  qn_rule rule;
  qn_hip_name hip;
  qn_buffer out = {0};
  const qn_cuda_name *name = qn_cuda_name_find(qn_str_from(what));
  static const char *const states[] = {"translated", "the same in HIP",
                                       "translated, deprecated",
                                       "without a counterpart"};
  if (name) {
    qn_buffer_printf(&out, "%s\n  %s of %s: %s\n", name->cuda,
                     qn_name_kind_text((qn_name_kind)name->kind), name->section,
                     states[name->status]);
    if (name->hip[0])
      qn_buffer_printf(&out, "  HIP: %s\n", name->hip);
    if (name->transform[0])
      qn_buffer_printf(&out, "  arguments: %s\n", name->transform);
  } else if (qn_hip_name_find(qn_str_from(what), &hip)) {
    explain_hip(&hip, &out);
  } else if (qn_rule_find(qn_str_from(what), &rule)) {
    qn_buffer_printf(&out, "%s: %s\n\n%s\n", what, qn_rule_summary(rule),
                     qn_rule_text(rule));
  } else {
    qn_suggestion suggestion;
    size_t count;
    const qn_cuda_name *rows = qn_cuda_names(&count);
    qn_suggestion_init(&suggestion, qn_str_from(what));
    for (int k = 0; k < QN_RULE_COUNT; ++k)
      qn_suggestion_offer(&suggestion, qn_str_from(qn_rule_name((qn_rule)k)));
    for (size_t k = 0; k < count; ++k) {
      qn_suggestion_offer(&suggestion, qn_str_from(rows[k].cuda));
      qn_suggestion_offer(&suggestion, qn_str_from(rows[k].hip));
    }
    if (suggestion.count)
      return qn_cli_usage(cli, "no id or name '%s'; did you mean '%.*s'?", what,
                          QN_STR_ARG(suggestion.names[0]));
    return qn_cli_usage(cli, "'%s' is no name of CUDA's or HIP's and no id",
                        what);
  }
  const int code = qn_cli_print(cli, &out);
  qn_buffer_finish(&out);
  return code;
}

static int list_rules(const qn_cli *cli) {
  qn_buffer out = {0};
  for (int i = 0; i < QN_RULE_COUNT; ++i)
    qn_buffer_printf(&out, "%-26s %s\n", qn_rule_name((qn_rule)i),
                     qn_rule_summary((qn_rule)i));
  const int code = qn_cli_print(cli, &out);
  qn_buffer_finish(&out);
  return code;
}

static int explain_run(qn_cli *cli, const void *given) {
  (void)given;
  return cli->operand_count ? qn_explain(cli, cli->operands[0])
                            : list_rules(cli);
}

const qn_command qn_command_explain = {
    .name = "explain",
    .group = "help",
    .summary = "say what an id in a message means",
    .operands = "[ID]",
    .min_operands = 0,
    .max_operands = 1,
    .examples = "quern explain hipify-warp-mask\n"
                "quern explain cudaMemcpyToSymbol   # a name of CUDA's\n"
                "quern explain                      # all ids",
    .description =
        "Messages of 'quern hipify' end in an id in brackets. This says at "
        "more "
        "length what it means and what to do. Names of CUDA's are explained "
        "too: what HIP calls them.",
    .run = explain_run,
};
