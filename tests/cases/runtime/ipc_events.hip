// SPDX-License-Identifier: Apache-2.0
// Events and memory of two processes: each waits in its stream for what the
// other recorded.
// DEVICES: cpu amdsim
#include <hip/hip_runtime.h>

#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

struct Message {
  hipIpcMemHandle_t memory;
  hipIpcEventHandle_t ready, done;
};

__global__ void slowly_set(int *p, int value) {
  const long long start = wall_clock64();
  while (wall_clock64() - start < 20000000) {
  }
  *p = value;
}

__global__ void add(int *p, int value) { *p += value; }

static int child() {
  Message m;
  int *p;
  hipEvent_t ready, finished;
  CHECK(read(0, &m, sizeof(m)) == (ssize_t)sizeof(m));
  OK(hipIpcOpenMemHandle((void **)&p, m.memory, hipIpcMemLazyEnablePeerAccess));
  OK(hipIpcOpenEventHandle(&ready, m.ready));
  OK(hipIpcOpenEventHandle(&finished, m.done));
  OK(hipStreamWaitEvent(0, ready, 0));
  add<<<1, 1>>>(p, 2);
  OK(hipEventRecord(finished, 0));
  OK(hipEventSynchronize(finished));
  OK(hipEventDestroy(ready));
  OK(hipEventDestroy(finished));
  OK(hipIpcCloseMemHandle(p));
  return 0;
}

int main(int argc, char **argv) {
  Message m;
  int *p, value = 0, to[2], status = 0;
  hipEvent_t ready, finished, plain, again;
  const unsigned shared = hipEventInterprocess | hipEventDisableTiming;
  if (argc > 1)
    return child();
  OK(hipMalloc(&p, sizeof(*p)));
  OK(hipMemset(p, 0, sizeof(*p)));
  OK(hipEventCreateWithFlags(&ready, shared));
  OK(hipEventCreateWithFlags(&finished, shared));
  OK(hipEventQuery(finished));
  OK(hipIpcGetMemHandle(&m.memory, p));
  OK(hipIpcGetEventHandle(&m.ready, ready));
  OK(hipIpcGetEventHandle(&m.done, finished));
  slowly_set<<<1, 1>>>(p, 40);
  OK(hipEventRecord(ready, 0));
  FAILS(hipEventQuery(ready), hipErrorNotReady);
  CHECK(pipe(to) == 0);
  const pid_t pid = fork();
  if (!pid) {
    dup2(to[0], 0);
    execl("/proc/self/exe", argv[0], "child", (char *)nullptr);
    _exit(127);
  }
  CHECK(write(to[1], &m, sizeof(m)) == (ssize_t)sizeof(m));
  CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
        WEXITSTATUS(status) == 0);
  OK(hipEventSynchronize(finished));
  OK(hipMemcpy(&value, p, sizeof(value), hipMemcpyDeviceToHost));
  CHECK(value == 42);

  OK(hipEventCreate(&plain));
  FAILS(hipIpcGetEventHandle(nullptr, nullptr), hipErrorInvalidValue);
  FAILS(hipIpcGetEventHandle(&m.ready, nullptr), hipErrorInvalidValue);
  FAILS(hipIpcGetEventHandle(&m.done, plain), hipErrorInvalidConfiguration);
  FAILS(hipIpcOpenEventHandle(nullptr, m.ready), hipErrorInvalidValue);
  FAILS(hipIpcOpenEventHandle(&again, m.ready), hipErrorInvalidContext);
  memset(&m, 0, sizeof(m));
  FAILS(hipIpcOpenEventHandle(&again, m.ready), hipErrorInvalidValue);
  OK(hipEventDestroy(ready));
  OK(hipEventDestroy(finished));
  OK(hipEventDestroy(plain));
  OK(hipFree(p));
  return done();
}
