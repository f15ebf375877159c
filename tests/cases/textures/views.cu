// SPDX-License-Identifier: Apache-2.0
// Views of arrays and mipmaps: texels in another format of their size, some of
// the layers, some of the levels; views that cannot be are refused.
#include <vector>

#include "program.h"

enum { W = 8, H = 4, LAYERS = 5 };

template <typename T> __global__ void one(cudaTextureObject_t t, T *to) {
  to[0] = tex2D<T>(t, 3.5f, 2.5f);
}
__global__ void layers(cudaTextureObject_t t, float *to) {
  to[threadIdx.x] = tex2DLayered<float>(t, 1.5f, 1.5f, threadIdx.x);
}
__global__ void levels(cudaTextureObject_t t, float *to) {
  to[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, (float)threadIdx.x);
}

static cudaResourceViewDesc whole(cudaResourceViewFormat format) {
  cudaResourceViewDesc view = {};
  view.format = format;
  view.width = W;
  view.height = H;
  return view;
}

template <typename T>
static T read(const cudaResourceDesc &resource, const cudaResourceViewDesc &v,
              cudaTextureReadMode mode = cudaReadModeElementType) {
  cudaTextureDesc texture = {};
  cudaTextureObject_t t;
  cudaResourceViewDesc asked;
  T *to;
  texture.readMode = mode;
  OK(cudaCreateTextureObject(&t, &resource, &texture, &v));
  OK(cudaGetTextureObjectResourceViewDesc(&asked, t));
  CHECK(asked.format == v.format);
  OK(cudaMallocManaged(&to, sizeof(T)));
  one<<<1, 1>>>(t, to);
  OK(cudaDeviceSynchronize());
  const T value = *to;
  OK(cudaFree(to));
  OK(cudaDestroyTextureObject(t));
  return value;
}

static void test_formats() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned>();
  cudaArray_t array;
  std::vector<unsigned> texels(W * H);
  for (int i = 0; i < W * H; ++i)
    texels[i] = 0x3f800000u + (unsigned)i * 0x10203u; // floats a bit above 1
  OK(cudaMallocArray(&array, &format, W, H));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), W * 4, W * 4, H,
                         cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const unsigned bits = texels[2 * W + 3];
  float as_float;
  memcpy(&as_float, &bits, 4);
  CHECK(read<unsigned>(resource, whole(cudaResViewFormatUnsignedInt1)) == bits);
  CHECK(read<float>(resource, whole(cudaResViewFormatFloat1)) == as_float);
  const uchar4 c =
      read<uchar4>(resource, whole(cudaResViewFormatUnsignedChar4));
  CHECK(c.x == (bits & 255) && c.y == (bits >> 8 & 255) && c.w == bits >> 24);
  const short2 s = read<short2>(resource, whole(cudaResViewFormatSignedShort2));
  CHECK(s.x == (short)bits && s.y == (short)(bits >> 16));
  const float4 n = read<float4>(resource, whole(cudaResViewFormatUnsignedChar4),
                                cudaReadModeNormalizedFloat);
  NEAR(n.z, (bits >> 16 & 255) / 255.0f, 1e-6);

  cudaTextureDesc texture = {};
  cudaTextureObject_t t;
  cudaResourceViewDesc wrong = whole(cudaResViewFormatUnsignedShort1);
  CHECK(cudaCreateTextureObject(&t, &resource, &texture, &wrong) ==
        cudaErrorInvalidValue);
  wrong = whole(cudaResViewFormatFloat1);
  wrong.lastLayer = 3;
  CHECK(cudaCreateTextureObject(&t, &resource, &texture, &wrong) ==
        cudaErrorInvalidValue);
  OK(cudaFreeArray(array));
}

static void test_layers() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  std::vector<float> texels(W * H * LAYERS);
  for (size_t i = 0; i < texels.size(); ++i)
    texels[i] = (float)i;
  OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(W, H, LAYERS),
                       cudaArrayLayered));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), W * 4, W, H);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(W, H, LAYERS);
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaResourceViewDesc view = whole(cudaResViewFormatFloat1);
  view.depth = LAYERS;
  view.firstLayer = 2;
  view.lastLayer = 3;
  cudaTextureDesc texture = {};
  cudaTextureObject_t t;
  float *to;
  OK(cudaCreateTextureObject(&t, &resource, &texture, &view));
  OK(cudaMallocManaged(&to, 4 * sizeof(float)));
  layers<<<1, 4>>>(t, to);
  OK(cudaDeviceSynchronize());
  // Layers behind the last are the last.
  for (int i = 0; i < 4; ++i)
    CHECK(to[i] == texels[(size_t)(i == 0 ? 2 : 3) * W * H + W + 1]);
  OK(cudaFree(to));
  OK(cudaDestroyTextureObject(t));
  OK(cudaFreeArray(array));
}

static void test_levels() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  OK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(W, W, 0), 4));
  for (unsigned level = 0; level < 4; ++level) {
    cudaArray_t array;
    const int n = W >> level;
    const std::vector<float> texels((size_t)n * n, 10.0f * level);
    OK(cudaGetMipmappedArrayLevel(&array, mipmap, level));
    OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), n * 4, n * 4, n,
                           cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaResourceViewDesc view = whole(cudaResViewFormatFloat1);
  view.height = W;
  view.firstMipmapLevel = 1;
  view.lastMipmapLevel = 2;
  cudaTextureDesc texture = {};
  texture.normalizedCoords = 1;
  texture.maxMipmapLevelClamp = 10;
  cudaTextureObject_t t;
  float *to;
  OK(cudaCreateTextureObject(&t, &resource, &texture, &view));
  OK(cudaMallocManaged(&to, 3 * sizeof(float)));
  levels<<<1, 3>>>(t, to);
  OK(cudaDeviceSynchronize());
  CHECK(to[0] == 10 && to[1] == 20 && to[2] == 20);
  OK(cudaFree(to));
  OK(cudaDestroyTextureObject(t));
  OK(cudaFreeMipmappedArray(mipmap));
}

int main() {
  test_formats();
  test_layers();
  test_levels();
  return 0;
}
