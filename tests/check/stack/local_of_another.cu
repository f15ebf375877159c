// SPDX-License-Identifier: Apache-2.0
// The address of a local variable, used by the other threads.
__global__ void share(int *out) {
  __shared__ int *best;
  __shared__ int kept;
  int mine = threadIdx.x * 3;
  if (threadIdx.x == 7) {
    kept = mine;
#ifdef TWIN
    best = &kept;
#else
    best = &mine;
#endif
  }
  __syncthreads();
  out[threadIdx.x] = *best + mine; // EXPECT: wrong-space
  __syncthreads();
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  share<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
