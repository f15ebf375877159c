// SPDX-License-Identifier: Apache-2.0
// Kernels in a shared library that is opened and closed again and again, and in
// a static library.
// LIBRARY: libraries/counter.hip
// ARCHIVE: libraries/archive.hip
// FLAGS: -ldl
#include <hip/hip_runtime.h>

#include <dlfcn.h>
#include <string>

#include "program.h"

int archive_run(int *p);
__global__ void own(int *p) { p[threadIdx.x] = 1; }

int main() {
  const std::string path =
      std::string(getenv("PROGRAM_DATA")) + "/libcounter.so";
  int *p, h[16];
  OK(hipMalloc(&p, sizeof(h)));
  OK(archive_run(p));
  OK(hipMemcpy(h, p, 4, hipMemcpyDeviceToHost));
  CHECK(h[0] == 40);
  for (int round = 0; round < 20; ++round) {
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      std::fprintf(stderr, "%s\n", dlerror());
    CHECK(library);
    const auto run = (int (*)(int *, int))dlsym(library, "library_run");
    const auto seen = (int (*)())dlsym(library, "library_seen");
    CHECK(run && seen && seen() == 5);
    for (int i = 0; i < 3; ++i) { // each time it is new
      OK(run(p, round));
      OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
      CHECK(h[15] == round + 100 + i && seen() == 6 + i);
    }
    own<<<1, 16>>>(p);
    OK(hipGetLastError());
    CHECK(dlclose(library) == 0);
    OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
    CHECK(h[15] == 1);
  }
  OK(hipFree(p));
  return done();
}
