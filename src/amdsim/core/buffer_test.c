// SPDX-License-Identifier: Apache-2.0
// Where buffers' descriptors put accesses: swizzled, with the lane's number
// added, and outside, by the formulas of the manuals.
#include "amdsim/core/memory.h"
#include "support/amd_wave.h"

enum { N = QN_AMD_LANES, WORDS = 1 << 16, REGISTERS = 8 };

static uint32_t memory[WORDS]; // each word is its own number
static uint32_t registers[REGISTERS * N];

// What a descriptor says.
typedef struct descriptor {
  uint32_t stride, records;
  unsigned element;      // 0, 4, 8, 16
  unsigned index_stride; // 8, 16, 32, 64
  unsigned adds_lane, check;
} descriptor;

static void describe(const descriptor *d) {
  const uint64_t base = (uintptr_t)memory;
  const bool newer = chip.major >= 11;
  uint32_t swizzle = 0, log = 0;
  while (d->element && 4u << swizzle < d->element)
    ++swizzle;
  while (8u << log < d->index_stride)
    ++log;
  if (d->element)
    swizzle = newer ? swizzle + 1 : 2;
  wave.s[4] = (uint32_t)base;
  wave.s[5] =
      (uint32_t)(base >> 32) | (d->stride & 0x3fff) << 16 | swizzle << 30;
  wave.s[6] = d->records;
  wave.s[7] = log << 21 | d->adds_lane << 23 | d->check << 28;
  if (chip.major == 9 && d->adds_lane)
    wave.s[7] |= d->stride >> 14 << 15;
}

static void start(const char *name) { start_wave(name, registers); }

static uint32_t place(const descriptor *d, uint32_t index, uint32_t offset) {
  if (!d->element)
    return index * d->stride + offset;
  const uint32_t index_msb = index / d->index_stride,
                 index_lsb = index % d->index_stride;
  const uint32_t offset_msb = offset / d->element,
                 offset_lsb = offset % d->element;
  return (index_msb * d->stride + offset_msb * d->element) * d->index_stride +
         index_lsb * d->element + offset_lsb;
}

// v1 has the index, v2 the offset, s8 what is added to all.
static void check(const descriptor *d) {
  describe(d);
  wave.s[8] = 64;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    registers[N + lane] = (lane * 7 + 3) % 100;
    registers[2 * N + lane] = lane * 12 % (d->stride - 4) & ~3u;
    registers[lane] = 12345;
  }
  run("buffer_load_dword v0, v[1:2], s[4:7], s8 idxen offen offset:4");
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const uint32_t index = registers[N + lane] + (d->adds_lane ? lane : 0);
    const uint32_t offset = registers[2 * N + lane] + 4;
    CHECK_INT(registers[lane], (64 + place(d, index, offset)) / 4);
  }
}

static void test_places(const char *name, bool elements) {
  static const unsigned index_strides[] = {8, 16, 32, 64};
  start(name);
  for (unsigned k = 0; k < 4; ++k)
    for (unsigned adds = 0; adds < 2; ++adds)
      for (unsigned element = 0; element <= 16;
           element = element ? 2 * element : 4) {
        if (element > 4 && !elements)
          break;
        check(&(descriptor){.stride = 48,
                            .records = 1000,
                            .element = element,
                            .index_stride = index_strides[k],
                            .adds_lane = adds});
      }
  // Stores go to the same places.
  describe(&(descriptor){
      .stride = 16, .records = 64, .element = 4, .index_stride = 8});
  wave.s[8] = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    registers[lane] = 0xabc00 + lane;
    registers[N + lane] = lane;
  }
  run("buffer_store_dword v0, v1, s[4:7], s8 idxen offset:8");
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    uint32_t *word = &memory[lane / 8 * 32 + 2 * 8 + lane % 8];
    CHECK_INT(*word, 0xabc00 + lane);
    *word = (uint32_t)(word - memory);
  }
}

// The lanes from `first` on are outside, by their index.
static void check_outside(const descriptor *d, unsigned first) {
  describe(d);
  wave.s[8] = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    registers[lane] = 12345;
    registers[N + lane] = lane + 1;
  }
  run("buffer_load_dword v0, v1, s[4:7], s8 idxen offset:4");
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    CHECK_INT(registers[lane], lane < first ? place(d, lane + 1, 4) / 4 : 0);
}

static void test_outside(void) {
  start("gfx90a");
  check_outside(&(descriptor){.stride = 16, .records = 21}, 20);
  start("gfx1030");
  check_outside(&(descriptor){.stride = 16, .records = 21}, 20);
  check_outside(&(descriptor){.stride = 4, .records = 21}, 0); // offset 4
  check_outside(&(descriptor){.stride = 4, .records = 21, .check = 1}, 20);
  check_outside(&(descriptor){.stride = 4, .records = 21, .check = 2}, 32);
  check_outside(&(descriptor){.stride = 4, .records = 0, .check = 2}, 0);
  check_outside(&(descriptor){.stride = 16, .records = 168, .check = 3}, 10);
  check_outside(&(descriptor){.stride = 16,
                              .records = 168,
                              .check = 3,
                              .element = 4,
                              .index_stride = 8},
                9);
}

// Words of one access, some of which are outside.
static void test_partly(const char *name) {
  start(name);
  describe(&(descriptor){.records = 40});
  wave.s[8] = 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    registers[6 * N + lane] = 4 * lane;
    for (unsigned k = 0; k < 4; ++k)
      registers[k * N + lane] = 0xabc00 + k;
  }
  run("buffer_load_dwordx4 v[0:3], v6, s[4:7], s8 offen offset:4");
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    for (unsigned k = 0; k < 4; ++k)
      CHECK_INT(registers[k * N + lane], lane + 1 + k < 10 ? lane + 1 + k : 0);
  for (unsigned k = 0; k < 3; ++k)
    registers[k * N] = 0xabc00 + k;
  wave.s[QN_AMD_EXEC] = 1;
  wave.s[QN_AMD_EXEC + 1] = 0;
  run("buffer_store_dwordx3 v[0:2], v6, s[4:7], s8 offen offset:32");
  CHECK_INT(memory[8], 0xabc00);
  CHECK_INT(memory[9], 0xabc01);
  CHECK_INT(memory[10], 10);
  memory[8] = 8;
  memory[9] = 9;
}

// Strides of more than 14 bits on gfx9; what crosses an element is refused.
static void test_others(void) {
  start("gfx90a");
  describe(&(descriptor){
      .stride = 1 << 14, .records = 64, .adds_lane = 1, .index_stride = 8});
  wave.s[8] = 0;
  wave.s[QN_AMD_EXEC] = 0xf;
  wave.s[QN_AMD_EXEC + 1] = 0;
  run("buffer_load_dword v0, off, s[4:7], s8");
  CHECK_INT(registers[3], 3 << 12);
  describe(&(descriptor){
      .stride = 16, .records = 64, .element = 4, .index_stride = 8});
  run("buffer_load_dwordx2 v[0:1], v1, s[4:7], s8 idxen");
  CHECK_INT(wave.state, QN_AMD_FAILED);
  CHECK(strstr(dispatch.message, "swizzled elements of 4 bytes"));
}

// Into scalar registers: words behind the end are 0, the stride only counts.
static void test_scalar(const char *name, const char *text, bool strided) {
  start(name);
  describe(
      &(descriptor){.stride = strided ? 12 : 0, .records = strided ? 3 : 36});
  wave.s[8] = 9; // the last two bits do not count
  for (unsigned k = 0; k < 8; ++k)
    wave.s[16 + k] = 12345;
  run(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned k = 0; k < 8; ++k)
    CHECK_INT(wave.s[16 + k], k + 6 < 9 ? k + 6 : 0);
  CHECK_INT(wave.s[24], 0);
}

static void test_scalars(void) {
  for (unsigned strided = 0; strided < 2; ++strided) {
    test_scalar("gfx90a", "s_buffer_load_dwordx8 s[16:23], s[4:7], 0x18",
                strided);
    test_scalar("gfx1030",
                "s_buffer_load_dwordx8 s[16:23], s[4:7], s8 "
                "offset:0x10",
                strided);
    test_scalar("gfx1100",
                "s_buffer_load_b256 s[16:23], s[4:7], s8 "
                "offset:0x10",
                strided);
  }
  start("gfx1200");
  describe(&(descriptor){.records = 8});
  memory[1] = 0x8001fe03;
  run("s_buffer_load_i16 s16, s[4:7], 0x6");
  CHECK_INT(wave.s[16], 0xffff8001);
  run("s_buffer_load_u8 s16, s[4:7], 0x5");
  CHECK_INT(wave.s[16], 0xfe);
  run("s_buffer_load_i8 s16, s[4:7], 0x8");
  CHECK_INT(wave.s[16], 0);
  run("s_buffer_load_b96 s[16:18], s[4:7], 0x0");
  CHECK_INT(wave.s[17], 0x8001fe03);
  CHECK_INT(wave.s[18], 0);
  memory[1] = 1;
  // Memory that is not there, though the descriptor has it.
  wave.s[5] |= 0x8000;
  run("s_buffer_load_b32 s16, s[4:7], 0x0");
  CHECK_INT(wave.state, QN_AMD_FAILED);
}

// Private memory at an offset that is a negative register and an immediate one.
static void test_private(const char *name, unsigned element) {
  enum { SIZE = 64 };
  start(name);
  wave.scratch = (uint8_t *)memory;
  wave.scratch_size = SIZE;
  describe(&(descriptor){.stride = SIZE,
                         .records = UINT32_MAX,
                         .adds_lane = 1,
                         .element = element,
                         .index_stride = wave.lanes});
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    registers[N + lane] = (uint32_t)-16;
  run("buffer_load_dword v0, v1, s[4:7], 0 offen offset:24");
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    CHECK_INT(registers[lane], 2 * wave.lanes + lane);
  run("buffer_load_dword v0, v1, s[4:7], 0 offen offset:12");
  CHECK_INT(wave.state, QN_AMD_FAILED); // before its start
}

// Past the registers: a word a lane behind M0, and 0 for what is outside.
static void test_shared(void) {
  static uint32_t lds[256];
  group.lds = (uint8_t *)lds;
  group.lds_size = sizeof(lds);
  start("gfx942");
  memset(lds, 0xee, sizeof(lds));
  describe(&(descriptor){.stride = 0, .records = 4 * 60});
  wave.s[8] = 16;
  wave.s[QN_AMD_M0] = 128;
  wave.s[QN_AMD_EXEC] = UINT32_MAX - 1; // not lane 0
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    registers[N + lane] = 4 * lane;
  run("buffer_load_dword v1, s[4:7], s8 offen offset:4 lds");
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    CHECK_INT(lds[33 + lane], !lane ? 0xeeeeeeee : lane < 55 ? lane + 5 : 0);
  CHECK_INT(lds[32], 0xeeeeeeee);
  CHECK_INT(lds[97], 0xeeeeeeee);
  // By addresses; the offset is added on both sides.
  const uint64_t base = (uintptr_t)memory;
  wave.s[10] = (uint32_t)base;
  wave.s[11] = (uint32_t)(base >> 32);
  wave.s[QN_AMD_M0] = 0;
  memory[9] = 0x8001;
  run("global_load_lds_sshort v1, s[10:11] offset:32");
  CHECK_INT(lds[9], 0xffff8001);
  CHECK_INT(lds[10], 10);
  memory[9] = 9;
  wave.s[QN_AMD_M0] = 1000;
  run("global_load_lds_dword v1, s[10:11]");
  CHECK_INT(wave.state, QN_AMD_FAILED);
  CHECK(strstr(dispatch.message, "of shared memory, of which the group has"));
}

int main(void) {
  for (uint32_t k = 0; k < WORDS; ++k)
    memory[k] = k;
  qn_mutex_init(&dispatch.mutex);
  CHECK(!qn_failed(
      qn_amd_memory_add((uintptr_t)memory, sizeof(memory), true, NULL)));
  test_shared();
  test_places("gfx906", false);
  test_places("gfx90a", false);
  test_places("gfx1030", false);
  test_places("gfx1100", true);
  test_places("gfx1200", true);
  test_outside();
  test_others();
  test_partly("gfx90a");
  test_partly("gfx1100");
  test_scalars();
  test_private("gfx90a", 4);
  test_private("gfx1030", 4);
  return 0;
}
