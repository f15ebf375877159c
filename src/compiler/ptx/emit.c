// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/emit.h"

#include <string.h>

#include "compiler/ptx/inside.h"

typedef qn_status emit_fn(qn_ptx_emitter *e, qn_diag *diag);

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

static qn_status put_source(qn_ptx_emitter *e, char kind, size_t i,
                            qn_diag *diag) {
  const char *type = qn_ptx_type_at(e, 0);
  char product[32];
  switch (kind) {
  case 'c':
    QN_PTX_PRINT(e, "carry");
    return qn_ok();
  case 'u':
    return qn_ptx_put_value(e, qn_ptx_argument_at(e, i), "u32", diag);
  case 'p':
    return qn_ptx_put_value(e, qn_ptx_argument_at(e, i), "pred", diag);
  case 'W':
    if (QN_PTX_HAS(e, WIDE)) {
      snprintf(product, sizeof(product), "wider<%s>::type", type);
      return qn_ptx_put_value(e, qn_ptx_argument_at(e, i), product, diag);
    }
    return qn_ptx_put_value(e, qn_ptx_argument_at(e, i), type, diag);
  default:
    return qn_ptx_put_value(e, qn_ptx_argument_at(e, i), type, diag);
  }
}

static qn_status emit_value(qn_ptx_emitter *e, const value_row *row,
                            qn_diag *diag) {
  const size_t letters = strlen(row->sources);
  const size_t sources = letters - (row->sources[letters - 1] == 'c');
  // min and max may have three sources.
  const bool more =
      sources == 2 && e->in->argument_count == 4 &&
      (strcmp(row->name, "min") == 0 || strcmp(row->name, "max") == 0);
  if (e->type_count > 1)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, row->modifiers, diag));
  QN_TRY(qn_ptx_need(e, sources + 1 + more, sources + 1 + more, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "%s<%s, ", row->function, qn_ptx_type_at(e, 0));
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  for (size_t i = 0; i < letters + more; ++i) {
    QN_PTX_PRINT(e, "%s", i ? ", " : "");
    QN_TRY(put_source(e, i < letters ? row->sources[i] : 'T', i + 1, diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

// ---- mov: also of vectors to one register and back

static qn_status emit_pack(qn_ptx_emitter *e, qn_diag *diag) {
  const qn_ptx_argument *parts = qn_ptx_argument_at(e, 1);
  const unsigned bits =
      8 * qn_ptx_bytes_of(qn_ptx_type_at(e, 0)) / (unsigned)parts->part_count;
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  for (size_t i = 0; i < parts->part_count; ++i) {
    char type[16];
    snprintf(type, sizeof(type), "u%u", bits);
    QN_PTX_PRINT(e, "%s(%s)", i ? " | " : "", qn_ptx_type_at(e, 0));
    QN_TRY(qn_ptx_put_value(e, &parts->parts[i], type, diag));
    QN_PTX_PRINT(e, " << %zu", i * bits);
  }
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_unpack(qn_ptx_emitter *e, qn_diag *diag) {
  const qn_ptx_argument *parts = qn_ptx_argument_at(e, 0);
  const unsigned bits =
      8 * qn_ptx_bytes_of(qn_ptx_type_at(e, 0)) / (unsigned)parts->part_count;
  QN_PTX_PRINT(e, "{ const %s all = ", qn_ptx_type_at(e, 0));
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), qn_ptx_type_at(e, 0),
                          diag));
  QN_PTX_PRINT(e, "; ");
  for (size_t i = 0; i < parts->part_count; ++i) {
    QN_TRY(qn_ptx_put_target(e, &parts->parts[i], diag));
    QN_PTX_PRINT(e, "(u%u)(all >> %zu)); ", bits, i * bits);
  }
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

static bool is_vector(const qn_ptx_argument *a, const char *type) {
  return a->kind == QN_PTX_VECTOR &&
         (a->part_count == 2 || a->part_count == 4) &&
         qn_ptx_bytes_of(type) >= a->part_count;
}

static qn_status emit_mov(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  if (e->type_count != 1)
    return qn_ptx_refuse(e, "", diag);
  if (is_vector(qn_ptx_argument_at(e, 1), qn_ptx_type_at(e, 0)))
    return emit_pack(e, diag);
  if (is_vector(qn_ptx_argument_at(e, 0), qn_ptx_type_at(e, 0)))
    return emit_unpack(e, diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), qn_ptx_type_at(e, 0),
                          diag));
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}

// ---- Conversions

// cvt.pack.sat.s8.s32.b32 d, a, b, c; without .b32 and c for 16 bits.
static qn_status emit_cvt_pack(qn_ptx_emitter *e, qn_diag *diag) {
  static const char *const names[] = {"u2", "s2", "u4", "s4"};
  unsigned width = 0;
  bool is_signed = false;
  for (size_t i = 0; i < 4 && !width; ++i)
    if (qn_ptx_take_part(e, names[i])) {
      width = (unsigned)(names[i][1] - '0');
      is_signed = names[i][0] == 's';
    }
  if (!width && e->type_count) {
    width = 8 * qn_ptx_bytes_of(qn_ptx_type_at(e, 0));
    is_signed = qn_ptx_type_at(e, 0)[0] == 's';
  }
  QN_TRY(qn_ptx_check_modifiers(e, "sat", diag));
  QN_TRY(qn_ptx_need(e, width == 16 ? 3 : 4, width == 16 ? 3 : 4, diag));
  if (!QN_PTX_HAS(e, SAT) || !width || width > 16)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "cvt_pack<%u, %s>(", width, is_signed ? "true" : "false");
  for (size_t i = 1; i < 3; ++i) {
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, i), "s32", diag));
    QN_PTX_PRINT(e, ", ");
  }
  if (width == 16)
    QN_PTX_PRINT(e, "0");
  else
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 3), "u32", diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

// cvt.rn.satfinite.e4m3x2.f32 d, a, b; to it from f16x2, and back.
static qn_status emit_cvt_fp8(qn_ptx_emitter *e, const char *format,
                              qn_diag *diag) {
  const bool from =
      qn_str_ends(e->in->parts[e->in->part_count - 1], QN_STR("x2")) &&
      qn_ptx_type_of(e->in->parts[e->in->part_count - 1]) == NULL;
  const char *other = e->type_count == 1 ? qn_ptx_type_at(e, 0) : "";
  const bool floats = !from && strcmp(other, "f32") == 0;
  const bool finite = qn_ptx_take_part(e, "satfinite");
  QN_TRY(qn_ptx_check_modifiers(e, floats ? "rn" : "rn relu", diag));
  QN_TRY(qn_ptx_need(e, floats ? 3 : 2, floats ? 3 : 2, diag));
  if (!QN_PTX_HAS(e, RN) || finite == from ||
      (!floats && strcmp(other, "f16x2") != 0))
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "%s", from ? "cvt_from_fp8x2" : "cvt_fp8x2");
  if (!floats) {
    QN_PTX_PRINT(e, "<");
    qn_ptx_put_modifiers(e);
    QN_PTX_PRINT(e, ">");
  }
  QN_PTX_PRINT(e, "(%s, ", format);
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), from ? "u16" : other,
                          diag));
  if (floats) {
    QN_PTX_PRINT(e, ", ");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), "f32", diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_cvt(qn_ptx_emitter *e, qn_diag *diag) {
  if (qn_ptx_take_part(e, "pack"))
    return emit_cvt_pack(e, diag);
  if (qn_ptx_take_part(e, "e4m3x2"))
    return emit_cvt_fp8(e, "__NV_E4M3", diag);
  if (qn_ptx_take_part(e, "e5m2x2"))
    return emit_cvt_fp8(e, "__NV_E5M2", diag);
  QN_TRY(qn_ptx_check_modifiers(
      e, "rn rz rm rp rna rni rzi rmi rpi ftz sat relu approx", diag));
  const bool pair = e->type_count == 2 && strstr(qn_ptx_type_at(e, 0), "x2");
  QN_TRY(qn_ptx_need(e, pair ? 3 : 2, pair ? 3 : 2, diag));
  if (e->type_count != 2 || strcmp(qn_ptx_type_at(e, 1), "tf32") == 0 ||
      (pair && strcmp(qn_ptx_type_at(e, 1), "f32") != 0))
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  if (strcmp(qn_ptx_type_at(e, 0), "tf32") == 0) {
    QN_PTX_PRINT(e, "cvt_tf32<");
  } else if (pair) {
    QN_PTX_PRINT(e, "cvt_pair<%s, ", qn_ptx_type_at(e, 0));
  } else {
    QN_PTX_PRINT(e, "cvt<%s, %s, ", qn_ptx_type_at(e, 0), qn_ptx_type_at(e, 1));
  }
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), qn_ptx_type_at(e, 1),
                          diag));
  if (pair) {
    QN_PTX_PRINT(e, ", ");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), qn_ptx_type_at(e, 1),
                            diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

// ---- Comparisons

const char *qn_ptx_take_comparison(qn_ptx_emitter *e) {
  static const char *const names[][2] = {
      {"eq", "cmp_eq"},   {"ne", "cmp_ne"},   {"lt", "cmp_lt"},
      {"le", "cmp_le"},   {"gt", "cmp_gt"},   {"ge", "cmp_ge"},
      {"equ", "cmp_equ"}, {"neu", "cmp_neu"}, {"ltu", "cmp_ltu"},
      {"leu", "cmp_leu"}, {"gtu", "cmp_gtu"}, {"geu", "cmp_geu"},
      {"num", "cmp_num"}, {"nan", "cmp_nan"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_ptx_take_part(e, names[i][0]))
      return names[i][1];
  // Of unsigned integers. "lo" and "hi" are also modifiers of products.
  static const struct {
    unsigned bit;
    const char *function;
  } bits[] = {{QN_PTX_BIT_LO, "cmp_lt"}, {QN_PTX_BIT_HI, "cmp_gt"}};
  for (size_t i = 0; i < 2; ++i)
    if (e->modifiers >> bits[i].bit & 1) {
      e->modifiers &= ~((uint64_t)1 << bits[i].bit);
      return bits[i].function;
    }
  return qn_ptx_take_part(e, "ls")   ? "cmp_le"
         : qn_ptx_take_part(e, "hs") ? "cmp_ge"
                                     : NULL;
}

static const char *take_boolean(qn_ptx_emitter *e) {
  return qn_ptx_take_part(e, "and")   ? "&"
         : qn_ptx_take_part(e, "or")  ? "|"
         : qn_ptx_take_part(e, "xor") ? "^"
                                      : NULL;
}

// Writes the comparison of two sources.
static qn_status put_comparison(qn_ptx_emitter *e, const char *type,
                                const char *compare, qn_diag *diag) {
  QN_PTX_PRINT(e, "%s<%s, ", compare, type);
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), type, diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), type, diag));
  QN_PTX_PRINT(e, ")");
  return qn_ok();
}

static qn_status emit_setp(qn_ptx_emitter *e, qn_diag *diag) {
  const char *compare = qn_ptx_take_comparison(e), *boolean = take_boolean(e);
  if (!compare || e->type_count != 1)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "ftz", diag));
  QN_TRY(qn_ptx_need(e, boolean ? 4 : 3, boolean ? 4 : 3, diag));
  QN_PTX_PRINT(e, "{ const bool is = ");
  QN_TRY(put_comparison(e, qn_ptx_type_at(e, 0), compare, diag));
  QN_PTX_PRINT(e, "; const bool with = ");
  if (boolean)
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 3), "pred", diag));
  else
    QN_PTX_PRINT(e, "true");
  const char *op = boolean ? boolean : "&";
  QN_PTX_PRINT(e, "; const bool other = !is %s with; (void)other; ", op);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "(bool)(is %s with)); ", op);
  qn_ptx_put_second(e, "other");
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

static qn_status emit_set(qn_ptx_emitter *e, qn_diag *diag) {
  const char *compare = qn_ptx_take_comparison(e), *boolean = take_boolean(e);
  if (!compare || e->type_count != 2)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "ftz", diag));
  QN_TRY(qn_ptx_need(e, boolean ? 4 : 3, boolean ? 4 : 3, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "truth<%s>(", qn_ptx_type_at(e, 0));
  QN_TRY(put_comparison(e, qn_ptx_type_at(e, 1), compare, diag));
  if (boolean) {
    QN_PTX_PRINT(e, " %s ", boolean);
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 3), "pred", diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_slct(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_check_modifiers(e, "ftz", diag));
  QN_TRY(qn_ptx_need(e, 4, 4, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "slct<%s, %s>(", qn_ptx_type_at(e, 0), qn_ptx_type_at(e, 1));
  for (size_t i = 1; i < 4; ++i) {
    QN_PTX_PRINT(e, "%s", i > 1 ? ", " : "");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, i),
                            qn_ptx_type_at(e, i == 3), diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

static qn_status emit_dot(qn_ptx_emitter *e, const char *function,
                          qn_diag *diag) {
  QN_TRY(qn_ptx_check_modifiers(e, "lo hi", diag));
  QN_TRY(qn_ptx_need(e, 4, 4, diag));
  if (e->type_count != 2)
    return qn_ptx_refuse(e, "", diag);
  const char *a = qn_ptx_type_at(e, 0)[0] == 's' ? "s8" : "u8";
  const char *b = qn_ptx_type_at(e, 1)[0] == 's' ? "s8" : "u8";
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "%s<%s, %s", function, a, b);
  if (strcmp(function, "dot2") == 0) {
    QN_PTX_PRINT(e, ", ");
    qn_ptx_put_modifiers(e);
  }
  QN_PTX_PRINT(e, ">(");
  for (size_t i = 1; i < 4; ++i) {
    QN_PTX_PRINT(e, "%s", i > 1 ? ", " : "");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, i), "u32", diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}
static qn_status emit_dp4a(qn_ptx_emitter *e, qn_diag *diag) {
  return emit_dot(e, "dot4", diag);
}
static qn_status emit_dp2a(qn_ptx_emitter *e, qn_diag *diag) {
  return emit_dot(e, "dot2", diag);
}

static qn_status emit_nothing(qn_ptx_emitter *e, qn_diag *diag) {
  (void)diag;
  QN_PTX_PRINT(e, ";");
  return qn_ok();
}

static qn_status emit_trap(qn_ptx_emitter *e, qn_diag *diag) {
  (void)diag;
  QN_PTX_PRINT(e, "__qn_trap();");
  return qn_ok();
}

static qn_status emit_exit(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_need(e, 0, 0, diag));
  QN_PTX_PRINT(e, "exit_item();");
  return qn_ok();
}

static qn_status emit_nanosleep(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_need(e, 1, 1, diag));
  QN_PTX_PRINT(e, "__qn_sleep(");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 0), "u32", diag));
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}

static qn_status emit_bra(qn_ptx_emitter *e, qn_diag *diag) {
  (void)qn_ptx_take_part(e, "uni");
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(qn_ptx_need(e, 1, 1, diag));
  if (qn_ptx_argument_at(e, 0)->kind != QN_PTX_REGISTER)
    return qn_ptx_refuse(e, "a label was expected", diag);
  QN_PTX_PRINT(e, "goto L_");
  qn_ptx_emit_name(qn_ptx_argument_at(e, 0)->name, e->out);
  QN_PTX_PRINT(e, ";");
  return qn_ok();
}

// ---- All

static const struct {
  const char *name;
  emit_fn *emit;
} others[] = {
    {"mov", emit_mov},
    {"cvt", emit_cvt},
    {"cvta", qn_ptx_emit_cvta},
    {"isspacep", qn_ptx_emit_isspacep},
    {"setp", emit_setp},
    {"set", emit_set},
    {"slct", emit_slct},
    {"dp4a", emit_dp4a},
    {"dp2a", emit_dp2a},
    {"ld", qn_ptx_emit_ld},
    {"ldu", qn_ptx_emit_ld},
    {"st", qn_ptx_emit_st},
    {"atom", qn_ptx_emit_atom},
    {"red", qn_ptx_emit_red},
    {"fence", qn_ptx_emit_fence},
    {"membar", qn_ptx_emit_fence},
    {"cp", qn_ptx_emit_cp},
    {"prefetch", emit_nothing},
    {"prefetchu", emit_nothing},
    {"applypriority", emit_nothing},
    {"discard", emit_nothing},
    {"griddepcontrol", emit_nothing}, // grids do not overlap
    {"pmevent", emit_nothing},
    {"shfl", qn_ptx_emit_shfl},
    {"vote", qn_ptx_emit_vote},
    {"match", qn_ptx_emit_match},
    {"redux", qn_ptx_emit_redux},
    {"mma", qn_ptx_emit_mma},
    {"ldmatrix", qn_ptx_emit_ldmatrix},
    {"stmatrix", qn_ptx_emit_stmatrix},
    {"movmatrix", qn_ptx_emit_movmatrix},
    {"activemask", qn_ptx_emit_activemask},
    {"elect", qn_ptx_emit_elect},
    {"bar", qn_ptx_emit_bar},
    {"barrier", qn_ptx_emit_bar},
    {"mbarrier", qn_ptx_emit_mbarrier},
    {"trap", emit_trap},
    {"brkpt", emit_trap},
    {"exit", emit_exit},
    {"nanosleep", emit_nanosleep},
    {"bra", emit_bra},
};

qn_status qn_ptx_emit(const qn_ptx_instruction *instruction, qn_buffer *out,
                      qn_diag *diag) {
  qn_ptx_emitter e = {.in = instruction, .out = out};
  const qn_str name = instruction->parts[0];
  qn_ptx_sort_parts(&e);
  if (qn_ptx_is_video(name))
    return qn_ptx_emit_video(&e, diag);
  for (size_t i = 0; i < instruction->argument_count; ++i)
    if (instruction->arguments[i].selector.size)
      return qn_ptx_refuse(&e, "it takes whole registers", diag);
  for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); ++i)
    if (qn_str_equal(name, qn_str_from(values[i].name)))
      return emit_value(&e, &values[i], diag);
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
    if (qn_str_equal(name, qn_str_from(others[i].name)))
      return others[i].emit(&e, diag);
  return qn_ptx_refuse(&e, "", diag);
}
