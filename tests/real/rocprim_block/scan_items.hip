// SPDX-License-Identifier: Apache-2.0
// block_scan of several values a thread: inclusive and exclusive, with the
// whole reduction, by each algorithm and for many types and sizes.
#include "block.h"
#include "kinds.h"

typedef rocprim::block_scan_algorithm by;

// Inclusive and exclusive results, and what each says the reduction is.
template <class T, int THREADS, int ITEMS, by BY>
__global__ void scans(const T *in, T *out) {
  typedef rocprim::block_scan<T, THREADS, BY> scan;
  __shared__ typename scan::storage_type storage;
  const int t = threadIdx.x, n = THREADS * ITEMS;
  T items[ITEMS], upto[ITEMS], before[ITEMS], all, same;
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  scan().inclusive_scan(items, upto, all, storage, rocprim::plus<T>());
  __syncthreads();
  scan().exclusive_scan(items, before, (T)3, same, storage, rocprim::plus<T>());
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = upto[i];
    out[n + t * ITEMS + i] = before[i];
  }
  out[2 * n + t] = all;
  out[2 * n + THREADS + t] = same;
}

template <class T, int THREADS, int ITEMS, by BY>
static void check(const char *what) {
  const int n = THREADS * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 5, ITEMS);
  std::vector<T> wanted(2 * n + 2 * THREADS);
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    wanted[n + i] = sum + (T)3;
    wanted[i] = sum = sum + v[i];
  }
  for (int t = 0; t < 2 * THREADS; ++t)
    wanted[2 * n + t] = sum;
  real::same_all(
      what, n,
      run_block(scans<T, THREADS, ITEMS, BY>, v, wanted.size(), THREADS),
      wanted);
}

template <by BY> static void check_all(const char *what) {
  check<int, 64, 1, BY>(what);
  check<int, 256, 4, BY>(what);
  check<unsigned char, 128, 7, BY>(what);
  check<long long, 96, 3, BY>(what);
  check<double, 50, 5, BY>(what);
  check<float, 512, 2, BY>(what);
  check<wide_t, 64, 2, BY>(what);
}

int main() {
  check_all<by::using_warp_scan>("using_warp_scan");
  check_all<by::reduce_then_scan>("reduce_then_scan");
  return real::done();
}
