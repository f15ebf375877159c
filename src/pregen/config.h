// SPDX-License-Identifier: Apache-2.0
// A configuration of kernels to generate, in the form of ggml-hsa's tool and
// beyond (docs/pregen.md), read into a plan: one job for each kernel and
// architecture. Nothing is compiled and no compiler is needed.
//
// All errors are reported, with line and column; a configuration with errors
// gives no plan. Configurations are untrusted.
#ifndef QN_PREGEN_CONFIG_H
#define QN_PREGEN_CONFIG_H

#include "base/arena.h"
#include "base/diag.h"
#include "package/ggml/ggml.h"
#include "targets/target.h"

enum {
  QN_PREGEN_JOBS_MAX = 1000000,
  QN_PREGEN_NAME_MAX = 200, // bytes; file systems end at 255
};

typedef struct qn_pregen_options {
  const char *config;
  const char *kernels_dir; // where kernel_source is searched for first; or NULL
  const char *filter;      // pattern over names, exported names, arch/name
  const char *arch;        // instead of the configuration's; or NULL
} qn_pregen_options;

// What a kernel is made of; shared by its jobs. NULL-terminated lists.
typedef struct qn_pregen_kernel {
  bool is_op;               // of ggml_ops.def; else a kernel of the user's
  bool has_tensors;         // `call` has types and shapes; its op may be NULL
  qn_ggml_call call;        // normalised
  qn_str function;          // kernel_name, as the configuration has it
  const char *name;         // of the file: "add-1024f32-1024f32-1024f32"
  const char *symbol;       // exported kernel; NULL: all kernels in it
  const char *const *paths; // of the sources
  const char *const *shown; // the same, relative to where they were found
  const char *folder;       // of the first source
  const char *const *args;  // front-end options
  unsigned opt_level;
  bool debug;
} qn_pregen_kernel;

typedef struct qn_pregen_alias {
  struct qn_pregen_alias *next;
  qn_str name;
} qn_pregen_alias;

typedef struct qn_pregen_job {
  const qn_pregen_kernel *kernel;
  const char *arch;         // folder below the output's: "gfx942", "aie2"
  bool npu;                 // aie2, aie2p: IRON makes it
  qn_target target;         // unless npu
  qn_pregen_alias *aliases; // exported names, in the order of the configuration
  bool wanted;              // by the filter
} qn_pregen_job;

typedef struct qn_pregen_plan {
  qn_arena arena;
  qn_pregen_job *jobs; // in the order of the configuration
  size_t count;
  size_t capacity; // private
} qn_pregen_plan;

// Reads a configuration and those that it includes. Errors go to `emit`, each
// with its file; the status is QN_E_MALFORMED if there were any.
qn_status qn_pregen_read(const qn_pregen_options *options, qn_report_fn *emit,
                         void *user, qn_pregen_plan *out_plan, qn_diag *diag);
// Accepts a zeroed plan.
void qn_pregen_plan_finish(qn_pregen_plan *plan);

// The front-end options for an operation's kernel: its defines.
const char *const *qn_pregen_defines(const qn_ggml_call *call,
                                     const char *symbol, qn_arena *arena);

// Whether Quern's own kernels have an operation (`function`, "ggml_op_add") in
// the file that a configuration calls `file` ("binary_ops.py"), so that other
// targets than aie2 need no Python for it.
bool qn_pregen_is_shipped(qn_str function, qn_str file);

#endif // QN_PREGEN_CONFIG_H
