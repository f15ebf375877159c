// SPDX-License-Identifier: Apache-2.0
// radix_sort_pairs upwards and radix_sort_keys_desc, of keys of every type.
#include "keys.h"

template <class T> static void check_size(const char *what, size_t n) {
  const std::vector<T> k = keys<T>(n, (unsigned)n);
  const std::vector<int> v = counted(n), up = places(k), down = places(k, true);
  const real::memory<T> in(k), out(n);
  const real::memory<int> values(v), moved(n);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::radix_sort_keys_desc(scratch, size, in.get(), out.get(), n);
  });
  same_keys(what, out.host(), picked(k, down));
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::radix_sort_pairs(scratch, size, in.get(), out.get(),
                                     values.get(), moved.get(), n);
  });
  same_keys(what, out.host(), picked(k, up));
  real::same_all(what, n, moved.host(), up);
}

template <class T> static void check(const char *what) {
  for (size_t n : {0, 1, 2, 33, 1000, 6000})
    check_size<T>(what, n);
}

int main() {
  check<signed char>("signed char");
  check<unsigned short>("unsigned short");
  check<long long>("long long");
  check<half_t>("half");
  check<bfloat_t>("bfloat16");
  check<double>("double");
  return real::done();
}
