// SPDX-License-Identifier: Apache-2.0
// From a word to a decoded instruction.
#include "vortex/machine.h"

static void op_illegal(warp *w, const insn *i) {
  qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask),
                "the instruction 0x%08x is not one of %s", i->word,
                w->sim->config.xlen == 64 ? "RV64IMAFD" : "RV32IMAF");
}

static int64_t sign(uint32_t value, unsigned bits) {
  return (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits);
}

static int64_t immediate(const qn_vx_sim *s, uint32_t word) {
  const unsigned f3 = word >> 12 & 7;
  switch (word & 0x7f) {
  case 0x37:
  case 0x17:
    return (int32_t)(word & 0xfffff000);
  case 0x6f:
    return sign((word >> 31 << 20) | (word >> 12 & 0xff) << 12 |
                    (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1,
                21);
  case 0x63:
    return sign((word >> 31 << 12) | (word >> 7 & 1) << 11 |
                    (word >> 25 & 0x3f) << 5 | (word >> 8 & 0xf) << 1,
                13);
  case 0x23:
  case 0x27:
    return sign(word >> 25 << 5 | (word >> 7 & 0x1f), 12);
  case 0x13:
    if (f3 == 1 || f3 == 5)
      return word >> 20 & (s->config.xlen == 64 ? 63 : 31);
    return sign(word >> 20, 12);
  case 0x1b:
    if (f3 == 1 || f3 == 5)
      return word >> 20 & 31;
    return sign(word >> 20, 12);
  default:
    return sign(word >> 20, 12);
  }
}

// Whether the destination is a register of floating point.
static bool writes_float(uint32_t word) {
  const unsigned opcode = word & 0x7f;
  const unsigned f5 = word >> 27;
  if (opcode == 0x53) // not comparisons, conversions to integers, moves
    return f5 != 0x14 && f5 != 0x18 && f5 != 0x1c;
  return opcode == 0x07 || opcode == 0x43 || opcode == 0x47 || opcode == 0x4b ||
         opcode == 0x4f;
}

void qn_vx_decode(const qn_vx_sim *s, uint32_t word, insn *i) {
  const unsigned stride = s->config.threads;
  const unsigned rd = word >> 7 & 31;
  run_fn *run = qn_vx_find_integer(s, word);
  if (!run)
    run = qn_vx_find_float(s, word);
  if (!run && s->config.atomics)
    run = qn_vx_find_atomic(s, word);
  if (!run)
    run = qn_vx_find_machine(s, word);
  *i = (insn){
      .run = run ? run : op_illegal,
      .imm = immediate(s, word),
      .rd = (uint16_t)((rd || writes_float(word) ? rd : 32) * stride),
      .rs1 = (uint16_t)((word >> 15 & 31) * stride),
      .rs2 = (uint16_t)((word >> 20 & 31) * stride),
      .rs3 = (uint16_t)((word >> 27) * stride),
      .word = word,
      .rm = (uint8_t)(word >> 12 & 7),
  };
}
