// SPDX-License-Identifier: Apache-2.0
//
// CacheModifiedInputIterator: loads with a hint for caches.
#ifndef QUERN_HIPCUB_ITERATOR_CACHE_MODIFIED_INPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_CACHE_MODIFIED_INPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/cache_modified_input_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"
#include "../detail/iterator.hpp"

#include "../thread/thread_load.hpp"

BEGIN_HIPCUB_NAMESPACE

template <CacheLoadModifier MODIFIER, class Value, class Offset = ptrdiff_t>
class CacheModifiedInputIterator
    : public detail::moves_as_pointer<
          CacheModifiedInputIterator<MODIFIER, Value, Offset>, const Value,
          Value, Value, Offset> {
  using base = detail::moves_as_pointer<CacheModifiedInputIterator, const Value,
                                        Value, Value, Offset>;

public:
  HIPCUB_HOST_DEVICE CacheModifiedInputIterator(const Value *p) : base(p) {}
  HIPCUB_DEVICE Value operator*() const {
    return ThreadLoad<MODIFIER>(this->at);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
