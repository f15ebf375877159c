// SPDX-License-Identifier: Apache-2.0
// Vector instructions that read or write masks and scalars, or other lanes.
#include <math.h>

#include "amdsim/isa/floats.h"
#include "amdsim/core/handlers.h"

enum { N = QN_AMD_LANES };

static uint64_t active(const qn_amd_wave *w) { return qn_amd_exec(w) & w->all; }

void qn_amd_x_read_first(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t exec = active(w);
  const unsigned lane = exec ? (unsigned)__builtin_ctzll(exec) : 0;
  const uint32_t *v = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  qn_amd_put(w, &i->op[0], v[lane]);
}

void qn_amd_x_read_lane(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned lane = qn_amd_get(w, &i->op[2]) & (w->lanes - 1);
  const uint32_t *v = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  qn_amd_put(w, &i->op[0], v[lane]);
}

void qn_amd_x_write_lane(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned lane = qn_amd_get(w, &i->op[2]) & (w->lanes - 1);
  qn_amd_reg(w, &i->op[0])[lane] = qn_amd_get(w, &i->op[1]);
}

void qn_amd_select(qn_amd_wave *w, const qn_amd_inst *i, uint32_t *result) {
  const uint64_t pick =
      i->count > 3 ? qn_amd_get_mask(w, &i->op[3]) : qn_amd_vcc(w);
  uint64_t written = active(w);
  const uint32_t *a, *b;
  if (i->plain) {
    a = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
    b = qn_amd_fetch(w, &i->op[2], QN_AMD_u32, w->room[1]);
  } else {
    a = qn_amd_fetch_modified(w, i, 1, QN_AMD_u32, w->room[0]);
    b = qn_amd_fetch_modified(w, i, 2, QN_AMD_u32, w->room[1]);
    if (i->lanes_kind)
      qn_amd_permute(w, i, w->room[0], &written);
  }
  for (unsigned lane = 0; lane < w->lanes; ++lane)
    result[lane] = pick >> lane & 1 ? b[lane] : a[lane];
  if (written != active(w)) // DPP: what is not written stays
    for (unsigned lane = 0; lane < w->lanes; ++lane)
      if (!(written >> lane & 1))
        result[lane] = qn_amd_reg(w, &i->op[0])[lane];
}

void qn_amd_x_select(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_inst copy;
  qn_amd_select(w, i, w->result);
  if (i->plain) {
    qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, active(w));
    return;
  }
  copy = *i;
  qn_amd_commit(w, &copy, &copy.op[0], QN_AMD_u32, w->result);
}

void qn_amd_x_select16(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t pick =
      i->count > 3 ? qn_amd_get_mask(w, &i->op[3]) : qn_amd_vcc(w);
  uint64_t written = active(w);
  const uint32_t *a = qn_amd_fetch_modified(w, i, 1, QN_AMD_f16, w->room[0]);
  const uint32_t *b = qn_amd_fetch_modified(w, i, 2, QN_AMD_f16, w->room[1]);
  (void)written;
  for (unsigned lane = 0; lane < w->lanes; ++lane)
    w->result[lane] = pick >> lane & 1 ? b[lane] : a[lane];
  qn_amd_operand to = i->op[0];
  qn_amd_commit(w, i, &to, QN_AMD_u16, w->result);
}

// Adds or subtracts, with a carry out and maybe in. arg: 0 add, 1 sub, 2 the
// other way round; 4 with a carry in.
void qn_amd_x_carry(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  uint64_t written = active(w), out = 0;
  const uint64_t in = !(arg & 4)     ? 0
                      : i->count > 4 ? qn_amd_get_mask(w, &i->op[4])
                                     : qn_amd_vcc(w);
  const uint32_t *a = qn_amd_fetch_modified(w, i, 2, QN_AMD_u32, w->room[0]);
  const uint32_t *b = qn_amd_fetch_modified(w, i, 3, QN_AMD_u32, w->room[1]);
  if (i->lanes_kind)
    qn_amd_permute(w, i, w->room[0], &written);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const uint64_t c = in >> lane & 1;
    const uint64_t x = (arg & 3) == 2 ? b[lane] : a[lane];
    const uint64_t y = (arg & 3) == 2 ? a[lane] : b[lane];
    const uint64_t r = (arg & 3) == 0 ? x + y + c : x - y - c;
    w->result[lane] = (arg & 3) == 0 && i->clamp && r >> 32 ? UINT32_MAX
                      : (arg & 3) && i->clamp && r >> 32    ? 0
                                                            : (uint32_t)r;
    out |= (uint64_t)(r >> 32 != 0) << lane;
  }
  if (i->sdwa) {
    qn_amd_operand to = i->op[0];
    qn_amd_commit(w, i, &to, QN_AMD_u32, w->result);
  } else {
    qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, written);
  }
  qn_amd_put_mask(w, &i->op[1], out & written);
}

void qn_amd_x_mad64(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t exec = active(w);
  uint64_t out = 0;
  const uint32_t *a = qn_amd_fetch(w, &i->op[2], QN_AMD_u32, w->room[0]);
  const uint32_t *b = qn_amd_fetch(w, &i->op[3], QN_AMD_u32, w->room[1]);
  const uint32_t *c = qn_amd_fetch(w, &i->op[4], QN_AMD_u64, w->room[2]);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const uint64_t product =
        i->row->arg ? (uint64_t)((int64_t)(int32_t)a[lane] * (int32_t)b[lane])
                    : (uint64_t)a[lane] * b[lane];
    const uint64_t add = c[lane] | (uint64_t)c[lane + N] << 32;
    const uint64_t sum = product + add;
    const bool over = i->row->arg ? (~(product ^ add) & (product ^ sum)) >> 63
                                  : sum < product;
    w->result[lane] = (uint32_t)sum;
    w->result[lane + N] = (uint32_t)(sum >> 32);
    out |= (uint64_t)over << lane;
  }
  uint32_t *to = qn_amd_reg(w, &i->op[0]);
  qn_amd_merge(w, to, w->result, exec);
  qn_amd_merge(w, to + N, w->result + N, exec);
  qn_amd_put_mask(w, &i->op[1], out & exec);
}

// ---- Classes of floats

// The bit of a number's class: signalling NaN, quiet NaN, -infinity, -normal,
// -subnormal, -0, and the positive ones backwards.
static unsigned class_of(uint64_t bits, unsigned exponent_bits,
                         unsigned mantissa_bits) {
  const uint64_t mantissa = bits & ((UINT64_C(1) << mantissa_bits) - 1);
  const uint64_t all = (UINT64_C(1) << exponent_bits) - 1;
  const uint64_t exponent = bits >> mantissa_bits & all;
  const bool minus = bits >> (mantissa_bits + exponent_bits) & 1;
  unsigned positive = 8; // normal
  if (exponent == all) {
    if (mantissa)
      return mantissa >> (mantissa_bits - 1) & 1 ? 1 : 0;
    positive = 9;
  } else if (exponent == 0) {
    positive = mantissa ? 7 : 6;
  }
  return minus ? 11 - positive : positive;
}

void qn_amd_x_class(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned first = i->count > 2;
  const qn_amd_type type = (qn_amd_type)i->row->types[1];
  qn_amd_inst moved = {.op_sel = i->op_sel};
  uint64_t mask = 0;
  moved.op[1] = i->op[first];
  moved.op[2] = i->op[first + 1];
  const uint32_t *a = qn_amd_fetch_modified(w, &moved, 1, type, w->room[0]);
  const uint32_t *b =
      qn_amd_fetch_modified(w, &moved, 2, QN_AMD_u32, w->room[1]);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const unsigned bit =
        type == QN_AMD_f64
            ? class_of(a[lane] | (uint64_t)a[lane + N] << 32, 11, 52)
        : type == QN_AMD_f32 ? class_of(a[lane], 8, 23)
                             : class_of(a[lane] & 0xffff, 5, 10);
    mask |= (uint64_t)(b[lane] >> bit & 1) << lane;
  }
  mask &= active(w);
  if (first)
    qn_amd_put_mask(w, &i->op[0], mask);
  if (!i->row->arg)
    return;
  w->s[QN_AMD_EXEC] = (uint32_t)mask;
  w->s[QN_AMD_EXEC + 1] = (uint32_t)(mask >> 32);
}

// ---- Other lanes

// How many bits of a mask's half stand for lanes before one's own.
void qn_amd_x_count_below(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t *a = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  const uint32_t *b = qn_amd_fetch(w, &i->op[2], QN_AMD_u32, w->room[1]);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const uint64_t below = (UINT64_C(1) << lane) - 1;
    const uint32_t half = (uint32_t)(i->row->arg ? below >> 32 : below);
    w->result[lane] = (uint32_t)__builtin_popcount(a[lane] & half) + b[lane];
  }
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, active(w));
}

void qn_amd_x_permlane(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t low = qn_amd_get(w, &i->op[2]);
  const uint32_t high = qn_amd_get(w, &i->op[3]);
  const uint64_t selects = low | (uint64_t)high << 32;
  const uint64_t exec = active(w);
  const bool fetch = i->op_sel & 1, bound = i->op_sel >> 1 & 1;
  const uint32_t *v = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  uint64_t written = exec;
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const unsigned row = (lane & ~15u) ^ (i->row->arg ? 16 : 0);
    const unsigned from = row | (selects >> (4 * (lane & 15)) & 15);
    const bool there = fetch || (exec >> from & 1);
    w->result[lane] = there ? v[from] : 0;
    if (!there && !bound)
      written &= ~(UINT64_C(1) << lane);
  }
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, written);
}

void qn_amd_x_permlane64(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t *v = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  if (w->lanes == 32)
    return;
  for (unsigned lane = 0; lane < w->lanes; ++lane)
    w->result[lane] = v[lane ^ 32];
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, active(w));
}

static void swap_halves(const qn_amd_wave *w, const qn_amd_inst *i, uint32_t *a,
                        uint32_t *b) {
  const unsigned of_a = i->op[0].half ? 16 : 0, of_b = i->op[1].half ? 16 : 0;
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    if (!(active(w) >> lane & 1))
      continue;
    const uint32_t x = a[lane] >> of_a & 0xffff, y = b[lane] >> of_b & 0xffff;
    a[lane] = (a[lane] & ~(0xffffu << of_a)) | y << of_a;
    b[lane] = (b[lane] & ~(0xffffu << of_b)) | x << of_b; // may be a's other
  }
}

// arg: 1 halves of registers.
void qn_amd_x_swap(qn_amd_wave *w, const qn_amd_inst *i) {
  uint32_t *a = qn_amd_reg(w, &i->op[0]), *b = qn_amd_reg(w, &i->op[1]);
  if (i->row->arg) {
    swap_halves(w, i, a, b);
    return;
  }
  memcpy(w->room[0], a, N * sizeof(*a));
  qn_amd_merge(w, a, b, active(w));
  qn_amd_merge(w, b, w->room[0], active(w));
}

// ---- Registers by number

// arg: 1 the source's number has M0 added, 2 the result's.
void qn_amd_x_move_relative(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t index = w->s[QN_AMD_M0];
  qn_amd_operand to = i->op[0], from = i->op[1];
  const uint32_t shift_to = i->row->arg & 2 ? index : 0;
  const uint32_t shift_from = i->row->arg & 1 ? index : 0;
  if (to.reg + (uint64_t)shift_to > 255 ||
      from.reg + (uint64_t)shift_from > 255) {
    qn_amd_fail(w, 1, "there is no register %u, by M0",
                (shift_to ? to.reg : from.reg) + index);
    return;
  }
  to.reg = (uint16_t)(to.reg + shift_to);
  if (from.where == QN_AMD_VREG)
    from.reg = (uint16_t)(from.reg + shift_from);
  qn_amd_merge(w, qn_amd_reg(w, &to),
               qn_amd_fetch(w, &from, QN_AMD_u32, w->room[0]), active(w));
}

// arg: 1 the source's number has M0 added, 2 the result's; 4 of 64 bits.
void qn_amd_x_move_scalar(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t index = w->s[QN_AMD_M0], arg = i->row->arg;
  qn_amd_operand to = i->op[0], from = i->op[1];
  const uint64_t at = (arg & 1 ? from.reg : to.reg) + (uint64_t)index;
  if (at + (arg & 4 ? 1 : 0) > QN_AMD_LAST_SREG) {
    qn_amd_fail(w, 1, "there is no scalar register %llu, by M0",
                (unsigned long long)at);
    return;
  }
  if (arg & 1)
    from.reg = (uint16_t)at;
  else
    to.reg = (uint16_t)at;
  if (arg & 4)
    qn_amd_put64(w, &to, qn_amd_get64(w, &from));
  else
    qn_amd_put(w, &to, qn_amd_get(w, &from));
}

// What reaches no vector registers, and goes on behind itself.
static bool run_scalar(qn_amd_wave *w, const qn_amd_inst *i) {
  if (!qn_str_starts(qn_str_from(i->row->name), QN_STR("s_")))
    return false;
  i->handler(w, i);
  return !w->jump && w->state == QN_AMD_RUNNING;
}

// gfx9: until s_set_gpr_idx_off, vector registers of the operands that the
// code's bits name have an index added: carried out at once.
void qn_amd_x_index_registers(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t index = qn_amd_get(w, &i->op[0]) & 255;
  const unsigned which = (unsigned)i->imm >> 8 & 15;
  qn_diag diag = {0};
  uint64_t pc = i->pc + i->size;
  w->s[QN_AMD_M0] = (w->s[QN_AMD_M0] & ~0xf0ffu) | index | which << 12;
  for (;;) {
    const qn_amd_inst *next = qn_amd_code_at(w->code, pc, w->lanes, &diag);
    if (!next) {
      qn_amd_fail(w, 2, "%s", diag.message);
      return;
    }
    pc += next->size;
    if (next->row->arg == QN_AMD_INDEX_OFF)
      break;
    if (run_scalar(w, next))
      continue;
    if (w->state != QN_AMD_RUNNING)
      return;
    if (next->handler != qn_amd_x_vector_plain) {
      qn_amd_fail(w, 2, "%s with indexed registers is not simulated",
                  next->row->name);
      return;
    }
    qn_amd_inst moved = *next;
    for (unsigned k = 0; k < moved.count; ++k) {
      const bool chosen = k == 0 ? which >> 3 & 1 : which >> (k - 1) & 1;
      if (!chosen || moved.op[k].where != QN_AMD_VREG)
        continue;
      if (moved.op[k].reg + index > 255) {
        qn_amd_fail(w, 1, "there is no register %u, by an index",
                    moved.op[k].reg + index);
        return;
      }
      moved.op[k].reg = (uint16_t)(moved.op[k].reg + index);
    }
    moved.handler(w, &moved);
  }
  qn_amd_jump(w, pc);
}

// ---- Sources of mixed sizes

static float source_of_mix(const qn_amd_inst *i, unsigned k, uint32_t bits) {
  const qn_amd_operand *o = &i->op[k + 1];
  float f;
  if (i->op_sel_hi >> k & 1) { // half
    const uint32_t h = i->op_sel >> k & 1 ? bits >> 16 : bits & 0xffff;
    f = from_half(h);
  } else {
    memcpy(&f, &bits, sizeof(f));
  }
  f = o->absolute || (i->neg_hi >> k & 1) ? fabsf(f) : f;
  return o->negate || (i->neg_lo >> k & 1) ? -f : f;
}

// arg: 0 float, 1 the lower half, 2 the upper; 4 not fused.
void qn_amd_x_mix(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t *s[3];
  const unsigned arg = i->row->arg & 3;
  qn_amd_operand to = i->op[0];
  for (unsigned k = 0; k < 3; ++k)
    s[k] = qn_amd_fetch(w, &i->op[k + 1], QN_AMD_u32, w->room[k]);
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    float f =
        fmaf(source_of_mix(i, 0, s[0][lane]), source_of_mix(i, 1, s[1][lane]),
             source_of_mix(i, 2, s[2][lane]));
    if (i->clamp)
      f = f > 0 ? (f < 1 ? f : 1) : 0;
    if (arg)
      w->result[lane] = to_half(f);
    else
      memcpy(&w->result[lane], &f, sizeof(f));
  }
  if (!arg) {
    qn_amd_merge(w, qn_amd_reg(w, &to), w->result, active(w));
    return;
  }
  qn_amd_inst plain = {.row = i->row};
  qn_amd_row kept = *i->row;
  kept.flags |= QN_AMD_KEEPS;
  plain.row = &kept;
  to.half = arg == 2;
  qn_amd_commit(w, &plain, &to, QN_AMD_f16, w->result);
}
