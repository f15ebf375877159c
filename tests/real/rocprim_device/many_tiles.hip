// SPDX-License-Identifier: Apache-2.0
// More than a million values, so that a radix sort goes digit by digit and a
// look-back over hundreds of tiles: a sort, its runs, scans and selections of
// the same values, each from what the one before has left.
#include <algorithm>
#include <numeric>

#include "functors.h"
#include "kinds.h"

static const size_t N = (1u << 20) + 4321;

struct below_half {
  __host__ __device__ bool operator()(unsigned x) const { return x < 30000; }
};

struct widened {
  __host__ __device__ unsigned long long operator()(unsigned x) const {
    return x;
  }
};

int main() {
  const std::vector<unsigned> v = real::values<unsigned>(N, 60000);
  std::vector<unsigned> sorted = v, low, heads, lengths;
  std::vector<unsigned long long> sums(N);
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < N; ++i) {
    sums[i] = (i ? sums[i - 1] : 0ull) + sorted[i];
    if (below_half()(v[i]))
      low.push_back(v[i]);
    if (i == 0 || sorted[i] != sorted[i - 1]) {
      heads.push_back(sorted[i]);
      lengths.push_back(0);
    }
    ++lengths.back();
  }
  const real::memory<unsigned> in(v), out(N), first(N), counts(N), number(1);
  const real::memory<unsigned long long> scanned(N);
  real::with_scratch("select", [&](void *scratch, size_t &size) {
    return rocprim::select(scratch, size, in.get(), out.get(), number.get(), N,
                           below_half());
  });
  real::same("select", N, (size_t)number.host()[0], low.size());
  real::same_all("select", N, out.host(low.size()), low);
  real::with_scratch("radix_sort_keys", [&](void *scratch, size_t &size) {
    return rocprim::radix_sort_keys(scratch, size, in.get(), out.get(), N, 0,
                                    16);
  });
  real::same_all("radix_sort_keys", N, out.host(), sorted);
  real::with_scratch("inclusive_scan", [&](void *scratch, size_t &size) {
    return rocprim::inclusive_scan(
        scratch, size, rocprim::make_transform_iterator(out.get(), widened()),
        scanned.get(), N, rocprim::plus<unsigned long long>());
  });
  real::same_all("inclusive_scan", N, scanned.host(), sums);
  real::with_scratch("run_length_encode", [&](void *scratch, size_t &size) {
    return rocprim::run_length_encode(scratch, size, out.get(), (unsigned)N,
                                      first.get(), counts.get(), number.get());
  });
  real::same("run_length_encode", N, (size_t)number.host()[0], heads.size());
  real::same_all("run_length_encode", N, first.host(heads.size()), heads);
  real::same_all("its lengths", N, counts.host(heads.size()), lengths);
  return real::done();
}
