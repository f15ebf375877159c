// SPDX-License-Identifier: Apache-2.0
// Texture and surface references, as programs before CUDA 12 have them: bound
// to linear and pitched memory, arrays, mipmaps, with other modes each time, and
// those of a module, by the driver API.
// MODULE: modules/textured.hip
#include <cuda.h>
#include <cuda_runtime.h>

#include <string>

#include "program.h"

enum { W = 8, H = 4 };

typedef texture<float, 1, cudaReadModeElementType> floats;
namespace {
floats line;
} // namespace
static texture<int2> pairs;
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat>
    colours(1, cudaFilterModePoint, cudaAddressModeWrap);
texture<float, cudaTextureType2DLayered> sheets;
texture<float, 2> levels(true, cudaFilterModePoint, cudaAddressModeClamp);
static surface<void, cudaSurfaceType2D> canvas;

__global__ void read_line(float *to) { to[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
__global__ void read_pairs(int *to) {
  const int2 v = tex1Dfetch(pairs, threadIdx.x);
  to[threadIdx.x] = v.x * 100 + v.y;
}
__global__ void read_image(float *to, float x, float y) {
  to[threadIdx.x] = tex2D(image, x + threadIdx.x, y);
}
__global__ void read_colours(float4 *to) {
  to[threadIdx.x] = tex2D(colours, (threadIdx.x + .5f) / W, .5f / H);
}
__global__ void read_sheets(float *to) {
  to[threadIdx.x] = tex2DLayered(sheets, 1.5f, 2.5f, threadIdx.x);
}
__global__ void read_levels(float *to) {
  to[threadIdx.x] = tex2DLod(levels, 0.01f, 0.01f, (float)threadIdx.x);
}
__global__ void paint() {
  surf2Dwrite(10.0f * threadIdx.y + threadIdx.x, canvas, threadIdx.x * 4,
              threadIdx.y);
}

static float *out, *memory;
static float got[W * H];

static const float *results(int count) {
  OK(cudaMemcpy(got, out, count * sizeof(float), cudaMemcpyDeviceToHost));
  return got;
}

static void linear() {
  size_t offset = 7;
  std::vector<float> from(W * H);
  for (int i = 0; i < W * H; ++i)
    from[i] = 3.0f * i;
  OK(cudaMemcpy(memory, from.data(), sizeof(float) * W * H, cudaMemcpyDefault));
  OK(cudaBindTexture(&offset, line, memory, sizeof(float) * W * H));
  CHECK(offset == 0);
  read_line<<<1, 4>>>(out);
  CHECK(results(4)[3] == 9);
  // Bound anew elsewhere: fetches add what the texture's begin is off.
  OK(cudaBindTexture(&offset, line, memory + 4, sizeof(float) * 8));
  CHECK(offset == 4 * sizeof(float));
  read_line<<<1, 6>>>(out);
  CHECK(results(6)[4] == 12 && results(6)[5] == 15);
  CHECK(cudaGetTextureAlignmentOffset(&offset, line) == cudaSuccess &&
        offset == 4 * sizeof(float));
  FAILS(cudaBindTexture(nullptr, line, memory + 4, sizeof(float) * 8),
        cudaErrorInvalidValue);
  OK(cudaUnbindTexture(line));
  FAILS(cudaGetTextureAlignmentOffset(&offset, line), cudaErrorInvalidTexture);
  FAILS(cudaBindTexture(nullptr, line, nullptr, sizeof(float)),
        cudaErrorInvalidValue);
  const int integers[] = {1, 2, 3, 4, 5, 6};
  OK(cudaMemcpy(memory, integers, sizeof(integers), cudaMemcpyDefault));
  OK(cudaBindTexture(nullptr, pairs, memory, sizeof(integers)));
  read_pairs<<<1, 3>>>((int *)out);
  const int *p = (const int *)results(3);
  CHECK(p[0] == 102 && p[1] == 304 && p[2] == 506);
  OK(cudaUnbindTexture(pairs));
}

static void pitched() {
  size_t pitch;
  void *block;
  std::vector<float> from(W * H);
  for (int i = 0; i < W * H; ++i)
    from[i] = (float)i;
  OK(cudaMallocPitch(&block, &pitch, W * sizeof(float), H));
  OK(cudaMemcpy2D(block, pitch, from.data(), W * sizeof(float),
                  W * sizeof(float), H, cudaMemcpyHostToDevice));
  OK(cudaBindTexture2D(nullptr, image, block, image.channelDesc, W, H, pitch));
  read_image<<<1, 3>>>(out, 2.5f, 1.5f);
  CHECK(results(3)[0] == W + 2 && got[2] == W + 4);
  image.filterMode = cudaFilterModeLinear;
  image.addressMode[0] = cudaAddressModeClamp;
  OK(cudaBindTexture2D(nullptr, image, block, W, H, pitch));
  read_image<<<1, 3>>>(out, 2.0f, 1.5f);
  CHECK(results(3)[0] == W + 1.5f);
  OK(cudaUnbindTexture(image));
  OK(cudaFree(block));
}

static void arrays() {
  cudaArray_t array, sheet_array;
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  std::vector<uchar4> colour(W * H);
  for (int i = 0; i < W * H; ++i)
    colour[i] = make_uchar4((unsigned char)(i * 51 % 256), 255, 0, 51);
  OK(cudaMallocArray(&array, &bytes, W, H));
  OK(cudaMemcpy2DToArray(array, 0, 0, colour.data(), W * 4, W * 4, H,
                         cudaMemcpyHostToDevice));
  CHECK(colours.normalized == 1 && colours.channelDesc.w == 8);
  OK(cudaBindTextureToArray(colours, array));
  read_colours<<<1, 4>>>((float4 *)out);
  const float4 *c = (const float4 *)results(16);
  NEAR(c[3].x, 153 / 255.0, 1e-6);
  CHECK(c[1].y == 1 && c[2].z == 0);
  OK(cudaFreeArray(array));
  std::vector<float> from(W * H * 3);
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = (float)i;
  OK(cudaMalloc3DArray(&sheet_array, &floats, make_cudaExtent(W, H, 3),
                       cudaArrayLayered));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(from.data(), W * 4, W, H);
  p.dstArray = sheet_array;
  p.extent = make_cudaExtent(W, H, 3);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
  OK(cudaBindTextureToArray(sheets, sheet_array, floats));
  read_sheets<<<1, 3>>>(out);
  CHECK(results(3)[2] == 2 * W * H + 2 * W + 1);
  OK(cudaUnbindTexture(sheets));
  OK(cudaFreeArray(sheet_array));
}

static void mipmaps() {
  cudaMipmappedArray_t m;
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  OK(cudaMallocMipmappedArray(&m, &floats, make_cudaExtent(4, 4, 0), 3));
  for (unsigned i = 0; i < 3; ++i) {
    cudaArray_t level;
    const int n = 4 >> i;
    const std::vector<float> from(n * n, 100.0f + i);
    OK(cudaGetMipmappedArrayLevel(&level, m, i));
    OK(cudaMemcpy2DToArray(level, 0, 0, from.data(), n * 4, n * 4, n,
                           cudaMemcpyHostToDevice));
  }
  levels.maxMipmapLevelClamp = 2;
  OK(cudaBindTextureToMipmappedArray(levels, m, floats));
  read_levels<<<1, 4>>>(out);
  CHECK(results(4)[0] == 100 && got[1] == 101 && got[2] == 102 &&
        got[3] == 102);
  OK(cudaUnbindTexture(levels));
  OK(cudaFreeMipmappedArray(m));
}

static void surfaces() {
  cudaArray_t array;
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  float back[W * H];
  OK(cudaMallocArray(&array, &floats, W, H, cudaArraySurfaceLoadStore));
  OK(cudaBindSurfaceToArray(canvas, array));
  paint<<<1, dim3(W, H)>>>();
  OK(cudaMemcpy2DFromArray(back, W * 4, array, 0, 0, W * 4, H,
                           cudaMemcpyDeviceToHost));
  CHECK(back[0] == 0 && back[W + 3] == 13 && back[3 * W + 7] == 37);
  OK(cudaFreeArray(array));
}

// A module's references, which the program knows by name.
static void of_module() {
  const char *folder = std::getenv("PROGRAM_DATA");
  CUmodule module;
  CUtexref t, same;
  CUsurfref s;
  CUfunction read, write;
  CUarray array, back;
  float x = 0.5f, y = 1.5f, row[W];
  void *arguments[] = {&out, &x, &y};
  CUDA_ARRAY_DESCRIPTOR d = {W, H, CU_AD_FORMAT_FLOAT, 1};
  CUDA_ARRAY3D_DESCRIPTOR d3 = {W, H, 0, CU_AD_FORMAT_FLOAT, 1,
                                CUDA_ARRAY3D_SURFACE_LDST};
  OK(cuModuleLoad(
      &module,
      (std::string(folder ? folder : ".") + "/textured.hipfb").c_str()));
  OK(cuModuleGetTexRef(&t, module, "image"));
  OK(cuModuleGetTexRef(&same, module, "image"));
  CHECK(t == same);
  FAILS(cuModuleGetTexRef(&same, module, "nothing"), CUDA_ERROR_NOT_FOUND);
  OK(cuModuleGetFunction(&read, module, "read_image"));
  OK(cuModuleGetFunction(&write, module, "paint"));
  std::vector<float> from(W * H);
  for (int i = 0; i < W * H; ++i)
    from[i] = (float)i;
  OK(cuArrayCreate(&array, &d));
  OK(cudaMemcpy2DToArray((cudaArray_t)array, 0, 0, from.data(), W * 4, W * 4, H,
                         cudaMemcpyHostToDevice));
  OK(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_POINT));
  OK(cuTexRefSetAddressMode(t, 0, CU_TR_ADDRESS_MODE_CLAMP));
  OK(cuTexRefSetFlags(t, CU_TRSF_READ_AS_INTEGER));
  OK(cuTexRefSetArray(t, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuLaunchKernel(read, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuCtxSynchronize());
  CHECK(results(4)[3] == W + 3);
  OK(cuArrayDestroy(array));
  OK(cuModuleGetSurfRef(&s, module, "picture"));
  OK(cuArray3DCreate(&array, &d3));
  OK(cuSurfRefSetArray(s, array, 0));
  OK(cuSurfRefGetArray(&back, s));
  CHECK(back == array);
  OK(cuLaunchKernel(write, 1, 1, 1, W, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(cudaMemcpy2DFromArray(row, W * 4, (cudaArray_t)array, 0, 0, W * 4, 1,
                           cudaMemcpyDeviceToHost));
  CHECK(row[0] == 0 && row[7] == 7);
  OK(cuArrayDestroy(array));
  OK(cuModuleUnload(module));
}

int main() {
  OK(cudaMalloc(&out, W * H * sizeof(float)));
  OK(cudaMalloc(&memory, W * H * sizeof(float)));
  linear();
  pitched();
  arrays();
  mipmaps();
  surfaces();
  of_module();
  OK(cudaFree(out));
  OK(cudaFree(memory));
  return done();
}
