// SPDX-License-Identifier: Apache-2.0
// Who a thread is in its warp, by inline PTX in kernels that do nothing else with
// warps, in blocks of several dimensions.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(unsigned *out) {
  const unsigned linear =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned size = blockDim.x * blockDim.y * blockDim.z;
  unsigned lane, below;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  out[blockIdx.x * size + linear] = below ^ lane;
}

static bool check(dim3 block) {
  const unsigned size = block.x * block.y * block.z, count = 3 * size;
  unsigned *out;
  if (cudaMallocManaged(&out, count * sizeof(*out)) != cudaSuccess)
    return false;
  kernel<<<3, block>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return false;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned lane = i % size % 32, right = ((1u << lane) - 1) ^ lane;
    if (out[i] != right) {
      std::printf("%u of %ux%ux%u: %x, not %x\n", i, block.x, block.y, block.z,
                  out[i], right);
      return false;
    }
  }
  cudaFree(out);
  return true;
}

int main() {
  return check(64) && check(100) && check(dim3(5, 7, 3)) &&
                 check(dim3(32, 4)) && check(dim3(1, 1, 40))
             ? 0
             : 1;
}
