// SPDX-License-Identifier: Apache-2.0
// An image blurred and sharpened: by transforms of padded arrays, four images
// in a batch, and by a kernel that sums, which must agree.
// FLAGS: -lcufft -std=c++17
#include <cufft.h>

#include "whole/array.h"

enum { W = 75, H = 50, R = 6, TAPS = 2 * R + 1, IMAGES = 4 };
enum { PW = 90, PH = 64, HALF = PW / 2 + 1 }; // room for the edges

__global__ void pad(const float *image, float *to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < W)
    to[((size_t)blockIdx.z * PH + y) * PW + x] =
        image[((size_t)blockIdx.z * H + y) * W + x];
}

__global__ void multiply(cufftComplex *modes, const cufftComplex *filter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= PH * HALF)
    return;
  cufftComplex &to = modes[(size_t)blockIdx.y * PH * HALF + i];
  const cufftComplex a = to, b = filter[i];
  const float scale = 1.0f / (PW * PH);
  to.x = (a.x * b.x - a.y * b.y) * scale;
  to.y = (a.x * b.y + a.y * b.x) * scale;
}

__global__ void direct(const float *image, const float *taps, float *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= W)
    return;
  float sum = 0;
  for (int j = -R; j <= R; ++j)
    for (int i = -R; i <= R; ++i)
      if (x - i >= 0 && x - i < W && y - j >= 0 && y - j < H)
        sum += taps[(j + R) * TAPS + i + R] *
               image[((size_t)blockIdx.z * H + y - j) * W + x - i];
  out[((size_t)blockIdx.z * H + y) * W + x] = sum;
}

int main() {
  const std::vector<float> images = normal_numbers<float>(IMAGES * W * H, 71);
  std::vector<float> taps(TAPS * TAPS), filter(PW * PH, 0.0f);
  for (int j = -R; j <= R; ++j)
    for (int i = -R; i <= R; ++i) {
      const float value = -0.02f * std::exp(-(float)(i * i + 2 * j * j + i) / 9) +
                          (i == 0 && j == 0 ? 1.5f : 0);
      taps[(j + R) * TAPS + i + R] = value;
      filter[(j + PH) % PH * PW + (i + PW) % PW] = value;
    }
  Array<float> image(images), tap(taps), wanted(IMAGES * W * H),
      room(IMAGES * PW * PH), mask(filter);
  Array<cufftComplex> modes(IMAGES * PH * HALF), mask_modes(PH * HALF);
  cufftHandle one, there, back;
  int n[] = {PH, PW};
  GOOD(cufftPlan2d(&one, PH, PW, CUFFT_R2C));
  GOOD(cufftPlanMany(&there, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_R2C,
                     IMAGES));
  GOOD(cufftPlanMany(&back, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2R,
                     IMAGES));
  const dim3 grid(blocks_for(W, 32), H, IMAGES);
  pad<<<grid, 32>>>(image.p, room.p);
  GOOD(cufftExecR2C(one, mask.p, mask_modes.p));
  GOOD(cufftExecR2C(there, room.p, modes.p));
  multiply<<<dim3(blocks_for(PH * HALF, 128), IMAGES), 128>>>(modes.p,
                                                              mask_modes.p);
  GOOD(cufftExecC2R(back, modes.p, room.p));
  direct<<<grid, 32>>>(image.p, tap.p, wanted.p);
  const std::vector<float> got = room.get(), sums = wanted.get();
  for (int k = 0; k < IMAGES; ++k)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x)
        CHECK(is_near(got[(k * PH + y) * PW + x], sums[(k * H + y) * W + x],
                      2e-5));
  GOOD(cufftDestroy(one));
  GOOD(cufftDestroy(there));
  GOOD(cufftDestroy(back));
  std::printf("ok\n");
  return 0;
}
