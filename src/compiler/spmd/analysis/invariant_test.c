// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/invariant.h"

#include "support/spmd_test.h"

static void expect(const char *body, const char *what) {
  char text[2048];
  spmd_case c;
  qn_diag diag = {0};
  snprintf(text, sizeof(text),
           LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                  "entry:\n%s}\n",
           body);
  spmd_begin(&c, text, 8);
  const qn_status status =
      qn_spmd_check_invariants(c.function, &c.graph, "nothing", &diag);
  if (what ? !strstr(diag.message, what) : qn_failed(status))
    fprintf(stderr, "'%s' gives '%s'\n", body, diag.message);
  CHECK_INT(status.code, what ? QN_E_INTERNAL : QN_OK);
  CHECK(!what || strstr(diag.message, what));
  spmd_end(&c);
}

int main(void) {
  expect("  %v = alloca i32\n"
         "  call void @qn_cpu_barrier(ptr %c)\n"
         "  store i32 0, ptr %v\n"
         "  ret void\n",
         NULL);
  expect("  br label %next\n"
         "next:\n"
         "  %v = alloca i32\n"
         "  store i32 0, ptr %v\n"
         "  ret void\n",
         "not made in the first block");
  expect("  %t = load i1, ptr %c\n"
         "  br i1 %t, label %a, label %b\n"
         "a:\n  ret void\n"
         "b:\n  ret void\n",
         "a second block returns");
  static const char loop[] = "  br label %%loop\n"
                             "loop:\n"
                             "  %%i = phi i32 [ 0, %%entry ], [ %%n, %%loop ]\n"
                             "  %%n = add i32 %%i, 1\n"
                             "  %%more = icmp ult i32 %%n, 9\n"
                             "  br i1 %%more, label %%loop, label %%end\n"
                             "end:\n"
                             "%s"
                             "  ret void\n";
  char text[1024];
  snprintf(text, sizeof(text), loop, "  store i32 %n, ptr %c\n");
  expect(text, "used behind it without a phi");
  snprintf(text, sizeof(text), loop,
           "  %o = phi i32 [ %n, %loop ]\n  store i32 %o, ptr %c\n");
  expect(text, NULL);
  return 0;
}
