// SPDX-License-Identifier: Apache-2.0
// Launches of kernels that were registered with descriptions of their
// arguments (vortex_register.c), on the current device, where the program has
// set no launcher of its own.
#include "hip/core/vortex_launch.h"

#include <pthread.h>

#include "base/alloc.h"
#include "hip/core/api.h"

// A binary that was loaded, once for each device.
typedef struct loaded {
  struct loaded *next;
  const void *binary;
  int device;
  hipModule_t module;
} loaded;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static loaded *list;

// With the lock held.
static hipError_t load(const hipMetadataLaunch *what, int device,
                       hipModule_t *out) {
  for (const loaded *l = list; l; l = l->next)
    if (l->binary == what->binary && l->device == device) {
      *out = l->module;
      return hipSuccess;
    }
  loaded *made = qn_alloc_array(1, sizeof(*made));
  if (!made)
    return hipErrorOutOfMemory;
  const hipError_t result = qn_hip(qn_hip_make_module(
      (qn_span){what->binary, what->binary_size}, &made->module));
  if (result != hipSuccess) {
    qn_free(made);
    return result;
  }
  made->binary = what->binary;
  made->device = device;
  made->next = list;
  list = made;
  *out = made->module;
  return hipSuccess;
}

hipError_t qn_vortex_launch(const hipMetadataLaunch *what) {
  hipModule_t module;
  hipFunction_t function;
  int device = 0;
  hipError_t result = hipGetDevice(&device);
  if (result != hipSuccess)
    return result;
  pthread_mutex_lock(&lock);
  result = load(what, device, &module);
  pthread_mutex_unlock(&lock);
  if (result == hipSuccess)
    result = hipModuleGetFunction(&function, module, what->name);
  if (result != hipSuccess)
    return result;
  // The block is in the device's layout, as the description has it.
  qn_op op;
  op.kernel = (qn_op_kernel){.shared_size = (uint32_t)what->shared};
  memcpy(op.kernel.grid, what->grid, sizeof(op.kernel.grid));
  memcpy(op.kernel.block, what->block, sizeof(op.kernel.block));
  if (what->arguments_size) {
    op.kernel.packed = what->arguments;
    op.kernel.packed_size = what->arguments_size;
  }
  return qn_hip(qn_hip_launch_packed(function, &op, what->stream));
}
