// SPDX-License-Identifier: Apache-2.0
// Shadows of values in LLVM's terms: which bits of a result come from memory
// that nobody wrote, by those of its operands (check_values.h).
#ifndef QN_COMPILER_CPU_SHADOW_H
#define QN_COMPILER_CPU_SHADOW_H

#include "compiler/cpu/checker.h"

typedef struct qn_cpu_shadows {
  LLVMBuilderRef builder; // where shadows are computed
  LLVMModuleRef module;
  qn_map of; // values to their shadows; others have none, and were written
} qn_cpu_shadows;

// The type of the shadows of a type: numbers of as many bits, and vectors of
// them; NULL where they are not followed.
LLVMTypeRef qn_cpu_shadow_type(LLVMModuleRef module, LLVMTypeRef type);

// The shadow of a value; NULL: it has none.
LLVMValueRef qn_cpu_shadow_of(const qn_cpu_shadows *s, LLVMValueRef value);

// Whether the shadow of an instruction follows from its operands', and whether
// it makes a new value of them, as arithmetic does, and not only takes bits
// somewhere.
bool qn_cpu_shadow_follows(LLVMValueRef i);
bool qn_cpu_shadow_computes(LLVMValueRef i);

// The shadow of such an instruction, where the builder is; not of phis.
LLVMValueRef qn_cpu_shadow_build(const qn_cpu_shadows *s, LLVMValueRef i);

// Whether any bit of a shadow is set, as one bit.
LLVMValueRef qn_cpu_shadow_any(const qn_cpu_shadows *s, LLVMValueRef shadow);

#endif // QN_COMPILER_CPU_SHADOW_H
