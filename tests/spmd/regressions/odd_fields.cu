// SPDX-License-Identifier: Apache-2.0
// Fields that do not lie at multiples of their size are stored one by one.
// SHAPES: 2:37 1:64
// WIDTHS: 8
struct __attribute__((packed)) entry {
  unsigned key;
  unsigned long long value;
  unsigned more;
};

extern "C" __global__ void regression(const unsigned *a, const float *,
                                      unsigned *out, unsigned *, unsigned n) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  entry *entries = reinterpret_cast<entry *>(out);
  entries[id].value = (unsigned long long)a[id] * n;
}
