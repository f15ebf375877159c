// SPDX-License-Identifier: Apache-2.0
// Sum, smallest and largest of many numbers: warps reduce with shuffles, blocks
// through shared memory, and the last block that ends combines all blocks.
#include <hip/hip_runtime.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error_));      \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

enum { BLOCK = 256, BLOCKS = 128, WARPS_MAX = BLOCK / 32 };

struct Result {
  double sum;
  float min, max;
};

__device__ Result nothing() { return {0, FLT_MAX, -FLT_MAX}; }
__device__ Result combine(const Result &a, const Result &b) {
  return {a.sum + b.sum, fminf(a.min, b.min), fmaxf(a.max, b.max)};
}

// Every lane takes what the lane `by` above holds: after log2(warpSize) rounds
// lane 0 has all. warpSize is 32 or 64, as the device has it.
__device__ Result reduce_warp(Result r) {
  for (int by = warpSize / 2; by; by /= 2)
    r = combine(r, {__shfl_down(r.sum, by), __shfl_down(r.min, by),
                    __shfl_down(r.max, by)});
  return r;
}

// The block's result, in its first work-item.
__device__ Result reduce_block(Result r) {
  __shared__ Result warps[WARPS_MAX];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  r = reduce_warp(r);
  __syncthreads(); // it may be used a second time
  if (lane == 0)
    warps[warp] = r;
  __syncthreads();
  if (warp == 0)
    r = reduce_warp(lane < BLOCK / warpSize ? warps[lane] : nothing());
  return r;
}

__device__ unsigned blocks_done;

__global__ void __launch_bounds__(BLOCK)
    reduce(const float *in, size_t n, Result *parts, Result *out) {
  __shared__ bool is_last;
  Result r = nothing();
  for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n;
       i += (size_t)gridDim.x * BLOCK)
    r = combine(r, {in[i], in[i], in[i]});
  r = reduce_block(r);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = r;
    __threadfence(); // the part is there before it is counted
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last)
    return;
  __threadfence();
  r = nothing();
  for (unsigned i = threadIdx.x; i < gridDim.x; i += BLOCK)
    r = combine(r, parts[i]);
  r = reduce_block(r);
  if (threadIdx.x == 0)
    *out = r;
}

static bool check(size_t n) {
  std::vector<float> host(n);
  double sum = 0;
  float min = FLT_MAX, max = -FLT_MAX, *in;
  unsigned seed = (unsigned)n;
  for (float &x : host) {
    seed = seed * 1664525u + 1013904223u;
    x = (float)(int)(seed >> 8) / 1000 - 5000;
    sum += x;
    min = std::fmin(min, x);
    max = std::fmax(max, x);
  }
  Result *parts, *out, got;
  OK(hipMalloc(&in, n * sizeof(float)));
  OK(hipMalloc(&parts, BLOCKS * sizeof(Result)));
  OK(hipMalloc(&out, sizeof(Result)));
  OK(hipMemcpy(in, host.data(), n * sizeof(float), hipMemcpyHostToDevice));
  reduce<<<BLOCKS, BLOCK>>>(in, n, parts, out);
  OK(hipGetLastError());
  OK(hipMemcpy(&got, out, sizeof(got), hipMemcpyDeviceToHost));
  OK(hipFree(in));
  OK(hipFree(parts));
  OK(hipFree(out));
  std::printf("%9zu numbers: sum %.6g, from %g to %g\n", n, got.sum, got.min,
              got.max);
  if (std::fabs(got.sum - sum) <= 1e-9 * (1 + 5000.0 * (double)n) &&
      got.min == min && got.max == max)
    return true;
  std::fprintf(stderr, "wanted: sum %.9g, from %g to %g\n", sum, min, max);
  return false;
}

int main() {
  for (const size_t n : {1u, 31u, 1000u, 65536u, 1000003u, 4000000u})
    if (!check(n))
      return 1;
  std::puts("ok");
  return 0;
}
