// SPDX-License-Identifier: Apache-2.0
// rocRAND: its generators make hipRAND's numbers, states in kernels make the
// generators', and distributions of few numbers have their shares.
// FLAGS: -lrocrand -lhiprand -std=c++17
#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>

#include <vector>

#include "program.h"

enum { N = 1 << 16, FEW = 5 };

template <typename S> __global__ void draw(S, unsigned *out, int rounds) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  S state;
  rocrand_init(77ull, i, 0ull, &state);
  for (int r = 0; r < rounds; ++r)
    out[i * rounds + r] = rocrand(&state);
}
__global__ void reals(float *out) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  rocrand_state_philox4x32_10 state;
  rocrand_init(5ull, i, 0ull, &state);
  const float4 u = rocrand_uniform4(&state);
  const bool good = u.x > 0 && u.x <= 1 && u.w > 0 && u.w <= 1;
  out[i] = good ? rocrand_normal(&state) : 1e9f;
}
template <typename S>
__global__ void choose(S, rocrand_discrete_distribution d, unsigned *out) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  S state;
  rocrand_init(3ull, i, 0ull, &state);
  out[i] = rocrand_discrete(&state, d);
}

template <typename T> struct Memory {
  T *p;
  explicit Memory(size_t n) { OK(hipMallocManaged(&p, n * sizeof(T))); }
  Memory(const Memory &) = delete;
  ~Memory() { OK(hipFree(p)); }
};

static void test_generators() {
  static const struct {
    rocrand_rng_type roc;
    hiprandRngType_t hip;
  } rows[] = {{ROCRAND_RNG_PSEUDO_DEFAULT, HIPRAND_RNG_PSEUDO_DEFAULT},
              {ROCRAND_RNG_PSEUDO_XORWOW, HIPRAND_RNG_PSEUDO_XORWOW},
              {ROCRAND_RNG_PSEUDO_MRG32K3A, HIPRAND_RNG_PSEUDO_MRG32K3A},
              {ROCRAND_RNG_PSEUDO_PHILOX4_32_10,
               HIPRAND_RNG_PSEUDO_PHILOX4_32_10},
              {ROCRAND_RNG_QUASI_SOBOL32, HIPRAND_RNG_QUASI_SOBOL32}};
  Memory<unsigned> a(N), b(N);
  Memory<float> x(N), y(N);
  for (const auto &row : rows) {
    rocrand_generator g;
    hiprandGenerator_t h;
    OK(rocrand_create_generator(&g, row.roc));
    OK(hiprandCreateGenerator(&h, row.hip));
    if (row.roc < ROCRAND_RNG_QUASI_DEFAULT) {
      OK(rocrand_set_seed(g, 1234));
      OK(hiprandSetPseudoRandomGeneratorSeed(h, 1234));
    }
    OK(rocrand_set_offset(g, 9));
    OK(hiprandSetGeneratorOffset(h, 9));
    OK(rocrand_generate(g, a.p, N));
    OK(hiprandGenerate(h, b.p, N));
    OK(rocrand_generate_normal(g, x.p, N, 1, 2));
    OK(hiprandGenerateNormal(h, y.p, N, 1, 2));
    OK(hipDeviceSynchronize());
    CHECK(memcmp(a.p, b.p, N * sizeof(*a.p)) == 0);
    CHECK(memcmp(x.p, y.p, N * sizeof(*x.p)) == 0);
    // Bytes are the words'.
    OK(rocrand_generate_char(g, reinterpret_cast<unsigned char *>(a.p), 64));
    OK(hiprandGenerate(h, b.p, 16));
    OK(hipDeviceSynchronize());
    CHECK(memcmp(a.p, b.p, 64) == 0);
    FAILS(rocrand_generate_char(g, reinterpret_cast<unsigned char *>(a.p), 3),
          ROCRAND_STATUS_LENGTH_NOT_MULTIPLE);
    OK(rocrand_generate_poisson(g, a.p, N, 7));
    OK(hipDeviceSynchronize());
    double sum = 0;
    for (int i = 0; i < N; ++i)
      sum += a.p[i];
    NEAR(sum / N, 7, 0.02);
    OK(rocrand_destroy_generator(g));
    OK(hiprandDestroyGenerator(h));
  }
  rocrand_generator none;
  FAILS(rocrand_create_generator(&none, rocrand_rng_type(1)),
        ROCRAND_STATUS_TYPE_ERROR);
}

// The first of each state are the first of the generator's streams.
template <typename S> static void test_states() {
  Memory<unsigned> a(256 * 4), b(256 * 4);
  draw<<<4, 64>>>(S(), a.p, 4);
  draw<<<1, 256>>>(S(), b.p, 4);
  OK(hipDeviceSynchronize());
  CHECK(memcmp(a.p, b.p, 256 * 4 * sizeof(*a.p)) == 0);
  CHECK(a.p[0] != a.p[4] && a.p[0] != a.p[1]);
}

template <typename S>
static void test_shares(rocrand_discrete_distribution d, const double *shares,
                        unsigned first, int count) {
  Memory<unsigned> out(N);
  choose<<<N / 256, 256>>>(S(), d, out.p);
  OK(hipDeviceSynchronize());
  std::vector<double> found(static_cast<size_t>(count));
  for (int i = 0; i < N; ++i) {
    CHECK(out.p[i] >= first && out.p[i] < first + unsigned(count));
    found[out.p[i] - first] += 1.0 / N;
  }
  for (int i = 0; i < count; ++i)
    CHECK(std::fabs(found[size_t(i)] - shares[i]) <=
          5 * std::sqrt(shares[i] / N) + (shares[i] > 0 ? 1e-4 : 0));
}

int main() {
  test_generators();
  test_states<rocrand_state_xorwow>();
  test_states<rocrand_state_mrg32k3a>();
  test_states<rocrand_state_philox4x32_10>();
  Memory<float> normal(N);
  reals<<<N / 256, 256>>>(normal.p);
  OK(hipDeviceSynchronize());
  double sum = 0, squares = 0;
  for (int i = 0; i < N; ++i) {
    sum += double(normal.p[i]);
    squares += double(normal.p[i]) * double(normal.p[i]);
  }
  CHECK(std::fabs(sum / N) < 0.02 && std::fabs(squares / N - 1) < 0.03);
  static const double shares[FEW] = {0.1, 0, 0.4, 0.25, 0.25};
  rocrand_discrete_distribution d;
  OK(rocrand_create_discrete_distribution(shares, FEW, 100, &d));
  test_shares<rocrand_state_xorwow>(d, shares, 100, FEW);
  test_shares<rocrand_state_mrg32k3a>(d, shares, 100, FEW);
  test_shares<rocrand_state_philox4x32_10>(d, shares, 100, FEW);
  OK(rocrand_destroy_discrete_distribution(d));
  for (const double mean : {0.5, 12.0}) {
    std::vector<double> poisson(80);
    poisson[0] = std::exp(-mean);
    for (size_t k = 1; k < poisson.size(); ++k)
      poisson[k] = poisson[k - 1] * mean / double(k);
    OK(rocrand_create_poisson_distribution(mean, &d));
    test_shares<rocrand_state_xorwow>(d, poisson.data(), 0, 80);
    OK(rocrand_destroy_discrete_distribution(d));
  }
  FAILS(rocrand_create_discrete_distribution(shares, 0, 0, &d),
        ROCRAND_STATUS_OUT_OF_RANGE);
  static const double wrong[] = {0.5, -1};
  FAILS(rocrand_create_discrete_distribution(wrong, 2, 0, &d),
        ROCRAND_STATUS_OUT_OF_RANGE);
  FAILS(rocrand_create_poisson_distribution(-1, &d),
        ROCRAND_STATUS_OUT_OF_RANGE);
  return 0;
}
