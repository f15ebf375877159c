// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/inside.h"

#include <string.h>

// ---- The parts of a name

static const char *const modifier_names[] = {
#define QN_PTX_MODIFIER(spelling, name) spelling,
#include "quern/device/ptx/modifiers.def"
#undef QN_PTX_MODIFIER
};

// Types by their name in PTX and in the headers.
static const char *const types[][2] = {
    {"b8", "u8"},         {"u8", "u8"},   {"s8", "s8"},       {"b16", "u16"},
    {"u16", "u16"},       {"s16", "s16"}, {"b32", "u32"},     {"u32", "u32"},
    {"s32", "s32"},       {"b64", "u64"}, {"u64", "u64"},     {"s64", "s64"},
    {"b128", "u128"},     {"f16", "f16"}, {"f16x2", "f16x2"}, {"bf16", "bf16"},
    {"bf16x2", "bf16x2"}, {"f32", "f32"}, {"f64", "f64"},     {"pred", "pred"},
    {"tf32", "tf32"},
};

const char *qn_ptx_type_of(qn_str name) {
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
    if (qn_str_equal(name, qn_str_from(types[i][0])))
      return types[i][1];
  return NULL;
}

unsigned qn_ptx_bytes_of(const char *type) {
  return strstr(type, "128")                        ? 16
         : strstr(type, "64")                       ? 8
         : strstr(type, "32") || strstr(type, "x2") ? 4
         : strstr(type, "16")                       ? 2
                                                    : 1;
}

const char *qn_ptx_register_type(qn_str name) {
  const char *type = qn_ptx_type_of(name);
  if (!type || strcmp(type, "tf32") == 0)
    return NULL;
  switch (strcmp(type, "pred") == 0 ? 0 : qn_ptx_bytes_of(type)) {
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

const char *qn_ptx_type_at(const qn_ptx_emitter *e, size_t i) {
  return i < e->type_count ? qn_ptx_type_of(e->types[i]) : "u32";
}

void qn_ptx_sort_parts(qn_ptx_emitter *e) {
  for (size_t i = 1; i < e->in->part_count; ++i) {
    const qn_str part = e->in->parts[i];
    size_t bit = 0;
    const size_t count = sizeof(modifier_names) / sizeof(modifier_names[0]);
    while (bit < count && !qn_str_equal(part, qn_str_from(modifier_names[bit])))
      ++bit;
    if (bit < count)
      e->modifiers |= (uint64_t)1 << bit;
    else if (qn_ptx_type_of(part) && e->type_count < 4)
      e->types[e->type_count++] = part;
    else
      e->rest[e->rest_count++] = part;
  }
}

bool qn_ptx_take_part(qn_ptx_emitter *e, const char *name) {
  for (size_t i = 0; i < e->rest_count; ++i)
    if (qn_str_equal(e->rest[i], qn_str_from(name))) {
      e->rest[i] = e->rest[--e->rest_count];
      return true;
    }
  return false;
}

// ---- Refusals

qn_status qn_ptx_refuse(const qn_ptx_emitter *e, const char *why,
                        qn_diag *diag) {
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "the PTX instruction '%.*s'%s%s", QN_STR_ARG(e->in->text),
                 *why ? ": " : "", why);
}

qn_status qn_ptx_need(const qn_ptx_emitter *e, size_t min, size_t max,
                      qn_diag *diag) {
  return e->in->argument_count >= min && e->in->argument_count <= max
             ? qn_ok()
             : qn_ptx_refuse(e, "not with this number of arguments", diag);
}

// Fails if a part of the name has not been taken.
static qn_status check_parts(const qn_ptx_emitter *e, qn_diag *diag) {
  return e->rest_count ? qn_ptx_refuse(e, "", diag) : qn_ok();
}

qn_status qn_ptx_check_modifiers(const qn_ptx_emitter *e, const char *allowed,
                                 qn_diag *diag) {
  uint64_t known = 0;
  qn_str rest = qn_str_from(allowed), word;
  while (rest.size && qn_str_split(&rest, ' ', &word))
    for (size_t i = 0; i < sizeof(modifier_names) / sizeof(modifier_names[0]);
         ++i)
      if (qn_str_equal(word, qn_str_from(modifier_names[i])))
        known |= (uint64_t)1 << i;
  return e->modifiers & ~known ? qn_ptx_refuse(e, "", diag)
                               : check_parts(e, diag);
}

// ---- Values

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

bool qn_ptx_is_sink(const qn_ptx_argument *a) {
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

static void put_special(qn_ptx_emitter *e, qn_str name) {
  for (size_t i = 0; i < sizeof(specials) / sizeof(specials[0]); ++i)
    if (qn_str_equal(name, qn_str_from(specials[i].name))) {
      QN_PTX_PRINT(e, "%s", specials[i].text);
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

qn_status qn_ptx_put_value(qn_ptx_emitter *e, const qn_ptx_argument *a,
                           const char *type, qn_diag *diag) {
  QN_PTX_PRINT(e, "in<%s>(%s", type, a->is_inverted ? "!" : "");
  switch (a->kind) {
  case QN_PTX_REGISTER:
    if (qn_ptx_is_sink(a))
      return qn_ptx_refuse(e, "'_' is not a source", diag);
    qn_ptx_emit_name(a->name, e->out);
    break;
  case QN_PTX_SPECIAL:
    put_special(e, a->name);
    break;
  case QN_PTX_INTEGER:
  case QN_PTX_SINGLE:
  case QN_PTX_DOUBLE:
    QN_PTX_PRINT(e, "%lluull", (unsigned long long)literal(a, type));
    break;
  case QN_PTX_VECTOR:
  case QN_PTX_ADDRESS:
    return qn_ptx_refuse(e, "a register was expected", diag);
  }
  QN_PTX_PRINT(e, ")");
  return qn_ok();
}

qn_status qn_ptx_put_target(qn_ptx_emitter *e, const qn_ptx_argument *a,
                            qn_diag *diag) {
  if (qn_ptx_is_sink(a)) {
    QN_PTX_PRINT(e, "(void)(");
    return qn_ok();
  }
  if ((a->kind != QN_PTX_REGISTER && a->kind != QN_PTX_SPECIAL) ||
      a->is_inverted)
    return qn_ptx_refuse(e, "a register was expected", diag);
  QN_PTX_PRINT(e, "out(");
  qn_ptx_emit_name(a->name, e->out);
  QN_PTX_PRINT(e, ", ");
  return qn_ok();
}

void qn_ptx_put_modifiers(qn_ptx_emitter *e) {
  QN_PTX_PRINT(e, "0x%llxull", (unsigned long long)e->modifiers);
}

void qn_ptx_put_second(qn_ptx_emitter *e, const char *value) {
  const qn_str second = e->in->arguments[0].second;
  if (!second.size || qn_str_equal(second, QN_STR("_")))
    return;
  QN_PTX_PRINT(e, "out(");
  qn_ptx_emit_name(second, e->out);
  QN_PTX_PRINT(e, ", %s); ", value);
}

const qn_ptx_argument *qn_ptx_argument_at(const qn_ptx_emitter *e, size_t i) {
  return &e->in->arguments[i];
}
