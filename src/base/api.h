// SPDX-License-Identifier: Apache-2.0
// Where the public C API (include/quern) meets the implementation: the one
// place that turns a qn_diag into a quern_error, and that reads and writes
// structs whose size the caller states.
#ifndef QN_BASE_API_H
#define QN_BASE_API_H

#include "base/diag.h"
#include "quern/error.h"

// The code of `status`; a failure fills in `error`, which may be NULL. `diag`
// may be empty when the failure has no message.
quern_status qn_api_answer(qn_status status, const qn_diag *diag,
                           quern_error *error);

// The reverse, for Quern's own users of the public API: a failure with the
// contents of `error`. OK when that is empty.
qn_status qn_api_fail(qn_diag *diag, const quern_error *error);

// QUERN_E_ARGUMENT with this message, where no qn_diag is needed.
quern_status qn_api_refuse(quern_error *error, const char *format, ...)
    QN_PRINTF(2, 3);

// A public struct: its name, its current size, and that of its first version.
typedef struct qn_api_struct {
  const char *name;
  size_t size;
  size_t first;
} qn_api_struct;

// The struct `type`, whose first version ended with the member `last`.
#define QN_API_STRUCT(type, last)                                              \
  ((qn_api_struct){#type, sizeof(type),                                        \
                   offsetof(type, last) + sizeof(((type *)0)->last)})

// Copies the caller's struct to `own`, which has the current size: members the
// caller does not know are zero. QN_E_ARGUMENT for NULL and for a size below
// the first version's, QN_E_UNSUPPORTED when the caller sets members that we do
// not know.
qn_status qn_api_take(const void *given, qn_api_struct about, void *own,
                      qn_diag *diag);
// Checks that a struct to be filled in states its size; the same failures.
qn_status qn_api_check_out(const void *out, qn_api_struct about, qn_diag *diag);
// Copies the members that the caller knows from `own` to a struct that was
// checked. Its size, and members that we do not know, are unchanged.
void qn_api_give(const void *own, qn_api_struct about, void *out);

#endif // QN_BASE_API_H
