// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface references: variables of the program,
//   texture<float, 2, cudaReadModeElementType> t;
// that the host binds to memory. On the device such a variable holds a texture
// object, which binding stores there; kernels read it by its address.
#ifndef QUERN_DEVICE_REFERENCES_H
#define QUERN_DEVICE_REFERENCES_H
#pragma clang system_header

#include "textures.h"

#ifdef __QUERN_DIALECT_CUDA__
#define __QN_TR(name) cuda##name
#define QUERN_DEVICE_REFERENCES_CUDA
// Laid out as HIP's, which the runtime knows.
struct textureReference {
  int normalized;
  cudaTextureReadMode readMode;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  cudaTextureObject_t textureObject;
  int numChannels;
  int format;
};
struct surfaceReference {
  cudaSurfaceObject_t surfaceObject;
};
#else
#define __QN_TR(name) hip##name
#endif

// A texel's channels, for textures of that type.
template <class T>
__attribute__((host, device)) constexpr __QN_TR(ChannelFormatDesc)
    __qn_texture_format() {
  typedef typename __qn_texel<T>::channel S;
  const int bits = (int)sizeof(S) * 8, n = __qn_texel<T>::channels;
  return {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
          __qn_channel<S>::kind == 2   ? __QN_TR(ChannelFormatKindFloat)
          : __qn_channel<S>::kind == 1 ? __QN_TR(ChannelFormatKindSigned)
                                       : __QN_TR(ChannelFormatKindUnsigned)};
}

template <class T, int kind = 1,
          __QN_TR(TextureReadMode) mode = __QN_TR(ReadModeElementType)>
struct __attribute__((device_builtin_texture_type)) texture
    : public textureReference {
  __attribute__((host, device)) constexpr texture(
      int is_normalized = 0,
      __QN_TR(TextureFilterMode) filter = __QN_TR(FilterModePoint),
      __QN_TR(TextureAddressMode) address = __QN_TR(AddressModeClamp))
      : textureReference{is_normalized,
                         mode,
                         filter,
                         {address, address, address},
                         __qn_texture_format<T>(),
                         0, 0, __QN_TR(FilterModePoint), 0, 0, 0, 0,
                         __qn_texel<T>::channels, {}} {}
  __attribute__((host, device)) constexpr texture(
      int is_normalized, __QN_TR(TextureFilterMode) filter,
      __QN_TR(TextureAddressMode) address,
      const __QN_TR(ChannelFormatDesc) & desc)
      : texture(is_normalized, filter, address) {
    channelDesc = desc;
  }
};

// HIP has none of these.
#ifdef __QUERN_TEXTURE_REFERENCES__
template <class T = void, int kind = 1>
struct __attribute__((device_builtin_surface_type)) surface
    : public surfaceReference {
  __attribute__((host, device)) constexpr surface() : surfaceReference{0} {}
};
#endif

// ---- In kernels

// What a read gives: the texel's type, or floats between 0 and 1 or -1 and 1.
template <int channels> struct __qn_floats {
  typedef float type;
};
template <> struct __qn_floats<2> {
  typedef float2 type;
};
template <> struct __qn_floats<4> {
  typedef float4 type;
};
template <class T, int mode> struct __qn_texture_result {
  typedef T type;
};
template <class T> struct __qn_texture_result<T, 1> {
  typedef typename __qn_floats<__qn_texel<T>::channels>::type type;
};

#define __QN_REFERENCE(kind)                                                   \
  template <class T, __QN_TR(TextureReadMode) M>                               \
  __device__ __forceinline__ typename __qn_texture_result<T, M>::type
#define __QN_READ(name, kind)                                                  \
  name<typename __qn_texture_result<T, M>::type>(__qn_object(t),
#define __QN_OF(kind) const texture<T, kind, M> &t

// The object lies where the program has the reference.
template <class R>
__device__ __forceinline__ unsigned long long __qn_object(const R &reference) {
  return *(const volatile unsigned long long *)&reference;
}

__QN_REFERENCE(1) tex1Dfetch(__QN_OF(1), int x) {
  return __QN_READ(tex1Dfetch, 1) x);
}
__QN_REFERENCE(2) tex2Dgather(__QN_OF(2), float x, float y, int channel = 0) {
  return __QN_READ(tex2Dgather, 2) x, y, channel);
}
__QN_REFERENCE(1) tex1D(__QN_OF(1), float x) {
  return __QN_READ(tex1D, 1) x);
}
__QN_REFERENCE(1) tex1DLod(__QN_OF(1), float x, float level) {
  return __QN_READ(tex1DLod, 1) x, level);
}
__QN_REFERENCE(1) tex1DGrad(__QN_OF(1), float x, float dx, float dy) {
  return __QN_READ(tex1DGrad, 1) x, dx, dy);
}
__QN_REFERENCE(2) tex2D(__QN_OF(2), float x, float y) {
  return __QN_READ(tex2D, 2) x, y);
}
__QN_REFERENCE(2) tex2DLod(__QN_OF(2), float x, float y, float level) {
  return __QN_READ(tex2DLod, 2) x, y, level);
}
__QN_REFERENCE(2) tex2DGrad(__QN_OF(2), float x, float y, float2 dx, float2 dy) {
  return __QN_READ(tex2DGrad, 2) x, y, dx, dy);
}
__QN_REFERENCE(3) tex3D(__QN_OF(3), float x, float y, float z) {
  return __QN_READ(tex3D, 3) x, y, z);
}
__QN_REFERENCE(3) tex3DLod(__QN_OF(3), float x, float y, float z, float level) {
  return __QN_READ(tex3DLod, 3) x, y, z, level);
}
__QN_REFERENCE(3) tex3DGrad(__QN_OF(3), float x, float y, float z, float4 dx, float4 dy) {
  return __QN_READ(tex3DGrad, 3) x, y, z, dx, dy);
}
__QN_REFERENCE(0xF1) tex1DLayered(__QN_OF(0xF1), float x, int layer) {
  return __QN_READ(tex1DLayered, 0xF1) x, layer);
}
__QN_REFERENCE(0xF1) tex1DLayeredLod(__QN_OF(0xF1), float x, int layer, float level) {
  return __QN_READ(tex1DLayeredLod, 0xF1) x, layer, level);
}
__QN_REFERENCE(0xF1) tex1DLayeredGrad(__QN_OF(0xF1), float x, int layer, float dx, float dy) {
  return __QN_READ(tex1DLayeredGrad, 0xF1) x, layer, dx, dy);
}
__QN_REFERENCE(0xF2) tex2DLayered(__QN_OF(0xF2), float x, float y, int layer) {
  return __QN_READ(tex2DLayered, 0xF2) x, y, layer);
}
__QN_REFERENCE(0xF2) tex2DLayeredLod(__QN_OF(0xF2), float x, float y, int layer, float level) {
  return __QN_READ(tex2DLayeredLod, 0xF2) x, y, layer, level);
}
__QN_REFERENCE(0xF2) tex2DLayeredGrad(__QN_OF(0xF2), float x, float y, int layer, float2 dx, float2 dy) {
  return __QN_READ(tex2DLayeredGrad, 0xF2) x, y, layer, dx, dy);
}
__QN_REFERENCE(0x0C) texCubemap(__QN_OF(0x0C), float x, float y, float z) {
  return __QN_READ(texCubemap, 0x0C) x, y, z);
}
__QN_REFERENCE(0x0C) texCubemapLod(__QN_OF(0x0C), float x, float y, float z, float level) {
  return __QN_READ(texCubemapLod, 0x0C) x, y, z, level);
}
__QN_REFERENCE(0x0C) texCubemapGrad(__QN_OF(0x0C), float x, float y, float z, float4 dx, float4 dy) {
  return __QN_READ(texCubemapGrad, 0x0C) x, y, z, dx, dy);
}
__QN_REFERENCE(0xFC) texCubemapLayered(__QN_OF(0xFC), float x, float y, float z, int layer) {
  return __QN_READ(texCubemapLayered, 0xFC) x, y, z, layer);
}
__QN_REFERENCE(0xFC) texCubemapLayeredLod(__QN_OF(0xFC), float x, float y, float z, int layer, float level) {
  return __QN_READ(texCubemapLayeredLod, 0xFC) x, y, z, layer, level);
}
__QN_REFERENCE(0xFC) texCubemapLayeredGrad(__QN_OF(0xFC), float x, float y, float z, int layer, float4 dx, float4 dy) {
  return __QN_READ(texCubemapLayeredGrad, 0xFC) x, y, z, layer, dx, dy);
}
#undef __QN_REFERENCE
#undef __QN_READ
#undef __QN_OF

#ifdef __QUERN_TEXTURE_REFERENCES__
template <class T, class U>
__device__ __forceinline__ T surf1Dread(const surface<U, 1> &s, int x,
                                         int mode = __qn_boundary_trap) {
  return surf1Dread<T>(__qn_object(s), x, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1Dread(T *to, const surface<U, 1> &s,
                                            int x,
                                            int mode = __qn_boundary_trap) {
  *to = surf1Dread<T>(__qn_object(s), x, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1Dwrite(T value, const surface<U, 1> &s,
                                             int x,
                                             int mode = __qn_boundary_trap) {
  surf1Dwrite(value, __qn_object(s), x, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf2Dread(const surface<U, 2> &s, int x, int y,
                                         int mode = __qn_boundary_trap) {
  return surf2Dread<T>(__qn_object(s), x, y, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2Dread(T *to, const surface<U, 2> &s,
                                            int x, int y,
                                            int mode = __qn_boundary_trap) {
  *to = surf2Dread<T>(__qn_object(s), x, y, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2Dwrite(T value, const surface<U, 2> &s,
                                             int x, int y,
                                             int mode = __qn_boundary_trap) {
  surf2Dwrite(value, __qn_object(s), x, y, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf3Dread(const surface<U, 3> &s, int x, int y, int z,
                                         int mode = __qn_boundary_trap) {
  return surf3Dread<T>(__qn_object(s), x, y, z, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf3Dread(T *to, const surface<U, 3> &s,
                                            int x, int y, int z,
                                            int mode = __qn_boundary_trap) {
  *to = surf3Dread<T>(__qn_object(s), x, y, z, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf3Dwrite(T value, const surface<U, 3> &s,
                                             int x, int y, int z,
                                             int mode = __qn_boundary_trap) {
  surf3Dwrite(value, __qn_object(s), x, y, z, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf1DLayeredread(const surface<U, 0xF1> &s, int x, int layer,
                                         int mode = __qn_boundary_trap) {
  return surf1DLayeredread<T>(__qn_object(s), x, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1DLayeredread(T *to, const surface<U, 0xF1> &s,
                                            int x, int layer,
                                            int mode = __qn_boundary_trap) {
  *to = surf1DLayeredread<T>(__qn_object(s), x, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1DLayeredwrite(T value, const surface<U, 0xF1> &s,
                                             int x, int layer,
                                             int mode = __qn_boundary_trap) {
  surf1DLayeredwrite(value, __qn_object(s), x, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf2DLayeredread(const surface<U, 0xF2> &s, int x, int y, int layer,
                                         int mode = __qn_boundary_trap) {
  return surf2DLayeredread<T>(__qn_object(s), x, y, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2DLayeredread(T *to, const surface<U, 0xF2> &s,
                                            int x, int y, int layer,
                                            int mode = __qn_boundary_trap) {
  *to = surf2DLayeredread<T>(__qn_object(s), x, y, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2DLayeredwrite(T value, const surface<U, 0xF2> &s,
                                             int x, int y, int layer,
                                             int mode = __qn_boundary_trap) {
  surf2DLayeredwrite(value, __qn_object(s), x, y, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ T surfCubemapread(const surface<U, 0x0C> &s, int x, int y, int face,
                                         int mode = __qn_boundary_trap) {
  return surfCubemapread<T>(__qn_object(s), x, y, face, mode);
}
template <class T, class U>
__device__ __forceinline__ void surfCubemapread(T *to, const surface<U, 0x0C> &s,
                                            int x, int y, int face,
                                            int mode = __qn_boundary_trap) {
  *to = surfCubemapread<T>(__qn_object(s), x, y, face, mode);
}
template <class T, class U>
__device__ __forceinline__ void surfCubemapwrite(T value, const surface<U, 0x0C> &s,
                                             int x, int y, int face,
                                             int mode = __qn_boundary_trap) {
  surfCubemapwrite(value, __qn_object(s), x, y, face, mode);
}
template <class T, class U>
__device__ __forceinline__ T surfCubemapLayeredread(const surface<U, 0xFC> &s, int x, int y, int layer_face,
                                         int mode = __qn_boundary_trap) {
  return surfCubemapLayeredread<T>(__qn_object(s), x, y, layer_face, mode);
}
template <class T, class U>
__device__ __forceinline__ void surfCubemapLayeredread(T *to, const surface<U, 0xFC> &s,
                                            int x, int y, int layer_face,
                                            int mode = __qn_boundary_trap) {
  *to = surfCubemapLayeredread<T>(__qn_object(s), x, y, layer_face, mode);
}
template <class T, class U>
__device__ __forceinline__ void surfCubemapLayeredwrite(T value, const surface<U, 0xFC> &s,
                                             int x, int y, int layer_face,
                                             int mode = __qn_boundary_trap) {
  surfCubemapLayeredwrite(value, __qn_object(s), x, y, layer_face, mode);
}
#endif

// ---- On the host

#ifdef __QUERN_DIALECT_CUDA__
// HIP's functions, under names that do not clash with its headers.
extern "C" {
int __qn_bind(size_t *offset, const textureReference *t, const void *block,
              const cudaChannelFormatDesc *format,
              size_t size) __asm__("hipBindTexture");
int __qn_bind_2d(size_t *offset, const textureReference *t, const void *block,
                 const cudaChannelFormatDesc *format, size_t width,
                 size_t height, size_t pitch) __asm__("hipBindTexture2D");
int __qn_bind_array(const textureReference *t, cudaArray_const_t array,
                    const cudaChannelFormatDesc *format)
    __asm__("hipBindTextureToArray");
int __qn_bind_mipmap(const textureReference *t, cudaMipmappedArray_const_t array,
                     const cudaChannelFormatDesc *format)
    __asm__("hipBindTextureToMipmappedArray");
int __qn_unbind(const textureReference *t) __asm__("hipUnbindTexture");
int __qn_offset(size_t *offset, const textureReference *t)
    __asm__("hipGetTextureAlignmentOffset");
}
// The failure is the thread's last one, by CUDA's number.
inline cudaError_t __qn_as_cuda(int error) {
  return error ? cudaPeekAtLastError() : cudaSuccess;
}
inline cudaError_t cudaBindTexture(size_t *offset, const textureReference *t,
                                   const void *block,
                                   const cudaChannelFormatDesc *format,
                                   size_t size = 4294967295u) {
  return __qn_as_cuda(__qn_bind(offset, t, block, format, size));
}
inline cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *t,
                                     const void *block,
                                     const cudaChannelFormatDesc *format,
                                     size_t width, size_t height,
                                     size_t pitch) {
  return __qn_as_cuda(__qn_bind_2d(offset, t, block, format, width, height,
                                   pitch));
}
inline cudaError_t cudaBindTextureToArray(const textureReference *t,
                                          cudaArray_const_t array,
                                          const cudaChannelFormatDesc *format) {
  return __qn_as_cuda(__qn_bind_array(t, array, format));
}
inline cudaError_t
cudaBindTextureToMipmappedArray(const textureReference *t,
                                cudaMipmappedArray_const_t array,
                                const cudaChannelFormatDesc *format) {
  return __qn_as_cuda(__qn_bind_mipmap(t, array, format));
}
inline cudaError_t cudaUnbindTexture(const textureReference *t) {
  return __qn_as_cuda(__qn_unbind(t));
}
inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                 const textureReference *t) {
  return __qn_as_cuda(__qn_offset(offset, t));
}
inline cudaError_t cudaGetTextureReference(const textureReference **to,
                                           const void *symbol) {
  if (!to || !symbol)
    return cudaErrorInvalidValue;
  *to = (const textureReference *)symbol;
  return cudaSuccess;
}
#endif

#define __QN_TR_T template <class T, int kind, __QN_TR(TextureReadMode) mode>
#define __QN_TR_OF const texture<T, kind, mode> &t

__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(BindTexture)(size_t *offset, __QN_TR_OF, const void *block,
                         const __QN_TR(ChannelFormatDesc) & format,
                         size_t size = 4294967295u) {
  return __QN_TR(BindTexture)(offset, (const textureReference *)&t, block,
                              &format, size);
}
__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(BindTexture)(size_t *offset, __QN_TR_OF, const void *block,
                         size_t size = 4294967295u) {
  return __QN_TR(BindTexture)(offset, (const textureReference *)&t, block,
                              &t.channelDesc, size);
}
__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(BindTexture2D)(size_t *offset, __QN_TR_OF, const void *block,
                           const __QN_TR(ChannelFormatDesc) & format,
                           size_t width, size_t height, size_t pitch) {
  return __QN_TR(BindTexture2D)(offset, (const textureReference *)&t, block,
                                &format, width, height, pitch);
}
__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(BindTexture2D)(size_t *offset, __QN_TR_OF, const void *block,
                           size_t width, size_t height, size_t pitch) {
  return __QN_TR(BindTexture2D)(offset, (const textureReference *)&t, block,
                                &t.channelDesc, width, height, pitch);
}
__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(BindTextureToArray)(__QN_TR_OF, __QN_TR(Array_const_t) array,
                                const __QN_TR(ChannelFormatDesc) & format) {
  return __QN_TR(BindTextureToArray)((const textureReference *)&t, array,
                                     &format);
}
__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(BindTextureToArray)(__QN_TR_OF, __QN_TR(Array_const_t) array) {
  return __QN_TR(BindTextureToArray)((const textureReference *)&t, array,
                                     &t.channelDesc);
}
__QN_TR_T inline __QN_TR(Error_t) __QN_TR(BindTextureToMipmappedArray)(
    __QN_TR_OF, __QN_TR(MipmappedArray_const_t) array) {
  return __QN_TR(BindTextureToMipmappedArray)((const textureReference *)&t,
                                              array, &t.channelDesc);
}
__QN_TR_T inline __QN_TR(Error_t) __QN_TR(BindTextureToMipmappedArray)(
    __QN_TR_OF, __QN_TR(MipmappedArray_const_t) array,
    const __QN_TR(ChannelFormatDesc) & format) {
  return __QN_TR(BindTextureToMipmappedArray)((const textureReference *)&t,
                                              array, &format);
}
__QN_TR_T inline __QN_TR(Error_t) __QN_TR(UnbindTexture)(__QN_TR_OF) {
  return __QN_TR(UnbindTexture)((const textureReference *)&t);
}
__QN_TR_T inline __QN_TR(Error_t)
    __QN_TR(GetTextureAlignmentOffset)(size_t *offset, __QN_TR_OF) {
  return __QN_TR(GetTextureAlignmentOffset)(offset,
                                            (const textureReference *)&t);
}
#undef __QN_TR_T
#undef __QN_TR_OF

#ifdef __QUERN_TEXTURE_REFERENCES__
// The object of a surface reference is the runtime's, until another is bound.
extern "C" int __qn_bind_surface(void *variable, __QN_TR(Array_const_t) array,
                                 unsigned int flags)
    __asm__("quern_cuSurfRefSetArray");
template <class T, int kind>
inline __QN_TR(Error_t)
    __QN_TR(BindSurfaceToArray)(const surface<T, kind> &s,
                                __QN_TR(Array_const_t) array) {
  void *variable = 0;
  const __QN_TR(Error_t) error =
      __QN_TR(GetSymbolAddress)(&variable, (const void *)&s);
  if (error != __QN_TR(Success) || !__qn_bind_surface(variable, array, 0))
    return error;
  // The failure is the thread's last one.
  const __QN_TR(Error_t) last = __QN_TR(PeekAtLastError)();
  return last != __QN_TR(Success) ? last : __QN_TR(ErrorInvalidValue);
}
template <class T, int kind>
inline __QN_TR(Error_t)
    __QN_TR(BindSurfaceToArray)(const surface<T, kind> &s,
                                __QN_TR(Array_const_t) array,
                                const __QN_TR(ChannelFormatDesc) &) {
  return __QN_TR(BindSurfaceToArray)(s, array);
}
#endif

#undef __QN_TR

#endif
