// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms for devices that have no vendor's library: what
// libquernfft launches on them (src/libs/fft/device.c). Passes without exchange
// (Stockham's), a factor of an axis at a time, each number by a thread. With
// QN_DOUBLE of doubles.
#include "libs/fft/kernel_args.h"

namespace {

typedef qn_kernel_long wide;
#ifdef QN_DOUBLE
typedef double real;
#define SINCOSPI sincospi
#else
typedef float real;
#define SINCOSPI sincospif
#endif
struct number {
  real re, im;
};

__device__ wide thread_number() {
  return (wide)blockIdx.x * QN_FFT_THREADS + threadIdx.x;
}

// Where element `at` of the dense array lies; *last is its place in the last
// axis. `mirrored`: of the element at the negative place of all axes.
__device__ wide place(const qn_fft_move &m, wide at, bool mirrored) {
  wide sum = 0;
  for (int axis = QN_FFT_AXES - 1; axis >= 0; --axis) {
    wide i = at % m.n[axis];
    at /= m.n[axis];
    if (mirrored)
      i = i ? m.n[axis] - i : 0;
    sum += i * m.strides[axis];
  }
  return sum + at * m.dist;
}

// e^(2 pi i k / n), by an angle of an eighth at most.
__device__ number root(wide k, wide n) {
  const wide quarters = (4 * k + n / 2) / n;
  real s, c;
  SINCOSPI((real)(4 * k - quarters * n) / (real)(2 * n), &s, &c);
  switch (quarters % 4) {
  case 0:
    return {c, s};
  case 1:
    return {-s, c};
  case 2:
    return {-c, -s};
  default:
    return {s, -c};
  }
}

__device__ bool is_beyond_half(const qn_fft_move &m, wide at) {
  const wide n = m.n[QN_FFT_AXES - 1];
  return at % n > n / 2;
}

__device__ wide elements_of(const qn_fft_move &m) {
  return m.n[0] * m.n[1] * m.n[2] * m.count;
}

} // namespace

extern "C" __global__ void __launch_bounds__(QN_FFT_THREADS)
    qn_fft_load(qn_fft_move m) {
  const wide at = thread_number();
  if (at >= elements_of(m))
    return;
  number x;
  if (m.elements == QN_FFT_REAL) {
    x.re = ((const real *)m.from)[place(m, at, false)];
    x.im = 0;
  } else {
    const bool mirrored = m.elements == QN_FFT_HALF && is_beyond_half(m, at);
    x = ((const number *)m.from)[place(m, at, mirrored)];
    if (mirrored)
      x.im = -x.im;
  }
  ((number *)m.to)[at] = x;
}

extern "C" __global__ void __launch_bounds__(QN_FFT_THREADS)
    qn_fft_store(qn_fft_move m) {
  const wide at = thread_number();
  if (at >= elements_of(m) ||
      (m.elements == QN_FFT_HALF && is_beyond_half(m, at)))
    return;
  const number x = ((const number *)m.from)[at];
  if (m.elements == QN_FFT_REAL)
    ((real *)m.to)[place(m, at, false)] = x.re;
  else
    ((number *)m.to)[place(m, at, false)] = x;
}

// Of n = length / done numbers that are `done` apart, m = n / factor:
// y[q + done (factor p + u)] = sum over t of x[q + done (p + m t)] w^k, where w
// is the n-th root of one and k = m (t u mod factor) + p u.
extern "C" __global__ void __launch_bounds__(QN_FFT_THREADS)
    qn_fft_pass_on(qn_fft_pass a) {
  const wide at = thread_number();
  if (at >= a.outer * a.length * a.inner)
    return;
  const wide inner = at % a.inner, line = at / a.inner;
  const wide y = line % a.length, base = line / a.length * a.length;
  const wide n = a.length / a.done, m = n / a.factor;
  const wide q = y % a.done, pu = y / a.done;
  const wide p = pu / a.factor, u = pu % a.factor;
  const number *x = (const number *)a.from + inner;
  number sum = {0, 0};
  for (wide t = 0; t < a.factor; ++t) {
    const number v = x[(base + q + a.done * (p + m * t)) * a.inner];
    const wide k = (t * u % a.factor * m + p * u) % n;
    const number w = root(k, n);
    const real s = w.im * (real)a.sign;
    sum.re += v.re * w.re - v.im * s;
    sum.im += v.re * s + v.im * w.re;
  }
  ((number *)a.to)[at] = sum;
}
