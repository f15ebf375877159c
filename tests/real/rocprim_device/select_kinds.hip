// SPDX-License-Identifier: Apache-2.0
// select and partition by flags and by predicates, of all, none and some, of
// values of each kind, with configurations. Of several launches only select:
// 5.3.3's partition forgets what the launches before have written.
#include <algorithm>

#include "functors.h"
#include "kinds.h"

struct keeps { // every `step`th on the whole, by a number made of the value
  int step;
  __host__ __device__ bool operator()(const record &r) const {
    return r.id / 1000003 % step == 0;
  }
  template <class T> __host__ __device__ bool operator()(const T &x) const {
    return (long long)x % step == 0;
  }
};

// The chosen in their order, then the others from the end on.
template <class T>
static std::vector<T> parted(const std::vector<T> &v,
                             const std::vector<unsigned char> &flags,
                             size_t *count) {
  std::vector<T> yes, no;
  for (size_t i = 0; i < v.size(); ++i)
    (flags[i] ? yes : no).push_back(v[i]);
  *count = yes.size();
  std::reverse(no.begin(), no.end());
  return joined(yes, no);
}

template <class CONFIG, class T, bool PARTS = true>
static void check_size(const char *what, size_t n, int step) {
  const std::vector<T> v = numbers<T>(n, 0, 100);
  const keeps op = {step};
  std::vector<unsigned char> flags(n);
  for (size_t i = 0; i < n; ++i)
    flags[i] = op(v[i]);
  size_t number;
  const std::vector<T> all = parted(v, flags, &number),
                       chosen(all.begin(), all.begin() + number);
  const real::memory<T> in(v), out(n);
  const real::memory<unsigned char> marks(flags);
  const real::memory<unsigned> count(1);
  auto check = [&](const std::vector<T> &wanted) {
    real::same(what, n, (size_t)count.host()[0], number);
    real::same_all(what, n, out.host(wanted.size()), wanted);
  };
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::select<CONFIG>(scratch, size, in.get(), marks.get(),
                                   out.get(), count.get(), n);
  });
  check(chosen);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::select<CONFIG>(scratch, size, in.get(), out.get(),
                                   count.get(), n, op);
  });
  check(chosen);
  if (!PARTS)
    return;
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::partition<CONFIG>(scratch, size, in.get(), marks.get(),
                                      out.get(), count.get(), n);
  });
  check(all);
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return rocprim::partition<CONFIG>(scratch, size, in.get(), out.get(),
                                      count.get(), n, op);
  });
  check(all);
}

template <class T> static void check(const char *what) {
  for (size_t n : {0, 1, 33, 1000, 4097, 20011})
    for (int step : {1, 3, 1000})
      check_size<rocprim::default_config, T>(what, n, step);
}

int main() {
  typedef rocprim::block_load_method from;
  typedef rocprim::block_scan_algorithm by;
  check<int>("int");
  check<unsigned char>("unsigned char");
  check<double>("double");
  check<record>("24 bytes");
  typedef rocprim::select_config<64, 3, from::block_load_direct,
                                 from::block_load_direct,
                                 from::block_load_direct, by::reduce_then_scan>
      small;
  typedef rocprim::select_config<
      128, 4, from::block_load_transpose, from::block_load_transpose,
      from::block_load_transpose, by::using_warp_scan, 4096>
      limited;
  for (size_t n : {100, 30000}) {
    check_size<small, int>("64 threads", n, 3);
    check_size<limited, int, false>("4096 a launch", n, 3);
  }
  return real::done();
}
