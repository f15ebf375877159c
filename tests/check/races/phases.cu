// SPDX-License-Identifier: Apache-2.0
// Barriers: behind one, what others of the block did before it is no matter, in
// shared and in global memory; what other blocks did is. With -DTWIN all
// barriers are there, and each block keeps to its own part.
#include <cstdio>

#ifdef TWIN
#define SYNC() __syncthreads()
#else
#define SYNC()
#endif

struct wide {
  double low, high;
};

__global__ void sum(const float *x, float *y) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  for (int step = 64; step; step /= 2) {
    if (t < step)
      tile[t] += tile[t + step]; // EXPECT: shared-race
    SYNC();
  }
  if (!t)
    y[blockIdx.x] = tile[0];
}

__global__ void turn(wide *x) {
  __shared__ wide tile[96];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 96 + t];
  SYNC();
  x[blockIdx.x * 96 + 95 - t] = tile[95 - t]; // EXPECT: shared-race
}

__global__ void hand_on(int *x) {
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  x[i] = t;
  SYNC();
  const int next = x[blockIdx.x * 64 + (t + 1) % 64]; // EXPECT: global-race
  __syncthreads();
  x[i] = next;
}

// Of the block in front.
__global__ void across(int *x) {
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  x[i] = t;
  __syncthreads();
#ifdef TWIN
  x[i] += x[i];
#else
  x[i] += x[i ? i - 1 : i]; // EXPECT: global-race
#endif
}

int main() {
  float *x;
  wide *w;
  int *n;
  cudaMalloc(&x, 4096 * sizeof(*x));
  cudaMalloc(&w, 4096 * sizeof(*w));
  cudaMalloc(&n, 4096 * sizeof(*n));
  cudaMemset(x, 0, 4096 * sizeof(*x));
  cudaMemset(w, 0, 4096 * sizeof(*w));
  cudaMemset(n, 0, 4096 * sizeof(*n));
  for (int k = 0; k < 2; ++k) {
    sum<<<8, 128>>>(x, x + 2048);
    turn<<<4, 96>>>(w);
    hand_on<<<5, 64>>>(n);
    across<<<5, 64>>>(n);
  }
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(w);
  cudaFree(n);
}
