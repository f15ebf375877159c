// SPDX-License-Identifier: Apache-2.0
// Registration of kernels with descriptions of their arguments:
// include/vortex_hip_runtime.h.
#include <vortex_hip_runtime.h>

#include <pthread.h>
#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "hip/core/vortex_launch.h"

enum {
  ALIGNMENT_MAX = 4096,
  ARGUMENTS_MAX = 1 << 16,
  BLOCK_MAX = 1 << 20, // bytes
};

typedef struct kernel {
  struct kernel *next;
  size_t references;
  char *name;
  const void *binary;
  size_t binary_size;
  size_t count;
  size_t block_size; // after the last argument
  hipKernelArgumentMetadata *arguments;
} kernel;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kernel *kernels;
static hipMetadataLauncher launcher;
static void *launcher_user;

// ---- Registration

// Each argument lies after the one before it, so none overlap.
static bool check_arguments(const hipKernelArgumentMetadata *a, size_t count,
                            size_t *out_size) {
  size_t end = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t alignment = a[i].alignment;
    if (alignment == 0 || alignment > ALIGNMENT_MAX ||
        (alignment & (alignment - 1)) || a[i].offset % alignment ||
        a[i].offset < end || a[i].size > BLOCK_MAX ||
        a[i].offset > BLOCK_MAX - a[i].size ||
        (a[i].is_pointer && a[i].size != 4 && a[i].size != 8))
      return false;
    end = a[i].offset + a[i].size;
  }
  *out_size = end;
  return true;
}

static void free_kernel(kernel *k) {
  qn_free(k->arguments);
  qn_free(k->name);
  qn_free(k);
}

static kernel *make_kernel(const char *name, size_t count,
                           const hipKernelArgumentMetadata *metadata) {
  const size_t size = strlen(name) + 1;
  kernel *k = qn_alloc_array(1, sizeof(*k));
  if (!k)
    return NULL;
  k->name = qn_alloc(size);
  k->arguments = qn_alloc_array(count, sizeof(*metadata));
  if (!k->name || !k->arguments) {
    free_kernel(k);
    return NULL;
  }
  memcpy(k->name, name, size);
  if (count)
    memcpy(k->arguments, metadata, count * sizeof(*metadata));
  k->count = count;
  k->references = 1;
  return k;
}

static bool same_arguments(const kernel *a, const kernel *b) {
  if (a->count != b->count)
    return false;
  for (size_t i = 0; i < a->count; ++i) {
    const hipKernelArgumentMetadata *x = &a->arguments[i];
    const hipKernelArgumentMetadata *y = &b->arguments[i];
    if (x->offset != y->offset || x->size != y->size ||
        x->alignment != y->alignment || !x->is_pointer != !y->is_pointer)
      return false;
  }
  return true;
}

static kernel *find_same(const kernel *wanted) {
  for (kernel *k = kernels; k; k = k->next)
    if (k->binary == wanted->binary && k->binary_size == wanted->binary_size &&
        strcmp(k->name, wanted->name) == 0 && same_arguments(k, wanted))
      return k;
  return NULL;
}

hipError_t __hipRegisterFunctionWithMetadata(
    void **handle, const char *name, const void *binary, size_t size,
    size_t argument_count, const hipKernelArgumentMetadata *metadata) {
  size_t block_size = 0;
  if (!handle || !name || !*name || (!binary && size) ||
      argument_count > ARGUMENTS_MAX || (argument_count && !metadata) ||
      !check_arguments(metadata, argument_count, &block_size))
    return hipErrorInvalidValue;
  kernel *made = make_kernel(name, argument_count, metadata);
  if (!made)
    return hipErrorOutOfMemory;
  made->binary = binary;
  made->binary_size = size;
  made->block_size = block_size;
  pthread_mutex_lock(&lock);
  kernel *same = find_same(made);
  if (same) {
    ++same->references;
  } else {
    made->next = kernels;
    kernels = made;
  }
  *handle = same ? same : made;
  pthread_mutex_unlock(&lock);
  if (same)
    free_kernel(made);
  return hipSuccess;
}

// The kernel of a handle, or NULL. Called with the lock held.
static kernel **find_handle(const void *handle) {
  for (kernel **at = &kernels; *at; at = &(*at)->next)
    if (*at == handle)
      return at;
  return NULL;
}

hipError_t __hipUnregisterFunctionWithMetadata(void *handle) {
  kernel *dead = NULL;
  pthread_mutex_lock(&lock);
  kernel **at = find_handle(handle);
  if (at && --(*at)->references == 0) {
    dead = *at;
    *at = dead->next;
  }
  pthread_mutex_unlock(&lock);
  if (dead)
    free_kernel(dead);
  return at ? hipSuccess : hipErrorInvalidHandle;
}

__attribute__((destructor)) static void unregister_all(void) {
  while (kernels) {
    kernel *next = kernels->next;
    free_kernel(kernels);
    kernels = next;
  }
}

// ---- Arguments

// Stores a host pointer in the device's pointer size; false if it does not fit.
static bool store_pointer(const void *from, size_t size, uint8_t *to) {
  uintptr_t value;
  memcpy(&value, from, sizeof(value));
  const uint64_t wide = value;
  if (size < sizeof(wide) && wide >> (8 * size))
    return false;
  for (size_t i = 0; i < size; ++i) // devices are little-endian
    to[i] = (uint8_t)(wide >> 8 * i);
  return true;
}

static hipError_t pack(const kernel *k, void *const *arguments, void *block,
                       size_t room) {
  uint8_t *to = block;
  if (room < k->block_size || (k->count && !arguments))
    return hipErrorInvalidValue;
  if (k->block_size)
    memset(to, 0, k->block_size);
  for (size_t i = 0; i < k->count; ++i) {
    const hipKernelArgumentMetadata *a = &k->arguments[i];
    if (!arguments[i])
      return hipErrorInvalidValue;
    if (!a->is_pointer)
      memcpy(to + a->offset, arguments[i], a->size);
    else if (!store_pointer(arguments[i], a->size, to + a->offset))
      return hipErrorInvalidValue;
  }
  return hipSuccess;
}

// Takes a reference to a kernel, so that it stays while another thread
// unregisters it.
static kernel *borrow(void *handle) {
  pthread_mutex_lock(&lock);
  kernel **at = find_handle(handle);
  kernel *k = at ? *at : NULL;
  if (k)
    ++k->references;
  pthread_mutex_unlock(&lock);
  return k;
}

hipError_t __hipMarshalArguments(void *handle, void *const *arguments,
                                 void *block, size_t *size) {
  kernel *k = borrow(handle);
  hipError_t result = hipSuccess;
  if (!k)
    return hipErrorInvalidHandle;
  if (!size)
    result = hipErrorInvalidValue;
  else if (block)
    result = pack(k, arguments, block, *size);
  if (result == hipSuccess)
    *size = k->block_size;
  (void)__hipUnregisterFunctionWithMetadata(k);
  return result;
}

hipError_t __hipLaunchKernelWithMetadata(void *handle, dim3 grid, dim3 block,
                                         void **arguments, size_t shared,
                                         hipStream_t stream) {
  enum { USUAL = 1024 };
  alignas(16) uint8_t usual[USUAL];
  kernel *k = borrow(handle);
  if (!k)
    return hipErrorInvalidHandle;
  uint8_t *packed = k->block_size > USUAL ? qn_alloc(k->block_size) : usual;
  hipError_t result =
      packed ? pack(k, arguments, packed, k->block_size) : hipErrorOutOfMemory;
  pthread_mutex_lock(&lock);
  const hipMetadataLauncher launch = launcher;
  void *user = launcher_user;
  pthread_mutex_unlock(&lock);
  if (result == hipSuccess) {
    const hipMetadataLaunch what = {
        .name = k->name,
        .binary = k->binary,
        .binary_size = k->binary_size,
        .arguments = packed,
        .arguments_size = k->block_size,
        .grid = {grid.x, grid.y, grid.z},
        .block = {block.x, block.y, block.z},
        .shared = shared,
        .stream = stream,
    };
    result = launch ? launch(user, &what) : qn_vortex_launch(&what);
  }
  if (packed != usual)
    qn_free(packed);
  (void)__hipUnregisterFunctionWithMetadata(k);
  return result;
}

void __hipSetMetadataLauncher(hipMetadataLauncher function, void *user) {
  pthread_mutex_lock(&lock);
  launcher = function;
  launcher_user = user;
  pthread_mutex_unlock(&lock);
}
