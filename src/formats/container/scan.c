// SPDX-License-Identifier: Apache-2.0
#include "formats/container/scan.h"

enum {
  ALIGNMENT = 8,
  SMALLEST = 16, // bytes of a container
  KINDS_MAX = 8, // formats that are embedded
  // False matches of a magic in one section before the search in it stops: each
  // may cost half a millisecond.
  FALSE_CLAIMS_MAX = 256,
};

// The formats that are embedded, with the first four bytes of their magics.
typedef struct kinds {
  const qn_format *formats[KINDS_MAX];
  uint32_t words[KINDS_MAX];
  size_t count;
} kinds;

static kinds list_kinds(void) {
  kinds k = {0};
  size_t count;
  const qn_format *const *formats = qn_formats(&count);
  for (size_t i = 0; i < count && k.count < KINDS_MAX; ++i)
    if (formats[i]->embedded) {
      memcpy(&k.words[k.count], formats[i]->magic.data, sizeof(k.words[0]));
      k.formats[k.count++] = formats[i];
    }
  return k;
}

// The format whose magic may start here; four bytes are readable.
static const qn_format *find_kind(const kinds *k, const uint8_t *at) {
  uint32_t word;
  memcpy(&word, at, sizeof(word));
  for (size_t i = 0; i < k->count; ++i)
    if (word == k->words[i])
      return k->formats[i];
  return NULL;
}

// The size of the container that starts at bytes.data[0]; 0: there is none.
static uint64_t measure(const qn_format *kind, qn_span bytes) {
  uint64_t size;
  return kind->probe(bytes) && !qn_failed(kind->measure(bytes, &size, NULL))
             ? size
             : 0;
}

qn_status qn_scan(qn_walk *walk, qn_span bytes, uint64_t start, uint64_t origin,
                  qn_diag *diag) {
  const kinds k = list_kinds();
  size_t at = (size_t)((ALIGNMENT - (start - origin) % ALIGNMENT) % ALIGNMENT);
  size_t false_claims = 0;
  while (at < bytes.size && bytes.size - at >= SMALLEST &&
         false_claims < FALSE_CLAIMS_MAX) {
    const qn_format *kind = find_kind(&k, bytes.data + at);
    const qn_span rest = {bytes.data + at, bytes.size - at};
    const uint64_t size = kind ? measure(kind, rest) : 0;
    false_claims += kind && !size;
    if (size)
      QN_TRY(qn_walk_member(walk, (qn_span){rest.data, (size_t)size},
                            start + at, (qn_str){0}, diag));
    at += size ? (size_t)((size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1))
               : ALIGNMENT;
  }
  return qn_ok();
}

bool qn_scan_starts(qn_span bytes) {
  const kinds k = list_kinds();
  const qn_format *kind =
      bytes.size >= SMALLEST ? find_kind(&k, bytes.data) : NULL;
  return kind && measure(kind, bytes);
}
