// SPDX-License-Identifier: Apache-2.0
// What cuBLAS, hipBLAS and rocBLAS are here: names of one implementation.
//
// A call is checked, its scalars are read where they lie on the host, and what
// it does is submitted to the handle's stream. On the CPU OpenBLAS does it
// (openblas.c), for what that lacks this folder (more.c, gemm.c).
#ifndef QN_LIBS_BLAS_BLAS_H
#define QN_LIBS_BLAS_BLAS_H

#include "base/diag.h"
#include "libs/core/lapack.h"
#include "libs/core/work.h"

typedef enum qn_blas_status {
  QN_BLAS_OK,
  QN_BLAS_NOT_INITIALIZED, // no handle
  QN_BLAS_NO_MEMORY,
  QN_BLAS_INVALID_VALUE,   // a size
  QN_BLAS_INVALID_POINTER, // null
  QN_BLAS_INVALID_ENUM,
  QN_BLAS_NOT_DEFINED, // an enumerator, not for this function
  QN_BLAS_NOT_SUPPORTED,
  QN_BLAS_COPY_FAILED,
  QN_BLAS_FAILED, // the stream refused the work, or it failed
} qn_blas_status;

// How products may be made of those of smaller types, as cuBLAS is told: on
// NVIDIA's devices it does. Elsewhere they are made in their own types, and
// this is kept for its getters.
typedef struct qn_blas_emulation {
  int strategy, special_values, mantissa_control, mantissa_bits_max,
      mantissa_offset; // cuBLAS's numbers
  int *mantissa_bits;  // where the device tells how many it kept; NULL: nowhere
} qn_blas_emulation;
enum { QN_BLAS_SPECIAL_VALUES = 0xffff }; // unless it is told

typedef struct qn_blas {
  uint64_t magic;
  int device; // where it was created
  hipStream_t stream;
  bool device_pointers; // scalars and results are in device memory
  bool allows_atomics;
  int math_mode;   // the library's own number, kept for its getter
  int nvidia_math; // the same in cuBLAS's numbers
  void *workspace;
  size_t workspace_size; // bytes
  int sm_count;          // kept for its getter
  qn_blas_emulation emulation;
  // Once they are used: cuBLAS's own handle, and memory of captured calls.
  _Atomic(struct qn_vendor *) vendor;
  struct qn_vendor_memory *graph_memory;
  struct qn_blas *next; // of those that are destroyed
} qn_blas;

// Creates a handle for the thread's device; NULL: out of memory.
qn_blas *qn_blas_create(void);
qn_blas_status qn_blas_destroy(qn_blas *handle);
// NULL with a reason unless it is a handle.
qn_blas *qn_blas_check(void *handle);
// Gives the reason (quern_reason) of a refusal.
struct qn_logger *qn_blas_logger(void);
QN_COLD qn_blas_status qn_blas_refuse(qn_blas_status status, const char *format,
                                      ...)
    __attribute__((format(printf, 2, 3)));
// NOT_SUPPORTED with a reason, for the call `name`, on a device that has nobody
// to do its work.
qn_blas_status qn_blas_check_device(const qn_blas *handle, const char *name);
// Whether NVIDIA's library does the work of the handle's device (vendor.h).
bool qn_blas_is_vendor(const qn_blas *handle);
// What came of qn_libs_submit.
qn_blas_status qn_blas_submitted(hipError_t error);
// Waits for the handle's stream, for a result in the host's memory.
qn_blas_status qn_blas_wait(const qn_blas *handle);

// ---- The functions of BLAS (functions.txt)

typedef enum qn_blas_kind {
  QN_BLAS_OP,   // a letter: N T C, 0 for what is none
  QN_BLAS_UPLO, // U L
  QN_BLAS_SIDE, // L R
  QN_BLAS_DIAG, // N U
  QN_BLAS_INT,  // a size
  QN_BLAS_IN_VECTOR,
  QN_BLAS_VECTOR,
  QN_BLAS_STRIDE, // of the vector before
  QN_BLAS_IN_MATRIX,
  QN_BLAS_MATRIX,
  QN_BLAS_LD, // of the matrix before
  QN_BLAS_IN_PACKED,
  QN_BLAS_PACKED,
  QN_BLAS_SCALAR, // of the elements' type
  QN_BLAS_REAL,
  QN_BLAS_IO_SCALAR, // read and written
  QN_BLAS_IO_REAL,
  QN_BLAS_FIVE, // numbers of rotm
  QN_BLAS_RESULT,
  QN_BLAS_RESULT_REAL,
  QN_BLAS_RESULT_INDEX,
} qn_blas_kind;

static inline bool qn_blas_is_number(qn_blas_kind kind) {
  enum {
    NUMBERS = 1 << QN_BLAS_INT | 1 << QN_BLAS_STRIDE | 1 << QN_BLAS_LD,
  };
  return NUMBERS >> kind & 1;
}

// A vector or a matrix.
static inline bool qn_blas_is_data(qn_blas_kind kind) {
  enum {
    DATA = 1 << QN_BLAS_IN_VECTOR | 1 << QN_BLAS_VECTOR |
           1 << QN_BLAS_IN_MATRIX | 1 << QN_BLAS_MATRIX |
           1 << QN_BLAS_IN_PACKED | 1 << QN_BLAS_PACKED,
  };
  return DATA >> kind & 1;
}

// The least leading dimension: a sum of arguments, or one of two of them.
typedef struct qn_blas_rows {
  uint8_t terms[2], count, plus;
  int8_t by;     // an OP or SIDE; -1: none
  uint8_t other; // the argument where it transposes, or is on the right
} qn_blas_rows;

enum { QN_BLAS_VALUES_MAX = 14 };

typedef struct qn_blas_arg {
  qn_blas_kind kind;
  const char *name;
  qn_blas_rows rows; // of LD
} qn_blas_arg;

typedef struct qn_blas_function {
  const char *name; // Fortran's
  char element;     // s d c z
  uint8_t count;
  qn_blas_arg args[QN_BLAS_VALUES_MAX];
} qn_blas_function;

typedef enum qn_blas_id {
#define QN_BLAS(ID, ...) QN_BLAS_##ID,
#include "libs/blas/functions.inc"
#undef QN_BLAS
  QN_BLAS_FUNCTION_COUNT
} qn_blas_id;
extern const qn_blas_function qn_blas_functions[QN_BLAS_FUNCTION_COUNT];

typedef union qn_blas_value {
  int64_t i;
  const void *p;
} qn_blas_value;

// Several at once: each vector and matrix is an array of pointers (in device
// memory), or lies `strides` elements after the one before.
typedef struct qn_blas_batch {
  int64_t count;
  bool is_array;
  int64_t strides[QN_BLAS_VALUES_MAX];
} qn_blas_batch;

// Whether an OP has a meaning for the function.
bool qn_blas_is_defined(const qn_blas_function *f, char op);
// Whether a call waits for what it tells the host.
bool qn_blas_must_wait(const qn_blas_function *f);

// `values` in the order of the function's arguments; a result of an index is
// an int, or an int64_t where `wide`.
qn_blas_status qn_blas_call(void *handle, qn_blas_id id, bool wide,
                            const qn_blas_batch *batch,
                            const qn_blas_value *values);

size_t qn_blas_element_size(char element); // bytes
// Of a scalar or a real one.
size_t qn_blas_scalar_size(const qn_blas_function *f, qn_blas_kind kind);

// A call without a batch whose arguments were checked, on the stream or, by
// `run_one`, at once. remote.c has it done on copies of a device's memory.
typedef struct qn_blas_one {
  qn_blas_id id;
  bool wide;
  const qn_blas_value *values;
} qn_blas_one;
void qn_blas_run_one(const qn_blas_one *one);
qn_blas_status qn_blas_remote(const qn_blas *handle, const qn_blas_one *one);
// Whether calls are to be done so; NOT_SUPPORTED with a reason where they
// cannot be.
bool qn_blas_is_remote(const qn_blas *handle);
// A copy of an array of addresses in device memory, to be freed; waits for the
// stream, so that it is refused where that captures.
qn_blas_status qn_blas_fetch(const qn_blas *handle, const void *array,
                             int64_t count, void ***out);

// ---- Who does the work

// Fortran's convention: the address of each argument, and a result after them.
// Returns why it cannot be done, before anything is submitted.
typedef void qn_blas_body(void *const *args);
// Our own functions for what BLAS lacks; NULL: none.
qn_blas_body *qn_blas_more(const char *name);
// Done where a stride is 0 that OpenBLAS gets wrong.
bool qn_blas_run_repeated(const qn_blas_function *f, void *const *args);
// Whether OpenBLAS has it; else NOT_SUPPORTED with a reason.
qn_blas_status qn_openblas_find(qn_blas_id id);
void qn_openblas_run(qn_blas_id id, void *const *args);

#endif // QN_LIBS_BLAS_BLAS_H
