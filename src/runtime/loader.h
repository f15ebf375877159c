// SPDX-License-Identifier: Apache-2.0
// From a file to a checked launch: picks the image for a device out of anything
// that holds images, and checks every argument against the kernel's record
// before anything runs.
#ifndef QN_RUNTIME_LOADER_H
#define QN_RUNTIME_LOADER_H

#include "base/diag.h"
#include "metadata/kernel.h"
#include "runtime/backend.h"

typedef struct qn_module qn_module;

// Loads the best image for `backend`'s device out of `file`: a bundle (plain or
// compressed), an image alone, or a file with either inside. The bytes may go
// after the call. QN_E_NOT_FOUND lists the images there are when none fits.
qn_status qn_module_open(qn_span file, const qn_backend *backend,
                         qn_module **out_module, qn_diag *diag);
// No launch of its kernels may be running.
void qn_module_close(qn_module **module);

// What it holds; lives as long as the module.
const qn_image *qn_module_image(const qn_module *module);

// A kernel by its linkage name, its demangled name ("ns::k<float>(int)") or
// that without parameters where only one fits. QN_E_NOT_FOUND with near names.
qn_status qn_module_find(const qn_module *module, qn_str name,
                         const qn_kernel **out_kernel, qn_diag *diag);

// The address of a __device__ or __constant__ variable by its linkage name, and
// its size in bytes.
qn_status qn_module_variable(const qn_module *module, qn_str name,
                             void **out_address, uint64_t *out_size,
                             qn_diag *diag);

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
  void (*print)(void *user, const char *bytes,
                size_t size); // see qn_backend_run
  void *user;
} qn_launch;

// Checks a launch against the kernel's record: count, kinds, types and sizes of
// the arguments, block and grid sizes. QN_E_ARGUMENT with what was expected and
// what was found.
qn_status qn_launch_check(const qn_kernel *kernel, const qn_launch *launch,
                          qn_diag *diag);

// Checks, then runs the kernel to its end on a device that the module's back
// end opened.
qn_status qn_module_launch(const qn_module *module, void *device,
                           const qn_kernel *kernel, const qn_launch *launch,
                           qn_diag *diag);

#endif // QN_RUNTIME_LOADER_H
