// SPDX-License-Identifier: Apache-2.0
//
// MTGP32 in kernels (Saito's Mersenne Twister for GPUs, of period 2^11213 - 1):
// all threads of a block, 256 at most, take a number each at the same time.
#ifndef QUERN_CUDA_CURAND_MTGP32_KERNEL_H
#define QUERN_CUDA_CURAND_MTGP32_KERNEL_H
#ifndef CURAND_MTGP32_KERNEL_H
#define CURAND_MTGP32_KERNEL_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "curand_mtgp32.h"

#ifdef __QUERN__
#include <quern/device/names_begin.inc>

#define QN_MTGP_FN static inline __device__

// Number `t` behind the state's place: the ring's next word, and what it is
// tempered with.
struct qn_mtgp_pair {
  unsigned int word, with;
};
QN_MTGP_FN struct qn_mtgp_pair qn_mtgp_word(const curandStateMtgp32_t *state,
                                            unsigned int t) {
  const mtgp32_kernel_params_t *k = state->k;
  const int index = state->pIdx;
  const unsigned int at = t + (unsigned int)state->offset;
  const unsigned int far = at + k->pos_tbl[index];
  const unsigned int first = state->s[at & MTGP32_STATE_MASK];
  const unsigned int second = state->s[(at + 1) & MTGP32_STATE_MASK];
  unsigned int x = (first & k->mask[0]) ^ second;
  x ^= x << k->sh1_tbl[index];
  const unsigned int y =
      x ^ (state->s[far & MTGP32_STATE_MASK] >> k->sh2_tbl[index]);
  const struct qn_mtgp_pair pair = {
      y ^ k->param_tbl[index][y & 15],
      state->s[(far - 1) & MTGP32_STATE_MASK],
  };
  return pair;
}
QN_MTGP_FN unsigned int qn_mtgp_row(unsigned int with) {
  with ^= with >> 16;
  with ^= with >> 8;
  return with & 15;
}
QN_MTGP_FN void qn_mtgp_advance(curandStateMtgp32_t *state, bool is_first,
                                unsigned int by) {
  __syncthreads();
  if (is_first)
    state->offset = (int)(((unsigned int)state->offset + by) &
                          (unsigned int)MTGP32_STATE_MASK);
  __syncthreads();
}
QN_MTGP_FN unsigned int qn_mtgp_take(curandStateMtgp32_t *state, unsigned int t,
                                     unsigned int by) {
  const struct qn_mtgp_pair pair = qn_mtgp_word(state, t);
  const unsigned int made =
      pair.word ^ state->k->temper_tbl[state->pIdx][qn_mtgp_row(pair.with)];
  // Nobody reads that place of the ring in this step.
  state->s[(t + (unsigned int)state->offset + MTGPDC_N) & MTGP32_STATE_MASK] =
      pair.word;
  qn_mtgp_advance(state, t == 0, by);
  return made;
}
// In [1, 2): the exponent is in the table.
QN_MTGP_FN float qn_mtgp_take_single(curandStateMtgp32_t *state, unsigned int t,
                                     unsigned int by) {
  const struct qn_mtgp_pair pair = qn_mtgp_word(state, t);
  const unsigned int made =
      (pair.word >> 9) ^
      state->k->single_temper_tbl[state->pIdx][qn_mtgp_row(pair.with)];
  state->s[(t + (unsigned int)state->offset + MTGPDC_N) & MTGP32_STATE_MASK] =
      pair.word;
  qn_mtgp_advance(state, t == 0, by);
  return __uint_as_float(made);
}
QN_MTGP_FN unsigned int qn_mtgp_thread(void) {
  return blockDim.z * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y +
         threadIdx.x;
}
QN_MTGP_FN unsigned int qn_mtgp_threads(void) {
  return blockDim.x * blockDim.y * blockDim.z;
}

QN_MTGP_FN unsigned int curand(curandStateMtgp32_t *state) {
  return qn_mtgp_take(state, qn_mtgp_thread(), qn_mtgp_threads());
}
QN_MTGP_FN unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state,
                                               unsigned char index,
                                               unsigned char n) {
  return qn_mtgp_take(state, index, n);
}
QN_MTGP_FN float curand_mtgp32_single(curandStateMtgp32_t *state) {
  return qn_mtgp_take_single(state, qn_mtgp_thread(), qn_mtgp_threads());
}
QN_MTGP_FN float curand_mtgp32_single_specific(curandStateMtgp32_t *state,
                                               unsigned char index,
                                               unsigned char n) {
  return qn_mtgp_take_single(state, index, n);
}
// Of one number, as all threads of a block take theirs together: up to 64 the
// distribution turned round, above it a normal number corrected for the skew
// (Cornish and Fisher).
QN_MTGP_FN unsigned int curand_poisson(curandStateMtgp32_t *state,
                                       double lambda) {
  const unsigned int bits = curand(state);
  const double u = qn_rand_uniform_32(bits);
  if (lambda < 64) {
    double p = exp(-lambda), below = p;
    unsigned int k = 0;
    for (; u > below && p > 0; below += p)
      p *= lambda / ++k;
    return k;
  }
  const double z = _curand_normal_icdf_double(bits), root = sqrt(lambda);
  const double k =
      lambda + root * z + (z * z - 1) / 6 + (z - z * z * z) / (72 * root);
  return k > 0 ? (unsigned int)(k + 0.5) : 0;
}
#undef QN_MTGP_FN

#include <quern/device/names_end.inc>
#endif // __QUERN__

#endif // QUERN_CUDA_CURAND_MTGP32_KERNEL_H
