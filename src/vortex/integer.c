// SPDX-License-Identifier: Apache-2.0
// Integers: RV32IM and RV64IM, loads, stores, jumps and registers of control.
#include <string.h>

#include "vortex/machine.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

#define A ((w->x + i->rs1)[l])
#define B ((w->x + i->rs2)[l])
#define I ((uint64_t)i->imm)

#define OP(name, expression)                                                   \
  static void op_##name(warp *w, const insn *i) {                              \
    EACH_LANE(w, l)                                                            \
    (w->x + i->rd)[l] = (expression);                                          \
  }

OP(addi, A + I)
OP(slti, (int64_t)A < (int64_t)I)
OP(sltiu, A < I)
OP(xori, A ^ I)
OP(ori, A | I)
OP(andi, A &I)
OP(slli, A << i->imm)
OP(srli, A >> i->imm)
OP(srai, (uint64_t)((int64_t)A >> i->imm))
OP(addiw, W32(A + I))
OP(slliw, W32((uint32_t)A << i->imm))
OP(srliw, W32((uint32_t)A >> i->imm))
OP(sraiw, W32((int32_t)A >> i->imm))
OP(add, A + B)
OP(sub, A - B)
OP(sll, A << (B & 63))
OP(slt, (int64_t)A < (int64_t)B)
OP(sltu, A < B)
OP(xor, A ^ B)
OP(srl, A >> (B & 63))
OP(sra, (uint64_t)((int64_t)A >> (B & 63)))
OP(or, A | B)
OP(and, A &B)
OP(addw, W32(A + B))
OP(subw, W32(A - B))
OP(sllw, W32((uint32_t)A << (B & 31)))
OP(srlw, W32((uint32_t)A >> (B & 31)))
OP(sraw, W32((int32_t)A >> (B & 31)))
OP(lui, I)
OP(auipc64, w->pc + I)
OP(auipc32, W32(w->pc + I))
OP(mul, A *B)
OP(mulw, W32(A *B))
OP(mulh, (uint64_t)(((wide)(int64_t)A * (int64_t)B) >> 64))
OP(mulhsu, (uint64_t)(((wide)(int64_t)A * (wide)B) >> 64))
OP(mulhu, (uint64_t)(((uwide)A * B) >> 64))
OP(mulh32, W32(((int64_t)A * (int64_t)B) >> 32))
OP(mulhsu32, W32(((int64_t)A * (int64_t)(uint32_t)B) >> 32))
OP(mulhu32, W32(((uint64_t)(uint32_t)A * (uint32_t)B) >> 32))

static uint64_t divide(int64_t a, int64_t b) {
  if (!b)
    return UINT64_MAX;
  return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}
static uint64_t remainder_of(int64_t a, int64_t b) {
  if (!b)
    return (uint64_t)a;
  return b == -1 ? 0 : (uint64_t)(a % b);
}
static uint64_t divide_unsigned(uint64_t a, uint64_t b) {
  return b ? a / b : UINT64_MAX;
}
static uint64_t remainder_unsigned(uint64_t a, uint64_t b) {
  return b ? a % b : a;
}

OP(div, divide((int64_t)A, (int64_t)B))
OP(divu, divide_unsigned(A, B))
OP(rem, remainder_of((int64_t)A, (int64_t)B))
OP(remu, remainder_unsigned(A, B))
OP(divw, W32(divide((int32_t)A, (int32_t)B)))
OP(divuw, W32(divide_unsigned((uint32_t)A, (uint32_t)B)))
OP(remw, W32(remainder_of((int32_t)A, (int32_t)B)))
OP(remuw, W32(remainder_unsigned((uint32_t)A, (uint32_t)B)))

// ---- Memory

#define LOAD(name, type, extended)                                             \
  static void op_##name(warp *w, const insn *i) {                              \
    EACH_LANE(w, l) {                                                          \
      type value;                                                              \
      const void *at = qn_vx_reach(w, l, (A + I) & w->sim->address_mask,       \
                                   sizeof(value), QN_VX_READ);                 \
      if (!at)                                                                 \
        return;                                                                \
      memcpy(&value, at, sizeof(value));                                       \
      (w->x + i->rd)[l] = (uint64_t)(extended)value;                           \
    }                                                                          \
  }
LOAD(lb, int8_t, int64_t)
LOAD(lh, int16_t, int64_t)
LOAD(lw, int32_t, int64_t)
LOAD(ld, uint64_t, uint64_t)
LOAD(lbu, uint8_t, uint64_t)
LOAD(lhu, uint16_t, uint64_t)
LOAD(lwu, uint32_t, uint64_t)

#define STORE(name, type)                                                      \
  static void op_##name(warp *w, const insn *i) {                              \
    EACH_LANE(w, l) {                                                          \
      const type value = (type)B;                                              \
      void *at = qn_vx_reach(w, l, (A + I) & w->sim->address_mask,             \
                             sizeof(value), QN_VX_WRITE);                      \
      if (!at)                                                                 \
        return;                                                                \
      memcpy(at, &value, sizeof(value));                                       \
    }                                                                          \
  }
STORE(sb, uint8_t)
STORE(sh, uint16_t)
STORE(sw, uint32_t)
STORE(sd, uint64_t)

// ---- Jumps

// On the machine all lanes follow one of them: version 2's simulator stops,
// version 3 computes something else.
static void report_divergence(warp *w, const char *what, uint32_t lanes) {
  qn_vx_trap_at(w, (unsigned)__builtin_ctz(lanes),
                "%s goes two ways in one warp (lanes 0x%x of 0x%x) without a "
                "split around it; real hardware would go wrong here",
                what, lanes, w->mask);
}

#define BRANCH(name, condition)                                                \
  static void op_##name(warp *w, const insn *i) {                              \
    uint32_t taken = 0;                                                        \
    EACH_LANE(w, l)                                                            \
    taken |= (uint32_t)(condition) << l;                                       \
    if (!taken)                                                                \
      return;                                                                  \
    if (taken != w->mask)                                                      \
      report_divergence(w, "a branch", taken);                                 \
    else                                                                       \
      w->next = (w->pc + I) & w->sim->address_mask;                            \
  }
BRANCH(beq, A == B)
BRANCH(bne, A != B)
BRANCH(blt, (int64_t)A < (int64_t)B)
BRANCH(bge, (int64_t)A >= (int64_t)B)
BRANCH(bltu, A < B)
BRANCH(bgeu, A >= B)

static uint64_t link_of(const warp *w) {
  return w->sim->config.xlen == 32 ? W32(w->pc + 4) : w->pc + 4;
}

static void op_jal(warp *w, const insn *i) {
  EACH_LANE(w, l)
  (w->x + i->rd)[l] = link_of(w);
  w->next = (w->pc + I) & w->sim->address_mask;
}

static void op_jalr(warp *w, const insn *i) {
  const unsigned first = (unsigned)__builtin_ctz(w->mask);
  const uint64_t to = ((w->x + i->rs1)[first] + I) & ~UINT64_C(1);
  uint32_t others = 0;
  EACH_LANE(w, l)
  others |= (uint32_t)(((A + I) & ~UINT64_C(1)) != to) << l;
  if (others) {
    report_divergence(w, "an indirect jump", others);
    return;
  }
  EACH_LANE(w, l)
  (w->x + i->rd)[l] = link_of(w);
  w->next = to & w->sim->address_mask;
}

static void op_fence(warp *w, const insn *i) {
  (void)w;
  (void)i;
}

// ---- Registers of control

// csrrw, csrrs, csrrc and those with an immediate, by the word's bits.
static void op_csr(warp *w, const insn *i) {
  const unsigned number = i->word >> 20;
  const unsigned how = i->word >> 12 & 3;
  const unsigned field = i->word >> 15 & 31;
  const bool immediate = i->word >> 14 & 1;
  const unsigned first = (unsigned)__builtin_ctz(w->mask);
  const uint64_t operand = immediate ? field : (w->x + i->rs1)[first];
  uint64_t old = 0;
  EACH_LANE(w, l) {
    bool known = false;
    old = qn_vx_csr_read(w, l, number, &known);
    if (!known) {
      qn_vx_trap_at(w, l, "there is no register of control 0x%x", number);
      return;
    }
    (w->x + i->rd)[l] = w->sim->config.xlen == 32 ? W32(old) : old;
  }
  if (how != 1 && !field)
    return; // only read
  const uint64_t value = how == 1   ? operand
                         : how == 2 ? old | operand
                                    : old & ~operand;
  if (!qn_vx_csr_write(w, number, value))
    qn_vx_trap_at(w, first, "the register of control 0x%x cannot be written",
                  number);
}

static void op_ecall(warp *w, const insn *i) {
  (void)i;
  qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask), "an ecall");
}

static void op_ebreak(warp *w, const insn *i) {
  (void)i;
  if (w->sim->is_test)
    w->sim->stop = true;
  else
    qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask), "an ebreak");
}

// ---- The tables

static run_fn *find_immediate(bool is64, uint32_t word) {
  static run_fn *const plain[8] = {op_addi, NULL, op_slti, op_sltiu,
                                   op_xori, NULL, op_ori,  op_andi};
  const unsigned f3 = word >> 12 & 7;
  const unsigned high = is64 ? word >> 26 : word >> 25;
  const unsigned arithmetic = is64 ? 0x10 : 0x20;
  if (f3 == 0 && !is64)
    return op_addiw;
  if (f3 == 1)
    return high ? NULL : is64 ? op_slli : op_slliw;
  if (f3 == 5)
    return high == arithmetic ? (is64 ? op_srai : op_sraiw)
           : high             ? NULL
           : is64             ? op_srli
                              : op_srliw;
  return plain[f3];
}

static run_fn *find_immediate_word(uint32_t word) {
  const unsigned f3 = word >> 12 & 7;
  const unsigned f7 = word >> 25;
  if (f3 == 0)
    return op_addiw;
  if (f3 == 1)
    return f7 ? NULL : op_slliw;
  if (f3 == 5)
    return f7 == 0x20 ? op_sraiw : f7 ? NULL : op_srliw;
  return NULL;
}

static run_fn *find_register(bool is64, uint32_t word) {
  static run_fn *const plain[2][8] = {
      {op_addw, op_sllw, op_slt, op_sltu, op_xor, op_srlw, op_or, op_and},
      {op_add, op_sll, op_slt, op_sltu, op_xor, op_srl, op_or, op_and}};
  static run_fn *const multiply[2][8] = {
      {op_mulw, op_mulh32, op_mulhsu32, op_mulhu32, op_divw, op_divuw, op_remw,
       op_remuw},
      {op_mul, op_mulh, op_mulhsu, op_mulhu, op_div, op_divu, op_rem, op_remu}};
  const unsigned f3 = word >> 12 & 7;
  const unsigned f7 = word >> 25;
  if (f7 == 0)
    return plain[is64][f3];
  if (f7 == 1)
    return multiply[is64][f3];
  if (f7 != 0x20 || (f3 != 0 && f3 != 5))
    return NULL;
  return f3 ? (is64 ? op_sra : op_sraw) : (is64 ? op_sub : op_subw);
}

static run_fn *find_register_word(uint32_t word) {
  static run_fn *const plain[8] = {op_addw, op_sllw, NULL, NULL,
                                   NULL,    op_srlw, NULL, NULL};
  static run_fn *const multiply[8] = {op_mulw, NULL,     NULL,    NULL,
                                      op_divw, op_divuw, op_remw, op_remuw};
  const unsigned f3 = word >> 12 & 7;
  const unsigned f7 = word >> 25;
  if (f7 == 0x20)
    return f3 == 0 ? op_subw : f3 == 5 ? op_sraw : NULL;
  return f7 == 0 ? plain[f3] : f7 == 1 ? multiply[f3] : NULL;
}

static run_fn *find_system(uint32_t word) {
  if (word == 0x73)
    return op_ecall;
  if (word == 0x00100073)
    return op_ebreak;
  return word >> 12 & 3 ? op_csr : NULL;
}

run_fn *qn_vx_find_integer(const qn_vx_sim *s, uint32_t word) {
  static run_fn *const branches[8] = {op_beq, op_bne, NULL,    NULL,
                                      op_blt, op_bge, op_bltu, op_bgeu};
  static run_fn *const loads[8] = {op_lb,  op_lh,  op_lw,  op_ld,
                                   op_lbu, op_lhu, op_lwu, NULL};
  static run_fn *const stores[8] = {op_sb, op_sh, op_sw, op_sd};
  const bool is64 = s->config.xlen == 64;
  const unsigned f3 = word >> 12 & 7;
  switch (word & 0x7f) {
  case 0x37:
    return op_lui;
  case 0x17:
    return is64 ? op_auipc64 : op_auipc32;
  case 0x6f:
    return op_jal;
  case 0x67:
    return f3 ? NULL : op_jalr;
  case 0x63:
    return branches[f3];
  case 0x03:
    return is64 || (f3 != 3 && f3 != 6) ? loads[f3] : NULL;
  case 0x23:
    return is64 || f3 != 3 ? stores[f3] : NULL;
  case 0x13:
    return find_immediate(is64, word);
  case 0x1b:
    return is64 ? find_immediate_word(word) : NULL;
  case 0x33:
    return find_register(is64, word);
  case 0x3b:
    return is64 ? find_register_word(word) : NULL;
  case 0x0f:
    return f3 < 2 ? op_fence : NULL;
  case 0x73:
    return find_system(word);
  default:
    return NULL;
  }
}
