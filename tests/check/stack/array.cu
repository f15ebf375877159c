// SPDX-License-Identifier: Apache-2.0
// A local array larger than what a thread has.
#ifdef TWIN
enum { SIZE = 40000 };
#else
enum { SIZE = 160000 };
#endif

__global__ void sort(const int *in, int *out, int n) { // EXPECT: stack-overflow
  __shared__ int first;
  int counts[SIZE];
  for (int i = 0; i < n; ++i)
    counts[i] = 0;
  for (int i = 0; i < n; ++i)
    ++counts[in[i] % n];
  if (!threadIdx.x)
    first = counts[in[0]];
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x] + first;
}

int main() {
  int *in, *out, host[100];
  for (int i = 0; i < 100; ++i)
    host[i] = i;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  sort<<<2, 64>>>(in, out, 100);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
