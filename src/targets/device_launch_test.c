// SPDX-License-Identifier: Apache-2.0
#include "targets/device_launch.h"

#include <string.h>

#include "support/test.h"

static void check_as(const char *source, bool kernels, const char *wanted) {
  qn_buffer out = {0};
  const bool found = qn_text_launches(
      (qn_span){(const uint8_t *)source, strlen(source)}, kernels, &out);
  CHECK_TEXT(qn_buffer_text(&out), wanted);
  CHECK(found == (strcmp(source, wanted) != 0));
  qn_buffer_finish(&out);
}

static void check(const char *source, const char *wanted) {
  check_as(source, false, wanted);
}

// Of kernels, and of nothing else.
static void blanks_all_kernels(void) {
  const char *device = "__device__ int f() { return 1; }";
  check_as(device, true, device);
  check_as("template <class T> __global__ void k(T a) {\n  a |= a;\n}\n"
           "int main() { k<<<1, 1>>>(b); }",
           true,
           "template <class T> __global__ void k(T a) "
           "{__builtin_unreachable();\n\n}\nint main() { k<<<1, 1>>>(b); }");
  CHECK(qn_bare_kernels_help(QN_STR("a.cu:3:4: error: no viable overloaded")));
  CHECK(!qn_bare_kernels_help(QN_STR("a.cu:1:2: fatal error: no file")));
  CHECK(!qn_bare_kernels_help(QN_STR("a.cu:1:2: warning: unused")));
}

static void leaves_the_host_alone(void) {
  check("int main() { k<<<1, 1>>>(); }", "int main() { k<<<1, 1>>>(); }");
  check("__global__ void k() { int a = 1 << 3; }",
        "__global__ void k() { int a = 1 << 3; }");
  check("__global__ void k() { /* a<<<1, 1>>>() */ }",
        "__global__ void k() { /* a<<<1, 1>>>() */ }");
  check("__global__ void k() { const char *s = \"}<<<\"; }",
        "__global__ void k() { const char *s = \"}<<<\"; }");
  check("__host__ __device__ void f() { k<<<1, 1>>>(); }",
        "__host__ __device__ void f() { k<<<1, 1>>>(); }");
}

static void blanks_bodies_of_kernels(void) {
  check("__global__ void k() { if (x) { c<<<1, 1>>>(); } }\nint i;",
        "__global__ void k() {__builtin_unreachable();}\nint i;");
  check("namespace n {\ntemplate <int N> __device__ int f(int a)\n{\n  "
        "c<N><<<1, 1>>>();\n  return 1;\n}\n}",
        "namespace n {\ntemplate <int N> __device__ int f(int a)\n"
        "{__builtin_unreachable();\n\n\n}\n}");
  check("struct s { __device__ void f() { c<<<1, 2>>>(); } };",
        "struct s { __device__ void f() {__builtin_unreachable();} };");
  check("extern \"C\" {\n__global__ void k() { c<<<1, 2>>>('}'); }\n}",
        "extern \"C\" {\n__global__ void k() {__builtin_unreachable();}\n}");
}

// A brace in each branch of a condition is one brace.
static void counts_one_branch(void) {
  const char *host = "__device__ void f() {\n#if A\n  if (a) {\n#elif B\n  if "
                     "(b) {\n#else\n  if (c) {\n#endif\n  }\n}\nvoid g() { "
                     "k<<<1, 1>>>(); }";
  check(host, host);
  check("__global__ void k() {\n#ifdef A\n if (a) {\n#else\n {\n#endif\n"
        "c<<<1, 1>>>(); } }\nint i;",
        "__global__ void k() {__builtin_unreachable();\n\n\n\n\n\n}\nint i;");
  // A body that begins in two ways is left, and what is behind it.
  const char *heads = "#if A\n__global__ void k() {\n#else\n__global__ void "
                      "k(int) {\n#endif\n c<<<1, 1>>>(); }\nvoid g() { "
                      "k<<<1, 1>>>(); }";
  check(heads, heads);
  const char *open = "__device__ void f() {\nvoid g() { k<<<1, 1>>>(); }";
  check(open, open);
}

int main(void) {
  counts_one_branch();
  blanks_all_kernels();
  leaves_the_host_alone();
  blanks_bodies_of_kernels();
  return 0;
}
