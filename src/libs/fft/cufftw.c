// SPDX-License-Identifier: Apache-2.0
// FFTW's interface, as cuFFT's header has it, over FFTW itself. All planners go
// through the guru interface of 64 bits. FFTW only estimates: that leaves the
// arrays as they are while it plans, which cuFFT's does, too.
#include "cuda/cufftw.h"

#include <stdbool.h>

#include "libs/fft/fft.h"

enum { RANK_MAX = 16 };

enum { // FFTW's own flags
  FFTW_OWN_DESTROY = 1 << 0,
  FFTW_OWN_UNALIGNED = 1 << 1,
  FFTW_OWN_PRESERVE = 1 << 4,
  FFTW_OWN_ESTIMATE = 1 << 6,
  FFTW_OWN_WISDOM_ONLY = 1 << 21,
};

static unsigned own_flags(unsigned flags) {
  const unsigned effort = flags & 7, input = flags & FFTW_PRESERVE_INPUT;
  unsigned own = FFTW_OWN_ESTIMATE;
  if (effort == FFTW_WISDOM_ONLY)
    own |= FFTW_OWN_WISDOM_ONLY;
  if (input == FFTW_PRESERVE_INPUT)
    own |= FFTW_OWN_PRESERVE;
  else if (input == FFTW_DESTROY_INPUT)
    own |= FFTW_OWN_DESTROY;
  return flags & FFTW_UNALIGNED ? own | FFTW_OWN_UNALIGNED : own;
}

// Sizes and strides, of a transform or of its batch.
typedef struct dims {
  int rank;
  fftw_iodim64 of[RANK_MAX];
} dims;

static bool take_wide(int rank, const fftw_iodim64 *from, dims *to) {
  if (rank < 0 || rank > RANK_MAX || (rank && !from))
    return false;
  to->rank = rank;
  for (int i = 0; i < rank; ++i)
    to->of[i] = from[i];
  return true;
}

static bool take_narrow(int rank, const fftw_iodim *from, dims *to) {
  if (rank < 0 || rank > RANK_MAX || (rank && !from))
    return false;
  to->rank = rank;
  for (int i = 0; i < rank; ++i)
    to->of[i] = (fftw_iodim64){from[i].n, from[i].is, from[i].os};
  return true;
}

// What a row of reals has on the side of complex values: half, and one.
static int row_of(int n, bool halved) { return halved ? n / 2 + 1 : n; }

typedef struct layout {
  int rank;
  const int *n;
  bool halved_in, halved_out; // that side has half of the last dimension
  bool padded; // real rows in place have room for the complex ones
  const int *in_embed, *out_embed;
  int in_stride, out_stride;
} layout;

static int extent(const layout *l, int i, bool in) {
  const int *embed = in ? l->in_embed : l->out_embed;
  const bool last = i == l->rank - 1;
  const bool halved = last && (in ? l->halved_in : l->halved_out);
  const bool is_real = in ? l->halved_out : l->halved_in;
  if (embed)
    return embed[i];
  return last && l->padded && is_real ? 2 * row_of(l->n[i], true)
                                      : row_of(l->n[i], halved);
}

static bool lay_out(const layout *l, dims *to) {
  ptrdiff_t in = l->in_stride, out = l->out_stride;
  if (l->rank < 1 || l->rank > RANK_MAX || !l->n)
    return false;
  to->rank = l->rank;
  for (int i = l->rank; i-- > 0;) {
    if (l->n[i] < 1)
      return false;
    to->of[i] = (fftw_iodim64){l->n[i], in, out};
    in *= extent(l, i, true);
    out *= extent(l, i, false);
  }
  return true;
}

#define P(name) fftw_##name
#define REAL double
#define IS_DOUBLE true
#include "libs/fft/cufftw_planners.inc"
#define P(name) fftwf_##name
#define REAL float
#define IS_DOUBLE false
#include "libs/fft/cufftw_planners.inc"
