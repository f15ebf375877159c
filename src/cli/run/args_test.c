// SPDX-License-Identifier: Apache-2.0
// The arguments of `quern run`: numbers of every type, buffers, and invalid
// arguments.
#include "cli/run/args.h"

#include <float.h>
#include <math.h>

#include "base/system/file.h"
#include "support/test.h"

static qn_temp temp;

static qn_run_arg parse(const char *text) {
  qn_run_arg arg;
  qn_diag diag = {0};
  CHECK_OK(qn_run_arg_parse(text, &arg, &diag), &diag);
  return arg;
}

// The value, as it is printed.
static const char *value(const char *text) {
  static char out[48];
  qn_run_arg arg = parse(text);
  CHECK(!arg.is_buffer && arg.value.size == qn_number_size(arg.type));
  qn_number_print(arg.type, arg.value.bytes, 0, out);
  qn_run_arg_finish(&arg);
  return out;
}

static void test_values(void) {
  CHECK_TEXT(value("i8=-128"), "-128");
  CHECK_TEXT(value("u8=255"), "255");
  CHECK_TEXT(value("i16=-32768"), "-32768");
  CHECK_TEXT(value("u16=0xffff"), "65535");
  CHECK_TEXT(value("i32=-2147483648"), "-2147483648");
  CHECK_TEXT(value("u32=4294967295"), "4294967295");
  CHECK_TEXT(value("i64=-9223372036854775808"), "-9223372036854775808");
  CHECK_TEXT(value("u64=18446744073709551615"), "18446744073709551615");
  CHECK_TEXT(value("f32=2.5"), "2.5");
  CHECK_TEXT(value("f64=0.1"), "0.10000000000000001");
  CHECK_TEXT(value("f32=-inf"), "-inf");
}

// Rounding of small types, to nearest even.
static void test_rounding(void) {
  static const struct {
    const char *text;
    uint16_t bits;
  } cases[] = {
      {"f16=0", 0},
      {"f16=-0", 0x8000},
      {"f16=1", 0x3c00},
      {"f16=65504", 0x7bff},
      {"f16=65519.99", 0x7bff},
      {"f16=65520", 0x7c00},
      {"f16=-1e9", 0xfc00},
      {"f16=1.00048828125", 0x3c00}, // half way to the next: the even one
      {"f16=1.00146484375", 0x3c02}, // half way again
      {"f16=5.9604644775390625e-08", 1},
      {"f16=2.98e-08", 0},
      {"f16=6.103515625e-05", 0x0400}, // the smallest normal number
      {"f16=6.1005353927612305e-05", 0x0400},
      {"f16=nan", 0x7e00},
      {"bf16=1", 0x3f80},
      {"bf16=-2.5", 0xc020},
      {"bf16=1.00390625", 0x3f80}, // half way
      {"bf16=1.01171875", 0x3f82},
      {"bf16=3.4e38", 0x7f80},
      {"bf16=inf", 0x7f80},
      {"bf16=nan", 0x7fc0},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    uint16_t bits;
    qn_run_arg arg = parse(cases[i].text);
    memcpy(&bits, arg.value.bytes, sizeof(bits));
    if (bits != cases[i].bits)
      fprintf(stderr, "%s\n", cases[i].text);
    CHECK_INT(bits, cases[i].bits);
    qn_run_arg_finish(&arg);
  }
  // Every finite half survives a round trip.
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const uint16_t half = (uint16_t)bits;
    char text[64];
    const double number =
        qn_number_get(QN_NUMBER_F16, (const uint8_t *)&half, 0);
    if (!isfinite(number) || bits % 7 != 0)
      continue;
    snprintf(text, sizeof(text), "f16=%.17g", number);
    qn_run_arg arg = parse(text);
    CHECK(memcmp(arg.value.bytes, &half, 2) == 0);
    qn_run_arg_finish(&arg);
  }
}

static void test_buffers(void) {
  qn_run_arg arg = parse("i16[5]=iota");
  CHECK(arg.is_buffer && arg.size == 10 && (uintptr_t)arg.bytes % 256 == 0);
  for (size_t i = 0; i < 5; ++i)
    CHECK(qn_number_get(QN_NUMBER_I16, arg.bytes, i) == (double)i);
  CHECK(memcmp(arg.bytes, arg.initial, arg.size) == 0 && !arg.expected);
  qn_run_arg_finish(&arg);
  arg = parse("f32[3]=fill:1.5,expect=fill:1.5");
  double worst = -1;
  size_t index = 9;
  CHECK(qn_run_arg_check(&arg, &worst, &index) && worst == 0);
  ((float *)(void *)arg.bytes)[1] = 2;
  CHECK(!qn_run_arg_check(&arg, &worst, &index));
  CHECK(index == 1);
  qn_run_arg_finish(&arg);
  arg = parse("f32[3]=zero,expect=fill:1e-6,tol=1e-5");
  CHECK(qn_run_arg_check(&arg, &worst, &index));
  ((float *)(void *)arg.bytes)[2] = NAN; // beyond any tolerance
  CHECK(!qn_run_arg_check(&arg, &worst, &index) && index == 2);
  qn_run_arg_finish(&arg);
  // The same seed gives the same numbers.
  qn_run_arg other = parse("f32[64]=rand:7");
  arg = parse("f32[64]=rand:7");
  CHECK(memcmp(arg.bytes, other.bytes, arg.size) == 0);
  qn_run_arg_finish(&other);
  other = parse("f32[64]=rand:8");
  CHECK(memcmp(arg.bytes, other.bytes, arg.size) != 0);
  qn_run_arg_finish(&other);
  qn_run_arg_finish(&arg);
}

static void test_file(void) {
  char path[300], text[400];
  qn_diag diag = {0};
  qn_run_arg arg;
  snprintf(path, sizeof(path), "%s/bytes", temp.path);
  CHECK_OK(qn_file_write(path, qn_str_span(QN_STR("abcd")), &diag), &diag);
  snprintf(text, sizeof(text), "u8[4]=@%s", path);
  arg = parse(text);
  CHECK(memcmp(arg.bytes, "abcd", 4) == 0);
  qn_run_arg_finish(&arg);
  snprintf(text, sizeof(text), "u8[5]=@%s", path);
  CHECK(qn_failed(qn_run_arg_parse(text, &arg, &diag)));
  qn_run_arg_finish(&arg);
  diag = (qn_diag){0};
  CHECK(qn_failed(qn_run_arg_parse("u8[4]=@/no/such", &arg, &diag)));
  qn_run_arg_finish(&arg);
}

static void test_structs(void) {
  qn_run_arg arg = parse("{i8=1,f64=2.5,u16=3}"); // laid out as in C
  struct {
    int8_t a;
    double b;
    uint16_t c;
  } expected;
  CHECK_INT(arg.value.size, sizeof(expected));
  memcpy(&expected, arg.value.bytes, sizeof(expected));
  CHECK(expected.a == 1 && expected.b == 2.5 && expected.c == 3);
  qn_run_arg_finish(&arg);
  arg = parse("null");
  CHECK(arg.value.kind == QN_VALUE_POINTER && arg.value.size == 8);
  qn_run_arg_finish(&arg);
}

static void test_wrong(void) {
  static const char *const wrong[] = {"",
                                      "5",
                                      "i32",
                                      "i32=",
                                      "i32=x",
                                      "i32=1.5",
                                      "i8=128",
                                      "u8=-1",
                                      "u8=256",
                                      "i33=1",
                                      "f32=1x",
                                      "f32[",
                                      "f32[]=zero",
                                      "f32[-1]=zero",
                                      "f32[2]",
                                      "f32[2]=",
                                      "f32[2]=other",
                                      "f32[2]=fill:",
                                      "f32[2]=fill:x",
                                      "f32[2]=rand:",
                                      "{",
                                      "{}",
                                      "{i32=1",
                                      "{f32[2]=zero}",
                                      "i32=1,expect=fill:1",
                                      "f32[2]=zero,expect=",
                                      "f32[2]=zero,tol=x",
                                      "f32[99999999999999999999]=zero",
                                      "u64=18446744073709551616",
                                      "f32[4611686018427387904]=zero"};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
    qn_run_arg arg;
    qn_diag diag = {0};
    const qn_status status = qn_run_arg_parse(wrong[i], &arg, &diag);
    if (!qn_failed(status))
      fprintf(stderr, "'%s' was taken\n", wrong[i]);
    CHECK(qn_failed(status) && diag.message[0]);
    CHECK(strstr(diag.context, "reading the argument"));
    qn_run_arg_finish(&arg);
  }
}

static bool parse_once(void) {
  qn_run_arg arg;
  qn_diag diag = {0};
  const qn_status status =
      qn_run_arg_parse("f32[8]=iota,expect=iota", &arg, &diag);
  CHECK(!qn_failed(status) || status.code == QN_E_MEMORY);
  qn_run_arg_finish(&arg);
  return !qn_failed(status);
}

int main(void) {
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  for (int i = 0; i < QN_NUMBER_COUNT; ++i)
    CHECK(qn_number_size((qn_number)i) && qn_number_name((qn_number)i)[0]);
  test_values();
  test_rounding();
  test_buffers();
  test_file();
  test_structs();
  test_wrong();
  CHECK(test_fail_allocations(parse_once) > 0);
  qn_temp_finish(&temp);
  return 0;
}
