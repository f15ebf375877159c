// SPDX-License-Identifier: Apache-2.0
// What one thread does alone: thread_reduce and thread_scan with and without a
// prefix, thread_load and thread_store plain and by their cache modifiers,
// which are AMD's assembly for some types. Not here: thread_reduce of an array,
// which 5.3.3 does not compile; and loads of float and double, whose bits it
// takes for integers' values.

// First, for later 5.3.3 takes its own function load_volatile for the
// enumerator.
#include <rocprim/thread/thread_load.hpp>
#include <rocprim/thread/thread_store.hpp>

#include <rocprim/rocprim.hpp>
#include <rocprim/thread/thread_operators.hpp>
#include <rocprim/thread/thread_reduce.hpp>
#include <rocprim/thread/thread_scan.hpp>

#include "block.h"
#include "functors.h"
#include "kinds.h"

static const int LENGTH = 9, THREADS = 40;

// Two reductions, five scans and what each of those returns.
template <class T, class OP>
__global__ void reduces(const T *in, T *out, T first) {
  const int t = threadIdx.x;
  T v[LENGTH], scanned[5][LENGTH], r[7];
  for (int i = 0; i < LENGTH; ++i)
    v[i] = in[t * LENGTH + i];
  r[0] = rocprim::thread_reduce<LENGTH, T, OP, true>(v, OP(), first);
  r[1] = rocprim::thread_reduce<LENGTH>(&v[0], OP(), first);
  r[2] = rocprim::thread_scan_inclusive(v, scanned[0], OP());
  r[3] = rocprim::thread_scan_inclusive(v, scanned[1], OP(), first);
  r[4] = rocprim::thread_scan_inclusive(v, scanned[2], OP(), first, false);
  r[5] = rocprim::thread_scan_exclusive(v, scanned[3], OP(), first);
  r[6] = rocprim::thread_scan_exclusive<LENGTH>(&v[0], &scanned[4][0], OP(),
                                                first);
  T *const mine = out + t * (7 + 5 * LENGTH);
  for (int i = 0; i < 7; ++i)
    mine[i] = r[i];
  for (int i = 0; i < 5 * LENGTH; ++i)
    mine[7 + i] = scanned[i / LENGTH][i % LENGTH];
}

// As each thread's kernel leaves them.
template <class T, class OP>
static std::vector<T> reduced(const std::vector<T> &v, T first) {
  std::vector<T> wanted;
  for (int t = 0; t < THREADS; ++t) {
    T all = v[t * LENGTH], begun = OP()(first, all);
    std::vector<T> plain, with, before;
    for (int i = 0; i < LENGTH; ++i) {
      const T x = v[t * LENGTH + i];
      before.push_back(i ? begun : first);
      all = i ? OP()(all, x) : x;
      begun = i ? OP()(begun, x) : begun;
      plain.push_back(all);
      with.push_back(begun);
    }
    for (const T &x : {all, begun, all, begun, all, begun, begun})
      wanted.push_back(x);
    for (const auto &scan : {plain, with, plain, before, before})
      wanted = joined(wanted, scan);
  }
  return wanted;
}

template <class T, class OP> static void check(const char *what) {
  const std::vector<T> v = numbers<T>(THREADS * LENGTH, 0, 12);
  const T first = as<T>::of(3);
  const std::vector<T> wanted = reduced<T, OP>(v, first);
  const real::memory<T> in(v), out(wanted.size());
  reduces<T, OP><<<1, THREADS>>>(in.get(), out.get(), first);
  real::same_all(what, LENGTH, out.host(), wanted);
}

template <class T> __global__ void copies(T *in, T *out) {
  T *const from = in + threadIdx.x * 7;
  T *const to = out + threadIdx.x * 7;
  rocprim::thread_store(to, rocprim::thread_load(from));
  rocprim::thread_store<rocprim::store_wb>(
      to + 1, rocprim::thread_load<rocprim::load_ca>(from + 1));
  rocprim::thread_store<rocprim::store_cg>(
      to + 2, rocprim::thread_load<rocprim::load_cg>(from + 2));
  rocprim::thread_store<rocprim::store_cs>(
      to + 3, rocprim::thread_load<rocprim::load_cs>(from + 3));
  rocprim::thread_store<rocprim::store_wt>(
      to + 4, rocprim::thread_load<rocprim::load_cv>(from + 4));
  rocprim::thread_store<rocprim::store_volatile>(
      to + 5, rocprim::thread_load<rocprim::load_volatile>(from + 5));
  rocprim::thread_store<rocprim::store_default>(
      to + 6, rocprim::thread_load<rocprim::load_ldg>(from + 6));
}

template <class T> static void check_copies(const char *what) {
  const std::vector<T> v = numbers<T>(THREADS * 7, 0, 100);
  const real::memory<T> in(v), out(v.size());
  copies<<<1, THREADS>>>(in.get(), out.get());
  real::same_all(what, v.size(), out.host(), v);
}

int main() {
  check<int, rocprim::sum>("sum of int");
  check<double, struct rocprim::max>("largest double");
#ifdef REAL_INT128
  check<int128_t, rocprim::sum>("sum of __int128");
#endif
  check<signed char, struct rocprim::min>("least signed char");
  check<affine, compose>("functions");
  check_copies<int>("int");
  check_copies<unsigned>("unsigned");
  check_copies<unsigned long long>("unsigned long long");
  check_copies<long long>("long long");
#ifdef REAL_INT128
  check_copies<int128_t>("__int128");
#endif
  check_copies<signed char>("signed char");
  check_copies<unsigned short>("unsigned short");
  return real::done();
}
