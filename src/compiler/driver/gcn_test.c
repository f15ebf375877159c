// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/gcn.h"

#include "support/test.h"

static const qn_ptx_operand load[] = {{"unsigned int", true, -1},
                                      {"void *", false, -1}};
static const qn_ptx_operand store[] = {{"void *", false, -1},
                                       {"unsigned short", false, -1}};

static const qn_ptx_operand move[] = {{"float", true, -1},
                                      {"float", false, -1}};

// What is translated, or why not.
static void check(const qn_ptx_operand *operands, const char *text,
                  const char *wanted) {
  const qn_ptx_assembly assembly = {
      .text = qn_str_from(text), .operands = operands, .operand_count = 2};
  qn_buffer out = {0};
  qn_diag diag = {0};
  const qn_status status = qn_gcn_translate(&assembly, "f", &out, &diag);
  const char *said = qn_failed(status) ? diag.message : qn_buffer_text(&out);
  CHECK(!qn_failed(status) || diag.code == QN_E_UNSUPPORTED);
  if (!strstr(said, wanted))
    CHECK_TEXT(said, wanted);
  qn_buffer_finish(&out);
}

static void test_accesses(void) {
  check(load, "flat_load_dword $0, $1 glc",
        "void f(unsigned int &a0, void * a1) {\n"
        "a0 = (unsigned int)*(const volatile unsigned int *)a1;\n}");
  check(load, "global_load_sbyte $0, $1, off slc\n\ts_waitcnt vmcnt(0)",
        "a0 = (unsigned int)*(const volatile signed char *)a1;\n}");
  check(store, "flat_store_short $0, $1 glc slc",
        "*(volatile unsigned short *)a0 = (unsigned short)a1;\n}");
  check(load, "s_waitcnt vmcnt($0); s_nop 0", ") {\n}\n");
}

static void test_moves(void) {
  check(move, "v_mov_b32_e32 $0, $1",
        "void f(float &a0, float a1) {\n"
        "a0 = __builtin_bit_cast(float, a1);\n}");
}

static void test_refusals(void) {
  check(load, "v_add_f32 $0, $1", "AMD's assembly with 'v_add_f32'");
  check(move, "v_mov_b32 $1, $0", "with '$1'");
  check(move, "v_mov_b32 $0, 1.0", "with '1.0'");
  check(load, "flat_load_dword $0, $1 offset:4", "with 'offset:4'");
  check(load, "flat_load_dword $0, $7", "with '$7'");
  check(load, "flat_load_dword v1, $1", "with 'v1'");
  check(load, "flat_store_dword $0, $1", "with '$0'");
  check(load, "flat_load_dword $0", "with ''");
}

static void test_kinds(void) {
  CHECK(qn_gcn_is(QN_STR("\n flat_load_dword $0, $1")));
  CHECK(qn_gcn_is(QN_STR("s_waitcnt vmcnt(0)")));
  CHECK(qn_gcn_is(QN_STR("v_add_f32 $0, $1, $2")));
  CHECK(!qn_gcn_is(QN_STR("mov.u32 $0, $1;")));
  CHECK(!qn_gcn_is(QN_STR("")));
}

int main(void) {
  test_accesses();
  test_moves();
  test_refusals();
  test_kinds();
  return 0;
}
