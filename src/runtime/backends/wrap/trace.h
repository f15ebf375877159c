// SPDX-License-Identifier: Apache-2.0
// A back end around another that records when everything ran, as JSON that
// Chrome (chrome://tracing) and Perfetto open.
//
// Each host thread has a track with what it submitted and waited for. Each
// stream has one with the operations as the device ran them, timed by an event
// before and after each. Arrows lead from one to the other. Handles are those
// of the inner back end.
#ifndef QN_RUNTIME_BACKENDS_WRAP_TRACE_H
#define QN_RUNTIME_BACKENDS_WRAP_TRACE_H

#include "runtime/contract/backend.h"

// The tracing back end around `inner`, always the same one. All write to one
// file, that of the first call, which is complete JSON at any time, even if the
// process is killed. NULL, with a reason (qn_reason), when the file cannot be
// written or too many back ends are wrapped.
const qn_backend *qn_backend_trace(const qn_backend *inner, const char *path);

// Writes what has been recorded so far to the file.
void qn_trace_flush(void);

#endif // QN_RUNTIME_BACKENDS_WRAP_TRACE_H
