// SPDX-License-Identifier: Apache-2.0
// Where the condition is not 0 the first, else the second; a second that is null
// is zeroes.
#include "common.cuh"

extern "C" __global__ void ternary_kernel(const unsigned char *condition,
                                          const float *yes, const float *no,
                                          float *out, unsigned n) {
  const unsigned i = global_index();
  if (i < n)
    out[i] = condition[i] ? yes[i] : no ? no[i] : 0.0f;
}
