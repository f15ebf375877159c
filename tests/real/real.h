// SPDX-License-Identifier: Apache-2.0
//
// What the programs of tests/real share: values that repeat, memory of the
// device, and a comparison with what the host says. Nothing is printed but
// failures; done() is the program's exit status.
#ifndef QUERN_TESTS_REAL_H
#define QUERN_TESTS_REAL_H

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#ifdef REAL_HIP
#include <hip/hip_runtime.h>
#define REAL_API(name) hip##name
#else
#include <cuda_runtime.h>
#define REAL_API(name) cuda##name
#endif

namespace real {

// None, one, some that fill no warp, block or tile, and more than a tile.
static const size_t sizes[] = {0, 1, 2, 33, 255, 1000, 4097, 20011};

static int failures = 0;
static long comparisons = 0;

inline void fail(const std::string &what) {
  if (++failures <= 20)
    std::printf("%s\n", what.c_str());
}

inline bool ok(REAL_API(Error_t) error, const char *what) {
  if (error == REAL_API(Success))
    return true;
  fail(std::string(what) + ": " + REAL_API(GetErrorString)(error));
  return false;
}

// Numbers below `limit` that are the same for the same seed.
template <class T>
std::vector<T> values(size_t n, unsigned limit, unsigned seed = 1) {
  std::vector<T> out(n);
  unsigned long long state = 0x9e3779b97f4a7c15ull * (seed + 1);
  for (size_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    out[i] = (T)((unsigned)(state >> 33) % limit);
  }
  return out;
}

template <class T> std::string text(const T &value) {
  return std::to_string(value);
}

template <class A, class B>
void same(const char *what, size_t n, const A &got, const B &wanted) {
  ++comparisons;
  if (!(got == wanted))
    fail(std::string(what) + ", n = " + std::to_string(n) + ": " + text(got) +
         ", not " + text(wanted));
}

// Two sequences with size() and [].
template <class A, class B>
void same_all(const char *what, size_t n, const A &got, const B &wanted) {
  ++comparisons;
  if (got.size() != wanted.size()) {
    fail(std::string(what) + ", n = " + std::to_string(n) + ": " +
         std::to_string(got.size()) + " values, not " +
         std::to_string(wanted.size()));
    return;
  }
  for (size_t i = 0; i < got.size(); ++i)
    if (!(got[i] == wanted[i])) {
      fail(std::string(what) + ", n = " + std::to_string(n) + ", at " +
           std::to_string(i) + ": " + text(got[i]) + ", not " +
           text(wanted[i]));
      return;
    }
}

template <class A, class B>
void near(const char *what, size_t n, A got, B wanted, double relative) {
  ++comparisons;
  const double far = std::fabs((double)got - (double)wanted);
  if (!(far <= relative * (1 + std::fabs((double)wanted))))
    fail(std::string(what) + ", n = " + std::to_string(n) + ": " + text(got) +
         ", not about " + text(wanted));
}

// Values in the device's memory; there is always room for one at least.
template <class T> class memory {
public:
  explicit memory(size_t n) : count(n) {
    ok(REAL_API(Malloc)((void **)&at, (n ? n : 1) * sizeof(T)), "allocating");
    ok(REAL_API(Memset)(at, 0xa5, (n ? n : 1) * sizeof(T)), "filling");
  }
  explicit memory(const std::vector<T> &from) : memory(from.size()) {
    if (!from.empty())
      ok(REAL_API(Memcpy)(at, from.data(), from.size() * sizeof(T),
                          REAL_API(MemcpyHostToDevice)),
         "copying there");
  }
  memory(const memory &) = delete;
  memory &operator=(const memory &) = delete;
  ~memory() { (void)REAL_API(Free)(at); }
  T *get() const { return at; }
  size_t size() const { return count; }
  std::vector<T> host() const { return host(count); }
  std::vector<T> host(size_t n) const {
    std::vector<T> out(n < count ? n : count);
    if (!out.empty())
      ok(REAL_API(Memcpy)(out.data(), at, out.size() * sizeof(T),
                          REAL_API(MemcpyDeviceToHost)),
         "copying back");
    return out;
  }

private:
  T *at = nullptr;
  size_t count;
};

// Calls an algorithm twice: for the size of its scratch memory, and to run.
template <class F> bool with_scratch(const char *what, F call) {
  size_t size = 0;
  if (!ok(call((void *)nullptr, size), what))
    return false;
  memory<char> scratch(size);
  return ok(call((void *)scratch.get(), size), what) &&
         ok(REAL_API(DeviceSynchronize)(), what);
}

inline int done() {
  ok(REAL_API(DeviceSynchronize)(), "the end");
  if (comparisons == 0)
    fail("nothing was compared");
  return failures != 0;
}

} // namespace real

#endif
