// SPDX-License-Identifier: Apache-2.0
// atomic_add, atomic_exch and atomic_wrapinc of many blocks on few places, in
// global memory and in a block's own, and a last block told by a counter.
#include <algorithm>

#include "warp.h"

static const int BLOCKS = 24, THREADS = 160, PLACES = 7;

template <class T> __global__ void adds(const int *in, T *out) {
  __shared__ T local[PLACES];
  if (threadIdx.x < PLACES)
    local[threadIdx.x] = 0;
  rocprim::syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  rocprim::detail::atomic_add(&local[in[i] % PLACES], (T)in[i]);
  rocprim::syncthreads();
  if (threadIdx.x < PLACES)
    rocprim::detail::atomic_add(&out[threadIdx.x], local[threadIdx.x]);
}

template <class T> static void check_adds(const char *what) {
  const std::vector<int> v = real::values<int>(BLOCKS * THREADS, 1000);
  std::vector<T> wanted(PLACES, 5);
  for (int x : v)
    wanted[x % PLACES] += (T)x;
  const real::memory<int> in(v);
  const real::memory<T> out(std::vector<T>(PLACES, 5));
  adds<<<BLOCKS, THREADS>>>((const int *)in.get(), out.get());
  real::same_all(what, v.size(), out.host(), wanted);
}

// Each value that was put in comes out once; one stays.
template <class T> __global__ void swaps(T *place, T *out) {
  const unsigned i = blockIdx.x * THREADS + threadIdx.x;
  out[i] = rocprim::detail::atomic_exch(place, (T)i + 1);
}

template <class T> static void check_swaps(const char *what) {
  const size_t n = BLOCKS * THREADS;
  const real::memory<T> place(std::vector<T>(1, 0)), out(n);
  swaps<<<BLOCKS, THREADS>>>(place.get(), out.get());
  std::vector<T> got = joined(out.host(), place.host()), wanted(n + 1);
  for (size_t i = 0; i <= n; ++i)
    wanted[i] = (T)i;
  std::sort(got.begin(), got.end());
  real::same_all(what, n, got, wanted);
}

// The block that finds all others done adds up what each has left.
__global__ void last_block(const unsigned *in, unsigned *parts,
                           unsigned *counter, unsigned *sum) {
  __shared__ unsigned number;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x] * 3;
    rocprim::detail::memory_fence_device();
    number = rocprim::detail::atomic_wrapinc(counter, gridDim.x - 1);
  }
  rocprim::syncthreads();
  if (number == gridDim.x - 1 && threadIdx.x == 0) {
    rocprim::detail::memory_fence_device();
    for (unsigned b = 0; b < gridDim.x; ++b)
      *sum += parts[b];
  }
}

static void check_last() {
  const std::vector<unsigned> v = real::values<unsigned>(BLOCKS, 1000);
  const std::vector<unsigned> zero(1, 0);
  const real::memory<unsigned> in(v), parts(BLOCKS), counter(zero), sum(zero);
  unsigned wanted = 0;
  for (int round = 1; round <= 3; ++round) { // it is back at zero each time
    last_block<<<BLOCKS, THREADS>>>(in.get(), parts.get(), counter.get(),
                                    sum.get());
    for (unsigned x : v)
      wanted += 3 * x;
    real::same("the last block", round, sum.host()[0], wanted);
    real::same("the counter", round, counter.host()[0], 0u);
  }
}

int main() {
  check_adds<unsigned>("add unsigned");
  check_adds<int>("add int");
  check_adds<float>("add float");
  check_adds<unsigned long long>("add unsigned long long");
  check_swaps<unsigned>("exch unsigned");
  check_swaps<unsigned long long>("exch unsigned long long");
  check_last();
  return real::done();
}
