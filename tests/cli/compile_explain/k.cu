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
// Code of its own for blocks of 256; what each reads decides about the second.
KERNEL sum_of_block(const float *x, float *y) {
  __shared__ float s[256];
  const int t = (int)threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = (int)blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = s[0];
}
KERNEL sum_of_some(const float *x, float *y, int n) {
  __shared__ float s[256];
  const int t = (int)threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = n; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = s[0];
}
// Loops over the grid: by rounds of groups, or not, for each reason that a
// programmer can change.
KERNEL by_rounds(float a, const float *x, float *y, int n) {
  for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += (int)(gridDim.x * blockDim.x))
    y[i] += a * x[i];
}
KERNEL by_rounds_and_barrier(const float *x, float *y, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += (int)(gridDim.x * blockDim.x))
    sum += x[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum + s[0];
}
KERNEL not_by_rounds(const float *x, float *y, const int *ends, int n) {
  const int step = (int)(gridDim.x * blockDim.x);
  const int first = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first + 1; i < n; i += step)
    y[i] = x[i];
  for (int i = first; i < ends[first]; i += step)
    y[i] += x[i];
  for (int i = first; i < n; i += step) {
    if (x[i] > 1)
      break;
    y[i] += x[i];
  }
  for (unsigned i = (unsigned)first; i < *(const unsigned *)ends;
       i += (unsigned)step)
    atomicAdd(&y[i & 31], x[i]);
}
