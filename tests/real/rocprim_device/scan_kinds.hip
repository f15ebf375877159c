// SPDX-License-Identifier: Apache-2.0
// inclusive_scan and exclusive_scan of types of each kind, in place and into
// other types, by operations whose order matters.
#include "functors.h"
#include "kinds.h"

template <class T, class OP>
static std::vector<T> scanned(const std::vector<T> &v, const T *first, OP op) {
  std::vector<T> out(v.size());
  T sum = first ? *first : T();
  for (size_t i = 0; i < v.size(); ++i) {
    if (first)
      out[i] = sum;
    sum = first || i ? op(sum, v[i]) : v[i];
    if (!first)
      out[i] = sum;
  }
  return out;
}

template <class T, class OP>
static void check(const char *what, int high, OP op) {
  for (size_t n : real::sizes) {
    const std::vector<T> v = numbers<T>(n, 0, high);
    const T first = as<T>::of(4);
    const real::memory<T> in(v), out(n), place(v);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::inclusive_scan(scratch, size, in.get(), out.get(), n, op);
    });
    real::same_all(what, n, out.host(), scanned<T>(v, nullptr, op));
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::exclusive_scan(scratch, size, in.get(), out.get(), first,
                                     n, op);
    });
    real::same_all(what, n, out.host(), scanned(v, &first, op));
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::inclusive_scan(scratch, size, place.get(), place.get(), n,
                                     op);
    });
    real::same_all(what, n, place.host(), scanned<T>(v, nullptr, op));
  }
}

// The input's own type would overflow.
static void check_wider() {
  for (size_t n : real::sizes) {
    const std::vector<unsigned char> v = numbers<unsigned char>(n, 0, 255);
    std::vector<long long> wanted(n);
    const real::memory<unsigned char> in(v);
    const real::memory<long long> out(n);
    for (size_t i = 0; i < n; ++i)
      wanted[i] = i ? wanted[i - 1] + v[i - 1] : 1000000000000ll;
    real::with_scratch("wider", [&](void *scratch, size_t &size) {
      return rocprim::exclusive_scan(scratch, size, in.get(), out.get(),
                                     1000000000000ll, n,
                                     rocprim::plus<long long>());
    });
    real::same_all("wider", n, out.host(), wanted);
  }
}

int main() {
  check<signed char>("signed char", 3, rocprim::plus<signed char>());
  check<unsigned short>("unsigned short", 900, rocprim::plus<unsigned short>());
  check<double>("double", 50, rocprim::plus<double>());
  check<long long>("long long", 1000000, rocprim::maximum<long long>());
  check<wide_t>("128 bits", 1000000, rocprim::plus<wide_t>());
  check<affine>("functions", 60000, compose());
  check_wider();
  return real::done();
}
