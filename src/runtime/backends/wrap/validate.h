// SPDX-License-Identifier: Apache-2.0
// A back end around another that checks the calls and what kernels do to
// memory, and reports errors.
//
// Allocations of device, pinned and managed memory get red zones on both sides,
// are filled with 0xff (a NaN, whatever the type), and are kept for a while
// after they were freed, filled with another pattern. docs/backends.md lists
// what is checked when. Handles are those of the inner back end.
#ifndef QN_RUNTIME_BACKENDS_WRAP_VALIDATE_H
#define QN_RUNTIME_BACKENDS_WRAP_VALIDATE_H

#include "runtime/contract/backend.h"

typedef struct qn_validate_options {
  bool every_kernel; // waits for each kernel and checks then: exact, slow
  // Receives each finding, one line without newline; QN_NOTE is the summary.
  // NULL: standard error. It must not call a back end.
  void (*report)(void *user, qn_severity severity, const char *line);
  void *user;
} qn_validate_options;

// The checking back end around `inner`, always the same one; NULL when too many
// back ends are wrapped. `options` apply to all of them from then on; NULL does
// not change them.
const qn_backend *qn_backend_validate(const qn_backend *inner,
                                      const qn_validate_options *options);

typedef struct qn_validate_counts {
  uint64_t errors, warnings;
  uint64_t leaks, leaked_size; // allocations never freed, bytes
} qn_validate_counts;

void qn_validate_counts_read(qn_validate_counts *out_counts);

#endif // QN_RUNTIME_BACKENDS_WRAP_VALIDATE_H
