// SPDX-License-Identifier: Apache-2.0
// The tool: finds the command, parses its options, runs it.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/system/log.h"
#include "base/suggestion.h"
#include "cli/core/command.h"
#include "cli/core/help.h"
#include "cli/core/term.h"

static qn_arena arena;

// Before the options are parsed, errors are formatted as the environment, or an
// easily recognised option, demands.
static void guess_style(qn_cli *cli, char **argv) {
  qn_color color = QN_COLOR_AUTO;
  for (; *argv && strcmp(*argv, "--") != 0; ++argv) {
    if (strcmp(*argv, "--color=always") == 0)
      color = QN_COLOR_ALWAYS;
    else if (strcmp(*argv, "--color=never") == 0)
      color = QN_COLOR_NEVER;
    else if (strcmp(*argv, "--format=json") == 0)
      cli->format = QN_OUT_JSON;
    else if (strcmp(*argv, "--format=jsonl") == 0)
      cli->format = QN_OUT_JSONL;
  }
  cli->color_err = qn_term_color(STDERR_FILENO, color);
}

static int print_page(const qn_cli *cli, qn_buffer *page) {
  const int code = qn_cli_print(cli, page);
  qn_buffer_finish(page);
  return code;
}

static int unknown_command(const qn_cli *cli, const char *name) {
  qn_diag diag = {0};
  const bool option = name[0] == '-';
  (void)qn_fail(&diag, QN_E_ARGUMENT, QN_NOWHERE,
                option ? "unknown option '%s' before a command"
                       : "unknown command '%s'",
                name);
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, qn_str_from(name));
  for (const qn_command *const *c = qn_commands(); *c; ++c)
    if (!(*c)->hidden)
      qn_suggestion_offer(&suggestion, qn_str_from((*c)->name));
  qn_diag_hint(&diag, "See 'quern help' for the commands.");
  if (suggestion.count)
    qn_suggestion_hint(&suggestion, &diag);
  return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

// Adds a reference to the help to the parser's message.
static int wrong_use(const qn_cli *cli, qn_diag *diag) {
  if (diag->code == QN_E_MEMORY || diag->code == QN_E_INTERNAL)
    return qn_cli_fail(cli, diag, NULL, (qn_span){0});
  char hint[sizeof(diag->hint)];
  memcpy(hint, diag->hint, sizeof(hint));
  qn_diag_context(diag, "reading the arguments of 'quern %s'",
                  cli->command->name);
  qn_diag_hint(diag, "%.160s%sSee 'quern %s --help'.", hint, hint[0] ? " " : "",
               cli->command->name);
  (void)qn_cli_fail(cli, diag, NULL, (qn_span){0});
  return QN_EXIT_USAGE; // includes a missing response file
}

// Checks the number of operands, and removes the verb if there is one.
static qn_status check_operands(qn_cli *cli, qn_diag *diag) {
  const qn_command *c = cli->command;
  unsigned min = c->min_operands, max = c->max_operands;
  const char *shape = c->operands;
  if (c->verbs) {
    const char *asked = cli->operand_count ? cli->operands[0] : NULL;
    const qn_verb *v = c->verbs;
    while (asked && v->name && strcmp(v->name, asked) != 0)
      ++v;
    if (!asked || !v->name) {
      qn_buffer names = {0};
      qn_suggestion suggestion;
      qn_suggestion_init(&suggestion, qn_str_from(asked));
      for (v = c->verbs; v->name; ++v) {
        qn_buffer_printf(&names, "%s%s", names.size ? ", " : "", v->name);
        qn_suggestion_offer(&suggestion, qn_str_from(v->name));
      }
      const qn_status status =
          qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "%s%s%s: expected one of %s",
                  asked ? "unknown verb '" : "no verb", asked ? asked : "",
                  asked ? "'" : "", qn_buffer_text(&names));
      qn_suggestion_hint(&suggestion, diag);
      qn_buffer_finish(&names);
      return status;
    }
    cli->verb = (unsigned)(v - c->verbs);
    ++cli->operands;
    --cli->operand_count;
    min = v->min_operands;
    max = v->max_operands;
    shape = v->operands;
  }
  if (cli->operand_count < min)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "missing operand: %s",
                   shape);
  if (cli->operand_count > max)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "unexpected operand '%s'",
                   cli->operands[max]);
  return qn_ok();
}

static int show_help(const qn_cli *cli, bool brief) {
  qn_buffer page = {0};
  qn_help_command(cli->command,
                  (qn_help_style){.color = cli->color_out, .brief = brief},
                  &page);
  return print_page(cli, &page);
}

static bool wants_help(const char *arg) {
  return arg && (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0);
}

static int run(qn_cli *cli, char **args) {
  const qn_command *c = cli->command;
  qn_diag diag = {0};
  qn_common common = {0};
  void *options = qn_arena_alloc(&arena, 1, c->opts_size ? c->opts_size : 1);
  if (!options) {
    (void)qn_fail_memory(&diag, "the options");
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  }
  if (c->raw && !wants_help(args[0])) {
    const void *all = args;
    memcpy(&cli->operands, &all, sizeof(all));
    while (args[cli->operand_count])
      ++cli->operand_count;
    return c->run(cli, options);
  }
  qn_opt_parse parse = {
      .targets = {{c->opts, options},
                  {qn_common_opts, &common},
                  {c->formats ? qn_format_opts : NULL, &common}},
      .target_count = 3,
      .ends_at_operand = c->runs_another};
  const qn_status status =
      qn_opt_read(&parse, (const char *const *)args, &arena, &diag);
  cli->color_out = qn_term_color(STDOUT_FILENO, (qn_color)common.color);
  cli->color_err = qn_term_color(STDERR_FILENO, (qn_color)common.color);
  if (common.help || common.help_brief)
    return show_help(cli, !common.help);
  if (qn_failed(status))
    return wrong_use(cli, &diag);
  cli->format = (qn_out_format)common.format;
  cli->quiet = common.quiet;
  cli->verbose = common.verbose;
  cli->operands = parse.operands.items;
  cli->operand_count = parse.operands.count;
  if (c->formats && !(c->formats & 1u << cli->format) &&
      cli->format != QN_OUT_TEXT) {
    (void)qn_fail(&diag, QN_E_ARGUMENT, QN_NOWHERE,
                  "'quern %s' has no output in this --format", c->name);
    return wrong_use(cli, &diag);
  }
  if (qn_failed(check_operands(cli, &diag)))
    return wrong_use(cli, &diag);
  return c->run(cli, options);
}

// A command may also be reached under another name of the program.
static const qn_command *command_of_program(const char *program) {
  for (const qn_command *const *c = qn_commands(); *c; ++c) {
    qn_str rest = qn_str_from((*c)->programs ? (*c)->programs : ""), name;
    while (rest.size && qn_str_split(&rest, '|', &name))
      if (qn_str_equal(name, qn_str_from(program)))
        return *c;
  }
  return NULL;
}

static int start(qn_cli *cli, int argc, char **argv) {
  if (argc == 0)
    return QN_EXIT_USAGE;
  char **args = argv + 1;
  cli->program = qn_path_name(qn_str_from(argv[0])).data;
  cli->command = command_of_program(cli->program);
  if (!cli->command) {
    const char *name = *args;
    if (!name || wants_help(name)) {
      qn_buffer page = {0};
      const qn_help_style style = {.color = cli->color_out};
      if (name)
        qn_help_overview(style, &page);
      else
        qn_help_start(style, &page);
      return print_page(cli, &page);
    }
    if (strcmp(name, "--version") == 0)
      name = "version";
    cli->command = qn_command_find(qn_str_from(name));
    if (!cli->command)
      return unknown_command(cli, *args);
    ++args;
  }
  return run(cli, args);
}

int main(int argc, char **argv) {
  (void)signal(SIGPIPE, SIG_IGN); // write reports a closed pipe
  (void)signal(SIGXFSZ, SIG_IGN); // and the limit on file sizes
  qn_temp_guard_signals();
  const char *log = getenv("QUERN_LOG");
  const bool log_known = !log || !log[0] || qn_log_set_from(log);
  qn_cli cli = {.tty_out = isatty(STDOUT_FILENO),
                .tty_err = isatty(STDERR_FILENO),
                .width = qn_term_width(STDOUT_FILENO),
                .color_out = qn_term_color(STDOUT_FILENO, QN_COLOR_AUTO)};
  guess_style(&cli, argv);
  if (!log_known) {
    qn_diag diag = {0};
    (void)qn_fail(&diag, QN_E_ARGUMENT, QN_NOWHERE,
                  "QUERN_LOG is '%s': expected error, warning, info, debug or "
                  "trace first",
                  log);
    qn_cli_print_diag(&cli, QN_WARNING, &diag, NULL, (qn_span){0});
  }
  const int code = start(&cli, argc, argv);
  qn_arena_finish(&arena);
  return code;
}
