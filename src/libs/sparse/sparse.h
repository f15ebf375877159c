// SPDX-License-Identifier: Apache-2.0
// What cuSPARSE is here, and hipSPARSE by its names.
//
// A call is checked, its scalars are read where they lie on the host, and what
// it does is submitted to the handle's stream. There matrices of all formats
// become one: rows in order, positions of 64 bits, values as complex numbers of
// two doubles (matrix.c); a result is rounded once, to its own type.
#ifndef QN_LIBS_SPARSE_SPARSE_H
#define QN_LIBS_SPARSE_SPARSE_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "cuda/cusparse.h"
#include "libs/core/work.h"

typedef double _Complex qn_num;

// ---- The handle, and what descriptors have in common

struct cusparseContext {
  uint64_t magic;
  int device;
  hipStream_t stream;
  bool device_pointers;
  void *vendor; // cuSPARSE's own handle, once it is used
  struct cusparseContext *next;
};

typedef enum qn_sparse_kind {
  QN_SPARSE_NONE,
  QN_SPARSE_SP_VEC,
  QN_SPARSE_DN_VEC,
  QN_SPARSE_SP_MAT,
  QN_SPARSE_DN_MAT,
  QN_SPARSE_MAT_DESCR,
  QN_SPARSE_SPSV,
  QN_SPARSE_SPSM,
  QN_SPARSE_SPGEMM,
  QN_SPARSE_ILU,
  QN_SPARSE_IC,
  QN_SPARSE_BLOCK_ILU,
  QN_SPARSE_BLOCK_IC,
  QN_SPARSE_BLOCK_SV,
  QN_SPARSE_BLOCK_SM,
  QN_SPARSE_COLOUR,
  QN_SPARSE_UNSORTED,
  QN_SPARSE_KINDS
} qn_sparse_kind;

// The first member of each descriptor.
typedef struct qn_sparse_object {
  uint64_t magic;
  qn_sparse_kind kind;
  void *twin; // NVIDIA's object of the same, once one is needed
} qn_sparse_object;

struct cusparseSpVecDescr {
  qn_sparse_object object;
  int64_t size, nnz;
  void *indices, *values;
  int index_type, base, type;
};

struct cusparseDnVecDescr {
  qn_sparse_object object;
  int64_t size;
  void *values;
  int type;
};

// Coordinates as pairs of a row and a column, in one array: a format that
// cuSPARSE 11 and hipSPARSE of HIP 5 have.
enum { QN_SPARSE_FORMAT_PAIRS = 4 };

struct cusparseSpMatDescr {
  qn_sparse_object object;
  int format; // cusparseFormat_t, or QN_SPARSE_FORMAT_PAIRS
  // Of BSR in blocks: of the matrix as it is multiplied, times their sizes.
  int64_t rows, cols, nnz;
  void *offsets; // of COO the indices of rows; of pairs the same as indices
  void *indices, *values;
  int offset_type, index_type, base, type;
  int64_t block_rows, block_cols; // of BSR, and of blocked ELL
  int64_t ell_cols;
  int64_t slice_rows;    // of sliced ELL
  int64_t sliced_values; // of sliced ELL, with what fills its slices
  int order;             // of a block's elements
  int batch_count;
  int64_t offsets_stride, indices_stride, values_stride;
  int fill, diag; // -1: not set
};

struct cusparseDnMatDescr {
  qn_sparse_object object;
  int64_t rows, cols, ld;
  void *values;
  int type, order;
  int batch_count;
  int64_t batch_stride;
};

struct cusparseMatDescr {
  qn_sparse_object object;
  int type, fill, diag, base;
  bool is_unsorted; // as rocSPARSE was told
};

// NULL: out of memory.
void *qn_sparse_object_create(qn_sparse_kind kind, size_t size);
void qn_sparse_object_destroy(const void *object);
bool qn_sparse_is(const void *object, qn_sparse_kind kind);

// ---- Handles and refusals

// NOT_INITIALIZED with a reason unless it is a handle; NOT_SUPPORTED where
// nothing does the work of its device.
bool qn_sparse_is_handle(cusparseHandle_t handle);
cusparseStatus_t qn_sparse_begin(cusparseHandle_t handle, const char *name);
QN_COLD cusparseStatus_t qn_sparse_refuse(const char *function,
                                          cusparseStatus_t status,
                                          const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define qn_sparse_refuse(...) qn_sparse_refuse(__func__, __VA_ARGS__)

// Submits run(args), of which it keeps a copy.
cusparseStatus_t qn_sparse_submit(cusparseHandle_t handle,
                                  void (*run)(const void *args),
                                  const void *args, size_t size);
// The same, and waits for it: for what the program asks of the host.
cusparseStatus_t qn_sparse_submit_and_wait(cusparseHandle_t handle,
                                           void (*run)(const void *args),
                                           const void *args, size_t size);
// With `waits` for a result in the host's memory.
cusparseStatus_t qn_sparse_submit_for(cusparseHandle_t handle, bool waits,
                                      void (*run)(const void *args),
                                      const void *args, size_t size);
// The same with drop(args) once it will not run again.
cusparseStatus_t qn_sparse_submit_holding(cusparseHandle_t handle,
                                          void (*run)(const void *args),
                                          void (*drop)(const void *args),
                                          const void *args, size_t size);
// The same for work whose arguments hold all that it uses in descriptors and
// factors: on devices whose memory the host does not reach it is done on
// copies, and other work refused. With `keeps_sparse` it writes to no sparse
// matrix.
cusparseStatus_t qn_sparse_submit_described(cusparseHandle_t handle,
                                            void (*run)(const void *args),
                                            const void *args, size_t size,
                                            bool keeps_sparse);
// Refuses to wait for a stream that captures; waits for it.
cusparseStatus_t qn_sparse_check_wait(cusparseHandle_t handle, bool waits);
cusparseStatus_t qn_sparse_wait(cusparseHandle_t handle);
void *qn_sparse_memory(size_t count, size_t size); // zeroed; never NULL

#define QN_SPARSE_TRY(...)                                                     \
  do {                                                                         \
    const cusparseStatus_t status_ = (__VA_ARGS__);                            \
    if (status_ != CUSPARSE_STATUS_SUCCESS)                                    \
      return status_;                                                          \
  } while (0)
#define QN_SPARSE_BEGIN() QN_SPARSE_TRY(qn_sparse_begin(handle, __func__))
#define QN_SPARSE_NEED(condition, ...)                                         \
  do {                                                                         \
    if (!(condition))                                                          \
      return qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE, __VA_ARGS__);     \
  } while (0)

// ---- Numbers of each type (numbers.c)

size_t qn_num_size(int type); // bytes; 0: not one of them
bool qn_num_is_complex(int type);
qn_num qn_num_load(int type, const void *array, int64_t at);
void qn_num_store(int type, void *array, int64_t at, qn_num value);
int64_t qn_index_load(int type, const void *array, int64_t at);
void qn_index_store(int type, void *array, int64_t at, int64_t value);

// A factor: as it was at the call, or where it lies in device memory.
enum { QN_SCALAR_MARK = 0x51534341 };
typedef struct qn_scalar {
  int type;
  int mark;           // QN_SCALAR_MARK
  const void *device; // NULL: `value`
  qn_num value;
} qn_scalar;
qn_scalar qn_scalar_of(cusparseHandle_t handle, const void *p, int type);
qn_num qn_scalar_get(const qn_scalar *scalar);

// ---- Matrices by rows (matrix.c); work of the stream, which gives up without
// memory

typedef struct qn_csr {
  int64_t rows, cols, nnz;
  int64_t *start; // rows + 1
  int64_t *col;   // from 0; in the order they are stored
  qn_num *value;
  int64_t *place; // of each among the values as they are stored
} qn_csr;

qn_csr qn_csr_of(const struct cusparseSpMatDescr *matrix, int64_t member);
qn_csr qn_csr_make(int64_t rows, int64_t cols, int64_t nnz);
qn_csr qn_csr_transposed(const qn_csr *from, bool conjugate);
// op of it, and frees it unless it is the result.
qn_csr qn_csr_op(qn_csr matrix, cusparseOperation_t op);
void qn_csr_free(qn_csr *matrix);
// CSR by arrays of int, as the older functions have it.
typedef struct qn_csr_arrays {
  int64_t rows, cols;
  const int *start, *col;
  const void *value; // NULL: none
  int base, type;
} qn_csr_arrays;
qn_csr qn_csr_of_arrays(const qn_csr_arrays *arrays);

// An element of a dense matrix.
int64_t qn_dense_at(const struct cusparseDnMatDescr *m, int64_t row,
                    int64_t col);

// ---- Triangular systems (triangular.c)

typedef struct qn_triangle {
  bool upper, unit;
} qn_triangle;
// x = A^-1 x, for elements `stride` apart; the first row (from 0) whose
// diagonal is missing or zero, or -1.
int64_t qn_triangle_solve(const qn_csr *a, qn_triangle what, qn_num *x,
                          int64_t stride);

#endif // QN_LIBS_SPARSE_SPARSE_H
