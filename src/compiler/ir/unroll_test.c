// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/unroll.h"

#include "support/ir_test.h"
#include "support/test.h"

// A loop of one block inside one of several.
static const char source[] =
    "target triple = \"x86_64-unknown-linux-gnu\"\n"
    "define void @f(ptr %p, ptr %starts, i64 %rows) {\n"
    "start:\n"
    "  br label %row\n"
    "row:\n"
    "  %r = phi i64 [ 0, %start ], [ %r1, %next ]\n"
    "  %at = getelementptr i64, ptr %starts, i64 %r\n"
    "  %n = load i64, ptr %at\n"
    "  %some = icmp sgt i64 %n, 0\n"
    "  br i1 %some, label %inner, label %next\n"
    "inner:\n"
    "  %k = phi i64 [ 0, %row ], [ %k1, %inner ]\n"
    "  %s = phi float [ 0.0, %row ], [ %s1, %inner ]\n"
    "  %a = getelementptr float, ptr %p, i64 %k\n"
    "  %v = load float, ptr %a\n"
    "  %s1 = fadd float %s, %v\n"
    "  %k1 = add nsw i64 %k, 1\n"
    "  %more = icmp slt i64 %k1, %n\n"
    "  br i1 %more, label %inner, label %out\n"
    "out:\n"
    "  store float %s1, ptr %p\n"
    "  br label %next\n"
    "next:\n"
    "  %r1 = add nsw i64 %r, 1\n"
    "  %again = icmp slt i64 %r1, %rows\n"
    "  br i1 %again, label %row, label %end\n"
    "end:\n"
    "  ret void\n"
    "}\n";

static unsigned count_of(LLVMValueRef function, LLVMOpcode opcode) {
  unsigned count = 0;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      count += LLVMGetInstructionOpcode(i) == opcode;
  return count;
}

// Sums one after another: those of four rounds, and the one left over.
static void test_rounds(void) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse_ir(context, source);
  LLVMValueRef f = LLVMGetNamedFunction(module, "f");
  qn_diag diag = {0};
  CHECK_OK(qn_ir_unroll_marked(module, NULL, &diag), &diag);
  CHECK_INT(count_of(f, LLVMFAdd), 1);
  qn_ir_mark_rounds(f, 4);
  CHECK_OK(qn_ir_unroll_marked(module, NULL, &diag), &diag);
  CHECK_OK(qn_ir_verify(module, "unrolling", &diag), &diag);
  CHECK_INT(count_of(f, LLVMFAdd), 5);
  CHECK_INT(count_of(f, LLVMStore), 1);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

int main(void) {
  test_rounds();
  return 0;
}
