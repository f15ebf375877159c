// SPDX-License-Identifier: Apache-2.0
// quern gdb: gdb with the script for work-items, on a program.
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/install.h"
#include "cli/core/command.h"

// gdb -q -x SCRIPT --args PROGRAM...
static int start(const qn_cli *cli, const char *script, qn_diag *diag) {
  enum { OWN = 5 };
  const char **words =
      qn_alloc_array(cli->operand_count + OWN + 1, sizeof(*words));
  if (!words) {
    (void)qn_fail_memory(diag, "the command line");
    return qn_cli_fail(cli, diag, NULL, (qn_span){0});
  }
  const char *const own[OWN] = {"gdb", "-q", "-x", script, "--args"};
  for (size_t i = 0; i < OWN; ++i)
    words[i] = own[i];
  for (size_t i = 0; i < cli->operand_count; ++i)
    words[OWN + i] = cli->operands[i];
  (void)setenv("QUERN_DEVICE", "cpu", 1);
  (void)execvp("gdb", (char *const *)(uintptr_t)words);
  (void)qn_fail_errno(diag, "run", "gdb");
  qn_diag_hint(diag, "Install Debian's package gdb.");
  qn_free(words);
  (void)qn_cli_fail(cli, diag, NULL, (qn_span){0});
  return QN_EXIT_ENVIRONMENT;
}

static int run(qn_cli *cli, const void *options) {
  char script[PATH_MAX];
  qn_diag diag = {0};
  (void)options;
  if (qn_prefix_find("share/quern/gdb.py", script, sizeof(script)))
    return start(cli, script, &diag);
  (void)qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                "the script 'share/quern/gdb.py' of this installation is "
                "missing");
  (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  return QN_EXIT_ENVIRONMENT;
}

const qn_command qn_command_gdb = {
    .name = "gdb",
    .group = "run",
    .summary = "debug a program's kernels, block by block, in gdb",
    .operands = "PROGRAM [ARGUMENT...]",
    .min_operands = 1,
    .max_operands = UINT_MAX,
    .examples = "quern cc -g app.cu -o app\n"
                "quern gdb ./app --size 1000",
    .description =
        "Starts gdb with commands for kernels on the CPU device: 'quern "
        "kernels' lists what runs, 'quern items' the work-items of the block, "
        "'quern thread X,Y,Z' goes to one of them, and 'quern break PLACE "
        "BLOCK "
        "[THREAD]' stops in one. Compile with -g.",
    .runs_another = true,
    .run = run,
};
