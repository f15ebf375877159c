// SPDX-License-Identifier: Apache-2.0
// The host's CPU, as a device.
#include "runtime/backends/cpu/cpu.h"
#include "runtime/contract/texture.h"
#include "runtime/backends/cpu/fault.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/backends/cpu/small.h"
#include "runtime/check/check.h"

enum {
  ALIGNMENT = 256,          // bytes, as GPUs' allocators have
  SMALL = 768,              // bytes; with ALIGNMENT added, malloc caches them
  LARGE = 64 * 1024,        // bytes; from here on starts are staggered
  STAGGER = 3 * 512,        // bytes; a multiple of the alignment
  PAGE = 4096,              // from this size on, blocks have pages of their own
  HUGE_ALIGNMENT = 2 << 20, // bytes; of large blocks, for huge pages
  DEVICES_MAX = 64,
};

// AddressSanitizer checks the end of a block, so blocks must not be padded.
#if defined(__SANITIZE_ADDRESS__)
#define ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASAN 1
#endif
#endif
#ifndef ASAN
#define ASAN 0
#endif

// Defined if the program is built with it, even if the runtime is not.
extern void __asan_init(void) __attribute__((weak));
static bool is_watched(void) { return ASAN || __asan_init; }

// ---- The device

static unsigned cpu_probe(char *reason, size_t capacity) {
  const char *asked = getenv("QUERN_CPU_DEVICES");
  const long count = asked ? strtol(asked, NULL, 10) : 1;
  (void)reason;
  (void)capacity;
  return count < 1 ? 1 : count > DEVICES_MAX ? DEVICES_MAX : (unsigned)count;
}

static void cpu_close(void **where) {
  cpu_device *device = *where;
  if (!device)
    return;
  qn_cpu_runners_destroy(device);
  qn_pool_destroy(&device->pool);
  qn_cpu_free_slots(device);
  qn_free(device->streams);
  qn_mutex_finish(&device->slots_mutex);
  qn_mutex_finish(&device->print_mutex);
  qn_mutex_finish(&device->failure_mutex);
  qn_mutex_finish(&device->streams_mutex);
  qn_mutex_finish(&device->exports_mutex);
  qn_free(device);
  *where = NULL;
}

// Bytes of the last-level cache that a program can hope for; a typical size if
// the system does not say. One of hundreds of megabytes is shared by more cores
// and other virtual machines than the system tells (two processors of one of
// 480 MB: copies of 16 MB each take 1.3 times as long with stores through the
// caches, of 32 MB 1.7 times).
static uint64_t cache_size(void) {
  enum { CACHE_MAX = 64 << 20 };
  const char *given = getenv("QUERN_CPU_CACHE");
  if (given && *given)
    return strtoull(given, NULL, 10);
  const long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (l3 <= 0)
    return 32 << 20;
  return l3 < CACHE_MAX ? (uint64_t)l3 : CACHE_MAX;
}

// Whether memory is read and written faster at eight places by turns than in a
// row: on Intel's processors by a tenth to a fifth; on a Zen 5 the latter takes
// 0.55 to 0.75 of the time. There stores past the caches are slower by a tenth,
// too, where what is read around is in them (a stencil).
static bool takes_turns(void) {
  const char *given = getenv("QUERN_CPU_TURNS");
  if (given && *given)
    return strcmp(given, "0") != 0;
#ifdef __x86_64__
  return __builtin_cpu_is("intel") != 0;
#else
  return false;
#endif
}

// The bytes that a line "<key>: <number> kB" of a file states, or 0.
static uint64_t read_kb(const char *path, const char *key) {
  char line[256];
  uint64_t value = 0;
  FILE *file = fopen(path, "re");
  if (!file)
    return 0;
  const size_t size = strlen(key);
  while (fgets(line, sizeof(line), file))
    if (strncmp(line, key, size) == 0) {
      value = strtoull(line + size, NULL, 10) * 1024;
      break;
    }
  fclose(file);
  return value;
}

// Memory of this process that nothing was stored in yet, and that the system
// therefore still counts as available.
static uint64_t untouched(void) {
  const uint64_t reserved = read_kb("/proc/self/status", "VmData:");
  const uint64_t resident = read_kb("/proc/self/status", "RssAnon:");
  return reserved > resident ? reserved - resident : 0;
}

static qn_result cpu_open(unsigned ordinal, const qn_backend_options *options,
                          void **out_device) {
  qn_diag diag = {0};
  cpu_device *device = qn_alloc_array(1, sizeof(*device));
  if (!device)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for the CPU device");
  device->ordinal = ordinal;
  device->options = *options;
  const char *scalar = getenv("QUERN_CPU_SCALAR");
  device->options.scalar |= scalar && strcmp(scalar, "0") != 0;
  device->cache_items = cache_size() / 2 / 4;
  device->takes_turns = takes_turns();
  qn_mutex_init(&device->slots_mutex);
  qn_mutex_init(&device->print_mutex);
  qn_mutex_init(&device->failure_mutex);
  qn_mutex_init(&device->streams_mutex);
  qn_mutex_init(&device->exports_mutex);
  qn_cpu_watch_faults();
  qn_result result = QN_R_OK;
  if (qn_failed(qn_pool_create(options->threads, &device->pool, &diag)))
    result = qn_refuse_diag(&diag, "opening the CPU device");
  if (result == QN_R_OK)
    result = qn_cpu_runners_create(device);
  device->untouched = untouched();
  void *made = device;
  if (result != QN_R_OK)
    cpu_close(&made);
  else
    *out_device = made;
  return result;
}

static void read_model(char *out, size_t size) {
  char line[256];
  snprintf(out, size, "CPU");
  FILE *file = fopen("/proc/cpuinfo", "re");
  if (!file)
    return;
  while (fgets(line, sizeof(line), file)) {
    char *value = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !value)
      continue;
    value[strcspn(value, "\n")] = '\0';
    snprintf(out, size, "%s", value + 2);
    break;
  }
  fclose(file);
}

static uint32_t clock_khz(void) {
  char text[32] = "";
  FILE *file =
      fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "re");
  if (file) {
    if (!fgets(text, sizeof(text), file))
      text[0] = '\0';
    fclose(file);
  }
  const unsigned long khz = strtoul(text, NULL, 10);
  return khz ? (uint32_t)khz : 2000000;
}

// What is left when all that was allocated since the device was opened is used.
static uint64_t memory_free(const cpu_device *device) {
  const uint64_t available = read_kb("/proc/meminfo", "MemAvailable:");
  const uint64_t now = untouched();
  uint64_t promised = now > device->untouched ? now - device->untouched : 0;
  if (qn_check_on(QN_CPU_CHECK_ALL))
    promised = qn_check_live_bytes();
  const uint64_t left = available > promised ? available - promised : 0;
  if (!qn_check_on(QN_CPU_CHECK_ALL))
    return left;
  const uint64_t largest = qn_check_largest(); // on large machines less
  return left < largest ? left : largest;
}

static void cpu_describe(void *user, qn_device_info *info) {
  const cpu_device *device = user;
  const uint32_t width = qn_pool_width(device->pool);
  const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  *info = (qn_device_info){
      .memory_size = read_kb("/proc/meminfo", "MemTotal:"),
      .memory_free = memory_free(device),
      // As __CUDA_ARCH__ in the headers for code on the CPU.
      .compute_major = 8,
      .compute_minor = 9,
      .multiprocessors = width,
      .wave_size = QN_CPU_WARP_SIZE,
      .max_threads = 1024,
      .max_block = {1024, 1024, 64},
      .max_grid = {INT32_MAX, 65535, 65535},
      .max_threads_mp = 2048,
      .max_blocks_mp = 32,
      .shared_size = 48 * 1024,
      .shared_size_optin = 227 * 1024,
      .shared_size_mp = 228 * 1024,
      .registers = 65536,
      .registers_mp = 65536,
      .constant_size = 64 * 1024,
      .clock_khz = clock_khz(),
      .memory_clock_khz = 1600000,
      .memory_bus_bits = 128,
      .l2_size = l2 > 0 ? (uint32_t)l2 : 0,
      .copy_engines = 1,
      .pci_bus = device->ordinal,
      .priority_least = 0,
      .priority_greatest = -1,
      .texture_alignment = ALIGNMENT,
      .texture_pitch_alignment = 32,
      .granularity = HUGE_ALIGNMENT,
      .integrated = true,
      .managed = true,
      .concurrent_managed = true,
      // Other devices do not reach the host's own memory.
      .pageable = !qn_check_on(QN_CPU_CHECK_MEMORY),
      .cooperative = true,
      .host_register = true,
      .shares = true,
      .live_graphs = true,
  };
  qn_texture_limits(info);
  read_model(info->name, sizeof(info->name));
  snprintf(info->target, sizeof(info->target), "%s", qn_target_native()->name);
  memcpy(info->uuid, "quern-cpu", 9);
  info->uuid[15] = (uint8_t)device->ordinal;
}

// Rows of the target table go from the least to the most capable CPU.
static unsigned cpu_fitness(void *device, const qn_target *target) {
  size_t count;
  (void)device;
  if (target->row->family != QN_FAMILY_CPU || !qn_target_runs_here(target->row))
    return 0;
  return 1 + (unsigned)(target->row - qn_target_rows(&count));
}

// ---- Memory

static qn_result out_of_memory(size_t size) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no %zu bytes of memory", size);
}

// In the heap of checks, where all that kernels may access has a record.
static qn_result allocate_checked(const cpu_device *device, qn_memory_kind kind,
                                  size_t size, qn_memory *out) {
  void *block = qn_check_allocate(kind, size, device->ordinal);
  if (!block)
    return out_of_memory(size);
  *out = (qn_memory){.native = block, .address = block, .host = block};
  return QN_R_OK;
}

static qn_result allocate_plain(size_t size, qn_memory *out) {
  void *block;
  const bool large = size >= HUGE_ALIGNMENT;
  const size_t alignment = large          ? HUGE_ALIGNMENT
                           : size >= PAGE ? PAGE
                                          : ALIGNMENT;
  const size_t whole =
      size >= PAGE && !is_watched() ? (size_t)qn_align_up(size, PAGE) : size;
  if (posix_memalign(&block, alignment, whole))
    return out_of_memory(size);
  if (large)
    (void)madvise(block, size, MADV_HUGEPAGE); // only a hint
  *out = (qn_memory){.native = block, .address = block, .host = block};
  return QN_R_OK;
}

// Starts large blocks at different offsets within a page. Processors compare
// only the offset within a page when they check a load against earlier stores
// (4K aliasing): kernels that step through several buffers at equal offsets
// would run two to four times slower.
static qn_result allocate_staggered(size_t size, qn_memory *out) {
  static atomic_uint count;
  const size_t offset =
      atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) * STAGGER %
      PAGE;
  QN_CHECK(allocate_plain(size + offset, out));
  out->address = (char *)out->address + offset;
  out->host = out->address;
  return QN_R_OK;
}

// The C library caches free blocks by size, but its aligned allocation does not
// use that cache, so these blocks are aligned here.
static qn_result allocate_stocked(size_t size, qn_memory *out) {
  char *block = malloc(size + ALIGNMENT);
  if (!block)
    return out_of_memory(size);
  char *aligned = (char *)(uintptr_t)qn_align_up((uintptr_t)block, ALIGNMENT);
  *out = (qn_memory){.native = block, .address = aligned, .host = aligned};
  return QN_R_OK;
}

// Small device memory, which other processes can share if there is room for it
// in the arena.
static qn_result allocate_small(size_t size, qn_memory *out) {
  void *block = qn_cpu_small_allocate(size);
  if (!block)
    return size <= SMALL ? allocate_stocked(size, out)
                         : allocate_plain(size, out);
  *out = (qn_memory){.native = block, .address = block, .host = block};
  return QN_R_OK;
}

// Rows of an array begin at multiples of the alignment of textures.
static qn_result allocate_array(const cpu_device *device,
                                const qn_array_shape *shape, qn_memory *out) {
  enum { ROW_ALIGNMENT = 32 };
  qn_memory layout = {0};
  size_t size;
  QN_CHECK(qn_array_layout(shape, ROW_ALIGNMENT, &layout, &size));
  QN_CHECK(qn_check_on(QN_CPU_CHECK_ALL)
               ? allocate_checked(device, QN_MEMORY_ARRAY, size, out)
               : allocate_plain(size, out));
  out->address = NULL;
  out->host = NULL;
  out->pitch = layout.pitch;
  out->slice = layout.slice;
  return QN_R_OK;
}

static qn_result reserve(const qn_memory_request *request, qn_memory *out) {
  // Reserves more, so as to align it, and unmaps the rest.
  const size_t alignment =
      request->alignment > HUGE_ALIGNMENT ? request->alignment : HUGE_ALIGNMENT;
  const size_t size = request->size;
  char *start = mmap(NULL, size + alignment, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return out_of_memory(size);
  char *aligned = (char *)(uintptr_t)qn_align_up((uintptr_t)start, alignment);
  if (aligned > start)
    munmap(start, (size_t)(aligned - start));
  munmap(aligned + size, alignment - (size_t)(aligned - start));
  *out = (qn_memory){.native = aligned, .address = aligned, .pitch = size};
  return QN_R_OK;
}

// Memory of another process: a duplicate of the descriptor, and its size.
static qn_result import_physical(const qn_memory_request *request,
                                 qn_memory *out) {
  struct stat about;
  const int fd = fcntl(*request->fd, F_DUPFD_CLOEXEC, 0);
  if (fd < 0 || fstat(fd, &about) != 0 || about.st_size <= 0) {
    if (fd >= 0)
      close(fd);
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no descriptor of memory",
                     *request->fd);
  }
  *out = (qn_memory){.native = (void *)(intptr_t)(fd + 1),
                     .pitch = (size_t)about.st_size};
  return QN_R_OK;
}

static qn_result allocate_physical(size_t size, qn_memory *out) {
  const int fd = memfd_create("quern-memory", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, (off_t)size) != 0) {
    if (fd >= 0)
      close(fd);
    return out_of_memory(size);
  }
  // Descriptors start at 0, but NULL means no memory.
  *out = (qn_memory){.native = (void *)(intptr_t)(fd + 1)};
  return QN_R_OK;
}

// ---- Memory shared between processes

// A block whose pages were replaced by shared memory.
typedef struct cpu_export {
  char *address; // of its first page
  size_t size;   // bytes, whole pages
  int fd;
  struct cpu_export *next;
} cpu_export;

// The contents of a token: the exporter's file, which the importing process
// opens through /proc.
typedef struct cpu_token {
  char magic[8];
  int64_t pid;
  int64_t fd;
  uint64_t size;
  uint64_t offset; // of the block in the file, bytes
} cpu_token;
static const char token_magic[8] = "quernipc";

static bool share(cpu_export *e) {
  e->fd = memfd_create("quern-shared", MFD_CLOEXEC);
  if (e->fd < 0)
    return false;
  const char *bytes = e->address;
  for (size_t done = 0; done < e->size;) {
    const ssize_t count = write(e->fd, bytes + done, e->size - done);
    if (count <= 0)
      return false;
    done += (size_t)count;
  }
  return mmap(e->address, e->size, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_FIXED, e->fd, 0) == e->address;
}

static void write_token(const qn_memory_request *request, int fd,
                        size_t offset) {
  cpu_token token = {
      .pid = getpid(), .fd = fd, .size = request->size, .offset = offset};
  memcpy(token.magic, token_magic, sizeof(token.magic));
  memset(request->token, 0, QN_TOKEN_SIZE);
  memcpy(request->token, &token, sizeof(token));
}

// The export of the pages from `first` on, created at the first request; NULL
// when out of memory. With the mutex held.
static cpu_export *find_export(cpu_device *device, char *first, size_t size) {
  cpu_export *e = device->exports;
  while (e && e->address != first)
    e = e->next;
  if (e)
    return e;
  e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return NULL;
  e->address = first;
  e->size = (size_t)qn_align_up(size, PAGE);
  if (share(e)) {
    e->next = device->exports;
    device->exports = e;
    return e;
  }
  if (e->fd >= 0)
    close(e->fd);
  qn_free(e);
  return NULL;
}

// Physical memory is a file already, so it only needs a new descriptor.
static qn_result export_file(const qn_memory_request *request) {
  const int own = (int)(intptr_t)request->host - 1;
  const int fd = fcntl(own, F_DUPFD_CLOEXEC, 0);
  if (fd < 0)
    return qn_refuse(QN_R_OPERATING_SYSTEM, "no descriptor is left");
  *request->fd = fd;
  return QN_R_OK;
}

static qn_result export_memory(cpu_device *device,
                               const qn_memory_request *request) {
  int fd;
  size_t offset;
  if (request->fd)
    return export_file(request);
  if (is_watched())
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the address sanitizer watches this memory, so no other "
                     "process can share it");
  if (qn_cpu_small_find(request->host, &fd, &offset)) {
    write_token(request, fd, offset);
    return QN_R_OK;
  }
  if (request->size < PAGE)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "%zu bytes cannot be shared with another process: the "
                     "system has no memory for that",
                     request->size);
  offset = (uintptr_t)request->host % PAGE;
  qn_mutex_lock(&device->exports_mutex);
  const cpu_export *e = find_export(device, (char *)request->host - offset,
                                    request->size + offset);
  if (e)
    write_token(request, e->fd, offset);
  qn_mutex_unlock(&device->exports_mutex);
  return e ? QN_R_OK : out_of_memory(request->size);
}

// Maps `size` bytes of a file.
static qn_result map_file(int fd, size_t offset, size_t size, qn_memory *out) {
  const size_t within = offset % PAGE;
  struct stat about;
  if (fstat(fd, &about) != 0 || offset > (size_t)about.st_size ||
      size > (size_t)about.st_size - offset)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%zu bytes at %zu are not in the memory of descriptor %d",
                     size, offset, fd);
  char *at =
      mmap(NULL, (size_t)qn_align_up(size + within, PAGE),
           PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(offset - within));
  if (at == MAP_FAILED)
    return out_of_memory(size);
  *out = (qn_memory){
      .native = at, .address = at + within, .host = at + within, .pitch = size};
  return QN_R_OK;
}

static qn_result import_memory(const qn_memory_request *request,
                               qn_memory *out) {
  cpu_token token;
  char path[64];
  memcpy(&token, request->token, sizeof(token));
  if (memcmp(token.magic, token_magic, sizeof(token.magic)) != 0)
    return qn_refuse(QN_R_INVALID_VALUE, "that is no handle of shared memory");
  snprintf(path, sizeof(path), "/proc/%lld/fd/%lld", (long long)token.pid,
           (long long)token.fd);
  const int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "process %lld, which exported the memory, is gone, or is "
                     "not ours",
                     (long long)token.pid);
  const qn_result result =
      map_file(fd, (size_t)token.offset, (size_t)token.size, out);
  close(fd);
  return result;
}

// Turns an exported block into private memory again, before it is freed.
static void take_back(cpu_device *device, const void *address) {
  if (!device->exports)
    return;
  qn_mutex_lock(&device->exports_mutex);
  for (cpu_export **at = &device->exports; *at; at = &(*at)->next) {
    cpu_export *e = *at;
    if (e->address != address)
      continue;
    (void)mmap(e->address, e->size, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    close(e->fd);
    *at = e->next;
    qn_free(e);
    break;
  }
  qn_mutex_unlock(&device->exports_mutex);
}

static void free_block(cpu_device *device, void *block) {
  // One of a pool may be free already.
  if (qn_check_on(QN_CPU_CHECK_ALL) &&
      (qn_check_release(block) || qn_check_in_heap((uintptr_t)block)))
    return;
  take_back(device, block);
  if (!qn_cpu_small_free(block))
    free(block);
}

static qn_result cpu_allocate(void *user, const qn_memory_request *request,
                              qn_memory *out);
static qn_result cpu_release(void *user, qn_memory_kind kind,
                             qn_memory *memory);
// For mipmaps, which write nothing.
static const qn_array_ops array_ops = {.allocate = cpu_allocate,
                                       .release = cpu_release};

static qn_result allocate_kind(cpu_device *device,
                               const qn_memory_request *request,
                               qn_memory *out) {
  switch (request->kind) {
  case QN_MEMORY_EXPORTED:
    return export_memory(device, request);
  case QN_MEMORY_IMPORTED:
    return import_memory(request, out);
  case QN_MEMORY_MAPPED:
    return map_file(*request->fd, request->offset, request->size, out);
  case QN_MEMORY_REGISTERED:
    *out = (qn_memory){.native = request->host,
                       .address = request->host,
                       .host = request->host};
    return QN_R_OK;
  case QN_MEMORY_ARRAY:
    return allocate_array(device, request->shape, out);
  case QN_MEMORY_MIPMAP:
    return qn_mipmap_make(&array_ops, device, request->shape, out);
  case QN_MEMORY_LEVEL:
    *out = qn_mipmap_level(request);
    return QN_R_OK;
  case QN_MEMORY_RESERVED:
    return reserve(request, out);
  case QN_MEMORY_PHYSICAL:
    return request->fd ? import_physical(request, out)
                       : allocate_physical(request->size, out);
  default:
    if (qn_check_on(QN_CPU_CHECK_ALL))
      return allocate_checked(device, request->kind, request->size, out);
    if (request->kind == QN_MEMORY_DEVICE && request->size < PAGE &&
        !is_watched())
      return allocate_small(request->size, out);
    if (request->size <= SMALL && !is_watched())
      return allocate_stocked(request->size, out);
    return request->kind == QN_MEMORY_DEVICE && request->size >= LARGE &&
                   !is_watched()
               ? allocate_staggered(request->size, out)
               : allocate_plain(request->size, out);
  }
}

static bool is_elsewhere(qn_memory_kind kind) {
  return kind == QN_MEMORY_REGISTERED || kind == QN_MEMORY_IMPORTED ||
         kind == QN_MEMORY_MAPPED;
}

static qn_result cpu_allocate(void *user, const qn_memory_request *request,
                              qn_memory *out) {
  QN_CHECK(allocate_kind(user, request, out));
  if (qn_check_on(QN_CPU_CHECK_ALL) && is_elsewhere(request->kind))
    qn_check_know(out->address,
                  request->kind == QN_MEMORY_REGISTERED ? request->size
                                                        : out->pitch,
                  QN_CHECK_MAPPED);
  return QN_R_OK;
}

static qn_result cpu_release(void *user, qn_memory_kind kind,
                             qn_memory *memory) {
  cpu_device *device = user;
  if (qn_check_on(QN_CPU_CHECK_ALL) && is_elsewhere(kind))
    qn_check_forget(memory->address);
  switch (kind) {
  case QN_MEMORY_IMPORTED:
  case QN_MEMORY_MAPPED:
    munmap(memory->native,
           (size_t)qn_align_up(
               (size_t)((char *)memory->address - (char *)memory->native) +
                   memory->pitch,
               PAGE));
    break;
  case QN_MEMORY_REGISTERED:
  case QN_MEMORY_LEVEL:
    break;
  case QN_MEMORY_MIPMAP:
    qn_mipmap_finish(&array_ops, device, memory);
    break;
  case QN_MEMORY_RESERVED:
    munmap(memory->native, memory->pitch);
    break;
  case QN_MEMORY_PHYSICAL:
    close((int)(intptr_t)memory->native - 1);
    break;
  default:
    free_block(device, memory->native);
  }
  *memory = (qn_memory){0};
  return QN_R_OK;
}

static qn_result cpu_map(void *device, const qn_map_request *request) {
  (void)device;
  const int access = (request->read ? PROT_READ : 0) |
                     (request->write ? PROT_READ | PROT_WRITE : 0);
  const void *at =
      request->physical
          ? mmap(request->address, request->size, access,
                 MAP_SHARED | MAP_FIXED, (int)(intptr_t)request->physical - 1,
                 (off_t)request->offset)
          : mmap(request->address, request->size, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                 0);
  if (at == MAP_FAILED)
    return out_of_memory(request->size);
  if (qn_check_on(QN_CPU_CHECK_ALL)) {
    qn_check_forget(request->address);
    if (request->physical)
      qn_check_know(request->address, request->size, QN_CHECK_MAPPED);
  }
  return QN_R_OK;
}

static qn_result cpu_peer(void *device, void *peer, bool enable) {
  // CPU devices share the host's memory.
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_peer(((const cpu_device *)device)->ordinal,
                  ((const cpu_device *)peer)->ordinal, enable);
  return QN_R_OK;
}

static qn_result cpu_occupancy(void *device, void *function, uint32_t threads,
                               size_t shared_size, int *out_blocks) {
  enum { THREADS = 2048, BLOCKS = 32, SHARED = 228 * 1024 };
  (void)device;
  const cpu_function *f = function;
  const size_t shared =
      shared_size + (size_t)qn_figure_or(f->kernel->resources.shared_static, 0);
  size_t blocks = THREADS / threads;
  if (blocks > BLOCKS)
    blocks = BLOCKS;
  if (shared && SHARED / shared < blocks)
    blocks = SHARED / shared;
  *out_blocks = (int)blocks;
  return QN_R_OK;
}

const qn_backend qn_backend_cpu = {
    .name = "cpu",
    .summary = "this machine's CPU",
    .on_host = true,
    .probe = cpu_probe,
    .open = cpu_open,
    .close = cpu_close,
    .describe = cpu_describe,
    .fitness = cpu_fitness,
    .allocate = cpu_allocate,
    .release = cpu_release,
    .map = cpu_map,
    .texture = qn_cpu_texture,
    .peer = cpu_peer,
    .load = qn_cpu_load,
    .unload = qn_cpu_unload,
    .function = qn_cpu_function,
    .variable = qn_cpu_variable,
    .occupancy = cpu_occupancy,
    .stream_create = qn_cpu_stream_create,
    .stream_destroy = qn_cpu_stream_destroy,
    .submit = qn_cpu_submit,
    .stream_wait = qn_cpu_stream_wait,
    .event_create = qn_cpu_event_create,
    .event_destroy = qn_cpu_event_destroy,
    .event_wait = qn_cpu_event_wait,
    .event_elapsed = qn_cpu_event_elapsed,
};
