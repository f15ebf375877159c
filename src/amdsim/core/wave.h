// SPDX-License-Identifier: Apache-2.0
// The state of a wave and of its work-group, and what handlers need.
#ifndef QN_AMDSIM_CORE_WAVE_H
#define QN_AMDSIM_CORE_WAVE_H

#include "amdsim/core/code.h"
#include "amdsim/isa/inst.h"
#include "amdsim/core/memory.h"

// Where shared and private memory begin in generic addresses.
#define QN_AMD_SHARED_APERTURE UINT64_C(0x0001000000000000)
#define QN_AMD_PRIVATE_APERTURE UINT64_C(0x0002000000000000)
#define QN_AMD_APERTURE_SIZE UINT64_C(0x100000000)

typedef enum qn_amd_state {
  QN_AMD_RUNNING,
  QN_AMD_AT_BARRIER,
  QN_AMD_YIELDED, // others first
  QN_AMD_ENDED,
  QN_AMD_FAILED,
} qn_amd_state;

typedef struct qn_amd_group {
  const struct qn_amd_dispatch *dispatch;
  uint32_t id[3];
  uint8_t *lds;
  uint32_t lds_size;
  struct qn_amd_wave *waves;
  unsigned wave_count, ended, waiting;
} qn_amd_group;

typedef struct qn_amd_wave {
  uint32_t s[QN_AMD_SREG_COUNT];
  uint32_t scc;
  uint32_t mode;
  uint32_t mode_set; // what the host's floating-point unit was set to
  unsigned lanes;    // 32 or 64
  uint64_t all;      // all lanes
  uint32_t *v, *a;   // registers, QN_AMD_LANES apart
  unsigned vgprs;    // how many the kernel has
  const qn_amd_inst *at;
  const qn_amd_inst *jump; // where to go next, when an instruction set it
  qn_amd_state state;
  qn_amd_group *group;
  qn_amd_code *code;
  const qn_amd_chip *chip;
  qn_amd_vector_op *const *ops;
  qn_amd_compare_op *const *compares;
  qn_amd_views views;
  uint8_t *scratch;      // interleaved by 4 bytes over the lanes
  uint64_t scratch_size; // bytes a lane
  uint64_t mask_of;      // the `exec` that `mask` belongs to
  uint32_t mask[QN_AMD_LANES];
  unsigned number; // in its group
  uint64_t executed;
  struct qn_amd_waits *waits; // NULL: missing waits are not looked for
  bool split_barrier;
  // Room for operands, for vectors of the host's.
  uint32_t room[4][2 * QN_AMD_LANES] __attribute__((aligned(64)));
  uint32_t result[4 * QN_AMD_LANES] __attribute__((aligned(64)));
} qn_amd_wave;

static inline uint64_t qn_amd_exec(const qn_amd_wave *w) {
  return w->s[QN_AMD_EXEC] | (uint64_t)w->s[QN_AMD_EXEC + 1] << 32;
}
static inline uint32_t *qn_amd_v(const qn_amd_wave *w, unsigned reg) {
  return w->v + (size_t)reg * QN_AMD_LANES;
}
static inline uint32_t *qn_amd_reg(const qn_amd_wave *w,
                                   const qn_amd_operand *o) {
  return (o->where == QN_AMD_AREG ? w->a : w->v) +
         (size_t)o->reg * QN_AMD_LANES;
}

// ---- Scalars

static inline uint32_t qn_amd_get(const qn_amd_wave *w,
                                  const qn_amd_operand *o) {
  return o->where == QN_AMD_SREG ? w->s[o->reg] : o->value[0];
}
static inline uint64_t qn_amd_get64(const qn_amd_wave *w,
                                    const qn_amd_operand *o) {
  const uint32_t *p = o->where == QN_AMD_SREG ? &w->s[o->reg] : o->value;
  return p[0] | (uint64_t)p[1] << 32;
}
static inline void qn_amd_put(qn_amd_wave *w, const qn_amd_operand *o,
                              uint32_t value) {
  w->s[o->reg] = value;
  w->s[QN_AMD_NULL] = 0;
}
static inline void qn_amd_put64(qn_amd_wave *w, const qn_amd_operand *o,
                                uint64_t value) {
  if (o->reg == QN_AMD_NULL)
    return;
  w->s[o->reg] = (uint32_t)value;
  w->s[o->reg + 1] = (uint32_t)(value >> 32);
}
// Masks of lanes: one register in waves of 32, two in those of 64.
static inline uint64_t qn_amd_get_mask(const qn_amd_wave *w,
                                       const qn_amd_operand *o) {
  return w->lanes == 32 ? qn_amd_get(w, o) : qn_amd_get64(w, o);
}
static inline void qn_amd_put_mask(qn_amd_wave *w, const qn_amd_operand *o,
                                   uint64_t mask) {
  if (w->lanes == 32)
    qn_amd_put(w, o, (uint32_t)mask);
  else
    qn_amd_put64(w, o, mask);
}
static inline uint64_t qn_amd_vcc(const qn_amd_wave *w) {
  return w->s[QN_AMD_VCC] |
         (w->lanes == 32 ? 0 : (uint64_t)w->s[QN_AMD_VCC + 1] << 32);
}

// ---- Vectors

// The values of an operand, of two rows when `type` has 64 bits: a register as
// it is, or what `room` then holds.
const uint32_t *qn_amd_fetch(qn_amd_wave *w, const qn_amd_operand *o,
                             qn_amd_type type, uint32_t *room);
// The same, with the instruction's modifiers of source `k`.
const uint32_t *qn_amd_fetch_modified(qn_amd_wave *w, const qn_amd_inst *i,
                                      unsigned k, qn_amd_type type,
                                      uint32_t *room);
// Writes `values` to a register in the active lanes, by the type and the
// instruction's modifiers.
void qn_amd_commit(qn_amd_wave *w, const qn_amd_inst *i, qn_amd_operand *o,
                   qn_amd_type type, const uint32_t *values);
// Plain rows of 32 bits into a register in the lanes of `mask`.
void qn_amd_merge(qn_amd_wave *w, uint32_t *to, const uint32_t *values,
                  uint64_t mask);
// The active lanes that the instruction writes: all, but with DPP.
uint64_t qn_amd_written(const qn_amd_wave *w, const qn_amd_inst *i);
// What was permuted by DPP; `mask` loses the lanes that are not written.
void qn_amd_permute(qn_amd_wave *w, const qn_amd_inst *i, uint32_t *values,
                    uint64_t *mask);
// clamp and output modifiers.
void qn_amd_modify(const qn_amd_wave *w, const qn_amd_inst *i, qn_amd_type type,
                   uint32_t *values);

// ---- Running

// Ends the wave, and with it the dispatch: `format` says what is wrong.
void qn_amd_fail(qn_amd_wave *w, int status, const char *format, ...)
    QN_PRINTF(3, 4);
void qn_amd_jump(qn_amd_wave *w, uint64_t pc);
// Runs up to `limit` instructions.
void qn_amd_run(qn_amd_wave *w, uint64_t limit);
// Sets the host's floating-point unit as MODE says, or as the host has it.
void qn_amd_set_mode(qn_amd_wave *w, bool narrow);
void qn_amd_reset_mode(qn_amd_wave *w);

#endif // QN_AMDSIM_CORE_WAVE_H
