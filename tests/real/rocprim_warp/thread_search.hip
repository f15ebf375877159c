// SPDX-License-Identifier: Apache-2.0
// What one thread finds in sorted values: lower_bound, upper_bound and where a
// merge is cut; and TwiddleIn and TwiddleOut, which make keys unsigned. Without
// thread_scan.hpp, whose guard 5.3.3 gives to thread_search.hpp as well.
#include <rocprim/rocprim.hpp>
#include <rocprim/thread/thread_search.hpp>

#include <algorithm>

#include "kinds.h"

template <class T>
__global__ void bounds(const T *hay, const T *needles, int *out, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    out[2 * i] = rocprim::lower_bound(hay, n, needles[i]);
    out[2 * i + 1] = rocprim::upper_bound(hay, n, needles[i]);
  }
}

template <class T> static void check_bounds(const char *what) {
  const int m = 300;
  const std::vector<T> needles = numbers<T>(m, -5, 105, 2);
  for (int n : {0, 1, 77, 1000}) {
    std::vector<T> hay = numbers<T>(n, 0, 100);
    std::vector<int> wanted;
    std::sort(hay.begin(), hay.end());
    for (const T &x : needles) {
      const auto range = std::equal_range(hay.begin(), hay.end(), x);
      wanted.push_back((int)(range.first - hay.begin()));
      wanted.push_back((int)(range.second - hay.begin()));
    }
    const real::memory<T> in(hay), for_what(needles);
    const real::memory<int> out(2 * m);
    bounds<<<3, 128>>>((const T *)in.get(), (const T *)for_what.get(),
                       out.get(), n, m);
    real::same_all(what, n, out.host(), wanted);
  }
}

// How many of each a merge has taken, of equal ones the first's before.
__global__ void cuts(const int *a, const int *b, int2 *out, int n, int m) {
  const int diagonal = blockIdx.x * blockDim.x + threadIdx.x;
  if (diagonal <= n + m)
    rocprim::merge_path_search(diagonal, a, b, n, m, out[diagonal]);
}

static void check_cuts(int n, int m) {
  std::vector<int> a = real::values<int>(n, 40),
                   b = real::values<int>(m, 40, 2), wanted, got;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  int x = 0, y = 0;
  for (int diagonal = 0; diagonal <= n + m; ++diagonal) {
    wanted.push_back(x);
    wanted.push_back(y);
    ++(y == m || (x < n && a[x] <= b[y]) ? x : y);
  }
  const real::memory<int> first(a), second(b);
  const real::memory<int2> out(n + m + 1);
  cuts<<<(unsigned)(n + m) / 128 + 1, 128>>>(first.get(), second.get(),
                                             out.get(), n, m);
  for (const int2 &cut : out.host()) {
    got.push_back(cut.x);
    got.push_back(cut.y);
  }
  real::same_all("cuts", n + m, got, wanted);
}

template <class T, class BITS>
__global__ void twiddles(const T *in, BITS *out, T *back, int n) {
  const int i = threadIdx.x;
  if (i < n) {
    const BITS in_order =
        rocprim::TwiddleIn<T>(__builtin_bit_cast(BITS, in[i]));
    out[i] = in_order;
    back[i] = __builtin_bit_cast(T, rocprim::TwiddleOut<T>(in_order));
  }
}

// Sorted keys stay sorted as bits, and come back.
template <class T> static void check_twiddles(const char *what) {
  typedef typename rocprim::get_unsigned_bits_type<T>::unsigned_type word;
  const int n = 200;
  std::vector<T> v = numbers<T>(n, std::is_unsigned<T>::value ? 0 : -90, 90);
  std::sort(v.begin(), v.end());
  const real::memory<T> in(v), back(n);
  const real::memory<word> out(n);
  twiddles<<<1, 256>>>((const T *)in.get(), out.get(), back.get(), n);
  const std::vector<word> got = out.host();
  bool same_order = true;
  for (int i = 1; i < n; ++i)
    same_order &= (v[i - 1] < v[i]) == (got[i - 1] < got[i]);
  real::same(what, n, same_order, true);
  real::same_all(what, n, back.host(), v);
}

int main() {
  check_bounds<int>("int");
  check_bounds<double>("double");
  check_bounds<signed char>("signed char");
  check_bounds<wide_t>("128 bits");
  for (int n : {1, 50, 400})
    for (int m : {1, 33, 500})
      check_cuts(n, m);
  check_twiddles<int>("twiddled int");
  check_twiddles<unsigned char>("twiddled unsigned char");
  check_twiddles<long long>("twiddled long long");
  check_twiddles<float>("twiddled float");
  check_twiddles<double>("twiddled double");
  return real::done();
}
