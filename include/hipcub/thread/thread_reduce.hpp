// SPDX-License-Identifier: Apache-2.0
//
// The reduction of one thread's items.
#ifndef QUERN_HIPCUB_THREAD_THREAD_REDUCE_HPP
#define QUERN_HIPCUB_THREAD_THREAD_REDUCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_reduce.cuh>
#else

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace internal {

template <int LENGTH, class T, class ReductionOp, class Accumulator = T>
HIPCUB_DEVICE inline Accumulator ThreadReduce(const T *input, ReductionOp op,
                                              Accumulator prefix) {
  Accumulator all = prefix;
  for (int i = 0; i < LENGTH; ++i)
    all = op(all, input[i]);
  return all;
}
template <int LENGTH, class T, class ReductionOp>
HIPCUB_DEVICE inline T ThreadReduce(const T *input, ReductionOp op) {
  return ThreadReduce<LENGTH - 1>(input + 1, op, input[0]);
}
template <int LENGTH, class T, class ReductionOp>
HIPCUB_DEVICE inline T ThreadReduce(T (&input)[LENGTH], ReductionOp op,
                                    T prefix) {
  return ThreadReduce<LENGTH>((const T *)input, op, prefix);
}
template <int LENGTH, class T, class ReductionOp>
HIPCUB_DEVICE inline T ThreadReduce(T (&input)[LENGTH], ReductionOp op) {
  return ThreadReduce<LENGTH>((const T *)input, op);
}

} // namespace internal
using namespace internal;
END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
