// SPDX-License-Identifier: Apache-2.0
//
// DeviceTransform: what a function makes of each item, or of each two.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_TRANSFORM_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_TRANSFORM_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_transform.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

struct DeviceTransform {
  template <class In, class Out, class N, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Transform(In input, Out output, N num_items, Op op, hipStream_t stream = 0) {
    return ::rocprim::transform(input, output, (size_t)num_items, op, stream);
  }
  template <class In1, class In2, class Out, class N, class Op>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  Transform(::rocprim::tuple<In1, In2> inputs, Out output, N num_items, Op op,
            hipStream_t stream = 0) {
    return ::rocprim::transform(::rocprim::get<0>(inputs),
                                ::rocprim::get<1>(inputs), output,
                                (size_t)num_items, op, stream);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
