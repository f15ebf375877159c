// SPDX-License-Identifier: Apache-2.0
// A loop whose counter chooses what is done, behind __syncwarp: Intel's OpenCL
// compiler for CPUs gave up the kernel's vectors and ended the process (seed
// 4000054, k3).
// SHAPES: 1:5 2:37 2:64
typedef unsigned u32;
static __device__ u32 bits(u32 x) {
  u32 count = 0;
  while (x) {
    x &= x - 1;
    ++count;
  }
  return count;
}
static __device__ u32 plain(u32 x) { return x * 3 + 1; }
static __device__ u32 twist(u32 x) { return x ^ x >> 3; }
extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  __shared__ u32 shared[1024];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  u32 v1 = gridDim.x;
  shared[t] = t * 5;
  __syncwarp();
  u32 i = 0;
  const u32 end = n & 3;
  do {
    switch ((blockIdx.x ^ v1) & 7) {
    case 2:
      if ((a[(508 - t) & 1023] & 2) != 1 && __ffs((int)v1) >= (int)a[id & 1023])
        v1 += v1 * v1;
      break;
    case 4: {
      const u32 which = i % 3;
      v1 = !which ? plain(__ffs((int)v1)) : which == 1 ? twist(v1) : bits(v1);
    } break;
    case 0:
      v1 ^= id - n;
      break;
    default:
      v1 = i;
    }
    v1 ^= (total - id) << ((t + 30) & 31);
    v1 += i;
  } while (++i < end);
  out[2 * total + id] ^= v1 + shared[t];
}
