// SPDX-License-Identifier: Apache-2.0
// Quern's own kernels (kernels/libs/blas.cu), for devices that have no vendor's
// library: which call is which kernel, with which struct (kernel_args.h).
#ifndef QN_LIBS_BLAS_DEVICE_H
#define QN_LIBS_BLAS_DEVICE_H

#include "libs/blas/gemm.h"
#include "libs/blas/kernel_args.h"
#include "libs/core/kernels.h"

typedef struct qn_own_call {
  qn_blas_id id;
  bool wide;
  const qn_blas_batch *batch; // NULL: none
  const qn_blas_value *values;
} qn_own_call;

// Whether there is a kernel for the call, which was checked; then it is
// submitted, and `*out` says how that went.
bool qn_own_blas(const qn_blas *handle, const qn_own_call *call,
                 qn_blas_status *out);
bool qn_own_gemm(const qn_blas *handle, const qn_gemm *gemm,
                 qn_blas_status *out);

// ---- What the files of device/ share

typedef struct qn_own_args {
  const qn_blas *handle;
  const qn_blas_function *f;
  const qn_own_call *call;
  qn_blas_status *out;
} qn_own_args;

// The number or letter of that name; 0: there is none.
int64_t qn_own_number(const qn_own_args *a, const char *name);
bool qn_own_is(const qn_own_args *a, const char *name, char letter);
int64_t qn_own_count(const qn_own_args *a); // members of the batch
bool qn_own_is_complex(const qn_own_args *a);

// A matrix by its name, and op(A) of it; a vector of `length` elements; a
// scalar.
qn_kernel_matrix qn_own_matrix(const qn_own_args *a, const char *name);
qn_kernel_matrix qn_own_op(const qn_own_args *a, const char *name,
                           const char *op);
qn_kernel_matrix qn_own_transposed(qn_kernel_matrix m);
// Of a triangle that `uplo` names, as op(A) has it.
void qn_own_set_shape(const qn_own_args *a, qn_kernel_shape shape,
                      qn_kernel_matrix *m);
qn_kernel_vector qn_own_vector(const qn_own_args *a, const char *name,
                               int64_t length);
qn_kernel_scalar qn_own_scalar(const qn_own_args *a, const char *name);
// Whether the scalar is a real one, in device memory, of complex elements.
bool qn_own_is_real(const qn_own_args *a, const char *name);
qn_kernel_scalar qn_own_constant(char element, double value);

// Launches qn_<what>_<element>; false: there is no such kernel, or no room.
typedef struct qn_own_launch {
  const char *what;
  uint64_t grid[3];
  unsigned threads;
  const void *args;
} qn_own_launch;
bool qn_own_launch_it(const qn_own_args *a, const qn_own_launch *l);
bool qn_own_launch_gemm(const qn_blas *handle, const char *letters,
                        const qn_kernel_gemm *args, qn_blas_status *out);

bool qn_own_level1(const qn_own_args *a);
bool qn_own_level2(const qn_own_args *a);
bool qn_own_level3(const qn_own_args *a);

#endif // QN_LIBS_BLAS_DEVICE_H
