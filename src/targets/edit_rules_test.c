// SPDX-License-Identifier: Apache-2.0
#include "targets/edit_rules.h"

#include "support/test.h"

typedef bool edit(qn_str text, unsigned line, unsigned column, qn_buffer *out);

// Edits at the first `at`; NULL: refused.
static void check(edit *rule, const char *source, const char *at,
                  const char *wanted) {
  qn_buffer out = {0};
  const char *place = strstr(source, at);
  unsigned line = 1, column = 1;
  for (const char *p = source; p < place; ++p, ++column)
    if (*p == '\n') {
      ++line;
      column = 0;
    }
  const bool done = rule(qn_str_from(source), line, column, &out);
  CHECK(done == (wanted != NULL));
  CHECK_TEXT(qn_buffer_text(&out), wanted ? wanted : "");
  qn_buffer_finish(&out);
}

static void test_launches(void) {
  check(qn_edit_launches, "{ k << < 1, 2 >> > (p); }", "< 1",
        "{ k <<<  1, 2 >>>  (p); }");
  check(qn_edit_launches, "{ k<T> < < < f(a), 2, 3 > >>\n (p); }", "< f",
        "{ k<T> <<<   f(a), 2, 3 >>> \n (p); }");
  // All of the text, what is right already, and what is none.
  check(qn_edit_launches,
        " k << < 1, 2 >> > (p);\n/* a << < 1 >> > (b) */ x = a >> 1 > (2);\n"
        "j<<<1, (2 >> 1 > (0))>>>(p); // << < 1 >> > (\n"
        "s = \"<< < \\\" >> > (\"; t = '\\''; k<< <1'000, 2>> >(p);",
        "k",
        " k <<<  1, 2 >>>  (p);\n/* a << < 1 >> > (b) */ x = a >> 1 > (2);\n"
        "j<<<1, (2 >> 1 > (0))>>>(p); // << < 1 >> > (\n"
        "s = \"<< < \\\" >> > (\"; t = '\\''; k<<< 1'000, 2>>> (p);");
  check(qn_edit_launches, "{ k << < 1 >>\n  > (p); }\n", "< 1",
        "{ k <<<  1 >>>  \n (p); }\n");
  check(qn_edit_launches, " k<<<1, 2>>>(p);", "k", NULL);
  check(qn_edit_launches, " k << < 1, 2; x >> > (p);", "k", NULL);
  check(qn_edit_launches, " k << < 1, 2", "k", NULL);
  check(qn_edit_launches, " /* << < 1 >> > (", "/", NULL);
  check(qn_edit_launches, "", "", NULL);
}

static void test_bounds(void) {
  check(qn_edit_bound, "{ auto n = 2; long a[n] = {1, 2}; f(n == 3); }",
        "n] =", "{ constexpr auto n = 2; long a[n] = {1, 2}; f(n == 3); }");
  check(qn_edit_bound, "{ std::size_t n\n= 12 ;\nlong a[n - 1] = {1}; }", "n -",
        "{ constexpr std::size_t n\n= 12 ;\nlong a[n - 1] = {1}; }");
  check(qn_edit_bound, "{ constexpr int n = 2; long a[n] = {1}; }",
        "n] =", NULL);
  check(qn_edit_bound, "{ int n = f(); long a[n] = {1}; }", "n] =", NULL);
  check(qn_edit_bound, "{ int n = 2; ++ n; long a[n] = {1}; }", "n] =", NULL);
  check(qn_edit_bound, "{ int n = 2; f(&n); long a[n] = {1}; }", "n] =", NULL);
  check(qn_edit_bound, "{ int n = 2; long a[n] = {1}; n <<= 2; }",
        "n] =", NULL);
  check(qn_edit_bound, "{ int n = 2; { int n = 3; long a[n] = {1}; } }",
        "n] =", NULL);
  check(qn_edit_bound, "{ for (int n = 2; ;) { long a[n] = {1}; } }",
        "n] =", NULL);
  check(qn_edit_bound, "void f(int n) { long a[n] = {1}; }", "n] =", NULL);
  check(qn_edit_bound, "{ long a[2] = {1}; }", "2", NULL);
  check(qn_edit_bound, "n", "n", NULL);
}

static void test_words(void) {
  check(qn_edit_template, "a.\n  f <3>(x);", "f", "a.\n  template f <3>(x);");
  check(qn_edit_template, "p->f<3>(x);", "f", "p->template f<3>(x);");
  check(qn_edit_template, "p->f(x);", "f", NULL);
  check(qn_edit_template, "f<3>(x);", "f", NULL);
  check(qn_edit_template, "p->template f<3>(x);", "template", NULL);
  check(qn_edit_guide, "HOST box(int) -> box<int>;", "box",
        "HOST __host__ __device__ box(int) -> box<int>;");
  check(qn_edit_guide, "HOST __host__ __device__ box(int) -> box<int>;",
        "__host__", NULL);
}

static void test_sides(void) {
  check(qn_edit_host_too,
        "int i; template <class T>\n__device__ T &operator|=(T);", "operator",
        "int i; template <class T>\n__host__ __device__ T &operator|=(T);");
  check(qn_edit_host_too, "__device__ __host__ void f();", "f", NULL);
  check(qn_edit_host_too, "__device__ int a; void f();", "f", NULL);
  check(qn_edit_host_too, "my__device__ void f();", "f()", NULL);
}

static void test_places(void) {
  const qn_str text = QN_STR("ab\nc\n");
  CHECK(qn_edit_place(text, 1, 2) == text.data + 1);
  CHECK(qn_edit_place(text, 2, 1) == text.data + 3);
  CHECK(!qn_edit_place(text, 0, 1) && !qn_edit_place(text, 1, 0));
  CHECK(!qn_edit_place(text, 3, 1) && !qn_edit_place(text, 9, 1));
}

int main(void) {
  test_launches();
  test_bounds();
  test_words();
  test_sides();
  test_places();
  return 0;
}
