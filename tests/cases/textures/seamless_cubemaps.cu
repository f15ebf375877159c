// SPDX-License-Identifier: Apache-2.0
// Cubemaps that are filtered across their edges: at an edge the value lies midway
// between texels of two faces, at a corner it is the mean of three, and small
// steps over an edge change it little. Without the flag faces end at their edges.
#include <cmath>
#include <vector>

#include "program.h"

enum { N = 4, POINTS = 2000 };

__global__ void sample(cudaTextureObject_t t, const float4 *at, float *to,
                       int count) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    to[i] = texCubemap<float>(t, at[i].x, at[i].y, at[i].z);
}

static float texel(int face, int row, int column) {
  return (float)(1 + face * 100 + row * N + column);
}

static cudaArray_t make_cube() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  std::vector<float> all;
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < N * N; ++i)
      all.push_back(texel(face, i / N, i % N));
  cudaArray_t array;
  OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(N, N, 6),
                       cudaArrayCubemap));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(all.data(), N * sizeof(float), N, N);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(N, N, 6);
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  return array;
}

static std::vector<float> read(cudaArray_t array, const std::vector<float4> &at,
                               bool seamless) {
  cudaResourceDesc resource = {};
  cudaTextureDesc texture = {}, asked = {};
  cudaTextureObject_t t;
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  texture.addressMode[0] = texture.addressMode[1] = texture.addressMode[2] =
      cudaAddressModeClamp;
  texture.filterMode = cudaFilterModeLinear;
  texture.normalizedCoords = 1;
  texture.seamlessCubemap = seamless;
  OK(cudaCreateTextureObject(&t, &resource, &texture, nullptr));
  OK(cudaGetTextureObjectTextureDesc(&asked, t));
  CHECK(asked.seamlessCubemap == (int)seamless);
  const int count = (int)at.size();
  float4 *places;
  float *values;
  OK(cudaMalloc(&places, count * sizeof(float4)));
  OK(cudaMalloc(&values, count * sizeof(float)));
  OK(cudaMemcpy(places, at.data(), count * sizeof(float4),
                cudaMemcpyHostToDevice));
  sample<<<(count + 63) / 64, 64>>>(t, places, values, count);
  std::vector<float> out(count);
  OK(cudaMemcpy(out.data(), values, count * sizeof(float),
                cudaMemcpyDeviceToHost));
  OK(cudaFree(places));
  OK(cudaFree(values));
  OK(cudaDestroyTextureObject(t));
  return out;
}

int main() {
  cudaArray_t array = make_cube();
  // The middle of row or column `i`, as a coordinate.
  const auto middle = [](int i) { return (2.0f * i + 1) / N - 1; };
  std::vector<float4> at;
  std::vector<float> wanted;
  for (int i = 0; i < N; ++i) {
    const float m = middle(i);
    const int last = N - 1;
    // +x beside +z, +x beside -z, -x beside +z: rows grow with -y.
    at.push_back(make_float4(1, -m, 1, 0));
    wanted.push_back((texel(0, i, 0) + texel(4, i, last)) / 2);
    at.push_back(make_float4(1, -m, -1, 0));
    wanted.push_back((texel(0, i, last) + texel(5, i, 0)) / 2);
    at.push_back(make_float4(-1, -m, 1, 0));
    wanted.push_back((texel(1, i, last) + texel(4, i, 0)) / 2);
    // +y beside +z, -y beside +z: columns grow with x.
    at.push_back(make_float4(m, 1, 1, 0));
    wanted.push_back((texel(2, last, i) + texel(4, 0, i)) / 2);
    at.push_back(make_float4(m, -1, 1, 0));
    wanted.push_back((texel(3, 0, i) + texel(4, last, i)) / 2);
    // +y beside +x: the face's columns of +x grow with -z, rows of +y with z.
    at.push_back(make_float4(1, 1, m, 0));
    wanted.push_back((texel(2, i, last) + texel(0, 0, last - i)) / 2);
  }
  // The corner of +x, +y and +z.
  at.push_back(make_float4(1, 1, 1, 0));
  wanted.push_back((texel(0, 0, 0) + texel(2, N - 1, N - 1) +
                    texel(4, 0, N - 1)) /
                   3);
  std::vector<float> got = read(array, at, true);
  for (size_t i = 0; i < at.size(); ++i)
    if (!(std::fabs(got[i] - wanted[i]) <= 1.5f)) {
      fprintf(stderr, "%zu: %g, not %g\n", i, got[i], wanted[i]);
      return 1;
    }

  // Both sides of edges.
  std::vector<float4> sides;
  for (int i = 0; i < POINTS; ++i) {
    const float y = 1.9f * (float)i / POINTS - 0.95f;
    sides.push_back(make_float4(1, y, 0.9999f, 0));
    sides.push_back(make_float4(0.9999f, y, 1, 0));
  }
  got = read(array, sides, true);
  const std::vector<float> apart = read(array, sides, false);
  for (int i = 0; i < POINTS; ++i) {
    CHECK(std::fabs(got[2 * i] - got[2 * i + 1]) < 4);
    CHECK(std::fabs(apart[2 * i] - apart[2 * i + 1]) > 300);
  }
  OK(cudaFreeArray(array));
  return 0;
}
