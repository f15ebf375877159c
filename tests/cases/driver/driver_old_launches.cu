// SPDX-License-Identifier: Apache-2.0
// Launches whose parameters are set one by one, as before CUDA 4; references to
// textures that the program makes; what a module contains.
// MODULE: modules/plain.hip
#include <cuda.h>
#include <cuda_runtime.h>

#include <string>

#include "program.h"

__global__ void scale(float *p, int count, float by) {
  extern __shared__ float tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  tile[threadIdx.x] = p[i];
  p[i] = tile[threadIdx.x] * by + blockIdx.y;
}

static CUfunction function_of(const void *kernel) {
  cudaFunction_t function;
  OK(cudaGetFuncBySymbol(&function, kernel));
  return (CUfunction)function;
}

static void launches(float *p) {
  CUfunction f = function_of((const void *)scale);
  CUstream stream;
  float back[8];
  for (float &v : back)
    v = 1;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cudaMemcpy(p, back, sizeof(back), cudaMemcpyDefault));
  FAILS(cuFuncSetBlockShape(f, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuFuncSetBlockShape(nullptr, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
  OK(cuFuncSetBlockShape(f, 4, 1, 1));
  OK(cuFuncSetSharedSize(f, 4 * sizeof(float)));
  OK(cuParamSetv(f, 0, &p, sizeof(p)));
  OK(cuParamSeti(f, 8, 6));
  OK(cuParamSetf(f, 12, 3.0f));
  OK(cuParamSetSize(f, 16));
  FAILS(cuParamSetv(f, -1, &p, sizeof(p)), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuParamSetv(f, 4092, &p, sizeof(p)), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuParamSetSize(f, 1 << 20), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuLaunchGrid(f, 0, 1), CUDA_ERROR_INVALID_VALUE);
  OK(cuLaunchGridAsync(f, 2, 1, stream));
  OK(cuStreamSynchronize(stream));
  OK(cudaMemcpy(back, p, sizeof(back), cudaMemcpyDefault));
  for (int i = 0; i < 8; ++i)
    CHECK(back[i] == (i < 6 ? 3 : 1));
  // What was set stays.
  OK(cuParamSetf(f, 12, 2.0f));
  OK(cuLaunch(f));
  OK(cuCtxSynchronize());
  OK(cudaMemcpy(back, p, sizeof(back), cudaMemcpyDefault));
  CHECK(back[3] == 6 && back[4] == 3);
  OK(cuStreamDestroy(stream));
}

static void references() {
  CUtexref texture;
  CUfilter_mode mode;
  CUaddress_mode address;
  OK(cuTexRefCreate(&texture));
  OK(cuTexRefSetFilterMode(texture, CU_TR_FILTER_MODE_LINEAR));
  OK(cuTexRefGetFilterMode(&mode, texture));
  CHECK(mode == CU_TR_FILTER_MODE_LINEAR);
  OK(cuTexRefSetAddressMode(texture, 1, CU_TR_ADDRESS_MODE_MIRROR));
  OK(cuTexRefGetAddressMode(&address, texture, 1));
  CHECK(address == CU_TR_ADDRESS_MODE_MIRROR);
  OK(cuParamSetTexRef(function_of((const void *)scale), CU_PARAM_TR_DEFAULT,
                      texture));
  OK(cuTexRefDestroy(texture));
  FAILS(cuTexRefDestroy(texture), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuTexRefCreate(nullptr), CUDA_ERROR_INVALID_VALUE);
}

static void arrays() {
  CUarray array, plane;
  CUDA_ARRAY_DESCRIPTOR d = {8, 8, CU_AD_FORMAT_FLOAT, 1};
  CUDA_ARRAY_SPARSE_PROPERTIES sparse;
  CUDA_ARRAY_MEMORY_REQUIREMENTS memory;
  CUDA_RESOURCE_DESC r = {}, back;
  CUsurfObject surface;
  CUDA_ARRAY3D_DESCRIPTOR writable = {8, 8, 0, CU_AD_FORMAT_FLOAT, 1,
                                      CUDA_ARRAY3D_SURFACE_LDST};
  OK(cuArrayCreate(&array, &d));
  FAILS(cuArrayGetSparseProperties(&sparse, array), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuArrayGetMemoryRequirements(&memory, array, 0),
        CUDA_ERROR_INVALID_VALUE);
  FAILS(cuArrayGetMemoryRequirements(&memory, array, 99),
        CUDA_ERROR_INVALID_DEVICE);
  FAILS(cuArrayGetPlane(&plane, array, 0), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuArrayGetPlane(nullptr, array, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuArrayDestroy(array));
  OK(cuArray3DCreate(&array, &writable));
  r.resType = CU_RESOURCE_TYPE_ARRAY;
  r.res.array.hArray = array;
  OK(cuSurfObjectCreate(&surface, &r));
  OK(cuSurfObjectGetResourceDesc(&back, surface));
  CHECK(back.resType == CU_RESOURCE_TYPE_ARRAY &&
        back.res.array.hArray == array);
  OK(cuSurfObjectDestroy(surface));
  OK(cuArrayDestroy(array));
}

// The names of functions that a module lists.
static void listings() {
  CUmodule module;
  CUfunction list[8];
  unsigned count = 0;
  bool found = false;
  const char *folder = std::getenv("PROGRAM_DATA");
  OK(cuModuleLoad(&module,
                  (std::string(folder ? folder : ".") + "/plain.hipfb").c_str()));
  OK(cuModuleGetFunctionCount(&count, module));
  CHECK(count >= 1 && count <= 8);
  OK(cuModuleEnumerateFunctions(list, count, module));
  for (unsigned i = 0; i < count; ++i) {
    const char *name;
    CUfunction same;
    OK(cuFuncGetName(&name, list[i]));
    OK(cuModuleGetFunction(&same, module, name));
    found |= same == list[i];
  }
  CHECK(found);
  FAILS(cuModuleEnumerateFunctions(list, 1, nullptr),
        CUDA_ERROR_INVALID_HANDLE);
  FAILS(cuModuleEnumerateFunctions(nullptr, 1, module),
        CUDA_ERROR_INVALID_VALUE);
  OK(cuModuleUnload(module));
}

int main() {
  float *p;
  OK(cudaMalloc(&p, 8 * sizeof(*p)));
  launches(p);
  references();
  arrays();
  listings();
  OK(cudaFree(p));
  return done();
}
