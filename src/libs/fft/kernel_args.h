// SPDX-License-Identifier: Apache-2.0
// What the kernels of kernels/libs/fft.cu take, made by device.c.
#ifndef QN_LIBS_FFT_KERNEL_ARGS_H
#define QN_LIBS_FFT_KERNEL_ARGS_H

typedef long long qn_kernel_long;

enum { QN_FFT_AXES = 3, QN_FFT_THREADS = 256 };

typedef enum qn_fft_elements {
  QN_FFT_COMPLEX,
  QN_FFT_REAL,
  QN_FFT_HALF, // the first half of a Hermitian result's last axis
} qn_fft_elements;

// Between the program's array and dense complex numbers: n[0] by n[1] by n[2],
// members one behind the other. Distances in elements of the array.
typedef struct qn_fft_move {
  const void *from;
  void *to;
  qn_kernel_long n[QN_FFT_AXES], strides[QN_FFT_AXES], dist, count;
  int elements, reserved;
} qn_fft_move;

// One factor of one axis: outer times `length` times inner numbers, of which
// `done` is the product of the factors before.
typedef struct qn_fft_pass {
  const void *from;
  void *to;
  qn_kernel_long outer, length, inner, done;
  int factor, sign;
} qn_fft_pass;

// Between the program's array and a dense one by a function of the program's
// for each element, or plainly where there is none.
typedef struct qn_fft_called {
  void *callback, *info, *array, *dense;
  qn_kernel_long n[QN_FFT_AXES], strides[QN_FFT_AXES], dist, count;
} qn_fft_called;

#endif // QN_LIBS_FFT_KERNEL_ARGS_H
