// SPDX-License-Identifier: Apache-2.0
// Arithmetic of double in kernels against the host's, to the bit: random values,
// values near each other, and subnormal ones.
#include <cuda_runtime.h>

#include <cstdint>

#include "program.h"

enum { COUNT = 1024, RESULTS = 12 };

// Both sides must not contract products and sums.
__device__ static void compute(double x, double y, double z, double *r) {
  r[0] = __dadd_rn(x, y);
  r[1] = __dadd_rn(x, -y);
  r[2] = __dmul_rn(x, y);
  r[3] = x / y;
  r[4] = fma(x, y, z);
  r[5] = sqrt(x < 0 ? -x : x);
  r[6] = (double)(float)x;
  r[7] = floor(x);
  r[8] = rint(y);
  r[9] = (double)(int)fmin(fmax(x, -2e9), 2e9);
  r[10] = (double)(long long)fmin(fmax(y, -9e18), 9e18);
  r[11] = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > z);
}
static void compute_here(double x, double y, double z, double *r) {
  volatile double product = x * y;
  r[0] = x + y;
  r[1] = x - y;
  r[2] = product;
  r[3] = x / y;
  r[4] = std::fma(x, y, z);
  r[5] = std::sqrt(std::fabs(x));
  r[6] = (double)(float)x;
  r[7] = std::floor(x);
  r[8] = std::rint(y);
  r[9] = (double)(int)std::fmin(std::fmax(x, -2e9), 2e9);
  r[10] = (double)(long long)std::fmin(std::fmax(y, -9e18), 9e18);
  r[11] = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > z);
}

__global__ void all(const double *in, double *out) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  compute(in[3 * i], in[3 * i + 1], in[3 * i + 2], out + RESULTS * i);
}

static uint64_t state = 88172645463325252u;
static uint64_t next() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
// No infinity, no NaN: exponents of all, of subnormal numbers, or near that of 1.
static double some() {
  const uint64_t kind = next() % 8, bits = next();
  const uint64_t exponent = kind == 0   ? next() % 2047
                            : kind == 1 ? next() % 60
                                        : 1023 - 40 + next() % 80;
  const uint64_t all = (bits & 0x800fffffffffffffu) | exponent << 52;
  double value;
  std::memcpy(&value, &all, sizeof(value));
  return value;
}

int main() {
  std::vector<double> in(3 * COUNT), out(RESULTS * COUNT);
  double *device_in, *device_out;
  for (double &x : in)
    x = some();
  for (int i = 0; i < COUNT; i += 4) // the product is taken away
    in[3 * i + 2] = -(in[3 * i] * in[3 * i + 1]);
  for (int i = 1; i < COUNT; i += 8)
    in[3 * i + 1] = std::nextafter(in[3 * i], 0.0);
  CHECK(cudaMalloc(&device_in, in.size() * sizeof(double)) == cudaSuccess);
  CHECK(cudaMalloc(&device_out, out.size() * sizeof(double)) == cudaSuccess);
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(double),
                   cudaMemcpyHostToDevice) == cudaSuccess);
  all<<<COUNT / 64, 64>>>(device_in, device_out);
  CHECK(cudaMemcpy(out.data(), device_out, out.size() * sizeof(double),
                   cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int i = 0; i < COUNT; ++i) {
    double want[RESULTS];
    compute_here(in[3 * i], in[3 * i + 1], in[3 * i + 2], want);
    for (int k = 0; k < RESULTS; ++k) {
      const double got = out[RESULTS * i + k];
      if (std::memcmp(&got, &want[k], sizeof(got)) == 0 ||
          (std::isnan(got) && std::isnan(want[k])))
        continue;
      std::fprintf(stderr, "result %d of %a, %a, %a is %a, not %a\n", k,
                   in[3 * i], in[3 * i + 1], in[3 * i + 2], got, want[k]);
      return 1;
    }
  }
  std::puts("ok");
  return 0;
}
