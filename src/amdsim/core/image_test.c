// SPDX-License-Identifier: Apache-2.0
// Images: texels by coordinates and by samplers, on each generation, against
// the test's own addresses and filters.
#include "amdsim/core/memory.h"
#include "amdsim/isa/floats.h"
#include "support/draw.h"
#include "support/amd_wave.h"

enum {
  N = QN_AMD_LANES,
  REGISTERS = 16,
  BYTES = 1 << 16,
  BYTE_UNORM4 = 56, // numbers of formats: of gfx10
  WORD_UINT = 20,
  WORD_FLOAT = 22,
};

static uint8_t memory[BYTES] __attribute__((aligned(256)));
static uint32_t registers[REGISTERS * N];

// What a descriptor says; sizes of 0 are 1.
typedef struct shape {
  unsigned dim, width, height, depth, format;
  unsigned pitch; // texels; 0: not told
  unsigned first; // layer
} shape;

// gfx11 has fewer formats in front of this one.
static unsigned format_number(unsigned gfx10) {
  return chip.major > 10 && gfx10 == BYTE_UNORM4 ? 42 : gfx10;
}

static void describe(const shape *m) {
  const uint64_t base = (uintptr_t)memory >> 8;
  const uint32_t width = m->width - 1, height = m->height ? m->height - 1 : 0;
  const uint32_t deep = m->pitch ? m->pitch - 1 : m->depth ? m->depth - 1 : 0;
  uint32_t *s = &wave.s[8];
  const unsigned format = format_number(m->format);
  s[0] = (uint32_t)base;
  s[1] = (uint32_t)(base >> 32) | format << (chip.major >= 12 ? 17 : 20) |
         (width & 3) << 30;
  s[2] = width >> 2 | height << 14;
  s[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | m->dim << 28;
  if (m->format != BYTE_UNORM4)
    s[3] = (s[3] & 0xf0000000) | 4; // one component
  s[4] = deep | m->first << 16;
  s[5] = s[6] = s[7] = 0;
}

static void start(const char *name) { start_wave(name, registers); }

static uint32_t *v(unsigned reg) { return registers + (size_t)reg * N; }

static void draw_memory(void) {
  for (unsigned k = 0; k < BYTES; ++k)
    memory[k] = (uint8_t)draw();
}

// ---- By whole coordinates

static const char *const dim_names[] = {
    [QN_AMD_1D] = "SQ_RSRC_IMG_1D",
    [QN_AMD_2D] = "SQ_RSRC_IMG_2D",
    [QN_AMD_3D] = "SQ_RSRC_IMG_3D",
    [QN_AMD_1D_ARRAY] = "SQ_RSRC_IMG_1D_ARRAY",
    [QN_AMD_2D_ARRAY] = "SQ_RSRC_IMG_2D_ARRAY"};

// Where a texel of four bytes is, row by row.
static uint32_t offset_of(const shape *m, uint32_t x, uint32_t y, uint32_t z) {
  const uint32_t pitch = m->pitch ? m->pitch : (m->width + 63) / 64 * 64;
  const uint32_t height = m->height ? m->height : 1;
  return (((z + m->first) * height + y) * pitch + x) * 4;
}

static unsigned axes(const shape *m) {
  return m->dim == QN_AMD_1D                                ? 1
         : m->dim == QN_AMD_3D || m->dim == QN_AMD_2D_ARRAY ? 3
                                                            : 2;
}

static void check_loads(const shape *m) {
  char text[160];
  const bool layers = m->dim == QN_AMD_1D_ARRAY;
  describe(m);
  draw_memory();
  for (unsigned lane = 0; lane < 32; ++lane) {
    v(4)[lane] = (uint32_t)(draw() % (m->width + 1));
    v(7)[lane] = (uint32_t)(draw() % ((layers ? m->depth : m->height) + 1));
    v(5)[lane] = (uint32_t)(draw() % (m->depth - m->first + 1));
  }
  if (layers)
    for (unsigned lane = 0; lane < 32; ++lane)
      v(7)[lane] = v(7)[lane] < m->depth - m->first ? v(7)[lane] : m->depth;
  snprintf(text, sizeof(text), "image_load v0, %s, s[8:15] dmask:0x1 dim:%s",
           axes(m) == 1   ? "v4"
           : axes(m) == 2 ? "[v4, v7]"
                          : "[v4, v7, v5]",
           dim_names[m->dim]);
  CHECK(run(text));
  for (unsigned lane = 0; lane < 32; ++lane) {
    const uint32_t x = v(4)[lane], b = v(7)[lane], c = v(5)[lane];
    const uint32_t y = layers || axes(m) < 2 ? 0 : b;
    const uint32_t z = layers ? b : axes(m) == 3 ? c : 0;
    const bool inside = x < m->width &&
                        (axes(m) < 2 || layers || y < m->height) &&
                        (axes(m) < 3 || z < m->depth - m->first) &&
                        (!layers || z < m->depth - m->first);
    uint32_t want = 0;
    if (inside)
      memcpy(&want, memory + offset_of(m, x, y, z), 4);
    CHECK_INT(v(0)[lane], want);
  }
}

static void test_loads(const char *name) {
  start(name);
  check_loads(&(shape){QN_AMD_1D, 100, 0, 1, WORD_UINT, 128, 0});
  check_loads(&(shape){QN_AMD_2D, 20, 5, 1, WORD_UINT, 64, 0});
  check_loads(&(shape){QN_AMD_2D, 64, 5, 1, WORD_UINT, 192, 0});
  check_loads(&(shape){QN_AMD_3D, 64, 3, 4, WORD_UINT, 0, 0});
  check_loads(&(shape){QN_AMD_2D_ARRAY, 64, 3, 5, WORD_UINT, 0, 2});
  check_loads(&(shape){QN_AMD_1D_ARRAY, 64, 0, 5, WORD_UINT, 0, 1});
}

static const shape plain = {QN_AMD_2D, 20, 5, 1, BYTE_UNORM4, 64, 0};

// Four components, in some of the registers, and 16 bits of coordinates.
static void test_parts(const char *name) {
  start(name);
  describe(&plain);
  draw_memory();
  for (unsigned lane = 0; lane < 32; ++lane) {
    v(4)[lane] = lane % 20 | (lane % 5) << 16;
    v(1)[lane] = 0x12345678;
  }
  CHECK(run("image_load v[0:1], v4, s[8:15] dmask:0xa dim:SQ_RSRC_IMG_2D a16"));
  for (unsigned lane = 0; lane < 32; ++lane) {
    const uint8_t *t = memory + offset_of(&plain, lane % 20, lane % 5, 0);
    CHECK(as_float(v(0)[lane]) == (float)t[1] / 255);
    CHECK(as_float(v(1)[lane]) == (float)t[3] / 255);
  }
  CHECK(run("image_load v[0:1], v4, s[8:15] dmask:0x7 dim:SQ_RSRC_IMG_2D a16 "
            "d16"));
  const uint8_t *t = memory + offset_of(&plain, 3, 3, 0);
  CHECK_INT(v(0)[3], to_half((float)t[0] / 255) |
                         (uint32_t)to_half((float)t[1] / 255) << 16);
  // Stored, each lane its own texel; outside nothing is.
  for (unsigned lane = 0; lane < 32; ++lane) {
    v(4)[lane] = lane;
    v(5)[lane] = 2;
    for (unsigned k = 0; k < 4; ++k)
      v(k)[lane] = bits_of((float)(lane * 4 + k) / 255);
  }
  memset(memory, 0xee, BYTES);
  CHECK(run("image_store v[0:3], v[4:5], s[8:15] dmask:0xf "
            "dim:SQ_RSRC_IMG_2D"));
  for (unsigned x = 0; x < 32; ++x)
    for (unsigned k = 0; k < 4; ++k)
      CHECK_INT(memory[offset_of(&plain, x, 2, 0) + k],
                x < 20 ? x * 4 + k : 0xee);
  CHECK_INT(memory[offset_of(&plain, 0, 1, 0)], 0xee);
}

static void test_sizes(const char *name) {
  start(name);
  describe(&(shape){QN_AMD_3D, 64, 3, 4, WORD_UINT, 0, 0});
  memset(v(4), 0, N * 4);
  CHECK(run("image_get_resinfo v[0:3], v4, s[8:15] dmask:0xf "
            "dim:SQ_RSRC_IMG_3D"));
  const uint32_t want[4] = {64, 3, 4, 1};
  for (unsigned k = 0; k < 4; ++k)
    CHECK_INT(v(k)[7], want[k]);
}

static void test_atomics(const char *name, const char *add) {
  const shape m = {QN_AMD_2D, 20, 5, 1, WORD_UINT, 64, 0};
  uint32_t was, now;
  start(name);
  describe(&m);
  draw_memory();
  memcpy(&was, memory + offset_of(&m, 3, 1, 0), 4);
  wave.s[QN_AMD_EXEC] = 0xff;
  for (unsigned lane = 0; lane < 32; ++lane) {
    v(4)[lane] = 3;
    v(5)[lane] = 1;
    v(0)[lane] = lane + 1;
  }
  CHECK(run(add));
  memcpy(&now, memory + offset_of(&m, 3, 1, 0), 4);
  CHECK_INT(now, was + 36);
  CHECK_INT(v(0)[2], was + 3); // after 1 and 2
  v(4)[0] = 20;
  CHECK(!run(add));
}

// ---- By a sampler

static void set_sampler(unsigned clamp, bool linear, bool in_texels) {
  wave.s[16] = clamp | clamp << 3 | clamp << 6 | (in_texels ? 1u << 15 : 0);
  wave.s[17] = 0xfff << 12;
  wave.s[18] = linear ? 5u << 20 : 0;
  wave.s[19] = 0;
}

// A coordinate's texel, -1 for the border.
static int wrapped(unsigned clamp, int at, int size) {
  if (at >= 0 && at < size)
    return at;
  switch (clamp) {
  case 0:
    return at - (int)floor((double)at / size) * size;
  case 1: {
    const int turn = at - (int)floor((double)at / (2 * size)) * 2 * size;
    return turn < size ? turn : 2 * size - 1 - turn;
  }
  case 2:
    return at < 0 ? 0 : size - 1;
  default:
    return -1;
  }
}

static double texel(const shape *m, unsigned clamp, int x, int y, unsigned k) {
  x = wrapped(clamp, x, (int)m->width);
  y = wrapped(clamp, y, (int)m->height);
  return x < 0 || y < 0
             ? 0
             : memory[offset_of(m, (uint32_t)x, (uint32_t)y, 0) + k] / 255.0;
}

// Coordinates in 256ths of a texel, so that nothing is rounded.
static void check_samples(const char *text, unsigned clamp, bool linear,
                          bool in_texels, unsigned reg) {
  describe(&plain);
  set_sampler(clamp, linear, in_texels);
  int at[2][32];
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned k = 0; k < 2; ++k) {
      const int size = k ? 5 : 20;
      at[k][lane] = (int)(draw() % (unsigned)(3 * size * 256)) - size * 256;
      at[k][lane] |= !linear; // not at an edge
      const double c = at[k][lane] / 256.0;
      v(reg + k)[lane] = bits_of((float)(in_texels ? c : c / size));
    }
  CHECK(run(text));
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned k = 0; k < 4; ++k) {
      const double x = at[0][lane] / 256.0 - (linear ? 0.5 : 0);
      const double y = at[1][lane] / 256.0 - (linear ? 0.5 : 0);
      const int ix = (int)floor(x), iy = (int)floor(y);
      const double fx = linear ? x - ix : 0, fy = linear ? y - iy : 0;
      const double want = (texel(&plain, clamp, ix, iy, k) * (1 - fx) +
                           texel(&plain, clamp, ix + 1, iy, k) * fx) *
                              (1 - fy) +
                          (texel(&plain, clamp, ix, iy + 1, k) * (1 - fx) +
                           texel(&plain, clamp, ix + 1, iy + 1, k) * fx) *
                              fy;
      CHECK(fabs((double)as_float(v(k)[lane]) - want) < 1e-6);
    }
}

static void test_samples(const char *name) {
  static const unsigned clamps[] = {0, 1, 2, 6};
  start(name);
  draw_memory();
  for (unsigned c = 0; c < 4; ++c)
    for (unsigned linear = 0; linear < 2; ++linear) {
      check_samples("image_sample v[0:3], [v4, v5], s[8:15], s[16:19] "
                    "dmask:0xf dim:SQ_RSRC_IMG_2D",
                    clamps[c], linear, false, 4);
      check_samples("image_sample_lz v[0:3], [v4, v5], s[8:15], s[16:19] "
                    "dmask:0xf dim:SQ_RSRC_IMG_2D",
                    clamps[c], linear, true, 4);
    }
  check_samples("image_sample_b v[0:3], [v6, v4, v5], s[8:15], s[16:19] "
                "dmask:0xf dim:SQ_RSRC_IMG_2D",
                2, true, false, 4);
  check_samples("image_sample_d v[0:3], [v6, v6, v6, v6, v4, v5], s[8:15], "
                "s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D",
                2, false, false, 4);
}

static void test_gather(const char *name) {
  static const int corners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  start(name);
  draw_memory();
  describe(&plain);
  set_sampler(2, false, true);
  for (unsigned lane = 0; lane < 32; ++lane) {
    v(4)[lane] = bits_of((float)(lane % 20) + 0.75f);
    v(5)[lane] = bits_of((float)(lane % 5) + 0.75f);
  }
  CHECK(run("image_gather4 v[0:3], [v4, v5], s[8:15], s[16:19] dmask:0x4 "
            "dim:SQ_RSRC_IMG_2D"));
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned k = 0; k < 4; ++k)
      CHECK(fabs((double)as_float(v(k)[lane]) -
                 texel(&plain, 2, (int)(lane % 20) + corners[k][0],
                       (int)(lane % 5) + corners[k][1], 2)) < 1e-6);
}

// ---- What is not known

static void check_refused(const char *text, const char *why) {
  CHECK(!run(text));
  CHECK(strstr(dispatch.message, why));
}

static void test_refused(void) {
  const char *const load = "image_load v0, [v4, v5], s[8:15] dmask:0x1 "
                           "dim:SQ_RSRC_IMG_2D";
  const char *const sample = "image_sample v[0:3], [v4, v5], s[8:15], "
                             "s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D";
  qn_amd_inst inst = {0};
  qn_diag diag = {0};
  start("gfx1100");
  describe(&plain);
  wave.s[11] |= 9 << 20;
  check_refused(load, "tiles of the kind 0x9");
  describe(&plain);
  wave.s[11] |= 3 << 16;
  check_refused(load, "levels");
  describe(&plain);
  wave.s[14] = 1 << 21;
  check_refused(load, "word 5, 6 or 7");
  describe(&(shape){QN_AMD_3D, 64, 3, 4, WORD_UINT, 0, 0});
  check_refused(load, "the kind 0xa");
  describe(&(shape){QN_AMD_2D, 20, 5, 1, WORD_UINT, 65, 0});
  check_refused(load, "a pitch of texels 0x41");
  describe(&plain);
  set_sampler(4, false, true);
  check_refused(sample, "way of clamping 0x4");
  set_sampler(2, false, true);
  v(4)[0] = bits_of(2.9999f);
  check_refused(sample, "at a texel's edge");
  set_sampler(2, false, true);
  wave.s[18] = 1 << 20; // one filter to magnify, another to shrink
  check_refused(sample, "a sampler's filter");
  CHECK(qn_failed(qn_amd_parse(QN_STR("image_load v0, v[4:6], s[8:15] "
                                      "dmask:0x1 dim:SQ_RSRC_IMG_CUBE"),
                               &chip, &inst, &diag)));
  CHECK(strstr(diag.message, "SQ_RSRC_IMG_CUBE"));
}

int main(void) {
  static const char *const names[] = {"gfx1030", "gfx1100", "gfx1200"};
  qn_mutex_init(&dispatch.mutex);
  CHECK(!qn_failed(
      qn_amd_memory_add((uintptr_t)memory, sizeof(memory), true, NULL)));
  for (unsigned k = 0; k < 3; ++k) {
    test_loads(names[k]);
    test_parts(names[k]);
    test_sizes(names[k]);
    test_samples(names[k]);
    test_gather(names[k]);
  }
  test_atomics("gfx1100", "image_atomic_add v0, v[4:5], s[8:15] dmask:0x1 "
                          "dim:SQ_RSRC_IMG_2D glc");
  test_atomics("gfx1200", "image_atomic_add_uint v0, [v4, v5], s[8:15] "
                          "dmask:0x1 dim:SQ_RSRC_IMG_2D th:TH_ATOMIC_RETURN");
  test_refused();
  return 0;
}
