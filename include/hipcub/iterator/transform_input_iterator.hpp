// SPDX-License-Identifier: Apache-2.0
//
// TransformInputIterator: what a function makes of values.
#ifndef QUERN_HIPCUB_ITERATOR_TRANSFORM_INPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_TRANSFORM_INPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/transform_input_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class Value, class ConversionOp, class InputIterator,
          class Offset = ptrdiff_t>
using TransformInputIterator =
    ::rocprim::transform_iterator<InputIterator, ConversionOp, Value>;

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
