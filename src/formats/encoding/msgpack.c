// SPDX-License-Identifier: Apache-2.0
#include "formats/encoding/msgpack.h"

#include <inttypes.h>

qn_msgpack qn_msgpack_over(qn_span bytes, uint64_t origin) {
  qn_msgpack m = {.r = qn_reader_over(bytes, origin)};
  m.r.big_endian = true;
  return m;
}

bool qn_msgpack_failed(const qn_msgpack *m) {
  return m->r.failed || m->wrong != NULL;
}

qn_status qn_msgpack_finish(const qn_msgpack *m, qn_diag *diag) {
  if (m->wrong)
    return qn_fail(diag, QN_E_MALFORMED, m->bad,
                   "expected %s for %s at 0x%" PRIx64, m->wrong, m->bad.field,
                   m->bad.offset);
  return qn_reader_finish(&m->r, diag);
}

bool qn_msgpack_at_end(const qn_msgpack *m) {
  return qn_msgpack_failed(m) || m->r.at == m->r.in.size;
}

size_t qn_msgpack_left(const qn_msgpack *m) { return m->r.in.size - m->r.at; }

void qn_msgpack_reject(qn_msgpack *m, const char *expected, const char *field) {
  if (qn_msgpack_failed(m))
    return;
  m->wrong = expected;
  m->bad.field = field;
}

static uint64_t read_width(qn_reader *r, unsigned width) {
  switch (width) {
  case 1:
    return qn_read_u8(r, "msgpack number");
  case 2:
    return qn_read_u16(r, "msgpack number");
  case 4:
    return qn_read_u32(r, "msgpack number");
  default:
    return qn_read_u64(r, "msgpack number");
  }
}

// Sign-extends `value`, which has `width` bytes.
static int64_t sign_extend(uint64_t value, unsigned width) {
  const unsigned shift = 64 - 8 * width;
  return (int64_t)(value << shift) >> shift;
}

static qn_msgpack_item make_sint(int64_t value) {
  return (qn_msgpack_item){
      .kind = value < 0 ? QN_MSGPACK_SINT : QN_MSGPACK_UINT,
      .number = (uint64_t)value,
  };
}

static qn_msgpack_item read_blob(qn_msgpack *m, qn_msgpack_kind kind,
                                 uint64_t size) {
  if (kind == QN_MSGPACK_EXT)
    (void)qn_read_u8(&m->r, "msgpack extension type");
  return (qn_msgpack_item){
      .kind = kind,
      .bytes = qn_read_bytes(&m->r, size, "msgpack bytes"),
  };
}

// The head of an array or map; every element takes at least one byte, so a
// count that cannot fit is refused here, before anything is allocated or looped
// over.
static qn_msgpack_item read_container(qn_msgpack *m, qn_msgpack_kind kind,
                                      uint64_t count) {
  const uint64_t left = m->r.in.size - m->r.at;
  if (count > (kind == QN_MSGPACK_MAP ? left / 2 : left)) {
    qn_msgpack_reject(m, "a count that fits", "msgpack count");
    return (qn_msgpack_item){.kind = QN_MSGPACK_NIL};
  }
  return (qn_msgpack_item){.kind = kind, .count = count};
}

// Values whose first byte is 0xc0 to 0xdf.
static qn_msgpack_item read_long_form(qn_msgpack *m, uint8_t tag) {
  const qn_msgpack_item nil = {.kind = QN_MSGPACK_NIL};
  switch (tag) {
  case 0xc0:
    return nil;
  case 0xc2:
  case 0xc3:
    return (qn_msgpack_item){.kind = QN_MSGPACK_BOOL, .number = tag & 1};
  case 0xc4:
  case 0xc5:
  case 0xc6:
    return read_blob(m, QN_MSGPACK_BIN, read_width(&m->r, 1u << (tag - 0xc4)));
  case 0xc7:
  case 0xc8:
  case 0xc9:
    return read_blob(m, QN_MSGPACK_EXT, read_width(&m->r, 1u << (tag - 0xc7)));
  case 0xca: {
    // Converted to a double, so that REAL always holds a double's bits.
    const uint32_t bits = (uint32_t)read_width(&m->r, 4);
    float narrow;
    memcpy(&narrow, &bits, sizeof(narrow));
    const double wide = narrow;
    qn_msgpack_item item = {.kind = QN_MSGPACK_REAL};
    memcpy(&item.number, &wide, sizeof(wide));
    return item;
  }
  case 0xcb:
    return (qn_msgpack_item){.kind = QN_MSGPACK_REAL,
                             .number = read_width(&m->r, 8)};
  case 0xcc:
  case 0xcd:
  case 0xce:
  case 0xcf:
    return (qn_msgpack_item){.kind = QN_MSGPACK_UINT,
                             .number = read_width(&m->r, 1u << (tag - 0xcc))};
  case 0xd0:
  case 0xd1:
  case 0xd2:
  case 0xd3: {
    const unsigned width = 1u << (tag - 0xd0);
    return make_sint(sign_extend(read_width(&m->r, width), width));
  }
  case 0xd4:
  case 0xd5:
  case 0xd6:
  case 0xd7:
  case 0xd8:
    return read_blob(m, QN_MSGPACK_EXT, 1u << (tag - 0xd4));
  case 0xd9:
  case 0xda:
  case 0xdb:
    return read_blob(m, QN_MSGPACK_STR, read_width(&m->r, 1u << (tag - 0xd9)));
  case 0xdc:
  case 0xdd:
    return read_container(m, QN_MSGPACK_ARRAY,
                          read_width(&m->r, 2u << (tag - 0xdc)));
  case 0xde:
  case 0xdf:
    return read_container(m, QN_MSGPACK_MAP,
                          read_width(&m->r, 2u << (tag - 0xde)));
  default: // 0xc1 is never used
    qn_msgpack_reject(m, "a known type", "msgpack value");
    return nil;
  }
}

qn_msgpack_item qn_msgpack_next(qn_msgpack *m) {
  const qn_msgpack_item nil = {.kind = QN_MSGPACK_NIL};
  if (qn_msgpack_failed(m))
    return nil;
  m->bad = (qn_place){m->r.origin + m->r.at, 1, NULL};
  const uint8_t tag = qn_read_u8(&m->r, "msgpack value");
  if (m->r.failed)
    return nil;
  qn_msgpack_item item;
  if (tag >= 0xa0 && tag < 0xc0) // the common case: a short text
    item = (qn_msgpack_item){
        .kind = QN_MSGPACK_STR,
        .bytes = qn_read_bytes(&m->r, tag & 0x1f, "msgpack bytes"),
    };
  else if (tag < 0x80)
    item = (qn_msgpack_item){.kind = QN_MSGPACK_UINT, .number = tag};
  else if (tag >= 0xe0)
    item = make_sint((int8_t)tag);
  else if (tag < 0x90)
    item = read_container(m, QN_MSGPACK_MAP, tag & 0x0f);
  else if (tag < 0xa0)
    item = read_container(m, QN_MSGPACK_ARRAY, tag & 0x0f);
  else
    item = read_long_form(m, tag);
  return qn_msgpack_failed(m) ? nil : item;
}

void qn_msgpack_skip(qn_msgpack *m, qn_span *out_bytes) {
  const size_t start = m->r.at;
  // Values still to read. Counts never exceed the bytes left, so this cannot
  // overflow; and each step reads a byte or fails.
  uint64_t pending = 1;
  while (pending && !qn_msgpack_failed(m)) {
    const qn_msgpack_item item = qn_msgpack_next(m);
    --pending;
    pending += item.kind == QN_MSGPACK_MAP ? 2 * item.count : item.count;
    if (pending > m->r.in.size - m->r.at)
      qn_msgpack_reject(m, "counts that fit", "msgpack count");
  }
  if (out_bytes)
    *out_bytes = qn_msgpack_failed(m)
                     ? (qn_span){0}
                     : (qn_span){m->r.in.data + start, m->r.at - start};
}

static qn_msgpack_item next_of(qn_msgpack *m, qn_msgpack_kind kind,
                               const char *expected, const char *field) {
  const qn_msgpack_item item = qn_msgpack_next(m);
  if (!qn_msgpack_failed(m) && item.kind == kind)
    return item;
  qn_msgpack_reject(m, expected, field);
  return (qn_msgpack_item){.kind = QN_MSGPACK_NIL};
}

size_t qn_msgpack_map(qn_msgpack *m, const char *field) {
  return (size_t)next_of(m, QN_MSGPACK_MAP, "a map", field).count;
}

size_t qn_msgpack_array(qn_msgpack *m, const char *field) {
  return (size_t)next_of(m, QN_MSGPACK_ARRAY, "an array", field).count;
}

qn_str qn_msgpack_str(qn_msgpack *m, const char *field) {
  return qn_span_str(next_of(m, QN_MSGPACK_STR, "a text", field).bytes);
}

uint64_t qn_msgpack_uint(qn_msgpack *m, const char *field) {
  return next_of(m, QN_MSGPACK_UINT, "a number from 0", field).number;
}

uint32_t qn_msgpack_u32(qn_msgpack *m, const char *field) {
  const uint64_t value = qn_msgpack_uint(m, field);
  if (value > UINT32_MAX)
    qn_msgpack_reject(m, "a number below 2^32", field);
  return value > UINT32_MAX ? 0 : (uint32_t)value;
}

bool qn_msgpack_bool(qn_msgpack *m, const char *field) {
  return next_of(m, QN_MSGPACK_BOOL, "true or false", field).number != 0;
}

// Whether `text` equals the C string `name`; `text` may contain a NUL.
static bool is_key(qn_str text, const char *name) {
  size_t i = 0;
  while (i < text.size && name[i] && name[i] == text.data[i])
    ++i;
  return i == text.size && !name[i];
}

size_t qn_msgpack_key(qn_msgpack *m, const char *const *keys, size_t count,
                      uint64_t *inout_seen) {
  const qn_str key = qn_msgpack_str(m, "map key");
  if (qn_msgpack_failed(m))
    return count;
  // Writers use one order, so the key after the last one found is tried first.
  size_t i = m->key < count ? m->key : 0;
  for (size_t left = count; left; --left, i = i + 1 < count ? i + 1 : 0) {
    if (!is_key(key, keys[i]))
      continue;
    const uint64_t bit = UINT64_C(1) << i;
    if (*inout_seen & bit)
      qn_msgpack_reject(m, "a key that occurs once", keys[i]);
    *inout_seen |= bit;
    m->key = i + 1;
    return i;
  }
  return count;
}

// ---- Writing

static void put_tagged(qn_buffer *out, uint8_t tag, uint64_t value,
                       size_t width) {
  qn_buffer_u8(out, tag);
  qn_buffer_int(out, value, width, true);
}

void qn_msgpack_put_uint(qn_buffer *out, uint64_t value) {
  put_tagged(out, 0xcf, value, 8);
}

void qn_msgpack_put_sint(qn_buffer *out, int64_t value) {
  put_tagged(out, 0xd3, (uint64_t)value, 8);
}

void qn_msgpack_put_real(qn_buffer *out, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  put_tagged(out, 0xcb, bits, 8);
}

void qn_msgpack_put_bool(qn_buffer *out, bool value) {
  qn_buffer_u8(out, value ? 0xc3 : 0xc2);
}

void qn_msgpack_put_nil(qn_buffer *out) { qn_buffer_u8(out, 0xc0); }

// The 16-bit form `tag` when `count` fits in it, else the 32-bit form, `tag` +
// 1.
static void put_sized(qn_buffer *out, uint8_t tag, uint64_t count) {
  if (count > UINT32_MAX)
    out->failed = true;
  else if (count > UINT16_MAX)
    put_tagged(out, (uint8_t)(tag + 1), count, 4);
  else
    put_tagged(out, tag, count, 2);
}

void qn_msgpack_put_str(qn_buffer *out, qn_str text) {
  put_sized(out, 0xda, text.size);
  qn_buffer_append_str(out, text);
}

void qn_msgpack_put_bytes(qn_buffer *out, qn_span bytes) {
  put_sized(out, 0xc5, bytes.size);
  qn_buffer_append(out, bytes.data, bytes.size);
}

void qn_msgpack_put_array(qn_buffer *out, size_t count) {
  put_sized(out, 0xdc, count);
}

void qn_msgpack_put_map(qn_buffer *out, size_t pairs) {
  put_sized(out, 0xde, pairs);
}
