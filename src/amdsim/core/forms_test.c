// SPDX-License-Identifier: Apache-2.0
// Forms of instructions, each carried out once: halves of results, scalar
// floats, words at a lane's place, scalar stores.
#include "amdsim/core/memory.h"
#include "amdsim/isa/floats.h"
#include "support/amd_wave.h"

enum { N = QN_AMD_LANES };

static uint32_t registers[8 * N];
static uint32_t memory[2 * N];

static void start(const char *name) {
  start_wave(name, registers);
  wave.ops = qn_amd_ops_base;
  const uint64_t base = (uintptr_t)memory;
  wave.s[4] = (uint32_t)base;
  wave.s[5] = (uint32_t)(base >> 32);
}

static void must_run(const char *text) {
  run(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
}

// The last bit of op_sel is the result's, however many there are.
static void test_halves(const char *name) {
  start(name);
  registers[N] = 0x00050003;
  registers[2 * N] = 0x00200010;
  registers[3 * N] = 0x08000400;
  registers[0] = 0xabcdabcd;
  must_run("v_add_nc_u16 v0, v1, v2 op_sel:[0,1,1]");
  CHECK_INT(registers[0], 0x0023abcd);
  must_run("v_mad_u16 v0, v1, v2, v3 op_sel:[1,0,0,1]");
  CHECK_INT(registers[0], 0x0450abcd);
  registers[0] = 0xabcdabcd;
  must_run("v_mad_u16 v0, v1, v2, v3 op_sel:[0,0,1,0]");
  CHECK_INT(registers[0] & 0xffff, 0x0830);
  must_run("v_mov_b16_e64 v0.h, v1.h op_sel:[1,1]");
  CHECK_INT(registers[0], 0x00050830);
}

static float scalar(const char *text) {
  must_run(text);
  return as_float(wave.s[0]);
}

static void test_scalars(void) {
  start("gfx1200");
  wave.s[1] = bits_of(-3);
  wave.s[2] = bits_of(0.25f);
  CHECK(scalar("v_s_exp_f32 s0, s1") == 0.125f);
  CHECK(scalar("v_s_log_f32 s0, s2") == -2);
  CHECK(scalar("v_s_rcp_f32 s0, s2 mul:2") == 8);
  CHECK(scalar("v_s_rsq_f32 s0, |s2|") == 2);
  CHECK(scalar("v_s_sqrt_f32 s0, s2 clamp") == 0.5f);
  wave.s[3] = 0xffff4400; // 4
  must_run("v_s_sqrt_f16 s0, s3");
  CHECK_INT(wave.s[0] & 0xffff, 0x4000);
  CHECK(scalar("s_minimum_f32 s0, s1, s2") == -3);
  wave.s[1] = bits_of(NAN);
  CHECK(isnan(scalar("s_maximum_f32 s0, s1, s2")));
  wave.s[1] = 0;
  wave.s[2] = 0x80000000;
  must_run("s_minimum_f32 s0, s1, s2");
  CHECK_INT(wave.s[0], 0x80000000);
  must_run("s_maximum_f32 s0, s2, s1");
  CHECK_INT(wave.s[0], 0);
}

static void test_scalar_halves(void) {
  static const struct {
    const char *text;
    uint16_t want;
  } rows[] = {
      {"s_add_f16 s0, s1, s2", 0x4480}, // 4.5
      {"s_sub_f16 s0, s1, s2", 0x3e00},
      {"s_mul_f16 s0, s1, s2", 0x4480},
      {"s_max_num_f16 s0, s1, s2", 0x4200},
      {"s_min_num_f16 s0, s1, s2", 0x3e00},
      {"s_maximum_f16 s0, s1, s2", 0x4200},
      {"s_minimum_f16 s0, s1, s2", 0x3e00},
      {"s_floor_f16 s0, s2", 0x3c00},
      {"s_ceil_f16 s0, s2", 0x4000},
      {"s_trunc_f16 s0, s2", 0x3c00},
      {"s_rndne_f16 s0, s2", 0x4000},
      {"s_cvt_f16_f32 s0, s3", 0x3555},
  };
  start("gfx1200");
  wave.s[1] = 0xdead4200; // 3
  wave.s[2] = 0xbeef3e00; // 1.5
  wave.s[3] = bits_of(1.0f / 3);
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k) {
    must_run(rows[k].text);
    CHECK_INT(wave.s[0] & 0xffff, rows[k].want);
  }
  wave.s[0] = 0x3c00;
  must_run("s_fmac_f16 s0, s1, s2");
  CHECK_INT(wave.s[0] & 0xffff, 0x4580); // 5.5
  CHECK(scalar("s_cvt_f32_f16 s0, s2") == 1.5f);
  wave.s[2] = 0xbe000000;
  CHECK(scalar("s_cvt_hi_f32_f16 s0, s2") == -1.5f);
  wave.s[1] = bits_of(-1.0f / 3);
  must_run("s_cvt_pk_rtz_f16_f32 s0, s1, s3");
  CHECK_INT(wave.s[0], 0x3555b555);
}

static void test_least(void) {
  start("gfx1200");
  const float values[] = {1, -2, NAN, 0};
  for (unsigned a = 0; a < 4; ++a)
    for (unsigned b = 0; b < 4; ++b) {
      const bool nan = a == 2 || b == 2;
      registers[N] = bits_of(values[a]);
      registers[2 * N] = bits_of(values[b]);
      must_run("v_maximum_f32 v0, v1, v2");
      CHECK(nan ? isnan(as_float(registers[0]))
                : as_float(registers[0]) == fmaxf(values[a], values[b]));
      must_run("v_minimummaximum_f32 v0, v1, v2, 0.5");
      CHECK(nan ? isnan(as_float(registers[0]))
                : as_float(registers[0]) ==
                      fmaxf(fminf(values[a], values[b]), 0.5f));
    }
  registers[N] = 0x80003c00;
  registers[2 * N] = 0x00007e00; // a NaN, and 0
  must_run("v_pk_minimum_f16 v0, v1, v2");
  CHECK_INT(registers[0] >> 16, 0x8000);
  CHECK((registers[0] & 0x7fff) > 0x7c00);
}

static void test_packed_sum(void) {
  start("gfx1030");
  registers[0] = 0x3c004000; // 1, 2
  registers[N] = 0x40004200; // 2, 3
  registers[2 * N] = 0x3c003c00;
  must_run("v_pk_fmac_f16 v0, v1, v2");
  CHECK_INT(registers[0], 0x42004500); // 3, 5
}

static void test_by_lane(void) {
  start("gfx1030");
  for (unsigned k = 0; k < 2 * N; ++k)
    memory[k] = k;
  must_run("global_load_dword_addtid v0, s[4:5] offset:16");
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK_INT(registers[lane], lane + 4);
  must_run("global_store_dword_addtid v0, s[4:5]");
  CHECK_INT(memory[31], 35);
  start("gfx906");
  wave.s[8] = 77;
  wave.s[9] = 88;
  wave.s[6] = 8;
  must_run("s_store_dwordx2 s[8:9], s[4:5], 0x10");
  CHECK_INT(memory[4], 77);
  CHECK_INT(memory[5], 88);
  must_run("s_store_dword s9, s[4:5], s6");
  CHECK_INT(memory[2], 88);
}

// What was there comes back, whatever else is said of caches.
static void test_returns(void) {
  start("gfx1200");
  wave.s[6] = sizeof(memory);
  wave.s[7] = 0;
  memory[0] = 5;
  wave.s[QN_AMD_EXEC] = 1;
  registers[0] = 3;
  must_run(
      "buffer_atomic_add_u32 v0, off, s[4:7], null th:TH_ATOMIC_NT_RETURN");
  CHECK_INT(registers[0], 5);
  CHECK_INT(memory[0], 8);
  must_run("buffer_atomic_sub_clamp_u32 v0, off, s[4:7], null");
  must_run("buffer_atomic_sub_clamp_u32 v0, off, s[4:7], null");
  CHECK_INT(memory[0], 0);
  memory[0] = 7;
  must_run("buffer_atomic_cond_sub_u32 v0, off, s[4:7], null");
  must_run("buffer_atomic_cond_sub_u32 v0, off, s[4:7], null");
  CHECK_INT(memory[0], 2);
}

int main(void) {
  qn_mutex_init(&dispatch.mutex);
  CHECK(!qn_failed(
      qn_amd_memory_add((uintptr_t)memory, sizeof(memory), true, NULL)));
  test_halves("gfx1030");
  test_halves("gfx1100");
  test_scalars();
  test_scalar_halves();
  test_least();
  test_packed_sum();
  test_by_lane();
  test_returns();
  return 0;
}
