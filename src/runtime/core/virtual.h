// SPDX-License-Identifier: Apache-2.0
// Virtual memory functions: reserved addresses, memory without an address, and
// mapping one to the other.
#ifndef QN_RUNTIME_CORE_VIRTUAL_H
#define QN_RUNTIME_CORE_VIRTUAL_H

#include "runtime/core/memory.h"

// Memory without an address; reference counted, as mappings keep it.
typedef struct qn_physical {
  qn_device *device;
  qn_memory memory;
  size_t size;
  unsigned refs; // of the program and of mappings
  bool exportable;
  void *handle;
} qn_physical;

// `exportable`: can be exported as a file descriptor.
qn_result qn_physical_create(qn_device *device, size_t size, bool exportable,
                             qn_physical **out_physical);
// Memory of another process, by a descriptor, which stays the caller's.
qn_result qn_physical_import(qn_device *device, int fd,
                             qn_physical **out_physical);
// Returns a new descriptor, which the caller owns.
qn_result qn_physical_export(const qn_physical *physical, int *out_fd);
qn_result qn_physical_retain(qn_physical *physical);
// The handle ends with the program's last reference, the memory with the last
// mapping.
qn_result qn_physical_release(qn_physical *physical);

qn_result qn_virtual_reserve(qn_device *device, size_t size, size_t alignment,
                             void *wanted, void **out);
qn_result qn_virtual_free(void *address, size_t size);
qn_result qn_virtual_map(void *address, size_t size, size_t offset,
                         qn_physical *physical);
qn_result qn_virtual_unmap(void *address, size_t size);
qn_result qn_virtual_access(void *address, size_t size, bool read, bool write);
// Bit 0 read, bit 1 write.
qn_result qn_virtual_get_access(void *address, unsigned *out_access);
// The memory mapped at an address, retained.
qn_result qn_virtual_physical(void *address, qn_physical **out_physical);
// Whether `bytes` from a reserved address on are mapped and accessible.
qn_result qn_virtual_check(const void *address, size_t bytes, const char *what);

#endif // QN_RUNTIME_CORE_VIRTUAL_H
