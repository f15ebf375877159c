// SPDX-License-Identifier: Apache-2.0
// Floating point: the extensions F and D, by the host's. What the host raises
// is collected for a whole turn of a warp (qn_vx_take_flags); results that are
// not numbers become RISC-V's one NaN.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "vortex/machine.h"

enum {
  FLAG_INEXACT = 1,
  FLAG_UNDERFLOW = 2,
  FLAG_OVERFLOW = 4,
  FLAG_DIVIDE = 8,
  FLAG_INVALID = 16,
  ROUND_DYNAMIC = 7,
  ROUND_AWAY = 4, // to the nearest, ties away from zero
};

#define NAN32 UINT32_C(0x7fc00000)
#define NAN64 UINT64_C(0x7ff8000000000000)
#define BOX UINT64_C(0xffffffff00000000)

static const int host_modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                  FE_UPWARD};

bool qn_vx_set_round(qn_vx_sim *s, unsigned mode) {
  if (mode > 3)
    return false;
  if (s->host_round != (int)mode) {
    fesetround(host_modes[mode]);
    s->host_round = (int)mode;
  }
  return true;
}

void qn_vx_take_flags(warp *w) {
  const int raised = fetestexcept(FE_ALL_EXCEPT);
  if (!raised)
    return;
  w->flags |= (raised & FE_INEXACT ? (uint32_t)FLAG_INEXACT : 0) |
              (raised & FE_UNDERFLOW ? (uint32_t)FLAG_UNDERFLOW : 0) |
              (raised & FE_OVERFLOW ? (uint32_t)FLAG_OVERFLOW : 0) |
              (raised & FE_DIVBYZERO ? (uint32_t)FLAG_DIVIDE : 0) |
              (raised & FE_INVALID ? (uint32_t)FLAG_INVALID : 0);
  feclearexcept(FE_ALL_EXCEPT);
}

static unsigned mode_of(const warp *w, const insn *i) {
  return i->rm == ROUND_DYNAMIC ? w->frm : i->rm;
}

// Prepares the host; false after a trap.
static bool begin(warp *w, const insn *i) {
  const unsigned mode = mode_of(w, i);
  if (qn_vx_set_round(w->sim, mode))
    return true;
  qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask),
                mode == ROUND_AWAY
                    ? "rounding to the nearest, ties away from zero (rmm), is "
                      "simulated in conversions to integers only"
                    : "%u is no rounding mode",
                mode);
  return false;
}

// ---- Registers

static uint32_t bits32(const uint64_t *at) {
  return (*at & BOX) == BOX ? (uint32_t)*at : NAN32;
}
static float get_s(const uint64_t *at) {
  const uint32_t bits = bits32(at);
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}
static double get_d(const uint64_t *at) {
  double value;
  memcpy(&value, at, sizeof(value));
  return value;
}
static void put_s(uint64_t *at, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  *at = BOX | (isnan(value) ? NAN32 : bits);
}
static void put_d(uint64_t *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  *at = isnan(value) ? NAN64 : bits;
}
static bool signals_s(const uint64_t *at) {
  const uint32_t b = bits32(at);
  return (b & 0x7fc00000) == 0x7f800000 && (b & 0x3fffff);
}
static bool signals_d(const uint64_t *at) {
  return (*at & UINT64_C(0x7ff8000000000000)) == UINT64_C(0x7ff0000000000000) &&
         (*at & UINT64_C(0x7ffffffffffff));
}

#define D (&(w->f + i->rd)[l])
#define FA (&(w->f + i->rs1)[l])
#define FB (&(w->f + i->rs2)[l])
#define FC (&(w->f + i->rs3)[l])
#define X (w->x + i->rd)[l]
#define XA (w->x + i->rs1)[l]

// ---- Arithmetic

#define ARITHMETIC(name, t, expression)                                        \
  static void op_##name(warp *w, const insn *i) {                              \
    if (!begin(w, i))                                                          \
      return;                                                                  \
    EACH_LANE(w, l)                                                            \
    put_##t(D, expression);                                                    \
  }
ARITHMETIC(fadd_s, s, get_s(FA) + get_s(FB))
ARITHMETIC(fsub_s, s, get_s(FA) - get_s(FB))
ARITHMETIC(fmul_s, s, get_s(FA) * get_s(FB))
ARITHMETIC(fdiv_s, s, get_s(FA) / get_s(FB))
ARITHMETIC(fsqrt_s, s, sqrtf(get_s(FA)))
ARITHMETIC(fadd_d, d, get_d(FA) + get_d(FB))
ARITHMETIC(fsub_d, d, get_d(FA) - get_d(FB))
ARITHMETIC(fmul_d, d, get_d(FA) * get_d(FB))
ARITHMETIC(fdiv_d, d, get_d(FA) / get_d(FB))
ARITHMETIC(fsqrt_d, d, sqrt(get_d(FA)))
ARITHMETIC(fcvt_s_d, s, (float)get_d(FA))
ARITHMETIC(fcvt_d_s, d, (double)get_s(FA))

// Infinity times zero is invalid whatever is added.
static float fuse_s(warp *w, float a, float b, float c) {
  if ((isinf(a) && b == 0) || (a == 0 && isinf(b)))
    w->flags |= FLAG_INVALID;
  return fmaf(a, b, c);
}
static double fuse_d(warp *w, double a, double b, double c) {
  if ((isinf(a) && b == 0) || (a == 0 && isinf(b)))
    w->flags |= FLAG_INVALID;
  return fma(a, b, c);
}
#define FUSED(name, a, c)                                                      \
  ARITHMETIC(name##_s, s, fuse_s(w, a get_s(FA), get_s(FB), c get_s(FC)))      \
  ARITHMETIC(name##_d, d, fuse_d(w, a get_d(FA), get_d(FB), c get_d(FC)))
FUSED(fmadd, +, +)
FUSED(fmsub, +, -)
FUSED(fnmsub, -, +)
FUSED(fnmadd, -, -)

// ---- Signs, minima, comparisons

#define SIGNS(name, expression)                                                \
  static void op_##name(warp *w, const insn *i) {                              \
    EACH_LANE(w, l)                                                            \
    *D = (expression);                                                         \
  }
#define S32 UINT32_C(0x80000000)
#define S64 UINT64_C(0x8000000000000000)
SIGNS(fsgnj_s, BOX | (bits32(FA) & ~S32) | (bits32(FB) & S32))
SIGNS(fsgnjn_s, BOX | (bits32(FA) & ~S32) | (~bits32(FB) & S32))
SIGNS(fsgnjx_s, BOX | (bits32(FA) ^ (bits32(FB) & S32)))
SIGNS(fsgnj_d, (*FA & ~S64) | (*FB & S64))
SIGNS(fsgnjn_d, (*FA & ~S64) | (~*FB & S64))
SIGNS(fsgnjx_d, *FA ^ (*FB & S64))

// The lesser one, -0 before 0; a number before a NaN.
static float min_s(float a, float b) {
  if (isnan(a))
    return b;
  if (isnan(b) || isless(a, b))
    return a;
  return isless(b, a) || signbit(b) ? b : a;
}
static float max_s(float a, float b) {
  if (isnan(a))
    return b;
  if (isnan(b) || isgreater(a, b))
    return a;
  return isgreater(b, a) || !signbit(b) ? b : a;
}
static double min_d(double a, double b) {
  if (isnan(a))
    return b;
  if (isnan(b) || isless(a, b))
    return a;
  return isless(b, a) || signbit(b) ? b : a;
}
static double max_d(double a, double b) {
  if (isnan(a))
    return b;
  if (isnan(b) || isgreater(a, b))
    return a;
  return isgreater(b, a) || !signbit(b) ? b : a;
}
#define CHOICE(name, t, function)                                              \
  static void op_##name(warp *w, const insn *i) {                              \
    EACH_LANE(w, l) {                                                          \
      if (signals_##t(FA) || signals_##t(FB))                                  \
        w->flags |= FLAG_INVALID;                                              \
      put_##t(D, function(get_##t(FA), get_##t(FB)));                          \
    }                                                                          \
  }
CHOICE(fmin_s, s, min_s)
CHOICE(fmax_s, s, max_s)
CHOICE(fmin_d, d, min_d)
CHOICE(fmax_d, d, max_d)

#define COMPARE(name, t, expression, quiet)                                    \
  static void op_##name(warp *w, const insn *i) {                              \
    EACH_LANE(w, l) {                                                          \
      if ((quiet) ? signals_##t(FA) || signals_##t(FB)                         \
                  : isnan(get_##t(FA)) || isnan(get_##t(FB)))                  \
        w->flags |= FLAG_INVALID;                                              \
      X = (uint64_t)(expression);                                              \
    }                                                                          \
  }
COMPARE(fle_s, s, islessequal(get_s(FA), get_s(FB)), false)
COMPARE(flt_s, s, isless(get_s(FA), get_s(FB)), false)
COMPARE(feq_s, s,
        islessequal(get_s(FA), get_s(FB)) && islessequal(get_s(FB), get_s(FA)),
        true)
COMPARE(fle_d, d, islessequal(get_d(FA), get_d(FB)), false)
COMPARE(flt_d, d, isless(get_d(FA), get_d(FB)), false)
COMPARE(feq_d, d,
        islessequal(get_d(FA), get_d(FB)) && islessequal(get_d(FB), get_d(FA)),
        true)

static uint64_t class_of(double value, bool is_subnormal, bool signals) {
  const bool negative = signbit(value);
  if (isnan(value))
    return signals ? 1u << 8 : 1u << 9;
  if (isinf(value))
    return negative ? 1u << 0 : 1u << 7;
  if (value == 0)
    return negative ? 1u << 3 : 1u << 4;
  if (is_subnormal)
    return negative ? 1u << 2 : 1u << 5;
  return negative ? 1u << 1 : 1u << 6;
}
static void op_fclass_s(warp *w, const insn *i) {
  EACH_LANE(w, l) {
    const uint32_t bits = bits32(FA);
    const bool is_small = !(bits & 0x7f800000) && (bits & 0x7fffff);
    // A signalling NaN must not be converted.
    const double value = signals_s(FA) ? (double)NAN : (double)get_s(FA);
    X = class_of(value, is_small, signals_s(FA));
  }
}
static void op_fclass_d(warp *w, const insn *i) {
  EACH_LANE(w, l) {
    const bool is_small = !(*FA & UINT64_C(0x7ff0000000000000)) &&
                          (*FA & UINT64_C(0xfffffffffffff));
    const double value = signals_d(FA) ? (double)NAN : get_d(FA);
    X = class_of(value, is_small, signals_d(FA));
  }
}

// ---- Moves

static void op_fmv_x_w(warp *w, const insn *i) {
  EACH_LANE(w, l)
  X = W32(*FA);
}
static void op_fmv_w_x(warp *w, const insn *i) {
  EACH_LANE(w, l)
  *D = BOX | (uint32_t)XA;
}
static void op_fmv_x_d(warp *w, const insn *i) {
  EACH_LANE(w, l)
  X = *FA;
}
static void op_fmv_d_x(warp *w, const insn *i) {
  EACH_LANE(w, l)
  *D = XA;
}

static void op_flw(warp *w, const insn *i) {
  EACH_LANE(w, l) {
    uint32_t value;
    const void *at =
        qn_vx_reach(w, l, (XA + (uint64_t)i->imm) & w->sim->address_mask,
                    sizeof(value), QN_VX_READ);
    if (!at)
      return;
    memcpy(&value, at, sizeof(value));
    *D = BOX | value;
  }
}
static void op_fld(warp *w, const insn *i) {
  EACH_LANE(w, l) {
    const void *at = qn_vx_reach(
        w, l, (XA + (uint64_t)i->imm) & w->sim->address_mask, 8, QN_VX_READ);
    if (!at)
      return;
    memcpy(D, at, 8);
  }
}
static void op_fsw(warp *w, const insn *i) {
  EACH_LANE(w, l) {
    const uint32_t value = (uint32_t)*FB;
    void *at = qn_vx_reach(w, l, (XA + (uint64_t)i->imm) & w->sim->address_mask,
                           sizeof(value), QN_VX_WRITE);
    if (!at)
      return;
    memcpy(at, &value, sizeof(value));
  }
}
static void op_fsd(warp *w, const insn *i) {
  EACH_LANE(w, l) {
    void *at = qn_vx_reach(w, l, (XA + (uint64_t)i->imm) & w->sim->address_mask,
                           8, QN_VX_WRITE);
    if (!at)
      return;
    memcpy(at, FB, 8);
  }
}

// ---- Conversions

// Rounds by the mode, without the host's flags.
static double round_by(unsigned mode, double value) {
  switch (mode) {
  case 0:
    return __builtin_roundeven(value);
  case 1:
    return trunc(value);
  case 2:
    return floor(value);
  case 3:
    return ceil(value);
  default:
    return round(value);
  }
}

typedef struct range {
  double below, above; // the first values that do not fit, or their bounds
  uint64_t least, greatest;
} range;

// To an integer: w, wu, l, lu by `kind`.
static uint64_t to_integer(warp *w, unsigned mode, unsigned kind,
                           double value) {
  static const range ranges[4] = {
      {-0x1p31 - 1, 0x1p31, UINT64_C(0xffffffff80000000), INT32_MAX},
      {-1, 0x1p32, 0, UINT64_MAX},
      {-0x1.0000000000001p63, 0x1p63, UINT64_C(1) << 63, INT64_MAX},
      {-1, 0x1p64, 0, UINT64_MAX},
  };
  const range *r = &ranges[kind];
  if (isnan(value)) {
    w->flags |= FLAG_INVALID;
    return r->greatest;
  }
  const double whole = isinf(value) ? value : round_by(mode, value);
  if (whole <= r->below || whole >= r->above) {
    w->flags |= FLAG_INVALID;
    return whole < 0 ? r->least : r->greatest;
  }
  if (whole != value)
    w->flags |= FLAG_INEXACT;
  if (kind == 0)
    return (uint64_t)(int64_t)whole;
  if (kind == 1)
    return W32((uint32_t)whole);
  if (kind == 2)
    return (uint64_t)(int64_t)whole;
  return (uint64_t)whole;
}

// The value as a double, exactly; a NaN stays one, without a flag.
static double wide_of(uint64_t *at, bool is_double) {
  if (is_double)
    return get_d(at);
  return isnan(get_s(at)) ? (double)NAN : (double)get_s(at);
}

static void to_integers(warp *w, const insn *i, bool is_double) {
  const unsigned mode = mode_of(w, i);
  const unsigned kind = i->word >> 20 & 3;
  if (mode > ROUND_AWAY) {
    (void)begin(w, i);
    return;
  }
  EACH_LANE(w, l) {
    // What rounding raises on the host is none of the program's.
    qn_vx_take_flags(w);
    // volatile: nothing of it may be done behind the next line.
    const volatile uint64_t got =
        to_integer(w, mode, kind, wide_of(FA, is_double));
    feclearexcept(FE_ALL_EXCEPT);
    X = got;
  }
}
static void op_fcvt_x_s(warp *w, const insn *i) { to_integers(w, i, false); }
static void op_fcvt_x_d(warp *w, const insn *i) { to_integers(w, i, true); }

// The integer's bits between its first and its last one.
static unsigned significant_bits(uint64_t value, unsigned kind) {
  uint64_t size = kind == 0   ? (uint64_t)(int64_t)(int32_t)value
                  : kind == 1 ? (uint32_t)value
                              : value;
  if (!(kind & 1) && (int64_t)size < 0)
    size = 0 - size;
  return size ? 64 - (unsigned)__builtin_clzll(size) -
                    (unsigned)__builtin_ctzll(size)
              : 0;
}

// Of integers; what has no more than `bits` is exact in any mode. Compilers
// convert back what they rounded away from zero before.
static bool begin_exact(warp *w, const insn *i, unsigned bits) {
  bool exact = mode_of(w, i) == ROUND_AWAY;
  EACH_LANE(w, l)
  exact = exact && significant_bits(XA, i->word >> 20 & 3) <= bits;
  return exact ? qn_vx_set_round(w->sim, 0) : begin(w, i);
}

static void op_fcvt_s_x(warp *w, const insn *i) {
  const unsigned kind = i->word >> 20 & 3;
  if (!begin_exact(w, i, 24))
    return;
  EACH_LANE(w, l) {
    const uint64_t v = XA;
    put_s(D, kind == 0   ? (float)(int32_t)v
             : kind == 1 ? (float)(uint32_t)v
             : kind == 2 ? (float)(int64_t)v
                         : (float)v);
  }
}
static void op_fcvt_d_x(warp *w, const insn *i) {
  const unsigned kind = i->word >> 20 & 3;
  if (!begin_exact(w, i, 53))
    return;
  EACH_LANE(w, l) {
    const uint64_t v = XA;
    put_d(D, kind == 0   ? (double)(int32_t)v
             : kind == 1 ? (double)(uint32_t)v
             : kind == 2 ? (double)(int64_t)v
                         : (double)v);
  }
}

// ---- The tables

static run_fn *find_by_mode(bool is_double, uint32_t word) {
  static run_fn *const signs[2][3] = {{op_fsgnj_s, op_fsgnjn_s, op_fsgnjx_s},
                                      {op_fsgnj_d, op_fsgnjn_d, op_fsgnjx_d}};
  static run_fn *const choices[2][3] = {{op_fmin_s, op_fmax_s},
                                        {op_fmin_d, op_fmax_d}};
  static run_fn *const compares[2][3] = {{op_fle_s, op_flt_s, op_feq_s},
                                         {op_fle_d, op_flt_d, op_feq_d}};
  const unsigned f3 = word >> 12 & 7;
  if (f3 > 2)
    return NULL;
  switch (word >> 27) {
  case 0x04:
    return signs[is_double][f3];
  case 0x05:
    return choices[is_double][f3];
  default:
    return compares[is_double][f3];
  }
}

static run_fn *find_move(const qn_vx_sim *s, bool is_double, uint32_t word) {
  const unsigned f3 = word >> 12 & 7;
  const bool wide = s->config.xlen == 64;
  if (word >> 20 & 31)
    return NULL;
  if (word >> 27 == 0x1e) {
    if (f3)
      return NULL;
    return !is_double ? op_fmv_w_x : wide ? op_fmv_d_x : NULL;
  }
  if (f3 == 1)
    return is_double ? op_fclass_d : op_fclass_s;
  if (f3)
    return NULL;
  return !is_double ? op_fmv_x_w : wide ? op_fmv_x_d : NULL;
}

static run_fn *find_operation(const qn_vx_sim *s, uint32_t word) {
  static run_fn *const plain[2][4] = {
      {op_fadd_s, op_fsub_s, op_fmul_s, op_fdiv_s},
      {op_fadd_d, op_fsub_d, op_fmul_d, op_fdiv_d}};
  const unsigned rs2 = word >> 20 & 31;
  const bool is_double = word >> 25 & 1;
  const bool fits = rs2 < (s->config.xlen == 64 ? 4u : 2u);
  switch (word >> 27) {
  case 0x00:
  case 0x01:
  case 0x02:
  case 0x03:
    return plain[is_double][word >> 27];
  case 0x0b:
    return rs2 ? NULL : is_double ? op_fsqrt_d : op_fsqrt_s;
  case 0x04:
  case 0x05:
  case 0x14:
    return find_by_mode(is_double, word);
  case 0x08:
    if (!s->config.doubles || rs2 != !is_double)
      return NULL;
    return is_double ? op_fcvt_d_s : op_fcvt_s_d;
  case 0x18:
    return !fits ? NULL : is_double ? op_fcvt_x_d : op_fcvt_x_s;
  case 0x1a:
    return !fits ? NULL : is_double ? op_fcvt_d_x : op_fcvt_s_x;
  case 0x1c:
  case 0x1e:
    return find_move(s, is_double, word);
  default:
    return NULL;
  }
}

run_fn *qn_vx_find_float(const qn_vx_sim *s, uint32_t word) {
  static run_fn *const fused[4][2] = {{op_fmadd_s, op_fmadd_d},
                                      {op_fmsub_s, op_fmsub_d},
                                      {op_fnmsub_s, op_fnmsub_d},
                                      {op_fnmadd_s, op_fnmadd_d}};
  const unsigned opcode = word & 0x7f;
  const unsigned f3 = word >> 12 & 7;
  const unsigned format = word >> 25 & 3;
  const unsigned formats = s->config.doubles ? 2 : 1;
  switch (opcode) {
  case 0x07:
    return f3 == 2 ? op_flw : f3 == 3 && formats == 2 ? op_fld : NULL;
  case 0x27:
    return f3 == 2 ? op_fsw : f3 == 3 && formats == 2 ? op_fsd : NULL;
  case 0x43:
  case 0x47:
  case 0x4b:
  case 0x4f:
    return format < formats ? fused[(opcode - 0x43) / 4][format] : NULL;
  case 0x53:
    return format < formats ? find_operation(s, word) : NULL;
  default:
    return NULL;
  }
}
