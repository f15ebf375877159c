// SPDX-License-Identifier: Apache-2.0
// rocPRIM's block_load, block_store, warp_load and warp_store by each method,
// whole and of fewer values than there is room for.
#include <rocprim/rocprim.hpp>

#include "block.h"

static const int THREADS = 128, ITEMS = 4, N = THREADS * ITEMS, VALID = 301;
static const int WARP = 16, OF_WARP = WARP * ITEMS;

typedef rocprim::block_load_method from_block;
typedef rocprim::block_store_method to_block;
typedef rocprim::warp_load_method from_warp;
typedef rocprim::warp_store_method to_warp;

// What each thread has, in its own order; -7 where there was nothing.
template <from_block METHOD> __global__ void loads(const int *in, int *out) {
  typedef rocprim::block_load<int, THREADS, ITEMS, METHOD> load;
  __shared__ typename load::storage_type storage;
  int items[ITEMS];
  load().load(in, items, storage);
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = items[i];
  __syncthreads();
  load().load(in, items, VALID, -7, storage);
  for (int i = 0; i < ITEMS; ++i)
    out[N + threadIdx.x * ITEMS + i] = items[i];
}

template <to_block METHOD> __global__ void stores(const int *in, int *out) {
  typedef rocprim::block_store<int, THREADS, ITEMS, METHOD> store;
  __shared__ typename store::storage_type storage;
  int items[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  store().store(out, items, storage);
  __syncthreads();
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  store().store(out + N, items, VALID, storage);
}

template <from_warp METHOD>
__global__ void warp_loads(const int *in, int *out) {
  typedef rocprim::warp_load<int, ITEMS, WARP, METHOD> load;
  __shared__ typename load::storage_type storage[THREADS / WARP];
  const int warp = threadIdx.x / WARP;
  int items[ITEMS];
  load().load(in + warp * OF_WARP, items, storage[warp]);
  for (int i = 0; i < ITEMS; ++i)
    out[threadIdx.x * ITEMS + i] = items[i];
}

template <to_warp METHOD>
__global__ void warp_stores(const int *in, int *out) {
  typedef rocprim::warp_store<int, ITEMS, WARP, METHOD> store;
  __shared__ typename store::storage_type storage[THREADS / WARP];
  const int warp = threadIdx.x / WARP;
  int items[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  store().store(out + warp * OF_WARP, items, storage[warp]);
}

// Where thread t's item i comes from: next to each other, or `width` apart.
static int place(int t, int i, bool striped, int width) {
  const int group = t / width * width;
  return striped ? group * ITEMS + i * width + (t - group) : t * ITEMS + i;
}

static const std::vector<int> &input() {
  static const std::vector<int> v = real::values<int>(N, 1000);
  return v;
}

template <from_block METHOD> void check_load(const char *what, bool striped) {
  std::vector<int> wanted(2 * N);
  for (int t = 0; t < THREADS; ++t)
    for (int i = 0; i < ITEMS; ++i) {
      const int at = place(t, i, striped, THREADS);
      wanted[t * ITEMS + i] = input()[at];
      wanted[N + t * ITEMS + i] = at < VALID ? input()[at] : -7;
    }
  real::same_all(what, N, run_block(loads<METHOD>, input(), 2 * N, THREADS),
                 wanted);
}

template <to_block METHOD> void check_store(const char *what, bool striped) {
  std::vector<int> wanted(2 * N);
  for (int t = 0; t < THREADS; ++t)
    for (int i = 0; i < ITEMS; ++i) {
      const int at = place(t, i, striped, THREADS);
      wanted[at] = input()[t * ITEMS + i];
      wanted[N + at] = at < VALID ? input()[t * ITEMS + i] : -1;
    }
  real::same_all(what, N, run_block(stores<METHOD>, input(), 2 * N, THREADS),
                 wanted);
}

template <from_warp LOAD, to_warp STORE>
void check_warp(const char *what, bool striped) {
  std::vector<int> loaded(N), stored(N);
  for (int t = 0; t < THREADS; ++t)
    for (int i = 0; i < ITEMS; ++i) {
      const int at = place(t, i, striped, WARP);
      loaded[t * ITEMS + i] = input()[at];
      stored[at] = input()[t * ITEMS + i];
    }
  real::same_all(what, N, run_block(warp_loads<LOAD>, input(), N, THREADS),
                 loaded);
  real::same_all(what, N, run_block(warp_stores<STORE>, input(), N, THREADS),
                 stored);
}

int main() {
  check_load<from_block::block_load_direct>("load direct", false);
  check_load<from_block::block_load_striped>("load striped", true);
  check_load<from_block::block_load_vectorize>("load vectorize", false);
  check_load<from_block::block_load_transpose>("load transpose", false);
  check_load<from_block::block_load_warp_transpose>("load by warps", false);
  check_store<to_block::block_store_direct>("store direct", false);
  check_store<to_block::block_store_striped>("store striped", true);
  check_store<to_block::block_store_vectorize>("store vectorize", false);
  check_store<to_block::block_store_transpose>("store transpose", false);
  check_store<to_block::block_store_warp_transpose>("store by warps", false);
  check_warp<from_warp::warp_load_direct, to_warp::warp_store_direct>(
      "warps direct", false);
  check_warp<from_warp::warp_load_striped, to_warp::warp_store_striped>(
      "warps striped", true);
  check_warp<from_warp::warp_load_vectorize, to_warp::warp_store_vectorize>(
      "warps vectorize", false);
  check_warp<from_warp::warp_load_transpose, to_warp::warp_store_transpose>(
      "warps transpose", false);
  return real::done();
}
