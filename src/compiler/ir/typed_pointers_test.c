// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/typed_pointers.h"

#include "support/test.h"

static void check(const char *text, const char *expected) {
  qn_buffer out = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_typed_pointers_rewrite(qn_str_from(text), &out, &diag), &diag);
  if (strcmp(qn_buffer_text(&out), expected) != 0)
    fprintf(stderr, "'%s'\n", qn_buffer_text(&out));
  CHECK(strcmp(qn_buffer_text(&out), expected) == 0);
  qn_buffer_finish(&out);
}

static void test_pointers(void) {
  check("i32* %p", "ptr %p");
  check("i8** %p", "ptr %p");
  check("i8*null,i8*%p", "ptr null,ptr%p");
  check("i32 addrspace(3)* @s", "ptr addrspace(3) @s");
  check("i8 addrspace(1)* addrspace(3)* %p", "ptr addrspace(3) %p");
  check("%struct.s* %p, %\"a b*\"* %q", "ptr %p, ptr %q");
  check("[4 x i8*]* @a", "ptr @a");
  check("<2 x float>* %v", "ptr %v");
  check("<{ i8, i32* }>* %v", "ptr %v");
  check("{ i32, { i8* } }* %v", "ptr %v");
}

static void test_functions(void) {
  check("call i32 (i8*, ...) @printf(i8* %f)",
        "call i32 (ptr, ...) @printf(ptr %f)");
  check("!{void (i32*)* @k, !\"kernel\", i32 1}",
        "!{ptr @k, !\"kernel\", i32 1}");
  check("i8* (i32*, void ()*)* %f", "ptr %f");
  check("void (i8 addrspace(3)*) addrspace(1)* %f", "ptr addrspace(1) %f");
}

static void test_attributes(void) {
  check("%s* byval align 8 %p", "ptr byval(%s) align 8 %p");
  check("%s addrspace(5)* byval %p", "ptr addrspace(5) byval(%s) %p");
  check("%s* noalias sret %p, i32* %q", "ptr noalias sret(%s) %p, ptr %q");
  check("%s* byval(%s) %p", "ptr byval(%s) %p");
  check("ptr byval(%s) %p", "ptr byval(%s) %p");
}

static void test_kept(void) {
  check("; i8* in a comment\n@a = global ptr null",
        "; i8* in a comment\n@a = global ptr null");
  check("c\"i8*\\22\" asm \"a*b\", \"=*m\"",
        "c\"i8*\\22\" asm \"a*b\", \"=*m\"");
  check("{\n i8\n}* %a", "ptr\n\n %a");
  check("", "");
  check("addrspace(i3*)* %p", "ptr %p"); // the name of a function's result
  check("\"no end", "\"no end");
}

// What a name has inside of its quotes is any byte.
static void test_zero_bytes(void) {
  const qn_str text = QN_STR("%\"a\0b\"* byval %p");
  const qn_str expected = QN_STR("ptr byval(%\"a\0b\") %p");
  qn_buffer out = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_typed_pointers_rewrite(text, &out, &diag), &diag);
  CHECK(qn_str_equal(qn_buffer_str(&out), expected));
  qn_buffer_finish(&out);
}

static void test_malformed(void) {
  static const char *const texts[] = {"*",   "( *",           ") *",  "(]*",
                                      ", *", "addrspace(1)*", "= ()*"};
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
    qn_buffer out = {0};
    qn_diag diag = {0};
    CHECK(qn_typed_pointers_rewrite(qn_str_from(texts[i]), &out, &diag).code ==
          QN_E_MALFORMED);
    qn_buffer_finish(&out);
  }
}

int main(void) {
  test_pointers();
  test_functions();
  test_attributes();
  test_kept();
  test_zero_bytes();
  test_malformed();
  return 0;
}
