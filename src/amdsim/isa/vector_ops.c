// SPDX-License-Identifier: Apache-2.0
// The formulas of vector.def as functions over 32 or 64 lanes. Compiled
// twice: for any processor of the machine, and for x86-64-v3.
#include <math.h>

#include "amdsim/isa/floats.h"
#include "amdsim/isa/inst.h"
#ifdef __SSE2__
#include <immintrin.h>
#endif

#ifdef QN_AMD_V3
#define TABLE(name) name##_v3
#else
#define TABLE(name) name##_base
#endif

typedef uint32_t T_u32;
typedef int32_t T_i32;
typedef float T_f32;
typedef uint64_t T_u64;
typedef int64_t T_i64;
typedef double T_f64;
typedef uint16_t T_u16;
typedef int16_t T_i16;
typedef float T_f16; // computed as float, rounded when it is stored

// ---- Loading and storing lanes

#define LD_u32(p, i) (p)[i]
#define LD_i32(p, i) (int32_t)(p)[i]
#define LD_f32(p, i) as_float((p)[i])
#define LD_u64(p, i) ((p)[i] | (uint64_t)(p)[(i) + QN_AMD_LANES] << 32)
#define LD_i64(p, i) (int64_t)LD_u64(p, i)
#define LD_f64(p, i) as_double(LD_u64(p, i))
#define LD_u16(p, i) (uint16_t)(p)[i]
#define LD_i16(p, i) (int16_t)(p)[i]
#define LD_f16(p, i) from_half((p)[i] & 0xffff)

INLINE void put_u64(uint32_t *d, unsigned i, uint64_t v) {
  d[i] = (uint32_t)v;
  d[i + QN_AMD_LANES] = (uint32_t)(v >> 32);
}
#define ST_u32(p, i, v) (p)[i] = (v)
#define ST_i32(p, i, v) (p)[i] = (uint32_t)(v)
#define ST_f32(p, i, v) (p)[i] = bits_of(v)
#define ST_u64(p, i, v) put_u64(p, i, v)
#define ST_i64(p, i, v) put_u64(p, i, (uint64_t)(v))
#define ST_f64(p, i, v) put_u64(p, i, bits_of_double(v))
#define ST_u16(p, i, v) (p)[i] = (uint16_t)(v)
#define ST_i16(p, i, v) (p)[i] = (uint16_t)(v)
#define ST_f16(p, i, v) (p)[i] = to_half(v)

// ---- What formulas use

#include "amdsim/isa/vector_math.h"

// Lanes are done by the half: loops of a known count become vectors.
#define EACH_LANE(n, ...)                                                      \
  for (unsigned from = 0; from < (n); from += 32) {                            \
    _Pragma("GCC ivdep") for (unsigned i = from; i < from + 32; ++i) {         \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

#define QN_V(name, sources, D, A, B, C, flags, ...)                            \
  static void op_##name(uint32_t *d, const uint32_t *pa, const uint32_t *pb,   \
                        const uint32_t *pc, unsigned n) {                      \
    (void)pb;                                                                  \
    (void)pc;                                                                  \
    EACH_LANE(n, const T_##A a = LD_##A(pa, i); const T_##B b = LD_##B(pb, i); \
              const T_##C c = LD_##C(pc, i); (void)a; (void)b; (void)c;        \
              const T_##D r = (T_##D)(__VA_ARGS__); ST_##D(d, i, r);)          \
  }
#define QN_AKA(name, other)
#define QN_PACKED(name, sources, other)
#define QN_COMPARE(name, type, ...)
#include "amdsim/isa/vector.def"
#undef QN_V
#undef QN_COMPARE

// A bit a lane, of words that are 0 or all ones.
INLINE uint64_t pack_mask(const uint32_t *words, unsigned n) {
  uint64_t mask = 0;
#if defined(__AVX2__)
  for (unsigned i = 0; i < n; i += 8)
    mask |= (uint64_t)(uint32_t)_mm256_movemask_ps(
                _mm256_loadu_ps((const float *)(const void *)(words + i)))
            << i;
#elif defined(__SSE2__)
  for (unsigned i = 0; i < n; i += 4)
    mask |= (uint64_t)(uint32_t)_mm_movemask_ps(
                _mm_loadu_ps((const float *)(const void *)(words + i)))
            << i;
#else
  for (unsigned i = 0; i < n; ++i)
    mask |= (uint64_t)(words[i] & 1) << i;
#endif
  return mask;
}

#define QN_V(name, sources, D, A, B, C, flags, ...)
#define QN_COMPARE(name, type, ...)                                            \
  static uint64_t compare_##name(const uint32_t *pa, const uint32_t *pb,       \
                                 unsigned n) {                                 \
    uint32_t words[QN_AMD_LANES];                                              \
    EACH_LANE(n, const T_##type a = LD_##type(pa, i);                          \
              const T_##type b = LD_##type(pb, i); (void)a; (void)b;           \
              words[i] = (__VA_ARGS__) ? UINT32_MAX : 0;)                      \
    return pack_mask(words, n);                                                \
  }
#include "amdsim/isa/vector.def"
#undef QN_V
#undef QN_COMPARE

#define QN_V(name, sources, D, A, B, C, flags, ...) op_##name,
#define QN_COMPARE(name, type, ...)
qn_amd_vector_op *const TABLE(qn_amd_ops)[] = {
#include "amdsim/isa/vector.def"
};
#undef QN_V
#undef QN_COMPARE
#define QN_V(name, sources, D, A, B, C, flags, ...)
#define QN_COMPARE(name, type, ...) compare_##name,
qn_amd_compare_op *const TABLE(qn_amd_compares)[] = {
#include "amdsim/isa/vector.def"
};
