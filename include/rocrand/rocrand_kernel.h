// SPDX-License-Identifier: Apache-2.0
//
// rocRAND in kernels: the states and numbers of hiprand_kernel.h.
#ifndef QUERN_ROCRAND_ROCRAND_KERNEL_H
#define QUERN_ROCRAND_ROCRAND_KERNEL_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

#include "rocrand.h"

#include <quern/device/names_begin.inc>

typedef hiprandStateXORWOW_t rocrand_state_xorwow;
typedef hiprandStateMRG32k3a_t rocrand_state_mrg32k3a;
typedef hiprandStatePhilox4_32_10_t rocrand_state_philox4x32_10;
typedef hiprandStateSobol32_t rocrand_state_sobol32;
typedef hiprandStateSobol64_t rocrand_state_sobol64;

#ifdef __QUERN__
#define QN_ROCRAND_FN template <typename S> static inline __device__

QN_ROCRAND_FN void rocrand_init(unsigned long long seed,
                                unsigned long long subsequence,
                                unsigned long long offset, S *state) {
  hiprand_init(seed, subsequence, offset, state);
}
QN_ROCRAND_FN void rocrand_init(const unsigned int *vectors,
                                unsigned int offset, S *state) {
  unsigned int *all = const_cast<unsigned int *>(vectors);
  hiprand_init(all, offset, state);
}
QN_ROCRAND_FN void rocrand_init(const unsigned long long *vectors,
                                unsigned int offset, S *state) {
  unsigned long long *all = const_cast<unsigned long long *>(vectors);
  hiprand_init(all, offset, state);
}
// One function of a state is one of hipRAND's.
#define QN_ROCRAND_ONE(name)                                                   \
  QN_ROCRAND_FN auto roc##name(S *state) { return hip##name(state); }
QN_ROCRAND_ONE(rand)
QN_ROCRAND_ONE(rand_uniform)
QN_ROCRAND_ONE(rand_uniform_double)
QN_ROCRAND_ONE(rand_normal)
QN_ROCRAND_ONE(rand_normal_double)
QN_ROCRAND_ONE(rand_normal2)
QN_ROCRAND_ONE(rand_normal_double2)
#undef QN_ROCRAND_ONE
QN_ROCRAND_FN float rocrand_log_normal(S *state, float mean, float stddev) {
  return hiprand_log_normal(state, mean, stddev);
}
QN_ROCRAND_FN double rocrand_log_normal_double(S *state, double mean,
                                               double stddev) {
  return hiprand_log_normal_double(state, mean, stddev);
}
QN_ROCRAND_FN unsigned int rocrand_poisson(S *state, double lambda) {
  return hiprand_poisson(state, lambda);
}
QN_ROCRAND_FN unsigned int
rocrand_discrete(S *state, const rocrand_discrete_distribution distribution) {
  return hiprand_discrete(state, distribution);
}
#undef QN_ROCRAND_FN

#define QN_ROCRAND_FN static inline __device__
QN_ROCRAND_FN uint4 rocrand4(rocrand_state_philox4x32_10 *state) {
  return hiprand4(state);
}
QN_ROCRAND_FN float4 rocrand_uniform4(rocrand_state_philox4x32_10 *state) {
  return hiprand_uniform4(state);
}
QN_ROCRAND_FN float4 rocrand_normal4(rocrand_state_philox4x32_10 *state) {
  return hiprand_normal4(state);
}
QN_ROCRAND_FN uint4 rocrand_poisson4(rocrand_state_philox4x32_10 *state,
                                     double lambda) {
  return hiprand_poisson4(state, lambda);
}
#undef QN_ROCRAND_FN
#endif // __QUERN__

#include <quern/device/names_end.inc>

#endif // QUERN_ROCRAND_ROCRAND_KERNEL_H
