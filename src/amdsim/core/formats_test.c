// SPDX-License-Identifier: Apache-2.0
// Typed buffers: every format that there is by its name and its number, read
// and written by instructions, against arithmetic of the test's own.
#include "amdsim/core/formats.h"

#include "amdsim/core/memory.h"
#include "amdsim/isa/floats.h"
#include "support/draw.h"
#include "support/amd_wave.h"

enum { N = QN_AMD_LANES, BYTES = N * 16, REGISTERS = 8 };

// As LLVM's assembler counts them, from 1 on.
static const char *const gfx10_names[] = {"8_UNORM",
                                          "8_SNORM",
                                          "8_USCALED",
                                          "8_SSCALED",
                                          "8_UINT",
                                          "8_SINT",
                                          "16_UNORM",
                                          "16_SNORM",
                                          "16_USCALED",
                                          "16_SSCALED",
                                          "16_UINT",
                                          "16_SINT",
                                          "16_FLOAT",
                                          "8_8_UNORM",
                                          "8_8_SNORM",
                                          "8_8_USCALED",
                                          "8_8_SSCALED",
                                          "8_8_UINT",
                                          "8_8_SINT",
                                          "32_UINT",
                                          "32_SINT",
                                          "32_FLOAT",
                                          "16_16_UNORM",
                                          "16_16_SNORM",
                                          "16_16_USCALED",
                                          "16_16_SSCALED",
                                          "16_16_UINT",
                                          "16_16_SINT",
                                          "16_16_FLOAT",
                                          "10_11_11_UNORM",
                                          "10_11_11_SNORM",
                                          "10_11_11_USCALED",
                                          "10_11_11_SSCALED",
                                          "10_11_11_UINT",
                                          "10_11_11_SINT",
                                          "10_11_11_FLOAT",
                                          "11_11_10_UNORM",
                                          "11_11_10_SNORM",
                                          "11_11_10_USCALED",
                                          "11_11_10_SSCALED",
                                          "11_11_10_UINT",
                                          "11_11_10_SINT",
                                          "11_11_10_FLOAT",
                                          "10_10_10_2_UNORM",
                                          "10_10_10_2_SNORM",
                                          "10_10_10_2_USCALED",
                                          "10_10_10_2_SSCALED",
                                          "10_10_10_2_UINT",
                                          "10_10_10_2_SINT",
                                          "2_10_10_10_UNORM",
                                          "2_10_10_10_SNORM",
                                          "2_10_10_10_USCALED",
                                          "2_10_10_10_SSCALED",
                                          "2_10_10_10_UINT",
                                          "2_10_10_10_SINT",
                                          "8_8_8_8_UNORM",
                                          "8_8_8_8_SNORM",
                                          "8_8_8_8_USCALED",
                                          "8_8_8_8_SSCALED",
                                          "8_8_8_8_UINT",
                                          "8_8_8_8_SINT",
                                          "32_32_UINT",
                                          "32_32_SINT",
                                          "32_32_FLOAT",
                                          "16_16_16_16_UNORM",
                                          "16_16_16_16_SNORM",
                                          "16_16_16_16_USCALED",
                                          "16_16_16_16_SSCALED",
                                          "16_16_16_16_UINT",
                                          "16_16_16_16_SINT",
                                          "16_16_16_16_FLOAT",
                                          "32_32_32_UINT",
                                          "32_32_32_SINT",
                                          "32_32_32_FLOAT",
                                          "32_32_32_32_UINT",
                                          "32_32_32_32_SINT",
                                          "32_32_32_32_FLOAT"};
static const char *const gfx11_names[] = {"8_UNORM",
                                          "8_SNORM",
                                          "8_USCALED",
                                          "8_SSCALED",
                                          "8_UINT",
                                          "8_SINT",
                                          "16_UNORM",
                                          "16_SNORM",
                                          "16_USCALED",
                                          "16_SSCALED",
                                          "16_UINT",
                                          "16_SINT",
                                          "16_FLOAT",
                                          "8_8_UNORM",
                                          "8_8_SNORM",
                                          "8_8_USCALED",
                                          "8_8_SSCALED",
                                          "8_8_UINT",
                                          "8_8_SINT",
                                          "32_UINT",
                                          "32_SINT",
                                          "32_FLOAT",
                                          "16_16_UNORM",
                                          "16_16_SNORM",
                                          "16_16_USCALED",
                                          "16_16_SSCALED",
                                          "16_16_UINT",
                                          "16_16_SINT",
                                          "16_16_FLOAT",
                                          "10_11_11_FLOAT",
                                          "11_11_10_FLOAT",
                                          "10_10_10_2_UNORM",
                                          "10_10_10_2_SNORM",
                                          "10_10_10_2_UINT",
                                          "10_10_10_2_SINT",
                                          "2_10_10_10_UNORM",
                                          "2_10_10_10_SNORM",
                                          "2_10_10_10_USCALED",
                                          "2_10_10_10_SSCALED",
                                          "2_10_10_10_UINT",
                                          "2_10_10_10_SINT",
                                          "8_8_8_8_UNORM",
                                          "8_8_8_8_SNORM",
                                          "8_8_8_8_USCALED",
                                          "8_8_8_8_SSCALED",
                                          "8_8_8_8_UINT",
                                          "8_8_8_8_SINT",
                                          "32_32_UINT",
                                          "32_32_SINT",
                                          "32_32_FLOAT",
                                          "16_16_16_16_UNORM",
                                          "16_16_16_16_SNORM",
                                          "16_16_16_16_USCALED",
                                          "16_16_16_16_SSCALED",
                                          "16_16_16_16_UINT",
                                          "16_16_16_16_SINT",
                                          "16_16_16_16_FLOAT",
                                          "32_32_32_UINT",
                                          "32_32_32_SINT",
                                          "32_32_32_FLOAT",
                                          "32_32_32_32_UINT",
                                          "32_32_32_32_SINT",
                                          "32_32_32_32_FLOAT"};
enum {
  GFX10_NAMES = sizeof(gfx10_names) / sizeof(gfx10_names[0]),
  GFX11_NAMES = sizeof(gfx11_names) / sizeof(gfx11_names[0]),
};
// Of gfx9, by their numbers.
static const char *const gfx9_data[] = {
    "8",        "16",          "8_8",        "32",         "16_16",
    "10_11_11", "11_11_10",    "10_10_10_2", "2_10_10_10", "8_8_8_8",
    "32_32",    "16_16_16_16", "32_32_32",   "32_32_32_32"};
static const char *const gfx9_numbers[] = {
    "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", NULL, "FLOAT"};

static uint8_t memory[BYTES] __attribute__((aligned(16)));
static uint32_t registers[REGISTERS * N];

// A format as the test reads it out of a name.
typedef struct shape {
  unsigned bits[4], count, size;
  char number[16];
} shape;

static shape shape_of(const char *name) {
  unsigned first[4] = {0};
  shape s = {.count = 0};
  while (*name >= '0' && *name <= '9') {
    first[s.count++] = (unsigned)strtoul(name, (char **)(uintptr_t)&name, 10);
    name += *name == '_';
  }
  snprintf(s.number, sizeof(s.number), "%s", name);
  for (unsigned k = 0; k < s.count; ++k) {
    s.bits[k] = first[s.count - 1 - k];
    s.size += s.bits[k];
  }
  s.size /= 8;
  return s;
}

static bool is(const shape *s, const char *number) {
  return strcmp(s->number, number) == 0;
}

// ---- What an element is

static uint32_t raw(const shape *s, unsigned lane, unsigned k) {
  unsigned at = 0;
  uint32_t v = 0;
  for (unsigned j = 0; j < k; ++j)
    at += s->bits[j];
  for (unsigned b = 0; b < s->bits[k]; ++b, ++at)
    v |= (uint32_t)(memory[lane * 16 + at / 8] >> (at % 8) & 1) << b;
  return v;
}

static double small_float(uint32_t v, unsigned fraction) {
  if (fraction > 26)
    return 0;
  const uint32_t exponent = v >> fraction & 31;
  const double part = (double)(v & ((1u << fraction) - 1)) / (1u << fraction);
  const double size = exponent == 31 ? (part != 0 ? NAN : INFINITY)
                      : exponent     ? ldexp(1 + part, (int)exponent - 15)
                                     : ldexp(part, -14);
  return v >> fraction >> 5 ? -size : size;
}

static uint32_t expected(const shape *s, unsigned lane, unsigned k) {
  if (k >= s->count || !s->bits[k])
    return 0;
  const uint32_t v = raw(s, lane, k);
  const unsigned bits = s->bits[k];
  const int64_t whole = (int64_t)v - (v >> (bits - 1) ? (int64_t)1 << bits : 0);
  double real = (double)whole;
  if (is(s, "UINT") || (is(s, "FLOAT") && bits == 32))
    return v;
  if (is(s, "SINT"))
    return (uint32_t)whole;
  if (is(s, "UNORM"))
    real = v / (pow(2, bits) - 1);
  else if (is(s, "SNORM"))
    real = fmax(-1, real / (pow(2, bits - 1) - 1));
  else if (is(s, "USCALED"))
    real = v;
  else if (is(s, "FLOAT"))
    real = small_float(v, bits == 16 ? 10 : bits - 5);
  return bits_of((float)real);
}

static bool same(uint32_t got, uint32_t want, const shape *s) {
  const bool real = !is(s, "UINT") && !is(s, "SINT");
  return got == want || (real && isnan(as_float(got)) && isnan(as_float(want)));
}

// ---- Running

static void start(const char *name) {
  start_wave(name, registers);
  const uint64_t base = (uintptr_t)memory;
  wave.s[4] = (uint32_t)base;
  wave.s[5] = (uint32_t)(base >> 32) | 16 << 16; // structures of 16 bytes
  wave.s[6] = N;
  wave.s[7] = 0;
}

static void draw_memory(void) {
  for (unsigned k = 0; k < BYTES; ++k)
    memory[k] = (uint8_t)draw();
  // The ends of what components can be.
  memset(memory, 0xff, 16);
  memset(memory + 16, 0, 16);
  for (unsigned k = 0; k < 16; ++k)
    memory[32 + k] = (uint8_t)(k % 2 ? 0x80 : 0);
}

static void fill_registers(void) {
  for (unsigned lane = 0; lane < N; ++lane) {
    for (unsigned r = 0; r < 4; ++r)
      registers[r * N + lane] = 0xabcdabcd;
    registers[4 * N + lane] = lane;
  }
}

// What is stored is what was loaded. A number that two patterns stand for
// comes back as one of them.
static void check_store(const char *name, const shape *s, const char *format,
                        const char *load) {
  static const char *const parts[] = {"x", "xy", "xyz", "xyzw"};
  char text[160];
  uint32_t before[4 * N];
  memcpy(before, registers, sizeof(before));
  snprintf(text, sizeof(text),
           "%sbuffer_store_format_%s v[0:3], v4, s[4:7], 0 "
           "%s idxen",
           *format ? "t" : "", parts[(s->count + 3) % 4], format);
  memset(memory, 0x5a, BYTES);
  run(text);
  if (wave.state != QN_AMD_RUNNING) {
    printf("%s: %s\n", name, dispatch.message);
    CHECK_INT(wave.state, QN_AMD_RUNNING);
    return;
  }
  if (s->size < 16) // nothing behind an element
    CHECK_INT(memory[s->size], 0x5a);
  run(load);
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    for (unsigned k = 0; k < s->count; ++k)
      CHECK(same(registers[k * N + lane], before[k * N + lane], s));
}

// A NaN of a small float may become another one, and is not stored.
static bool has_nan(const shape *s, unsigned lane) {
  bool any = false;
  for (unsigned k = 0; k < s->count && is(s, "FLOAT"); ++k)
    any |= isnan(as_float(expected(s, lane, k)));
  return any;
}

static void avoid_nans(const shape *s) {
  for (unsigned lane = 0; lane < N; ++lane)
    while (has_nan(s, lane))
      for (unsigned b = 0; b < 16; ++b)
        memory[lane * 16 + b] = (uint8_t)draw();
}

// `format`: of the instruction, or "", when the descriptor has it.
static void check_format(const char *name, const char *format) {
  const shape s = shape_of(name);
  char text[160];
  draw_memory();
  avoid_nans(&s);
  fill_registers();
  snprintf(text, sizeof(text),
           "%sbuffer_load_format_xyzw v[0:3], v4, s[4:7], 0 %s idxen",
           *format ? "t" : "", format);
  if (!*format) // all components that there are, and 0 and 1
    wave.s[7] |= 4u | (s.count > 1 ? 5u : 0u) << 3 |
                 (s.count > 2 ? 6u : 0u) << 6 | (s.count > 3 ? 7u : 1u) << 9;
  run(text);
  CHECK_INT(wave.state, QN_AMD_RUNNING);
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    for (unsigned k = 0; k < 4; ++k) {
      const bool one = !*format && k == 3 && s.count < 4;
      const bool whole = is(&s, "UINT") || is(&s, "SINT");
      const uint32_t want =
          one ? (whole ? 1 : 0x3f800000) : expected(&s, lane, k);
      const uint32_t got = registers[k * N + lane];
      if (!same(got, want, &s))
        printf("%s, lane %u, %u: %x %x\n", name, lane, k, got, want);
      CHECK(same(got, want, &s));
    }
  check_store(name, &s, format, text);
}

static void test_unified(const char *chip_name, const char *const *names,
                         unsigned count) {
  for (unsigned k = 0; k < count; ++k) {
    char format[64];
    start(chip_name);
    snprintf(format, sizeof(format), "format:[BUF_FMT_%s]", names[k]);
    check_format(names[k], format);
    start(chip_name);
    wave.s[7] = (k + 1) << 12;
    check_format(names[k], "");
  }
  start(chip_name);
  wave.s[7] = (count + 1) << 12;
  run("buffer_load_format_x v0, v4, s[4:7], 0 idxen");
  CHECK_INT(wave.state, QN_AMD_FAILED);
}

static void test_gfx9(const char *chip_name) {
  for (unsigned d = 0; d < 14; ++d)
    for (unsigned n = 0; n < 8; ++n) {
      const bool wide = strncmp(gfx9_data[d], "32", 2) == 0;
      const bool small = gfx9_data[d][0] == '8' || strstr(gfx9_data[d], "_2") ||
                         gfx9_data[d][0] == '2';
      char name[32], format[96];
      if (!gfx9_numbers[n] || (wide && n < 4) || (n == 7 && small && !wide))
        continue; // not there, says the manual
      snprintf(name, sizeof(name), "%s_%s", gfx9_data[d], gfx9_numbers[n]);
      snprintf(format, sizeof(format),
               "format:[BUF_DATA_FORMAT_%s,BUF_NUM_FORMAT_%s]", gfx9_data[d],
               gfx9_numbers[n]);
      start(chip_name);
      check_format(name, format);
      start(chip_name);
      wave.s[7] = (d + 1) << 15 | n << 12;
      check_format(name, "");
    }
  // What is usual is not written.
  qn_amd_format f;
  CHECK(qn_amd_format_named(QN_STR("BUF_NUM_FORMAT_SINT"), &f));
  CHECK(f.count == 1 && f.bits[0] == 8 && f.number == QN_AMD_SINT);
  CHECK(qn_amd_format_named(QN_STR("BUF_DATA_FORMAT_32"), &f));
  CHECK(f.bits[0] == 32 && f.number == QN_AMD_UNORM);
}

// ---- Two components in a register

static void test_halves(void) {
  start("gfx1100");
  draw_memory();
  fill_registers();
  run("tbuffer_load_d16_format_xyz v[0:1], v4, s[4:7], 0 "
      "format:[BUF_FMT_16_16_16_16_UINT] idxen");
  const shape s = shape_of("16_16_16_16_UINT");
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK_INT(registers[lane], raw(&s, lane, 0) | raw(&s, lane, 1) << 16);
    CHECK_INT(registers[N + lane], raw(&s, lane, 2) | 0xabcd0000);
  }
  start("gfx90a");
  wave.s[7] = 2 << 15 | 7 << 12 | 4; // 16 bits, floats
  memory[0] = 0;
  memory[1] = 0x3c;
  run("buffer_load_format_d16_hi_x v2, v4, s[4:7], 0 idxen");
  CHECK_INT(registers[2 * N], 0x3c00abcd);
  registers[2 * N + 1] = 0xc0001234;
  run("buffer_store_format_d16_hi_x v2, v4, s[4:7], 0 idxen");
  CHECK_INT(memory[16] | memory[17] << 8, 0xc000);
}

// ---- Outside, and what is not known

static void test_outside(void) {
  start("gfx1030");
  draw_memory();
  fill_registers();
  wave.s[6] = 20; // structures
  wave.s[7] = 22 << 12 | 4 | 1 << 9;
  run("buffer_load_format_xyzw v[0:3], v4, s[4:7], 0 idxen");
  const shape s = shape_of("32_FLOAT");
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK_INT(registers[lane], lane < 20 ? raw(&s, lane, 0) : 0);
    CHECK_INT(registers[N + lane], 0);
    CHECK_INT(registers[3 * N + lane], 0x3f800000);
  }
}

static void check_refused(const char *text, const char *why) {
  qn_amd_inst inst = {0};
  qn_diag diag = {0};
  if (qn_failed(qn_amd_parse(qn_str_from(text), &chip, &inst, &diag))) {
    CHECK(strstr(diag.message, why));
    return;
  }
  run(text);
  CHECK_INT(wave.state, QN_AMD_FAILED);
  CHECK(strstr(dispatch.message, why));
}

static void test_refused(void) {
  start("gfx1030");
  fill_registers();
  for (unsigned lane = 0; lane < N; ++lane)
    registers[lane] = bits_of(1.0f + (float)lane / 4096);
  check_refused("tbuffer_store_format_x v0, v4, s[4:7], 0 "
                "format:[BUF_FMT_16_FLOAT] idxen",
                "is stored is not known");
  check_refused("tbuffer_store_format_x v0, v4, s[4:7], 0 "
                "format:[BUF_FMT_8_UINT] idxen",
                "is stored is not known");
  check_refused("tbuffer_store_format_x v0, v4, s[4:7], 0 "
                "format:[BUF_FMT_8_8_UNORM] idxen",
                "is not simulated");
  check_refused("tbuffer_load_format_x v0, v4, s[4:7], 0 format:78 idxen",
                "the format '78'");
  check_refused("tbuffer_load_format_x v0, v4, s[4:7], 0 "
                "format:[BUF_FMT_INVALID] idxen",
                "the format");
  wave.s[7] = 22 << 12 | 5; // the second of one component
  check_refused("buffer_load_format_x v0, v4, s[4:7], 0 idxen",
                "selects 5 as component 0");
}

int main(void) {
  qn_mutex_init(&dispatch.mutex);
  CHECK(!qn_failed(
      qn_amd_memory_add((uintptr_t)memory, sizeof(memory), true, NULL)));
  test_gfx9("gfx906");
  test_gfx9("gfx90a");
  test_unified("gfx1030", gfx10_names, GFX10_NAMES);
  test_unified("gfx1100", gfx11_names, GFX11_NAMES);
  test_unified("gfx1200", gfx11_names, GFX11_NAMES);
  test_halves();
  test_outside();
  test_refused();
  return 0;
}
