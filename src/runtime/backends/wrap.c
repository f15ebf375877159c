// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/wrap.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "runtime/backends/trace.h"
#include "runtime/backends/validate.h"

static bool is_set(const char *value) {
  return value && value[0] && strcmp(value, "0") != 0;
}

// Tracing is outside: it shows what the program asked for, not the checks.
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
