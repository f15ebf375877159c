// SPDX-License-Identifier: Apache-2.0
// CPU images in this process: loaded from memory, run on the pool.
#ifndef QN_RUNTIME_CPU_IMAGE_H
#define QN_RUNTIME_CPU_IMAGE_H

#include "base/diag.h"
#include "base/span.h"
#include "quern/cpu_abi.h"
#include "runtime/pool.h"

typedef struct qn_cpu_image qn_cpu_image;

// Loads an image for the machine we run on. It is code: load only what you
// would run. The bytes are copied.
qn_status qn_cpu_image_load(qn_span elf, qn_cpu_image **out_image,
                            qn_diag *diag);
// No launch of it may be running.
void qn_cpu_image_unload(qn_cpu_image **image);

// The address of an exported kernel or variable, or NULL.
void *qn_cpu_image_find(const qn_cpu_image *image, qn_str symbol);

// The device: threads and the memory they keep between launches.
typedef struct qn_cpu_device qn_cpu_device;
qn_status qn_cpu_device_create(unsigned threads, qn_cpu_device **out_device,
                               qn_diag *diag);
void qn_cpu_device_destroy(qn_cpu_device **device);

typedef struct qn_cpu_run {
  qn_cpu_entry *entry;
  const void *args; // aligned to 64 bytes
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared_size; // dynamic, bytes
  bool cooperative;
  // Output of printf; NULL: standard output. May be called from any thread, one
  // at a time.
  void (*print)(void *user, const char *bytes, size_t size);
  void *user;
} qn_cpu_run;

// Runs a kernel to its end. Several threads may run at the same time. A trap, a
// failed assertion or a deadlock in the kernel is QN_E_DEVICE with its message.
// Everything was checked before: see runtime/loader.h.
qn_status qn_cpu_device_run(qn_cpu_device *device, const qn_cpu_run *run,
                            qn_diag *diag);

#endif // QN_RUNTIME_CPU_IMAGE_H
