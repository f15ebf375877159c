// SPDX-License-Identifier: Apache-2.0
// Texture references under HIP's names; surfaces' modes of the boundary, whose
// numbers are not CUDA's.
#include <hip/hip_runtime.h>

#include "program.h"

texture<unsigned short, hipTextureType1D, hipReadModeElementType> table;
static texture<signed char, hipTextureType1D, hipReadModeNormalizedFloat> small;

__global__ void look_up(int *to) {
  to[threadIdx.x] = tex1Dfetch(table, 2 * threadIdx.x);
}
__global__ void look_up_small(float *to) {
  to[threadIdx.x] = tex1Dfetch(small, threadIdx.x);
}

__global__ void outside(hipSurfaceObject_t s, float *to) {
  surf2Dwrite(5.0f, s, 4 * 4, 0, hipBoundaryModeZero);  // nothing
  surf2Dwrite(6.0f, s, 9 * 4, 1, hipBoundaryModeClamp); // the row's last
  surf2Dwrite(7.0f, s, 0, 0, hipBoundaryModeClamp);
  to[0] = surf2Dread<float>(s, 3 * 4, 0, hipBoundaryModeZero);
  to[1] = surf2Dread<float>(s, 99 * 4, 1, hipBoundaryModeClamp);
  to[2] = surf2Dread<float>(s, 0, 0, hipBoundaryModeTrap);
  to[3] = surf2Dread<float>(s, -4, 0, hipBoundaryModeZero);
}

int main() {
  unsigned short from[8];
  signed char bytes[4] = {127, -128, 0, 64};
  int *to, back[4];
  float real[4];
  void *memory;
  for (int i = 0; i < 8; ++i)
    from[i] = (unsigned short)(60000 + i);
  OK(hipMalloc(&to, sizeof(back)));
  OK(hipMalloc(&memory, 512));
  OK(hipMemcpy(memory, from, sizeof(from), hipMemcpyDefault));
  OK(hipBindTexture(nullptr, table, memory, sizeof(from)));
  look_up<<<1, 4>>>(to);
  OK(hipMemcpy(back, to, sizeof(back), hipMemcpyDefault));
  CHECK(back[0] == 60000 && back[3] == 60006);
  OK(hipUnbindTexture(table));
  OK(hipMemcpy(memory, bytes, sizeof(bytes), hipMemcpyDefault));
  OK(hipBindTexture(nullptr, small, memory, small.channelDesc, sizeof(bytes)));
  look_up_small<<<1, 4>>>((float *)to);
  OK(hipMemcpy(real, to, sizeof(real), hipMemcpyDefault));
  CHECK(real[0] == 1 && real[1] == -1 && real[2] == 0);
  NEAR(real[3], 64 / 127.0, 1e-6);
  OK(hipUnbindTexture(small));

  hipArray_t array;
  hipSurfaceObject_t surface;
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  const std::vector<float> ones(4 * 4, 1.0f);
  hipResourceDesc r = {};
  OK(hipMallocArray(&array, &format, 4, 4, hipArraySurfaceLoadStore));
  OK(hipMemcpy2DToArray(array, 0, 0, ones.data(), 16, 16, 4,
                        hipMemcpyHostToDevice));
  r.resType = hipResourceTypeArray;
  r.res.array.array = array;
  OK(hipCreateSurfaceObject(&surface, &r));
  outside<<<1, 1>>>(surface, (float *)to);
  OK(hipMemcpy(real, to, sizeof(real), hipMemcpyDefault));
  CHECK(real[0] == 1 && real[1] == 6 && real[2] == 7 && real[3] == 0);
  OK(hipDestroySurfaceObject(surface));
  OK(hipFreeArray(array));
  OK(hipFree(to));
  OK(hipFree(memory));
  return done();
}
