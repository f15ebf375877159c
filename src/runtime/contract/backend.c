// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/backend.h"

#include "base/suggestion.h"

#define QN_BACKEND(name) extern const qn_backend qn_backend_##name;
#include "runtime/contract/backends.def"
#undef QN_BACKEND

static const qn_backend *const backends[] = {
#define QN_BACKEND(name) &qn_backend_##name,
#include "runtime/contract/backends.def"
#undef QN_BACKEND
    NULL,
};

const qn_backend *const *qn_backends(void) { return backends; }

qn_status qn_backend_find(qn_str name, const qn_backend **out_backend,
                          qn_diag *diag) {
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, name);
  for (size_t i = 0; backends[i]; ++i) {
    const qn_str one = qn_str_from(backends[i]->name);
    if (qn_str_equal(one, name)) {
      *out_backend = backends[i];
      return qn_ok();
    }
    qn_suggestion_offer(&suggestion, one);
  }
  const qn_status status = qn_fail(
      diag, QN_E_NOT_FOUND, QN_NOWHERE,
      "this build has no back end for the device '%.*s'", QN_STR_ARG(name));
  if (suggestion.count)
    qn_suggestion_hint(&suggestion, diag);
  else
    qn_diag_hint(diag, "'quern doctor' lists the back ends that there are.");
  return status;
}

const char *qn_op_name(qn_op_kind kind) {
  static const char *const names[QN_OP_KIND_COUNT] = {
      "kernel",   "copy",  "fill", "host",  "record", "wait",
      "prefetch", "write", "poll", "batch", "native"};
  return kind < QN_OP_KIND_COUNT ? names[kind] : "unknown";
}
