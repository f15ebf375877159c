// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/lines.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/ir/clone.h"

// The operand of a subprogram that is its compile unit.
enum { UNIT_OPERAND = 5 };

static LLVMContextRef context_of(LLVMValueRef function) {
  return LLVMGetModuleContext(LLVMGetGlobalParent(function));
}

// Sets the subprogram's compile unit to that of `like`: LLVM-C can only use its
// builder's, which is another.
static void join_unit(LLVMValueRef made, LLVMMetadataRef like,
                      LLVMMetadataRef subprogram) {
  LLVMContextRef context = context_of(made);
  LLVMValueRef unit =
      qn_ir_operand(LLVMMetadataAsValue(context, like), UNIT_OPERAND);
  if (!unit)
    return;
  LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(context, subprogram),
                               UNIT_OPERAND, LLVMValueAsMetadata(unit));
  LLVMSetSubprogram(made, subprogram);
}

void qn_lines_describe(LLVMValueRef made, LLVMValueRef model) {
  LLVMMetadataRef like = LLVMGetSubprogram(model);
  if (!like)
    return;
  LLVMDIBuilderRef builder = LLVMCreateDIBuilder(LLVMGetGlobalParent(made));
  LLVMMetadataRef file = LLVMDIScopeGetFile(like);
  const unsigned line = LLVMDISubprogramGetLine(like);
  const qn_str name = qn_ir_name(made);
  LLVMMetadataRef type =
      LLVMDIBuilderCreateSubroutineType(builder, file, NULL, 0, LLVMDIFlagZero);
  LLVMMetadataRef subprogram = LLVMDIBuilderCreateFunction(
      builder, file, name.data, name.size, NULL, 0, file, line, type, true,
      true, line, LLVMDIFlagArtificial, true);
  join_unit(made, like, subprogram);
  LLVMDisposeDIBuilder(builder);
}

LLVMMetadataRef qn_lines_none(LLVMValueRef function) {
  LLVMMetadataRef scope = LLVMGetSubprogram(function);
  return scope ? LLVMDIBuilderCreateDebugLocation(context_of(function), 0, 0,
                                                  scope, NULL)
               : NULL;
}

// Code of the copied function itself, not of one inlined there, gets no line.
// `location` may be NULL.
static LLVMMetadataRef move(qn_lines *lines, LLVMContextRef context,
                            LLVMMetadataRef location) {
  LLVMMetadataRef inlined =
      location ? LLVMDILocationGetInlinedAt(location) : NULL;
  if (!inlined)
    return lines->none;
  const uint64_t *found = qn_map_find(&lines->known, (uintptr_t)location);
  if (found)
    return (LLVMMetadataRef)(uintptr_t)*found;
  LLVMMetadataRef moved = LLVMDIBuilderCreateDebugLocation(
      context, LLVMDILocationGetLine(location),
      LLVMDILocationGetColumn(location), LLVMDILocationGetScope(location),
      move(lines, context, inlined));
  // Out of memory it is only created again.
  const qn_status kept =
      qn_map_put(&lines->known, (uintptr_t)location, (uintptr_t)moved, NULL);
  (void)kept;
  return moved;
}

LLVMMetadataRef qn_lines_of(qn_lines *lines, LLVMValueRef instruction) {
  if (!lines->none)
    return NULL;
  return move(lines, LLVMGetTypeContext(LLVMTypeOf(instruction)),
              LLVMInstructionGetDebugLoc(instruction));
}

void qn_lines_finish(qn_lines *lines) { qn_map_finish(&lines->known); }

qn_status qn_lines_clone(LLVMValueRef function, const char *name,
                         LLVMValueRef *out_clone, qn_diag *diag) {
  LLVMMetadataRef lines = LLVMGetSubprogram(function);
  LLVMSetSubprogram(function, NULL);
  const qn_status status = qn_ir_clone(function, name, out_clone, diag);
  LLVMSetSubprogram(function, lines);
  if (qn_failed(status) || !lines)
    return status;
  qn_lines_describe(*out_clone, function);
  qn_lines moved = {.none = qn_lines_none(*out_clone)};
  QN_EACH_BLOCK (block, *out_clone)
    QN_EACH_INSTRUCTION (i, block)
      LLVMInstructionSetDebugLoc(i, qn_lines_of(&moved, i));
  qn_lines_finish(&moved);
  return status;
}
