// SPDX-License-Identifier: Apache-2.0
// Images of RDNA: texels by their coordinates, as a descriptor in eight scalar
// registers says, and by a sampler's in four. Those in rows are simulated; what
// is tiled or compressed, and smaller copies of an image, are not.
#include "amdsim/core/access.h"
#include "amdsim/core/formats.h"
#include "amdsim/isa/floats.h"

enum { N = QN_AMD_LANES, SELECT_FIRST = 4, ONE_AS_FLOAT = 0x3f800000 };

typedef struct image {
  uint64_t base;
  uint32_t size[3]; // width, height, depth or layers
  uint32_t pitch;   // texels from a row to the next
  uint32_t first;   // layer
  qn_amd_format format;
  uint32_t select[4];
} image;

// A field of a descriptor's word.
static uint32_t bits(uint32_t word, unsigned from, unsigned count) {
  return word >> from & ((1u << count) - 1);
}

static bool fail(qn_amd_wave *w, const qn_amd_inst *i, const char *what,
                 uint32_t value) {
  qn_amd_fail(w, 2, "%s of an image with %s 0x%x is not simulated",
              i->row->name, what, value);
  return false;
}

static bool is_layered(unsigned dim) {
  return dim == QN_AMD_1D_ARRAY || dim == QN_AMD_2D_ARRAY;
}

// The sizes, which gfx12 has larger fields for.
static void read_sizes(const qn_amd_wave *w, const qn_amd_inst *i,
                       const uint32_t *s, image *m) {
  const bool newer = w->chip->major >= 12;
  const uint32_t depth = bits(s[4], 0, newer ? 14 : 13) + 1;
  m->size[0] = (bits(s[1], 30, 2) | bits(s[2], 0, newer ? 14 : 12) << 2) + 1;
  m->size[1] = i->dim == QN_AMD_1D || i->dim == QN_AMD_1D_ARRAY
                   ? 1
                   : bits(s[2], 14, newer ? 16 : 14) + 1;
  m->size[2] = 1;
  m->first = 0;
  if (i->dim == QN_AMD_3D)
    m->size[2] = depth;
  if (is_layered(i->dim)) { // the last layer, and the first
    m->first = bits(s[4], 16, newer ? 14 : 13);
    m->size[2] = depth > m->first ? depth - m->first : 0;
  }
}

// Rows begin at multiples of 256 bytes (on gfx12 of 128), or where the
// descriptor of an image without layers says.
static bool read_pitch(qn_amd_wave *w, const qn_amd_inst *i, const uint32_t *s,
                       image *m) {
  const bool newer = w->chip->major >= 12;
  const uint32_t bytes = qn_amd_format_size(&m->format);
  const uint32_t unit = newer ? 128 : 256;
  const uint32_t told = bits(s[4], 0, newer ? 16 : 14);
  if (bytes & (bytes - 1))
    return fail(w, i, "texels of bytes", bytes);
  m->pitch = (m->size[0] * bytes + unit - 1) / unit * unit / bytes;
  if ((i->dim == QN_AMD_1D || i->dim == QN_AMD_2D) && told) {
    m->pitch = told + 1;
    if (m->pitch * bytes % unit || m->pitch < m->size[0])
      return fail(w, i, "a pitch of texels", m->pitch);
  }
  return true;
}

static bool read_image(qn_amd_wave *w, const qn_amd_inst *i, image *m) {
  const uint32_t *s = &w->s[i->op[2].reg];
  const unsigned major = w->chip->major;
  const uint32_t number = major == 10   ? bits(s[1], 20, 9)
                          : major == 11 ? bits(s[1], 20, 8)
                                        : bits(s[1], 17, 8);
  m->base = (s[0] | (uint64_t)bits(s[1], 0, 8) << 32) << 8;
  if (!qn_amd_format_of_image(w->chip, number, &m->format))
    return fail(w, i, "the format", number);
  if (bits(s[3], 28, 4) != i->dim)
    return fail(w, i, "the kind", bits(s[3], 28, 4));
  if (bits(s[3], 20, 5))
    return fail(w, i, "tiles of the kind", bits(s[3], 20, 5));
  // Smaller copies, and where they begin.
  if (major >= 12 ? bits(s[3], 15, 5) | bits(s[1], 25, 5) : bits(s[3], 12, 8))
    return fail(w, i, "levels", s[3]);
  if (s[5] || s[6] || s[7] || (major == 10 && bits(s[1], 8, 12)))
    return fail(w, i, "word 5, 6 or 7", s[5] | s[6] | s[7]);
  for (unsigned k = 0; k < 4; ++k)
    m->select[k] = bits(s[3], 3 * k, 3);
  read_sizes(w, i, s, m);
  return read_pitch(w, i, s, m);
}

// ---- Addresses

static unsigned axes_of(unsigned dim) {
  return dim == QN_AMD_3D                             ? 3
         : dim == QN_AMD_2D || dim == QN_AMD_2D_ARRAY ? 2
                                                      : 1;
}

// Word `k` of a lane's address.
static uint32_t word_of(const qn_amd_wave *w, const qn_amd_inst *i,
                        unsigned lane, unsigned k) {
  const unsigned reg = i->a16 ? k / 2 : k;
  if (reg >= i->address_count)
    return 0;
  const uint32_t word = w->v[(size_t)i->address[reg] * N + lane];
  return !i->a16 ? word : k % 2 ? word >> 16 : word & 0xffff;
}

static float real_of(const qn_amd_wave *w, const qn_amd_inst *i, unsigned lane,
                     unsigned k) {
  const uint32_t word = word_of(w, i, lane, k);
  return i->a16 ? from_half(word) : as_float(word);
}

// Where a texel is. Coordinates are inside.
static uint64_t address_of(const image *m, const uint32_t *at) {
  const uint64_t row = ((uint64_t)at[2] + m->first) * m->size[1] + at[1];
  return m->base + (row * m->pitch + at[0]) * qn_amd_format_size(&m->format);
}

// The texel's memory, or NULL: it cannot be reached, and the wave fails.
static void *reach(qn_amd_wave *w, const image *m, const uint32_t *at,
                   unsigned lane, uint32_t flags) {
  return qn_amd_lane_reach(w, qn_amd_format_size(&m->format) | flags, lane,
                           address_of(m, at));
}

// ---- Components and registers

static bool check_selects(qn_amd_wave *w, const qn_amd_inst *i,
                          const image *m) {
  const bool store = i->row->arg & QN_IS_STORE;
  for (unsigned k = 0; k < 4; ++k) {
    const bool there = k < m->format.count, wanted = i->dmask >> k & 1;
    const uint32_t from = m->select[k];
    const bool bad_load =
        wanted && from > 1 &&
        (from < SELECT_FIRST || from - SELECT_FIRST >= m->format.count);
    const bool bad_store = there && (!wanted || from != SELECT_FIRST + k);
    if (store ? bad_store : bad_load)
      return fail(w, i, "the components", from);
  }
  return true;
}

static uint32_t selected(const image *m, const qn_amd_texel *t, unsigned k) {
  const uint32_t from = m->select[k];
  return from >= SELECT_FIRST                 ? t->c[from - SELECT_FIRST]
         : from == 0                          ? 0
         : qn_amd_format_is_whole(&m->format) ? 1
                                              : ONE_AS_FLOAT;
}

// Component number `at` of those that are moved.
static uint32_t *register_of(const qn_amd_wave *w, const qn_amd_inst *i,
                             unsigned lane, unsigned at) {
  return &qn_amd_reg(w, &i->op[0])[(size_t)(i->d16 ? at / 2 : at) * N + lane];
}

static bool put(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                unsigned lane, unsigned at, uint32_t c) {
  uint32_t *r = register_of(w, i, lane, at);
  if (!i->d16) {
    *r = c;
    return true;
  }
  if (!qn_amd_format_narrow(&m->format, &c)) {
    qn_amd_fail(w, 2, "lane %u: how 0x%x becomes 16 bits is not known", lane,
                c);
    return false;
  }
  *r = at % 2 ? (*r & 0xffff) | c << 16 : (*r & 0xffff0000) | c;
  return true;
}

static bool put_texel(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                      unsigned lane, const qn_amd_texel *t) {
  unsigned at = 0;
  for (unsigned k = 0; k < 4; ++k)
    if (i->dmask >> k & 1 && !put(w, i, m, lane, at++, selected(m, t, k)))
      return false;
  return true;
}

// ---- By whole coordinates

static bool find_texel(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                       unsigned lane, uint32_t at[3], bool *out_inside) {
  const unsigned axes = axes_of(i->dim);
  at[0] = at[1] = at[2] = 0;
  for (unsigned k = 0; k < axes; ++k)
    at[k] = word_of(w, i, lane, k);
  if (is_layered(i->dim))
    at[2] = word_of(w, i, lane, axes);
  if (i->row->arg & QN_WITH_LEVEL) {
    const uint32_t level = word_of(w, i, lane, axes + is_layered(i->dim));
    if (level)
      return fail(w, i, "one level, and not", level);
  }
  *out_inside = at[0] < m->size[0] && at[1] < m->size[1] && at[2] < m->size[2];
  return true;
}

static bool store_lane(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                       unsigned lane, const uint32_t *at) {
  qn_amd_texel t = {{0}};
  unsigned from = 0;
  for (unsigned k = 0; k < 4; ++k) {
    if (!(i->dmask >> k & 1))
      continue;
    const uint32_t c = *register_of(w, i, lane, from);
    const uint32_t half = from % 2 ? c >> 16 : c & 0xffff;
    t.c[k] = i->d16 ? qn_amd_format_widen(&m->format, half) : c;
    ++from;
  }
  void *memory = reach(w, m, at, lane, QN_IS_STORE);
  if (!memory)
    return false;
  if (qn_amd_format_write(&m->format, &t, memory))
    return true;
  qn_amd_fail(w, 2, "lane %u: how 0x%x 0x%x 0x%x 0x%x is stored is not known",
              lane, t.c[0], t.c[1], t.c[2], t.c[3]);
  return false;
}

static bool atomic_lane(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                        unsigned lane, const uint32_t *at) {
  const unsigned bytes = qn_amd_format_size(&m->format);
  const qn_amd_ends ends = {.to = i->returns ? &i->op[0] : NULL,
                            .data = &i->op[0]};
  const bool two =
      i->row->arg >> QN_ATOMIC_SHIFT == QN_CMPSWAP >> QN_ATOMIC_SHIFT;
  if (m->format.count * 32u != bytes * 8 || bytes > 8 ||
      i->dmask != (1u << (bytes / 4 * (two ? 2 : 1))) - 1)
    return fail(w, i, "the components", i->dmask);
  return qn_amd_lane_address(w, i->row->arg | bytes, &ends, lane,
                             address_of(m, at));
}

static bool plain_lane(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                       unsigned lane) {
  const uint32_t arg = i->row->arg;
  qn_amd_texel t = {{0}};
  uint32_t at[3];
  bool inside;
  if (!find_texel(w, i, m, lane, at, &inside))
    return false;
  if (arg & QN_IS_ATOMIC && !inside)
    return fail(w, i, "no texel at", at[0]);
  if (arg & QN_IS_ATOMIC)
    return atomic_lane(w, i, m, lane, at);
  if (arg & QN_IS_STORE) // outside: nowhere
    return !inside || store_lane(w, i, m, lane, at);
  if (inside) {
    const void *memory = reach(w, m, at, lane, 0);
    if (!memory)
      return false;
    t = qn_amd_format_read(&m->format, memory);
  }
  return put_texel(w, i, m, lane, &t);
}

// ---- By a sampler

typedef struct sampler {
  uint32_t clamp[3];
  bool linear, linear_z, in_texels, cuts;
  uint32_t border; // which color
} sampler;

enum { // what becomes of coordinates outside
  WRAP,
  MIRROR,
  TO_EDGE,
  TO_BORDER = 6,
};

static bool read_sampler(qn_amd_wave *w, const qn_amd_inst *i, sampler *p) {
  const uint32_t *s = &w->s[i->op[3].reg];
  for (unsigned k = 0; k < 3; ++k) {
    p->clamp[k] = bits(s[0], 3 * k, 3);
    if (k < axes_of(i->dim) && p->clamp[k] > TO_EDGE &&
        p->clamp[k] != TO_BORDER)
      return fail(w, i, "a sampler's way of clamping", p->clamp[k]);
  }
  const uint32_t magnify = bits(s[2], 20, 2), shrink = bits(s[2], 22, 2);
  const uint32_t z = bits(s[2], 24, 2), mip = bits(s[2], 26, 2);
  // Without levels it does not matter which one is meant, unless they differ in
  // what is done.
  if (magnify != shrink || magnify > 1 || mip || bits(s[0], 9, 3) ||
      bits(s[0], 19, 2) || bits(s[0], 29, 2))
    return fail(w, i, "a sampler's filter", s[2]);
  p->linear = magnify == 1;
  p->linear_z = z ? z == 2 : p->linear;
  p->in_texels = bits(s[0], 15, 1);
  p->cuts = bits(s[0], 27, 1);
  p->border = s[3] >> 30;
  return true;
}

// A whole coordinate as the sampler has it; -1: the border.
static int64_t clamped(uint32_t way, int64_t at, int64_t size) {
  if (at >= 0 && at < size)
    return at;
  switch (way) {
  case WRAP:
    return (at % size + size) % size;
  case MIRROR: {
    const int64_t turn = (at % (2 * size) + 2 * size) % (2 * size);
    return turn < size ? turn : 2 * size - 1 - turn;
  }
  case TO_EDGE:
    return at < 0 ? 0 : size - 1;
  default:
    return -1;
  }
}

// The texels of an axis between which a coordinate lies, and the second's part.
typedef struct between {
  int64_t at[2];
  double part;
} between;

enum { STEPS = 256 }; // of a texel, that hardware tells apart

static bool place_between(qn_amd_wave *w, const qn_amd_inst *i,
                          const sampler *p, bool linear, uint32_t way,
                          float coordinate, uint32_t size, between *out) {
  const double at =
      p->in_texels ? (double)coordinate : (double)coordinate * (double)size;
  if (!(fabs(at) < 1 << 24))
    return fail(w, i, "a coordinate", bits_of(coordinate));
  const double fine = rint((at - (linear ? 0.5 : 0)) * STEPS) / STEPS;
  const double low = linear || !p->cuts ? floor(fine) : floor(at);
  // Whether hardware rounds it over the edge is not known.
  if (!linear && !p->cuts && floor(at) != low)
    return fail(w, i, "a coordinate at a texel's edge,", bits_of(coordinate));
  out->part = linear ? fine - low : 0;
  for (unsigned k = 0; k < 2; ++k)
    out->at[k] = clamped(way, (int64_t)low + k, size);
  return true;
}

// A texel, or the border.
static bool read_texel(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                       const sampler *p, unsigned lane, const int64_t at[3],
                       qn_amd_texel *out) {
  *out = (qn_amd_texel){{0}};
  if (at[0] >= 0 && at[1] >= 0 && at[2] >= 0) {
    const uint32_t whole[3] = {(uint32_t)at[0], (uint32_t)at[1],
                               (uint32_t)at[2]};
    const void *memory = reach(w, m, whole, lane, 0);
    if (memory)
      *out = qn_amd_format_read(&m->format, memory);
    return memory != NULL;
  }
  if (p->border)
    return fail(w, i, "a border's color", p->border);
  return true; // black, and nothing of it
}

// The eight texels around, each with its part.
typedef struct around {
  between axis[3];
} around;

static bool find_around(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                        const sampler *p, unsigned lane, around *out) {
  const unsigned axes = axes_of(i->dim);
  const bool four = i->row->arg & QN_FOUR;
  unsigned at = (i->row->arg & QN_WITH_BIAS ? 1 : 0) +
                (i->row->arg & QN_WITH_SLOPES ? 2 * axes : 0);
  *out = (around){0};
  for (unsigned k = 0; k < axes; ++k)
    if (!place_between(w, i, p, four || (k == 2 ? p->linear_z : p->linear),
                       p->clamp[k], real_of(w, i, lane, at++), m->size[k],
                       &out->axis[k]))
      return false;
  if (is_layered(i->dim)) {
    const double layer = rint((double)real_of(w, i, lane, at));
    const double last = (double)m->size[2] - 1;
    out->axis[2].at[0] = layer > 0 ? (int64_t)fmin(layer, last) : 0;
  }
  return true;
}

static double value_of(const image *m, uint32_t c) {
  return m->format.number == QN_AMD_UINT   ? (double)c
         : m->format.number == QN_AMD_SINT ? (double)(int32_t)c
                                           : (double)as_float(c);
}

static bool filter_lane(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                        const sampler *p, unsigned lane, const around *a) {
  const bool whole = qn_amd_format_is_whole(&m->format);
  double sum[4] = {0};
  qn_amd_texel t = {{0}};
  for (unsigned corner = 0; corner < 8; ++corner) {
    int64_t at[3];
    double part = 1;
    for (unsigned k = 0; k < 3; ++k) {
      const unsigned side = corner >> k & 1;
      at[k] = a->axis[k].at[side];
      part *= side ? a->axis[k].part : 1 - a->axis[k].part;
    }
    if (part == 0)
      continue;
    if (whole && part != 1)
      return fail(w, i, "integers between two, the format's number",
                  m->format.number);
    if (!read_texel(w, i, m, p, lane, at, &t))
      return false;
    for (unsigned k = 0; k < m->format.count; ++k)
      sum[k] += part * value_of(m, t.c[k]);
  }
  for (unsigned k = 0; !whole && k < 4; ++k)
    t.c[k] = bits_of((float)sum[k]);
  return put_texel(w, i, m, lane, &t);
}

// One component of four texels, from the lower left one on, the other way than
// a clock goes.
static bool gather_lane(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                        const sampler *p, unsigned lane, const around *a) {
  static const uint8_t corners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  const unsigned component = (unsigned)__builtin_ctz(i->dmask);
  for (unsigned k = 0; k < 4; ++k) {
    const int64_t at[3] = {a->axis[0].at[corners[k][0]],
                           a->axis[1].at[corners[k][1]], a->axis[2].at[0]};
    qn_amd_texel t;
    if (!read_texel(w, i, m, p, lane, at, &t) ||
        !put(w, i, m, lane, k, selected(m, &t, component)))
      return false;
  }
  return true;
}

static bool sampled_lane(qn_amd_wave *w, const qn_amd_inst *i, const image *m,
                         const sampler *p, unsigned lane) {
  around a;
  if (!find_around(w, i, m, p, lane, &a))
    return false;
  return i->row->arg & QN_FOUR ? gather_lane(w, i, m, p, lane, &a)
                               : filter_lane(w, i, m, p, lane, &a);
}

// ---- Instructions

// All registers of the address are there. With 16 bits slopes and biases are
// laid out in other ways.
static bool is_address_good(const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const unsigned axes = axes_of(i->dim);
  const unsigned words =
      axes + (is_layered(i->dim) ? 1 : 0) + (arg & QN_WITH_LEVEL ? 1 : 0) +
      (arg & QN_WITH_BIAS ? 1 : 0) + (arg & QN_WITH_SLOPES ? 2 * axes : 0);
  if (i->a16 && arg & (QN_WITH_BIAS | QN_WITH_SLOPES))
    return false;
  return i->address_count >= (i->a16 ? (words + 1) / 2 : words);
}

void qn_amd_x_image(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  image m;
  sampler p = {{0}};
  const bool four = arg & QN_FOUR;
  if (!read_image(w, i, &m) || (arg & QN_SAMPLED && !read_sampler(w, i, &p)))
    return;
  if (!m.size[2] || !i->dmask || !is_address_good(i) ||
      (four && (axes_of(i->dim) != 2 || (i->dmask & (i->dmask - 1))))) {
    fail(w, i, "the components", i->dmask);
    return;
  }
  if (!(arg & QN_IS_ATOMIC) && !check_selects(w, i, &m))
    return;
  const uint64_t lanes = qn_amd_exec(w) & w->all;
  for (uint64_t left = lanes; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    if (!(arg & QN_SAMPLED ? sampled_lane(w, i, &m, &p, lane)
                           : plain_lane(w, i, &m, lane)))
      return;
  }
}

// Width, height, depth or layers, levels.
void qn_amd_x_image_size(qn_amd_wave *w, const qn_amd_inst *i) {
  image m;
  const unsigned axes = axes_of(i->dim);
  const bool deep = i->dim == QN_AMD_3D || i->dim == QN_AMD_2D_ARRAY;
  const unsigned known = 8 | 1 | (axes > 1 ? 2 : 0) | (deep ? 4 : 0);
  if (!read_image(w, i, &m))
    return;
  if (i->dim == QN_AMD_1D_ARRAY || i->d16 || i->a16 || (i->dmask & ~known)) {
    fail(w, i, "the components", i->dmask);
    return;
  }
  const uint32_t sizes[4] = {m.size[0], m.size[1], m.size[2], 1};
  const uint64_t lanes = qn_amd_exec(w) & w->all;
  for (uint64_t left = lanes; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    unsigned at = 0;
    const uint32_t level = word_of(w, i, lane, 0);
    for (unsigned k = 0; k < 4; ++k)
      if (i->dmask >> k & 1)
        *register_of(w, i, lane, at++) = sizes[k];
    if (level) {
      fail(w, i, "one level, and not", level);
      return;
    }
  }
}
