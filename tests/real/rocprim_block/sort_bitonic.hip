// SPDX-License-Identifier: Apache-2.0
// block_sort: blocks of any size, several keys a thread, values along, fewer
// keys than threads, and orders of one's own.
#include "block.h"
#include "keys.h"
#include "functors.h"

// One a thread, and of those the first `SOME` alone.
template <class T, int THREADS, int SOME, class LESS>
__global__ void singles(const T *in, T *out) {
  typedef rocprim::block_sort<T, THREADS> sort;
  __shared__ typename sort::storage_type storage;
  T key = in[threadIdx.x];
  sort().sort(key, storage, LESS());
  out[threadIdx.x] = key;
  __syncthreads();
  key = in[threadIdx.x];
  sort().sort(key, storage, SOME, LESS());
  if (threadIdx.x < SOME)
    out[THREADS + threadIdx.x] = key;
}

template <class T, int THREADS, int SOME, class LESS>
static void check(const char *what) {
  const std::vector<T> v = numbers<T>(THREADS, 0, 50, THREADS);
  std::vector<T> wanted = v, some(v.begin(), v.begin() + SOME);
  std::sort(wanted.begin(), wanted.end(), LESS());
  std::sort(some.begin(), some.end(), LESS());
  real::same_all(
      what, THREADS,
      run_block(singles<T, THREADS, SOME, LESS>, v, THREADS + SOME, THREADS),
      joined(wanted, some));
}

// Keys that differ with their places, ITEMS a thread.
template <class V, int THREADS, int ITEMS>
__global__ void pairs(const int *in, const V *values_in, int *out,
                      V *values_out) {
  typedef rocprim::block_sort<int, THREADS, ITEMS, V> sort;
  const int t = threadIdx.x;
  int keys[ITEMS];
  V values[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    keys[i] = in[t * ITEMS + i];
    values[i] = values_in[t * ITEMS + i];
  }
  sort().sort(keys, values, more_than());
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = keys[i];
    values_out[t * ITEMS + i] = values[i];
  }
}

template <class V, int THREADS, int ITEMS>
static void check_pairs(const char *what) {
  const int n = THREADS * ITEMS;
  std::vector<int> k = real::values<int>(n, 1000);
  for (int i = 0; i < n; ++i)
    k[i] = k[i] * n + i;
  const std::vector<V> v = numbers<V>(n, 0, 30000, 9);
  const real::memory<int> in(k), out(n);
  const real::memory<V> values_in(v), values_out(n);
  pairs<V, THREADS, ITEMS>
      <<<1, THREADS>>>(in.get(), values_in.get(), out.get(), values_out.get());
  real::same_all(what, n, out.host(), picked(k, places(k, true)));
  real::same_all(what, n, values_out.host(), picked(v, places(k, true)));
}

int main() {
  check<int, 256, 256, less_than>("int");
  check<int, 64, 33, more_than>("int, downwards");
  check<double, 100, 71, less_than>("double, 100 threads");
  check<short, 33, 5, more_than>("short, 33 threads");
  check<unsigned char, 512, 500, less_than>("unsigned char");
  check<long long, 7, 3, less_than>("long long, 7 threads");
  check_pairs<int, 64, 1>("pairs");
  check_pairs<double, 128, 2>("pairs, 2 a thread");
  check_pairs<record, 64, 4>("pairs, 4 a thread");
  check_pairs<int, 32, 8>("pairs, 8 a thread");
  return real::done();
}
