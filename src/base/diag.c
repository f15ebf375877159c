// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>

#include "base/buffer.h"
#include "base/text.h"

enum {
  EXCERPT_MAX = 120, // bytes of a source line that are shown
  EXCERPT_LEAD = 60, // of them before the place, in a longer line
};

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

static const char *const severity_name[] = {"note", "warning", "error"};
static const char *const severity_color[] = {"\x1b[1;36m", "\x1b[1;33m",
                                             "\x1b[1;31m"};

static void format_cut(char *to, size_t capacity, const char *format,
                       va_list args) {
  const int wanted = vsnprintf(to, capacity, format, args);
  if (wanted < 0 || (size_t)wanted < capacity || capacity <= 8)
    return;
  size_t at = capacity - 4;
  while (at > 0 && ((uint8_t)to[at] & 0xc0) == 0x80)
    --at; // not inside a character
  memcpy(to + at, "...", 4);
}

qn_status(qn_fail)(qn_diag *diag, qn_code code, qn_place place,
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
  if (used + 12 >= sizeof(diag->context))
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

qn_status(qn_fail_memory)(qn_diag *diag, const char *what) {
  return qn_fail(diag, QN_E_MEMORY, QN_NOWHERE, "no memory for %s", what);
}

qn_status(qn_fail_errno)(qn_diag *diag, const char *verb, const char *path) {
  return qn_fail(diag, QN_E_IO, QN_NOWHERE, "could not %s '%s': %s", verb, path,
                 strerror(errno));
}

const char *qn_code_name(qn_code code) { return code_name[code]; }

qn_place qn_place_text(qn_span text, uint64_t offset, uint64_t size) {
  if (offset > text.size)
    offset = text.size;
  qn_place place = {.offset = offset, .size = size, .line = 1, .column = 1};
  for (uint64_t i = 0; i < offset; ++i) {
    ++place.column;
    if (text.data[i] == '\n') {
      ++place.line;
      place.column = 1;
    }
  }
  return place;
}

// ---- Printing

static bool is_nowhere(qn_place place) {
  return place.offset == UINT64_MAX && !place.line;
}

static void paint(const qn_diag_view *view, const char *color, qn_buffer *out) {
  if (view->color)
    qn_buffer_append_str(out, qn_str_from(color));
}

static void write_marks(qn_str marks, const char *field, qn_severity severity,
                        const qn_diag_view *view, qn_buffer *out) {
  paint(view, severity_color[severity], out);
  qn_buffer_append_str(out, marks);
  paint(view, "\x1b[0m", out);
  if (field)
    qn_buffer_printf(out, " %s", field);
  qn_buffer_append(out, "\n", 1);
}

static void write_hex(qn_place place, qn_severity severity,
                      const qn_diag_view *view, qn_buffer *out) {
  const qn_span input = view->input;
  if (place.offset >= input.size)
    return;
  const uint64_t row = place.offset & ~UINT64_C(15);
  qn_buffer_printf(out, "   | %08" PRIx64 ":", row);
  for (uint64_t i = row; i < row + 16 && i < input.size; ++i)
    qn_buffer_printf(out, " %02x", input.data[i]);
  qn_buffer_printf(out, "\n   | %*s", (int)(10 + 3 * (place.offset - row)), "");
  char marks[64] = "^~";
  size_t size = 2;
  const uint64_t count = place.size ? place.size : 1;
  for (uint64_t i = 1; i < count && place.offset + i < row + 16 &&
                       place.offset + i < input.size;
       ++i) {
    memcpy(marks + size, "~~~", 3);
    size += 3;
  }
  write_marks((qn_str){marks, size}, place.field, severity, view, out);
}

// The line of `input` in which `offset` lies, without its end.
static qn_str line_at(qn_span input, uint64_t offset) {
  size_t start = (size_t)offset, stop = (size_t)offset;
  while (start > 0 && input.data[start - 1] != '\n')
    --start;
  while (stop < input.size && input.data[stop] != '\n' &&
         input.data[stop] != '\r')
    ++stop;
  return (qn_str){(const char *)input.data + start, stop - start};
}

static void write_source(qn_place place, qn_severity severity,
                         const qn_diag_view *view, qn_buffer *out) {
  const qn_span input = view->input;
  if (place.offset > input.size || !input.size)
    return;
  qn_str line = line_at(input, place.offset);
  size_t at = (size_t)((const char *)input.data + place.offset - line.data);
  bool cut_front = false;
  if (line.size > EXCERPT_MAX && at > EXCERPT_LEAD) {
    line = qn_str_skip(line, at - EXCERPT_LEAD);
    at = EXCERPT_LEAD;
    cut_front = true;
  }
  if (line.size > EXCERPT_MAX)
    line.size = EXCERPT_MAX;
  if (at > line.size)
    at = line.size;
  qn_buffer shown = {0}, before = {0}; // tabs as spaces, the rest escaped
  for (size_t i = 0; i < line.size;) {
    uint32_t point;
    const size_t step = qn_utf8_decode(qn_str_skip(line, i), &point);
    const qn_str one = {line.data + i, step ? step : 1};
    const qn_str text = line.data[i] == '\t' ? QN_STR(" ") : one;
    qn_text_print(text, &shown);
    if (i < at)
      qn_text_print(text, &before);
    i += one.size;
  }
  const char *lead = cut_front ? "..." : "";
  qn_buffer_printf(out, "   | %" PRIu32 ": %s", place.line, lead);
  qn_buffer_append_str(out, qn_buffer_str(&shown));
  char number[16];
  const int digits = snprintf(number, sizeof(number), "%" PRIu32, place.line);
  qn_buffer_printf(out, "\n   | %*s", digits + 2 + (int)strlen(lead), "");
  qn_buffer_printf(out, "%*s", (int)qn_text_width(qn_buffer_str(&before)), "");
  char marks[EXCERPT_MAX + 1];
  size_t size = place.size ? (size_t)place.size : 1;
  if (size > line.size - at)
    size = line.size > at ? line.size - at : 1;
  memset(marks, '~', size);
  marks[0] = '^';
  write_marks((qn_str){marks, size}, place.field, severity, view, out);
  out->failed |= shown.failed | before.failed;
  qn_buffer_finish(&shown);
  qn_buffer_finish(&before);
}

static void write_where(const qn_diag *diag, const char *path, qn_buffer *out) {
  const qn_place place = diag->place;
  if (!path && is_nowhere(place))
    return;
  qn_buffer_append_str(out, QN_STR("  --> "));
  qn_text_print(qn_str_from(path ? path : "input"), out);
  if (place.is_expanded)
    qn_buffer_append_str(out, QN_STR(", expanded"));
  if (place.line)
    qn_buffer_printf(out, ":%" PRIu32 ":%" PRIu32, place.line, place.column);
  else if (!is_nowhere(place))
    qn_buffer_printf(out, ":0x%" PRIx64, place.offset);
  qn_buffer_append(out, "\n", 1);
}

static void write_text(const qn_diag *diag, qn_severity severity,
                       const qn_diag_view *view, qn_buffer *out) {
  paint(view, severity_color[severity], out);
  qn_buffer_append_str(out, qn_str_from(severity_name[severity]));
  if (diag->code != QN_OK)
    qn_buffer_printf(out, "[%s]", code_name[diag->code]);
  paint(view, "\x1b[0m", out);
  qn_buffer_append(out, ": ", 2);
  paint(view, "\x1b[1m", out);
  qn_text_print(qn_str_from(diag->message), out);
  paint(view, "\x1b[0m", out);
  qn_buffer_append(out, "\n", 1);
  write_where(diag, view->path, out);
  if (diag->place.is_expanded)
    ; // not one of the input's bytes
  else if (diag->place.line)
    write_source(diag->place, severity, view, out);
  else if (!is_nowhere(diag->place))
    write_hex(diag->place, severity, view, out);
  qn_str rest = qn_str_from(diag->context), line;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    qn_buffer_append_str(out, QN_STR("   = while "));
    qn_text_print(line, out);
    qn_buffer_append(out, "\n", 1);
  }
  if (diag->hint[0]) {
    qn_buffer_append_str(out, QN_STR("   = hint: "));
    qn_text_print(qn_str_from(diag->hint), out);
    qn_buffer_append(out, "\n", 1);
  }
}

static void json_text(const char *key, const char *text, qn_buffer *out) {
  qn_buffer_printf(out, ",\"%s\":", key);
  qn_text_json(qn_str_from(text), out);
}

static void write_json(const qn_diag *diag, qn_severity severity,
                       const char *path, qn_buffer *out) {
  const qn_place place = diag->place;
  qn_buffer_append_str(out, QN_STR("{\"schema\":\"quern.diagnostic/1\""));
  json_text("severity", severity_name[severity], out);
  if (diag->code != QN_OK)
    json_text("code", code_name[diag->code], out);
  json_text("message", diag->message, out);
  if (path)
    json_text("path", path, out);
  if (!is_nowhere(place) && place.offset != UINT64_MAX)
    qn_buffer_printf(out, ",\"offset\":%" PRIu64 ",\"size\":%" PRIu64,
                     place.offset, place.size);
  if (place.is_expanded)
    qn_buffer_append_str(out, QN_STR(",\"expanded\":true"));
  if (place.line)
    qn_buffer_printf(out, ",\"line\":%" PRIu32 ",\"column\":%" PRIu32,
                     place.line, place.column);
  if (place.field)
    json_text("field", place.field, out);
  if (diag->context[0]) {
    qn_buffer_append_str(out, QN_STR(",\"context\":["));
    qn_str rest = qn_str_from(diag->context), line;
    for (bool first = true; rest.size && qn_str_split(&rest, '\n', &line);
         first = false) {
      if (!first)
        qn_buffer_append(out, ",", 1);
      qn_text_json(line, out);
    }
    qn_buffer_append(out, "]", 1);
  }
  if (diag->hint[0])
    json_text("hint", diag->hint, out);
  qn_buffer_append_str(out, QN_STR("}\n"));
}

void qn_diag_write(const qn_diag *diag, qn_severity severity,
                   const qn_diag_view *view, qn_buffer *out) {
  if (view->json)
    write_json(diag, severity, view->path, out);
  else
    write_text(diag, severity, view, out);
}

void qn_diag_print(const qn_diag *diag, const char *path, qn_span input,
                   FILE *out) {
  qn_buffer text = {0};
  qn_diag_write(diag, QN_ERROR, &(qn_diag_view){.path = path, .input = input},
                &text);
  if (text.failed) // out of memory: the message alone
    fprintf(out, "error[%s]: %s\n", code_name[diag->code], diag->message);
  else
    fwrite(text.data, 1, text.size, out);
  qn_buffer_finish(&text);
}

// ---- Reports

void qn_report_diag(qn_report *report, qn_severity severity,
                    const qn_diag *diag) {
  if (!report)
    return;
  const unsigned before = report->counts[QN_NOTE] + report->counts[QN_WARNING] +
                          report->counts[QN_ERROR];
  ++report->counts[severity];
  if (report->emit && (!report->maximum || before < report->maximum))
    report->emit(report->user, severity, diag, report->path, report->input);
}

static void emit(qn_report *report, qn_severity severity, qn_code code,
                 qn_place place, const char *format, va_list args)
    QN_PRINTF(5, 0);
static void emit(qn_report *report, qn_severity severity, qn_code code,
                 qn_place place, const char *format, va_list args) {
  qn_diag diag = {.code = code, .place = place};
  format_cut(diag.message, sizeof(diag.message), format, args);
  qn_report_diag(report, severity, &diag);
}

void qn_report_note(qn_report *report, qn_place place, const char *format,
                    ...) {
  va_list args;
  va_start(args, format);
  emit(report, QN_NOTE, QN_OK, place, format, args);
  va_end(args);
}

void qn_report_warning(qn_report *report, qn_place place, const char *format,
                       ...) {
  va_list args;
  va_start(args, format);
  emit(report, QN_WARNING, QN_OK, place, format, args);
  va_end(args);
}

void qn_report_error(qn_report *report, qn_code code, qn_place place,
                     const char *format, ...) {
  va_list args;
  va_start(args, format);
  emit(report, QN_ERROR, code, place, format, args);
  va_end(args);
}
