// SPDX-License-Identifier: Apache-2.0
// NVIDIA's intrinsics on CPUs: the function "quern.nvvm.X" is what "llvm.nvvm.X"
// does (src/compiler/driver/nvvm.c). Most are an instruction of PTX, which the
// compiler translates (src/compiler/ptx). Names are those of this LLVM, to which
// it brings older ones itself.
#include <quern/device/ptx/ptx.h>

#include "libdevice.cu"

#define NVVM__(id, name, result, parameters, ...)                              \
  extern "C" __device__ result qn_nvvm_##id parameters __asm__("quern.nvvm."   \
                                                               name);          \
  extern "C" __device__ result qn_nvvm_##id parameters { __VA_ARGS__ }
#define NVVM_(id, ...) NVVM__(id, __VA_ARGS__)
#define NVVM(...) NVVM_(__COUNTER__, __VA_ARGS__)

// Instructions of one to three operands of the result's type.
#define ONE(name, T, letter, text)                                             \
  NVVM(name, T, (T x), T y; __asm__(text " %0, %1;"                            \
                                    : "=" letter(y)                            \
                                    : letter(x));                              \
       return y;)
#define TWO(name, T, letter, text)                                             \
  NVVM(name, T, (T x, T y), T z; __asm__(text " %0, %1, %2;"                   \
                                         : "=" letter(z)                       \
                                         : letter(x), letter(y));              \
       return z;)
#define THREE(name, T, letter, text)                                           \
  NVVM(name, T, (T x, T y, T z), T r; __asm__(text " %0, %1, %2, %3;"          \
                                              : "=" letter(r)                  \
                                              : letter(x), letter(y),          \
                                                letter(z));                    \
       return r;)
// From one type to another.
#define CONVERT(name, To, to, From, from, text)                                \
  NVVM(name, To, (From x), To y; __asm__(text " %0, %1;"                       \
                                         : "=" to(y)                           \
                                         : from(x));                           \
       return y;)
#define CALL1(name, R, T, function)                                            \
  NVVM(name, R, (T x), return (R)function(x);)
#define CALL2(name, T, function)                                               \
  NVVM(name, T, (T x, T y), return function(x, y);)

typedef unsigned u32_t;
typedef long long s64_t;
typedef unsigned long long u64_t;

// ---- Where a thread is

#define PLACE(reg, axis, value)                                                \
  NVVM("read.ptx.sreg." #reg "." #axis, int, (void), return (int)(value);)
#define PLACES(reg, variable)                                                  \
  PLACE(reg, x, variable.x)                                                    \
  PLACE(reg, y, variable.y) PLACE(reg, z, variable.z)
PLACES(tid, threadIdx)
PLACES(ntid, blockDim)
PLACES(ctaid, blockIdx)
PLACES(nctaid, gridDim)
// A cluster of one block.
PLACES(clusterid, blockIdx)
PLACES(nclusterid, gridDim)
PLACE(cluster.ctaid, x, 0)
PLACE(cluster.ctaid, y, 0)
PLACE(cluster.ctaid, z, 0)
PLACE(cluster.nctaid, x, 1)
PLACE(cluster.nctaid, y, 1)
PLACE(cluster.nctaid, z, 1)
PLACE(cluster, ctarank, 0)
PLACE(cluster, nctarank, 1)

#define REGISTER(name, T, value)                                               \
  NVVM("read.ptx.sreg." name, T, (void), return (T)(value);)
REGISTER("laneid", int, __qn_lane_id())
REGISTER("warpid", int, __qn_ptx::warp_id())
REGISTER("nwarpid", int, __qn_ptx::warp_count())
REGISTER("warpsize", int, 32)
REGISTER("smid", int, 0)
REGISTER("nsmid", int, 1)
REGISTER("gridid", s64_t, 0)
REGISTER("lanemask.eq", int, __qn_ptx::lane_bit())
REGISTER("lanemask.lt", int, __qn_ptx::lanes_below())
REGISTER("lanemask.le", int, __qn_ptx::lanes_below() | __qn_ptx::lane_bit())
REGISTER("lanemask.gt", int, ~(__qn_ptx::lanes_below() | __qn_ptx::lane_bit()))
REGISTER("lanemask.ge", int, ~__qn_ptx::lanes_below())
REGISTER("clock", int, __qn_clock())
REGISTER("clock64", s64_t, __qn_clock())
REGISTER("globaltimer", s64_t, __qn_wall_clock_ns())
REGISTER("globaltimer.lo", int, __qn_wall_clock_ns())
REGISTER("dynamic_smem_size", int, __qn_dynamic_shared_size())
NVVM("nanosleep", void, (u32_t ns), __qn_sleep(ns);)

// ---- Barriers of a block: all of its threads wait at one, whatever its number

static __device__ void need_all(u32_t count) {
  if (count != blockDim.x * blockDim.y * blockDim.z)
    __qn_trap(); // a barrier of some warps
}
#define BARRIER(form)                                                          \
  NVVM("barrier.cta.sync." form "all", void, (int), __syncthreads();)          \
  NVVM("barrier.cta.sync." form "count", void, (int, u32_t count),             \
       need_all(count);                                                        \
       __syncthreads();)
#define REDUCE(form, name, T, function)                                        \
  NVVM("barrier.cta.red." name "." form "all", T, (int, bool p),               \
       return (T)function(p);)                                                 \
  NVVM("barrier.cta.red." name "." form "count", T,                            \
       (int, u32_t count, bool p), need_all(count);                            \
       return (T)function(p);)
#define REDUCTIONS(form)                                                       \
  REDUCE(form, "popc", int, __syncthreads_count)                               \
  REDUCE(form, "and", bool, __syncthreads_and)                                 \
  REDUCE(form, "or", bool, __syncthreads_or)
BARRIER("")
BARRIER("aligned.")
REDUCTIONS("")
REDUCTIONS("aligned.")
NVVM("membar.cta", void, (void), __threadfence_block();)
NVVM("membar.gl", void, (void), __threadfence();)
NVVM("membar.sys", void, (void), __threadfence_system();)

// ---- Warps

NVVM("activemask", int, (void), return (int)__activemask();)
NVVM("bar.warp.sync", void, (u32_t mask), __syncwarp(mask);)
NVVM("vote.all.sync", bool, (u32_t mask, bool p), return __all_sync(mask, p);)
NVVM("vote.any.sync", bool, (u32_t mask, bool p), return __any_sync(mask, p);)
NVVM("vote.uni.sync", bool, (u32_t mask, bool p),
     return __qn_ptx::vote_uni(p, mask);)
NVVM("vote.ballot.sync", u32_t, (u32_t mask, bool p),
     return __ballot_sync(mask, p);)
NVVM("match.any.sync.i32", u32_t, (u32_t mask, u32_t x),
     return __match_any_sync(mask, x);)
NVVM("match.any.sync.i64", u32_t, (u32_t mask, u64_t x),
     return __match_any_sync(mask, x);)
#define MATCH_ALL(name, T)                                                     \
  NVVM("match.all.sync." name, void,                                           \
       (u32_t mask, T x, u32_t * lanes, bool *same), int all;                  \
       *lanes = __match_all_sync(mask, x, &all); *same = all != 0;)
MATCH_ALL("i32p", u32_t)
MATCH_ALL("i64p", u64_t)

#define SHUFFLE(name, MODE, T, suffix, to, from)                               \
  NVVM("shfl.sync." name "." suffix, T,                                        \
       (u32_t mask, T x, u32_t lane, u32_t control), bool valid;               \
       return from(__qn_ptx::shfl<__qn_ptx::MODE>(to(x), lane, control, mask,  \
                                                  valid));)                    \
  NVVM("shfl.sync." name "." suffix "p", void,                                 \
       (u32_t mask, T x, u32_t lane, u32_t control, T * y, bool *valid),       \
       bool is_valid;                                                          \
       *y = from(__qn_ptx::shfl<__qn_ptx::MODE>(to(x), lane, control, mask,    \
                                                is_valid));                    \
       *valid = is_valid;)
#define SHUFFLES(name, MODE)                                                   \
  SHUFFLE(name, MODE, u32_t, "i32", , )                                        \
  SHUFFLE(name, MODE, float, "f32", __float_as_uint, __uint_as_float)
SHUFFLES("idx", SHFL_IDX)
SHUFFLES("up", SHFL_UP)
SHUFFLES("down", SHFL_DOWN)
SHUFFLES("bfly", SHFL_BFLY)

#define REDUX(name, T, function)                                               \
  NVVM("redux.sync." name, T, (T x, u32_t mask), return function(mask, x);)
REDUX("add", int, __reduce_add_sync)
REDUX("min", int, __reduce_min_sync)
REDUX("max", int, __reduce_max_sync)
REDUX("umin", u32_t, __reduce_min_sync)
REDUX("umax", u32_t, __reduce_max_sync)
REDUX("and", u32_t, __reduce_and_sync)
REDUX("or", u32_t, __reduce_or_sync)
REDUX("xor", u32_t, __reduce_xor_sync)
NVVM("fns", int, (u32_t mask, u32_t base, int offset),
     return (int)__fns(mask, base, offset);)
NVVM("elect.sync", void, (u32_t mask, u32_t *first, bool *is_first),
     bool leader;
     *first = __qn_ptx::elect(mask, leader); *is_first = leader;)

// ---- Real numbers

#define ROUNDINGS(X, ...)                                                      \
  X(rn, __VA_ARGS__) X(rz, __VA_ARGS__) X(rm, __VA_ARGS__) X(rp, __VA_ARGS__)
#define REAL(r, COUNT, op)                                                     \
  COUNT(#op "." #r ".f", float, "f", #op "." #r ".f32")                        \
  COUNT(#op "." #r ".ftz.f", float, "f", #op "." #r ".ftz.f32")                \
  COUNT(#op "." #r ".d", double, "d", #op "." #r ".f64")
ROUNDINGS(REAL, TWO, add)
ROUNDINGS(REAL, TWO, mul)
ROUNDINGS(REAL, TWO, div)
ROUNDINGS(REAL, ONE, rcp)
ROUNDINGS(REAL, ONE, sqrt)
ROUNDINGS(REAL, THREE, fma)

#define APPROXIMATE(COUNT, op, name, text)                                     \
  COUNT(op "." name ".f", float, "f", op "." text ".f32")                      \
  COUNT(op "." name ".ftz.f", float, "f", op "." text ".ftz.f32")
APPROXIMATE(ONE, "sin", "approx", "approx")
APPROXIMATE(ONE, "cos", "approx", "approx")
APPROXIMATE(ONE, "lg2", "approx", "approx")
APPROXIMATE(ONE, "sqrt", "approx", "approx")
APPROXIMATE(ONE, "rsqrt", "approx", "approx")
APPROXIMATE(TWO, "div", "approx", "approx")
ONE("ex2.approx.f32", float, "f", "ex2.approx.f32")
ONE("ex2.approx.ftz.f32", float, "f", "ex2.approx.ftz.f32")
ONE("ex2.approx.f", float, "f", "ex2.approx.f32")
ONE("ex2.approx.ftz.f", float, "f", "ex2.approx.ftz.f32")
TWO("div.full", float, "f", "div.full.f32")
TWO("div.full.ftz", float, "f", "div.full.ftz.f32")
ONE("rcp.approx.ftz.f", float, "f", "rcp.approx.ftz.f32")
CALL1("rcp.approx.ftz.d", double, double, 1.0 /)
CALL1("sqrt.f", float, float, sqrtf)
CALL1("rsqrt.approx.d", double, double, rsqrt)
CALL1("rsqrt.approx.ftz.d", double, double, rsqrt)

#define WHOLE(name)                                                            \
  CALL1(#name ".f", float, float, name##f)                                     \
  CALL1(#name ".ftz.f", float, float, name##f)                                 \
  CALL1(#name ".d", double, double, name)
WHOLE(floor)
WHOLE(ceil)
WHOLE(trunc)
CALL1("round.f", float, float, rintf) // to even, as PTX's cvt.rni
CALL1("round.ftz.f", float, float, rintf)
CALL1("round.d", double, double, rint)
CALL1("fabs.f32", float, float, fabsf)
CALL1("fabs.f64", double, double, fabs)
CALL1("fabs.ftz.f32", float, float, fabsf)
CALL1("saturate.f", float, float, __saturatef)
CALL1("saturate.ftz.f", float, float, __saturatef)
NVVM("saturate.d", double, (double x),
     return x > 0 ? x < 1 ? x : 1.0 : 0.0;)
CALL2("fmin.f", float, fminf)
CALL2("fmax.f", float, fmaxf)
CALL2("fmin.d", double, fmin)
CALL2("fmax.d", double, fmax)
TWO("fmin.ftz.f", float, "f", "min.ftz.f32")
TWO("fmax.ftz.f", float, "f", "max.ftz.f32")
TWO("fmin.nan.f", float, "f", "min.NaN.f32")
TWO("fmax.nan.f", float, "f", "max.NaN.f32")

// ---- Conversions

#define TO_INTEGER(r, from, From, letter, bits)                                \
  CONVERT(from "2i." #r, int, "r", From, letter, "cvt." #r "i.s32." bits)      \
  CONVERT(from "2ui." #r, u32_t, "r", From, letter, "cvt." #r "i.u32." bits)   \
  CONVERT(from "2ll." #r, s64_t, "l", From, letter, "cvt." #r "i.s64." bits)   \
  CONVERT(from "2ull." #r, u64_t, "l", From, letter, "cvt." #r "i.u64." bits)
ROUNDINGS(TO_INTEGER, "f", float, "f", "f32")
ROUNDINGS(TO_INTEGER, "d", double, "d", "f64")
#define TO_INTEGER_FLUSHED(r, ...)                                             \
  CONVERT("f2i." #r ".ftz", int, "r", float, "f", "cvt." #r "i.ftz.s32.f32")   \
  CONVERT("f2ui." #r ".ftz", u32_t, "r", float, "f", "cvt." #r "i.ftz.u32.f32")
ROUNDINGS(TO_INTEGER_FLUSHED, )
#define FROM_INTEGER(r, to, To, letter, bits)                                  \
  CONVERT("i2" to "." #r, To, letter, int, "r", "cvt." #r "." bits ".s32")     \
  CONVERT("ui2" to "." #r, To, letter, u32_t, "r", "cvt." #r "." bits ".u32")  \
  CONVERT("ll2" to "." #r, To, letter, s64_t, "l", "cvt." #r "." bits ".s64")  \
  CONVERT("ull2" to "." #r, To, letter, u64_t, "l", "cvt." #r "." bits ".u64")
ROUNDINGS(FROM_INTEGER, "f", float, "f", "f32")
ROUNDINGS(FROM_INTEGER, "d", double, "d", "f64")
#define NARROW(r, ...)                                                         \
  CONVERT("d2f." #r, float, "f", double, "d", "cvt." #r ".f32.f64")            \
  CONVERT("d2f." #r ".ftz", float, "f", double, "d", "cvt." #r ".ftz.f32.f64")
ROUNDINGS(NARROW, )
CONVERT("f2h.rn", unsigned short, "h", float, "f", "cvt.rn.f16.f32")
CONVERT("f2h.rn.ftz", unsigned short, "h", float, "f", "cvt.rn.ftz.f16.f32")
NVVM("d2i.lo", int, (double x), return __double2loint(x);)
NVVM("d2i.hi", int, (double x), return __double2hiint(x);)
NVVM("lohi.i2d", double, (int low, int high),
     return __hiloint2double(high, low);)

// ---- Integers

CALL2("mulhi.i", int, __mulhi)
CALL2("mulhi.ui", u32_t, __umulhi)
CALL2("mulhi.ll", s64_t, __mul64hi)
CALL2("mulhi.ull", u64_t, __umul64hi)
CALL2("mul24.i", int, __mul24)
CALL2("mul24.ui", u32_t, __umul24)
NVVM("sad.i", int, (int x, int y, int z), return (int)__sad(x, y, (u32_t)z);)
NVVM("sad.ui", u32_t, (u32_t x, u32_t y, u32_t z), return __usad(x, y, z);)
THREE("prmt", u32_t, "r", "prmt.b32")
NVVM("idp4a.s.s", int, (int x, int y, int z), return __dp4a(x, y, z);)
NVVM("idp4a.u.u", u32_t, (u32_t x, u32_t y, u32_t z), return __dp4a(x, y, z);)

// ---- Memory: one address space

NVVM("isspacep.shared", bool, (const void *), return false;)
NVVM("isspacep.local", bool, (const void *), return false;)
NVVM("isspacep.const", bool, (const void *), return false;)
NVVM("isspacep.global", bool, (const void *), return true;)

// ---- What CUDA's device runtime has: grids that synchronise

extern "C" __device__ u64_t cudaCGGetIntrinsicHandle(int) { return 1; }
extern "C" __device__ int cudaCGSynchronize(u64_t, u32_t) {
  __qn_grid_sync();
  return 0;
}
