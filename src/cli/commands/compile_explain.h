// SPDX-License-Identifier: Apache-2.0
// What `quern compile --explain` prints.
#ifndef QN_CLI_COMMANDS_COMPILE_EXPLAIN_H
#define QN_CLI_COMMANDS_COMPILE_EXPLAIN_H

#include "cli/core/compiler.h"

// Prints how each kernel runs on CPUs and why; returns the exit code.
int qn_cli_explain_kernels(const qn_cli *cli, const qn_compile_result *result);

#endif // QN_CLI_COMMANDS_COMPILE_EXPLAIN_H
