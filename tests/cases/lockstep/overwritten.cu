// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp store where others have stored just before, with no barrier
// between: the later instruction is what remains, as on a warp in lockstep.
// llama.cpp's flash attention clears more than it has to in this way.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 1 2 3
// DEVICES: cpu
#include "program.h"

enum { WARP = 32, BLOCK = 64, KERNELS = 3 };

// Half of the lanes clear what two lanes then fill.
static __global__ void cleared(int *out) {
  __shared__ int all[BLOCK / WARP][48];
  int *s = all[threadIdx.x / WARP];
  const int lane = threadIdx.x % WARP;
  s[lane] = lane < 16 ? lane : 0;
  if (lane % 8 == 0 && lane < 16) {
    s[16 + lane / 4] = 100 + lane;
    s[16 + lane / 4 + 1] = 200 + lane;
  }
  __syncwarp();
  out[threadIdx.x] = s[lane];
}

static __global__ void neighbours(int *out) {
  __shared__ int all[BLOCK / WARP][WARP + 1];
  int *s = all[threadIdx.x / WARP];
  const int lane = threadIdx.x % WARP;
  s[lane] = 100 + lane;
  s[lane + 1] = 200 + lane;
  __syncwarp();
  out[threadIdx.x] = s[lane];
}

static __global__ void reversed(int *out) {
  __shared__ int all[BLOCK];
  const int first = threadIdx.x & ~(WARP - 1), lane = threadIdx.x % WARP;
  all[first + lane] = 1;
  all[first + WARP - 1 - lane] = 2 + lane;
  __syncwarp();
  out[threadIdx.x] = all[threadIdx.x];
}

static int wanted(int kernel, int lane) {
  switch (kernel) {
  case 0:
    return lane < 16                    ? lane
           : lane < 20 && lane % 2 == 0 ? 100 + (lane - 16) * 4
           : lane < 20                  ? 200 + (lane - 17) * 4
                                        : 0;
  case 1:
    return lane ? 200 + lane - 1 : 100;
  default:
    return 2 + WARP - 1 - lane;
  }
}

int main() {
  int *out;
  OK(cudaMallocManaged(&out, KERNELS * BLOCK * sizeof(int)));
  cleared<<<1, BLOCK>>>(out);
  neighbours<<<1, BLOCK>>>(out + BLOCK);
  reversed<<<1, BLOCK>>>(out + 2 * BLOCK);
  OK(cudaDeviceSynchronize());
  for (int k = 0; k < KERNELS; ++k)
    for (int t = 0; t < BLOCK; ++t) {
      const int got = out[k * BLOCK + t], want = wanted(k, t % WARP);
      if (got != want)
        std::fprintf(stderr, "kernel %d, thread %d: %d, not %d\n", k, t, got,
                     want);
      CHECK(got == want);
    }
  OK(cudaFree(out));
  return done();
}
