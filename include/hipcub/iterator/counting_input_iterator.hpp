// SPDX-License-Identifier: Apache-2.0
//
// CountingInputIterator: a value that grows by one.
#ifndef QUERN_HIPCUB_ITERATOR_COUNTING_INPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_COUNTING_INPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/counting_input_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class Value, class Offset = ptrdiff_t>
using CountingInputIterator = ::rocprim::counting_iterator<Value, Offset>;

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
