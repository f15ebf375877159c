// SPDX-License-Identifier: Apache-2.0
// The address of a shared variable, kept in global memory for the next kernel,
// which has none itself.
__global__ void prepare(int **kept, int *all) {
  __shared__ int table[64];
  table[threadIdx.x] = threadIdx.x;
  all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (!threadIdx.x)
#ifdef TWIN
    *kept = all + table[0];
#else
    *kept = table;
#endif
}

__global__ void use(int *const *kept, int *out) {
  out[threadIdx.x] = (*kept)[threadIdx.x]; // EXPECT: wrong-space
}

int main() {
  int **kept, *all, *out;
  cudaMalloc(&kept, sizeof(*kept));
  cudaMalloc(&all, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  prepare<<<1, 64>>>(kept, all);
  use<<<1, 64>>>(kept, out);
  cudaDeviceSynchronize();
  cudaFree(kept);
  cudaFree(all);
  cudaFree(out);
}
