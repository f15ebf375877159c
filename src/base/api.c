// SPDX-License-Identifier: Apache-2.0
#include "base/api.h"

#include <inttypes.h>
#include <stdarg.h>

#include "base/buffer.h"
#include "base/text.h"

// The codes are those of qn_code, by number and by name.
#define SAME(name)                                                             \
  _Static_assert((int)QUERN_##name == (int)QN_##name, "one list of codes")
SAME(OK);
SAME(E_ARGUMENT);
SAME(E_MEMORY);
SAME(E_IO);
SAME(E_MALFORMED);
SAME(E_UNSUPPORTED);
SAME(E_LIMIT);
SAME(E_NOT_FOUND);
SAME(E_TOOLCHAIN);
SAME(E_DEVICE);
SAME(E_INTERNAL);
#undef SAME

// A larger value is a size that was never set.
enum { STRUCT_MAX = 64 * 1024 };

const char *quern_status_name(quern_status status) {
  return (unsigned)status <= QN_E_INTERNAL ? qn_code_name((qn_code)status)
                                           : "unknown";
}

// ---- Errors

static size_t size_of(const void *given) {
  size_t size;
  memcpy(&size, given, sizeof(size));
  return size;
}

static void put_text(char *to, size_t capacity, const char *from) {
  const size_t size = strnlen(from, capacity - 1);
  memcpy(to, from, size);
  to[size] = '\0';
}

// `from` has no place when the failure has no message.
static void fill(quern_error *error, qn_code code, const qn_diag *from) {
  const qn_api_struct about = QN_API_STRUCT(quern_error, hint);
  const bool said = from && from->code != QN_OK;
  if (!error || size_of(error) < about.first)
    return;
  quern_error own = QUERN_ERROR_INIT;
  own.status = (quern_status)code;
  if (said) {
    own.line = from->place.line;
    own.column = from->place.column;
    own.offset = from->place.offset;
    own.extent = from->place.size;
    put_text(own.message, sizeof(own.message), from->message);
    put_text(own.context, sizeof(own.context), from->context);
    put_text(own.hint, sizeof(own.hint), from->hint);
  } else {
    put_text(own.message, sizeof(own.message), qn_code_name(code));
  }
  qn_api_give(&own, about, error);
}

quern_status qn_api_answer(qn_status status, const qn_diag *diag,
                           quern_error *error) {
  if (qn_failed(status))
    fill(error, status.code, diag);
  return (quern_status)status.code;
}

qn_status qn_api_fail(qn_diag *diag, const quern_error *error) {
  if (error->status == QUERN_OK)
    return qn_ok();
  const qn_place place = {.offset = error->offset,
                          .size = error->extent,
                          .line = error->line,
                          .column = error->column};
  const qn_status status =
      qn_fail(diag, (qn_code)error->status, place, "%s", error->message);
  if (error->context[0])
    qn_diag_context(diag, "%s", error->context);
  if (error->hint[0])
    qn_diag_hint(diag, "%s", error->hint);
  return status;
}

quern_status qn_api_refuse(quern_error *error, const char *format, ...) {
  qn_diag diag = {.code = QN_E_ARGUMENT, .place = QN_NOWHERE};
  va_list args;
  va_start(args, format);
  vsnprintf(diag.message, sizeof(diag.message), format, args);
  va_end(args);
  fill(error, QN_E_ARGUMENT, &diag);
  return QUERN_E_ARGUMENT;
}

static void put_place(const quern_error *e, qn_buffer *out) {
  if (e->line)
    qn_buffer_printf(out, "  --> line %" PRIu32 ", column %" PRIu32 "\n",
                     e->line, e->column);
  else if (e->offset != QUERN_NOWHERE)
    qn_buffer_printf(out, "  --> 0x%" PRIx64 "\n", e->offset);
}

size_t quern_error_format(const quern_error *error, char *out, size_t size) {
  const qn_api_struct about = QN_API_STRUCT(quern_error, hint);
  if (size)
    out[0] = '\0';
  if (!error || size_of(error) < about.first || error->status == QUERN_OK)
    return 0;
  qn_buffer text = {0};
  qn_str rest = qn_str_from(error->context), line;
  qn_buffer_printf(&text, "error[%s]: ", quern_status_name(error->status));
  qn_text_print(qn_str_from(error->message), &text);
  qn_buffer_u8(&text, '\n');
  put_place(error, &text);
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    qn_buffer_append_str(&text, QN_STR("   = while "));
    qn_text_print(line, &text);
    qn_buffer_u8(&text, '\n');
  }
  if (error->hint[0]) {
    qn_buffer_append_str(&text, QN_STR("   = hint: "));
    qn_text_print(qn_str_from(error->hint), &text);
    qn_buffer_u8(&text, '\n');
  }
  if (text.failed) { // running out of memory needs no memory to report
    qn_buffer_finish(&text);
    const int length =
        snprintf(out, size, "error[%s]: %s\n", quern_status_name(error->status),
                 error->message);
    return length > 0 ? (size_t)length : 0;
  }
  const size_t length = text.size;
  const size_t kept = length < size ? length : size - 1;
  if (size) {
    memcpy(out, text.data, kept);
    out[kept] = '\0';
  }
  qn_buffer_finish(&text);
  return length;
}

// ---- Structs

static qn_status check_size(const void *given, qn_api_struct about,
                            qn_diag *diag) {
  if (!given)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "a '%s' is NULL",
                   about.name);
  const size_t size = size_of(given);
  if (size >= about.first && size <= STRUCT_MAX)
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
              "the size of a '%s' is %zu bytes, expected %zu", about.name, size,
              about.size);
  qn_diag_hint(diag, "Set its member 'size' to sizeof(%s).", about.name);
  return status;
}

qn_status qn_api_take(const void *given, qn_api_struct about, void *own,
                      qn_diag *diag) {
  QN_TRY(check_size(given, about, diag));
  const size_t size = size_of(given);
  const uint8_t *bytes = given;
  for (size_t i = about.size; i < size; ++i)
    if (bytes[i]) {
      const qn_status status =
          qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                  "a '%s' sets members that this library does not know, "
                  "after its %zu bytes",
                  about.name, about.size);
      qn_diag_hint(diag, "The program was compiled for a later version of "
                         "Quern than " QUERN_VERSION ".");
      return status;
    }
  memset(own, 0, about.size);
  memcpy(own, given, size < about.size ? size : about.size);
  return qn_ok();
}

qn_status qn_api_check_out(const void *out, qn_api_struct about,
                           qn_diag *diag) {
  return check_size(out, about, diag);
}

void qn_api_give(const void *own, qn_api_struct about, void *out) {
  const size_t size = size_of(out);
  const size_t known = size < about.size ? size : about.size;
  memcpy((uint8_t *)out + sizeof(size), (const uint8_t *)own + sizeof(size),
         known - sizeof(size));
}
