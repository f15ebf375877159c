// SPDX-License-Identifier: Apache-2.0
// The machine's own instructions and registers, each by a program of a few
// words; the base instructions are compared with another machine's
// (tests/vortex/instructions.c).
#include "vortex/sim.h"

#include <string.h>

#include "support/test.h"

enum {
  CODE = 0x20000000,
  DATA = 0x20100000,
  // Registers.
  X0 = 0,
  RA = 1,
  T0 = 5,
  T1 = 6,
  T2 = 7,
  S0 = 8,
  S1 = 9,
  A0 = 10,
  A1 = 11,
  A2 = 12,
  // Registers of control.
  CSR_THREAD = 0xcc0,
  CSR_WARP = 0xcc1,
  CSR_CORE = 0xcc2,
  CSR_HART = 0xf14,
  CSR_SCRATCH = 0x340,
};

// ---- Programs

static uint32_t words[256];
static unsigned count;

static void put(uint32_t word) { words[count++] = word; }
static uint32_t r(uint32_t f3, uint32_t f7, uint32_t rd, uint32_t a,
                  uint32_t b) {
  return f7 << 25 | b << 20 | a << 15 | f3 << 12 | rd << 7;
}
static void addi(uint32_t rd, uint32_t a, int32_t imm) {
  put((uint32_t)imm << 20 | a << 15 | rd << 7 | 0x13);
}
static void add(uint32_t rd, uint32_t a, uint32_t b) {
  put(r(0, 0, rd, a, b) | 0x33);
}
static void slli(uint32_t rd, uint32_t a, uint32_t by) {
  put(by << 20 | a << 15 | 1 << 12 | rd << 7 | 0x13);
}
static void lui(uint32_t rd, uint32_t value) {
  put((value & 0xfffff000) | rd << 7 | 0x37);
}
static void csrr(uint32_t rd, uint32_t number) {
  put(number << 20 | 2 << 12 | rd << 7 | 0x73);
}
static void sw(uint32_t value, uint32_t base, uint32_t offset) {
  put(offset >> 5 << 25 | value << 20 | base << 15 | 2 << 12 |
      (offset & 31) << 7 | 0x23);
}
static void lw(uint32_t rd, uint32_t base, uint32_t offset) {
  put(offset << 20 | base << 15 | 2 << 12 | rd << 7 | 0x03);
}
// A branch by words from here on.
static void beq(uint32_t a, uint32_t b, int32_t by) {
  const uint32_t at = (uint32_t)by * 4;
  put((at >> 12 & 1) << 31 | (at >> 5 & 63) << 25 | b << 20 | a << 15 |
      (at >> 1 & 15) << 8 | (at >> 11 & 1) << 7 | 0x63);
}
static void machine(uint32_t f3, uint32_t f7, uint32_t rd, uint32_t a,
                    uint32_t b) {
  put(r(f3, f7, rd, a, b) | 0x0b);
}
static void tmc(uint32_t a) { machine(0, 0, X0, a, X0); }
static void wspawn(uint32_t n, uint32_t pc) { machine(1, 0, X0, n, pc); }
static void split(uint32_t rd, uint32_t a) { machine(2, 0, rd, a, X0); }
static void join(uint32_t a) { machine(3, 0, X0, a, X0); }
static void bar(uint32_t id, uint32_t n) { machine(4, 0, X0, id, n); }

// Stores `value` at DATA + 4 * `index` + 256 * place.
static void store_at(uint32_t value, uint32_t index, uint32_t place) {
  slli(T2, index, 2);
  lui(T1, DATA);
  add(T1, T1, T2);
  sw(value, T1, 256 * place);
}

static qn_vx_sim *open_sim(const char *text) {
  qn_vx_config config = qn_vx_config_default();
  qn_diag diag = {0};
  qn_vx_sim *sim = NULL;
  config.limit = 100000;
  CHECK(!qn_failed(qn_vx_config_read(qn_str_from(text), &config, &diag)));
  CHECK(!qn_failed(qn_vx_sim_open(&config, &sim, &diag)));
  CHECK(qn_vx_sim_protect(sim, CODE, 4096, QN_VX_READ));
  CHECK(qn_vx_sim_protect(sim, DATA, 4096, QN_VX_READ | QN_VX_WRITE));
  return sim;
}

static bool run_as(qn_vx_sim *sim, const qn_vx_start *start) {
  CHECK(qn_vx_sim_write(sim, CODE, (qn_span){(uint8_t *)words, sizeof(words)}));
  count = 0;
  return qn_vx_sim_run(sim, start);
}

static bool run(qn_vx_sim *sim) {
  return run_as(sim, &(qn_vx_start){.start = CODE, .args = DATA});
}

static uint32_t data(qn_vx_sim *sim, unsigned place, unsigned index) {
  uint32_t value = 0;
  CHECK(qn_vx_sim_read(sim, DATA + 256 * place + 4 * index, &value, 4));
  return value;
}

static bool says(qn_vx_sim *sim, const char *text) {
  const qn_vx_trap *trap = qn_vx_sim_trap(sim);
  if (!strstr(trap->message, text))
    printf("trap: %s\n", trap->message);
  return trap->happened && strstr(trap->message, text);
}

// ---- Lanes

static void test_lanes(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,threads=4");
  addi(T0, X0, 5); // lanes 0 and 2
  tmc(T0);
  csrr(S0, CSR_THREAD);
  addi(A0, S0, 100);
  store_at(A0, S0, 0);
  tmc(X0);
  CHECK(run(sim));
  CHECK(data(sim, 0, 0) == 100 && data(sim, 0, 1) == 0);
  CHECK(data(sim, 0, 2) == 102 && data(sim, 0, 3) == 0);
  qn_vx_sim_close(sim);
}

// Two ways of four lanes: even ones store 1, odd ones 2, all 7 behind.
static void put_split(uint32_t not_predicate) {
  addi(T0, X0, 15);
  tmc(T0);
  csrr(S0, CSR_THREAD);
  put(1 << 20 | S0 << 15 | 7 << 12 | S1 << 7 | 0x13); // andi s1, s0, 1
  if (not_predicate)
    machine(2, 0, A2, S1, 1);
  else
    split(A2, S1);
  beq(S1, X0, 3);
  addi(A0, X0, 2); // odd
  beq(X0, X0, 2);
  addi(A0, X0, 1); // even
  join(A2);
  store_at(A0, S0, 0);
  addi(A1, X0, 7);
  store_at(A1, S0, 1);
  tmc(X0);
}

static void test_split(const char *form) {
  for (uint32_t not_predicate = 0; not_predicate < 2; ++not_predicate) {
    qn_vx_sim *sim = open_sim(form);
    put_split(not_predicate);
    CHECK(run(sim));
    for (unsigned l = 0; l < 4; ++l) {
      CHECK(data(sim, 0, l) == (l & 1) + 1);
      CHECK(data(sim, 1, l) == 7);
    }
    qn_vx_sim_close(sim);
  }
}

// A split that does not part needs no second way; its join does nothing.
static void test_uniform_split(void) {
  qn_vx_sim *sim = open_sim("rv64,v2,cores=1,threads=4");
  addi(T0, X0, 15);
  tmc(T0);
  csrr(S0, CSR_THREAD);
  addi(S1, X0, 1);
  split(A2, S1);
  join(A2);
  addi(A0, A2, 3); // the token is 0: nothing was open
  store_at(A0, S0, 0);
  tmc(X0);
  CHECK(run(sim));
  CHECK(data(sim, 0, 3) == 3);
  qn_vx_sim_close(sim);
}

static void test_pred(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,threads=4");
  addi(T0, X0, 15);
  tmc(T0);
  csrr(S0, CSR_THREAD);
  put(2 << 20 | S0 << 15 | 2 << 12 | S1 << 7 | 0x13); // slti s1, s0, 2
  machine(5, 0, X0, S1, T0);                          // those below 2 go on
  addi(A0, X0, 9);
  store_at(A0, S0, 0);
  machine(5, 0, X0, X0, T0); // none: all of t0
  addi(A0, X0, 4);
  store_at(A0, S0, 1);
  machine(5, 0, RA, S1, T0); // those not below 2
  addi(A0, X0, 6);
  store_at(A0, S0, 2);
  tmc(X0);
  CHECK(run(sim));
  for (unsigned l = 0; l < 4; ++l) {
    CHECK(data(sim, 0, l) == (l < 2 ? 9u : 0u));
    CHECK(data(sim, 1, l) == 4);
    CHECK(data(sim, 2, l) == (l < 2 ? 0u : 6u));
  }
  qn_vx_sim_close(sim);
}

static void test_divergence(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,threads=4");
  addi(T0, X0, 15);
  tmc(T0);
  csrr(S0, CSR_THREAD);
  beq(S0, X0, 2);
  tmc(X0);
  tmc(X0);
  CHECK(!run(sim));
  CHECK(says(sim, "goes two ways"));
  CHECK(qn_vx_sim_trap(sim)->pc == CODE + 12);
  qn_vx_sim_close(sim);
}

// ---- Warps and cores

static void test_warps(void) {
  qn_vx_sim *sim = open_sim("rv64,v2,cores=2,warps=4,threads=2");
  addi(T0, X0, 4);
  lui(T1, CODE);
  addi(T1, T1, 16); // each warp goes on with the next instruction
  wspawn(T0, T1);
  csrr(S0, CSR_WARP);
  csrr(S1, CSR_CORE);
  slli(A0, S1, 2);
  add(A0, A0, S0);
  addi(A1, A0, 50);
  store_at(A1, A0, 0);
  csrr(A1, CSR_HART);
  store_at(A1, A0, 1);
  tmc(X0);
  CHECK(run(sim));
  for (unsigned k = 0; k < 8; ++k) {
    CHECK(data(sim, 0, k) == 50 + k);
    CHECK(data(sim, 1, k) == 2 * k);
  }
  qn_vx_sim_close(sim);
}

// Warp 0 stores, the others read what it stored behind a barrier.
static void test_barrier(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,warps=4,threads=1");
  addi(T0, X0, 4);
  lui(T1, CODE);
  addi(T1, T1, 16);
  wspawn(T0, T1);
  csrr(S0, CSR_WARP);
  addi(A0, X0, 77);
  beq(S0, X0, 2);
  beq(X0, X0, 5); // not warp 0
  store_at(A0, X0, 0);
  addi(T0, X0, 4);
  addi(A1, X0, 3);
  bar(A1, T0);
  lui(T1, DATA);
  lw(A2, T1, 0);
  store_at(A2, S0, 1);
  tmc(X0);
  CHECK(run(sim));
  for (unsigned k = 0; k < 4; ++k)
    CHECK(data(sim, 1, k) == 77);
  qn_vx_sim_close(sim);
}

static void test_deadlock(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,warps=4,threads=1");
  addi(T0, X0, 2);
  bar(X0, T0);
  tmc(X0);
  CHECK(!run(sim));
  CHECK(says(sim, "deadlock"));
  qn_vx_sim_close(sim);
}

// ---- Votes and shuffles

static void test_votes(void) {
  static const uint32_t expected[4] = {0, 1, 0, 3}; // all, any, uni, ballot
  qn_vx_sim *sim = open_sim("rv32,v3,cores=1,threads=4");
  const qn_vx_start start = {
      .start = CODE, .grid = {1, 1, 1}, .block = {4, 1, 1}};
  csrr(S0, CSR_THREAD);
  put(2 << 20 | S0 << 15 | 2 << 12 | S1 << 7 | 0x13); // slti s1, s0, 2
  for (uint32_t kind = 0; kind < 4; ++kind) {
    machine(kind, 1, A0, S1, X0);
    store_at(A0, S0, kind);
  }
  tmc(X0);
  CHECK(run_as(sim, &start));
  for (unsigned kind = 0; kind < 4; ++kind)
    for (unsigned l = 0; l < 4; ++l)
      CHECK(data(sim, kind, l) == expected[kind]);
  qn_vx_sim_close(sim);
}

// On 32 bits lane 31's is the sign.
static void test_vote_sign(void) {
  qn_vx_sim *sim = open_sim("rv32,v3,cores=1,threads=32");
  const qn_vx_start start = {
      .start = CODE, .grid = {1, 1, 1}, .block = {32, 1, 1}};
  csrr(S0, CSR_THREAD);
  put(1 << 20 | 0 << 15 | 0 << 12 | S1 << 7 | 0x13); // addi s1, x0, 1
  machine(3, 1, A0, S1, X0);
  put(0 << 20 | A0 << 15 | 2 << 12 | A0 << 7 | 0x13); // slti a0, a0, 0
  store_at(A0, S0, 0);
  tmc(X0);
  CHECK(run_as(sim, &start));
  CHECK(data(sim, 0, 0) == 1);
  qn_vx_sim_close(sim);
}

static void test_shuffles(void) {
  // up by 1, down by 1, xor 1, lane 2; ends of the warp keep their own.
  static const uint32_t expected[4][4] = {
      {10, 10, 11, 12}, {11, 12, 13, 13}, {11, 10, 13, 12}, {12, 12, 12, 12}};
  qn_vx_sim *sim = open_sim("rv64,v3,cores=1,threads=4");
  const qn_vx_start start = {
      .start = CODE, .grid = {1, 1, 1}, .block = {4, 1, 1}};
  csrr(S0, CSR_THREAD);
  addi(S1, S0, 10);
  for (uint32_t kind = 0; kind < 4; ++kind) {
    const uint32_t clamp = kind == 0 ? 0 : 3;
    addi(A1, X0, (int32_t)(clamp << 6 | (kind == 3 ? 2u : 1u)));
    machine(4 + kind, 1, A0, S1, A1);
    store_at(A0, S0, kind);
  }
  tmc(X0);
  CHECK(run_as(sim, &start));
  for (unsigned kind = 0; kind < 4; ++kind)
    for (unsigned l = 0; l < 4; ++l)
      CHECK(data(sim, kind, l) == expected[kind][l]);
  qn_vx_sim_close(sim);
}

static void test_not_in_version_2(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,threads=4");
  machine(0, 1, A0, X0, X0);
  CHECK(!run(sim));
  CHECK(says(sim, "is not one of"));
  qn_vx_sim_close(sim);
}

// ---- Blocks of version 3

static void test_blocks(void) {
  qn_vx_sim *sim = open_sim("rv64,v3,cores=2,warps=2,threads=4");
  // 3 x 2 blocks of 3 x 2 threads: two warps each, four lanes and two.
  const qn_vx_start start = {.start = CODE,
                             .entry = 0x1234,
                             .args = 0x5678,
                             .grid = {3, 2, 1},
                             .block = {3, 2, 1}};
  csrr(A0, 0xcd6); // block
  csrr(A1, 0xcd7);
  slli(A2, A1, 1);
  add(A2, A2, A1);
  add(S1, A2, A0); // its number: 3y + x
  csrr(A0, 0xcd3); // thread
  csrr(A1, 0xcd4);
  slli(A2, A1, 1);
  add(A2, A2, A1);
  add(S0, A2, A0);
  slli(A0, S1, 3);
  add(S0, S0, A0); // 8 * block + thread
  csrr(A0, 0xce1);
  csrr(A1, CSR_SCRATCH);
  add(A0, A0, A1);
  store_at(A0, S0, 0);
  csrr(A0, 0xcd1); // the warp's rank
  store_at(A0, S0, 1);
  tmc(X0);
  CHECK(run_as(sim, &start));
  for (unsigned b = 0; b < 6; ++b)
    for (unsigned t = 0; t < 8; ++t) {
      CHECK(data(sim, 0, 8 * b + t) == (t < 6 ? 0x1234u + 0x5678u : 0u));
      CHECK(data(sim, 1, 8 * b + t) == (t == 4 || t == 5));
    }
  qn_vx_sim_close(sim);
}

static void test_large_block(void) {
  qn_vx_sim *sim = open_sim("rv64,v3,cores=1,warps=2,threads=4");
  CHECK(!run_as(
      sim,
      &(qn_vx_start){.start = CODE, .grid = {1, 1, 1}, .block = {9, 1, 1}}));
  CHECK(says(sim, "where a core runs 8"));
  qn_vx_sim_close(sim);
}

// ---- Local memory: each core's own, at the same address

static void test_local_memory(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=2,warps=1,threads=1");
  lui(S1, 0xffff0000);
  csrr(S0, CSR_CORE);
  addi(A0, S0, 40);
  sw(A0, S1, 16);
  lw(A1, S1, 16);
  store_at(A1, S0, 0);
  tmc(X0);
  CHECK(run(sim));
  CHECK(data(sim, 0, 0) == 40 && data(sim, 0, 1) == 41);
  qn_vx_sim_close(sim);
}

// ---- What ends a launch

static void expect_trap(const char *form, const char *text) {
  qn_vx_sim *sim = open_sim(form);
  CHECK(!run(sim));
  CHECK(says(sim, text));
  qn_vx_sim_close(sim);
}

static void test_traps(void) {
  lw(A0, X0, 0);
  expect_trap("rv32,v2", "near the null pointer");
  lui(T1, CODE);
  sw(X0, T1, 0);
  expect_trap("rv64,v2", "may not be done there");
  lui(T1, DATA);
  lw(A0, T1, 2);
  expect_trap("rv64,v2", "no multiple");
  put(0xffffffff);
  expect_trap("rv64,v2", "is not one of");
  put(0x67); // jalr x0, 0(x0)
  expect_trap("rv32,v2", "instructions at 0x0");
  put(0x00100073);
  expect_trap("rv32,v2", "an ebreak");
  csrr(A0, 0x7c0);
  expect_trap("rv32,v2", "no register of control 0x7c0");
  beq(X0, X0, 0);
  expect_trap("rv32,v2", "the limit");
  addi(T0, X0, 3);
  join(T0);
  expect_trap("rv32,v2", "a join with token 3");
  put(0x0000302f | 3 << 15); // amoadd.d of a machine without them
  expect_trap("rv64,v2", "is not one of");
}

// A program that changes its own code runs the new one.
static void test_own_code(void) {
  qn_vx_sim *sim = open_sim("rv32,v2,cores=1,threads=1");
  CHECK(qn_vx_sim_protect(sim, CODE, 4096, QN_VX_READ | QN_VX_WRITE));
  lui(T1, CODE);
  lw(A0, T1, 4 * 6); // the word behind tmc
  sw(A0, T1, 4 * 4);
  addi(A1, X0, 1);
  addi(A1, X0, 2); // becomes 3
  beq(X0, X0, 2);
  put(3 << 20 | A1 << 7 | 0x13);
  store_at(A1, X0, 0);
  tmc(X0);
  CHECK(run(sim));
  CHECK(data(sim, 0, 0) == 3);
  qn_vx_sim_close(sim);
}

static void test_config(void) {
  static const char *const bad[] = {
      "rv16",   "v4",      "cores=0",  "cores=99", "threads=33",
      "cores=", "cores=x", "colour=1", "=1"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    qn_vx_config config = qn_vx_config_default();
    qn_diag diag = {0};
    CHECK(qn_vx_config_read(qn_str_from(bad[i]), &config, &diag).code ==
          QN_E_ARGUMENT);
  }
}

int main(void) {
  test_lanes();
  test_split("rv32,v2,cores=1,threads=4");
  test_split("rv64,v2,cores=1,threads=4");
  test_uniform_split();
  test_pred();
  test_divergence();
  test_warps();
  test_barrier();
  test_deadlock();
  test_votes();
  test_vote_sign();
  test_shuffles();
  test_not_in_version_2();
  test_blocks();
  test_large_block();
  test_local_memory();
  test_traps();
  test_own_code();
  test_config();
  return 0;
}
