// SPDX-License-Identifier: Apache-2.0
// Kernels for the differential tests of readers: many argument kinds, shared
// memory, launch bounds. Compiled without any vendor header.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#if defined(__AMDGCN__)
#define LANE() ((int)__builtin_amdgcn_workitem_id_x())
#define SYNC() __builtin_amdgcn_s_barrier()
#elif defined(__NVPTX__)
#define LANE() ((int)__nvvm_read_ptx_sreg_tid_x())
#define SYNC() __nvvm_bar_sync(0)
#else
#define LANE() 0
#define SYNC()
#endif

struct Mixed {
  float v[5];
  char c;
  double d;
};
struct alignas(32) Wide {
  char bytes[40];
};

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  const int i = LANE();
  if (i < n)
    y[i] = a * x[i] + y[i];
}

template <class T>
__global__ void __launch_bounds__(256) stage(T *p, Mixed s, double d) {
  __shared__ T tile[64];
  const int i = LANE();
  tile[i & 63] = (T)(d + s.v[(unsigned)i % 5]);
  SYNC();
  p[i] = tile[(i * 7) & 63] + s.c;
}
template __global__ void stage<float>(float *, Mixed, double);
template __global__ void stage<int>(int *, Mixed, double);

namespace deep {
template <int N, bool B> __global__ void unroll(short s, char c, long long *o) {
  for (int i = 0; i < N; ++i)
    o[i] = B ? s + c : s - c;
}
template __global__ void unroll<4, true>(short, char, long long *);
} // namespace deep

__global__ void empty() {}
__global__ void wide(Wide w, bool b, int *out) { *out = w.bytes[b]; }

// Enough live values to need many registers, and private memory.
__global__ void heavy(float *p, int n) {
  float local[200];
  for (int i = 0; i < 200; ++i)
    local[i] = p[i * 3];
  for (int i = 0; i < n; ++i)
    local[(unsigned)(i * 7) % 200] += local[(unsigned)(i * 13) % 200];
  float sum = 0;
  for (int i = 0; i < 200; ++i)
    sum += local[i] * p[i];
  p[LANE()] = sum;
}
