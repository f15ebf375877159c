// SPDX-License-Identifier: Apache-2.0
#include "metadata/debug/demangle.h"

#include "base/buffer.h"
#include "support/test.h"

// The expected texts are those of llvm-cxxfilt 22.
static const struct {
  const char *name, *text;
  size_t parameters;
} cases[] = {
    {"_Z5saxpyifPKfPf", "saxpy(int, float, float const*, float*)", 4},
    {"_Z5emptyv", "empty()", 0},
    {"_Z2tkIfEvPT_1Pd", "void tk<float>(float*, P, double)", 3},
    {"_ZN2ns4gemmIiLi4ELb1EEEvPKT_S3_PS1_",
     "void ns::gemm<int, 4, true>(int const*, int const*, int*)", 3},
    {"_ZN12_GLOBAL__N_11kEPi", "(anonymous namespace)::k(int*)", 1},
    {"_Z1fPFviE", "f(void (*)(int))", 1},
    {"_Z1fRA4_i", "f(int (&) [4])", 1},
    {"_Z3addIJifdEEvDpT_", "void add<int, float, double>(int, float, double)",
     3},
    {"_Z1fSt6vectorIiSaIiEE", "f(std::vector<int, std::allocator<int>>)", 1},
    {"_Z1gDv4_f", "g(float vector[4])", 1},
    {"_Z1kDF16_", "k(_Float16)", 1},
    {"_ZZ4mainENKUlvE_clEv", "main::'lambda'()::operator()() const", 0},
    {"_Z1kPU3AS1f", "k(float AS1*)", 1},
    {"saxpy", NULL, 0},
    {"_Z", NULL, 0},
    {"_Z999999999f", NULL, 0},
    {"_Z1fT_", NULL, 0},
    {"_Z1fS5_", NULL, 0},
    {"_ZN", NULL, 0},
};

static void test_names(void) {
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    qn_arena arena = {0};
    const qn_demangled got = qn_demangle(&arena, qn_str_from(cases[i].name));
    const char *text = got.text.size ? got.text.data : "";
    CHECK_TEXT(text, cases[i].text ? cases[i].text : "");
    CHECK_INT(got.parameter_count, cases[i].parameters);
    qn_arena_finish(&arena);
  }
}

// Each substitution doubles the previous one: 2^60 bytes of text if written
// out.
static void test_bomb(void) {
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  qn_buffer name = {0};
  qn_buffer_append(&name, "_Z1f1AIiiE", 10);
  for (size_t i = 0; i < 35; ++i)
    qn_buffer_printf(&name, "S_IS%c_S%c_E", digits[i], digits[i]);
  qn_arena arena = {0};
  CHECK_INT(qn_demangle(&arena, qn_buffer_str(&name)).text.size, 0);
  qn_arena_finish(&arena);
  qn_buffer_clear(&name);
  qn_buffer_append(&name, "_Z1f", 4);
  for (size_t i = 0; i < 4000; ++i)
    qn_buffer_append(&name, "P", 1);
  qn_buffer_append(&name, "i", 1);
  CHECK_INT(qn_demangle(&arena, qn_buffer_str(&name)).text.size, 0);
  qn_arena_finish(&arena);
  qn_buffer_finish(&name);
}

int main(void) {
  test_names();
  test_bomb();
  return 0;
}
