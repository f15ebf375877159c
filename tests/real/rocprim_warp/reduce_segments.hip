// SPDX-License-Identifier: Apache-2.0
// warp_reduce of segments within groups of each size, by flags at their heads
// and at their tails, of sums and of functions in their order.
#include "functors.h"
#include "warp.h"

// What the first lane of a segment is told; the others say nothing.
template <class T, int LANES, class OP>
__global__ void reduces(const T *in, const char *flags, T *by_heads,
                        T *by_tails) {
  typedef rocprim::warp_reduce<T, LANES> reduce;
  typedef group_of<LANES> group;
  __shared__ typename reduce::storage_type storage[group::groups];
  if (!group::works())
    return;
  const int g = group::group(), at = g * LANES + group::lane();
  T heads, tails;
  reduce().head_segmented_reduce(in[at], heads, flags[at], storage[g], OP());
  reduce().tail_segmented_reduce(in[at], tails, flags[at], storage[g], OP());
  by_heads[at] = heads;
  by_tails[at] = tails;
}

template <class T, int LANES, class OP>
static void check(const char *what, unsigned seldom) {
  const int n = group_of<LANES>::groups * LANES;
  const std::vector<T> v = numbers<T>(n, 0, 50);
  const std::vector<int> random = real::values<int>(n, seldom, 3);
  std::vector<char> flags(n);
  for (int i = 0; i < n; ++i)
    flags[i] = random[i] == 0;
  const real::memory<T> in(v), by_heads(n), by_tails(n);
  const real::memory<char> marks(flags);
  reduces<T, LANES, OP><<<1, group_of<LANES>::threads>>>(
      in.get(), marks.get(), by_heads.get(), by_tails.get());
  const std::vector<T> heads = by_heads.host(), tails = by_tails.host();
  std::vector<T> got, wanted;
  for (int i = 0; i < n; ++i) {
    if (i % LANES == 0 || flags[i]) { // begins a segment of heads
      T all = v[i];
      for (int j = i + 1; j % LANES != 0 && !flags[j]; ++j)
        all = OP()(all, v[j]);
      got.push_back(heads[i]);
      wanted.push_back(all);
    }
    if (i % LANES == 0 || flags[i - 1]) { // and one of tails
      T all = v[i];
      for (int j = i; !flags[j] && (j + 1) % LANES != 0;)
        all = OP()(all, v[++j]);
      got.push_back(tails[i]);
      wanted.push_back(all);
    }
  }
  real::same_all(what, LANES, got, wanted);
}

template <class T, class OP> static void check_all(const char *what) {
  for (unsigned seldom : {1u, 2u, 5u, 1000000u}) {
    check<T, 2, OP>(what, seldom);
    check<T, 5, OP>(what, seldom);
    check<T, 8, OP>(what, seldom);
    check<T, 16, OP>(what, seldom);
    check<T, 31, OP>(what, seldom);
    check<T, 32, OP>(what, seldom);
  }
}

int main() {
  check_all<int, add>("int");
  check_all<double, add>("double");
  check_all<unsigned char, larger>("unsigned char");
  check_all<affine, compose>("functions");
  return real::done();
}
