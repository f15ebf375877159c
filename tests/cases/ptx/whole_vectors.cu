// SPDX-License-Identifier: Apache-2.0
// The elements of a vector that some blocks store and others load belong
// together: none of them sees parts of two stores. CUB's scans pass a state and
// a value so (by ld.relaxed and st.relaxed, older ones by ld.cg and st.cg).
#include "program.h"

typedef unsigned int u32;
typedef unsigned long long u64;

enum { LANES = 32, BLOCKS = 8, ROUNDS = 50000 };

#define OF_TWO(name, type, constraint, how, suffix)                            \
  struct name {                                                                \
    typedef type element;                                                      \
    enum { COUNT = 2 };                                                        \
    static __device__ void store(type *to, type value) {                       \
      asm volatile("st." how ".v2." suffix " [%0], {%1, %1};" ::"l"(to),       \
                   constraint(value)                                           \
                   : "memory");                                                \
    }                                                                          \
    static __device__ bool is_torn(const type *from) {                         \
      type a, b;                                                               \
      asm volatile("ld." how ".v2." suffix " {%0, %1}, [%2];"                  \
                   : "=" constraint(a), "=" constraint(b)                      \
                   : "l"(from)                                                 \
                   : "memory");                                                \
      return a != b;                                                           \
    }                                                                          \
  };
OF_TWO(halves_of_words, unsigned short, "h", "relaxed.gpu", "u16")
OF_TWO(two_words, u32, "r", "relaxed.gpu", "u32")
OF_TWO(two_words_cached, u32, "r", "cg", "u32")
OF_TWO(two_longs, u64, "l", "relaxed.gpu", "u64")
OF_TWO(two_longs_cached, u64, "l", "cg", "u64")

struct four_words {
  typedef u32 element;
  enum { COUNT = 4 };
  static __device__ void store(u32 *to, u32 value) {
    asm volatile("st.release.gpu.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(to),
                 "r"(value)
                 : "memory");
  }
  static __device__ bool is_torn(const u32 *from) {
    u32 a, b, c, d;
    asm volatile("ld.acquire.gpu.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(from)
                 : "memory");
    return a != b || a != c || a != d;
  }
};

// Every other block stores what those between them load.
template <typename V>
__global__ void pass(typename V::element *slots, u32 *torn) {
  typename V::element *slot = slots + threadIdx.x * V::COUNT;
  u32 seen = 0;
  for (u32 i = 1; i <= ROUNDS; ++i)
    if (blockIdx.x % 2 == 0)
      V::store(slot, (typename V::element)i);
    else
      seen += V::is_torn(slot);
  if (seen)
    atomicAdd(torn, seen);
}

template <typename V> static void check(const char *name) {
  typedef typename V::element element;
  element *slots, kept[LANES * V::COUNT];
  u32 *torn, count;
  CHECK(cudaMalloc((void **)&slots, sizeof(kept)) == cudaSuccess);
  CHECK(cudaMalloc((void **)&torn, sizeof(*torn)) == cudaSuccess);
  CHECK(cudaMemset(slots, 0, sizeof(kept)) == cudaSuccess);
  CHECK(cudaMemset(torn, 0, sizeof(*torn)) == cudaSuccess);
  pass<V><<<BLOCKS, LANES>>>(slots, torn);
  CHECK(cudaMemcpy(&count, torn, sizeof(count), cudaMemcpyDeviceToHost) ==
        cudaSuccess);
  CHECK(cudaMemcpy(kept, slots, sizeof(kept), cudaMemcpyDeviceToHost) ==
        cudaSuccess);
  if (count)
    std::fprintf(stderr, "%s: %u loads of parts of two stores\n", name, count);
  CHECK(count == 0);
  for (element value : kept)
    CHECK(value == (element)ROUNDS);
  CHECK(cudaFree(slots) == cudaSuccess);
  CHECK(cudaFree(torn) == cudaSuccess);
}

int main() {
  check<halves_of_words>("v2.u16");
  check<two_words>("v2.u32");
  check<two_words_cached>("cg.v2.u32");
  check<two_longs>("v2.u64");
  check<two_longs_cached>("cg.v2.u64");
  check<four_words>("v4.u32");
  std::puts("ok");
  return 0;
}
