// SPDX-License-Identifier: Apache-2.0
// MTGP32 in kernels, with parameters of this test's own, against the recurrence
// in one thread of the host; NVIDIA's table is not needed.
#include <curand_kernel.h>
#include <curand_mtgp32.h>
#include <curand_mtgp32_kernel.h>

#include <cmath>

#include "program.h"

enum { BLOCKS = 3, ROUNDS = 7, THREADS = 192 };

__global__ void numbers(curandStateMtgp32_t *states, unsigned *to) {
  curandStateMtgp32_t *state = &states[blockIdx.x];
  const int thread = threadIdx.x + blockDim.x * threadIdx.y;
  for (int i = 0; i < ROUNDS; ++i)
    to[(blockIdx.x * ROUNDS + i) * THREADS + thread] = curand(state);
}

__global__ void distributions(curandStateMtgp32_t *state, float *to) {
  to[threadIdx.x] = curand_uniform(state);
  to[THREADS + threadIdx.x] = curand_normal(state);
  to[2 * THREADS + threadIdx.x] = (float)curand_poisson(state, 10.0);
  to[3 * THREADS + threadIdx.x] = (float)curand_poisson(state, 100.0);
  to[4 * THREADS + threadIdx.x] = curand_mtgp32_single(state);
  to[5 * THREADS + threadIdx.x] =
      (float)curand_uniform_double(state); // in step with the others
}

static mtgp32_kernel_params_t params;
static curandStateMtgp32_t states[BLOCKS];

static void prepare(mtgp32_kernel_params_t *k) {
  unsigned x = 12345;
  for (int i = 0; i < BLOCKS; ++i) {
    params.pos_tbl[i] = 80 + 5 * i;
    params.sh1_tbl[i] = 13 + i;
    params.sh2_tbl[i] = 4 + i;
    for (int j = 0; j < TBL_SIZE; ++j) {
      params.param_tbl[i][j] = x = x * 1664525u + 1013904223u;
      params.temper_tbl[i][j] = x = x * 1664525u + 1013904223u;
      params.single_temper_tbl[i][j] = 0x3f800000u | (x >> 12);
    }
    for (int j = 0; j < MTGPDC_N; ++j)
      states[i].s[j] = x = x * 1664525u + 1013904223u;
    states[i].pIdx = i;
    states[i].k = k;
  }
  params.mask[0] = 0xfff80000u;
}

// One number after another.
static unsigned next(curandStateMtgp32_t *s) {
  const int i = s->pIdx, at = s->offset;
  const unsigned far = s->s[(at + params.pos_tbl[i]) & MTGP32_STATE_MASK];
  unsigned x = (s->s[at & MTGP32_STATE_MASK] & params.mask[0]) ^
               s->s[(at + 1) & MTGP32_STATE_MASK];
  x ^= x << params.sh1_tbl[i];
  x ^= far >> params.sh2_tbl[i];
  x ^= params.param_tbl[i][x & 15];
  s->s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = x;
  unsigned t = s->s[(at + params.pos_tbl[i] - 1) & MTGP32_STATE_MASK];
  t ^= t >> 16;
  t ^= t >> 8;
  s->offset = (at + 1) & MTGP32_STATE_MASK;
  return x ^ params.temper_tbl[i][t & 15];
}

static void check_distributions(const float *x) {
  double mean[6] = {};
  for (int i = 0; i < 6 * THREADS; ++i)
    mean[i / THREADS] += x[i] / THREADS;
  const double wanted[] = {0.5, 0, 10, 100, 1.5, 0.5};
  const double limit[] = {0.1, 0.3, 1, 4, 0.1, 0.1}; // over 4 sigma
  for (int i = 0; i < 6; ++i)
    CHECK(std::fabs(mean[i] - wanted[i]) < limit[i]);
  for (int i = 0; i < THREADS; ++i) {
    CHECK(x[i] > 0 && x[i] <= 1 && std::fabs(x[THREADS + i]) < 6);
    CHECK(x[4 * THREADS + i] >= 1 && x[4 * THREADS + i] < 2);
  }
}

int main() {
  mtgp32_kernel_params_t *k;
  curandStateMtgp32_t *s;
  unsigned *to;
  float *x;
  OK(cudaMalloc(&k, sizeof(*k)));
  OK(cudaMalloc(&s, sizeof(states)));
  OK(cudaMallocManaged(&to, BLOCKS * ROUNDS * THREADS * sizeof(*to)));
  OK(cudaMallocManaged(&x, 6 * THREADS * sizeof(*x)));
  prepare(k);
  OK(cudaMemcpy(k, &params, sizeof(params), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(s, states, sizeof(states), cudaMemcpyHostToDevice));
  numbers<<<BLOCKS, dim3(THREADS / 2, 2)>>>(s, to);
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < BLOCKS; ++b)
    for (int i = 0; i < ROUNDS * THREADS; ++i)
      CHECK(to[b * ROUNDS * THREADS + i] == next(&states[b]));
  distributions<<<1, THREADS>>>(s, x);
  OK(cudaDeviceSynchronize());
  check_distributions(x);
  OK(cudaFree(k));
  OK(cudaFree(s));
  OK(cudaFree(to));
  OK(cudaFree(x));
  return done();
}
