// SPDX-License-Identifier: Apache-2.0
// What a memory instruction does, in its row's `arg`: bits 0-7 the bytes, the
// rest what is done with them.
#ifndef QN_AMDSIM_ISA_MEMORY_OPS_H
#define QN_AMDSIM_ISA_MEMORY_OPS_H

enum {
  // How a loaded value fills its register.
  QN_PLAIN = 0,
  QN_U8 = 0, // no sign
  QN_U16 = 0,
  QN_I8 = 1 << 8,
  QN_I16 = 1 << 9,
  QN_LOW = 1 << 10,  // half of a register, which keeps the other
  QN_HIGH = 1 << 11, //
  QN_FAR = 1 << 12,  // two offsets count 64 elements
  QN_IS_STORE = 1 << 13,
  QN_IS_ATOMIC = 1 << 14,
  QN_RETURNS = 1 << 15,
  QN_OLD_ORDER = 1 << 16,
  QN_TYPED = 1 << 17, // the instruction names the format, not the descriptor
  // Of images: what is in front of and behind the coordinates, and that it is
  // read by a sampler, four texels at once.
  QN_WITH_LEVEL = 1 << 8,
  QN_WITH_BIAS = 1 << 9,
  QN_WITH_SLOPES = 1 << 10,
  QN_SAMPLED = 1 << 11,
  QN_FOUR = 1 << 12,
  QN_ATOMIC_SHIFT = 20,
};
enum {
  QN_SWAP = 1 << QN_ATOMIC_SHIFT,
  QN_CMPSWAP = 2 << QN_ATOMIC_SHIFT,
  QN_ADD = 3 << QN_ATOMIC_SHIFT,
  QN_SUB = 4 << QN_ATOMIC_SHIFT,
  QN_RSUB = 5 << QN_ATOMIC_SHIFT,
  QN_MIN_I = 6 << QN_ATOMIC_SHIFT,
  QN_MAX_I = 7 << QN_ATOMIC_SHIFT,
  QN_MIN_U = 8 << QN_ATOMIC_SHIFT,
  QN_MAX_U = 9 << QN_ATOMIC_SHIFT,
  QN_AND = 10 << QN_ATOMIC_SHIFT,
  QN_OR = 11 << QN_ATOMIC_SHIFT,
  QN_XOR = 12 << QN_ATOMIC_SHIFT,
  QN_INC = 13 << QN_ATOMIC_SHIFT,
  QN_DEC = 14 << QN_ATOMIC_SHIFT,
  QN_ADD_F = 15 << QN_ATOMIC_SHIFT,
  QN_MIN_F = 16 << QN_ATOMIC_SHIFT,
  QN_MAX_F = 17 << QN_ATOMIC_SHIFT,
  QN_ADD_HALVES = 18 << QN_ATOMIC_SHIFT,
  QN_ADD_BRAINS = 19 << QN_ATOMIC_SHIFT,
  QN_SUB_CLAMP = 20 << QN_ATOMIC_SHIFT, // not below 0
  QN_COND_SUB = 21 << QN_ATOMIC_SHIFT,  // when it is not below 0
  // With two numbers: of what bits become others, of what is wrapped, and what
  // is compared as a float.
  QN_MASKED_OR = 22 << QN_ATOMIC_SHIFT,
  QN_WRAP = 23 << QN_ATOMIC_SHIFT,
  QN_CMPSWAP_F = 24 << QN_ATOMIC_SHIFT,
};

#define QN_LOAD(bytes, how) ((bytes) | (how))
#define QN_STORE(bytes, how) ((bytes) | (how) | QN_IS_STORE)
#define QN_ATOMIC(bytes, what) ((bytes) | (what) | QN_IS_ATOMIC)

#endif // QN_AMDSIM_ISA_MEMORY_OPS_H
