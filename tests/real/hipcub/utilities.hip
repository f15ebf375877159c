// SPDX-License-Identifier: Apache-2.0
// CachingDeviceAllocator, AliasTemporaries, Traits, operators, what hardware
// does.
#include <hipcub/hipcub.hpp>

#include "block.h"

static void allocates() {
  hipcub::CachingDeviceAllocator cache(2, 8, 16, 100000);
  hipStream_t stream;
  real::ok(hipStreamCreate(&stream), "a stream");
  void *first, *again, *large, *other;
  real::ok(cache.DeviceAllocate(&first, 1000, stream), "the first");
  real::ok(hipMemsetAsync(first, 1, 1000, stream), "its use");
  real::ok(cache.DeviceFree(first), "it is freed");
  real::ok(cache.DeviceAllocate(&again, 700, stream), "one of its size");
  real::same("the same memory is given again", 700, (size_t)again,
             (size_t)first);
  real::ok(cache.DeviceAllocate(&other, 1000, stream), "another");
  real::same("memory in use is not", 1000, other != again, true);
  real::ok(cache.DeviceAllocate(&large, 1 << 20), "one above all bins");
  real::ok(cache.DeviceFree(large), "which is not kept");
  real::ok(cache.DeviceFree(again), "freed");
  real::ok(cache.DeviceFree(other), "freed");
  real::ok(cache.FreeAllCached(), "all is freed");
  real::ok(hipStreamDestroy(stream), "the stream ends");
  // Nothing is kept: memory goes at once.
  hipcub::CachingDeviceAllocator none(2, 8, 16, 0);
  real::ok(none.DeviceAllocate(&first, 1000), "without a cache");
  real::ok(none.DeviceFree(first), "it goes");
  real::ok(none.SetMaxCachedBytes(1 << 16), "more may be kept");
}

static void aliases() {
  void *parts[3];
  const size_t sizes[3] = {1, 0, 300};
  size_t needed = 0;
  real::ok(hipcub::AliasTemporaries(nullptr, needed, parts, sizes), "its size");
  std::vector<char> room(needed);
  real::ok(hipcub::AliasTemporaries(room.data(), needed, parts, sizes),
           "parts");
  real::same("parts are apart", 3, (char *)parts[2] - (char *)parts[0], 256L);
  real::same("parts end inside", 3,
             (char *)parts[2] + 300 <= room.data() + needed, true);
  size_t less = needed - 1;
  real::same("too little is refused", 3,
             (int)hipcub::AliasTemporaries(room.data(), less, parts, sizes),
             (int)hipErrorInvalidValue);
}

template <class T> static void twiddles(const char *what, std::vector<T> up) {
  typedef typename hipcub::Traits<T>::UnsignedBits bits;
  up.insert(up.begin(), hipcub::Traits<T>::Lowest());
  up.push_back(hipcub::Traits<T>::Max());
  bits last = 0;
  for (size_t i = 0; i < up.size(); ++i) {
    bits key;
    memcpy(&key, &up[i], sizeof key);
    const bits in = hipcub::Traits<T>::TwiddleIn(key);
    real::same(what, i, i == 0 || in > last, true);
    real::same(what, i, hipcub::Traits<T>::TwiddleOut(in), key);
    last = in;
  }
}

__global__ void hardware(const int *, int *out) {
  const unsigned t = threadIdx.x, lane = hipcub::LaneId();
  out[t] = (int)(lane == t % warpSize && hipcub::WarpId() == t / warpSize &&
                 hipcub::RowMajorTid(64, 1, 1) == (int)t);
  out[64 + t] = (int)hipcub::BFE(0xabcd1234u, 8, 12);
  unsigned inserted;
  hipcub::BFI(inserted, 0xffff0000u, 0x5a, 4, 8);
  out[128 + t] = (int)inserted;
  out[192 + t] = hipcub::PRMT(0x33221100u, 0x77665544u, 0x7150);
  out[256 + t] = hipcub::ShuffleDown<8>((int)t, 3, 7, 0);
  out[320 + t] = hipcub::ShuffleUp<8>((int)t, 3, 0, 0);
  out[384 + t] = hipcub::ShuffleIndex<8>((int)t, 5, 0);
  out[448 + t] = hipcub::MatchAny<2>(t % 3) >> lane & 1;
}

int main() {
  allocates();
  aliases();
  twiddles<int>("int", {-1000, -1, 0, 1, 1000});
  twiddles<unsigned char>("unsigned char", {1, 127, 128});
  twiddles<float>("float", {-1e9f, -1.5f, 0.0f, 1e-30f, 2.5f});
  twiddles<double>("double", {-1e99, -1.5, 0.0, 1e-300, 2.5});
  real::same("category", 0, (int)hipcub::Traits<float>::CATEGORY,
             (int)hipcub::FLOATING_POINT);
  real::same("Log2", 0, (int)hipcub::Log2<33>::VALUE, 6);
  real::same("half", 0, (float)hipcub::FpLimits<__half>::Max(), 65504.0f);
  const hipcub::KeyValuePair<int, int> a(3, 9), b(1, 9);
  real::same("ArgMax takes the lower key", 0, hipcub::ArgMax()(a, b).key, 1);
  real::same("Max of two types", 0, hipcub::Max()(2, 2.5), 2.5);
  real::same("BinaryFlip", 0,
             hipcub::MakeBinaryFlip(hipcub::Difference())(2, 5), 3);

  std::vector<int> wanted(512);
  for (int t = 0; t < 64; ++t) {
    wanted[t] = 1;
    wanted[64 + t] = 0xd12;
    wanted[128 + t] = (int)0xffff05a0;
    wanted[192 + t] = 0x77115500;
    wanted[256 + t] = t % 8 + 3 > 7 ? t : t + 3;
    wanted[320 + t] = t % 8 < 3 ? t : t - 3;
    wanted[384 + t] = t / 8 * 8 + 5;
    wanted[448 + t] = 1;
  }
  real::same_all("hardware", 64,
                 run_block(hardware, std::vector<int>(1), 512, 64), wanted);
  return real::done();
}
