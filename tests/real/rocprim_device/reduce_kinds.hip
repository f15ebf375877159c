// SPDX-License-Identifier: Apache-2.0
// reduce of types of each kind, with a first value and without, by operations
// of rocPRIM's and of one's own, with configurations of one's own.
#include "functors.h"
#include "kinds.h"

typedef rocprim::block_reduce_algorithm by;

template <class T, class OP>
static T reduced(const std::vector<T> &v, T first, OP op) {
  for (const T &x : v)
    first = op(first, x);
  return first;
}

template <class CONFIG, class T, class OP>
static void check_one(const char *what, const std::vector<T> &v, T first,
                      OP op) {
  const real::memory<T> in(v), out(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::reduce<CONFIG>(scratch, size, in.get(), out.get(), first,
                                   v.size(), op);
  });
  real::same(what, v.size(), out.host()[0], reduced(v, first, op));
  if (v.empty())
    return; // without a first value there is nothing to say
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::reduce<CONFIG>(scratch, size, in.get(), out.get(), v.size(),
                                   op);
  });
  const std::vector<T> rest(v.begin() + 1, v.end());
  real::same(what, v.size(), out.host()[0], reduced(rest, v[0], op));
}

template <class T, class OP>
static void check(const char *what, int high, OP op) {
  for (size_t n : real::sizes)
    check_one<rocprim::default_config>(what, numbers<T>(n, 0, high),
                                       as<T>::of(3), op);
}

// Small blocks, so that there are several levels; and limits to what a launch
// may take.
static void check_configs() {
  const std::vector<long long> v = numbers<long long>(150000, 0, 1000);
  check_one<rocprim::reduce_config<64, 1, by::using_warp_reduce>>(
      "64 threads", v, 5ll, add());
  check_one<rocprim::reduce_config<96, 7, by::raking_reduce>>(
      "96 threads, raking", v, 5ll, add());
  check_one<rocprim::reduce_config<128, 2, by::raking_reduce_commutative_only>>(
      "commutative", v, 5ll, add());
  check_one<rocprim::reduce_config<128, 4, by::using_warp_reduce, 4096>>(
      "launches of 4096", v, 5ll, add());
}

int main() {
  check<signed char>("signed char", 5, rocprim::plus<signed char>());
  check<unsigned short>("unsigned short", 60000, rocprim::maximum<>());
  check<int>("int", 1000, rocprim::plus<int>());
  check<float>("float", 100, rocprim::plus<float>());
  check<double>("double", 1000, rocprim::minimum<double>());
  check<unsigned long long>("multiplies", 5,
                            rocprim::multiplies<unsigned long long>());
  check<wide_t>("128 bits", 1000, rocprim::plus<wide_t>());
  check<affine>("pairs", 1000, meld());
  check_configs();
  return real::done();
}
