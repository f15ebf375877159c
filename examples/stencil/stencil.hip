// SPDX-License-Identifier: Apache-2.0
// Heat in a plate: a stencil of five points. The plate is cut into two halves,
// each in a stream of its own; events make a half wait for the other's edge.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error_));      \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

enum { BLOCK_X = 32, BLOCK_Y = 8, HALVES = 2 };

// One step for the rows [first, last) of a plate of `width` x `height`; what is
// at the plate's border keeps its temperature.
__global__ void step(const float *from, float *to, int width, int height,
                     int first, int last) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = first + blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= width || y >= last)
    return;
  const size_t i = (size_t)y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    to[i] = from[i];
    return;
  }
  to[i] = from[i] + 0.2f * (from[i - 1] + from[i + 1] + from[i - width] +
                            from[i + width] - 4 * from[i]);
}

static void reference(std::vector<float> *plate, int width, int height,
                      int steps) {
  std::vector<float> next(*plate);
  for (int s = 0; s < steps; ++s) {
    const std::vector<float> &p = *plate;
    for (int y = 1; y < height - 1; ++y)
      for (int x = 1; x < width - 1; ++x) {
        const size_t i = (size_t)y * width + x;
        next[i] = p[i] + 0.2f * (p[i - 1] + p[i + 1] + p[i - width] +
                                 p[i + width] - 4 * p[i]);
      }
    std::swap(*plate, next);
  }
}

// usage: stencil [WIDTH HEIGHT [STEPS]]
int main(int argc, char **argv) {
  const int width = argc > 2 ? atoi(argv[1]) : 2048;
  const int height = argc > 2 ? atoi(argv[2]) : 2048;
  const int steps = argc > 3 ? atoi(argv[3]) : 100;
  if (width < 3 || height < 4 || steps < 1) {
    std::fprintf(stderr, "usage: stencil [WIDTH HEIGHT [STEPS]]\n");
    return 2;
  }
  const size_t count = (size_t)width * height, size = count * sizeof(float);
  std::vector<float> plate(count, 20), got(count);
  for (int x = 0; x < width; ++x)
    plate[x] = 100; // one hot side
  plate[count / 2 + width / 2] = 5000;

  float *from, *to;
  hipStream_t streams[HALVES];
  hipEvent_t done[HALVES], start, stop;
  OK(hipMalloc(&from, size));
  OK(hipMalloc(&to, size));
  for (int i = 0; i < HALVES; ++i) {
    OK(hipStreamCreateWithFlags(&streams[i], hipStreamNonBlocking));
    OK(hipEventCreateWithFlags(&done[i], hipEventDisableTiming));
  }
  OK(hipEventCreate(&start));
  OK(hipEventCreate(&stop));
  OK(hipMemcpy(from, plate.data(), size, hipMemcpyHostToDevice));

  OK(hipEventRecord(start, streams[0]));
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < HALVES; ++i) {
      const int first = i * (height / HALVES);
      const int last = i == HALVES - 1 ? height : first + height / HALVES;
      const dim3 block(BLOCK_X, BLOCK_Y);
      const dim3 grid((width + BLOCK_X - 1) / BLOCK_X,
                      (last - first + BLOCK_Y - 1) / BLOCK_Y);
      step<<<grid, block, 0, streams[i]>>>(from, to, width, height, first,
                                           last);
      OK(hipEventRecord(done[i], streams[i]));
    }
    // The next step of a half reads a row of the other and writes over what
    // the other has read.
    for (int i = 0; i < HALVES; ++i)
      OK(hipStreamWaitEvent(streams[i], done[HALVES - 1 - i], 0));
    std::swap(from, to);
  }
  OK(hipEventRecord(stop, streams[0]));
  OK(hipMemcpyAsync(got.data(), from, size, hipMemcpyDeviceToHost, streams[0]));
  OK(hipGetLastError());
  OK(hipStreamSynchronize(streams[0]));

  float ms = 0;
  OK(hipEventElapsedTime(&ms, start, stop));
  std::printf("%d x %d, %d steps: %.2f ms, %.1f million points a second\n",
              width, height, steps, ms, (double)count * steps / ms / 1e3);
  reference(&plate, width, height, steps);
  for (size_t i = 0; i < count; ++i)
    if (!(std::fabs(got[i] - plate[i]) <= 1e-4f * (1 + std::fabs(plate[i])))) {
      std::fprintf(stderr, "point %zu is %g, not %g\n", i, got[i], plate[i]);
      return 1;
    }
  for (int i = 0; i < HALVES; ++i) {
    OK(hipStreamDestroy(streams[i]));
    OK(hipEventDestroy(done[i]));
  }
  OK(hipEventDestroy(start));
  OK(hipEventDestroy(stop));
  OK(hipFree(from));
  OK(hipFree(to));
  std::puts("ok");
  return 0;
}

// The test runs it on little, with sizes that no block divides:
// ARGS: 301 203 25
