// SPDX-License-Identifier: Apache-2.0
// Packets of several rows between barriers go down a column after another, of
// each layer of a block, and up to where there is something to do.
// SHAPES: 2:16,4,3 1:32,8,2 3:16,12 2:48,4,2 1,2:64,4
extern "C" __global__ void regression(const unsigned *a, const float *b,
                                      unsigned *out, unsigned *, unsigned n) {
  __shared__ unsigned one[1024];
  __shared__ float two[1024];
  const unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const unsigned row = z * blockDim.y + y, l = row * blockDim.x + x;
  const unsigned size = blockDim.x * blockDim.y * blockDim.z;
  const unsigned id = (blockIdx.y * gridDim.x + blockIdx.x) * size + l;
  float sum = 0;
  unsigned other = row;
  for (unsigned i = 0; i < n % 3 + 2; ++i) {
    one[l] = a[id] + i;
    two[l] = b[(id + i * 16) & 1023];
    __syncthreads();
    for (unsigned k = 0; k < 4; ++k)
      sum += (float)(one[row * blockDim.x + k] & 15) * two[k * blockDim.x + x];
    other = other * 3 + one[size - 1 - l];
    __syncthreads();
    if (x < n % 20)
      one[l] += two[l] > 0 ? other : i;
    __syncthreads();
    other ^= one[z * blockDim.x * blockDim.y + x];
    __syncthreads();
  }
  out[id] = other + (unsigned)(int)(sum < 100 && sum > -100 ? sum * 4 : 0);
}
