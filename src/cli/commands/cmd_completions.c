// SPDX-License-Identifier: Apache-2.0
// quern completions: the completion script of a shell.
#include "cli/core/command.h"
#include "cli/core/help.h"

static int completions_run(qn_cli *cli, const void *given) {
  (void)given;
  qn_buffer script = {0};
  int code;
  if (qn_help_completions(qn_str_from(cli->operands[0]), &script))
    code = qn_cli_print(cli, &script);
  else
    code = qn_cli_usage(cli, "unknown shell '%s': expected one of %s",
                        cli->operands[0], qn_help_shells);
  qn_buffer_finish(&script);
  return code;
}

const qn_command qn_command_completions = {
    .name = "completions",
    .group = "help",
    .summary = "write the completion script of a shell",
    .operands = "bash|zsh|fish",
    .min_operands = 1,
    .max_operands = 1,
    .examples = "quern completions bash > /etc/bash_completion.d/quern",
    .hidden = true,
    .run = completions_run,
};
