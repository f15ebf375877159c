// SPDX-License-Identifier: Apache-2.0
// The helpers that command.h gives to every command.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/text.h"
#include "cli/core/command.h"

#define QN_COMMAND(id) extern const qn_command qn_command_##id;
#include "cli/core/commands.def"
#undef QN_COMMAND

static const qn_command *const commands[] = {
#define QN_COMMAND(id) &qn_command_##id,
#include "cli/core/commands.def"
#undef QN_COMMAND
    NULL,
};

const qn_command *const *qn_commands(void) { return commands; }

const qn_command *qn_command_find(qn_str name) {
  for (const qn_command *const *c = commands; *c; ++c)
    if (qn_str_equal(qn_str_from((*c)->name), name))
      return *c;
  return NULL;
}

int qn_exit_code(qn_code code) {
  switch (code) {
  case QN_OK:
    return QN_EXIT_OK;
  case QN_E_ARGUMENT:
    return QN_EXIT_USAGE;
  case QN_E_DEVICE:
    return QN_EXIT_ENVIRONMENT;
  case QN_E_INTERNAL:
    return QN_EXIT_BUG;
  // A tool that cannot be run is the environment's fault, but a tool that ran
  // and failed is a failure of the work: the caller decides, by the code.
  case QN_E_TOOLCHAIN:
  case QN_E_MEMORY:
  case QN_E_IO:
  case QN_E_MALFORMED:
  case QN_E_UNSUPPORTED:
  case QN_E_LIMIT:
  case QN_E_NOT_FOUND:
    break;
  }
  return QN_EXIT_FAILED;
}

static void write_error(const qn_buffer *text, const qn_diag *diag) {
  if (text->failed) // out of memory: the message alone
    fprintf(stderr, "error[%s]: %s\n", qn_code_name(diag->code), diag->message);
  else
    (void)!write(STDERR_FILENO, text->data, text->size);
}

void qn_cli_print_diag(const qn_cli *cli, qn_severity severity,
                       const qn_diag *diag, const char *path, qn_span input) {
  if (severity == QN_NOTE && cli->quiet)
    return;
  const qn_diag_view view = {.path = path,
                             .input = input,
                             .color = cli->color_err,
                             .json = cli->format != QN_OUT_TEXT};
  qn_buffer text = {0};
  qn_diag_write(diag, severity, &view, &text);
  write_error(&text, diag);
  qn_buffer_finish(&text);
}

void qn_cli_report(void *cli, qn_severity severity, const qn_diag *diag,
                   const char *path, qn_span input) {
  qn_cli_print_diag(cli, severity, diag, path, input);
}

int qn_cli_fail(const qn_cli *cli, const qn_diag *diag, const char *path,
                qn_span input) {
  qn_cli_print_diag(cli, QN_ERROR, diag, path, input);
  return qn_exit_code(diag->code);
}

int qn_cli_usage(const qn_cli *cli, const char *format, ...) {
  qn_diag diag = {0};
  char message[sizeof(diag.message)];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof(message), format, args);
  va_end(args);
  (void)qn_fail(&diag, QN_E_ARGUMENT, QN_NOWHERE, "%s", message);
  qn_diag_hint(&diag, "See 'quern %s --help'.", cli->command->name);
  return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

// Lines for people are written in one call, so that those of children and
// threads are not mixed.
static void write_line(const char *format, va_list args) QN_PRINTF(1, 0);
static void write_line(const char *format, va_list args) {
  qn_buffer line = {0};
  qn_buffer_vprintf(&line, format, args);
  qn_buffer_append(&line, "\n", 1);
  if (!line.failed)
    (void)!write(STDERR_FILENO, line.data, line.size);
  qn_buffer_finish(&line);
}

void qn_cli_done(const qn_cli *cli, const char *format, ...) {
  if (cli->quiet)
    return;
  va_list args;
  va_start(args, format);
  write_line(format, args);
  va_end(args);
}

void qn_cli_verbose(const qn_cli *cli, const char *format, ...) {
  if (!cli->verbose)
    return;
  va_list args;
  va_start(args, format);
  write_line(format, args);
  va_end(args);
}

qn_out *qn_cli_out(const qn_cli *cli) {
  return qn_out_create(&(qn_out_params){.format = cli->format,
                                        .fd = STDOUT_FILENO,
                                        .color = cli->color_out,
                                        .width = cli->width});
}

int qn_cli_out_end(const qn_cli *cli, qn_out **out, int code) {
  qn_diag diag = {0};
  const qn_status status = qn_out_finish(*out, &diag);
  qn_out_destroy(out);
  if (!qn_failed(status))
    return code;
  const int failed = qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  return code == QN_EXIT_OK ? failed : code;
}

int qn_cli_print(const qn_cli *cli, const qn_buffer *text) {
  qn_diag diag = {0};
  qn_status status = qn_buffer_check(text, &diag);
  if (!qn_failed(status))
    status = qn_file_write("-", qn_buffer_span(text), &diag);
  // A reader that closes the pipe has seen enough.
  if (status.code == QN_E_IO && errno == EPIPE)
    return QN_EXIT_OK;
  return qn_failed(status) ? qn_cli_fail(cli, &diag, NULL, (qn_span){0})
                           : QN_EXIT_OK;
}

static bool is_binary(qn_span bytes) {
  const size_t size = bytes.size < 4096 ? bytes.size : 4096;
  return size && memchr(bytes.data, 0, size);
}

qn_status qn_cli_write(const qn_cli *cli, const char *path, qn_span bytes,
                       qn_diag *diag) {
  if (strcmp(path, "-") == 0 && cli->tty_out && is_binary(bytes)) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "cannot write binary output to a terminal");
    qn_diag_hint(diag, "Give a file with -o, or redirect standard output.");
    return status;
  }
  return qn_file_write(path, bytes, diag);
}
