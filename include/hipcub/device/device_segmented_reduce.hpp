// SPDX-License-Identifier: Apache-2.0
//
// DeviceSegmentedReduce: a reduction of each segment.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_SEGMENTED_REDUCE_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_SEGMENTED_REDUCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_segmented_reduce.cuh>
#else

#include "device_reduce.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

// Places of a segment's own, of places of all.
template <class Out, class Begins, class Ends> struct place_in_segment {
  Out out;
  Begins begins;
  Ends ends;
  HIPCUB_DEVICE void operator()(int segment) const {
    auto pair = value_of<Out>(out[segment]);
    if (begins[segment] < ends[segment])
      pair.key -= (int)begins[segment];
    out[segment] = pair;
  }
};

} // namespace detail

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begins, class Ends, class ReductionOp,
            class T>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Reduce(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
         ReductionOp reduction_op, T initial_value, hipStream_t stream = 0,
         bool debug_synchronous = false) {
    using R = detail::accumulated<ReductionOp, T, detail::value_of<In>>;
    return detail::with_offsets(
        d_begin_offsets, d_end_offsets, [&](auto begins, auto ends) {
          return ::rocprim::segmented_reduce(
              d_temp_storage, temp_storage_bytes, detail::as<R>(d_in), d_out,
              (unsigned)num_segments, begins, ends,
              detail::returning<R, ReductionOp>{reduction_op}, (R)initial_value,
              stream, debug_synchronous);
        });
  }

  template <class In, class Out, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Sum(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
      int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
      hipStream_t stream = 0, bool debug_synchronous = false) {
    using R = detail::sum_of<Out, In>;
    return Reduce(d_temp_storage, temp_storage_bytes, detail::as<R>(d_in),
                  d_out, num_segments, d_begin_offsets, d_end_offsets,
                  detail::returning<R, ::hipcub::Sum>(), R(), stream,
                  debug_synchronous);
  }
  template <class In, class Out, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Min(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
      int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
      hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments,
                  d_begin_offsets, d_end_offsets, ::hipcub::Min(),
                  Traits<detail::value_of<In>>::Max(), stream,
                  debug_synchronous);
  }
  template <class In, class Out, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Max(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
      int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
      hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments,
                  d_begin_offsets, d_end_offsets, ::hipcub::Max(),
                  Traits<detail::value_of<In>>::Lowest(), stream,
                  debug_synchronous);
  }

  // Places count from the segment's begin; {1, the largest number} of none.
  template <class In, class Out, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
         hipStream_t stream = 0, bool debug_synchronous = false) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments,
               d_begin_offsets, d_end_offsets, ::hipcub::ArgMin(),
               Traits<detail::value_of<In>>::Max(), stream, debug_synchronous);
  }
  template <class In, class Out, class Begins, class Ends>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         int num_segments, Begins d_begin_offsets, Ends d_end_offsets,
         hipStream_t stream = 0, bool debug_synchronous = false) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments,
               d_begin_offsets, d_end_offsets, ::hipcub::ArgMax(),
               Traits<detail::value_of<In>>::Lowest(), stream,
               debug_synchronous);
  }

private:
  template <class In, class Out, class Begins, class Ends, class Op, class T>
  static hipError_t arg(void *d_temp_storage, size_t &temp_storage_bytes,
                        In d_in, Out d_out, int num_segments, Begins begins,
                        Ends ends, Op op, T worst, hipStream_t stream,
                        bool debug_synchronous) {
    using pairs = ArgIndexInputIterator<In, int>;
    const hipError_t error =
        Reduce(d_temp_storage, temp_storage_bytes, pairs(d_in), d_out,
               num_segments, begins, ends, op,
               detail::value_of<pairs>(1, worst), stream, debug_synchronous);
    if (error != hipSuccess || d_temp_storage == nullptr)
      return error;
    return detail::launch_for(
        num_segments,
        detail::place_in_segment<Out, Begins, Ends>{d_out, begins, ends},
        stream);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
