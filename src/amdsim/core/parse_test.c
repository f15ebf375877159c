// SPDX-License-Identifier: Apache-2.0
#include "amdsim/isa/inst.h"

#include "amdsim/core/handlers.h"
#include "support/test.h"

static qn_amd_inst pair[2];

static qn_status parse(const char *chip_name, const char *text, qn_diag *diag) {
  qn_amd_chip chip;
  CHECK(qn_amd_chip_find(qn_str_from(chip_name), &chip));
  memset(pair, 0, sizeof(pair));
  pair[0].second = &pair[1];
  return qn_amd_parse(qn_str_from(text), &chip, pair, diag);
}

static const qn_amd_inst *good(const char *chip, const char *text) {
  qn_diag diag = {0};
  CHECK_OK(parse(chip, text, &diag), &diag);
  return pair;
}

static void test_operands(void) {
  const qn_amd_inst *i = good("gfx1100", "\tv_add_f32_e64 v7, |v1|, -s3 clamp");
  CHECK_INT(i->count, 3);
  CHECK_INT(i->op[0].reg, 7);
  CHECK(i->op[1].absolute && i->op[2].negate && i->clamp && !i->plain);
  CHECK_INT(i->op[2].where, QN_AMD_SREG);
  i = good("gfx1100", "v_mul_f64 v[2:3], 0x3ff80000, v[4:5]");
  CHECK_INT(i->op[1].value[1], 0x3ff80000); // a literal is the upper half
  CHECK_INT(i->op[1].value[0], 0);
  i = good("gfx1100", "v_mul_f64 v[2:3], 0.5, v[4:5]");
  CHECK_INT(i->op[1].value[1], 0x3fe00000);
  i = good("gfx1100", "v_add_f16_e32 v0.h, 1.0, v1.l");
  CHECK_INT(i->op[1].value[0], 0x3c00);
  CHECK(i->op[0].half && i->op[0].has_half && !i->op[2].half);
  i = good("gfx90a", "v_pk_add_f32 v[0:1], v[2:3], 2.0 op_sel_hi:[1,0]");
  CHECK_INT(i->op[2].value[0], 0x40000000);
  CHECK_INT(i->op_sel_hi, 1);
}

static void test_forms(void) {
  const qn_amd_inst *i = good("gfx1100", "global_load_b64 v[0:1], v2, s[4:5] "
                                         "offset:-16 glc");
  CHECK_INT(i->offset, -16);
  CHECK_INT(i->count, 3);
  i = good("gfx90a", "v_add_u16_sdwa v1, v2, v3 dst_sel:WORD_1 "
                     "dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 "
                     "src1_sel:DWORD");
  CHECK_INT(i->dst_sel, 6);
  CHECK_INT(i->dst_unused, 2);
  CHECK_INT(i->op[1].sel, 3);
  CHECK_INT(i->op[2].sel, 0);
  i = good("gfx1030", "v_add_f32_dpp v0, v1, v2 row_shr:3 row_mask:0xf "
                      "bank_mask:0x3 bound_ctrl:1");
  CHECK_INT(i->lanes_kind, QN_AMD_ROW_SHR);
  CHECK_INT(i->lanes_arg, 3);
  CHECK_INT(i->bank_mask, 3);
  i = good("gfx1100", "v_dual_mov_b32 v1, 0 :: v_dual_fmac_f32 v2, v3, v4");
  CHECK(i->handler == qn_amd_x_pair);
  CHECK_INT(i->second->op[0].reg, 2);
  (void)good("gfx90a", "s_waitcnt vmcnt(0) lgkmcnt(0)");
}

// What would be carried out wrongly is refused, by name.
static void test_refused(void) {
  static const struct {
    const char *text, *named;
  } rows[] = {
      {"v_no_such_thing v0, v1", "v_no_such_thing"},
      {"v_add_f32_e32 v0, v1", "v_add_f32_e32 v0, v1"},
      {"v_add_f32_e32 v0, v1, v300", "v300"},
      {"v_mul_lo_u32 v0, v1, v2 clamp", "clamp"},
      {"v_readlane_b32 s0, v1, s2 row_shl:1", "row_shl:1"},
      {"v_add_f32_e32 v0, v1, v2 frobnicate:3", "frobnicate:3"},
      {"v_pk_add_f32 v[0:1], v[2:3], 2.0", "2.0"},
      {"ds_add_u32 v0, v1 gds", "memory that all groups share"},
      {"buffer_load_format_x off, s[4:7], 0 lds", "the form"},
      {"buffer_load_format_xy v0, v1, s[4:7], 0 idxen", "the form"},
      {"image_load v0, v1, s[8:15] dmask:0x3 dim:SQ_RSRC_IMG_1D", "the form"},
      {"image_load v0, v1, v[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D", "the form"},
      {"image_load v0, [v1, s2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D",
       "the address"},
      {"v_wmma_f32_16x16x16_f16 v[0:7], s[0:7], v[8:15], 0", "the form"},
      {"v_add_nc_u32_e64 v0, |v1|, v2 :: v_dual_mov_b32 v3, v4", "pair"},
  };
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k) {
    qn_diag diag = {0};
    CHECK(qn_failed(parse("gfx1100", rows[k].text, &diag)));
    CHECK_INT(diag.code, QN_E_UNSUPPORTED);
    CHECK(strstr(diag.message, rows[k].named) != NULL);
  }
}

// Every row is found by its name, and has a handler.
static void test_table(void) {
  for (size_t k = 0; k < qn_amd_row_count(); ++k) {
    const qn_amd_row *row = qn_amd_row_at(k);
    CHECK(row->handler != NULL);
    CHECK(qn_amd_row_find(qn_str_from(row->name)) != NULL);
  }
}

int main(void) {
  test_operands();
  test_forms();
  test_refused();
  test_table();
  return 0;
}
