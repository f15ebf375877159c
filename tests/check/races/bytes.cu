// SPDX-License-Identifier: Apache-2.0
// Elements of 1 and 2 bytes, several of which lie in 4: neighbours do not race
// with each other, and who accesses another's element does. With -DTWIN nobody
// does.
#include <cstdio>

typedef unsigned char byte;

#ifdef TWIN
enum { BEHIND = 0 };
#else
enum { BEHIND = 1 };
#endif

// The last active lane is the first of the four of one granule.
__global__ void rows(int n, byte *a, short *b, const byte *scale) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] = (byte)(i * scale[0]);
  b[i] = (short)(a[i] + b[i]);
  if (BEHIND && i % 64 == 17)
    a[i] = (byte)b[i - 2 * BEHIND]; // EXPECT: global-race
}

// Rows that begin in the middle of a granule.
__global__ void odd(int n, byte *a, short *b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i + 3] = (byte)i;
  b[i + 1] = a[i + 3 - BEHIND]; // EXPECT: global-race
}

// All over the place, with steps, and from the end.
__global__ void strides(int n, byte *a, short *b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = i % 2 ? i * 7 % n : i * 5 % n;
  const int at = BEHIND ? other / 2 : other;
  a[(n - 1 - i) * 3] = (byte)i;
  b[at] = (short)i; // EXPECT: global-race
  a[(n - 1 - i) * 3 + 1] = a[(n - 1 - i) * 3];
}

__global__ void tile(const byte *in, byte *out) {
  __shared__ byte s[256];
  __shared__ short t[256];
  const int i = threadIdx.x;
  s[i] = in[i];
  t[i] = s[i];
#ifdef TWIN
  __syncthreads();
#endif
  const int from = BEHIND ? i / 2 : 255 - i;
  out[i] = s[from] + t[from]; // EXPECT: shared-race
}

// What one work-item writes in four parts is its own, whoever looks later.
__global__ void parts(byte *a, unsigned *sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    a[4 * i + k] = (byte)(i + k);
  const int from = i >= BEHIND ? i - BEHIND : 0;
  sums[i] = *(const unsigned *)(a + 4 * from); // EXPECT: global-race
}

int main() {
  enum { N = 1021 };
  byte *a;
  short *b;
  unsigned *sums;
  cudaMalloc(&a, 4 * 1024);
  cudaMalloc(&b, 2 * 1100);
  cudaMalloc(&sums, 4 * 1024);
  cudaMemset(a, 1, 4 * 1024);
  cudaMemset(b, 1, 2 * 1100);
  rows<<<4, 256>>>(N, a, b, a + 2048);
  odd<<<4, 256>>>(N, a, b);
  strides<<<4, 256>>>(1024, a, b);
  tile<<<1, 256>>>(a, a + 1024);
  parts<<<4, 256>>>(a, sums);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(sums);
}
