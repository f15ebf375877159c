// SPDX-License-Identifier: Apache-2.0
//
// TexObjInputIterator: values by a texture object.
#ifndef QUERN_HIPCUB_ITERATOR_TEX_OBJ_INPUT_ITERATOR_HPP
#define QUERN_HIPCUB_ITERATOR_TEX_OBJ_INPUT_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/iterator/tex_obj_input_iterator.cuh>
#else

#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class T, class Offset = ptrdiff_t>
class TexObjInputIterator
    : public ::rocprim::texture_cache_iterator<T, Offset> {
  using base = ::rocprim::texture_cache_iterator<T, Offset>;

public:
  HIPCUB_HOST_DEVICE TexObjInputIterator() {}
  HIPCUB_HOST_DEVICE TexObjInputIterator(const base &other) : base(other) {}

  template <class Qualified>
  hipError_t BindTexture(Qualified *ptr, size_t bytes = size_t(-1),
                         size_t tex_offset = 0) {
    return base::bind_texture(ptr, bytes, tex_offset);
  }
  hipError_t UnbindTexture() { return base::unbind_texture(); }

  HIPCUB_HOST_DEVICE TexObjInputIterator operator+(Offset n) const {
    return base::operator+(n);
  }
  HIPCUB_HOST_DEVICE TexObjInputIterator operator-(Offset n) const {
    return base::operator-(n);
  }
  HIPCUB_HOST_DEVICE Offset operator-(const TexObjInputIterator &other) const {
    return base::operator-(other);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
