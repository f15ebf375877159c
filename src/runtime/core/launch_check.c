// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>

#include "runtime/core/loader.h"

// The limits of all supported devices; a kernel's record may have lower ones.
enum {
  THREADS_MAX = 1024,
  SHARED_MAX = 227 * 1024, // bytes, static and dynamic together
};

// The kernel's name for messages: the demangled one, if there is one.
static qn_str shown_name(const qn_kernel *kernel) {
  if (!kernel->demangled.size)
    return kernel->name;
  const size_t end = qn_str_find(kernel->demangled, '(');
  return (qn_str){kernel->demangled.data, end};
}

// ---- Types

// A source type without qualifiers and "std::".
static qn_str bare_type(qn_str type) {
  static const char *const words[] = {"const ", "volatile ", "std::"};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]);)
    if (qn_str_starts(type, qn_str_from(words[i]))) {
      type = qn_str_skip(type, strlen(words[i]));
      i = 0;
    } else {
      ++i;
    }
  return type;
}

static bool is_one_of(qn_str type, const char *const *names) {
  for (; *names; ++names)
    if (qn_str_equal(type, qn_str_from(*names)))
      return true;
  return false;
}

// The kind of value that a source type expects; QN_VALUE_BYTES for everything
// but plain numbers.
static qn_value_kind wanted_kind(const qn_argument *argument) {
  static const char *const reals[] = {
      "float",    "double", "__half",         "half",         "__nv_bfloat16",
      "_Float16", "__bf16", "__hip_bfloat16", "hip_bfloat16", NULL};
  static const char *const integers[] = {"bool",
                                         "char",
                                         "signed char",
                                         "unsigned char",
                                         "short",
                                         "unsigned short",
                                         "int",
                                         "unsigned int",
                                         "unsigned",
                                         "long",
                                         "unsigned long",
                                         "long long",
                                         "unsigned long long",
                                         "int8_t",
                                         "uint8_t",
                                         "int16_t",
                                         "uint16_t",
                                         "int32_t",
                                         "uint32_t",
                                         "int64_t",
                                         "uint64_t",
                                         "size_t",
                                         "ptrdiff_t",
                                         "uint",
                                         "uchar",
                                         "ushort",
                                         "ulong",
                                         NULL};
  if (argument->kind == QN_ARGUMENT_POINTER)
    return QN_VALUE_POINTER;
  const qn_str type = bare_type(argument->type);
  if (is_one_of(type, reals))
    return QN_VALUE_REAL;
  return is_one_of(type, integers) ? QN_VALUE_INTEGER : QN_VALUE_BYTES;
}

static const char *kind_words(qn_value_kind kind) {
  switch (kind) {
  case QN_VALUE_POINTER:
    return "a pointer";
  case QN_VALUE_INTEGER:
    return "an integer";
  case QN_VALUE_REAL:
    return "a floating-point value";
  default:
    return "a value";
  }
}

// "argument 2 of 'saxpy' is a pointer (8 bytes); got f32 (4 bytes)"
static qn_status fail_argument(const qn_kernel *kernel,
                               const qn_argument *argument,
                               const qn_value *value, qn_diag *diag) {
  const qn_value_kind wanted = wanted_kind(argument);
  const bool typed = argument->type.size && wanted != QN_VALUE_POINTER;
  char what[160];
  if (typed)
    snprintf(what, sizeof(what), "of type %.*s",
             argument->type.size < 120 ? (int)argument->type.size : 120,
             argument->type.data);
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
              "argument %" PRIu32 " of '%.*s' is %s (%" PRIu64
              " bytes); got %s (%zu bytes)",
              argument->index, QN_STR_ARG(shown_name(kernel)),
              typed ? what : kind_words(wanted),
              qn_argument_host_size(argument), value->shown, value->size);
  if (argument->name.size)
    qn_diag_hint(diag, "It is the parameter '%.*s' of type '%.*s'.",
                 QN_STR_ARG(argument->name), QN_STR_ARG(argument->type));
  return status;
}

static qn_status check_argument(const qn_kernel *kernel,
                                const qn_argument *argument,
                                const qn_value *value, qn_diag *diag) {
  const qn_value_kind wanted = wanted_kind(argument);
  const bool fits =
      value->kind == QN_VALUE_BYTES || wanted == QN_VALUE_BYTES
          ? wanted != QN_VALUE_POINTER && value->kind != QN_VALUE_POINTER
          : value->kind == wanted;
  if (fits && value->size == qn_argument_host_size(argument))
    return qn_ok();
  return fail_argument(kernel, argument, value, diag);
}

static void hint_signature(const qn_kernel *kernel, qn_diag *diag) {
  char text[224];
  size_t size = 0;
  text[0] = '\0';
  for (size_t i = 0; i < kernel->argument_count; ++i) {
    const qn_argument *a = &kernel->arguments[i];
    const int count = snprintf(text + size, sizeof(text) - size, "%s%.*s%s%.*s",
                               i ? ", " : "", QN_STR_ARG(a->type),
                               a->name.size ? " " : "", QN_STR_ARG(a->name));
    if (count < 0 || (size_t)count >= sizeof(text) - size)
      return; // too long to be useful
    size += (size_t)count;
  }
  if (size)
    qn_diag_hint(diag, "Its parameters are (%s).", text);
}

static qn_status check_arguments(const qn_kernel *kernel,
                                 const qn_launch *launch, qn_diag *diag) {
  if (!kernel->arguments_known)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "the arguments of '%.*s' are not described in its image",
                   QN_STR_ARG(shown_name(kernel)));
  if (launch->argument_count != kernel->argument_count) {
    const qn_status status = qn_fail(
        diag, QN_E_ARGUMENT, QN_NOWHERE, "'%.*s' takes %zu argument%s; got %zu",
        QN_STR_ARG(shown_name(kernel)), kernel->argument_count,
        kernel->argument_count == 1 ? "" : "s", launch->argument_count);
    hint_signature(kernel, diag);
    return status;
  }
  for (size_t i = 0; i < kernel->argument_count; ++i)
    QN_TRY(check_argument(kernel, &kernel->arguments[i], &launch->arguments[i],
                          diag));
  return qn_ok();
}

// ---- Sizes

static qn_status check_required(const qn_kernel *kernel,
                                const qn_launch *launch, qn_diag *diag) {
  const uint32_t *wanted = kernel->resources.required_threads;
  if (!kernel->resources.required_known ||
      memcmp(wanted, launch->block, sizeof(launch->block)) == 0)
    return qn_ok();
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                 "'%.*s' runs only with blocks of %" PRIu32 "x%" PRIu32
                 "x%" PRIu32 " threads; got %" PRIu32 "x%" PRIu32 "x%" PRIu32,
                 QN_STR_ARG(shown_name(kernel)), wanted[0], wanted[1],
                 wanted[2], launch->block[0], launch->block[1],
                 launch->block[2]);
}

static qn_status check_sizes(const qn_kernel *kernel, const qn_launch *launch,
                             qn_diag *diag) {
  uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (!launch->grid[i] || !launch->block[i])
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "the %s of '%.*s' is 0 in dimension %d",
                     launch->grid[i] ? "block" : "grid",
                     QN_STR_ARG(shown_name(kernel)), i);
    threads = launch->block[i] > THREADS_MAX ? UINT32_MAX
                                             : threads * launch->block[i];
    if (threads > UINT32_MAX)
      threads = UINT32_MAX;
  }
  const uint64_t bound =
      qn_figure_or(kernel->resources.max_threads, THREADS_MAX);
  if (threads > bound)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "a block of %" PRIu32 "x%" PRIu32 "x%" PRIu32
                   " threads is larger than the %s of '%.*s', %" PRIu64,
                   launch->block[0], launch->block[1], launch->block[2],
                   kernel->resources.max_threads.known ? "launch bounds"
                                                       : "largest block",
                   QN_STR_ARG(shown_name(kernel)), bound);
  const uint64_t shared =
      qn_figure_or(kernel->resources.shared_static, 0) + launch->shared_size;
  if (shared > SHARED_MAX)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'%.*s' would have %" PRIu64
                   " bytes of shared memory; the most is %d",
                   QN_STR_ARG(shown_name(kernel)), shared, SHARED_MAX);
  return check_required(kernel, launch, diag);
}

qn_status qn_launch_check(const qn_kernel *kernel, const qn_launch *launch,
                          qn_diag *diag) {
  QN_TRY(check_arguments(kernel, launch, diag));
  return check_sizes(kernel, launch, diag);
}
