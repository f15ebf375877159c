// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/references.h"

static bool is_mark(LLVMValueRef kind) {
  unsigned size = 0;
  const char *text = LLVMGetMDString(kind, &size);
  const qn_str mark = {text, size};
  return text && (qn_str_equal(mark, QN_STR("texture")) ||
                  qn_str_equal(mark, QN_STR("surface")));
}

unsigned qn_ir_listed_references(LLVMModuleRef module,
                                 LLVMValueRef out[QN_IR_REFERENCES_MAX]) {
  enum { PARTS_MAX = 8 };
  static const char list[] = "nvvm.annotations";
  LLVMValueRef marks[QN_IR_REFERENCES_MAX];
  const unsigned count = LLVMGetNamedMetadataNumOperands(module, list);
  unsigned found = 0;
  if (!count || count > QN_IR_REFERENCES_MAX)
    return 0;
  LLVMGetNamedMetadataOperands(module, list, marks);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef parts[PARTS_MAX];
    const unsigned size = LLVMGetMDNodeNumOperands(marks[i]);
    if (size < 2 || size > PARTS_MAX)
      continue;
    LLVMGetMDNodeOperands(marks[i], parts);
    if (parts[0] && parts[1] && LLVMIsAGlobalVariable(parts[0]) &&
        is_mark(parts[1]))
      out[found++] = parts[0];
  }
  return found;
}

// As other front ends write it: by its type, which is our headers'.
static bool has_reference_type(LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind ||
      LLVMCountStructElementTypes(type) != 1)
    return false;
  LLVMTypeRef base = LLVMStructGetTypeAtIndex(type, 0);
  if (LLVMGetTypeKind(base) != LLVMStructTypeKind)
    return false;
  const qn_str name = qn_str_from(LLVMGetStructName(base));
  return qn_str_starts(name, QN_STR("struct.textureReference")) ||
         qn_str_starts(name, QN_STR("struct.surfaceReference"));
}

static void open_reference(LLVMValueRef global) {
  if (LLVMGetLinkage(global) != LLVMInternalLinkage)
    return;
  LLVMSetLinkage(global, LLVMExternalLinkage);
  LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
  LLVMSetExternallyInitialized(global, true);
}

void qn_ir_open_static_references(LLVMModuleRef module) {
  LLVMValueRef listed[QN_IR_REFERENCES_MAX];
  const unsigned count = qn_ir_listed_references(module, listed);
  for (unsigned i = 0; i < count; ++i)
    open_reference(listed[i]);
  QN_EACH_GLOBAL (global, module)
    if (has_reference_type(global))
      open_reference(global);
}
