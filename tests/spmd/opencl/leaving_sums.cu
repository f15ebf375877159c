// SPDX-License-Identifier: Apache-2.0
// Threads leave at the start by sums that go past the end of their type, which
// Intel's OpenCL compiler for CPUs forgot when it found those that stay (seed
// 8008, k42).
// SHAPES: 3:64 2:37 30:32
typedef unsigned u32;
extern "C" __global__ void regression_far(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)(id - (n + 0x7ffffff0u)) >= 20)
    return;
  out[total + id] ^= n;
}
extern "C" __global__ void regression_sign(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)(id - (n + 0x7ffffff0u)) < 0)
    return;
  out[total + id] ^= n;
}
extern "C" __global__ void regression_constant(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)(id + 0x7ffffff0u) > (int)n)
    return;
  out[total + id] ^= n;
}
extern "C" __global__ void regression_reverse(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)(n + 0x7ffffff0u - id) < (int)n)
    return;
  out[total + id] ^= n;
}
extern "C" __global__ void regression_thread(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)(threadIdx.x + 0x7ffffff0u) < (int)n)
    return;
  out[total + id] ^= n;
}
extern "C" __global__ void regression_two(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)((2147483647u ^ gridDim.x) + (id - n)) >= 0 || id >= total)
    return;
  out[total + id] ^= n;
}
extern "C" __global__ void regression_plain(const u32 *, const float *,
                                              u32 *out, u32 *, u32 n,
                                              u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  if ((int)id >= (int)n - 3)
    return;
  out[total + id] ^= n;
}
