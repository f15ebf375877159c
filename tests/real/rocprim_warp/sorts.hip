// SPDX-License-Identifier: Apache-2.0
// warp_sort of keys of many types, one and several a lane, in groups of each
// power of two, upwards and by orders of one's own; of keys alone with storage
// and of keys with values of other sizes.
#include "functors.h"
#include "keys.h"
#include "warp.h"

template <class T, int LANES, int ITEMS, class LESS>
__global__ void sorts(const T *in, T *out) {
  typedef rocprim::warp_sort<T, LANES> sort;
  __shared__ typename sort::storage_type storage[group_of<LANES>::groups];
  const int t = threadIdx.x;
  T keys[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    keys[i] = in[t * ITEMS + i];
  if (ITEMS == 1)
    sort().sort(keys[0], storage[t / LANES], LESS());
  else
    sort().sort(keys, storage[t / LANES], LESS());
  for (int i = 0; i < ITEMS; ++i)
    out[t * ITEMS + i] = keys[i];
}

template <class T, int LANES, int ITEMS, class LESS>
static void check(const char *what) {
  const int n = group_of<LANES>::threads * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 60, LANES);
  std::vector<T> wanted = v;
  for (int i = 0; i < n; i += LANES * ITEMS)
    std::sort(wanted.begin() + i, wanted.begin() + i + LANES * ITEMS, LESS());
  real::same_all(
      what, LANES * 100 + ITEMS,
      run_block(sorts<T, LANES, ITEMS, LESS>, v, n, group_of<LANES>::threads),
      wanted);
}

template <class V, int LANES, int ITEMS>
__global__ void pairs(const int *in, const V *values_in, int *out,
                      V *values_out) {
  const int t = threadIdx.x;
  int keys[ITEMS];
  V values[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    keys[i] = in[t * ITEMS + i];
    values[i] = values_in[t * ITEMS + i];
  }
  rocprim::warp_sort<int, LANES, V>().sort(keys, values, more_than());
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = keys[i];
    values_out[t * ITEMS + i] = values[i];
  }
}

template <class V, int LANES, int ITEMS>
static void check_pairs(const char *what) {
  const int n = group_of<LANES>::threads * ITEMS;
  std::vector<int> k = real::values<int>(n, 1000), order;
  for (int i = 0; i < n; ++i)
    k[i] = k[i] * n + i;
  for (int i = 0; i < n; i += LANES * ITEMS)
    order = joined(order, places_by([&](int at) { return k[at]; }, true, i,
                                    i + LANES * ITEMS));
  const std::vector<V> v = numbers<V>(n, 0, 9999, 5);
  const real::memory<int> in(k), out(n);
  const real::memory<V> values_in(v), values_out(n);
  pairs<V, LANES, ITEMS><<<1, group_of<LANES>::threads>>>(
      in.get(), values_in.get(), out.get(), values_out.get());
  real::same_all(what, LANES, out.host(), picked(k, order));
  real::same_all(what, LANES, values_out.host(), picked(v, order));
}

template <class T> static void check_all(const char *what) {
  check<T, 2, 1, less_than>(what);
  check<T, 4, 4, more_than>(what);
  check<T, 8, 2, less_than>(what);
  check<T, 16, 1, more_than>(what);
  check<T, 16, 8, less_than>(what);
  check<T, 32, 1, less_than>(what);
  check<T, 32, 4, more_than>(what);
}

int main() {
  check_all<int>("int");
  check_all<signed char>("signed char");
  check_all<double>("double");
  check_all<wide_t>("128 bits");
  check_pairs<short, 8, 1>("short");
  check_pairs<double, 32, 2>("double");
  check_pairs<colour, 16, 4>("three bytes");
  check_pairs<record, 4, 2>("24 bytes");
  return real::done();
}
