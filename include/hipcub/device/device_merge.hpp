// SPDX-License-Identifier: Apache-2.0
//
// DeviceMerge: two sorted lists, or lists of pairs, in one.
#ifndef QUERN_HIPCUB_DEVICE_DEVICE_MERGE_HPP
#define QUERN_HIPCUB_DEVICE_DEVICE_MERGE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/device/device_merge.cuh>
#else

#include "../detail/device.hpp"

BEGIN_HIPCUB_NAMESPACE

struct DeviceMerge {
  template <class In1, class N1, class In2, class N2, class Out,
            class CompareOp = ::rocprim::less<>>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  MergeKeys(void *d_temp_storage, size_t &temp_storage_bytes, In1 keys_in1,
            N1 num_keys1, In2 keys_in2, N2 num_keys2, Out keys_out,
            CompareOp compare_op = CompareOp(), hipStream_t stream = 0) {
    return ::rocprim::merge(d_temp_storage, temp_storage_bytes, keys_in1,
                            keys_in2, keys_out, (size_t)num_keys1,
                            (size_t)num_keys2, compare_op, stream);
  }
  template <class Keys1, class Values1, class N1, class Keys2, class Values2,
            class N2, class KeysOut, class ValuesOut,
            class CompareOp = ::rocprim::less<>>
  HIPCUB_RUNTIME_FUNCTION static hipError_t
  MergePairs(void *d_temp_storage, size_t &temp_storage_bytes, Keys1 keys_in1,
             Values1 values_in1, N1 num_pairs1, Keys2 keys_in2,
             Values2 values_in2, N2 num_pairs2, KeysOut keys_out,
             ValuesOut values_out, CompareOp compare_op = CompareOp(),
             hipStream_t stream = 0) {
    return ::rocprim::merge(d_temp_storage, temp_storage_bytes, keys_in1,
                            keys_in2, keys_out, values_in1, values_in2,
                            values_out, (size_t)num_pairs1, (size_t)num_pairs2,
                            compare_op, stream);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
