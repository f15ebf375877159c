// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/arguments.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"

// A type of C that has 64 bits on the host and 32 on the device.
typedef struct long_type {
  const char *name;
  bool is_signed;
} long_type;

// NULL: it is none of them.
static const long_type *find_long(qn_str type) {
  static const long_type types[] = {
      {"long", true},      {"unsigned long", false},
      {"long int", true},  {"long unsigned int", false},
      {"ulong", false},    {"size_t", false},
      {"ssize_t", true},   {"intptr_t", true},
      {"ptrdiff_t", true}, {"uintptr_t", false}};
  static const qn_str prefixes[] = {{"const ", 6}, {"std::", 5}};
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (qn_str_starts(type, prefixes[i]))
      type = qn_str_skip(type, prefixes[i].size);
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
    if (qn_str_equal(type, qn_str_from(types[i].name)))
      return &types[i];
  return NULL;
}

uint64_t qn_argument_host_size(const qn_argument *argument) {
  const bool wider =
      argument->size == 4 &&
      (argument->kind == QN_ARGUMENT_POINTER || find_long(argument->type));
  return wider ? 8 : argument->size;
}

void qn_kernel_pack(const qn_kernel *kernel, void *const *values,
                    uint8_t *out) {
  for (size_t i = 0; i < kernel->argument_count; ++i)
    memcpy(out + kernel->arguments[i].offset, values[i],
           kernel->arguments[i].size);
}
bool qn_kernel_is_narrow(const qn_kernel *kernel) {
  for (size_t i = 0; i < kernel->argument_count; ++i)
    if (qn_argument_host_size(&kernel->arguments[i]) !=
        kernel->arguments[i].size)
      return true;
  return false;
}

static qn_result narrow(const qn_kernel *k, size_t index, const void *value,
                        uint8_t *out) {
  uint64_t wide;
  memcpy(&wide, value, sizeof(wide));
  const int64_t as_signed = (int64_t)wide;
  const bool fits =
      wide <= UINT32_MAX || (as_signed < 0 && as_signed >= INT32_MIN);
  if (!fits)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "argument %zu of '%.*s' is 0x%" PRIx64
                     ", which has no room in the device's 32 bits",
                     index, QN_STR_ARG(k->name), wide);
  const uint32_t low = (uint32_t)wide;
  memcpy(out + k->arguments[index].offset, &low, sizeof(low));
  return QN_R_OK;
}

qn_result qn_kernel_narrow(const qn_kernel *kernel, void *const *values,
                           uint8_t *out) {
  for (size_t i = 0; i < kernel->argument_count; ++i) {
    const qn_argument *a = &kernel->arguments[i];
    if (qn_argument_host_size(a) != a->size)
      QN_CHECK(narrow(kernel, i, values[i], out));
    else
      memcpy(out + a->offset, values[i], a->size);
  }
  return QN_R_OK;
}

uint64_t qn_argument_widen(const qn_argument *argument, const void *value) {
  const long_type *type =
      argument->kind == QN_ARGUMENT_POINTER ? NULL : find_long(argument->type);
  uint32_t low;
  memcpy(&low, value, sizeof(low));
  return type && type->is_signed ? (uint64_t)(int64_t)(int32_t)low : low;
}

size_t qn_kernel_host_block(const qn_kernel *kernel, const void *block,
                            void **out_values) {
  const bool narrow = qn_kernel_is_narrow(kernel);
  uint64_t end = 0;
  for (size_t i = 0; i < kernel->argument_count; ++i) {
    const qn_argument *a = &kernel->arguments[i];
    const uint64_t size = qn_argument_host_size(a);
    const uint64_t alignment = size != a->size ? size : a->alignment;
    const uint64_t at = narrow ? qn_align_up(end, alignment) : a->offset;
    if (out_values)
      out_values[i] = (char *)(uintptr_t)block + at;
    end = at + size;
  }
  return (size_t)end;
}

void qn_kernel_host_place(const qn_kernel *kernel, size_t index,
                          size_t *out_offset, size_t *out_size) {
  qn_kernel until = *kernel;
  const size_t size = (size_t)qn_argument_host_size(&kernel->arguments[index]);
  until.argument_count = index + 1;
  // One that is narrow behind it does not move it.
  *out_offset = qn_kernel_host_block(&until, NULL, NULL) - size;
  if (out_size)
    *out_size = size;
}
