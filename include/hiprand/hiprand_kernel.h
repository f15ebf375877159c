// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/curand_kernel.h.
// clang-format off
//
// hipRAND in device code: generators as states of work-items. Sequences are
// those of <quern/rand/engine.h>; docs/libraries.md says what is not there.
#ifndef QUERN_HIPRAND_HIPRAND_KERNEL_H
#define QUERN_HIPRAND_HIPRAND_KERNEL_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <hip/hip_runtime.h>

#include "hiprand.h"

#include <quern/rand/engine.h>

#define QN_HIPRAND_FN static inline __device__

// Shares of the numbers from `first` on, summed.
struct hiprandDiscreteDistribution_st {
  unsigned int first, count;
  double below[1];
};

// ---- States, as large as hipRAND's

#define QN_HIPRAND_PAIRS                                                        \
  int boxmuller_flag;                                                          \
  int boxmuller_flag_double;                                                   \
  float boxmuller_extra;                                                       \
  double boxmuller_extra_double

struct hiprandStateXORWOW {
  unsigned int d, v[5];
  QN_HIPRAND_PAIRS;
};
struct hiprandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  QN_HIPRAND_PAIRS;
};
struct hiprandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE; // numbers of `output` that were taken
  QN_HIPRAND_PAIRS;
};
#undef QN_HIPRAND_PAIRS
struct hiprandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct hiprandStateScrambledSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct hiprandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct hiprandStateScrambledSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};

typedef struct hiprandStateXORWOW hiprandStateXORWOW_t;
typedef struct hiprandStateMRG32k3a hiprandStateMRG32k3a_t;
typedef struct hiprandStatePhilox4_32_10 hiprandStatePhilox4_32_10_t;
typedef struct hiprandStateSobol32 hiprandStateSobol32_t;
typedef struct hiprandStateScrambledSobol32 hiprandStateScrambledSobol32_t;
typedef struct hiprandStateSobol64 hiprandStateSobol64_t;
typedef struct hiprandStateScrambledSobol64 hiprandStateScrambledSobol64_t;
typedef struct hiprandStateXORWOW hiprandState_t;
typedef struct hiprandStateXORWOW hiprandState;

#ifdef __QUERN__ // what plain compilers need are the states

// ---- Their engines

template <typename S> QN_HIPRAND_FN void qn_hiprand_no_pairs(S *state) {
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

QN_HIPRAND_FN qn_xorwow qn_hiprand_load(const hiprandStateXORWOW_t *state) {
  qn_xorwow s;
  s.d = state->d;
  for (int i = 0; i < 5; ++i)
    s.v[i] = state->v[i];
  return s;
}
QN_HIPRAND_FN void qn_hiprand_store(hiprandStateXORWOW_t *state,
                                  const qn_xorwow &s) {
  state->d = s.d;
  for (int i = 0; i < 5; ++i)
    state->v[i] = s.v[i];
}
QN_HIPRAND_FN qn_mrg qn_hiprand_load(const hiprandStateMRG32k3a_t *state) {
  qn_mrg s;
  for (int i = 0; i < 3; ++i) {
    s.s1[i] = state->s1[i];
    s.s2[i] = state->s2[i];
  }
  return s;
}
QN_HIPRAND_FN void qn_hiprand_store(hiprandStateMRG32k3a_t *state,
                                  const qn_mrg &s) {
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = s.s1[i];
    state->s2[i] = s.s2[i];
  }
}
QN_HIPRAND_FN qn_philox qn_hiprand_load(const hiprandStatePhilox4_32_10_t *state) {
  const qn_philox s = {
      {state->ctr.x, state->ctr.y, state->ctr.z, state->ctr.w},
      {state->key.x, state->key.y}};
  return s;
}
// And the numbers of its block.
QN_HIPRAND_FN void qn_hiprand_store(hiprandStatePhilox4_32_10_t *state,
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

QN_HIPRAND_FN void skipahead(unsigned long long n, hiprandStateXORWOW_t *state) {
  qn_xorwow s = qn_hiprand_load(state);
  qn_xorwow_skip(&s, n);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN void skipahead_sequence(unsigned long long n,
                                     hiprandStateXORWOW_t *state) {
  qn_xorwow s = qn_hiprand_load(state);
  qn_xorwow_skip_subsequences(&s, n);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN void hiprand_init(unsigned long long seed,
                              unsigned long long subsequence,
                              unsigned long long offset,
                              hiprandStateXORWOW_t *state) {
  qn_xorwow s;
  qn_xorwow_seed(&s, seed);
  qn_xorwow_skip_subsequences(&s, subsequence);
  qn_xorwow_skip(&s, offset);
  qn_hiprand_store(state, s);
  qn_hiprand_no_pairs(state);
}
QN_HIPRAND_FN unsigned int hiprand(hiprandStateXORWOW_t *state) {
  qn_xorwow s = qn_hiprand_load(state);
  const unsigned int x = qn_xorwow_next(&s);
  qn_hiprand_store(state, s);
  return x;
}

// ---- MRG32k3a

QN_HIPRAND_FN void skipahead(unsigned long long n,
                            hiprandStateMRG32k3a_t *state) {
  qn_mrg s = qn_hiprand_load(state);
  qn_mrg_skip(&s, n, 0);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN void skipahead_subsequence(unsigned long long n,
                                        hiprandStateMRG32k3a_t *state) {
  qn_mrg s = qn_hiprand_load(state);
  qn_mrg_skip(&s, n, QN_MRG_SUBSEQUENCE);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN void skipahead_sequence(unsigned long long n,
                                     hiprandStateMRG32k3a_t *state) {
  qn_mrg s = qn_hiprand_load(state);
  qn_mrg_skip(&s, n, QN_MRG_SEQUENCE);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN void hiprand_init(unsigned long long seed,
                              unsigned long long subsequence,
                              unsigned long long offset,
                              hiprandStateMRG32k3a_t *state) {
  qn_mrg s;
  qn_mrg_seed(&s, seed);
  qn_mrg_skip(&s, subsequence, QN_MRG_SUBSEQUENCE);
  qn_mrg_skip(&s, offset, 0);
  qn_hiprand_store(state, s);
  qn_hiprand_no_pairs(state);
}
QN_HIPRAND_FN double hiprand_MRG32k3a(hiprandStateMRG32k3a_t *state) {
  qn_mrg s = qn_hiprand_load(state);
  const unsigned int x = qn_mrg_next(&s);
  qn_hiprand_store(state, s);
  return x;
}
QN_HIPRAND_FN unsigned int hiprand(hiprandStateMRG32k3a_t *state) {
  return qn_mrg_bits((unsigned int)hiprand_MRG32k3a(state));
}

// ---- Philox

QN_HIPRAND_FN void skipahead(unsigned long long n,
                            hiprandStatePhilox4_32_10_t *state) {
  qn_philox s = qn_hiprand_load(state);
  const unsigned int taken = state->STATE + (unsigned int)(n & 3);
  qn_philox_skip_blocks(&s, n / 4 + taken / 4);
  qn_hiprand_store(state, s);
  state->STATE = taken % 4;
}
QN_HIPRAND_FN void skipahead_sequence(unsigned long long n,
                                     hiprandStatePhilox4_32_10_t *state) {
  qn_philox s = qn_hiprand_load(state);
  qn_philox_skip_subsequences(&s, n);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN void hiprand_init(unsigned long long seed,
                              unsigned long long subsequence,
                              unsigned long long offset,
                              hiprandStatePhilox4_32_10_t *state) {
  qn_philox s = {{0, 0, 0, 0},
                 {(unsigned int)seed, (unsigned int)(seed >> 32)}};
  qn_philox_skip_subsequences(&s, subsequence);
  qn_philox_skip_blocks(&s, offset / 4);
  qn_hiprand_store(state, s);
  state->STATE = (unsigned int)(offset & 3);
  qn_hiprand_no_pairs(state);
}
QN_HIPRAND_FN void qn_hiprand_next_block(hiprandStatePhilox4_32_10_t *state) {
  qn_philox s = qn_hiprand_load(state);
  qn_philox_skip_blocks(&s, 1);
  qn_hiprand_store(state, s);
}
QN_HIPRAND_FN unsigned int hiprand(hiprandStatePhilox4_32_10_t *state) {
  const uint4 o = state->output;
  const unsigned int x = state->STATE == 0   ? o.x
                         : state->STATE == 1 ? o.y
                         : state->STATE == 2 ? o.z
                                             : o.w;
  if (++state->STATE == 4) {
    state->STATE = 0;
    qn_hiprand_next_block(state);
  }
  return x;
}
QN_HIPRAND_FN uint4 hiprand4(hiprandStatePhilox4_32_10_t *state) {
  const uint4 a = state->output;
  qn_hiprand_next_block(state);
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

#define QN_HIPRAND_SOBOL(State, Word, Vectors, width)                           \
  QN_HIPRAND_FN void skipahead(Word n, State *state) {                          \
    state->i += n;                                                             \
    const Word gray = state->i ^ (state->i >> 1);                              \
    state->x = state->c;                                                       \
    for (int k = 0; k < width; ++k)                                            \
      if (gray >> k & 1)                                                       \
        state->x ^= state->direction_vectors[k];                               \
  }                                                                            \
  QN_HIPRAND_FN void qn_hiprand_start(const Word *vectors, Word scramble,        \
                                    Word offset, State *state) {               \
    for (int k = 0; k < width; ++k)                                            \
      state->direction_vectors[k] = vectors[k];                                \
    state->i = 0;                                                              \
    state->c = scramble;                                                       \
    skipahead(offset, state);                                                  \
  }                                                                            \
  QN_HIPRAND_FN Word hiprand(State *state) {                                     \
    const Word x = state->x;                                                   \
    int k = 0;                                                                 \
    while (k < width - 1 && (state->i >> k & 1))                               \
      ++k;                                                                     \
    state->x ^= state->direction_vectors[k];                                   \
    ++state->i;                                                                \
    return x;                                                                  \
  }
#define QN_HIPRAND_PLAIN(State, Word, Vectors)                                  \
  QN_HIPRAND_FN void hiprand_init(Vectors vectors, Word offset, State *state) {  \
    qn_hiprand_start(vectors, 0, offset, state);                                \
  }
#define QN_HIPRAND_SCRAMBLED(State, Word, Vectors)                              \
  QN_HIPRAND_FN void hiprand_init(Vectors vectors, Word scramble, Word offset,   \
                                State *state) {                                \
    qn_hiprand_start(vectors, scramble, offset, state);                         \
  }
QN_HIPRAND_SOBOL(hiprandStateSobol32_t, unsigned int, hiprandDirectionVectors32_t,
                32)
QN_HIPRAND_SOBOL(hiprandStateScrambledSobol32_t, unsigned int,
                hiprandDirectionVectors32_t, 32)
QN_HIPRAND_SOBOL(hiprandStateSobol64_t, unsigned long long,
                hiprandDirectionVectors64_t, 64)
QN_HIPRAND_SOBOL(hiprandStateScrambledSobol64_t, unsigned long long,
                hiprandDirectionVectors64_t, 64)
QN_HIPRAND_PLAIN(hiprandStateSobol32_t, unsigned int, hiprandDirectionVectors32_t)
QN_HIPRAND_PLAIN(hiprandStateSobol64_t, unsigned long long,
                hiprandDirectionVectors64_t)
QN_HIPRAND_SCRAMBLED(hiprandStateScrambledSobol32_t, unsigned int,
                    hiprandDirectionVectors32_t)
QN_HIPRAND_SCRAMBLED(hiprandStateScrambledSobol64_t, unsigned long long,
                    hiprandDirectionVectors64_t)
#undef QN_HIPRAND_SOBOL
#undef QN_HIPRAND_PLAIN
#undef QN_HIPRAND_SCRAMBLED

// ---- Uniform numbers: 0 < u <= 1

QN_HIPRAND_FN float _hiprand_uniform(unsigned int x) {
  return qn_rand_uniform(x);
}
QN_HIPRAND_FN float _hiprand_uniform(unsigned long long x) {
  return qn_rand_uniform((unsigned int)(x >> 32));
}
QN_HIPRAND_FN double _hiprand_uniform_double(unsigned int x) {
  return qn_rand_uniform_32(x);
}
QN_HIPRAND_FN double _hiprand_uniform_double(unsigned long long x) {
  return qn_rand_uniform_64(x);
}
template <typename S> QN_HIPRAND_FN float hiprand_uniform(S *state) {
  return _hiprand_uniform(hiprand(state));
}
template <typename S> QN_HIPRAND_FN double hiprand_uniform_double(S *state) {
  return _hiprand_uniform_double(hiprand(state));
}
QN_HIPRAND_FN double hiprand_uniform_double(hiprandStateXORWOW_t *state) {
  const unsigned int x = hiprand(state);
  return qn_rand_uniform_53(x, hiprand(state));
}
QN_HIPRAND_FN float hiprand_uniform(hiprandStateMRG32k3a_t *state) {
  return (float)(hiprand_MRG32k3a(state) * QN_MRG_NORM);
}
QN_HIPRAND_FN double hiprand_uniform_double(hiprandStateMRG32k3a_t *state) {
  return hiprand_MRG32k3a(state) * QN_MRG_NORM;
}
QN_HIPRAND_FN float4 hiprand_uniform4(hiprandStatePhilox4_32_10_t *state) {
  const uint4 x = hiprand4(state);
  return make_float4(qn_rand_uniform(x.x), qn_rand_uniform(x.y),
                     qn_rand_uniform(x.z), qn_rand_uniform(x.w));
}
QN_HIPRAND_FN double2
hiprand_uniform2_double(hiprandStatePhilox4_32_10_t *state) {
  const uint4 x = hiprand4(state);
  return make_double2(qn_rand_uniform_53(x.x, x.y),
                      qn_rand_uniform_53(x.z, x.w));
}
QN_HIPRAND_FN double4
hiprand_uniform4_double(hiprandStatePhilox4_32_10_t *state) {
  const double2 a = hiprand_uniform2_double(state);
  const double2 b = hiprand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

// ---- Normal numbers: in pairs, or by the inverse of the distribution

QN_HIPRAND_FN float2 qn_hiprand_pair(float u, float v) {
  const float s = sqrtf(-2.0f * logf(u));
  return make_float2(sinf(v) * s, cosf(v) * s);
}
QN_HIPRAND_FN float2 _hiprand_box_muller(unsigned int x, unsigned int y) {
  const float step = 2.3283064e-10f * 6.2831855f;
  return qn_hiprand_pair(qn_rand_uniform(x), (float)y * step + step / 2);
}
QN_HIPRAND_FN double2 qn_hiprand_pair_double(double u, double v) {
  const double s = sqrt(-2.0 * log(u));
  return make_double2(sinpi(v) * s, cospi(v) * s);
}
QN_HIPRAND_FN double2 _hiprand_box_muller_double(unsigned int x0, unsigned int x1,
                                               unsigned int y0,
                                               unsigned int y1) {
  const unsigned long long y =
      (unsigned long long)y0 ^ (unsigned long long)y1 << (53 - 32);
  return qn_hiprand_pair_double(qn_rand_uniform_53(x0, x1),
                               (double)y * (1.1102230246251565e-16 * 2.0) +
                                   1.1102230246251565e-16);
}

template <typename S> QN_HIPRAND_FN float2 hiprand_normal2(S *state) {
  const unsigned int x = hiprand(state);
  return _hiprand_box_muller(x, hiprand(state));
}
QN_HIPRAND_FN float2 hiprand_normal2(hiprandStateMRG32k3a_t *state) {
  const float u = hiprand_uniform(state);
  return qn_hiprand_pair(u, hiprand_uniform(state) * 6.2831855f);
}
QN_HIPRAND_FN float4 hiprand_normal4(hiprandStatePhilox4_32_10_t *state) {
  const uint4 x = hiprand4(state);
  const float2 a = _hiprand_box_muller(x.x, x.y);
  const float2 b = _hiprand_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
QN_HIPRAND_FN double2 hiprand_normal2_double(hiprandStateXORWOW_t *state) {
  unsigned int x[4];
  for (int i = 0; i < 4; ++i)
    x[i] = hiprand(state);
  return _hiprand_box_muller_double(x[0], x[1], x[2], x[3]);
}
QN_HIPRAND_FN double2 hiprand_normal2_double(hiprandStateMRG32k3a_t *state) {
  const double u = hiprand_uniform_double(state);
  return qn_hiprand_pair_double(u, hiprand_uniform_double(state) * 2.0);
}
QN_HIPRAND_FN double2 hiprand_normal2_double(hiprandStatePhilox4_32_10_t *state) {
  const uint4 x = hiprand4(state);
  return _hiprand_box_muller_double(x.x, x.y, x.z, x.w);
}
QN_HIPRAND_FN double4 hiprand_normal4_double(hiprandStatePhilox4_32_10_t *state) {
  const double2 a = hiprand_normal2_double(state);
  const double2 b = hiprand_normal2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

QN_HIPRAND_FN float _hiprand_normal_icdf(unsigned int x) {
  const bool mirrored = x > 0x80000000u;
  const float p = qn_rand_uniform(mirrored ? 0xffffffffu - x : x);
  const float y = -1.4142135f * erfcinvf(2.0f * p);
  return mirrored ? -y : y;
}
QN_HIPRAND_FN float _hiprand_normal_icdf(unsigned long long x) {
  return _hiprand_normal_icdf((unsigned int)(x >> 32));
}
QN_HIPRAND_FN double _hiprand_normal_icdf_double(unsigned int x) {
  const bool mirrored = x > 0x80000000u;
  const double p = (mirrored ? 0xffffffffu - x : x) * 2.3283064365386963e-10 +
                   2.3283064365386963e-10 / 2.0;
  const double y = -1.4142135623730951 * erfcinv(2.0 * p);
  return mirrored ? -y : y;
}
QN_HIPRAND_FN double _hiprand_normal_icdf_double(unsigned long long x) {
  const unsigned long long top = 0x1fffffffffffffull, bits = x >> 11;
  const bool mirrored = bits > 0x10000000000000ull;
  const double p =
      (double)(mirrored ? top - bits : bits) * 1.1102230246251565e-16 +
      1.1102230246251565e-16 / 2.0;
  const double y = -1.4142135623730951 * erfcinv(2.0 * p);
  return mirrored ? -y : y;
}

// The second number of a pair is kept, for the next call of the same kind.
enum { QN_HIPRAND_NORMAL = 1, QN_HIPRAND_LOG_NORMAL = 2 };

template <typename S> QN_HIPRAND_FN float hiprand_normal(S *state) {
  return _hiprand_normal_icdf(hiprand(state));
}
template <typename S> QN_HIPRAND_FN double hiprand_normal_double(S *state) {
  return _hiprand_normal_icdf_double(hiprand(state));
}
template <typename S>
QN_HIPRAND_FN float hiprand_log_normal(S *state, float mean, float stddev) {
  return expf(mean + stddev * _hiprand_normal_icdf(hiprand(state)));
}
template <typename S>
QN_HIPRAND_FN double hiprand_log_normal_double(S *state, double mean,
                                             double stddev) {
  return exp(mean + stddev * _hiprand_normal_icdf_double(hiprand(state)));
}

#define QN_HIPRAND_PAIRED(State)                                                \
  QN_HIPRAND_FN float hiprand_normal(State *state) {                             \
    if (state->boxmuller_flag == QN_HIPRAND_NORMAL) {                           \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    const float2 pair = hiprand_normal2(state);                                 \
    state->boxmuller_extra = pair.y;                                           \
    state->boxmuller_flag = QN_HIPRAND_NORMAL;                                  \
    return pair.x;                                                             \
  }                                                                            \
  QN_HIPRAND_FN double hiprand_normal_double(State *state) {                     \
    if (state->boxmuller_flag_double == QN_HIPRAND_NORMAL) {                    \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    const double2 pair = hiprand_normal2_double(state);                         \
    state->boxmuller_extra_double = pair.y;                                    \
    state->boxmuller_flag_double = QN_HIPRAND_NORMAL;                           \
    return pair.x;                                                             \
  }                                                                            \
  QN_HIPRAND_FN float2 hiprand_log_normal2(State *state, float mean,             \
                                         float stddev) {                       \
    const float2 pair = hiprand_normal2(state);                                 \
    return make_float2(expf(mean + stddev * pair.x),                           \
                       expf(mean + stddev * pair.y));                          \
  }                                                                            \
  QN_HIPRAND_FN double2 hiprand_log_normal2_double(State *state, double mean,    \
                                                 double stddev) {              \
    const double2 pair = hiprand_normal2_double(state);                         \
    return make_double2(exp(mean + stddev * pair.x),                           \
                        exp(mean + stddev * pair.y));                          \
  }                                                                            \
  QN_HIPRAND_FN float hiprand_log_normal(State *state, float mean,               \
                                       float stddev) {                         \
    if (state->boxmuller_flag == QN_HIPRAND_LOG_NORMAL) {                       \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    const float2 pair = hiprand_log_normal2(state, mean, stddev);               \
    state->boxmuller_extra = pair.y;                                           \
    state->boxmuller_flag = QN_HIPRAND_LOG_NORMAL;                              \
    return pair.x;                                                             \
  }                                                                            \
  QN_HIPRAND_FN double hiprand_log_normal_double(State *state, double mean,      \
                                               double stddev) {                \
    if (state->boxmuller_flag_double == QN_HIPRAND_LOG_NORMAL) {                \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    const double2 pair = hiprand_log_normal2_double(state, mean, stddev);       \
    state->boxmuller_extra_double = pair.y;                                    \
    state->boxmuller_flag_double = QN_HIPRAND_LOG_NORMAL;                       \
    return pair.x;                                                             \
  }
QN_HIPRAND_PAIRED(hiprandStateXORWOW_t)
QN_HIPRAND_PAIRED(hiprandStateMRG32k3a_t)
QN_HIPRAND_PAIRED(hiprandStatePhilox4_32_10_t)
#undef QN_HIPRAND_PAIRED

QN_HIPRAND_FN float4 hiprand_log_normal4(hiprandStatePhilox4_32_10_t *state,
                                       float mean, float stddev) {
  const float4 n = hiprand_normal4(state);
  return make_float4(expf(mean + stddev * n.x), expf(mean + stddev * n.y),
                     expf(mean + stddev * n.z), expf(mean + stddev * n.w));
}
QN_HIPRAND_FN double4 hiprand_log_normal4_double(
    hiprandStatePhilox4_32_10_t *state, double mean, double stddev) {
  const double4 n = hiprand_normal4_double(state);
  return make_double4(exp(mean + stddev * n.x), exp(mean + stddev * n.y),
                      exp(mean + stddev * n.z), exp(mean + stddev * n.w));
}

// ---- Poisson's distribution

// The distribution is hipRAND's, the numbers are not one by one: products of
// uniform numbers below 64, above it Hoermann's transformed rejection (1993),
// and from 4000 on a normal number, rounded.
template <typename S>
QN_HIPRAND_FN unsigned int hiprand_poisson(S *state, double lambda) {
  if (lambda < 64) {
    const float least = expf(-(float)lambda);
    unsigned int k = 0;
    for (float p = hiprand_uniform(state); p > least;
         p *= hiprand_uniform(state))
      ++k;
    return k;
  }
  if (lambda > 4000)
    return (unsigned int)(sqrt(lambda) * hiprand_normal_double(state) + lambda +
                          0.5);
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double scale = 1.1239 + 1.1328 / (b - 3.4);
  const double quick = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = hiprand_uniform_double(state) - 0.5;
    const double v = hiprand_uniform_double(state), us = 0.5 - fabs(u);
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
QN_HIPRAND_FN uint4 hiprand_poisson4(hiprandStatePhilox4_32_10_t *state,
                                   double lambda) {
  uint4 k;
  k.x = hiprand_poisson(state, lambda);
  k.y = hiprand_poisson(state, lambda);
  k.z = hiprand_poisson(state, lambda);
  k.w = hiprand_poisson(state, lambda);
  return k;
}

// ---- Distributions of few numbers

// The least of them up to which a share of u lies.
QN_HIPRAND_FN unsigned int
qn_hiprand_find(double u, const struct hiprandDiscreteDistribution_st *d) {
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
QN_HIPRAND_FN unsigned int
hiprand_discrete(S *state, hiprandDiscreteDistribution_t discrete_distribution) {
  const auto bits = hiprand(state);
  const double unit = sizeof(bits) == 8 ? 0x1p-64 : 0x1p-32;
  return qn_hiprand_find(((double)bits + 0.5) * unit, discrete_distribution);
}
QN_HIPRAND_FN uint4
hiprand_discrete4(hiprandStatePhilox4_32_10_t *state,
                 hiprandDiscreteDistribution_t discrete_distribution) {
  uint4 k;
  k.x = hiprand_discrete(state, discrete_distribution);
  k.y = hiprand_discrete(state, discrete_distribution);
  k.z = hiprand_discrete(state, discrete_distribution);
  k.w = hiprand_discrete(state, discrete_distribution);
  return k;
}

#endif // __QUERN__
#undef QN_HIPRAND_FN

#endif // QUERN_HIPRAND_HIPRAND_KERNEL_H
