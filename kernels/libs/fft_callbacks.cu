// SPDX-License-Identifier: Apache-2.0
//
// The functions that a program has set for a plan's loads and stores, called
// where device code is this machine's own: what libquernfft launches before and
// behind such a transform on the CPU (src/libs/fft/callbacks.c).
#include <cufftXt.h>

#include "libs/fft/kernel_args.h"

namespace {

__device__ bool place(const qn_fft_called &a, qn_kernel_long *out_at,
                      size_t *out_offset) {
  qn_kernel_long at =
      (qn_kernel_long)blockIdx.x * QN_FFT_THREADS + threadIdx.x;
  qn_kernel_long offset = 0;
  *out_at = at;
  for (int axis = QN_FFT_AXES - 1; axis >= 0; --axis) {
    offset += at % a.n[axis] * a.strides[axis];
    at /= a.n[axis];
  }
  *out_offset = (size_t)(offset + at * a.dist);
  return at < a.count;
}

template <class T, class F> __device__ void load(const qn_fft_called &a) {
  qn_kernel_long at;
  size_t offset;
  if (!place(a, &at, &offset))
    return;
  ((T *)a.dense)[at] = a.callback
                           ? ((F)a.callback)(a.array, offset, a.info, nullptr)
                           : ((const T *)a.array)[offset];
}

template <class T, class F> __device__ void store(const qn_fft_called &a) {
  qn_kernel_long at;
  size_t offset;
  if (!place(a, &at, &offset))
    return;
  const T element = ((const T *)a.dense)[at];
  if (a.callback)
    ((F)a.callback)(a.array, offset, element, a.info, nullptr);
  else
    ((T *)a.array)[offset] = element;
}

} // namespace

#define KERNELS(letter, T, Letter)                                             \
  extern "C" __global__ void __launch_bounds__(QN_FFT_THREADS)                 \
      qn_fft_load_##letter(qn_fft_called a) {                                  \
    load<T, cufftCallbackLoad##Letter>(a);                                     \
  }                                                                            \
  extern "C" __global__ void __launch_bounds__(QN_FFT_THREADS)                 \
      qn_fft_store_##letter(qn_fft_called a) {                                 \
    store<T, cufftCallbackStore##Letter>(a);                                   \
  }
KERNELS(c, cufftComplex, C)
KERNELS(z, cufftDoubleComplex, Z)
KERNELS(r, cufftReal, R)
KERNELS(d, cufftDoubleReal, D)
