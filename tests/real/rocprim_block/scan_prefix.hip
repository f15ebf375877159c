// SPDX-License-Identifier: Apache-2.0
// block_scan with a callback that brings the prefix of a tile: one block that
// goes over many tiles, with one and with several values a thread.
#include "block.h"
#include "kinds.h"

typedef rocprim::block_scan_algorithm by;

static const int THREADS = 128, ITEMS = 4, TILES = 9;

// What the tiles before gave; the first warp calls it once a tile.
struct running {
  unsigned sum;
  __device__ unsigned operator()(unsigned of_tile) {
    const unsigned before = sum;
    sum += of_tile;
    return before;
  }
};

template <by BY> __global__ void singles(const unsigned *in, unsigned *out) {
  typedef rocprim::block_scan<unsigned, THREADS, BY> scan;
  __shared__ typename scan::storage_type storage;
  running upto = {100}, before = {1000};
  for (int tile = 0; tile < TILES; ++tile) {
    const int at = tile * THREADS + threadIdx.x;
    unsigned value;
    scan().inclusive_scan(in[at], value, storage, upto,
                          rocprim::plus<unsigned>());
    out[at] = value;
    __syncthreads();
    scan().exclusive_scan(in[at], value, storage, before,
                          rocprim::plus<unsigned>());
    out[TILES * THREADS + at] = value;
    __syncthreads();
  }
}

template <by BY> __global__ void several(const unsigned *in, unsigned *out) {
  typedef rocprim::block_scan<unsigned, THREADS, BY> scan;
  __shared__ typename scan::storage_type storage;
  running upto = {100}, before = {1000};
  for (int tile = 0; tile < TILES; ++tile) {
    const int at = (tile * THREADS + threadIdx.x) * ITEMS;
    unsigned items[ITEMS], scanned[ITEMS];
    for (int i = 0; i < ITEMS; ++i)
      items[i] = in[at + i];
    scan().inclusive_scan(items, scanned, storage, upto,
                          rocprim::plus<unsigned>());
    for (int i = 0; i < ITEMS; ++i)
      out[at + i] = scanned[i];
    __syncthreads();
    scan().exclusive_scan(items, scanned, storage, before,
                          rocprim::plus<unsigned>());
    for (int i = 0; i < ITEMS; ++i)
      out[TILES * THREADS * ITEMS + at + i] = scanned[i];
    __syncthreads();
  }
}

static void check(const char *what, int n,
                  void (*kernel)(const unsigned *, unsigned *)) {
  const std::vector<unsigned> v = numbers<unsigned>(n, 0, 100000);
  std::vector<unsigned> wanted(2 * n);
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) {
    wanted[n + i] = 1000 + sum;
    sum += v[i];
    wanted[i] = 100 + sum;
  }
  real::same_all(what, n, run_block(kernel, v, wanted.size(), THREADS), wanted);
}

int main() {
  const int n = TILES * THREADS;
  check("singles, by warps", n, singles<by::using_warp_scan>);
  check("singles, reduced first", n, singles<by::reduce_then_scan>);
  check("several, by warps", n * ITEMS, several<by::using_warp_scan>);
  check("several, reduced first", n * ITEMS, several<by::reduce_then_scan>);
  return real::done();
}
