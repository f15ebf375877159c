// SPDX-License-Identifier: Apache-2.0
// FFTW by its guru interface: one plan for all members of a batch that follow
// one another, made at the first use, for each direction, for one array or two,
// and for arrays that are aligned as FFTW likes it or not.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/fft/fft.h"

static const char *const names_single[] = {"libfftw3f.so.3", NULL};
static const char *const names_double[] = {"libfftw3.so.3", NULL};
static qn_libs_opened libraries[] = {
    {.names = names_single, .package = "libfftw3-single3"},
    {.names = names_double, .package = "libfftw3-double3"},
};

enum { // FFTW's flags
  DESTROYS = 1 << 0,
  UNALIGNED = 1 << 1,
  PRESERVES = 1 << 4,
  ESTIMATES = 1 << 6,
};

typedef qn_fft_dim dim; // as FFTW has it

typedef struct variant {
  bool turns_back, in_place, aligned;
} variant;
enum { VARIANTS = 8 };

struct qn_fftw {
  qn_fft_shape shape;
  pthread_mutex_t mutex;
  void *plans[VARIANTS];
};

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

void qn_fftw_begin_planning(void) { pthread_mutex_lock(&planner); }
void qn_fftw_end_planning(void) { pthread_mutex_unlock(&planner); }

static bool is_double(int type) { return type >= QN_FFT_Z2Z; }
static bool is_real_in(int type) {
  return type == QN_FFT_R2C || type == QN_FFT_D2Z;
}
static bool is_real_out(int type) {
  return type == QN_FFT_C2R || type == QN_FFT_Z2D;
}

void *qn_fftw_symbol(bool is_double, const char *name) {
  char text[48];
  snprintf(text, sizeof(text), "%s_%s", is_double ? "fftw" : "fftwf", name);
  return qn_libs_symbol(&libraries[is_double], text);
}

static void *symbol(int type, const char *name) {
  return qn_fftw_symbol(is_double(type), name);
}

bool qn_fftw_find(int type) {
  return symbol(type, "plan_guru64_dft") && symbol(type, "execute_dft");
}

qn_fftw *qn_fftw_create(const qn_fft_shape *shape) {
  qn_fftw *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return NULL;
  p->shape = *shape;
  pthread_mutex_init(&p->mutex, NULL);
  return p;
}

void qn_fftw_destroy(qn_fftw **plans) {
  qn_fftw *p = *plans;
  if (!p)
    return;
  *plans = NULL;
  void *address = symbol(p->shape.type, "destroy_plan");
  void (*destroy)(void *);
  memcpy(&destroy, &address, sizeof(destroy));
  qn_fftw_begin_planning();
  for (int i = 0; i < VARIANTS; ++i)
    if (p->plans[i])
      destroy(p->plans[i]);
  qn_fftw_end_planning();
  pthread_mutex_destroy(&p->mutex);
  qn_free(p);
}

// ---- Where elements lie

// The strides of one side, those of the members last. `half`: of complex
// numbers of a real transform; `padded`: of the real ones in their place.
static void set_strides(const qn_fft_shape *s, const qn_fft_side *side,
                        bool half, bool padded, ptrdiff_t *out) {
  const int last = s->rank - 1;
  ptrdiff_t at = side->is_whole ? 1 : (ptrdiff_t)side->stride;
  for (int i = last; i >= 0; --i) {
    int64_t n = side->is_whole ? s->n[i] : side->embed[i];
    if (side->is_whole && i == last && (half || padded))
      n = (padded ? 2 : 1) * (s->n[i] / 2 + 1);
    out[i] = at;
    at *= (ptrdiff_t)n;
  }
  out[s->rank] = side->is_whole ? at : (ptrdiff_t)side->dist;
}

void qn_fftw_dims(const qn_fft_shape *s, bool in_place, dim *dims) {
  ptrdiff_t in[QN_FFT_RANK_MAX + 1], out[QN_FFT_RANK_MAX + 1];
  const bool from = is_real_in(s->type), to = is_real_out(s->type);
  set_strides(s, &s->in, to, from && in_place, in);
  set_strides(s, &s->out, from, to && in_place, out);
  for (int i = 0; i <= s->rank; ++i)
    dims[i] =
        (dim){(ptrdiff_t)(i < s->rank ? s->n[i] : s->batch), in[i], out[i]};
}

size_t qn_fftw_span(const qn_fft_shape *s, bool of_output, bool in_place) {
  const bool is_real = of_output ? is_real_out(s->type) : is_real_in(s->type);
  const bool has_half = of_output ? is_real_in(s->type) : is_real_out(s->type);
  dim dims[QN_FFT_RANK_MAX + 1];
  qn_fftw_dims(s, in_place, dims);
  ptrdiff_t last = 0;
  for (int i = 0; i <= s->rank; ++i) {
    ptrdiff_t n = dims[i].n;
    if (i == s->rank - 1 && has_half)
      n = n / 2 + 1;
    last += (n - 1) * (of_output ? dims[i].out : dims[i].in);
  }
  return ((size_t)last + 1) * (is_real ? 1 : 2);
}

// ---- Plans

static void *make_plan(const qn_fft_shape *s, const variant *v,
                       const qn_fft_job *job) {
  dim dims[QN_FFT_RANK_MAX + 1];
  // What is not overwritten stays as it is where FFTW can do so.
  const bool may_keep = s->rank == 1 || !is_real_out(s->type);
  const unsigned flags = ESTIMATES | (v->aligned ? 0 : UNALIGNED) |
                         (may_keep && !v->in_place ? PRESERVES : DESTROYS);
  qn_fftw_dims(s, v->in_place, dims);
  const dim *many = &dims[s->rank];
  if (!is_real_in(s->type) && !is_real_out(s->type)) {
    void *address = symbol(s->type, "plan_guru64_dft");
    void *(*plan)(int, const dim *, int, const dim *, void *, void *, int,
                  unsigned);
    memcpy(&plan, &address, sizeof(plan));
    return plan(s->rank, dims, 1, many, job->in, job->out,
                v->turns_back ? QN_FFT_INVERSE : QN_FFT_FORWARD, flags);
  }
  void *address = symbol(s->type, is_real_in(s->type) ? "plan_guru64_dft_r2c"
                                                      : "plan_guru64_dft_c2r");
  void *(*plan)(int, const dim *, int, const dim *, void *, void *, unsigned);
  memcpy(&plan, &address, sizeof(plan));
  return plan(s->rank, dims, 1, many, job->in, job->out, flags);
}

static bool is_aligned(int type, void *p) {
  void *address = symbol(type, "alignment_of");
  int (*alignment_of)(void *);
  memcpy(&alignment_of, &address, sizeof(alignment_of));
  return alignment_of(p) == 0;
}

static void *find_plan(qn_fftw *p, const qn_fft_job *job) {
  const int type = p->shape.type;
  const variant v = {.turns_back = job->direction == QN_FFT_INVERSE,
                     .in_place = job->in == job->out,
                     .aligned = is_aligned(type, job->in) &&
                                is_aligned(type, job->out)};
  const int at = v.turns_back + 2 * v.in_place + 4 * v.aligned;
  pthread_mutex_lock(&p->mutex);
  if (!p->plans[at]) {
    qn_fftw_begin_planning();
    p->plans[at] = make_plan(&p->shape, &v, job);
    qn_fftw_end_planning();
  }
  pthread_mutex_unlock(&p->mutex);
  return p->plans[at];
}

void qn_fftw_run(qn_fftw *p, const qn_fft_job *job) {
  const int type = p->shape.type;
  void *plan = find_plan(p, job);
  void *address = symbol(type, is_real_in(type)    ? "execute_dft_r2c"
                               : is_real_out(type) ? "execute_dft_c2r"
                                                   : "execute_dft");
  void (*execute)(void *, void *, void *);
  if (!plan)
    qn_libs_give_up("FFTW");
  memcpy(&execute, &address, sizeof(execute));
  execute(plan, job->in, job->out);
}
