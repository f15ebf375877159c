// SPDX-License-Identifier: Apache-2.0
// cuBLASLt: a product by gemm.c, and what is done with its columns.
#include "cuda/cublasLt.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/cublas.h"
#include "libs/blas/epilogue.h"
#include "libs/blas/lt.h"
#include "libs/blas/names.h"
#include "libs/blas/transform.h"
#include "libs/core/logger.h"

#define finish qn_cublas_status

// ---- Objects: what their opaque storage holds

typedef qn_lt_layout layout;
typedef qn_lt_desc desc;
typedef qn_lt_preference preference;
typedef qn_lt_attribute attribute;

_Static_assert(sizeof(layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "");
_Static_assert(sizeof(desc) <= sizeof(cublasLtMatmulDescOpaque_t), "");
_Static_assert(sizeof(preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t),
               "");

#define AT(id, type, member)                                                   \
  {CUBLASLT_##id, offsetof(type, member), sizeof(((type *)0)->member)}

const qn_lt_attribute qn_lt_layouts[] = {
    AT(MATRIX_LAYOUT_TYPE, layout, type),
    AT(MATRIX_LAYOUT_ORDER, layout, order),
    AT(MATRIX_LAYOUT_ROWS, layout, rows),
    AT(MATRIX_LAYOUT_COLS, layout, columns),
    AT(MATRIX_LAYOUT_LD, layout, ld),
    AT(MATRIX_LAYOUT_BATCH_COUNT, layout, count),
    AT(MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, layout, stride),
    AT(MATRIX_LAYOUT_BATCH_MODE, layout, batch_mode),
    {0},
};
const qn_lt_attribute qn_lt_descs[] = {
    AT(MATMUL_DESC_COMPUTE_TYPE, desc, compute),
    AT(MATMUL_DESC_SCALE_TYPE, desc, scale_type),
    AT(MATMUL_DESC_POINTER_MODE, desc, pointer_mode),
    AT(MATMUL_DESC_TRANSA, desc, op_a),
    AT(MATMUL_DESC_TRANSB, desc, op_b),
    AT(MATMUL_DESC_TRANSC, desc, op_c),
    AT(MATMUL_DESC_FILL_MODE, desc, fill),
    AT(MATMUL_DESC_EPILOGUE, desc, epilogue),
    AT(MATMUL_DESC_BIAS_POINTER, desc, bias),
    AT(MATMUL_DESC_BIAS_BATCH_STRIDE, desc, bias_stride),
    AT(MATMUL_DESC_EPILOGUE_AUX_POINTER, desc, aux),
    AT(MATMUL_DESC_EPILOGUE_AUX_LD, desc, aux_ld),
    AT(MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, desc, aux_stride),
    AT(MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, desc, alpha_stride),
    AT(MATMUL_DESC_SM_COUNT_TARGET, desc, sm_count),
    AT(MATMUL_DESC_A_SCALE_POINTER, desc, scale_a),
    AT(MATMUL_DESC_B_SCALE_POINTER, desc, scale_b),
    AT(MATMUL_DESC_C_SCALE_POINTER, desc, scale_c),
    AT(MATMUL_DESC_D_SCALE_POINTER, desc, scale_d),
    AT(MATMUL_DESC_AMAX_D_POINTER, desc, amax_d),
    AT(MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, desc, aux_type),
    AT(MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, desc, scale_aux),
    AT(MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, desc, amax_aux),
    AT(MATMUL_DESC_FAST_ACCUM, desc, fast),
    AT(MATMUL_DESC_BIAS_DATA_TYPE, desc, bias_type),
    AT(MATMUL_DESC_A_SCALE_MODE, desc, modes[0]),
    AT(MATMUL_DESC_B_SCALE_MODE, desc, modes[1]),
    AT(MATMUL_DESC_C_SCALE_MODE, desc, modes[2]),
    AT(MATMUL_DESC_D_SCALE_MODE, desc, modes[3]),
    AT(MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, desc, modes[4]),
    AT(MATMUL_DESC_D_OUT_SCALE_MODE, desc, modes[5]),
    AT(MATMUL_DESC_D_OUT_SCALE_POINTER, desc, out_scale),
    AT(MATMUL_DESC_EMULATION_DESCRIPTOR, desc, emulation),
    {0},
};
const qn_lt_attribute qn_lt_emulations[] = {
    AT(EMULATION_DESC_STRATEGY, qn_lt_emulation, strategy),
    AT(EMULATION_DESC_SPECIAL_VALUES_SUPPORT, qn_lt_emulation, special_values),
    AT(EMULATION_DESC_FIXEDPOINT_MANTISSA_CONTROL, qn_lt_emulation, control),
    AT(EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT, qn_lt_emulation,
       bits_max),
    AT(EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_OFFSET, qn_lt_emulation, offset),
    AT(EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, qn_lt_emulation,
       bits),
    {0},
};
const qn_lt_attribute qn_lt_preferences[] = {
    AT(MATMUL_PREF_SEARCH_MODE, preference, search),
    AT(MATMUL_PREF_MAX_WORKSPACE_BYTES, preference, workspace_size),
    AT(MATMUL_PREF_REDUCTION_SCHEME_MASK, preference, schemes),
    AT(MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, preference, alignments[0]),
    AT(MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, preference, alignments[1]),
    AT(MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, preference, alignments[2]),
    AT(MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, preference, alignments[3]),
    AT(MATMUL_PREF_MAX_WAVES_COUNT, preference, waves),
    AT(MATMUL_PREF_IMPL_MASK, preference, mask),
    {0},
};

const qn_lt_attribute qn_lt_transform_descs[] = {
    AT(MATRIX_TRANSFORM_DESC_SCALE_TYPE, qn_lt_transform_desc, scale_type),
    AT(MATRIX_TRANSFORM_DESC_POINTER_MODE, qn_lt_transform_desc, pointer_mode),
    AT(MATRIX_TRANSFORM_DESC_TRANSA, qn_lt_transform_desc, op_a),
    AT(MATRIX_TRANSFORM_DESC_TRANSB, qn_lt_transform_desc, op_b),
    {0},
};

const attribute *qn_lt_find_attribute(const attribute *all, int id) {
  for (; all->size; ++all)
    if (all->id == id)
      return all;
  (void)qn_blas_refuse(QN_BLAS_INVALID_VALUE, "there is no attribute %d", id);
  return NULL;
}
#define FIND(all, id) qn_lt_find_attribute(qn_lt_##all, (int)(id))

cublasStatus_t qn_lt_set_attribute(const attribute *a, void *object,
                                   const void *value, size_t size) {
  if (!a)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!object || !value || size != a->size)
    return finish(qn_blas_refuse(
        QN_BLAS_INVALID_VALUE, "attribute %d has %zu bytes, and %zu are given",
        a->id, a->size, size));
  memcpy((char *)object + a->at, value, size);
  return CUBLAS_STATUS_SUCCESS;
}

// Without a place for the value it tells its size alone.
cublasStatus_t qn_lt_get_attribute(const attribute *a, const void *object,
                                   qn_lt_answer to) {
  if (!a)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!object || (to.size && (!to.value || to.size != a->size)) ||
      (!to.size && !to.written))
    return finish(
        qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                       "attribute %d has %zu bytes, and there is room for %zu",
                       a->id, a->size, to.size));
  if (to.size)
    memcpy(to.value, (const char *)object + a->at, a->size);
  if (to.written)
    *to.written = a->size;
  return CUBLAS_STATUS_SUCCESS;
}

// What all objects have: an end, and attributes of a table.
#define OBJECT(name, attribute_type, table)                                    \
  cublasStatus_t cublasLt##name##Destroy(cublasLt##name##_t object) {          \
    qn_free(object);                                                           \
    return CUBLAS_STATUS_SUCCESS;                                              \
  }                                                                            \
  cublasStatus_t cublasLt##name##SetAttribute(                                 \
      cublasLt##name##_t object, attribute_type which, const void *value,      \
      size_t size) {                                                           \
    return qn_lt_set_attribute(FIND(table, which), object, value, size);       \
  }                                                                            \
  cublasStatus_t cublasLt##name##GetAttribute(                                 \
      cublasLt##name##_t object, attribute_type which, void *value,            \
      size_t size, size_t *written) {                                          \
    return qn_lt_get_attribute(FIND(table, which), object,                     \
                               (qn_lt_answer){value, size, written});          \
  }
OBJECT(MatrixLayout, cublasLtMatrixLayoutAttribute_t, layouts)
OBJECT(MatmulDesc, cublasLtMatmulDescAttributes_t, descs)
OBJECT(MatmulPreference, cublasLtMatmulPreferenceAttributes_t, preferences)
OBJECT(MatrixTransformDesc, cublasLtMatrixTransformDescAttributes_t,
       transform_descs)
OBJECT(EmulationDesc, cublasLtEmulationDescAttributes_t, emulations)

cublasStatus_t
cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t object,
                                cudaDataType scaleType) {
  const qn_lt_transform_desc made = {.scale_type = (int)scaleType};
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memset(object, 0, sizeof(*object));
  memcpy(object, &made, sizeof(made));
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t object,
                                        cudaDataType type, uint64_t rows,
                                        uint64_t columns, int64_t ld) {
  const layout made = {(int)type, CUBLASLT_ORDER_COL, rows, columns, ld, 1, 0};
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memcpy(object, &made, sizeof(made));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t object,
                                      cublasComputeType_t compute,
                                      cudaDataType scaleType) {
  const desc made = {.compute = (int)compute,
                     .scale_type = (int)scaleType,
                     .fill = CUBLAS_FILL_MODE_FULL,
                     .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                     .aux_type = -1,
                     .bias_type = -1};
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memcpy(object, &made, sizeof(made));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t object) {
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memset(object, 0, sizeof(*object));
  return CUBLAS_STATUS_SUCCESS;
}

// Of programs that were built with NVIDIA's headers, whose structs may be
// smaller than what is kept here.
static cublasStatus_t check_size(const char *what, size_t size, size_t least) {
  return size >= least
             ? CUBLAS_STATUS_SUCCESS
             : finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                     "%s of %zu bytes; here it takes %zu", what,
                                     size, least));
}
cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t object,
                                                 size_t size, cudaDataType type,
                                                 uint64_t rows,
                                                 uint64_t columns, int64_t ld) {
  const cublasStatus_t status = check_size("a layout", size, sizeof(layout));
  return status ? status
                : cublasLtMatrixLayoutInit(object, type, rows, columns, ld);
}
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t object,
                                               size_t size,
                                               cublasComputeType_t compute,
                                               cudaDataType scaleType) {
  const cublasStatus_t status =
      check_size("a descriptor of products", size, sizeof(desc));
  return status ? status : cublasLtMatmulDescInit(object, compute, scaleType);
}
cublasStatus_t
cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t object,
                                      size_t size) {
  const cublasStatus_t status =
      check_size("preferences", size, sizeof(preference));
  if (status)
    return status;
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memset(object, 0, size < sizeof(*object) ? size : sizeof(*object));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t object,
                                         size_t size, cudaDataType scaleType) {
  const qn_lt_transform_desc made = {.scale_type = (int)scaleType};
  const cublasStatus_t status =
      check_size("a descriptor of transforms", size, sizeof(made));
  if (status)
    return status;
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memcpy(object, &made, sizeof(made));
  return CUBLAS_STATUS_SUCCESS;
}

#define CREATE(to, ...)                                                        \
  do {                                                                         \
    if (!(to))                                                                 \
      return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,                      \
                                   "there is no place for the object"));       \
    *(to) = qn_alloc_array(1, sizeof(**(to)));                                 \
    return *(to) ? (__VA_ARGS__) : CUBLAS_STATUS_ALLOC_FAILED;                 \
  } while (0)
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *object,
                                          cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t ld) {
  CREATE(object, cublasLtMatrixLayoutInit(*object, type, rows, columns, ld));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *object,
                                        cublasComputeType_t compute,
                                        cudaDataType scaleType) {
  CREATE(object, cublasLtMatmulDescInit(*object, compute, scaleType));
}
cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *object) {
  CREATE(object, cublasLtMatmulPreferenceInit(*object));
}

cublasStatus_t
cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *object,
                                  cudaDataType scaleType) {
  CREATE(object, cublasLtMatrixTransformDescInit(*object, scaleType));
}

// ---- What products may be made of

cublasStatus_t
cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t object,
                                   size_t size) {
  const qn_lt_emulation made = {.special_values = QN_BLAS_SPECIAL_VALUES};
  const cublasStatus_t status =
      check_size("a descriptor of emulation", size, sizeof(made));
  if (status)
    return status;
  if (!object)
    return CUBLAS_STATUS_INVALID_VALUE;
  memcpy(object, &made, sizeof(made));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t *object) {
  CREATE(object, cublasLtEmulationDescInit(*object));
}
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity) {
  if (!capacity)
    return CUBLAS_STATUS_INVALID_VALUE;
  *capacity = 0;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
  (void)capacity; // an answer takes no longer than to look for one
  return CUBLAS_STATUS_SUCCESS;
}
// Which instructions OpenBLAS takes is its own choice.
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask) {
  (void)mask;
  return 0;
}

// ---- Handles are cuBLAS's

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  return cublasCreate_v2((cublasHandle_t *)handle);
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  return cublasDestroy_v2((cublasHandle_t)handle);
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return cublasGetCudartVersion(); }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value) {
  return cublasGetProperty(type, value);
}
const char *cublasLtGetStatusName(cublasStatus_t status) {
  return cublasGetStatusName(status);
}
const char *cublasLtGetStatusString(cublasStatus_t status) {
  return cublasGetStatusString(status);
}

QN_LOGGER_FUNCTIONS(cublasLt, cublasStatus_t, CUBLAS_STATUS_SUCCESS,
                    CUBLAS_STATUS_INVALID_VALUE, qn_blas_logger())

// ---- A product of descriptors as one of gemm.h

static qn_gemm_matrix matrix(const layout *l, const void *p) {
  return (qn_gemm_matrix){p, l->type, l->ld, l->stride};
}

// The letter for a matrix whose rows lie one after another, read as its
// transpose; 0: there is none.
static char letter_of(int op, const layout *l, bool flips) {
  const char letter = (unsigned)op < 3 ? "NTC"[op] : 0;
  if ((l->order == CUBLASLT_ORDER_ROW) == flips)
    return letter;
  return letter == 'N'                                        ? 'T'
         : letter == 'T' || !qn_libs_type_is_complex(l->type) ? 'N'
                                                              : 0;
}

static qn_blas_status check_layouts(const desc *d, const layout *const l[4]) {
  const bool turned[] = {d->op_a != CUBLAS_OP_N, d->op_b != CUBLAS_OP_N};
  const uint64_t m = turned[0] ? l[0]->columns : l[0]->rows;
  const uint64_t k = turned[0] ? l[0]->rows : l[0]->columns;
  const uint64_t n = turned[1] ? l[1]->rows : l[1]->columns;
  if (k != (turned[1] ? l[1]->columns : l[1]->rows) || l[2]->rows != m ||
      l[2]->columns != n || l[3]->rows != m || l[3]->columns != n)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "cublasLtMatmul: the matrices do not fit each other");
  for (int i = 0; i < 4; ++i) {
    if (l[i]->order != CUBLASLT_ORDER_COL && l[i]->order != CUBLASLT_ORDER_ROW)
      return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                            "cublasLtMatmul: order %d is not taken",
                            l[i]->order);
    if (l[i]->count != l[3]->count)
      return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                            "cublasLtMatmul: batches of %d and of %d",
                            l[i]->count, l[3]->count);
    if (l[i]->batch_mode > CUBLASLT_BATCH_MODE_POINTER_ARRAY ||
        l[i]->batch_mode != l[3]->batch_mode)
      return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                            "cublasLtMatmul: batches in modes %u and %u",
                            l[i]->batch_mode, l[3]->batch_mode);
  }
  if (l[2]->order != l[3]->order)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatmul: C and D in different orders");
  return QN_BLAS_OK;
}

// Factors of blocks lie in orders of NVIDIA's hardware.
static qn_blas_status check_scales(const desc *d) {
  static const char *const of[QN_LT_SCALES] = {
      "A", "B", "C", "D", "the epilogue's matrix", "D's own factors"};
  for (int i = 0; i < QN_LT_SCALES; ++i) {
    const bool is_vector =
        i < 2 && d->modes[i] == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
    if (d->modes[i] != CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F && !is_vector)
      return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                            "cublasLtMatmul: factors of %s in mode %d are not "
                            "taken here",
                            of[i], d->modes[i]);
  }
  if (d->out_scale)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatmul: factors are not made of D");
  return QN_BLAS_OK;
}

static qn_blas_status check_desc(const desc *d, qn_gemm_sum sum) {
  static const int32_t scales[] = {CUDA_R_16F, CUDA_R_32F, CUDA_R_64F,
                                   CUDA_R_32I};
  const bool complex =
      d->scale_type == CUDA_C_32F || d->scale_type == CUDA_C_64F;
  if (!complex && d->scale_type != scales[sum])
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatmul: scalars of type %d for these sums",
                          d->scale_type);
  if ((unsigned)d->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatmul: vectors of alpha are not taken");
  if (d->op_c != CUBLAS_OP_N || d->fill != CUBLAS_FILL_MODE_FULL)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatmul: C transposed, or a part of it");
  return check_scales(d);
}

// The one factor of A or B; NULL: one for each of M or N, or none.
static const float *factor_of(const desc *d, int which) {
  return d->modes[which] ? NULL : which ? d->scale_b : d->scale_a;
}
static const float *vector_of(const desc *d, int which) {
  return !d->modes[which] ? NULL : which ? d->scale_b : d->scale_a;
}

static qn_epilogue epilogue_of(const desc *d, const layout *to, bool swapped) {
  // What is fp8 has its bias in bfloat16.
  const bool small = to->type == QN_LIBS_E4M3 || to->type == QN_LIBS_E5M2;
  return (qn_epilogue){
      .what = d->epilogue,
      .swapped = swapped,
      .rows = (int64_t)to->rows,
      .columns = (int64_t)to->columns,
      .bias = d->bias,
      .bias_type = d->bias_type >= 0 ? d->bias_type
                   : small           ? QN_LIBS_BF16
                                     : to->type,
      .bias_stride = d->bias_stride,
      .aux = d->aux,
      .aux_type = d->aux_type >= 0 ? d->aux_type : to->type,
      .aux_ld = d->aux_ld,
      .aux_stride = d->aux_stride,
      .scale_a = factor_of(d, 0),
      .scale_b = factor_of(d, 1),
      .scale_c = d->scale_c,
      .scale_d = d->scale_d,
      .scale_aux = d->scale_aux,
      .amax_d = d->amax_d,
      .amax_aux = d->amax_aux,
  };
}

typedef struct operands {
  const void *alpha, *beta, *a, *b, *c;
  void *d;
} operands;

static qn_blas_status describe(const desc *d, const layout *const l[4],
                               const operands *with, qn_gemm *out) {
  qn_gemm_sum sum;
  qn_blas_status status = check_layouts(d, l);
  if (status == QN_BLAS_OK && !qn_cublas_sum(d->compute, &sum))
    status =
        qn_blas_refuse(QN_BLAS_INVALID_ENUM,
                       "cublasLtMatmul: %d is no type to sum in", d->compute);
  if (status == QN_BLAS_OK)
    status = check_desc(d, sum);
  if (status != QN_BLAS_OK)
    return status;
  // Where D's rows lie one after another, its transpose is made:
  // op(B)^T op(A)^T.
  const bool swaps = l[3]->order == CUBLASLT_ORDER_ROW;
  const char a = letter_of(d->op_a, l[0], swaps);
  const char b = letter_of(d->op_b, l[1], swaps);
  const qn_gemm_matrix ma = matrix(l[0], with->a), mb = matrix(l[1], with->b);
  const int64_t m = (int64_t)l[3]->rows, n = (int64_t)l[3]->columns;
  *out = (qn_gemm){
      .name = "cublasLtMatmul",
      .op_a = swaps ? b : a,
      .op_b = swaps ? a : b,
      .m = swaps ? n : m,
      .n = swaps ? m : n,
      .k = (int64_t)(d->op_a == CUBLAS_OP_N ? l[0]->columns : l[0]->rows),
      .alpha = with->alpha,
      .beta = with->beta,
      .sum = sum,
      .a = swaps ? mb : ma,
      .b = swaps ? ma : mb,
      .c = matrix(l[2], with->c),
      .d = matrix(l[3], with->d),
      .has_batch = true,
      .is_array = l[3]->batch_mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY,
      .count = l[3]->count,
      .outer = {vector_of(d, swaps), vector_of(d, !swaps)},
  };
  const qn_epilogue epilogue = epilogue_of(d, l[3], swaps);
  return qn_epilogue_attach(out, &epilogue);
}

cublasStatus_t
cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t computeDesc,
               const void *alpha, const void *A, cublasLtMatrixLayout_t Adesc,
               const void *B, cublasLtMatrixLayout_t Bdesc, const void *beta,
               const void *C, cublasLtMatrixLayout_t Cdesc, void *D,
               cublasLtMatrixLayout_t Ddesc, const cublasLtMatmulAlgo_t *algo,
               void *workspace, size_t workspaceSize, cudaStream_t stream) {
  const desc *d = (const desc *)(const void *)computeDesc;
  const layout *const l[] = {(const layout *)Adesc, (const layout *)Bdesc,
                             (const layout *)(Cdesc ? Cdesc : Ddesc),
                             (const layout *)Ddesc};
  const operands with = {alpha, beta, A, B, C ? C : D, D};
  qn_blas *h = qn_blas_check(handle);
  qn_gemm gemm;
  if (!h)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!d || !l[0] || !l[1] || !l[3])
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "cublasLtMatmul: a descriptor is null"));
  if (qn_blas_is_vendor(h))
    return finish(
        qn_vendor_lt_matmul(h, &(const qn_lt_matmul){
                                   .desc = d,
                                   .layouts = {l[0], l[1], l[2], l[3]},
                                   .alpha = alpha,
                                   .beta = beta,
                                   .a = A,
                                   .b = B,
                                   .c = with.c,
                                   .d = D,
                                   .algo = algo,
                                   .workspace = workspace,
                                   .workspace_size = workspaceSize,
                                   .stream = (hipStream_t)stream,
                               }));
  const qn_blas_status status = describe(d, l, &with, &gemm);
  if (status != QN_BLAS_OK)
    return finish(status);
  qn_blas own = *h; // the stream and the mode are this call's
  own.stream = (hipStream_t)stream;
  own.device_pointers = d->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
  return finish(qn_gemm_call(&own, &gemm));
}

// ---- Choice of the algorithm, of which there is one

static qn_blas_status can_do(cublasLtHandle_t handle, const void *of,
                             const layout *const l[4]) {
  static const double some;
  const operands with = {&some, &some, &some,
                         &some, &some, (void *)(uintptr_t)&some};
  qn_gemm gemm;
  if (!qn_blas_check(handle))
    return QN_BLAS_NOT_INITIALIZED;
  if (!of || !l[0] || !l[1] || !l[2] || !l[3])
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE, "a descriptor is null");
  desc d = *(const desc *)of;
  // Addresses may come after the question.
  d.bias = d.bias ? d.bias : with.d;
  d.aux = d.aux ? d.aux : with.d;
  const qn_blas_status status = describe(&d, l, &with, &gemm);
  return status == QN_BLAS_OK ? qn_gemm_check(&gemm) : status;
}

static bool is_vendor(cublasLtHandle_t handle) {
  const qn_blas *h = qn_blas_check(handle);
  return h && qn_blas_is_vendor(h);
}

#define LAYOUTS                                                                \
  (const layout *const[]) {                                                    \
    (const layout *)Adesc, (const layout *)Bdesc, (const layout *)Cdesc,       \
        (const layout *)Ddesc                                                  \
  }

cublasStatus_t cublasLtMatmulAlgoCheck(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t operationDesc,
    cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
    cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
    const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result) {
  if (is_vendor(handle))
    return finish(qn_vendor_lt_choose(
        (qn_blas *)handle,
        &(const qn_lt_choice){(const desc *)operationDesc, LAYOUTS, NULL, algo,
                              1, result, NULL}));
  qn_blas_status status = can_do(handle, operationDesc, LAYOUTS);
  if (!result)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (status == QN_BLAS_OK && algo)
    status = qn_lt_algorithm_check(algo);
  *result = (cublasLtMatmulHeuristicResult_t){.state = finish(status),
                                              .wavesCount = 1};
  qn_lt_algorithm_make(&result->algo);
  if (algo)
    result->algo = *algo;
  return result->state;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t operationDesc,
    cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
    cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
    cublasLtMatmulPreference_t preference_, int requested,
    cublasLtMatmulHeuristicResult_t results[], int *count) {
  if (is_vendor(handle))
    return finish(qn_vendor_lt_choose(
        (qn_blas *)handle,
        &(const qn_lt_choice){(const desc *)operationDesc, LAYOUTS,
                              (const preference *)preference_, NULL, requested,
                              results, count}));
  if (!count || !results || requested < 1)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "there is no place for an algorithm"));
  *count = 0;
  const cublasStatus_t status = cublasLtMatmulAlgoCheck(
      handle, operationDesc, Adesc, Bdesc, Cdesc, Ddesc, NULL, results);
  *count = status == CUBLAS_STATUS_SUCCESS;
  return status;
}
