// SPDX-License-Identifier: Apache-2.0
// Blocks of any size can be shared with another process, which sees what the
// first one writes, and the other way.
// DEVICES: cpu amdsim
#include <hip/hip_runtime.h>

#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

static const size_t SIZES[] = {4,    64,   192,   256,     700,     1024,
                               4000, 4096, 65536, 1 << 20, 3 << 20, 5};
enum { COUNT = sizeof(SIZES) / sizeof(SIZES[0]) };

// The child does not inherit the parent's runtime: it is this program anew.
static int child() {
  hipIpcMemHandle_t handles[COUNT];
  CHECK(read(0, handles, sizeof(handles)) == (ssize_t)sizeof(handles));
  for (int i = 0; i < COUNT; ++i) {
    char *block, last = 0;
    OK(hipIpcOpenMemHandle((void **)&block, handles[i],
                           hipIpcMemLazyEnablePeerAccess));
    OK(hipMemcpy(&last, block + SIZES[i] - 1, 1, hipMemcpyDeviceToHost));
    CHECK(last == i + 1);
    FAILS(hipMemcpy(&last, block + SIZES[i], 1, hipMemcpyDeviceToHost),
          hipErrorInvalidValue);
    OK(hipMemset(block, 100 + i, SIZES[i]));
    OK(hipDeviceSynchronize());
    OK(hipIpcCloseMemHandle(block));
  }
  return 0;
}

int main(int argc, char **argv) {
  hipIpcMemHandle_t handles[COUNT];
  char *blocks[COUNT];
  int to[2], status = 0;
  if (argc > 1)
    return child();
  for (int i = 0; i < COUNT; ++i) {
    OK(hipMalloc(&blocks[i], SIZES[i]));
    OK(hipMemset(blocks[i], i + 1, SIZES[i]));
    OK(hipIpcGetMemHandle(&handles[i], blocks[i]));
  }
  CHECK(pipe(to) == 0);
  const pid_t pid = fork();
  if (!pid) {
    dup2(to[0], 0);
    execl("/proc/self/exe", argv[0], "child", (char *)nullptr);
    _exit(127);
  }
  CHECK(write(to[1], handles, sizeof(handles)) == (ssize_t)sizeof(handles));
  CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
        WEXITSTATUS(status) == 0);
  for (int i = 0; i < COUNT; ++i) {
    std::vector<char> host(SIZES[i]);
    OK(hipMemcpy(host.data(), blocks[i], SIZES[i], hipMemcpyDeviceToHost));
    for (char c : host)
      CHECK(c == 100 + i);
    OK(hipFree(blocks[i]));
  }
  return done();
}
