// SPDX-License-Identifier: Apache-2.0
// Kernels of the libraries' own, for devices that no vendor's library serves:
// bundles below lib/quern, loaded at the first use on each device.
#ifndef QN_LIBS_CORE_KERNELS_H
#define QN_LIBS_CORE_KERNELS_H

#include <pthread.h>

#include "libs/core/work.h"

typedef struct qn_libs_bundle {
  const char *file; // below lib/quern
  pthread_mutex_t mutex;
  struct qn_libs_loaded *loaded; // on each device that was asked for
} qn_libs_bundle;

#define QN_LIBS_BUNDLE(file) {file, PTHREAD_MUTEX_INITIALIZER, NULL}

// NULL with a reason (quern_reason) where the bundle is not there or the device
// cannot run it. What is found lives as long as the device is not reset.
hipFunction_t qn_libs_kernel(qn_libs_bundle *bundle, int device,
                             const char *name);

// Bytes; 0: there is no such device. No size of an array is larger.
uint64_t qn_libs_memory_size(int device);

// A launch of a kernel that takes one struct.
typedef struct qn_libs_launch {
  hipFunction_t kernel;
  uint64_t grid[3]; // groups
  unsigned threads;
  const void *args;
} qn_libs_launch;
// Whether the device has room for it: groups are limited.
bool qn_libs_fits(const qn_libs_launch *launch);
hipError_t qn_libs_launch_on(hipStream_t stream, const qn_libs_launch *launch);

#endif // QN_LIBS_CORE_KERNELS_H
