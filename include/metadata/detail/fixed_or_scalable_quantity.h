// SPDX-License-Identifier: Apache-2.0
// A number that is fixed, or times one that only the device knows.
#ifndef METADATA_DETAIL_FIXED_OR_SCALABLE_QUANTITY_H
#define METADATA_DETAIL_FIXED_OR_SCALABLE_QUANTITY_H

#include <cassert>

template <typename T> class FixedOrScalableQuantity {
public:
  constexpr FixedOrScalableQuantity() = default;
  constexpr FixedOrScalableQuantity(T quantity, bool scalable)
      : known_(quantity), scalable_(scalable) {}

  static constexpr FixedOrScalableQuantity getOne() {
    return FixedOrScalableQuantity(1, false);
  }
  static constexpr FixedOrScalableQuantity getFixed(T quantity) {
    return FixedOrScalableQuantity(quantity, false);
  }
  static constexpr FixedOrScalableQuantity getScalable(T quantity) {
    return FixedOrScalableQuantity(quantity, true);
  }

  constexpr bool isScalable() const { return scalable_; }
  constexpr bool isZero() const { return known_ == 0; }
  constexpr bool isNonZero() const { return known_ != 0; }
  constexpr explicit operator bool() const { return isNonZero(); }

  // The least that it can be.
  constexpr T getKnownMinValue() const { return known_; }
  // Only of what is not scalable.
  T getFixedValue() const {
    assert(!scalable_ && "the value is not fixed");
    return known_;
  }

  constexpr bool operator==(const FixedOrScalableQuantity &other) const {
    return known_ == other.known_ && scalable_ == other.scalable_;
  }
  constexpr bool operator!=(const FixedOrScalableQuantity &other) const {
    return !(*this == other);
  }

private:
  T known_ = 0;
  bool scalable_ = false;
};

#endif // METADATA_DETAIL_FIXED_OR_SCALABLE_QUANTITY_H
