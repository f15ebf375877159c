// SPDX-License-Identifier: Apache-2.0
// The table of all instructions.
#include "amdsim/core/handlers.h"
#include "amdsim/isa/matrix.h"

#include "base/map.h"
#include "base/system/thread.h"

enum {
#define QN_V(name, sources, D, A, B, C, flags, ...) OP_##name,
#define QN_AKA(name, other)
#define QN_COMPARE(name, type, ...)
#define QN_PACKED(name, sources, other)
#include "amdsim/isa/vector.def"
#undef QN_V
#undef QN_COMPARE
  OP_COUNT,
};
enum {
#define QN_V(name, sources, D, A, B, C, flags, ...)
#define QN_COMPARE(name, type, ...) COMPARE_##name,
#include "amdsim/isa/vector.def"
#undef QN_V
#undef QN_COMPARE
  COMPARE_COUNT,
};
#undef QN_AKA
#undef QN_PACKED

// Of the operations on halves: what v_pk_* needs to know of them.
enum {
#define QN_V(name, sources, D, A, B, C, flags, ...)                            \
  TYPE_##name = QN_AMD_##D, FLAGS_##name = (flags),
#define QN_AKA(name, other)
#define QN_COMPARE(name, type, ...)
#define QN_PACKED(name, sources, other)
#include "amdsim/isa/vector.def"
#undef QN_V
#undef QN_AKA
#undef QN_COMPARE
#undef QN_PACKED
};

#define T(type) QN_AMD_##type
#define QN_V(name, sources, D, A, B, C, flags, ...)                            \
  {                                                                            \
      #name,   qn_amd_x_vector,          OP_##name,                            \
      sources, {T(D), T(A), T(B), T(C)}, flags,                                \
      0},
#define QN_AKA(name, other)
#define QN_COMPARE(name, type, ...)                                            \
  {"v_cmp_" #name,                                                             \
   qn_amd_x_compare,                                                           \
   COMPARE_##name,                                                             \
   2,                                                                          \
   {T(u32), T(type), T(type), T(u32)},                                         \
   0,                                                                          \
   0},                                                                         \
      {"v_cmpx_" #name,                                                        \
       qn_amd_x_compare,                                                       \
       COMPARE_##name,                                                         \
       2,                                                                      \
       {T(u32), T(type), T(type), T(u32)},                                     \
       0,                                                                      \
       1},
#define QN_PACKED(name, sources, other)                                        \
  {#name,                                                                      \
   qn_amd_x_packed,                                                            \
   OP_##other,                                                                 \
   sources,                                                                    \
   {TYPE_##other, TYPE_##other, TYPE_##other, TYPE_##other},                   \
   FLAGS_##other,                                                              \
   0},
#define QN_X(name, handler, arg, D, A, B, C)                                   \
  {#name, qn_amd_x_##handler, 0, 3, {T(D), T(A), T(B), T(C)}, 0, arg},
#define QN_S(name, sources, D, A, B, formula, scc_becomes)                     \
  {#name, qn_amd_s_##name, 0, sources, {T(D), T(A), T(B), T(u32)}, 0, 0},
#define QN_SC(name, A, B, formula)                                             \
  {#name, qn_amd_s_##name, 0, 2, {T(A), T(A), T(B), T(u32)}, 0, 0},
#define QN_MFMA(name, rows, inner, blocks, kind)                               \
  {#name,                                                                      \
   qn_amd_x_mfma,                                                              \
   0,                                                                          \
   3,                                                                          \
   {T(f32), T(f32), T(f32), MFMA_SUM_##kind},                                  \
   0,                                                                          \
   (uint32_t)QN_MATRIX(rows, inner, blocks, kind)},
#define QN_SMFMAC(name, rows, inner, kind)                                     \
  {#name,                                                                      \
   qn_amd_x_smfmac,                                                            \
   0,                                                                          \
   3,                                                                          \
   {T(f32), T(f32), T(f32), T(u32)},                                           \
   0,                                                                          \
   (uint32_t)QN_MATRIX(rows, inner, 1, kind)},
#define QN_WMMA(name, inner, kind)                                             \
  {#name,                                                                      \
   qn_amd_x_wmma,                                                              \
   0,                                                                          \
   3,                                                                          \
   {T(f32), T(f32), T(f32), T(f32)},                                           \
   0,                                                                          \
   (uint32_t)QN_MATRIX(16, inner, 1, kind)},
enum { // the type of a constant that a product is added to
  MFMA_SUM_F32 = QN_AMD_f32,
  MFMA_SUM_F16 = QN_AMD_f32,
  MFMA_SUM_BF16 = QN_AMD_f32,
  MFMA_SUM_I8 = QN_AMD_i32,
  MFMA_SUM_F64 = QN_AMD_f64,
  MFMA_SUM_FP8_FP8 = QN_AMD_f32,
  MFMA_SUM_FP8_BF8 = QN_AMD_f32,
  MFMA_SUM_BF8_FP8 = QN_AMD_f32,
  MFMA_SUM_BF8_BF8 = QN_AMD_f32,
  MFMA_SUM_XF32 = QN_AMD_f32,
};
static const qn_amd_row rows[] = {
#include "amdsim/isa/vector.def"
#include "amdsim/isa/special.def"
#include "amdsim/isa/scalar.def"
#include "amdsim/isa/matrix.def"
#define QN_ONE(type, name)                                                     \
  {"v_s_" #name "_" #type,                                                     \
   qn_amd_x_one,                                                               \
   OP_v_##name##_##type,                                                       \
   1,                                                                          \
   {T(type), T(type), T(u32), T(u32)},                                         \
   QN_AMD_FLOATS,                                                              \
   0},
    QN_ONE(f32, exp) QN_ONE(f32, log) QN_ONE(f32, rcp) QN_ONE(f32, rsq)
        QN_ONE(f32, sqrt) QN_ONE(f16, exp) QN_ONE(f16, log) QN_ONE(f16, rcp)
            QN_ONE(f16, rsq) QN_ONE(f16, sqrt){"v_pk_fma_f32",
                                               qn_amd_x_packed_float,
                                               OP_v_fma_f32,
                                               3,
                                               {T(f32), T(f32), T(f32), T(f32)},
                                               QN_AMD_FLOATS,
                                               0},
    {"v_pk_mul_f32",
     qn_amd_x_packed_float,
     OP_v_mul_f32,
     2,
     {T(f32), T(f32), T(f32), T(f32)},
     QN_AMD_FLOATS,
     0},
    {"v_pk_add_f32",
     qn_amd_x_packed_float,
     OP_v_add_f32,
     2,
     {T(f32), T(f32), T(f32), T(f32)},
     QN_AMD_FLOATS,
     0},
    {"v_pk_mov_b32",
     qn_amd_x_packed_float,
     0,
     2,
     {T(u64), T(u64), T(u64), T(u64)},
     0,
     1},
};
#undef QN_AKA

// Other names of a row.
static const char *const aliases[][2] = {
#undef QN_V
#undef QN_X
#undef QN_COMPARE
#undef QN_PACKED
#undef QN_S
#undef QN_SC
#define QN_V(name, sources, D, A, B, C, flags, ...)
#define QN_COMPARE(name, type, ...)
#define QN_PACKED(name, sources, other)
#define QN_S(name, sources, D, A, B, formula, scc_becomes)
#define QN_SC(name, A, B, formula)
#define QN_AKA(name, other) {#name, #other},
#include "amdsim/isa/vector.def"
#include "amdsim/isa/scalar.def"
};

static qn_map names;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill_names(void) {
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k)
    (void)qn_map_put_str(&names, qn_str_from(rows[k].name), k, NULL);
  for (size_t k = 0; k < sizeof(aliases) / sizeof(aliases[0]); ++k) {
    const uint64_t *row = qn_map_find_str(&names, qn_str_from(aliases[k][1]));
    if (row)
      (void)qn_map_put_str(&names, qn_str_from(aliases[k][0]), *row, NULL);
  }
}

const qn_amd_row *qn_amd_row_find(qn_str name) {
  (void)pthread_once(&once, fill_names);
  const uint64_t *found = qn_map_find_str(&names, name);
  return found ? &rows[*found] : NULL;
}

size_t qn_amd_row_count(void) { return sizeof(rows) / sizeof(rows[0]); }
const qn_amd_row *qn_amd_row_at(size_t index) { return &rows[index]; }

// ---- Chips

static const qn_amd_chip chips[] = {
    {"gfx900", 9, 0, 0, false, false, false, true, false, 65536},
    {"gfx906", 9, 0, 6, false, false, false, true, false, 65536},
    {"gfx908", 9, 0, 8, false, false, false, true, false, 65536},
    {"gfx90a", 9, 0, 10, true, true, false, true, false, 65536},
    {"gfx942", 9, 4, 2, true, true, true, true, false, 65536},
    {"gfx1030", 10, 3, 0, false, false, false, false, false, 65536},
    {"gfx1100", 11, 0, 0, false, true, true, false, false, 65536},
    {"gfx1101", 11, 0, 1, false, true, true, false, false, 65536},
    {"gfx1102", 11, 0, 2, false, true, true, false, false, 65536},
    {"gfx1200", 12, 0, 0, false, true, true, false, true, 65536},
    {"gfx1201", 12, 0, 1, false, true, true, false, true, 65536},
};

bool qn_amd_chip_find(qn_str name, qn_amd_chip *out_chip) {
  for (size_t k = 0; k < sizeof(chips) / sizeof(chips[0]); ++k) {
    if (!qn_str_equal(name, qn_str_from(chips[k].name)))
      continue;
    *out_chip = chips[k];
    return true;
  }
  return false;
}
