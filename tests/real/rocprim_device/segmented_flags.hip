// SPDX-License-Identifier: Apache-2.0
// Segmented scans by offsets that overlap nothing, and by flags at the heads of
// segments, of several types and operations; segmented_reduce of the same.
#include "functors.h"
#include "kinds.h"
#include "segments.h"

template <class T, class OP>
static void check_flags(const char *what, size_t n, OP op) {
  const std::vector<int> random = real::values<int>(n, 60, 3);
  const std::vector<T> v = numbers<T>(n, 0, 30);
  const T first = as<T>::of(3);
  std::vector<unsigned char> flags(n);
  std::vector<T> upto(n), before(n);
  for (size_t i = 0; i < n; ++i) {
    flags[i] = random[i] == 0; // the very first begins one in any case
    const bool goes_on = i && !flags[i];
    upto[i] = goes_on ? op(upto[i - 1], v[i]) : v[i];
    before[i] = goes_on ? op(before[i - 1], v[i - 1]) : first;
  }
  const real::memory<unsigned char> heads(flags);
  const real::memory<T> in(v), out(n);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_inclusive_scan(scratch, size, in.get(), out.get(),
                                             heads.get(), n, op);
  });
  real::same_all(what, n, out.host(), upto);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_exclusive_scan(scratch, size, in.get(), out.get(),
                                             heads.get(), first, n, op);
  });
  real::same_all(what, n, out.host(), before);
}

// A reduction may be of any order: its operation is `any`.
template <class T, class OP, class ANY>
static void check_offsets(const char *what, size_t n, OP op, ANY any) {
  const std::vector<int> ends = segments(n);
  const unsigned count = (unsigned)ends.size() - 1;
  const std::vector<T> v = numbers<T>(n, 0, 30);
  const T first = as<T>::of(3);
  std::vector<T> upto(n), before(n), all(count, first);
  T sum = first;
  for (unsigned s = 0; s < count; ++s)
    for (int i = ends[s]; i < ends[s + 1]; ++i) {
      upto[i] = i > ends[s] ? op(upto[i - 1], v[i]) : v[i];
      before[i] = sum = i > ends[s] ? op(sum, v[i - 1]) : first;
      all[s] = any(all[s], v[i]);
    }
  const real::memory<int> offsets(ends);
  const real::memory<T> in(v), out(n), reduced(count);
  const int *const begin = offsets.get(), *const end = begin + 1;
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_inclusive_scan(scratch, size, in.get(), out.get(),
                                             count, begin, end, op);
  });
  real::same_all(what, n, out.host(), upto);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_exclusive_scan(scratch, size, in.get(), out.get(),
                                             count, begin, end, first, op);
  });
  real::same_all(what, n, out.host(), before);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::segmented_reduce(scratch, size, in.get(), reduced.get(),
                                     count, begin, end, any, first);
  });
  real::same_all(what, n, reduced.host(), all);
}

template <class T, class OP, class ANY>
static void check(const char *what, OP op, ANY any) {
  for (size_t n : {1, 2, 33, 255, 1000, 4097, 20011}) {
    check_flags<T>(what, n, op);
    check_offsets<T>(what, n, op, any);
  }
}

int main() {
  check<int>("int", rocprim::plus<int>(), rocprim::plus<int>());
  check<unsigned char>("unsigned char", rocprim::maximum<unsigned char>(),
                       rocprim::maximum<unsigned char>());
  check<double>("double", rocprim::plus<double>(), rocprim::plus<double>());
  check<affine>("functions", compose(), meld());
  return real::done();
}
