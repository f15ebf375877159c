// SPDX-License-Identifier: Apache-2.0
// Products of sparse matrices: SpGEMM, and the same with its pattern kept.
//
// The product is made when its size is asked for, which waits for the stream;
// it is kept with the descriptor until the program has arrays for it.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/vendor.h"

enum { BUFFER_SIZE = 16 }; // bytes; that a program has one says what it asks

struct cusparseSpGEMMDescr {
  qn_sparse_object object;
  qn_csr product; // without beta C; its patterns are in order
  int64_t products;
};

typedef struct spgemm {
  struct cusparseSpMatDescr a, b, c;
  cusparseOperation_t op_a, op_b;
  qn_scalar alpha, beta;
  struct cusparseSpGEMMDescr *to;
} spgemm;

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr) {
  QN_SPARSE_NEED(descr, "there is no place for the descriptor");
  *descr = qn_sparse_object_create(QN_SPARSE_SPGEMM, sizeof(**descr));
  return *descr ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  QN_SPARSE_NEED(qn_sparse_is(descr, QN_SPARSE_SPGEMM),
                 "this is no descriptor of a product");
  qn_csr_free(&descr->product);
  qn_sparse_object_destroy(descr);
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- The product

typedef struct row_sums {
  qn_num *sum;
  int64_t *mark; // the row that a column was last seen in, from 1
  int64_t *cols, count;
} row_sums;

static void add_row(row_sums *s, const qn_csr *b, int64_t row, qn_num factor,
                    int64_t mark) {
  for (int64_t k = b->start[row]; k < b->start[row + 1]; ++k) {
    const int64_t j = b->col[k];
    if (s->mark[j] != mark) {
      s->mark[j] = mark;
      s->sum[j] = 0;
      s->cols[s->count++] = j;
    }
    s->sum[j] += factor * b->value[k];
  }
}

static int by_number(const void *x, const void *y) {
  const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return (a > b) - (a < b);
}

static int64_t count_products(const qn_csr *a, const qn_csr *b) {
  int64_t count = 0;
  for (int64_t k = 0; k < a->nnz; ++k)
    count += b->start[a->col[k] + 1] - b->start[a->col[k]];
  return count;
}

static qn_csr multiply(const qn_csr *a, const qn_csr *b) {
  const size_t wide = (size_t)b->cols;
  qn_csr out = qn_csr_make(a->rows, b->cols, count_products(a, b));
  row_sums s = {qn_sparse_memory(wide, sizeof(qn_num)),
                qn_sparse_memory(wide, sizeof(int64_t)),
                qn_sparse_memory(wide, sizeof(int64_t)), 0};
  for (int64_t i = 0; i < a->rows; ++i) {
    s.count = 0;
    for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k)
      add_row(&s, b, a->col[k], a->value[k], i + 1);
    qsort(s.cols, (size_t)s.count, sizeof(*s.cols), by_number);
    for (int64_t n = 0; n < s.count; ++n) {
      out.col[out.start[i] + n] = s.cols[n];
      out.value[out.start[i] + n] = s.sum[s.cols[n]];
    }
    out.start[i + 1] = out.start[i] + s.count;
  }
  out.nnz = out.start[a->rows];
  qn_free(s.sum);
  qn_free(s.mark);
  qn_free(s.cols);
  return out;
}

static qn_csr product_of(const spgemm *w, int64_t *out_products) {
  qn_csr a = qn_csr_op(qn_csr_of(&w->a, 0), w->op_a);
  qn_csr b = qn_csr_op(qn_csr_of(&w->b, 0), w->op_b);
  qn_csr c = multiply(&a, &b);
  if (out_products)
    *out_products = count_products(&a, &b);
  qn_csr_free(&a);
  qn_csr_free(&b);
  return c;
}

static void run_product(const void *args) {
  const spgemm *w = args;
  qn_csr_free(&w->to->product);
  w->to->product = product_of(w, &w->to->products);
}

static void store_pattern(const struct cusparseSpMatDescr *c,
                          const qn_csr *from) {
  for (int64_t i = 0; i <= from->rows; ++i)
    qn_index_store(c->offset_type, c->offsets, i, from->start[i] + c->base);
  for (int64_t k = 0; k < from->nnz; ++k)
    qn_index_store(c->index_type, c->indices, k, from->col[k] + c->base);
}

static void store_values(const spgemm *w, const qn_csr *from) {
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  for (int64_t k = 0; k < from->nnz; ++k)
    qn_num_store(
        w->c.type, w->c.values, k,
        alpha * from->value[k] +
            (beta == 0 ? 0 : beta * qn_num_load(w->c.type, w->c.values, k)));
}

// ---- Checks

// `args`: A, B, C, the descriptor, and with factors alpha and beta.
static cusparseStatus_t begin(cusparseHandle_t handle, spgemm *w,
                              const void *const *args, int compute) {
  for (int i = 0; i < 3; ++i)
    QN_SPARSE_NEED(qn_sparse_is(args[i], QN_SPARSE_SP_MAT),
                   "an operand is no descriptor");
  QN_SPARSE_NEED(qn_sparse_is(args[3], QN_SPARSE_SPGEMM),
                 "this is no descriptor of a product");
  w->a = *(const struct cusparseSpMatDescr *)args[0];
  w->b = *(const struct cusparseSpMatDescr *)args[1];
  w->c = *(const struct cusparseSpMatDescr *)args[2];
  w->to = (struct cusparseSpGEMMDescr *)(uintptr_t)args[3];
  QN_SPARSE_NEED(w->a.cols == w->b.rows && w->a.rows == w->c.rows &&
                     w->b.cols == w->c.cols,
                 "a product of %" PRId64 " by %" PRId64 " and %" PRId64
                 " by %" PRId64 " is not %" PRId64 " by %" PRId64,
                 w->a.rows, w->a.cols, w->b.rows, w->b.cols, w->c.rows,
                 w->c.cols);
  if (w->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE ||
      w->op_b != CUSPARSE_OPERATION_NON_TRANSPOSE)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "SpGEMM does not transpose");
  if (w->a.format != CUSPARSE_FORMAT_CSR ||
      w->b.format != CUSPARSE_FORMAT_CSR || w->c.format != CUSPARSE_FORMAT_CSR)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "SpGEMM is for CSR alone");
  const int type = compute < 0 ? w->a.type : compute;
  QN_SPARSE_TRY(qn_sparse_check_types(type, w->a.type, w->b.type, w->c.type));
  if (compute < 0)
    return CUSPARSE_STATUS_SUCCESS;
  QN_SPARSE_NEED(args[4] && args[5], "a factor is null");
  w->alpha = qn_scalar_of(handle, args[4], compute);
  w->beta = qn_scalar_of(handle, args[5], compute);
  return CUSPARSE_STATUS_SUCCESS;
}

#define BEGIN(...)                                                             \
  spgemm w = {.op_a = opA, .op_b = opB};                                       \
  QN_SPARSE_BEGIN();                                                           \
  QN_SPARSE_TRY(begin(handle, &w,                                              \
                      (const void *const[]){matA, matB, matC, spgemmDescr,     \
                                            __VA_ARGS__}
#define BEGIN_FACTORS() BEGIN(alpha, beta), (int)computeType))
#define BEGIN_PATTERN() BEGIN(NULL, NULL), -1))

// A size is asked for without a buffer: true then.
static bool asks(size_t *size, const void *buffer) {
  if (size && !buffer)
    *size = BUFFER_SIZE;
  return !buffer;
}
// Of a product without elements on an NVIDIA device.
static cusparseStatus_t answer_none(cusparseSpMatDescr_t c, size_t *size) {
  QN_SPARSE_NEED(qn_sparse_is(c, QN_SPARSE_SP_MAT),
                 "an operand is no descriptor");
  if (size)
    *size = 0;
  c->nnz = 0;
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t answer_reuse(cusparseSpMatDescr_t c, size_t *second,
                                     size_t *third, size_t *fourth) {
  QN_SPARSE_TRY(answer_none(c, second));
  QN_SPARSE_TRY(answer_none(c, third));
  return answer_none(c, fourth);
}
static cusparseStatus_t answer_copy(cusparseHandle_t handle,
                                    cusparseSpMatDescr_t c, size_t *size) {
  QN_SPARSE_TRY(answer_none(c, size));
  return c->offsets ? qn_sparse_make_none(handle, c) : CUSPARSE_STATUS_SUCCESS;
}

#define NEED_PLACE(size, buffer)                                               \
  QN_SPARSE_NEED((size) || (buffer), "there is no place for the size")

// ---- In one pass

cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1,
    void *externalBuffer1) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  qn_sparse_no_buffer(bufferSize1));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), matC, computeType, alg,
                 spgemmDescr, bufferSize1, externalBuffer1);
  BEGIN_FACTORS();
  NEED_PLACE(bufferSize1, externalBuffer1);
  if (asks(bufferSize1, externalBuffer1))
    return CUSPARSE_STATUS_SUCCESS;
  return qn_sparse_submit_and_wait(handle, run_product, &w, sizeof(w));
}

cusparseStatus_t
cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
                              int64_t *num_prods) {
  QN_SPARSE_NEED(qn_sparse_is(spgemmDescr, QN_SPARSE_SPGEMM) && num_prods,
                 "an argument is null");
  if (spgemmDescr->object.twin)
    return qn_sparse_ask(__func__, &spgemmDescr->object, num_prods);
  *num_prods = spgemmDescr->products;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, float chunk_fraction,
    size_t *bufferSize3, void *externalBuffer3, size_t *bufferSize2) {
  if (qn_sparse_is_vendor(handle))
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "%s is not passed on to NVIDIA's library",
                            __func__);
  BEGIN_FACTORS();
  (void)alg;
  QN_SPARSE_NEED(chunk_fraction > 0 && chunk_fraction <= 1,
                 "a fraction of %g of the products", (double)chunk_fraction);
  NEED_PLACE(bufferSize3, externalBuffer3);
  if (!asks(bufferSize3, externalBuffer3) && bufferSize2)
    *bufferSize2 = BUFFER_SIZE;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_compute(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2,
    void *externalBuffer2) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  answer_none(matC, bufferSize2));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), matC, computeType, alg,
                 spgemmDescr, bufferSize2, externalBuffer2);
  BEGIN_FACTORS();
  NEED_PLACE(bufferSize2, externalBuffer2);
  if (asks(bufferSize2, externalBuffer2))
    return CUSPARSE_STATUS_SUCCESS;
  QN_SPARSE_TRY(qn_sparse_submit_and_wait(handle, run_product, &w, sizeof(w)));
  matC->nnz = spgemmDescr->product.nnz;
  return CUSPARSE_STATUS_SUCCESS;
}

static void run_copy(const void *args) {
  const spgemm *w = args;
  store_pattern(&w->c, &w->to->product);
  store_values(w, &w->to->product);
}

cusparseStatus_t cusparseSpGEMM_copy(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  qn_sparse_make_none(handle, matC));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), QN_SPARSE_FILLED(matC),
                 computeType, alg, spgemmDescr);
  BEGIN_FACTORS();
  QN_SPARSE_NEED(spgemmDescr->product.start, "the product was not computed");
  QN_SPARSE_NEED(w.c.offsets && (!w.c.nnz || (w.c.indices && w.c.values)),
                 "an array of the product is null");
  return qn_sparse_submit_and_wait(handle, run_copy, &w, sizeof(w));
}

// ---- The pattern once, and values again

// Where no type to compute in is given.
#define OP_OF(op, matrix)                                                      \
  qn_sparse_word_op(op, (matrix) ? (cudaDataType)(matrix)->type : CUDA_C_64F)

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
    cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1,
    void *externalBuffer1) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  qn_sparse_no_buffer(bufferSize1));
  QN_SPARSE_UNSURE();
  QN_SPARSE_PASS(OP_OF(opA, matA), OP_OF(opB, matB), matA, matB, matC, alg,
                 spgemmDescr, bufferSize1, externalBuffer1);
  BEGIN_PATTERN();
  NEED_PLACE(bufferSize1, externalBuffer1);
  (void)asks(bufferSize1, externalBuffer1);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
    cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2,
    void *externalBuffer2, size_t *bufferSize3, void *externalBuffer3,
    size_t *bufferSize4, void *externalBuffer4) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  answer_reuse(matC, bufferSize2, bufferSize3, bufferSize4));
  QN_SPARSE_UNSURE();
  QN_SPARSE_PASS(OP_OF(opA, matA), OP_OF(opB, matB), matA, matB, matC, alg,
                 spgemmDescr, bufferSize2, externalBuffer2, bufferSize3,
                 externalBuffer3, bufferSize4, externalBuffer4);
  BEGIN_PATTERN();
  NEED_PLACE(bufferSize2, externalBuffer2);
  (void)asks(bufferSize3, externalBuffer3);
  (void)asks(bufferSize4, externalBuffer4);
  if (asks(bufferSize2, externalBuffer2))
    return CUSPARSE_STATUS_SUCCESS;
  QN_SPARSE_TRY(qn_sparse_submit_and_wait(handle, run_product, &w, sizeof(w)));
  matC->nnz = spgemmDescr->product.nnz;
  return CUSPARSE_STATUS_SUCCESS;
}

static void run_pattern(const void *args) {
  const spgemm *w = args;
  store_pattern(&w->c, &w->to->product);
}

cusparseStatus_t cusparseSpGEMMreuse_copy(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
    cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize5,
    void *externalBuffer5) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  answer_copy(handle, matC, bufferSize5));
  QN_SPARSE_UNSURE();
  QN_SPARSE_PASS(OP_OF(opA, matA), OP_OF(opB, matB), matA, matB, matC, alg,
                 spgemmDescr, bufferSize5, externalBuffer5);
  BEGIN_PATTERN();
  NEED_PLACE(bufferSize5, externalBuffer5);
  if (asks(bufferSize5, externalBuffer5))
    return CUSPARSE_STATUS_SUCCESS;
  QN_SPARSE_NEED(spgemmDescr->product.start, "the product was not computed");
  QN_SPARSE_NEED(w.c.offsets && (!w.c.nnz || w.c.indices),
                 "an array of the product is null");
  return qn_sparse_submit_and_wait(handle, run_pattern, &w, sizeof(w));
}

// Of what the matrices have now; nothing of the descriptor is needed.
static void run_values(const void *args) {
  const spgemm *w = args;
  qn_csr c = product_of(w, NULL);
  store_values(w, &c);
  qn_csr_free(&c);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_has_none(matB),
                  CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_UNSURE();
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), QN_SPARSE_FILLED(matC),
                 computeType, alg, spgemmDescr);
  BEGIN_FACTORS();
  QN_SPARSE_NEED(spgemmDescr->product.start, "the product was not computed");
  QN_SPARSE_NEED(!w.c.nnz || w.c.values, "the array of values is null");
  return qn_sparse_submit(handle, run_values, &w, sizeof(w));
}
