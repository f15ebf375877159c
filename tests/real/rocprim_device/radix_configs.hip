// SPDX-License-Identifier: Apache-2.0
// Each of the ways in which a radix sort works, by configurations that choose
// it: in one block, by merging sorted blocks, and digit by digit, of four and
// of seven bits; whole and by segments, with warps for small ones and without.
#include "keys.h"
#include "segments.h"

typedef rocprim::kernel_config<256, 4> tile;

template <class CONFIG>
static void check(const char *what, std::initializer_list<size_t> sizes) {
  for (size_t n : sizes) {
    const std::vector<int> k = keys<int>(n), v = counted(n), up = places(k),
                           down = places(k, true);
    const real::memory<int> in(k), out(n), values(v), moved(n);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::radix_sort_pairs<CONFIG>(
          scratch, size, in.get(), out.get(), values.get(), moved.get(), n);
    });
    real::same_all(what, n, out.host(), picked(k, up));
    real::same_all(what, n, moved.host(), up);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::radix_sort_keys_desc<CONFIG>(scratch, size, in.get(),
                                                   out.get(), n);
    });
    real::same_all(what, n, out.host(), picked(k, down));
  }
}

template <class CONFIG> static void check_segments(const char *what) {
  for (size_t n : {1, 255, 4097, 20000}) {
    const std::vector<int> k = keys<int>(n), ends = segments(n);
    const unsigned count = (unsigned)ends.size() - 1;
    std::vector<int> order;
    for (unsigned s = 0; s < count; ++s)
      order = joined(order, places_by([&](int i) { return k[i]; }, false,
                                      ends[s], ends[s + 1]));
    const real::memory<int> in(k), out(n), values(counted(n)), moved(n),
        offsets(ends);
    real::with_scratch(what, [&](void *scratch, size_t &size) {
      return rocprim::segmented_radix_sort_pairs<CONFIG>(
          scratch, size, in.get(), out.get(), values.get(), moved.get(),
          (unsigned)n, count, offsets.get(), offsets.get() + 1);
    });
    real::same_all(what, n, out.host(), picked(k, order));
    real::same_all(what, n, moved.host(), order);
  }
}

int main() {
  using rocprim::kernel_config;
  using rocprim::radix_sort_config;
  check<radix_sort_config<8, 7, tile, tile, kernel_config<64, 2>,
                          kernel_config<128, 1>, 16>>(
      "small limits", {0, 100, 500, 2000, 9000});
  check<radix_sort_config<4, 3, tile, tile, kernel_config<64, 1>,
                          kernel_config<64, 1>, 1>>("four bits",
                                                    {64, 65, 3000, 20000});
  check<radix_sort_config<7, 6, kernel_config<256, 2>, kernel_config<256, 3>,
                          kernel_config<64, 1>, kernel_config<64, 1>, 1>>(
      "seven bits", {5000, 40001});
  check_segments<rocprim::segmented_radix_sort_config<7, 6, tile>>("no warps");
  check_segments<rocprim::segmented_radix_sort_config<
      4, 3, tile, rocprim::WarpSortConfig<8, 4>>>("warps");
  check_segments<rocprim::segmented_radix_sort_config<
      6, 5, kernel_config<256, 3>,
      rocprim::WarpSortConfig<4, 2, 128, 10, false, 32, 8, 64>>>(
      "small, medium and large");
  return real::done();
}
