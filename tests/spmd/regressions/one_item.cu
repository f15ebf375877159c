// SPDX-License-Identifier: Apache-2.0
// Kernels that ask for their block only, in blocks of one work-item and of
// others, all of which then do the same.
// SHAPES: 40:1 3:1 300:1 5,3:1 7:64 5:37 2,2:1,3 9:2
extern "C" __global__ void regression(const unsigned *a, const float *b,
                                      unsigned *out, unsigned *, unsigned n) {
  const unsigned i = blockIdx.x, row = blockIdx.y;
  const unsigned id = row * gridDim.x + i;
  unsigned sum = a[i] + blockDim.x;
  for (unsigned k = 0; k < (a[id] & 15); ++k)
    sum = sum * 3 + a[(i + k) & 1023];
  if (i % 3 == 1)
    sum ^= (unsigned)(b[2 * i & 1023] * 16.0f);
  out[4 * id] = sum;
  out[4 * id + 1 + (i & 1)] = i * n;
  out[4 * id + 3] = gridDim.x - i;
}
