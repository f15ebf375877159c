// SPDX-License-Identifier: Apache-2.0
// A plan of VkFFT's, which writes its kernels and compiles them while it runs,
// by NVRTC or hiprtc; what the host says of the same transform, in double.
#ifndef QUERN_TESTS_REAL_VKFFT_PLAN_H
#define QUERN_TESTS_REAL_VKFFT_PLAN_H

#ifdef REAL_HIP
#define VKFFT_BACKEND 2
#else
#define VKFFT_BACKEND 1
#endif
#include <vkFFT.h>

#include <complex>

#include "real.h"

typedef std::complex<double> number;
typedef std::vector<number> numbers;

#ifdef REAL_HIP
typedef hipDevice_t device_handle;
static int device_get(device_handle *d) { return hipDeviceGet(d, 0); }
#else
typedef CUdevice device_handle;
static int device_get(device_handle *d) { return cuDeviceGet(d, 0); }
#endif

// One transform after another, in place, on the device's memory.
template <class T> class plan {
public:
  plan(const char *name, VkFFTConfiguration c, const std::vector<T> &values)
      : what(name), x(values), at(x.get()), bytes(x.size() * sizeof(T)) {
    device_get(&device);
    c.device = &device;
    c.doublePrecision = sizeof(T) == sizeof(double);
    c.buffer = &at;
    c.bufferSize = &bytes;
    check(initializeVkFFT(&app, c), "the plan");
  }
  plan(const plan &) = delete;
  plan &operator=(const plan &) = delete;
  ~plan() { deleteVkFFT(&app); }
  std::vector<T> run(int direction) {
    VkFFTLaunchParams launch = {};
    launch.buffer = &at;
    check(VkFFTAppend(&app, direction, &launch), "the transform");
    real::ok(REAL_API(DeviceSynchronize)(), what.c_str());
    return x.host();
  }

private:
  void check(VkFFTResult result, const char *step) {
    if (result != VKFFT_SUCCESS)
      real::fail(what + ", " + step + ": VkFFT says " +
                 std::to_string((int)result));
  }
  std::string what;
  real::memory<T> x;
  void *at;
  uint64_t bytes;
  device_handle device;
  VkFFTApplication app = {};
};

// The sum over x[j] e^(-2 pi i j k / n), of every other element at a time.
inline numbers transform(const numbers &x) {
  const size_t n = x.size();
  numbers y(n);
  if (n % 2 == 0 && n > 32) {
    numbers half[2] = {numbers(n / 2), numbers(n / 2)};
    for (size_t i = 0; i < n; ++i)
      half[i % 2][i / 2] = x[i];
    const numbers a = transform(half[0]), b = transform(half[1]);
    for (size_t k = 0; k < n / 2; ++k) {
      const number turned = std::polar(1.0, -2 * M_PI * k / n) * b[k];
      y[k] = a[k] + turned;
      y[k + n / 2] = a[k] - turned;
    }
    return y;
  }
  numbers roots(n);
  for (size_t j = 0; j < n; ++j)
    roots[j] = std::polar(1.0, -2 * M_PI * j / n);
  for (size_t k = 0; k < n; ++k)
    for (size_t j = 0; j < n; ++j)
      y[k] += x[j] * roots[j * k % n];
  return y;
}

// Of one dimension of several, whose elements lie `stride` apart.
inline void transform_along(numbers &x, size_t n, size_t stride) {
  for (size_t first = 0; first < x.size(); ++first) {
    if (first / stride % n)
      continue;
    numbers row(n);
    for (size_t j = 0; j < n; ++j)
      row[j] = x[first + j * stride];
    row = transform(row);
    for (size_t j = 0; j < n; ++j)
      x[first + j * stride] = row[j];
  }
}

// How far two are from each other, by the size of the second.
template <class T>
void close(const std::string &what, size_t n, const std::vector<T> &got,
           const std::vector<double> &wanted) {
  double apart = 0, size = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    apart += (got[i] - wanted[i]) * (got[i] - wanted[i]);
    size += wanted[i] * wanted[i];
  }
  real::near(what.c_str(), n, std::sqrt(apart / size), 0.0,
             sizeof(T) == sizeof(double) ? 1e-12 : 2e-6);
}

template <class T> std::vector<T> mixed(size_t n) {
  std::vector<T> out = real::values<T>(n, 1000, (unsigned)n);
  for (T &v : out)
    v = v / 500 - 1;
  return out;
}

// Real and imaginary parts in turns, as VkFFT has them.
template <class T> numbers pairs(const std::vector<T> &x) {
  numbers out(x.size() / 2);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = number(x[2 * i], x[2 * i + 1]);
  return out;
}

inline std::vector<double> parts(const numbers &x) {
  std::vector<double> out;
  for (const number &v : x) {
    out.push_back(v.real());
    out.push_back(v.imag());
  }
  return out;
}

template <class T>
std::vector<double> scaled(const std::vector<T> &x, double by) {
  std::vector<double> out(x.begin(), x.end());
  for (double &v : out)
    v *= by;
  return out;
}

#endif
