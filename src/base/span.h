// SPDX-License-Identifier: Apache-2.0
// Borrowed bytes and borrowed text. Neither owns; neither is NUL-terminated.
#ifndef QN_BASE_SPAN_H
#define QN_BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct qn_span {
  const uint8_t *data;
  size_t size; // bytes
} qn_span;

typedef struct qn_str {
  const char *data;
  size_t size; // bytes, no terminator
} qn_str;

#define QN_STR(literal) ((qn_str){(literal), sizeof(literal) - 1})
#define QN_STR_ARG(s) (int)(s).size, (s).data // for "%.*s"

// A view of a C string, which must outlive it. NULL gives the empty string.
static inline qn_str qn_str_from(const char *text) {
  return (qn_str){text, text ? strlen(text) : 0};
}

// The same bytes seen as text. Untrusted text may hold any byte, NUL included.
static inline qn_str qn_span_str(qn_span bytes) {
  return (qn_str){(const char *)bytes.data, bytes.size};
}

static inline qn_span qn_str_span(qn_str text) {
  return (qn_span){(const uint8_t *)text.data, text.size};
}

static inline bool qn_str_equal(qn_str a, qn_str b) {
  return a.size == b.size &&
         (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool qn_str_starts(qn_str s, qn_str prefix) {
  return s.size >= prefix.size &&
         (prefix.size == 0 || memcmp(s.data, prefix.data, prefix.size) == 0);
}

static inline bool qn_str_ends(qn_str s, qn_str suffix) {
  return s.size >= suffix.size &&
         (suffix.size == 0 ||
          memcmp(s.data + s.size - suffix.size, suffix.data, suffix.size) == 0);
}

// `s` without its first `count` bytes; empty when it has fewer.
static inline qn_str qn_str_skip(qn_str s, size_t count) {
  if (count > s.size)
    count = s.size;
  return (qn_str){count ? s.data + count : s.data, s.size - count};
}

// Position of the first `byte`, or s.size.
static inline size_t qn_str_find(qn_str s, char byte) {
  const char *at = s.size ? memchr(s.data, byte, s.size) : NULL;
  return at ? (size_t)(at - s.data) : s.size;
}

// Where the first `part` begins, or NULL. Either may be empty (NULL, too): an
// empty part is found only in what is not empty.
static inline const char *qn_str_search(qn_str s, qn_str part) {
  return s.size && part.data
             ? (const char *)memmem(s.data, s.size, part.data, part.size)
             : NULL;
}

// Takes the text up to `separator` off the front of `*rest`, and the separator
// too. False when nothing is left; an empty piece is a piece.
static inline bool qn_str_split(qn_str *rest, char separator,
                                qn_str *out_piece) {
  if (!rest->data)
    return false;
  const size_t at = qn_str_find(*rest, separator);
  *out_piece = (qn_str){rest->data, at};
  *rest = at < rest->size ? qn_str_skip(*rest, at + 1) : (qn_str){0};
  return true;
}

#endif // QN_BASE_SPAN_H
