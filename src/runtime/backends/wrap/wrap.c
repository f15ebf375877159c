// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/wrap/wrap.h"

#include <stdlib.h>
#include <string.h>

#include "base/system/log.h"
#include "runtime/backends/wrap/trace.h"
#include "runtime/backends/wrap/validate.h"
#include "runtime/backends/wrap/wrapper.h"

static bool is_set(const char *value) {
  return value && value[0] && strcmp(value, "0") != 0;
}

// Tracing is the outer one: it shows the program's calls, not the checks'.
const qn_backend *qn_wrap(const qn_backend *backend) {
  const char *validate = getenv("QUERN_VALIDATE");
  const char *trace = getenv("QUERN_TRACE");
  const qn_backend *wrapped = backend;
  const qn_backend *next;
  if (is_set(validate)) {
    next = qn_backend_validate(
        wrapped,
        &(qn_validate_options){.every_kernel = strcmp(validate, "2") == 0});
    wrapped = next ? next : wrapped;
  }
  if (is_set(trace)) {
    next = qn_backend_trace(wrapped, trace);
    if (!next)
      qn_log(QN_LOG_WARNING, "trace", "%s", qn_reason());
    wrapped = next ? next : wrapped;
  }
  return wrapped;
}

const qn_backend *
qn_wrapper_find(qn_wrapper *wrappers, const qn_backend *inner,
                void (*const wrap[QN_WRAPPERS])(qn_backend *)) {
  for (size_t i = 0; i < QN_WRAPPERS; ++i) {
    qn_wrapper *w = &wrappers[i];
    if (!w->inner) {
      w->inner = inner;
      w->table = *inner;
      wrap[i](&w->table);
    }
    if (w->inner == inner)
      return &w->table;
  }
  return NULL;
}
