// SPDX-License-Identifier: Apache-2.0
// MessagePack: a streaming reader over untrusted bytes, and a writer.
//
// The reader is sticky like qn_reader: after the first failure every call gives
// zero, an empty text or an empty span, and qn_msgpack_finish says what was
// wrong. It allocates nothing and never recurses: skipping a value keeps a
// count of what is still to come, so nesting costs neither stack nor memory. A
// count is checked against the bytes left before it is given out.
//
// Own code instead of msgpack-c, whose reader builds trees and allocates by
// counts that the input claims.
#ifndef QN_FORMATS_ENCODING_MSGPACK_H
#define QN_FORMATS_ENCODING_MSGPACK_H

#include "base/buffer.h"
#include "base/reader.h"

typedef enum qn_msgpack_kind {
  QN_MSGPACK_NIL,
  QN_MSGPACK_BOOL,
  QN_MSGPACK_UINT,
  QN_MSGPACK_SINT, // negative
  QN_MSGPACK_REAL,
  QN_MSGPACK_STR,
  QN_MSGPACK_BIN,
  QN_MSGPACK_EXT,
  QN_MSGPACK_ARRAY,
  QN_MSGPACK_MAP,
} qn_msgpack_kind;

// One value; of a container only its head, the elements follow.
typedef struct qn_msgpack_item {
  qn_msgpack_kind kind;
  uint64_t number; // UINT, SINT (two's complement), BOOL; REAL: IEEE-754 bits
  uint64_t count;  // ARRAY: elements; MAP: pairs
  qn_span bytes;   // STR, BIN, EXT (without its type byte): borrowed
} qn_msgpack_item;

typedef struct qn_msgpack {
  qn_reader r;
  const char *wrong; // first wrong value: what was expected, or NULL
  qn_place bad;
  size_t key; // private: where qn_msgpack_key looks first
} qn_msgpack;

qn_msgpack qn_msgpack_over(qn_span bytes, uint64_t origin);
// Whether something went wrong so far; loops end on it.
bool qn_msgpack_failed(const qn_msgpack *m);
// OK, or QN_E_MALFORMED with the place.
qn_status qn_msgpack_finish(const qn_msgpack *m, qn_diag *diag);
// Whether all bytes are read, or reading failed.
bool qn_msgpack_at_end(const qn_msgpack *m);

// Bytes not read yet.
size_t qn_msgpack_left(const qn_msgpack *m);

qn_msgpack_item qn_msgpack_next(qn_msgpack *m);
// Reads one value with all that is in it. `*out_bytes` (may be NULL) receives
// its encoding.
void qn_msgpack_skip(qn_msgpack *m, qn_span *out_bytes);

// Typed reads: a value of another kind is a failure named `field`.
size_t qn_msgpack_map(qn_msgpack *m, const char *field);   // pairs
size_t qn_msgpack_array(qn_msgpack *m, const char *field); // elements
qn_str qn_msgpack_str(qn_msgpack *m, const char *field);
uint64_t qn_msgpack_uint(qn_msgpack *m, const char *field);
uint32_t qn_msgpack_u32(qn_msgpack *m, const char *field); // at most 2^32-1
bool qn_msgpack_bool(qn_msgpack *m, const char *field);
// Marks the value read last as wrong.
void qn_msgpack_reject(qn_msgpack *m, const char *expected, const char *field);

// For maps with known keys: finds `key` in `keys` (`count` of them, at most 64)
// and rejects one seen before. Returns its position, or `count` for an unknown
// key, whose value the caller skips.
size_t qn_msgpack_key(qn_msgpack *m, const char *const *keys, size_t count,
                      uint64_t *inout_seen);

// ---- Writing: big-endian, one fixed width per kind, so that the same values
// always give the same bytes (specs: CAMD containers).
void qn_msgpack_put_uint(qn_buffer *out, uint64_t value);
void qn_msgpack_put_sint(qn_buffer *out, int64_t value);
void qn_msgpack_put_real(qn_buffer *out, double value);
void qn_msgpack_put_bool(qn_buffer *out, bool value);
void qn_msgpack_put_nil(qn_buffer *out);
// Texts and bytes of 2^32 bytes and more mark `out` failed.
void qn_msgpack_put_str(qn_buffer *out, qn_str text);
void qn_msgpack_put_bytes(qn_buffer *out, qn_span bytes);
void qn_msgpack_put_array(qn_buffer *out, size_t count);
void qn_msgpack_put_map(qn_buffer *out, size_t pairs);

#endif // QN_FORMATS_ENCODING_MSGPACK_H
