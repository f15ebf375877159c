// SPDX-License-Identifier: Apache-2.0
// warp_scan of groups of every size: inclusive, exclusive and both, each with
// and without the reduction, and broadcast.
#include "functors.h"
#include "warp.h"

static const int KINDS = 10;

template <class T, int LANES, class OP>
__global__ void scans(const T *in, T *out, T first) {
  typedef rocprim::warp_scan<T, LANES> scan;
  typedef group_of<LANES> group;
  __shared__ typename scan::storage_type storage[group::groups];
  if (!group::works())
    return;
  const int g = group::group(), at = g * LANES + group::lane();
  typename scan::storage_type &mine = storage[g];
  const T x = in[at];
  T r[KINDS];
  scan().inclusive_scan(x, r[0], mine, OP());
  rocprim::wave_barrier();
  scan().inclusive_scan(x, r[1], r[2], mine, OP());
  rocprim::wave_barrier();
  scan().exclusive_scan(x, r[3], first, mine, OP());
  rocprim::wave_barrier();
  scan().exclusive_scan(x, r[4], first, r[5], mine, OP());
  rocprim::wave_barrier();
  scan().scan(x, r[6], r[7], first, mine, OP());
  rocprim::wave_barrier();
  scan().scan(x, r[6], r[7], first, r[8], mine, OP());
  rocprim::wave_barrier();
  r[9] = scan().broadcast(x, LANES / 2, mine);
  for (int kind = 0; kind < KINDS; ++kind)
    out[kind * group::groups * LANES + at] = r[kind];
}

template <class T, int LANES, class OP> static void check(const char *what) {
  const int groups = group_of<LANES>::groups, n = groups * LANES;
  const std::vector<T> v = numbers<T>(n, 0, 3, LANES);
  const T first = as<T>::of(2);
  std::vector<T> wanted(KINDS * n);
  for (int g = 0; g < groups; ++g) {
    T upto = v[g * LANES], before = first;
    for (int i = g * LANES; i < (g + 1) * LANES; ++i) {
      upto = i % LANES ? OP()(upto, v[i]) : v[i];
      wanted[i] = wanted[n + i] = wanted[6 * n + i] = upto;
      wanted[3 * n + i] = wanted[4 * n + i] = wanted[7 * n + i] = before;
      before = OP()(before, v[i]);
      wanted[9 * n + i] = v[g * LANES + LANES / 2];
    }
    for (int i = g * LANES; i < (g + 1) * LANES; ++i)
      wanted[2 * n + i] = wanted[5 * n + i] = wanted[8 * n + i] = upto;
  }
  const real::memory<T> in(v), out(wanted.size());
  scans<T, LANES, OP>
      <<<1, group_of<LANES>::threads>>>(in.get(), out.get(), first);
  real::same_all(what, LANES, out.host(), wanted);
}

template <class T, class OP> static void check_all(const char *what) {
  check<T, 2, OP>(what);
  check<T, 3, OP>(what);
  check<T, 4, OP>(what);
  check<T, 8, OP>(what);
  check<T, 13, OP>(what);
  check<T, 16, OP>(what);
  check<T, 31, OP>(what);
  check<T, 32, OP>(what);
}

int main() {
  check_all<int, rocprim::plus<int>>("int");
  check_all<unsigned char, rocprim::plus<unsigned char>>("unsigned char");
  check_all<double, larger>("double, largest");
  check_all<long long, rocprim::plus<long long>>("long long");
  check_all<affine, compose>("functions");
  return real::done();
}
