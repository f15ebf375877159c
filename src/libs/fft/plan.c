// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/core/mirror.h"
#include "libs/fft/callbacks.h"
#include "libs/fft/fft.h"
#include "runtime/contract/result.h"

enum { REASON_SIZE = 256 };
static const uint64_t magic = UINT64_C(0x544646204e5251); // "QRN FFT"

static const char *const names[] = {"libcufft.so.12", "libcufft.so.11", NULL};
static qn_libs_opened cufft = {.names = names, .variable = "QUERN_LIBCUFFT"};

struct qn_fft_plan {
  uint64_t magic;
  atomic_uint refs; // the program's, and its work's
  int device;
  bool is_native, is_made;
  int vendor; // NVIDIA's plan
  bool has_vendor_stream;
  void *vendor_stream; // that it has
  hipStream_t stream;
  qn_fft_shape shape;
  qn_fftw *fftw;
  qn_fft_device *kernels;
  qn_fft_callbacks callbacks;
  size_t work_size;
  int64_t properties[QN_FFT_PROPERTIES];
  struct qn_fft_plan *next; // of those that are destroyed
};

qn_fft_status(qn_fft_refuse)(qn_fft_status status, const char *format, ...) {
  char reason[REASON_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof(reason), format, list);
  va_end(list);
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", reason);
  return status;
}

qn_fft_plan *qn_fft_check(void *plan) {
  qn_fft_plan *p = plan;
  if (p && p->magic == magic)
    return p;
  (void)qn_fft_refuse(QN_FFT_INVALID_PLAN, "this is no plan");
  return NULL;
}

// ---- NVIDIA's plans: in the device's context

typedef struct vendor_call {
  qn_fft_plan *plan;
  int (*run)(struct vendor_call *call);
  void *address;
  const qn_fft_shape *shape;
  size_t *work_size;
  const qn_fft_job *job;
  int64_t number;
  void *pointer;
  int status;
} vendor_call;

static int run_vendor(void *data, void *stream) {
  vendor_call *c = data;
  (void)stream;
  c->status = c->run(c);
  return 0;
}

static qn_fft_status status_of(const char *name, int status) {
  return status ? qn_fft_refuse((qn_fft_status)status,
                                "%s: NVIDIA's library returns %d", name, status)
                : QN_FFT_OK;
}

static qn_fft_status ask(const char *name, vendor_call *c) {
  c->address = qn_libs_symbol(&cufft, name);
  if (!c->address)
    return QN_FFT_NOT_SUPPORTED;
  const qn_libs_native what = {.run = run_vendor, .data = c};
  return qn_libs_ask_native(c->plan->device, &what) == hipSuccess
             ? status_of(name, c->status)
             : QN_FFT_SETUP_FAILED;
}

#define AS(...)                                                                \
  int (*f)(__VA_ARGS__);                                                       \
  memcpy(&f, &c->address, sizeof(f))

static int create(vendor_call *c) {
  AS(int *);
  return f(&c->plan->vendor);
}
static int destroy(vendor_call *c) {
  AS(int);
  return f(c->plan->vendor);
}
static int set_number(vendor_call *c) {
  AS(int, int64_t);
  return f(c->plan->vendor, c->number);
}
static int set_pointer(vendor_call *c) {
  AS(int, void *);
  return f(c->plan->vendor, c->pointer);
}

static int make(vendor_call *c) {
  AS(int, int, long long *, long long *, long long, long long, long long *,
     long long, long long, int, long long, size_t *);
  const qn_fft_shape *s = c->shape;
  long long n[QN_FFT_RANK_MAX], in[QN_FFT_RANK_MAX], out[QN_FFT_RANK_MAX];
  size_t size = 0;
  for (int i = 0; i < s->rank; ++i) {
    n[i] = s->n[i];
    in[i] = s->in.embed[i];
    out[i] = s->out.embed[i];
  }
  const bool whole = s->in.is_whole;
  const int status = f(c->plan->vendor, s->rank, n, whole ? NULL : in,
                       s->in.stride, s->in.dist, whole ? NULL : out,
                       s->out.stride, s->out.dist, s->type, s->batch, &size);
  *c->work_size = size;
  return status;
}

// ---- Memory of the device that plans leave

typedef struct discarded {
  struct discarded *next;
  void *memory;
} discarded;
static pthread_mutex_t discarded_lock = PTHREAD_MUTEX_INITIALIZER;
static discarded *first_discarded;

void qn_fft_discard(void *memory) {
  discarded *d = memory ? qn_alloc(sizeof(*d)) : NULL;
  if (!d)
    return;
  pthread_mutex_lock(&discarded_lock);
  *d = (discarded){first_discarded, memory};
  first_discarded = d;
  pthread_mutex_unlock(&discarded_lock);
}

static void free_discarded(void) {
  pthread_mutex_lock(&discarded_lock);
  discarded *d = first_discarded;
  first_discarded = NULL;
  pthread_mutex_unlock(&discarded_lock);
  while (d) {
    discarded *next = d->next;
    (void)hipFree(d->memory); // which waits for the device
    qn_free(d);
    d = next;
  }
}

// ---- A plan's life

// Plans that are destroyed wait here for the next one to be created: a use of
// one behind its end reads memory that is still a plan's, and is refused.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static qn_fft_plan *destroyed;

static qn_fft_plan *take(void) {
  pthread_mutex_lock(&lock);
  qn_fft_plan *p = destroyed;
  if (p)
    destroyed = p->next;
  pthread_mutex_unlock(&lock);
  if (p)
    memset(p, 0, sizeof(*p));
  return p ? p : qn_alloc_array(1, sizeof(*p));
}

static void put_back(qn_fft_plan *p) {
  pthread_mutex_lock(&lock);
  p->magic = 0;
  p->next = destroyed;
  destroyed = p;
  pthread_mutex_unlock(&lock);
}

qn_fft_status qn_fft_create(qn_fft_plan **out) {
  free_discarded();
  qn_fft_plan *p = take();
  if (!p)
    return QN_FFT_NO_MEMORY;
  p->magic = magic;
  atomic_init(&p->refs, 1);
  qn_fft_status status = QN_FFT_OK;
  if (hipGetDevice(&p->device) != hipSuccess)
    status = qn_fft_refuse(QN_FFT_SETUP_FAILED, "there is no device");
  p->is_native = status == QN_FFT_OK && qn_libs_is_native(p->device);
  if (p->is_native)
    status = ask("cufftCreate", &(vendor_call){.plan = p, .run = create});
  else if (status == QN_FFT_OK && !qn_libs_on_host(p->device) &&
           !qn_libs_can_mirror(p->device))
    status = qn_fft_refuse(QN_FFT_NOT_SUPPORTED,
                           "nothing makes Fourier transforms on this device");
  if (status != QN_FFT_OK) {
    put_back(p);
    return status;
  }
  *out = p;
  return QN_FFT_OK;
}

static void drop(qn_fft_plan *p) {
  if (atomic_fetch_sub(&p->refs, 1) != 1)
    return;
  if (p->is_native)
    (void)ask("cufftDestroy", &(vendor_call){.plan = p, .run = destroy});
  qn_fftw_destroy(&p->fftw);
  qn_fft_device_destroy(&p->kernels);
  qn_fft_callbacks_finish(&p->callbacks);
  put_back(p);
}

qn_fft_status qn_fft_destroy(qn_fft_plan *p) {
  if (!qn_fft_check(p))
    return QN_FFT_INVALID_PLAN;
  p->magic = 0;
  drop(p);
  free_discarded();
  return QN_FFT_OK;
}

static bool is_type(int type) {
  return type == QN_FFT_C2C || type == QN_FFT_R2C || type == QN_FFT_C2R ||
         type == QN_FFT_Z2Z || type == QN_FFT_D2Z || type == QN_FFT_Z2D;
}

static qn_fft_status check_shape(const qn_fft_shape *s) {
  if (!is_type(s->type))
    return qn_fft_refuse(QN_FFT_INVALID_TYPE,
                         "there is no transform of type "
                         "0x%x",
                         (unsigned)s->type);
  if (s->rank < 1 || s->rank > QN_FFT_RANK_MAX)
    return qn_fft_refuse(QN_FFT_INVALID_SIZE,
                         "the rank is %d, and must be 1 to %d", s->rank,
                         QN_FFT_RANK_MAX);
  for (int i = 0; i < s->rank; ++i)
    if (s->n[i] < 1)
      return qn_fft_refuse(QN_FFT_INVALID_SIZE,
                           "size %d is %" PRId64 ", and must be 1 at least", i,
                           s->n[i]);
  if (s->batch < 1)
    return qn_fft_refuse(QN_FFT_INVALID_SIZE,
                         "the batch has %" PRId64 " members, and must have one "
                         "at least",
                         s->batch);
  return QN_FFT_OK;
}

qn_fft_status qn_fft_make(qn_fft_plan *p, const qn_fft_shape *shape,
                          size_t *work_size) {
  const qn_fft_status status = check_shape(shape);
  if (status != QN_FFT_OK)
    return status;
  if (p->is_made)
    return qn_fft_refuse(QN_FFT_INVALID_PLAN, "the plan is made already");
  if (p->is_native && shape->narrow)
    return qn_fft_refuse(QN_FFT_NOT_SUPPORTED,
                         "transforms of half and bfloat16 are not passed on to "
                         "NVIDIA's library");
  if (p->is_native) {
    vendor_call c = {
        .plan = p, .run = make, .shape = shape, .work_size = &p->work_size};
    const qn_fft_status made = ask("cufftMakePlanMany64", &c);
    if (made != QN_FFT_OK)
      return made;
  } else {
    p->kernels = qn_fft_device_create(p->device, shape);
    if (!p->kernels && !qn_fftw_find(shape->type))
      return QN_FFT_NOT_SUPPORTED;
    p->fftw = qn_fftw_create(shape);
    if (!p->fftw) {
      qn_fft_device_destroy(&p->kernels);
      return QN_FFT_NO_MEMORY;
    }
  }
  p->shape = *shape;
  p->is_made = true;
  if (work_size)
    *work_size = p->work_size;
  return QN_FFT_OK;
}

qn_fft_status qn_fft_measure(const qn_fft_shape *shape, size_t *work_size) {
  qn_fft_plan *p;
  qn_fft_status status = check_shape(shape);
  if (status == QN_FFT_OK)
    status = qn_fft_create(&p);
  if (status != QN_FFT_OK)
    return status;
  if (p->is_native) // without memory for it
    status = qn_fft_set_auto(p, false);
  if (status == QN_FFT_OK)
    status = qn_fft_make(p, shape, work_size);
  (void)qn_fft_destroy(p);
  return status;
}

size_t qn_fft_work_size(const qn_fft_plan *p) { return p->work_size; }

int64_t *qn_fft_property(qn_fft_plan *p, int which) {
  if (which >= 1 && which <= QN_FFT_PROPERTIES)
    return &p->properties[which - 1];
  (void)qn_fft_refuse(QN_FFT_INVALID_VALUE, "plans have no property %d", which);
  return NULL;
}

void qn_fft_set_stream(qn_fft_plan *p, hipStream_t stream) {
  p->stream = stream;
}

qn_fft_status qn_fft_set_auto(qn_fft_plan *p, bool allocates) {
  vendor_call c = {.plan = p, .run = set_number, .number = allocates};
  return p->is_native ? ask("cufftSetAutoAllocation", &c) : QN_FFT_OK;
}
qn_fft_status qn_fft_set_area(qn_fft_plan *p, void *area) {
  vendor_call c = {.plan = p, .run = set_pointer, .pointer = area};
  return p->is_native ? ask("cufftSetWorkArea", &c) : QN_FFT_OK;
}

// ---- A transform

typedef struct work {
  qn_fft_plan *plan;
  qn_fftw *fftw; // the plan's, or that of its callbacks
  qn_fft_job job;
  int status;
  qn_libs_region regions[2]; // in and out, where it is made for another device
} work;

static void run(void *data) {
  const work *w = data;
  if (w->plan->shape.narrow)
    qn_fft_run_narrow(w->fftw, &w->plan->shape, &w->job);
  else
    qn_fftw_run(w->fftw, &w->job);
}

static void run_remote(void *data) {
  work *w = data;
  const bool in_place = !w->regions[0].address;
  w->job.out = w->regions[1].host;
  w->job.in = in_place ? w->job.out : w->regions[0].host;
  run(w);
}

static size_t bytes_of(const qn_fft_shape *s, bool out, bool in_place) {
  const size_t size = s->narrow               ? 2
                      : s->type >= QN_FFT_Z2Z ? sizeof(double)
                                              : sizeof(float);
  return qn_fftw_span(s, out, in_place) * size;
}

static void free_work(void *data) {
  work *w = data;
  drop(w->plan);
  qn_free(w);
}

// Elements that are apart leave what lies between them as it is.
static qn_fft_status submit_remote(work *w) {
  const qn_fft_shape *s = &w->plan->shape;
  const bool in_place = w->job.in == w->job.out;
  const size_t in = bytes_of(s, false, in_place);
  const size_t out = bytes_of(s, true, in_place);
  qn_libs_region *r = w->regions;
  r[0] = qn_libs_bytes(in_place ? NULL : w->job.in, in, false);
  r[1] = qn_libs_bytes(w->job.out, in_place && in > out ? in : out, true);
  r[1].is_unread = !in_place && s->out.is_whole;
  qn_libs_say_mirrored("cufftExec");
  const qn_libs_task task = {run_remote, free_work, w};
  return qn_libs_submit_mirrored(w->plan->stream, &task, r, 2) == hipSuccess
             ? QN_FFT_OK
             : QN_FFT_EXEC_FAILED;
}

static const char *name_of(int type) {
  switch (type) {
  case QN_FFT_C2C:
    return "cufftExecC2C";
  case QN_FFT_R2C:
    return "cufftExecR2C";
  case QN_FFT_C2R:
    return "cufftExecC2R";
  case QN_FFT_Z2Z:
    return "cufftExecZ2Z";
  case QN_FFT_D2Z:
    return "cufftExecD2Z";
  default:
    return "cufftExecZ2D";
  }
}

// Of a plan whose work is submitted by one thread at a time.
static int give_stream(qn_fft_plan *p, void *stream) {
  if (p->has_vendor_stream && p->vendor_stream == stream)
    return 0;
  void *address = qn_libs_symbol(&cufft, "cufftSetStream");
  int (*set_stream)(int, void *);
  memcpy(&set_stream, &address, sizeof(set_stream));
  const int status =
      address ? set_stream(p->vendor, stream) : (int)QN_FFT_NOT_SUPPORTED;
  p->has_vendor_stream = !status;
  p->vendor_stream = stream;
  return status;
}

// Looked up once: to look for a name takes longer than the rest of our part.
static void *execute_of(int type) {
  static _Atomic(void *) known[QN_FFT_Z2D + 1];
  _Atomic(void *) *place = &known[type];
  void *address = atomic_load_explicit(place, memory_order_relaxed);
  if (!address) {
    address = qn_libs_symbol(&cufft, name_of(type));
    atomic_store_explicit(place, address, memory_order_relaxed);
  }
  return address;
}

static int run_native(void *data, void *stream) {
  work *w = data;
  void *exec = execute_of(w->plan->shape.type);
  int (*execute)(int, void *, void *, int);
  memcpy(&execute, &exec, sizeof(execute));
  w->status = exec ? give_stream(w->plan, stream) : (int)QN_FFT_NOT_SUPPORTED;
  if (!w->status) // those of real numbers have no direction, and read none
    w->status =
        execute(w->plan->vendor, w->job.in, w->job.out, w->job.direction);
  return w->status ? QN_R_UNKNOWN : QN_R_OK;
}

static qn_fft_status submit_native(qn_fft_plan *p, const qn_fft_job *job) {
  work now = {.plan = p, .job = *job};
  if (!qn_libs_captures(p->stream)) {
    const hipError_t error = qn_libs_run_native(
        p->stream, &(const qn_libs_native){.run = run_native, .data = &now});
    return now.status            ? status_of("cufftExec", now.status)
           : error == hipSuccess ? QN_FFT_OK
                                 : QN_FFT_EXEC_FAILED;
  }
  work *later = qn_alloc(sizeof(*later));
  if (!later)
    return QN_FFT_NO_MEMORY;
  *later = now;
  atomic_fetch_add(&p->refs, 1);
  return qn_libs_capture_native(p->stream,
                                &(const qn_libs_native){run_native, free_work,
                                                        later}) == hipSuccess
             ? QN_FFT_OK
             : QN_FFT_EXEC_FAILED;
}

static void drop_plan(void *plan) { drop(plan); }

// A graph that captures them keeps the plan, whose memory they use.
static qn_fft_status submit_kernels(qn_fft_plan *p, const qn_fft_job *job) {
  const qn_fft_launch launch = {p->device, p->stream, &p->shape, job};
  if (qn_libs_captures(p->stream)) {
    atomic_fetch_add(&p->refs, 1);
    if (qn_libs_keep_in_graph(p->stream, drop_plan, p) != hipSuccess)
      return QN_FFT_EXEC_FAILED;
  }
  return qn_fft_device_exec(p->kernels, &launch);
}

// ---- Callbacks

qn_fft_status qn_fft_set_callback(qn_fft_plan *p, const qn_fft_callback *c) {
  qn_fft_callbacks *own = &p->callbacks;
  if (!p->is_made)
    return qn_fft_refuse(QN_FFT_INVALID_PLAN, "the plan was not made");
  if (p->is_native || !qn_libs_on_host(p->device) || p->shape.narrow)
    return qn_fft_refuse(QN_FFT_NOT_SUPPORTED,
                         "callbacks are called on the CPU alone, and not for "
                         "half and bfloat16");
  if (c->letter != qn_fft_letter(p->shape.type, c->stores))
    return qn_fft_refuse(QN_FFT_INVALID_TYPE,
                         "the plan's elements have another type than the "
                         "callback's");
  const qn_fft_status status =
      c->function ? qn_fft_callbacks_make(own, p->device, &p->shape)
                  : QN_FFT_OK;
  if (status != QN_FFT_OK)
    return status;
  if (c->stores) {
    own->store = c->function;
    own->store_info = c->info;
  } else {
    own->load = c->function;
    own->load_info = c->info;
  }
  return QN_FFT_OK;
}

static qn_fft_status submit_called(qn_fft_plan *p, const qn_fft_job *job) {
  const qn_fft_callbacks *c = &p->callbacks;
  const qn_fft_launch launch = {p->device, p->stream, &p->shape, job};
  work *w = qn_alloc(sizeof(*w));
  if (!w)
    return QN_FFT_NO_MEMORY;
  *w = (work){.plan = p, .fftw = c->fftw, .job = *job};
  w->job.in = c->dense[0];
  w->job.out = c->dense[1];
  atomic_fetch_add(&p->refs, 1);
  hipError_t error = qn_fft_callbacks_run(c, &launch, false);
  if (error == hipSuccess)
    error = qn_libs_submit(p->stream, run, free_work, w);
  else
    free_work(w);
  if (error == hipSuccess)
    error = qn_fft_callbacks_run(c, &launch, true);
  return error == hipSuccess ? QN_FFT_OK : QN_FFT_EXEC_FAILED;
}

qn_fft_status qn_fft_exec(qn_fft_plan *p, const qn_fft_job *job) {
  if (!p->is_made)
    return qn_fft_refuse(QN_FFT_INVALID_PLAN, "the plan was not made");
  if (job->type && (job->type != p->shape.type || p->shape.narrow))
    return qn_fft_refuse(QN_FFT_INVALID_TYPE,
                         "the plan is for transforms of type 0x%x, not 0x%x",
                         (unsigned)p->shape.type, (unsigned)job->type);
  if (!job->in || !job->out)
    return qn_fft_refuse(QN_FFT_INVALID_VALUE, "an array is null");
  if (job->direction != QN_FFT_FORWARD && job->direction != QN_FFT_INVERSE)
    return qn_fft_refuse(QN_FFT_INVALID_VALUE, "there is no direction %d",
                         job->direction);
  if (p->is_native)
    return submit_native(p, job);
  if (p->callbacks.load || p->callbacks.store)
    return submit_called(p, job);
  if (p->kernels)
    return submit_kernels(p, job);
  work *w = qn_alloc(sizeof(*w));
  if (!w)
    return QN_FFT_NO_MEMORY;
  *w = (work){.plan = p, .fftw = p->fftw, .job = *job};
  atomic_fetch_add(&p->refs, 1);
  if (!qn_libs_on_host(p->device))
    return submit_remote(w);
  return qn_libs_submit(p->stream, run, free_work, w) == hipSuccess
             ? QN_FFT_OK
             : QN_FFT_EXEC_FAILED;
}
