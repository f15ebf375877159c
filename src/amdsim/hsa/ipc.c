// SPDX-License-Identifier: Apache-2.0
// Memory that several processes have: what is shared becomes a file without a
// name, in the same place; others open it through /proc.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "amdsim/core/memory.h"
#include "amdsim/hsa/hsa_sim.h"
#include "base/alloc.h"
#include "base/system/thread.h"

enum { PAGE = 4096 };

// What a handle has in it.
typedef struct shared_memory {
  uint32_t magic, pid;
  int32_t fd;
  uint32_t unused;
  uint64_t size; // of the allocation, bytes
  uint64_t none;
} shared_memory;
_Static_assert(sizeof(shared_memory) == sizeof(hsa_ipc_memory), "a handle");
enum { MAGIC = 0x514e4950 };

// Memory of ours that others may have, or of others that we have.
typedef struct sharing sharing;
struct sharing {
  sharing *next;
  void *address;
  size_t size; // whole pages
  int fd;      // ours: the file; of others: -1
};
static sharing *all;
static qn_mutex mutex = QN_MUTEX_INIT;

static sharing **find(const void *address) {
  sharing **at = &all;
  while (*at && (*at)->address != address)
    at = &(*at)->next;
  return at;
}

static bool note(void *address, size_t size, int fd) {
  sharing *s = qn_alloc(sizeof(*s));
  if (!s)
    return false;
  *s = (sharing){all, address, size, fd};
  all = s;
  return true;
}

// Fills a new file with the memory and puts it in its place; -1: neither.
static int make_file(void *memory, size_t size) {
  const int fd = memfd_create("quern-amdsim", MFD_CLOEXEC);
  bool good = fd >= 0;
  for (size_t done = 0; good && done < size;) {
    const ssize_t count = write(fd, (const char *)memory + done, size - done);
    good = count > 0;
    done += good ? (size_t)count : 0;
  }
  good = good && size &&
         mmap(memory, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
              0) == memory;
  if (!good && fd >= 0)
    close(fd);
  return good ? fd : -1;
}

// The file of an allocation, made when it is first asked for.
static int share(void *memory, size_t size) {
  sharing *const old = *find(memory);
  if (old)
    return old->fd;
  const int fd = make_file(memory, size);
  if (fd >= 0 && !note(memory, size, fd)) {
    close(fd);
    return -1;
  }
  return fd;
}

hsa_status hsa_amd_ipc_memory_create(void *memory, size_t size,
                                     hsa_ipc_memory *out_handle) {
  qn_amd_view range = {0};
  const uint64_t at = (uintptr_t)memory;
  if (!qn_amd_memory_near(at, &range) || range.begin != at || at % PAGE != 0 ||
      qn_align_up(range.end - at, PAGE) != size)
    return HSA_INVALID_ARGUMENT;
  shared_memory m = {.magic = MAGIC,
                     .pid = (uint32_t)getpid(),
                     .size = range.end - range.begin};
  qn_mutex_lock(&mutex);
  m.fd = share(memory, size);
  qn_mutex_unlock(&mutex);
  if (m.fd < 0)
    return HSA_OUT_OF_RESOURCES;
  memcpy(out_handle, &m, sizeof(m));
  return HSA_SUCCESS;
}

bool sim_take_back(void *memory) {
  bool taken = true;
  qn_mutex_lock(&mutex);
  sharing **const at = find(memory), *const s = *at;
  if (s && s->fd >= 0) {
    taken = mmap(s->address, s->size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == s->address;
    close(s->fd);
    *at = s->next;
    qn_free(s);
  }
  qn_mutex_unlock(&mutex);
  return taken;
}

// Maps the file of another process that has at least so many bytes.
static void *open_memory(const shared_memory *m, size_t size) {
  char path[64];
  struct stat about;
  void *at = MAP_FAILED;
  snprintf(path, sizeof(path), "/proc/%u/fd/%d", m->pid, m->fd);
  const int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
      (uint64_t)about.st_size >= size)
    at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return at == MAP_FAILED ? NULL : at;
}

static bool may_reach(void *address, uint64_t size, uint32_t count,
                      const hsa_agent *agents) {
  if (qn_failed(qn_amd_memory_add((uintptr_t)address, size, true, NULL)))
    return false;
  if (hsa_amd_agents_allow_access(count, agents, NULL, address) == HSA_SUCCESS)
    return true;
  (void)qn_amd_memory_remove((uintptr_t)address);
  return false;
}

hsa_status hsa_amd_ipc_memory_attach(const hsa_ipc_memory *handle, size_t size,
                                     uint32_t count, const hsa_agent *agents,
                                     void **out_address) {
  shared_memory m;
  memcpy(&m, handle, sizeof(m));
  if (m.magic != MAGIC || !m.size || m.size > size || size % PAGE)
    return HSA_INVALID_ARGUMENT;
  void *at = open_memory(&m, size);
  if (!at)
    return HSA_INVALID_ARGUMENT;
  qn_mutex_lock(&mutex);
  const bool noted = note(at, size, -1);
  qn_mutex_unlock(&mutex);
  if (noted && may_reach(at, m.size, count, agents)) {
    *out_address = at;
    return HSA_SUCCESS;
  }
  if (noted)
    (void)hsa_amd_ipc_memory_detach(at);
  else
    munmap(at, size);
  return HSA_OUT_OF_RESOURCES;
}

hsa_status hsa_amd_ipc_memory_detach(void *memory) {
  hsa_status status = HSA_INVALID_ARGUMENT;
  qn_mutex_lock(&mutex);
  sharing **const at = find(memory), *const s = *at;
  if (s && s->fd < 0) {
    (void)qn_amd_memory_remove((uintptr_t)memory);
    munmap(memory, s->size);
    *at = s->next;
    qn_free(s);
    status = HSA_SUCCESS;
  }
  qn_mutex_unlock(&mutex);
  return status;
}
