// SPDX-License-Identifier: Apache-2.0
//
// DeviceSpmv: a sparse matrix in rows times a vector.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_SPMV_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_SPMV_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_spmv.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class T> struct row_times_vector {
  const T *values;
  const int *row_offsets, *columns;
  const T *x;
  T *y;
  HIPCUB_DEVICE void operator()(int row) const {
    T sum = T();
    for (int i = row_offsets[row]; i < row_offsets[row + 1]; ++i)
      sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
};

} // namespace detail

struct DeviceSpmv {
  template <class T>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  CsrMV(void *d_temp_storage, size_t &temp_storage_bytes, const T *d_values,
        const int *d_row_offsets, const int *d_column_indices,
        const T *d_vector_x, T *d_vector_y, int num_rows, int, int,
        hipStream_t stream = 0, bool = false) {
    if (detail::only_asks(d_temp_storage, temp_storage_bytes))
      return hipSuccess;
    return detail::launch_for(
        num_rows,
        detail::row_times_vector<T>{d_values, d_row_offsets, d_column_indices,
                                    d_vector_x, d_vector_y},
        stream);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
