// SPDX-License-Identifier: Apache-2.0
// Transforms of half and bfloat16: FFTW makes them of floats in arrays of the
// same form, whose elements are rounded once.
#include "base/alloc.h"
#include "libs/core/types.h"
#include "libs/fft/fft.h"

enum { AT_ONCE = 256, SIZE = 2 }; // bytes of an element

static void widen(int type, const void *from, float *to, size_t count) {
  double wide[AT_ONCE];
  for (size_t i = 0; i < count; i += AT_ONCE) {
    const size_t n = count - i < AT_ONCE ? count - i : AT_ONCE;
    qn_libs_to_double(type, (const char *)from + i * SIZE, wide, n);
    for (size_t k = 0; k < n; ++k)
      to[i + k] = (float)wide[k];
  }
}
static void narrow(int type, const float *from, void *to, size_t count) {
  double wide[AT_ONCE];
  for (size_t i = 0; i < count; i += AT_ONCE) {
    const size_t n = count - i < AT_ONCE ? count - i : AT_ONCE;
    for (size_t k = 0; k < n; ++k)
      wide[k] = (double)from[i + k];
    qn_libs_from_double(type, wide, (char *)to + i * SIZE, n);
  }
}

static float *memory(size_t count) {
  float *p = qn_alloc_array(count, sizeof(*p));
  if (!p)
    qn_libs_give_up("FFTW");
  return p;
}

// What lies between elements of the result stays as it is.
void qn_fft_run_narrow(qn_fftw *plans, const qn_fft_shape *s,
                       const qn_fft_job *job) {
  const bool in_place = job->in == job->out;
  const size_t in = qn_fftw_span(s, false, in_place),
               out = qn_fftw_span(s, true, in_place);
  float *from = memory(in_place && out > in ? out : in);
  float *to = in_place ? from : memory(out);
  widen(s->narrow, job->in, from, in_place && out > in ? out : in);
  if (!in_place)
    widen(s->narrow, job->out, to, out);
  const qn_fft_job wide = {job->type, from, to, job->direction};
  qn_fftw_run(plans, &wide);
  narrow(s->narrow, to, job->out, in_place && in > out ? in : out);
  if (!in_place)
    qn_free(to);
  qn_free(from);
}
