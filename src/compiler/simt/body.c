// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/body.h"

#include <stdarg.h>
#include <stdio.h>

// ---- What is known

void qn_simt_refuse(qn_simt_body *body, const char *format, ...) {
  va_list args;
  if (qn_simt_is_refused(body))
    return; // the first reason counts
  va_start(args, format);
  vsnprintf(body->reason, sizeof(body->reason), format, args);
  va_end(args);
}

unsigned qn_simt_metadata(const qn_simt_body *body, const char *name) {
  return qn_ir_metadata_kind(body->unit->context, name);
}

void qn_simt_forget(qn_simt_body *body) {
  qn_spmd_shapes_finish(&body->shapes);
  qn_spmd_graph_finish(&body->graph);
  qn_arena_finish(&body->arena);
  body->shapes = (qn_spmd_shapes){0};
  body->graph = (qn_spmd_graph){0};
  body->arena = (qn_arena){0};
}

qn_status qn_simt_analyse(qn_simt_body *body, qn_diag *diag) {
  qn_simt_forget(body);
  const qn_spmd_graph_params params = {
      .start = LLVMGetEntryBasicBlock(body->function),
      .arena = &body->arena,
      .may_be_large = true};
  QN_TRY(qn_spmd_graph_init(&body->graph, &params, diag));
  if (body->graph.reason || !body->graph.ends) {
    qn_simt_refuse(body, "%s",
                   body->graph.reason ? body->graph.reason
                                      : "a loop without an end");
    return qn_ok();
  }
  const qn_spmd_shape_params shape = {
      .function = body->function,
      .graph = &body->graph,
      .layout = LLVMGetModuleDataLayout(body->unit->module),
      .width = 32,
      .rows = 1,
      .of_group = true,
      .arena = &body->arena};
  return qn_spmd_shapes_init(&body->shapes, &shape, diag);
}

// ---- Instructions

// One that nothing moves across others, copies, or leaves out.
static LLVMValueRef call_assembly(qn_simt_body *body, LLVMTypeRef result,
                                  const char *text, const char *constraints,
                                  LLVMValueRef *values, unsigned count) {
  static const char *const flags[] = {"convergent", "nounwind"};
  LLVMTypeRef types[2] = {body->word, body->word};
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef made = LLVMGetInlineAsm(
      type, text, strlen(text), constraints, strlen(constraints),
      /*HasSideEffects=*/true, /*IsAlignStack=*/false, LLVMInlineAsmDialectATT,
      /*CanThrow=*/false);
  LLVMValueRef call = LLVMBuildCall2(body->b, type, made, values, count, "");
  for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); ++i)
    LLVMAddCallSiteAttribute(
        call, (unsigned)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(
            body->unit->context,
            LLVMGetEnumAttributeKindForName(flags[i], strlen(flags[i])), 0));
  return call;
}

LLVMValueRef qn_simt_active(qn_simt_body *body) {
  return call_assembly(body, body->word, "csrr $0, 0xcc4", "=r,~{memory}", NULL,
                       0);
}

LLVMValueRef qn_simt_own_bit(qn_simt_body *body) {
  LLVMValueRef hart = call_assembly(body, body->word, "csrr $0, 0xf14",
                                    "=r,~{memory}", NULL, 0);
  LLVMValueRef lanes = call_assembly(body, body->word, "csrr $0, 0xfc0",
                                     "=r,~{memory}", NULL, 0);
  LLVMValueRef one = LLVMConstInt(body->word, 1, false);
  // A power of 2, as the bits of a hart's number say.
  LLVMValueRef last = LLVMBuildSub(body->b, lanes, one, "");
  LLVMValueRef lane = LLVMBuildAnd(body->b, hart, last, "");
  return LLVMBuildShl(body->b, one, lane, "");
}

static LLVMValueRef to_word(qn_simt_body *body, LLVMValueRef condition) {
  return LLVMBuildZExt(body->b, condition, body->word, "");
}

static LLVMValueRef is_set(qn_simt_body *body, LLVMValueRef value) {
  return LLVMBuildICmp(body->b, LLVMIntNE, value, LLVMConstNull(body->word),
                       "");
}

LLVMValueRef qn_simt_split(qn_simt_body *body, LLVMValueRef condition,
                           LLVMValueRef *out_condition) {
  LLVMTypeRef types[] = {body->word, body->word};
  LLVMTypeRef both =
      LLVMStructTypeInContext(body->unit->context, types, 2, false);
  LLVMValueRef value = to_word(body, condition);
  LLVMValueRef call =
      call_assembly(body, both, ".insn r 0x0b, 2, 0, $0, $1, x0",
                    "=&r,=r,1,~{memory}", &value, 1);
  *out_condition = is_set(body, LLVMBuildExtractValue(body->b, call, 1, ""));
  return LLVMBuildExtractValue(body->b, call, 0, "");
}

void qn_simt_join(qn_simt_body *body, LLVMValueRef token) {
  call_assembly(body, LLVMVoidTypeInContext(body->unit->context),
                ".insn r 0x0b, 3, 0, x0, $0, x0", "r,~{memory}", &token, 1);
}

LLVMValueRef qn_simt_pred(qn_simt_body *body, LLVMValueRef condition,
                          LLVMValueRef mask) {
  LLVMValueRef values[] = {to_word(body, condition), mask};
  return is_set(body, call_assembly(body, body->word,
                                    ".insn r 0x0b, 5, 0, x0, $0, $2",
                                    "=r,0,r,~{memory}", values, 2));
}

LLVMValueRef qn_simt_hide(qn_simt_body *body, LLVMValueRef value) {
  LLVMTypeRef type = LLVMFunctionType(body->word, &body->word, 1, false);
  LLVMValueRef made =
      LLVMGetInlineAsm(type, "", 0, "=r,0", 4, /*HasSideEffects=*/false,
                       /*IsAlignStack=*/false, LLVMInlineAsmDialectATT,
                       /*CanThrow=*/false);
  return LLVMBuildCall2(body->b, type, made, &value, 1, "");
}
