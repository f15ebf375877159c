// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/sums.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;
static char text[16384];

static void add(const char *format, ...) QN_PRINTF(1, 2);
static void add(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const size_t size = strlen(text);
  vsnprintf(text + size, sizeof(text) - size, format, arguments);
  va_end(arguments);
}

// The sum of %x<k> by halves, as lane k of %v<k>; `last` are lanes of the last
// step.
static void add_sum(int k, const char *operation, const char *last) {
  add("  %%a%d = shufflevector <8 x float> %%x%d, <8 x float> poison, "
      "<4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
      "  %%b%d = shufflevector <8 x float> %%x%d, <8 x float> poison, "
      "<4 x i32> <i32 4, i32 5, i32 6, i32 7>\n"
      "  %%c%d = fadd <4 x float> %%a%d, %%b%d\n"
      "  %%f%d = freeze <4 x float> %%c%d\n"
      "  %%d%d = shufflevector <4 x float> %%f%d, <4 x float> poison, "
      "<4 x i32> <i32 2, i32 3, i32 poison, i32 poison>\n"
      "  %%e%d = %s <4 x float> %%c%d, %%d%d\n"
      "  %%g%d = shufflevector <4 x float> %%e%d, <4 x float> poison, "
      "<4 x i32> <i32 %s, i32 poison, i32 poison, i32 poison>\n"
      "  %%h%d = fadd <4 x float> %%e%d, %%g%d\n"
      "  %%s%d = extractelement <4 x float> %%h%d, i64 0\n",
      k, k, k, k, k, k, k, k, k, k, k, k, operation, k, k, k, k, last, k, k, k,
      k, k);
  if (k)
    add("  %%v%d = insertelement <8 x float> %%v%d, float %%s%d, i64 %d\n", k,
        k - 1, k, k);
  else
    add("  %%v0 = insertelement <8 x float> poison, float %%s0, i64 0\n");
}

// Whether eight sums, the sixth of which is as said, become one vector.
static bool joins(const char *operation, const char *last) {
  text[0] = 0;
  add("define <8 x float> @f(<8 x float> %%x0");
  for (int k = 1; k < 8; ++k)
    add(", <8 x float> %%x%d", k);
  add(") {\n");
  for (int k = 0; k < 8; ++k)
    add_sum(k, k == 5 ? operation : "fadd", k == 5 ? last : "1");
  add("  ret <8 x float> %%v7\n}\n");
  return ir_has_after(context, text, qn_x86_join_sums,
                      "shufflevector <8 x float> %x3, <8 x float> %x7, "
                      "<8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12");
}

int main(void) {
  context = LLVMContextCreate();
  CHECK(joins("fadd", "1"));
  CHECK(!joins("fmul", "1"));      // another operation
  CHECK(!joins("fadd nnan", "1")); // with other flags
  CHECK(!joins("fadd", "0"));      // a lane twice
  CHECK(!joins("fadd", "poison")); // nobody's
  LLVMContextDispose(context);
  return 0;
}
