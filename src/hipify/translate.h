// SPDX-License-Identifier: Apache-2.0
// Translates a CUDA source to HIP, or back: a list of edits and a list of
// findings.
//
// Nothing outside the edits changes, byte for byte. Edits touch single tokens
// and the punctuation between them, never each other, so they compose.
#ifndef QN_HIPIFY_TRANSLATE_H
#define QN_HIPIFY_TRANSLATE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/map.h"
#include "hipify/lexer.h"
#include "hipify/names/names.h"

// What is found, by id; the texts are for `quern explain`.
typedef enum qn_rule {
#define QN_RULE(id, name, severity, summary, text) QN_RULE_##id,
#include "hipify/rules.def"
#undef QN_RULE
  QN_RULE_COUNT,
} qn_rule;
const char *qn_rule_name(qn_rule rule); // "hipify-warp-mask"
qn_severity qn_rule_severity(qn_rule rule);
const char *qn_rule_summary(qn_rule rule);
const char *qn_rule_text(qn_rule rule);
// False when no rule has that name.
bool qn_rule_find(qn_str name, qn_rule *out_rule);

typedef enum qn_launch_mode {
  QN_LAUNCH_KEEP, // <<<>>> stays
  QN_LAUNCH_GGL,  // hipLaunchKernelGGL
  QN_LAUNCH_API,  // hipLaunchKernel, through a function that the file gets
} qn_launch_mode;

// Which API names go back to that both of CUDA's APIs have.
typedef enum qn_hip_api {
  QN_API_AUTO, // the driver API's in files that only use that
  QN_API_RUNTIME,
  QN_API_DRIVER,
} qn_hip_api;

typedef struct qn_hipify_options {
  qn_launch_mode launch;
  bool live_only;             // only branches that the preprocessor keeps
  const char *const *defines; // "NAME" or "NAME=VALUE", for live_only
  size_t define_count;
  const char *const *undefined; // names, for live_only
  size_t undefined_count;
  unsigned release;       // of HIP: major << 8 | minor; 0: the newest
  qn_libraries libraries; // not with `reverse`
  bool reverse;   // from HIP to CUDA; `launch` and `fix_masks` are not for it
  qn_hip_api api; // with `reverse`
  bool implicit_runtime; // nvcc includes CUDA's runtime: a file k.cu
  bool lint_only;      // findings, no renames: for sources that are HIP already
  bool comments;       // names in comments too
  bool api_strings;    // names in strings that functions are looked up by
  bool kernel_strings; // names in strings that have device code
  bool fix_ballots;    // counts bits of ballots in 64 bits
  bool fix_masks;      // widens masks of warp operations to 64 bits
  const bool *silenced; // by rule; NULL: none
  // Kernels of the program's other files; see qn_hipify_kernels. NULL: none.
  const qn_map *kernels;
  // What headers of the file declare; see qn_hipify_members. NULL: none.
  const qn_map *members;
  // The new name of a header of the project, "" to keep it; NULL: keep all.
  qn_str (*rename_header)(void *user, qn_str header);
  void *user;
} qn_hipify_options;

typedef struct qn_edit {
  uint32_t offset, size; // of what is replaced; size 0 inserts
  qn_str text;
  uint32_t order; // among edits at one offset
} qn_edit;

typedef struct qn_finding {
  qn_rule rule;
  uint32_t offset, size;
  qn_str message;
  qn_str fix;               // replaces what is found; empty: none
  const qn_cuda_name *name; // or NULL
} qn_finding;

typedef struct qn_hipify_result {
  qn_arena arena;
  qn_edit *edits; // by offset
  size_t edit_count, edit_capacity;
  qn_finding *findings; // by offset
  size_t finding_count, finding_capacity;
  qn_map declared;      // text: names that the file declares or defines itself
  qn_map names;         // const qn_cuda_name * by address: how often
  bool reverse;         // from HIP to CUDA
  size_t launches;      // <<<>>> seen
  size_t launches_kept; // not translated although asked for
} qn_hipify_result;

// A zeroed result is ready. The source is borrowed until the result goes.
qn_status qn_hipify(qn_span source, const qn_hipify_options *options,
                    qn_hipify_result *out_result, qn_diag *diag);
void qn_hipify_finish(qn_hipify_result *result);
// Adds the file's kernels, for QN_LAUNCH_API: text, and how many arguments
// their templates need, and one; 0 for those that are none, QN_KERNEL_PACK for
// a pack, QN_KERNEL_SEVERAL where kernels of one name take other
// arguments. The text is the source's.
#define QN_KERNEL_PACK (UINT64_MAX - 1)
#define QN_KERNEL_SEVERAL UINT64_MAX
qn_status qn_hipify_kernels(qn_span source, qn_map *kernels, qn_diag *diag);
// Adds what the classes of a header declare where one of their names is a
// CUdeviceptr, for files that define their functions: "class::name", and 1 for
// a CUdeviceptr, 2 for others, 3 for both; "class(", and the constructors'
// parameters that are (bits from 0) or are not (from 32). The texts are the
// arena's.
qn_status qn_hipify_members(qn_span source, qn_arena *arena, qn_map *members,
                            qn_diag *diag);
// The source with its edits.
void qn_hipify_apply(qn_span source, const qn_hipify_result *result,
                     qn_buffer *out);

#endif // QN_HIPIFY_TRANSLATE_H
