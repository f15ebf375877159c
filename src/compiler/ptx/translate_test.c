// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/ptx.h"

#include "support/test.h"

static const qn_ptx_operand words[] = {
    {"unsigned int", true, -1},
    {"unsigned int", false, -1},
    {"unsigned int", false, -1},
};

static bool translates(const char *text, const char *wanted) {
  const qn_ptx_assembly assembly = {
      .text = qn_str_from(text), .operands = words, .operand_count = 3};
  qn_buffer out = {0};
  qn_diag diag = {0};
  const qn_status status = qn_ptx_translate(&assembly, "f", &out, &diag);
  const bool good =
      !qn_failed(status) && strstr(qn_buffer_text(&out), wanted) != NULL;
  if (!good)
    fprintf(stderr, "%s\n%s%s\n", text, qn_buffer_text(&out), diag.message);
  qn_buffer_finish(&out);
  return good;
}

static bool refuses(const char *text, const char *wanted) {
  const qn_ptx_assembly assembly = {
      .text = qn_str_from(text), .operands = words, .operand_count = 3};
  qn_buffer out = {0};
  qn_diag diag = {0};
  qn_buffer_printf(&out, "before");
  const qn_status status = qn_ptx_translate(&assembly, "f", &out, &diag);
  const bool good = qn_failed(status) && diag.code == QN_E_UNSUPPORTED &&
                    strstr(diag.message, wanted) &&
                    strcmp(qn_buffer_text(&out), "before") == 0;
  if (!good)
    fprintf(stderr, "%s\n%s\n%s\n", text, qn_buffer_text(&out), diag.message);
  qn_buffer_finish(&out);
  return good;
}

static void test_statements(void) {
  CHECK(translates("add.u32 $0, $1, $2;", "out(r_S0, add<u32, 0x0ull>("));
  CHECK(
      translates("add.u32 ${0:r}, $1, -1", "in<u32>(18446744073709551615ull)"));
  CHECK(translates("{ .reg .pred p; @!p mov.b32 $0, $1; }", "if (!r_p) {"));
  CHECK(translates("L$$1: bra L$$1;", "goto L_r_L_S_1;"));
  CHECK(translates("{ .reg .f32 f<2>; mov.f32 f1, 0f3F800000; }",
                   "in<f32>(1065353216ull)"));
  CHECK(translates("mov.f32 $0, 1.5;", "in<f32>(1069547520ull)"));
  CHECK(translates("ld.global.v2.u32 {$0, _}, [%rd+16];", "r_S0, sink)"));
  CHECK(translates("vadd.u32.s32.u32.sat $0.h1, $1.b3, $2, $1;",
                   "video<v_add, v_merge, false, true, false, 5, 3, 6, "));
  CHECK(translates("vset4.u32.u32.lt.add $0.b31, $1, $2.b7530, $1;",
                   "video_lanes<v_lt, 4, false, false, false, 0x3210u, "
                   "0x7530u, 0xau, false, true>("));
  CHECK(translates("// nothing\n/* at all */", "void f("));
}

static void test_refusals(void) {
  CHECK(refuses("wgmma.fence.sync.aligned;", "'wgmma.fence.sync.aligned'"));
  CHECK(refuses("add.u32.x3 $0, $1, $2;", "'add.u32.x3'"));
  CHECK(refuses("add.rn.and.u32 $0, $1, $2;", "'add.rn.and.u32'"));
  CHECK(refuses("add.u32 $0, $1;", "number of arguments"));
  CHECK(refuses("add.u32 $0 $1, $2;", "expected a comma"));
  CHECK(refuses("bar.sync 1;", "only barrier 0"));
  CHECK(refuses("s_waitcnt vmcnt(0)", "PTX"));
  CHECK(refuses("{ add.u32 $0, $1, $2;", "expected '}'"));
  CHECK(refuses("} add.u32 $0, $1, $2;", "expected no '}'"));
  CHECK(refuses(".reg .u33 x;", "register's type"));
  CHECK(refuses(".shared .u32 x;", "'.reg'"));
  CHECK(refuses("add.u32 $0, $1.b0, $2;", "whole registers"));
  CHECK(refuses("vadd.u32.u32.u32 $0, $1.b4, $2;", "no such part"));
  CHECK(refuses("vadd.u32.u32.u16 $0, $1, $2;", "types are .u32 and .s32"));
  CHECK(refuses("vadd2.u32.u32.u32 $0, $1.b0, $2;", "no such part"));
  CHECK(refuses("vadd2.u32.u32.u32 $0.h0, $1, $2;", "number of arguments"));
  CHECK(refuses("vset.u32.u32 $0, $1, $2;", "a comparison"));
  CHECK(refuses("vset.u32.u32.equ $0, $1, $2;", "a comparison"));
  CHECK(refuses("vshl.u32.u32.u32 $0, $1, $2;", ".clamp or .wrap"));
  CHECK(refuses("vavrg.u32.u32.u32 $0, $1, $2;", "'vavrg.u32.u32.u32'"));
  CHECK(refuses("@", "a predicate"));
  CHECK(refuses("mov.u32 $0, 0xZ;", "a number"));
}

int main(void) {
  test_statements();
  test_refusals();
  return 0;
}
