// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/formats.h"

#include "amdsim/isa/floats.h"

enum { NUMBERS = 8, ELEMENT_MAX = 16 };

// By gfx9's number: the bits of the components, the highest first, as the
// names have them.
static const char *const data_formats[] = {
    NULL,      "8",        "16",          "8_8",        "32",
    "16_16",   "10_11_11", "11_11_10",    "10_10_10_2", "2_10_10_10",
    "8_8_8_8", "32_32",    "16_16_16_16", "32_32_32",   "32_32_32_32"};
enum { DATA_FORMATS = sizeof(data_formats) / sizeof(data_formats[0]) };

static const char *const numbers[NUMBERS] = {
    "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", NULL, "FLOAT"};

// Of gfx10 and later, whose numbers name both, one behind the other.
typedef struct unified_run {
  uint8_t data_format;
  uint8_t numbers; // a bit for each that there is
} unified_run;
enum {
  INTEGERS = 1 << QN_AMD_UINT | 1 << QN_AMD_SINT,
  PARTS = 1 << QN_AMD_UNORM | 1 << QN_AMD_SNORM | INTEGERS,
  NO_FLOAT = 0x3f,
  WORDS = INTEGERS | 1 << QN_AMD_FLOAT,
  ALL = NO_FLOAT | 1 << QN_AMD_FLOAT,
};
static const unified_run gfx10_runs[] = {
    {1, NO_FLOAT}, {2, ALL},  {3, NO_FLOAT}, {4, WORDS},    {5, ALL},
    {6, ALL},      {7, ALL},  {8, NO_FLOAT}, {9, NO_FLOAT}, {10, NO_FLOAT},
    {11, WORDS},   {12, ALL}, {13, WORDS},   {14, WORDS}};
static const unified_run gfx11_runs[] = {{1, NO_FLOAT},
                                         {2, ALL},
                                         {3, NO_FLOAT},
                                         {4, WORDS},
                                         {5, ALL},
                                         {6, 1 << QN_AMD_FLOAT},
                                         {7, 1 << QN_AMD_FLOAT},
                                         {8, PARTS},
                                         {9, NO_FLOAT},
                                         {10, NO_FLOAT},
                                         {11, WORDS},
                                         {12, ALL},
                                         {13, WORDS},
                                         {14, WORDS}};
enum {
  GFX10_RUNS = sizeof(gfx10_runs) / sizeof(gfx10_runs[0]),
  GFX11_RUNS = sizeof(gfx11_runs) / sizeof(gfx11_runs[0]),
};

// "10_11_11": the last one is the first component.
static bool read_widths(qn_str text, qn_amd_format *f) {
  uint8_t bits[4];
  unsigned count = 0;
  qn_str part;
  while (qn_str_split(&text, '_', &part)) {
    if (count == 4 || part.size < 1 || part.size > 2)
      return false;
    unsigned v = 0;
    for (size_t k = 0; k < part.size; ++k)
      v = 10 * v + (unsigned)(part.data[k] - '0');
    bits[count++] = (uint8_t)v;
  }
  f->count = (uint8_t)count;
  for (unsigned k = 0; k < count; ++k)
    f->bits[k] = bits[count - 1 - k];
  return count > 0;
}

static bool make_format(unsigned data_format, unsigned number,
                        qn_amd_format *out) {
  if (data_format >= DATA_FORMATS || !data_formats[data_format] ||
      number >= NUMBERS || !numbers[number])
    return false;
  *out = (qn_amd_format){.number = (uint8_t)number};
  return read_widths(qn_str_from(data_formats[data_format]), out);
}

// ---- By name

static bool find_data_format(qn_str name, unsigned *out) {
  for (unsigned k = 1; k < DATA_FORMATS; ++k)
    if (qn_str_equal(name, qn_str_from(data_formats[k]))) {
      *out = k;
      return true;
    }
  return false;
}

static bool find_number(qn_str name, unsigned *out) {
  for (unsigned k = 0; k < NUMBERS; ++k)
    if (numbers[k] && qn_str_equal(name, qn_str_from(numbers[k]))) {
      *out = k;
      return true;
    }
  return false;
}

static bool after(qn_str *s, const char *prefix) {
  const qn_str p = qn_str_from(prefix);
  if (!qn_str_starts(*s, p))
    return false;
  *s = qn_str_skip(*s, p.size);
  return true;
}

// gfx9 leaves out what is usual: 8 bits, and UNORM.
static bool name_of_two(qn_str name, qn_amd_format *out) {
  unsigned data_format = 1, number = QN_AMD_UNORM;
  qn_str part;
  while (qn_str_split(&name, ',', &part)) {
    while (part.size && part.data[0] == ' ')
      part = qn_str_skip(part, 1);
    if (!(after(&part, "BUF_DATA_FORMAT_")
              ? find_data_format(part, &data_format)
              : after(&part, "BUF_NUM_FORMAT_") && find_number(part, &number)))
      return false;
  }
  return make_format(data_format, number, out);
}

bool qn_amd_format_named(qn_str name, qn_amd_format *out_format) {
  if (!after(&name, "BUF_FMT_"))
    return name_of_two(name, out_format);
  size_t last = name.size;
  while (last && name.data[last - 1] != '_')
    --last;
  unsigned data_format = 0, number = 0;
  return last &&
         find_data_format((qn_str){name.data, last - 1}, &data_format) &&
         find_number(qn_str_skip(name, last), &number) &&
         make_format(data_format, number, out_format);
}

// ---- By number

static bool find_unified(const unified_run *runs, unsigned count,
                         unsigned wanted, qn_amd_format *out) {
  unsigned at = 1; // 0 is none
  for (unsigned k = 0; k < count; ++k)
    for (unsigned number = 0; number < NUMBERS; ++number)
      if (runs[k].numbers >> number & 1 && at++ == wanted)
        return make_format(runs[k].data_format, number, out);
  return false;
}

static bool find_number_of(const qn_amd_chip *chip, unsigned wanted,
                           qn_amd_format *out) {
  return chip->major == 10 ? find_unified(gfx10_runs, GFX10_RUNS, wanted, out)
                           : find_unified(gfx11_runs, GFX11_RUNS, wanted, out);
}

bool qn_amd_format_of_buffer(const qn_amd_chip *chip, uint32_t word,
                             qn_amd_format *out_format) {
  if (chip->major < 10)
    return make_format(word >> 15 & 15, word >> 12 & 7, out_format);
  const unsigned bits = chip->major == 10 ? 127 : 63;
  return find_number_of(chip, word >> 12 & bits, out_format);
}

bool qn_amd_format_of_image(const qn_amd_chip *chip, uint32_t number,
                            qn_amd_format *out_format) {
  return chip->major >= 10 && find_number_of(chip, number, out_format);
}

unsigned qn_amd_format_size(const qn_amd_format *f) {
  unsigned bits = 0;
  for (unsigned k = 0; k < f->count; ++k)
    bits += f->bits[k];
  return bits / 8;
}

// ---- Reading

static int32_t with_sign(uint32_t v, unsigned bits) {
  return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

static float small_float(uint32_t v, unsigned bits) {
  switch (bits) {
  case 32:
    return as_float(v);
  case 16:
    return from_half(v);
  default: // 11 or 10 bits: halves without a sign and their last bits
    return from_half(v << (15 - bits));
  }
}

static uint32_t read_component(const qn_amd_format *f, unsigned k, uint32_t v) {
  const unsigned bits = f->bits[k];
  const double top = (double)((UINT64_C(1) << bits) - 1);
  const double half = (double)((UINT64_C(1) << (bits - 1)) - 1);
  switch (f->number) {
  case QN_AMD_UNORM:
    return bits_of((float)(v / top));
  case QN_AMD_SNORM:
    return bits_of((float)fmax(with_sign(v, bits) / half, -1));
  case QN_AMD_USCALED:
    return bits_of((float)v);
  case QN_AMD_SSCALED:
    return bits_of((float)with_sign(v, bits));
  case QN_AMD_SINT:
    return (uint32_t)with_sign(v, bits);
  case QN_AMD_FLOAT:
    return bits_of(small_float(v, bits));
  default:
    return v;
  }
}

// The bits of an element, so that a component can be read from anywhere.
typedef struct element_bits {
  uint8_t bytes[ELEMENT_MAX + 8];
} element_bits;

qn_amd_texel qn_amd_format_read(const qn_amd_format *f, const void *memory) {
  element_bits e = {{0}};
  qn_amd_texel texel = {{0}};
  unsigned at = 0;
  memcpy(e.bytes, memory, qn_amd_format_size(f));
  for (unsigned k = 0; k < f->count; at += f->bits[k++]) {
    uint64_t bits;
    memcpy(&bits, e.bytes + at / 8, sizeof(bits));
    bits >>= at % 8;
    texel.c[k] = read_component(
        f, k, (uint32_t)(bits & ((UINT64_C(1) << f->bits[k]) - 1)));
  }
  return texel;
}

// ---- Writing

static bool write_float(unsigned bits, uint32_t word, uint32_t *out) {
  const float v = as_float(word);
  if (bits == 32) {
    *out = word;
    return true;
  }
  const uint32_t half = to_half(v);
  if (v == v && from_half(half) != v)
    return false; // which way it is rounded is not known
  *out = half;
  if (bits == 16)
    return true;
  const unsigned dropped = 15 - bits;
  *out = half >> dropped;
  return half <= 0x7c00 && (half & ((1u << dropped) - 1)) == 0;
}

// The nearest one; the only one half way is 0.5, which goes away from zero.
static uint32_t write_part(float v, double top, double lowest) {
  const double inside = v > lowest ? (v < 1 ? (double)v : 1) : lowest;
  return (uint32_t)(int64_t)round((v == v ? inside : 0) * top);
}

static bool write_component(const qn_amd_format *f, unsigned bits,
                            uint32_t word, uint32_t *out) {
  const uint64_t top = (UINT64_C(1) << bits) - 1, half = top / 2;
  const double v = (double)as_float(word);
  *out = word;
  switch (f->number) {
  case QN_AMD_UNORM:
    *out = write_part(as_float(word), (double)top, 0);
    return true;
  case QN_AMD_SNORM:
    *out = write_part(as_float(word), (double)half, -1);
    return true;
  case QN_AMD_USCALED:
    if (!(v >= 0 && v <= (double)top && floor(v) == v))
      return false;
    *out = (uint32_t)v;
    return true;
  case QN_AMD_SSCALED:
    if (!(v >= -(double)(half + 1) && v <= (double)half && floor(v) == v))
      return false;
    *out = (uint32_t)(int32_t)v;
    return true;
  case QN_AMD_UINT:
    return word <= top;
  case QN_AMD_SINT:
    return with_sign(word, bits) == (int32_t)word;
  case QN_AMD_FLOAT:
    return write_float(bits, word, out);
  default:
    return false;
  }
}

bool qn_amd_format_write(const qn_amd_format *f, const qn_amd_texel *texel,
                         void *memory) {
  element_bits e = {{0}};
  unsigned at = 0;
  for (unsigned k = 0; k < f->count; at += f->bits[k++]) {
    uint64_t bits;
    uint32_t v;
    if (!write_component(f, f->bits[k], texel->c[k], &v))
      return false;
    memcpy(&bits, e.bytes + at / 8, sizeof(bits));
    bits |= (v & ((UINT64_C(1) << f->bits[k]) - 1)) << at % 8;
    memcpy(e.bytes + at / 8, &bits, sizeof(bits));
  }
  memcpy(memory, e.bytes, qn_amd_format_size(f));
  return true;
}

// ---- 16 bits

bool qn_amd_format_narrow(const qn_amd_format *f, uint32_t *c) {
  if (f->number == QN_AMD_UINT)
    return *c <= UINT16_MAX;
  if (f->number == QN_AMD_SINT) {
    const bool fits = (int32_t)*c == (int16_t)*c;
    *c &= 0xffff;
    return fits;
  }
  const float v = as_float(*c);
  *c = to_half(v);
  return f->number != QN_AMD_FLOAT || v != v || from_half(*c) == v;
}

uint32_t qn_amd_format_widen(const qn_amd_format *f, uint32_t c) {
  return f->number == QN_AMD_UINT   ? c
         : f->number == QN_AMD_SINT ? (uint32_t)(int32_t)(int16_t)c
                                    : bits_of(from_half(c));
}
