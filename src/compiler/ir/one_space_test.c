// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/one_space.h"

#include "support/ir_test.h"
#include "support/test.h"

static void check(const char *text, const char *expected) {
  qn_buffer out = {0};
  qn_ir_one_space_text(qn_str_from(text), &out);
  CHECK_TEXT(qn_buffer_text(&out), expected);
  qn_buffer_finish(&out);
}

static void test_text(void) {
  check("load i32, ptr addrspace(3) %p, align 4", "load i32, ptr %p, align 4");
  check("store i32 0, ptr addrspace(3) @s",
        "store i32 0, ptr addrspacecast (ptr addrspace(3) @s to ptr)");
  check("@s = internal addrspace(3) global i32 undef",
        "@s = internal addrspace(3) global i32 undef");
  check("%q = addrspacecast ptr addrspace(1) %p to ptr",
        "%q = bitcast ptr %p to ptr");
  check("alloca i32, align 4, addrspace(5)\n", "alloca i32, align 4\n");
  check("{ ptr addrspace(1), <2 x ptr addrspace(3)> }", "{ ptr, <2 x ptr> }");
  check("c\"ptr addrspace(1)\"", "c\"ptr addrspace(1)\"");
  check("ptr addrspace(", "ptr");
}

// What the parser makes of it is a valid module.
static void test_module(void) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse_ir(
      context,
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "@s = internal addrspace(3) global [8 x i32] undef\n"
      "declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr "
      "addrspace(1), i64, i1)\n"
      "define void @f(ptr addrspace(1) %p, i32 %n) {\n"
      "  %a = getelementptr [8 x i32], ptr addrspace(3) @s, i32 0, i32 %n\n"
      "  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) %a, ptr "
      "addrspace(1) %p, i64 4, i1 false)\n"
      "  %g = addrspacecast ptr addrspace(3) %a to ptr\n"
      "  %v = load i32, ptr %g\n"
      "  store i32 %v, ptr addrspace(1) %p\n"
      "  ret void\n"
      "}\n");
  qn_diag diag = {0};
  CHECK_OK(qn_ir_one_space(&module, &diag), &diag);
  CHECK_OK(qn_ir_verify(module, "joining", &diag), &diag);
  LLVMValueRef f = LLVMGetNamedFunction(module, "f");
  CHECK(LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetParam(f, 0))) == 0);
  CHECK(LLVMGetNamedFunction(module, "llvm.memcpy.p0.p0.i64") != NULL);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

int main(void) {
  test_text();
  test_module();
  return 0;
}
