// SPDX-License-Identifier: Apache-2.0
//
// What the classes of blocks and warps share: their memory, and a thread's
// number.
#ifndef QUERN_HIPCUB_DETAIL_BLOCK_HPP
#define QUERN_HIPCUB_DETAIL_BLOCK_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../util_type.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

// The memory of a class Self: what its constructor is given, or its own.
template <class Self, class Storage> class in_shared {
public:
  using TempStorage = Uninitialized<Storage>;
  HIPCUB_DEVICE in_shared() : given(own()) {}
  HIPCUB_DEVICE explicit in_shared(TempStorage &storage) : given(storage) {}

protected:
  HIPCUB_DEVICE Storage &shared() { return given.Alias(); }

private:
  static HIPCUB_DEVICE TempStorage &own() {
    HIPCUB_SHARED_MEMORY TempStorage mine;
    return mine;
  }
  TempStorage &given;
};

// For classes that need none.
template <class Self> struct needs_nothing {
  using TempStorage = NullType;
  HIPCUB_DEVICE needs_nothing() {}
  HIPCUB_DEVICE explicit needs_nothing(TempStorage &) {}
};

HIPCUB_DEVICE inline unsigned thread_in_block() {
  return ::rocprim::flat_block_thread_id();
}

constexpr int threads_in_warp() { return (int)::rocprim::warp_size(); }

constexpr int threads_at_most(int threads) {
  return threads < threads_in_warp() ? threads : threads_in_warp();
}

constexpr bool is_power_of_two(int n) { return (n & (n - 1)) == 0; }

// The lane in a logical warp, and the number of that warp in a hardware warp.
template <int LANES> HIPCUB_DEVICE inline unsigned lane_of() {
  return LANES == 1 ? 0 : ::rocprim::lane_id() % LANES;
}

// What lanes wrote in shared memory is seen by the others behind it.
HIPCUB_DEVICE inline void sync_warp() {
  __threadfence_block();
  ::rocprim::wave_barrier();
}

} // namespace detail
END_HIPCUB_NAMESPACE

#endif
