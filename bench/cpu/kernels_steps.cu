// SPDX-License-Identifier: Apache-2.0
// Kernels of bench/cpu.py in steps of powers of 2, with bytes, with searches and
// with loops that each work-item leaves when it likes.

__device__ inline int global_x() {
  return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

// All passes of a sort of blocks of 256, exchanging with `t ^ j`.
extern "C" __global__ void sort_xor(const unsigned *in, unsigned *out) {
  __shared__ unsigned keys[256];
  const unsigned t = threadIdx.x;
  keys[t] = in[global_x()];
  for (unsigned k = 2; k <= 256; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      const unsigned other = t ^ j;
      if (other > t) {
        const unsigned a = keys[t], b = keys[other];
        if ((a > b) == ((t & k) == 0)) {
          keys[t] = b;
          keys[other] = a;
        }
      }
    }
  __syncthreads();
  out[global_x()] = keys[t];
}

// Sums before each element of a block, whose size is known when it runs.
extern "C" __global__ void scan_sweep(const float *in, float *out) {
  __shared__ float sums[512];
  const int t = (int)threadIdx.x, n = 2 * (int)blockDim.x;
  const int start = (int)blockIdx.x * n;
  int offset = 1;
  sums[t] = in[start + t];
  sums[t + n / 2] = in[start + t + n / 2];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      sums[offset * (2 * t + 2) - 1] += sums[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    sums[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      const float x = sums[a];
      sums[a] = sums[b];
      sums[b] += x;
    }
  }
  __syncthreads();
  out[start + t] = sums[t];
  out[start + t + n / 2] = sums[t + n / 2];
}

// A sum of each block, by pairs that are further and further apart.
extern "C" __global__ void sum_modulo(const float *x, float *out) {
  __shared__ float sums[256];
  const unsigned t = threadIdx.x;
  sums[t] = x[global_x()];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0)
      sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

// The same by the first work-items.
extern "C" __global__ void sum_strided(const float *x, float *out) {
  __shared__ float sums[256];
  const unsigned t = threadIdx.x;
  sums[t] = x[global_x()];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned at = 2 * s * t;
    if (at < blockDim.x)
      sums[at] += sums[at + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

// Walsh and Hadamard's transform of blocks of 512.
extern "C" __global__ void hadamard(const float *in, float *out) {
  __shared__ float data[512];
  const int t = (int)threadIdx.x, start = (int)blockIdx.x * 512;
  data[t] = in[start + t];
  data[t + 256] = in[start + t + 256];
  for (int stride = 256; stride > 0; stride >>= 1) {
    __syncthreads();
    const int low = 2 * t - (t & (stride - 1)), high = low + stride;
    const float a = data[low], b = data[high];
    data[low] = a + b;
    data[high] = a - b;
  }
  __syncthreads();
  out[start + t] = data[t];
  out[start + t + 256] = data[t + 256];
}

// Neighbours change places by turns until blocks of 128 are sorted.
extern "C" __global__ void odd_even(const unsigned *in, unsigned *out) {
  __shared__ unsigned keys[128];
  const unsigned t = threadIdx.x;
  keys[t] = in[global_x()];
  for (unsigned turn = 0; turn < 128; ++turn) {
    __syncthreads();
    if ((t & 1) == (turn & 1) && t + 1 < 128 && keys[t] > keys[t + 1]) {
      const unsigned key = keys[t];
      keys[t] = keys[t + 1];
      keys[t + 1] = key;
    }
  }
  __syncthreads();
  out[global_x()] = keys[t];
}

// A matrix of bytes times a vector, transposed so that neighbours are rows.
extern "C" __global__ void bytes_dot(const int *a, const int *x, int *y,
                                     int words) {
  const int row = global_x(), rows = (int)(gridDim.x * blockDim.x);
  int sum = 0;
  for (int k = 0; k < words; ++k)
    sum = __dp4a(a[k * rows + row], x[k], sum);
  y[row] = sum;
}

// Where each key would be in a sorted table.
extern "C" __global__ void lower_bound(const unsigned *table,
                                       const unsigned *keys, int *out,
                                       int size) {
  const unsigned key = keys[global_x()];
  int first = 0;
  for (int count = size; count > 0;) {
    const int half = count / 2;
    if (table[first + half] < key) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  out[global_x()] = first;
}

// A hash of eight words for each work-item.
extern "C" __global__ void hash(const unsigned *in, unsigned *out, int rows) {
  const int i = global_x();
  unsigned h = 0x9747b28c;
  for (int k = 0; k < 8; ++k) {
    unsigned w = in[k * rows + i] * 0xcc9e2d51;
    w = (w << 15 | w >> 17) * 0x1b873593;
    h ^= w;
    h = (h << 13 | h >> 19) * 5 + 0xe6546b64;
  }
  h = (h ^ h >> 16) * 0x85ebca6b;
  h = (h ^ h >> 13) * 0xc2b2ae35;
  out[i] = h ^ h >> 16;
}

// Steps of a number to 1: each work-item has its own number of rounds.
extern "C" __global__ void steps_to_one(int *out) {
  const int i = global_x();
  unsigned x = (unsigned)i + 1;
  int steps = 0;
  for (; x != 1; ++steps)
    x = x & 1 ? 3 * x + 1 : x / 2;
  out[i] = steps;
}

// A step of an optimiser with two running means.
extern "C" __global__ void adam(const float *gradient, float *weights,
                                float *first, float *second, float rate) {
  const int i = global_x();
  const float g = gradient[i];
  const float m = 0.9f * first[i] + 0.1f * g;
  const float v = 0.999f * second[i] + 0.001f * g * g;
  first[i] = m;
  second[i] = v;
  weights[i] -= rate * m / (sqrtf(v) + 1e-8f);
}

// In blocks of one work-item.
extern "C" __global__ void one_item(const float *x, float *y) {
  const int i = (int)blockIdx.x;
  const float v = x[i];
  y[i] = v * v * v - 2.0f * v + 1.0f;
}
