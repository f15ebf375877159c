// SPDX-License-Identifier: Apache-2.0
// Who a thread is: lane_id, warp_id and the flat numbers and sizes of threads,
// blocks and tiles, in grids and blocks of one to three dimensions.
#include "warp.h"

static const int KINDS = 9;

template <int X, int Y, int Z>
__global__ void numbered(unsigned *out, unsigned threads) {
  const unsigned plain = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
  const unsigned block =
      blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned *const mine = out + (block * threads + plain) * KINDS;
  mine[0] = rocprim::flat_block_thread_id();
  mine[1] = rocprim::flat_block_thread_id<X, Y, Z>();
  mine[2] = rocprim::flat_tile_thread_id();
  mine[3] = rocprim::lane_id();
  mine[4] = rocprim::warp_id();
  mine[5] = rocprim::warp_id<X, Y, Z>();
  mine[6] = rocprim::flat_block_id() * 1000 + rocprim::flat_block_size();
  mine[7] = rocprim::flat_block_id<X, Y, Z>();
  mine[8] = rocprim::warp_id(plain + 64) * 1000 + rocprim::flat_tile_size() +
            rocprim::device_warp_size() * 1000000;
}

// flat_block_id<X, Y, Z> goes by the dimensions of the block, so the grid has
// as many as that.
template <int X, int Y, int Z> static void check(const char *what, dim3 grid) {
  const unsigned threads = X * Y * Z, blocks = grid.x * grid.y * grid.z;
  const unsigned warp = rocprim::host_warp_size();
  std::vector<unsigned> wanted;
  for (unsigned i = 0; i < blocks * threads; ++i) {
    const unsigned block = i / threads, t = i % threads;
    for (unsigned x :
         {t, t, t, t % warp, t / warp, t / warp, block * 1000 + threads, block,
          (t + 64) / warp * 1000 + threads + warp * 1000000})
      wanted.push_back(x);
  }
  const real::memory<unsigned> out(wanted.size());
  numbered<X, Y, Z><<<grid, dim3(X, Y, Z)>>>(out.get(), threads);
  real::same_all(what, threads, out.host(), wanted);
}

int main() {
  real::same("host_warp_size", 0, rocprim::host_warp_size(), 32u);
  check<1, 1, 1>("one thread", dim3(3));
  check<200, 1, 1>("one dimension", dim3(5));
  check<7, 9, 1>("two dimensions", dim3(3, 2));
  check<32, 4, 1>("two dimensions, whole warps", dim3(2, 4));
  check<5, 3, 11>("three dimensions", dim3(2, 3, 2));
  check<8, 8, 16>("a whole block", dim3(1, 2, 2));
  return real::done();
}
