// SPDX-License-Identifier: Apache-2.0
// ONLY: cccl-12.9 cccl-13.3
// Types of libcu++ in kernels and on the host, with the same results: complex
// numbers of half, too, optional, variant, tuple, span, arrays of several
// dimensions, bit operations, chrono, limits.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

#include "real.h"

namespace cs = cuda::std;

enum { PLACES = 16 };

template <typename T> __host__ __device__ int complex_of(int seed) {
  const cs::complex<T> a(T(seed % 7), T(1)), b(T(2), T(seed % 3));
  const cs::complex<T> c = a * b + cs::conj(a);
  return (int)(float)c.real() * 100 + (int)(float)c.imag();
}

__host__ __device__ cs::expected<int, int> half_of(int value) {
  if (value % 2)
    return cs::unexpected<int>(value);
  return value / 2;
}

struct size_of_it {
  __host__ __device__ int operator()(int v) const { return v; }
  __host__ __device__ int operator()(double v) const { return (int)(v * 10); }
};

__host__ __device__ void fill(int seed, int *out) {
  int n = 0;
  out[n++] = complex_of<float>(seed);
  out[n++] = complex_of<double>(seed);
  out[n++] = complex_of<__half>(seed);
  out[n++] = complex_of<__nv_bfloat16>(seed);
  cs::optional<int> maybe;
  if (seed % 2)
    maybe = seed;
  out[n++] = maybe.value_or(-1);
  cs::variant<int, double> either = seed;
  if (seed % 3 == 0)
    either = seed + 0.5;
  out[n++] = cs::visit(size_of_it(), either);
  const auto several = cs::make_tuple(seed, 2.5f, (char)3);
  out[n++] = cs::get<0>(several) + (int)(cs::get<1>(several) * 2) +
             cs::get<2>(several);
  cs::array<int, 6> cells = {};
  for (int i = 0; i < 6; ++i)
    cells[i] = seed * i;
  out[n++] = cs::accumulate(cells.begin(), cells.end(), 1);
  const cs::span<int> part = cs::span<int>(cells).subspan(2, 3);
  out[n++] = part.front() + part.back() + (int)part.size();
  const cs::mdspan<int, cs::extents<int, 2, 3>> grid(cells.data());
  out[n++] = grid(1, 2) - grid(0, 1);
  out[n++] = cs::popcount((unsigned)seed) + cs::countl_zero((unsigned)seed) +
             (int)cs::rotl((unsigned)seed, 3);
  cs::bitset<40> bits((unsigned long long)seed);
  bits.flip(33);
  out[n++] = (int)bits.count();
  const auto half = half_of(seed);
  out[n++] = half ? *half : -half.error();
  using namespace cs::chrono;
  out[n++] = (int)duration_cast<milliseconds>(seconds(seed) + hours(1)).count();
  out[n++] = cs::gcd(seed, 12) + cs::numeric_limits<short>::max();
  out[n++] = (int)cs::ratio_add<cs::ratio<1, 3>, cs::ratio<1, 6>>::den + seed;
}

__global__ void on_device(int *out) {
  const int seed = blockIdx.x * blockDim.x + threadIdx.x;
  fill(seed, out + seed * PLACES);
}

int main() {
  enum { SEEDS = 128 };
  real::memory<int> out(SEEDS * PLACES);
  std::vector<int> wanted(SEEDS * PLACES);
  for (int seed = 0; seed < SEEDS; ++seed)
    fill(seed, &wanted[seed * PLACES]);
  on_device<<<4, SEEDS / 4>>>(out.get());
  real::same_all("values", SEEDS, out.host(), wanted);
  return real::done();
}
