// SPDX-License-Identifier: Apache-2.0
// block_reduce in blocks of two and three dimensions, with storage of its own,
// with an operation whose order matters, and with one that picks a place. The
// order matters not to raking_reduce, for 5.3.3's takes every 32nd thread's
// value first, against its own documentation.
#include <rocprim/rocprim.hpp>
#include <rocprim/thread/thread_operators.hpp>

#include "block.h"
#include "kinds.h"

typedef rocprim::block_reduce_algorithm by;
typedef rocprim::key_value_pair<int, float> placed;

__device__ static int flat() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <int X, int Y, int Z, by BY, class OP>
__global__ void composed(const affine *in, affine *out) {
  affine all;
  rocprim::block_reduce<affine, X, BY, Y, Z>().reduce(in[flat()], all, OP());
  if (flat() == 0)
    *out = all;
}

template <int X, int Y, int Z, by BY, class OP>
static void check(const char *what) {
  const std::vector<affine> v = numbers<affine>(X * Y * Z, 0, 1000);
  affine wanted = v[0];
  for (size_t i = 1; i < v.size(); ++i)
    wanted = OP()(wanted, v[i]);
  const real::memory<affine> in(v), out(1);
  composed<X, Y, Z, BY, OP><<<1, dim3(X, Y, Z)>>>(in.get(), out.get());
  real::same(what, v.size(), out.host()[0], wanted);
}

__global__ void places(const float *in, float *out) {
  typedef rocprim::block_reduce<placed, 16, by::using_warp_reduce, 8> reduce;
  __shared__ typename reduce::storage_type storage;
  const placed mine(flat(), in[flat()]);
  placed most, least;
  reduce().reduce(mine, most, storage, rocprim::arg_max());
  __syncthreads();
  reduce().reduce(mine, least, storage, rocprim::arg_min());
  if (flat() == 0) {
    out[0] = (float)most.key;
    out[1] = most.value;
    out[2] = (float)least.key;
    out[3] = least.value;
  }
}

static void check_places() {
  const std::vector<float> v = numbers<float>(128, -20, 20);
  int most = 0, least = 0;
  for (int i = 1; i < 128; ++i) {
    most = v[i] > v[most] ? i : most;
    least = v[i] < v[least] ? i : least;
  }
  const std::vector<float> wanted = {(float)most, v[most], (float)least,
                                     v[least]};
  real::same_all("places", 128, run_block(places, v, 4, dim3(16, 8)), wanted);
}

int main() {
  check<16, 8, 1, by::using_warp_reduce, compose>("two, by warps");
  check<5, 7, 3, by::using_warp_reduce, compose>("three, by warps");
  check<8, 4, 4, by::raking_reduce, meld>("three, raking");
  check<33, 3, 1, by::raking_reduce, meld>("two, raking");
  check<9, 2, 5, by::raking_reduce_commutative_only, meld>("three, only");
  check_places();
  return real::done();
}
