// SPDX-License-Identifier: Apache-2.0
//
// Items that go from thread to thread by shared memory.
#ifndef QUERN_HIPCUB_DETAIL_MOVE_HPP
#define QUERN_HIPCUB_DETAIL_MOVE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "block.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class T, int N> struct places {
  T at[N];
};

// Item i goes to the place to(i), and the one from from(i) comes; to(i) < 0:
// nowhere.
template <int ITEMS, class T, class In, class Out, class To, class From,
          class Sync>
HIPCUB_DEVICE inline void move_items(T *room, const In (&in)[ITEMS],
                                     Out (&out)[ITEMS], To to, From from,
                                     Sync sync) {
  for (int i = 0; i < ITEMS; ++i)
    if (to(i) >= 0)
      room[to(i)] = in[i];
  sync();
  for (int i = 0; i < ITEMS; ++i)
    out[i] = room[from(i)];
}

// Where item i of thread t lies, of THREADS with ITEMS each.
template <int ITEMS> struct blocked {
  int first;
  HIPCUB_DEVICE explicit blocked(int t) : first(t * ITEMS) {}
  HIPCUB_DEVICE int operator()(int i) const { return first + i; }
};
template <int THREADS> struct striped {
  int first;
  HIPCUB_DEVICE explicit striped(int t) : first(t) {}
  HIPCUB_DEVICE int operator()(int i) const { return first + i * THREADS; }
};
// In each warp of a block by itself.
template <int THREADS, int ITEMS> struct warp_striped {
  static const int warp = threads_at_most(THREADS);
  int first;
  HIPCUB_DEVICE explicit warp_striped(int t)
      : first(t / warp * warp * ITEMS + t % warp) {}
  HIPCUB_DEVICE int operator()(int i) const { return first + i * warp; }
};
template <int ITEMS, class Offset> struct ranked {
  const Offset (&ranks)[ITEMS];
  HIPCUB_DEVICE int operator()(int i) const { return (int)ranks[i]; }
};

struct block_barrier {
  HIPCUB_DEVICE void operator()() const { __syncthreads(); }
};
struct warp_barrier {
  HIPCUB_DEVICE void operator()() const { sync_warp(); }
};

template <int ITEMS, class Iterator, class T, class Where>
HIPCUB_DEVICE inline void load_items(Iterator from, T (&items)[ITEMS],
                                     Where where) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = from[where(i)];
}
template <int ITEMS, class Iterator, class T, class Where>
HIPCUB_DEVICE inline void load_items(Iterator from, T (&items)[ITEMS],
                                     Where where, int valid) {
  for (int i = 0; i < ITEMS; ++i)
    if (where(i) < valid)
      items[i] = from[where(i)];
}
template <int ITEMS, class Iterator, class T, class Default, class Where>
HIPCUB_DEVICE inline void load_items(Iterator from, T (&items)[ITEMS],
                                     Where where, int valid, Default none) {
  for (int i = 0; i < ITEMS; ++i)
    items[i] = where(i) < valid ? (T)from[where(i)] : (T)none;
}
template <int ITEMS, class Iterator, class T, class Where>
HIPCUB_DEVICE inline void store_items(Iterator to, T (&items)[ITEMS],
                                      Where where) {
  for (int i = 0; i < ITEMS; ++i)
    to[where(i)] = items[i];
}
template <int ITEMS, class Iterator, class T, class Where>
HIPCUB_DEVICE inline void store_items(Iterator to, T (&items)[ITEMS],
                                      Where where, int valid) {
  for (int i = 0; i < ITEMS; ++i)
    if (where(i) < valid)
      to[where(i)] = items[i];
}

} // namespace detail
END_HIPCUB_NAMESPACE

#endif
