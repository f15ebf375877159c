// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces of each kind: mipmaps with levels of detail by number
// and by derivatives, cubemaps, layers, and both together.
#include <cuda_runtime.h>

#include <algorithm>

#include "program.h"

enum { SIZE = 16, LEVELS = 5, LAYERS = 3 };

template <typename T> struct OnDevice {
  T *data;
  int count;
  explicit OnDevice(const std::vector<T> &from) : count((int)from.size()) {
    OK(cudaMalloc(&data, sizeof(T) * count));
    OK(cudaMemcpy(data, from.data(), sizeof(T) * count, cudaMemcpyDefault));
  }
  explicit OnDevice(int n) : count(n) { OK(cudaMalloc(&data, sizeof(T) * n)); }
  ~OnDevice() { (void)cudaFree(data); }
  std::vector<T> back() const {
    std::vector<T> v(count);
    OK(cudaMemcpy(v.data(), data, sizeof(T) * count, cudaMemcpyDefault));
    return v;
  }
};

static int levels_of(int level) { return SIZE >> level; }
// What a texel is: its level, its slice and its place.
static float texel(int level, int slice, int y, int x) {
  return 1000.0f * level + 100.0f * slice + 10.0f * (y % 8) + x % 8;
}

// Fills an array of 1, 2 or 3 dimensions, or with layers or faces.
static void fill(cudaArray_t array, int level, int w, int h, int d) {
  std::vector<float> texels;
  for (int z = 0; z < (d ? d : 1); ++z)
    for (int y = 0; y < (h ? h : 1); ++y)
      for (int x = 0; x < w; ++x)
        texels.push_back(texel(level, z, y, x));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(texels.data(), w * 4, w, h ? h : 1);
  p.dstArray = array;
  p.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
}

static cudaMipmappedArray_t mipmap(cudaExtent e, unsigned flags) {
  cudaMipmappedArray_t m;
  const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  const bool slices = flags & (cudaArrayLayered | cudaArrayCubemap);
  OK(cudaMallocMipmappedArray(&m, &f, e, LEVELS, flags));
  for (int i = 0; i < LEVELS; ++i) {
    cudaArray_t level;
    const int w = (int)e.width >> i;
    const int h = e.height ? std::max((int)e.height >> i, 1) : 0;
    const int d = slices      ? (int)e.depth
                  : e.depth ? std::max((int)e.depth >> i, 1)
                            : 0;
    OK(cudaGetMipmappedArrayLevel(&level, m, i));
    fill(level, i, w, h, d);
  }
  return m;
}

struct Mode {
  bool linear = false, between = false;
  float bias = 0, least = 0, most = LEVELS;
};

static cudaTextureObject_t make_texture(cudaResourceDesc r, Mode m) {
  cudaTextureObject_t t;
  cudaTextureDesc d = {};
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] =
      cudaAddressModeClamp;
  d.filterMode = m.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  d.mipmapFilterMode = m.between ? cudaFilterModeLinear : cudaFilterModePoint;
  d.mipmapLevelBias = m.bias;
  d.minMipmapLevelClamp = m.least;
  d.maxMipmapLevelClamp = m.most;
  d.normalizedCoords = 1;
  OK(cudaCreateTextureObject(&t, &r, &d, nullptr));
  return t;
}

static cudaTextureObject_t make_texture(cudaMipmappedArray_t m, Mode mode = {}) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = m;
  return make_texture(r, mode);
}

static cudaTextureObject_t make_texture(cudaArray_t a, Mode mode = {}) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  return make_texture(r, mode);
}

enum Kind { K1D, K2D, K3D, K1DLAYERED, K2DLAYERED, KCUBE, KCUBELAYERED };

template <Kind K>
__device__ float read(cudaTextureObject_t t, float4 p, int layer) {
  if (K == K1D)
    return tex1D<float>(t, p.x);
  if (K == K2D)
    return tex2D<float>(t, p.x, p.y);
  if (K == K3D)
    return tex3D<float>(t, p.x, p.y, p.z);
  if (K == K1DLAYERED)
    return tex1DLayered<float>(t, p.x, layer);
  if (K == K2DLAYERED)
    return tex2DLayered<float>(t, p.x, p.y, layer);
  if (K == KCUBE)
    return texCubemap<float>(t, p.x, p.y, p.z);
  return texCubemapLayered<float>(t, p.x, p.y, p.z, layer);
}

template <Kind K>
__device__ float read_level(cudaTextureObject_t t, float4 p, int layer) {
  if (K == K1D)
    return tex1DLod<float>(t, p.x, p.w);
  if (K == K2D)
    return tex2DLod<float>(t, p.x, p.y, p.w);
  if (K == K3D)
    return tex3DLod<float>(t, p.x, p.y, p.z, p.w);
  if (K == K1DLAYERED)
    return tex1DLayeredLod<float>(t, p.x, layer, p.w);
  if (K == K2DLAYERED)
    return tex2DLayeredLod<float>(t, p.x, p.y, layer, p.w);
  if (K == KCUBE)
    return texCubemapLod<float>(t, p.x, p.y, p.z, p.w);
  return texCubemapLayeredLod<float>(t, p.x, p.y, p.z, layer, p.w);
}

// Neighbours are `step` of the texture apart.
template <Kind K>
__device__ float read_steps(cudaTextureObject_t t, float4 p, int layer,
                            float step) {
  const float2 x2 = make_float2(step, 0), y2 = make_float2(0, step / 4);
  const float4 x3 = make_float4(step, 0, 0, 0);
  const float4 y3 = make_float4(0, step / 4, 0, 0);
  if (K == K1D)
    return tex1DGrad<float>(t, p.x, step, step / 4);
  if (K == K2D)
    return tex2DGrad<float>(t, p.x, p.y, x2, y2);
  if (K == K3D)
    return tex3DGrad<float>(t, p.x, p.y, p.z, x3, y3);
  if (K == K1DLAYERED)
    return tex1DLayeredGrad<float>(t, p.x, layer, step, step / 4);
  if (K == K2DLAYERED)
    return tex2DLayeredGrad<float>(t, p.x, p.y, layer, x2, y2);
  // Along the face, in units of the longest coordinate.
  const float x = fabsf(p.x), y = fabsf(p.y), z = fabsf(p.z);
  const bool upright = y >= x && y >= z;
  const float along = 2 * step * fmaxf(x, fmaxf(y, z));
  const float4 a = make_float4(upright ? along : 0, upright ? 0 : along, 0, 0);
  const float4 b = make_float4(a.x / 4, a.y / 4, 0, 0);
  if (K == KCUBE)
    return texCubemapGrad<float>(t, p.x, p.y, p.z, a, b);
  return texCubemapLayeredGrad<float>(t, p.x, p.y, p.z, layer, a, b);
}

template <Kind K>
__global__ void sample(cudaTextureObject_t t, const float4 *places,
                       const int *layers, float *plain, float *level,
                       float *steps) {
  const int i = threadIdx.x;
  plain[i] = read<K>(t, places[i], layers[i]);
  level[i] = read_level<K>(t, places[i], layers[i]);
  steps[i] = read_steps<K>(t, places[i], layers[i], exp2f(places[i].w) / SIZE);
}

struct Results {
  std::vector<float> plain, level, steps;
};

template <Kind K>
static Results run(cudaTextureObject_t t, const std::vector<float4> &places,
                   const std::vector<int> &layers) {
  const int n = (int)places.size();
  OnDevice<float4> p(places);
  OnDevice<int> l(layers);
  OnDevice<float> plain(n), level(n), steps(n);
  sample<K><<<1, n>>>(t, p.data, l.data, plain.data, level.data, steps.data);
  OK(cudaDeviceSynchronize());
  return {plain.back(), level.back(), steps.back()};
}

// Each level's own texels, at its texels' middles.
template <Kind K> static void check_levels(cudaExtent e, unsigned flags) {
  cudaMipmappedArray_t m = mipmap(e, flags);
  const cudaTextureObject_t t = make_texture(m);
  std::vector<float4> places;
  std::vector<int> layers;
  std::vector<float> wanted, at_0;
  for (int level = 0; level < LEVELS; ++level)
    for (int i = 0; i < 12; ++i) {
      const int n = levels_of(level);
      const int x = i * 7 % n, y = i * 5 % n, z = i * 3 % n, layer = i % LAYERS;
      const bool layered = K == K1DLAYERED || K == K2DLAYERED;
      const float scale = 1.0f / n;
      places.push_back(make_float4((x + .5f) * scale, (y + .5f) * scale,
                                   (z + .5f) * scale, (float)level));
      layers.push_back(layer);
      const auto value = [&](int of, int nx, int ny, int nz) {
        return texel(of, K == K3D ? nz : layered ? layer : 0,
                     K == K1D || K == K1DLAYERED ? 0 : ny, nx);
      };
      wanted.push_back(value(level, x, y, z));
      const auto in_first = [&](int c) {
        return (int)((c + .5f) * scale * SIZE);
      };
      at_0.push_back(value(0, in_first(x), in_first(y), in_first(z)));
    }
  const Results r = run<K>(t, places, layers);
  for (size_t i = 0; i < wanted.size(); ++i) {
    CHECK(r.level[i] == wanted[i]);
    CHECK(r.plain[i] == at_0[i]);
    CHECK(r.steps[i] == wanted[i]);
  }
  OK(cudaDestroyTextureObject(t));
  OK(cudaFreeMipmappedArray(m));
}

// Between levels, with a bias, inside bounds.
static void check_detail() {
  cudaMipmappedArray_t m = mipmap(make_cudaExtent(SIZE, SIZE, 0), 0);
  const auto at = [&](Mode mode, float level) {
    const cudaTextureObject_t t = make_texture(m, mode);
    const float got =
        run<K2D>(t, {make_float4(0, 0, 0, level)}, {0}).level[0];
    OK(cudaDestroyTextureObject(t));
    return got;
  };
  Mode between, biased, bounded;
  between.linear = between.between = true;
  biased.bias = 2;
  bounded.least = 1;
  bounded.most = 2;
  CHECK(at({}, 1.4f) == 1000 && at({}, 1.6f) == 2000);
  CHECK(at({}, -3) == 0 && at({}, 99) == 4000);
  NEAR(at(between, 1.25f), 1250, 1e-3);
  NEAR(at(between, 3.75f), 3750, 1e-3);
  CHECK(at(biased, 1) == 3000);
  CHECK(at(bounded, 0) == 1000 && at(bounded, 4) == 2000);
  OK(cudaFreeMipmappedArray(m));
  cudaTextureObject_t t;
  cudaResourceDesc r = {};
  cudaTextureDesc d = {};
  r.resType = cudaResourceTypeMipmappedArray;
  FAILS(cudaCreateTextureObject(&t, &r, &d, nullptr),
        cudaErrorInvalidResourceHandle);
}

// The direction of a texel's middle on a face.
static float4 direction(int face, int x, int y, int n) {
  const float s = 2 * (x + .5f) / n - 1, t = 2 * (y + .5f) / n - 1;
  switch (face) {
  case 0:
    return make_float4(1, -t, -s, 0);
  case 1:
    return make_float4(-1, -t, s, 0);
  case 2:
    return make_float4(s, 1, t, 0);
  case 3:
    return make_float4(s, -1, -t, 0);
  case 4:
    return make_float4(s, -t, 1, 0);
  default:
    return make_float4(-s, -t, -1, 0);
  }
}

template <Kind K> static void check_cube(unsigned flags, int layers) {
  cudaMipmappedArray_t m =
      mipmap(make_cudaExtent(SIZE, SIZE, 6 * layers), flags);
  const cudaTextureObject_t t = make_texture(m);
  std::vector<float4> places;
  std::vector<int> of;
  std::vector<float> wanted;
  for (int i = 0; i < 60; ++i) {
    const int face = i % 6, layer = i / 6 % layers, level = i % 4;
    const int n = levels_of(level), x = i * 5 % n, y = i * 7 % n;
    float4 p = direction(face, x, y, n);
    p.x *= 1 + i, p.y *= 1 + i, p.z *= 1 + i; // the length does not matter
    p.w = (float)level;
    places.push_back(p);
    of.push_back(layer);
    wanted.push_back(texel(level, layer * 6 + face, y, x));
  }
  const Results r = run<K>(t, places, of);
  for (size_t i = 0; i < wanted.size(); ++i)
    CHECK(r.level[i] == wanted[i] && r.steps[i] == wanted[i]);
  OK(cudaDestroyTextureObject(t));
  OK(cudaFreeMipmappedArray(m));
}

// ---- Surfaces

__global__ void write_layers(cudaSurfaceObject_t line, cudaSurfaceObject_t cube,
                             cudaSurfaceObject_t cubes) {
  const int x = threadIdx.x, layer = blockIdx.x;
  surf1DLayeredwrite(100.0f * layer + x, line, x * 4, layer);
  for (int face = 0; face < 6; ++face) {
    surfCubemapwrite(10.0f * face + x, cube, x * 4, layer, face);
    surfCubemapLayeredwrite(1000.0f * layer + 10.0f * face + x, cubes, x * 4, 1,
                            layer * 6 + face);
  }
}

__global__ void read_layers(cudaSurfaceObject_t line, cudaSurfaceObject_t cube,
                            cudaSurfaceObject_t cubes, float *to) {
  const int x = threadIdx.x, layer = blockIdx.x;
  float a, b, c;
  a = surf1DLayeredread<float>(line, x * 4, layer);
  surfCubemapread(&b, cube, x * 4, layer, 4);
  c = surfCubemapLayeredread<float>(cubes, x * 4, 1, layer * 6 + 5);
  to[layer * 4 + x] = a + b + c;
  // Outside, zero and nothing.
  if (x == 0 && layer == 0) {
    surfCubemapwrite(1.0f, cube, 16, 0, 0, cudaBoundaryModeZero);
    to[12] = surf1DLayeredread<float>(line, 0, 3, cudaBoundaryModeZero);
  }
}

static cudaSurfaceObject_t surface(cudaExtent e, unsigned flags,
                                   cudaArray_t *array) {
  cudaSurfaceObject_t s;
  cudaResourceDesc r = {};
  const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  OK(cudaMalloc3DArray(array, &f, e, flags | cudaArraySurfaceLoadStore));
  r.resType = cudaResourceTypeArray;
  r.res.array.array = *array;
  OK(cudaCreateSurfaceObject(&s, &r));
  return s;
}

static void surfaces() {
  cudaArray_t arrays[3];
  const cudaSurfaceObject_t line =
      surface(make_cudaExtent(4, 0, 3), cudaArrayLayered, &arrays[0]);
  const cudaSurfaceObject_t cube =
      surface(make_cudaExtent(4, 4, 6), cudaArrayCubemap, &arrays[1]);
  const cudaSurfaceObject_t cubes =
      surface(make_cudaExtent(4, 4, 18), cudaArrayCubemap | cudaArrayLayered,
              &arrays[2]);
  OnDevice<float> to(13);
  write_layers<<<3, 4>>>(line, cube, cubes);
  read_layers<<<3, 4>>>(line, cube, cubes, to.data);
  OK(cudaDeviceSynchronize());
  const std::vector<float> back = to.back();
  for (int layer = 0; layer < 3; ++layer)
    for (int x = 0; x < 4; ++x)
      CHECK(back[layer * 4 + x] ==
            100 * layer + x + 40 + x + 1000 * layer + 50 + x);
  CHECK(back[12] == 0);
  // What was written is read by a texture of the same array.
  const cudaTextureObject_t t = make_texture(arrays[1]);
  const Results r = run<KCUBE>(t, {direction(3, 2, 1, 4)}, {0});
  CHECK(r.plain[0] == 32);
  OK(cudaDestroyTextureObject(t));
  for (cudaSurfaceObject_t s : {line, cube, cubes})
    OK(cudaDestroySurfaceObject(s));
  for (cudaArray_t a : arrays)
    OK(cudaFreeArray(a));
}

static void misuse() {
  cudaArray_t a;
  const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  FAILS(cudaMalloc3DArray(&a, &f, make_cudaExtent(4, 4, 5), cudaArrayCubemap),
        cudaErrorInvalidValue);
  FAILS(cudaMalloc3DArray(&a, &f, make_cudaExtent(4, 8, 6), cudaArrayCubemap),
        cudaErrorInvalidValue);
  FAILS(cudaMalloc3DArray(&a, &f, make_cudaExtent(4, 4, 7),
                          cudaArrayCubemap | cudaArrayLayered),
        cudaErrorInvalidValue);
}

int main() {
  check_levels<K1D>(make_cudaExtent(SIZE, 0, 0), 0);
  check_levels<K2D>(make_cudaExtent(SIZE, SIZE, 0), 0);
  check_levels<K3D>(make_cudaExtent(SIZE, SIZE, SIZE), 0);
  check_levels<K1DLAYERED>(make_cudaExtent(SIZE, 0, LAYERS), cudaArrayLayered);
  check_levels<K2DLAYERED>(make_cudaExtent(SIZE, SIZE, LAYERS),
                           cudaArrayLayered);
  check_detail();
  check_cube<KCUBE>(cudaArrayCubemap, 1);
  check_cube<KCUBELAYERED>(cudaArrayCubemap | cudaArrayLayered, LAYERS);
  surfaces();
  misuse();
  return done();
}
