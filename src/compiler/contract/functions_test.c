// SPDX-License-Identifier: Apache-2.0
#include "compiler/contract/functions.h"

#include "support/ir_test.h"
#include "support/test.h"

// Functions declared from the table are recognised again, and have the
// attributes of their use.
static void test_declare(LLVMContextRef context) {
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", context);
  for (int i = 0; i < QN_DEVLIB_COUNT; ++i) {
    const qn_devlib_function id = (qn_devlib_function)i;
    CHECK(!qn_devlib_get(module, id));
    LLVMValueRef made = qn_devlib_declare(module, id);
    CHECK(qn_devlib_declare(module, id) == made);
    CHECK(qn_devlib_find(made) == id);
  }
  LLVMValueRef barrier = qn_devlib_get(module, QN_DEVLIB_BARRIER);
  CHECK(qn_ir_has_flag(barrier, "convergent"));
  CHECK(
      !qn_ir_has_flag(qn_devlib_get(module, QN_DEVLIB_RUN_LOOP), "convergent"));
  CHECK(!qn_failed(qn_devlib_check(module, NULL)));
  LLVMDisposeModule(module);
}

// A mismatch of a library or a call is reported with both types.
static void test_mismatch(LLVMContextRef context) {
  static const char library[] = "define i32 @qn_cpu_ballot(ptr %item, i64 %m,"
                                " i32 %p) { ret i32 0 }\n";
  static const char call[] =
      "declare void @qn_cpu_barrier(ptr)\n"
      "define void @k() { call void @qn_cpu_barrier(ptr null, i32 1)\n"
      "  ret void }\n";
  const struct {
    const char *text, *expected, *found;
  } cases[] = {{library, "i64 (ptr, i64, i32)", "i32 (ptr, i64, i32)"},
               {call, "void (ptr)", "void (ptr, i32)"}};
  for (size_t i = 0; i < 2; ++i) {
    LLVMModuleRef module = parse_ir(context, cases[i].text);
    qn_diag diag = {0};
    CHECK(module && qn_devlib_check(module, &diag).code == QN_E_INTERNAL);
    CHECK(strstr(diag.message, cases[i].expected));
    CHECK(strstr(diag.message, cases[i].found));
    if (module)
      LLVMDisposeModule(module);
  }
}

// Constants are structs with natural layout, NULL a null pointer.
static void test_constant(LLVMContextRef context) {
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", context);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  const LLVMValueRef values[] = {LLVMConstInt(i32, 1, false),
                                 LLVMConstInt(i32, 2, false),
                                 LLVMConstInt(i32, 3, false)};
  LLVMValueRef made =
      qn_devlib_constant(module, QN_DEVLIB_STRUCT_FIT, values, 3);
  CHECK(LLVMIsGlobalConstant(made));
  CHECK(LLVMCountStructElementTypes(LLVMGlobalGetValueType(made)) == 3);
  LLVMValueRef region[8] = {0};
  made = qn_devlib_constant(module, QN_DEVLIB_STRUCT_REGION, region, 8);
  CHECK(LLVMIsNull(LLVMGetInitializer(made)));
  LLVMDisposeModule(module);
}

int main(void) {
  LLVMContextRef context = LLVMContextCreate();
  test_declare(context);
  test_mismatch(context);
  test_constant(context);
  LLVMContextDispose(context);
  return 0;
}
