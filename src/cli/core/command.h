// SPDX-License-Identifier: Apache-2.0
// What every command of the tool provides: one `const qn_command
// qn_command_<name>` in cmd_<name>.c, and one line QN_COMMAND(<name>) in
// commands.def. The option table drives parsing, -h, --help, the man page, the
// completions and the tests that every option is documented.
#ifndef QN_CLI_CORE_COMMAND_H
#define QN_CLI_CORE_COMMAND_H

#include "base/diag.h"
#include "base/out.h"
#include "cli/core/opt.h"

// Exit codes; see qn_exit_code for how failures map to them.
enum {
  QN_EXIT_OK = 0,
  QN_EXIT_FAILED = 1,      // the work failed, or the answer is no
  QN_EXIT_USAGE = 2,       //
  QN_EXIT_ENVIRONMENT = 3, // toolchain, driver or device missing
  QN_EXIT_BUG = 4,         // a bug in Quern
};

// One invocation. Borrowed by `run`.
typedef struct qn_cli {
  const struct qn_command *command;
  unsigned verb;         // index into command->verbs
  const char *program;   // the name of the executable, without its folder
  const char **operands; // NULL-terminated
  size_t operand_count;
  qn_out_format format; // --format
  bool quiet;           // -q
  unsigned verbose;     // -v, counted
  bool color_out;       // standard output takes colour
  bool color_err;       // standard error does
  bool tty_out;         // standard output is a terminal
  bool tty_err;
  unsigned width; // columns of the terminal on standard output; 0: not one
} qn_cli;

typedef struct qn_verb {
  const char *name;
  const char *operands; // "FILE..."
  const char *summary;
  unsigned min_operands, max_operands; // not counting the verb
} qn_verb;

typedef struct qn_command {
  const char *name;
  const char *group;    // "make", "look", "run" or "help"; order of the list
  const char *summary;  // one line, lower case, no full stop
  const char *operands; // as in the usage line: "FILE..."; "" for none
  unsigned min_operands, max_operands; // UINT_MAX: any number
  const char *examples; // lines "quern ...", each may have "  # what it does"
  const char *description; // paragraphs for --help and the man page
  const qn_opt *opts;      // ended by a zeroed entry; may be NULL
  size_t opts_size;        // sizeof the struct that the offsets refer to
  unsigned formats; // bits 1 << QN_OUT_JSON etc. besides text: adds --format
  const qn_verb *verbs; // the first operand is one of these; zeroed entry ends
  const char *programs; // '|'-separated names of the executable under which it
                        // is reached, too; NULL: none
  bool hidden;          // not listed
  bool runs_another;    // options end at the first operand, a program
  bool raw; // no common options: every argument is an operand (quern cc)
  // `options` points to opts_size bytes, filled with the defaults and the given
  // values. Returns the exit code.
  int (*run)(qn_cli *cli, const void *options);
} qn_command;

// The registered commands in the order of commands.def, NULL-terminated.
const qn_command *const *qn_commands(void);
const qn_command *qn_command_find(qn_str name);

// ---- For use in `run`

// The one place where failures become exit codes. QN_E_NOT_FOUND is taken for a
// missing input; a command that misses a tool, driver or device returns
// QN_EXIT_ENVIRONMENT itself.
int qn_exit_code(qn_code code);

// Prints the diag to standard error in the style of --color and --format, and
// returns its exit code. `path` may be NULL, `input` empty.
int qn_cli_fail(const qn_cli *cli, const qn_diag *diag, const char *path,
                qn_span input);
// The same for a note or a warning; silent for notes with -q.
void qn_cli_print_diag(const qn_cli *cli, qn_severity severity,
                       const qn_diag *diag, const char *path, qn_span input);
// A qn_report_fn over a `const qn_cli *`.
void qn_cli_report(void *cli, qn_severity severity, const qn_diag *diag,
                   const char *path, qn_span input);
// A wrong use that the option table cannot see: message, "see 'quern x
// --help'", and QN_EXIT_USAGE.
int qn_cli_usage(const qn_cli *cli, const char *format, ...) QN_PRINTF(2, 3);
// The one line of success, on standard error; nothing with -q.
void qn_cli_done(const qn_cli *cli, const char *format, ...) QN_PRINTF(2, 3);
// A line on standard error with -v.
void qn_cli_verbose(const qn_cli *cli, const char *format, ...) QN_PRINTF(2, 3);

// Structured output to standard output in the format asked for.
qn_out *qn_cli_out(const qn_cli *cli);
// Finishes and destroys it. A failure is printed, and its exit code returned
// when `code` was QN_EXIT_OK; a broken pipe is not a failure.
int qn_cli_out_end(const qn_cli *cli, qn_out **out, int code);

// Writes text made for standard output; returns the exit code. A broken pipe is
// not a failure.
int qn_cli_print(const qn_cli *cli, const qn_buffer *text);

// Writes a product to `path` ("-": standard output). Refuses binary bytes on a
// terminal.
qn_status qn_cli_write(const qn_cli *cli, const char *path, qn_span bytes,
                       qn_diag *diag);

#endif // QN_CLI_CORE_COMMAND_H
