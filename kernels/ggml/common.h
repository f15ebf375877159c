// SPDX-License-Identifier: Apache-2.0
//
// What the kernels of this folder share. All have the same arguments: the
// address of the result, those of five sources, and their shapes.
//
// Element-wise kernels are launched with any block and grid: dimension x goes
// along rows, y over them. Kernels of rows have blocks of 256 threads, one for
// a row at a time; their grid is along x.
#ifndef QUERN_KERNELS_GGML_COMMON_H
#define QUERN_KERNELS_GGML_COMMON_H

#include "../quants.h"
#include "../tensor.h"
#include "call.h"

#define QN_GGML_KERNEL(name)                                                   \
  extern "C" __global__ void __launch_bounds__(256)                            \
      name(char *dst, const char *src0, const char *src1, const char *src2,    \
           const char *src3, const char *src4, quern_ggml_call call)
// Passes them on.
#define QN_GGML_ARGS dst, src0, src1, src2, src3, src4, call
#define QN_GGML_PARAMETERS                                                     \
  char *dst, const char *src0, const char *src1, const char *src2,             \
      const char *src3, const char *src4, const quern_ggml_call &call

namespace quern {
namespace ggml {

typedef long long wide;
typedef quern_ggml_call call_type;
typedef quern_ggml_shape shape_type;

QN_DEVICE float real_param(const call_type &call, int i) {
  return __int_as_float(call.params[i]);
}

// ---- Places

struct row_place {
  wide i1, i2, i3;
};

QN_DEVICE wide rows_of(const shape_type &s) {
  return s.ne[1] * s.ne[2] * s.ne[3];
}
QN_DEVICE wide elements_of(const shape_type &s) { return s.ne[0] * rows_of(s); }

QN_DEVICE row_place row_at(const shape_type &s, wide row) {
  const auto a = divide(row, s.ne[1]);
  const auto b = divide(a.whole, s.ne[2]);
  return {a.rest, b.rest, b.whole};
}

// Where a row begins, in bytes.
QN_DEVICE wide offset_of(const shape_type &s, row_place r) {
  return r.i1 * s.nb[1] + r.i2 * s.nb[2] + r.i3 * s.nb[3];
}

QN_DEVICE wide wrapped(wide i, wide n) {
  return n == 1 ? 0 : i < n ? i : divide(i, n).rest;
}
// The same where rows repeat.
QN_DEVICE wide repeated_offset_of(const shape_type &s, row_place r) {
  return wrapped(r.i1, s.ne[1]) * s.nb[1] + wrapped(r.i2, s.ne[2]) * s.nb[2] +
         wrapped(r.i3, s.ne[3]) * s.nb[3];
}

template <typename T> QN_DEVICE const T *row_in(const char *at, wide offset) {
  return (const T *)(at + offset);
}
template <typename T> QN_DEVICE T *row_in(char *at, wide offset) {
  return (T *)(at + offset);
}

// f(row) for the rows of a thread, f(i) for the elements of a row.
template <typename F> QN_DEVICE void each_row(wide rows, F f) {
  for (wide row = (wide)blockIdx.y * blockDim.y + threadIdx.y; row < rows;
       row += (wide)gridDim.y * blockDim.y)
    f(row);
}
template <typename F> QN_DEVICE void each_element(wide count, F f) {
  for (wide i = (wide)blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += (wide)gridDim.x * blockDim.x)
    f(i);
}
// f(place, i) for the elements of a tensor.
template <typename F> QN_DEVICE void each_place(const shape_type &s, F f) {
  each_row(rows_of(s), [&](wide row) {
    const row_place r = row_at(s, row);
    each_element(s.ne[0], [&](wide i) { f(r, i); });
  });
}

// ---- Kernels of rows

constexpr int row_threads = 256;

template <typename F> QN_DEVICE void each_row_of_blocks(wide rows, F f) {
  for (wide row = blockIdx.x; row < rows; row += gridDim.x)
    f(row);
}
template <typename F> QN_DEVICE void each_of_block(wide count, F f) {
  for (wide i = threadIdx.x; i < count; i += row_threads)
    f(i);
}

struct add_up {
  template <typename T> QN_DEVICE T both(T a, T b) { return a + b; }
};
struct take_greater {
  template <typename T> QN_DEVICE T both(T a, T b) { return a > b ? a : b; }
};

// All threads of a block get the sum, or the greatest, of what each has.
template <typename Op, typename T> QN_DEVICE T of_block(T value, T *shared) {
  const int thread = (int)threadIdx.x;
  __syncthreads(); // what an earlier call left has been read
  shared[thread] = value;
  __syncthreads();
#pragma unroll
  for (int half = row_threads / 2; half > 0; half /= 2) {
    if (thread < half)
      shared[thread] = Op::both(shared[thread], shared[thread + half]);
    __syncthreads();
  }
  return shared[0];
}

} // namespace ggml
} // namespace quern

#endif
