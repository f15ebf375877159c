// SPDX-License-Identifier: Apache-2.0
// Compiles CUDA or HIP sources to one image per target.
//
// libquern-compiler.so is loaded only by commands that compile; it exports
// qn_compiler_api and nothing else. Every target is compiled in a separate
// process (base/system/process.h), so the calling process must be
// single-threaded, and a crash of LLVM ends one target, not the caller.
#ifndef QN_COMPILER_DRIVER_COMPILE_H
#define QN_COMPILER_DRIVER_COMPILE_H

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "compiler/unit/params.h"

// The result for one target. Buffers are owned by the result.
typedef struct qn_target_result {
  const qn_target *target; // of the params
  qn_status status;
  qn_diag diag;          // why it failed, unless the messages say so
  bool reported;         // the failure's reason is among the messages
  qn_buffer image;       // empty unless status is OK
  qn_buffer explanation; // qn_compile_params.explain; else empty
  const char
      *extension; // of a file that holds only this image: ".hsaco", ".spv"
  bool is_ptx;    // NVIDIA: the image is PTX text
  double cpu_s;   // CPU seconds spent, tools included
} qn_target_result;

typedef struct qn_compile_result {
  qn_target_result *targets; // as many as in the params, same order
  size_t target_count;
  bool environment; // a tool is missing; the sources are not at fault
  // Messages of compilers and linkers, each prefixed with the targets that gave
  // it ("[gfx942, sm_80] "), or with nothing when all did; ends with a newline.
  qn_buffer messages;
  qn_buffer commands;     // the commands run, one a line, by target
  qn_buffer dependencies; // paths, NUL-terminated, sorted, each once
} qn_compile_result;

// Compiles. A failed target fails the call with QN_E_TOOLCHAIN (or its own
// code), but the others are still compiled; `out_result` is always filled in
// and must be finished.
typedef qn_status qn_compile_fn(const qn_compile_params *params,
                                qn_compile_result *out_result, qn_diag *diag);
qn_compile_fn qn_compile;

// Accepts a zeroed result.
static inline void qn_compile_result_finish(qn_compile_result *result) {
  for (size_t i = 0; i < result->target_count; ++i) {
    qn_buffer_finish(&result->targets[i].image);
    qn_buffer_finish(&result->targets[i].explanation);
  }
  qn_free(result->targets);
  qn_buffer_finish(&result->messages);
  qn_buffer_finish(&result->commands);
  qn_buffer_finish(&result->dependencies);
  *result = (qn_compile_result){0};
}

// What to do with a module in LLVM bitcode or assembly.
typedef enum qn_metadata_verb {
  QN_METADATA_ADD,      // the module with its metadata, as bitcode
  QN_METADATA_FIND,     // the container in it
  QN_METADATA_DESCRIBE, // the same, or the one that would be added
} qn_metadata_verb;

typedef struct qn_metadata_job {
  qn_span input;
  const char *const *extra; // names of handlers, NULL-terminated; NULL: none
  qn_metadata_verb verb;
  bool bare; // as section "notes"
} qn_metadata_job;

typedef struct qn_compiler_api {
  unsigned version; // QN_COMPILER_API_VERSION
  qn_compile_fn *compile;
  // compiler/driver/add_metadata.h
  qn_status (*metadata)(const qn_metadata_job *job, qn_buffer *out,
                        qn_diag *diag);
} qn_compiler_api;
enum { QN_COMPILER_API_VERSION = 8 };

// The one export of libquern-compiler.so.
const qn_compiler_api *qn_compiler_get_api(void);

#endif // QN_COMPILER_DRIVER_COMPILE_H
