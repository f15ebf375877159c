// SPDX-License-Identifier: Apache-2.0
// rocPRIM's iterators: counting, constant, transform, zip, reverse, discard,
// arg_index and texture_cache, as what algorithms read and write.
#include <rocprim/rocprim.hpp>

#include <algorithm>

#include "functors.h"
#include "real.h"

typedef rocprim::tuple<int, int> pair_of;

struct product {
  __host__ __device__ int operator()(const pair_of &p) const {
    return rocprim::get<0>(p) * rocprim::get<1>(p);
  }
};

// The larger value, and of equal ones the first.
template <class P> struct first_larger {
  __host__ __device__ P operator()(const P &a, const P &b) const {
    return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a;
  }
};

template <class I, class T>
static T sum_of(const char *what, I from, size_t n, T first) {
  const real::memory<T> out(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::reduce(scratch, size, from, out.get(), first, n, add());
  });
  return out.host()[0];
}

static void read(size_t n) {
  const std::vector<int> v = real::values<int>(n, 100),
                         w = real::values<int>(n, 100, 2);
  const real::memory<int> a(v), b(w);
  int squares = 0, products = 0, plain = 0;
  for (size_t i = 0; i < n; ++i) {
    squares += v[i] * v[i];
    products += v[i] * w[i];
    plain += v[i];
  }
  real::same("counting_iterator", n,
             sum_of("counting", rocprim::make_counting_iterator(5), n, 0),
             (int)(5 * n + n * (n ? n - 1 : 0) / 2));
  real::same("constant_iterator", n,
             sum_of("constant", rocprim::make_constant_iterator(3), n, 1),
             (int)(3 * n + 1));
  real::same("transform_iterator", n,
             sum_of("transform",
                    rocprim::make_transform_iterator(a.get(), square()), n, 0),
             squares);
  const auto zipped =
      rocprim::make_zip_iterator(rocprim::make_tuple(a.get(), b.get()));
  real::same("zip_iterator", n,
             sum_of("zip", rocprim::make_transform_iterator(zipped, product()),
                    n, 0),
             products);
  rocprim::texture_cache_iterator<int> cached;
  if (n && real::ok(cached.bind_texture(a.get(), n * sizeof(int)), "bind")) {
    real::same("texture_cache_iterator", n, sum_of("cached", cached, n, 0),
               plain);
    real::ok(cached.unbind_texture(), "unbind");
  }
}

static void turn(size_t n) {
  const std::vector<int> v = real::values<int>(n, 1000);
  std::vector<int> wanted(v.rbegin(), v.rend());
  for (size_t i = 1; i < n; ++i)
    wanted[i] += wanted[i - 1];
  const real::memory<int> in(v), out(n);
  real::with_scratch("reverse", [&](void *scratch, size_t &size) {
    return rocprim::inclusive_scan(
        scratch, size, rocprim::make_reverse_iterator(in.get() + n), out.get(),
        n, add());
  });
  real::same_all("reverse_iterator", n, out.host(), wanted);
}

// Runs' lengths alone: their values go nowhere.
static void discard(size_t n) {
  const std::vector<int> v = real::values<int>(n, 3);
  std::vector<int> wanted;
  for (size_t i = 0; i < n; ++i)
    if (i && v[i] == v[i - 1])
      ++wanted.back();
    else
      wanted.push_back(1);
  const real::memory<int> in(v), lengths(n), count(1);
  real::with_scratch("discard", [&](void *scratch, size_t &size) {
    return rocprim::run_length_encode(scratch, size, in.get(), (unsigned)n,
                                      rocprim::make_discard_iterator(),
                                      lengths.get(), count.get());
  });
  if (n)
    real::same_all("discard_iterator", n, lengths.host((size_t)count.host()[0]),
                   wanted);
}

static void where(size_t n) {
  typedef rocprim::arg_index_iterator<const int *> indexed;
  typedef indexed::value_type found;
  const std::vector<int> v = real::values<int>(n, 500);
  if (v.empty())
    return;
  const real::memory<int> in(v);
  const real::memory<found> out(1);
  real::with_scratch("arg_index", [&](void *scratch, size_t &size) {
    return rocprim::reduce(scratch, size, indexed(in.get()), out.get(),
                           found(0, -1), n, first_larger<found>());
  });
  const found got = out.host()[0];
  const size_t wanted =
      (size_t)(std::max_element(v.begin(), v.end()) - v.begin());
  real::same("arg_index_iterator, the place", n, (size_t)got.key, wanted);
  real::same("arg_index_iterator, the value", n, got.value, v[wanted]);
}

int main() {
  for (size_t n : real::sizes) {
    read(n);
    turn(n);
    discard(n);
    where(n);
  }
  return real::done();
}
