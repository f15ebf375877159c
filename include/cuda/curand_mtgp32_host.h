// SPDX-License-Identifier: Apache-2.0
//
// MTGP32 for kernels: parameters and states on the device.
#ifndef QUERN_CUDA_CURAND_MTGP32_HOST_H
#define QUERN_CUDA_CURAND_MTGP32_HOST_H
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stdlib.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "curand.h"
#include "curand_mtgp32.h"
#include "curand_mtgp32dc_p_11213.h"

#include <quern/device/names_begin.inc>

// As the generator's authors begin it (MTGP, mtgp32_init_state).
static inline void qn_mtgp_begin(unsigned int *state,
                                 const mtgp32_params_fast_t *params,
                                 unsigned int seed) {
  const int size = params->mexp / 32 + 1;
  const unsigned int hidden = params->tbl[4] ^ (params->tbl[8] << 16);
  unsigned int fill = hidden + (hidden >> 16);
  fill += fill >> 8;
  memset(state, (int)(fill & 255), sizeof(*state) * (size_t)size);
  state[0] = seed;
  state[1] = hidden;
  for (int i = 1; i < size; ++i)
    state[i] ^=
        1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + (unsigned int)i;
}

// `p` is memory of the device.
static inline curandStatus_t
curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                          mtgp32_kernel_params_t *p) {
  mtgp32_kernel_params_t *all = (mtgp32_kernel_params_t *)malloc(sizeof(*all));
  if (!all)
    return CURAND_STATUS_ALLOCATION_FAILED;
  for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    all->pos_tbl[i] = (unsigned int)params[i].pos;
    all->sh1_tbl[i] = (unsigned int)params[i].sh1;
    all->sh2_tbl[i] = (unsigned int)params[i].sh2;
    memcpy(all->param_tbl[i], params[i].tbl, sizeof(params[i].tbl));
    memcpy(all->temper_tbl[i], params[i].tmp_tbl, sizeof(params[i].tmp_tbl));
    memcpy(all->single_temper_tbl[i], params[i].flt_tmp_tbl,
           sizeof(params[i].flt_tmp_tbl));
  }
  all->mask[0] = params[0].mask;
  const cudaError_t error =
      cudaMemcpy(p, all, sizeof(*all), cudaMemcpyHostToDevice);
  free(all);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS
                              : CURAND_STATUS_INITIALIZATION_FAILED;
}

// `s`, of `n` states (200 at most), and `k` are memory of the device.
static inline curandStatus_t curandMakeMTGP32KernelState(
    curandStateMtgp32_t *s, mtgp32_params_fast_t params[],
    mtgp32_kernel_params_t *k, int n, unsigned long long seed) {
  curandStateMtgp32_t *all =
      (curandStateMtgp32_t *)calloc(n > 0 ? (size_t)n : 1, sizeof(*all));
  if (!all)
    return CURAND_STATUS_ALLOCATION_FAILED;
  seed ^= seed >> 32;
  for (int i = 0; i < n; ++i) {
    qn_mtgp_begin(all[i].s, &params[i],
                  (unsigned int)seed + (unsigned int)i + 1);
    all[i].pIdx = i;
    all[i].k = k;
  }
  const cudaError_t error =
      cudaMemcpy(s, all, sizeof(*all) * (size_t)n, cudaMemcpyHostToDevice);
  free(all);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS
                              : CURAND_STATUS_INITIALIZATION_FAILED;
}

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CURAND_MTGP32_HOST_H
