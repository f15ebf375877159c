// SPDX-License-Identifier: Apache-2.0
// block_reduce by each algorithm: blocks of many sizes, fewer values than
// threads, several values a thread, and types of each size.
#include "block.h"
#include "kinds.h"

typedef rocprim::block_reduce_algorithm by;

static const int ITEMS = 3;

// The sum of one a thread, of `valid` ones, and of ITEMS a thread.
template <class T, int THREADS, by BY>
__global__ void sums(const T *in, T *out) {
  typedef rocprim::block_reduce<T, THREADS, BY> reduce;
  __shared__ typename reduce::storage_type storage;
  const int t = threadIdx.x;
  T one, some, all, items[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  reduce().reduce(in[t], one, storage, rocprim::plus<T>());
  __syncthreads();
  reduce().reduce(in[t], some, (unsigned)(THREADS * 2 / 3), storage,
                  rocprim::plus<T>());
  __syncthreads();
  reduce().reduce(items, all, storage, rocprim::plus<T>());
  if (t == 0) {
    out[0] = one;
    out[1] = some;
    out[2] = all;
  }
}

template <class T> static T sum_of(const std::vector<T> &values, int n) {
  T sum = values[0];
  for (int i = 1; i < n; ++i)
    sum = sum + values[i];
  return sum;
}

template <class T, int THREADS, by BY> static void check(const char *what) {
  const std::vector<T> v = numbers<T>(THREADS * ITEMS, 0, 7, THREADS);
  const std::vector<T> wanted = {sum_of(v, THREADS), sum_of(v, THREADS * 2 / 3),
                                 sum_of(v, THREADS * ITEMS)};
  real::same_all(what, THREADS, run_block(sums<T, THREADS, BY>, v, 3, THREADS),
                 wanted);
}

template <by BY> static void check_all(const char *what) {
  check<int, 32, BY>(what);
  check<int, 64, BY>(what);
  check<unsigned short, 100, BY>(what);
  check<double, 128, BY>(what);
  check<long long, 192, BY>(what);
  check<signed char, 256, BY>(what);
  check<wide_t, 160, BY>(what);
  check<float, 1024, BY>(what);
}

int main() {
  check_all<by::using_warp_reduce>("using_warp_reduce");
  check_all<by::raking_reduce>("raking_reduce");
  check_all<by::raking_reduce_commutative_only>("commutative_only");
  return real::done();
}
