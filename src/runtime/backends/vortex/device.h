// SPDX-License-Identifier: Apache-2.0
// Vortex, through libvortex's interface of version 2 or 3: real hardware and
// its own simulators, or Quern's simulator (docs/vortex.md).
//
// The interface has one launch at a time and copies that do not wait for it, so
// everything is done in the order in which it is submitted, by the thread that
// submits; what streams promise holds by itself.
#ifndef QN_RUNTIME_BACKENDS_VORTEX_DEVICE_H
#define QN_RUNTIME_BACKENDS_VORTEX_DEVICE_H

#include "base/system/dl.h"
#include "base/system/thread.h"
#include "formats/container/vxbin.h"
#include "metadata/record/record.h"
#include "runtime/contract/backend.h"
#include "vortex/interface.h"

typedef struct qn_vx_api {
#define VX_POINTER(result, name, parameters) result(*name) parameters;
  VX_FUNCTIONS_2(VX_POINTER)
  VX_FUNCTIONS_3(VX_POINTER)
#undef VX_POINTER
  qn_vx_configure_fn *configure;
  qn_vx_failure_fn *failure;
  qn_vx_is_host_fn *is_host;
} qn_vx_api;

// Memory that the device has, to find the buffer of an address.
typedef struct qn_vx_block {
  struct qn_vx_block *next;
  vx_buffer_h buffer;
  uint64_t address, size;
} qn_vx_block;

typedef struct qn_vx_device {
  const qn_vx_api *api;
  qn_backend_options options;
  qn_device_info info;
  vx_device_h handle;
  unsigned xlen, version;
  bool is_host;     // simulated, with addresses that are the host's, too
  unsigned workers; // warps of all cores
  unsigned warps;   // of a core
  unsigned lanes;   // of a warp
  qn_mutex mutex;   // of everything below, and of the device itself
  qn_vx_block *blocks;
  struct qn_vx_code *codes; // that are loaded
  // Version 3.
  vx_queue_h queue;
  vx_module_h launcher;
  vx_kernel_h launch;
  // Of launches; grown as they need it.
  qn_vx_block *arguments, *workspace, *boxes, *heap;
  uint64_t worker_size;
  uint64_t guarded_size; // worker_size that the workspace has guards for
  uint64_t next_base;    // where the next image may lie
  int failure;           // a qn_result; what failed, fails on
  char failure_text[960];
} qn_vx_device;

typedef struct qn_vx_code {
  struct qn_vx_code *next;
  qn_vx_device *device;
  qn_vx_block *block;
  qn_vxbin file;
  qn_vx_header header;
  uint64_t moved; // by how much from where it is linked for
  qn_arena arena;
  qn_record record;
  uint8_t *bytes; // of the file
  struct qn_vx_function *functions;
} qn_vx_code;

typedef struct qn_vx_function {
  struct qn_vx_function *next;
  qn_vx_code *code;
  uint32_t number, flags;
  uint64_t main; // address
} qn_vx_function;

// ---- Memory (memory.c); the mutex is held, but for the slots of the table

enum { QN_VX_BOX_SIZE = 256 << 10, QN_VX_ARGUMENTS_MAX = 60 << 10 };

// NULL: no memory.
qn_vx_block *qn_vx_take(qn_vx_device *d, uint64_t at, uint64_t size);
void qn_vx_give(qn_vx_device *d, qn_vx_block *block);
qn_result qn_vx_write(qn_vx_device *d, uint64_t address, const void *bytes,
                      size_t size);
qn_result qn_vx_read(qn_vx_device *d, void *bytes, uint64_t address,
                     size_t size);
qn_result qn_vx_copy(qn_vx_device *d, const qn_op_copy *op);
qn_result qn_vx_fill(qn_vx_device *d, const qn_op_fill *op);

qn_result qn_vx_allocate(void *device, const qn_memory_request *request,
                         qn_memory *out_memory);
qn_result qn_vx_release(void *device, qn_memory_kind kind, qn_memory *memory);

// ---- Code (code.c)

qn_result qn_vx_load(void *device, qn_span image, void **out_code);
void qn_vx_unload(void *device, void **code);
qn_result qn_vx_function_get(void *code, const qn_kernel *kernel,
                             void **out_function, qn_function_info *out_info);
qn_result qn_vx_variable(void *code, const char *symbol, void **out_address,
                         size_t *out_size);

// ---- Lines (line.c)

// ", at app.cu:22:9, in put<int>", where an image with lines has the code at
// that address; else "".
void qn_vx_line(const qn_vx_device *d, uint64_t pc, char *out, size_t size);

// ---- Launches (launch.c); the mutex is held

qn_result qn_vx_launch_kernel(qn_vx_device *d, const qn_op_kernel *op);
// Loads what launches kernels in version 3.
qn_result qn_vx_load_launcher(qn_vx_device *d);

// What failed before fails on.
qn_result qn_vx_failure_of(const qn_vx_device *d);
qn_result qn_vx_fail(qn_vx_device *d, qn_result result, const char *text);

#endif // QN_RUNTIME_BACKENDS_VORTEX_DEVICE_H
