// SPDX-License-Identifier: Apache-2.0
// warp_reduce of groups of every size, also those that are no power of two, of
// all lanes and of some, for one lane and for all.
#include "functors.h"
#include "warp.h"

// Sum, largest, the sum of `some`, and the sum as each lane is told it.
template <class T, int LANES>
__global__ void sums(const T *in, T *out, int some) {
  typedef rocprim::warp_reduce<T, LANES> reduce;
  typedef rocprim::warp_reduce<T, LANES, true> for_all;
  typedef group_of<LANES> group;
  __shared__ typename reduce::storage_type storage[group::groups];
  __shared__ typename for_all::storage_type storage_all[group::groups];
  if (!group::works())
    return;
  const int g = group::group(), lane = group::lane();
  const T mine = in[g * LANES + lane];
  T sum, most, part, all;
  reduce().reduce(mine, sum, storage[g], rocprim::plus<T>());
  reduce().reduce(mine, most, storage[g], larger());
  reduce().reduce(mine, part, some, storage[g], rocprim::plus<T>());
  for_all().reduce(mine, all, storage_all[g], rocprim::plus<T>());
  if (lane == 0) {
    out[g * 3] = sum;
    out[g * 3 + 1] = most;
    out[g * 3 + 2] = part;
  }
  out[group::groups * 3 + g * LANES + lane] = all;
}

template <class T, int LANES> static void check(const char *what) {
  const int groups = group_of<LANES>::groups;
  const std::vector<T> v = numbers<T>(groups * LANES, 0, 90 / LANES, LANES);
  for (int some : {1, (LANES + 1) / 2, LANES}) {
    std::vector<T> wanted(groups * (3 + LANES));
    for (int g = 0; g < groups; ++g) {
      T sum = v[g * LANES], most = sum, part = sum;
      for (int i = 1; i < LANES; ++i) {
        sum = sum + v[g * LANES + i];
        most = larger()(most, v[g * LANES + i]);
        part = i < some ? part + v[g * LANES + i] : part;
      }
      wanted[g * 3] = sum;
      wanted[g * 3 + 1] = most;
      wanted[g * 3 + 2] = part;
      for (int i = 0; i < LANES; ++i)
        wanted[groups * 3 + g * LANES + i] = sum;
    }
    const real::memory<T> in(v), out(wanted.size());
    sums<T, LANES><<<1, group_of<LANES>::threads>>>(in.get(), out.get(), some);
    real::same_all(what, LANES, out.host(), wanted);
  }
}

template <class T> static void check_all(const char *what) {
  check<T, 1>(what);
  check<T, 2>(what);
  check<T, 3>(what);
  check<T, 4>(what);
  check<T, 7>(what);
  check<T, 8>(what);
  check<T, 15>(what);
  check<T, 16>(what);
  check<T, 27>(what);
  check<T, 32>(what);
}

int main() {
  check_all<int>("int");
  check_all<signed char>("signed char");
  check_all<unsigned short>("unsigned short");
  check_all<double>("double");
  check_all<long long>("long long");
  check_all<wide_t>("128 bits");
  return real::done();
}
