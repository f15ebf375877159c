// SPDX-License-Identifier: Apache-2.0
// Scans by configurations of one's own: with look-back and without, each load,
// store and block algorithm, small tiles, and several launches; whole and by
// key. Without look-back it is one launch: 5.3.3 forgets what was before in the
// first block of an inclusive scan's next launch, and in the others of an
// exclusive one's.
#include "functors.h"
#include "kinds.h"

typedef rocprim::block_load_method from;
typedef rocprim::block_store_method to;
typedef rocprim::block_scan_algorithm by;

static const size_t sizes[] = {1, 300, 5000, 60001};

template <class CONFIG> static void check_scan(const char *what) {
  for (size_t n : sizes) {
    const std::vector<int> v = numbers<int>(n, -500, 500);
    std::vector<int> upto(n), before(n);
    for (size_t i = 0, sum = 0; i < n; ++i) {
      before[i] = 9 + (int)sum;
      sum += v[i];
      upto[i] = (int)sum;
    }
    const real::memory<int> in(v), out(n);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::inclusive_scan<CONFIG>(scratch, size, in.get(), out.get(),
                                             n, add());
    });
    real::same_all(what, n, out.host(), upto);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::exclusive_scan<CONFIG>(scratch, size, in.get(), out.get(),
                                             9, n, add());
    });
    real::same_all(what, n, out.host(), before);
  }
}

template <class CONFIG> static void check_by_key(const char *what) {
  for (size_t n : sizes) {
    const std::vector<int> v = numbers<int>(n, 0, 500),
                           k = numbers<int>(n, 0, 1, 2);
    std::vector<int> upto(n), before(n);
    for (size_t i = 0; i < n; ++i) {
      const bool goes_on = i && k[i] == k[i - 1];
      upto[i] = (goes_on ? upto[i - 1] : 0) + v[i];
      before[i] = goes_on ? before[i - 1] + v[i - 1] : 9;
    }
    const real::memory<int> keys(k), in(v), out(n);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::inclusive_scan_by_key<CONFIG>(
          scratch, size, keys.get(), in.get(), out.get(), n, add(), equal_to());
    });
    real::same_all(what, n, out.host(), upto);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::exclusive_scan_by_key<CONFIG>(scratch, size, keys.get(),
                                                    in.get(), out.get(), 9, n,
                                                    add(), equal_to());
    });
    real::same_all(what, n, out.host(), before);
  }
}

int main() {
  check_scan<
      rocprim::scan_config<64, 3, true, from::block_load_transpose,
                           to::block_store_transpose, by::using_warp_scan>>(
      "look-back");
  check_scan<
      rocprim::scan_config<128, 2, false, from::block_load_direct,
                           to::block_store_direct, by::reduce_then_scan>>(
      "no look-back");
  check_scan<rocprim::scan_config<256, 1, true, from::block_load_vectorize,
                                  to::block_store_vectorize,
                                  by::reduce_then_scan, 8192>>("8192 a launch");
  check_scan<rocprim::scan_config<96, 5, false, from::block_load_warp_transpose,
                                  to::block_store_warp_transpose,
                                  by::using_warp_scan>>("96 threads");
  check_by_key<rocprim::scan_by_key_config<
      128, 4, true, from::block_load_transpose, to::block_store_transpose,
      by::using_warp_scan>>("by key, look-back");
  check_by_key<rocprim::scan_by_key_config<
      64, 3, false, from::block_load_transpose, to::block_store_transpose,
      by::reduce_then_scan>>("by key, no look-back");
  check_by_key<rocprim::scan_by_key_config<64, 2, true, from::block_load_direct,
                                           to::block_store_direct,
                                           by::using_warp_scan, 4096>>(
      "by key, 4096 a launch");
  return real::done();
}
