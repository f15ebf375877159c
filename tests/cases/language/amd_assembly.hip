// SPDX-License-Identifier: Apache-2.0
// Loads and stores by AMD's inline assembly, as HIP's libraries write them:
// narrow ones are extended, and what is not used may be anything. NVIDIA's have
// assembly of their own.
// DEVICES: cpu opencl
#include <cstdio>
#include <hip/hip_runtime.h>

template <class T> struct by_assembly;

#define BY_ASSEMBLY(type, register_type, load, store)                          \
  template <> struct by_assembly<type> {                                       \
    static __device__ type get(void *from) {                                   \
      register_type value;                                                     \
      asm volatile(#load " %0, %1 glc" : "=v"(value) : "v"(from));             \
      asm volatile("s_waitcnt vmcnt(%0)" : : "I"(0));                          \
      return (type)value;                                                      \
    }                                                                          \
    static __device__ void put(void *to, type x) {                             \
      const register_type value = x;                                           \
      asm volatile(#store " %0, %1 glc slc" : : "v"(to), "v"(value));          \
      asm volatile("s_waitcnt vmcnt(0)");                                      \
    }                                                                          \
  };
BY_ASSEMBLY(signed char, short, flat_load_sbyte, flat_store_byte)
BY_ASSEMBLY(unsigned char, unsigned short, flat_load_ubyte, flat_store_byte)
BY_ASSEMBLY(short, int, flat_load_sshort, flat_store_short)
BY_ASSEMBLY(unsigned short, unsigned, flat_load_ushort, flat_store_short)
BY_ASSEMBLY(unsigned, unsigned, flat_load_dword, flat_store_dword)
BY_ASSEMBLY(unsigned long long, unsigned long long, flat_load_dwordx2,
            flat_store_dwordx2)

// Of no other target than AMD's.
inline __device__ int never_called(int x) {
  int y;
  asm volatile("v_bfrev_b32 %0, %1" : "=v"(y) : "v"(x));
  return y;
}

template <class T> __global__ void copies(T *in, T *out, long long *read) {
  const T x = by_assembly<T>::get(in + threadIdx.x);
  by_assembly<T>::put(out + threadIdx.x, x);
  read[threadIdx.x] = (long long)x;
}

template <class T> static bool check(const char *what) {
  enum { N = 70 };
  T *in, *out;
  long long *read;
  bool good = hipMallocManaged((void **)&in, N * sizeof(T)) == hipSuccess &&
              hipMallocManaged((void **)&out, N * sizeof(T)) == hipSuccess &&
              hipMallocManaged((void **)&read, N * sizeof(*read)) == hipSuccess;
  for (int i = 0; good && i < N; ++i) {
    in[i] = (T)(i * 0x9e3779b97f4a7c15ull >> i % 8);
    out[i] = 0;
  }
  if (good) {
    copies<<<1, N>>>(in, out, read);
    good = hipDeviceSynchronize() == hipSuccess;
  }
  for (int i = 0; good && i < N; ++i)
    good = out[i] == in[i] && read[i] == (long long)in[i];
  if (!good)
    std::printf("%s: wrong\n", what);
  (void)hipFree(in);
  (void)hipFree(out);
  (void)hipFree(read);
  return good;
}

int main() {
  const bool narrow = check<signed char>("signed char") &&
                      check<unsigned char>("unsigned char") &&
                      check<short>("short") &&
                      check<unsigned short>("unsigned short");
  return narrow && check<unsigned>("unsigned") &&
                 check<unsigned long long>("unsigned long long")
             ? 0
             : 1;
}
