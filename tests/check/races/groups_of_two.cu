// SPDX-License-Identifier: Apache-2.0
// A tile of a matrix in shared memory, in blocks of rows, whose last rows are
// cut; a column that all read. With -DTWIN the second barrier is there.
#include <cstdio>

__global__ void tiled(int n, const float *a, const float *b, float *c) {
  __shared__ float s[16][16], t[16][16], scale[4];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.x * 16 + x, j = blockIdx.y * 16 + y;
  if (x < 4 && !y)
    scale[x] = x + 1;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = j < n && k + x < n ? a[j * n + k + x] : 0; // EXPECT: shared-race
    t[y][x] = k + y < n && i < n ? b[(k + y) * n + i] : 0;
    __syncthreads();
    for (int d = 0; d < 16; ++d)
      sum += s[y][d] * t[d][x] * scale[k / 16 % 4];
#ifdef TWIN
    __syncthreads();
#endif
  }
  if (i < n && j < n)
    c[j * n + i] = sum;
}

int main() {
  const int n = 45;
  float *m;
  cudaMalloc(&m, 3 * n * n * sizeof(*m));
  cudaMemset(m, 0, 3 * n * n * sizeof(*m));
  tiled<<<dim3(3, 3), dim3(16, 16)>>>(n, m, m + n * n, m + 2 * n * n);
  cudaDeviceSynchronize();
  cudaFree(m);
}
