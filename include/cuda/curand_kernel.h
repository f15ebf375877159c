// SPDX-License-Identifier: Apache-2.0
//
// cuRAND in device code: generators as states of work-items. Sequences are
// those of <quern/rand/engine.h>; docs/libraries.md says what is not there.
#ifndef QUERN_CUDA_CURAND_KERNEL_H
#define QUERN_CUDA_CURAND_KERNEL_H
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "curand.h"

#include <quern/device/names_begin.inc>
#include <quern/rand/engine.h>

#define QN_CURAND_FN static inline __device__

// Shares of the numbers from `first` on, summed.
struct curandDiscreteDistribution_st {
  unsigned int first, count;
  double below[1];
};

// ---- States, as large as cuRAND's

#define QN_CURAND_PAIRS                                                        \
  int boxmuller_flag;                                                          \
  int boxmuller_flag_double;                                                   \
  float boxmuller_extra;                                                       \
  double boxmuller_extra_double

struct curandStateXORWOW {
  unsigned int d, v[5];
  QN_CURAND_PAIRS;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  QN_CURAND_PAIRS;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE; // numbers of `output` that were taken
  QN_CURAND_PAIRS;
};
#undef QN_CURAND_PAIRS
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};

typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

#ifdef __QUERN__ // what plain compilers need are the states

// ---- Their engines

template <typename S> QN_CURAND_FN void qn_curand_no_pairs(S *state) {
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

QN_CURAND_FN qn_xorwow qn_curand_load(const curandStateXORWOW_t *state) {
  qn_xorwow s;
  s.d = state->d;
  for (int i = 0; i < 5; ++i)
    s.v[i] = state->v[i];
  return s;
}
QN_CURAND_FN void qn_curand_store(curandStateXORWOW_t *state,
                                  const qn_xorwow &s) {
  state->d = s.d;
  for (int i = 0; i < 5; ++i)
    state->v[i] = s.v[i];
}
QN_CURAND_FN qn_mrg qn_curand_load(const curandStateMRG32k3a_t *state) {
  qn_mrg s;
  for (int i = 0; i < 3; ++i) {
    s.s1[i] = state->s1[i];
    s.s2[i] = state->s2[i];
  }
  return s;
}
QN_CURAND_FN void qn_curand_store(curandStateMRG32k3a_t *state,
                                  const qn_mrg &s) {
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = s.s1[i];
    state->s2[i] = s.s2[i];
  }
}
QN_CURAND_FN qn_philox qn_curand_load(const curandStatePhilox4_32_10_t *state) {
  const qn_philox s = {
      {state->ctr.x, state->ctr.y, state->ctr.z, state->ctr.w},
      {state->key.x, state->key.y}};
  return s;
}
// And the numbers of its block.
QN_CURAND_FN void qn_curand_store(curandStatePhilox4_32_10_t *state,
                                  const qn_philox &s) {
  uint32_t out[4];
  qn_philox_block(&s, out);
  state->ctr.x = s.counter[0];
  state->ctr.y = s.counter[1];
  state->ctr.z = s.counter[2];
  state->ctr.w = s.counter[3];
  state->key.x = s.key[0];
  state->key.y = s.key[1];
  state->output.x = out[0];
  state->output.y = out[1];
  state->output.z = out[2];
  state->output.w = out[3];
}

// ---- XORWOW

QN_CURAND_FN void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
  qn_xorwow s = qn_curand_load(state);
  qn_xorwow_skip(&s, n);
  qn_curand_store(state, s);
}
QN_CURAND_FN void skipahead_sequence(unsigned long long n,
                                     curandStateXORWOW_t *state) {
  qn_xorwow s = qn_curand_load(state);
  qn_xorwow_skip_subsequences(&s, n);
  qn_curand_store(state, s);
}
QN_CURAND_FN void curand_init(unsigned long long seed,
                              unsigned long long subsequence,
                              unsigned long long offset,
                              curandStateXORWOW_t *state) {
  qn_xorwow s;
  qn_xorwow_seed(&s, seed);
  qn_xorwow_skip_subsequences(&s, subsequence);
  qn_xorwow_skip(&s, offset);
  qn_curand_store(state, s);
  qn_curand_no_pairs(state);
}
QN_CURAND_FN unsigned int curand(curandStateXORWOW_t *state) {
  qn_xorwow s = qn_curand_load(state);
  const unsigned int x = qn_xorwow_next(&s);
  qn_curand_store(state, s);
  return x;
}

// ---- MRG32k3a

QN_CURAND_FN void skipahead(unsigned long long n,
                            curandStateMRG32k3a_t *state) {
  qn_mrg s = qn_curand_load(state);
  qn_mrg_skip(&s, n, 0);
  qn_curand_store(state, s);
}
QN_CURAND_FN void skipahead_subsequence(unsigned long long n,
                                        curandStateMRG32k3a_t *state) {
  qn_mrg s = qn_curand_load(state);
  qn_mrg_skip(&s, n, QN_MRG_SUBSEQUENCE);
  qn_curand_store(state, s);
}
QN_CURAND_FN void skipahead_sequence(unsigned long long n,
                                     curandStateMRG32k3a_t *state) {
  qn_mrg s = qn_curand_load(state);
  qn_mrg_skip(&s, n, QN_MRG_SEQUENCE);
  qn_curand_store(state, s);
}
QN_CURAND_FN void curand_init(unsigned long long seed,
                              unsigned long long subsequence,
                              unsigned long long offset,
                              curandStateMRG32k3a_t *state) {
  qn_mrg s;
  qn_mrg_seed(&s, seed);
  qn_mrg_skip(&s, subsequence, QN_MRG_SUBSEQUENCE);
  qn_mrg_skip(&s, offset, 0);
  qn_curand_store(state, s);
  qn_curand_no_pairs(state);
}
QN_CURAND_FN double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
  qn_mrg s = qn_curand_load(state);
  const unsigned int x = qn_mrg_next(&s);
  qn_curand_store(state, s);
  return x;
}
QN_CURAND_FN unsigned int curand(curandStateMRG32k3a_t *state) {
  return qn_mrg_bits((unsigned int)curand_MRG32k3a(state));
}

// ---- Philox

QN_CURAND_FN void skipahead(unsigned long long n,
                            curandStatePhilox4_32_10_t *state) {
  qn_philox s = qn_curand_load(state);
  const unsigned int taken = state->STATE + (unsigned int)(n & 3);
  qn_philox_skip_blocks(&s, n / 4 + taken / 4);
  qn_curand_store(state, s);
  state->STATE = taken % 4;
}
QN_CURAND_FN void skipahead_sequence(unsigned long long n,
                                     curandStatePhilox4_32_10_t *state) {
  qn_philox s = qn_curand_load(state);
  qn_philox_skip_subsequences(&s, n);
  qn_curand_store(state, s);
}
QN_CURAND_FN void curand_init(unsigned long long seed,
                              unsigned long long subsequence,
                              unsigned long long offset,
                              curandStatePhilox4_32_10_t *state) {
  qn_philox s = {{0, 0, 0, 0},
                 {(unsigned int)seed, (unsigned int)(seed >> 32)}};
  qn_philox_skip_subsequences(&s, subsequence);
  qn_philox_skip_blocks(&s, offset / 4);
  qn_curand_store(state, s);
  state->STATE = (unsigned int)(offset & 3);
  qn_curand_no_pairs(state);
}
QN_CURAND_FN void qn_curand_next_block(curandStatePhilox4_32_10_t *state) {
  qn_philox s = qn_curand_load(state);
  qn_philox_skip_blocks(&s, 1);
  qn_curand_store(state, s);
}
QN_CURAND_FN unsigned int curand(curandStatePhilox4_32_10_t *state) {
  const uint4 o = state->output;
  const unsigned int x = state->STATE == 0   ? o.x
                         : state->STATE == 1 ? o.y
                         : state->STATE == 2 ? o.z
                                             : o.w;
  if (++state->STATE == 4) {
    state->STATE = 0;
    qn_curand_next_block(state);
  }
  return x;
}
QN_CURAND_FN uint4 curand4(curandStatePhilox4_32_10_t *state) {
  const uint4 a = state->output;
  qn_curand_next_block(state);
  const uint4 b = state->output;
  switch (state->STATE) {
  case 1:
    return make_uint4(a.y, a.z, a.w, b.x);
  case 2:
    return make_uint4(a.z, a.w, b.x, b.y);
  case 3:
    return make_uint4(a.w, b.x, b.y, b.z);
  default:
    return a;
  }
}

// ---- Sobol

#define QN_CURAND_SOBOL(State, Word, Vectors, width)                           \
  QN_CURAND_FN void skipahead(Word n, State *state) {                          \
    state->i += n;                                                             \
    const Word gray = state->i ^ (state->i >> 1);                              \
    state->x = state->c;                                                       \
    for (int k = 0; k < width; ++k)                                            \
      if (gray >> k & 1)                                                       \
        state->x ^= state->direction_vectors[k];                               \
  }                                                                            \
  QN_CURAND_FN void qn_curand_start(const Word *vectors, Word scramble,        \
                                    Word offset, State *state) {               \
    for (int k = 0; k < width; ++k)                                            \
      state->direction_vectors[k] = vectors[k];                                \
    state->i = 0;                                                              \
    state->c = scramble;                                                       \
    skipahead(offset, state);                                                  \
  }                                                                            \
  QN_CURAND_FN Word curand(State *state) {                                     \
    const Word x = state->x;                                                   \
    int k = 0;                                                                 \
    while (k < width - 1 && (state->i >> k & 1))                               \
      ++k;                                                                     \
    state->x ^= state->direction_vectors[k];                                   \
    ++state->i;                                                                \
    return x;                                                                  \
  }
#define QN_CURAND_PLAIN(State, Word, Vectors)                                  \
  QN_CURAND_FN void curand_init(Vectors vectors, Word offset, State *state) {  \
    qn_curand_start(vectors, 0, offset, state);                                \
  }
#define QN_CURAND_SCRAMBLED(State, Word, Vectors)                              \
  QN_CURAND_FN void curand_init(Vectors vectors, Word scramble, Word offset,   \
                                State *state) {                                \
    qn_curand_start(vectors, scramble, offset, state);                         \
  }
QN_CURAND_SOBOL(curandStateSobol32_t, unsigned int, curandDirectionVectors32_t,
                32)
QN_CURAND_SOBOL(curandStateScrambledSobol32_t, unsigned int,
                curandDirectionVectors32_t, 32)
QN_CURAND_SOBOL(curandStateSobol64_t, unsigned long long,
                curandDirectionVectors64_t, 64)
QN_CURAND_SOBOL(curandStateScrambledSobol64_t, unsigned long long,
                curandDirectionVectors64_t, 64)
QN_CURAND_PLAIN(curandStateSobol32_t, unsigned int, curandDirectionVectors32_t)
QN_CURAND_PLAIN(curandStateSobol64_t, unsigned long long,
                curandDirectionVectors64_t)
QN_CURAND_SCRAMBLED(curandStateScrambledSobol32_t, unsigned int,
                    curandDirectionVectors32_t)
QN_CURAND_SCRAMBLED(curandStateScrambledSobol64_t, unsigned long long,
                    curandDirectionVectors64_t)
#undef QN_CURAND_SOBOL
#undef QN_CURAND_PLAIN
#undef QN_CURAND_SCRAMBLED

// ---- Uniform numbers: 0 < u <= 1

QN_CURAND_FN float _curand_uniform(unsigned int x) {
  return qn_rand_uniform(x);
}
QN_CURAND_FN float _curand_uniform(unsigned long long x) {
  return qn_rand_uniform((unsigned int)(x >> 32));
}
QN_CURAND_FN double _curand_uniform_double(unsigned int x) {
  return qn_rand_uniform_32(x);
}
QN_CURAND_FN double _curand_uniform_double(unsigned long long x) {
  return qn_rand_uniform_64(x);
}
template <typename S> QN_CURAND_FN float curand_uniform(S *state) {
  return _curand_uniform(curand(state));
}
template <typename S> QN_CURAND_FN double curand_uniform_double(S *state) {
  return _curand_uniform_double(curand(state));
}
QN_CURAND_FN double curand_uniform_double(curandStateXORWOW_t *state) {
  const unsigned int x = curand(state);
  return qn_rand_uniform_53(x, curand(state));
}
QN_CURAND_FN float curand_uniform(curandStateMRG32k3a_t *state) {
  return (float)(curand_MRG32k3a(state) * QN_MRG_NORM);
}
QN_CURAND_FN double curand_uniform_double(curandStateMRG32k3a_t *state) {
  return curand_MRG32k3a(state) * QN_MRG_NORM;
}
QN_CURAND_FN float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return make_float4(qn_rand_uniform(x.x), qn_rand_uniform(x.y),
                     qn_rand_uniform(x.z), qn_rand_uniform(x.w));
}
QN_CURAND_FN double2
curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return make_double2(qn_rand_uniform_53(x.x, x.y),
                      qn_rand_uniform_53(x.z, x.w));
}
QN_CURAND_FN double4
curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
  const double2 a = curand_uniform2_double(state);
  const double2 b = curand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

// ---- Normal numbers: in pairs, or by the inverse of the distribution

QN_CURAND_FN float2 qn_curand_pair(float u, float v) {
  const float s = sqrtf(-2.0f * logf(u));
  return make_float2(sinf(v) * s, cosf(v) * s);
}
QN_CURAND_FN float2 _curand_box_muller(unsigned int x, unsigned int y) {
  const float step = 2.3283064e-10f * 6.2831855f;
  return qn_curand_pair(qn_rand_uniform(x), (float)y * step + step / 2);
}
QN_CURAND_FN double2 qn_curand_pair_double(double u, double v) {
  const double s = sqrt(-2.0 * log(u));
  return make_double2(sinpi(v) * s, cospi(v) * s);
}
QN_CURAND_FN double2 _curand_box_muller_double(unsigned int x0, unsigned int x1,
                                               unsigned int y0,
                                               unsigned int y1) {
  const unsigned long long y =
      (unsigned long long)y0 ^ (unsigned long long)y1 << (53 - 32);
  return qn_curand_pair_double(qn_rand_uniform_53(x0, x1),
                               (double)y * (1.1102230246251565e-16 * 2.0) +
                                   1.1102230246251565e-16);
}

template <typename S> QN_CURAND_FN float2 curand_normal2(S *state) {
  const unsigned int x = curand(state);
  return _curand_box_muller(x, curand(state));
}
QN_CURAND_FN float2 curand_normal2(curandStateMRG32k3a_t *state) {
  const float u = curand_uniform(state);
  return qn_curand_pair(u, curand_uniform(state) * 6.2831855f);
}
QN_CURAND_FN float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  const float2 a = _curand_box_muller(x.x, x.y);
  const float2 b = _curand_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
QN_CURAND_FN double2 curand_normal2_double(curandStateXORWOW_t *state) {
  unsigned int x[4];
  for (int i = 0; i < 4; ++i)
    x[i] = curand(state);
  return _curand_box_muller_double(x[0], x[1], x[2], x[3]);
}
QN_CURAND_FN double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
  const double u = curand_uniform_double(state);
  return qn_curand_pair_double(u, curand_uniform_double(state) * 2.0);
}
QN_CURAND_FN double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
QN_CURAND_FN double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
  const double2 a = curand_normal2_double(state);
  const double2 b = curand_normal2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

QN_CURAND_FN float _curand_normal_icdf(unsigned int x) {
  const bool mirrored = x > 0x80000000u;
  const float p = qn_rand_uniform(mirrored ? 0xffffffffu - x : x);
  const float y = -1.4142135f * erfcinvf(2.0f * p);
  return mirrored ? -y : y;
}
QN_CURAND_FN float _curand_normal_icdf(unsigned long long x) {
  return _curand_normal_icdf((unsigned int)(x >> 32));
}
QN_CURAND_FN double _curand_normal_icdf_double(unsigned int x) {
  const bool mirrored = x > 0x80000000u;
  const double p = (mirrored ? 0xffffffffu - x : x) * 2.3283064365386963e-10 +
                   2.3283064365386963e-10 / 2.0;
  const double y = -1.4142135623730951 * erfcinv(2.0 * p);
  return mirrored ? -y : y;
}
QN_CURAND_FN double _curand_normal_icdf_double(unsigned long long x) {
  const unsigned long long top = 0x1fffffffffffffull, bits = x >> 11;
  const bool mirrored = bits > 0x10000000000000ull;
  const double p =
      (double)(mirrored ? top - bits : bits) * 1.1102230246251565e-16 +
      1.1102230246251565e-16 / 2.0;
  const double y = -1.4142135623730951 * erfcinv(2.0 * p);
  return mirrored ? -y : y;
}

// The second number of a pair is kept, for the next call of the same kind.
enum { QN_CURAND_NORMAL = 1, QN_CURAND_LOG_NORMAL = 2 };

template <typename S> QN_CURAND_FN float curand_normal(S *state) {
  return _curand_normal_icdf(curand(state));
}
template <typename S> QN_CURAND_FN double curand_normal_double(S *state) {
  return _curand_normal_icdf_double(curand(state));
}
template <typename S>
QN_CURAND_FN float curand_log_normal(S *state, float mean, float stddev) {
  return expf(mean + stddev * _curand_normal_icdf(curand(state)));
}
template <typename S>
QN_CURAND_FN double curand_log_normal_double(S *state, double mean,
                                             double stddev) {
  return exp(mean + stddev * _curand_normal_icdf_double(curand(state)));
}

#define QN_CURAND_PAIRED(State)                                                \
  QN_CURAND_FN float curand_normal(State *state) {                             \
    if (state->boxmuller_flag == QN_CURAND_NORMAL) {                           \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    const float2 pair = curand_normal2(state);                                 \
    state->boxmuller_extra = pair.y;                                           \
    state->boxmuller_flag = QN_CURAND_NORMAL;                                  \
    return pair.x;                                                             \
  }                                                                            \
  QN_CURAND_FN double curand_normal_double(State *state) {                     \
    if (state->boxmuller_flag_double == QN_CURAND_NORMAL) {                    \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    const double2 pair = curand_normal2_double(state);                         \
    state->boxmuller_extra_double = pair.y;                                    \
    state->boxmuller_flag_double = QN_CURAND_NORMAL;                           \
    return pair.x;                                                             \
  }                                                                            \
  QN_CURAND_FN float2 curand_log_normal2(State *state, float mean,             \
                                         float stddev) {                       \
    const float2 pair = curand_normal2(state);                                 \
    return make_float2(expf(mean + stddev * pair.x),                           \
                       expf(mean + stddev * pair.y));                          \
  }                                                                            \
  QN_CURAND_FN double2 curand_log_normal2_double(State *state, double mean,    \
                                                 double stddev) {              \
    const double2 pair = curand_normal2_double(state);                         \
    return make_double2(exp(mean + stddev * pair.x),                           \
                        exp(mean + stddev * pair.y));                          \
  }                                                                            \
  QN_CURAND_FN float curand_log_normal(State *state, float mean,               \
                                       float stddev) {                         \
    if (state->boxmuller_flag == QN_CURAND_LOG_NORMAL) {                       \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    const float2 pair = curand_log_normal2(state, mean, stddev);               \
    state->boxmuller_extra = pair.y;                                           \
    state->boxmuller_flag = QN_CURAND_LOG_NORMAL;                              \
    return pair.x;                                                             \
  }                                                                            \
  QN_CURAND_FN double curand_log_normal_double(State *state, double mean,      \
                                               double stddev) {                \
    if (state->boxmuller_flag_double == QN_CURAND_LOG_NORMAL) {                \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    const double2 pair = curand_log_normal2_double(state, mean, stddev);       \
    state->boxmuller_extra_double = pair.y;                                    \
    state->boxmuller_flag_double = QN_CURAND_LOG_NORMAL;                       \
    return pair.x;                                                             \
  }
QN_CURAND_PAIRED(curandStateXORWOW_t)
QN_CURAND_PAIRED(curandStateMRG32k3a_t)
QN_CURAND_PAIRED(curandStatePhilox4_32_10_t)
#undef QN_CURAND_PAIRED

QN_CURAND_FN float4 curand_log_normal4(curandStatePhilox4_32_10_t *state,
                                       float mean, float stddev) {
  const float4 n = curand_normal4(state);
  return make_float4(expf(mean + stddev * n.x), expf(mean + stddev * n.y),
                     expf(mean + stddev * n.z), expf(mean + stddev * n.w));
}
QN_CURAND_FN double4 curand_log_normal4_double(
    curandStatePhilox4_32_10_t *state, double mean, double stddev) {
  const double4 n = curand_normal4_double(state);
  return make_double4(exp(mean + stddev * n.x), exp(mean + stddev * n.y),
                      exp(mean + stddev * n.z), exp(mean + stddev * n.w));
}

// ---- Poisson's distribution

// The distribution is cuRAND's, the numbers are not one by one: products of
// uniform numbers below 64, above it Hoermann's transformed rejection (1993),
// and from 4000 on a normal number, rounded.
template <typename S>
QN_CURAND_FN unsigned int curand_poisson(S *state, double lambda) {
  if (lambda < 64) {
    const float least = expf(-(float)lambda);
    unsigned int k = 0;
    for (float p = curand_uniform(state); p > least;
         p *= curand_uniform(state))
      ++k;
    return k;
  }
  if (lambda > 4000)
    return (unsigned int)(sqrt(lambda) * curand_normal_double(state) + lambda +
                          0.5);
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double scale = 1.1239 + 1.1328 / (b - 3.4);
  const double quick = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = curand_uniform_double(state) - 0.5;
    const double v = curand_uniform_double(state), us = 0.5 - fabs(u);
    const double k = floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= quick)
      return (unsigned int)k;
    if (k < 0 || (us < 0.013 && v > us))
      continue;
    if (log(v * scale / (a / (us * us) + b)) <=
        k * log(lambda) - lambda - lgamma(k + 1))
      return (unsigned int)k;
  }
}
QN_CURAND_FN uint4 curand_poisson4(curandStatePhilox4_32_10_t *state,
                                   double lambda) {
  uint4 k;
  k.x = curand_poisson(state, lambda);
  k.y = curand_poisson(state, lambda);
  k.z = curand_poisson(state, lambda);
  k.w = curand_poisson(state, lambda);
  return k;
}

// ---- Distributions of few numbers

// The least of them up to which a share of u lies.
QN_CURAND_FN unsigned int
qn_curand_find(double u, const struct curandDiscreteDistribution_st *d) {
  unsigned int low = 0, high = d->count - 1;
  while (low < high) {
    const unsigned int middle = low + (high - low) / 2;
    if (u <= d->below[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return d->first + low;
}
// By one number of the state.
template <typename S>
QN_CURAND_FN unsigned int
curand_discrete(S *state, curandDiscreteDistribution_t discrete_distribution) {
  const auto bits = curand(state);
  const double unit = sizeof(bits) == 8 ? 0x1p-64 : 0x1p-32;
  return qn_curand_find(((double)bits + 0.5) * unit, discrete_distribution);
}
QN_CURAND_FN uint4
curand_discrete4(curandStatePhilox4_32_10_t *state,
                 curandDiscreteDistribution_t discrete_distribution) {
  uint4 k;
  k.x = curand_discrete(state, discrete_distribution);
  k.y = curand_discrete(state, discrete_distribution);
  k.z = curand_discrete(state, discrete_distribution);
  k.w = curand_discrete(state, discrete_distribution);
  return k;
}

#endif // __QUERN__
#undef QN_CURAND_FN

#include <quern/device/names_end.inc>

#include "curand_mtgp32_kernel.h"

#endif // QUERN_CUDA_CURAND_KERNEL_H
