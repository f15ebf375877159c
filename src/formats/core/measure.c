// SPDX-License-Identifier: Apache-2.0
// Images of which only the address is known, as programs pass them to a
// runtime.
#include <inttypes.h>

#include "base/buffer.h"
#include "formats/core/format.h"

enum { STEPS_MAX = 1 << 14 }; // a bundle of 4096 entries takes half of them

// Compares byte by byte: what follows a byte that differs may be unmapped.
static bool begins_with(const uint8_t *start, qn_str magic) {
  size_t same = 0;
  while (same < magic.size && start[same] == (uint8_t)magic.data[same])
    ++same;
  return magic.size && same == magic.size;
}

static qn_status fail_limit(const qn_format *format, uint64_t limit,
                            qn_diag *diag) {
  return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                 "the %s at this address says that it has more than %" PRIu64
                 " bytes",
                 format->summary, limit);
}

// Reads as far as the image is known to extend, until its size is known.
static qn_status measure(const qn_format *format, const uint8_t *start,
                         uint64_t limit, uint64_t *out_size, qn_diag *diag) {
  uint64_t seen = format->magic.size;
  for (int step = 0; step < STEPS_MAX; ++step) {
    qn_diag why = {0};
    const qn_span bytes = {start, (size_t)seen};
    const qn_status status = format->measure(bytes, out_size, &why);
    if (!qn_failed(status))
      return *out_size > limit ? fail_limit(format, limit, diag) : qn_ok();
    uint64_t end; // of what was missing
    if (__builtin_add_overflow(why.place.offset, why.place.size, &end))
      end = UINT64_MAX;
    if (status.code != QN_E_MALFORMED || end <= seen) {
      if (diag)
        *diag = why;
      return status;
    }
    if (end > limit)
      return fail_limit(format, limit, diag);
    seen = end;
  }
  return fail_limit(format, STEPS_MAX, diag);
}

static qn_status measure_text(const qn_format *format, const char *start,
                              uint64_t limit, uint64_t *out_size,
                              qn_diag *diag) {
  const size_t size = strnlen(start, (size_t)limit);
  if (size == limit)
    return fail_limit(format, limit, diag);
  if (!format->probe((qn_span){(const uint8_t *)start, size}))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "not this text");
  *out_size = size;
  return qn_ok();
}

static qn_status fail_unknown(const uint8_t *start, qn_diag *diag) {
  size_t count;
  const qn_format *const *formats = qn_formats(&count);
  qn_buffer known = {0};
  for (size_t i = 0; i < count; ++i)
    if (formats[i]->measure || formats[i]->text_starts)
      qn_buffer_printf(&known, "%s%s", known.size ? ", " : "",
                       formats[i]->name);
  char first[16] = "";
  for (size_t i = 0, at = 0; i < 4; ++i) {
    at += (size_t)snprintf(first + at, sizeof(first) - at, " %02x", start[i]);
    if (!start[i]) // the end, if it is text
      break;
  }
  const qn_status status =
      qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
              "the image begins with%s, which is none of: %s", first,
              known.failed ? "what is read" : qn_buffer_text(&known));
  qn_buffer_finish(&known);
  return status;
}

qn_status qn_format_measure(const void *start, uint64_t limit,
                            qn_span *out_image, qn_diag *diag) {
  size_t count;
  const qn_format *const *formats = qn_formats(&count);
  const uint8_t *at = start;
  const uint64_t to_end = UINTPTR_MAX - (uintptr_t)start;
  limit = limit < to_end ? limit : to_end;
  for (size_t i = 0; i < count; ++i) {
    const qn_format *f = formats[i];
    qn_status status = {QN_E_NOT_FOUND};
    uint64_t size = 0;
    if (f->measure && begins_with(at, f->magic))
      status = measure(f, at, limit, &size, diag);
    else if (f->text_starts && at[0] && strchr(f->text_starts, at[0]))
      status = measure_text(f, start, limit, &size, NULL);
    if (!qn_failed(status))
      *out_image = (qn_span){at, (size_t)size};
    if (status.code != QN_E_NOT_FOUND)
      return status;
  }
  return fail_unknown(at, diag);
}
