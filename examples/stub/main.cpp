// SPDX-License-Identifier: Apache-2.0
// Launches the kernel through its stub. Where no device is, a launcher of our
// own shows what the device would get.
#include <vortex_hip_runtime.h>

#include <cstdio>

hipError_t launch_vectorAdd(dim3 grid, dim3 block, size_t shared,
                            hipStream_t stream, const void *a, const void *b,
                            void *c, int32_t n);

static hipError_t show(void *, const hipMetadataLaunch *launch) {
  std::printf("%s: %u x %u work-items, %zu bytes of code, arguments:",
              launch->name, launch->grid[0], launch->block[0],
              launch->binary_size);
  const unsigned char *bytes =
      static_cast<const unsigned char *>(launch->arguments);
  for (size_t i = 0; i < launch->arguments_size; ++i)
    std::printf("%s%02x", i % 4 ? "" : " ", bytes[i]);
  std::printf("\n");
  return hipSuccess;
}

int main() {
  __hipSetMetadataLauncher(show, nullptr);
  void *device[3] = {reinterpret_cast<void *>(0x1000),
                     reinterpret_cast<void *>(0x2000),
                     reinterpret_cast<void *>(0x3000)};
  const dim3 grid(4), block(256);
  return launch_vectorAdd(grid, block, 0, nullptr, device[0], device[1],
                          device[2], 1000) == hipSuccess
             ? 0
             : 1;
}
