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
  size_t size = what->arguments_size;
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER,
                   (void *)(uintptr_t)what->arguments,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  return hipModuleLaunchKernel(function, what->grid[0], what->grid[1],
                               what->grid[2], what->block[0], what->block[1],
                               what->block[2], (unsigned)what->shared,
                               what->stream, NULL, extra);
}
