// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/emit.h"

#include <string.h>

typedef struct emitter {
  const qn_ptx_instruction *in;
  qn_buffer *out;
  qn_str types[4]; // the types in the name, in order
  size_t type_count;
  uint64_t modifiers;                // bits by modifiers.def
  qn_str rest[QN_PTX_MODIFIERS_MAX]; // other parts of the name
  size_t rest_count;
} emitter;

typedef qn_status emit_fn(emitter *e, qn_diag *diag);

// ---- The parts of a name

static const char *const modifier_names[] = {
#define QN_PTX_MODIFIER(spelling, name) spelling,
#include "quern/device/ptx/modifiers.def"
#undef QN_PTX_MODIFIER
};
enum {
#define QN_PTX_MODIFIER(spelling, name) BIT_##name,
#include "quern/device/ptx/modifiers.def"
#undef QN_PTX_MODIFIER
};
#define HAS(e, name) ((e)->modifiers >> BIT_##name & 1)

// Types by their name in PTX and in the headers.
static const char *const types[][2] = {
    {"b8", "u8"},         {"u8", "u8"},   {"s8", "s8"},       {"b16", "u16"},
    {"u16", "u16"},       {"s16", "s16"}, {"b32", "u32"},     {"u32", "u32"},
    {"s32", "s32"},       {"b64", "u64"}, {"u64", "u64"},     {"s64", "s64"},
    {"b128", "u128"},     {"f16", "f16"}, {"f16x2", "f16x2"}, {"bf16", "bf16"},
    {"bf16x2", "bf16x2"}, {"f32", "f32"}, {"f64", "f64"},     {"pred", "pred"},
    {"tf32", "tf32"},
};

static const char *type_of(qn_str name) {
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
    if (qn_str_equal(name, qn_str_from(types[i][0])))
      return types[i][1];
  return NULL;
}

static unsigned bytes_of(const char *type) {
  return strstr(type, "128")                        ? 16
         : strstr(type, "64")                       ? 8
         : strstr(type, "32") || strstr(type, "x2") ? 4
         : strstr(type, "16")                       ? 2
                                                    : 1;
}

const char *qn_ptx_register_type(qn_str name) {
  const char *type = type_of(name);
  if (!type || strcmp(type, "tf32") == 0)
    return NULL;
  switch (strcmp(type, "pred") == 0 ? 0 : bytes_of(type)) {
  case 0:
    return "bool";
  case 1:
    return "u8";
  case 2:
    return "u16";
  case 4:
    return "u32";
  case 8:
    return "u64";
  default:
    return "u128";
  }
}

static const char *type_at(const emitter *e, size_t i) {
  return i < e->type_count ? type_of(e->types[i]) : "u32";
}

static void sort_parts(emitter *e) {
  for (size_t i = 1; i < e->in->part_count; ++i) {
    const qn_str part = e->in->parts[i];
    size_t bit = 0;
    const size_t count = sizeof(modifier_names) / sizeof(modifier_names[0]);
    while (bit < count && !qn_str_equal(part, qn_str_from(modifier_names[bit])))
      ++bit;
    if (bit < count)
      e->modifiers |= (uint64_t)1 << bit;
    else if (type_of(part) && e->type_count < 4)
      e->types[e->type_count++] = part;
    else
      e->rest[e->rest_count++] = part;
  }
}

// Takes a part that is neither a type nor a modifier; false when the name does
// not have it.
static bool take_part(emitter *e, const char *name) {
  for (size_t i = 0; i < e->rest_count; ++i)
    if (qn_str_equal(e->rest[i], qn_str_from(name))) {
      e->rest[i] = e->rest[--e->rest_count];
      return true;
    }
  return false;
}

// ---- Refusals

static qn_status refuse(const emitter *e, const char *why, qn_diag *diag) {
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "the PTX instruction '%.*s'%s%s", QN_STR_ARG(e->in->text),
                 *why ? ": " : "", why);
}

static qn_status need(const emitter *e, size_t min, size_t max, qn_diag *diag) {
  return e->in->argument_count >= min && e->in->argument_count <= max
             ? qn_ok()
             : refuse(e, "not with this number of arguments", diag);
}

// Fails if a part of the name has not been taken.
static qn_status check_parts(const emitter *e, qn_diag *diag) {
  return e->rest_count ? refuse(e, "", diag) : qn_ok();
}

// Fails for modifiers that are not among `allowed`, separated by spaces.
static qn_status check_modifiers(const emitter *e, const char *allowed,
                                 qn_diag *diag) {
  uint64_t known = 0;
  qn_str rest = qn_str_from(allowed), word;
  while (rest.size && qn_str_split(&rest, ' ', &word))
    for (size_t i = 0; i < sizeof(modifier_names) / sizeof(modifier_names[0]);
         ++i)
      if (qn_str_equal(word, qn_str_from(modifier_names[i])))
        known |= (uint64_t)1 << i;
  return e->modifiers & ~known ? refuse(e, "", diag) : check_parts(e, diag);
}

// ---- Values

#define PRINT(e, ...) qn_buffer_printf((e)->out, __VA_ARGS__)

void qn_ptx_emit_name(qn_str name, qn_buffer *out) {
  qn_buffer_printf(out, "r_");
  for (size_t i = 0; i < name.size; ++i)
    if (name.data[i] == '$')
      qn_buffer_printf(out, "S");
    else if (name.data[i] == '%')
      qn_buffer_printf(out, "P");
    else
      qn_buffer_printf(out, "%c", name.data[i]);
}

static bool is_sink(const qn_ptx_argument *a) {
  return a->kind == QN_PTX_REGISTER && qn_str_equal(a->name, QN_STR("_"));
}

static const struct {
  const char *name, *text;
} specials[] = {
#define AXES(name, text)                                                       \
  {"%" name ".x", text ".x"}, {"%" name ".y", text ".y"},                      \
      {"%" name ".z", text ".z"}
    AXES("tid", "threadIdx"),
    AXES("ntid", "blockDim"),
    AXES("ctaid", "blockIdx"),
    AXES("nctaid", "gridDim"),
    // A cluster of one block.
    AXES("clusterid", "blockIdx"),
    AXES("nclusterid", "gridDim"),
#undef AXES
    {"%cluster_ctaid.x", "0u"},
    {"%cluster_ctaid.y", "0u"},
    {"%cluster_ctaid.z", "0u"},
    {"%cluster_nctaid.x", "1u"},
    {"%cluster_nctaid.y", "1u"},
    {"%cluster_nctaid.z", "1u"},
    {"%cluster_ctarank", "0u"},
    {"%cluster_nctarank", "1u"},
    {"%is_explicit_cluster", "0u"},
    {"%laneid", "__qn_lane_id()"},
    {"%warpid", "warp_id()"},
    {"%nwarpid", "warp_count()"},
    {"%smid", "0u"},
    {"%nsmid", "1u"},
    {"%gridid", "0ull"},
    {"%clock", "(u32)__qn_clock()"},
    {"%clock_hi", "(u32)(__qn_clock() >> 32)"},
    {"%clock64", "__qn_clock()"},
    {"%globaltimer", "__qn_wall_clock_ns()"},
    {"%globaltimer_lo", "(u32)__qn_wall_clock_ns()"},
    {"%globaltimer_hi", "(u32)(__qn_wall_clock_ns() >> 32)"},
    {"%lanemask_eq", "lane_bit()"},
    {"%lanemask_lt", "lanes_below()"},
    {"%lanemask_le", "(lanes_below() | lane_bit())"},
    {"%lanemask_gt", "~(lanes_below() | lane_bit())"},
    {"%lanemask_ge", "~lanes_below()"},
    {"%dynamic_smem_size", "__qn_dynamic_shared_size()"},
};

static void put_special(emitter *e, qn_str name) {
  for (size_t i = 0; i < sizeof(specials) / sizeof(specials[0]); ++i)
    if (qn_str_equal(name, qn_str_from(specials[i].name))) {
      PRINT(e, "%s", specials[i].text);
      return;
    }
  // Names of registers may begin with '%', too.
  qn_ptx_emit_name(name, e->out);
}

// A literal's bits in a type: literals for single precision may be written in
// double precision.
static uint64_t literal(const qn_ptx_argument *a, const char *type) {
  if (a->kind == QN_PTX_DOUBLE && strcmp(type, "f32") == 0) {
    double value;
    uint32_t bits;
    memcpy(&value, &a->number, sizeof(value));
    const float single = (float)value;
    memcpy(&bits, &single, sizeof(bits));
    return bits;
  }
  return a->number;
}

// A source as a value of `type`, a name of the headers.
static qn_status put_value(emitter *e, const qn_ptx_argument *a,
                           const char *type, qn_diag *diag) {
  PRINT(e, "in<%s>(%s", type, a->is_inverted ? "!" : "");
  switch (a->kind) {
  case QN_PTX_REGISTER:
    if (is_sink(a))
      return refuse(e, "'_' is not a source", diag);
    qn_ptx_emit_name(a->name, e->out);
    break;
  case QN_PTX_SPECIAL:
    put_special(e, a->name);
    break;
  case QN_PTX_INTEGER:
  case QN_PTX_SINGLE:
  case QN_PTX_DOUBLE:
    PRINT(e, "%lluull", (unsigned long long)literal(a, type));
    break;
  case QN_PTX_VECTOR:
  case QN_PTX_ADDRESS:
    return refuse(e, "a register was expected", diag);
  }
  PRINT(e, ")");
  return qn_ok();
}

// Opens a write to argument `a`; the value and ")" follow.
static qn_status put_target(emitter *e, const qn_ptx_argument *a,
                            qn_diag *diag) {
  if (is_sink(a)) {
    PRINT(e, "(void)(");
    return qn_ok();
  }
  if ((a->kind != QN_PTX_REGISTER && a->kind != QN_PTX_SPECIAL) ||
      a->is_inverted)
    return refuse(e, "a register was expected", diag);
  PRINT(e, "out(");
  qn_ptx_emit_name(a->name, e->out);
  PRINT(e, ", ");
  return qn_ok();
}

static void put_modifiers(emitter *e) {
  PRINT(e, "0x%llxull", (unsigned long long)e->modifiers);
}

// Writes p of "d|p", if there is one.
static void put_second(emitter *e, const char *value) {
  const qn_str second = e->in->arguments[0].second;
  if (!second.size || qn_str_equal(second, QN_STR("_")))
    return;
  PRINT(e, "out(");
  qn_ptx_emit_name(second, e->out);
  PRINT(e, ", %s); ", value);
}

static const qn_ptx_argument *argument(const emitter *e, size_t i) {
  return &e->in->arguments[i];
}

// ---- Instructions that write one register from their sources

typedef struct value_row {
  const char *name, *function, *sources, *modifiers;
} value_row;
static const value_row values[] = {
#define QN_PTX(name, function, sources, modifiers)                             \
  {name, function, sources, modifiers},
#include "compiler/ptx/instructions.def"
#undef QN_PTX
};

static qn_status put_source(emitter *e, char kind, size_t i, qn_diag *diag) {
  const char *type = type_at(e, 0);
  char product[32];
  switch (kind) {
  case 'c':
    PRINT(e, "carry");
    return qn_ok();
  case 'u':
    return put_value(e, argument(e, i), "u32", diag);
  case 'p':
    return put_value(e, argument(e, i), "pred", diag);
  case 'W':
    if (HAS(e, WIDE)) {
      snprintf(product, sizeof(product), "wider<%s>::type", type);
      return put_value(e, argument(e, i), product, diag);
    }
    return put_value(e, argument(e, i), type, diag);
  default:
    return put_value(e, argument(e, i), type, diag);
  }
}

static qn_status emit_value(emitter *e, const value_row *row, qn_diag *diag) {
  const size_t letters = strlen(row->sources);
  const size_t sources = letters - (row->sources[letters - 1] == 'c');
  // min and max may have three sources.
  const bool more =
      sources == 2 && e->in->argument_count == 4 &&
      (strcmp(row->name, "min") == 0 || strcmp(row->name, "max") == 0);
  if (e->type_count > 1)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, row->modifiers, diag));
  QN_TRY(need(e, sources + 1 + more, sources + 1 + more, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "%s<%s, ", row->function, type_at(e, 0));
  put_modifiers(e);
  PRINT(e, ">(");
  for (size_t i = 0; i < letters + more; ++i) {
    PRINT(e, "%s", i ? ", " : "");
    QN_TRY(put_source(e, i < letters ? row->sources[i] : 'T', i + 1, diag));
  }
  PRINT(e, "));");
  return qn_ok();
}

// ---- mov: also of vectors to one register and back

static qn_status emit_pack(emitter *e, qn_diag *diag) {
  const qn_ptx_argument *parts = argument(e, 1);
  const unsigned bits =
      8 * bytes_of(type_at(e, 0)) / (unsigned)parts->part_count;
  QN_TRY(put_target(e, argument(e, 0), diag));
  for (size_t i = 0; i < parts->part_count; ++i) {
    char type[16];
    snprintf(type, sizeof(type), "u%u", bits);
    PRINT(e, "%s(%s)", i ? " | " : "", type_at(e, 0));
    QN_TRY(put_value(e, &parts->parts[i], type, diag));
    PRINT(e, " << %zu", i * bits);
  }
  PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_unpack(emitter *e, qn_diag *diag) {
  const qn_ptx_argument *parts = argument(e, 0);
  const unsigned bits =
      8 * bytes_of(type_at(e, 0)) / (unsigned)parts->part_count;
  PRINT(e, "{ const %s all = ", type_at(e, 0));
  QN_TRY(put_value(e, argument(e, 1), type_at(e, 0), diag));
  PRINT(e, "; ");
  for (size_t i = 0; i < parts->part_count; ++i) {
    QN_TRY(put_target(e, &parts->parts[i], diag));
    PRINT(e, "(u%u)(all >> %zu)); ", bits, i * bits);
  }
  PRINT(e, "}");
  return qn_ok();
}

static bool is_vector(const qn_ptx_argument *a, const char *type) {
  return a->kind == QN_PTX_VECTOR &&
         (a->part_count == 2 || a->part_count == 4) &&
         bytes_of(type) >= a->part_count;
}

static qn_status emit_mov(emitter *e, qn_diag *diag) {
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, 2, 2, diag));
  if (e->type_count != 1)
    return refuse(e, "", diag);
  if (is_vector(argument(e, 1), type_at(e, 0)))
    return emit_pack(e, diag);
  if (is_vector(argument(e, 0), type_at(e, 0)))
    return emit_unpack(e, diag);
  QN_TRY(put_target(e, argument(e, 0), diag));
  QN_TRY(put_value(e, argument(e, 1), type_at(e, 0), diag));
  PRINT(e, ");");
  return qn_ok();
}

// ---- Conversions

// cvt.pack.sat.s8.s32.b32 d, a, b, c; without .b32 and c for 16 bits.
static qn_status emit_cvt_pack(emitter *e, qn_diag *diag) {
  static const char *const names[] = {"u2", "s2", "u4", "s4"};
  unsigned width = 0;
  bool is_signed = false;
  for (size_t i = 0; i < 4 && !width; ++i)
    if (take_part(e, names[i])) {
      width = (unsigned)(names[i][1] - '0');
      is_signed = names[i][0] == 's';
    }
  if (!width && e->type_count) {
    width = 8 * bytes_of(type_at(e, 0));
    is_signed = type_at(e, 0)[0] == 's';
  }
  QN_TRY(check_modifiers(e, "sat", diag));
  QN_TRY(need(e, width == 16 ? 3 : 4, width == 16 ? 3 : 4, diag));
  if (!HAS(e, SAT) || !width || width > 16)
    return refuse(e, "", diag);
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "cvt_pack<%u, %s>(", width, is_signed ? "true" : "false");
  for (size_t i = 1; i < 3; ++i) {
    QN_TRY(put_value(e, argument(e, i), "s32", diag));
    PRINT(e, ", ");
  }
  if (width == 16)
    PRINT(e, "0");
  else
    QN_TRY(put_value(e, argument(e, 3), "u32", diag));
  PRINT(e, "));");
  return qn_ok();
}

// cvt.rn.satfinite.e4m3x2.f32 d, a, b; to it from f16x2, and back.
static qn_status emit_cvt_fp8(emitter *e, const char *format, qn_diag *diag) {
  const bool from =
      qn_str_ends(e->in->parts[e->in->part_count - 1], QN_STR("x2")) &&
      type_of(e->in->parts[e->in->part_count - 1]) == NULL;
  const char *other = e->type_count == 1 ? type_at(e, 0) : "";
  const bool floats = !from && strcmp(other, "f32") == 0;
  const bool finite = take_part(e, "satfinite");
  QN_TRY(check_modifiers(e, floats ? "rn" : "rn relu", diag));
  QN_TRY(need(e, floats ? 3 : 2, floats ? 3 : 2, diag));
  if (!HAS(e, RN) || finite == from || (!floats && strcmp(other, "f16x2") != 0))
    return refuse(e, "", diag);
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "%s", from ? "cvt_from_fp8x2" : "cvt_fp8x2");
  if (!floats) {
    PRINT(e, "<");
    put_modifiers(e);
    PRINT(e, ">");
  }
  PRINT(e, "(%s, ", format);
  QN_TRY(put_value(e, argument(e, 1), from ? "u16" : other, diag));
  if (floats) {
    PRINT(e, ", ");
    QN_TRY(put_value(e, argument(e, 2), "f32", diag));
  }
  PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_cvt(emitter *e, qn_diag *diag) {
  if (take_part(e, "pack"))
    return emit_cvt_pack(e, diag);
  if (take_part(e, "e4m3x2"))
    return emit_cvt_fp8(e, "__NV_E4M3", diag);
  if (take_part(e, "e5m2x2"))
    return emit_cvt_fp8(e, "__NV_E5M2", diag);
  QN_TRY(check_modifiers(
      e, "rn rz rm rp rna rni rzi rmi rpi ftz sat relu approx", diag));
  const bool pair = e->type_count == 2 && strstr(type_at(e, 0), "x2");
  QN_TRY(need(e, pair ? 3 : 2, pair ? 3 : 2, diag));
  if (e->type_count != 2 || strcmp(type_at(e, 1), "tf32") == 0 ||
      (pair && strcmp(type_at(e, 1), "f32") != 0))
    return refuse(e, "", diag);
  QN_TRY(put_target(e, argument(e, 0), diag));
  if (strcmp(type_at(e, 0), "tf32") == 0) {
    PRINT(e, "cvt_tf32<");
  } else if (pair) {
    PRINT(e, "cvt_pair<%s, ", type_at(e, 0));
  } else {
    PRINT(e, "cvt<%s, %s, ", type_at(e, 0), type_at(e, 1));
  }
  put_modifiers(e);
  PRINT(e, ">(");
  QN_TRY(put_value(e, argument(e, 1), type_at(e, 1), diag));
  if (pair) {
    PRINT(e, ", ");
    QN_TRY(put_value(e, argument(e, 2), type_at(e, 1), diag));
  }
  PRINT(e, "));");
  return qn_ok();
}

// ---- State spaces

// Takes the state space of a name; "GENERIC" without one.
static const char *take_space(emitter *e) {
  static const char *const spaces[][2] = {
      {"global", "GLOBAL"},      {"shared", "SHARED"},
      {"shared::cta", "SHARED"}, {"shared::cluster", "SHARED"},
      {"local", "LOCAL"},        {"const", "CONST"},
      {"param", "PARAM"}};
  for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); ++i)
    if (take_part(e, spaces[i][0]))
      return spaces[i][1];
  return "GENERIC";
}

// Takes the parts of a name that are hints.
static void take_hints(emitter *e) {
  static const char *const hints[] = {"ca",
                                      "cg",
                                      "cs",
                                      "lu",
                                      "cv",
                                      "wb",
                                      "wt",
                                      "nc",
                                      "mmio",
                                      "L1::evict_normal",
                                      "L1::evict_unchanged",
                                      "L1::evict_first",
                                      "L1::evict_last",
                                      "L1::no_allocate",
                                      "L2::evict_normal",
                                      "L2::evict_first",
                                      "L2::evict_last",
                                      "L2::64B",
                                      "L2::128B",
                                      "L2::256B",
                                      "L1",
                                      "L2"};
  for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); ++i)
    (void)take_part(e, hints[i]);
}

static qn_status put_address(emitter *e, const qn_ptx_argument *a,
                             const char *space, qn_diag *diag) {
  if (a->kind != QN_PTX_ADDRESS)
    return refuse(e, "an address was expected", diag);
  PRINT(e, "pointer<%s>(", space);
  QN_TRY(put_value(e, &a->parts[0], "u64", diag));
  if (a->part_count > 1) {
    PRINT(e, " + ");
    QN_TRY(put_value(e, &a->parts[1], "s64", diag));
  }
  PRINT(e, " + (u64)%lldll)", (long long)a->offset);
  return qn_ok();
}

static qn_status emit_cvta(emitter *e, qn_diag *diag) {
  const char *space = take_space(e);
  QN_TRY(check_modifiers(e, "to", diag));
  QN_TRY(need(e, 2, 2, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "cvta<%s, ", space);
  put_modifiers(e);
  PRINT(e, ">(");
  QN_TRY(put_value(e, argument(e, 1), "u64", diag));
  PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_isspacep(emitter *e, qn_diag *diag) {
  const char *space = take_space(e);
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, 2, 2, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "isspacep<%s>(", space);
  QN_TRY(put_value(e, argument(e, 1), "u64", diag));
  PRINT(e, "));");
  return qn_ok();
}

// ---- Comparisons

// Takes the comparison of a name; returns the headers' function for it.
static const char *take_comparison(emitter *e) {
  static const char *const names[][2] = {
      {"eq", "cmp_eq"},   {"ne", "cmp_ne"},   {"lt", "cmp_lt"},
      {"le", "cmp_le"},   {"gt", "cmp_gt"},   {"ge", "cmp_ge"},
      {"equ", "cmp_equ"}, {"neu", "cmp_neu"}, {"ltu", "cmp_ltu"},
      {"leu", "cmp_leu"}, {"gtu", "cmp_gtu"}, {"geu", "cmp_geu"},
      {"num", "cmp_num"}, {"nan", "cmp_nan"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (take_part(e, names[i][0]))
      return names[i][1];
  // Of unsigned integers. "lo" and "hi" are also modifiers of products.
  static const struct {
    unsigned bit;
    const char *function;
  } bits[] = {{BIT_LO, "cmp_lt"}, {BIT_HI, "cmp_gt"}};
  for (size_t i = 0; i < 2; ++i)
    if (e->modifiers >> bits[i].bit & 1) {
      e->modifiers &= ~((uint64_t)1 << bits[i].bit);
      return bits[i].function;
    }
  return take_part(e, "ls") ? "cmp_le" : take_part(e, "hs") ? "cmp_ge" : NULL;
}

static const char *take_boolean(emitter *e) {
  return take_part(e, "and")   ? "&"
         : take_part(e, "or")  ? "|"
         : take_part(e, "xor") ? "^"
                               : NULL;
}

// Writes the comparison of two sources.
static qn_status put_comparison(emitter *e, const char *type,
                                const char *compare, qn_diag *diag) {
  PRINT(e, "%s<%s, ", compare, type);
  put_modifiers(e);
  PRINT(e, ">(");
  QN_TRY(put_value(e, argument(e, 1), type, diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, argument(e, 2), type, diag));
  PRINT(e, ")");
  return qn_ok();
}

static qn_status emit_setp(emitter *e, qn_diag *diag) {
  const char *compare = take_comparison(e), *boolean = take_boolean(e);
  if (!compare || e->type_count != 1)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "ftz", diag));
  QN_TRY(need(e, boolean ? 4 : 3, boolean ? 4 : 3, diag));
  PRINT(e, "{ const bool is = ");
  QN_TRY(put_comparison(e, type_at(e, 0), compare, diag));
  PRINT(e, "; const bool with = ");
  if (boolean)
    QN_TRY(put_value(e, argument(e, 3), "pred", diag));
  else
    PRINT(e, "true");
  const char *op = boolean ? boolean : "&";
  PRINT(e, "; const bool other = !is %s with; (void)other; ", op);
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "(bool)(is %s with)); ", op);
  put_second(e, "other");
  PRINT(e, "}");
  return qn_ok();
}

static qn_status emit_set(emitter *e, qn_diag *diag) {
  const char *compare = take_comparison(e), *boolean = take_boolean(e);
  if (!compare || e->type_count != 2)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "ftz", diag));
  QN_TRY(need(e, boolean ? 4 : 3, boolean ? 4 : 3, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "truth<%s>(", type_at(e, 0));
  QN_TRY(put_comparison(e, type_at(e, 1), compare, diag));
  if (boolean) {
    PRINT(e, " %s ", boolean);
    QN_TRY(put_value(e, argument(e, 3), "pred", diag));
  }
  PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_slct(emitter *e, qn_diag *diag) {
  QN_TRY(check_modifiers(e, "ftz", diag));
  QN_TRY(need(e, 4, 4, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "slct<%s, %s>(", type_at(e, 0), type_at(e, 1));
  for (size_t i = 1; i < 4; ++i) {
    PRINT(e, "%s", i > 1 ? ", " : "");
    QN_TRY(put_value(e, argument(e, i), type_at(e, i == 3), diag));
  }
  PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_dot(emitter *e, const char *function, qn_diag *diag) {
  QN_TRY(check_modifiers(e, "lo hi", diag));
  QN_TRY(need(e, 4, 4, diag));
  if (e->type_count != 2)
    return refuse(e, "", diag);
  const char *a = type_at(e, 0)[0] == 's' ? "s8" : "u8";
  const char *b = type_at(e, 1)[0] == 's' ? "s8" : "u8";
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "%s<%s, %s", function, a, b);
  if (strcmp(function, "dot2") == 0) {
    PRINT(e, ", ");
    put_modifiers(e);
  }
  PRINT(e, ">(");
  for (size_t i = 1; i < 4; ++i) {
    PRINT(e, "%s", i > 1 ? ", " : "");
    QN_TRY(put_value(e, argument(e, i), "u32", diag));
  }
  PRINT(e, "));");
  return qn_ok();
}
static qn_status emit_dp4a(emitter *e, qn_diag *diag) {
  return emit_dot(e, "dot4", diag);
}
static qn_status emit_dp2a(emitter *e, qn_diag *diag) {
  return emit_dot(e, "dot2", diag);
}

// ---- Memory

// Blocks pass vectors on to each other past their caches; the elements belong
// together (include/quern/device/ptx/memory.h).
static void take_vector(emitter *e) {
  const bool vector =
      take_part(e, "v2") || take_part(e, "v4") || take_part(e, "v8");
  const bool shared =
      take_part(e, "cg") || take_part(e, "cv") || take_part(e, "wt");
  if (vector && shared)
    e->modifiers |= (uint64_t)1 << BIT_RELAXED;
}

static const char memory_modifiers[] =
    "weak volatile relaxed acquire release cta cluster gpu sys";

// The registers of a load's first argument.
static qn_status put_registers(emitter *e, const qn_ptx_argument *a,
                               qn_diag *diag) {
  const size_t count = a->kind == QN_PTX_VECTOR ? a->part_count : 1;
  for (size_t i = 0; i < count; ++i) {
    const qn_ptx_argument *one = a->kind == QN_PTX_VECTOR ? &a->parts[i] : a;
    PRINT(e, ", ");
    if (is_sink(one))
      PRINT(e, "sink");
    else if (one->kind == QN_PTX_REGISTER || one->kind == QN_PTX_SPECIAL)
      qn_ptx_emit_name(one->name, e->out);
    else
      return refuse(e, "a register was expected", diag);
  }
  return qn_ok();
}

static qn_status emit_ld(emitter *e, qn_diag *diag) {
  const char *space = take_space(e);
  take_vector(e);
  take_hints(e);
  QN_TRY(check_modifiers(e, memory_modifiers, diag));
  // A cache policy may follow.
  QN_TRY(need(e, 2, 3, diag));
  if (e->type_count != 1)
    return refuse(e, "", diag);
  PRINT(e, "load<%s, ", type_at(e, 0));
  put_modifiers(e);
  PRINT(e, ">(");
  QN_TRY(put_address(e, argument(e, 1), space, diag));
  QN_TRY(put_registers(e, argument(e, 0), diag));
  PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_st(emitter *e, qn_diag *diag) {
  const char *space = take_space(e);
  take_vector(e);
  take_hints(e);
  QN_TRY(check_modifiers(e, memory_modifiers, diag));
  QN_TRY(need(e, 2, 3, diag));
  if (e->type_count != 1)
    return refuse(e, "", diag);
  const qn_ptx_argument *a = argument(e, 1);
  const size_t count = a->kind == QN_PTX_VECTOR ? a->part_count : 1;
  PRINT(e, "store<%s, ", type_at(e, 0));
  put_modifiers(e);
  PRINT(e, ">(");
  QN_TRY(put_address(e, argument(e, 0), space, diag));
  for (size_t i = 0; i < count; ++i) {
    PRINT(e, ", ");
    QN_TRY(put_value(e, a->kind == QN_PTX_VECTOR ? &a->parts[i] : a,
                     type_at(e, 0), diag));
  }
  PRINT(e, ");");
  return qn_ok();
}

static const char *take_atomic(emitter *e) {
  static const char *const names[][2] = {
      {"add", "ATOM_ADD"},   {"min", "ATOM_MIN"}, {"max", "ATOM_MAX"},
      {"and", "ATOM_AND"},   {"or", "ATOM_OR"},   {"xor", "ATOM_XOR"},
      {"exch", "ATOM_EXCH"}, {"inc", "ATOM_INC"}, {"dec", "ATOM_DEC"},
      {"cas", "ATOM_CAS"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (take_part(e, names[i][0]))
      return names[i][1];
  return NULL;
}

// Writes "atom<T, OP, M>(address, a, b)"; `first` is the address's argument.
static qn_status put_atomic(emitter *e, size_t first, qn_diag *diag) {
  const char *space = take_space(e), *op = take_atomic(e);
  take_hints(e);
  e->modifiers &= ~((uint64_t)1 << BIT_NOFTZ);
  QN_TRY(check_modifiers(
      e, "relaxed acquire release acq_rel cta cluster gpu sys", diag));
  if (!op || e->type_count != 1)
    return refuse(e, "", diag);
  const size_t sources = strcmp(op, "ATOM_CAS") == 0 ? 2 : 1;
  QN_TRY(need(e, first + 1 + sources, first + 1 + sources, diag));
  const char *type = type_at(e, 0);
  PRINT(e, "atom<%s, %s, ", type, op);
  put_modifiers(e);
  PRINT(e, ">(");
  QN_TRY(put_address(e, argument(e, first), space, diag));
  for (size_t i = 1; i <= sources; ++i) {
    PRINT(e, ", ");
    QN_TRY(put_value(e, argument(e, first + i), type, diag));
  }
  PRINT(e, ")");
  return qn_ok();
}
static qn_status emit_atom(emitter *e, qn_diag *diag) {
  QN_TRY(need(e, 2, 5, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  QN_TRY(put_atomic(e, 1, diag));
  PRINT(e, ");");
  return qn_ok();
}
static qn_status emit_red(emitter *e, qn_diag *diag) {
  if (take_part(e, "async"))
    return refuse(e, "", diag);
  PRINT(e, "(void)");
  QN_TRY(put_atomic(e, 0, diag));
  PRINT(e, ";");
  return qn_ok();
}

static qn_status emit_fence(emitter *e, qn_diag *diag) {
  if (take_part(e, "proxy")) { // there is only one path to memory
    PRINT(e, ";");
    return qn_ok();
  }
  QN_TRY(check_modifiers(e, "sc acq_rel acquire release cta cluster gpu sys gl",
                         diag));
  QN_TRY(need(e, 0, 0, diag));
  PRINT(e, "fence<");
  put_modifiers(e);
  PRINT(e, ">();");
  return qn_ok();
}

// cp.async.mbarrier.arrive{.noinc} [barrier], when the copies before it are
// done, as they are. Without .noinc, it expects the arrival that it is.
static qn_status emit_cp_arrive(emitter *e, qn_diag *diag) {
  const bool arrives = take_part(e, "arrive") && take_part(e, "noinc");
  const char *space = take_space(e);
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, 1, 1, diag));
  if (arrives)
    PRINT(e, "(void)mbarrier_arrive(");
  else
    PRINT(e, "(void)(");
  QN_TRY(put_address(e, argument(e, 0), space, diag));
  PRINT(e, arrives ? ", 1, 0);" : ");");
  return qn_ok();
}

// cp.async.ca.shared.global [to], [from], size{, count}; and the waits for it.
static qn_status emit_cp(emitter *e, qn_diag *diag) {
  if (!take_part(e, "async") || take_part(e, "bulk"))
    return refuse(e, "", diag);
  if (take_part(e, "mbarrier"))
    return emit_cp_arrive(e, diag);
  if (take_part(e, "commit_group") || take_part(e, "wait_group") ||
      take_part(e, "wait_all")) {
    PRINT(e, ";");
    return qn_ok();
  }
  const char *to = take_part(e, "shared::cluster") ? "SHARED" : take_space(e);
  const char *from = take_space(e);
  if (strcmp(to, "GLOBAL") == 0 && strcmp(from, "SHARED") == 0) {
    to = "SHARED"; // take_space looks for global first
    from = "GLOBAL";
  }
  take_hints(e);
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, 3, 5, diag));
  const qn_ptx_argument *size = argument(e, 2);
  PRINT(e, "copy_async_of(");
  QN_TRY(put_address(e, argument(e, 0), to, diag));
  PRINT(e, ", ");
  QN_TRY(put_address(e, argument(e, 1), from, diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, size, "u32", diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, e->in->argument_count > 3 ? argument(e, 3) : size, "u32",
                   diag));
  PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_nothing(emitter *e, qn_diag *diag) {
  (void)diag;
  PRINT(e, ";");
  return qn_ok();
}

// ---- Warps and blocks

static qn_status emit_shfl(emitter *e, qn_diag *diag) {
  const char *mode = take_part(e, "up")     ? "SHFL_UP"
                     : take_part(e, "down") ? "SHFL_DOWN"
                     : take_part(e, "bfly") ? "SHFL_BFLY"
                     : take_part(e, "idx")  ? "SHFL_IDX"
                                            : NULL;
  if (!mode)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync", diag));
  QN_TRY(need(e, HAS(e, SYNC) ? 5 : 4, HAS(e, SYNC) ? 5 : 4, diag));
  PRINT(e, "{ bool valid; const u32 got = shfl<%s>(", mode);
  for (size_t i = 1; i < 4; ++i) {
    QN_TRY(put_value(e, argument(e, i), "u32", diag));
    PRINT(e, ", ");
  }
  if (HAS(e, SYNC))
    QN_TRY(put_value(e, argument(e, 4), "u32", diag));
  else
    PRINT(e, "active()");
  PRINT(e, ", valid); ");
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "got); ");
  put_second(e, "valid");
  PRINT(e, "}");
  return qn_ok();
}

static qn_status emit_vote(emitter *e, qn_diag *diag) {
  const char *mode = take_part(e, "ballot") ? "vote_ballot"
                     : take_part(e, "any")  ? "vote_any"
                     : take_part(e, "all")  ? "vote_all"
                     : take_part(e, "uni")  ? "vote_uni"
                                            : NULL;
  if (!mode)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync", diag));
  QN_TRY(need(e, HAS(e, SYNC) ? 3 : 2, HAS(e, SYNC) ? 3 : 2, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "%s(", mode);
  QN_TRY(put_value(e, argument(e, 1), "pred", diag));
  PRINT(e, ", ");
  if (HAS(e, SYNC))
    QN_TRY(put_value(e, argument(e, 2), "u32", diag));
  else
    PRINT(e, "active()");
  PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_match(emitter *e, qn_diag *diag) {
  const bool all = take_part(e, "all");
  if (!all && !take_part(e, "any"))
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync", diag));
  QN_TRY(need(e, 3, 3, diag));
  PRINT(e, "{ bool same = false; (void)same; ");
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "match_%s<%s>(", all ? "all" : "any", type_at(e, 0));
  QN_TRY(put_value(e, argument(e, 1), type_at(e, 0), diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, argument(e, 2), "u32", diag));
  PRINT(e, "%s)); ", all ? ", same" : "");
  if (all)
    put_second(e, "same");
  PRINT(e, "}");
  return qn_ok();
}

static qn_status emit_redux(emitter *e, qn_diag *diag) {
  static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
  const char *op = NULL;
  for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]) && !op; ++i)
    if (take_part(e, ops[i]))
      op = ops[i];
  QN_TRY(check_modifiers(e, "sync", diag));
  QN_TRY(need(e, 3, 3, diag));
  const char *type = type_at(e, 0);
  if (!op || bytes_of(type) != 4 || type[0] == 'f')
    return refuse(e, "", diag);
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "redux_%s<%s>(", op, type[0] == 's' ? "int" : "unsigned");
  QN_TRY(put_value(e, argument(e, 1), type, diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, argument(e, 2), "u32", diag));
  PRINT(e, "));");
  return qn_ok();
}

// ---- Matrices

static size_t count_of(const qn_ptx_argument *a) {
  return a->kind == QN_PTX_VECTOR ? a->part_count : 1;
}
static const qn_ptx_argument *part_of(const qn_ptx_argument *a, size_t i) {
  return a->kind == QN_PTX_VECTOR ? &a->parts[i] : a;
}

// Writes "type name[] = {...};" with a source's registers.
static qn_status put_array(emitter *e, const char *type, const char *name,
                           const qn_ptx_argument *a, qn_diag *diag) {
  PRINT(e, "%s %s[] = {", type, name);
  for (size_t i = 0; i < count_of(a); ++i) {
    PRINT(e, "%s", i ? ", " : "");
    QN_TRY(put_value(e, part_of(a, i), type, diag));
  }
  PRINT(e, "}; ");
  return qn_ok();
}

static qn_status put_results(emitter *e, const qn_ptx_argument *a,
                             qn_diag *diag) {
  for (size_t i = 0; i < count_of(a); ++i) {
    QN_TRY(put_target(e, part_of(a, i), diag));
    PRINT(e, "d[%zu]); ", i);
  }
  return qn_ok();
}

// The shapes of mma: rows, depth (k; there are always 8 columns) and bits of an
// element.
static const struct {
  const char *name;
  unsigned rows, depth, bits;
} shapes[] = {
    {"m16n8k8", 16, 8, 16},    {"m16n8k16", 16, 16, 16},
    {"m16n8k4", 16, 4, 32},    {"m16n8k8", 16, 8, 32},
    {"m8n8k16", 8, 16, 8},     {"m16n8k16", 16, 16, 8},
    {"m16n8k32", 16, 32, 8},   {"m8n8k32", 8, 32, 4},
    {"m16n8k32", 16, 32, 4},   {"m16n8k64", 16, 64, 4},
    {"m8n8k128", 8, 128, 1},   {"m16n8k128", 16, 128, 1},
    {"m16n8k256", 16, 256, 1}, {"m8n8k4", 8, 4, 64},
    {"m16n8k4", 16, 4, 64},    {"m16n8k8", 16, 8, 64},
    {"m16n8k16", 16, 16, 64},
};
enum { SHAPE_COUNT = sizeof(shapes) / sizeof(shapes[0]) };

// Elements that only matrices have; of bits, what is done with two comes first.
static const struct {
  const char *name;
  unsigned bits;
} elements[] = {{"s4", 4}, {"u4", 4}, {"e4m3", 8}, {"e5m2", 8}, {"b1", 1}};
enum { ELEMENT_COUNT = sizeof(elements) / sizeof(elements[0]) };

// A matrix's type by its part of the name; NULL: it is none.
static const char *matrix_type(emitter *e, qn_str part, unsigned *out_bits) {
  const char *type = type_of(part);
  *out_bits = type ? 8 * bytes_of(type) : 0;
  for (size_t i = 0; i < ELEMENT_COUNT && !type; ++i)
    if (qn_str_equal(part, qn_str_from(elements[i].name)) &&
        take_part(e, elements[i].name)) {
      type = elements[i].name;
      *out_bits = elements[i].bits;
    }
  return type;
}

// An instruction's four types: of the result, the factors, and what is added.
typedef struct matrix_types {
  const char *of[4];
  unsigned bits; // of an element of the first factor
  size_t count;
} matrix_types;

static matrix_types take_matrix_types(emitter *e) {
  matrix_types t = {.count = 0};
  for (size_t i = 1; i < e->in->part_count; ++i) {
    unsigned bits;
    const char *type = matrix_type(e, e->in->parts[i], &bits);
    if (!type)
      continue;
    if (t.count == 1)
      t.bits = bits;
    if (t.count < 4)
      t.of[t.count] = type;
    ++t.count;
  }
  if (t.count == 4 && t.bits == 1 && take_part(e, "popc"))
    t.of[1] = t.of[2] = take_part(e, "xor")   ? "b1_xor"
                        : take_part(e, "and") ? "b1_and"
                                              : "b1";
  return t;
}

static qn_status put_factors(emitter *e, const char *type, size_t count,
                             qn_diag *diag) {
  QN_TRY(need(e, count, count, diag));
  PRINT(e, "{ %s d[%zu]; ", type, count_of(argument(e, 0)));
  QN_TRY(put_array(e, type, "a", argument(e, 1), diag));
  QN_TRY(put_array(e, type, "b", argument(e, 2), diag));
  return put_array(e, type, "c", argument(e, 3), diag);
}

// m8n8k4 of half, whose factors may be in rows or in columns each.
static qn_status emit_mma_of_quads(emitter *e, const matrix_types *t,
                                   qn_diag *diag) {
  const char *layouts[2] = {NULL, NULL};
  size_t count = 0;
  for (size_t i = 1; i < e->in->part_count && count < 2; ++i)
    if (qn_str_equal(e->in->parts[i], QN_STR("row")))
      layouts[count++] = "row";
    else if (qn_str_equal(e->in->parts[i], QN_STR("col")))
      layouts[count++] = "col";
  if (count != 2 || !take_part(e, layouts[0]) || !take_part(e, layouts[1]) ||
      strcmp(t->of[2], "f16") != 0 || strcmp(t->of[0], t->of[3]) != 0)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  QN_TRY(put_factors(e, "u32", 4, diag));
  PRINT(e, "mma_quads<%s, %s, %s>(d, a, b, c); ",
        layouts[0][0] == 'r' ? "true" : "false",
        layouts[1][0] == 'r' ? "true" : "false", t->of[0]);
  QN_TRY(put_results(e, argument(e, 0), diag));
  PRINT(e, "}");
  return qn_ok();
}

// The shapes of mma.sp, whose first factor is sparse, by the bits of an
// element. Those of half the depth are refused: nothing was there to prove them
// by.
static const struct {
  const char *name;
  unsigned depth, bits;
} sparse_shapes[] = {{"m16n8k16", 16, 32},
                     {"m16n8k32", 32, 16},
                     {"m16n8k64", 64, 8},
                     {"m16n8k128", 128, 4}};
enum { SPARSE_COUNT = sizeof(sparse_shapes) / sizeof(sparse_shapes[0]) };

static qn_status emit_mma_sparse(emitter *e, const matrix_types *t, bool clamp,
                                 qn_diag *diag) {
  size_t i = 0;
  if (!take_part(e, "row") || !take_part(e, "col"))
    return refuse(e, "", diag);
  while (i < SPARSE_COUNT && (t->bits != sparse_shapes[i].bits ||
                              !take_part(e, sparse_shapes[i].name)))
    ++i;
  if (i == SPARSE_COUNT)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  QN_TRY(put_factors(e, "u32", 6, diag));
  PRINT(e, "mma_sparse<%u, %s, %s, %s, %s, %s>(d, a, b, c, ",
        sparse_shapes[i].depth, t->of[0], t->of[1], t->of[2], t->of[3],
        clamp ? "true" : "false");
  QN_TRY(put_value(e, argument(e, 4), "u32", diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, argument(e, 5), "u32", diag));
  PRINT(e, "); ");
  QN_TRY(put_results(e, argument(e, 0), diag));
  PRINT(e, "}");
  return qn_ok();
}

static qn_status emit_mma(emitter *e, qn_diag *diag) {
  const bool clamp = take_part(e, "satfinite");
  const bool sparse =
      take_part(e, "sp") || take_part(e, "sp::ordered_metadata");
  const matrix_types t = take_matrix_types(e);
  size_t i = 0;
  if (t.count != 4)
    return refuse(e, "", diag);
  if (sparse)
    return emit_mma_sparse(e, &t, clamp, diag);
  if (strcmp(t.of[1], "f16") == 0 && take_part(e, "m8n8k4"))
    return emit_mma_of_quads(e, &t, diag);
  if (!take_part(e, "row") || !take_part(e, "col"))
    return refuse(e, "", diag);
  while (i < SHAPE_COUNT &&
         (t.bits != shapes[i].bits || !take_part(e, shapes[i].name)))
    ++i;
  if (i == SHAPE_COUNT || strcmp(t.of[1], "b1") == 0)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  QN_TRY(put_factors(e, shapes[i].bits == 64 ? "u64" : "u32", 4, diag));
  PRINT(e, "mma<%u, %u, %s, %s, %s, %s, %s>(d, a, b, c); ", shapes[i].rows,
        shapes[i].depth, t.of[0], t.of[1], t.of[2], t.of[3],
        clamp ? "true" : "false");
  QN_TRY(put_results(e, argument(e, 0), diag));
  PRINT(e, "}");
  return qn_ok();
}

// The number of matrices in a name; 0: none.
static unsigned take_count(emitter *e) {
  return take_part(e, "x1")   ? 1
         : take_part(e, "x2") ? 2
         : take_part(e, "x4") ? 4
                              : 0;
}

static qn_status emit_ldmatrix(emitter *e, qn_diag *diag) {
  const unsigned count = take_count(e);
  const bool transposed = take_part(e, "trans");
  const char *space = take_space(e);
  if (!count || !take_part(e, "m8n8") || bytes_of(type_at(e, 0)) != 2)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  QN_TRY(need(e, 2, 2, diag));
  if (count_of(argument(e, 0)) != count)
    return refuse(e, "not with this number of registers", diag);
  PRINT(e, "{ u32 d[%u]; ldmatrix<%u, %s>(d, ", count, count,
        transposed ? "true" : "false");
  QN_TRY(put_address(e, argument(e, 1), space, diag));
  PRINT(e, "); ");
  QN_TRY(put_results(e, argument(e, 0), diag));
  PRINT(e, "}");
  return qn_ok();
}

static qn_status emit_stmatrix(emitter *e, qn_diag *diag) {
  const unsigned count = take_count(e);
  const bool transposed = take_part(e, "trans");
  const char *space = take_space(e);
  if (!count || !take_part(e, "m8n8") || bytes_of(type_at(e, 0)) != 2)
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  QN_TRY(need(e, 2, 2, diag));
  if (count_of(argument(e, 1)) != count)
    return refuse(e, "not with this number of registers", diag);
  PRINT(e, "{ ");
  QN_TRY(put_array(e, "u32", "d", argument(e, 1), diag));
  PRINT(e, "stmatrix<%u, %s>(", count, transposed ? "true" : "false");
  QN_TRY(put_address(e, argument(e, 0), space, diag));
  PRINT(e, ", d); }");
  return qn_ok();
}

static qn_status emit_movmatrix(emitter *e, qn_diag *diag) {
  if (!take_part(e, "m8n8") || !take_part(e, "trans"))
    return refuse(e, "", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  QN_TRY(need(e, 2, 2, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "movmatrix(");
  QN_TRY(put_value(e, argument(e, 1), "u32", diag));
  PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_activemask(emitter *e, qn_diag *diag) {
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, 1, 1, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "active());");
  return qn_ok();
}

static qn_status emit_elect(emitter *e, qn_diag *diag) {
  QN_TRY(check_modifiers(e, "sync", diag));
  QN_TRY(need(e, 2, 2, diag));
  PRINT(e, "{ bool leader; const u32 first = elect(");
  QN_TRY(put_value(e, argument(e, 1), "u32", diag));
  PRINT(e, ", leader); ");
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "first); ");
  put_second(e, "leader");
  PRINT(e, "}");
  return qn_ok();
}

static bool is_zero(const qn_ptx_argument *a) {
  return a->kind == QN_PTX_INTEGER && a->number == 0;
}

// Only barrier 0 of the whole block: other barriers, and barriers of a part of
// the block, are refused.
static qn_status emit_bar(emitter *e, qn_diag *diag) {
  (void)take_part(e, "cta");
  e->modifiers &= ~((uint64_t)1 << BIT_CTA);
  if (take_part(e, "warp")) {
    QN_TRY(check_modifiers(e, "sync", diag));
    QN_TRY(need(e, 1, 1, diag));
    PRINT(e, "__qn_warp_sync(");
    QN_TRY(put_value(e, argument(e, 0), "u32", diag));
    PRINT(e, ");");
    return qn_ok();
  }
  if (take_part(e, "red"))
    return refuse(e, "use __syncthreads_count and its like", diag);
  QN_TRY(check_modifiers(e, "sync aligned", diag));
  if (!HAS(e, SYNC) || e->in->argument_count != 1 || !is_zero(argument(e, 0)))
    return refuse(e, "only barrier 0 of a whole block is known", diag);
  PRINT(e, "__syncthreads();");
  return qn_ok();
}

// mbarrier.arrive{.noComplete} state, [a]{, count}; `dropped`: of those who
// arrive, the count is not expected any more.
static qn_status emit_mbarrier_arrive(emitter *e, bool dropped, qn_diag *diag) {
  const bool counted = take_part(e, "noComplete");
  const char *space = take_space(e);
  QN_TRY(check_modifiers(e, "release relaxed cta cluster", diag));
  QN_TRY(need(e, counted ? 3 : 2, 3, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "mbarrier_arrive(");
  QN_TRY(put_address(e, argument(e, 1), space, diag));
  for (unsigned i = 0; i < 2; ++i) {
    PRINT(e, ", ");
    if (i && !dropped)
      PRINT(e, "0");
    else if (e->in->argument_count < 3)
      PRINT(e, "1");
    else
      QN_TRY(put_value(e, argument(e, 2), "u32", diag));
  }
  PRINT(e, "));");
  return qn_ok();
}

// mbarrier.test_wait{.parity} done, [a], state or parity{, time}
static qn_status emit_mbarrier_wait(emitter *e, qn_diag *diag) {
  const bool parity = take_part(e, "parity");
  const char *space = take_space(e);
  QN_TRY(check_modifiers(e, "acquire relaxed cta cluster", diag));
  QN_TRY(need(e, 3, 4, diag));
  QN_TRY(put_target(e, argument(e, 0), diag));
  PRINT(e, "mbarrier_test%s(", parity ? "_parity" : "");
  QN_TRY(put_address(e, argument(e, 1), space, diag));
  PRINT(e, ", ");
  QN_TRY(put_value(e, argument(e, 2), parity ? "u32" : "u64", diag));
  PRINT(e, "));");
  return qn_ok();
}

// Barriers that count bytes, too (expect_tx, complete_tx), are refused.
static qn_status emit_mbarrier(emitter *e, qn_diag *diag) {
  if (take_part(e, "arrive"))
    return emit_mbarrier_arrive(e, false, diag);
  if (take_part(e, "arrive_drop"))
    return emit_mbarrier_arrive(e, true, diag);
  if (take_part(e, "test_wait") || take_part(e, "try_wait"))
    return emit_mbarrier_wait(e, diag);
  const bool pending = take_part(e, "pending_count");
  const bool init = !pending && take_part(e, "init");
  if (!pending && !init && !take_part(e, "inval"))
    return refuse(e, "", diag);
  const char *space = take_space(e);
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, init || pending ? 2 : 1, init || pending ? 2 : 1, diag));
  if (pending) {
    QN_TRY(put_target(e, argument(e, 0), diag));
    PRINT(e, "mbarrier_pending(");
    QN_TRY(put_value(e, argument(e, 1), "u64", diag));
    PRINT(e, "));");
    return qn_ok();
  }
  PRINT(e, init ? "mbarrier_init(" : "mbarrier_inval(");
  QN_TRY(put_address(e, argument(e, 0), space, diag));
  if (init) {
    PRINT(e, ", ");
    QN_TRY(put_value(e, argument(e, 1), "u32", diag));
  }
  PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_trap(emitter *e, qn_diag *diag) {
  (void)diag;
  PRINT(e, "__qn_trap();");
  return qn_ok();
}

static qn_status emit_exit(emitter *e, qn_diag *diag) {
  QN_TRY(need(e, 0, 0, diag));
  PRINT(e, "exit_item();");
  return qn_ok();
}

static qn_status emit_nanosleep(emitter *e, qn_diag *diag) {
  QN_TRY(need(e, 1, 1, diag));
  PRINT(e, "__qn_sleep(");
  QN_TRY(put_value(e, argument(e, 0), "u32", diag));
  PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_bra(emitter *e, qn_diag *diag) {
  (void)take_part(e, "uni");
  QN_TRY(check_modifiers(e, "", diag));
  QN_TRY(need(e, 1, 1, diag));
  if (argument(e, 0)->kind != QN_PTX_REGISTER)
    return refuse(e, "a label was expected", diag);
  PRINT(e, "goto L_");
  qn_ptx_emit_name(argument(e, 0)->name, e->out);
  PRINT(e, ";");
  return qn_ok();
}

// ---- All

static const struct {
  const char *name;
  emit_fn *emit;
} others[] = {
    {"mov", emit_mov},
    {"cvt", emit_cvt},
    {"cvta", emit_cvta},
    {"isspacep", emit_isspacep},
    {"setp", emit_setp},
    {"set", emit_set},
    {"slct", emit_slct},
    {"dp4a", emit_dp4a},
    {"dp2a", emit_dp2a},
    {"ld", emit_ld},
    {"ldu", emit_ld},
    {"st", emit_st},
    {"atom", emit_atom},
    {"red", emit_red},
    {"fence", emit_fence},
    {"membar", emit_fence},
    {"cp", emit_cp},
    {"prefetch", emit_nothing},
    {"prefetchu", emit_nothing},
    {"applypriority", emit_nothing},
    {"discard", emit_nothing},
    {"griddepcontrol", emit_nothing}, // grids do not overlap
    {"pmevent", emit_nothing},
    {"shfl", emit_shfl},
    {"vote", emit_vote},
    {"match", emit_match},
    {"redux", emit_redux},
    {"mma", emit_mma},
    {"ldmatrix", emit_ldmatrix},
    {"stmatrix", emit_stmatrix},
    {"movmatrix", emit_movmatrix},
    {"activemask", emit_activemask},
    {"elect", emit_elect},
    {"bar", emit_bar},
    {"barrier", emit_bar},
    {"mbarrier", emit_mbarrier},
    {"trap", emit_trap},
    {"brkpt", emit_trap},
    {"exit", emit_exit},
    {"nanosleep", emit_nanosleep},
    {"bra", emit_bra},
};

qn_status qn_ptx_emit(const qn_ptx_instruction *instruction, qn_buffer *out,
                      qn_diag *diag) {
  emitter e = {.in = instruction, .out = out};
  const qn_str name = instruction->parts[0];
  sort_parts(&e);
  for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); ++i)
    if (qn_str_equal(name, qn_str_from(values[i].name)))
      return emit_value(&e, &values[i], diag);
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
    if (qn_str_equal(name, qn_str_from(others[i].name)))
      return others[i].emit(&e, diag);
  return refuse(&e, "", diag);
}
