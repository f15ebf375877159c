// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's objects are cuSPARSE's, with numbers of its own for enumerators.
#ifndef QN_LIBS_SPARSE_ROC_ROC_H
#define QN_LIBS_SPARSE_ROC_ROC_H

#include "libs/sparse/sparse.h"
#include "rocsparse/rocsparse.h"

rocsparse_status qn_rocsparse_status(cusparseStatus_t status);
// Of another value: one that cuSPARSE's functions refuse.
cusparseOperation_t qn_rocsparse_op(rocsparse_operation op);

cudaDataType qn_rocsparse_type(rocsparse_datatype type);
rocsparse_datatype qn_rocsparse_type_of(int type);

#define QN_ROC_HANDLE ((cusparseHandle_t)handle)
#define QN_ROC_DONE(...) return qn_rocsparse_status(__VA_ARGS__)
#define QN_ROC_BEGIN()                                                         \
  do {                                                                         \
    if (!qn_sparse_is_handle(QN_ROC_HANDLE))                                   \
      return rocsparse_status_invalid_handle;                                  \
  } while (0)
#define QN_ROC_NEED(pointer)                                                   \
  do {                                                                         \
    if (!(pointer)) {                                                          \
      (void)qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE, "%s: %s is null",  \
                             __func__, #pointer);                              \
      return rocsparse_status_invalid_pointer;                                 \
    }                                                                          \
  } while (0)
#define QN_ROC_SIZE(size)                                                      \
  do {                                                                         \
    if ((size) < 0) {                                                          \
      (void)qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,                    \
                             "%s: %s is negative", __func__, #size);           \
      return rocsparse_status_invalid_size;                                    \
    }                                                                          \
  } while (0)
#define QN_ROC_TRY(...)                                                        \
  do {                                                                         \
    const cusparseStatus_t status_ = (__VA_ARGS__);                            \
    if (status_)                                                               \
      return qn_rocsparse_status(status_);                                     \
  } while (0)

#endif // QN_LIBS_SPARSE_ROC_ROC_H
