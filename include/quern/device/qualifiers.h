// SPDX-License-Identifier: Apache-2.0
//
// Function and variable qualifiers of CUDA and HIP, and the few macros that the
// other device headers use. In plain C and C++, which have no device code, the
// qualifiers are empty.
#ifndef QUERN_DEVICE_QUALIFIERS_H
#define QUERN_DEVICE_QUALIFIERS_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

// For functions that C++11's rules for constexpr do not admit.
#if defined(__cplusplus) && __cplusplus >= 201402L
#define __QN_CONSTEXPR14 constexpr
#else
#define __QN_CONSTEXPR14
#endif

#if !defined(__QUERN_DIALECT_CUDA__) && !defined(__QUERN_DIALECT_HIP__)

#define __host__
#define __device__
#define __global__
#define __constant__
#define __shared__
#define __managed__
#define __forceinline__ __inline__ __attribute__((__always_inline__))
#define __align__(n) __attribute__((__aligned__(n)))
#define __launch_bounds__(...)
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB
#define HIP_SYMBOL(x) x

#define __QN_HD static __inline__
#define __QN_MEMBER

#elif !defined(__clang__)
#error "Quern's device headers need clang"
#else

// These use only reserved names, as programs may define others as macros.
#define __host__ __attribute__((__host__))
#define __device__ __attribute__((__device__))
#ifdef __QUERN_TARGET_SPIRV__
// Clang gives kernels a calling convention there that is part of their type:
// no pointer to a function would match. One that it ignores keeps it from that.
#define __global__ __attribute__((__global__, __pascal__))
#else
#define __global__ __attribute__((__global__))
#endif
#define __constant__ __attribute__((__constant__))
#if defined(__QUERN_TARGET_AMDGPU__) || defined(__QUERN_TARGET_SPIRV__) ||     \
    defined(__QUERN_TARGET_HOST__)
#define __managed__ __attribute__((__managed__))
#else // clang's CUDA has no managed variables: Quern reads the annotation
#define __managed__ __device__ __attribute__((__annotate__("quern.managed")))
#endif
#define __forceinline__ __inline__ __attribute__((__always_inline__))
// clang knows __noinline__ itself, in both languages: as a macro it would break
// the standard library, which writes __attribute__((__noinline__)).
#define __inline_hint__ __inline__
// The first of them; a macro would take the commas of a template's arguments for
// its own.
template <class... __qn_more>
constexpr unsigned __qn_first_bound(unsigned long long threads, __qn_more...) {
  return (unsigned)threads;
}
#ifdef __QUERN_TARGET_AMDGPU__ // clang ignores launch_bounds there
#define __launch_bounds__(...)                                                 \
  __attribute__((                                                              \
      __amdgpu_flat_work_group_size__(1, __qn_first_bound(__VA_ARGS__))))
#elif defined(__QUERN_TARGET_SPIRV__) // and there: Quern reads the annotation
#define __launch_bounds__(...)                                                 \
  __attribute__((__annotate__("quern.launch_bounds",                           \
                              __qn_first_bound(__VA_ARGS__))))
#else
#define __launch_bounds__(...) __attribute__((__launch_bounds__(__VA_ARGS__)))
#endif
#define __align__(n) __attribute__((__aligned__(n)))
#define __builtin_align__(n) __attribute__((__aligned__(n)))
#define __grid_constant__
// Clang refuses clusters where an NVIDIA GPU has none, Quern for other devices.
#if defined(__QUERN_TARGET_NVPTX__)
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#elif defined(__QUERN_TARGET_HOST__)
#define __cluster_dims__(...)
#else
#define __cluster_dims__(...)                                                  \
  __attribute__((__annotate__("quern.cluster_blocks",                          \
                              __qn_cluster_blocks(__VA_ARGS__))))
#endif
#define __maxnreg__(n)
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __nv_pure__ __attribute__((__pure__))
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB
#define __CUDA_ALIGN__(n) __align__(n)

// Programs declare `extern __shared__ unsigned char buffer[]` and then use it as
// float4, so dynamic shared memory is always aligned for the widest vector.
#ifdef __QUERN_SHARED_IS_LOCAL__ // the host's pass, which emits no kernels
#define __shared__
#else
#define __shared__ __attribute__((__shared__, __aligned__(16)))
#endif

// Where a shared variable's type has a constructor, which does not run.
template <typename T> struct __qn_shared_object {
  alignas(T) unsigned char __bytes[sizeof(T)];
};

#ifdef __QUERN_DIALECT_HIP__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__
// A kernel's first parameter, before launches had a syntax of their own.
typedef int hipLaunchParm;
#define HIP_SYMBOL(x) x

// Predefined by clang if the language is HIP; its __hip_atomic_ built-ins use
// them in all languages.
#ifndef __HIP_MEMORY_SCOPE_SYSTEM
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif
#endif

#ifdef __cplusplus
constexpr __attribute__((host, device)) unsigned
__qn_cluster_blocks(unsigned x, unsigned y = 1, unsigned z = 1) {
  return x * y * z;
}
#endif

// ---- For our own use -------------------------------------------------------

// A device function; a function for both sides; the latter as a constant
// expression; a template member.
#define __QN_FN static __inline__ __attribute__((always_inline, device))
#define __QN_HD static __inline__ __attribute__((always_inline, device, host))
#define __QN_MEMBER __attribute__((always_inline, device, host))
#define __QN_DMEMBER __attribute__((always_inline, device))
#define __QN_EXTERN extern "C" __attribute__((device))
#define __QN_CONST __attribute__((const, nothrow))
// For parameters that may be undefined in some lanes: shuffles of structs with
// padding, lanes whose value is not used.
#define __QN_UNSET __attribute__((maybe_undef))
#define __QN_CONVERGENT __attribute__((convergent, nothrow))

// HIP's types also have their components as a vector of clang's: `data`, a view
// of the same bytes.
#ifdef __QUERN_DIALECT_HIP__
#define __QN_VIEW(V)                                                           \
  __declspec(property(get = __qn_view, put = __qn_assign)) V data;             \
  __QN_MEMBER V &__qn_view() { return *(V *)this; }                            \
  __QN_MEMBER const V &__qn_view() const { return *(const V *)this; }          \
  __QN_MEMBER void __qn_assign(const V &value) { *(V *)this = value; }
#else
#define __QN_VIEW(V)
#endif

// True for every target that is not an NVIDIA GPU older than `n`: names that
// CUDA has only from some compute capability on are defined by programs
// themselves below it.
#if defined(__CUDA_ARCH__)
#define __QN_ARCH_HAS(n) (__CUDA_ARCH__ >= (n))
#else
#define __QN_ARCH_HAS(n) 1
#endif

typedef __SIZE_TYPE__ __qn_size_t;
typedef unsigned int __qn_u32;
typedef unsigned long long __qn_u64;

#endif // a dialect

#endif
