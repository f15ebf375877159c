// SPDX-License-Identifier: Apache-2.0
// Fields whose distance from what their address is made of is no multiple of
// their size.
// SHAPES: 1:64 2:37
// WIDTHS: 8,16
struct __attribute__((packed, aligned(4))) record {
  unsigned a;
  unsigned long long b, c, d;
  unsigned e;
};

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  record *own = (record *)out + id;
  own->b = a[id] * 3ull << n % 8;
  own->c = a[id + 1];
  own->d = own->b - own->c;
}
