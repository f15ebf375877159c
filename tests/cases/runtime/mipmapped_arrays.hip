// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays: levels of their own, half as large each, which are copied
// like other arrays and go with the whole.
#include <hip/hip_runtime.h>

#include "program.h"

static void levels() {
  hipMipmappedArray_t mipmap;
  hipArray_t level, other;
  hipExtent extent;
  unsigned flags;
  hipChannelFormatDesc format = hipCreateChannelDesc<int>();
  OK(hipMallocMipmappedArray(&mipmap, &format, make_hipExtent(16, 8, 0), 3, 0));
  for (unsigned i = 0; i < 3; ++i) {
    OK(hipGetMipmappedArrayLevel(&level, mipmap, i));
    OK(hipArrayGetInfo(&format, &extent, &flags, level));
    CHECK(extent.width == 16u >> i && extent.height == 8u >> i);
    std::vector<int> in(extent.width * extent.height), out(in.size());
    for (size_t k = 0; k < in.size(); ++k)
      in[k] = (int)(1000 * i + k);
    const size_t row = extent.width * sizeof(int);
    OK(hipMemcpy2DToArray(level, 0, 0, in.data(), row, row, extent.height,
                          hipMemcpyHostToDevice));
    OK(hipMemcpy2DFromArray(out.data(), row, level, 0, 0, row, extent.height,
                            hipMemcpyDeviceToHost));
    CHECK(in == out);
  }
  OK(hipGetMipmappedArrayLevel(&other, mipmap, 2));
  CHECK(other == level);
  FAILS(hipGetMipmappedArrayLevel(&other, mipmap, 3), hipErrorInvalidValue);
  CHECK(hipFreeArray(level) != hipSuccess); // the whole's
  OK(hipFreeMipmappedArray(mipmap));
  CHECK(hipFreeMipmappedArray(mipmap) != hipSuccess);
  CHECK(hipGetMipmappedArrayLevel(&other, mipmap, 0) != hipSuccess);
}

static void driver() {
  hipMipmappedArray_t mipmap;
  hipArray_t level;
  HIP_ARRAY3D_DESCRIPTOR wanted = {}, got;
  wanted.Width = wanted.Height = 4;
  wanted.Depth = 4;
  wanted.Format = HIP_AD_FORMAT_FLOAT;
  wanted.NumChannels = 1;
  OK(hipMipmappedArrayCreate(&mipmap, &wanted, 10)); // as many as there are
  OK(hipMipmappedArrayGetLevel(&level, mipmap, 2));
  OK(hipArray3DGetDescriptor(&got, level));
  CHECK(got.Width == 1 && got.Height == 1 && got.Depth == 1);
  FAILS(hipMipmappedArrayGetLevel(&level, mipmap, 3), hipErrorInvalidValue);
  OK(hipMipmappedArrayDestroy(mipmap));
}

int main() {
  const hipChannelFormatDesc format = hipCreateChannelDesc<int>();
  hipMipmappedArray_t mipmap;
  levels();
  driver();
  FAILS(hipMallocMipmappedArray(nullptr, &format, make_hipExtent(4, 4, 0), 1,
                                0),
        hipErrorInvalidValue);
  FAILS(hipMallocMipmappedArray(&mipmap, nullptr, make_hipExtent(4, 4, 0), 1,
                                0),
        hipErrorInvalidValue);
  FAILS(hipMallocMipmappedArray(&mipmap, &format, make_hipExtent(4, 4, 0), 0,
                                0),
        hipErrorInvalidValue);
  FAILS(hipFreeMipmappedArray(nullptr), hipErrorInvalidValue);
  return done();
}
