// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's calls on an NVIDIA device: they are passed on to NVIDIA's own
// libcusparse, opened at run time, with objects of its own for ours.
#ifndef QN_LIBS_SPARSE_VENDOR_H
#define QN_LIBS_SPARSE_VENDOR_H

#include "libs/core/pass.h"
#include "libs/sparse/sparse.h"

bool qn_sparse_is_vendor(cusparseHandle_t handle);
// Calls NVIDIA's function of that name.
cusparseStatus_t qn_sparse_pass(cusparseHandle_t handle, const char *name,
                                const qn_pass_word *words, size_t count);

// A scalar of a type, in the host's memory by the pointer mode.
qn_pass_word qn_sparse_word_scalar(const void *p, size_t size);

#define QN_PASS_WORD(x)                                                        \
  _Generic((x),                                                                \
      qn_pass_word: qn_pass_word_itself,                                       \
      int: qn_pass_number,                                                     \
      unsigned: qn_pass_number,                                                \
      long: qn_pass_number,                                                    \
      unsigned long: qn_pass_size,                                             \
      cusparseSpVecDescr_t: qn_pass_object,                                    \
      cusparseDnVecDescr_t: qn_pass_object,                                    \
      cusparseSpMatDescr_t: qn_pass_changed,                                   \
      cusparseDnMatDescr_t: qn_pass_object,                                    \
      cusparseConstSpVecDescr_t: qn_pass_object,                               \
      cusparseConstDnVecDescr_t: qn_pass_object,                               \
      cusparseConstSpMatDescr_t: qn_pass_object,                               \
      cusparseConstDnMatDescr_t: qn_pass_object,                               \
      cusparseMatDescr_t: qn_pass_object,                                      \
      cusparseSpSVDescr_t: qn_pass_object,                                     \
      cusparseSpSMDescr_t: qn_pass_object,                                     \
      cusparseSpGEMMDescr_t: qn_pass_object,                                   \
      csrilu02Info_t: qn_pass_object,                                          \
      csric02Info_t: qn_pass_object,                                           \
      bsrilu02Info_t: qn_pass_object,                                          \
      bsric02Info_t: qn_pass_object,                                           \
      bsrsv2Info_t: qn_pass_object,                                            \
      bsrsm2Info_t: qn_pass_object,                                            \
      cusparseColorInfo_t: qn_pass_object,                                     \
      csru2csrInfo_t: qn_pass_object,                                          \
      default: qn_pass_pointer)(x)

// In a function of the library's own name: on NVIDIA's devices that is all.
#define QN_SPARSE_PASS(...)                                                    \
  do {                                                                         \
    if (qn_sparse_is_vendor(handle)) {                                         \
      const qn_pass_word words_[] = {QN_WORDS(__VA_ARGS__)};                   \
      return qn_sparse_pass(handle, __func__, words_,                          \
                            sizeof(words_) / sizeof(words_[0]));               \
    }                                                                          \
  } while (0)
// An operation among them: NVIDIA's library refuses the conjugate transpose of
// real numbers, which is the transpose.
static inline qn_pass_word qn_sparse_word_op(cusparseOperation_t op,
                                             cudaDataType type) {
  const bool is_complex = type == CUDA_C_16F || type == CUDA_C_16BF ||
                          type == CUDA_C_32F || type == CUDA_C_64F;
  return qn_pass_number(op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE &&
                                !is_complex
                            ? CUSPARSE_OPERATION_TRANSPOSE
                            : (int)op);
}
#define QN_SPARSE_OP(op) qn_sparse_word_op(op, computeType)
// A sparse matrix among them whose values, and no number of elements, are
// written.
#define QN_SPARSE_FILLED(matrix) qn_pass_object(matrix)
// A scalar among them.
#define QN_SPARSE_SCALAR(p, type) qn_sparse_word_scalar(p, qn_num_size(type))

void qn_sparse_vendor_release(cusparseHandle_t handle);
void qn_sparse_vendor_drop(qn_sparse_object *object);
// What NVIDIA's function of that name says of its object.
cusparseStatus_t qn_sparse_ask(const char *name, qn_sparse_object *object,
                               int64_t *out);
// What it says of ours has changed: NVIDIA's is made again when it is needed.
cusparseStatus_t qn_sparse_vendor_changed(qn_sparse_object *object);

#endif // QN_LIBS_SPARSE_VENDOR_H
