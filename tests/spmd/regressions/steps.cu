// SPDX-License-Identifier: Apache-2.0
// Trees and sorts whose steps are known only when they run: packets have code
// for some steps of their own, with windows of shared memory, and for others.
// SHAPES: 2:64 1:37 1:256 2:100 1:16,8 1:48,3
template <typename T>
__device__ T sorted(T value, T *keys, unsigned l, unsigned size,
                    unsigned pairs) {
  keys[l] = value;
  for (unsigned k = 2; k <= 256; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      const unsigned low = 2 * l - (l & (j - 1)), high = low + j;
      if (l < pairs && high < size && (keys[low] > keys[high]) == !(low & k)) {
        const T key = keys[low];
        keys[low] = keys[high];
        keys[high] = key;
      }
    }
  __syncthreads();
  return keys[l];
}

// Exchanges with `l ^ j`, of steps that are powers of 2 and others.
template <typename T>
__device__ T exchanged(T value, T *keys, unsigned l, unsigned size,
                       unsigned n) {
  T sum = value;
  for (unsigned j = 1; j < 128; j = j < 8 ? j * 2 : j + n) {
    keys[l] = sum;
    __syncthreads();
    if ((l ^ j) < size)
      sum += keys[l ^ j];
    __syncthreads();
    if ((l ^ j) > l && (l ^ j) < size && (l & 3) != 1) {
      const T other = keys[l ^ j];
      keys[l ^ j] = keys[l];
      keys[l] = other + T(1);
    }
    __syncthreads();
    sum += keys[l];
    __syncthreads();
  }
  return sum;
}

// Sums up a tree and down again; places between are someone else's.
template <typename T>
__device__ T scanned(T value, T *sums, unsigned l, unsigned size) {
  unsigned step = 1;
  sums[l] = value;
  for (; step < size; step *= 2) {
    __syncthreads();
    const unsigned right = step * (2 * l + 2) - 1;
    if (right < size)
      sums[right] += sums[right - step];
  }
  for (; step > 0; step /= 2) {
    __syncthreads();
    const unsigned left = step * (2 * l + 2) - 1;
    if (left + step < size)
      sums[left + step] += sums[left];
  }
  __syncthreads();
  return sums[l];
}

struct mixed {
  unsigned a;
  float b;
};

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned words[256];
  __shared__ unsigned char bytes[256];
  __shared__ unsigned long long longs[256];
  __shared__ mixed both[256];
  const unsigned size = blockDim.x * blockDim.y;
  const unsigned l = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned id = blockIdx.x * size + l, count = gridDim.x * size;
  const unsigned x = a[id] >> 4;
  out[id] = sorted(x, words, l, size, size / 2);
  out[count + id] = sorted((unsigned char)x, bytes, l, size, size);
  out[2 * count + id] =
      (unsigned)exchanged((unsigned long long)x, longs, l, size, 1 + n % 3);
  out[3 * count + id] = exchanged(x, words, l, size, 24);
  out[4 * count + id] = scanned(x, words, l, size);
  out[5 * count + id] = scanned((unsigned char)x, bytes, l, size);
  // One field changes while others do.
  both[l] = {x, (float)l};
  __syncthreads();
  for (unsigned j = 1; j < 64; j *= 2) {
    const unsigned other = l ^ j;
    if (other > l && other < size) {
      both[other].a += both[l].a;
      both[l].b += both[other].b;
    }
    __syncthreads();
  }
  out[6 * count + id] = both[l].a ^ (unsigned)both[l].b;
  // Rows of global memory, if steps are large enough and blocks wide enough.
  for (unsigned j = 1; j < 256; j *= 2) {
    const unsigned low = 2 * id - (id & (j - 1));
    out[7 * count + id] += a[(low + j) & 1023] * 3 + a[low & 1023] +
                           a[id ^ (j * n & 255)];
  }
}
