// SPDX-License-Identifier: Apache-2.0
// European options by paths of a generator of the host's API:
// against the closed form within five standard errors, with parity of puts and
// calls.
// FLAGS: -lcurand -std=c++17
#include <curand.h>

#include "whole/array.h"

enum { PATHS = 1 << 18, STEPS = 4 };
static const double spot = 100, strike = 105, rate = 0.03, sigma = 0.25, years = 1.5;

struct Payoff {
  double call, put, both, square;
};

__global__ void walk(const double *normal, Payoff *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= PATHS)
    return;
  const double dt = years / STEPS;
  double price = spot;
  for (int s = 0; s < STEPS; ++s)
    price *= exp((rate - 0.5 * sigma * sigma) * dt +
                 sigma * sqrt(dt) * normal[s * PATHS + i]);
  const double discount = exp(-rate * years);
  const double call = discount * fmax(price - strike, 0.0);
  const double put = discount * fmax(strike - price, 0.0);
  out[i] = {call, put, discount * price, call * call};
}

static double cumulative(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

static Payoff price(curandRngType_t type) {
  Array<double> normal(PATHS * STEPS);
  Array<Payoff> paths(PATHS);
  curandGenerator_t generator;
  GOOD(curandCreateGenerator(&generator, type));
  GOOD(curandSetPseudoRandomGeneratorSeed(generator, 2026));
  GOOD(curandGenerateNormalDouble(generator, normal.p, PATHS * STEPS, 0, 1));
  walk<<<PATHS / 256, 256>>>(normal.p, paths.p);
  OK(cudaDeviceSynchronize());
  Payoff mean = {0, 0, 0, 0};
  for (const Payoff &p : paths.get()) {
    mean.call += p.call / PATHS;
    mean.put += p.put / PATHS;
    mean.both += p.both / PATHS;
    mean.square += p.square / PATHS;
  }
  GOOD(curandDestroyGenerator(generator));
  return mean;
}

int main() {
  const double d1 =
      (std::log(spot / strike) + (rate + sigma * sigma / 2) * years) /
      (sigma * std::sqrt(years));
  const double d2 = d1 - sigma * std::sqrt(years);
  const double discount = std::exp(-rate * years);
  const double call = spot * cumulative(d1) - strike * discount * cumulative(d2);
  const double put = call - spot + strike * discount;
  for (curandRngType_t type :
       {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
        CURAND_RNG_PSEUDO_PHILOX4_32_10}) {
    const Payoff got = price(type);
    const double error =
        std::sqrt((got.square - got.call * got.call) / PATHS);
    CHECK(is_near(got.call, call, 5 * error));
    CHECK(is_near(got.put, put, 5 * error));
    // Of each path, exactly.
    CHECK(is_near(got.call - got.put, got.both - discount * strike, 1e-9));
  }
  std::printf("ok\n");
  return 0;
}
