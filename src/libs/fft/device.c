// SPDX-License-Identifier: Apache-2.0
// Transforms by kernels of Quern's own (kernels/libs/fft.cu), for devices that
// have no vendor's library. Arrays become dense complex numbers, each factor of
// each axis is a pass between two of those, and the result is stored.
#include <string.h>

#include "base/alloc.h"
#include "libs/core/kernels.h"
#include "libs/fft/fft.h"
#include "libs/fft/kernel_args.h"

static qn_libs_bundle floats = QN_LIBS_BUNDLE("libs/fft_float.hipfb");
static qn_libs_bundle doubles = QN_LIBS_BUNDLE("libs/fft_double.hipfb");

enum { FACTOR_MAX = 128 }; // larger primes would take too long

struct qn_fft_device {
  void *dense[2];
};

void qn_fft_device_destroy(qn_fft_device **kept) {
  qn_fft_device *d = *kept;
  *kept = NULL;
  if (!d)
    return;
  qn_fft_discard(d->dense[0]);
  qn_fft_discard(d->dense[1]);
  qn_free(d);
}

static bool is_double(int type) { return type >= QN_FFT_Z2Z; }

// Powers of two in eights, then the primes; 0: the length is 1.
static int next_factor(int64_t n) {
  if (n == 1)
    return 0;
  if (n % 8 == 0)
    return 8;
  if (n % 4 == 0)
    return 4;
  for (int64_t factor = 2; factor * factor <= n; ++factor)
    if (n % factor == 0)
      return (int)factor;
  return n <= INT32_MAX ? (int)n : INT32_MAX;
}

static bool has_small_factors(const qn_fft_shape *s) {
  for (int i = 0; i < s->rank; ++i)
    for (int64_t n = s->n[i]; n > 1;) {
      const int factor = next_factor(n);
      if (factor > FACTOR_MAX)
        return false;
      n /= factor;
    }
  return true;
}

typedef struct work {
  const qn_fft_launch *launch;
  qn_fft_dim dims[QN_FFT_RANK_MAX + 1];
  int64_t n[QN_FFT_AXES];
  int64_t count, elements; // members, and of all of them
  void *dense[2];
  hipFunction_t load, pass, store;
} work;

static bool describe(work *w, const qn_fft_launch *launch) {
  const qn_fft_shape *s = launch->shape;
  size_t elements = (size_t)s->batch;
  w->launch = launch;
  qn_fftw_dims(s, launch->job->in == launch->job->out, w->dims);
  for (int i = 0; i < QN_FFT_AXES; ++i) {
    const int axis = i - (QN_FFT_AXES - s->rank);
    w->n[i] = axis < 0 ? 1 : s->n[axis];
    if (!qn_mul_size(elements, (size_t)w->n[i], &elements))
      return false;
  }
  w->count = s->batch;
  w->elements = (int64_t)elements;
  return elements <= INT64_MAX / 16;
}

static bool find_kernels(work *w) {
  qn_libs_bundle *b = is_double(w->launch->shape->type) ? &doubles : &floats;
  w->load = qn_libs_kernel(b, w->launch->device, "qn_fft_load");
  w->pass = qn_libs_kernel(b, w->launch->device, "qn_fft_pass_on");
  w->store = qn_libs_kernel(b, w->launch->device, "qn_fft_store");
  return w->load && w->pass && w->store;
}

static qn_libs_launch launch_of(const work *w, hipFunction_t kernel,
                                const void *args) {
  return (qn_libs_launch){
      .kernel = kernel,
      .grid = {(uint64_t)((w->elements + QN_FFT_THREADS - 1) / QN_FFT_THREADS),
               1, 1},
      .threads = QN_FFT_THREADS,
      .args = args};
}

static hipError_t run_move(const work *w, bool stores) {
  const qn_fft_shape *s = w->launch->shape;
  const int type = s->type;
  const bool real_in = type == QN_FFT_R2C || type == QN_FFT_D2Z;
  const bool real_out = type == QN_FFT_C2R || type == QN_FFT_Z2D;
  qn_fft_move m = {.count = w->count,
                   .dist = stores ? w->dims[s->rank].out : w->dims[s->rank].in,
                   .from = stores ? w->dense[0] : w->launch->job->in,
                   .to = stores ? w->launch->job->out : w->dense[0]};
  m.elements = (stores ? real_out : real_in)   ? QN_FFT_REAL
               : (stores ? real_in : real_out) ? QN_FFT_HALF
                                               : QN_FFT_COMPLEX;
  for (int i = 0; i < QN_FFT_AXES; ++i) {
    const int axis = i - (QN_FFT_AXES - s->rank);
    m.n[i] = w->n[i];
    if (axis >= 0)
      m.strides[i] = stores ? w->dims[axis].out : w->dims[axis].in;
  }
  const qn_libs_launch l = launch_of(w, stores ? w->store : w->load, &m);
  return qn_libs_launch_on(w->launch->stream, &l);
}

// Real inputs go forward, real results back.
static int sign_of(const qn_fft_launch *launch) {
  switch (launch->shape->type) {
  case QN_FFT_R2C:
  case QN_FFT_D2Z:
    return QN_FFT_FORWARD;
  case QN_FFT_C2R:
  case QN_FFT_Z2D:
    return QN_FFT_INVERSE;
  default:
    return launch->job->direction;
  }
}

static hipError_t run_axis(work *w, int axis) {
  qn_fft_pass p = {
      .length = w->n[axis], .inner = 1, .done = 1, .sign = sign_of(w->launch)};
  hipError_t error = hipSuccess;
  for (int i = axis + 1; i < QN_FFT_AXES; ++i)
    p.inner *= w->n[i];
  p.outer = w->elements / (p.length * p.inner);
  while (error == hipSuccess && p.done < p.length) {
    void *const from = w->dense[0];
    p.factor = next_factor(p.length / p.done);
    p.from = from;
    p.to = w->dense[1];
    const qn_libs_launch l = launch_of(w, w->pass, &p);
    error = qn_libs_launch_on(w->launch->stream, &l);
    w->dense[0] = w->dense[1];
    w->dense[1] = from;
    p.done *= p.factor;
  }
  return error;
}

// ---- A plan's memory

static bool make_memory(qn_fft_device *d, size_t size) {
  if (hipMalloc(&d->dense[0], size) == hipSuccess &&
      hipMalloc(&d->dense[1], size) == hipSuccess)
    return true;
  (void)hipFree(d->dense[0]);
  (void)hipGetLastError(); // copies need none
  return false;
}

qn_fft_device *qn_fft_device_create(int device, const qn_fft_shape *s) {
  const size_t each = is_double(s->type) ? 16 : 8;
  const qn_fft_job none = {0};
  const qn_fft_launch launch = {.device = device, .shape = s, .job = &none};
  work w;
  memset(&w, 0, sizeof(w));
  if (!qn_libs_has_kernels(device) || s->narrow || !has_small_factors(s) ||
      !describe(&w, &launch) || !find_kernels(&w))
    return NULL;
  const qn_libs_launch whole = launch_of(&w, w.load, NULL);
  qn_fft_device *d =
      qn_libs_fits(&whole) ? qn_alloc_array(1, sizeof(*d)) : NULL;
  if (d && !make_memory(d, (size_t)w.elements * each)) {
    qn_free(d);
    return NULL;
  }
  return d;
}

qn_fft_status qn_fft_device_exec(const qn_fft_device *memory,
                                 const qn_fft_launch *launch) {
  work w;
  memset(&w, 0, sizeof(w));
  if (!describe(&w, launch) || !find_kernels(&w))
    return QN_FFT_EXEC_FAILED;
  w.dense[0] = memory->dense[0];
  w.dense[1] = memory->dense[1];
  hipError_t error = run_move(&w, false);
  for (int axis = 0; axis < QN_FFT_AXES && error == hipSuccess; ++axis)
    error = run_axis(&w, axis);
  if (error == hipSuccess)
    error = run_move(&w, true);
  return error == hipSuccess ? QN_FFT_OK : QN_FFT_EXEC_FAILED;
}
