// SPDX-License-Identifier: Apache-2.0
// What several functions check in the same way.
#ifndef QN_LIBS_SPARSE_CHECKS_H
#define QN_LIBS_SPARSE_CHECKS_H

#include "libs/sparse/sparse.h"

// Whether products of elements of types a and b may be made in `compute`, and
// stored in `out`: NOT_SUPPORTED with a reason else.
cusparseStatus_t qn_sparse_check_types(int compute, int a, int b, int out);
cusparseStatus_t qn_sparse_check_op(cusparseOperation_t op);
// No function here needs a buffer of the program's.
cusparseStatus_t qn_sparse_no_buffer(size_t *size);

#endif // QN_LIBS_SPARSE_CHECKS_H
