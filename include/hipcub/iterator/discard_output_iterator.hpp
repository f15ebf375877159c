// SPDX-License-Identifier: Apache-2.0
//
// DiscardOutputIterator: what is stored goes nowhere.
#ifndef QUERN_HIPCUB_ITERATOR_DISCARD_OUTPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_DISCARD_OUTPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/discard_output_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class Offset = ptrdiff_t>
using DiscardOutputIterator = ::rocprim::discard_iterator;

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
