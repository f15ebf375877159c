// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 whose accesses of device memory are looked at in front of them,
// all together, and which then run without checks: what one of the later ones
// does to others, or its work-items to each other, must be found as ever. With
// -DTWIN none does anything.
#include <cstdio>

#ifdef TWIN
#define BAD(other, good) (good)
#else
#define BAD(other, good) (other)
#endif

// A block writes where another one did.
__global__ void slots(const int *x, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = x[b * 256 + t];
  __syncthreads();
  if (!t)
    y[b == 5 ? BAD(4, 5) : b] = s[255]; // EXPECT: global-race
}

// It reads what another one writes.
__global__ void reads(int *x) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = x[(b == 6 ? BAD(2, 6) : b) * 256 + t]; // EXPECT: global-race
  __syncthreads();
  x[b * 256 + t] = s[255 - t] + t + 1;
}

// Its work-items read each other's, without a barrier between.
__global__ void neighbours(int *x, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = t;
  __syncthreads();
  x[b * 256 + t] = s[255 - t] + b;
  y[b * 256 + t] =
      x[b * 256 + (t + (b == 5 ? BAD(1, 0) : 0)) % 256]; // EXPECT: global-race
}

// Where depends on what is read, through shared memory.
__global__ void loaded(const int *p, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = p[b * 256 + t];
  __syncthreads();
  y[s[255 - t]] = b * 256 + t; // EXPECT: global-race
}

// Behind a barrier it is none, in whichever block.
__global__ void ordered(int *x, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = t;
  __syncthreads();
  x[b * 256 + t] = s[255 - t] + b;
  __syncthreads();
  y[b * 256 + t] = x[b * 256 + (t + 1) % 256];
}

int main() {
  enum { BLOCKS = 8, COUNT = BLOCKS * 256 };
  static int places[COUNT];
  int *x, *y, *p;
  for (int i = 0; i < COUNT; ++i)
    places[i] = i == 1500 ? BAD(1400, i) : i;
  cudaMalloc(&x, sizeof(places));
  cudaMalloc(&y, sizeof(places));
  cudaMalloc(&p, sizeof(places));
  cudaMemset(x, 1, sizeof(places));
  cudaMemset(y, 1, sizeof(places));
  cudaMemcpy(p, places, sizeof(places), cudaMemcpyHostToDevice);
  for (int again = 0; again < 2; ++again) {
    slots<<<BLOCKS, 256>>>(x, y);
    reads<<<BLOCKS, 256>>>(x);
    neighbours<<<BLOCKS, 256>>>(x, y);
    loaded<<<BLOCKS, 256>>>(p, y);
    ordered<<<BLOCKS, 256>>>(x, y);
  }
  cudaDeviceSynchronize();
  for (int *all : {x, y, p})
    cudaFree(all);
}
