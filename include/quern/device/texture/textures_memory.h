// SPDX-License-Identifier: Apache-2.0
//
// Textures as memory and arithmetic, on CPUs, AMD's GPUs and SPIR-V devices, by
// CUDA's rules: the fraction of a texel has 8 bits, as in hardware, so results
// agree.
#ifndef QUERN_DEVICE_TEXTURES_MEMORY_H
#define QUERN_DEVICE_TEXTURES_MEMORY_H
#pragma clang system_header

#include "../../texture_abi.h"

#define __QN_TEXFN static __inline__ __attribute__((device))
// Sums of products are rounded twice everywhere, so that devices with and
// without fused ones agree.
#define __QN_TEXSUMS _Pragma("clang fp contract(off)")

// Descriptors and texels lie in global memory, which the types of pointers say
// where a device has others for it.
#if defined(__QUERN_TARGET_SPIRV__) || defined(__QUERN_TARGET_AMDGPU__)
#define __QN_TEXMEM __attribute__((address_space(1)))
#else
#define __QN_TEXMEM
#endif
// Where a driver compiles the code, in a time that grows with the square of its
// length, what is sampled without mipmaps is sampled as their only level.
#ifdef __QUERN_TARGET_SPIRV__
#define __QN_TEXSHORT 1
#else
#define __QN_TEXSHORT 0
#endif

__QN_TEXFN const qn_texture_words *__qn_texture_of(unsigned long long object) {
  return (const qn_texture_words *)(const __QN_TEXMEM qn_texture_words *)object;
}

#ifdef __QUERN_TARGET_SPIRV__
// Not every device has a type of 16 bits, or takes subnormal floats.
__QN_TEXFN float __qn_half_bits(unsigned int bits) {
  const unsigned int sign = (bits & 0x8000u) << 16, rest = bits & 0x7fffu;
  const unsigned int part = rest & 0x3ffu, exponent = rest >> 10;
  const unsigned int value =
      exponent == 0    ? __builtin_bit_cast(unsigned, (float)part * 0x1p-24f)
      : exponent == 31 ? 0x7f800000u | part << 13
                       : (rest << 13) + (112u << 23);
  return __builtin_bit_cast(float, sign | value);
}
#else
__QN_TEXFN float __qn_half_bits(unsigned int bits) {
  return (float)__builtin_bit_cast(_Float16, (unsigned short)bits);
}
#endif

__QN_TEXFN float __qn_from_srgb(float v) {
  __QN_TEXSUMS
  return v <= 0.04045f ? v / 12.92f
                       : __qn_fast_exp2(2.4f * __qn_fast_log2((v + 0.055f) / 1.055f));
}

// One texel, inside the texture; channels that do not exist are 0, 0, 0, 1.
__QN_TEXFN void __qn_texel_read(const qn_texture_words *t, int x, int y, int z,
                                __qn_texture_value *out) {
  const __QN_TEXMEM unsigned char *at =
      (const __QN_TEXMEM unsigned char *)t->data +
      (unsigned long long)z * t->slice + (unsigned long long)y * t->pitch +
      (unsigned long long)x * (t->channels * t->bits / 8);
  const bool is_float = t->kind == QN_TEXTURE_FLOAT || t->normalized_read;
  const unsigned int one = is_float ? 0x3f800000u : 1u;
  for (int i = 0; i < 4; ++i)
    out->bits[i] = i == 3 ? one : 0;
  for (int i = 0; i < t->channels; ++i) {
    unsigned int u;
    int s;
    if (t->bits == 8) {
      u = at[i];
      s = (signed char)at[i];
    } else if (t->bits == 16) {
      u = ((const __QN_TEXMEM unsigned short *)at)[i];
      s = ((const __QN_TEXMEM short *)at)[i];
    } else {
      u = ((const __QN_TEXMEM unsigned int *)at)[i];
      s = (int)u;
    }
    if (t->kind == QN_TEXTURE_FLOAT) {
      out->bits[i] = t->bits == 16
                         ? __builtin_bit_cast(unsigned, __qn_half_bits(u))
                         : u;
    } else if (t->normalized_read) {
      float v = t->kind == QN_TEXTURE_UNSIGNED
                    ? (float)u / (t->bits == 8 ? 255.0f : 65535.0f)
                    : (float)s / (t->bits == 8 ? 127.0f : 32767.0f);
      if (v < -1.0f)
        v = -1.0f;
      if (t->srgb && t->kind == QN_TEXTURE_UNSIGNED && t->bits == 8 && i < 3)
        v = __qn_from_srgb(v);
      out->bits[i] = __builtin_bit_cast(unsigned, v);
    } else {
      out->bits[i] = t->kind == QN_TEXTURE_SIGNED ? (unsigned)s : u;
    }
  }
}

// The index of a texel with an address mode; -1 is the border.
__QN_TEXFN int __qn_texture_index(int i, int size, int mode) {
  if (i >= 0 && i < size)
    return i;
  switch (mode) {
  case QN_TEXTURE_WRAP:
    i %= size;
    return i < 0 ? i + size : i;
  case QN_TEXTURE_MIRROR: {
    const int period = 2 * size;
    i %= period;
    if (i < 0)
      i += period;
    return i < size ? i : period - 1 - i;
  }
  case QN_TEXTURE_BORDER:
    return -1;
  default:
    return i < 0 ? 0 : size - 1;
  }
}

__QN_TEXFN void __qn_texel_at(const qn_texture_words *t, const int at[3],
                              int dimensions, int layer,
                              __qn_texture_value *out) {
  const int sizes[3] = {(int)t->width, (int)t->height, (int)t->depth};
  int place[3] = {0, 0, layer};
  for (int i = 0; i < dimensions; ++i) {
    // Wrapping and mirroring need normalised coordinates.
    const int mode = !t->normalized_coords && (t->address[i] & 1) == 0
                         ? QN_TEXTURE_CLAMP
                         : t->address[i];
    place[i] = __qn_texture_index(at[i], sizes[i], mode);
    if (place[i] < 0) {
      for (int c = 0; c < 4; ++c)
        out->bits[c] = __builtin_bit_cast(unsigned, t->border[c]);
      return;
    }
  }
  __qn_texel_read(t, place[0], place[1], place[2], out);
}

// A coordinate in texels.
__QN_TEXFN float __qn_texture_scale(const qn_texture_words *t, float x,
                                    int dimension) {
  const unsigned int size = dimension == 0   ? t->width
                            : dimension == 1 ? t->height
                                             : t->depth;
  return t->normalized_coords ? x * (float)size : x;
}

// Within the range of int, and far outside of any texture; what is no number is
// far to the left.
__QN_TEXFN float __qn_texture_clamp(float x) {
  return x > 1e9f ? 1e9f : x > -1e9f ? x : -1e9f;
}

__QN_TEXFN int __qn_texture_floor(float x) {
  return (int)__builtin_floorf(__qn_texture_clamp(x));
}

__QN_TEXFN int __qn_texture_layer(const qn_texture_words *t, int layer) {
  return layer < 0 ? 0 : layer >= (int)t->depth ? (int)t->depth - 1 : layer;
}

// A texel of a cubemap by its place on a face, which may be one beyond the edge:
// on the face that is met there. Texels beyond a corner are not there.
__QN_TEXFN void __qn_cube_texel(const qn_texture_words *t, int x, int y,
                                int layer, __qn_texture_value *out);

// Between four texels across a cubemap's edges. Beyond a corner only three meet:
// the fourth is their mean.
__QN_TEXFN void __qn_cube_linear(const qn_texture_words *t, const int base[3],
                                 const float part[3], int layer,
                                 __qn_texture_value *out) {
  __QN_TEXSUMS
  const int size = (int)t->width;
  float sum[4] = {0, 0, 0, 0}, mean[4] = {0, 0, 0, 0}, missing = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const int right = corner & 1, up = corner >> 1;
    const int x = base[0] + right, y = base[1] + up;
    const float weight = (right ? part[0] : 1.0f - part[0]) *
                         (up ? part[1] : 1.0f - part[1]);
    __qn_texture_value value;
    if ((x < 0 || x >= size) && (y < 0 || y >= size)) {
      missing = weight;
      continue;
    }
    __qn_cube_texel(t, x, y, layer, &value);
    for (int c = 0; c < 4; ++c) {
      sum[c] += weight * __builtin_bit_cast(float, value.bits[c]);
      mean[c] += __builtin_bit_cast(float, value.bits[c]) / 3.0f;
    }
  }
  for (int c = 0; c < 4; ++c)
    out->bits[c] = __builtin_bit_cast(
        unsigned, missing != 0 ? sum[c] + missing * mean[c] : sum[c]);
}

__QN_TEXFN void __qn_texture_linear(const qn_texture_words *t, const float p[3],
                                    int dimensions, int layer,
                                    __qn_texture_value *out) {
  __QN_TEXSUMS
  int base[3] = {0, 0, 0};
  float part[3] = {0, 0, 0};
  float sum[4] = {0, 0, 0, 0};
  for (int i = 0; i < dimensions; ++i) {
    const float x = __qn_texture_clamp(p[i] - 0.5f);
    base[i] = (int)__builtin_floorf(x);
    part[i] = __builtin_floorf((x - (float)base[i]) * 256.0f + 0.5f) / 256.0f;
  }
  if (t->seamless && dimensions == 2) {
    __qn_cube_linear(t, base, part, layer, out);
    return;
  }
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    int at[3] = {0, 0, 0};
    float weight = 1.0f;
    __qn_texture_value value;
    for (int i = 0; i < dimensions; ++i) {
      const int up = corner >> i & 1;
      at[i] = base[i] + up;
      weight *= up ? part[i] : 1.0f - part[i];
    }
    __qn_texel_at(t, at, dimensions, layer, &value);
    for (int c = 0; c < 4; ++c)
      sum[c] += weight * __builtin_bit_cast(float, value.bits[c]);
  }
  for (int c = 0; c < 4; ++c)
    out->bits[c] = __builtin_bit_cast(unsigned, sum[c]);
}

// At coordinates in texels.
__QN_TEXFN void __qn_texture_at(const qn_texture_words *t, const float p[3],
                                int dimensions, int layer,
                                __qn_texture_value *out) {
  if (t->linear && (t->kind == QN_TEXTURE_FLOAT || t->normalized_read)) {
    __qn_texture_linear(t, p, dimensions, layer, out);
    return;
  }
  int at[3] = {0, 0, 0};
  for (int i = 0; i < dimensions; ++i)
    at[i] = __qn_texture_floor(p[i]);
  __qn_texel_at(t, at, dimensions, layer, out);
}

// At coordinates that `scale` says to multiply by the sizes.
__QN_TEXFN void __qn_texture_scaled(const qn_texture_words *t,
                                    const float at[3], bool scale,
                                    int dimensions, int layer,
                                    __qn_texture_value *out) {
  const float sizes[3] = {(float)t->width, (float)t->height, (float)t->depth};
  float p[3] = {0, 0, 0};
  for (int i = 0; i < dimensions; ++i)
    p[i] = scale ? at[i] * sizes[i] : at[i];
  __qn_texture_at(t, p, dimensions, layer, out);
}

__QN_TEXFN void __qn_texture_level(const qn_texture_words *t, int level,
                                   const float at[3], bool scale,
                                   int dimensions, int layer,
                                   __qn_texture_value *out) {
  qn_texture_words one = *t;
  if (!__QN_TEXSHORT || t->level_count) {
    const __QN_TEXMEM qn_texture_level *l =
        (const __QN_TEXMEM qn_texture_level *)t->levels + level;
    one.data = l->data;
    one.pitch = l->pitch;
    one.slice = l->slice;
    one.width = l->width;
    one.height = l->height;
    one.depth = l->depth;
  }
  __qn_texture_scaled(&one, at, scale, dimensions, layer, out);
}

// The level of detail has a fraction of 8 bits, too.
__QN_TEXFN void __qn_texture_any(const qn_texture_words *t, const float at[3],
                                 bool scale, int dimensions, int layer,
                                 float lod, __qn_texture_value *out) {
  __QN_TEXSUMS
  if (!__QN_TEXSHORT && t->level_count == 0) {
    __qn_texture_scaled(t, at, scale, dimensions, layer, out);
    return;
  }
  const float last = t->level_count ? (float)(t->level_count - 1) : 0;
  lod += t->level_bias;
  lod = lod > t->level_max ? t->level_max : lod;
  lod = lod >= t->level_min ? lod : t->level_min; // and what is no number
  lod = lod > 0 ? lod < last ? lod : last : 0;
  const bool between = t->levels_linear &&
                       (t->kind == QN_TEXTURE_FLOAT || t->normalized_read);
  const int base = (int)(between ? lod : lod + 0.5f);
  const float part =
      between ? __builtin_floorf((lod - (float)base) * 256.0f + 0.5f) / 256.0f
              : 0;
  for (int i = 0; i < (part == 0 ? 1 : 2); ++i) {
    __qn_texture_value next;
    __qn_texture_level(t, base + i, at, scale, dimensions, layer, &next);
    for (int c = 0; c < 4; ++c) {
      const float a = __builtin_bit_cast(float, out->bits[c]);
      const float b = __builtin_bit_cast(float, next.bits[c]);
      out->bits[c] = i == 0 ? next.bits[c]
                            : __builtin_bit_cast(unsigned, a * (1.0f - part) +
                                                               b * part);
    }
  }
}

// How many levels smaller the texture would have to be for neighbours in x or y
// to be neighbouring texels.
__QN_TEXFN float __qn_texture_lod(const qn_texture_words *t, const float dx[3],
                                  const float dy[3], int dimensions) {
  __QN_TEXSUMS
  const float sizes[3] = {(float)t->width, (float)t->height, (float)t->depth};
  float a = 0, b = 0;
  for (int i = 0; i < dimensions; ++i) {
    a += dx[i] * sizes[i] * dx[i] * sizes[i];
    b += dy[i] * sizes[i] * dy[i] * sizes[i];
  }
  a = a > b ? a : b;
  return a > 0 ? 0.5f * __builtin_log2f(a) : -1e9f;
}

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ T __qn_texture_sample_lod(unsigned long long object,
                                                     __qn_place place,
                                                     float lod) {
  const qn_texture_words *t = __qn_texture_of(object);
  const float at[3] = {place.x, place.y, place.z};
  __qn_texture_value value;
  __qn_texture_any(t, at, t->normalized_coords, dimensions,
                   layered ? __qn_texture_layer(t, place.layer) : 0, lod,
                   &value);
  return __qn_texture_pack<T>(value);
}

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ T __qn_texture_sample(unsigned long long object, __qn_place place) {
  return __qn_texture_sample_lod<dimensions, layered, T>(object, place, 0);
}

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ T __qn_texture_sample_grad(unsigned long long object,
                                                      __qn_place place,
                                                      __qn_place dx,
                                                      __qn_place dy) {
  const float x[3] = {dx.x, dx.y, dx.z}, y[3] = {dy.x, dy.y, dy.z};
  return __qn_texture_sample_lod<dimensions, layered, T>(
      object, place,
      __qn_texture_lod(__qn_texture_of(object), x, y, dimensions));
}

// ---- Cubemaps: the longest coordinate chooses a face, the others a place on it

struct __qn_on_face {
  int face;
  float s, t;  // 0..1
  float major; // what they were divided by
};

__QN_TEXFN __qn_on_face __qn_cube_face(__qn_place d) {
  __QN_TEXSUMS
  const float x = __builtin_fabsf(d.x), y = __builtin_fabsf(d.y),
              z = __builtin_fabsf(d.z);
  __qn_on_face f;
  float s, t;
  if (x >= y && x >= z) {
    f.face = d.x < 0;
    f.major = x;
    s = d.x < 0 ? d.z : -d.z;
    t = -d.y;
  } else if (y >= z) {
    f.face = 2 + (d.y < 0);
    f.major = y;
    s = d.x;
    t = d.y < 0 ? -d.z : d.z;
  } else {
    f.face = 4 + (d.z < 0);
    f.major = z;
    s = d.z < 0 ? -d.x : d.x;
    t = -d.y;
  }
  f.s = (s / f.major + 1.0f) * 0.5f;
  f.t = (t / f.major + 1.0f) * 0.5f;
  return f;
}

__QN_TEXFN void __qn_cube_texel(const qn_texture_words *t, int x, int y,
                                int layer, __qn_texture_value *out) {
  const int size = (int)t->width;
  if (x >= 0 && x < size && y >= 0 && y < size) {
    __qn_texel_read(t, x, y, layer, out);
    return;
  }
  const float a = (2.0f * (float)x + 1.0f) / (float)size - 1.0f;
  const float b = (2.0f * (float)y + 1.0f) / (float)size - 1.0f;
  __qn_place d = {0, 0, 0, 0};
  switch (layer % 6) { // what __qn_cube_face divides
  case 0: d = {1, -b, -a, 0}; break;
  case 1: d = {-1, -b, a, 0}; break;
  case 2: d = {a, 1, b, 0}; break;
  case 3: d = {a, -1, -b, 0}; break;
  case 4: d = {a, -b, 1, 0}; break;
  default: d = {-a, -b, -1, 0}; break;
  }
  const __qn_on_face f = __qn_cube_face(d);
  const int column = (int)(f.s * (float)size), row = (int)(f.t * (float)size);
  __qn_texel_read(t, column < size ? column : size - 1,
                  row < size ? row : size - 1, layer - layer % 6 + f.face, out);
}

template <bool layered, typename T>
__device__ __forceinline__ T __qn_texture_cube_lod(unsigned long long object,
                                                   __qn_place place,
                                                   float lod) {
  const qn_texture_words *t = __qn_texture_of(object);
  const __qn_on_face f = __qn_cube_face(place);
  const int last = (int)t->depth / 6 - 1;
  const int layer = !layered || place.layer < 0 ? 0
                    : place.layer > last        ? last
                                                : place.layer;
  const float at[3] = {f.s, f.t, 0};
  __qn_texture_value value;
  __qn_texture_any(t, at, true, 2, layer * 6 + f.face, lod, &value);
  return __qn_texture_pack<T>(value);
}

template <bool layered, typename T>
__device__ __forceinline__ T __qn_texture_cube(unsigned long long object,
                                               __qn_place place) {
  return __qn_texture_cube_lod<layered, T>(object, place, 0);
}

// The derivatives of a direction, on the face that it meets.
template <bool layered, typename T>
__device__ __forceinline__ T __qn_texture_cube_grad(unsigned long long object,
                                                    __qn_place place,
                                                    __qn_place dx,
                                                    __qn_place dy) {
  const qn_texture_words *t = __qn_texture_of(object);
  const float major = __qn_cube_face(place).major * 2.0f;
  const float x[3] = {dx.x / major, dx.y / major, dx.z / major};
  const float y[3] = {dy.x / major, dy.y / major, dy.z / major};
  qn_texture_words square = *t;
  square.depth = square.width;
  return __qn_texture_cube_lod<layered, T>(
      object, place, __qn_texture_lod(&square, x, y, 3));
}

template <typename T>
__device__ __forceinline__ T __qn_texture_fetch(unsigned long long object, int x) {
  const qn_texture_words *t = __qn_texture_of(object);
  __qn_texture_value value = {{0, 0, 0, 0}};
  if (x >= 0 && x < (int)t->width)
    __qn_texel_read(t, x, 0, 0, &value);
  return __qn_texture_pack<T>(value);
}

// Texels (i,j+1), (i+1,j+1), (i+1,j), (i,j), one channel of each.
template <typename T>
__device__ __forceinline__ T __qn_texture_gather(unsigned long long object, __qn_place place,
                                  int channel) {
  __QN_TEXSUMS
  const qn_texture_words *t = __qn_texture_of(object);
  const int i = __qn_texture_floor(__qn_texture_scale(t, place.x, 0) - 0.5f);
  const int j = __qn_texture_floor(__qn_texture_scale(t, place.y, 1) - 0.5f);
  const int dx[4] = {0, 1, 1, 0};
  const int dy[4] = {1, 1, 0, 0};
  __qn_texture_value value, one;
  for (int k = 0; k < 4; ++k) {
    const int at[3] = {i + dx[k], j + dy[k], 0};
    __qn_texel_at(t, at, 2, 0, &one);
    value.bits[k] = one.bits[channel & 3];
  }
  return __qn_texture_pack<T>(value);
}

// The bytes of a surface at a place; null outside.
template <int dimensions>
__device__ __forceinline__ unsigned char *__qn_surface_at(unsigned long long object,
                                           unsigned int size, int x, int y,
                                           int z, int mode) {
  const qn_texture_words *t = __qn_texture_of(object);
  const int texel = t->channels * t->bits / 8;
  const int row = (int)t->width * texel;
  const bool inside = x >= 0 && x + (int)size <= row && y >= 0 &&
                      y < (int)t->height && z >= 0 && z < (int)t->depth;
  if (!inside) {
    if (mode == __qn_boundary_trap)
      __qn_trap();
    if (mode == __qn_boundary_zero)
      return nullptr;
    x = x < 0 ? 0 : x + (int)size > row ? row - (int)size : x;
    y = y < 0 ? 0 : y >= (int)t->height ? (int)t->height - 1 : y;
    z = z < 0 ? 0 : z >= (int)t->depth ? (int)t->depth - 1 : z;
  }
  __QN_TEXMEM unsigned char *data = (__QN_TEXMEM unsigned char *)t->data;
  return (unsigned char *)(data + (unsigned long long)z * t->slice +
                           (unsigned long long)y * t->pitch + x);
}

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ T __qn_surface_read(unsigned long long object, int x, int y, int z,
                                int mode) {
  T value;
  const unsigned char *at =
      __qn_surface_at<dimensions>(object, sizeof(T), x, y, z, mode);
  if (at)
    __builtin_memcpy(&value, at, sizeof(T));
  else
    __builtin_memset(&value, 0, sizeof(T));
  return value;
}

template <int dimensions, bool layered, typename T>
__device__ __forceinline__ void __qn_surface_write(T value, unsigned long long object, int x,
                                    int y, int z, int mode) {
  unsigned char *at =
      __qn_surface_at<dimensions>(object, sizeof(T), x, y, z, mode);
  if (at)
    __builtin_memcpy(at, &value, sizeof(T));
}

#undef __QN_TEXFN
#undef __QN_TEXSUMS
#undef __QN_TEXMEM

#endif
