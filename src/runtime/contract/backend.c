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

// Types of C that have 64 bits on the host and 32 on the device.
static bool is_long(qn_str type) {
  static const char *const names[] = {
      "long",   "unsigned long", "long int", "long unsigned int", "ulong",
      "size_t", "ssize_t",       "intptr_t", "uintptr_t",         "ptrdiff_t"};
  static const qn_str prefixes[] = {{"const ", 6}, {"std::", 5}};
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (qn_str_starts(type, prefixes[i]))
      type = qn_str_skip(type, prefixes[i].size);
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_equal(type, qn_str_from(names[i])))
      return true;
  return false;
}

uint64_t qn_argument_host_size(const qn_argument *argument) {
  const bool wider =
      argument->size == 4 &&
      (argument->kind == QN_ARGUMENT_POINTER || is_long(argument->type));
  return wider ? 8 : argument->size;
}

void qn_kernel_pack(const qn_kernel *kernel, void *const *values,
                    uint8_t *out) {
  for (size_t i = 0; i < kernel->argument_count; ++i)
    memcpy(out + kernel->arguments[i].offset, values[i],
           kernel->arguments[i].size);
}
