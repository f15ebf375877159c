// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/bytes.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

typedef struct product {
  const char *take;   // what is done with each byte of %p, after its extension
  const char *extend; // that of %p's bytes
  const char *second; // that of %q's
  int step;           // bytes from one product to the next
  bool stores;        // after the second product
} product;

static size_t write_product(char *text, size_t room, const product *p, int k) {
  size_t size = (size_t)snprintf(
      text, room,
      "  %%p%d = getelementptr i8, ptr %%p, i64 %d\n"
      "  %%q%d = getelementptr i8, ptr %%q, i64 %d\n"
      "  %%a%d = load i8, ptr %%p%d\n  %%b%d = load i8, ptr %%q%d\n"
      "  %%x%d = %s i8 %%a%d to i32\n  %%y%d = %s i8 %%b%d to i32\n",
      k, k * p->step, k, k * p->step, k, k, k, k, k, p->extend, k, k, p->second,
      k);
  size += (size_t)snprintf(text + size, room - size,
                           "  %%f%d = %s %%x%d, 7\n"
                           "  %%g%d = add nsw i32 %%f%d, -8\n"
                           "  %%m%d = mul nsw i32 %%g%d, %%y%d\n"
                           "  %%s%d = add nsw i32 %%s%d, %%m%d\n",
                           k, p->take, k, k, k, k, k, k, k + 1, k, k);
  if (p->stores && k == 1)
    size +=
        (size_t)snprintf(text + size, room - size, "  store i8 1, ptr %%p2x\n");
  return size;
}

// How often a sum of `count` products becomes one of words.
static unsigned count_dots(const product *p, int count) {
  char text[8192];
  qn_diag diag = {0};
  size_t size =
      (size_t)snprintf(text, sizeof(text),
                       "define i32 @f(ptr %%p, ptr %%q, i32 %%s0) {\n"
                       "  %%p2x = getelementptr i8, ptr %%p, i64 2\n");
  for (int k = 0; k < count; ++k)
    size += write_product(text + size, sizeof(text) - size, p, k);
  snprintf(text + size, sizeof(text) - size, "  ret i32 %%s%d\n}\n", count);
  LLVMModuleRef module = parse_ir(context, text);
  const bool any = qn_cpu_join_bytes(module);
  CHECK_OK(qn_ir_verify(module, "joining bytes", &diag), &diag);
  char *made = LLVMPrintModuleToString(module);
  unsigned dots = 0;
  for (const char *at = made; (at = strstr(at, "call i32 @qn_math_")); ++at)
    ++dots;
  CHECK(any == (dots > 0));
  LLVMDisposeMessage(made);
  LLVMDisposeModule(module);
  return dots;
}

int main(void) {
  context = LLVMContextCreate();
  const product bits = {"and i32", "zext", "sext", 1, false};
  const product shifted = {"lshr i32", "zext", "sext", 1, false};
  // Each word has a product, and one for what is added to its bytes.
  CHECK_INT(count_dots(&bits, 4), 2);
  CHECK_INT(count_dots(&shifted, 4), 2);
  CHECK_INT(count_dots(&bits, 11), 4);
  CHECK_INT(count_dots(&bits, 3), 0);
  // What may change while it is read, or has no words, stays.
  product other = bits;
  other.stores = true;
  CHECK_INT(count_dots(&other, 4), 0);
  other = (product){"and i32", "zext", "sext", 2, false};
  CHECK_INT(count_dots(&other, 8), 0);
  other = (product){"and i32", "zext", "zext", 1, false};
  CHECK_INT(count_dots(&other, 4), 0);
  other = (product){"xor i32", "zext", "sext", 1, false};
  CHECK_INT(count_dots(&other, 4), 0);
  LLVMContextDispose(context);
  return 0;
}
