// SPDX-License-Identifier: Apache-2.0
//
// ArgIndexInputIterator: values with their places.
#ifndef QUERN_HIPCUB_ITERATOR_ARG_INDEX_INPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_ARG_INDEX_INPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/arg_index_input_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class InputIterator, class Offset = ptrdiff_t,
          class OutputValue =
              typename std::iterator_traits<InputIterator>::value_type>
using ArgIndexInputIterator =
    ::rocprim::arg_index_iterator<InputIterator, Offset, OutputValue>;

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
