// SPDX-License-Identifier: Apache-2.0
// __dp4a of bytes of every sign, also where one side is known to be small:
// packets add products of neighbours, with which sums of 16 bits must not
// overflow.
#include <cstdio>

__global__ void dots(const int *a, const int *b, int *plain, int *small,
                     unsigned *whole) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  plain[i] = __dp4a(a[i], b[i], i);
  small[i] = __dp4a(a[i] & 0x0f0f0f0f, b[i], 3) +
             __dp4a(b[i], a[i] >> 4 & 0x7f7f7f7f, 1) +
             __dp4a(a[i] & 0x00ff007f, b[i], 0) + __dp4a(b[7], a[7], 5);
  whole[i] = __dp4a((unsigned)a[i], (unsigned)b[i], 7u);
}

static int dot(int a, int b) {
  int sum = 0;
  for (int k = 0; k < 32; k += 8)
    sum += (int)(signed char)(a >> k) * (signed char)(b >> k);
  return sum;
}

static unsigned dot(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (int k = 0; k < 32; k += 8)
    sum += (a >> k & 255) * (b >> k & 255);
  return sum;
}

int main() {
  enum { N = 999 };
  int *a, *b, *plain, *small;
  unsigned *whole, seed = 1;
  cudaMallocManaged(&a, N * 4);
  cudaMallocManaged(&b, N * 4);
  cudaMallocManaged(&plain, N * 4);
  cudaMallocManaged(&small, N * 4);
  cudaMallocManaged(&whole, N * 4);
  const unsigned edges[] = {0x80808080u, 0x7f7f7f7fu, 0xffffffffu, 0,
                            0x807f80ffu};
  for (int i = 0; i < N; ++i) {
    a[i] = i < 25 ? (int)edges[i % 5] : (int)(seed = seed * 1664525 + 1013904223);
    b[i] = i < 25 ? (int)edges[i / 5] : (int)(seed = seed * 1664525 + 1013904223);
  }
  dots<<<27, 37>>>(a, b, plain, small, whole);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < N; ++i) {
    const int want = dot(a[i] & 0x0f0f0f0f, b[i]) + 3 +
                     dot(b[i], a[i] >> 4 & 0x7f7f7f7f) + 1 +
                     dot(a[i] & 0x00ff007f, b[i]) + dot(b[7], a[7]) + 5;
    if (plain[i] != dot(a[i], b[i]) + i || small[i] != want ||
        whole[i] != dot((unsigned)a[i], (unsigned)b[i]) + 7) {
      std::printf("%d: %08x %08x: %d %d %u\n", i, (unsigned)a[i],
                  (unsigned)b[i], plain[i], small[i], whole[i]);
      return 1;
    }
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(plain);
  cudaFree(small);
  cudaFree(whole);
  return 0;
}
