// SPDX-License-Identifier: Apache-2.0
// Kernels for waves of 64 beside those for 32, chosen by the device's warp size, as
// programs of HIP have them: both compile, and where warps are smaller the wide one
// ends with an error, not with wrong sums.
#include <hip/hip_cooperative_groups.h>

#include "program.h"

namespace cg = cooperative_groups;

template <unsigned Size> __global__ void sum(const int *in, int *out) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int value = in[threadIdx.x];
  for (unsigned step = Size / 2; step; step /= 2)
    value += tile.shfl_down(value, step);
  if (tile.thread_rank() == 0)
    out[tile.meta_group_rank()] = value;
}

__global__ void counted(unsigned size, int *out) {
  const cg::thread_group tile =
      cg::tiled_partition(cg::this_thread_block(), size);
  out[threadIdx.x] = (int)tile.size();
}

int main() {
  hipDeviceProp_t device;
  int *in, *out;
  OK(hipGetDeviceProperties(&device, 0));
  OK(hipMallocManaged(&in, 64 * sizeof(int)));
  OK(hipMallocManaged(&out, 64 * sizeof(int)));
  for (int i = 0; i < 64; ++i)
    in[i] = i;
  counted<<<1, 64>>>(16, out);
  OK(hipDeviceSynchronize());
  CHECK(out[40] == 16);
  if (device.warpSize == 64)
    sum<64><<<1, 64>>>(in, out);
  else
    sum<32><<<1, 64>>>(in, out);
  OK(hipDeviceSynchronize());
  CHECK(device.warpSize == 64 ? out[0] == 2016 : out[0] == 496 && out[1] == 1520);
  if (device.warpSize == 64)
    return done();
  const bool by_size = in[1] == 1 && out[1] == 1520;
  if (by_size)
    counted<<<1, 64>>>(64, out);
  CHECK(hipDeviceSynchronize() != hipSuccess);
  return done();
}
