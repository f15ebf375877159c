// SPDX-License-Identifier: Apache-2.0
// Iterators upon iterators as the inputs and outputs of algorithms: places of
// the least in segments, keys that are computed or constant, outputs that are
// turned round or thrown away.
#include "functors.h"
#include "kinds.h"
#include "segments.h"

struct tenth {
  __host__ __device__ int operator()(int x) const { return x / 10; }
};

template <class P> struct first_least {
  __host__ __device__ P operator()(const P &a, const P &b) const {
    return b.value < a.value || (b.value == a.value && b.key < a.key) ? b : a;
  }
};

// Of each segment, where its least value is.
static void least(size_t n) {
  typedef rocprim::arg_index_iterator<const int *, int> indexed;
  typedef indexed::value_type found;
  const std::vector<int> v = real::values<int>(n, 500), ends = segments(n);
  const unsigned count = (unsigned)ends.size() - 1;
  const real::memory<int> in(v), offsets(ends);
  const real::memory<found> out(count);
  real::with_scratch("least", [&](void *scratch, size_t &size) {
    return rocprim::segmented_reduce(
        scratch, size, indexed(in.get()), out.get(), count, offsets.get(),
        offsets.get() + 1, first_least<found>(), found(-1, 1000));
  });
  std::vector<int> got, wanted;
  for (const found &f : out.host()) {
    got.push_back(f.key);
    got.push_back(f.value);
  }
  for (unsigned s = 0; s < count; ++s) {
    int at = -1;
    for (int i = ends[s]; i < ends[s + 1]; ++i)
      at = at < 0 || v[i] < v[at] ? i : at;
    wanted.push_back(at);
    wanted.push_back(at < 0 ? 1000 : v[at]);
  }
  real::same_all("least", n, got, wanted);
}

// Ten of each key, that no memory holds; keys go nowhere.
static void sums(size_t n) {
  const std::vector<int> v = real::values<int>(n, 500);
  std::vector<int> wanted((n + 9) / 10, 0);
  for (size_t i = 0; i < n; ++i)
    wanted[i / 10] += v[i] * v[i];
  const real::memory<int> in(v), out(wanted.size()), number(1);
  const auto keys = rocprim::make_transform_iterator(
      rocprim::make_counting_iterator(0), tenth());
  real::with_scratch("sums", [&](void *scratch, size_t &size) {
    return rocprim::reduce_by_key(
        scratch, size, keys,
        rocprim::make_transform_iterator(in.get(), square()), (unsigned)n,
        rocprim::make_discard_iterator(), out.get(), number.get(), add());
  });
  real::same("sums", n, (size_t)number.host()[0], wanted.size());
  real::same_all("sums", n, out.host(), wanted);
}

// One constant key, ones as values, written from the end: n, n-1, ... 1.
static void countdown(size_t n) {
  const real::memory<int> out(n);
  std::vector<int> wanted(n);
  for (size_t i = 0; i < n; ++i)
    wanted[i] = (int)(n - i);
  real::with_scratch("countdown", [&](void *scratch, size_t &size) {
    return rocprim::inclusive_scan_by_key(
        scratch, size, rocprim::make_constant_iterator(4),
        rocprim::make_constant_iterator(1),
        rocprim::make_reverse_iterator(out.get() + n), n, add(), equal_to());
  });
  real::same_all("countdown", n, out.host(), wanted);
}

// Where odd numbers are, by flags that are computed; and only how many.
static void places(size_t n) {
  const std::vector<int> v = real::values<int>(n, 500);
  std::vector<int> wanted;
  for (size_t i = 0; i < n; ++i)
    if (is_odd()(v[i]))
      wanted.push_back((int)i);
  const real::memory<int> in(v), out(n), number(1);
  const auto flags = rocprim::make_transform_iterator(in.get(), is_odd());
  real::with_scratch("places", [&](void *scratch, size_t &size) {
    return rocprim::select(scratch, size, rocprim::make_counting_iterator(0),
                           flags, out.get(), number.get(), n);
  });
  real::same("places", n, (size_t)number.host()[0], wanted.size());
  real::same_all("places", n, out.host(wanted.size()), wanted);
  real::with_scratch("how many", [&](void *scratch, size_t &size) {
    return rocprim::partition(scratch, size, in.get(),
                              rocprim::make_discard_iterator(), number.get(), n,
                              is_odd());
  });
  real::same("how many", n, (size_t)number.host()[0], wanted.size());
}

int main() {
  for (size_t n : {1, 33, 1000, 4097, 20011}) {
    least(n);
    sums(n);
    countdown(n);
    places(n);
  }
  return real::done();
}
