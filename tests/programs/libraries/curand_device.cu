// SPDX-License-Identifier: Apache-2.0
// cuRAND in kernels: states that are set up as the generators of the host are
// make their numbers, skips go where single steps do, and distributions have
// their moments.
// FLAGS: -lcurand -std=c++17
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <vector>

#include "program.h"

enum { STREAMS = 64, ROUNDS = 20 };
static const unsigned long long SEED = 0x123456789abcull;

template <typename S>
__global__ void bits(unsigned *out, unsigned long long offset) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  S state;
  curand_init(SEED, i, offset, &state);
  for (int r = 0; r < ROUNDS; ++r)
    out[i * ROUNDS + r] = curand(&state);
}

// The same place by one skip, and by several.
template <typename S> __global__ void skips(unsigned *wrong) {
  S a, b;
  curand_init(SEED, 3, 1000003, &a);
  curand_init(SEED, 0, 0, &b);
  skipahead_sequence(1, &b);
  curand_init(SEED, 3, 0, &b);
  skipahead(1000000ull, &b);
  for (int i = 0; i < 3; ++i)
    curand(&b);
  for (int i = 0; i < 8; ++i)
    *wrong += curand(&a) != curand(&b);
}

// Sums of the first four powers of what a distribution makes.
template <typename S, typename Draw>
__device__ void moments(S *state, double *out, Draw draw) {
  for (int k = 0; k < 4; ++k)
    out[k] = 0;
  for (int i = 0; i < 4096; ++i) {
    const double x = draw(state);
    out[0] += x;
    out[1] += x * x;
    out[2] += x * x * x;
    out[3] += x * x * x * x;
  }
}
template <typename S> __global__ void distributions(double *out) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  double *to = out + i * 32;
  S state;
  curand_init(SEED, i, 0, &state);
  moments(&state, to, [](S *s) { return (double)curand_uniform(s); });
  moments(&state, to + 4, [](S *s) { return curand_uniform_double(s); });
  moments(&state, to + 8, [](S *s) { return (double)curand_normal(s); });
  moments(&state, to + 12, [](S *s) { return curand_normal_double(s); });
  moments(&state, to + 16, [](S *s) {
    return std::log((double)curand_log_normal(s, 0.5f, 2.0f)) / 2 - 0.25;
  });
  moments(&state, to + 20, [](S *s) { return (double)curand_poisson(s, 5); });
  moments(&state, to + 24, [](S *s) {
    return (curand_poisson(s, 100) - 100.0) / 10;
  });
  moments(&state, to + 28, [](S *s) {
    return (curand_poisson(s, 10000) - 10000.0) / 100;
  });
}

// By their definitions; five standard deviations of the mean of so many.
static void check_moments(const std::vector<double> &all, unsigned states) {
  static const double wanted[8][2] = {{0.5, 1.0 / 3}, {0.5, 1.0 / 3}, {0, 1},
                                      {0, 1},         {0, 1},         {5, 30},
                                      {0, 1},         {0, 1}};
  for (int d = 0; d < 8; ++d) {
    double sums[4] = {0};
    for (unsigned i = 0; i < states; ++i)
      for (int k = 0; k < 4; ++k)
        sums[k] += all[i * 32 + d * 4 + k];
    const double n = 4096.0 * states;
    for (int k = 0; k < 2; ++k) {
      const double mean = sums[k] / n;
      const double spread = sums[2 * k + 1] / n - mean * mean;
      const double error = std::fabs(mean - wanted[d][k]);
      if (error > 5 * std::sqrt(spread / n)) {
        std::fprintf(stderr, "distribution %d: moment %d is %g, not %g\n", d,
                     k + 1, mean, wanted[d][k]);
        std::exit(1);
      }
    }
  }
}

template <typename T> struct Device {
  T *p = nullptr;
  size_t count;
  explicit Device(size_t n) : count(n) {
    CHECK(cudaMalloc(&p, n * sizeof(T)) == cudaSuccess);
    CHECK(cudaMemset(p, 0, n * sizeof(T)) == cudaSuccess);
  }
  ~Device() { cudaFree(p); }
  std::vector<T> read() const {
    std::vector<T> out(count);
    CHECK(cudaMemcpy(out.data(), p, count * sizeof(T),
                     cudaMemcpyDeviceToHost) == cudaSuccess);
    return out;
  }
};

// Of the generator's numbers, stream i's number r is at index(i, r).
template <typename S, typename Index>
static void test(curandRngType_t type, Index index) {
  Device<unsigned> out(STREAMS * ROUNDS), wrong(1);
  bits<S><<<2, STREAMS / 2>>>(out.p, 0);
  skips<S><<<1, 1>>>(wrong.p);
  CHECK(wrong.read()[0] == 0);
  const std::vector<unsigned> mine = out.read();
  std::vector<unsigned> all(index(STREAMS - 1, ROUNDS - 1) + 1);
  curandGenerator_t generator;
  CHECK(curandCreateGeneratorHost(&generator, type) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, SEED) ==
        CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(generator, all.data(), all.size()) ==
        CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
  for (size_t i = 0; i < STREAMS; ++i)
    for (size_t r = 0; r < ROUNDS; ++r)
      CHECK(mine[i * ROUNDS + r] == all[index(i, r)]);
  Device<double> sums(STREAMS * 32);
  distributions<S><<<2, STREAMS / 2>>>(sums.p);
  check_moments(sums.read(), STREAMS);
}

__global__ void sobol(const unsigned *vectors, unsigned *out) {
  curandStateSobol32_t state, later;
  curandDirectionVectors32_t mine;
  for (int i = 0; i < 32; ++i)
    mine[i] = vectors[i];
  curand_init(mine, 0u, &state);
  curand_init(mine, 100u, &later);
  for (int i = 0; i < 200; ++i) {
    const unsigned x = curand(&state);
    out[i] = x;
    if (i >= 100 && x != curand(&later))
      out[i] = ~x;
  }
}

static void test_sobol() {
  unsigned vectors[32], host[200];
  for (int i = 0; i < 32; ++i)
    vectors[i] = 1u << (31 - i);
  Device<unsigned> in(32), out(200);
  CHECK(cudaMemcpy(in.p, vectors, sizeof(vectors), cudaMemcpyHostToDevice) ==
        cudaSuccess);
  sobol<<<1, 1>>>(in.p, out.p);
  curandGenerator_t generator;
  CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32) ==
        CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(generator, host, 200) == CURAND_STATUS_SUCCESS);
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
  const std::vector<unsigned> mine = out.read();
  for (int i = 0; i < 200; ++i)
    CHECK(mine[i] == host[i]);
}

int main() {
  test<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_XORWOW,
                            [](size_t i, size_t r) { return r * 4096 + i; });
  test<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A,
                              [](size_t i, size_t r) { return r * 81920 + i; });
  test<curandStatePhilox4_32_10_t>(
      CURAND_RNG_PSEUDO_PHILOX4_32_10, [](size_t i, size_t r) {
        return r / 4 * 262144 + 4 * i + r % 4;
      });
  test_sobol();
  return 0;
}
