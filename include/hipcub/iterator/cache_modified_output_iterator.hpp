// SPDX-License-Identifier: Apache-2.0
//
// CacheModifiedOutputIterator: stores with a hint for caches.
#ifndef QUERN_HIPCUB_ITERATOR_CACHE_MODIFIED_OUTPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_CACHE_MODIFIED_OUTPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/cache_modified_output_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"
#include "../detail/iterator.hpp"

#include "../thread/thread_store.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <CacheStoreModifier MODIFIER, class Value> struct stored_there {
  Value *at;
  HIPCUB_DEVICE Value operator=(Value value) const {
    ThreadStore<MODIFIER>(at, value);
    return value;
  }
};

} // namespace detail

template <CacheStoreModifier MODIFIER, class Value, class Offset = ptrdiff_t>
class CacheModifiedOutputIterator
    : public detail::moves_as_pointer<
          CacheModifiedOutputIterator<MODIFIER, Value, Offset>, Value, Value,
          detail::stored_there<MODIFIER, Value>, Offset> {
  using base =
      detail::moves_as_pointer<CacheModifiedOutputIterator, Value, Value,
                               detail::stored_there<MODIFIER, Value>, Offset>;

public:
  HIPCUB_HOST_DEVICE CacheModifiedOutputIterator(Value *p) : base(p) {}
  HIPCUB_DEVICE detail::stored_there<MODIFIER, Value> operator*() const {
    return {this->at};
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
