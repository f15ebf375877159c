// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/loader.h"

#include "support/test.h"

// saxpy(int n, float a, const float *x), 24 bytes.
static qn_argument arguments[] = {
    {.index = 0, .name = {"n", 1}, .type = {"int", 3}, .size = 4},
    {.index = 1, .name = {"a", 1}, .type = {"float", 5}, .size = 4},
    {.index = 2,
     .kind = QN_ARGUMENT_POINTER,
     .name = {"x", 1},
     .type = {"const float*", 12},
     .size = 8},
};

static qn_kernel kernel(void) {
  return (qn_kernel){.name = {"_Z5saxpyifPKf", 13},
                     .demangled = {"saxpy(int, float, float const*)", 31},
                     .arguments_known = true,
                     .arguments = arguments,
                     .argument_count = 3};
}

static qn_value values[4];
static qn_launch launch;

static void reset(void) {
  values[0] = (qn_value){QN_VALUE_INTEGER, "", 4, "i32"};
  values[1] = (qn_value){QN_VALUE_REAL, "", 4, "f32"};
  values[2] = (qn_value){QN_VALUE_POINTER, "", 8, "a pointer to f32"};
  launch = (qn_launch){.grid = {1, 1, 1},
                       .block = {32, 1, 1},
                       .arguments = values,
                       .argument_count = 3};
}

static void good(const qn_kernel *k) {
  qn_diag diag = {0};
  CHECK_OK(qn_launch_check(k, &launch, &diag), &diag);
  reset();
}

static void bad(const qn_kernel *k, const char *message, const char *hint) {
  qn_diag diag = {0};
  CHECK(qn_failed(qn_launch_check(k, &launch, &diag)));
  CHECK_TEXT(diag.message, message);
  CHECK_TEXT(diag.hint, hint);
  reset();
}

static void test_arguments(void) {
  qn_kernel k = kernel();
  reset();
  good(&k);
  launch.argument_count = 2;
  bad(&k, "'saxpy' takes 3 arguments; got 2",
      "Its parameters are (int n, float a, const float* x).");
  values[0] = (qn_value){QN_VALUE_REAL, "", 4, "f32"};
  bad(&k, "argument 0 of 'saxpy' is of type int (4 bytes); got f32 (4 bytes)",
      "It is the parameter 'n' of type 'int'.");
  values[0] = (qn_value){QN_VALUE_INTEGER, "", 8, "i64"};
  bad(&k, "argument 0 of 'saxpy' is of type int (4 bytes); got i64 (8 bytes)",
      "It is the parameter 'n' of type 'int'.");
  values[2] = (qn_value){QN_VALUE_REAL, "", 8, "f64"};
  bad(&k, "argument 2 of 'saxpy' is a pointer (8 bytes); got f64 (8 bytes)",
      "It is the parameter 'x' of type 'const float*'.");
  // Bytes are accepted for any value of their size, never for a pointer.
  values[1] = (qn_value){QN_VALUE_BYTES, "", 4, "a struct"};
  good(&k);
  values[2] = (qn_value){QN_VALUE_BYTES, "", 8, "a struct"};
  bad(&k,
      "argument 2 of 'saxpy' is a pointer (8 bytes); got a struct (8 bytes)",
      "It is the parameter 'x' of type 'const float*'.");
  k.arguments_known = false;
  bad(&k, "the arguments of 'saxpy' are not described in its image", "");
}

// Names of types that are integers, reals and neither.
static void test_types(void) {
  static const struct {
    const char *type;
    uint64_t size;
    qn_value_kind kind;
    bool fits;
  } rows[] = {
      {"const int", 4, QN_VALUE_INTEGER, true},
      {"volatile unsigned long long", 8, QN_VALUE_INTEGER, true},
      {"std::size_t", 8, QN_VALUE_INTEGER, true},
      {"bool", 1, QN_VALUE_INTEGER, true},
      {"double", 8, QN_VALUE_INTEGER, false},
      {"__half", 2, QN_VALUE_REAL, true},
      {"__nv_bfloat16", 2, QN_VALUE_REAL, true},
      {"float", 4, QN_VALUE_REAL, true},
      {"unsigned char", 1, QN_VALUE_REAL, false},
      {"ns::color", 4, QN_VALUE_INTEGER, true}, // an enum, for all we know
      {"ns::color", 4, QN_VALUE_REAL, true},
      {"ns::color", 4, QN_VALUE_POINTER, false},
      {"", 4, QN_VALUE_INTEGER, true},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    qn_argument argument = {.type = qn_str_from(rows[i].type),
                            .size = rows[i].size};
    const qn_kernel k = {.name = {"k", 1},
                         .arguments_known = true,
                         .arguments = &argument,
                         .argument_count = 1};
    reset();
    values[0] =
        (qn_value){rows[i].kind, "", (size_t)rows[i].size, rows[i].type};
    launch.argument_count = 1;
    CHECK(!qn_failed(qn_launch_check(&k, &launch, NULL)) == rows[i].fits);
  }
}

static void test_sizes(void) {
  qn_kernel k = kernel();
  reset();
  launch.block[0] = 1024;
  good(&k);
  launch.block[0] = 1025;
  bad(&k,
      "a block of 1025x1x1 threads is larger than the largest block of "
      "'saxpy', 1024",
      "");
  // A product of sizes that wraps around must not pass.
  launch.block[0] = launch.block[1] = launch.block[2] = 65536;
  CHECK(qn_failed(qn_launch_check(&k, &launch, NULL)));
  launch.block[0] = launch.block[1] = 1024;
  launch.block[2] = 1024;
  CHECK(qn_failed(qn_launch_check(&k, &launch, NULL)));
  reset();
  launch.block[1] = 0;
  bad(&k, "the block of 'saxpy' is 0 in dimension 1", "");
  launch.grid[2] = 0;
  bad(&k, "the grid of 'saxpy' is 0 in dimension 2", "");
  k.resources.max_threads = qn_known(64);
  launch.block[0] = 65;
  bad(&k,
      "a block of 65x1x1 threads is larger than the launch bounds of "
      "'saxpy', 64",
      "");
  k.resources.shared_static = qn_known(1024);
  launch.shared_size = 227 * 1024 - 1024;
  good(&k);
  launch.shared_size = 227 * 1024 - 1023;
  bad(&k,
      "'saxpy' would have 232449 bytes of shared memory; the most is 232448",
      "");
  launch.shared_size = UINT32_MAX;
  CHECK(qn_failed(qn_launch_check(&k, &launch, NULL)));
  reset();
  k.resources.required_known = true;
  k.resources.required_threads[0] = 8;
  k.resources.required_threads[1] = k.resources.required_threads[2] = 1;
  bad(&k, "'saxpy' runs only with blocks of 8x1x1 threads; got 32x1x1", "");
  launch.block[0] = 8;
  good(&k);
}

int main(void) {
  test_arguments();
  test_types();
  test_sizes();
  return 0;
}
