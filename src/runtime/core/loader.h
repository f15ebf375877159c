// SPDX-License-Identifier: Apache-2.0
// From a file to a checked launch: picks the image for a device from any file
// that holds images, and checks every argument against the kernel's record
// before anything runs.
#ifndef QN_RUNTIME_CORE_LOADER_H
#define QN_RUNTIME_CORE_LOADER_H

#include "base/diag.h"
#include "metadata/model/kernel.h"
#include "runtime/core/stream.h"

typedef struct qn_module qn_module;

// Loads the best image for `device` out of `file`: a bundle (plain or
// compressed), an image alone, or a file with either inside. The bytes need not
// outlive the call. QN_E_NOT_FOUND lists the existing images when none fits.
qn_status qn_module_open(qn_span file, qn_device *device,
                         qn_module **out_module, qn_diag *diag);
// None of its kernels may be running.
void qn_module_close(qn_module **module);
// Whether `file` has an image that `native`, a device of `backend`, can run.
bool qn_module_fits(qn_span file, const qn_backend *backend, void *native);

// Its contents, which live as long as the module.
const qn_image *qn_module_image(const qn_module *module);

// A kernel by its linkage name, its demangled name ("ns::k<float>(int)") or, if
// only one fits, the latter without parameters. QN_E_NOT_FOUND with similar
// names.
qn_status qn_module_find(const qn_module *module, qn_str name,
                         const qn_kernel **out_kernel, qn_diag *diag);

// A __device__ or __constant__ variable.
typedef struct qn_variable {
  qn_str name;   // linkage name
  void *address; // of the device
  size_t size;   // bytes
  bool constant; // __constant__
} qn_variable;
// By its linkage name. The caller passes the address on to the program, which
// may write there.
qn_status qn_module_variable(qn_module *module, qn_str name,
                             const qn_variable **out_variable, qn_diag *diag);

qn_device *qn_module_device(const qn_module *module);

// ---- Functions

// A kernel on its device; lives as long as its module.
typedef struct qn_function {
  void *native;
  const qn_kernel *kernel;
  // What most launches are checked against, together to share cache lines.
  uint32_t max_grid[3], max_block[3];
  uint32_t max_threads;    // of a block, by the device and the kernel
  uint32_t shared_allowed; // dynamic shared memory, bytes
  // Launches need more than a check of sizes: cooperative ones, or a fixed
  // block shape.
  bool is_special;
  qn_module *module;
  const char *name; // the kernel's, ending with a NUL
  qn_function_info info;
  int carveout; // as set, -1: not
  void *handle; // hipFunction_t
} qn_function;

// Created at the first use.
qn_result qn_module_function(qn_module *module, const qn_kernel *kernel,
                             qn_function **out_function);
qn_result qn_function_configure(qn_function *function,
                                qn_function_attribute attribute, int value);

// Checks limits of the device and of the kernel.
qn_result qn_function_check(const qn_function *function,
                            const qn_op_kernel *launch);
// The same for launches that need a closer check, and allows what HIP allows by
// default.
QN_COLD qn_result qn_function_prepare(qn_function *function,
                                      qn_op_kernel *launch);

// Whether a launch is clearly within all limits, as nearly all are; others are
// checked more closely.
QN_HOT_INLINE bool qn_function_is_plainly_fine(const qn_function *f,
                                               const qn_op_kernel *s) {
  const uint32_t *g = s->grid, *b = s->block;
  return g[0] - 1 < f->max_grid[0] && g[1] - 1 < f->max_grid[1] &&
         g[2] - 1 < f->max_grid[2] && b[0] - 1 < f->max_block[0] &&
         b[1] - 1 < f->max_block[1] && b[2] - 1 < f->max_block[2] &&
         (uint64_t)b[0] * b[1] * b[2] <= f->max_threads &&
         s->shared_size <= f->shared_allowed && !f->is_special &&
         !s->cooperative;
}

// Checks and submits `op->kernel`, whose function and kernel it fills in; the
// kernel runs in order with the stream's work. The caller builds the operation
// in place, as copying it would cost more than checking it.
QN_HOT_INLINE qn_result qn_function_launch(qn_function *f, qn_stream *stream,
                                           qn_op *op) {
  if (!qn_function_is_plainly_fine(f, &op->kernel))
    QN_CHECK(qn_function_prepare(f, &op->kernel));
  op->kind = QN_OP_KERNEL;
  op->kernel.function = f->native;
  op->kernel.kernel = f->kernel;
  return qn_stream_submit(stream, op);
}

// How a value may be interpreted; checked against the argument's source type.
typedef enum qn_value_kind {
  QN_VALUE_BYTES, // anything of the right size
  QN_VALUE_INTEGER,
  QN_VALUE_REAL,
  QN_VALUE_POINTER,
} qn_value_kind;

// One argument of a launch. `bytes` are borrowed for the launch.
typedef struct qn_value {
  qn_value_kind kind;
  const void *bytes;
  size_t size;       // bytes
  const char *shown; // what messages call it: "f32"
} qn_value;

typedef struct qn_launch {
  uint32_t grid[3];     // groups
  uint32_t block[3];    // work-items of a group
  uint32_t shared_size; // dynamic shared memory, bytes
  const qn_value *arguments;
  size_t argument_count;
} qn_launch;

// Checks a launch against the kernel's record: count, kinds, types and sizes of
// the arguments, block and grid sizes. QN_E_ARGUMENT with what was expected and
// what was found.
qn_status qn_launch_check(const qn_kernel *kernel, const qn_launch *launch,
                          qn_diag *diag);

// Checks, then runs the kernel to its end on the module's device.
qn_status qn_module_launch(qn_module *module, const qn_kernel *kernel,
                           const qn_launch *launch, qn_diag *diag);

#endif // QN_RUNTIME_CORE_LOADER_H
