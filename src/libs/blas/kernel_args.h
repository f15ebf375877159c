// SPDX-License-Identifier: Apache-2.0
// What the kernels of kernels/libs/blas.cu take: one struct each, made by
// device/. Sizes and distances are elements.
#ifndef QN_LIBS_BLAS_KERNEL_ARGS_H
#define QN_LIBS_BLAS_KERNEL_ARGS_H

typedef long long qn_kernel_int;

enum { QN_KERNEL_SCALAR_WORDS = 4 };

// A scalar: its bytes, or where it lies in device memory.
typedef struct qn_kernel_scalar {
  unsigned words[QN_KERNEL_SCALAR_WORDS];
  const void *p; // NULL: the words
} qn_kernel_scalar;

typedef enum qn_kernel_shape {
  QN_SHAPE_GENERAL,
  QN_SHAPE_SYMMETRIC,
  QN_SHAPE_HERMITIAN,
  QN_SHAPE_TRIANGLE,
} qn_kernel_shape;

// op(A): element (i, j) at i * row + j * column. Of a shape only the elements
// of one triangle are read.
typedef struct qn_kernel_matrix {
  void *p;
  qn_kernel_int row, column;
  qn_kernel_int step; // between members
  int is_array;       // p is an array of the members' addresses
  int conjugates;
  int shape, is_lower, is_unit;
  int reserved;
} qn_kernel_matrix;

typedef enum qn_kernel_mask {
  QN_MASK_NONE,
  QN_MASK_LOWER,
  QN_MASK_UPPER,
} qn_kernel_mask;

enum { QN_EPILOGUE_BIAS = 1, QN_EPILOGUE_RELU = 2, QN_EPILOGUE_GELU = 4 };

// D = alpha A B + beta C, in `mask`; A and B have k columns and rows.
typedef struct qn_kernel_gemm {
  qn_kernel_int m, n, k, count;
  qn_kernel_matrix a, b, c, d;
  qn_kernel_scalar alpha, beta;
  int half_scalars; // alpha and beta in device memory are halves
  int mask;
  int real_diagonal; // of a Hermitian result
  int conjugates_alpha;
  int epilogue, bias_type, bias_by_column, reserved;
  const void *bias;
  qn_kernel_int bias_step;
} qn_kernel_gemm;

typedef enum qn_kernel_what {
  QN_KERNEL_AXPY,
  QN_KERNEL_SCAL,
  QN_KERNEL_COPY,
  QN_KERNEL_SWAP,
  QN_KERNEL_DOT,
  QN_KERNEL_DOTC,
  QN_KERNEL_NRM2,
  QN_KERNEL_ASUM,
  QN_KERNEL_AMAX,
  QN_KERNEL_AMIN,
} qn_kernel_what;

// A vector: element i at i * inc from where p, moved for negative inc, is.
typedef struct qn_kernel_vector {
  void *p;
  qn_kernel_int inc, start, step;
  int is_array, reserved;
} qn_kernel_vector;

typedef struct qn_kernel_vectors {
  qn_kernel_int n, count;
  qn_kernel_vector x, y;
  qn_kernel_scalar alpha;
  int what;
  int real_alpha; // alpha is a real number of a complex vector
  int wide;       // an index is of 64 bits
  int reserved;
  void *result; // one behind another
} qn_kernel_vectors;

// y = alpha A x + beta y, A of m rows and n columns.
typedef struct qn_kernel_gemv {
  qn_kernel_int m, n, count;
  qn_kernel_matrix a;
  qn_kernel_vector x, y;
  qn_kernel_scalar alpha, beta;
} qn_kernel_gemv;

// A += alpha x y' and, for two, the same with x and y exchanged (Hermitian: and
// alpha conjugated); in `mask`.
typedef struct qn_kernel_ger {
  qn_kernel_int m, n, count;
  qn_kernel_matrix a;
  qn_kernel_vector x, y;
  qn_kernel_scalar alpha;
  int conjugates, two, mask, real_diagonal, real_alpha, reserved;
} qn_kernel_ger;

// B = alpha A^-1 B, A a triangle of m rows, B of n columns, in place.
typedef struct qn_kernel_trsm {
  qn_kernel_int m, n, count;
  qn_kernel_matrix a, b;
  qn_kernel_scalar alpha; // unless `plain`
  int plain;              // alpha is 1
  int reserved;
} qn_kernel_trsm;

// C = alpha A + beta B; or, with `scales`, A whose rows or columns are
// multiplied by x.
typedef struct qn_kernel_geam {
  qn_kernel_int m, n, count;
  qn_kernel_matrix a, b, c;
  qn_kernel_scalar alpha, beta;
  qn_kernel_vector x;
  int scales, by_columns;
} qn_kernel_geam;

// Threads of a group, and the sides of the tiles.
enum {
  QN_KERNEL_THREADS = 256,
  QN_KERNEL_ROW_THREADS = 64, // of trsm, and of a row of gemv
  QN_KERNEL_TILE = 64,
};

#endif // QN_LIBS_BLAS_KERNEL_ARGS_H
