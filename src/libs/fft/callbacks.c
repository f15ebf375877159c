// SPDX-License-Identifier: Apache-2.0
// Functions of the program's that load and store a plan's elements, on the CPU:
// kernels call them into and out of dense arrays, between which FFTW works.
#include <stdio.h>

#include "base/alloc.h"
#include "libs/core/kernels.h"
#include "libs/fft/callbacks.h"
#include "libs/fft/kernel_args.h"

static qn_libs_bundle bundle = QN_LIBS_BUNDLE("libs/fft_callbacks.hipfb");

static bool is_double(int type) { return type >= QN_FFT_Z2Z; }
static bool is_real(int type, bool stores) {
  return stores ? type == QN_FFT_C2R || type == QN_FFT_Z2D
                : type == QN_FFT_R2C || type == QN_FFT_D2Z;
}

char qn_fft_letter(int type, bool stores) {
  return is_real(type, stores) ? (is_double(type) ? 'd' : 'r')
                               : (is_double(type) ? 'z' : 'c');
}

static size_t element_size(int type, bool stores) {
  return (is_double(type) ? sizeof(double) : sizeof(float)) *
         (is_real(type, stores) ? 1 : 2);
}

// The sizes of a side's axes: of a real transform's complex one half the last.
static size_t fill_sizes(const qn_fft_shape *s, bool stores,
                         qn_kernel_long n[QN_FFT_AXES]) {
  const bool has_half = is_real(s->type, !stores);
  size_t count = (size_t)s->batch;
  for (int i = 0; i < QN_FFT_AXES; ++i) {
    const int axis = i - (QN_FFT_AXES - s->rank);
    n[i] = axis < 0 ? 1 : s->n[axis];
    if (i == QN_FFT_AXES - 1 && has_half)
      n[i] = n[i] / 2 + 1;
    count *= (size_t)n[i];
  }
  return count;
}

qn_fft_status qn_fft_callbacks_make(qn_fft_callbacks *c, int device,
                                    const qn_fft_shape *shape) {
  qn_fft_shape dense = *shape;
  qn_kernel_long n[QN_FFT_AXES];
  if (c->fftw)
    return QN_FFT_OK;
  if (!qn_libs_kernel(&bundle, device, "qn_fft_load_c"))
    return qn_fft_refuse(QN_FFT_NOT_SUPPORTED,
                         "callbacks are not made on this device: %s",
                         qn_reason());
  dense.in.is_whole = dense.out.is_whole = true;
  for (int side = 0; side < 2; ++side)
    if (hipMalloc(&c->dense[side], fill_sizes(shape, side == 1, n) *
                                       element_size(shape->type, side == 1)) !=
        hipSuccess)
      return QN_FFT_NO_MEMORY;
  c->fftw = qn_fftw_create(&dense);
  return c->fftw ? QN_FFT_OK : QN_FFT_NO_MEMORY;
}

void qn_fft_callbacks_finish(qn_fft_callbacks *c) {
  qn_fft_discard(c->dense[0]);
  qn_fft_discard(c->dense[1]);
  qn_fftw_destroy(&c->fftw);
}

hipError_t qn_fft_callbacks_run(const qn_fft_callbacks *c,
                                const qn_fft_launch *launch, bool stores) {
  const qn_fft_shape *s = launch->shape;
  const qn_fft_job *job = launch->job;
  qn_fft_dim dims[QN_FFT_RANK_MAX + 1];
  char name[32];
  qn_fft_called a = {.callback = stores ? c->store : c->load,
                     .info = stores ? c->store_info : c->load_info,
                     .array = stores ? job->out : job->in,
                     .dense = c->dense[stores],
                     .count = s->batch};
  const size_t count = fill_sizes(s, stores, a.n);
  qn_fftw_dims(s, job->in == job->out, dims);
  for (int i = 0; i < QN_FFT_AXES; ++i) {
    const int axis = i - (QN_FFT_AXES - s->rank);
    if (axis >= 0)
      a.strides[i] = stores ? dims[axis].out : dims[axis].in;
  }
  a.dist = stores ? dims[s->rank].out : dims[s->rank].in;
  snprintf(name, sizeof(name), "qn_fft_%s_%c", stores ? "store" : "load",
           qn_fft_letter(s->type, stores));
  const qn_libs_launch l = {
      .kernel = qn_libs_kernel(&bundle, launch->device, name),
      .grid = {(count + QN_FFT_THREADS - 1) / QN_FFT_THREADS, 1, 1},
      .threads = QN_FFT_THREADS,
      .args = &a};
  return l.kernel && qn_libs_fits(&l) ? qn_libs_launch_on(launch->stream, &l)
                                      : hipErrorNotSupported;
}
