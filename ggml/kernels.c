// SPDX-License-Identifier: Apache-2.0
// Kernels by their names: found in the folders of the environment, or beside
// this library, loaded when they are first asked for, and kept.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "quern/store.h"

enum { SETS_MAX = 32, BUCKETS = 4096 };

typedef struct kernel {
  struct kernel *next;
  const char *set;
  char symbol[QG_SYMBOL];
  hipFunction_t function; // NULL: there is none
} kernel;

typedef struct set {
  const char *name;
  hipModule_t module; // NULL: there is none
} set;

typedef struct qg_kernels {
  pthread_mutex_t lock;
  set sets[SETS_MAX];
  size_t set_count;
  kernel *buckets[BUCKETS];
} qg_kernels;

static pthread_mutex_t creation = PTHREAD_MUTEX_INITIALIZER;
static quern_store *store; // never destroyed: kernels of it may be in use

// The folder that this library comes with: ggml-kernels beside it.
static void add_own_folder(void) {
  Dl_info about;
  char path[4096];
  if (!dladdr((void *)(uintptr_t)add_own_folder, &about) || !about.dli_fname)
    return;
  const char *slash = strrchr(about.dli_fname, '/');
  snprintf(path, sizeof(path), "%.*sggml-kernels",
           slash ? (int)(slash + 1 - about.dli_fname) : 0, about.dli_fname);
  quern_error error = QUERN_ERROR_INIT;
  const quern_status status = quern_store_add(store, path, &error);
  if (status != QUERN_OK && status != QUERN_E_NOT_FOUND)
    GGML_LOG_WARN("quern: %s: %s\n", path, error.message);
}

static qg_kernels *kernels_of(qg_device *device) {
  quern_error error = QUERN_ERROR_INIT;
  pthread_mutex_lock(&creation);
  if (!store) {
    if (quern_store_create(QUERN_STORE_ENVIRONMENT, &store, &error) != QUERN_OK)
      GGML_LOG_ERROR("quern: %s\n", error.message);
    else
      add_own_folder();
  }
  if (!device->kernels && store) {
    device->kernels = calloc(1, sizeof(*device->kernels));
    if (device->kernels)
      pthread_mutex_init(&device->kernels->lock, NULL);
  }
  pthread_mutex_unlock(&creation);
  return device->kernels;
}

static hipModule_t load_set(const qg_device *device, const char *name) {
  char tried[QUERN_STORE_TRIED_SIZE] = "";
  quern_store_query query = QUERN_STORE_QUERY_INIT;
  quern_store_kernel found = QUERN_STORE_KERNEL_INIT;
  quern_error error = QUERN_ERROR_INIT;
  hipModule_t module = NULL;
  query.device = device->target;
  query.name = name;
  query.tried = tried;
  query.tried_size = sizeof(tried);
  if (quern_store_find(store, &query, &found, &error) != QUERN_OK) {
    GGML_LOG_WARN("quern: %s has no kernels '%s' for %s: %s\n%s", device->name,
                  name, device->target, error.message, tried);
    return NULL;
  }
  if (!qg_enter(device) || !qg_good(hipModuleLoadData(&module, found.code),
                                    "could not load kernels"))
    return NULL;
  return module;
}

static hipModule_t set_module(qg_device *device, qg_kernels *all,
                              const char *name) {
  for (size_t i = 0; i < all->set_count; ++i)
    if (strcmp(all->sets[i].name, name) == 0)
      return all->sets[i].module;
  if (all->set_count == SETS_MAX)
    return NULL;
  set *added = &all->sets[all->set_count++];
  *added = (set){name, load_set(device, name)};
  return added->module;
}

static size_t bucket_of(const char *symbol) {
  uint64_t hash = 14695981039346656037u;
  for (; *symbol; ++symbol)
    hash = (hash ^ (uint8_t)*symbol) * 1099511628211u;
  return (size_t)(hash % BUCKETS);
}

static kernel *add_kernel(qg_device *device, qg_kernels *all, const char *name,
                          const char *symbol, kernel **bucket) {
  kernel *added = calloc(1, sizeof(*added));
  if (!added)
    return NULL;
  added->set = name;
  snprintf(added->symbol, sizeof(added->symbol), "%s", symbol);
  const hipModule_t module = set_module(device, all, name);
  if (module &&
      hipModuleGetFunction(&added->function, module, symbol) != hipSuccess)
    added->function = NULL;
  added->next = *bucket;
  *bucket = added;
  return added;
}

hipFunction_t qg_kernel(qg_device *device, const char *name,
                        const char *symbol) {
  qg_kernels *all = kernels_of(device);
  if (!all)
    return NULL;
  pthread_mutex_lock(&all->lock);
  kernel **bucket = &all->buckets[bucket_of(symbol)];
  kernel *at = *bucket;
  while (at && (strcmp(at->symbol, symbol) != 0 || strcmp(at->set, name) != 0))
    at = at->next;
  if (!at)
    at = add_kernel(device, all, name, symbol, bucket);
  pthread_mutex_unlock(&all->lock);
  return at ? at->function : NULL;
}
