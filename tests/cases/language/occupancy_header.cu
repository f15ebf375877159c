// SPDX-License-Identifier: Apache-2.0
// cuda_occupancy.h, which Thrust 1.17 includes: as on CUDA's own, on the host and
// in kernels. RECORDED is what the header of CUDA 13.0 gave (2026-11-23).
#include <climits>
#include <cuda_occupancy.h>

#include "program.h"

static const unsigned long long RECORDED = 0x54ab7fa848960b52ULL;
enum { ROWS = 100000 };

struct numbers {
  unsigned long long state, hash;
  __host__ __device__ unsigned below(unsigned n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 11) % n;
  }
  __host__ __device__ void keep(unsigned long long value) {
    hash = (hash ^ value) * 1099511628211ull;
  }
};

__host__ __device__ static size_t forty_bytes_a_thread(int size) {
  return (size_t)size * 40;
}

__host__ __device__ static cudaOccDeviceProp any_device(numbers &n) {
  const int capabilities[][2] = {
      {5, 0},  {5, 2},  {5, 3},  {6, 0},  {6, 1},  {6, 2},  {7, 0}, {7, 2},
      {7, 5},  {8, 0},  {8, 6},  {8, 7},  {8, 9},  {9, 0},  {10, 0}, {10, 1},
      {10, 3}, {10, 2}, {11, 0}, {11, 1}, {12, 0}, {12, 1}, {12, 2}, {13, 0}};
  const int kib[] = {64, 96, 100, 164, 228, 102};
  const unsigned which = n.below(24);
  cudaOccDeviceProp p;
  p.computeMajor = capabilities[which][0];
  p.computeMinor = capabilities[which][1];
  p.maxThreadsPerBlock = n.below(50) ? 1024 : 0;
  p.maxThreadsPerMultiprocessor = 1024 + 512 * n.below(3);
  p.regsPerBlock = n.below(3) ? 65536 : 32768;
  p.regsPerMultiprocessor = 65536 * (1 + n.below(2));
  p.warpSize = 32;
  p.sharedMemPerBlock = 49152;
  p.sharedMemPerMultiprocessor = 1024 * kib[n.below(6)];
  p.numSms = n.below(40) ? (int)n.below(150) : -1;
  p.sharedMemPerBlockOptin = p.sharedMemPerMultiprocessor - 1024;
  p.reservedSharedMemPerBlock = n.below(2) ? 1024 : 0;
  return p;
}

__host__ __device__ static cudaOccFuncAttributes any_kernel(numbers &n) {
  cudaOccFuncAttributes a;
  a.maxThreadsPerBlock = n.below(30) ? 1 + n.below(1024) : 0;
  a.numRegs = (int)n.below(270);
  a.sharedSizeBytes = n.below(3) ? n.below(50000) : 0;
  a.partitionedGCConfig = (cudaOccPartitionedGCConfig)n.below(3);
  a.shmemLimitConfig = (cudaOccFuncShmemConfig)n.below(2);
  a.maxDynamicSharedSizeBytes =
      n.below(3) ? 49152 - a.sharedSizeBytes : n.below(230000);
  a.numBlockBarriers = n.below(17);
  a.virtualResourceCount = n.below(3) ? 0 : n.below(130);
  return a;
}

// One row: a device, a kernel and a block by chance; keeps all that is said.
__host__ __device__ static void row(numbers &n) {
  const cudaOccDeviceProp p = any_device(n);
  const cudaOccFuncAttributes a = any_kernel(n);
  cudaOccDeviceState s;
  s.cacheConfig = (cudaOccCacheConfig)n.below(4);
  s.carveoutConfig = n.below(3) ? -1 : (int)n.below(103) - 2;
  const int size = n.below(20) ? 1 + (int)n.below(1100) : -1;
  const size_t dynamic = n.below(2) ? 0 : n.below(n.below(2) ? 49152 : 230000);
  cudaOccResult r;
  n.keep(cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &a, &s, size, dynamic));
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &a, &s, size, dynamic) ==
      CUDA_OCC_SUCCESS) {
    n.keep(r.activeBlocksPerMultiprocessor);
    n.keep(r.limitingFactors);
    n.keep(r.blockLimitRegs);
    n.keep(r.blockLimitSharedMem);
    n.keep(r.blockLimitWarps);
    n.keep(r.blockLimitBlocks);
    n.keep(r.blockLimitBarriers);
    n.keep(r.blockLimitVirtual);
    n.keep(r.allocatedRegistersPerBlock);
    n.keep(r.allocatedSharedMemPerBlock);
    n.keep(r.partitionedGCConfig);
  }
  size_t bytes = 0;
  const int blocks = n.below(5);
  if (!cudaOccAvailableDynamicSMemPerBlock(&bytes, &p, &a, &s, blocks, size))
    n.keep(bytes);
  int grid = 0, block = 0;
  if (!cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(&grid, &block, &p, &a, &s,
                                                         forty_bytes_a_thread))
    n.keep(grid * 2048ull + block);
  if (!cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, &p, &a, &s, dynamic))
    n.keep(grid * 2048ull + block);
}

__host__ __device__ static unsigned long long rows(int count) {
  numbers n = {88172645463325252ull, 1469598103934665603ull};
  for (int k = 0; k < count; ++k)
    row(n);
  return n.hash;
}

__global__ void in_kernel(unsigned long long *hash) { *hash = rows(100); }

int main() {
  const unsigned long long all = rows(ROWS);
  if (all != RECORDED)
    std::fprintf(stderr, "the hash is %#llx\n", all);
  CHECK(all == RECORDED);
  unsigned long long *hash;
  OK(cudaMallocManaged(&hash, sizeof(*hash)));
  in_kernel<<<1, 1>>>(hash);
  OK(cudaDeviceSynchronize());
  CHECK(*hash == rows(100));
  OK(cudaFree(hash));
  cudaDeviceProp device;
  cudaFuncAttributes kernel;
  OK(cudaGetDeviceProperties(&device, 0));
  OK(cudaFuncGetAttributes(&kernel, in_kernel));
  const cudaOccDeviceProp made = device;
  const cudaOccFuncAttributes of = kernel;
  CHECK(made.warpSize == 32 && of.maxThreadsPerBlock == kernel.maxThreadsPerBlock);
  CHECK(cudaOccMaxActiveBlocksPerMultiprocessor(nullptr, &made, &of, nullptr, 32,
                                                0) ==
        CUDA_OCC_ERROR_INVALID_INPUT);
  return done();
}
