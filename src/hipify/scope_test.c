// SPDX-License-Identifier: Apache-2.0
#include "hipify/translate.h"

#include "support/hipify_test.h"

static const char *keep(const char *source) {
  return with(source, (qn_hipify_options){0});
}

static const char *found(const char *source) {
  (void)keep(source);
  return qn_buffer_text(&rules);
}

// The sums in a source that are mended, each as ~.
static const char *mended(const char *source) {
  static char out[1024];
  static const char cast[] = "(hipDeviceptr_t)((char *)";
  size_t size = 0;
  for (const char *at = keep(source); *at && size + 1 < sizeof(out); ++at) {
    const bool is_cast = strncmp(at, cast, sizeof(cast) - 1) == 0;
    out[size++] = *at;
    if (is_cast) {
      out[size - 1] = '~';
      at += sizeof(cast) - 2;
    }
  }
  out[size] = '\0';
  return out;
}

// The declaration that a use sees says what it is.
static void test_scopes(void) {
  CHECK_TEXT(mended("void f(CUdeviceptr p) { g(p + 1); }\n"
                    "void h(float *p) { g(p + 2); p += 3; }\n"
                    "void i(CUdeviceptr); void j(T<CUdeviceptr> p) { g(p + 4); "
                    "}"),
             "void f(hipDeviceptr_t p) { g(~p + 1)); }\n"
             "void h(float *p) { g(p + 2); p += 3; }\n"
             "void i(hipDeviceptr_t); void j(T<hipDeviceptr_t> p) { g(p + 4); "
             "}");
  CHECK_TEXT(mended("CUdeviceptr a; void f(float *b) { { CUdeviceptr b; g(b + "
                    "1); } g(b + 2, a + 3); int a = 4; g(a + 5); }"),
             "hipDeviceptr_t a; void f(float *b) { { hipDeviceptr_t b; g(~b + "
             "1)); } g(b + 2, ~a + 3)); int a = 4; g(a + 5); }");
  CHECK_TEXT(
      mended("CUdeviceptr a = 0, &b = a, *c, d[2]; void f() { g(a + 1, b "
             "+ 2, c + 3, d + 4); }"),
      "hipDeviceptr_t a = 0, &b = a, *c, d[2]; void f() { g(~a + 1), ~b "
      "+ 2), c + 3, d + 4); }");
  CHECK_TEXT(
      mended("void f(CUdeviceptr p) { for (float *p = x; p < y; ++p) g(p "
             "+ 1); if (a && p) g(p + 2); h([](int *p) { g(p + 3); }); "
             "g(p + 4); }"),
      "void f(hipDeviceptr_t p) { for (float *p = x; p < y; ++p) g(p "
      "+ 1); if (a && p) g(~p + 2)); h([](int *p) { g(p + 3); }); "
      "g(~p + 4)); }");
  CHECK_TEXT(mended("CUdeviceptr q; void f() { auto p = q + 1; const auto r = "
                    "q - q; g(p + 2, r + 3); }"),
             "hipDeviceptr_t q; void f() { auto p = ~q + 1); const auto r = "
             "q - q; g(~p + 2), r + 3); }");
  CHECK_TEXT(mended("CUdeviceptr p;\n#define A(p) g(p + 1)\n"
                    "#define B(x) g(p + x)\n"),
             "hipDeviceptr_t p;\n#define A(p) g(p + 1)\n"
             "#define B(x) g(~p + x))\n");
  CHECK_TEXT(mended("void f(CUdeviceptr p) { switch (n) { case 1: g(p + 1); } "
                    "if (CUdeviceptr p = h()) { g(p + 2); } try { } catch (T "
                    "&p) { g(p + 3); } do { p -= 4; } while (n); }"),
             "void f(hipDeviceptr_t p) { switch (n) { case 1: g(~p + 1)); } "
             "if (hipDeviceptr_t p = h()) { g(~p + 2)); } try { } catch (T "
             "&p) { g(p + 3); } do { p = ~p - (4)); } while (n); }");
  CHECK_TEXT(mended("#if A\nvoid f(CUdeviceptr p) {\n#else\nvoid f(CUdeviceptr "
                    "p, int q) {\n#endif\ng(p + 1); }\nvoid h(float *p) { "
                    "g(p + 2); }"),
             "#if A\nvoid f(hipDeviceptr_t p) {\n#else\nvoid f(hipDeviceptr_t "
             "p, int q) {\n#endif\ng(~p + 1)); }\nvoid h(float *p) { g(p + 2); "
             "}");
  CHECK_TEXT(mended("CUdeviceptr p; namespace n { void f() {\n#if A\ng(); "
                    "}\n#else\nh(); }\n#endif\nstruct B { float *p; void f() { "
                    "g(p + 1); } }; }\nvoid h(CUdeviceptr p) { g(p + 2); {\n"
                    "float *h(float *p) { g(p + 3); }"),
             "hipDeviceptr_t p; namespace n { void f() {\n#if A\ng(); "
             "}\n#else\nh(); }\n#endif\nstruct B { float *p; void f() { g(p + "
             "1); } }; }\nvoid h(hipDeviceptr_t p) { g(~p + 2)); {\n"
             "float *h(float *p) { g(p + 3); }");
  CHECK_TEXT(found("void f(CUdeviceptr p) { default: p += 1; }"),
             "device-pointer");
  CHECK_TEXT(found("void f(CUdeviceptr p) { g(n ? 0 : p + 1); }"),
             "device-pointer");
  CHECK_TEXT(mended("void f(CUdeviceptr p) { auto [p, n] = h(); g(p + 1); }"),
             "void f(hipDeviceptr_t p) { auto [p, n] = h(); g(p + 1); }");
  CHECK_TEXT(found("CUdeviceptr p; void f(int *p);\n#define B(x) g(p + x)\n"),
             "device-pointer");
}

// What is not mended is reported.
static void test_operands(void) {
  static const char *const has[] = {"p % 4", "p & 4",  "p | 4",  "p * 2",
                                    "p / 2", "p << 1", "p >> 1", "p++",
                                    "--p",   "~p",     "p--",    "p ^ 1"};
  static const char *const has_not[] = {"p && 4", "p || 4",  "p < q", "p > q",
                                        "p == q", "f(p, q)", "!p",    "*q",
                                        "&p",     "q - -n"};
  char source[128];
  for (size_t i = 0; i < sizeof(has) / sizeof(has[0]); ++i) {
    snprintf(source, sizeof(source), "CUdeviceptr p; void f() { (%s); }",
             has[i]);
    CHECK_TEXT(found(source), "device-pointer");
  }
  for (size_t i = 0; i < sizeof(has_not) / sizeof(has_not[0]); ++i) {
    snprintf(source, sizeof(source), "CUdeviceptr p; void f() { (%s); }",
             has_not[i]);
    CHECK_TEXT(found(source), "");
  }
  CHECK_TEXT(keep("f(static_cast<CUdeviceptr>(n), static_cast<CUdeviceptr "
                  "*>(q), reinterpret_cast<CUdeviceptr>(r));"),
             "f(reinterpret_cast<hipDeviceptr_t>(n), "
             "static_cast<hipDeviceptr_t *>(q), "
             "reinterpret_cast<hipDeviceptr_t>(r));");
}

// A member is what its class says; of an unknown one nothing is sure.
static void test_members(void) {
  static const char source[] =
      "class A { struct B { auto At() { return n + 1; } float *m; void f() { "
      "g(m + 1); } }; void h() { g(m + 2, At() + 3, this->m + 4); } "
      "A(CUdeviceptr p, int n) : m{p + 5}, n(0) { g(p + 6); } "
      "CUdeviceptr m, At() const; };\n"
      "void A::i() { g(m + 7); } A::B::B() { g(m + 8, At() + 9); }\n"
      "void k() { CUdeviceptr n; g(m + 10); }";
  CHECK_TEXT(
      mended(source),
      "class A { struct B { auto At() { return n + 1; } float *m; void "
      "f() { g(m + 1); } }; void h() { g(~m + 2), ~At() + 3), ~this->m + "
      "4)); } A(hipDeviceptr_t p, int n) : m{~p + 5)}, n(0) { g(~p + "
      "6)); } hipDeviceptr_t m, At() const; };\n"
      "void A::i() { g(~m + 7)); } A::B::B() { g(m + 8, At() + 9); }\n"
      "void k() { hipDeviceptr_t n; g(m + 10); }");
  CHECK(strstr(found(source), "device-pointer")); // the last: whose is it?
  CHECK_TEXT(mended("struct A { CUdeviceptr m; }; void B::f() { g(m + 1); }"),
             "struct A { hipDeviceptr_t m; }; void B::f() { g(m + 1); }");
  CHECK_TEXT(found("struct A { CUdeviceptr m; }; void B::f() { g(m + 1); }"),
             "device-pointer");
  CHECK_TEXT(
      found("struct A { CUdeviceptr f(); float *f(int); void g() { h(f() "
            "+ 1); } };"),
      "device-pointer");
}

// What a header's classes have, for the source that has their functions.
static void test_header(void) {
  static const char header[] =
      "struct A { A(int n, CUdeviceptr p, T *t); A(const A &); CUdeviceptr m; "
      "float *n; CUdeviceptr At() const; };\n"
      "struct C { C(CUdeviceptr); C(int); C(int, CUdeviceptr *); CUdeviceptr "
      "n; };";
  qn_arena arena = {0};
  qn_map members = {0};
  CHECK(!qn_failed(qn_hipify_members(qn_str_span(qn_str_from(header)), &arena,
                                     &members, NULL)));
  const qn_hipify_options options = {.members = &members};
  CHECK_TEXT(with("void A::f() { auto p = this->At() + 1; g(p + 2, n + 3); }\n"
                  "void C::f() { g(n + 4, m + 5); } void f() { g(m + 6); }",
                  options),
             "void A::f() { auto p = (hipDeviceptr_t)((char *)this->At() + 1); "
             "g((hipDeviceptr_t)((char *)p + 2), n + 3); }\n"
             "void C::f() { g((hipDeviceptr_t)((char *)n + 4), m + 5); } void "
             "f() { g(m + 6); }");
  CHECK_TEXT(with("void A::f(float *m) { g(m + 1); } void A::g() { int *m = 0; "
                  "g(m + 2); }",
                  options),
             "void A::f(float *m) { g(m + 1); } void A::g() { int *m = 0; "
             "g(m + 2); }");
  CHECK_TEXT(with("std::make_unique<A>(0, 0ULL, 0); make_shared<x::A>(1, 0x1e, "
                  "f(0)); make_unique<A>(0, 1., 0); make_unique<A>(0, q, 0);\n"
                  "make_unique<C>(0); make_unique<C>(0, 0); make_unique<D>(0);",
                  options),
             "std::make_unique<A>(0, (hipDeviceptr_t)0ULL, 0); "
             "make_shared<x::A>(1, (hipDeviceptr_t)0x1e, f(0)); "
             "make_unique<A>(0, 1., 0); make_unique<A>(0, q, 0);\n"
             "make_unique<C>(0); make_unique<C>(0, 0); make_unique<D>(0);");
  qn_map_finish(&members);
  qn_arena_finish(&arena);
}

int main(void) {
  test_scopes();
  test_operands();
  test_members();
  test_header();
  qn_buffer_finish(&text);
  qn_buffer_finish(&rules);
  return 0;
}
