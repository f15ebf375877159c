// SPDX-License-Identifier: Apache-2.0
// Device algorithms that CUB's programs do not ask for: in place, by condition,
// with other accumulators, places in segments, batches of copies.
#include <hipcub/hipcub.hpp>

#include <algorithm>
#include <numeric>

#include "functors.h"
#include "real.h"
#include "segments.h"

static void selects(size_t n) {
  const std::vector<int> v = real::values<int>(n, 1000);
  const std::vector<int> flags = real::values<int>(n, 10, 2);
  std::vector<int> odd, low;
  for (size_t i = 0; i < n; ++i) {
    if (is_odd()(v[i]))
      odd.push_back(v[i]);
    if (flags[i] < 4)
      low.push_back(v[i]);
  }
  const real::memory<int> f(flags), in(v);
  real::memory<int> place(v), out(n), count(1);
  real::with_scratch("If in place", [&](void *scratch, size_t &size) {
    return hipcub::DeviceSelect::If(scratch, size, place.get(), count.get(),
                                    (int)n, is_odd());
  });
  real::same("If's number", n, count.host()[0], (int)odd.size());
  real::same_all("If in place", n, place.host(odd.size()), odd);
  real::with_scratch("FlaggedIf", [&](void *scratch, size_t &size) {
    return hipcub::DeviceSelect::FlaggedIf(scratch, size, in.get(), f.get(),
                                           out.get(), count.get(), (int)n,
                                           below{4});
  });
  real::same("FlaggedIf's number", n, count.host()[0], (int)low.size());
  real::same_all("FlaggedIf", n, out.host(low.size()), low);
  real::with_scratch("Flagged partition", [&](void *scratch, size_t &size) {
    return hipcub::DevicePartition::Flagged(scratch, size, in.get(), f.get(),
                                            out.get(), count.get(), (int)n);
  });
  real::same("Flagged's number", n, count.host()[0],
             (int)(n - std::count(flags.begin(), flags.end(), 0)));
}

// Sums of bytes, into wider types and with a stream and the old flag.
static void accumulators(size_t n) {
  const std::vector<unsigned char> v = real::values<unsigned char>(n, 256);
  const real::memory<unsigned char> in(v);
  real::memory<long long> sum(1), sums(n);
  real::with_scratch("Sum of bytes", [&](void *scratch, size_t &size) {
    return hipcub::DeviceReduce::Sum(scratch, size, in.get(), sum.get(), (int)n,
                                     hipStreamPerThread, false);
  });
  real::ok(hipStreamSynchronize(hipStreamPerThread), "the stream");
  real::same("Sum of bytes", n, sum.host()[0],
             std::accumulate(v.begin(), v.end(), 0LL));
  real::with_scratch(
      "ExclusiveScan of bytes", [&](void *scratch, size_t &size) {
        return hipcub::DeviceScan::ExclusiveScan(scratch, size, in.get(),
                                                 sums.get(), hipcub::Sum(), 5LL,
                                                 (int)n, 0, false);
      });
  std::vector<long long> wanted(n);
  std::exclusive_scan(v.begin(), v.end(), wanted.begin(), 5LL);
  real::same_all("ExclusiveScan of bytes", n, sums.host(), wanted);
  const real::memory<long long> first(std::vector<long long>(1, 11));
  real::with_scratch("FutureValue", [&](void *scratch, size_t &size) {
    return hipcub::DeviceScan::ExclusiveScan(
        scratch, size, in.get(), sums.get(), hipcub::Sum(),
        hipcub::FutureValue<long long>(first.get()), (int)n);
  });
  std::exclusive_scan(v.begin(), v.end(), wanted.begin(), 11LL);
  real::same_all("FutureValue", n, sums.host(), wanted);
}

static void places(size_t n) {
  const std::vector<int> v = real::values<int>(n, 1000), ends = segments(n);
  const int count = (int)ends.size() - 1;
  const real::memory<int> in(v), begins(ends);
  const std::vector<int> stops(ends.begin() + 1, ends.end());
  const real::memory<int> stop(stops);
  real::memory<hipcub::KeyValuePair<int, int>> out(count);
  // Offsets of two types.
  const int *begin = begins.get();
  real::with_scratch("ArgMin of segments", [&](void *scratch, size_t &size) {
    return hipcub::DeviceSegmentedReduce::ArgMin(
        scratch, size, in.get(), out.get(), count, begin, stop.get());
  });
  std::vector<hipcub::KeyValuePair<int, int>> got = out.host();
  for (int s = 0; s < count; ++s) {
    const auto first = v.begin() + ends[s], last = v.begin() + ends[s + 1];
    const auto at = std::min_element(first, last);
    real::same("ArgMin's place in its segment", s, got[s].key,
               first == last ? 1 : (int)(at - first));
    if (first != last)
      real::same("ArgMin's value", s, got[s].value, *at);
  }
}

static void batches() {
  const std::vector<int> v = real::values<int>(3000, 1000);
  const std::vector<unsigned> lengths = {0, 1, 700, 33, 1200, 5};
  const real::memory<int> in(v);
  real::memory<int> out(v.size()), bytes(v.size());
  std::vector<const int *> from;
  std::vector<int *> to, by_bytes;
  std::vector<unsigned> sizes;
  std::vector<int> wanted(v.size(), (int)0xa5a5a5a5);
  unsigned at = 0;
  for (unsigned length : lengths) {
    from.push_back(in.get() + at);
    to.push_back(out.get() + v.size() - at - length);
    by_bytes.push_back(bytes.get() + v.size() - at - length);
    sizes.push_back(length * (unsigned)sizeof(int));
    std::copy_n(v.begin() + at, length, wanted.end() - at - length);
    at += length;
  }
  const real::memory<const int *> sources(from);
  const real::memory<int *> targets(to), byte_targets(by_bytes);
  const real::memory<unsigned> counts(lengths), byte_counts(sizes);
  const unsigned n = (unsigned)lengths.size();
  real::with_scratch("DeviceCopy", [&](void *scratch, size_t &size) {
    return hipcub::DeviceCopy::Batched(scratch, size, sources.get(),
                                       targets.get(), counts.get(), n);
  });
  real::same_all("DeviceCopy", n, out.host(), wanted);
  real::with_scratch("DeviceMemcpy", [&](void *scratch, size_t &size) {
    return hipcub::DeviceMemcpy::Batched(
        scratch, size, sources.get(), byte_targets.get(), byte_counts.get(), n);
  });
  real::same_all("DeviceMemcpy", n, bytes.host(), wanted);
}

static void scans_in_place(size_t n) {
  const std::vector<int> v = real::values<int>(n, 1000);
  real::memory<int> place(v);
  real::with_scratch("ExclusiveSum in place", [&](void *scratch, size_t &size) {
    return hipcub::DeviceScan::ExclusiveSum(scratch, size, place.get(), (int)n);
  });
  std::vector<int> wanted(n);
  std::exclusive_scan(v.begin(), v.end(), wanted.begin(), 0);
  real::same_all("ExclusiveSum in place", n, place.host(), wanted);
}

int main() {
  for (size_t n : {1, 255, 4097, 20011}) {
    selects(n);
    accumulators(n);
    places(n);
    scans_in_place(n);
  }
  batches();
  return real::done();
}
