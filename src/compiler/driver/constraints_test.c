// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/constraints.h"

#include "support/test.h"

static void check(const char *source, const char *wanted) {
  qn_buffer out = {0};
  qn_constraints_rewrite(qn_str_from(source), &out);
  CHECK_TEXT(qn_buffer_text(&out), wanted);
  qn_buffer_finish(&out);
}

static void test_letters_of_operands(void) {
  check("asm(\"mov.u64 %0, %1;\" : \"=l\"(x) : \"l\"(f(\"l\")), \"n\"(3) : "
        "\"memory\");",
        "asm(\"mov.u64 %0, %1;\" : \"=r\"(x) : \"r\"(f(\"l\")), \"n\"(3) : "
        "\"memory\");");
  check("asm volatile(\"x\"\n# 3 \"f.h\"\n\"y\" :: [a] \"f\"(b), \"0\"(c));",
        "asm volatile(\"x\"\n# 3 \"f.h\"\n\"y\" :: [a] \"r\"(b), \"0\"(c));");
  check("asm(\"s_nop %1\" : \"=v\"(x) : \"I\"(0), \"s\"(y) : \"vcc\");",
        "asm(\"s_nop %1\" : \"=r\"(x) : \"n\"(0), \"r\"(y) : \"vcc\");");
  check("__asm__ __volatile__ (\"l\" : \"+d\"(y), \"=&h\"(z));",
        "__asm__ __volatile__ (\"l\" : \"+r\"(y), \"=&r\"(z));");
}

static void test_other_text(void) {
  check("int f() __asm__(\"fold\"); a ? \"l\" : \"f\";",
        "int f() __asm__(\"fold\"); a ? \"l\" : \"f\";");
  check("x = \"asm(\\\"\" : \"=l\"(1); '\"'; 1'0 \"f\"",
        "x = \"asm(\\\"\" : \"=l\"(1); '\"'; 1'0 \"f\"");
  check("R\"(asm(\" : \"=l\")\" \"l\" asm", "R\"(asm(\" : \"=l\")\" \"l\" asm");
  check("asm(\"t\" : \"=f\"(x)); (1 ? \"f\" : \"l\")",
        "asm(\"t\" : \"=r\"(x)); (1 ? \"f\" : \"l\")");
  check("asm(\"unfinished : \"=f", "asm(\"unfinished : \"=f");
}

int main(void) {
  test_letters_of_operands();
  test_other_text();
  return 0;
}
