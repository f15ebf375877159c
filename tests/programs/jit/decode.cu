// SPDX-License-Identifier: Apache-2.0
// Linkage names made readable by CUDA's function.
// FLAGS: -lcufilt
#include <nv_decode.h>

#include <cstdlib>

#include "program.h"

static void check(const char *name, const char *wanted) {
  int status = 9;
  char *text = __cu_demangle(name, nullptr, nullptr, &status);
  CHECK(text ? status == 0 && !strcmp(text, wanted) : !*wanted && status == -2);
  free(text);
}

int main() {
  check("_Z1fi", "f(int)");
  check("_Z5scaleIfEvPT_S0_", "void scale<float>(float*, float)");
  check("_ZN1a1bE", "a::b");
  check("plain", "");
  int status = 9;
  size_t size = 2;
  char *room = (char *)malloc(size);
  room = __cu_demangle("_Z6longeri", room, &size, &status);
  CHECK(room && !status && !strcmp(room, "longer(int)") && size >= 12);
  const size_t before = size;
  room = __cu_demangle("_Z1gv", room, &size, &status);
  CHECK(room && !strcmp(room, "g()") && size == before);
  free(room);
  CHECK(!__cu_demangle(nullptr, nullptr, nullptr, &status) && status == -3);
  return done();
}
