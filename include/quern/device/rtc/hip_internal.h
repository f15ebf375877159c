// SPDX-License-Identifier: Apache-2.0
//
// HIP's own namespace for what the standard library has.
#ifndef QUERN_DEVICE_HIP_INTERNAL_H
#define QUERN_DEVICE_HIP_INTERNAL_H
#pragma clang system_header

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace __hip_internal {
using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;
using std::size_t;

using std::add_lvalue_reference;
using std::add_rvalue_reference;
using std::alignment_of;
using std::conditional;
using std::decay;
using std::declval;
using std::enable_if;
using std::false_type;
using std::integral_constant;
using std::is_arithmetic;
using std::is_base_of;
using std::is_class;
using std::is_const;
using std::is_convertible;
using std::is_empty;
using std::is_enum;
using std::is_floating_point;
using std::is_function;
using std::is_integral;
using std::is_pointer;
using std::is_reference;
using std::is_same;
using std::is_scalar;
using std::is_signed;
using std::is_standard_layout;
using std::is_trivial;
using std::is_union;
using std::is_unsigned;
using std::is_void;
using std::is_volatile;
using std::make_signed;
using std::make_unsigned;
using std::numeric_limits;
using std::remove_const;
using std::remove_cv;
using std::remove_reference;
using std::remove_volatile;
using std::true_type;
template <bool value> using bool_constant = std::integral_constant<bool, value>;
template <bool value, typename T = void>
using enable_if_t = typename std::enable_if<value, T>::type;
template <bool value, typename A, typename B>
using conditional_t = typename std::conditional<value, A, B>::type;
template <typename T>
using remove_reference_t = typename std::remove_reference<T>::type;
template <typename T> using remove_cv_t = typename std::remove_cv<T>::type;
} // namespace __hip_internal

#endif
