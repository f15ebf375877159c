// SPDX-License-Identifier: Apache-2.0
//
// The scan of one thread's items; each returns the total.
#ifndef QUERN_HIPCUB_THREAD_THREAD_SCAN_HPP
#define QUERN_HIPCUB_THREAD_THREAD_SCAN_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/thread/thread_scan.cuh>
#else

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace internal {

template <int LENGTH, class T, class ScanOp>
HIPCUB_DEVICE inline T ThreadScanInclusive(const T *input, T *output,
                                           ScanOp op) {
  T all = input[0];
  output[0] = all;
  for (int i = 1; i < LENGTH; ++i)
    output[i] = all = op(all, input[i]);
  return all;
}
template <int LENGTH, class T, class ScanOp>
HIPCUB_DEVICE inline T ThreadScanInclusive(const T *input, T *output, ScanOp op,
                                           T prefix, bool apply_prefix = true) {
  T all = apply_prefix ? op(prefix, input[0]) : input[0];
  output[0] = all;
  for (int i = 1; i < LENGTH; ++i)
    output[i] = all = op(all, input[i]);
  return all;
}
// Without the prefix, the first result is it all the same.
template <int LENGTH, class T, class ScanOp>
HIPCUB_DEVICE inline T ThreadScanExclusive(const T *input, T *output, ScanOp op,
                                           T prefix, bool apply_prefix = true) {
  T all = apply_prefix ? op(prefix, input[0]) : input[0];
  output[0] = prefix;
  for (int i = 1; i < LENGTH; ++i) {
    const T item = input[i];
    output[i] = all;
    all = op(all, item);
  }
  return all;
}

template <int LENGTH, class T, class ScanOp>
HIPCUB_DEVICE inline T ThreadScanInclusive(T (&input)[LENGTH],
                                           T (&output)[LENGTH], ScanOp op) {
  return ThreadScanInclusive<LENGTH>((const T *)input, (T *)output, op);
}
template <int LENGTH, class T, class ScanOp>
HIPCUB_DEVICE inline T ThreadScanInclusive(T (&input)[LENGTH],
                                           T (&output)[LENGTH], ScanOp op,
                                           T prefix, bool apply_prefix = true) {
  return ThreadScanInclusive<LENGTH>((const T *)input, (T *)output, op, prefix,
                                     apply_prefix);
}
template <int LENGTH, class T, class ScanOp>
HIPCUB_DEVICE inline T ThreadScanExclusive(T (&input)[LENGTH],
                                           T (&output)[LENGTH], ScanOp op,
                                           T prefix, bool apply_prefix = true) {
  return ThreadScanExclusive<LENGTH>((const T *)input, (T *)output, op, prefix,
                                     apply_prefix);
}

} // namespace internal
using namespace internal;
END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
