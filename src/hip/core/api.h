// SPDX-License-Identifier: Apache-2.0
// What the files of the HIP API share. Each implements a part of the functions
// that include/quern/host/*.def declare; those that no file implements are in
// unsupported.c and say so.
//
// An entry point is thin: it finds the objects behind its handles, calls the
// runtime, and returns through qn_hip.
#ifndef QN_HIP_CORE_API_H
#define QN_HIP_CORE_API_H

#include <string.h>

#include "hip/hip_runtime_api.h"
#include "runtime/core/loader.h"
#include "runtime/core/memory.h"
#include "runtime/core/stream.h"

// Remembers a failure as the thread's last error. hipErrorNotReady is none.
QN_COLD hipError_t qn_hip_failed(qn_result result);
static inline hipError_t qn_hip(qn_result result) {
  const hipError_t error =
      result == QN_R_OK ? hipSuccess : qn_hip_failed(result);
#ifdef __clang_analyzer__ // which cannot see that from other files
  if (result != QN_R_OK && error == hipSuccess)
    __builtin_unreachable();
#endif
  return error;
}

// Returns from an entry point when `expr`, a qn_result, fails.
#define QN_HIP_CHECK(expr)                                                     \
  do {                                                                         \
    const qn_result qn_hip_check_ = (expr);                                    \
    if (qn_hip_check_ != QN_R_OK)                                              \
      return qn_hip(qn_hip_check_);                                            \
  } while (0)

// Refuses NULL where a result would be stored.
#define QN_HIP_NEED(pointer)                                                   \
  do {                                                                         \
    if (!(pointer))                                                            \
      return qn_hip(qn_refuse(QN_R_INVALID_VALUE,                              \
                              "%s: '" #pointer "' is null", __func__));        \
  } while (0)

// ---- Kernels and variables that a program registered

// The function behind a kernel's host address, on a device; loads its code at
// the first use.
qn_result qn_hip_function(const void *host, qn_device *device,
                          qn_function **out_function);
// The function behind a hipFunction_t or a kernel's host address.
qn_result qn_hip_any_function(const void *function, qn_device *device,
                              qn_function **out_function);
// The name by which a kernel was registered; NULL for other addresses.
const char *qn_hip_kernel_name(const void *host);
// The variable behind its host address, on a device.
qn_result qn_hip_symbol(const void *host, qn_device *device, void **out_address,
                        size_t *out_size);
// Whether the address is in a __managed__ variable, and in which.
bool qn_hip_managed_variable(const void *address, void **out_start,
                             size_t *out_size);

// ---- Copies

// Submits to a stream by its handle; one that waits is refused while streams
// capture.
qn_result qn_hip_submit_copy(const qn_op *op, hipStream_t stream, qn_wait wait);

// ---- Modules

// hipModule_t's object.
typedef struct qn_hip_module {
  qn_module *module;
  void *handle;
} qn_hip_module;

// The program's handle of a module; NULL for those that it registered.
void *qn_hip_module_handle(const qn_module *module);
qn_result qn_hip_make_module(qn_span file, hipModule_t *to);
qn_result qn_hip_load(qn_span file, qn_device *device, qn_module **out_module);
// The image or bundle that starts there, as long as it says that it is. The
// bytes are the program's own.
qn_status qn_hip_image(const void *image, qn_span *out_image, qn_diag *diag);

// A launch from HIP's parameters: `args` or, in `extra`, a packed block.
qn_result qn_hip_arguments(qn_op_kernel *launch, void **args, void **extra);
// Checks a packed block of the program's, which is in the host's layout. Where
// the device's is another, `args` are in it from then on, and the caller frees
// `*out_values` behind the launch; else that is NULL.
qn_result qn_hip_unpack(const qn_kernel *kernel, qn_op_kernel *launch,
                        void ***out_values);
// Launches a function of a module with a block in the device's layout.
qn_result qn_hip_launch_packed(hipFunction_t function, qn_op *op,
                               hipStream_t stream);
// Whether a WRITE or a POLL may be at its address.
qn_result qn_hip_check_value(const qn_op *op);
// CUDA's atomic reduction of a batch of operations on memory: as a WRITE, and
// submitted. Other operations are refused.
qn_result qn_hip_reduction(const hipStreamBatchMemOpParams *params,
                           const qn_device *device, qn_op *out_op);
qn_result qn_hip_reduce(hipStream_t stream,
                        const hipStreamBatchMemOpParams *params);
// Copied as it was passed, in 8 and 4 bytes: element by element, compilers put
// them together otherwise, and the processor waits 5 ns for the halves.
static inline void qn_hip_dim(uint32_t out[3], dim3 from) {
  _Static_assert(sizeof(from) == 3 * sizeof(*out), "three words");
  memcpy(out, &from, sizeof(from));
}

#endif // QN_HIP_CORE_API_H
