// SPDX-License-Identifier: Apache-2.0
//
// Kernels of logical warps: how many threads run them, and which group each
// thread is in, also for groups that no power of two makes.
#ifndef QUERN_TESTS_REAL_WARP_H
#define QUERN_TESTS_REAL_WARP_H

#include "block.h"
#include "kinds.h"

// Of a hardware warp as many threads as whole groups of LANES fill.
template <int LANES> struct group_of {
  static const int warp = 32, warps = 3;
  static const int in_warp = warp / LANES, groups = in_warp * warps;
  static const int threads = warp * warps;
  __device__ static int lane() { return threadIdx.x % warp % LANES; }
  __device__ static int group() {
    return threadIdx.x / warp * in_warp + threadIdx.x % warp / LANES;
  }
  __device__ static bool works() {
    return (int)threadIdx.x % warp < in_warp * LANES;
  }
};

#endif
