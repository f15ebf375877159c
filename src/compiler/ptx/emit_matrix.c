// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/inside.h"

#include <string.h>

// ---- Matrices

static size_t count_of(const qn_ptx_argument *a) {
  return a->kind == QN_PTX_VECTOR ? a->part_count : 1;
}
static const qn_ptx_argument *part_of(const qn_ptx_argument *a, size_t i) {
  return a->kind == QN_PTX_VECTOR ? &a->parts[i] : a;
}

// Writes "type name[] = {...};" with a source's registers.
static qn_status put_array(qn_ptx_emitter *e, const char *type,
                           const char *name, const qn_ptx_argument *a,
                           qn_diag *diag) {
  QN_PTX_PRINT(e, "%s %s[] = {", type, name);
  for (size_t i = 0; i < count_of(a); ++i) {
    QN_PTX_PRINT(e, "%s", i ? ", " : "");
    QN_TRY(qn_ptx_put_value(e, part_of(a, i), type, diag));
  }
  QN_PTX_PRINT(e, "}; ");
  return qn_ok();
}

static qn_status put_results(qn_ptx_emitter *e, const qn_ptx_argument *a,
                             qn_diag *diag) {
  for (size_t i = 0; i < count_of(a); ++i) {
    QN_TRY(qn_ptx_put_target(e, part_of(a, i), diag));
    QN_PTX_PRINT(e, "d[%zu]); ", i);
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
static const char *matrix_type(qn_ptx_emitter *e, qn_str part,
                               unsigned *out_bits) {
  const char *type = qn_ptx_type_of(part);
  *out_bits = type ? 8 * qn_ptx_bytes_of(type) : 0;
  for (size_t i = 0; i < ELEMENT_COUNT && !type; ++i)
    if (qn_str_equal(part, qn_str_from(elements[i].name)) &&
        qn_ptx_take_part(e, elements[i].name)) {
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

static matrix_types take_matrix_types(qn_ptx_emitter *e) {
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
  if (t.count == 4 && t.bits == 1 && qn_ptx_take_part(e, "popc"))
    t.of[1] = t.of[2] = qn_ptx_take_part(e, "xor")   ? "b1_xor"
                        : qn_ptx_take_part(e, "and") ? "b1_and"
                                                     : "b1";
  return t;
}

static qn_status put_factors(qn_ptx_emitter *e, const char *type, size_t count,
                             qn_diag *diag) {
  QN_TRY(qn_ptx_need(e, count, count, diag));
  QN_PTX_PRINT(e, "{ %s d[%zu]; ", type, count_of(qn_ptx_argument_at(e, 0)));
  QN_TRY(put_array(e, type, "a", qn_ptx_argument_at(e, 1), diag));
  QN_TRY(put_array(e, type, "b", qn_ptx_argument_at(e, 2), diag));
  return put_array(e, type, "c", qn_ptx_argument_at(e, 3), diag);
}

// m8n8k4 of half, whose factors may be in rows or in columns each.
static qn_status emit_mma_of_quads(qn_ptx_emitter *e, const matrix_types *t,
                                   qn_diag *diag) {
  const char *layouts[2] = {NULL, NULL};
  size_t count = 0;
  for (size_t i = 1; i < e->in->part_count && count < 2; ++i)
    if (qn_str_equal(e->in->parts[i], QN_STR("row")))
      layouts[count++] = "row";
    else if (qn_str_equal(e->in->parts[i], QN_STR("col")))
      layouts[count++] = "col";
  if (count != 2 || !qn_ptx_take_part(e, layouts[0]) ||
      !qn_ptx_take_part(e, layouts[1]) || strcmp(t->of[2], "f16") != 0 ||
      strcmp(t->of[0], t->of[3]) != 0)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  QN_TRY(put_factors(e, "u32", 4, diag));
  QN_PTX_PRINT(e, "mma_quads<%s, %s, %s>(d, a, b, c); ",
               layouts[0][0] == 'r' ? "true" : "false",
               layouts[1][0] == 'r' ? "true" : "false", t->of[0]);
  QN_TRY(put_results(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "}");
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

static qn_status emit_mma_sparse(qn_ptx_emitter *e, const matrix_types *t,
                                 bool clamp, qn_diag *diag) {
  size_t i = 0;
  if (!qn_ptx_take_part(e, "row") || !qn_ptx_take_part(e, "col"))
    return qn_ptx_refuse(e, "", diag);
  while (i < SPARSE_COUNT && (t->bits != sparse_shapes[i].bits ||
                              !qn_ptx_take_part(e, sparse_shapes[i].name)))
    ++i;
  if (i == SPARSE_COUNT)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  QN_TRY(put_factors(e, "u32", 6, diag));
  QN_PTX_PRINT(e, "mma_sparse<%u, %s, %s, %s, %s, %s>(d, a, b, c, ",
               sparse_shapes[i].depth, t->of[0], t->of[1], t->of[2], t->of[3],
               clamp ? "true" : "false");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 4), "u32", diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 5), "u32", diag));
  QN_PTX_PRINT(e, "); ");
  QN_TRY(put_results(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

qn_status qn_ptx_emit_mma(qn_ptx_emitter *e, qn_diag *diag) {
  const bool clamp = qn_ptx_take_part(e, "satfinite");
  const bool sparse =
      qn_ptx_take_part(e, "sp") || qn_ptx_take_part(e, "sp::ordered_metadata");
  const matrix_types t = take_matrix_types(e);
  size_t i = 0;
  if (t.count != 4)
    return qn_ptx_refuse(e, "", diag);
  if (sparse)
    return emit_mma_sparse(e, &t, clamp, diag);
  if (strcmp(t.of[1], "f16") == 0 && qn_ptx_take_part(e, "m8n8k4"))
    return emit_mma_of_quads(e, &t, diag);
  if (!qn_ptx_take_part(e, "row") || !qn_ptx_take_part(e, "col"))
    return qn_ptx_refuse(e, "", diag);
  while (i < SHAPE_COUNT &&
         (t.bits != shapes[i].bits || !qn_ptx_take_part(e, shapes[i].name)))
    ++i;
  if (i == SHAPE_COUNT || strcmp(t.of[1], "b1") == 0)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  QN_TRY(put_factors(e, shapes[i].bits == 64 ? "u64" : "u32", 4, diag));
  QN_PTX_PRINT(e, "mma<%u, %u, %s, %s, %s, %s, %s>(d, a, b, c); ",
               shapes[i].rows, shapes[i].depth, t.of[0], t.of[1], t.of[2],
               t.of[3], clamp ? "true" : "false");
  QN_TRY(put_results(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

// The number of matrices in a name; 0: none.
static unsigned take_count(qn_ptx_emitter *e) {
  return qn_ptx_take_part(e, "x1")   ? 1
         : qn_ptx_take_part(e, "x2") ? 2
         : qn_ptx_take_part(e, "x4") ? 4
                                     : 0;
}

qn_status qn_ptx_emit_ldmatrix(qn_ptx_emitter *e, qn_diag *diag) {
  const unsigned count = take_count(e);
  const bool transposed = qn_ptx_take_part(e, "trans");
  const char *space = qn_ptx_take_space(e);
  if (!count || !qn_ptx_take_part(e, "m8n8") ||
      qn_ptx_bytes_of(qn_ptx_type_at(e, 0)) != 2)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  if (count_of(qn_ptx_argument_at(e, 0)) != count)
    return qn_ptx_refuse(e, "not with this number of registers", diag);
  QN_PTX_PRINT(e, "{ u32 d[%u]; ldmatrix<%u, %s>(d, ", count, count,
               transposed ? "true" : "false");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 1), space, diag));
  QN_PTX_PRINT(e, "); ");
  QN_TRY(put_results(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

qn_status qn_ptx_emit_stmatrix(qn_ptx_emitter *e, qn_diag *diag) {
  const unsigned count = take_count(e);
  const bool transposed = qn_ptx_take_part(e, "trans");
  const char *space = qn_ptx_take_space(e);
  if (!count || !qn_ptx_take_part(e, "m8n8") ||
      qn_ptx_bytes_of(qn_ptx_type_at(e, 0)) != 2)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  if (count_of(qn_ptx_argument_at(e, 1)) != count)
    return qn_ptx_refuse(e, "not with this number of registers", diag);
  QN_PTX_PRINT(e, "{ ");
  QN_TRY(put_array(e, "u32", "d", qn_ptx_argument_at(e, 1), diag));
  QN_PTX_PRINT(e, "stmatrix<%u, %s>(", count, transposed ? "true" : "false");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 0), space, diag));
  QN_PTX_PRINT(e, ", d); }");
  return qn_ok();
}

qn_status qn_ptx_emit_movmatrix(qn_ptx_emitter *e, qn_diag *diag) {
  if (!qn_ptx_take_part(e, "m8n8") || !qn_ptx_take_part(e, "trans"))
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "movmatrix(");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "u32", diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}
