// SPDX-License-Identifier: Apache-2.0
// Integrals by random numbers made in kernels: the volume of the ball in six
// dimensions and a Gaussian's moments, with errors as the variance says; a
// second run from the same states is the same, one of other seeds is not.
// FLAGS: -std=c++17
#include <curand_kernel.h>

#include "whole/array.h"

enum { THREADS = 1 << 13, EACH = 256, DIMENSIONS = 6 };

template <class State>
__global__ void start(State *states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, (unsigned long long)i, 0, &states[i]);
}

template <class State>
__global__ void sample(State *states, unsigned *inside, double *moments) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state = states[i];
  unsigned hits = 0;
  double second = 0, fourth = 0;
  for (int k = 0; k < EACH; ++k) {
    float square = 0;
    for (int d = 0; d < DIMENSIONS; ++d) {
      const float x = 2 * curand_uniform(&state) - 1;
      square += x * x;
    }
    hits += square <= 1;
    const double z = curand_normal(&state);
    second += z * z;
    fourth += z * z * z * z;
  }
  inside[i] = hits;
  moments[2 * i] = second;
  moments[2 * i + 1] = fourth;
  states[i] = state;
}

template <class State> static double run(unsigned long long seed) {
  Array<State> states(THREADS);
  Array<unsigned> inside(THREADS);
  Array<double> moments(2 * THREADS);
  start<<<THREADS / 128, 128>>>(states.p, seed);
  sample<<<THREADS / 128, 128>>>(states.p, inside.p, moments.p);
  OK(cudaDeviceSynchronize());
  const double n = (double)THREADS * EACH;
  double hits = 0, second = 0, fourth = 0;
  for (unsigned h : inside.get())
    hits += h;
  const std::vector<double> m = moments.get();
  for (int i = 0; i < THREADS; ++i) {
    second += m[2 * i];
    fourth += m[2 * i + 1];
  }
  // Five standard deviations of each.
  const double pi = 3.14159265358979323846;
  const double share = pi * pi * pi / 6 / 64;
  CHECK(is_near(hits / n, share, 5 * std::sqrt(share * (1 - share) / n)));
  CHECK(is_near(second / n, 1, 5 * std::sqrt(2 / n)));
  CHECK(is_near(fourth / n, 3, 5 * std::sqrt(96 / n)));
  return hits + second;
}

int main() {
  const double first = run<curandStateXORWOW_t>(1);
  CHECK(run<curandStateXORWOW_t>(1) == first);
  CHECK(run<curandStateXORWOW_t>(2) != first);
  const double other = run<curandStatePhilox4_32_10_t>(1);
  CHECK(run<curandStatePhilox4_32_10_t>(1) == other && other != first);
  run<curandStateMRG32k3a_t>(5);
  std::printf("ok\n");
  return 0;
}
