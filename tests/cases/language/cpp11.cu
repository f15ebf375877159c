// SPDX-License-Identifier: Apache-2.0
// Many build files ask for C++11: all headers of the device language take it.
// FLAGS: -std=c++11
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <mma.h>

#include <stdio.h>

static_assert(__cplusplus == 201103L, "the standard that was asked for");

// C = A * B for halves, 16 by 8 by 16, by one warp: A is all ones, B[k][n] is n.
__global__ void multiply(float *c) {
  const unsigned one = 0x3c003c00, lane = threadIdx.x;
  const __half2 column = __half2half2(__float2half((float)(lane / 4)));
  const unsigned b = *(const unsigned *)&column;
  float d[4] = {0, 0, 0, 0};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(one), "r"(b));
  for (int i = 0; i < 4; ++i)
    c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}

__global__ void sum(int *out) {
  namespace cg = cooperative_groups;
  const cg::thread_block_tile<32> tile =
      cg::tiled_partition<32>(cg::this_thread_block());
  *out = cg::reduce(tile, (int)tile.thread_rank(), cg::plus<int>());
}

int main() {
  float *c;
  int *s;
  if (cudaMallocManaged(&c, 16 * 8 * sizeof(float)) ||
      cudaMallocManaged(&s, sizeof(int)))
    return 1;
  multiply<<<1, 32>>>(c);
  sum<<<1, 32>>>(s);
  if (cudaDeviceSynchronize())
    return 2;
  for (int i = 0; i < 16 * 8; ++i)
    if (c[i] != 16.0f * (float)(i % 8)) {
      printf("%d: %g\n", i, c[i]);
      return 3;
    }
  const bool right = *s == 496;
  cudaFree(c);
  cudaFree(s);
  return right ? 0 : 4;
}
