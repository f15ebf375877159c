// SPDX-License-Identifier: Apache-2.0
// ds_swizzle_b32: which lane each reads from, by its patterns; counting lanes.
#include "amdsim/core/dispatch.h"

#include "amdsim/core/handlers.h"
#include "support/test.h"

enum { N = QN_AMD_LANES };

static qn_amd_chip chip;
static uint32_t registers[4 * N];
static qn_amd_wave wave;
static qn_amd_dispatch dispatch;
static uint32_t lds[16];
static qn_amd_group group = {
    .dispatch = &dispatch, .lds = (uint8_t *)lds, .lds_size = sizeof(lds)};

// Every lane holds its number and 100; afterwards lane `lane` has `want`'s.
static void check(uint32_t pattern, unsigned lane, unsigned want) {
  qn_amd_inst inst = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_amd_parse(QN_STR("ds_swizzle_b32 v1, v0"), &chip, &inst, &diag),
           &diag);
  inst.imm = (int16_t)pattern;
  for (unsigned k = 0; k < N; ++k)
    registers[k] = k + 100;
  inst.handler(&wave, &inst);
  CHECK_INT(registers[N + lane], want + 100);
}

static void test_masks(void) {
  check(0x041f, 6, 7);   // and 31, or 0, xor 1
  check(0x041f, 33, 32); // not over the halves
  check(0x0060, 21, 3);  // all read lane 3
  check(0x0060, 40, 35);
}

static void test_fours(void) {
  check(0x8000 | 1 | 2 << 2 | 3 << 4, 4, 5);
  check(0x8000 | 1 | 2 << 2 | 3 << 4, 7, 4);
}

static void test_turns(void) {
  check(0xc000 | 3 << 5, 0, 3);
  check(0xc000 | 3 << 5, 30, 1);
  check(0xc000 | 3 << 5, 62, 33);
  check(0xc400 | 3 << 5, 1, 30);        // the other way
  check(0xc000 | 1 << 5 | 0x18, 15, 8); // within eight lanes each
}

static void test_order(void) {
  check(0xe000, 1, 16); // all five bits
  check(0xe000, 35, 32 + 24);
  check(0xe010, 17, 16 + 8); // the lower four, in both halves
  check(0xe01f, 21, 21);     // none
}

static void run(const char *text) {
  qn_amd_inst inst = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_amd_parse(qn_str_from(text), &chip, &inst, &diag), &diag);
  wave.state = QN_AMD_RUNNING;
  inst.handler(&wave, &inst);
}

// All active lanes get what was there; their number is added, or taken away.
static void test_count(void) {
  lds[3] = 1000;
  wave.s[QN_AMD_M0] = 8;
  wave.s[QN_AMD_EXEC + 1] = 0x7; // and all of the lower ones
  registers[N + 35] = 77;
  run("ds_append v1 offset:4");
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  CHECK_INT(lds[3], 1035);
  CHECK_INT(registers[N], 1000);
  CHECK_INT(registers[N + 34], 1000);
  CHECK_INT(registers[N + 35], 77);
  run("ds_consume v1 offset:4");
  run("ds_consume v1 offset:4");
  CHECK_INT(lds[3], 965);
  CHECK_INT(registers[N + 3], 1000);
  run("ds_append v1 offset:57");
  CHECK_INT(wave.state, QN_AMD_FAILED);
  CHECK(strstr(dispatch.message, "counts at 0x41 of shared memory"));
}

// Operations with two numbers, of one lane: v2 and v3 at the address in v1.
static uint32_t once(const char *text, uint32_t was, uint32_t first,
                     uint32_t second) {
  lds[2] = was;
  registers[N] = 8;
  registers[2 * N] = first;
  registers[3 * N] = second;
  wave.s[QN_AMD_EXEC] = 1;
  wave.s[QN_AMD_EXEC + 1] = 0;
  run(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  CHECK_INT(registers[0], was);
  return lds[2];
}

static void test_two(void) {
  const char *const equal = "ds_cmpst_rtn_f32 v0, v1, v2, v3";
  CHECK_INT(once("ds_mskor_rtn_b32 v0, v1, v2, v3", 0xff, 0x3c, 0x104), 0x1c7);
  CHECK_INT(once("ds_wrap_rtn_b32 v0, v1, v2, v3", 10, 4, 100), 6);
  CHECK_INT(once("ds_wrap_rtn_b32 v0, v1, v2, v3", 3, 4, 100), 103);
  CHECK_INT(once(equal, 0x80000000, 0, 7), 7); // -0 is 0
  CHECK_INT(once(equal, 0x7fc00000, 0x7fc00000, 7), 0x7fc00000);
  CHECK_INT(once("ds_cmpstore_rtn_f32 v0, v1, v2, v3", 0, 7, 0x80000000), 7);
  CHECK_INT(once("ds_cond_sub_rtn_u32 v0, v1, v2", 3, 4, 0), 3);
  CHECK_INT(once("ds_sub_clamp_rtn_u32 v0, v1, v2", 3, 4, 0), 0);
  lds[4] = 44;
  lds[5] = 55;
  registers[N] = 4;
  registers[2 * N] = 1;
  registers[3 * N] = 2;
  run("ds_wrxchg2_rtn_b32 v[2:3], v1, v2, v3 offset0:3 offset1:4");
  CHECK_INT(lds[4], 1);
  CHECK_INT(lds[5], 2);
  CHECK_INT(registers[2 * N], 44);
  CHECK_INT(registers[3 * N], 55);
  wave.s[QN_AMD_EXEC] = 0xf;
  wave.s[QN_AMD_M0] = 4;
  for (unsigned lane = 0; lane < 4; ++lane)
    registers[lane] = 900 + lane;
  run("ds_write_addtid_b32 v0 offset:8");
  CHECK_INT(lds[6], 903);
  run("ds_read_addtid_b32 v1 offset:4");
  CHECK_INT(registers[N + 2], 901);
}

int main(void) {
  CHECK(qn_amd_chip_find(QN_STR("gfx90a"), &chip));
  wave = (qn_amd_wave){.lanes = N,
                       .all = UINT64_MAX,
                       .v = registers,
                       .chip = &chip,
                       .group = &group};
  qn_mutex_init(&dispatch.mutex);
  wave.s[QN_AMD_EXEC] = wave.s[QN_AMD_EXEC + 1] = UINT32_MAX;
  test_masks();
  test_fours();
  test_turns();
  test_order();
  test_count();
  test_two();
  return 0;
}
