// SPDX-License-Identifier: Apache-2.0
//
// Between Thrust's vectors and the host's.
#ifndef QUERN_TESTS_REAL_VECTORS_H
#define QUERN_TESTS_REAL_VECTORS_H

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "functors.h"
#include "real.h"

template <class T>
thrust::device_vector<T> there(const std::vector<T> &values) {
  return thrust::device_vector<T>(values.begin(), values.end());
}

template <class T>
std::vector<T> here(const thrust::device_vector<T> &values) {
  std::vector<T> out(values.size());
  thrust::copy(values.begin(), values.end(), out.begin());
  return out;
}

#endif
