// SPDX-License-Identifier: Apache-2.0
// What cuFFT and hipFFT are here: plans whose work is submitted to their
// streams. On the CPU FFTW does it, opened at run time (fftw.c), on an NVIDIA
// device its own libcufft.
#ifndef QN_LIBS_FFT_FFT_H
#define QN_LIBS_FFT_FFT_H

#include "base/diag.h"
#include "libs/core/work.h"

typedef enum qn_fft_status { // cufftResult and hipfftResult
  QN_FFT_OK = 0,
  QN_FFT_INVALID_PLAN = 1,
  QN_FFT_NO_MEMORY = 2,
  QN_FFT_INVALID_TYPE = 3,
  QN_FFT_INVALID_VALUE = 4,
  QN_FFT_INTERNAL = 5,
  QN_FFT_EXEC_FAILED = 6,
  QN_FFT_SETUP_FAILED = 7,
  QN_FFT_INVALID_SIZE = 8,
  QN_FFT_NOT_IMPLEMENTED = 14,
  QN_FFT_NOT_SUPPORTED = 16,
} qn_fft_status;

typedef enum qn_fft_type { // cufftType
  QN_FFT_C2C = 0x29,
  QN_FFT_R2C = 0x2a,
  QN_FFT_C2R = 0x2c,
  QN_FFT_Z2Z = 0x69,
  QN_FFT_D2Z = 0x6a,
  QN_FFT_Z2D = 0x6c,
} qn_fft_type;

enum { QN_FFT_RANK_MAX = 3, QN_FFT_FORWARD = -1, QN_FFT_INVERSE = 1 };

// Where the elements of a side lie: one batch behind the other and each whole,
// or element (x, y, z) of member b at b * dist + ((x * embed[1] + y) *
// embed[2] + z) * stride.
typedef struct qn_fft_side {
  bool is_whole;
  int64_t embed[QN_FFT_RANK_MAX], stride, dist;
} qn_fft_side;

typedef struct qn_fft_shape {
  int rank;
  int64_t n[QN_FFT_RANK_MAX];
  int type;
  int64_t batch;
  qn_fft_side in, out;
  int narrow; // CUDA_R_16F or CUDA_R_16BF: of elements that are made in float
} qn_fft_shape;

typedef struct qn_fft_plan qn_fft_plan;

qn_fft_status qn_fft_create(qn_fft_plan **out);
qn_fft_status qn_fft_destroy(qn_fft_plan *plan);
// NULL with a reason unless it is a plan.
qn_fft_plan *qn_fft_check(void *plan);
// Fixes what it does, once; `*work_size`, which may be NULL, receives the bytes
// of its work area.
qn_fft_status qn_fft_make(qn_fft_plan *plan, const qn_fft_shape *shape,
                          size_t *work_size);
// What that would be, without a plan.
qn_fft_status qn_fft_measure(const qn_fft_shape *shape, size_t *work_size);
size_t qn_fft_work_size(const qn_fft_plan *plan);
// What cuFFT's plans are told about how they are made, and these need not know:
// kept for its getter. NULL with a reason where there is no such property.
enum { QN_FFT_PROPERTIES = 2 };
int64_t *qn_fft_property(qn_fft_plan *plan, int which);
void qn_fft_set_stream(qn_fft_plan *plan, hipStream_t stream);
qn_fft_status qn_fft_set_auto(qn_fft_plan *plan, bool allocates);
qn_fft_status qn_fft_set_area(qn_fft_plan *plan, void *area);
// `type` 0: the plan's own. The direction is that of complex transforms.
typedef struct qn_fft_job {
  int type;
  void *in, *out;
  int direction;
} qn_fft_job;
qn_fft_status qn_fft_exec(qn_fft_plan *plan, const qn_fft_job *job);

// A function of the device for what a plan loads, or stores: `letter` c z r d
// says of which type; NULL: none any more.
typedef struct qn_fft_callback {
  bool stores;
  char letter;
  void *function, *info;
} qn_fft_callback;
qn_fft_status qn_fft_set_callback(qn_fft_plan *plan,
                                  const qn_fft_callback *callback);

QN_COLD qn_fft_status qn_fft_refuse(qn_fft_status status, const char *format,
                                    ...) __attribute__((format(printf, 2, 3)));

// Where the elements of a shape lie: sizes of the axes, and of the batch behind
// them, and their distances on both sides.
typedef struct qn_fft_dim {
  ptrdiff_t n, in, out;
} qn_fft_dim;
void qn_fftw_dims(const qn_fft_shape *shape, bool in_place, qn_fft_dim *out);

// ---- FFTW (fftw.c)

// A function of FFTW's ("plan_guru64_dft"); NULL, with a reason, without FFTW.
void *qn_fftw_symbol(bool is_double, const char *name);
// Only FFTW's functions that run a plan may be called at the same time.
void qn_fftw_begin_planning(void);
void qn_fftw_end_planning(void);

typedef struct qn_fftw qn_fftw; // plans for one shape, made as they are needed
// Whether FFTW is there for the type; else with a reason.
bool qn_fftw_find(int type);
qn_fftw *qn_fftw_create(const qn_fft_shape *shape); // NULL: out of memory
void qn_fftw_destroy(qn_fftw **plans);
void qn_fftw_run(qn_fftw *plans, const qn_fft_job *job);
// How many real numbers there are from the first element of a side to the last.
size_t qn_fftw_span(const qn_fft_shape *shape, bool of_output, bool in_place);

// ---- Elements that are narrower than FFTW's (narrow.c)

void qn_fft_run_narrow(qn_fftw *plans, const qn_fft_shape *shape,
                       const qn_fft_job *job);

// Frees memory of the device with the next plan that is created or destroyed:
// plans may end on a stream, whose work nothing may wait for there.
void qn_fft_discard(void *memory);

// ---- Quern's own kernels (device.c)

// Memory of one plan, which its transforms use in turn; NULL: the device has no
// kernels for it, or no room.
typedef struct qn_fft_device qn_fft_device;
qn_fft_device *qn_fft_device_create(int device, const qn_fft_shape *shape);
typedef struct qn_fft_launch {
  int device;
  hipStream_t stream;
  const qn_fft_shape *shape;
  const qn_fft_job *job;
} qn_fft_launch;
qn_fft_status qn_fft_device_exec(const qn_fft_device *memory,
                                 const qn_fft_launch *launch);
void qn_fft_device_destroy(qn_fft_device **kept);

#endif // QN_LIBS_FFT_FFT_H
