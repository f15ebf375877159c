// SPDX-License-Identifier: Apache-2.0
// Radix sorts in a double_buffer, whole and by segments: what is current
// afterwards is sorted, wherever that is.
#include "keys.h"
#include "segments.h"

typedef rocprim::double_buffer<int> buffer;

// Two arrays of the device, of which the first holds values.
struct pair_of {
  real::memory<int> first, second;
  explicit pair_of(const std::vector<int> &v) : first(v), second(v.size()) {}
  buffer get() const { return buffer(first.get(), second.get()); }
};

static std::vector<int> current(const buffer &b, size_t n) {
  std::vector<int> out(n);
  if (n)
    real::ok(hipMemcpy(out.data(), b.current(), n * sizeof(int),
                       hipMemcpyDeviceToHost),
             "copying back");
  return out;
}

// Runs `sort` over keys, and values where it takes them, and compares.
template <class F>
static void check(const char *what, const std::vector<int> &k, bool with_values,
                  const std::vector<int> &order, F sort) {
  const size_t n = k.size();
  const std::vector<int> v = counted(n);
  const pair_of keys(k), values(v);
  buffer key_buffer = keys.get(), value_buffer = values.get();
  real::with_scratch(what, [&](void *scratch, size_t &size) {
    return sort(scratch, size, key_buffer, value_buffer);
  });
  real::same_all(what, n, current(key_buffer, n), picked(k, order));
  if (with_values)
    real::same_all(what, n, current(value_buffer, n), order);
  real::same("the alternate", n, key_buffer.current() != key_buffer.alternate(),
             true);
}

static void whole(size_t n) {
  const std::vector<int> k = keys<int>(n);
  const std::vector<int> up = places(k), down = places(k, true);
  auto low = [&](int i) { return (unsigned char)k[i]; };
  check("keys", k, false, up, [&](void *s, size_t &size, buffer &a, buffer &) {
    return rocprim::radix_sort_keys(s, size, a, n);
  });
  check("keys down", k, false, down,
        [&](void *s, size_t &size, buffer &a, buffer &) {
          return rocprim::radix_sort_keys_desc(s, size, a, n);
        });
  check("pairs", k, true, up, [&](void *s, size_t &size, buffer &a, buffer &b) {
    return rocprim::radix_sort_pairs(s, size, a, b, n);
  });
  check("pairs down", k, true, down,
        [&](void *s, size_t &size, buffer &a, buffer &b) {
          return rocprim::radix_sort_pairs_desc(s, size, a, b, n);
        });
  check("eight bits", k, true, places_by(low, false, 0, n),
        [&](void *s, size_t &size, buffer &a, buffer &b) {
          return rocprim::radix_sort_pairs(s, size, a, b, n, 0, 8);
        });
}

static void by_segments(size_t n) {
  const std::vector<int> k = keys<int>(n, 5), ends = segments(n);
  const unsigned count = (unsigned)ends.size() - 1, all = (unsigned)n;
  std::vector<int> up, down;
  for (unsigned s = 0; s < count; ++s) {
    auto key_of = [&](int i) { return k[i]; };
    up = joined(up, places_by(key_of, false, ends[s], ends[s + 1]));
    down = joined(down, places_by(key_of, true, ends[s], ends[s + 1]));
  }
  const real::memory<int> offsets(ends);
  const int *const begin = offsets.get(), *const end = begin + 1;
  check("segments of keys", k, false, up,
        [&](void *s, size_t &size, buffer &a, buffer &) {
          return rocprim::segmented_radix_sort_keys(s, size, a, all, count,
                                                    begin, end);
        });
  check("segments of keys down", k, false, down,
        [&](void *s, size_t &size, buffer &a, buffer &) {
          return rocprim::segmented_radix_sort_keys_desc(s, size, a, all, count,
                                                         begin, end);
        });
  check("segments of pairs", k, true, up,
        [&](void *s, size_t &size, buffer &a, buffer &b) {
          return rocprim::segmented_radix_sort_pairs(s, size, a, b, all, count,
                                                     begin, end);
        });
  check("segments of pairs down", k, true, down,
        [&](void *s, size_t &size, buffer &a, buffer &b) {
          return rocprim::segmented_radix_sort_pairs_desc(s, size, a, b, all,
                                                          count, begin, end);
        });
}

int main() {
  for (size_t n : {1, 2, 255, 6000}) {
    whole(n);
    by_segments(n);
  }
  buffer b; // both are swapped by hand as well
  int one, two;
  b = buffer(&one, &two);
  b.swap();
  real::same("swapped", 0, b.current() == &two && b.alternate() == &one, true);
  return real::done();
}
