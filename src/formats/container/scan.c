// SPDX-License-Identifier: Apache-2.0
#include "formats/container/scan.h"

#include "base/arena.h"
#include "formats/container/bundle.h"
#include "formats/container/ccob.h"
#include "formats/container/fatbin.h"

enum {
  ALIGNMENT = 8,
  // False matches of a bundle's magic in one section before the search for
  // bundles in it stops: each may cost half a millisecond.
  FALSE_CLAIMS_MAX = 256,
};

// The size of the bundle that starts at bytes.data[0]; 0: there is none.
// Version 1 of CCOB does not state its size, and is not searched for within a
// section.
static uint64_t measure_bundle(qn_span bytes, qn_arena *arena) {
  qn_bundle bundle;
  if (qn_bundle_probe(bytes) &&
      !qn_failed(qn_bundle_read(bytes, 0, arena, &bundle, NULL)))
    return bundle.size;
  qn_ccob ccob;
  if (qn_ccob_probe(bytes) && bytes.data[4] != 1 &&
      !qn_failed(qn_ccob_read(bytes, 0, &ccob, NULL)))
    return ccob.size;
  return 0;
}

// Whether one of the three magics may start here; four bytes are readable.
static bool may_start(const uint8_t *at) {
  uint32_t word;
  memcpy(&word, at, sizeof(word));
  uint32_t magics[3];
  memcpy(&magics[0], QN_FATBIN_MAGIC, 4);
  memcpy(&magics[1], QN_BUNDLE_MAGIC, 4);
  memcpy(&magics[2], QN_CCOB_MAGIC, 4);
  return word == magics[0] || word == magics[1] || word == magics[2];
}

qn_status qn_scan(qn_walk *walk, qn_span bytes, uint64_t start, uint64_t origin,
                  qn_diag *diag) {
  size_t at = (size_t)((ALIGNMENT - (start - origin) % ALIGNMENT) % ALIGNMENT);
  size_t false_claims = 0;
  while (at < bytes.size && bytes.size - at >= 16) {
    if (!may_start(bytes.data + at)) {
      at += ALIGNMENT;
      continue;
    }
    const qn_span rest = {bytes.data + at, bytes.size - at};
    uint64_t size = 0;
    if (!qn_fatbin_measure(rest, &size) && false_claims < FALSE_CLAIMS_MAX) {
      qn_arena arena = {0};
      size = measure_bundle(rest, &arena);
      qn_arena_finish(&arena);
      false_claims += size == 0;
    }
    if (size)
      QN_TRY(qn_walk_member(walk, (qn_span){rest.data, (size_t)size},
                            start + at, (qn_str){0}, diag));
    at += size ? (size_t)((size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1))
               : ALIGNMENT;
  }
  return qn_ok();
}

bool qn_scan_measure(qn_span bytes) {
  qn_arena arena = {0};
  const bool good = measure_bundle(bytes, &arena) != 0;
  qn_arena_finish(&arena);
  return good;
}
