// SPDX-License-Identifier: Apache-2.0
// Algorithms of cuBLASLt by their ids: one here, NVIDIA's own on its devices.
#include <string.h>

#include "libs/blas/cublas.h"
#include "libs/blas/lt.h"

#define finish qn_cublas_status

enum { ONLY_ID = 0 };

// What the opaque algorithm holds.
typedef struct algorithm {
  uint64_t magic;
  int32_t id, split_k;
  uint32_t tile, reduction, swizzling, option, stages;
  uint16_t inner, cluster;
} algorithm;
_Static_assert(sizeof(algorithm) <= sizeof(cublasLtMatmulAlgo_t), "");

static const uint64_t magic = UINT64_C(0x4f474c41544c4e51); // "QNLTALGO"

void qn_lt_algorithm_make(cublasLtMatmulAlgo_t *algo) {
  const algorithm made = {.magic = magic, .id = ONLY_ID};
  memset(algo, 0, sizeof(*algo));
  memcpy(algo, &made, sizeof(made));
}

static bool is_ours(const cublasLtMatmulAlgo_t *algo) {
  return algo->data[0] == magic;
}

qn_blas_status qn_lt_algorithm_check(const cublasLtMatmulAlgo_t *algo) {
  const algorithm made = {.magic = magic, .id = ONLY_ID};
  algorithm asked;
  memcpy(&asked, algo, sizeof(asked));
  if (asked.split_k == 1) // is no split, like 0
    asked.split_k = 0;
  if (!is_ours(algo))
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "this is no algorithm: cublasLtMatmulAlgoInit and "
                          "the heuristic make one");
  return memcmp(&asked, &made, sizeof(made))
             ? qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                              "the algorithm has no tiles, parts of k, "
                              "swizzling, options, stages or shapes to choose")
             : QN_BLAS_OK;
}

// ---- Which there are

typedef struct types {
  int compute, scale;
  int matrices[4];
} types;

// Whether products of these types are made, by one of a single element.
static cublasStatus_t check_types(cublasLtHandle_t handle, const types *t) {
  cublasLtMatmulDescOpaque_t desc;
  cublasLtMatrixLayoutOpaque_t layouts[4];
  cublasLtMatmulHeuristicResult_t result;
  (void)cublasLtMatmulDescInit(&desc, (cublasComputeType_t)t->compute,
                               (cudaDataType)t->scale);
  for (int i = 0; i < 4; ++i)
    (void)cublasLtMatrixLayoutInit(&layouts[i], (cudaDataType)t->matrices[i], 1,
                                   1, 1);
  return cublasLtMatmulAlgoCheck(handle, &desc, &layouts[0], &layouts[1],
                                 &layouts[2], &layouts[3], NULL, &result);
}

typedef struct question {
  const char *symbol;
  void *address;
  types types;
  int number; // requested, or an id
  void *out;
  int *count; // NULL: an algorithm is made of an id
} question;

static int ask(void *data, void *handle, void *stream) {
  const question *q = data;
  const types *t = &q->types;
  const int *m = t->matrices;
  (void)stream;
  if (q->count) {
    int (*get)(void *, int, int, int, int, int, int, int, void *, int *);
    memcpy(&get, &q->address, sizeof(get));
    return get(handle, t->compute, t->scale, m[0], m[1], m[2], m[3], q->number,
               q->out, q->count);
  }
  int (*init)(void *, int, int, int, int, int, int, int, void *);
  memcpy(&init, &q->address, sizeof(init));
  return init(handle, t->compute, t->scale, m[0], m[1], m[2], m[3], q->number,
              q->out);
}

static cublasStatus_t ask_vendor(qn_blas *h, question *q) {
  q->address = qn_vendor_lt_symbol(q->symbol);
  return finish(q->address
                    ? qn_vendor_ask(h, &(const qn_vendor_use){.name = q->symbol,
                                                              .use = ask,
                                                              .data = q,
                                                              .is_lt = true})
                    : QN_BLAS_NOT_SUPPORTED);
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle,
                                        cublasComputeType_t compute,
                                        cudaDataType scaleType,
                                        cudaDataType Atype, cudaDataType Btype,
                                        cudaDataType Ctype, cudaDataType Dtype,
                                        int requested, int ids[], int *count) {
  question q = {.symbol = "cublasLtMatmulAlgoGetIds",
                .types = {compute, scaleType, {Atype, Btype, Ctype, Dtype}},
                .number = requested,
                .out = ids,
                .count = count};
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (requested < 1 || !ids || !count)
    return finish(
        qn_blas_refuse(QN_BLAS_INVALID_VALUE, "there is no place for an id"));
  if (qn_blas_is_vendor(h))
    return ask_vendor(h, &q);
  const cublasStatus_t status = check_types(handle, &q.types);
  *count = status == CUBLAS_STATUS_SUCCESS;
  if (*count)
    ids[0] = ONLY_ID;
  return status;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle,
                                      cublasComputeType_t compute,
                                      cudaDataType scaleType,
                                      cudaDataType Atype, cudaDataType Btype,
                                      cudaDataType Ctype, cudaDataType Dtype,
                                      int id, cublasLtMatmulAlgo_t *algo) {
  question q = {.symbol = "cublasLtMatmulAlgoInit",
                .types = {compute, scaleType, {Atype, Btype, Ctype, Dtype}},
                .number = id,
                .out = algo};
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!algo)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "there is no place for the algorithm"));
  if (qn_blas_is_vendor(h))
    return ask_vendor(h, &q);
  if (id != ONLY_ID)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "there is no algorithm %d; the only one is %d",
                                 id, ONLY_ID));
  const cublasStatus_t status = check_types(handle, &q.types);
  if (status == CUBLAS_STATUS_SUCCESS)
    qn_lt_algorithm_make(algo);
  return status;
}

// ---- What it can do

typedef struct capabilities {
  int32_t no, yes;
  uint32_t none, one, pointer_modes, epilogues;
  uint64_t how;
} capabilities;

static const capabilities ours = {
    .yes = 1,
    .one = 1,
    .pointer_modes =
        CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE,
    .epilogues = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_AUX_BIAS |
                 CUBLASLT_EPILOGUE_DRELU_BGRAD |
                 CUBLASLT_EPILOGUE_GELU_AUX_BIAS |
                 CUBLASLT_EPILOGUE_DGELU_BGRAD | CUBLASLT_EPILOGUE_BGRADA |
                 CUBLASLT_EPILOGUE_BGRADB,
    .how = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA,
};

#define CAP(id, member)                                                        \
  {CUBLASLT_ALGO_CAP_##id, offsetof(capabilities, member),                     \
   sizeof(((capabilities *)0)->member)}
static const qn_lt_attribute caps[] = {
    CAP(SPLITK_SUPPORT, no),
    CAP(REDUCTION_SCHEME_MASK, none),
    CAP(CTA_SWIZZLING_SUPPORT, none),
    CAP(STRIDED_BATCH_SUPPORT, yes),
    CAP(OUT_OF_PLACE_RESULT_SUPPORT, yes),
    CAP(UPLO_SUPPORT, no),
    CAP(CUSTOM_OPTION_MAX, no),
    CAP(POINTER_MODE_MASK, pointer_modes),
    CAP(EPILOGUE_MASK, epilogues),
    CAP(LD_NEGATIVE, no),
    CAP(NUMERICAL_IMPL_FLAGS, how),
    CAP(MIN_ALIGNMENT_A_BYTES, one),
    CAP(MIN_ALIGNMENT_B_BYTES, one),
    CAP(MIN_ALIGNMENT_C_BYTES, one),
    CAP(MIN_ALIGNMENT_D_BYTES, one),
    CAP(POINTER_ARRAY_BATCH_SUPPORT, no),
    {0},
};

// An algorithm that is not ours is NVIDIA's.
static cublasStatus_t pass_get(const char *symbol,
                               const cublasLtMatmulAlgo_t *algo, int id,
                               qn_lt_answer to) {
  void *address = qn_vendor_lt_symbol(symbol);
  int (*get)(const void *, int, void *, size_t, size_t *);
  memcpy(&get, &address, sizeof(get));
  return address ? (cublasStatus_t)get(algo, id, to.value, to.size, to.written)
                 : CUBLAS_STATUS_INVALID_VALUE;
}

static cublasStatus_t refuse_null(void) {
  return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE, "there is no algorithm"));
}

cublasStatus_t
cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
                                  cublasLtMatmulAlgoCapAttributes_t attribute,
                                  void *value, size_t size, size_t *written) {
  const qn_lt_answer to = {value, size, written};
  if (!algo)
    return refuse_null();
  if (!is_ours(algo))
    return pass_get("cublasLtMatmulAlgoCapGetAttribute", algo, (int)attribute,
                    to);
  if (attribute != CUBLASLT_ALGO_CAP_TILE_IDS &&
      attribute != CUBLASLT_ALGO_CAP_STAGES_IDS)
    return qn_lt_get_attribute(qn_lt_find_attribute(caps, (int)attribute),
                               &ours, to);
  if (!written) // of lists, which are empty
    return refuse_null();
  *written = 0;
  return CUBLAS_STATUS_SUCCESS;
}

// ---- How it goes about it

#define CONFIG(id, member)                                                     \
  {CUBLASLT_ALGO_CONFIG_##id, offsetof(algorithm, member),                     \
   sizeof(((algorithm *)0)->member)}
static const qn_lt_attribute configs[] = {
    CONFIG(ID, id),
    CONFIG(TILE_ID, tile),
    CONFIG(SPLITK_NUM, split_k),
    CONFIG(REDUCTION_SCHEME, reduction),
    CONFIG(CTA_SWIZZLING, swizzling),
    CONFIG(CUSTOM_OPTION, option),
    CONFIG(STAGES_ID, stages),
    CONFIG(INNER_SHAPE_ID, inner),
    CONFIG(CLUSTER_SHAPE_ID, cluster),
    {0},
};

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(
    cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t attribute,
    const void *value, size_t size) {
  if (!algo)
    return refuse_null();
  if (!is_ours(algo)) {
    void *address = qn_vendor_lt_symbol("cublasLtMatmulAlgoConfigSetAttribute");
    int (*set)(void *, int, const void *, size_t);
    memcpy(&set, &address, sizeof(set));
    return address ? (cublasStatus_t)set(algo, (int)attribute, value, size)
                   : CUBLAS_STATUS_INVALID_VALUE;
  }
  if (attribute == CUBLASLT_ALGO_CONFIG_ID)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "an algorithm's id is set by "
                                 "cublasLtMatmulAlgoInit"));
  return qn_lt_set_attribute(qn_lt_find_attribute(configs, (int)attribute),
                             algo, value, size);
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(
    const cublasLtMatmulAlgo_t *algo,
    cublasLtMatmulAlgoConfigAttributes_t attribute, void *value, size_t size,
    size_t *written) {
  const qn_lt_answer to = {value, size, written};
  if (!algo)
    return refuse_null();
  if (!is_ours(algo))
    return pass_get("cublasLtMatmulAlgoConfigGetAttribute", algo,
                    (int)attribute, to);
  return qn_lt_get_attribute(qn_lt_find_attribute(configs, (int)attribute),
                             algo, to);
}
