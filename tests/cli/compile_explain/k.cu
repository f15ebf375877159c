// SPDX-License-Identifier: Apache-2.0
// A kernel for each thing that --explain says.
#define KERNEL extern "C" __global__ void

KERNEL saxpy(float a, const float *x, float *y, int n) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    y[i] += a * x[i];
}
KERNEL here_and_there(const int *at, const float2 *x, float *y, int *count) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  float sum = x[i].y;
  for (int k = 0; k < at[i]; ++k)
    sum += sum * sum + x[at[k + i]].x;
  y[at[i]] = sum;
  if (sum > 1)
    atomicAdd(count, 1);
}
KERNEL kept(const float *x, float *y) {
  __shared__ float s[256];
  const int t = (int)threadIdx.x;
  const float own = x[t] * x[t];
  s[t] = own;
  __syncthreads();
  y[t] = own + s[255 - t];
}
// Work-items that go their own ways to barriers: no packets.
KERNEL apart(float *y) {
  if (y[threadIdx.x] > 0)
    __syncthreads();
  else
    y[threadIdx.x] = 1;
  __syncthreads();
}
