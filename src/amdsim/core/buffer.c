// SPDX-License-Identifier: Apache-2.0
// Instructions that reach memory by a buffer's descriptor, in four scalar
// registers: structures one behind the other, or swizzled, so that the same
// part of several structures lies together.
#include "amdsim/core/access.h"

enum { N = QN_AMD_LANES };

// What keeps an access from memory: it reads 0 and writes nothing.
typedef enum range_check {
  IN_STRUCTURES,    // by the index, and inside one structure
  BY_INDEX,         //
  UNLESS_EMPTY,     // only without any structures
  IN_BYTES,         // as plain memory
  SWIZZLED_IN_BYTES // `records` counts bytes, but the rule is IN_STRUCTURES'
} range_check;

typedef struct resource {
  uint64_t base;
  uint32_t stride, records;
  uint32_t element;      // bytes that stay together; 0: not swizzled
  uint32_t index_stride; // structures whose elements lie together
  bool adds_lane;
  range_check check;
} resource;

static uint32_t element_size(const qn_amd_chip *chip, const uint32_t *s) {
  if (chip->major >= 11)
    return s[1] >> 30 ? 2u << (s[1] >> 30) : 0;
  return s[1] >> 31 ? 4 : 0; // since gfx9
}

static range_check check_of(const qn_amd_chip *chip, const uint32_t *s,
                            const resource *r) {
  const unsigned told = s[3] >> 28 & 3;
  if (chip->major < 10)
    return r->stride ? IN_STRUCTURES : IN_BYTES;
  if (told == IN_STRUCTURES && !r->stride)
    return IN_BYTES;
  if (told == IN_BYTES && r->element && r->stride)
    return SWIZZLED_IN_BYTES;
  return (range_check)told;
}

static resource read_resource(const qn_amd_wave *w, const qn_amd_operand *o) {
  const uint32_t *s = &w->s[o->reg];
  resource r = {
      .base = s[0] | (uint64_t)(s[1] & 0xffff) << 32,
      .stride = s[1] >> 16 & 0x3fff,
      .records = s[2],
      .element = element_size(w->chip, s),
      .index_stride = 8u << (s[3] >> 21 & 3),
      .adds_lane = s[3] >> 23 & 1,
  };
  // gfx9 has no format then, but more of the stride.
  if (r.adds_lane && w->chip->major == 9)
    r.stride |= (s[3] >> 15 & 15) << 14;
  r.check = check_of(w->chip, s, &r);
  return r;
}

// Where an access is, without what is added to all.
static uint64_t place(const resource *r, uint64_t index, uint64_t offset) {
  if (!r->element)
    return index * r->stride + offset;
  const uint64_t structures =
      index / r->index_stride * r->stride + offset / r->element * r->element;
  return structures * r->index_stride + index % r->index_stride * r->element +
         offset % r->element;
}

static bool is_outside(const resource *r, uint64_t index, uint64_t offset,
                       uint64_t added, unsigned bytes) {
  switch (r->check) {
  case IN_STRUCTURES:
    return index >= r->records || offset >= r->stride;
  case BY_INDEX:
    return index >= r->records;
  case UNLESS_EMPTY:
    return r->records == 0;
  case SWIZZLED_IN_BYTES:
    return index >= r->records / r->stride || offset + bytes > r->stride;
  default:
    return index * r->stride + offset + added + bytes > r->records;
  }
}

// Private memory as kernels get it: its descriptor adds the lane's number.
static bool is_private(const qn_amd_wave *w, const resource *r) {
  return r->adds_lane && r->base >= (uintptr_t)w->scratch &&
         r->base - (uintptr_t)w->scratch <= w->scratch_size * w->lanes;
}

static bool buffer_lane(qn_amd_wave *w, const qn_amd_inst *i, const resource *r,
                        const qn_amd_ends *ends, unsigned lane) {
  const uint32_t arg = i->row->arg;
  const unsigned bytes = arg & QN_AMD_BYTES;
  const uint64_t index =
      (i->idxen ? (uint64_t)w->room[0][lane] : 0) + (r->adds_lane ? lane : 0);
  const uint32_t own = i->offen ? w->room[i->idxen ? 1 : 0][lane] : 0;
  const uint32_t added = qn_amd_get(w, &i->op[i->count - 1]);
  const uint64_t offset = (uint64_t)own + (uint64_t)i->offset;
  if (is_private(w, r)) {
    const uint64_t start = r->base + added - (uintptr_t)w->scratch;
    // Compilers for gfx9 and later fold what is added to a negative register.
    const uint32_t at = (uint32_t)(start / w->lanes + offset);
    return qn_amd_lane_scratch(w, arg, ends, lane, at);
  }
  if (r->records != UINT32_MAX && is_outside(r, index, offset, added, bytes)) {
    const uint32_t zeroes[4] = {0};
    if (!(arg & (QN_IS_STORE | QN_IS_ATOMIC)))
      qn_amd_lane_load(w, arg, ends, lane, zeroes);
    return true;
  }
  if (r->element && offset % r->element + bytes > r->element) {
    qn_amd_fail(w, 2,
                "lane %u: %u bytes at offset %llu of swizzled elements of %u "
                "bytes are not simulated",
                lane, bytes, (unsigned long long)offset, r->element);
    return false;
  }
  return qn_amd_lane_address(w, arg, ends, lane,
                             r->base + added + place(r, index, offset));
}

void qn_amd_x_buffer(qn_amd_wave *w, const qn_amd_inst *i) {
  const bool writes = i->row->arg & (QN_IS_STORE | QN_IS_ATOMIC);
  uint32_t word = 0; // on its way into shared memory
  const qn_amd_ends ends = {.to = !writes || i->returns ? &i->op[0] : NULL,
                            .data = &i->op[0],
                            .word = i->lds ? &word : NULL};
  const qn_amd_operand *own = &i->op[i->lds ? 0 : 1]; // addresses
  const resource r = read_resource(w, own + 1);
  if (own->where == QN_AMD_VREG) {
    const uint32_t *v = qn_amd_reg(w, own);
    memcpy(w->room[0], v, N * sizeof(*v));
    if (i->offen && i->idxen)
      memcpy(w->room[1], v + N, N * sizeof(*v));
  }
  const uint64_t lanes = qn_amd_exec(w) & w->all;
  for (uint64_t left = lanes; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    if (!buffer_lane(w, i, &r, &ends, lane) ||
        (i->lds && !qn_amd_lane_to_shared(w, i, lane, word)))
      return;
  }
}
