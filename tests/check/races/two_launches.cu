// SPDX-License-Identifier: Apache-2.0
// A launch, and one of another stream that nothing puts behind it; with -DTWIN
// an event does. It may run first, and read what nobody has written yet.
// ALSO: uninitialised
#include <cstdio>

__global__ void fill(int n, float *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}

__global__ void twice(int n, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i]; // EXPECT: launch-race
}

int main() {
  const int n = 1000;
  float *x, *y;
  cudaStream_t one, two;
  cudaEvent_t event;
  cudaMalloc(&x, n * sizeof(*x));
  cudaMalloc(&y, n * sizeof(*y));
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  fill<<<8, 128, 0, one>>>(n, y);
  fill<<<8, 128, 0, one>>>(n, x);
#ifdef TWIN
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(two, event, 0);
#endif
  twice<<<8, 128, 0, two>>>(n, x, y);
  cudaDeviceSynchronize();
  cudaEventDestroy(event);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(x);
  cudaFree(y);
}
