// SPDX-License-Identifier: Apache-2.0
// Atomic operations of shared memory, which packets do without: at addresses
// that lanes have in common, and in lanes that parted. And numbers of warps.
// WIDTHS: 16
// SHAPES: 3:64 2:37 2:16,4 1:32,8
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *, u32) {
  __shared__ u32 counts[32];
  __shared__ float reals[4];
  __shared__ int signs[8];
  const u32 size = blockDim.x * blockDim.y;
  const u32 t = threadIdx.y * blockDim.x + threadIdx.x;
  const u32 id = blockIdx.x * size + t;
  if (t < 32)
    counts[t] = t == 21 ? ~0u : t;
  if (t < 8)
    signs[t] = (int)t;
  if (t < 4)
    reals[t] = 0;
  __syncthreads();
  const u32 key = a[id];
  atomicAdd(&counts[key % 16], key & 255);
  if (key & 64) {
    atomicSub(&counts[key >> 8 & 3], 1);
    atomicXor(&counts[16 + key % 3], key);
    atomicOr(&counts[19], key & 0xf0f0);
  }
  atomicAnd(&counts[21], key | 0xffff);
  atomicMax(&counts[22], key);
  atomicMin(&counts[23], key);
  atomicMax(&signs[key & 3], (int)key);
  atomicMin(&signs[4 + (key & 3)], (int)key);
  atomicAdd(&reals[key & 3], b[id % 16]);
  atomicInc(&counts[24], 1000);
  if (atomicCAS(&counts[25], 25, 26) == 25)
    atomicAdd(&counts[26], 1);
  atomicExch(&counts[27], 5);
  __syncthreads();
  for (u32 k = t; k < 32; k += size)
    out[id - t + k] = counts[k];
  if (t < 4)
    out[size * gridDim.x + (id - t) / 2 + t] = (u32)reals[t] ^ (u32)signs[t] ^ (u32)signs[t + 4] * 3;
  out[3 * size * gridDim.x + id] = (u32)((int)t / 32 * 5 + (int)t % 32);
}
