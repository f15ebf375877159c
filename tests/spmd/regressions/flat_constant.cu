// SPDX-License-Identifier: Apache-2.0
// The same with a width that the source fixes: where blocks have another, their
// indices overlap, and rows must not run as one.
// SHAPES: 5:64 3:128 4:32 2:100 3:256
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *sums, u32, u32) {
  const u32 i = blockIdx.x * 64 + threadIdx.x;
  const size_t wide = (size_t)blockIdx.x * 64 + threadIdx.x;
  atomicAdd(&out[i], a[wide & 1023] | 1);
  atomicAdd(&sums[i & 7], i);
}
