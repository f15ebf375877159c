// SPDX-License-Identifier: Apache-2.0
// Names that real CUDA kernels use, in the ways in which they use them. Only
// compiled; what they compute is checked by tests/kernels.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <cmath>
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda.h>
#include <math_constants.h>
#include <sm_61_intrinsics.h>
#include <stdint.h>

// What programs bring for older GPUs must not clash.
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double v) { return *p += v; }
#endif
#if __CUDA_ARCH__ < 700
__device__ __half atomicAdd(__half *p, __half v) { return *p += v; }
#endif
#if __CUDA_ARCH__ < 800
__device__ __forceinline__ __half __hmax_nan(__half a, __half b) {
  return a > b ? a : b;
}
__device__ __forceinline__ __half __hmin_nan(__half a, __half b) {
  return a < b ? a : b;
}
#endif
__device__ __forceinline__ float atomicMax(float *p, float v) { return *p = v; }
// A program's own operators and names that the device library has too.
__device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ float clamp(float x, float a, float b) {
  return fminf(fmaxf(x, a), b);
}
__device__ float mix(float a, float b, float t) { return a + (b - a) * t; }
__host__ __device__ inline int ceil_div(int a, int b) { return (a + b - 1) / b; }

template <typename T> __device__ T gelu(T x) {
  const T cube = x * x * x, alpha = x + static_cast<T>(0.044715) * cube;
  const T scale = static_cast<T>(M_2_SQRTPI * M_SQRT1_2);
  return static_cast<T>(0.5) * x *
         (static_cast<T>(1.0) +
          static_cast<T>(tanhf(static_cast<float>(scale * alpha))));
}

template <typename To, typename From>
__global__ void cast(size_t n, const From *from, To *to) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = static_cast<To>(from[i]);
}
#define CASTS(T)                                                               \
  template __global__ void cast<T, float>(size_t, const float *, T *);         \
  template __global__ void cast<T, double>(size_t, const double *, T *);       \
  template __global__ void cast<T, uint8_t>(size_t, const uint8_t *, T *);     \
  template __global__ void cast<T, uint32_t>(size_t, const uint32_t *, T *);   \
  template __global__ void cast<T, int16_t>(size_t, const int16_t *, T *);     \
  template __global__ void cast<T, int32_t>(size_t, const int32_t *, T *);     \
  template __global__ void cast<T, int64_t>(size_t, const int64_t *, T *);     \
  template __global__ void cast<T, __half>(size_t, const __half *, T *);
CASTS(float)
CASTS(double)
CASTS(uint8_t)
CASTS(uint32_t)
CASTS(int16_t)
CASTS(int64_t)
CASTS(__half)
CASTS(__nv_bfloat16)
CASTS(__nv_fp8_e4m3)
template __global__ void cast<float>(size_t, const __nv_bfloat16 *, float *);
template __global__ void cast<float>(size_t, const __nv_fp8_e4m3 *, float *);
template __global__ void cast<__half>(size_t, const __nv_fp8_e4m3 *, __half *);
template __global__ void cast<uint8_t>(size_t, const __nv_bfloat16 *, uint8_t *);
template __global__ void cast<int64_t>(size_t, const __nv_bfloat16 *, int64_t *);

extern "C" __global__ void halves(half *h, __nv_bfloat16 *b, half2 *h2, float *f,
                                  unsigned *u) {
  const int i = threadIdx.x;
  __half zero = 0., one = 1.0;
  h[i] = one / h[i] + zero;
  h[i] = gelu(h[i]);
  b[i] = gelu(b[i]);
  f[i] = gelu(f[i]);
  h[i] = __hmax_nan(hsin(h[i]), hcos(h[i])) + hsqrt(hlog(hexp(h[i])));
  h2[i] = __hmul2(h2[i], __hsub2(h2[i], make_half2(h[i], h[i])));
  f[i] += __low2float(h2[i]) + __half2float(__low2half(h2[i])) +
          __half22float2(h2[i]).x + __half2float(__high2half(h2[i]));
  u[i] = __half_as_ushort(__habs(h[i])) + __popc(u[i]) + __ffs(u[i]) +
         __clz(u[i]) + __brev(u[i]) + __funnelshift_r(u[i], u[i], 3);
  __half_raw raw;
  raw.x = 0x3c00;
  h[i] = h[i] > __half(raw) ? __hmul(h[i], h[i]) : __hsub(h[i], one);
  b[i] = __hisnan(b[i]) ? __float2bfloat16(0.f) : __habs(hexp(b[i]));
  f[i] += __bfloat162float(b[i]);
  f[i] += normcdff(f[i]) + rsqrtf(f[i]) + erfinvf(f[i]) + cospif(f[i]) +
          norm3df(f[i], 1.f, 2.f) + CUDART_PI_F + INFINITY;
  float s, c;
  sincosf(f[i], &s, &c);
  sincos((double)f[i], (double *)u, (double *)u + 1);
  f[i] = clamp(mix(s, c, 0.5f), 0.f, 1.f) + __expf(s) + __logf(c) +
         __fdividef(s, c) + __fmaf_rn(s, c, s) + __ldg(f + i);
  atomicMax(f, s);
  atomicAdd(h, one);
  atomicAdd((double *)f, 1.0);
  u[i] += __dp4a(1, 2, 3) + __vsubss4(u[i], 1u) + __vsub4(u[i], 2u) +
          __vcmpne4(u[i], 3u) + __float_as_uint(f[i]) + clock() + clock64();
  const float4 v = *(float4 *)f + make_float4(1, 2, 3, 4);
  *(float4 *)f = v;
  u[i] = min(u[i], blockDim.x) + max((int)(u[i] - 1), 0) +
         ceil_div(u[i], blockDim.x);
  f[i] = 1.0 / f[i] + std::abs(f[i]) + pow(f[i], 2.0) + isnanf(f[i]);
  static_assert(sizeof(size_t) == sizeof(void *), "pointers and sizes agree");
}

// A shared array of each small type, and one of unknown length.
template <typename T> __global__ void shared_arrays(T *p) {
  __shared__ T buffer[32];
  extern __shared__ unsigned char rest[];
  buffer[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = buffer[31 - threadIdx.x];
  reinterpret_cast<T *>(rest)[threadIdx.x] = p[0];
}
template __global__ void shared_arrays(__half *);
template __global__ void shared_arrays(__half2 *);
template __global__ void shared_arrays(__nv_bfloat16 *);
template __global__ void shared_arrays(__nv_fp8_e4m3 *);
template __global__ void shared_arrays(float4 *);
template __global__ void shared_arrays(cuDoubleComplex *);

// Host code is parsed in the device's pass as well.
int main() {
  __half h = __float2half(1.0f);
  printf("%f %f\n", __half2float(h), expf(1.0f));
  const dim3 grid(2, 2);
  const float4 v = make_float4(1, 2, 3, 4);
  return (int)(grid.x + v.x + std::pow(2.0, 3) + min(1, 2));
}
