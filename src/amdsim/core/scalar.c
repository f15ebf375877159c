// SPDX-License-Identifier: Apache-2.0
// Scalar instructions: the formulas of scalar.def as functions.
#include <math.h>

#include "amdsim/isa/floats.h"
#include "amdsim/core/handlers.h"

typedef uint32_t T_u32;
typedef int32_t T_i32;
typedef uint64_t T_u64;
typedef int64_t T_i64;
typedef float T_f32;
typedef float T_f16;

// ---- What formulas use

static inline uint64_t reverse64(uint64_t x) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 64; ++k)
    r |= (x >> k & 1) << (63 - k);
  return r;
}
// All four bits of each group of four in which one is set.
static inline uint64_t quads(uint64_t x) {
  const uint64_t any =
      (x | x >> 1 | x >> 2 | x >> 3) & UINT64_C(0x1111111111111111);
  return any * 15;
}
static inline uint64_t quad_bits(uint64_t x) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 16; ++k)
    r |= (uint64_t)((x >> (4 * k) & 15) != 0) << k;
  return r;
}
static inline uint64_t replicate(uint32_t x) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 32; ++k)
    r |= (uint64_t)(x >> k & 1) * 3 << (2 * k);
  return r;
}
static inline uint64_t extract(uint64_t x, unsigned from, unsigned size,
                               unsigned width, bool is_signed) {
  if (!size)
    return 0;
  if (width == 32)
    x = is_signed ? (uint64_t)(int64_t)(int32_t)x : x;
  if (from + size >= width)
    return is_signed ? (uint64_t)((int64_t)x >> from) : x >> from;
  const uint64_t part = x >> from & ((UINT64_C(1) << size) - 1);
  const uint64_t sign = UINT64_C(1) << (size - 1);
  return is_signed ? (part ^ sign) - sign : part;
}

static inline uint32_t low16(int32_t x) {
  return (uint32_t)(int32_t)(int16_t)x;
}
#define GET_u32(o) qn_amd_get(w, o)
#define GET_i32(o) (int32_t)qn_amd_get(w, o)
#define GET_f32(o) as_float(qn_amd_get(w, o))
#define GET_f16(o) from_half(qn_amd_get(w, o) & 0xffff)
#define GET_u64(o) qn_amd_get64(w, o)
#define GET_i64(o) (int64_t)qn_amd_get64(w, o)
#define PUT_u32(v) qn_amd_put(w, &i->op[0], v)
#define PUT_i32(v) qn_amd_put(w, &i->op[0], (uint32_t)(v))
#define PUT_f32(v) qn_amd_put(w, &i->op[0], bits_of(v))
#define PUT_f16(v) qn_amd_put(w, &i->op[0], to_half(v))
#define PUT_u64(v) qn_amd_put64(w, &i->op[0], v)
#define PUT_i64(v) qn_amd_put64(w, &i->op[0], (uint64_t)(v))

// Of two that are numbers; -0 is below 0.
static inline float larger(float a, float b) {
  return a > b || (a == b && !signbit(a)) ? a : b;
}
static inline int32_t to_i32(float x) {
  if (x != x)
    return 0;
  return x <= -2147483648.0f  ? INT32_MIN
         : x >= 2147483648.0f ? INT32_MAX
                              : (int32_t)x;
}
static inline uint32_t to_u32(float x) {
  return !(x > 0) ? 0 : x >= 4294967296.0f ? UINT32_MAX : (uint32_t)x;
}

#define THIRD as_float(qn_amd_get(w, &i->op[3]))
#define KEEP (w->scc)
#define OLD32 qn_amd_get(w, &i->op[0])
#define OLD64 qn_amd_get64(w, &i->op[0])
#define EXEC (qn_amd_exec(w) & w->all)
#define OLD old_exec
// EXEC becomes something, and the result is what it was (or also becomes it).
#define SAVE(x) (set_exec(w, x), old_exec)
#define WRITE(x) (set_exec(w, x), EXEC)

static inline void set_exec(qn_amd_wave *w, uint64_t exec) {
  exec &= w->all;
  w->s[QN_AMD_EXEC] = (uint32_t)exec;
  w->s[QN_AMD_EXEC + 1] = (uint32_t)(exec >> 32);
}

// The last operands are the sources: some have the result as the first of them.
#define SOURCE(sources, k) (&i->op[(i->count > (sources) ? 1u : 0u) + (k)])

#define QN_AKA(name, other)
#define QN_S(name, sources, D, A, B, formula, scc_becomes)                     \
  void qn_amd_s_##name(qn_amd_wave *w, const qn_amd_inst *i) {                 \
    const uint64_t old_exec = EXEC;                                            \
    const T_##A a = GET_##A(SOURCE(sources, 0));                               \
    const T_##B b = (sources) > 1 ? GET_##B(SOURCE(sources, 1)) : 0;           \
    const T_##D d = (T_##D)(formula);                                          \
    const uint32_t scc = (uint32_t)(scc_becomes);                              \
    (void)old_exec;                                                            \
    (void)b;                                                                   \
    PUT_##D(d);                                                                \
    w->scc = scc;                                                              \
  }
#define QN_SC(name, A, B, formula)                                             \
  void qn_amd_s_##name(qn_amd_wave *w, const qn_amd_inst *i) {                 \
    const T_##A a = GET_##A(&i->op[0]);                                        \
    const T_##B b = GET_##B(&i->op[1]);                                        \
    w->scc = (formula) ? 1u : 0u;                                              \
  }
#include "amdsim/isa/scalar.def"
