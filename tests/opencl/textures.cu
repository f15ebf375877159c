// SPDX-License-Identifier: Apache-2.0
// Reads textures of every kind, format and mode at random places and prints the
// bits of what comes out, as a sum for each: alike.py compares devices by it.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                               \
  do {                                                                         \
    const cudaError_t error = call;                                            \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                       \
              cudaGetErrorString(error));                                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { W = 13, H = 7, D = 5, FACES = 6, READS = 512 };
enum Kind { LINE, PLANE, SOLID, SHEETS, CUBE, LEVELS, PITCHED, KINDS };
static const char *const kind_names[] = {"1D",      "2D",      "3D",
                                         "layered", "cubemap", "mipmap",
                                         "pitched"};

struct Format {
  const char *name;
  int bits, channels;
  cudaChannelFormatKind kind;
};
static const Format formats[] = {
    {"float", 32, 1, cudaChannelFormatKindFloat},
    {"float4", 32, 4, cudaChannelFormatKindFloat},
    {"half2", 16, 2, cudaChannelFormatKindFloat},
    {"uchar4", 8, 4, cudaChannelFormatKindUnsigned},
    {"char", 8, 1, cudaChannelFormatKindSigned},
    {"ushort2", 16, 2, cudaChannelFormatKindUnsigned},
    {"short4", 16, 4, cudaChannelFormatKindSigned},
};

struct Place {
  float x, y, z, level;
  int layer;
};

template <int K>
__global__ void read(cudaTextureObject_t t, const Place *at, float4 *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Place p = at[i];
  if (K == LINE)
    to[i] = tex1D<float4>(t, p.x);
  else if (K == PLANE || K == PITCHED)
    to[i] = tex2D<float4>(t, p.x, p.y);
  else if (K == SOLID)
    to[i] = tex3D<float4>(t, p.x, p.y, p.z);
  else if (K == SHEETS)
    to[i] = tex2DLayered<float4>(t, p.x, p.y, p.layer);
  else if (K == CUBE)
    to[i] = texCubemap<float4>(t, p.x, p.y, p.z);
  else
    to[i] = tex2DLod<float4>(t, p.x, p.y, p.level);
}

static uint32_t state = 12345;
static uint32_t next() {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}
static float between(float low, float high) {
  return low + (high - low) * (float)next() / 16777216.0f;
}

// Numbers of moderate size, whatever the format.
static std::vector<unsigned char> texels(const Format &f, int count) {
  std::vector<unsigned char> bytes;
  for (int i = 0; i < count * f.channels; ++i) {
    uint32_t bits = next();
    if (f.kind == cudaChannelFormatKindFloat && f.bits == 32) {
      const float v = between(-9, 9);
      memcpy(&bits, &v, sizeof(v));
    } else if (f.kind == cudaChannelFormatKindFloat) {
      bits &= 0xbfff; // below 2, subnormal ones among them
    }
    for (int b = 0; b < f.bits; b += 8)
      bytes.push_back((unsigned char)(bits >> b));
  }
  return bytes;
}

static void fill(cudaArray_t array, const Format &f, cudaExtent e) {
  const size_t texel = f.bits / 8 * f.channels;
  const int h = e.height ? (int)e.height : 1, d = e.depth ? (int)e.depth : 1;
  std::vector<unsigned char> from = texels(f, (int)e.width * h * d);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(from.data(), e.width * texel, e.width, h);
  p.dstArray = array;
  p.extent = make_cudaExtent(e.width, h, d);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
}

static cudaExtent extent_of(int kind) {
  switch (kind) {
  case LINE:
    return make_cudaExtent(W, 0, 0);
  case SOLID:
  case SHEETS:
    return make_cudaExtent(W, H, D);
  case CUBE:
    return make_cudaExtent(H, H, FACES);
  default:
    return make_cudaExtent(W, H, 0);
  }
}

struct Source {
  cudaResourceDesc resource = {};
  cudaArray_t array = nullptr;
  cudaMipmappedArray_t mipmap = nullptr;
  void *memory = nullptr;
  ~Source() {
    if (array)
      OK(cudaFreeArray(array));
    if (mipmap)
      OK(cudaFreeMipmappedArray(mipmap));
    OK(cudaFree(memory));
  }
};

static void make_levels(Source &s, const cudaChannelFormatDesc &desc,
                        const Format &f, cudaExtent e) {
  OK(cudaMallocMipmappedArray(&s.mipmap, &desc, e, 3));
  for (int i = 0; i < 3; ++i) {
    cudaArray_t level;
    OK(cudaGetMipmappedArrayLevel(&level, s.mipmap, i));
    fill(level, f, make_cudaExtent(e.width >> i, e.height >> i, 0));
  }
  s.resource.resType = cudaResourceTypeMipmappedArray;
  s.resource.res.mipmap.mipmap = s.mipmap;
}

static void make_pitched(Source &s, const cudaChannelFormatDesc &desc,
                         const Format &f) {
  const size_t row = W * (size_t)(f.bits / 8 * f.channels);
  size_t pitch;
  OK(cudaMallocPitch(&s.memory, &pitch, row, H));
  const std::vector<unsigned char> from = texels(f, W * H);
  OK(cudaMemcpy2D(s.memory, pitch, from.data(), row, row, H,
                  cudaMemcpyHostToDevice));
  s.resource.resType = cudaResourceTypePitch2D;
  s.resource.res.pitch2D.devPtr = s.memory;
  s.resource.res.pitch2D.desc = desc;
  s.resource.res.pitch2D.width = W;
  s.resource.res.pitch2D.height = H;
  s.resource.res.pitch2D.pitchInBytes = pitch;
}

static void make_source(Source &s, int kind, const Format &f) {
  const int n = f.channels;
  const cudaChannelFormatDesc desc =
      cudaCreateChannelDesc(f.bits, n > 1 ? f.bits : 0, n > 2 ? f.bits : 0,
                            n > 3 ? f.bits : 0, f.kind);
  const cudaExtent e = extent_of(kind);
  if (kind == LEVELS)
    return make_levels(s, desc, f, e);
  if (kind == PITCHED)
    return make_pitched(s, desc, f);
  OK(cudaMalloc3DArray(&s.array, &desc, e,
                       kind == SHEETS ? cudaArrayLayered
                       : kind == CUBE ? cudaArrayCubemap
                                      : cudaArrayDefault));
  fill(s.array, f, e);
  s.resource.resType = cudaResourceTypeArray;
  s.resource.res.array.array = s.array;
}

// Places inside and outside, some on edges, a few that are no places at all.
static std::vector<Place> places(int kind, bool normalized) {
  std::vector<Place> list(READS);
  const float w = normalized ? 1 : W, h = normalized ? 1 : H;
  for (size_t i = 0; i < list.size(); ++i) {
    Place &p = list[i];
    p = {between(-2 * w, 3 * w), between(-2 * h, 3 * h),
         between(-2, normalized ? 3 : 3 * D), between(-1, 4),
         (int)(next() % (D + 2)) - 1};
    if (i % 16 == 0)
      p.x = normalized ? (float)(next() % 40) / W : (float)(next() % 20);
  }
  if (kind != CUBE) {
    list[1].x = INFINITY;
    list[2].y = -INFINITY;
    list[3].x = 1e20f;
  }
  return list;
}

static void launch(int kind, cudaTextureObject_t t, const Place *at,
                   float4 *to) {
  static void (*const kernels[])(cudaTextureObject_t, const Place *,
                                 float4 *) = {
      read<LINE>, read<PLANE>,  read<SOLID>,  read<SHEETS>,
      read<CUBE>, read<LEVELS>, read<PITCHED>};
  kernels[kind]<<<READS / 64, 64>>>(t, at, to);
  OK(cudaDeviceSynchronize());
}

static void run(int kind, const Format &f, const cudaTextureDesc &d,
                cudaResourceDesc &resource) {
  static Place *at;
  static float4 *to;
  if (!at) {
    OK(cudaMalloc(&at, sizeof(Place) * READS));
    OK(cudaMalloc(&to, sizeof(float4) * READS));
  }
  cudaTextureObject_t t;
  std::vector<uint32_t> got(READS * 4);
  const std::vector<Place> list = places(kind, d.normalizedCoords);
  OK(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  OK(cudaMemcpy(at, list.data(), sizeof(Place) * READS, cudaMemcpyDefault));
  launch(kind, t, at, to);
  OK(cudaMemcpy(got.data(), to, sizeof(float4) * READS, cudaMemcpyDefault));
  OK(cudaDestroyTextureObject(t));
  uint64_t sum = 14695981039346656037u;
  for (size_t i = 0; i < got.size(); ++i)
    sum = (sum ^ got[i]) * 1099511628211u;
  printf("%s %s address %d filter %d normalized %d: %016llx\n",
         kind_names[kind], f.name, d.addressMode[0], d.filterMode,
         d.normalizedCoords, (unsigned long long)sum);
  if (getenv("TEXTURES_ALL"))
    for (size_t i = 0; i < got.size(); ++i)
      printf("%zu (%g %g %g): %08x\n", i, list[i / 4].x, list[i / 4].y,
             list[i / 4].z, got[i]);
}

int main() {
  for (int kind = 0; kind < KINDS; ++kind)
    for (const Format &f : formats) {
      Source s;
      make_source(s, kind, f);
      for (int mode = 0; mode < 16; ++mode) {
        cudaTextureDesc d = {};
        for (auto &a : d.addressMode)
          a = (cudaTextureAddressMode)(mode & 3);
        d.filterMode = mode & 4 ? cudaFilterModeLinear : cudaFilterModePoint;
        d.mipmapFilterMode = d.filterMode;
        d.maxMipmapLevelClamp = 3;
        d.normalizedCoords = mode & 8 || kind == LEVELS || kind == CUBE;
        d.readMode = f.kind == cudaChannelFormatKindFloat
                         ? cudaReadModeElementType
                         : cudaReadModeNormalizedFloat;
        d.borderColor[0] = 0.5f;
        run(kind, f, d, s.resource);
      }
    }
  return 0;
}
