// SPDX-License-Identifier: Apache-2.0
// Virtual memory: memory without an address is a file without a name, addresses
// without memory are pages that nobody may reach. The host may read and write
// what is mapped; kernels what they were given access to.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "amdsim/core/memory.h"
#include "amdsim/hsa/hsa_sim.h"

enum { FIRST = 1, PAGE = 4096 }; // handles are descriptors, and never 0

static bool is_whole(const void *address, size_t size) {
  return size && size % PAGE == 0 && (uintptr_t)address % PAGE == 0;
}

// Also takes away what was mapped there.
static void *reserve(void *wanted, size_t size, int fixed) {
  return mmap(wanted, size, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
}

hsa_status hsa_amd_vmem_address_reserve(void **out_address, size_t size,
                                        uint64_t wanted, uint64_t flags) {
  void *hint = (void *)(uintptr_t)(wanted & ~(uint64_t)(PAGE - 1));
  if (!is_whole(hint, size) || flags)
    return HSA_INVALID_ARGUMENT;
  void *at = reserve(hint, size, 0);
  if (at == MAP_FAILED)
    return HSA_OUT_OF_RESOURCES;
  *out_address = at;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_vmem_address_free(void *address, size_t size) {
  return is_whole(address, size) && munmap(address, size) == 0
             ? HSA_SUCCESS
             : HSA_INVALID_ALLOCATION;
}

hsa_status hsa_amd_vmem_handle_create(hsa_pool pool, size_t size, uint32_t type,
                                      uint64_t flags,
                                      hsa_physical *out_physical) {
  (void)pool;
  (void)type;
  if (!is_whole(NULL, size) || flags)
    return HSA_INVALID_ARGUMENT;
  const int fd = memfd_create("quern-amdsim", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, (off_t)size) != 0) {
    if (fd >= 0)
      close(fd);
    return HSA_OUT_OF_RESOURCES;
  }
  out_physical->handle = (uint64_t)fd + FIRST;
  return HSA_SUCCESS;
}

static int file_of(hsa_physical physical) {
  return (int)physical.handle - FIRST;
}

// What is mapped keeps the memory.
hsa_status hsa_amd_vmem_handle_release(hsa_physical physical) {
  return close(file_of(physical)) == 0 ? HSA_SUCCESS : HSA_INVALID_ALLOCATION;
}

hsa_status hsa_amd_vmem_export_shareable_handle(int *out_fd,
                                                hsa_physical physical,
                                                uint64_t flags) {
  const int fd = fcntl(file_of(physical), F_DUPFD_CLOEXEC, 0);
  if (flags || fd < 0)
    return HSA_INVALID_ARGUMENT;
  *out_fd = fd;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_vmem_import_shareable_handle(int fd,
                                                hsa_physical *out_physical) {
  const int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (own < 0)
    return HSA_INVALID_ARGUMENT;
  out_physical->handle = (uint64_t)own + FIRST;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_vmem_map(void *address, size_t size, size_t offset,
                            hsa_physical physical, uint64_t flags) {
  if (!is_whole(address, size) || offset % PAGE || flags)
    return HSA_INVALID_ARGUMENT;
  return mmap(address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
              file_of(physical), (off_t)offset) == MAP_FAILED
             ? HSA_OUT_OF_RESOURCES
             : HSA_SUCCESS;
}

hsa_status hsa_amd_vmem_unmap(void *address, size_t size) {
  if (!is_whole(address, size))
    return HSA_INVALID_ARGUMENT;
  (void)qn_amd_memory_remove((uintptr_t)address);
  return reserve(address, size, MAP_FIXED) == MAP_FAILED ? HSA_OUT_OF_RESOURCES
                                                         : HSA_SUCCESS;
}

// As much as one of those that have access may.
hsa_status hsa_amd_vmem_set_access(void *address, size_t size,
                                   const hsa_access *access, size_t count) {
  unsigned may = HSA_NO_ACCESS;
  uint32_t agents = 0;
  if (!is_whole(address, size) || !count)
    return HSA_INVALID_ARGUMENT;
  for (size_t k = 0; k < count; ++k)
    if (sim_chip(access[k].agent) && access[k].permission) {
      may |= (unsigned)access[k].permission;
      agents |= sim_agent_bit(access[k].agent);
    }
  (void)qn_amd_memory_remove((uintptr_t)address);
  if (!may)
    return HSA_SUCCESS;
  if (qn_failed(qn_amd_memory_add((uintptr_t)address, size, may & HSA_MAY_WRITE,
                                  NULL)))
    return HSA_OUT_OF_RESOURCES;
  (void)qn_amd_memory_allow((uintptr_t)address, agents);
  return HSA_SUCCESS;
}
