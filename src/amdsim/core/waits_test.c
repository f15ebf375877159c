// SPDX-License-Identifier: Apache-2.0
// Registers that are used before the wait for what loads them: what is found,
// and what is not.
#include "amdsim/core/waits.h"

#include "amdsim/core/dispatch.h"
#include "amdsim/core/handlers.h"
#include "support/test.h"

static qn_amd_chip chip;
static qn_amd_wave wave;
static qn_amd_waits waits;
static qn_amd_dispatch dispatch;
static qn_amd_group group = {.dispatch = &dispatch};

static void start(const char *name) {
  CHECK(qn_amd_chip_find(qn_str_from(name), &chip));
  waits = (qn_amd_waits){0};
  wave = (qn_amd_wave){
      .chip = &chip, .group = &group, .waits = &waits, .state = QN_AMD_RUNNING};
  atomic_store(&dispatch.status, 0);
}

// Of waits, `code` are the bits.
static bool step(const char *text, int code) {
  qn_amd_inst inst[2] = {{.second = &inst[1]}};
  qn_diag diag = {0};
  CHECK_OK(qn_amd_parse(qn_str_from(text), &chip, inst, &diag), &diag);
  if (inst[0].handler != qn_amd_x_pair)
    inst[0].second = NULL;
  inst[0].imm = code;
  return qn_amd_waits_check(&wave, inst);
}

static void finds(const char *text, const char *what) {
  CHECK(!step(text, 0));
  CHECK_INT(wave.state, QN_AMD_FAILED);
  if (!strstr(dispatch.message, what))
    fprintf(stderr, "%s\n", dispatch.message);
  CHECK(strstr(dispatch.message, what));
}

static void test_order(void) {
  start("gfx1100");
  CHECK(step("global_load_b64 v[2:3], v0, s[0:1]", 0));
  CHECK(step("global_load_b32 v4, v0, s[0:1]", 0));
  CHECK(step("global_store_b32 v0, v1, s[0:1]", 0)); // another counter
  CHECK(step("s_waitcnt vmcnt(1)", 1 << 10 | 63 << 4 | 7));
  CHECK(step("v_add_f32_e32 v5, v2, v3", 0)); // the first is there
  finds("v_add_f32_e32 v5, v2, v4", "v4 is used before a wait for vector");
  start("gfx90a"); // stores are counted, too
  CHECK(step("global_load_dword v2, v[0:1], off", 0));
  CHECK(step("global_store_dword v[0:1], v6, off", 0));
  CHECK(step("s_waitcnt vmcnt(1)", 1 | 7 << 4 | 15 << 8));
  CHECK(step("v_mov_b32_e32 v5, v2", 0));
}

static void test_kinds(void) {
  start("gfx1100");
  CHECK(step("ds_load_b32 v2, v0", 0));
  CHECK(step("s_load_b64 s[4:5], s[0:1], 0x0", 0));
  CHECK(step("s_waitcnt lgkmcnt(1)", 63 << 10 | 1 << 4 | 7)); // in any order
  finds("v_mov_b32_e32 v5, v2", "v2 is used before a wait for shared");
  start("gfx1100");
  CHECK(step("s_load_b64 s[4:5], s[0:1], 0x0", 0));
  finds("s_add_u32 s6, s5, s0", "s5 is used before a wait for scalar");
  start("gfx1200");
  CHECK(step("s_load_b64 s[4:5], s[0:1], 0x0", 0));
  CHECK(step("ds_load_b32 v2, v0", 0));
  CHECK(step("s_wait_dscnt 0x0", 0));
  CHECK(step("v_mov_b32_e32 v5, v2", 0));
  finds("s_mov_b64 s[6:7], s[4:5]", "s4 is used before a wait for scalar");
  start("gfx1200");
  CHECK(step("global_load_b32 v2, v0, s[0:1]", 0));
  CHECK(step("s_wait_loadcnt_dscnt 0x0", 63)); // no wait for loads
  CHECK(step("v_mov_b32_e32 v5, v2", 0));
}

// Results are not to be written by others, but by a load that is behind.
static void test_results(void) {
  start("gfx1100");
  CHECK(step("global_load_b32 v2, v0, s[0:1]", 0));
  CHECK(step("global_load_b32 v2, v1, s[0:1]", 0));
  finds("v_mov_b32_e32 v2, v0", "v2 is used before");
  start("gfx1100");
  CHECK(step("global_load_b32 v2, v0, s[0:1]", 0));
  finds("ds_load_b32 v2, v0", "v2 is used before");
  start("gfx1100");
  CHECK(step("global_load_b32 v4, v0, s[0:1]", 0));
  finds("v_dual_mov_b32 v1, 0 :: v_dual_fmac_f32 v2, v3, v4",
        "v4 is used before");
  start("gfx90a");
  CHECK(step("global_atomic_add v2, v[0:1], v3, off glc", 0));
  finds("v_mov_b32_e32 v5, v2", "v2 is used before");
  start("gfx90a");
  CHECK(step("global_atomic_add v[0:1], v3, off", 0)); // without a result
  CHECK(step("v_mov_b32_e32 v5, v3", 0));
}

int main(void) {
  qn_mutex_init(&dispatch.mutex);
  test_order();
  test_kinds();
  test_results();
  return 0;
}
