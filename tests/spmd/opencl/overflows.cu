// SPDX-License-Identifier: Apache-2.0
// Sums, differences and products that say whether they overflow. Intel's compiler
// for CPUs refused `__umulhi(x, y) != 0` (seed 6010313), and LLVM had no signed
// ones for SPIR-V.
// SHAPES: 4:64
typedef unsigned u32;
typedef unsigned long long u64;

template <class T> __device__ u32 all(T x, T y) {
  T r = 0;
  u32 out = __builtin_add_overflow(x, y, &r);
  u32 value = (u32)r;
  out |= (u32)__builtin_sub_overflow(x, y, &r) << 1;
  value = value * 31 + (u32)r;
  out |= (u32)__builtin_mul_overflow(x, y, &r) << 2;
  value = value * 31 + (u32)r + (u32)((u64)r >> 32);
  return value * 8 + out;
}

// Near where they begin and end to overflow.
__device__ u64 edge(u32 a, u32 i) {
  const u64 ends[] = {0,           1,           3,           0x7f,
                      0xff,        0x7fff,      0xffff,      0x7fffffff,
                      0x80000000,  0xffffffff,  0x100000000, 0x7fffffffffffffff,
                      1ull << 63,  ~0ull,       0xb504f333,  0x16a09e667};
  return ends[i & 15] + (a & 1) - (a >> 1 & 1);
}

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *sums, u32 n, u32 total) {
  const u32 id = blockIdx.x * blockDim.x + threadIdx.x;
  const u64 x = edge(a[id], id), y = edge(a[id + 1], id >> 4);
  u32 sum = __umulhi((u32)x, (u32)y) != 0;
  sum = sum * 17 + all<unsigned char>((unsigned char)x, (unsigned char)y);
  sum = sum * 17 + all<short>((short)x, (short)y);
  sum = sum * 17 + all<u32>((u32)x, (u32)y);
  sum = sum * 17 + all<int>((int)x, (int)y);
  sum = sum * 17 + all<u64>(x, y);
  sum = sum * 17 + all<long long>((long long)x, (long long)y);
  out[id] = sum;
}
