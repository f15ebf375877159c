// SPDX-License-Identifier: Apache-2.0
// rocRAND's generators on the device: the same again, by steps as by offsets, and
// with the mean and the variance that each distribution has.
#include <rocrand/rocrand_kernel.h>

#include "block.h"

static const int COUNT = 4000;

template <class State> __global__ void draws(const int *in, unsigned *out) {
  State one, far;
  rocrand_init(*in, 3, 0, &one);
  for (int i = 0; i < COUNT; ++i)
    out[i] = rocrand(&one);
  rocrand_init(*in, 3, 17, &far);
  out[COUNT] = rocrand(&far);
}

template <class State> __global__ void spreads(const int *in, float *out) {
  State state;
  rocrand_init(*in, threadIdx.x, 0, &state);
  for (int i = 0; i < 100; ++i) {
    out[threadIdx.x * 100 + i] = rocrand_uniform(&state);
    out[6400 + threadIdx.x * 100 + i] = rocrand_normal(&state);
    out[12800 + threadIdx.x * 100 + i] = (float)rocrand_poisson(&state, 20.0);
  }
}

static void moments(const char *what, const float *values, double mean,
                    double variance) {
  double sum = 0, squares = 0;
  for (int i = 0; i < 6400; ++i)
    sum += values[i];
  for (int i = 0; i < 6400; ++i)
    squares += (values[i] - sum / 6400) * (values[i] - sum / 6400);
  // Five standard errors.
  real::same(what, 6400,
             std::fabs(sum / 6400 - mean) < 5 * std::sqrt(variance / 6400),
             true);
  real::near(what, 6400, squares / 6400, variance, 0.12);
}

template <class State> void check(const char *what) {
  const std::vector<int> seed(1, 1234);
  const std::vector<unsigned> got =
      run_block(draws<State>, seed, COUNT + 1, dim3(1));
  real::same_all(what, COUNT,
                 run_block(draws<State>, seed, COUNT + 1, dim3(1)), got);
  real::same(what, COUNT, got[COUNT], got[17]);
  const std::vector<float> all =
      run_block(spreads<State>, seed, 19200, dim3(64));
  moments(what, &all[0], 0.5, 1.0 / 12);
  moments(what, &all[6400], 0, 1);
  moments(what, &all[12800], 20, 20);
}

int main() {
  check<rocrand_state_philox4x32_10>("philox4x32_10");
  check<rocrand_state_xorwow>("xorwow");
  check<rocrand_state_mrg32k3a>("mrg32k3a");
  return real::done();
}
