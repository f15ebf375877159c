// SPDX-License-Identifier: Apache-2.0
// Matrices of blocks of the older functions, which are arrays.
#ifndef QN_LIBS_SPARSE_BLOCKS_H
#define QN_LIBS_SPARSE_BLOCKS_H

#include "libs/sparse/sparse.h"

// As a descriptor has it, but for its form.
struct cusparseSpMatDescr qn_blocks_of(const int *start, const int *col,
                                       const void *value, int type);
typedef struct qn_blocks_form {
  int rows, cols;    // of blocks
  int height, width; // of each
} qn_blocks_form;
cusparseStatus_t qn_blocks_set_form(struct cusparseSpMatDescr *matrix,
                                    qn_blocks_form form,
                                    cusparseDirection_t dir);

// From rows, or from other blocks, to blocks; without `value` they are counted.
typedef struct qn_blocks_work {
  bool is_blocks; // `blocks`, else `from`
  struct cusparseSpMatDescr blocks;
  qn_csr_arrays from;
  int height, width;
  bool by_rows;   // the elements of a block
  int base, type; // of the result
  void *value;
  int *start, *col, *nnz;
} qn_blocks_work;
void qn_blocks_run(const void *work);
cusparseStatus_t qn_blocks_check(const qn_blocks_work *work,
                                 cusparseDirection_t dir);

// From blocks to rows; without `value` the places alone.
typedef struct qn_blocks_to_rows {
  struct cusparseSpMatDescr a;
  int base; // of the result
  void *value;
  int *start, *col;
} qn_blocks_to_rows;
void qn_blocks_run_to_rows(const void *work);

#endif // QN_LIBS_SPARSE_BLOCKS_H
