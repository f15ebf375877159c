// SPDX-License-Identifier: Apache-2.0
// warp_load and warp_store by each method of fewer values than there is room
// for, with a default and without, in groups and types of each size.
#include "warp.h"

typedef rocprim::warp_load_method from;
typedef rocprim::warp_store_method to;

// Loads of `some` with a default and without (then 9 stays), stores of `some`.
template <class T, int LANES, int ITEMS, from FROM, to TO>
__global__ void copies(const T *in, T *out, unsigned some, T nine, T none) {
  typedef rocprim::warp_load<T, ITEMS, LANES, FROM> load;
  typedef rocprim::warp_store<T, ITEMS, LANES, TO> store;
  typedef group_of<LANES> group;
  __shared__ typename load::storage_type loading[group::groups];
  __shared__ typename store::storage_type storing[group::groups];
  const int t = threadIdx.x, g = t / LANES, n = group::threads * ITEMS;
  const T *const mine = in + g * LANES * ITEMS;
  T items[ITEMS];
  load().load(mine, items, some, none, loading[g]);
  for (int i = 0; i < ITEMS; ++i)
    out[t * ITEMS + i] = items[i];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = nine;
  rocprim::wave_barrier();
  load().load(mine, items, some, loading[g]);
  for (int i = 0; i < ITEMS; ++i)
    out[n + t * ITEMS + i] = items[i];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  store().store(out + 2 * n + g * LANES * ITEMS, items, some, storing[g]);
}

template <class T, int LANES, int ITEMS, from FROM, to TO>
static void check(const char *what, bool striped) {
  const int n = group_of<LANES>::threads * ITEMS, tile = LANES * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 100, LANES);
  const T nine = as<T>::of(9), none = as<T>::of(101), rest = as<T>::of(102);
  for (int some : {0, 1, tile / 2 + 1, tile}) {
    std::vector<T> wanted(3 * n, rest);
    for (int i = 0; i < n; ++i) {
      const int first = i / tile * tile, lane = i % tile / ITEMS;
      const int at = striped ? i % ITEMS * LANES + lane : i % tile;
      wanted[i] = at < some ? v[first + at] : none;
      wanted[n + i] = at < some ? v[first + at] : nine;
      if (at < some)
        wanted[2 * n + first + at] = v[i];
    }
    const real::memory<T> in(v), out(std::vector<T>(3 * n, rest));
    copies<T, LANES, ITEMS, FROM, TO><<<1, group_of<LANES>::threads>>>(
        in.get(), out.get(), (unsigned)some, nine, none);

    real::same_all(what, some, out.host(), wanted);
  }
}

template <class T> static void check_all(const char *what) {
  check<T, 4, 3, from::warp_load_direct, to::warp_store_direct>(what, false);
  check<T, 32, 4, from::warp_load_direct, to::warp_store_direct>(what, false);
  check<T, 8, 5, from::warp_load_striped, to::warp_store_striped>(what, true);
  check<T, 32, 2, from::warp_load_striped, to::warp_store_striped>(what, true);
  check<T, 16, 4, from::warp_load_vectorize, to::warp_store_vectorize>(what,
                                                                       false);
  check<T, 2, 7, from::warp_load_transpose, to::warp_store_transpose>(what,
                                                                      false);
  check<T, 32, 3, from::warp_load_transpose, to::warp_store_transpose>(what,
                                                                       false);
}

int main() {
  check_all<int>("int");
  check_all<signed char>("signed char");
  check_all<double>("double");
  check_all<wide_t>("128 bits");
  check_all<colour>("three bytes");
  return real::done();
}
