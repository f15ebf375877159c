// SPDX-License-Identifier: Apache-2.0
// Memory of one process opened by another: the program runs itself.
#include <hip/hip_runtime.h>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

enum { N = 5000 }; // some pages: the CPU shares no less

__global__ void add(int *p, int v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    p[i] += v;
}

// The other process: the handle comes as its standard input.
static int other() {
  hipIpcMemHandle_t handle;
  int *p, h[N];
  CHECK(read(0, &handle, sizeof(handle)) == (ssize_t)sizeof(handle));
  OK(hipIpcOpenMemHandle((void **)&p, handle, hipIpcMemLazyEnablePeerAccess));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 5 && h[N - 1] == 5);
  add<<<(N + 255) / 256, 256>>>(p, 2);
  OK(hipDeviceSynchronize());
  FAILS(hipFree(p), hipErrorInvalidValue);
  OK(hipIpcCloseMemHandle(p));
  FAILS(hipIpcCloseMemHandle(p), hipErrorInvalidValue);
  return 0;
}

static int run_other(const char *self, const hipIpcMemHandle_t *handle) {
  int ends[2], status = -1;
  CHECK(pipe(ends) == 0);
  const pid_t pid = fork();
  CHECK(pid >= 0);
  if (!pid) {
    dup2(ends[0], 0);
    close(ends[1]);
    execl(self, self, "other", (char *)nullptr);
    _exit(9);
  }
  CHECK(write(ends[1], handle, sizeof(*handle)) == (ssize_t)sizeof(*handle));
  close(ends[0]);
  close(ends[1]);
  CHECK(waitpid(pid, &status, 0) == pid);
  return status;
}

int main(int argc, char **argv) {
  if (argc > 1)
    return other();
  int *p, h[N];
  hipIpcMemHandle_t handle = {};
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemset(p, 0, sizeof(h)));
  add<<<(N + 255) / 256, 256>>>(p, 5);
  const hipError_t got = hipIpcGetMemHandle(&handle, p);
  if (got == hipErrorNotSupported && dlsym(RTLD_DEFAULT, "__asan_init")) {
    std::puts("memory under the address sanitizer is not shared");
    return 77;
  }
  OK(got);
  FAILS(hipIpcGetMemHandle(&handle, h), hipErrorInvalidValue);
  for (int i = 0; i < 2; ++i) {
    CHECK(run_other(argv[0], &handle) == 0);
    OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
    CHECK(h[0] == 7 && h[N - 1] == 7);
    add<<<(N + 255) / 256, 256>>>(p, -2);
    OK(hipDeviceSynchronize());
  }
  hipIpcMemHandle_t bad = {};
  void *q;
  FAILS(hipIpcOpenMemHandle(&q, bad, hipIpcMemLazyEnablePeerAccess),
        hipErrorInvalidValue);
  OK(hipFree(p));
  return done();
}
