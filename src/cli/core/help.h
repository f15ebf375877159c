// SPDX-License-Identifier: Apache-2.0
// What is made of the option tables: help for people, man pages, completions.
#ifndef QN_CLI_CORE_HELP_H
#define QN_CLI_CORE_HELP_H

#include "base/buffer.h"
#include "cli/core/command.h"

typedef struct qn_help_style {
  bool color;
  bool brief; // -h: one line per option, no description
} qn_help_style;

// The options that every command has; and --format, for those that allow it.
extern const qn_opt qn_common_opts[];
extern const qn_opt qn_format_opts[];

// The fields of the two tables above.
typedef struct qn_common {
  bool help, help_brief;
  bool quiet;
  unsigned verbose, color, format;
} qn_common;

// What bare `quern` says: what it is, and what to try.
void qn_help_start(qn_help_style style, qn_buffer *out);
// All commands.
void qn_help_overview(qn_help_style style, qn_buffer *out);
void qn_help_command(const qn_command *command, qn_help_style style,
                     qn_buffer *out);

// A page of text that belongs to no command.
typedef struct qn_topic {
  const char *name;
  const char *summary;
  void (*write)(qn_help_style style, qn_buffer *out);
} qn_topic;
extern const qn_topic qn_topics[]; // ended by a zeroed entry

// The man page of a command, or of the tool when NULL.
void qn_help_man(const qn_command *command, qn_buffer *out);

// The completion script of a shell; false when the shell is not known.
bool qn_help_completions(qn_str shell, qn_buffer *out);
// The shells known, separated by '|'.
extern const char qn_help_shells[];

// The whole command line of `name` that help and usage errors point to.
#define QN_PROGRAM "quern"

#endif // QN_CLI_CORE_HELP_H
