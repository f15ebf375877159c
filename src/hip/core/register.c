// SPDX-License-Identifier: Apache-2.0
// The registration ABI, as clang 22 emits it (docs/registration.md).
//
// Constructors of the program call it before main, so nothing here opens a
// device or parses an image: code is loaded at the first use of one of its
// kernels or variables on a device.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "hip/core/registered.h"
#include "runtime/core/handles.h"

enum {
  WRAPPER_MAGIC = 0x48495046, // "HIPF"
  CUDA_MAGIC = 0x466243b1,
  PAGE = 4096,
};

typedef struct wrapper {
  uint32_t magic, version;
  const void *binary;
  void *unused;
} wrapper;

// Code loaded for one device.
typedef struct loaded {
  qn_module *module;
  unsigned generation; // of the device
} loaded;

typedef struct qn_hip_managed {
  void **host; // the program's pointer
  void *memory;
  const char *name;
  size_t size;
  struct qn_hip_managed *next;
} managed;

typedef struct qn_hip_fat_binary {
  const void *image; // the program's; valid while it is registered
  size_t size;
  qn_mutex mutex; // of `loaded`
  loaded loaded[QN_DEVICES_MAX];
  managed *managed;
  struct qn_hip_fat_binary *next;
} fat_binary;

// ---- The table of host addresses

static qn_mutex mutex = QN_MUTEX_INIT; // of writing, and of the list
_Atomic(qn_hip_table *) qn_hip_table_now;
static size_t address_count; // slots in use, removed ones too
static fat_binary *binaries;
// What is no more, but may still be read: known, so that it is no leak.
static fat_binary *gone;
static qn_hip_registered *dropped;
static qn_hip_registered removed; // marks a deleted slot (tombstone)

static void put(qn_hip_table *t, qn_hip_registered *r) {
  for (size_t i = qn_hip_hash(r->host);; ++i) {
    qn_hip_registered *there =
        atomic_load_explicit(&t->slots[i & t->mask], memory_order_relaxed);
    if (!there || there == &removed || there->host == r->host) {
      atomic_store_explicit(&t->slots[i & t->mask], r, memory_order_release);
      return;
    }
  }
}

static bool grow(void) {
  qn_hip_table *old = atomic_load(&qn_hip_table_now);
  const size_t capacity = old ? (old->mask + 1) * 2 : 64;
  qn_hip_table *t = qn_alloc_array(
      1, sizeof(*t) + capacity * sizeof(_Atomic(qn_hip_registered *)));
  if (!t)
    return false;
  t->mask = capacity - 1;
  t->old = old;
  address_count = 0;
  for (size_t i = 0; old && i <= old->mask; ++i) {
    qn_hip_registered *r = atomic_load(&old->slots[i]);
    if (r && r != &removed) {
      put(t, r);
      ++address_count;
    }
  }
  atomic_store(&qn_hip_table_now, t);
  return true;
}

static qn_hip_registered *add_address(fat_binary *owner, const void *host,
                                      const char *name, size_t size) {
  qn_hip_registered *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return NULL;
  r->owner = owner;
  r->host = host;
  r->name = name;
  r->size = size;
  qn_mutex_lock(&mutex);
  qn_hip_table *t = atomic_load(&qn_hip_table_now);
  const bool good = (t && address_count * 2 < t->mask) || grow();
  if (good) {
    put(atomic_load(&qn_hip_table_now), r);
    ++address_count;
  }
  qn_mutex_unlock(&mutex);
  if (good)
    return r;
  qn_free(r);
  return NULL;
}

// ---- Loading

// Names of static kernels and variables end with a hash of their file,
// ".intern.<hex>" or ".static.<hex>". PTX does not allow dots, so images for
// NVIDIA have "__" instead.
static bool without_dots(const char *name, char *out, size_t capacity) {
  const char *at = strstr(name, ".intern.");
  if (!at)
    at = strstr(name, ".static.");
  if (!at)
    return false;
  const int size = snprintf(out, capacity, "%.*s__%.6s__%s", (int)(at - name),
                            name, at + 1, at + 8);
  return size > 0 && (size_t)size < capacity;
}

enum { NAME_SIZE = 4096 };

static qn_status find_kernel(const qn_module *module, const char *name,
                             const qn_kernel **out, qn_diag *diag) {
  char other[NAME_SIZE];
  if (without_dots(name, other, sizeof(other)) &&
      !qn_failed(qn_module_find(module, qn_str_from(other), out, NULL)))
    return qn_ok();
  return qn_module_find(module, qn_str_from(name), out, diag);
}

static qn_status find_variable(qn_module *module, const char *name,
                               const qn_variable **out, qn_diag *diag) {
  char other[NAME_SIZE];
  if (without_dots(name, other, sizeof(other)) &&
      !qn_failed(qn_module_variable(module, qn_str_from(other), out, NULL)))
    return qn_ok();
  return qn_module_variable(module, qn_str_from(name), out, diag);
}

// Kernels reach managed variables through pointers in their image.
static qn_status set_managed(const fat_binary *b, qn_module *module,
                             qn_device *device, qn_diag *diag) {
  for (const managed *m = b->managed; m; m = m->next) {
    const qn_variable *v;
    qn_op op;
    if (qn_failed(find_variable(module, m->name, &v, NULL)))
      continue; // not in the image, as no kernel uses it
    if (!device->info.pageable) {
      const qn_memory_request request = {.kind = QN_MEMORY_REGISTERED,
                                         .size = (m->size + PAGE - 1) &
                                                 ~(size_t)(PAGE - 1),
                                         .host = m->memory};
      void *address;
      qn_range range;
      if (!qn_memory_find(m->memory, &range))
        QN_TRY(qn_result_status(qn_memory_allocate(device, &request, &address),
                                diag));
    }
    QN_TRY(qn_result_status(qn_copy_plain(v->address, &m->memory,
                                          sizeof(m->memory),
                                          QN_COPY_HOST_TO_DEVICE, &op),
                            diag));
    QN_TRY(qn_result_status(
        qn_copy_submit(qn_stream_null(device), &op, QN_WAIT_ALWAYS), diag));
  }
  return qn_ok();
}

static qn_result load(fat_binary *b, qn_device *device, qn_module **out) {
  qn_diag diag = {0};
  qn_span image = {b->image, b->size};
  qn_status status = qn_ok();
  if (b->image && !b->size)
    status = qn_hip_image(b->image, &image, &diag);
  if (!qn_failed(status))
    status = qn_module_open(image, device, out, &diag);
  if (qn_failed(status)) {
    (void)qn_refuse_diag(&diag, "loading the program's own code");
    return diag.code == QN_E_NOT_FOUND ? QN_R_NO_BINARY : QN_R_INVALID_IMAGE;
  }
  if (qn_failed(set_managed(b, *out, device, &diag))) {
    qn_module_close(out);
    return qn_refuse_diag(&diag, "setting managed variables");
  }
  return QN_R_OK;
}

static qn_result module_of(fat_binary *b, qn_device *device, qn_module **out) {
  loaded *l = &b->loaded[device->ordinal];
  qn_result result = QN_R_OK;
  qn_mutex_lock(&b->mutex);
  const unsigned generation = atomic_load(&device->generation);
  if (l->module && l->generation != generation)
    qn_module_close(&l->module);
  if (!l->module) {
    result = load(b, device, &l->module);
    l->generation = generation;
  }
  *out = l->module;
  qn_mutex_unlock(&b->mutex);
  return result;
}

qn_result qn_hip_load_function(qn_hip_registered *r, const void *host,
                               qn_device *device, qn_function **out) {
  qn_module *module;
  const qn_kernel *kernel;
  qn_diag diag = {0};
  if (!r || r->size)
    return qn_refuse(QN_R_INVALID_FUNCTION,
                     "%p is no kernel that the program registered", host);
  const unsigned generation = atomic_load(&device->generation);
  QN_CHECK(module_of(r->owner, device, &module));
  if (qn_failed(find_kernel(module, r->name, &kernel, &diag))) {
    (void)qn_refuse_diag(&diag, "looking a kernel up");
    return QN_R_INVALID_FUNCTION;
  }
  QN_CHECK(qn_module_function(module, kernel, out));
  // The generation is stored last: whoever sees it also sees the function.
  atomic_store(&r->found[device->ordinal].function, *out);
  atomic_store(&r->found[device->ordinal].generation, generation);
  return QN_R_OK;
}

qn_result qn_hip_function(const void *host, qn_device *device,
                          qn_function **out) {
  return qn_hip_find_function(host, device, out);
}

const char *qn_hip_kernel_name(const void *host) {
  const qn_hip_registered *r = qn_hip_find_registered(host);
  return r && !r->size ? r->name : NULL;
}

qn_result qn_hip_symbol(const void *host, qn_device *device, void **out_address,
                        size_t *out_size) {
  qn_module *module;
  const qn_variable *variable;
  qn_diag diag = {0};
  const qn_hip_registered *r = qn_hip_find_registered(host);
  if (!r || !r->size)
    return qn_refuse(QN_R_INVALID_SYMBOL,
                     "%p is no device variable that the program registered",
                     host);
  if (r->managed) {
    *out_address = r->managed->memory;
    *out_size = r->size;
    return QN_R_OK;
  }
  QN_CHECK(module_of(r->owner, device, &module));
  if (qn_failed(find_variable(module, r->name, &variable, &diag))) {
    (void)qn_refuse_diag(&diag, "looking a variable up");
    return QN_R_INVALID_SYMBOL;
  }
  *out_address = variable->address;
  *out_size = r->size;
  return QN_R_OK;
}

// ---- Registering

// Whether all of the program's own code has an image for such a device.
static bool serves(const qn_backend *backend, void *native) {
  bool good = true;
  qn_mutex_lock(&mutex);
  for (const fat_binary *b = binaries; b && good; b = b->next)
    good = qn_module_fits((qn_span){b->image, b->size}, backend, native);
  qn_mutex_unlock(&mutex);
  return good;
}

static void forget_device(qn_device *device) {
  qn_mutex_lock(&mutex);
  for (fat_binary *b = binaries; b && device->ordinal >= 0; b = b->next) {
    qn_mutex_lock(&b->mutex);
    qn_module_close(&b->loaded[device->ordinal].module);
    qn_mutex_unlock(&b->mutex);
  }
  qn_mutex_unlock(&mutex);
}

void **__hipRegisterFatBinary(const void *data);
void **__hipRegisterFatBinary(const void *data) {
  const wrapper *w = data;
  fat_binary *b = qn_alloc_array(1, sizeof(*b));
  if (!b)
    abort(); // before main nobody could handle an error
  qn_runtime_log_init();
  qn_mutex_init(&b->mutex);
  if (w && (w->magic == WRAPPER_MAGIC || w->magic == CUDA_MAGIC)) {
    b->image = w->binary;
    qn_span image = {0};
    if (w->binary && !qn_failed(qn_hip_image(w->binary, &image, NULL)))
      b->size = image.size; // else loading it reports the reason
  }
  QN_DEBUG("register", "fat binary %p, %zu bytes", b->image, b->size);
  qn_mutex_lock(&mutex);
  b->next = binaries;
  binaries = b;
  qn_device_set_serves(serves);
  qn_device_on_reset(forget_device);
  qn_mutex_unlock(&mutex);
  return (void **)b;
}

int __hipRegisterFunction(void **handle, const void *host, char *device,
                          const char *name, unsigned limit, void *tid,
                          void *bid, void *block, void *grid, int *warp_size);
int __hipRegisterFunction(void **handle, const void *host, char *device,
                          const char *name, unsigned limit, void *tid,
                          void *bid, void *block, void *grid, int *warp_size) {
  (void)device;
  (void)limit;
  (void)tid;
  (void)bid;
  (void)block;
  (void)grid;
  (void)warp_size;
  QN_DEBUG("register", "kernel %s", name);
  return add_address((fat_binary *)handle, host, name, 0) ? 0 : 1;
}

void __hipRegisterVar(void **handle, void *host, char *device, const char *name,
                      int is_extern, size_t size, int constant, int zero);
void __hipRegisterVar(void **handle, void *host, char *device, const char *name,
                      int is_extern, size_t size, int constant, int zero) {
  (void)device;
  (void)is_extern;
  (void)constant;
  (void)zero;
  QN_DEBUG("register", "variable %s, %zu bytes", name, size);
  (void)add_address((fat_binary *)handle, host, name, size ? size : 1);
}

// The host may read *host without any call first, so memory is allocated here;
// page-aligned, so that devices can map it.
void __hipRegisterManagedVar(void **handle, void **host, void *initial,
                             const char *name, size_t size, unsigned alignment);
void __hipRegisterManagedVar(void **handle, void **host, void *initial,
                             const char *name, size_t size,
                             unsigned alignment) {
  fat_binary *b = (fat_binary *)handle;
  managed *m = qn_alloc_array(1, sizeof(*m));
  const size_t whole = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
  if (m) // never freed: the program keeps its address
    m->memory = qn_alloc_aligned(alignment > PAGE ? alignment : PAGE,
                                 whole ? whole : PAGE);
  if (!m || !m->memory)
    abort();
  m->host = host;
  m->name = name;
  m->size = size;
  if (initial)
    memcpy(m->memory, initial, size);
  else
    memset(m->memory, 0, size);
  *host = m->memory;
  QN_DEBUG("register", "managed variable %s, %zu bytes", name, size);
  qn_mutex_lock(&b->mutex);
  m->next = b->managed;
  b->managed = m;
  qn_mutex_unlock(&b->mutex);
  // Programs pass the address of the pointer, or the pointer.
  qn_hip_registered *by_pointer =
      add_address(b, (const void *)host, name, size);
  qn_hip_registered *by_value = add_address(b, m->memory, name, size);
  if (by_pointer)
    by_pointer->managed = m;
  if (by_value)
    by_value->managed = m;
}

bool qn_hip_managed_variable(const void *address, void **out_start,
                             size_t *out_size) {
  bool found = false;
  qn_mutex_lock(&mutex);
  for (fat_binary *b = binaries; b && !found; b = b->next) {
    qn_mutex_lock(&b->mutex);
    for (const managed *m = b->managed; m && !found; m = m->next) {
      const uintptr_t start = (uintptr_t)m->memory;
      found = (uintptr_t)address - start < m->size;
      if (found) {
        *out_start = m->memory;
        *out_size = m->size;
      }
    }
    qn_mutex_unlock(&b->mutex);
  }
  qn_mutex_unlock(&mutex);
  return found;
}

void __hipRegisterTexture(void **handle, const void *host, char *device,
                          const char *name, int dimensions, int normalized,
                          int is_extern);
void __hipRegisterTexture(void **handle, const void *host, char *device,
                          const char *name, int dimensions, int normalized,
                          int is_extern) {
  (void)device;
  (void)dimensions;
  (void)normalized;
  (void)is_extern;
  (void)add_address((fat_binary *)handle, host, name, sizeof(uint64_t));
}

void __hipRegisterSurface(void **handle, const void *host, char *device,
                          const char *name, int dimensions, int is_extern);
void __hipRegisterSurface(void **handle, const void *host, char *device,
                          const char *name, int dimensions, int is_extern) {
  __hipRegisterTexture(handle, host, device, name, dimensions, 0, is_extern);
}

static bool is_idle(int ordinal) {
  const qn_device *device = qn_device_at(ordinal);
  return !device || !atomic_load(&device->native) ||
         !atomic_load(&device->dirty) ||
         device->backend->stream_wait(
             qn_stream_null((qn_device *)(uintptr_t)device)->native, false) !=
             QN_R_NOT_READY;
}

static void drop_addresses(const fat_binary *b) {
  qn_hip_table *t = atomic_load(&qn_hip_table_now);
  for (size_t i = 0; t && i <= t->mask; ++i) {
    qn_hip_registered *r = atomic_load(&t->slots[i]);
    if (!r || r == &removed || r->owner != b)
      continue;
    atomic_store(&t->slots[i], &removed); // not freed: readers take no lock
    r->dropped = dropped;
    dropped = r;
  }
}

// At dlclose and at exit. Code that may still run stays loaded.
void __hipUnregisterFatBinary(void **handle);
void __hipUnregisterFatBinary(void **handle) {
  fat_binary *b = (fat_binary *)handle;
  qn_mutex_lock(&mutex);
  for (fat_binary **at = &binaries; *at; at = &(*at)->next)
    if (*at == b) {
      *at = b->next;
      b->next = gone;
      gone = b;
      break;
    }
  drop_addresses(b);
  qn_mutex_unlock(&mutex);
  qn_mutex_lock(&b->mutex);
  for (int i = 0; i < QN_DEVICES_MAX; ++i)
    if (b->loaded[i].module && is_idle(i))
      qn_module_close(&b->loaded[i].module);
  qn_mutex_unlock(&b->mutex);
}
