// SPDX-License-Identifier: Apache-2.0
// Products of matrices that a wave's lanes hold together. Sums are made one
// after another in the precision of the result; the order of the hardware's is
// not known.
#include "amdsim/isa/matrix.h"

#include "amdsim/isa/floats.h"
#include "amdsim/core/handlers.h"
#include "amdsim/core/small.h"

enum { N = QN_AMD_LANES, RESULTS_MAX = 32 };

// Of an element that is multiplied.
static unsigned bits_of_kind(unsigned kind) {
  switch (kind) {
  case QN_MATRIX_F64:
    return 64;
  case QN_MATRIX_F32:
  case QN_MATRIX_XF32:
    return 32;
  case QN_MATRIX_F16:
  case QN_MATRIX_F16_OUT:
  case QN_MATRIX_BF16:
  case QN_MATRIX_BF16_OUT:
    return 16;
  case QN_MATRIX_I4:
    return 4;
  default:
    return 8;
  }
}

// Element `j` of those that a lane holds, in the lowest bits.
static uint64_t element(const uint32_t *reg, unsigned lane, unsigned j,
                        unsigned bits) {
  if (bits == 64)
    return reg[lane] | (uint64_t)reg[lane + N] << 32;
  const uint32_t word = reg[(size_t)(j * bits / 32) * N + lane];
  return word >> (j * bits % 32);
}

// A sum, of the kind of the result.
typedef struct sum {
  float f;
  double d;
  uint32_t i;
} sum;

static void add_product(const qn_amd_wave *w, unsigned kind, uint64_t a,
                        uint64_t b, sum *s) {
  const bool ocp = w->chip->major >= 12;
  const unsigned wide = kind - QN_MATRIX_FP8_FP8; // 2: of A, 1: of B
  switch (kind) {
  case QN_MATRIX_F32:
  case QN_MATRIX_XF32:
    s->f = fmaf(as_float((uint32_t)a), as_float((uint32_t)b), s->f);
    break;
  case QN_MATRIX_F16:
  case QN_MATRIX_F16_OUT: // rounded once, at the end
    s->f += from_half(a & 0xffff) * from_half(b & 0xffff);
    break;
  case QN_MATRIX_BF16:
  case QN_MATRIX_BF16_OUT:
    s->f += from_brain((uint32_t)a) * from_brain((uint32_t)b);
    break;
  case QN_MATRIX_I8:
    s->i += (uint32_t)((int8_t)a * (int8_t)b);
    break;
  case QN_MATRIX_F64:
    s->d = fma(as_double(a), as_double(b), s->d);
    break;
  default:
    s->f += qn_amd_from_small((uint32_t)a, wide & 2 ? 5 : 4, ocp) *
            qn_amd_from_small((uint32_t)b, wide & 1 ? 5 : 4, ocp);
  }
}

static sum read_sum(unsigned kind, const qn_amd_wave *w,
                    const qn_amd_operand *o, unsigned r, unsigned lane) {
  const unsigned words = kind == QN_MATRIX_F64 ? 2 : 1;
  sum s = {0};
  uint32_t low = o->value[0], high = o->value[1];
  if (o->where != QN_AMD_CONST) {
    const uint32_t *reg = qn_amd_reg(w, o) + (size_t)(r * words) * N;
    low = reg[lane];
    high = reg[lane + (words - 1) * N];
  }
  s.f = as_float(low);
  s.i = low;
  s.d = as_double(low | (uint64_t)high << 32);
  return s;
}

static void write_sum(unsigned kind, uint32_t *to, unsigned r, unsigned lane,
                      const sum *s) {
  if (kind == QN_MATRIX_F64) {
    const uint64_t bits = bits_of_double(s->d);
    to[(size_t)(2 * r) * N + lane] = (uint32_t)bits;
    to[(size_t)(2 * r + 1) * N + lane] = (uint32_t)(bits >> 32);
    return;
  }
  to[(size_t)r * N + lane] = kind == QN_MATRIX_I8 ? s->i : bits_of(s->f);
}

// ---- CDNA

typedef struct shape {
  unsigned rows, inner, blocks, kind;
} shape;

// The row and the block of result `r` of a lane; its column is lane % rows.
static void place_result(const shape *m, unsigned lane, unsigned r,
                         unsigned *out_row, unsigned *out_block) {
  const unsigned group = lane / m->rows;
  *out_block = 0;
  if (m->kind == QN_MATRIX_F64 && m->rows == 4) {
    *out_row = lane / 16;
    *out_block = lane / 4 % 4;
  } else if (m->kind == QN_MATRIX_F64) {
    *out_row = 4 * r + group;
  } else if (m->rows == 32) {
    *out_row = 8 * (r / 4 % 4) + 4 * group + r % 4;
    *out_block = r / 16;
  } else if (m->rows == 16) {
    *out_row = 4 * group + r % 4;
    *out_block = r / 4;
  } else {
    *out_row = r;
    *out_block = group;
  }
}

// The lane that holds element `k` of a row (or column) of a block, and which of
// its elements that is.
static unsigned place_source(const shape *m, unsigned row, unsigned block,
                             unsigned k, unsigned *out_j) {
  const unsigned groups =
      m->kind == QN_MATRIX_F64 && m->rows == 4 ? 4 : N / m->rows / m->blocks;
  const unsigned each = m->inner / groups; // of a lane
  const unsigned group = k / each;
  *out_j = k % each;
  if (m->kind == QN_MATRIX_F64 && m->rows == 4)
    return row + 4 * block + 16 * k;
  return row + m->rows * (m->blocks > 1 ? block : group);
}

// The block of A that a block's rows come from: with cbsz the one that abid
// names.
static unsigned source_block(const qn_amd_inst *i, unsigned block) {
  return i->cbsz ? i->abid : block;
}

// Which block some of the blocks share is told in two ways: AMD's notes and
// calculator say each group's own, its manuals of CDNA 3 and 4 (lanes modulo
// 64 >> cbsz) a neighbour's. Of one for all blocks they say the same.
static bool is_broadcast_known(const qn_amd_inst *i, const shape *m) {
  return !i->cbsz || 1u << i->cbsz == m->blocks;
}

// The lane whose elements of B a lane uses.
static unsigned pattern_lane(unsigned pattern, unsigned lane) {
  switch (pattern) {
  case 0:
    return lane;
  case 1:
  case 2: // a half for both
    return lane % 32 + 32 * (pattern - 1);
  case 3: // turned by a row
    return (lane + 16) % N;
  default: // a row for all
    return lane % 16 + 16 * (pattern - 4);
  }
}

// Doubles have signs where others have the pattern.
static bool is_simulated(const qn_amd_inst *i, const shape *m) {
  if (i->op_sel || i->neg_hi)
    return false;
  if (m->kind == QN_MATRIX_F64)
    return !i->cbsz && !i->abid && !i->blgp;
  return is_broadcast_known(i, m) && i->abid < 1u << i->cbsz && i->blgp < 8 &&
         !i->neg_lo;
}

static uint64_t flip(const qn_amd_inst *i, unsigned source, uint64_t bits) {
  return bits ^ (uint64_t)(i->neg_lo >> source & 1) << 63;
}

// How the bits that do not take part are rounded away is not known; floats
// that have none are multiplied as they are.
static bool are_short_floats(const uint32_t *reg, unsigned words) {
  enum { NOT_THERE = 0x1fff };
  uint32_t bits = 0;
  for (unsigned k = 0; k < words * N; ++k)
    bits |= reg[k];
  return !(bits & NOT_THERE);
}

static bool are_sources_simulated(qn_amd_wave *w, const qn_amd_inst *i,
                                  unsigned kind) {
  enum { WORDS = 2 };
  if (kind != QN_MATRIX_XF32 ||
      (are_short_floats(qn_amd_reg(w, &i->op[1]), WORDS) &&
       are_short_floats(qn_amd_reg(w, &i->op[2]), WORDS)))
    return true;
  qn_amd_fail(w, 2,
              "%s of floats with more than 10 bits of a fraction is not "
              "simulated",
              i->row->name);
  return false;
}

void qn_amd_x_mfma(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const shape m = {arg & 255, arg >> 8 & 255, arg >> 16 & 255, arg >> 24};
  const unsigned bits = bits_of_kind(m.kind);
  const unsigned results = m.rows * m.rows * m.blocks / N;
  uint32_t to[RESULTS_MAX * N];
  if (!is_simulated(i, &m)) {
    qn_amd_fail(w, 2, "%s with cbsz:%u abid:%u blgp:%u is not simulated",
                i->row->name, i->cbsz, i->abid, i->blgp);
    return;
  }
  if (!are_sources_simulated(w, i, m.kind))
    return;
  const uint32_t *a = qn_amd_reg(w, &i->op[1]), *b = qn_amd_reg(w, &i->op[2]);
  for (unsigned lane = 0; lane < N; ++lane)
    for (unsigned r = 0; r < results; ++r) {
      unsigned row, block, ja, jb;
      place_result(&m, lane, r, &row, &block);
      sum s = read_sum(m.kind, w, &i->op[3], r, lane);
      s.d = as_double(flip(i, 2, bits_of_double(s.d)));
      for (unsigned k = 0; k < m.inner; ++k) {
        const unsigned la =
            place_source(&m, row, source_block(i, block), k, &ja);
        const unsigned lb = pattern_lane(
            i->blgp, place_source(&m, lane % m.rows, block, k, &jb));
        add_product(w, m.kind, flip(i, 0, element(a, la, ja, bits)),
                    flip(i, 1, element(b, lb, jb, bits)), &s);
      }
      write_sum(m.kind, to, r, lane, &s);
    }
  // EXEC does not matter: all lanes take part.
  memcpy(qn_amd_reg(w, &i->op[0]), to,
         (size_t)results * (m.kind == QN_MATRIX_F64 ? 2 : 1) * N * sizeof(*to));
}

// ---- Of CDNA 3: two of four elements of a row of A are there

// Where a row's element, of those that are there, is.
typedef struct sparse_at {
  unsigned lane, j; // j: of the lane's
  unsigned k;       // the element of B's column that it is multiplied by
} sparse_at;

// An index has two bits for each element that a lane holds; a register has
// several of them, of which abid names one.
static sparse_at place_sparse(const qn_amd_inst *i, const shape *m,
                              const uint32_t *indices, unsigned row,
                              unsigned k) {
  const unsigned each = m->inner / 2 / (N / m->rows);
  const sparse_at at = {.lane = row + m->rows * (k / each), .j = k % each};
  const unsigned set = i->cbsz ? 0 : i->abid;
  const unsigned in_four = indices[at.lane] >> (2 * (set * each + at.j)) & 3;
  return (sparse_at){at.lane, at.j, k / 2 * 4 + in_four};
}

static void add_sparse(const qn_amd_wave *w, const shape *m, const uint32_t *b,
                       unsigned column, unsigned k, uint64_t a, sum *s) {
  const unsigned each = m->inner / (N / m->rows);
  const uint64_t other = element(b, column + m->rows * (k / each), k % each,
                                 bits_of_kind(m->kind));
  add_product(w, m->kind, a, other, s);
}

// Two elements at one place are not told of, when both are something.
static bool is_index_good(const qn_amd_inst *i, const shape *m,
                          const uint32_t *a, const uint32_t *indices,
                          unsigned row) {
  const unsigned bits = bits_of_kind(m->kind);
  const uint64_t all = UINT64_MAX >> (64 - bits);
  for (unsigned k = 0; k < m->inner / 2; k += 2) {
    const sparse_at p = place_sparse(i, m, indices, row, k);
    const sparse_at q = place_sparse(i, m, indices, row, k + 1);
    if (p.k == q.k && element(a, p.lane, p.j, bits) & all &&
        element(a, q.lane, q.j, bits) & all)
      return false;
  }
  return true;
}

static bool is_sparse_simulated(qn_amd_wave *w, const qn_amd_inst *i,
                                const shape *m) {
  const unsigned each = m->inner / 2 / (N / m->rows);
  const uint32_t *a = qn_amd_reg(w, &i->op[1]);
  const uint32_t *indices = qn_amd_reg(w, &i->op[3]);
  bool good = !i->op_sel && !i->neg_lo && !i->neg_hi && !i->blgp &&
              (i->cbsz || i->abid < 16 / each);
  for (unsigned row = 0; good && row < m->rows; ++row)
    good = is_index_good(i, m, a, indices, row);
  if (!good)
    qn_amd_fail(w, 2,
                "%s with cbsz:%u abid:%u blgp:%u and these indices is not "
                "simulated",
                i->row->name, i->cbsz, i->abid, i->blgp);
  return good;
}

void qn_amd_x_smfmac(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const shape m = {arg & 255, arg >> 8 & 255, 1, arg >> 24};
  const unsigned results = m.rows * m.rows / N;
  uint32_t to[RESULTS_MAX * N];
  if (!is_sparse_simulated(w, i, &m))
    return;
  const uint32_t *a = qn_amd_reg(w, &i->op[1]), *b = qn_amd_reg(w, &i->op[2]);
  const uint32_t *indices = qn_amd_reg(w, &i->op[3]);
  for (unsigned lane = 0; lane < N; ++lane)
    for (unsigned r = 0; r < results; ++r) {
      unsigned row, block;
      place_result(&m, lane, r, &row, &block);
      sum s = read_sum(m.kind, w, &i->op[0], r, lane);
      for (unsigned k = 0; k < m.inner / 2; ++k) {
        const sparse_at p = place_sparse(i, &m, indices, row, k);
        add_sparse(w, &m, b, lane % m.rows, p.k,
                   element(a, p.lane, p.j, bits_of_kind(m.kind)), &s);
      }
      write_sum(m.kind, to, r, lane, &s);
    }
  memcpy(qn_amd_reg(w, &i->op[0]), to, (size_t)results * N * sizeof(*to));
}

// ---- RDNA

enum { SIDE = 16 };

// Element `k` of a row of A (or a column of B), of `inner`.
static uint64_t wmma_element(const qn_amd_wave *w, const uint32_t *reg,
                             unsigned row, unsigned k, unsigned inner,
                             unsigned bits) {
  // Since gfx12 each half of a wave of 32 holds half of it.
  const bool split = w->chip->major >= 12;
  const unsigned each = split ? inner * SIDE / w->lanes : inner;
  const unsigned lane = split ? row + SIDE * (k / each) : row;
  return element(reg, lane, split ? k % each : k, bits);
}

static bool takes_sign(const qn_amd_inst *i, unsigned which) {
  return i->neg_lo >> which & 1;
}

static int32_t whole_of(uint64_t element, unsigned bits, bool has_sign) {
  const uint32_t v = (uint32_t)element << (32 - bits);
  return has_sign ? (int32_t)v >> (32 - bits) : (int32_t)(v >> (32 - bits));
}

static bool is_whole(unsigned kind) {
  return kind == QN_MATRIX_I8 || kind == QN_MATRIX_I4;
}

static bool is_half_out(unsigned kind) {
  return kind == QN_MATRIX_F16_OUT || kind == QN_MATRIX_BF16_OUT;
}

// Where a result of 16 bits is: on gfx11 a register's half for each, which
// op_sel chooses; since gfx12 two of them are in a register.
typedef struct half_place {
  unsigned reg, shift;
} half_place;

static half_place place_half(const qn_amd_wave *w, const qn_amd_inst *i,
                             unsigned r) {
  if (w->chip->major >= 12)
    return (half_place){r / 2, 16 * (r % 2)};
  return (half_place){r, i->op_sel & 4 ? 16 : 0};
}

static float half_value(unsigned kind, uint32_t bits) {
  return kind == QN_MATRIX_F16_OUT ? from_half(bits & 0xffff)
                                   : from_brain(bits);
}

static uint32_t half_bits(unsigned kind, float f) {
  return kind == QN_MATRIX_F16_OUT ? to_half(f) : to_brain(f);
}

static sum read_wmma(unsigned kind, const qn_amd_wave *w, const qn_amd_inst *i,
                     unsigned r, unsigned lane) {
  const qn_amd_operand *o = &i->op[3];
  if (!is_half_out(kind) || o->where == QN_AMD_CONST)
    return read_sum(kind, w, o, r, lane);
  const half_place p = place_half(w, i, r);
  const uint32_t word = qn_amd_reg(w, o)[(size_t)p.reg * N + lane];
  return (sum){.f = half_value(kind, word >> p.shift)};
}

static void write_wmma(unsigned kind, const qn_amd_wave *w,
                       const qn_amd_inst *i, uint32_t *to, unsigned r,
                       unsigned lane, const sum *s) {
  if (is_half_out(kind)) {
    const half_place p = place_half(w, i, r);
    uint32_t *at = &to[(size_t)p.reg * N + lane];
    *at = (*at & ~(0xffffu << p.shift)) | half_bits(kind, s->f) << p.shift;
  } else {
    to[(size_t)r * N + lane] = is_whole(kind) ? s->i : bits_of(s->f);
  }
}

static bool is_wmma_simulated(const qn_amd_wave *w, const qn_amd_inst *i,
                              unsigned kind) {
  const bool may_select = is_half_out(kind) && w->chip->major < 12;
  return !i->clamp && !i->neg_hi && (is_whole(kind) || !i->neg_lo) &&
         !(i->op_sel & (may_select ? 3 : 7));
}

void qn_amd_x_wmma(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned kind = i->row->arg >> 24, inner = i->row->arg >> 8 & 255;
  const unsigned bits = bits_of_kind(kind);
  const unsigned groups = w->lanes / SIDE, results = SIDE / groups;
  const unsigned registers =
      is_half_out(kind) && w->chip->major >= 12 ? results / 2 : results;
  uint32_t to[RESULTS_MAX * N];
  if (!is_wmma_simulated(w, i, kind)) {
    qn_amd_fail(w, 2, "this form of %s is not simulated", i->row->name);
    return;
  }
  // The other halves of its registers stay as they are.
  memcpy(to, qn_amd_reg(w, &i->op[0]), (size_t)registers * N * sizeof(*to));
  const uint32_t *a = qn_amd_reg(w, &i->op[1]), *b = qn_amd_reg(w, &i->op[2]);
  for (unsigned lane = 0; lane < w->lanes; ++lane)
    for (unsigned r = 0; r < results; ++r) {
      const unsigned group = lane / SIDE;
      const unsigned row =
          w->chip->major >= 12 ? r + results * group : groups * r + group;
      sum s = read_wmma(kind, w, i, r, lane);
      for (unsigned k = 0; k < inner; ++k) {
        const uint64_t x = wmma_element(w, a, row, k, inner, bits);
        const uint64_t y = wmma_element(w, b, lane % SIDE, k, inner, bits);
        if (is_whole(kind))
          s.i += (uint32_t)whole_of(x, bits, takes_sign(i, 0)) *
                 (uint32_t)whole_of(y, bits, takes_sign(i, 1));
        else
          add_product(w, kind, x, y, &s);
      }
      write_wmma(kind, w, i, to, r, lane, &s);
    }
  for (unsigned r = 0; r < registers; ++r)
    memcpy(qn_amd_reg(w, &i->op[0]) + (size_t)r * N, to + (size_t)r * N,
           w->lanes * sizeof(*to));
}
