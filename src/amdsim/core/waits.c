// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/waits.h"

#include <stdlib.h>

#include "amdsim/core/handlers.h"

enum { A_FIRST = 256, S_FIRST = 512, NOWHERE = UINT16_MAX };

bool qn_amd_waits_asked(void) {
  const char *text = getenv("QUERN_AMDSIM_WAITS");
  return text && text[0] && strcmp(text, "0") != 0;
}

// ---- Waits

// At most `left` of those that were begun may not be done. Scalar loads are
// done in any order.
static void wait_for(qn_amd_waits *s, qn_amd_counter c, uint32_t left) {
  const bool any_order =
      c == QN_AMD_SCALAR_LOADS || s->scalar_begun > s->done[c];
  if (left >= s->begun[c] || (left && any_order && c != QN_AMD_VECTOR_LOADS))
    return;
  const uint32_t done = s->begun[c] - left;
  if (done > s->done[c])
    s->done[c] = done;
}

// s_waitcnt has its counters in places that changed.
static void wait_for_old(qn_amd_waits *s, const qn_amd_chip *chip,
                         uint32_t bits) {
  const bool newer = chip->major >= 11;
  const uint32_t vector =
      newer ? bits >> 10 & 63 : (bits & 15) | (bits >> 14 & 3) << 4;
  const uint32_t shared = newer               ? bits >> 4 & 63
                          : chip->major == 10 ? bits >> 8 & 63
                                              : bits >> 8 & 15;
  wait_for(s, QN_AMD_VECTOR_LOADS, vector);
  wait_for(s, QN_AMD_SHARED_LOADS, shared);
}

static bool is_named(const qn_amd_inst *i, const char *name) {
  return strcmp(i->row->name, name) == 0;
}

static void carry_out_wait(qn_amd_waits *s, const qn_amd_chip *chip,
                           const qn_amd_inst *i) {
  const uint32_t bits = (uint32_t)i->imm & 0xffff;
  if (is_named(i, "s_waitcnt")) {
    wait_for_old(s, chip, bits);
  } else if (is_named(i, "s_waitcnt_vmcnt") || is_named(i, "s_wait_loadcnt")) {
    wait_for(s, QN_AMD_VECTOR_LOADS, bits & 63);
  } else if (is_named(i, "s_waitcnt_lgkmcnt") || is_named(i, "s_wait_dscnt") ||
             is_named(i, "s_wait_storecnt_dscnt")) {
    wait_for(s, QN_AMD_SHARED_LOADS, bits & 63);
  } else if (is_named(i, "s_wait_kmcnt")) {
    wait_for(s, QN_AMD_SCALAR_LOADS, bits & 31);
  } else if (is_named(i, "s_wait_loadcnt_dscnt")) {
    wait_for(s, QN_AMD_VECTOR_LOADS, bits >> 8 & 63);
    wait_for(s, QN_AMD_SHARED_LOADS, bits & 63);
  } else if (is_named(i, "s_wait_idle")) {
    for (unsigned c = 0; c < QN_AMD_COUNTERS; ++c)
      wait_for(s, (qn_amd_counter)c, 0);
  }
}

// ---- Loads

// Which counters an instruction counts; bit by bit.
static unsigned counters_of(const qn_amd_chip *chip, const qn_amd_inst *i) {
  qn_amd_handler *const h = i->row->handler;
  const uint32_t arg = i->row->arg;
  const bool silent =
      (arg & QN_IS_STORE) || ((arg & QN_IS_ATOMIC) && !i->returns);
  const unsigned vector =
      silent && chip->major >= 10 ? 0 : 1u << QN_AMD_VECTOR_LOADS;
  if (h == qn_amd_x_global || h == qn_amd_x_scratch || h == qn_amd_x_buffer ||
      h == qn_amd_x_buffer_typed || h == qn_amd_x_global_lds ||
      h == qn_amd_x_global_by_lane)
    return vector;
  if (h == qn_amd_x_image || h == qn_amd_x_image_size)
    // gfx12 counts what samplers read by itself.
    return (arg & QN_SAMPLED) && chip->major >= 12 ? 0 : vector;
  if (h == qn_amd_x_flat)
    return vector | 1u << QN_AMD_SHARED_LOADS;
  if (h == qn_amd_x_shared || h == qn_amd_x_shared_two ||
      h == qn_amd_x_shared_permute || h == qn_amd_x_shared_swizzle ||
      h == qn_amd_x_shared_count || h == qn_amd_x_shared_swap_two ||
      h == qn_amd_x_shared_by_lane)
    return 1u << QN_AMD_SHARED_LOADS;
  if (h == qn_amd_x_scalar_load || h == qn_amd_x_time)
    return 1u << (chip->major >= 12 ? QN_AMD_SCALAR_LOADS
                                    : QN_AMD_SHARED_LOADS);
  return 0;
}

// Whether the first operand is what memory gives.
static bool has_result(const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  qn_amd_handler *const h = i->row->handler;
  if (h == qn_amd_x_scalar_load || h == qn_amd_x_time)
    return true;
  if (i->lds || h == qn_amd_x_global_lds)
    return false;
  if (h == qn_amd_x_shared_permute || h == qn_amd_x_shared_swizzle ||
      h == qn_amd_x_shared_count || h == qn_amd_x_shared_swap_two)
    return true;
  if (h == qn_amd_x_shared)
    return !(arg & QN_IS_STORE) &&
           (!(arg & QN_IS_ATOMIC) || (arg & QN_RETURNS));
  return !(arg & QN_IS_STORE) && (!(arg & QN_IS_ATOMIC) || i->returns);
}

static unsigned place_of(const qn_amd_operand *o) {
  switch (o->where) {
  case QN_AMD_VREG:
    return o->reg;
  case QN_AMD_AREG:
    return A_FIRST + o->reg;
  case QN_AMD_SREG:
    return S_FIRST + o->reg;
  default:
    return NOWHERE;
  }
}

static unsigned count_of(const qn_amd_operand *o) {
  return o->count ? o->count : 1;
}

static void begin(qn_amd_waits *s, const qn_amd_inst *i, unsigned counters) {
  const qn_amd_operand *to = &i->op[0];
  const unsigned at = has_result(i) ? place_of(to) : NOWHERE;
  for (unsigned c = 0; c < QN_AMD_COUNTERS; ++c) {
    if (!(counters >> c & 1))
      continue;
    const uint32_t number = ++s->begun[c];
    if (c == QN_AMD_SHARED_LOADS && to->where == QN_AMD_SREG)
      s->scalar_begun = number;
    for (unsigned k = 0; at != NOWHERE && k < count_of(to); ++k)
      s->by[c][at + k] = number;
  }
}

// ---- Uses

// The counter that a use of the register must wait for; none: COUNTERS. Those
// of `but` are in order with what uses it.
static unsigned missing(const qn_amd_waits *s, unsigned at, unsigned but) {
  for (unsigned c = 0; c < QN_AMD_COUNTERS; ++c)
    if (!(but >> c & 1) && s->by[c][at] > s->done[c])
      return c;
  return QN_AMD_COUNTERS;
}

static bool check_operand(qn_amd_wave *w, const qn_amd_operand *o,
                          unsigned but) {
  static const char *const names[] = {"vector memory", "shared memory",
                                      "scalar memory"};
  const unsigned at = place_of(o);
  for (unsigned k = 0; at != NOWHERE && k < count_of(o); ++k) {
    const unsigned c = missing(w->waits, at + k, but);
    if (c == QN_AMD_COUNTERS)
      continue;
    const bool scalar = o->where == QN_AMD_SREG;
    qn_amd_fail(w, 3, "%c%u is used before a wait for %s, which loads it",
                scalar                    ? 's'
                : o->where == QN_AMD_AREG ? 'a'
                                          : 'v',
                o->reg + k, names[scalar ? QN_AMD_SCALAR_LOADS : c]);
    return false;
  }
  return true;
}

// A load may follow another one into the same register in order.
static bool check_uses(qn_amd_wave *w, const qn_amd_inst *i,
                       unsigned counters) {
  for (unsigned k = 0; k < i->count; ++k)
    if (!check_operand(w, &i->op[k],
                       k == 0 && counters && has_result(i) ? counters : 0))
      return false;
  return !i->second || check_uses(w, i->second, 0);
}

bool qn_amd_waits_check(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_waits *s = w->waits;
  const unsigned counters = counters_of(w->chip, i);
  if (i->row->handler == qn_amd_x_nothing) {
    carry_out_wait(s, w->chip, i);
    return true;
  }
  if (!check_uses(w, i, counters))
    return false;
  if (counters)
    begin(s, i, counters);
  return true;
}
