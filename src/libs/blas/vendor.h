// SPDX-License-Identifier: Apache-2.0
// BLAS on an NVIDIA device: calls are passed on to NVIDIA's own libcublas,
// opened at run time, on the same stream and with the same modes. Streams that
// capture keep the call, and make it when the graph is made ready.
#ifndef QN_LIBS_BLAS_VENDOR_H
#define QN_LIBS_BLAS_VENDOR_H

#include "libs/blas/gemm.h"
#include "libs/blas/lapack.h"

typedef struct qn_vendor_blas_call {
  qn_blas_id id;
  bool wide;
  const qn_blas_batch *batch;
  const qn_blas_value *values;
} qn_vendor_blas_call;

qn_blas_status qn_vendor_blas(qn_blas *handle, const qn_vendor_blas_call *call);
// Does a call that needs no check beyond a glance; false: nothing was done, and
// the call is to be checked.
bool qn_vendor_blas_at_once(qn_blas *handle, const qn_vendor_blas_call *call,
                            qn_blas_status *out_status);
qn_blas_status qn_vendor_gemm(qn_blas *handle, const qn_gemm *gemm);
qn_blas_status qn_vendor_lapack(qn_blas *handle, const qn_lapack *what);

enum { QN_VENDOR_ARGS_MAX = 24, QN_VENDOR_SCALARS_MAX = 4 };

typedef struct qn_vendor_scalar {
  uint8_t at, size; // bytes
} qn_vendor_scalar;

// A call of a function of cuBLAS, whose arguments are numbers and addresses
// alone. Scalars are arguments that are addresses of the host's memory unless
// the pointer mode is that of the device.
typedef struct qn_vendor_call {
  const char *name; // of the program's call, for reasons
  char symbol[48];  // of cuBLAS's function
  void *address;    // of it, where it is known; then the symbol is not read
  uint8_t count;    // of arguments behind the handle
  int64_t args[QN_VENDOR_ARGS_MAX];
  uint8_t scalar_count;
  qn_vendor_scalar scalars[QN_VENDOR_SCALARS_MAX];
  int8_t host_info; // an argument of the host's memory that nobody reads; -1
  double kept[QN_VENDOR_SCALARS_MAX][2]; // a graph's scalars
} qn_vendor_call;

// Changes the call.
qn_blas_status qn_vendor_submit(qn_blas *handle, qn_vendor_call *call);

// Gives back what the handle had of the vendor's, for another one.
void qn_vendor_release(qn_blas *handle);

// Lets `use` have the vendor's handle, in the state of this one, and the
// driver's stream. `use` returns a cublasStatus_t.
typedef struct qn_vendor_use {
  const char *name;
  int (*use)(void *data, void *vendor, void *stream);
  void *data;
  size_t data_size;           // what a capture keeps of it
  void (*keep)(void *copied); // mends addresses in what was copied; NULL
  bool is_lt;         // by `stream` instead, and whatever state the handle has
  hipStream_t stream; //
} qn_vendor_use;
qn_blas_status qn_vendor_with(qn_blas *handle, const qn_vendor_use *what);
// The same for what submits nothing, while streams may capture.
qn_blas_status qn_vendor_ask(qn_blas *handle, const qn_vendor_use *what);
// A function of NVIDIA's libcublas or libcublasLt, or NULL with a reason.
void *qn_vendor_symbol(const char *name);
void *qn_vendor_lt_symbol(const char *name);

#endif // QN_LIBS_BLAS_VENDOR_H
