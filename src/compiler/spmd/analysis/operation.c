// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/operation.h"

static const qn_spmd_known intrinsics[] = {
#define QN_SPMD_INTRINSIC(name, kind, overload, scalars)                       \
  {name, QN_SPMD_##kind, QN_SPMD_##overload, scalars},
#include "compiler/spmd/analysis/intrinsics.def"
#undef QN_SPMD_INTRINSIC
};

const qn_spmd_known *qn_spmd_known_intrinsic(qn_str name) {
  if (!qn_str_starts(name, QN_STR("llvm.")))
    return NULL;
  for (size_t i = 0; i < sizeof(intrinsics) / sizeof(intrinsics[0]); ++i) {
    const qn_str stem = qn_str_from(intrinsics[i].name);
    if (qn_str_starts(name, stem) &&
        (name.size == stem.size || name.data[stem.size] == '.'))
      return &intrinsics[i];
  }
  return NULL;
}

qn_spmd_whole qn_spmd_whole_function(LLVMValueRef function) {
  static const char *const names[] = {
      [QN_SPMD_NOT_WHOLE] = "",
      [QN_SPMD_DOT4] = "qn_math_whole_dot4",
      [QN_SPMD_UDOT4] = "qn_math_whole_udot4",
      [QN_SPMD_RSQRT] = "qn_math_whole_rsqrt",
  };
  const qn_str name = function ? qn_ir_name(function) : (qn_str){0};
  for (unsigned kind = QN_SPMD_RSQRT; kind; --kind)
    if (qn_str_equal(name, qn_str_from(names[kind])))
      return (qn_spmd_whole)kind;
  return QN_SPMD_NOT_WHOLE;
}

bool qn_spmd_is_plain(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMFNeg:
  case LLVMAdd:
  case LLVMFAdd:
  case LLVMSub:
  case LLVMFSub:
  case LLVMMul:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMGetElementPtr:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMExtractValue:
  case LLVMInsertValue:
    return true;
  case LLVMCall: {
    LLVMValueRef callee = qn_ir_callee(instruction);
    const qn_spmd_known *known =
        callee ? qn_spmd_known_intrinsic(qn_ir_name(callee)) : NULL;
    return qn_spmd_whole_function(callee) != QN_SPMD_NOT_WHOLE ||
           (known &&
            (known->kind == QN_SPMD_LANEWISE || known->kind == QN_SPMD_PLAIN));
  }
  default:
    return false;
  }
}

bool qn_spmd_is_cheap(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMGetElementPtr:
  case LLVMICmp:
  case LLVMSelect:
    return true;
  default:
    return false;
  }
}

bool qn_spmd_has_vectors(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return true;
  case LLVMStructTypeKind: {
    const unsigned count = LLVMCountStructElementTypes(type);
    bool all = count <= QN_SPMD_FIELDS_MAX;
    for (unsigned i = 0; i < count && all; ++i)
      all = qn_spmd_has_vectors(LLVMStructGetTypeAtIndex(type, i));
    return all;
  }
  default:
    return false;
  }
}
