// SPDX-License-Identifier: Apache-2.0
// Instructions that reach memory by a buffer's descriptor, in four scalar
// registers: structures one behind the other, or swizzled, so that the same
// part of several structures lies together.
#include "amdsim/core/access.h"
#include "amdsim/core/formats.h"

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

// Where a lane's access is.
typedef enum found_kind { IN_MEMORY, IN_PRIVATE, OUTSIDE, REFUSED } found_kind;
typedef struct found {
  found_kind kind;
  uint64_t at; // an address, or an offset
} found;

static found find_lane(qn_amd_wave *w, const qn_amd_inst *i, const resource *r,
                       unsigned bytes, unsigned lane) {
  const uint64_t index =
      (i->idxen ? (uint64_t)w->room[0][lane] : 0) + (r->adds_lane ? lane : 0);
  const uint32_t own = i->offen ? w->room[i->idxen ? 1 : 0][lane] : 0;
  const uint32_t added = qn_amd_get(w, &i->op[i->count - 1]);
  const uint64_t offset = (uint64_t)own + (uint64_t)i->offset;
  if (is_private(w, r)) {
    const uint64_t start = r->base + added - (uintptr_t)w->scratch;
    // Compilers for gfx9 and later fold what is added to a negative register.
    return (found){IN_PRIVATE, (uint32_t)(start / w->lanes + offset)};
  }
  if (r->records != UINT32_MAX && is_outside(r, index, offset, added, bytes))
    return (found){OUTSIDE, 0};
  if (r->element && offset % r->element + bytes > r->element) {
    qn_amd_fail(w, 2,
                "lane %u: %u bytes at offset %llu of swizzled elements of %u "
                "bytes are not simulated",
                lane, bytes, (unsigned long long)offset, r->element);
    return (found){REFUSED, 0};
  }
  return (found){IN_MEMORY, r->base + added + place(r, index, offset)};
}

static bool buffer_lane(qn_amd_wave *w, const qn_amd_inst *i, const resource *r,
                        const qn_amd_ends *ends, unsigned lane);

// Of several words each is looked at by itself, and may be outside.
static bool buffer_words(qn_amd_wave *w, const qn_amd_inst *i,
                         const resource *r, unsigned lane) {
  const uint32_t arg = i->row->arg;
  qn_amd_row row = *i->row;
  qn_amd_inst part = *i;
  row.arg = (arg & ~(uint32_t)QN_AMD_BYTES) | 4;
  part.row = &row;
  for (unsigned k = 0; k < (arg & QN_AMD_BYTES) / 4; ++k) {
    const qn_amd_ends ends = {.to = &part.op[0], .data = &part.op[0]};
    if (!buffer_lane(w, &part, r, &ends, lane))
      return false;
    part.offset += 4;
    ++part.op[0].reg;
  }
  return true;
}

static bool is_last_outside(const qn_amd_wave *w, const qn_amd_inst *i,
                            const resource *r, unsigned lane) {
  const unsigned bytes = i->row->arg & QN_AMD_BYTES;
  if (bytes <= 4 || i->row->arg & QN_IS_ATOMIC || r->records == UINT32_MAX ||
      is_private(w, r))
    return false;
  const uint64_t index =
      (i->idxen ? (uint64_t)w->room[0][lane] : 0) + (r->adds_lane ? lane : 0);
  const uint32_t own = i->offen ? w->room[i->idxen ? 1 : 0][lane] : 0;
  return is_outside(r, index, (uint64_t)own + (uint64_t)i->offset + bytes - 4,
                    qn_amd_get(w, &i->op[i->count - 1]), 4);
}

static bool buffer_lane(qn_amd_wave *w, const qn_amd_inst *i, const resource *r,
                        const qn_amd_ends *ends, unsigned lane) {
  const uint32_t arg = i->row->arg;
  const uint32_t zeroes[4] = {0};
  if (is_last_outside(w, i, r, lane))
    return buffer_words(w, i, r, lane);
  const found f = find_lane(w, i, r, arg & QN_AMD_BYTES, lane);
  switch (f.kind) {
  case IN_MEMORY:
    return qn_amd_lane_address(w, arg, ends, lane, f.at);
  case IN_PRIVATE:
    return qn_amd_lane_scratch(w, arg, ends, lane, f.at);
  case OUTSIDE:
    if (!(arg & (QN_IS_STORE | QN_IS_ATOMIC)))
      qn_amd_lane_load(w, arg, ends, lane, zeroes);
    return true;
  default:
    return false;
  }
}

// The lanes' addresses out of the registers, which a result may overwrite.
static void take_addresses(qn_amd_wave *w, const qn_amd_inst *i,
                           const qn_amd_operand *own) {
  if (own->where != QN_AMD_VREG)
    return;
  const uint32_t *v = qn_amd_reg(w, own);
  memcpy(w->room[0], v, N * sizeof(*v));
  if (i->offen && i->idxen)
    memcpy(w->room[1], v + N, N * sizeof(*v));
}

void qn_amd_x_buffer(qn_amd_wave *w, const qn_amd_inst *i) {
  const bool writes = i->row->arg & (QN_IS_STORE | QN_IS_ATOMIC);
  uint32_t word = 0; // on its way into shared memory
  const qn_amd_ends ends = {.to = !writes || i->returns ? &i->op[0] : NULL,
                            .data = &i->op[0],
                            .word = i->lds ? &word : NULL};
  const qn_amd_operand *own = &i->op[i->lds ? 0 : 1]; // addresses
  const resource r = read_resource(w, own + 1);
  take_addresses(w, i, own);
  const uint64_t lanes = qn_amd_exec(w) & w->all;
  for (uint64_t left = lanes; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    if (!buffer_lane(w, i, &r, &ends, lane) ||
        (i->lds && !qn_amd_lane_to_shared(w, i, lane, word)))
      return;
  }
}

// ---- Typed ones. A row's `arg` has how many components there are in place of
// the bytes; QN_LOW: two of them are in a register.

enum { SELECT_FIRST = 4, ONE_AS_FLOAT = 0x3f800000 };

typedef struct typed {
  qn_amd_format format;
  uint32_t select[4]; // where a component comes from: 0, 1, or 4 and more
} typed;

// False, and the wave fails, when it is not known what the hardware does.
static bool read_typed(qn_amd_wave *w, const qn_amd_inst *i, uint32_t word,
                       typed *t) {
  const uint32_t arg = i->row->arg;
  const unsigned count = arg & QN_AMD_BYTES;
  t->format = i->format;
  if (!(arg & QN_TYPED) &&
      !qn_amd_format_of_buffer(w->chip, word, &t->format)) {
    qn_amd_fail(w, 2, "a buffer's format 0x%x is not simulated", word >> 12);
    return false;
  }
  for (unsigned k = 0; k < 4; ++k) {
    const bool there = k < t->format.count;
    t->select[k] =
        arg & QN_TYPED ? (there ? SELECT_FIRST + k : 0) : word >> (3 * k) & 7;
    const uint32_t from = t->select[k];
    if ((k < count && from > 1 &&
         (from < SELECT_FIRST || from - SELECT_FIRST >= t->format.count)) ||
        (arg & QN_IS_STORE && there &&
         (k >= count || from != SELECT_FIRST + k))) {
      qn_amd_fail(w, 2,
                  "%s of a format of %u components, of which the descriptor "
                  "selects %u as component %u, is not simulated",
                  i->row->name, t->format.count, from, k);
      return false;
    }
  }
  return true;
}

static void put_component(qn_amd_wave *w, const qn_amd_inst *i, unsigned lane,
                          unsigned k, uint32_t c) {
  const uint32_t arg = i->row->arg;
  const bool narrow = arg & (QN_LOW | QN_HIGH);
  uint32_t *r =
      &qn_amd_reg(w, &i->op[0])[(size_t)(narrow ? k / 2 : k) * N + lane];
  if (!narrow)
    *r = c;
  else if (k % 2 || (arg & QN_HIGH) || i->op[0].half)
    *r = (*r & 0xffff) | c << 16;
  else
    *r = (*r & 0xffff0000) | c;
}

static bool load_typed(qn_amd_wave *w, const qn_amd_inst *i, const typed *t,
                       unsigned lane, const void *memory) {
  const uint32_t arg = i->row->arg;
  const qn_amd_texel zero = {{0}};
  const qn_amd_texel texel =
      memory ? qn_amd_format_read(&t->format, memory) : zero;
  for (unsigned k = 0; k < (arg & QN_AMD_BYTES); ++k) {
    const uint32_t from = t->select[k];
    uint32_t c = from >= SELECT_FIRST ? texel.c[from - SELECT_FIRST] : from;
    if (from == 1 && !qn_amd_format_is_whole(&t->format))
      c = ONE_AS_FLOAT;
    if (arg & (QN_LOW | QN_HIGH) && !qn_amd_format_narrow(&t->format, &c)) {
      qn_amd_fail(w, 2, "lane %u: how 0x%x becomes 16 bits is not known", lane,
                  c);
      return false;
    }
    put_component(w, i, lane, k, c);
  }
  return true;
}

static bool store_typed(qn_amd_wave *w, const qn_amd_inst *i, const typed *t,
                        unsigned lane, void *memory) {
  const uint32_t arg = i->row->arg;
  qn_amd_texel texel = {{0}};
  for (unsigned k = 0; k < (arg & QN_AMD_BYTES); ++k) {
    const bool narrow = arg & (QN_LOW | QN_HIGH);
    uint32_t c =
        qn_amd_reg(w, &i->op[0])[(size_t)(narrow ? k / 2 : k) * N + lane];
    if (narrow && (k % 2 || (arg & QN_HIGH) || i->op[0].half))
      c >>= 16;
    texel.c[k] = narrow ? qn_amd_format_widen(&t->format, c & 0xffff) : c;
  }
  if (qn_amd_format_write(&t->format, &texel, memory))
    return true;
  qn_amd_fail(w, 2, "lane %u: how 0x%x 0x%x 0x%x 0x%x is stored is not known",
              lane, texel.c[0], texel.c[1], texel.c[2], texel.c[3]);
  return false;
}

static bool typed_lane(qn_amd_wave *w, const qn_amd_inst *i, const resource *r,
                       const typed *t, unsigned lane) {
  const bool writes = i->row->arg & QN_IS_STORE;
  const unsigned bytes = qn_amd_format_size(&t->format);
  const found f = find_lane(w, i, r, bytes, lane);
  if (f.kind == REFUSED)
    return false;
  if (f.kind == IN_PRIVATE) {
    qn_amd_fail(w, 2, "%s of private memory is not simulated", i->row->name);
    return false;
  }
  void *memory = NULL;
  if (f.kind == IN_MEMORY) {
    const uint32_t access = bytes | (writes ? QN_IS_STORE : 0);
    memory = qn_amd_lane_reach(w, access, lane, f.at);
    if (!memory)
      return false;
  }
  if (writes)
    return !memory || store_typed(w, i, t, lane, memory);
  return load_typed(w, i, t, lane, memory);
}

void qn_amd_x_buffer_typed(qn_amd_wave *w, const qn_amd_inst *i) {
  const qn_amd_operand *own = &i->op[1];
  const resource r = read_resource(w, own + 1);
  typed t;
  if (!read_typed(w, i, w->s[own[1].reg + 3], &t))
    return;
  take_addresses(w, i, own);
  const uint64_t lanes = qn_amd_exec(w) & w->all;
  for (uint64_t left = lanes; left; left &= left - 1)
    if (!typed_lane(w, i, &r, &t, (unsigned)__builtin_ctzll(left)))
      return;
}
