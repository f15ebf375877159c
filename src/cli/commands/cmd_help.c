// SPDX-License-Identifier: Apache-2.0
// quern help: the same texts as --help, the topics, and the man pages.
#include "base/suggestion.h"
#include "cli/core/command.h"
#include "cli/core/help.h"

typedef struct options {
  bool man;
} options;

static const qn_opt opts[] = {
    {.name = "man",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(options, man),
     .help = "write the man page (roff) instead\n"
             "Without COMMAND: that of the tool."},
    {0},
};

static const qn_topic *find_topic(qn_str name) {
  for (const qn_topic *t = qn_topics; t->name; ++t)
    if (qn_str_equal(qn_str_from(t->name), name))
      return t;
  return NULL;
}

static int unknown(const qn_cli *cli, const char *name) {
  qn_diag diag = {0};
  (void)qn_fail(&diag, QN_E_ARGUMENT, QN_NOWHERE, "no command or topic '%s'",
                name);
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, qn_str_from(name));
  for (const qn_command *const *c = qn_commands(); *c; ++c)
    qn_suggestion_offer(&suggestion, qn_str_from((*c)->name));
  for (const qn_topic *t = qn_topics; t->name; ++t)
    qn_suggestion_offer(&suggestion, qn_str_from(t->name));
  qn_diag_hint(&diag, "See 'quern help' for the list.");
  qn_suggestion_hint(&suggestion, &diag);
  return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

static int help_run(qn_cli *cli, const void *given) {
  const options *o = given;
  const char *name = cli->operand_count ? cli->operands[0] : NULL;
  const qn_command *command = name ? qn_command_find(qn_str_from(name)) : NULL;
  const qn_topic *topic = name ? find_topic(qn_str_from(name)) : NULL;
  const qn_help_style style = {.color = cli->color_out};
  if (name && !command && (!topic || o->man))
    return unknown(cli, name);
  qn_buffer page = {0};
  if (o->man)
    qn_help_man(command, &page);
  else if (command)
    qn_help_command(command, style, &page);
  else if (topic)
    topic->write(style, &page);
  else
    qn_help_overview(style, &page);
  const int code = qn_cli_print(cli, &page);
  qn_buffer_finish(&page);
  return code;
}

const qn_command qn_command_help = {
    .name = "help",
    .group = "help",
    .summary = "explain a command or a topic",
    .operands = "[COMMAND|TOPIC]",
    .max_operands = 1,
    .examples = "quern help inspect     # the same as quern inspect --help\n"
                "quern help exit-codes  # a topic\n"
                "quern help --man inspect > quern-inspect.1",
    .description = "Shows the long help of a command, or a topic, or the list "
                   "of both.",
    .opts = opts,
    .opts_size = sizeof(options),
    .run = help_run,
};
