// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include <inttypes.h>
#include <errno.h>
#include <stdarg.h>

static const char *const code_name[] = {
    [QN_OK] = "ok",
    [QN_E_ARGUMENT] = "argument",
    [QN_E_MEMORY] = "memory",
    [QN_E_IO] = "io",
    [QN_E_MALFORMED] = "malformed",
    [QN_E_UNSUPPORTED] = "unsupported",
    [QN_E_LIMIT] = "limit",
    [QN_E_NOT_FOUND] = "not-found",
    [QN_E_TOOLCHAIN] = "toolchain",
    [QN_E_DEVICE] = "device",
    [QN_E_INTERNAL] = "internal",
};

static void format_cut(char *to, size_t capacity, const char *format,
                       va_list args) {
  const int wanted = vsnprintf(to, capacity, format, args);
  if (wanted >= 0 && (size_t)wanted >= capacity && capacity > 4)
    memcpy(to + capacity - 4, "...", 4);
}

qn_status qn_fail(qn_diag *diag, qn_code code, qn_place place,
                  const char *format, ...) {
  if (diag && diag->code == QN_OK) {
    va_list args;
    diag->code = code;
    diag->place = place;
    va_start(args, format);
    format_cut(diag->message, sizeof(diag->message), format, args);
    va_end(args);
  }
  return (qn_status){code};
}

void qn_diag_context(qn_diag *diag, const char *format, ...) {
  if (!diag || diag->code == QN_OK)
    return;
  const size_t used = strlen(diag->context);
  if (used + 8 >= sizeof(diag->context))
    return;
  char *to = diag->context + used;
  if (used)
    *to++ = '\n';
  va_list args;
  va_start(args, format);
  format_cut(to, (size_t)(diag->context + sizeof(diag->context) - to), format,
             args);
  va_end(args);
}

void qn_diag_hint(qn_diag *diag, const char *format, ...) {
  if (!diag || diag->code == QN_OK)
    return;
  va_list args;
  va_start(args, format);
  format_cut(diag->hint, sizeof(diag->hint), format, args);
  va_end(args);
}

qn_status qn_fail_memory(qn_diag *diag, const char *what) {
  return qn_fail(diag, QN_E_MEMORY, QN_NOWHERE, "no memory for %s", what);
}

qn_status qn_fail_errno(qn_diag *diag, const char *verb, const char *path) {
  return qn_fail(diag, QN_E_IO, QN_NOWHERE, "could not %s '%s': %s", verb, path,
                 strerror(errno));
}

const char *qn_code_name(qn_code code) { return code_name[code]; }

static void print_excerpt(qn_place place, qn_span input, FILE *out) {
  if (place.offset >= input.size)
    return;
  const uint64_t row = place.offset & ~UINT64_C(15);
  fprintf(out, "   | %08" PRIx64 ":", row);
  for (uint64_t i = row; i < row + 16 && i < input.size; ++i)
    fprintf(out, " %02x", input.data[i]);
  fprintf(out, "\n   | %*s", (int)(9 + 3 * (place.offset - row)), "");
  const uint64_t marks = place.size ? place.size : 1;
  for (uint64_t i = 0; i < marks && place.offset + i < row + 16 &&
                       place.offset + i < input.size;
       ++i)
    fputs(i ? "~~~" : " ^~", out);
  fprintf(out, " %s\n", place.field ? place.field : "");
}

void qn_diag_print(const qn_diag *diag, const char *path, qn_span input,
                   FILE *out) {
  fprintf(out, "error[%s]: %s\n", code_name[diag->code], diag->message);
  fprintf(out, "  --> %s", path);
  if (diag->place.offset != UINT64_MAX)
    fprintf(out, ":0x%" PRIx64, diag->place.offset);
  fputc('\n', out);
  if (diag->place.offset != UINT64_MAX)
    print_excerpt(diag->place, input, out);
  for (const char *line = diag->context; *line;) {
    const size_t length = strcspn(line, "\n");
    fprintf(out, "   = while %.*s\n", (int)length, line);
    line += length + (line[length] == '\n');
  }
  if (diag->hint[0])
    fprintf(out, "   = hint: %s\n", diag->hint);
}
