// SPDX-License-Identifier: Apache-2.0
// Rows of a sparse matrix: loads here and there, as many rounds as each likes.
extern "C" __global__ void rows(const int *starts, const int *columns,
                                const float *values, const float *x, float *y) {
  const int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}
// More to do for each load.
extern "C" __global__ void more(const int *starts, const float *values,
                                float *y) {
  const int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0, power = 1, even = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k) {
    power = power * 0.5f + sum * even;
    even = even * power + values[k];
    sum += power / (even + 3);
  }
  y[row] = sum + power + even;
}
// A stride through an array: all go round together, nearly.
extern "C" __global__ void strides(const float *x, float *y, int n) {
  float sum = 0;
  for (int k = (int)threadIdx.x; k < n; k += 256)
    sum += x[k];
  y[threadIdx.x] = sum;
}
