// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface objects: tex1D, tex1Dfetch, tex2D, tex3D, layered forms,
// cubemaps, levels of mipmaps, gather, and reading and writing surfaces, under
// CUDA's names, which are also HIP's. NVIDIA targets have them by instructions,
// all others as memory and arithmetic.
#ifndef QUERN_DEVICE_TEXTURES_H
#define QUERN_DEVICE_TEXTURES_H
#pragma clang system_header

#include "../qualifiers.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef unsigned long long hipTextureObject_t;
typedef unsigned long long hipSurfaceObject_t;

#include "../target/target.h"
#include "../types/vector_types.h"

// The result of a texture function: its channels and their type.
template <typename T> struct __qn_texel;
#define __QN_TEXEL(type, scalar, n)                                            \
  template <> struct __qn_texel<type> {                                        \
    typedef scalar channel;                                                    \
    static constexpr int channels = n;                                         \
  };
#define __QN_TEXELS(scalar, name)                                              \
  __QN_TEXEL(scalar, scalar, 1)                                                \
  __QN_TEXEL(name##1, scalar, 1)                                               \
  __QN_TEXEL(name##2, scalar, 2)                                               \
  __QN_TEXEL(name##4, scalar, 4)
__QN_TEXELS(unsigned char, uchar)
__QN_TEXELS(signed char, char)
__QN_TEXEL(char, char, 1)
__QN_TEXELS(unsigned short, ushort)
__QN_TEXELS(short, short)
__QN_TEXELS(unsigned int, uint)
__QN_TEXELS(int, int)
__QN_TEXELS(float, float)
#undef __QN_TEXELS
#undef __QN_TEXEL

// Four channels of 32 bits, as floats or integers.
struct __qn_texture_value {
  unsigned int bits[4];
};

template <typename S> struct __qn_channel {
  static __device__ __forceinline__ S from(unsigned int bits) { return (S)bits; }
  static constexpr int kind = (S)-1 < 0 ? 1 : 0; // signed, unsigned
};
template <> struct __qn_channel<float> {
  static __device__ __forceinline__ float from(unsigned int bits) {
    return __builtin_bit_cast(float, bits);
  }
  static constexpr int kind = 2;
};

template <typename T>
__device__ __forceinline__ T __qn_texture_pack(const __qn_texture_value &value) {
  typedef __qn_texel<T> texel;
  T result;
  auto *channels = (typename texel::channel *)&result;
  for (int i = 0; i < texel::channels; ++i)
    channels[i] = __qn_channel<typename texel::channel>::from(value.bits[i]);
  return result;
}

// A position: coordinates (as many as dimensions), and a layer.
struct __qn_place {
  float x, y, z;
  int layer;
};

// How surface functions treat positions outside, by the dialect's numbers.
enum cudaSurfaceBoundaryModeDevice {
  __qn_boundary_zero = 0,
#ifdef __QUERN_DIALECT_HIP__
  __qn_boundary_clamp = 2,
  __qn_boundary_trap = 1
#else
  __qn_boundary_clamp = 1,
  __qn_boundary_trap = 2
#endif
};

#ifdef __QUERN_TARGET_NVPTX__
#include "textures_nvptx.h"
#else
#include "textures_memory.h"
#endif

// ---- Textures

#define __QN_TEXTURE template <typename T> __device__ __forceinline__
#define __QN_OBJECT unsigned long long object

__QN_TEXTURE T tex1Dfetch(__QN_OBJECT, int x) {
  return __qn_texture_fetch<T>(object, x);
}
__QN_TEXTURE T tex1D(__QN_OBJECT, float x) {
  return __qn_texture_sample<1, false, T>(object, {x, 0, 0, 0});
}
__QN_TEXTURE T tex2D(__QN_OBJECT, float x, float y) {
  return __qn_texture_sample<2, false, T>(object, {x, y, 0, 0});
}
__QN_TEXTURE T tex3D(__QN_OBJECT, float x, float y, float z) {
  return __qn_texture_sample<3, false, T>(object, {x, y, z, 0});
}
__QN_TEXTURE T tex1DLayered(__QN_OBJECT, float x, int layer) {
  return __qn_texture_sample<1, true, T>(object, {x, 0, 0, layer});
}
__QN_TEXTURE T tex2DLayered(__QN_OBJECT, float x, float y, int layer) {
  return __qn_texture_sample<2, true, T>(object, {x, y, 0, layer});
}
__QN_TEXTURE T tex2Dgather(__QN_OBJECT, float x, float y, int channel = 0) {
  return __qn_texture_gather<T>(object, {x, y, 0, 0}, channel);
}

// Levels of mipmaps, which a texture without has one of.
__QN_TEXTURE T tex1DLod(__QN_OBJECT, float x, float level) {
  return __qn_texture_sample_lod<1, false, T>(object, {x, 0, 0, 0}, level);
}
__QN_TEXTURE T tex1DGrad(__QN_OBJECT, float x, float dx, float dy) {
  return __qn_texture_sample_grad<1, false, T>(object, {x, 0, 0, 0}, {dx, 0, 0, 0}, {dy, 0, 0, 0});
}
__QN_TEXTURE T tex2DLod(__QN_OBJECT, float x, float y, float level) {
  return __qn_texture_sample_lod<2, false, T>(object, {x, y, 0, 0}, level);
}
__QN_TEXTURE T tex2DGrad(__QN_OBJECT, float x, float y, float2 dx, float2 dy) {
  return __qn_texture_sample_grad<2, false, T>(object, {x, y, 0, 0}, {dx.x, dx.y, 0, 0}, {dy.x, dy.y, 0, 0});
}
__QN_TEXTURE T tex3DLod(__QN_OBJECT, float x, float y, float z, float level) {
  return __qn_texture_sample_lod<3, false, T>(object, {x, y, z, 0}, level);
}
__QN_TEXTURE T tex3DGrad(__QN_OBJECT, float x, float y, float z, float4 dx, float4 dy) {
  return __qn_texture_sample_grad<3, false, T>(object, {x, y, z, 0}, {dx.x, dx.y, dx.z, 0}, {dy.x, dy.y, dy.z, 0});
}
__QN_TEXTURE T tex1DLayeredLod(__QN_OBJECT, float x, int layer, float level) {
  return __qn_texture_sample_lod<1, true, T>(object, {x, 0, 0, layer}, level);
}
__QN_TEXTURE T tex1DLayeredGrad(__QN_OBJECT, float x, int layer, float dx, float dy) {
  return __qn_texture_sample_grad<1, true, T>(object, {x, 0, 0, layer}, {dx, 0, 0, 0}, {dy, 0, 0, 0});
}
__QN_TEXTURE T tex2DLayeredLod(__QN_OBJECT, float x, float y, int layer, float level) {
  return __qn_texture_sample_lod<2, true, T>(object, {x, y, 0, layer}, level);
}
__QN_TEXTURE T tex2DLayeredGrad(__QN_OBJECT, float x, float y, int layer, float2 dx, float2 dy) {
  return __qn_texture_sample_grad<2, true, T>(object, {x, y, 0, layer}, {dx.x, dx.y, 0, 0}, {dy.x, dy.y, 0, 0});
}
__QN_TEXTURE T texCubemap(__QN_OBJECT, float x, float y, float z) {
  return __qn_texture_cube<false, T>(object, {x, y, z, 0});
}
__QN_TEXTURE T texCubemapLod(__QN_OBJECT, float x, float y, float z, float level) {
  return __qn_texture_cube_lod<false, T>(object, {x, y, z, 0}, level);
}
__QN_TEXTURE T texCubemapGrad(__QN_OBJECT, float x, float y, float z, float4 dx, float4 dy) {
  return __qn_texture_cube_grad<false, T>(object, {x, y, z, 0}, {dx.x, dx.y, dx.z, 0}, {dy.x, dy.y, dy.z, 0});
}
__QN_TEXTURE T texCubemapLayered(__QN_OBJECT, float x, float y, float z, int layer) {
  return __qn_texture_cube<true, T>(object, {x, y, z, layer});
}
__QN_TEXTURE T texCubemapLayeredLod(__QN_OBJECT, float x, float y, float z, int layer, float level) {
  return __qn_texture_cube_lod<true, T>(object, {x, y, z, layer}, level);
}
__QN_TEXTURE T texCubemapLayeredGrad(__QN_OBJECT, float x, float y, float z, int layer, float4 dx, float4 dy) {
  return __qn_texture_cube_grad<true, T>(object, {x, y, z, layer}, {dx.x, dx.y, dx.z, 0}, {dy.x, dy.y, dy.z, 0});
}

// Older forms, which store their result.
__QN_TEXTURE void tex1Dfetch(T *to, __QN_OBJECT, int x) {
  *to = tex1Dfetch<T>(object, x);
}
__QN_TEXTURE void tex1D(T *to, __QN_OBJECT, float x) {
  *to = tex1D<T>(object, x);
}
__QN_TEXTURE void tex1DLod(T *to, __QN_OBJECT, float x, float level) {
  *to = tex1DLod<T>(object, x, level);
}
__QN_TEXTURE void tex1DGrad(T *to, __QN_OBJECT, float x, float dx, float dy) {
  *to = tex1DGrad<T>(object, x, dx, dy);
}
__QN_TEXTURE void tex2D(T *to, __QN_OBJECT, float x, float y) {
  *to = tex2D<T>(object, x, y);
}
__QN_TEXTURE void tex2DLod(T *to, __QN_OBJECT, float x, float y, float level) {
  *to = tex2DLod<T>(object, x, y, level);
}
__QN_TEXTURE void tex2DGrad(T *to, __QN_OBJECT, float x, float y, float2 dx, float2 dy) {
  *to = tex2DGrad<T>(object, x, y, dx, dy);
}
__QN_TEXTURE void tex3D(T *to, __QN_OBJECT, float x, float y, float z) {
  *to = tex3D<T>(object, x, y, z);
}
__QN_TEXTURE void tex3DLod(T *to, __QN_OBJECT, float x, float y, float z, float level) {
  *to = tex3DLod<T>(object, x, y, z, level);
}
__QN_TEXTURE void tex3DGrad(T *to, __QN_OBJECT, float x, float y, float z, float4 dx, float4 dy) {
  *to = tex3DGrad<T>(object, x, y, z, dx, dy);
}
__QN_TEXTURE void tex1DLayered(T *to, __QN_OBJECT, float x, int layer) {
  *to = tex1DLayered<T>(object, x, layer);
}
__QN_TEXTURE void tex1DLayeredLod(T *to, __QN_OBJECT, float x, int layer, float level) {
  *to = tex1DLayeredLod<T>(object, x, layer, level);
}
__QN_TEXTURE void tex1DLayeredGrad(T *to, __QN_OBJECT, float x, int layer, float dx, float dy) {
  *to = tex1DLayeredGrad<T>(object, x, layer, dx, dy);
}
__QN_TEXTURE void tex2DLayered(T *to, __QN_OBJECT, float x, float y, int layer) {
  *to = tex2DLayered<T>(object, x, y, layer);
}
__QN_TEXTURE void tex2DLayeredLod(T *to, __QN_OBJECT, float x, float y, int layer, float level) {
  *to = tex2DLayeredLod<T>(object, x, y, layer, level);
}
__QN_TEXTURE void tex2DLayeredGrad(T *to, __QN_OBJECT, float x, float y, int layer, float2 dx, float2 dy) {
  *to = tex2DLayeredGrad<T>(object, x, y, layer, dx, dy);
}
__QN_TEXTURE void texCubemap(T *to, __QN_OBJECT, float x, float y, float z) {
  *to = texCubemap<T>(object, x, y, z);
}
__QN_TEXTURE void texCubemapLod(T *to, __QN_OBJECT, float x, float y, float z, float level) {
  *to = texCubemapLod<T>(object, x, y, z, level);
}
__QN_TEXTURE void texCubemapGrad(T *to, __QN_OBJECT, float x, float y, float z, float4 dx, float4 dy) {
  *to = texCubemapGrad<T>(object, x, y, z, dx, dy);
}
__QN_TEXTURE void texCubemapLayered(T *to, __QN_OBJECT, float x, float y, float z, int layer) {
  *to = texCubemapLayered<T>(object, x, y, z, layer);
}
__QN_TEXTURE void texCubemapLayeredLod(T *to, __QN_OBJECT, float x, float y, float z, int layer, float level) {
  *to = texCubemapLayeredLod<T>(object, x, y, z, layer, level);
}
__QN_TEXTURE void texCubemapLayeredGrad(T *to, __QN_OBJECT, float x, float y, float z, int layer, float4 dx, float4 dy) {
  *to = texCubemapLayeredGrad<T>(object, x, y, z, layer, dx, dy);
}
__QN_TEXTURE void tex2Dgather(T *to, __QN_OBJECT, float x, float y,
                              int channel = 0) {
  *to = tex2Dgather<T>(object, x, y, channel);
}

// ---- Surfaces: x is in bytes

__QN_TEXTURE T surf1Dread(__QN_OBJECT, int x, int mode = __qn_boundary_trap) {
  return __qn_surface_read<1, false, T>(object, x, 0, 0, mode);
}
__QN_TEXTURE void surf1Dread(T *to, __QN_OBJECT, int x, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<1, false, T>(object, x, 0, 0, mode);
}
__QN_TEXTURE void surf1Dwrite(T value, __QN_OBJECT, int x, int mode = __qn_boundary_trap) {
  __qn_surface_write<1, false>(value, object, x, 0, 0, mode);
}
__QN_TEXTURE T surf2Dread(__QN_OBJECT, int x, int y, int mode = __qn_boundary_trap) {
  return __qn_surface_read<2, false, T>(object, x, y, 0, mode);
}
__QN_TEXTURE void surf2Dread(T *to, __QN_OBJECT, int x, int y, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<2, false, T>(object, x, y, 0, mode);
}
__QN_TEXTURE void surf2Dwrite(T value, __QN_OBJECT, int x, int y, int mode = __qn_boundary_trap) {
  __qn_surface_write<2, false>(value, object, x, y, 0, mode);
}
__QN_TEXTURE T surf3Dread(__QN_OBJECT, int x, int y, int z, int mode = __qn_boundary_trap) {
  return __qn_surface_read<3, false, T>(object, x, y, z, mode);
}
__QN_TEXTURE void surf3Dread(T *to, __QN_OBJECT, int x, int y, int z, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<3, false, T>(object, x, y, z, mode);
}
__QN_TEXTURE void surf3Dwrite(T value, __QN_OBJECT, int x, int y, int z, int mode = __qn_boundary_trap) {
  __qn_surface_write<3, false>(value, object, x, y, z, mode);
}
__QN_TEXTURE T surf1DLayeredread(__QN_OBJECT, int x, int layer, int mode = __qn_boundary_trap) {
  return __qn_surface_read<1, true, T>(object, x, 0, layer, mode);
}
__QN_TEXTURE void surf1DLayeredread(T *to, __QN_OBJECT, int x, int layer, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<1, true, T>(object, x, 0, layer, mode);
}
__QN_TEXTURE void surf1DLayeredwrite(T value, __QN_OBJECT, int x, int layer, int mode = __qn_boundary_trap) {
  __qn_surface_write<1, true>(value, object, x, 0, layer, mode);
}
__QN_TEXTURE T surf2DLayeredread(__QN_OBJECT, int x, int y, int layer, int mode = __qn_boundary_trap) {
  return __qn_surface_read<2, true, T>(object, x, y, layer, mode);
}
__QN_TEXTURE void surf2DLayeredread(T *to, __QN_OBJECT, int x, int y, int layer, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<2, true, T>(object, x, y, layer, mode);
}
__QN_TEXTURE void surf2DLayeredwrite(T value, __QN_OBJECT, int x, int y, int layer, int mode = __qn_boundary_trap) {
  __qn_surface_write<2, true>(value, object, x, y, layer, mode);
}
__QN_TEXTURE T surfCubemapread(__QN_OBJECT, int x, int y, int face, int mode = __qn_boundary_trap) {
  return __qn_surface_read<2, true, T>(object, x, y, face, mode);
}
__QN_TEXTURE void surfCubemapread(T *to, __QN_OBJECT, int x, int y, int face, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<2, true, T>(object, x, y, face, mode);
}
__QN_TEXTURE void surfCubemapwrite(T value, __QN_OBJECT, int x, int y, int face, int mode = __qn_boundary_trap) {
  __qn_surface_write<2, true>(value, object, x, y, face, mode);
}
__QN_TEXTURE T surfCubemapLayeredread(__QN_OBJECT, int x, int y, int layer_face, int mode = __qn_boundary_trap) {
  return __qn_surface_read<2, true, T>(object, x, y, layer_face, mode);
}
__QN_TEXTURE void surfCubemapLayeredread(T *to, __QN_OBJECT, int x, int y, int layer_face, int mode = __qn_boundary_trap) {
  *to = __qn_surface_read<2, true, T>(object, x, y, layer_face, mode);
}
__QN_TEXTURE void surfCubemapLayeredwrite(T value, __QN_OBJECT, int x, int y, int layer_face, int mode = __qn_boundary_trap) {
  __qn_surface_write<2, true>(value, object, x, y, layer_face, mode);
}

#undef __QN_TEXTURE
#undef __QN_OBJECT

#endif
