// SPDX-License-Identifier: Apache-2.0
//
// Textures on NVIDIA: PTX's unified texture and surface instructions.
#ifndef QUERN_DEVICE_TEXTURES_NVPTX_H
#define QUERN_DEVICE_TEXTURES_NVPTX_H
#pragma clang system_header

#define __QN_OUT(v) "=r"(v.bits[0]), "=r"(v.bits[1]), "=r"(v.bits[2]),         \
                    "=r"(v.bits[3])
#define __QN_OUT_FLOAT(f) "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3])

#define __QN_TEX_FN(name, shape, place, inputs, parameters)                    \
  template <typename S>                                                        \
  __device__ __forceinline__ __qn_texture_value name(                          \
      unsigned long long object, parameters) {                                 \
    __qn_texture_value v;                                                      \
    if constexpr (__qn_channel<S>::kind == 2) {                                \
      float f[4];                                                              \
      __asm__ volatile("tex." shape ".v4.f32." place                           \
                       : __QN_OUT_FLOAT(f)                                     \
                       : "l"(object), inputs);                                 \
      for (int i = 0; i < 4; ++i)                                              \
        v.bits[i] = __builtin_bit_cast(unsigned int, f[i]);                    \
    } else if constexpr (__qn_channel<S>::kind == 1) {                         \
      __asm__ volatile("tex." shape ".v4.s32." place                           \
                       : __QN_OUT(v)                                           \
                       : "l"(object), inputs);                                 \
    } else {                                                                   \
      __asm__ volatile("tex." shape ".v4.u32." place                           \
                       : __QN_OUT(v)                                           \
                       : "l"(object), inputs);                                 \
    }                                                                          \
    return v;                                                                  \
  }
#define __QN_COMMA ,
__QN_TEX_FN(__qn_ptx_fetch, "1d", "s32 {%0,%1,%2,%3}, [%4, {%5}];", "r"(x),
            int x)
__QN_TEX_FN(__qn_ptx_1d, "1d", "f32 {%0,%1,%2,%3}, [%4, {%5}];", "f"(p.x), __qn_place p)
__QN_TEX_FN(__qn_ptx_1d_lod, "level.1d", "f32 {%0,%1,%2,%3}, [%4, {%5}], %6;", "f"(p.x) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_1d_grad, "grad.1d", "f32 {%0,%1,%2,%3}, [%4, {%5}], {%6}, {%7};", "f"(p.x) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dy.x), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
__QN_TEX_FN(__qn_ptx_2d, "2d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "f"(p.x) __QN_COMMA "f"(p.y), __qn_place p)
__QN_TEX_FN(__qn_ptx_2d_lod, "level.2d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6}], %7;", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_2d_grad, "grad.2d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%7,%8}, {%9,%10};", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dx.y) __QN_COMMA "f"(dy.x) __QN_COMMA "f"(dy.y), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
__QN_TEX_FN(__qn_ptx_3d, "3d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z), __qn_place p)
__QN_TEX_FN(__qn_ptx_3d_lod, "level.3d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], %8;", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_3d_grad, "grad.3d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], {%8,%9,%10,%10}, {%11,%12,%13,%13};", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dx.y) __QN_COMMA "f"(dx.z) __QN_COMMA "f"(dy.x) __QN_COMMA "f"(dy.y) __QN_COMMA "f"(dy.z), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
__QN_TEX_FN(__qn_ptx_1d_layered, "a1d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6}];", "r"(p.layer) __QN_COMMA "f"(p.x), __qn_place p)
__QN_TEX_FN(__qn_ptx_1d_layered_lod, "level.a1d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6}], %7;", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_1d_layered_grad, "grad.a1d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%7}, {%8};", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dy.x), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
__QN_TEX_FN(__qn_ptx_2d_layered, "a2d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(p.y), __qn_place p)
__QN_TEX_FN(__qn_ptx_2d_layered_lod, "level.a2d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], %8;", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_2d_layered_grad, "grad.a2d", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], {%8,%9}, {%10,%11};", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dx.y) __QN_COMMA "f"(dy.x) __QN_COMMA "f"(dy.y), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
__QN_TEX_FN(__qn_ptx_cube, "cube", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z), __qn_place p)
__QN_TEX_FN(__qn_ptx_cube_lod, "level.cube", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], %8;", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_cube_grad, "grad.cube", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], {%8,%9,%10,%10}, {%11,%12,%13,%13};", "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dx.y) __QN_COMMA "f"(dx.z) __QN_COMMA "f"(dy.x) __QN_COMMA "f"(dy.y) __QN_COMMA "f"(dy.z), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
__QN_TEX_FN(__qn_ptx_cube_layered, "acube", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%8}];", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z), __qn_place p)
__QN_TEX_FN(__qn_ptx_cube_layered_lod, "level.acube", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%8}], %9;", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z) __QN_COMMA "f"(lod), __qn_place p __QN_COMMA float lod)
__QN_TEX_FN(__qn_ptx_cube_layered_grad, "grad.acube", "f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%8}], {%9,%10,%11,%11}, {%12,%13,%14,%14};", "r"(p.layer) __QN_COMMA "f"(p.x) __QN_COMMA "f"(p.y) __QN_COMMA "f"(p.z) __QN_COMMA "f"(dx.x) __QN_COMMA "f"(dx.y) __QN_COMMA "f"(dx.z) __QN_COMMA "f"(dy.x) __QN_COMMA "f"(dy.y) __QN_COMMA "f"(dy.z), __qn_place p __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
#undef __QN_TEX_FN
#undef __QN_COMMA

// One function for each way to say the level of detail.
#define __QN_SAMPLE(suffix, more, parameters)                                  \
  template <int dimensions, bool layered, typename T>                          \
  __device__ __forceinline__ T __qn_texture_sample##suffix(                    \
      unsigned long long object, __qn_place place parameters) {                \
    typedef typename __qn_texel<T>::channel S;                                 \
    if constexpr (dimensions == 1 && layered)                                  \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_1d_layered##suffix<S>(object, place more));                 \
    else if constexpr (dimensions == 2 && layered)                             \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_2d_layered##suffix<S>(object, place more));                 \
    else if constexpr (dimensions == 1)                                        \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_1d##suffix<S>(object, place more));                         \
    else if constexpr (dimensions == 2)                                        \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_2d##suffix<S>(object, place more));                         \
    else                                                                       \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_3d##suffix<S>(object, place more));                         \
  }                                                                            \
  template <bool layered, typename T>                                          \
  __device__ __forceinline__ T __qn_texture_cube##suffix(                      \
      unsigned long long object, __qn_place place parameters) {                \
    typedef typename __qn_texel<T>::channel S;                                 \
    if constexpr (layered)                                                     \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_cube_layered##suffix<S>(object, place more));               \
    else                                                                       \
      return __qn_texture_pack<T>(                                             \
          __qn_ptx_cube##suffix<S>(object, place more));                       \
  }
#define __QN_COMMA ,
__QN_SAMPLE(, , )
__QN_SAMPLE(_lod, __QN_COMMA lod, __QN_COMMA float lod)
__QN_SAMPLE(_grad, __QN_COMMA dx __QN_COMMA dy,
            __QN_COMMA __qn_place dx __QN_COMMA __qn_place dy)
#undef __QN_COMMA
#undef __QN_SAMPLE

template <typename T>
__device__ __forceinline__ T __qn_texture_fetch(unsigned long long object, int x) {
  return __qn_texture_pack<T>(
      __qn_ptx_fetch<typename __qn_texel<T>::channel>(object, x));
}

#define __QN_GATHER(channel, name)                                             \
  if (which == channel)                                                        \
    __asm__ volatile("tld4." name ".2d.v4." QN_KIND                            \
                     ".f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"                      \
                     : __QN_OUT(v)                                             \
                     : "l"(object), "f"(place.x), "f"(place.y));
template <typename T>
__device__ __forceinline__ T __qn_texture_gather(unsigned long long object, __qn_place place,
                                  int which) {
  __qn_texture_value v = {{0, 0, 0, 0}};
  if constexpr (__qn_channel<typename __qn_texel<T>::channel>::kind == 2) {
    float f[4] = {0, 0, 0, 0};
#define __QN_GATHER_FLOAT(channel, name)                                       \
  if (which == channel)                                                        \
    __asm__ volatile("tld4." name                                              \
                     ".2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"            \
                     : __QN_OUT_FLOAT(f)                                       \
                     : "l"(object), "f"(place.x), "f"(place.y));
    __QN_GATHER_FLOAT(0, "r")
    __QN_GATHER_FLOAT(1, "g")
    __QN_GATHER_FLOAT(2, "b")
    __QN_GATHER_FLOAT(3, "a")
#undef __QN_GATHER_FLOAT
    for (int i = 0; i < 4; ++i)
      v.bits[i] = __builtin_bit_cast(unsigned int, f[i]);
  } else {
#define QN_KIND "u32"
    __QN_GATHER(0, "r")
    __QN_GATHER(1, "g")
    __QN_GATHER(2, "b")
    __QN_GATHER(3, "a")
#undef QN_KIND
  }
  return __qn_texture_pack<T>(v);
}
#undef __QN_GATHER
#undef __QN_OUT
#undef __QN_OUT_FLOAT

// ---- Surfaces: one, two or four words

#define __QN_IN [o] "l"(object), [x] "r"(x), [y] "r"(y), [z] "r"(z)

// One instruction in all its widths.
#define __QN_LOAD(shape, place, mode)                                          \
  if constexpr (sizeof(T) == 16)                                               \
    __asm__ volatile("suld.b." shape ".v4.b32." mode                           \
                     " {%[a],%[b],%[c],%[d]}, [%[o], " place "];"              \
                     : [a] "=r"(w[0]), [b] "=r"(w[1]), [c] "=r"(w[2]),         \
                       [d] "=r"(w[3])                                          \
                     : __QN_IN);                                               \
  else if constexpr (sizeof(T) == 8)                                           \
    __asm__ volatile("suld.b." shape ".v2.b32." mode                           \
                     " {%[a],%[b]}, [%[o], " place "];"                        \
                     : [a] "=r"(w[0]), [b] "=r"(w[1])                          \
                     : __QN_IN);                                               \
  else if constexpr (sizeof(T) == 4)                                           \
    __asm__ volatile("suld.b." shape ".b32." mode " %[a], [%[o], " place "];"  \
                     : [a] "=r"(w[0])                                          \
                     : __QN_IN);                                               \
  else if constexpr (sizeof(T) == 2)                                           \
    __asm__ volatile("suld.b." shape ".b16." mode " %[a], [%[o], " place "];"  \
                     : [a] "=h"(h)                                             \
                     : __QN_IN);                                               \
  else                                                                         \
    __asm__ volatile("suld.b." shape ".b8." mode " %[a], [%[o], " place "];"   \
                     : [a] "=h"(h)                                             \
                     : __QN_IN);
#define __QN_STORE(shape, place, mode)                                         \
  if constexpr (sizeof(T) == 16)                                               \
    __asm__ volatile("sust.b." shape ".v4.b32." mode " [%[o], " place          \
                     "], {%[a],%[b],%[c],%[d]};" ::[a] "r"(w[0]),              \
                     [b] "r"(w[1]), [c] "r"(w[2]), [d] "r"(w[3]), __QN_IN      \
                     : "memory");                                              \
  else if constexpr (sizeof(T) == 8)                                           \
    __asm__ volatile("sust.b." shape ".v2.b32." mode " [%[o], " place          \
                     "], {%[a],%[b]};" ::[a] "r"(w[0]),                        \
                     [b] "r"(w[1]), __QN_IN                                    \
                     : "memory");                                              \
  else if constexpr (sizeof(T) == 4)                                           \
    __asm__ volatile("sust.b." shape ".b32." mode " [%[o], " place             \
                     "], %[a];" ::[a] "r"(w[0]),                               \
                     __QN_IN                                                   \
                     : "memory");                                              \
  else if constexpr (sizeof(T) == 2)                                           \
    __asm__ volatile("sust.b." shape ".b16." mode " [%[o], " place             \
                     "], %[a];" ::[a] "h"(h),                                  \
                     __QN_IN                                                   \
                     : "memory");                                              \
  else                                                                         \
    __asm__ volatile("sust.b." shape ".b8." mode " [%[o], " place              \
                     "], %[a];" ::[a] "h"(h),                                  \
                     __QN_IN                                                   \
                     : "memory");
#define __QN_EACH_MODE(what, shape, place)                                     \
  if (mode == __qn_boundary_zero) {                                                             \
    what(shape, place, "zero")                                                 \
  } else if (mode == __qn_boundary_clamp) {                                                      \
    what(shape, place, "clamp")                                                \
  } else {                                                                     \
    what(shape, place, "trap")                                                 \
  }
#define __QN_EACH_SHAPE(what)                                                  \
  if constexpr (layered && dimensions == 2) {                                  \
    __QN_EACH_MODE(what, "a2d", "{%[z], %[x], %[y], %[y]}")                    \
  } else if constexpr (layered) {                                              \
    __QN_EACH_MODE(what, "a1d", "{%[z], %[x]}")                                \
  } else if constexpr (dimensions == 1) {                                      \
    __QN_EACH_MODE(what, "1d", "{%[x]}")                                       \
  } else if constexpr (dimensions == 2) {                                      \
    __QN_EACH_MODE(what, "2d", "{%[x], %[y]}")                                 \
  } else {                                                                     \
    __QN_EACH_MODE(what, "3d", "{%[x], %[y], %[z], %[z]}")                     \
  }

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ T __qn_surface_read(unsigned long long object, int x, int y, int z,
                                int mode) {
  unsigned int w[4] = {0, 0, 0, 0};
  unsigned short h = 0;
  T value;
  __QN_EACH_SHAPE(__QN_LOAD)
  if constexpr (sizeof(T) < 4)
    w[0] = h;
  __builtin_memcpy(&value, w, sizeof(T));
  return value;
}

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ void __qn_surface_write(T value, unsigned long long object, int x,
                                    int y, int z, int mode) {
  unsigned int w[4] = {0, 0, 0, 0};
  __builtin_memcpy(w, &value, sizeof(T));
  const unsigned short h = (unsigned short)w[0];
  (void)h;
  __QN_EACH_SHAPE(__QN_STORE)
}

#undef __QN_EACH_SHAPE
#undef __QN_EACH_MODE
#undef __QN_STORE
#undef __QN_LOAD
#undef __QN_IN

#endif
