// SPDX-License-Identifier: Apache-2.0
// What bench/amdsim.py runs on the simulator.

// Registers only.
extern "C" __global__ void fused(float *out, int rounds) {
  float a = threadIdx.x, b = 0.5f, c = 1, d = 2, e = 3;
  for (int i = 0; i < rounds; ++i) {
    a = a * b + 1;
    c = c * b + a;
    d = d * b + c;
    e = e * b + d;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + c + d + e;
}

// A sum of a group, again and again: shared memory, barriers, branches.
extern "C" __global__ void sums(float *out, int rounds) {
  __shared__ float part[256];
  float total = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = total;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
      if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads();
    }
    total = part[0] * 0.001f + threadIdx.x;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

// Global memory: each work-item reads and writes its own and a neighbour's.
extern "C" __global__ void stencil(float *out, int rounds) {
  const int n = gridDim.x * blockDim.x;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    const float next = out[(i + 1) % n];
    out[i] = out[i] * 0.5f + next * 0.25f;
  }
}

// Integers, and branches that lanes take apart.
extern "C" __global__ void collatz(float *out, int rounds) {
  int steps = 0;
  for (int r = 0; r < rounds; ++r) {
    unsigned v = (blockIdx.x * blockDim.x + threadIdx.x) * 7 + r + 1;
    for (int k = 0; k < 100 && v != 1; ++k, ++steps)
      v = v % 2 ? 3 * v + 1 : v / 2;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}
