// SPDX-License-Identifier: Apache-2.0
#include "targets/shared_object.h"

#include "support/test.h"

// Edits the declaration of the first `name` that stands alone; NULL: refused.
static void check(const char *source, const char *name, const char *wanted) {
  qn_buffer out = {0};
  const char *at = strstr(source, name);
  unsigned line = 1, column = 1;
  for (const char *p = source; p < at; ++p, ++column)
    if (*p == '\n') {
      ++line;
      column = 0;
    }
  const bool done =
      qn_shared_object_edit(qn_str_from(source), line, column, &out);
  CHECK(done == (wanted != NULL));
  CHECK_TEXT(qn_buffer_text(&out), wanted ? wanted : "");
  qn_buffer_finish(&out);
}

static void test_forms(void) {
  check("{ __shared__ T x; }", "x;",
        "{ __shared__ ::__qn_shared_object<T> __qn_shared_x; T (&x) = "
        "reinterpret_cast<T (&)>(__qn_shared_x); }");
  check("{ static __shared__ alignas(8) N::T<a, b> x[2][N],\n  y; }", "y",
        "{ static __shared__ alignas(8) ::__qn_shared_object<N::T<a, b>> "
        "__qn_shared_x[2][N], __qn_shared_y; N::T<a, b> (&x)[2][N] = "
        "reinterpret_cast<N::T<a, b> (&)[2][N]>(__qn_shared_x); N::T<a, b> "
        "(&y) = reinterpret_cast<N::T<a, b> (&)>(__qn_shared_y);\n }");
}

static void test_lines(void) {
  check("{ __shared__ A<1,\n 2> x; }", "x;",
        "{ __shared__ ::__qn_shared_object<A<1,  2>> __qn_shared_x; A<1,  2> "
        "(&x) = reinterpret_cast<A<1,  2> (&)>(__qn_shared_x);\n }");
  check("{ __shared__ A // what\n x; }", "x;", NULL);
}

static void test_refusals(void) {
  check("{ __shared__ T x = 3; }", "x", NULL);
  check("{ __shared__ T x{}; }", "x", NULL);
  check("{ __shared__ T *x; }", "x", NULL);
  check("{ __shared__ struct { T t; } x; }", "x", NULL);
  check("{ SHARED T x; }", "x", NULL);
  check("{ __shared__ T x; f([=] { return x; }); }", "x;", NULL);
  check("{ __shared__ T x", "x", NULL);
  check("", "", NULL);
  check("{ __shared__ ::__qn_shared_object<T> __qn_shared_x; }",
        "__qn_shared_x", NULL);
}

int main(void) {
  test_forms();
  test_lines();
  test_refusals();
  return 0;
}
