// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/dot.h"

#include "compiler/ir/parts.h"

typedef struct operands {
  LLVMValueRef a, b; // vectors of words
  bool is_signed;
  // The bytes of `a` are below 128, so that pairs of products with signed bytes
  // fit 16 bits.
  bool is_small;
} operands;

static LLVMTypeRef parts_type(const qn_spmd_emitter *e, unsigned bits,
                              unsigned words) {
  return LLVMVectorType(LLVMIntTypeInContext(e->context, bits),
                        words * 32 / bits);
}

static LLVMValueRef splat_of(LLVMTypeRef type, uint64_t value) {
  LLVMValueRef all[256];
  const unsigned count = LLVMGetVectorSize(type);
  for (unsigned k = 0; k < count; ++k)
    all[k] = LLVMConstInt(LLVMGetElementType(type), value, true);
  return LLVMConstVector(all, count);
}

static bool has_small_bytes(LLVMValueRef value) {
  if (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAnd)
    value = LLVMGetOperand(value, 1);
  if (!LLVMIsAConstantInt(value))
    return false;
  const uint64_t mask = LLVMConstIntGetZExtValue(value);
  return !(mask & 0x80808080u);
}

// ---- Any machine

static LLVMValueRef byte_of(qn_spmd_emitter *e, LLVMValueRef words, unsigned k,
                            bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(words);
  LLVMValueRef up =
      LLVMBuildShl(e->b, words, splat_of(type, 24 - 8 * (uint64_t)k), "");
  LLVMValueRef by = splat_of(type, 24);
  return is_signed ? LLVMBuildAShr(e->b, up, by, "")
                   : LLVMBuildLShr(e->b, up, by, "");
}

static LLVMValueRef sum_by_bytes(qn_spmd_emitter *e, const operands *o) {
  LLVMValueRef sum = NULL;
  for (unsigned k = 0; k < 4; ++k) {
    LLVMValueRef one = LLVMBuildMul(e->b, byte_of(e, o->a, k, o->is_signed),
                                    byte_of(e, o->b, k, o->is_signed), "");
    sum = sum ? LLVMBuildAdd(e->b, sum, one, "") : one;
  }
  return sum;
}

// ---- x86

static LLVMValueRef call(qn_spmd_emitter *e, const char *name, LLVMValueRef a,
                         LLVMValueRef b) {
  LLVMValueRef args[] = {a, b};
  return qn_spmd_intrinsic(e, name, qn_spmd_types(NULL, 0), args, 2);
}

// Sums of the products of neighbours of 16 bits.
static LLVMValueRef add_products(qn_spmd_emitter *e, LLVMValueRef a,
                                 LLVMValueRef b) {
  return call(e,
              e->machine.madd_bits == 512 ? "llvm.x86.avx512.pmaddw.d.512"
                                          : "llvm.x86.avx2.pmadd.wd",
              a, b);
}

// The even or the odd bytes of words, as 16 bits.
static LLVMValueRef half_of(qn_spmd_emitter *e, LLVMValueRef parts, bool odd,
                            bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(parts);
  LLVMValueRef by = splat_of(type, 8);
  if (!odd && !is_signed)
    return LLVMBuildAnd(e->b, parts, splat_of(type, 255), "");
  if (!odd)
    parts = LLVMBuildShl(e->b, parts, by, "");
  return is_signed ? LLVMBuildAShr(e->b, parts, by, "")
                   : LLVMBuildLShr(e->b, parts, by, "");
}

// One register.
static LLVMValueRef sum_of_register(qn_spmd_emitter *e, const operands *o) {
  const unsigned words = e->machine.madd_bits / 32;
  if (o->is_small) {
    LLVMTypeRef bytes = parts_type(e, 8, words);
    LLVMValueRef pairs =
        call(e,
             e->machine.madd_bits == 512 ? "llvm.x86.avx512.pmaddubs.w.512"
                                         : "llvm.x86.avx2.pmadd.ub.sw",
             LLVMBuildBitCast(e->b, o->a, bytes, ""),
             LLVMBuildBitCast(e->b, o->b, bytes, ""));
    return add_products(e, pairs, splat_of(LLVMTypeOf(pairs), 1));
  }
  LLVMTypeRef halves = parts_type(e, 16, words);
  LLVMValueRef a = LLVMBuildBitCast(e->b, o->a, halves, "");
  LLVMValueRef b = LLVMBuildBitCast(e->b, o->b, halves, "");
  LLVMValueRef sums[2];
  for (unsigned odd = 0; odd < 2; ++odd)
    sums[odd] = add_products(e, half_of(e, a, odd, o->is_signed),
                             half_of(e, b, odd, o->is_signed));
  return LLVMBuildAdd(e->b, sums[0], sums[1], "");
}

static LLVMValueRef sum_by_registers(qn_spmd_emitter *e, const operands *o) {
  const unsigned words = e->machine.madd_bits / 32;
  LLVMValueRef parts[8] = {0};
  for (unsigned first = 0; first < e->width; first += words) {
    operands one = *o;
    one.a = qn_ir_part(e->b, o->a, first, words);
    one.b = qn_ir_part(e->b, o->b, first, words);
    parts[first / words] = sum_of_register(e, &one);
  }
  return qn_ir_join_parts(e->b, parts, e->width / words);
}

void qn_spmd_dot(qn_spmd_emitter *e, LLVMValueRef i, qn_spmd_whole kind) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  if (!has_small_bytes(a) && has_small_bytes(b)) {
    a = LLVMGetOperand(i, 1);
    b = LLVMGetOperand(i, 0);
  }
  const operands o = {.a = qn_spmd_vector(e, a),
                      .b = qn_spmd_vector(e, b),
                      .is_signed = kind == QN_SPMD_DOT4,
                      .is_small = kind == QN_SPMD_DOT4 && has_small_bytes(a)};
  const bool fits =
      e->machine.madd_bits && e->width % (e->machine.madd_bits / 32) == 0;
  qn_spmd_define(e, i, fits ? sum_by_registers(e, &o) : sum_by_bytes(e, &o));
}
