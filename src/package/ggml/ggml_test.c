// SPDX-License-Identifier: Apache-2.0
#include "package/ggml/ggml.h"

#include "support/test.h"

static qn_tensor tensor(const char *text) {
  qn_tensor t;
  qn_diag diag = {0};
  CHECK_OK(qn_tensor_parse(qn_str_from(text), &t, &diag), &diag);
  return t;
}

static void test_parse(void) {
  const qn_tensor t = tensor(" ( 64, 32 ,2,1) / bf16 ");
  CHECK_INT(t.type, QN_TENSOR_bf16);
  CHECK_INT(t.ne[1], 32);
  CHECK_INT(t.nb[3], 64 * 32 * 2);
  CHECK_INT(qn_tensor_size(&t), 64 * 32 * 2 * 2);
  const qn_tensor s = tensor("(64,32,1,1)/f32/(1,128,4096,4096)");
  CHECK(!qn_tensor_is_contiguous(&s));
  CHECK_INT(qn_tensor_size(&s), (63 + 31 * 128 + 1) * 4);
  // The strides of dimensions of size 1 are ignored.
  const qn_tensor one = tensor("(1024,1,1,1)/f32/(1,1024,1048576,1048576)");
  CHECK(qn_tensor_is_contiguous(&one));
  const qn_tensor q = tensor("(512,3,1,1)/q4_K");
  CHECK_INT(qn_tensor_size(&q), 512 / 256 * 3 * 144);
  CHECK(qn_tensor_overlaps(
      &(qn_tensor){.ne = {4, 4, 1, 1}, .nb = {1, 3, 16, 16}}));
  const qn_tensor crossed = tensor("(4,8,1,1)/f32/(8,1,32,32)");
  CHECK(!qn_tensor_overlaps(&crossed));
}

static const struct {
  const char *text, *message;
  uint64_t offset;
} bad[] = {
    {"",
     "Invalid tensor descriptor:  (expected format: "
     "(dim0,dim1,dim2,dim3)/dtype)",
     0},
    {"1024",
     "Invalid tensor descriptor: 1024 (expected format: "
     "(dim0,dim1,dim2,dim3)/dtype)",
     0},
    {"(1,1,1,1)/f32/(1,1,1,1)/f32",
     "Invalid tensor descriptor: (1,1,1,1)/f32/(1,1,1,1)/f32 (expected format: "
     "(dim0,dim1,dim2,dim3)/dtype)",
     0},
    {"1024,1,1,1/f32",
     "Invalid shape format in 1024,1,1,1/f32: shape must be "
     "enclosed in parentheses",
     0},
    {"(1024,1,1)/f32",
     "Shape must have exactly 4 dimensions, got 3 in (1024,1,1)/f32", 0},
    {"()/f32", "Shape must have exactly 4 dimensions, got 0 in ()/f32", 0},
    {"(1,1,1,1)/f32/1,1,1,1",
     "Invalid stride format in (1,1,1,1)/f32/1,1,1,1: "
     "stride must be enclosed in parentheses",
     14},
    {"(1,1,1,1)/f32/(1,1)",
     "Stride must have exactly 4 dimensions, got 2 in "
     "(1,1,1,1)/f32/(1,1)",
     14},
    {"(1,1,1,1)/f31", "unknown dtype 'f31'", 10},
    {"(1,0,1,1)/f32", "dimension '0' is zero", 3},
    {"(1,-4,1,1)/f32", "dimension '-4' is negative", 3},
    {"(1,x,1,1)/f32", "dimension 'x' is not an integer that fits", 3},
    {"(1,,1,1)/f32", "dimension '' is missing", 3},
    {"(1,1.5,1,1)/f32", "dimension '1.5' is not an integer that fits", 3},
    {"(99999999999999999999,1,1,1)/f32",
     "dimension '99999999999999999999' is not an integer that fits", 1},
    {"(9000000000000000000,1,1,1)/f32",
     "dimension '9000000000000000000' is too large", 1},
    {"(1073741824,1073741824,2,1)/f32",
     "the shape of (1073741824,1073741824,2,1)/f32 overflows: more than 2^56 "
     "elements",
     0},
    {"(4294967296,4294967296,4294967296,1)/f32",
     "the shape of (4294967296,4294967296,4294967296,1)/f32 overflows: more "
     "than 2^56 elements",
     0},
    {"(2,2,2,2)/f32/(1,2,4,0)", "stride '0' is zero", 21},
    {"(2,2,2,3)/f32/(1,2,4,72057594037927936)",
     "the strides of (2,2,2,3)/f32/(1,2,4,72057594037927936) overflow: they "
     "reach over more than 2^56 elements",
     0},
    {"(100,1,1,1)/q4_0",
     "dimension 0 of (100,1,1,1)/q4_0 is no multiple of 32, the block of q4_0",
     0},
    {"(64,2,1,1)/q8_0/(1,128,128,128)",
     "(64,2,1,1)/q8_0/(1,128,128,128) has strides, which quantized types "
     "cannot have",
     0},
};

static void test_parse_failures(void) {
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    qn_tensor t;
    qn_diag diag = {0};
    CHECK(qn_failed(qn_tensor_parse(qn_str_from(bad[i].text), &t, &diag)));
    CHECK_TEXT(diag.message, bad[i].message);
    CHECK_INT(diag.place.offset, bad[i].offset);
  }
}

// A tensor is unchanged after printing and parsing.
static void test_print(void) {
  static const char *const texts[] = {"(7,5,3,2)/i8",
                                      "(64,32,1,1)/f32/(1,128,4096,4096)"};
  for (size_t i = 0; i < 2; ++i) {
    const qn_tensor t = tensor(texts[i]);
    qn_buffer out = {0};
    qn_tensor_print(&t, &out);
    CHECK_TEXT(qn_buffer_text(&out), texts[i]);
    qn_buffer_finish(&out);
  }
}

// "op output input [input]"
static qn_ggml_call call(const char *op, const char *dst, const char *a,
                         const char *b) {
  qn_ggml_call c = {.src_count = b ? 2 : 1};
  qn_diag diag = {0};
  CHECK_OK(qn_ggml_op_find(qn_str_from(op), &c.op, &diag), &diag);
  c.dst = tensor(dst);
  c.src[0] = tensor(a);
  if (b)
    c.src[1] = tensor(b);
  return c;
}

static void check_name(qn_ggml_call c, const char *name, const char *brief) {
  qn_buffer out = {0};
  qn_ggml_normalize(&c);
  qn_ggml_name(&c, &out);
  CHECK_TEXT(qn_buffer_text(&out), name);
  qn_buffer_clear(&out);
  qn_ggml_short_name(&c, &out);
  CHECK_TEXT(qn_buffer_text(&out), brief ? brief : name);
  qn_buffer_finish(&out);
}

static void test_names(void) {
  const char *flat = "add-1024f32-1024f32-1024f32";
  check_name(call("ggml_op_add", "(1024,1,1,1)/f32", "(1024,1,1,1)/f32",
                  "(1024,1,1,1)/f32"),
             flat, NULL);
  check_name(
      call("ADD", "(32,32,1,1)/f32", "(32,32,1,1)/f32", "(32,32,1,1)/f32"),
      flat, NULL);
  // What is broadcast keeps its own shape.
  check_name(
      call("add", "(32,32,1,1)/f32", "(32,32,1,1)/f32", "(32,1,1,1)/f32"),
      "add-32x32f32-32x32f32-32f32", NULL);
  check_name(
      call("ggml_unary_op_relu", "(2048,1,1,1)/f32", "(2048,1,1,1)/f32", NULL),
      "relu-2048f32-2048f32", NULL);
  check_name(call("mul_mat", "(3,3,4,1)/f32", "(3,3,4,1)/f32", "(3,3,4,1)/f32"),
             "mul_mat-3x3x4f32-3x3x4f32-3x3x4f32", NULL);
  check_name(call("relu", "(64,32,1,1)/f32",
                  "(64,32,1,1)/f32/(1,128,4096,4096)", NULL),
             "relu-64x32f32-64x32f32n1.128", "relu-64x32f32-64x32f32n");
  qn_ggml_call with = call("relu", "(4,1,1,1)/f32", "(4,1,1,1)/f32", NULL);
  with.params[0] = 1;
  with.params[2] = 0xab;
  check_name(with, "relu-4f32-4f32-1.0.ab", NULL);
}

static void test_symbols(void) {
  qn_buffer out = {0};
  qn_ggml_symbol(QN_STR("mul_mat-3x3f32-4q2_K-1.a"), &out);
  CHECK_TEXT(qn_buffer_text(&out), "qn_mul__mat_d3x3f32_d4q2__K_d1_pa");
  qn_buffer_finish(&out);
}

static void check_fails(qn_ggml_call c, int culprit, const char *message) {
  qn_diag diag = {0};
  int found = -2;
  CHECK(qn_failed(qn_ggml_check(&c, &found, &diag)));
  CHECK_TEXT(diag.message, message);
  CHECK_INT(found, culprit);
}

static void test_checks(void) {
  qn_diag diag = {0};
  const qn_ggml_call good = call("mul_mat", "(64,16,6,1)/f32",
                                 "(128,64,2,1)/q4_0", "(128,16,6,1)/f32");
  CHECK_OK(qn_ggml_check(&good, NULL, &diag), &diag);
  check_fails(call("mul_mat", "(64,16,1,1)/f32", "(64,128,1,1)/f32",
                   "(128,16,1,1)/f32"),
              1, "mul_mat: the shapes are in row-major order");
  check_fails(call("mul_mat", "(64,16,1,1)/f32", "(128,64,1,1)/f32",
                   "(127,16,1,1)/f32"),
              2, "mul_mat: dimension 0 is 128 in input 0 and 127 in input 1");
  check_fails(call("mul_mat", "(16,64,1,1)/f32", "(128,64,1,1)/f32",
                   "(128,16,1,1)/f32"),
              0, "mul_mat: the output must be (64,16,1,1)");
  check_fails(call("mul_mat", "(64,16,3,1)/f32", "(128,64,2,1)/f32",
                   "(128,16,3,1)/f32"),
              2,
              "mul_mat: dimension 2 of input 1, 3, is no multiple of that "
              "of input 0, 2");
  check_fails(
      call("mul_mat", "(64,16,1,1)/i32", "(128,64,1,1)/i8", "(128,16,1,1)/i8"),
      -1, "mul_mat cannot combine i8 and i8 into i32");
  check_fails(call("mul_mat", "(64,16,1,1)/f32", "(128,64,1,1)/f32",
                   "(128,16,1,1)/q8_0"),
              -1, "mul_mat cannot combine f32 and q8_0 into f32");
  check_fails(call("add", "(8,1,1,1)/f32", "(4,1,1,1)/f32", "(4,1,1,1)/f32"), 0,
              "add: the output's shape is not that of input 0");
  check_fails(call("add", "(8,1,1,1)/f32", "(8,1,1,1)/f32", "(3,1,1,1)/f32"), 2,
              "add: dimension 0 of input 1, 3, does not divide that of input "
              "0, 8");
  check_fails(call("add", "(8,1,1,1)/f32", "(8,1,1,1)/i32", "(8,1,1,1)/f32"),
              -1, "add cannot combine i32 and f32 into f32");
  check_fails(call("add", "(8,1,1,1)/f32", "(8,1,1,1)/f32", NULL), -1,
              "add takes 2 inputs, got 1");
  check_fails(call("relu", "(32,1,1,1)/q4_0", "(32,1,1,1)/q4_0", NULL), -1,
              "relu cannot combine q4_0 into q4_0");
  check_fails(call("relu", "(4,4,1,1)/f32/(1,2,16,16)", "(4,4,1,1)/f32", NULL),
              0, "relu: elements of the output share a place");
}

static void test_geometry(void) {
  qn_ggml_launch launch;
  qn_diag diag = {0};
  qn_ggml_call c = call("relu", "(1000,1,1,1)/f32", "(1000,1,1,1)/f32", NULL);
  CHECK_OK(qn_ggml_geometry(&c, &launch, &diag), &diag);
  CHECK_INT(launch.grid[0], 4);
  CHECK_INT(launch.block[0], 256);
  c = call("mul_mat", "(65,64,3,2)/f32", "(8,65,1,1)/f32", "(8,64,3,2)/f32");
  CHECK_OK(qn_ggml_geometry(&c, &launch, &diag), &diag);
  CHECK_INT(launch.grid[0], 2);
  CHECK_INT(launch.grid[1], 1);
  CHECK_INT(launch.grid[2], 6);
  CHECK_INT(launch.block[1], 16);
}

static void test_unknown_op(void) {
  const qn_ggml_op *op;
  qn_diag diag = {0};
  CHECK(qn_failed(qn_ggml_op_find(QN_STR("ggml_op_ad"), &op, &diag)));
  CHECK_TEXT(diag.message, "unknown operation 'ggml_op_ad'");
  CHECK_TEXT(diag.hint, "Did you mean 'add'?");
}

int main(void) {
  test_parse();
  test_parse_failures();
  test_print();
  test_names();
  test_symbols();
  test_checks();
  test_geometry();
  test_unknown_op();
  return 0;
}
