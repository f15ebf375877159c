// SPDX-License-Identifier: Apache-2.0
// From the disassembler's text to an instruction.
#include "amdsim/core/handlers.h"

#include <math.h>
#include <stdlib.h>

#include "amdsim/core/formats.h"
#include "amdsim/isa/floats.h"

enum { TEXT_MAX = 512, REGISTERS_MAX = 256 };

typedef struct parser {
  const qn_amd_chip *chip;
  qn_str whole; // for messages
  qn_amd_inst *inst;
  qn_diag *diag;
} parser;

static qn_status refuse(const parser *p, const char *what, qn_str part) {
  return qn_fail(p->diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "%s '%.*s' in '%.*s' is not simulated", what, QN_STR_ARG(part),
                 QN_STR_ARG(p->whole));
}

static qn_str trim(qn_str s) {
  while (s.size && (s.data[0] == ' ' || s.data[0] == '\t'))
    s = qn_str_skip(s, 1);
  while (s.size && (s.data[s.size - 1] == ' ' || s.data[s.size - 1] == '\t' ||
                    s.data[s.size - 1] == '\n'))
    --s.size;
  return s;
}

// The part of `rest` up to one of `ends` outside of brackets and bars.
static qn_str take(qn_str *rest, const char *ends) {
  int depth = 0;
  size_t k = 0;
  for (; k < rest->size; ++k) {
    const char c = rest->data[k];
    if (c == '[' || c == '(')
      ++depth;
    else if (c == ']' || c == ')')
      --depth;
    else if (depth == 0 && strchr(ends, c))
      break;
  }
  const qn_str part = {rest->data, k};
  *rest = qn_str_skip(*rest, k + 1);
  return part;
}

static bool read_number(qn_str s, int64_t *out) {
  char text[40], *end;
  if (!s.size || s.size >= sizeof(text))
    return false;
  memcpy(text, s.data, s.size);
  text[s.size] = 0;
  *out = text[0] == '-' ? strtoll(text, &end, 0)
                        : (int64_t)strtoull(text, &end, 0);
  return end == text + s.size && end != text;
}

static bool read_float(qn_str s, double *out) {
  char text[40], *end;
  if (!s.size || s.size >= sizeof(text) || qn_str_find(s, '.') == s.size)
    return false;
  memcpy(text, s.data, s.size);
  text[s.size] = 0;
  *out = strtod(text, &end);
  return end == text + s.size;
}

// ---- Operands

static const struct {
  const char *name;
  uint16_t reg;
  uint8_t count;
} special[] = {
    {"vcc", QN_AMD_VCC, 2},
    {"vcc_lo", QN_AMD_VCC, 1},
    {"vcc_hi", QN_AMD_VCC + 1, 1},
    {"exec", QN_AMD_EXEC, 2},
    {"exec_lo", QN_AMD_EXEC, 1},
    {"exec_hi", QN_AMD_EXEC + 1, 1},
    {"m0", QN_AMD_M0, 1},
    {"null", QN_AMD_NULL, 1},
    {"flat_scratch", QN_AMD_FLAT_SCRATCH, 2},
    {"flat_scratch_lo", QN_AMD_FLAT_SCRATCH, 1},
    {"flat_scratch_hi", QN_AMD_FLAT_SCRATCH + 1, 1},
    {"xnack_mask", QN_AMD_XNACK_MASK, 2},
    {"xnack_mask_lo", QN_AMD_XNACK_MASK, 1},
    {"xnack_mask_hi", QN_AMD_XNACK_MASK + 1, 1},
    {"src_shared_base", QN_AMD_SHARED_BASE, 2},
    {"src_shared_limit", QN_AMD_SHARED_LIMIT, 2},
    {"src_private_base", QN_AMD_PRIVATE_BASE, 2},
    {"src_private_limit", QN_AMD_PRIVATE_LIMIT, 2},
    {"src_shared_base_lo", QN_AMD_SHARED_BASE, 1},
    {"src_private_base_lo", QN_AMD_PRIVATE_BASE, 1},
    {"src_flat_scratch_base_lo", QN_AMD_FLAT_SCRATCH, 1},
    {"src_flat_scratch_base_hi", QN_AMD_FLAT_SCRATCH + 1, 1},
    {"src_scc", QN_AMD_SCC_AS_SOURCE, 1},
};

static bool read_special(qn_str s, qn_amd_operand *o) {
  for (size_t k = 0; k < sizeof(special) / sizeof(special[0]); ++k) {
    if (!qn_str_equal(s, qn_str_from(special[k].name)))
      continue;
    o->where = QN_AMD_SREG;
    o->reg = special[k].reg;
    o->count = special[k].count;
    return true;
  }
  return false;
}

// "v5", "v[4:7]", "v5.h", "s3", "a[0:3]", "ttmp9".
static bool read_register(qn_str s, qn_amd_operand *o) {
  unsigned base = 0, limit = REGISTERS_MAX;
  int64_t first, last;
  qn_str rest;
  if (qn_str_starts(s, QN_STR("ttmp"))) {
    o->where = QN_AMD_SREG;
    base = QN_AMD_TTMP;
    limit = 16;
    rest = qn_str_skip(s, 4);
  } else if (s.size > 1 && strchr("vsa", s.data[0])) {
    o->where = s.data[0] == 'v'   ? QN_AMD_VREG
               : s.data[0] == 's' ? QN_AMD_SREG
                                  : QN_AMD_AREG;
    limit = s.data[0] == 's' ? QN_AMD_VCC : REGISTERS_MAX;
    rest = qn_str_skip(s, 1);
  } else {
    return false;
  }
  if (qn_str_ends(rest, QN_STR(".l")) || qn_str_ends(rest, QN_STR(".h"))) {
    o->has_half = 1;
    o->half = rest.data[rest.size - 1] == 'h';
    rest.size -= 2;
  }
  if (rest.size > 2 && rest.data[0] == '[' && rest.data[rest.size - 1] == ']') {
    rest = (qn_str){rest.data + 1, rest.size - 2};
    const size_t colon = qn_str_find(rest, ':');
    if (!read_number((qn_str){rest.data, colon}, &first))
      return false;
    last = first;
    if (colon < rest.size && !read_number(qn_str_skip(rest, colon + 1), &last))
      return false;
  } else {
    if (!read_number(rest, &first))
      return false;
    last = first;
  }
  if (first < 0 || last < first || last >= (int64_t)limit)
    return false;
  o->reg = (uint16_t)(base + (unsigned)first);
  o->count = (uint8_t)(last - first + 1);
  return true;
}

static bool unwrap(qn_str *s, const char *before, const char *after) {
  const qn_str b = qn_str_from(before), a = qn_str_from(after);
  if (s->size < b.size + a.size || !qn_str_starts(*s, b) || !qn_str_ends(*s, a))
    return false;
  *s = qn_str_skip(*s, b.size);
  s->size -= a.size;
  return true;
}

static qn_status read_operand(const parser *p, qn_str s, qn_amd_operand *o) {
  const qn_str as_written = s;
  int64_t number;
  double real;
  *o = (qn_amd_operand){0};
  if (qn_str_equal(s, QN_STR("off")) || s.size == 0)
    return qn_ok();
  if (unwrap(&s, "sext(", ")"))
    o->sext = 1;
  if (unwrap(&s, "neg(", ")"))
    o->negate = 1;
  if (unwrap(&s, "lit(", ")"))
    o->literal = 1;
  if (s.size > 1 && s.data[0] == '-' && strchr("vsa|te", s.data[1])) {
    o->negate = 1;
    s = qn_str_skip(s, 1);
  }
  if (unwrap(&s, "|", "|") || unwrap(&s, "abs(", ")"))
    o->absolute = 1;
  if (read_special(s, o) || read_register(s, o))
    return qn_ok();
  o->where = QN_AMD_CONST;
  if (read_float(s, &real)) {
    o->is_float = 1;
    o->number = real;
    return qn_ok();
  }
  if (read_number(s, &number)) {
    o->value[0] = (uint32_t)number;
    o->value[1] = (uint32_t)((uint64_t)number >> 32);
    o->literal |= qn_str_starts(s, QN_STR("0x"));
    return qn_ok();
  }
  // hwreg(...), sendmsg(...), counters: these instructions use the code.
  if (qn_str_find(s, '(') < s.size || qn_str_starts(p->whole, QN_STR("s_"))) {
    o->where = QN_AMD_TEXT;
    return qn_ok();
  }
  return refuse(p, "the operand", as_written);
}

// The registers of an image's address: "v[4:6]", or "[v4, v9, v[0:1]]".
static qn_status read_address(const parser *p, qn_str s) {
  qn_amd_inst *i = p->inst;
  qn_str rest = s;
  if (s.size > 1 && s.data[0] == '[')
    rest = (qn_str){s.data + 1, s.size - 2};
  while (rest.size) {
    qn_amd_operand o = {0};
    const qn_str part = trim(take(&rest, ","));
    if (!read_register(part, &o) || o.where != QN_AMD_VREG ||
        i->address_count + o.count > QN_AMD_ADDRESSES)
      return refuse(p, "the address", s);
    for (unsigned k = 0; k < o.count; ++k)
      i->address[i->address_count++] = (uint8_t)(o.reg + k);
    i->op[1] = o;
  }
  return qn_ok();
}

static bool is_image(const qn_amd_row *row) {
  return row->handler == qn_amd_x_image || row->handler == qn_amd_x_image_size;
}

static const struct {
  const char *name;
  uint8_t dim;
} dims[] = {{"SQ_RSRC_IMG_1D", QN_AMD_1D},
            {"SQ_RSRC_IMG_2D", QN_AMD_2D},
            {"SQ_RSRC_IMG_3D", QN_AMD_3D},
            {"SQ_RSRC_IMG_1D_ARRAY", QN_AMD_1D_ARRAY},
            {"SQ_RSRC_IMG_2D_ARRAY", QN_AMD_2D_ARRAY}};

static qn_status read_dim(const parser *p, qn_str value) {
  for (size_t k = 0; k < sizeof(dims) / sizeof(dims[0]); ++k)
    if (qn_str_equal(value, qn_str_from(dims[k].name))) {
      p->inst->dim = dims[k].dim;
      return qn_ok();
    }
  return refuse(p, "the kind of image", value);
}

// Constants by the type of their operand.
static void settle_constant(qn_amd_operand *o, qn_amd_type type) {
  const bool inline_float = o->is_float;
  if (o->where != QN_AMD_CONST)
    return;
  if (inline_float) {
    // 1/(2 pi) is written with as many digits as fit.
    const double v =
        fabs(o->number - 0.15915494) < 1e-4 ? 0.15915494309189532 : o->number;
    const uint64_t wide = bits_of_double(v);
    const bool is64 =
        type == QN_AMD_f64 || type == QN_AMD_u64 || type == QN_AMD_i64;
    const bool is16 =
        type == QN_AMD_f16 || type == QN_AMD_u16 || type == QN_AMD_i16;
    o->value[0] = is64   ? (uint32_t)wide
                  : is16 ? to_half((float)v)
                         : bits_of((float)v);
    o->value[1] = is64 ? (uint32_t)(wide >> 32) : 0;
  } else if (type == QN_AMD_f64 && o->literal && !o->value[1]) {
    o->value[1] = o->value[0]; // a literal is the upper half
    o->value[0] = 0;
  }
}

// ---- Modifiers

static unsigned read_bits(qn_str list) {
  unsigned bits = 0, k = 0;
  qn_str part;
  (void)unwrap(&list, "[", "]");
  while (qn_str_split(&list, ',', &part) && k < 8)
    bits |= (unsigned)qn_str_equal(trim(part), QN_STR("1")) << k++;
  return bits;
}

static unsigned read_list(qn_str list, unsigned width) {
  unsigned bits = 0, k = 0;
  qn_str part;
  (void)unwrap(&list, "[", "]");
  while (qn_str_split(&list, ',', &part) && k < 8) {
    int64_t v = 0;
    (void)read_number(trim(part), &v);
    bits |= ((unsigned)v & ((1u << width) - 1)) << (width * k++);
  }
  return bits;
}

static uint8_t read_sel(qn_str s) {
  static const char *const names[] = {"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                      "BYTE_3", "WORD_0", "WORD_1"};
  for (uint8_t k = 0; k < 7; ++k)
    if (qn_str_equal(s, qn_str_from(names[k])))
      return k;
  return 0;
}

typedef enum modifier_kind {
  FLAG, // alone, or of value 1
  NUMBER8,
  NUMBER32,
  NUMBER64,
  BITS,
  LANES, // a way of DPP
  SEL,
  IGNORED,
} modifier_kind;

#define AT(field) offsetof(qn_amd_inst, field)
static const struct {
  const char *name;
  modifier_kind kind;
  size_t at;
  unsigned arg;
} modifiers[] = {
    {"clamp", FLAG, AT(clamp), 0},
    {"op_sel", BITS, AT(op_sel), 0},
    {"op_sel_hi", BITS, AT(op_sel_hi), 0},
    {"neg_lo", BITS, AT(neg_lo), 0},
    {"neg_hi", BITS, AT(neg_hi), 0},
    {"offset", NUMBER64, AT(offset), 0},
    {"offset0", NUMBER32, AT(offset0), 0},
    {"offset1", NUMBER32, AT(offset1), 0},
    {"offen", FLAG, AT(offen), 0},
    {"idxen", FLAG, AT(idxen), 0},
    {"lds", FLAG, AT(lds), 0},
    {"gds", FLAG, AT(gds), 0},
    {"glc", FLAG, AT(returns), 0},
    {"sc0", FLAG, AT(returns), 0},
    {"slc", IGNORED, 0, 0},
    {"dlc", IGNORED, 0, 0},
    {"scc", IGNORED, 0, 0},
    {"sc1", IGNORED, 0, 0},
    {"nt", IGNORED, 0, 0},
    {"nv", IGNORED, 0, 0},
    {"scope", IGNORED, 0, 0},
    {"row_mask", NUMBER8, AT(row_mask), 0},
    {"bank_mask", NUMBER8, AT(bank_mask), 0},
    {"bound_ctrl", FLAG, AT(bound_ctrl), 0},
    {"fi", NUMBER8, AT(fetch_inactive), 0},
    {"quad_perm", LANES, 2, QN_AMD_QUAD_PERM},
    {"dpp8", LANES, 3, QN_AMD_DPP8},
    {"row_shl", LANES, 0, QN_AMD_ROW_SHL},
    {"row_shr", LANES, 0, QN_AMD_ROW_SHR},
    {"row_ror", LANES, 0, QN_AMD_ROW_ROR},
    {"wave_shl", LANES, 0, QN_AMD_WAVE_SHL},
    {"wave_rol", LANES, 0, QN_AMD_WAVE_ROL},
    {"wave_shr", LANES, 0, QN_AMD_WAVE_SHR},
    {"wave_ror", LANES, 0, QN_AMD_WAVE_ROR},
    {"row_mirror", LANES, 0, QN_AMD_ROW_MIRROR},
    {"row_half_mirror", LANES, 0, QN_AMD_ROW_HALF_MIRROR},
    {"row_bcast", LANES, 0, QN_AMD_ROW_BCAST15},
    {"row_share", LANES, 0, QN_AMD_ROW_SHARE},
    {"row_newbcast", LANES, 0, QN_AMD_ROW_NEWBCAST},
    {"row_xmask", LANES, 0, QN_AMD_ROW_XMASK},
    {"dst_sel", SEL, AT(dst_sel), 0},
    {"cbsz", NUMBER8, AT(cbsz), 0},
    {"abid", NUMBER8, AT(abid), 0},
    {"blgp", NUMBER8, AT(blgp), 0},
    {"neg", BITS, AT(neg_lo), 0}, // of products of doubles
    {"dmask", NUMBER8, AT(dmask), 0},
    {"unorm", IGNORED, 0, 0}, // of loads and stores always
    {"a16", FLAG, AT(a16), 0},
    {"d16", FLAG, AT(d16), 0},
};

static void set_lanes(qn_amd_inst *i, unsigned kind, unsigned width,
                      qn_str value) {
  int64_t number = 0;
  i->lanes_kind = (uint8_t)kind;
  if (width) {
    i->lanes_arg = read_list(value, width);
    return;
  }
  (void)read_number(value, &number);
  if (kind == QN_AMD_ROW_BCAST15 && number == 31)
    i->lanes_kind = QN_AMD_ROW_BCAST31;
  i->lanes_arg = (uint32_t)number & 15;
}

static void set_modifier(qn_amd_inst *i, size_t k, qn_str value) {
  uint8_t *at = (uint8_t *)i + modifiers[k].at;
  int64_t number = 1;
  switch (modifiers[k].kind) {
  case FLAG:
  case NUMBER8:
    if (value.size)
      (void)read_number(value, &number);
    *at = (uint8_t)number;
    break;
  case NUMBER32:
    (void)read_number(value, &number);
    *(uint32_t *)(void *)at = (uint32_t)number;
    break;
  case NUMBER64:
    (void)read_number(value, &number);
    *(int64_t *)(void *)at = number;
    break;
  case BITS:
    *at = (uint8_t)read_bits(value);
    break;
  case LANES:
    set_lanes(i, modifiers[k].arg, (unsigned)modifiers[k].at, value);
    break;
  case SEL:
    *at = read_sel(value);
    i->sdwa = 1;
    break;
  case IGNORED:
    break;
  }
}

// Where the sources begin. Comparisons may come without their result.
static unsigned first_source(const qn_amd_inst *i) {
  qn_amd_handler *h = i->row->handler;
  if (h == qn_amd_x_compare || h == qn_amd_x_class)
    return i->count > 2;
  if (h == qn_amd_x_carry || h == qn_amd_x_mad64 || h == qn_amd_x_div_scale32 ||
      h == qn_amd_x_div_scale64)
    return 2;
  return 1;
}

static qn_status read_modifier(const parser *p, qn_str word) {
  qn_amd_inst *i = p->inst;
  const size_t colon = qn_str_find(word, ':');
  const qn_str name = {word.data, colon};
  const qn_str value = qn_str_skip(word, colon + 1);
  if (qn_str_equal(name, QN_STR("mul")) || qn_str_equal(name, QN_STR("div"))) {
    i->omod = name.data[0] == 'd'                  ? 3
              : value.size && value.data[0] == '4' ? 2
                                                   : 1;
    return qn_ok();
  }
  if (qn_str_equal(name, QN_STR("dim")))
    return read_dim(p, value);
  if (qn_str_equal(name, QN_STR("format"))) {
    qn_str format = value;
    (void)unwrap(&format, "[", "]");
    return qn_amd_format_named(format, &i->format)
               ? qn_ok()
               : refuse(p, "the format", value);
  }
  if (qn_str_equal(name, QN_STR("th"))) {
    if (qn_str_starts(value, QN_STR("TH_ATOMIC_")) &&
        qn_str_ends(value, QN_STR("RETURN")))
      i->returns = 1;
    return qn_ok();
  }
  if (qn_str_equal(name, QN_STR("dst_unused"))) {
    i->dst_unused = qn_str_equal(value, QN_STR("UNUSED_PRESERVE")) ? 2
                    : qn_str_equal(value, QN_STR("UNUSED_SEXT"))   ? 1
                                                                   : 0;
    i->sdwa = 1;
    return qn_ok();
  }
  if (qn_str_equal(name, QN_STR("byte_sel")) && value.size == 1 &&
      i->row->handler == qn_amd_x_from_small) {
    i->op[1].sel = (uint8_t)(1 + (value.data[0] - '0') % 4);
    return qn_ok();
  }
  if (qn_str_equal(name, QN_STR("src0_sel")) ||
      qn_str_equal(name, QN_STR("src1_sel"))) {
    const unsigned first = first_source(i);
    const unsigned k = first + (name.data[3] == '1');
    if (k < QN_AMD_OPERANDS)
      i->op[k].sel = read_sel(value);
    i->sdwa = 1;
    return qn_ok();
  }
  for (size_t k = 0; k < sizeof(modifiers) / sizeof(modifiers[0]); ++k) {
    if (!qn_str_equal(name, qn_str_from(modifiers[k].name)))
      continue;
    set_modifier(i, k, value);
    return qn_ok();
  }
  return refuse(p, "the modifier", word);
}

// ---- Instructions

static const char *const suffixes[] = {"_e32",     "_e64",  "_dpp",     "_sdwa",
                                       "_e64_dpp", "_dpp8", "_e64_dpp8"};

static const qn_amd_row *find_row(qn_str name) {
  const qn_amd_row *row = qn_amd_row_find(name);
  for (size_t k = sizeof(suffixes) / sizeof(suffixes[0]); !row && k--;) {
    qn_str base = name;
    if (unwrap(&base, "", suffixes[k]))
      row = qn_amd_row_find(base);
  }
  return row;
}

static bool has_modifiers(const qn_amd_inst *i) {
  bool any = i->clamp || i->omod || i->op_sel || i->lanes_kind || i->sdwa;
  for (unsigned k = 0; k < i->count; ++k)
    any |= i->op[k].negate || i->op[k].absolute || i->op[k].sext ||
           i->op[k].sel || i->op[k].has_half;
  return any;
}

static bool is_narrow(uint8_t type) {
  return type == QN_AMD_u16 || type == QN_AMD_i16 || type == QN_AMD_f16;
}

// Which modifiers a kind of instruction may have, so that none is overlooked.
static qn_status check_modifiers(const parser *p) {
  enum { DPP = 1, CLAMP = 2, SELECT = 4, SDWA = 8, SIGNS = 16 };
  static const struct {
    qn_amd_handler *handler;
    unsigned takes;
  } rules[] = {
      {qn_amd_x_vector, DPP | CLAMP | SELECT | SDWA | SIGNS},
      {qn_amd_x_compare, DPP | SELECT | SDWA | SIGNS},
      {qn_amd_x_class, SELECT | SDWA | SIGNS},
      {qn_amd_x_select, DPP | SDWA | SIGNS},
      {qn_amd_x_select16, SELECT | SIGNS},
      {qn_amd_x_carry, DPP | CLAMP | SDWA},
      {qn_amd_x_packed, CLAMP | SELECT},
      {qn_amd_x_packed_float, CLAMP | SELECT},
      {qn_amd_x_dot_mixed, CLAMP | SELECT},
      {qn_amd_x_mix, CLAMP | SELECT | SIGNS},
      {qn_amd_x_permlane, SELECT},
      {qn_amd_x_wmma, SELECT | CLAMP},
      {qn_amd_x_mfma, SELECT},
      {qn_amd_x_smfmac, SELECT},
      {qn_amd_x_from_small, CLAMP | SELECT | SDWA | SIGNS},
      {qn_amd_x_to_small, SELECT | SIGNS},
      {qn_amd_x_one, CLAMP | SIGNS},
      {qn_amd_x_div_scale32, SIGNS},
      {qn_amd_x_div_scale64, SIGNS},
      {qn_amd_x_div_fmas32, SIGNS},
      {qn_amd_x_div_fmas64, SIGNS},
  };
  const qn_amd_inst *i = p->inst;
  if (i->gds)
    return refuse(p, "memory that all groups share", p->whole);
  if (i->lds && i->row->handler == qn_amd_x_buffer_typed)
    return refuse(p, "a modifier", p->whole);
  unsigned has = (i->lanes_kind ? DPP : 0) | (i->clamp || i->omod ? CLAMP : 0) |
                 (i->op_sel || i->neg_lo || i->neg_hi ? SELECT : 0) |
                 (i->sdwa ? SDWA : 0);
  for (unsigned k = 0; k < i->count; ++k)
    has |= (i->op[k].negate || i->op[k].absolute ? SIGNS : 0) |
           (i->op[k].sel || i->op[k].sext ? SDWA : 0);
  for (size_t k = 0; k < sizeof(rules) / sizeof(rules[0]); ++k)
    if (i->row->handler == rules[k].handler)
      has &= ~rules[k].takes;
  return has ? refuse(p, "a modifier", p->whole) : qn_ok();
}

static bool is_real(uint8_t type) {
  return type == QN_AMD_f16 || type == QN_AMD_f32 || type == QN_AMD_f64;
}

static bool is_vector_register(const qn_amd_operand *o) {
  return o->where == QN_AMD_VREG || o->where == QN_AMD_AREG;
}

// op_sel's last bit is the result's, of which we have the fourth.
static void place_result_half(qn_amd_inst *i) {
  const unsigned last = i->count - 1u;
  if (!i->count || last >= 3 || !is_narrow(i->row->types[0]))
    return;
  const unsigned bit = i->op_sel >> last & 1;
  i->op_sel = (uint8_t)((i->op_sel & ~(1u << last)) | bit << 3);
}

// Products of matrices read registers of lanes; the disassembler also writes
// others, which the encoding has room for.
static bool are_matrices(const qn_amd_inst *i) {
  qn_amd_handler *const h = i->row->handler;
  if (h != qn_amd_x_mfma && h != qn_amd_x_smfmac && h != qn_amd_x_wmma)
    return true;
  bool good = i->count == 4;
  for (unsigned k = 0; k < i->count; ++k)
    good &= is_vector_register(&i->op[k]) ||
            (k == 3 && h != qn_amd_x_smfmac && i->op[k].where == QN_AMD_CONST);
  return good;
}

// The registers are of the right kind, and as many as there are components.
static bool is_image_good(const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const bool sampled = i->row->handler == qn_amd_x_image && arg & QN_SAMPLED;
  const unsigned components =
      sampled && arg & QN_FOUR ? 4 : (unsigned)__builtin_popcount(i->dmask);
  const unsigned words = i->d16 ? (components + 1) / 2 : components;
  return i->dim && i->count == (sampled ? 4 : 3) &&
         is_vector_register(&i->op[0]) && i->op[0].count >= words &&
         i->op[2].where == QN_AMD_SREG && i->op[2].count == 8 &&
         (!sampled || (i->op[3].where == QN_AMD_SREG && i->op[3].count == 4));
}

// The descriptor is in scalar registers, the components in enough others.
static bool is_typed_good(const qn_amd_inst *i) {
  const unsigned components = i->row->arg & 255;
  const unsigned words =
      i->row->arg & (QN_LOW | QN_HIGH) ? (components + 1) / 2 : components;
  return i->count == 4 && is_vector_register(&i->op[0]) &&
         i->op[0].count >= words && i->op[2].where == QN_AMD_SREG &&
         i->op[2].count == 4;
}

static qn_status settle(const parser *p) {
  qn_amd_inst *i = p->inst;
  const qn_amd_row *row = i->row;
  const bool is_vector = row->handler == qn_amd_x_vector;
  const unsigned expected = row->sources + 1u;
  unsigned first = first_source(i);
  if (is_vector && i->count < expected)
    return refuse(p, "the form", p->whole);
  if (row->handler == qn_amd_x_packed && row->sources == 3 && i->count == 3)
    i->op[i->count++] = i->op[0];
  // Scalar ones may have no result, or one that is the first source.
  if (p->whole.data[0] == 's' && i->count < expected)
    first = 0;
  for (unsigned k = first; k < i->count; ++k) {
    const unsigned type = k - first + 1;
    settle_constant(&i->op[k], (qn_amd_type)row->types[type < 4 ? type : 3]);
  }
  i->plain = !has_modifiers(i);
  i->handler = row->handler;
  if (is_vector || row->handler == qn_amd_x_to_small)
    place_result_half(i);
  if (is_image(row) && !is_image_good(i))
    return refuse(p, "the form", p->whole);
  if (row->handler == qn_amd_x_buffer_typed && !is_typed_good(i))
    return refuse(p, "the form", p->whole);
  if (!are_matrices(i))
    return refuse(p, "the form", p->whole);
  QN_TRY(check_modifiers(p));
  bool narrow = false;
  for (unsigned k = 0; k <= row->sources && k < 4; ++k)
    narrow |= is_narrow(row->types[k]);
  if (is_vector && i->clamp && !is_real(row->types[0])) {
    char name[64];
    snprintf(name, sizeof(name), "%s_clamp", row->name);
    i->row = row = qn_amd_row_find(qn_str_from(name));
    if (!row)
      return refuse(p, "clamp", p->whole);
    i->clamp = 0;
  }
  if (is_vector && ((i->omod && !is_real(row->types[0])) ||
                    (i->omod && row->types[0] == QN_AMD_f16) ||
                    (!narrow && i->op_sel) || i->neg_lo || i->neg_hi))
    return refuse(p, "a modifier", p->whole);
  if (row->handler == qn_amd_x_packed && i->clamp && !is_real(row->types[0]))
    return refuse(p, "clamp", p->whole);
  if (row->handler == qn_amd_x_dot_mixed &&
      (i->omod || i->op_sel || i->neg_hi || i->neg_lo > 3))
    return refuse(p, "a modifier", p->whole);
  if (is_vector && i->plain && !narrow)
    i->handler = qn_amd_x_vector_plain;
  if (row->handler == qn_amd_x_packed_float && !row->arg)
    for (unsigned k = 1; k < i->count; ++k)
      if (i->op[k].where == QN_AMD_CONST && i->op_sel_hi >> (k - 1) & 1 &&
          (i->op[k].value[0] || i->op[k].is_float))
        return refuse(p, "a constant of two floats", p->whole);
  return qn_ok();
}

static void set_defaults(qn_amd_inst *i, const qn_amd_row *row) {
  i->row_mask = i->bank_mask = 15;
  i->op_sel_hi = row->handler == qn_amd_x_mix ? 0 : 7;
  // Which the disassembler does not write.
  i->format = (qn_amd_format){1, {8}, QN_AMD_UNORM};
}

static qn_status parse_one(const parser *p, qn_str text) {
  qn_amd_inst *i = p->inst;
  qn_str rest = trim(text);
  const qn_str name = take(&rest, " \t");
  const qn_amd_row *row = find_row(name);
  if (!row)
    return refuse(p, "the instruction", name);
  i->row = row;
  set_defaults(i, row);
  i->handler = row->handler;
  if (row->handler == qn_amd_x_nothing)
    return qn_ok(); // whatever it says about caches and times
  rest = trim(rest);
  qn_str words = {0};
  while (rest.size) {
    qn_str part = trim(take(&rest, ","));
    if (!trim(rest).size) { // the last one is followed by modifiers
      words = part;
      part = trim(take(&words, " "));
    }
    if (i->count == QN_AMD_OPERANDS)
      return refuse(p, "the form", p->whole);
    if (is_image(row) && i->count == 1) {
      QN_TRY(read_address(p, part));
      ++i->count;
      continue;
    }
    // Without operands there may be modifiers at once.
    QN_TRY(read_operand(p, part, &i->op[i->count++]));
  }
  for (words = trim(words); words.size; words = trim(words))
    QN_TRY(read_modifier(p, take(&words, " ")));
  return settle(p);
}

qn_status qn_amd_parse(qn_str text, const qn_amd_chip *chip, qn_amd_inst *out,
                       qn_diag *diag) {
  parser p = {chip, trim(text), out, diag};
  const size_t comment = qn_str_find(p.whole, ';');
  if (comment < p.whole.size)
    p.whole = trim((qn_str){p.whole.data, comment});
  if (p.whole.size > TEXT_MAX)
    return refuse(&p, "a text as long as that of", qn_str_skip(p.whole, 480));
  size_t pair = 0;
  while (pair + 1 < p.whole.size &&
         !(p.whole.data[pair] == ':' && p.whole.data[pair + 1] == ':'))
    ++pair;
  if (pair + 1 >= p.whole.size)
    return parse_one(&p, p.whole);
  if (!out->second)
    return refuse(&p, "a pair", p.whole);
  qn_str halves[2] = {{p.whole.data, pair}, qn_str_skip(p.whole, pair + 2)};
  for (unsigned k = 0; k < 2; ++k) {
    char name[64] = "";
    qn_str rest = trim(halves[k]);
    p.inst = k ? out->second : out;
    qn_str word = take(&rest, " ");
    // "v_dual_mov_b32" is v_mov_b32.
    if (!qn_str_starts(word, QN_STR("v_dual_")) || word.size > 60)
      return refuse(&p, "the pair", p.whole);
    word = qn_str_skip(word, 7);
    char whole[TEXT_MAX + 8];
    snprintf(name, sizeof(name), "v_%.*s", QN_STR_ARG(word));
    snprintf(whole, sizeof(whole), "%s %.*s", name, QN_STR_ARG(rest));
    QN_TRY(parse_one(&p, qn_str_from(whole)));
    if (p.inst->row->handler != qn_amd_x_vector &&
        p.inst->row->handler != qn_amd_x_select)
      return refuse(&p, "the pair", p.whole);
  }
  out->handler = qn_amd_x_pair;
  return qn_ok();
}
