// SPDX-License-Identifier: Apache-2.0
// libdevice: the mathematical functions that compilers to NVVM IR and to PTX
// call, by NVIDIA's names, each of which is one of CUDA's device functions.
//
#include "dialect.cu"

// A list here has functions of the same type; NV is told the name, that of the
// function of CUDA, its result and its parameters.
#define NV(name, function, result, parameters, arguments)                      \
  extern "C" __device__ result __nv_##name parameters {                        \
    return (result)function arguments;                                         \
  }

// ---- One argument and two

#define REAL1(X, f)                                                            \
  X(fabs##f) X(floor##f) X(ceil##f) X(trunc##f) X(rint##f) X(nearbyint##f)     \
  X(round##f) X(sqrt##f) X(rsqrt##f) X(cbrt##f) X(rcbrt##f) X(exp##f)          \
  X(exp2##f) X(exp10##f) X(expm1##f) X(log##f) X(log2##f) X(log10##f)          \
  X(log1p##f) X(sin##f) X(cos##f) X(tan##f) X(sinpi##f) X(cospi##f)            \
  X(asin##f) X(acos##f) X(atan##f) X(sinh##f) X(cosh##f) X(tanh##f)            \
  X(asinh##f) X(acosh##f) X(atanh##f) X(erf##f) X(erfc##f) X(erfinv##f)        \
  X(erfcinv##f) X(erfcx##f) X(normcdf##f) X(normcdfinv##f) X(lgamma##f)        \
  X(tgamma##f) X(logb##f) X(j0##f) X(j1##f) X(y0##f) X(y1##f)                  \
  X(cyl_bessel_i0##f) X(cyl_bessel_i1##f)
#define REAL2(X, f)                                                            \
  X(fmin##f) X(fmax##f) X(fmod##f) X(remainder##f) X(copysign##f)              \
  X(nextafter##f) X(atan2##f) X(pow##f) X(hypot##f) X(rhypot##f) X(fdim##f)

#define FLOAT1(name) NV(name, name, float, (float x), (x))
#define DOUBLE1(name) NV(name, name, double, (double x), (x))
#define FLOAT2(name) NV(name, name, float, (float x, float y), (x, y))
#define DOUBLE2(name) NV(name, name, double, (double x, double y), (x, y))
REAL1(FLOAT1, f)
REAL1(DOUBLE1, )
REAL2(FLOAT2, f)
REAL2(DOUBLE2, )

// ---- Other types of the same functions

#define BOTH(X)                                                                \
  X(float, f)                                                                  \
  X(double, )
#define MIXED(T, f)                                                            \
  NV(fma##f, fma##f, T, (T x, T y, T z), (x, y, z))                            \
  NV(norm3d##f, norm3d##f, T, (T x, T y, T z), (x, y, z))                      \
  NV(rnorm3d##f, rnorm3d##f, T, (T x, T y, T z), (x, y, z))                    \
  NV(norm4d##f, norm4d##f, T, (T x, T y, T z, T t), (x, y, z, t))              \
  NV(rnorm4d##f, rnorm4d##f, T, (T x, T y, T z, T t), (x, y, z, t))            \
  NV(norm##f, norm##f, T, (int n, const T *x), (n, x))                         \
  NV(rnorm##f, rnorm##f, T, (int n, const T *x), (n, x))                       \
  NV(jn##f, jn##f, T, (int n, T x), (n, x))                                    \
  NV(yn##f, yn##f, T, (int n, T x), (n, x))                                    \
  NV(ldexp##f, ldexp##f, T, (T x, int n), (x, n))                              \
  NV(scalbn##f, scalbn##f, T, (T x, int n), (x, n))                            \
  NV(frexp##f, frexp##f, T, (T x, int *n), (x, n))                             \
  NV(modf##f, modf##f, T, (T x, T *n), (x, n))                                 \
  NV(remquo##f, remquo##f, T, (T x, T y, int *n), (x, y, n))                   \
  NV(nan##f, nan##f, T, (const signed char *tag), ((const char *)tag))         \
  NV(ilogb##f, ilogb##f, int, (T x), (x))                                      \
  NV(llrint##f, llrint##f, long long, (T x), (x))                              \
  NV(llround##f, llround##f, long long, (T x), (x))                            \
  NV(sincos##f, sincos##f, void, (T x, T *s, T *c), (x, s, c))                 \
  NV(sincospi##f, sincospi##f, void, (T x, T *s, T *c), (x, s, c))
BOTH(MIXED)

// Whole powers by squaring: the exponent is no real number here.
template <typename T> static __device__ T power(T x, int n) {
  unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
  T product = 1;
  for (; left; left >>= 1, x *= x)
    if (left & 1)
      product *= x;
  return n < 0 ? 1 / product : product;
}
NV(powif, power, float, (float x, int n), (x, n))
NV(powi, power, double, (double x, int n), (x, n))

NV(signbitf, __builtin_signbitf, int, (float x), (x) != 0)
NV(signbitd, __builtin_signbit, int, (double x), (x) != 0)
NV(isnanf, __builtin_isnan, int, (float x), (x))
NV(isnand, __builtin_isnan, int, (double x), (x))
NV(isinff, __builtin_isinf, int, (float x), (x))
NV(isinfd, __builtin_isinf, int, (double x), (x))
NV(finitef, __builtin_isfinite, int, (float x), (x))
NV(isfinited, __builtin_isfinite, int, (double x), (x))

// ---- Directed rounding

#define DIRECTIONS(X) X(rn) X(rz) X(rd) X(ru)
#define ROUNDED(r)                                                             \
  NV(fadd_##r, __fadd_##r, float, (float x, float y), (x, y))                  \
  NV(fsub_##r, __fsub_##r, float, (float x, float y), (x, y))                  \
  NV(fmul_##r, __fmul_##r, float, (float x, float y), (x, y))                  \
  NV(fdiv_##r, __fdiv_##r, float, (float x, float y), (x, y))                  \
  NV(frcp_##r, __frcp_##r, float, (float x), (x))                              \
  NV(fsqrt_##r, __fsqrt_##r, float, (float x), (x))                            \
  NV(fmaf_##r, __fmaf_##r, float, (float x, float y, float z), (x, y, z))      \
  NV(fmaf_ieee_##r, __fmaf_ieee_##r, float, (float x, float y, float z),       \
     (x, y, z))                                                                \
  NV(dadd_##r, __dadd_##r, double, (double x, double y), (x, y))               \
  NV(dsub_##r, __dsub_##r, double, (double x, double y), (x, y))               \
  NV(dmul_##r, __dmul_##r, double, (double x, double y), (x, y))               \
  NV(ddiv_##r, __ddiv_##r, double, (double x, double y), (x, y))               \
  NV(drcp_##r, __drcp_##r, double, (double x), (x))                            \
  NV(dsqrt_##r, __dsqrt_##r, double, (double x), (x))                          \
  NV(fma_##r, __fma_##r, double, (double x, double y, double z), (x, y, z))    \
  NV(double2float_##r, __double2float_##r, float, (double x), (x))             \
  NV(double2int_##r, __double2int_##r, int, (double x), (x))                   \
  NV(double2uint_##r, __double2uint_##r, unsigned, (double x), (x))            \
  NV(double2ll_##r, __double2ll_##r, long long, (double x), (x))               \
  NV(double2ull_##r, __double2ull_##r, unsigned long long, (double x), (x))    \
  NV(float2int_##r, __float2int_##r, int, (float x), (x))                      \
  NV(float2uint_##r, __float2uint_##r, unsigned, (float x), (x))               \
  NV(float2ll_##r, __float2ll_##r, long long, (float x), (x))                  \
  NV(float2ull_##r, __float2ull_##r, unsigned long long, (float x), (x))       \
  NV(int2float_##r, __int2float_##r, float, (int x), (x))                      \
  NV(uint2float_##r, __uint2float_##r, float, (unsigned x), (x))               \
  NV(ll2float_##r, __ll2float_##r, float, (long long x), (x))                  \
  NV(ull2float_##r, __ull2float_##r, float, (unsigned long long x), (x))       \
  NV(ll2double_##r, __ll2double_##r, double, (long long x), (x))               \
  NV(ull2double_##r, __ull2double_##r, double, (unsigned long long x), (x))
DIRECTIONS(ROUNDED)
NV(int2double_rn, __int2double_rn, double, (int x), (x))
NV(uint2double_rn, __uint2double_rn, double, (unsigned x), (x))
NV(frsqrt_rn, __frsqrt_rn, float, (float x), (x))

// The bits of 1 / x, of which the lower half is 0.
static __device__ double upper_half(double x) {
  return __hiloint2double(__double2hiint(x), 0);
}
NV(rcp64h, upper_half, double, (double x), (1.0 / upper_half(x)))

// ---- Quick approximations

#define FAST1(name) NV(fast_##name, __##name, float, (float x), (x))
FAST1(sinf)
FAST1(cosf)
FAST1(tanf)
FAST1(logf)
FAST1(log2f)
FAST1(log10f)
FAST1(expf)
FAST1(exp10f)
NV(fast_tanhf, __tanhf, float, (float x), (x))
NV(fast_powf, __powf, float, (float x, float y), (x, y))
NV(fast_fdividef, __fdividef, float, (float x, float y), (x, y))
NV(fast_sincosf, __sincosf, void, (float x, float *s, float *c), (x, s, c))
NV(saturatef, __saturatef, float, (float x), (x))

// ---- Integers

#define CHOICE(letter, function)                                               \
  NV(letter##function, function, letter##_type,                                \
     (letter##_type x, letter##_type y), (x, y))
typedef unsigned u_type;
typedef long long ll_type;
typedef unsigned long long ull_type;
NV(min, min, int, (int x, int y), (x, y))
NV(max, max, int, (int x, int y), (x, y))
CHOICE(u, min)
CHOICE(u, max)
CHOICE(ll, min)
CHOICE(ll, max)
CHOICE(ull, min)
CHOICE(ull, max)
NV(abs, abs, int, (int x), (x))
NV(llabs, llabs, ll_type, (ll_type x), (x))
NV(clz, __clz, int, (int x), (x))
NV(clzll, __clzll, int, (ll_type x), (x))
NV(popc, __popc, int, (int x), ((unsigned)x))
NV(popcll, __popcll, int, (ll_type x), ((ull_type)x))
NV(ffs, __ffs, int, (int x), (x))
NV(ffsll, __ffsll, int, (ll_type x), (x))
NV(brev, __brev, int, (int x), ((unsigned)x))
NV(brevll, __brevll, ll_type, (ll_type x), ((ull_type)x))
NV(byte_perm, __byte_perm, int, (int x, int y, int z),
   ((unsigned)x, (unsigned)y, (unsigned)z))
NV(mulhi, __mulhi, int, (int x, int y), (x, y))
NV(umulhi, __umulhi, u_type, (u_type x, u_type y), (x, y))
NV(mul64hi, __mul64hi, ll_type, (ll_type x, ll_type y), (x, y))
NV(umul64hi, __umul64hi, ull_type, (ull_type x, ull_type y), (x, y))
NV(mul24, __mul24, int, (int x, int y), (x, y))
NV(umul24, __umul24, u_type, (u_type x, u_type y), (x, y))
NV(sad, __sad, int, (int x, int y, int z), (x, y, (unsigned)z))
NV(usad, __usad, u_type, (u_type x, u_type y, u_type z), (x, y, z))
NV(hadd, __hadd, int, (int x, int y), (x, y))
NV(rhadd, __rhadd, int, (int x, int y), (x, y))
NV(uhadd, __uhadd, u_type, (u_type x, u_type y), (x, y))
NV(urhadd, __urhadd, u_type, (u_type x, u_type y), (x, y))

// ---- Bits

NV(hiloint2double, __hiloint2double, double, (int x, int y), (x, y))
NV(double2loint, __double2loint, int, (double x), (x))
NV(double2hiint, __double2hiint, int, (double x), (x))
NV(int_as_float, __int_as_float, float, (int x), (x))
NV(float_as_int, __float_as_int, int, (float x), (x))
NV(uint_as_float, __uint_as_float, float, (unsigned x), (x))
NV(float_as_uint, __float_as_uint, unsigned, (float x), (x))
NV(longlong_as_double, __longlong_as_double, double, (ll_type x), (x))
NV(double_as_longlong, __double_as_longlong, ll_type, (double x), (x))
NV(float2half_rn, __builtin_bit_cast, unsigned short, (float x),
   (unsigned short, (_Float16)x))
NV(half2float, __builtin_bit_cast, float, (unsigned short x), (_Float16, x))
