// SPDX-License-Identifier: Apache-2.0
#include "libs/blas/vendor.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/core/device.h"

// ---- The libraries

static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", NULL};
static const char *const lt_names[] = {"libcublasLt.so.13", "libcublasLt.so.12",
                                       NULL};
static qn_libs_opened cublas = {
    .names = names, .needs = lt_names, .variable = "QUERN_LIBCUBLAS"};
static qn_libs_opened cublaslt = {.names = lt_names,
                                  .variable = "QUERN_LIBCUBLASLT"};

void *qn_vendor_symbol(const char *name) {
  return qn_libs_symbol(&cublas, name);
}

// libcublas has opened the one that goes with it.
void *qn_vendor_lt_symbol(const char *name) {
  (void)qn_libs_symbol(&cublas, "cublasCreate_v2");
  return qn_libs_symbol(&cublaslt, name);
}

// Their functions take numbers and addresses alone, each of which has a
// register or eight bytes of the stack for itself on the machines that there
// are such devices for; so one type of function calls them all.
typedef int64_t word;
#define WORDS_6 word, word, word, word, word, word
#define ARGS_6(at)                                                             \
  args[(at)], args[(at) + 1], args[(at) + 2], args[(at) + 3], args[(at) + 4],  \
      args[(at) + 5]
typedef int any_function(void *, WORDS_6);
typedef int any_function_12(void *, WORDS_6, WORDS_6);
typedef int any_function_18(void *, WORDS_6, WORDS_6, WORDS_6);
typedef int any_function_24(void *, WORDS_6, WORDS_6, WORDS_6, WORDS_6);

static int call_any(void *address, void *handle, const word *args,
                    uint8_t count) {
  if (count > 12 && count <= 18) {
    any_function_18 *f;
    memcpy(&f, &address, sizeof(f));
    return f(handle, ARGS_6(0), ARGS_6(6), ARGS_6(12));
  }
  if (count > 18) {
    any_function_24 *f;
    memcpy(&f, &address, sizeof(f));
    return f(handle, ARGS_6(0), ARGS_6(6), ARGS_6(12), ARGS_6(18));
  }
  if (count > 6) {
    any_function_12 *f;
    memcpy(&f, &address, sizeof(f));
    return f(handle, ARGS_6(0), ARGS_6(6));
  }
  any_function *f;
  memcpy(&f, &address, sizeof(f));
  return f(handle, ARGS_6(0));
}

static int call_by_name(const char *name, void *handle, word first,
                        word second) {
  const word args[6] = {first, second};
  void *address = qn_libs_symbol(&cublas, name);
  return address ? call_any(address, handle, args, 2) : 15;
}

// ---- Statuses

static qn_blas_status status_of(const char *name, int status) {
  static const struct {
    int theirs;
    qn_blas_status ours;
    const char *text;
  } rows[] = {
      {1, QN_BLAS_FAILED,
       "it could not be initialised; a libcuda.so.1 of ours in its way "
       "would do that"},
      {3, QN_BLAS_NO_MEMORY, "out of memory"},
      {7, QN_BLAS_INVALID_VALUE, "an argument is not valid"},
      {8, QN_BLAS_NOT_SUPPORTED, "the device lacks something"},
      {11, QN_BLAS_COPY_FAILED, "a copy failed"},
      {13, QN_BLAS_FAILED, "a kernel failed"},
      {14, QN_BLAS_FAILED, "it failed"},
      {15, QN_BLAS_NOT_SUPPORTED, "it does not support that"},
  };
  if (!status)
    return QN_BLAS_OK;
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    if (rows[i].theirs == status)
      return qn_blas_refuse(rows[i].ours, "%s: %s, says NVIDIA's library (%d)",
                            name, rows[i].text, status);
  return qn_blas_refuse(QN_BLAS_FAILED, "%s: NVIDIA's library returns %d", name,
                        status);
}

// ---- Handles of theirs, kept for the next one of ours

// What a handle of ours asks of theirs.
typedef struct state {
  bool device_pointers, allows_atomics;
  int math, sm_count;
  qn_blas_emulation emulation;
  void *workspace;
  size_t workspace_size;
  hipStream_t stream; // ours
  void *native;       // the driver's
} state;

typedef struct qn_vendor {
  void *handle;
  int device;
  const qn_device *on;
  unsigned generation; // of the device, when it was made
  pthread_mutex_t lock;
  bool is_known; // what its state is
  state is;
  struct qn_vendor *next;
} qn_vendor;

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static qn_vendor *pool;

static unsigned generation_of(const qn_device *device) {
  return device ? atomic_load(&device->generation) : 0;
}

static qn_vendor *take(int device) {
  const unsigned generation = generation_of(qn_device_at(device));
  pthread_mutex_lock(&pool_lock);
  qn_vendor **at = &pool;
  while (*at && ((*at)->device != device || (*at)->generation != generation))
    at = &(*at)->next;
  qn_vendor *found = *at;
  if (found)
    *at = found->next;
  pthread_mutex_unlock(&pool_lock);
  if (found)
    found->is_known = false;
  return found;
}

static void put_back(qn_vendor *vendor) {
  pthread_mutex_lock(&pool_lock);
  vendor->next = pool;
  pool = vendor;
  pthread_mutex_unlock(&pool_lock);
}

// In the device's context.
static qn_vendor *make(const char *name, int device,
                       qn_blas_status *out_status) {
  void *address = qn_libs_symbol(&cublas, "cublasCreate_v2");
  int (*create)(void **handle);
  memcpy(&create, &address, sizeof(create));
  qn_vendor *vendor = qn_alloc_array(1, sizeof(*vendor));
  *out_status = address ? QN_BLAS_NO_MEMORY : QN_BLAS_NOT_SUPPORTED;
  if (!vendor || !address) {
    qn_free(vendor);
    return NULL;
  }
  const int status = create(&vendor->handle);
  if (status) {
    *out_status = status_of(name, status);
    qn_free(vendor);
    return NULL;
  }
  vendor->device = device;
  vendor->on = qn_device_at(device);
  vendor->generation = generation_of(vendor->on);
  pthread_mutex_init(&vendor->lock, NULL);
  return vendor;
}

static qn_vendor *take_or_make(const char *name, int device,
                               qn_blas_status *out_status) {
  qn_vendor *found = take(device);
  return found ? found : make(name, device, out_status);
}

static qn_vendor *vendor_of(const char *name, qn_blas *handle,
                            qn_blas_status *out_status) {
  qn_vendor *vendor = atomic_load(&handle->vendor);
  if (vendor && vendor->generation == generation_of(vendor->on))
    return vendor;
  qn_vendor *fresh = take_or_make(name, handle->device, out_status);
  if (!fresh)
    return NULL;
  if (atomic_compare_exchange_strong(&handle->vendor, &vendor, fresh))
    return fresh; // one of before a reset of the device is lost
  put_back(fresh);
  return vendor;
}

// ---- Its state

static int set_modes(qn_vendor *v, const state *to) {
  const bool all = !v->is_known;
  int status = 0;
  if (all || v->is.device_pointers != to->device_pointers)
    status = call_by_name("cublasSetPointerMode_v2", v->handle,
                          to->device_pointers, 0);
  if (!status && (all || v->is.math != to->math))
    status = call_by_name("cublasSetMathMode", v->handle, to->math, 0);
  if (!status && (all || v->is.allows_atomics != to->allows_atomics))
    status =
        call_by_name("cublasSetAtomicsMode", v->handle, to->allows_atomics, 0);
  if (!status && (all ? to->sm_count != 0 : v->is.sm_count != to->sm_count))
    status = call_by_name("cublasSetSmCountTarget", v->handle, to->sm_count, 0);
  return status;
}

static bool is_same(const qn_blas_emulation *a, const qn_blas_emulation *b) {
  return a->strategy == b->strategy && a->special_values == b->special_values &&
         a->mantissa_control == b->mantissa_control &&
         a->mantissa_bits_max == b->mantissa_bits_max &&
         a->mantissa_offset == b->mantissa_offset &&
         a->mantissa_bits == b->mantissa_bits;
}

// A handle of theirs that nothing is known of has what it was created with, as
// it is told no more than was asked for: older libraries lack these functions.
static int set_emulation(qn_vendor *v, const qn_blas_emulation *to) {
  static const qn_blas_emulation first = {.special_values =
                                              QN_BLAS_SPECIAL_VALUES};
  const qn_blas_emulation *is = v->is_known ? &v->is.emulation : &first;
  if (is_same(is, to))
    return 0;
  const struct {
    const char *name;
    word is, to;
  } all[] = {{"cublasSetEmulationStrategy", is->strategy, to->strategy},
             {"cublasSetEmulationSpecialValuesSupport", is->special_values,
              to->special_values},
             {"cublasSetFixedPointEmulationMantissaControl",
              is->mantissa_control, to->mantissa_control},
             {"cublasSetFixedPointEmulationMaxMantissaBitCount",
              is->mantissa_bits_max, to->mantissa_bits_max},
             {"cublasSetFixedPointEmulationMantissaBitOffset",
              is->mantissa_offset, to->mantissa_offset},
             {"cublasSetFixedPointEmulationMantissaBitCountPointer",
              (word)(intptr_t)is->mantissa_bits,
              (word)(intptr_t)to->mantissa_bits}};
  int status = 0;
  for (size_t i = 0; i < sizeof(all) / sizeof(*all) && !status; ++i)
    if (all[i].is != all[i].to)
      status = call_by_name(all[i].name, v->handle, all[i].to, 0);
  return status;
}

// A change of the stream takes the workspace away.
static int set_stream(qn_vendor *v, const state *to) {
  const bool moves = !v->is_known || v->is.native != to->native ||
                     v->is.stream != to->stream ||
                     (v->is.workspace && !to->workspace);
  int status = 0;
  if (moves)
    status = call_by_name("cublasSetStream_v2", v->handle,
                          (word)(intptr_t)to->native, 0);
  if (!status && to->workspace &&
      (moves || v->is.workspace != to->workspace ||
       v->is.workspace_size != to->workspace_size))
    status =
        call_by_name("cublasSetWorkspace_v2", v->handle,
                     (word)(intptr_t)to->workspace, (word)to->workspace_size);
  return status;
}

static int set_state(qn_vendor *v, const state *to) {
  int status = set_modes(v, to);
  if (!status)
    status = set_emulation(v, &to->emulation);
  if (!status)
    status = set_stream(v, to);
  v->is = *to;
  v->is_known = !status;
  return status;
}

// Whether it needs no change for a call of the handle.
static bool is_set(const qn_vendor *v, const qn_blas *h, const void *native) {
  const state *is = &v->is;
  return v->is_known && is->native == native && is->stream == h->stream &&
         is->device_pointers == h->device_pointers &&
         is->allows_atomics == h->allows_atomics &&
         is->math == h->nvidia_math && is->sm_count == h->sm_count &&
         is->workspace == h->workspace &&
         is->workspace_size == h->workspace_size &&
         is_same(&is->emulation, &h->emulation);
}

static state state_of(const qn_blas *h) {
  return (state){.device_pointers = h->device_pointers,
                 .allows_atomics = h->allows_atomics,
                 .math = h->nvidia_math,
                 .sm_count = h->sm_count,
                 .emulation = h->emulation,
                 .workspace = h->workspace,
                 .workspace_size = h->workspace_size,
                 .stream = h->stream};
}

// ---- At once

typedef struct now {
  qn_blas *handle;
  const qn_vendor_use *what;
  qn_blas_status status;
} now;

QN_COLD static int set_for(qn_vendor *v, const qn_blas *h, void *stream) {
  state to = state_of(h);
  to.native = stream;
  return set_state(v, &to);
}

static int run_now(void *data, void *stream) {
  now *n = data;
  qn_vendor *v = vendor_of(n->what->name, n->handle, &n->status);
  int status = 0;
  if (!v)
    return QN_R_OK;
  pthread_mutex_lock(&v->lock);
  if (!n->what->is_lt && !is_set(v, n->handle, stream))
    status = set_for(v, n->handle, stream);
  if (!status)
    status = n->what->use(n->what->data, v->handle, stream);
  pthread_mutex_unlock(&v->lock);
  n->status = status_of(n->what->name, status);
  return QN_R_OK;
}

// ---- In a graph

// Without a workspace of its own a handle would allocate in the graph, which
// graphs inside of graphs may not. Operations that one stream captures by one
// handle follow one another, and share it.
typedef struct qn_vendor_memory {
  atomic_uint refs;
  hipStream_t stream;
  void *bytes;
} memory;

enum { WORKSPACE_SIZE = 32 << 20 };

static void drop_memory(memory *m) {
  if (!m || atomic_fetch_sub(&m->refs, 1) != 1)
    return;
  (void)hipFree(m->bytes);
  qn_free(m);
}

typedef struct later {
  state state;
  int device;
  qn_vendor_use what;
  memory *memory;
  _Alignas(16) char data[];
} later;

static int run_later(void *user, void *stream) {
  later *l = user;
  qn_blas_status unused;
  qn_vendor *v = take_or_make(l->what.name, l->device, &unused);
  if (!v)
    return QN_R_NOT_SUPPORTED;
  state to = l->state;
  to.native = stream;
  to.stream = NULL;
  int status = l->what.is_lt ? 0 : set_state(v, &to);
  if (!status)
    status = l->what.use(l->data, v->handle, stream);
  put_back(v);
  return status_of(l->what.name, status) == QN_BLAS_OK ? QN_R_OK : QN_R_UNKNOWN;
}

static void free_later(void *user) {
  later *l = user;
  drop_memory(l->memory);
  qn_free(l);
}

// The handle's last one, as long as its stream stays the same.
static memory *memory_for(qn_blas *h) {
  memory *m = h->graph_memory;
  if (m && m->stream == h->stream) {
    atomic_fetch_add(&m->refs, 1);
    return m;
  }
  m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return NULL;
  hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
  (void)hipThreadExchangeStreamCaptureMode(&mode);
  const hipError_t error = hipMalloc(&m->bytes, WORKSPACE_SIZE);
  (void)hipThreadExchangeStreamCaptureMode(&mode);
  if (error != hipSuccess) {
    qn_free(m);
    return NULL;
  }
  atomic_init(&m->refs, 2); // the handle's and the caller's
  m->stream = h->stream;
  drop_memory(h->graph_memory);
  h->graph_memory = m;
  return m;
}

static qn_blas_status keep_for_graph(qn_blas *h, hipStream_t stream,
                                     const qn_vendor_use *what) {
  later *l = qn_alloc(sizeof(*l) + what->data_size);
  if (!l)
    return QN_BLAS_NO_MEMORY;
  *l = (later){state_of(h), h->device, *what, NULL};
  memcpy(l->data, what->data, what->data_size);
  if (what->keep)
    what->keep(l->data);
  if (!l->state.workspace && !what->is_lt) {
    l->memory = memory_for(h);
    if (!l->memory) {
      qn_free(l);
      return QN_BLAS_NO_MEMORY;
    }
    l->state.workspace = l->memory->bytes;
    l->state.workspace_size = WORKSPACE_SIZE;
  }
  return qn_blas_submitted(qn_libs_capture_native(
      stream, &(const qn_libs_native){run_later, free_later, l}));
}

void qn_vendor_release(qn_blas *h) {
  qn_vendor *vendor = atomic_exchange(&h->vendor, NULL);
  if (vendor)
    put_back(vendor);
  drop_memory(h->graph_memory);
  h->graph_memory = NULL;
}

qn_blas_status qn_vendor_with(qn_blas *h, const qn_vendor_use *what) {
  const hipStream_t stream = what->is_lt ? what->stream : h->stream;
  if (!atomic_load(&h->vendor) && !qn_vendor_symbol("cublasCreate_v2"))
    return QN_BLAS_NOT_SUPPORTED;
  now n = {.handle = h, .what = what};
  hipError_t error;
  if (!qn_libs_try_native(
          stream, &(const qn_libs_native){.run = run_now, .data = &n}, &error))
    return keep_for_graph(h, stream, what);
  return error == hipSuccess ? n.status : qn_blas_submitted(error);
}

qn_blas_status qn_vendor_ask(qn_blas *h, const qn_vendor_use *what) {
  if (!qn_libs_symbol(&cublas, "cublasCreate_v2"))
    return QN_BLAS_NOT_SUPPORTED;
  now n = {.handle = h, .what = what};
  const hipError_t error = qn_libs_ask_native(
      h->device, &(const qn_libs_native){.run = run_now, .data = &n});
  return error == hipSuccess ? n.status : qn_blas_submitted(error);
}

// ---- One function

static int run_plain(void *data, void *handle, void *stream) {
  qn_vendor_call *call = data;
  int info = 0;
  (void)stream;
  if (call->host_info >= 0)
    call->args[call->host_info] = (word)(intptr_t)&info;
  return call_any(call->address, handle, call->args, call->count);
}

// The program may change its scalars before a graph is made ready.
static void keep_scalars(void *data) {
  qn_vendor_call *call = data;
  for (uint8_t i = 0; i < call->scalar_count; ++i) {
    word *arg = &call->args[call->scalars[i].at];
    memcpy(call->kept[i], (const void *)(intptr_t)*arg, call->scalars[i].size);
    *arg = (word)(intptr_t)call->kept[i];
  }
}

qn_blas_status qn_vendor_submit(qn_blas *h, qn_vendor_call *call) {
  if (!call->address)
    call->address = qn_vendor_symbol(call->symbol);
  if (!call->address)
    return QN_BLAS_NOT_SUPPORTED;
  if (h->device_pointers)
    call->scalar_count = 0;
  return qn_vendor_with(h, &(const qn_vendor_use){call->name, run_plain, call,
                                                  sizeof(*call), keep_scalars});
}
