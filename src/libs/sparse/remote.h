// SPDX-License-Identifier: Apache-2.0
#ifndef QN_LIBS_SPARSE_REMOTE_H
#define QN_LIBS_SPARSE_REMOTE_H

#include "libs/sparse/sparse.h"

// Whether work must be done on copies of the device's memory.
bool qn_sparse_is_remote(cusparseHandle_t handle);
// Submits run(args) on copies of all that descriptors and factors in `args`
// stand for. With `keeps_sparse` no sparse matrix is written to.
cusparseStatus_t qn_sparse_submit_remote(cusparseHandle_t handle,
                                         void (*run)(const void *args),
                                         const void *args, size_t size,
                                         bool keeps_sparse);

#endif // QN_LIBS_SPARSE_REMOTE_H
