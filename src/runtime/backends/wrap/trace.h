// SPDX-License-Identifier: Apache-2.0
// A back end around another that writes down when everything ran, in the JSON
// that Chrome (chrome://tracing) and Perfetto open.
//
// Host threads have a track each, with what they submitted and waited for; so
// has each stream, with the operations as the device ran them, timed by events
// around each; arrows lead from one to the other. Handles stay those of the
// other back end.
#ifndef QN_RUNTIME_BACKENDS_WRAP_TRACE_H
#define QN_RUNTIME_BACKENDS_WRAP_TRACE_H

#include "runtime/contract/backend.h"

// The tracing twin of `inner`, always the same one. All write to one file, that
// of the first call; it is complete JSON whenever the process dies. NULL, with
// a reason (qn_reason), when it cannot be written or there is no room for
// another twin.
const qn_backend *qn_backend_trace(const qn_backend *inner, const char *path);

// Writes what is known by now to the file.
void qn_trace_flush(void);

#endif // QN_RUNTIME_BACKENDS_WRAP_TRACE_H
