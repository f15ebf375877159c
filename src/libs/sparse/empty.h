// SPDX-License-Identifier: Apache-2.0
// What has no elements, on an NVIDIA device: NVIDIA's library refuses some of
// it and leaves results as they were, so that it is not asked.
#ifndef QN_LIBS_SPARSE_EMPTY_H
#define QN_LIBS_SPARSE_EMPTY_H

#include "libs/sparse/vendor.h"

// In a function of the library's own name, before QN_SPARSE_PASS.
#define QN_SPARSE_EMPTY(condition, answer)                                     \
  do {                                                                         \
    if (qn_sparse_is_vendor(handle) && (condition))                            \
      return (answer);                                                         \
  } while (0)

// Before QN_SPARSE_PASS in functions of which NVIDIA's library crashed, or
// refused what it documents, as it was called here (docs/libraries.md): they
// are passed on only where QUERN_LIBCUSPARSE names the library, for who wants
// to try.
#define QN_SPARSE_UNSURE() QN_SPARSE_UNSURE_IF(true)
// The same where it was wrong for some arguments alone.
#define QN_SPARSE_UNSURE_IF(condition)                                         \
  QN_SPARSE_EMPTY((condition) && !qn_sparse_is_named(),                        \
                  qn_sparse_refuse_unsure(__func__))
// The same in conversions between blocks and elements: with blocks of one
// element its library keeps the offsets of the other base.
#define QN_SPARSE_UNSURE_OF_BASES(height, width)                               \
  QN_SPARSE_UNSURE_IF((height) == 1 && (width) == 1 &&                         \
                      qn_sparse_is_other_base(descrA, descrC))
bool qn_sparse_is_other_base(cusparseMatDescr_t a, cusparseMatDescr_t c);
bool qn_sparse_is_named(void);
QN_COLD cusparseStatus_t qn_sparse_refuse_unsure(const char *name);

// Whether it is a matrix without elements.
bool qn_sparse_has_none(cusparseConstSpMatDescr_t matrix);
bool qn_sparse_is_sparse_vector_empty(cusparseConstSpVecDescr_t vector);
bool qn_sparse_is_dense_empty(cusparseConstDnMatDescr_t matrix);

bool qn_sparse_is_vector_empty(cusparseConstDnVecDescr_t vector);

// beta y, in order with the stream, for which it waits. `beta` is NULL for 0.
cusparseStatus_t qn_sparse_scale_vector(cusparseHandle_t handle,
                                        const void *beta, int type,
                                        cusparseConstDnVecDescr_t y);
cusparseStatus_t qn_sparse_scale_matrix(cusparseHandle_t handle,
                                        const void *beta, int type,
                                        cusparseConstDnMatDescr_t c);
cusparseStatus_t qn_sparse_scale_array(cusparseHandle_t handle,
                                       const void *beta, int type, void *values,
                                       int64_t count);
// Of the elements that are stored.
cusparseStatus_t qn_sparse_scale_sparse(cusparseHandle_t handle,
                                        const void *beta, int type,
                                        cusparseConstSpMatDescr_t c);
// 0, where the pointer mode says.
cusparseStatus_t qn_sparse_answer_zero(cusparseHandle_t handle, void *to,
                                       size_t size);
// The offsets of a matrix without elements: `count` of them, all the base.
cusparseStatus_t qn_sparse_fill_offsets(cusparseHandle_t handle, void *to,
                                        int64_t count, int type, int base);
// Makes it a matrix without elements, with its offsets.
cusparseStatus_t qn_sparse_make_none(cusparseHandle_t handle,
                                     cusparseSpMatDescr_t matrix);

#endif // QN_LIBS_SPARSE_EMPTY_H
