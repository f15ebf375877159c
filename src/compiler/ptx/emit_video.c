// SPDX-License-Identifier: Apache-2.0
// Video instructions: of parts of registers (vadd, vshl, vmad, ...), and of all
// their halves or bytes at once (vadd2, vset4, ...).
#include <stdio.h>
#include <string.h>

#include "compiler/ptx/inside.h"

typedef struct video_row {
  const char *name;     // without the 2 or 4
  const char *function; // quern/device/ptx/video.h
  bool scalar, simd;
} video_row;
static const video_row rows[] = {
    {"vadd", "v_add", true, true},
    {"vsub", "v_sub", true, true},
    {"vabsdiff", "v_absdiff", true, true},
    {"vmin", "v_min", true, true},
    {"vmax", "v_max", true, true},
    {"vavrg", "v_avrg", false, true},
    {"vset", NULL, true, true},
    {"vshl", "v_shl", true, false},
    {"vshr", "v_shr", true, false},
    {"vmad", "v_mad", true, false},
};

// The row of a name, and its lanes: 1, 2 or 4.
static const video_row *find_row(qn_str name, unsigned *out_lanes) {
  const char last = name.size ? name.data[name.size - 1] : ' ';
  *out_lanes = last == '2' ? 2 : last == '4' ? 4 : 1;
  if (*out_lanes > 1)
    --name.size;
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    if (qn_str_equal(name, qn_str_from(rows[i].name)))
      return (*out_lanes > 1 ? rows[i].simd : rows[i].scalar) ? &rows[i] : NULL;
  return NULL;
}

bool qn_ptx_is_video(qn_str name) {
  unsigned lanes;
  return find_row(name, &lanes) != NULL;
}

// ---- Selectors

// The part of a register, as the headers number them: bytes are 0 to 3, halves
// 4 and 5, the whole is 6.
static bool read_part(qn_str selector, unsigned *out_part) {
  *out_part = 6;
  if (!selector.size)
    return true;
  const unsigned digit = (unsigned)(selector.data[1] - '0');
  const bool half = selector.data[0] == 'h';
  *out_part = half ? 4 + digit : digit;
  return selector.size == 2 && digit < (half ? 2 : 4);
}

// "h32" as 0x32: which of the two registers' parts each lane takes.
static bool read_lanes(qn_str selector, unsigned lanes, unsigned otherwise,
                       unsigned *out_lanes) {
  *out_lanes = otherwise;
  if (!selector.size)
    return true;
  *out_lanes = 0;
  for (size_t i = 1; i < selector.size; ++i) {
    const unsigned digit = (unsigned)(selector.data[i] - '0');
    if (digit >= 2 * lanes)
      return false;
    *out_lanes = *out_lanes << 4 | digit;
  }
  return selector.data[0] == (lanes == 2 ? 'h' : 'b') &&
         selector.size == lanes + 1;
}

// "b310": the lanes that are written, as bits.
static bool read_mask(qn_str selector, unsigned lanes, unsigned *out_mask) {
  *out_mask = (1u << lanes) - 1;
  if (!selector.size)
    return true;
  *out_mask = 0;
  for (size_t i = 1; i < selector.size; ++i) {
    const unsigned digit = (unsigned)(selector.data[i] - '0');
    if (digit >= lanes || *out_mask >> digit & 1)
      return false;
    *out_mask |= 1u << digit;
  }
  return selector.data[0] == (lanes == 2 ? 'h' : 'b');
}

// ---- Writing

static const char *sign_of(const qn_ptx_emitter *e, size_t type) {
  return qn_ptx_type_at(e, type)[0] == 's' ? "true" : "false";
}

static qn_status put_sources(qn_ptx_emitter *e, size_t count, qn_diag *diag) {
  for (size_t i = 1; i <= count; ++i) {
    QN_PTX_PRINT(e, "%s", i > 1 ? ", " : "");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, i), "u32", diag));
  }
  return qn_ok();
}

static qn_status fail_selector(const qn_ptx_emitter *e, qn_diag *diag) {
  return qn_ptx_refuse(e, "there is no such part of a register", diag);
}

// The types in the name: dtype.atype.btype, or atype.btype of vset, all of 32
// bits.
static qn_status check_types(const qn_ptx_emitter *e, size_t count,
                             qn_diag *diag) {
  if (e->type_count != count)
    return qn_ptx_refuse(e, "", diag);
  for (size_t i = 0; i < count; ++i)
    if (strcmp(qn_ptx_type_at(e, i), "u32") != 0 &&
        strcmp(qn_ptx_type_at(e, i), "s32") != 0)
      return qn_ptx_refuse(e, "types are .u32 and .s32", diag);
  return qn_ok();
}

typedef struct video {
  char function[16]; // of quern/device/ptx/video.h
  unsigned lanes;
  size_t a_type; // index of atype; dtype is before it, or there is none
} video;

static qn_status put_simd(qn_ptx_emitter *e, const video *v, qn_diag *diag) {
  static const char *const modifiers[] = {"", "sat"};
  const bool is_set = !v->a_type;
  const bool sum = qn_ptx_take_part(e, "add");
  unsigned a, b, mask;
  QN_TRY(qn_ptx_check_modifiers(e, modifiers[!is_set], diag));
  QN_TRY(qn_ptx_need(e, 3, 4, diag)); // assemblers ask for c
  if (!read_mask(qn_ptx_argument_at(e, 0)->selector, v->lanes, &mask) ||
      !read_lanes(qn_ptx_argument_at(e, 1)->selector, v->lanes,
                  v->lanes == 2 ? 0x10 : 0x3210, &a) ||
      !read_lanes(qn_ptx_argument_at(e, 2)->selector, v->lanes,
                  v->lanes == 2 ? 0x32 : 0x7654, &b))
    return fail_selector(e, diag);
  const bool has_c = e->in->argument_count == 4;
  if (!has_c && (sum || mask != (1u << v->lanes) - 1))
    return qn_ptx_need(e, 4, 4, diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "video_lanes<%s, %u, %s, %s, %s, 0x%xu, 0x%xu, 0x%xu, ",
               v->function, v->lanes, is_set ? "false" : sign_of(e, 0),
               sign_of(e, v->a_type), sign_of(e, v->a_type + 1), a, b, mask);
  QN_PTX_PRINT(e, "%s, %s>(", QN_PTX_HAS(e, SAT) ? "true" : "false",
               sum ? "true" : "false");
  QN_TRY(put_sources(e, has_c ? 3 : 2, diag));
  QN_PTX_PRINT(e, "%s));", has_c ? "" : ", 0u");
  return qn_ok();
}

// What becomes of the result and c: merged into it, or one of .add, .min, .max.
static const char *take_second(qn_ptx_emitter *e, unsigned part) {
  return part < 6                     ? "v_merge"
         : qn_ptx_take_part(e, "add") ? "v_add"
         : qn_ptx_take_part(e, "min") ? "v_min"
         : qn_ptx_take_part(e, "max") ? "v_max"
                                      : "v_none";
}

static qn_status put_scalar(qn_ptx_emitter *e, const video *v, qn_diag *diag) {
  const bool shifts = v->function[2] == 's' && v->function[3] == 'h';
  const bool is_set = !v->a_type;
  unsigned to, a, b;
  if (!read_part(qn_ptx_argument_at(e, 0)->selector, &to) ||
      !read_part(qn_ptx_argument_at(e, 1)->selector, &a) ||
      !read_part(qn_ptx_argument_at(e, 2)->selector, &b))
    return fail_selector(e, diag);
  const char *second = take_second(e, to);
  const size_t sources = strcmp(second, "v_none") == 0 ? 2 : 3;
  QN_TRY(qn_ptx_check_modifiers(e,
                                shifts   ? "sat clamp wrap"
                                : is_set ? ""
                                         : "sat",
                                diag));
  if (shifts && !QN_PTX_HAS(e, CLAMP) && !QN_PTX_HAS(e, WRAP))
    return qn_ptx_refuse(e, ".clamp or .wrap is missing", diag);
  QN_TRY(qn_ptx_need(e, sources + 1, sources + 1, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "video<%s, %s, %s, %s, %s, %u, %u, %u, ", v->function, second,
               is_set ? "false" : sign_of(e, 0), sign_of(e, v->a_type),
               sign_of(e, v->a_type + 1), to, a, b);
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(put_sources(e, sources, diag));
  QN_PTX_PRINT(e, "%s));", sources == 2 ? ", 0u" : "");
  return qn_ok();
}

// vmad.dtype.atype.btype{.po}{.sat}{.shr7, .shr15} d, a, b, c
static qn_status put_mad(qn_ptx_emitter *e, qn_diag *diag) {
  unsigned a, b;
  const bool one = qn_ptx_take_part(e, "po");
  const unsigned shift = qn_ptx_take_part(e, "shr7")    ? 7
                         : qn_ptx_take_part(e, "shr15") ? 15
                                                        : 0;
  QN_TRY(qn_ptx_check_modifiers(e, "sat", diag));
  QN_TRY(qn_ptx_need(e, 4, 4, diag));
  if (!read_part(qn_ptx_argument_at(e, 1)->selector, &a) ||
      !read_part(qn_ptx_argument_at(e, 2)->selector, &b) ||
      qn_ptx_argument_at(e, 0)->selector.size ||
      qn_ptx_argument_at(e, 3)->selector.size)
    return fail_selector(e, diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "video_mad<%s, %s, %u, %u, %u, %s, %s>(", sign_of(e, 1),
               sign_of(e, 2), a, b, shift, one ? "true" : "false",
               QN_PTX_HAS(e, SAT) ? "true" : "false");
  QN_TRY(put_sources(e, 3, diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

qn_status qn_ptx_emit_video(qn_ptx_emitter *e, qn_diag *diag) {
  video v = {0};
  const video_row *row = find_row(e->in->parts[0], &v.lanes);
  v.a_type = row->function ? 1 : 0;
  if (row->function) {
    snprintf(v.function, sizeof(v.function), "%s", row->function);
  } else {
    // cmp_lt; none of those for floating-point numbers has two letters.
    const char *compare = qn_ptx_take_comparison(e);
    if (!compare || strlen(compare) != strlen("cmp_lt"))
      return qn_ptx_refuse(e, "a comparison was expected", diag);
    snprintf(v.function, sizeof(v.function), "v_%s", compare + 4);
  }
  QN_TRY(check_types(e, v.a_type + 2, diag));
  if (strcmp(v.function, "v_mad") == 0)
    return put_mad(e, diag);
  return v.lanes > 1 ? put_simd(e, &v, diag) : put_scalar(e, &v, diag);
}
