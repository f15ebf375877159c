// SPDX-License-Identifier: Apache-2.0
// warp_shuffle, _up, _down and _xor of types that words make and do not make,
// within each width.
#include "warp.h"

static const int THREADS = 64;

enum { FROM_LANE, UP, DOWN, XOR, KINDS };

template <class T>
__global__ void shuffles(const T *in, T *out, int by, int width) {
  const int t = threadIdx.x;
  const T mine = in[t];
  out[FROM_LANE * THREADS + t] = rocprim::warp_shuffle(mine, by, width);
  out[UP * THREADS + t] = rocprim::warp_shuffle_up(mine, (unsigned)by, width);
  out[DOWN * THREADS + t] =
      rocprim::warp_shuffle_down(mine, (unsigned)by, width);
  out[XOR * THREADS + t] = rocprim::warp_shuffle_xor(mine, by, width);
}

template <class T> static void check(const char *what) {
  const std::vector<T> v = numbers<T>(THREADS, 0, 120);
  for (int width : {2, 4, 8, 16, 32})
    for (int by = 0; by < width; by += width / 4 + 1) {
      std::vector<T> wanted(KINDS * THREADS);
      for (int t = 0; t < THREADS; ++t) {
        const int lane = t % width, first = t - lane;
        wanted[FROM_LANE * THREADS + t] = v[first + by];
        wanted[UP * THREADS + t] = v[lane < by ? t : t - by];
        wanted[DOWN * THREADS + t] = v[lane + by < width ? t + by : t];
        wanted[XOR * THREADS + t] = v[first + (lane ^ by)];
      }
      const real::memory<T> in(v), out(wanted.size());
      shuffles<<<1, THREADS>>>((const T *)in.get(), out.get(), by, width);
      real::same_all(what, width, out.host(), wanted);
    }
}

int main() {
  check<signed char>("signed char");
  check<unsigned short>("unsigned short");
  check<int>("int");
  check<float>("float");
  check<long long>("long long");
  check<double>("double");
#ifdef REAL_INT128
  check<int128_t>("__int128");
#endif
  check<colour>("three bytes");
  check<affine>("two words");
  check<record>("24 bytes");
  return real::done();
}
