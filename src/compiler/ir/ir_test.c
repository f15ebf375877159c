// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/ir.h"

#include <llvm-c/Analysis.h>

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

static void verify(LLVMModuleRef module, const char *after) {
  qn_diag diag = {0};
  CHECK_OK(qn_ir_verify(module, after, &diag), &diag);
}

// Whether the module's text contains `words`.
static bool says(LLVMModuleRef module, const char *words) {
  char *text = LLVMPrintModuleToString(module);
  const bool found = strstr(text, words) != NULL;
  if (!found)
    fprintf(stderr, "no '%s' in\n%s", words, text);
  LLVMDisposeMessage(text);
  return found;
}

// ---- Parameters

static void test_prepend(void) {
  LLVMModuleRef m = parse_ir(
      context,
      "define internal zeroext i8 @f(ptr noalias byval(i64) align 8 %p, "
      "i32 signext %n) #0 {\n"
      "  %c = icmp eq i32 %n, 0\n"
      "  br i1 %c, label %end, label %again\n"
      "again:\n"
      "  %less = sub i32 %n, 1\n"
      "  %r = call zeroext i8 @f(ptr byval(i64) align 8 %p, i32 %less)\n"
      "  br label %end\n"
      "end:\n"
      "  %v = phi i8 [ 0, %0 ], [ %r, %again ]\n"
      "  ret i8 %v\n"
      "}\n"
      "attributes #0 = { noinline \"key\"=\"value\" }\n");
  LLVMValueRef old = LLVMGetNamedFunction(m, "f");
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(context, 0),
                         LLVMInt64TypeInContext(context)};
  LLVMValueRef made = qn_ir_prepend_parameters(old, types, 2);
  CHECK(made && LLVMGetNamedFunction(m, "f") == made);
  CHECK_INT(LLVMCountParams(made), 4);
  CHECK_STR(qn_ir_name(LLVMGetParam(made, 2)), "p");
  CHECK_STR(qn_ir_name(LLVMGetParam(made, 3)), "n");
  CHECK_STR(qn_ir_attribute(made, "key"), "value");
  CHECK(qn_ir_has_flag(made, "noinline"));
  CHECK(qn_ir_pointee(made, 2) && !qn_ir_pointee(made, 0));
  CHECK_INT(qn_ir_parameter_alignment(made, 2), 8);
  CHECK_INT(LLVMGetLinkage(made), LLVMInternalLinkage);
  CHECK(LLVMIsDeclaration(old));
  // The recursive call still names the old one, and is rewritten.
  LLVMUseRef use = LLVMGetFirstUse(old);
  CHECK(use != NULL);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMValueRef extra[] = {LLVMGetParam(made, 0), LLVMGetParam(made, 1)};
  LLVMValueRef call = qn_ir_call_with(b, LLVMGetUser(use), made, extra, 2);
  LLVMDisposeBuilder(b);
  CHECK(call && LLVMGetFirstUse(old) == NULL);
  LLVMDeleteFunction(old);
  verify(m, "prepending");
  CHECK(says(m, "call zeroext i8 @f(ptr %0, i64 %1, "
                "ptr byval(i64) align 8 %p, i32 %less)"));
  LLVMDisposeModule(m);
}

static void test_append(void) {
  LLVMModuleRef m = parse_ir(context, "declare void @d(i32, ...)\n"
                                      "define void @g() {\n"
                                      "  ret void\n"
                                      "}\n");
  LLVMTypeRef type = LLVMInt8TypeInContext(context);
  LLVMValueRef g = LLVMGetNamedFunction(m, "g");
  LLVMValueRef made = qn_ir_append_parameters(g, &type, 1);
  LLVMDeleteFunction(g);
  CHECK_INT(LLVMCountParams(made), 1);
  LLVMValueRef d = LLVMGetNamedFunction(m, "d");
  LLVMValueRef other = qn_ir_append_parameters(d, &type, 1);
  LLVMDeleteFunction(d);
  CHECK(says(m, "declare void @d(i32, i8, ...)"));
  CHECK_INT(LLVMCountParams(other), 2);
  verify(m, "appending");
  LLVMDisposeModule(m);
}

// ---- Globals inside constants

static const char nested[] =
    "%pair = type { [4 x i32], ptr }\n"
    "@g = addrspace(3) global [8 x %pair] zeroinitializer\n"
    "@other = global i32 0\n"
    "define i32 @f(ptr addrspace(3) %place, i1 %c) {\n"
    "  %a = load i32, ptr addrspace(3) @g\n"
    "  %b = load i32, ptr addrspace(3) getelementptr inbounds ([8 x %pair], "
    "ptr addrspace(3) @g, i64 0, i64 3, i32 0, i64 2)\n"
    "  %d = load i32, ptr getelementptr (i8, ptr addrspacecast "
    "(ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @g, i64 8) to ptr), "
    "i64 ptrtoint (ptr @other to i64))\n"
    "  store { ptr, [2 x i64] } { ptr addrspacecast (ptr addrspace(3) @g to "
    "ptr), [2 x i64] [i64 7, i64 sub (i64 ptrtoint (ptr addrspace(3) @g to "
    "i64), i64 5)] }, ptr @other\n"
    "  store <2 x ptr addrspace(3)> <ptr addrspace(3) @g, ptr addrspace(3) "
    "null>, ptr @other\n"
    "  br i1 %c, label %left, label %right\n"
    "left:\n"
    "  br label %right\n"
    "right:\n"
    "  %p = phi ptr addrspace(3) [ @g, %0 ], [ getelementptr (i8, ptr "
    "addrspace(3) @g, i64 4), %left ]\n"
    "  %e = load i32, ptr addrspace(3) %p\n"
    "  %s = add i32 %a, %b\n"
    "  %t = add i32 %s, %d\n"
    "  %u = add i32 %t, %e\n"
    "  ret i32 %u\n"
    "}\n";

static void test_replace(void) {
  qn_diag diag = {0};
  LLVMModuleRef m = parse_ir(context, nested);
  LLVMValueRef f = LLVMGetNamedFunction(m, "f");
  LLVMValueRef g = LLVMGetNamedGlobal(m, "g");
  CHECK(qn_ir_uses(f, g));
  CHECK(!qn_ir_delete_unused(m, g));
  qn_ir_replace_global(f, g, LLVMGetParam(f, 0));
  verify(m, "replacing");
  CHECK(!qn_ir_uses(f, g));
  CHECK(qn_ir_uses(f, LLVMGetNamedGlobal(m, "other")));
  CHECK(says(m, "load i32, ptr addrspace(3) %place"));
  CHECK_OK(qn_ir_check_initializers(m, g, &diag), &diag);
  CHECK(qn_ir_delete_unused(m, g));
  CHECK(!LLVMGetNamedGlobal(m, "g"));
  verify(m, "deleting");
  LLVMDisposeModule(m);
}

static void test_initializers(void) {
  qn_diag diag = {0};
  LLVMModuleRef m = parse_ir(
      context,
      "@g = global i32 0\n"
      "@table = global [2 x ptr] [ptr null, ptr getelementptr (i8, ptr "
      "@g, i64 2)]\n"
      "@llvm.used = appending global [1 x ptr] [ptr @g]\n");
  CHECK(qn_failed(
      qn_ir_check_initializers(m, LLVMGetNamedGlobal(m, "g"), &diag)));
  CHECK(strstr(diag.message, "'table'") && strstr(diag.message, "'g'"));
  diag = (qn_diag){0};
  CHECK_OK(qn_ir_check_initializers(m, LLVMGetNamedGlobal(m, "table"), &diag),
           &diag);
  LLVMDisposeModule(m);
}

// ---- Calls

static bool reaches(LLVMModuleRef m, const char *from, const char *to) {
  qn_map set = {0};
  CHECK(qn_ir_reach(m, LLVMGetNamedFunction(m, from), &set));
  const bool found =
      qn_map_find(&set, (uintptr_t)LLVMGetNamedFunction(m, to)) != NULL;
  qn_map_finish(&set);
  return found;
}

static void test_reach(void) {
  LLVMModuleRef m =
      parse_ir(context, "@table = global ptr @taken\n"
                        "define void @direct() {\n"
                        "  call void @deep()\n"
                        "  ret void\n"
                        "}\n"
                        "define void @deep() {\n"
                        "  call void @direct()\n"
                        "  ret void\n"
                        "}\n"
                        "define void @taken() {\n"
                        "  call void @behind()\n"
                        "  ret void\n"
                        "}\n"
                        "define void @behind() {\n"
                        "  ret void\n"
                        "}\n"
                        "define void @passed(ptr %p) {\n"
                        "  call void @passed(ptr @argument)\n"
                        "  ret void\n"
                        "}\n"
                        "define void @argument() {\n"
                        "  call void asm sideeffect \"nop\", \"\"()\n"
                        "  ret void\n"
                        "}\n"
                        "define void @indirect() {\n"
                        "  %p = load ptr, ptr @table\n"
                        "  call void %p()\n"
                        "  ret void\n"
                        "}\n");
  CHECK(reaches(m, "direct", "deep") && reaches(m, "deep", "direct"));
  CHECK(reaches(m, "direct", "direct"));
  CHECK(!reaches(m, "direct", "taken"));
  CHECK(reaches(m, "indirect", "taken") && reaches(m, "indirect", "behind"));
  CHECK(reaches(m, "indirect", "argument"));
  CHECK(!reaches(m, "indirect", "direct"));
  CHECK(!reaches(m, "argument", "taken")); // inline assembly calls nothing
  CHECK(qn_ir_address_taken(LLVMGetNamedFunction(m, "taken")));
  CHECK(qn_ir_address_taken(LLVMGetNamedFunction(m, "argument")));
  CHECK(!qn_ir_address_taken(LLVMGetNamedFunction(m, "passed")));
  CHECK(!qn_ir_address_taken(LLVMGetNamedFunction(m, "deep")));
  verify(m, "walking");
  LLVMDisposeModule(m);
}

static bool is_string(LLVMModuleRef m, const char *global, const char *wanted) {
  size_t size;
  const char *text = qn_ir_characters(
      LLVMGetInitializer(LLVMGetNamedGlobal(m, global)), &size);
  return wanted ? text && size == strlen(wanted) && !memcmp(text, wanted, size)
                : text == NULL;
}

static void test_strings(void) {
  LLVMModuleRef m =
      parse_ir(context, "@text = constant [3 x i8] c\"abc\"\n"
                        "@none = constant [1 x i8] zeroinitializer\n"
                        "@words = constant [2 x i32] [i32 1, i32 2]\n"
                        "@number = constant i32 0\n"
                        "@struct = constant { i32 } zeroinitializer\n"
                        "@address = constant ptr @text\n");
  size_t size;
  CHECK(is_string(m, "text", "abc"));
  CHECK(is_string(m, "none", ""));
  CHECK(is_string(m, "words", NULL));
  CHECK(is_string(m, "number", NULL));
  CHECK(is_string(m, "struct", NULL));
  CHECK(is_string(m, "address", NULL));
  CHECK(qn_ir_characters(NULL, &size) == NULL && size == 0);
  LLVMDisposeModule(m);
}

static void test_verify(void) {
  qn_diag diag = {0};
  LLVMModuleRef m = parse_ir(context, "define void @f() {\n  ret void\n}\n");
  LLVMValueRef f = LLVMGetNamedFunction(m, "f");
  LLVMInstructionEraseFromParent(
      LLVMGetBasicBlockTerminator(LLVMGetFirstBasicBlock(f)));
  CHECK(qn_failed(qn_ir_verify(m, "a test", &diag)));
  CHECK_INT(diag.code, QN_E_INTERNAL);
  CHECK(strstr(diag.message, "after a test"));
  diag = (qn_diag){0};
  CHECK(qn_failed(qn_ir_run_passes(m, "no-such-pass", NULL, true, &diag)));
  CHECK(strstr(diag.message, "no-such-pass"));
  LLVMDisposeModule(m);
}

int main(void) {
  context = LLVMContextCreate();
  test_prepend();
  test_append();
  test_replace();
  test_initializers();
  test_reach();
  test_strings();
  test_verify();
  LLVMContextDispose(context);
  return 0;
}
