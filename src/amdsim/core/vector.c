// SPDX-License-Identifier: Apache-2.0
// Vector operands: fetching, modifiers, DPP, SDWA, and writing results.
#include <math.h>

#include "amdsim/core/handlers.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { N = QN_AMD_LANES };

static bool is_wide(qn_amd_type type) {
  return type == QN_AMD_u64 || type == QN_AMD_i64 || type == QN_AMD_f64;
}
static bool is_half(qn_amd_type type) {
  return type == QN_AMD_u16 || type == QN_AMD_i16 || type == QN_AMD_f16;
}

// ---- Fetching

static void spread(uint32_t *room, uint32_t value) {
  for (unsigned i = 0; i < N; ++i)
    room[i] = value;
}

const uint32_t *qn_amd_fetch(qn_amd_wave *w, const qn_amd_operand *o,
                             qn_amd_type type, uint32_t *room) {
  if (o->where == QN_AMD_VREG || o->where == QN_AMD_AREG) {
    const uint32_t *r = qn_amd_reg(w, o);
    if (!o->half)
      return r;
    for (unsigned i = 0; i < N; ++i)
      room[i] = r[i] >> 16;
    return room;
  }
  if (o->spread)
    return o->spread;
  w->s[QN_AMD_SCC_AS_SOURCE] = w->scc;
  const uint32_t *p = o->where == QN_AMD_SREG ? &w->s[o->reg] : o->value;
  spread(room, o->half ? p[0] >> 16 : p[0]);
  if (is_wide(type))
    spread(room + N, p[1]);
  return room;
}

// SDWA: a byte or a word of each lane.
static void select_part(const qn_amd_operand *o, uint32_t *room) {
  if (!o->sel)
    return;
  const unsigned shift = o->sel < 5 ? 8u * (o->sel - 1) : 16u * (o->sel - 5);
  const unsigned bits = o->sel < 5 ? 8 : 16;
  const uint32_t mask = (1u << bits) - 1, sign = 1u << (bits - 1);
  for (unsigned i = 0; i < N; ++i) {
    const uint32_t part = room[i] >> shift & mask;
    room[i] = o->sext ? (part ^ sign) - sign : part;
  }
}

static void apply_sign(const qn_amd_operand *o, qn_amd_type type,
                       uint32_t *room) {
  uint32_t *top = is_wide(type) ? room + N : room;
  const uint32_t bit = is_half(type) ? 0x8000 : 0x80000000;
  const uint32_t keep = o->absolute ? ~bit : UINT32_MAX;
  const uint32_t flip = o->negate ? bit : 0;
  for (unsigned i = 0; i < N; ++i)
    top[i] = (top[i] & keep) ^ flip;
}

const uint32_t *qn_amd_fetch_modified(qn_amd_wave *w, const qn_amd_inst *i,
                                      unsigned k, qn_amd_type type,
                                      uint32_t *room) {
  const qn_amd_operand *o = &i->op[k];
  const uint32_t *got = qn_amd_fetch(w, o, type, room);
  if (got != room)
    memcpy(room, got, (is_wide(type) ? 2u : 1u) * N * sizeof(*room));
  const unsigned source = k - 1;
  if (is_half(type) && i->op_sel >> source & 1 && !o->half)
    for (unsigned lane = 0; lane < N; ++lane)
      room[lane] >>= 16;
  select_part(o, room);
  if (o->absolute || o->negate)
    apply_sign(o, type, room);
  return room;
}

// ---- DPP

// The lane that `lane` reads; -1: none.
static int source_lane(const qn_amd_inst *i, int lane, int lanes) {
  const int row = lane & ~15, at = lane & 15, arg = (int)i->lanes_arg;
  switch ((qn_amd_lanes_kind)i->lanes_kind) {
  case QN_AMD_QUAD_PERM:
    return (lane & ~3) | (arg >> (2 * (lane & 3)) & 3);
  case QN_AMD_ROW_SHL:
    return at + arg < 16 ? lane + arg : -1;
  case QN_AMD_ROW_SHR:
    return at - arg >= 0 ? lane - arg : -1;
  case QN_AMD_ROW_ROR:
    return row | ((at - arg) & 15);
  case QN_AMD_WAVE_SHL:
    return lane + 1 < lanes ? lane + 1 : -1;
  case QN_AMD_WAVE_ROL:
    return (lane + 1) % lanes;
  case QN_AMD_WAVE_SHR:
    return lane - 1;
  case QN_AMD_WAVE_ROR:
    return (lane + lanes - 1) % lanes;
  case QN_AMD_ROW_MIRROR:
    return row | (15 - at);
  case QN_AMD_ROW_HALF_MIRROR:
    return (lane & ~7) | (7 - (lane & 7));
  case QN_AMD_ROW_BCAST15:
    return row ? row - 1 : -1;
  case QN_AMD_ROW_BCAST31:
    return lane >= 32 ? 31 : -1;
  case QN_AMD_ROW_SHARE:
  case QN_AMD_ROW_NEWBCAST:
    return row | arg;
  case QN_AMD_ROW_XMASK:
    return row | (at ^ arg);
  case QN_AMD_DPP8:
    return (lane & ~7) | (arg >> (3 * (lane & 7)) & 7);
  case QN_AMD_NO_DPP:
    break;
  }
  return lane;
}

void qn_amd_permute(qn_amd_wave *w, const qn_amd_inst *i, uint32_t *values,
                    uint64_t *mask) {
  uint32_t from[N];
  const uint64_t exec = qn_amd_exec(w);
  memcpy(from, values, sizeof(from));
  for (int lane = 0; lane < (int)w->lanes; ++lane) {
    const int source = source_lane(i, lane, (int)w->lanes);
    const uint64_t bit = UINT64_C(1) << lane;
    const bool off = !(i->row_mask >> (lane / 16) & 1) ||
                     !(i->bank_mask >> (lane / 4 % 4) & 1);
    const bool there =
        source >= 0 && (i->fetch_inactive || (exec >> source & 1));
    if (off || (!there && !i->bound_ctrl && i->lanes_kind != QN_AMD_DPP8))
      *mask &= ~bit;
    values[lane] = there ? from[source] : 0;
  }
}

uint64_t qn_amd_written(const qn_amd_wave *w, const qn_amd_inst *i) {
  (void)i;
  return qn_amd_exec(w) & w->all;
}

// ---- Results

static void clamp_one(qn_amd_type type, uint32_t *values, unsigned i) {
  if (type == QN_AMD_f32) {
    float f;
    memcpy(&f, &values[i], 4);
    f = f > 0 ? (f < 1 ? f : 1) : 0;
    memcpy(&values[i], &f, 4);
  } else if (type == QN_AMD_f64) {
    const uint64_t bits = values[i] | (uint64_t)values[i + N] << 32;
    double f;
    memcpy(&f, &bits, 8);
    f = f > 0 ? (f < 1 ? f : 1) : 0;
    uint64_t out;
    memcpy(&out, &f, 8);
    values[i] = (uint32_t)out;
    values[i + N] = (uint32_t)(out >> 32);
  } else if (type == QN_AMD_f16) {
    const uint32_t h = values[i] & 0xffff;
    values[i] = h > 0x7c00 ? 0 : h > 0x3c00 ? 0x3c00 : h;
  }
}

static void scale_one(qn_amd_type type, double by, uint32_t *values,
                      unsigned i) {
  if (type == QN_AMD_f32) {
    float f;
    memcpy(&f, &values[i], 4);
    f *= (float)by;
    memcpy(&values[i], &f, 4);
  } else if (type == QN_AMD_f64) {
    uint64_t bits = values[i] | (uint64_t)values[i + N] << 32;
    double f;
    memcpy(&f, &bits, 8);
    f *= by;
    memcpy(&bits, &f, 8);
    values[i] = (uint32_t)bits;
    values[i + N] = (uint32_t)(bits >> 32);
  }
}

void qn_amd_modify(const qn_amd_wave *w, const qn_amd_inst *i, qn_amd_type type,
                   uint32_t *values) {
  static const double factors[] = {1, 2, 4, 0.5};
  for (unsigned lane = 0; i->omod && lane < w->lanes; ++lane)
    scale_one(type, factors[i->omod], values, lane);
  for (unsigned lane = 0; i->clamp && lane < w->lanes; ++lane)
    clamp_one(type, values, lane);
}

static void make_mask(qn_amd_wave *w, uint64_t mask) {
  for (unsigned i = 0; i < N; ++i)
    w->mask[i] = mask >> i & 1 ? UINT32_MAX : 0;
  w->mask_of = mask;
}

void qn_amd_merge(qn_amd_wave *w, uint32_t *to, const uint32_t *values,
                  uint64_t mask) {
  if (mask == w->all) {
    memcpy(to, values, w->lanes * sizeof(*to));
    return;
  }
  if (mask != w->mask_of)
    make_mask(w, mask);
  const uint32_t *m = w->mask;
  for (unsigned from = 0; from < w->lanes; from += 32)
    for (unsigned i = from; i < from + 32; ++i)
      to[i] = (to[i] & ~m[i]) | (values[i] & m[i]);
}

static void merge_bits(qn_amd_wave *w, uint32_t *to, const uint32_t *values,
                       uint32_t bits, unsigned shift, uint64_t mask) {
  for (unsigned i = 0; i < w->lanes; ++i)
    if (mask >> i & 1)
      to[i] = (to[i] & ~bits) | (values[i] << shift & bits);
}

static void commit_sdwa(qn_amd_wave *w, const qn_amd_inst *i, uint32_t *to,
                        const uint32_t *values, uint64_t mask) {
  const unsigned shift =
      i->dst_sel < 5 ? 8u * (i->dst_sel - 1) : 16u * (i->dst_sel - 5);
  const unsigned width = i->dst_sel < 5 ? 8 : 16;
  const uint32_t bits = ((1u << width) - 1) << shift;
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    const uint32_t part = values[lane] << shift & bits;
    const bool negative = part >> (shift + width - 1) & 1;
    const uint32_t above =
        shift + width < 32 ? ~(uint32_t)0 << (shift + width) : 0;
    to[lane] = i->dst_unused == 2   ? (to[lane] & ~bits) | part
               : i->dst_unused == 1 ? part | (negative ? above : 0)
                                    : part;
  }
}

static void commit_masked(qn_amd_wave *w, const qn_amd_inst *i,
                          const qn_amd_operand *o, qn_amd_type type,
                          const uint32_t *values, uint64_t mask) {
  uint32_t *to = qn_amd_reg(w, o);
  if (i->sdwa && i->dst_sel) {
    commit_sdwa(w, i, to, values, mask);
    return;
  }
  if (!is_half(type)) {
    qn_amd_merge(w, to, values, mask);
    if (is_wide(type))
      qn_amd_merge(w, to + N, values + N, mask);
    return;
  }
  const bool high = o->half || (i->op_sel >> 3 & 1);
  const bool keeps = high || o->has_half || !w->chip->zeroes_high ||
                     (i->row->flags & QN_AMD_KEEPS);
  merge_bits(w, to, values,
             high    ? 0xffff0000
             : keeps ? 0xffff
                     : UINT32_MAX,
             high ? 16 : 0, mask);
}

void qn_amd_commit(qn_amd_wave *w, const qn_amd_inst *i, qn_amd_operand *o,
                   qn_amd_type type, const uint32_t *values) {
  commit_masked(w, i, o, type, values, qn_amd_written(w, i));
}

// ---- Handlers

static void compute(qn_amd_wave *w, const qn_amd_inst *i, uint32_t *result,
                    uint64_t *mask) {
  const qn_amd_row *row = i->row;
  const uint32_t *s[3] = {w->room[0], w->room[0], w->room[0]};
  for (unsigned k = 0; k < row->sources; ++k)
    s[k] = qn_amd_fetch_modified(w, i, k + 1, (qn_amd_type)row->types[k + 1],
                                 w->room[k]);
  if (i->lanes_kind) {
    qn_amd_permute(w, i, w->room[0], mask);
  }
  if (row->flags & QN_AMD_ACC) {
    const qn_amd_operand *d = &i->op[0];
    s[2] = qn_amd_fetch(w, d, (qn_amd_type)row->types[0], w->room[3]);
  }
  w->ops[row->op](result, s[0], s[1], s[2], w->lanes);
}

static bool odd_mode(const qn_amd_wave *w, const qn_amd_row *row) {
  return (row->flags & QN_AMD_FLOATS) && w->mode_set;
}

static void enter_mode(qn_amd_wave *w, const qn_amd_row *row) {
  if (odd_mode(w, row))
    qn_amd_set_mode(w,
                    row->types[0] == QN_AMD_f32 && row->types[1] != QN_AMD_f64);
}
static void leave_mode(qn_amd_wave *w, const qn_amd_row *row) {
  if (odd_mode(w, row))
    qn_amd_reset_mode(w);
}

void qn_amd_x_vector(qn_amd_wave *w, const qn_amd_inst *i) {
  uint64_t mask = qn_amd_exec(w) & w->all;
  const qn_amd_type type = (qn_amd_type)i->row->types[0];
  enter_mode(w, i->row);
  compute(w, i, w->result, &mask);
  qn_amd_modify(w, i, type, w->result);
  leave_mode(w, i->row);
  commit_masked(w, i, &i->op[0], type, w->result, mask);
}

// Of scalar registers.
void qn_amd_x_one(qn_amd_wave *w, const qn_amd_inst *i) {
  uint64_t mask = 0;
  enter_mode(w, i->row);
  compute(w, i, w->result, &mask);
  qn_amd_modify(w, i, (qn_amd_type)i->row->types[0], w->result);
  leave_mode(w, i->row);
  qn_amd_put(w, &i->op[0], w->result[0]);
}

// Without modifiers, of 32 or 64 bits.
void qn_amd_x_vector_plain(qn_amd_wave *w, const qn_amd_inst *i) {
  const qn_amd_row *row = i->row;
  const uint64_t exec = qn_amd_exec(w);
  uint32_t *d = qn_amd_reg(w, &i->op[0]);
  const uint32_t *a =
      qn_amd_fetch(w, &i->op[1], (qn_amd_type)row->types[1], w->room[0]);
  const uint32_t *b = a, *c = a;
  if (row->sources > 1)
    b = qn_amd_fetch(w, &i->op[2], (qn_amd_type)row->types[2], w->room[1]);
  if (row->flags & QN_AMD_ACC)
    c = d;
  else if (row->sources > 2)
    c = qn_amd_fetch(w, &i->op[3], (qn_amd_type)row->types[3], w->room[2]);
  enter_mode(w, row);
  if (exec == w->all) {
    w->ops[row->op](d, a, b, c, w->lanes);
  } else {
    w->ops[row->op](w->result, a, b, c, w->lanes);
    qn_amd_merge(w, d, w->result, exec);
    if (is_wide((qn_amd_type)row->types[0]))
      qn_amd_merge(w, d + N, w->result + N, exec);
  }
  leave_mode(w, row);
}

// Two operations of 32 bits, of which neither sees what the other writes.
void qn_amd_x_pair(qn_amd_wave *w, const qn_amd_inst *i) {
  uint32_t first[N];
  const qn_amd_inst *second = i->second;
  uint64_t mask = qn_amd_exec(w) & w->all;
  if (i->row->handler == qn_amd_x_select)
    qn_amd_select(w, i, first);
  else
    compute(w, i, first, &mask);
  if (second->row->handler == qn_amd_x_select)
    qn_amd_select(w, second, w->result);
  else
    compute(w, second, w->result, &mask);
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), first, mask);
  qn_amd_merge(w, qn_amd_reg(w, &second->op[0]), w->result, mask);
}

static uint64_t compare(qn_amd_wave *w, const qn_amd_inst *i, unsigned first) {
  const qn_amd_row *row = i->row;
  const qn_amd_type type = (qn_amd_type)row->types[1];
  uint64_t mask = qn_amd_exec(w) & w->all;
  if (i->plain) {
    const uint32_t *a = qn_amd_fetch(w, &i->op[first], type, w->room[0]);
    const uint32_t *b = qn_amd_fetch(w, &i->op[first + 1], type, w->room[1]);
    return w->compares[row->op](a, b, w->lanes) & mask;
  }
  for (unsigned k = 0; k < 2; ++k) {
    // op_sel counts sources, so they are moved to where it looks.
    qn_amd_inst shifted = {.op_sel = i->op_sel};
    shifted.op[k + 1] = i->op[first + k];
    qn_amd_fetch_modified(w, &shifted, k + 1, type, w->room[k]);
  }
  if (i->lanes_kind)
    qn_amd_permute(w, i, w->room[0], &mask);
  return w->compares[row->op](w->room[0], w->room[1], w->lanes) & mask;
}

void qn_amd_x_compare(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t mask = compare(w, i, i->count > 2);
  if (i->count > 2)
    qn_amd_put_mask(w, &i->op[0], mask);
  if (!i->row->arg)
    return;
  w->s[QN_AMD_EXEC] = (uint32_t)mask;
  w->s[QN_AMD_EXEC + 1] = (uint32_t)(mask >> 32);
}

// ---- Halves in pairs

// Half `high` of source `k`.
static void fetch_half(qn_amd_wave *w, const qn_amd_inst *i, unsigned k,
                       bool high, uint32_t *room) {
  const uint32_t *got = qn_amd_fetch(w, &i->op[k], QN_AMD_u32, room);
  const uint8_t sel = high ? i->op_sel_hi : i->op_sel;
  const uint8_t neg = high ? i->neg_hi : i->neg_lo;
  const unsigned shift = sel >> (k - 1) & 1 ? 16 : 0;
  const uint32_t flip = neg >> (k - 1) & 1 ? 0x8000 : 0;
  for (unsigned lane = 0; lane < N; ++lane)
    room[lane] = (got[lane] >> shift & 0xffff) ^ flip;
}

void qn_amd_x_packed(qn_amd_wave *w, const qn_amd_inst *i) {
  const qn_amd_row *row = i->row;
  uint32_t low[N];
  for (unsigned part = 0; part < 2; ++part) {
    for (unsigned k = 0; k < row->sources; ++k)
      fetch_half(w, i, k + 1, part, w->room[k]);
    enter_mode(w, row);
    w->ops[row->op](part ? w->result : low, w->room[0], w->room[1], w->room[2],
                    w->lanes);
    leave_mode(w, row);
    for (unsigned lane = 0; i->clamp && lane < w->lanes; ++lane)
      clamp_one((qn_amd_type)row->types[0], part ? w->result : low, lane);
  }
  for (unsigned lane = 0; lane < w->lanes; ++lane)
    w->result[lane] = w->result[lane] << 16 | (low[lane] & 0xffff);
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, qn_amd_exec(w) & w->all);
}

// Two floats, each of a pair of registers: v_pk_fma_f32 and its like.
void qn_amd_x_packed_float(qn_amd_wave *w, const qn_amd_inst *i) {
  const qn_amd_row *row = i->row;
  const uint64_t mask = qn_amd_exec(w) & w->all;
  uint32_t both[2][N];
  for (unsigned part = 0; part < 2; ++part) {
    for (unsigned k = 0; k < row->sources; ++k) {
      uint32_t two[2 * N];
      const uint32_t *got = qn_amd_fetch(w, &i->op[k + 1], QN_AMD_u64, two);
      const uint8_t sel = part && !row->arg ? i->op_sel_hi : i->op_sel;
      const uint8_t neg = part ? i->neg_hi : i->neg_lo;
      memcpy(w->room[k], got + (sel >> k & 1 ? N : 0), N * sizeof(*two));
      for (unsigned lane = 0; neg >> k & 1 && lane < N; ++lane)
        w->room[k][lane] ^= 0x80000000;
    }
    // v_pk_mov_b32 takes the first half of one and the second of the other.
    if (row->arg)
      memcpy(both[part], w->room[part], sizeof(both[part]));
    else
      w->ops[row->op](both[part], w->room[0], w->room[1], w->room[2], w->lanes);
    for (unsigned lane = 0; i->clamp && lane < w->lanes; ++lane)
      clamp_one(QN_AMD_f32, both[part], lane);
  }
  uint32_t *to = qn_amd_reg(w, &i->op[0]);
  qn_amd_merge(w, to, both[0], mask);
  qn_amd_merge(w, to + N, both[1], mask);
}

// ---- Products of parts of registers

// arg: bits of a part. neg_lo says which side has a sign.
void qn_amd_x_dot_mixed(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned bits = i->row->arg;
  const uint32_t mask = (1u << bits) - 1, sign = 1u << (bits - 1);
  const uint32_t sign_a = i->neg_lo & 1 ? sign : 0;
  const uint32_t sign_b = i->neg_lo & 2 ? sign : 0;
  const uint32_t *a = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  const uint32_t *b = qn_amd_fetch(w, &i->op[2], QN_AMD_u32, w->room[1]);
  const uint32_t *c = qn_amd_fetch(w, &i->op[3], QN_AMD_i32, w->room[2]);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    int64_t sum = (int32_t)c[lane];
    for (unsigned at = 0; at < 32; at += bits) {
      const uint32_t x = a[lane] >> at & mask, y = b[lane] >> at & mask;
      sum += (int64_t)(int32_t)((x ^ sign_a) - sign_a) *
             (int32_t)((y ^ sign_b) - sign_b);
    }
    if (i->clamp)
      sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    w->result[lane] = (uint32_t)sum;
  }
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, qn_amd_exec(w) & w->all);
}
