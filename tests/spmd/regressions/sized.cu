// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 have straight code with shared memory in registers; blocks of
// other sizes, and kernels that it does not do for, have not.
// SHAPES: 3:256 2:128 1:512
typedef unsigned u32;
typedef unsigned long long u64;

template <typename T> __device__ T tree(T value, T *sums, u32 n) {
  const u32 t = threadIdx.x;
  sums[t] = t < n ? value : T(1);
  __syncthreads();
  for (u32 k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  const T all = sums[0];
  __syncthreads();
  return all;
}

extern "C" __global__ void regression_tree(const u32 *a, const float *b,
                                           u32 *out, u32 *, u32 n) {
  __shared__ float reals[512];
  __shared__ double doubles[512];
  const u32 t = threadIdx.x, size = blockDim.x;
  const u32 id = blockIdx.x * size + t, count = gridDim.x * size;
  out[id] = (u32)tree(float(a[id] & 1023), reals, 200 + n % 50);
  out[count + id] = (u32)tree(double(a[id] & 4095), doubles, 300);
}

extern "C" __global__ void regression_modulo(const u32 *a, const float *,
                                             u32 *out, u32 *, u32 n) {
  __shared__ u32 sums[512];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  sums[t] = a[id & 1023] + n;
  __syncthreads();
  for (u32 s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0 && t + s < blockDim.x)
      sums[t] += sums[t + s] * 3;
    __syncthreads();
  }
  out[id] = sums[t];
}

extern "C" __global__ void regression_strided(const u32 *a, const float *,
                                              u32 *out, u32 *, u32) {
  __shared__ u64 sums[512];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  sums[t] = a[id & 1023];
  __syncthreads();
  for (u32 s = 1; s < blockDim.x; s *= 2) {
    const u32 at = 2 * s * t;
    if (at + s < blockDim.x)
      sums[at] += sums[at + s] * 5;
    __syncthreads();
  }
  out[id] = (u32)sums[t] ^ (u32)(sums[0] >> 32);
}

// Up a tree and down again, with two elements for each work-item.
template <typename T>
__device__ void scan(const u32 *a, u32 *out, T *sums, u32 count) {
  const u32 t = threadIdx.x, n = 2 * blockDim.x;
  const u32 id = blockIdx.x * blockDim.x + t;
  u32 step = 1;
  sums[2 * t] = T(a[id & 1023] & 1023);
  sums[2 * t + 1] = T(a[(id + 7) & 1023] & 1023);
  for (u32 d = blockDim.x; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      sums[step * (2 * t + 2) - 1] += sums[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0)
    sums[n - 1] = 0;
  for (u32 d = 1; d < n; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      const u32 left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
      const T sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  __syncthreads();
  out[id] = (u32)sums[2 * t];
  out[count + id] = (u32)sums[2 * t + 1];
}

extern "C" __global__ void regression_scan(const u32 *a, const float *,
                                           u32 *out, u32 *, u32) {
  __shared__ float reals[1024];
  scan(a, out, reals, gridDim.x * blockDim.x);
}

extern "C" __global__ void regression_scan_words(const u32 *a, const float *,
                                                 u32 *out, u32 *, u32) {
  __shared__ u32 words[1024];
  scan(a, out, words, gridDim.x * blockDim.x);
}

// Exchanges, values that are kept for each work-item, elements that are read as
// another type, and masks that are known when it runs.
extern "C" __global__ void regression_exchange(const u32 *a, const float *b,
                                               u32 *out, u32 *, u32 n) {
  __shared__ u32 keys[512];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  u32 own = a[id & 1023], sum = own >> 3;
  keys[t] = own;
  __syncthreads();
  for (u32 j = 1; j < blockDim.x; j *= 2) {
    const u32 other = keys[t ^ j];
    __syncthreads();
    sum = sum * 3 + other;
    if (own & (j << n % 3))
      keys[t] = sum;
    else
      ((float *)keys)[t] = (float)(other & 255);
    __syncthreads();
  }
  if (t & 2)
    keys[t] ^= 0x5555;
  __syncthreads();
  out[id] = sum ^ keys[(t + 3) & (blockDim.x - 1)];
}

// Lanes of a warp go together: all read before any writes.
extern "C" __global__ void regression_in_step(const u32 *a, const float *,
                                              u32 *out, u32 *, u32) {
  __shared__ u32 words[512];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  words[t] = a[id & 1023];
  __syncthreads();
  words[t] = words[t ^ 1] * 3 + t;
  words[t] += words[t ^ 2];
  __syncthreads();
  out[id] = words[blockDim.x - 1 - t];
}

// Sums of warps by shuffles, and of those by one warp.
extern "C" __global__ void regression_warps(const u32 *a, const float *,
                                            u32 *out, u32 *, u32) {
  __shared__ u32 sums[32];
  const u32 t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
  u32 v = a[id & 1023];
  for (int k = 16; k; k >>= 1)
    v += __shfl_down_sync(~0u, v, k);
  if (t % 32 == 0)
    sums[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < blockDim.x / 32 ? sums[t] : 0;
    for (int k = 16; k; k >>= 1)
      v += __shfl_xor_sync(~0u, v, k);
    out[id] = v;
  }
}

// Places that are known only when it runs.
extern "C" __global__ void regression_anywhere(const u32 *a, const float *,
                                               u32 *out, u32 *, u32 n) {
  __shared__ u32 words[512];
  const u32 t = threadIdx.x, size = blockDim.x;
  const u32 id = blockIdx.x * size + t, count = gridDim.x * size;
  words[t] = a[id & 1023];
  __syncthreads();
  out[id] = words[(t + n) % size];
  out[count + id] = words[n % size];
  out[2 * count + id] = words[a[id & 1023] % size];
  __syncthreads();
  if (t == 3)
    words[n * 7 % size] = 5;
  __syncthreads();
  out[3 * count + id] = words[t] ^ words[size - 1 - t];
}

// What it cannot be done for: places that depend on what is read, elements of
// several sizes, an early return.
extern "C" __global__ void regression_not(const u32 *a, const float *,
                                          u32 *out, u32 *, u32) {
  __shared__ u32 words[512];
  __shared__ unsigned short halves[512];
  const u32 t = threadIdx.x, size = blockDim.x;
  const u32 id = blockIdx.x * size + t;
  words[t] = a[id & 1023];
  halves[t] = (unsigned short)t;
  __syncthreads();
  const u32 got = words[words[t] % size] + halves[size - 1 - t];
  __syncthreads();
  halves[t] = (unsigned short)got;
  __syncthreads();
  if (got & 1)
    return;
  out[id] = got ^ halves[t];
}
