// SPDX-License-Identifier: Apache-2.0
// What kernels printed: records that clang's code left in a buffer. Each begins
// with a word of its size and of whether the format is in it or named by a
// number, for which the image's note has the text. Neither is trusted.
#include <stdio.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/text.h"
#include "formats/encoding/msgpack.h"
#include "formats/object/elf.h"
#include "runtime/backends/hsa/hsa.h"
#include "runtime/backends/spirv/print.h"

enum {
  IS_ASSERTION = 1,
  FORMAT_IS_NUMBERED = 2,
  SIZE_SHIFT = 2,
  NOTE_METADATA = 32
};

// ---- Formats

static uint64_t read_hex(qn_str s) {
  uint64_t v = 0;
  for (size_t k = 0; k < s.size; ++k) {
    const char c = s.data[k];
    const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                  : 0;
    v = v << 4 | digit;
  }
  return v;
}

// "0:0:<number>,<format>"
static void add_format(qn_hsa_code *code, qn_str row) {
  for (unsigned k = 0; k < 2; ++k)
    row = qn_str_skip(row, qn_str_find(row, ':') + 1);
  const size_t comma = qn_str_find(row, ',');
  qn_hsa_format *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return;
  f->number = read_hex((qn_str){row.data, comma});
  f->text = qn_str_skip(row, comma + 1);
  f->next = code->formats;
  code->formats = f;
}

static bool read_note(void *user, const qn_elf_note *note) {
  if (note->type != NOTE_METADATA ||
      !qn_str_equal(note->owner, QN_STR("AMDGPU")))
    return true;
  qn_msgpack m = qn_msgpack_over(note->descriptor, note->offset);
  const qn_msgpack_item map = qn_msgpack_next(&m);
  for (uint64_t k = 0; k < map.count && !qn_msgpack_failed(&m); ++k) {
    const qn_msgpack_item key = qn_msgpack_next(&m);
    if (!qn_str_equal(qn_span_str(key.bytes), QN_STR("amdhsa.printf"))) {
      qn_msgpack_skip(&m, NULL);
      continue;
    }
    const qn_msgpack_item list = qn_msgpack_next(&m);
    for (uint64_t n = 0; n < list.count && !qn_msgpack_failed(&m); ++n)
      add_format(user, qn_span_str(qn_msgpack_next(&m).bytes));
  }
  return false;
}

void qn_hsa_read_formats(qn_hsa_code *code) {
  qn_elf elf;
  if (!qn_failed(
          qn_elf_open((qn_span){code->image, code->image_size}, 0, &elf, NULL)))
    (void)qn_elf_walk_notes(&elf, read_note, code, NULL);
}

// ---- Records

static void put_u64(qn_buffer *out, uint64_t v) {
  qn_buffer_append(out, &v, sizeof(v));
}

static void pad(qn_buffer *out, size_t from) {
  static const char zeroes[8] = {0};
  const size_t over = (out->size - from) % 8;
  if (over)
    qn_buffer_append(out, zeroes, 8 - over);
}

// As qn_spirv_print takes them: strings have their size before them.
static void convert(qn_str format, qn_reader *r, qn_buffer *out) {
  const size_t start = out->size;
  const uint32_t head[4] = {0, 0, (uint32_t)format.size, 0};
  qn_buffer_append(out, head, sizeof(head));
  qn_buffer_append(out, format.data, format.size);
  pad(out, start);
  qn_str rest = format;
  bool inside = false;
  char letter;
  // A star's argument is a number, and its conversion's follows.
  while (rest.size) {
    const char c = rest.data[0];
    rest = qn_str_skip(rest, 1);
    if (!inside) {
      inside = c == '%';
      continue;
    }
    letter = c;
    if (c == '%') {
      inside = false;
      continue;
    }
    if (c != '*' && !strchr("diouxXeEfFgGaAcspn", c))
      continue;
    inside = c == '*';
    if (letter != 's') {
      put_u64(out, qn_read_u64(r, "argument"));
      continue;
    }
    const uint8_t *text = r->in.data + r->at;
    const size_t size = strnlen((const char *)text, r->in.size - r->at);
    put_u64(out, size);
    qn_buffer_append(out, text, size);
    pad(out, start);
    (void)qn_read_bytes(r, (size + 8) / 8 * 8, "text");
  }
}

static bool find_format(const qn_hsa_code *code, uint64_t number,
                        qn_str *out_text) {
  for (const qn_hsa_format *f = code->formats; f; f = f->next)
    if (f->number == number) {
      *out_text = f->text;
      return true;
    }
  return false;
}

// A format that lies before its arguments.
static qn_str read_format(qn_reader *r) {
  qn_str format = {(const char *)r->in.data + r->at, 0};
  if (r->failed || r->at == r->in.size)
    return (qn_str){0};
  format.size = strnlen(format.data, r->in.size - r->at);
  (void)qn_read_bytes(r, (format.size + 8) / 8 * 8, "format");
  return format;
}

static void print_formatted(qn_str format, qn_reader *r, qn_buffer *out) {
  qn_buffer converted = {0};
  if (!format.size || r->failed)
    return;
  convert(format, r, &converted);
  if (!r->failed)
    qn_spirv_print((qn_span){converted.data, converted.size}, out);
  qn_buffer_finish(&converted);
}

static void print_record(const qn_hsa_code *code, qn_span record,
                         qn_buffer *out) {
  qn_reader r = qn_reader_over(record, 0);
  qn_str format = {0};
  const uint32_t control = qn_read_u32(&r, "size of a record");
  if (control & FORMAT_IS_NUMBERED) {
    const uint64_t number = qn_read_u64(&r, "format");
    if (!find_format(code, number, &format))
      qn_buffer_printf(out,
                       "quern: printf's format 0x%llx is not in the image\n",
                       (unsigned long long)number);
  } else {
    format = read_format(&r);
  }
  print_formatted(format, &r, out);
}

static void write_out(qn_hsa_device *d, const qn_buffer *text) {
  if (!text->size)
    return;
  qn_mutex_lock(&d->print_mutex);
  if (d->print) {
    d->print(d->print_user, (const char *)text->data, text->size);
  } else {
    (void)fwrite(text->data, 1, text->size, stdout);
    (void)fflush(stdout);
  }
  qn_mutex_unlock(&d->print_mutex);
}

bool qn_hsa_print_out(qn_hsa_stream *s) {
  qn_buffer text = {0}, failures = {0};
  if (!s->prints || !s->printing || !s->prints[0])
    return false;
  const uint32_t size = s->prints[1], used = s->prints[0];
  const uint8_t *at = (const uint8_t *)(s->prints + 2);
  uint32_t left = used < size ? used : size;
  while (left >= 4) {
    uint32_t control;
    memcpy(&control, at, sizeof(control));
    const uint32_t own = control >> SIZE_SHIFT;
    if (own < 4 || own > left)
      break;
    print_record(s->printing, (qn_span){at, own},
                 control & IS_ASSERTION ? &failures : &text);
    at += own;
    left -= own;
  }
  s->prints[0] = 0;
  write_out(s->device, &text);
  const bool failed = failures.size != 0;
  if (failed)
    (void)fwrite(failures.data, 1, failures.size, stderr);
  qn_buffer_finish(&failures);
  qn_buffer_finish(&text);
  return failed;
}

uint64_t qn_hsa_print_message(qn_hsa_device *d, qn_span message) {
  qn_reader r = qn_reader_over(message, 0);
  qn_buffer text = {0};
  const bool to_errors = qn_read_u64(&r, "stream of a message") & 1;
  const qn_str format = read_format(&r);
  print_formatted(format, &r, &text);
  const uint64_t size = text.size;
  if (!to_errors) {
    write_out(d, &text);
  } else {
    if (qn_text_contains(qn_buffer_str(&text), "Device-side assertion"))
      atomic_store(&d->asserted, true);
    (void)fwrite(text.data, 1, text.size, stderr);
  }
  qn_buffer_finish(&text);
  return size;
}
