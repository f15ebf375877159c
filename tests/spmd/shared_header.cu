#define ITEMS 8
typedef unsigned u32;
typedef unsigned long long u64;
struct pair { u32 a; u32 b; };
__device__ u32 rotate(u32 x, u32 n) { n &= 31; return n ? x << n | x >> (32 - n) : x; }
__device__ __noinline__ u32 fib(u32 n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ u32 plain(u32 x) { return x * 3 + 1; }
__device__ u32 twist(u32 x) { return x ^ x >> 7; }

extern "C" __global__ void k10(const u32 *a, const float *b, u32 *out,
    u32 *sums, u32 n) {
  const u32 t = threadIdx.x;
  const u32 size = blockDim.x * blockDim.y;
  const u32 l = threadIdx.y * blockDim.x + t;
  const u32 id = blockIdx.x * size + l;
  u32 v1 = (u32)(((u64)((255u + blockDim.x)) * ((gridDim.x & n))) >> 16);
  u32 v2 = (u32)(unsigned char)(a[(id + 3) & 1023]);
  u32 v3 = ((5u & v2) + (v2 + v2));
  u32 v4 = (u32)(((u64)(rotate(n, 255u)) * (v2)) >> 16);
  u32 v5 = ((5u + v3) % (a[(id + 3) & 1023] | 1));
  u32 w8[8] = {1, 2, 3, 4, 5, 6, 7, t};
  if (((v5) < ((u32)(short)(v3)))) {
  } else {
        u32 i10 = 1;
        while (i10-- > 0) {
          v4 = (((u32)(((u64)(v4) * (gridDim.x)) >> 16) | (v1 / (threadIdx.y | 1))) ^ (w8[(2u) & 7] + min((int)(v1), (int)(v4))));
          v4 = (rotate(v4, v1) * ((blockDim.x * threadIdx.y) ^ (threadIdx.y - v2)));
          if ((id < n)) continue;
          v2 ^= (u32)((int)(v4) >> (v2 & 7));
        }
  }
  out[id * ITEMS + 1] += v1 + v2 + v3 + v4 + v5;

}
