// SPDX-License-Identifier: Apache-2.0
//
// What iterators that move as a pointer does have in common.
#ifndef QUERN_HIPCUB_DETAIL_ITERATOR_HPP
#define QUERN_HIPCUB_DETAIL_ITERATOR_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

// Self is made of a pointer, and has operator* and `at`.
template <class Self, class T, class Value, class Reference, class Offset>
struct moves_as_pointer {
  using self_type = Self;
  using difference_type = Offset;
  using value_type = Value;
  using pointer = T *;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;

  T *at;
  HIPCUB_HOST_DEVICE explicit moves_as_pointer(T *p) : at(p) {}

  HIPCUB_HOST_DEVICE Self operator+(Offset n) const { return Self(at + n); }
  HIPCUB_HOST_DEVICE Self operator-(Offset n) const { return Self(at - n); }
  HIPCUB_HOST_DEVICE Offset operator-(const Self &other) const {
    return (Offset)(at - other.at);
  }
  HIPCUB_HOST_DEVICE Self &operator+=(Offset n) { return move(n); }
  HIPCUB_HOST_DEVICE Self &operator-=(Offset n) { return move(-n); }
  HIPCUB_HOST_DEVICE Self &operator++() { return move(1); }
  HIPCUB_HOST_DEVICE Self operator++(int) {
    move(1);
    return Self(at - 1);
  }
  HIPCUB_HOST_DEVICE Self &operator--() { return move(-1); }
  HIPCUB_HOST_DEVICE bool operator==(const Self &other) const {
    return at == other.at;
  }
  HIPCUB_HOST_DEVICE bool operator!=(const Self &other) const {
    return at != other.at;
  }
  HIPCUB_HOST_DEVICE bool operator<(const Self &other) const {
    return at < other.at;
  }
  HIPCUB_HOST_DEVICE Reference operator[](Offset n) const {
    return *Self(at + n);
  }

private:
  HIPCUB_HOST_DEVICE Self &move(Offset n) {
    at += n;
    return static_cast<Self &>(*this);
  }
};

} // namespace detail
END_HIPCUB_NAMESPACE

#endif
