// SPDX-License-Identifier: Apache-2.0
// A memory pool and what it has made, by a descriptor for another process.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hip/hip_runtime.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::printf("%s:%d: %s\n", who, __LINE__, #condition);                   \
      std::fflush(stdout);                                                     \
      _exit(1);                                                                \
    }                                                                          \
  } while (0)
#define OK(call) CHECK((call) == hipSuccess)

static const char *who = "parent";
enum { COUNT = 5000 };

__global__ void add(int *data, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < COUNT)
    data[i] = data[i] * 2 + value + i;
}

struct sent {
  hipMemPoolPtrExportData pointer;
};

static void send(int socket, int fd, const sent &what) {
  char control[CMSG_SPACE(sizeof(int))] = {};
  iovec bytes = {const_cast<sent *>(&what), sizeof(what)};
  msghdr message = {};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  cmsghdr *c = CMSG_FIRSTHDR(&message);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(c), &fd, sizeof(int));
  CHECK(sendmsg(socket, &message, 0) == sizeof(what));
}

static int receive(int socket, sent *what) {
  char control[CMSG_SPACE(sizeof(int))] = {};
  iovec bytes = {what, sizeof(*what)};
  msghdr message = {};
  int fd = -1;
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  if (recvmsg(socket, &message, 0) != sizeof(*what))
    return -1;
  std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
  return fd;
}

static void *as_handle(int fd) {
  return reinterpret_cast<void *>(static_cast<intptr_t>(fd));
}

static const hipMemAllocationHandleType DESCRIPTOR =
    hipMemHandleTypePosixFileDescriptor;

static void child(int socket) {
  who = "child";
  sent from;
  const int fd = receive(socket, &from);
  if (fd < 0)
    _exit(2);
  hipMemPool_t pool;
  hipStream_t stream;
  int *data = nullptr, *own = nullptr, first = 0;
  void *other;
  CHECK(hipMemPoolImportFromShareableHandle(&pool, as_handle(fd), DESCRIPTOR,
                                            7) == hipErrorInvalidValue);
  CHECK(hipMemPoolImportFromShareableHandle(&pool, as_handle(socket),
                                            DESCRIPTOR, 0) ==
        hipErrorInvalidValue);
  OK(hipMemPoolImportFromShareableHandle(&pool, as_handle(fd), DESCRIPTOR, 0));
  close(fd);
  CHECK(hipDeviceSetMemPool(0, pool) == hipErrorInvalidValue);
  OK(hipStreamCreate(&stream));
  OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&data), pool,
                             &from.pointer));
  OK(hipMemcpy(&first, data + 9, sizeof(first), hipMemcpyDeviceToHost));
  CHECK(first == 1009);
  add<<<(COUNT + 255) / 256, 256, 0, stream>>>(data, 3);
  OK(hipFreeAsync(data, stream));
  OK(hipStreamSynchronize(stream));
  CHECK(hipFreeAsync(data, stream) == hipErrorInvalidValue);
  // The same once more, freed by a call that waits.
  OK(hipMemPoolImportPointer(reinterpret_cast<void **>(&data), pool,
                             &from.pointer));
  OK(hipMemcpy(&first, data + 9, sizeof(first), hipMemcpyDeviceToHost));
  CHECK(first == 2 * 1009 + 3 + 9);
  // What an imported pool makes is this process's own.
  OK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&own), COUNT * 4, pool,
                            stream));
  CHECK(own != data);
  OK(hipMemsetAsync(own, 0, COUNT * 4, stream));
  OK(hipFreeAsync(own, stream));
  OK(hipFree(data));
  std::memset(&from, 0, sizeof(from));
  CHECK(hipMemPoolImportPointer(&other, pool, &from.pointer) ==
        hipErrorInvalidValue);
  OK(hipMemPoolDestroy(pool));
  OK(hipStreamDestroy(stream));
  _exit(0);
}

int main() {
  int pair[2], status = 0, fd = -1, types = 0;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  const pid_t other = fork(); // before the first call of HIP's
  close(pair[other ? 1 : 0]);
  if (!other)
    child(pair[1]);

  OK(hipDeviceGetAttribute(
      &types, hipDeviceAttributeMemoryPoolSupportedHandleTypes, 0));
  hipMemPoolProps properties = {};
  properties.allocType = hipMemAllocationTypePinned;
  properties.location.type = hipMemLocationTypeDevice;
  hipMemPool_t pool, plain;
  if (types != DESCRIPTOR) { // as the device says, so it is
    properties.handleTypes = DESCRIPTOR;
    CHECK(hipMemPoolCreate(&pool, &properties) == hipErrorNotSupported);
    close(pair[0]); // the child ends, too
    CHECK(waitpid(other, &status, 0) == other);
    std::puts("ok");
    return 0;
  }
  OK(hipMemPoolCreate(&plain, &properties));
  properties.handleTypes = DESCRIPTOR;
  OK(hipMemPoolCreate(&pool, &properties));
  CHECK(hipMemPoolExportToShareableHandle(&fd, plain, DESCRIPTOR, 0) ==
        hipErrorInvalidValue);
  OK(hipMemPoolExportToShareableHandle(&fd, pool, DESCRIPTOR, 0));

  int *data = nullptr, *small = nullptr;
  sent to = {};
  OK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&small), 16, plain,
                            nullptr));
  CHECK(hipMemPoolExportPointer(&to.pointer, small) == hipErrorInvalidValue);
  OK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&data), COUNT * 4, pool,
                            nullptr));
  OK(hipMemsetAsync(data, 0, COUNT * 4, nullptr));
  add<<<(COUNT + 255) / 256, 256>>>(data, 1000);
  CHECK(hipMemPoolExportPointer(&to.pointer, data + 1) == hipErrorInvalidValue);
  OK(hipMemPoolExportPointer(&to.pointer, data));
  send(pair[0], fd, to);
  close(fd);
  CHECK(waitpid(other, &status, 0) == other);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);

  static int seen[COUNT];
  OK(hipMemcpy(seen, data, sizeof(seen), hipMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i)
    CHECK(seen[i] == 2 * (1000 + i) + 3 + i);
  OK(hipFreeAsync(data, nullptr));
  OK(hipFreeAsync(small, nullptr));
  OK(hipMemPoolDestroy(pool));
  OK(hipMemPoolDestroy(plain));
  std::puts("ok");
  return 0;
}
