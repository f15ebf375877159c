// SPDX-License-Identifier: Apache-2.0
// run_length_encode and the runs that are not trivial, of values of each kind
// and of runs of one, of a few, and of all; decoded again on the host.
#include "functors.h"
#include "kinds.h"

template <class T>
static std::vector<T> runs(size_t n, unsigned seldom, unsigned kinds) {
  const std::vector<int> random = real::values<int>(n, seldom, 7);
  std::vector<T> out(n);
  unsigned at = 0;
  for (size_t i = 0; i < n; ++i)
    out[i] = as<T>::of((at += random[i] == 0) * 7 % kinds);
  return out;
}

template <class CONFIG, class T>
static void encoded(const char *what, const std::vector<T> &v) {
  const size_t n = v.size();
  const real::memory<T> in(v), out(n);
  const real::memory<unsigned> counts(n), number(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::run_length_encode<CONFIG>(scratch, size, in.get(),
                                              (unsigned)n, out.get(),
                                              counts.get(), number.get());
  });
  const unsigned found = number.host()[0];
  const std::vector<T> heads = out.host(found);
  const std::vector<unsigned> lengths = counts.host(found);
  std::vector<T> decoded;
  for (size_t i = 0; i < heads.size() && i < lengths.size(); ++i)
    decoded.insert(decoded.end(), lengths[i] <= n ? lengths[i] : 0, heads[i]);
  unsigned wanted = 0;
  for (size_t i = 0; i < n; ++i)
    wanted += i == 0 || !(v[i] == v[i - 1]);
  real::same(what, n, found, wanted);
  real::same_all(what, n, decoded, v);
}

template <class CONFIG, class T>
static void not_trivial(const char *what, const std::vector<T> &v) {
  const size_t n = v.size();
  std::vector<unsigned> starts, lengths;
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && v[end] == v[i]; ++end)
      ;
    if (end - i > 1) {
      starts.push_back((unsigned)i);
      lengths.push_back((unsigned)(end - i));
    }
  }
  const real::memory<T> in(v);
  const real::memory<unsigned> offsets(n), counts(n), number(1);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::run_length_encode_non_trivial_runs<CONFIG>(
        scratch, size, in.get(), (unsigned)n, offsets.get(), counts.get(),
        number.get());
  });
  real::same(what, n, (size_t)number.host()[0], starts.size());
  real::same_all(what, n, offsets.host(starts.size()), starts);
  real::same_all(what, n, counts.host(starts.size()), lengths);
}

template <class CONFIG, class T> static void check(const char *what) {
  for (size_t n : {1, 2, 33, 1000, 4097, 20011})
    for (unsigned seldom : {1u, 4u, 700u, 1000000u}) {
      const std::vector<T> v = runs<T>(n, seldom, 90);
      encoded<CONFIG>(what, v);
      not_trivial<CONFIG>(what, v);
    }
}

int main() {
  typedef rocprim::run_length_encode_config<rocprim::reduce_by_key_config<
      rocprim::kernel_config<64, 2>, rocprim::kernel_config<128, 3>>>
      small;
  check<rocprim::default_config, int>("int");
  check<rocprim::default_config, signed char>("signed char");
  check<rocprim::default_config, double>("double");
  check<rocprim::default_config, long long>("long long");
  check<small, int>("configured");
  return real::done();
}
