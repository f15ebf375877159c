// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: arrays of the device, and numbers of
// their own. Those in HIP define USES_HIP before it.
#ifndef QUERN_TESTS_WHOLE_ARRAY_H
#define QUERN_TESTS_WHOLE_ARRAY_H

#ifdef USES_HIP
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "program.h"

#define GOOD(call) CHECK((int)(call) == 0)

// An array of the device, with copies from and to the host's.
template <class T> struct Array {
  T *p = nullptr;
  size_t size = 0;
  explicit Array(size_t count) : size(count) {
    OK(GPU(Malloc)((void **)&p, (count ? count : 1) * sizeof(T)));
    OK(GPU(Memset)(p, 0, (count ? count : 1) * sizeof(T)));
  }
  explicit Array(const std::vector<T> &v) : Array(v.size()) { put(v); }
  ~Array() { OK(GPU(Free)(p)); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  void put(const std::vector<T> &v) {
    OK(GPU(Memcpy)(p, v.data(), size * sizeof(T), GPU(MemcpyHostToDevice)));
  }
  std::vector<T> get() const {
    std::vector<T> v(size);
    OK(GPU(Memcpy)(v.data(), p, size * sizeof(T), GPU(MemcpyDeviceToHost)));
    return v;
  }
};

template <class T> std::vector<T> normal_numbers(size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<T> v(count);
  for (T &x : v)
    x = (T)normal(engine);
  return v;
}

static inline bool is_near(double got, double wanted, double tolerance) {
  const bool good = std::fabs(got - wanted) <= tolerance;
  if (!good)
    std::fprintf(stderr, "%.9g, not %.9g within %g\n", got, wanted, tolerance);
  return good;
}

static inline unsigned blocks_for(size_t count, unsigned threads) {
  return (unsigned)((count + threads - 1) / threads);
}

#endif
