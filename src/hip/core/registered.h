// SPDX-License-Identifier: Apache-2.0
// Kernels and variables that the program registered, by their host addresses:
// what register.c writes and each launch reads.
#ifndef QN_HIP_CORE_REGISTERED_H
#define QN_HIP_CORE_REGISTERED_H

#include "hip/core/api.h"

typedef struct qn_hip_registered {
  const void *host;
  size_t size; // variables: bytes; 0 for kernels
  // Kernels: what was found, by device.
  struct {
    _Atomic(qn_function *) function;
    atomic_uint generation; // of the device
  } found[QN_DEVICES_MAX];
  struct qn_hip_fat_binary *owner;
  const char *name;
  struct qn_hip_managed *managed;    // or NULL
  struct qn_hip_registered *dropped; // once it is: the one before
} qn_hip_registered;

// Read without a lock; writers make a larger one and leave the old to its
// readers: it is small, and there are few.
typedef struct qn_hip_table {
  struct qn_hip_table *old;
  size_t mask;
  _Atomic(qn_hip_registered *) slots[];
} qn_hip_table;

extern _Atomic(qn_hip_table *) qn_hip_table_now; // NULL: nothing registered

static inline size_t qn_hip_hash(const void *address) {
  const uint64_t x = (uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15u;
  return (size_t)(x >> 32 ^ x >> 13);
}

// NULL: no kernel or variable is there.
static inline qn_hip_registered *qn_hip_find_registered(const void *host) {
  qn_hip_table *t =
      atomic_load_explicit(&qn_hip_table_now, memory_order_acquire);
  if (!t || !host)
    return NULL;
  for (size_t i = qn_hip_hash(host);; ++i) {
    qn_hip_registered *r =
        atomic_load_explicit(&t->slots[i & t->mask], memory_order_acquire);
    if (!r)
      return NULL;
    if (r->host == host)
      return r;
  }
}

// Loads a kernel's code at its first launch on a device; refuses what is not a
// kernel, NULL too.
QN_COLD qn_result qn_hip_load_function(qn_hip_registered *registered,
                                       const void *host, qn_device *device,
                                       qn_function **out_function);

// The same as qn_hip_function, for launches.
QN_HOT_INLINE qn_result qn_hip_find_function(const void *host,
                                             qn_device *device,
                                             qn_function **out) {
  qn_hip_registered *r = qn_hip_find_registered(host);
  const int i = device->ordinal;
  if (r &&
      atomic_load_explicit(&r->found[i].generation, memory_order_acquire) ==
          atomic_load_explicit(&device->generation, memory_order_relaxed)) {
    *out = atomic_load_explicit(&r->found[i].function, memory_order_relaxed);
    if (*out)
      return QN_R_OK; // so it is a kernel
  }
  return qn_hip_load_function(r, host, device, out);
}

#endif // QN_HIP_CORE_REGISTERED_H
