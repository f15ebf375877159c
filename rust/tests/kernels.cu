// SPDX-License-Identifier: Apache-2.0
// The kernels of tests/launch.rs.

extern "C" __global__ void affine(const float *x, float *y, float scale,
                                  float bias, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = scale * x[i] + bias;
}

struct options {
  int from, to;
  double by;
};

extern "C" __global__ void scale(options o, double *values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= o.from && i < o.to)
    values[i] *= o.by;
}

// The sum of each block, by dynamic shared memory.
template <typename T> __global__ void block_sum(const T *values, T *sums) {
  extern __shared__ unsigned char shared[];
  T *part = reinterpret_cast<T *>(shared);
  part[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = part[0];
}
template __global__ void block_sum<int>(const int *, int *);

extern "C" __global__ void types(bool b, char c, unsigned short s,
                                 unsigned long long l, double *out) {
  out[0] = b;
  out[1] = c;
  out[2] = s;
  out[3] = l;
}

// Without a bias there is none.
extern "C" __global__ void biased(const float *x, const float *bias, float *y,
                                  int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && y)
    y[i] = x[i] + (bias ? bias[i] : 0.0f);
}

extern "C" __global__ void place(unsigned *out) {
  const unsigned i =
      (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    out[i] = blockDim.x * 10000 + blockDim.y * 100 + blockDim.z;
}
