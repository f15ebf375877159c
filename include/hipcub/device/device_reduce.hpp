// SPDX-License-Identifier: Apache-2.0
//
// DeviceReduce: reductions of all items, and by key.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_REDUCE_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_REDUCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_reduce.cuh>
#else

#include "../detail/device.hpp"
#include "../iterator/arg_index_input_iterator.hpp"

BEGIN_HIPCUB_NAMESPACE

struct DeviceReduce {
  template <class In, class Out, class ReductionOp, class T, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Reduce(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         N num_items, ReductionOp reduction_op, T init, hipStream_t stream = 0,
         bool debug_synchronous = false) {
    using R = detail::accumulated<ReductionOp, T, detail::value_of<In>>;
    return ::rocprim::reduce(
        d_temp_storage, temp_storage_bytes, detail::as<R>(d_in), d_out, (R)init,
        (size_t)num_items, detail::returning<R, ReductionOp>{reduction_op},
        stream, debug_synchronous);
  }

  // Of what a function makes of each item.
  template <class In, class Out, class N, class ReductionOp, class TransformOp,
            class T>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  TransformReduce(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
                  Out d_out, N num_items, ReductionOp reduction_op,
                  TransformOp transform_op, T init, hipStream_t stream = 0) {
    using made = ::rocprim::transform_iterator<In, TransformOp>;
    return Reduce(d_temp_storage, temp_storage_bytes, made(d_in, transform_op),
                  d_out, num_items, reduction_op, init, stream);
  }

  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Sum(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
      N num_items, hipStream_t stream = 0, bool debug_synchronous = false) {
    using R = detail::sum_of<Out, In>;
    return Reduce(d_temp_storage, temp_storage_bytes, detail::as<R>(d_in),
                  d_out, num_items, detail::returning<R, ::hipcub::Sum>(), R(),
                  stream, debug_synchronous);
  }
  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Min(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
      N num_items, hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
                  ::hipcub::Min(), Traits<detail::value_of<In>>::Max(), stream,
                  debug_synchronous);
  }
  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Max(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
      N num_items, hipStream_t stream = 0, bool debug_synchronous = false) {
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
                  ::hipcub::Max(), Traits<detail::value_of<In>>::Lowest(),
                  stream, debug_synchronous);
  }

  // The place and the value; {1, the largest number} of no items.
  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         N num_items, hipStream_t stream = 0, bool debug_synchronous = false) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
               ::hipcub::ArgMin(), Traits<detail::value_of<In>>::Max(), stream,
               debug_synchronous);
  }
  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, In d_in, Out d_out,
         N num_items, hipStream_t stream = 0, bool debug_synchronous = false) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items,
               ::hipcub::ArgMax(), Traits<detail::value_of<In>>::Lowest(),
               stream, debug_synchronous);
  }

  template <class Keys, class Unique, class Values, class Aggregates,
            class Count, class ReductionOp, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ReduceByKey(void *d_temp_storage, size_t &temp_storage_bytes, Keys d_keys_in,
              Unique d_unique_out, Values d_values_in,
              Aggregates d_aggregates_out, Count d_num_runs_out,
              ReductionOp reduction_op, N num_items, hipStream_t stream = 0,
              bool debug_synchronous = false) {
    using T = detail::value_of<Values>;
    using R = detail::accumulated<ReductionOp, T, T>;
    if (!detail::is_countable(num_items))
      return hipErrorInvalidValue;
    return ::rocprim::reduce_by_key(
        d_temp_storage, temp_storage_bytes, d_keys_in,
        detail::as<R>(d_values_in), (unsigned)num_items, d_unique_out,
        d_aggregates_out, d_num_runs_out,
        detail::returning<R, ReductionOp>{reduction_op}, Equality(), stream,
        debug_synchronous);
  }

private:
  template <class In, class Out, class N, class Op, class T>
  static hipError_t arg(void *d_temp_storage, size_t &temp_storage_bytes,
                        In d_in, Out d_out, N num_items, Op op, T worst,
                        hipStream_t stream, bool debug_synchronous) {
    using pairs = ArgIndexInputIterator<In, int>;
    return Reduce(d_temp_storage, temp_storage_bytes, pairs(d_in), d_out,
                  num_items, op, detail::value_of<pairs>(1, worst), stream,
                  debug_synchronous);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
