// SPDX-License-Identifier: Apache-2.0
// `quern run --op`: an operation of ggml by a kernel out of a store, checked
// against a reference in double precision.
#ifndef QN_CLI_RUN_OP_H
#define QN_CLI_RUN_OP_H

#include "cli/core/command.h"
#include "cli/run/args.h"
#include "package/store/store.h"

enum { QN_RUN_OP_WORDS = 3 + QN_GGML_SOURCES };

typedef struct qn_run_op_params {
  const char *op;
  const char *tensors;   // "SRC0 [SRC1] [-> DST]"
  const char *op_params; // "1,0x3f800000"; NULL: all zero
  const qn_opt_list *folders;
  const char *target; // of the device
} qn_run_op_params;

typedef struct qn_run_op {
  quern_store *store;
  qn_ggml_call call; // normalised
  qn_ggml_launch launch;
  qn_arena arena;
  const char *words[QN_RUN_OP_WORDS]; // file, kernel, arguments of `quern run`
  size_t word_count;
} qn_run_op;

// Finds the kernel. Returns the exit code; failures have been reported.
int qn_run_op_prepare(const qn_cli *cli, const qn_run_op_params *params,
                      qn_run_op *out_op);
// Gives quantized inputs scales that are ordinary numbers, once the arguments
// have been read.
void qn_run_op_fill(const qn_run_op *op, qn_run_arg *args);
// Accepts a zeroed operation.
void qn_run_op_finish(qn_run_op *op);

// Compares the first argument with what the operation gives of the others.
// False when it is beyond the bound for its type. QN_E_UNSUPPORTED where there
// is not a reference. In reference.c.
qn_status qn_run_op_check(const qn_run_op *op, const qn_run_arg *args,
                          double *out_error, bool *out_good, qn_diag *diag);

#endif // QN_CLI_RUN_OP_H
