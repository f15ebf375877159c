// SPDX-License-Identifier: Apache-2.0
// DeviceHistogram: even bins, bins by limits, several channels.
#include <cub/device/device_histogram.cuh>

#include <algorithm>

#include "real.h"

static const int BINS = 20;

static void channels(size_t n) {
  const std::vector<unsigned char> pixels =
      real::values<unsigned char>(4 * n, 256);
  std::vector<int> wanted[3];
  for (int c = 0; c < 3; ++c) {
    wanted[c].assign(256, 0);
    for (size_t i = 0; i < n; ++i)
      ++wanted[c][pixels[4 * i + c]];
  }
  const real::memory<unsigned char> in(pixels);
  real::memory<int> red(256), green(256), blue(256);
  int *out[3] = {red.get(), green.get(), blue.get()};
  int levels[3] = {257, 257, 257}, lower[3] = {0, 0, 0},
      upper[3] = {256, 256, 256};
  real::with_scratch("MultiHistogramEven", [&](void *scratch, size_t &size) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 3>(
        scratch, size, in.get(), out, levels, lower, upper, (int)n);
  });
  real::same_all("channel 0", n, red.host(), wanted[0]);
  real::same_all("channel 1", n, green.host(), wanted[1]);
  real::same_all("channel 2", n, blue.host(), wanted[2]);
}

int main() {
  for (size_t n : {1, 255, 4097, 20011}) {
    const std::vector<int> values = real::values<int>(n, 1000);
    // Values outside all bins count nowhere.
    std::vector<int> limits, even(BINS, 0), ranges(BINS, 0);
    for (int i = 0; i <= BINS; ++i)
      limits.push_back(30 + i * i * 2);
    for (int value : values) {
      if (value >= 100 && value < 900)
        ++even[(value - 100) / 40];
      const auto at = std::upper_bound(limits.begin(), limits.end(), value);
      if (at != limits.begin() && at != limits.end())
        ++ranges[at - limits.begin() - 1];
    }
    const real::memory<int> in(values), levels(limits);
    real::memory<int> out(BINS);
    real::with_scratch("HistogramEven", [&](void *scratch, size_t &size) {
      return cub::DeviceHistogram::HistogramEven(scratch, size, in.get(),
                                                 out.get(), BINS + 1, 100, 900,
                                                 (int)n);
    });
    real::same_all("HistogramEven", n, out.host(), even);
    real::with_scratch("HistogramRange", [&](void *scratch, size_t &size) {
      return cub::DeviceHistogram::HistogramRange(scratch, size, in.get(),
                                                  out.get(), BINS + 1,
                                                  levels.get(), (int)n);
    });
    real::same_all("HistogramRange", n, out.host(), ranges);
    channels(n);
  }
  return real::done();
}
