// SPDX-License-Identifier: Apache-2.0
// Handles: what a program holds of an object. A handle that was never given
// out, or whose object is gone, is recognised, so misuse is an error and no
// crash.
//
// Finding takes no lock. An object must not be freed while another thread uses
// what it found: that is the program's own mistake, as with any handle.
#ifndef QN_RUNTIME_HANDLES_H
#define QN_RUNTIME_HANDLES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum qn_handle_kind {
  QN_HANDLE_STREAM = 1,
  QN_HANDLE_EVENT,
  QN_HANDLE_MODULE,
  QN_HANDLE_FUNCTION,
  QN_HANDLE_GRAPH,
  QN_HANDLE_NODE,
  QN_HANDLE_EXEC,
  QN_HANDLE_ARRAY,
  QN_HANDLE_POOL,
  QN_HANDLE_CONTEXT,
  QN_HANDLE_PHYSICAL, // memory without address
  QN_HANDLE_USER,     // a graph's user object
  QN_HANDLE_PROGRAM,  // hiprtc
  QN_HANDLE_KIND_COUNT,
} qn_handle_kind;

// NULL without memory.
void *qn_handle_make(qn_handle_kind kind, void *object);
// The object; NULL when `handle` is none of a living one.
void *qn_handle_find(qn_handle_kind kind, const void *handle);
// The same, and the handle is dead from then on. Of several threads one gets
// the object.
void *qn_handle_remove(qn_handle_kind kind, const void *handle);
// Calls `visit` for each living object until it returns false. Objects made or
// removed meanwhile may be missed.
void qn_handle_each(qn_handle_kind kind,
                    bool (*visit)(void *user, void *handle, void *object),
                    void *user);

#endif // QN_RUNTIME_HANDLES_H
