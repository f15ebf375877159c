// SPDX-License-Identifier: Apache-2.0
__global__ void child(int *) {}
__global__ void parent(int *x) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 32, 0, stream>>>(x);
  if (cudaGetLastError() != cudaSuccess)
    *x = 1;
}
