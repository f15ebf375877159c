// SPDX-License-Identifier: Apache-2.0
//
// DeviceScan: scans of all items, and by key.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_SCAN_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_SCAN_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_scan.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

// What a scan begins with: a value, or one that is in memory by then.
template <class T> struct scan_init {
  using type = T;
  template <class R> static R as(T value) { return (R)value; }
};
template <class T, class Iterator>
struct scan_init<::rocprim::future_value<T, Iterator>> {
  using type = T;
  template <class R>
  static auto as(::rocprim::future_value<T, Iterator> value) {
    static_assert(std::is_same<R, T>::value,
                  "a FutureValue is of the type of the scan's results");
    return value;
  }
};

} // namespace detail

struct DeviceScan {
  template <class In, class Out, class ScanOp, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  InclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
                Out d_out, ScanOp scan_op, N num_items, hipStream_t stream = 0,
                bool debug_synchronous = false) {
    using T = detail::value_of<In>;
    using R = detail::accumulated<ScanOp, T, T>;
    return ::rocprim::inclusive_scan(
        d_temp_storage, temp_storage_bytes, detail::as<R>(d_in), d_out,
        (size_t)num_items, detail::returning<R, ScanOp>{scan_op}, stream,
        debug_synchronous);
  }
  template <class In, class Out, class ScanOp, class Init, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
                Out d_out, ScanOp scan_op, Init init_value, N num_items,
                hipStream_t stream = 0, bool debug_synchronous = false) {
    using init = detail::scan_init<Init>;
    using R =
        detail::accumulated<ScanOp, typename init::type, detail::value_of<In>>;
    return ::rocprim::exclusive_scan(
        d_temp_storage, temp_storage_bytes, detail::as<R>(d_in), d_out,
        init::template as<R>(init_value), (size_t)num_items,
        detail::returning<R, ScanOp>{scan_op}, stream, debug_synchronous);
  }
  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  InclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
               Out d_out, N num_items, hipStream_t stream = 0,
               bool debug_synchronous = false) {
    return InclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out,
                         sum_in<In>(), num_items, stream, debug_synchronous);
  }
  template <class In, class Out, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ExclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, In d_in,
               Out d_out, N num_items, hipStream_t stream = 0,
               bool debug_synchronous = false) {
    return ExclusiveScan(d_temp_storage, temp_storage_bytes, d_in, d_out,
                         sum_in<In>(), detail::value_of<In>(), num_items,
                         stream, debug_synchronous);
  }
  template <class In, class Out, class ScanOp, class Init, class N>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  InclusiveScanInit(void *, size_t &, In, Out, ScanOp, Init, N,
                    hipStream_t = 0) {
    static_assert(sizeof(In) == 0,
                  "DeviceScan::InclusiveScanInit: rocPRIM 5 has no inclusive "
                  "scan with an initial value");
    return hipErrorNotSupported;
  }

  // In place.
  template <class Data, class N,
            class = typename std::enable_if<std::is_integral<N>::value>::type>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  InclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, Data d_data,
               N num_items, hipStream_t stream = 0) {
    return InclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data,
                        num_items, stream);
  }
  template <class Data, class N,
            class = typename std::enable_if<std::is_integral<N>::value>::type>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ExclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, Data d_data,
               N num_items, hipStream_t stream = 0) {
    return ExclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data,
                        num_items, stream);
  }

  template <class Keys, class Values, class Out, class ScanOp, class N,
            class EqualityOp = Equality>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  InclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                     Keys d_keys_in, Values d_values_in, Out d_values_out,
                     ScanOp scan_op, N num_items,
                     EqualityOp equality_op = EqualityOp(),
                     hipStream_t stream = 0, bool debug_synchronous = false) {
    using T = detail::value_of<Values>;
    using R = detail::accumulated<ScanOp, T, T>;
    return ::rocprim::inclusive_scan_by_key(
        d_temp_storage, temp_storage_bytes, d_keys_in,
        detail::as<R>(d_values_in), d_values_out, (size_t)num_items,
        detail::returning<R, ScanOp>{scan_op}, equality_op, stream,
        debug_synchronous);
  }
  template <class Keys, class Values, class Out, class ScanOp, class Init,
            class N, class EqualityOp = Equality>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ExclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                     Keys d_keys_in, Values d_values_in, Out d_values_out,
                     ScanOp scan_op, Init init_value, N num_items,
                     EqualityOp equality_op = EqualityOp(),
                     hipStream_t stream = 0, bool debug_synchronous = false) {
    using R = detail::accumulated<ScanOp, Init, detail::value_of<Values>>;
    return ::rocprim::exclusive_scan_by_key(
        d_temp_storage, temp_storage_bytes, d_keys_in,
        detail::as<R>(d_values_in), d_values_out, (R)init_value,
        (size_t)num_items, detail::returning<R, ScanOp>{scan_op}, equality_op,
        stream, debug_synchronous);
  }
  template <class Keys, class Values, class Out, class N,
            class EqualityOp = Equality>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  InclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                    Keys d_keys_in, Values d_values_in, Out d_values_out,
                    N num_items, EqualityOp equality_op = EqualityOp(),
                    hipStream_t stream = 0, bool debug_synchronous = false) {
    return InclusiveScanByKey(d_temp_storage, temp_storage_bytes, d_keys_in,
                              d_values_in, d_values_out, sum_in<Values>(),
                              num_items, equality_op, stream,
                              debug_synchronous);
  }
  template <class Keys, class Values, class Out, class N,
            class EqualityOp = Equality>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  ExclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                    Keys d_keys_in, Values d_values_in, Out d_values_out,
                    N num_items, EqualityOp equality_op = EqualityOp(),
                    hipStream_t stream = 0, bool debug_synchronous = false) {
    return ExclusiveScanByKey(d_temp_storage, temp_storage_bytes, d_keys_in,
                              d_values_in, d_values_out, sum_in<Values>(),
                              detail::value_of<Values>(), num_items,
                              equality_op, stream, debug_synchronous);
  }

private:
  // Sums are in the type of the items.
  template <class In>
  static detail::returning<detail::value_of<In>, ::hipcub::Sum> sum_in() {
    return {};
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
