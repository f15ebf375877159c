// SPDX-License-Identifier: Apache-2.0
// hipRAND's device functions, which are rocRAND's by other names: each gives
// what rocRAND's does, and each distribution has its mean.
#include <hiprand/hiprand_kernel.h>
#include <rocrand/rocrand_kernel.h>

#include "block.h"

static const int COUNT = 2000;

template <class Hip, class Roc>
__global__ void both(const int *seed, unsigned *out) {
  Hip hip;
  Roc roc;
  hiprand_init(*seed, 5, 2, &hip);
  rocrand_init(*seed, 5, 2, &roc);
  for (int i = 0; i < COUNT; ++i) {
    out[i] = hiprand(&hip);
    out[COUNT + i] = rocrand(&roc);
  }
}

template <class State> __global__ void spread(const int *seed, float *out) {
  State state;
  const int t = threadIdx.x;
  hiprand_init(*seed, t, 0, &state);
  for (int i = 0; i < COUNT / 20; ++i) {
    float *to = out + 3 * (t * (COUNT / 20) + i);
    to[0] = hiprand_uniform(&state);
    to[1] = hiprand_normal(&state);
    to[2] = (float)hiprand_poisson(&state, 12.0);
  }
}

template <class Hip, class Roc> void check(const char *what) {
  static const double means[] = {0.5, 0, 12}, deviations[] = {0.2887, 1, 3.4641};
  const std::vector<int> seed(1, 4321);
  const std::vector<unsigned> out =
      run_block(both<Hip, Roc>, seed, 2 * COUNT, dim3(1));
  real::same_all(what, COUNT,
                 std::vector<unsigned>(out.begin(), out.begin() + COUNT),
                 std::vector<unsigned>(out.begin() + COUNT, out.end()));
  const int numbers = 64 * (COUNT / 20);
  const std::vector<float> all =
      run_block(spread<Hip>, seed, 3 * numbers, dim3(64));
  for (int kind = 0; kind < 3; ++kind) {
    double sum = 0;
    for (int i = 0; i < numbers; ++i)
      sum += all[3 * i + kind];
    // Five standard errors.
    real::same(what, numbers,
               std::fabs(sum / numbers - means[kind]) <
                   5 * deviations[kind] / std::sqrt((double)numbers),
               true);
  }
}

int main() {
  check<hiprandStateXORWOW_t, rocrand_state_xorwow>("XORWOW");
  check<hiprandStatePhilox4_32_10_t, rocrand_state_philox4x32_10>("Philox");
  check<hiprandStateMRG32k3a_t, rocrand_state_mrg32k3a>("MRG32k3a");
  return real::done();
}
