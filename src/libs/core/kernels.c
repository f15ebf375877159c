// SPDX-License-Identifier: Apache-2.0
#include "libs/core/kernels.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/install.h"
#include "base/system/log.h"
#include "hip/core/api.h"
#include "runtime/check/check.h"

enum { PATH_SIZE = 4096, KERNELS_MAX = 64, NAME_SIZE = 32 };

typedef struct named {
  char name[NAME_SIZE];
  hipFunction_t kernel;
} named;

typedef struct qn_libs_loaded {
  struct qn_libs_loaded *next;
  int device;
  unsigned generation;    // of the device: a reset ends what was loaded
  hipModule_t module;     // NULL: it cannot be loaded, and is not tried again
  char reason[PATH_SIZE]; // why
  named kernels[KERNELS_MAX];
  size_t count;
} loaded;

// On that device, whichever is the thread's.
static hipError_t load_on(int device, const char *path, hipModule_t *out) {
  int before = 0;
  hipError_t error = hipGetDevice(&before);
  if (error == hipSuccess)
    error = hipSetDevice(device);
  if (error != hipSuccess)
    return error;
  qn_check_ours = true;
  error = hipModuleLoad(out, path);
  qn_check_ours = false;
  (void)hipSetDevice(before);
  return error;
}

static void load(const qn_libs_bundle *bundle, loaded *l) {
  char path[PATH_SIZE];
  l->module = NULL;
  l->count = 0;
  if (!qn_install_find(bundle->file, path, sizeof(path)))
    snprintf(l->reason, sizeof(l->reason), "there is no %s below lib/quern",
             bundle->file);
  else if (load_on(l->device, path, &l->module) != hipSuccess) {
    l->module = NULL;
    snprintf(l->reason, sizeof(l->reason), "%s: %s", bundle->file, qn_reason());
  }
  if (!l->module)
    QN_DEBUG("libs", "%s", l->reason);
}

// With the mutex held.
static loaded *find(qn_libs_bundle *bundle, const qn_device *device) {
  const unsigned generation = atomic_load(&device->generation);
  loaded *l = bundle->loaded;
  while (l && l->device != device->ordinal)
    l = l->next;
  if (l && l->generation == generation)
    return l;
  if (!l) {
    l = qn_alloc_array(1, sizeof(*l));
    if (!l)
      return NULL;
    l->next = bundle->loaded;
    bundle->loaded = l;
  }
  l->device = device->ordinal;
  l->generation = generation;
  load(bundle, l);
  return l;
}

static hipFunction_t find_kernel(loaded *l, const char *name) {
  hipFunction_t kernel = NULL;
  for (size_t i = 0; i < l->count; ++i)
    if (strcmp(l->kernels[i].name, name) == 0)
      return l->kernels[i].kernel;
  if (hipModuleGetFunction(&kernel, l->module, name) != hipSuccess)
    return NULL;
  if (l->count < KERNELS_MAX) {
    snprintf(l->kernels[l->count].name, NAME_SIZE, "%s", name);
    l->kernels[l->count++].kernel = kernel;
  }
  return kernel;
}

hipFunction_t qn_libs_kernel(qn_libs_bundle *bundle, int ordinal,
                             const char *name) {
  qn_device *device;
  hipFunction_t kernel = NULL;
  if (qn_device_get(ordinal, &device) != QN_R_OK)
    return NULL;
  pthread_mutex_lock(&bundle->mutex);
  loaded *l = find(bundle, device);
  if (l && l->module)
    kernel = find_kernel(l, name);
  else if (l)
    (void)qn_refuse(QN_R_NOT_SUPPORTED, "%s", l->reason);
  pthread_mutex_unlock(&bundle->mutex);
  return kernel;
}

uint64_t qn_libs_memory_size(int ordinal) {
  const qn_device *device = qn_device_at(ordinal);
  return device ? device->info.memory_size : 0;
}

bool qn_libs_fits(const qn_libs_launch *launch) {
  enum { SIDE_MAX = 65535 };
  return launch->grid[0] <= INT32_MAX / 1024 && launch->grid[1] <= SIDE_MAX &&
         launch->grid[2] <= SIDE_MAX;
}

hipError_t qn_libs_launch_on(hipStream_t stream, const qn_libs_launch *launch) {
  void *args[] = {(void *)(uintptr_t)launch->args};
  return hipModuleLaunchKernel(
      launch->kernel, (unsigned)launch->grid[0], (unsigned)launch->grid[1],
      (unsigned)launch->grid[2], launch->threads, 1, 1, 0, stream, args, NULL);
}
