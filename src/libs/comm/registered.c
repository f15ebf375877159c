// SPDX-License-Identifier: Apache-2.0
// Memory that a program registers with a communicator. Ranks reach each other's
// memory here as it is, so that nothing has to be done for it: what is kept is
// what the way back asks for.
#include "libs/comm/registered.h"

#include "base/alloc.h"
#include "runtime/contract/result.h"

#include <stdbool.h>
#include <stdint.h>

static const uint64_t magic = UINT64_C(0x4d454d4c43434e51); // "QNCCLMEM"

struct ncclWindow_vidmem {
  uint64_t magic;
  ncclComm_t comm;
  void *memory;
  bool is_window;
};

static ncclResult_t add(ncclComm_t comm, void *buffer, size_t size,
                        struct ncclWindow_vidmem **out, bool is_window) {
  if (!comm || !out || (!buffer && size))
    return (void)qn_refuse(QN_R_INVALID_VALUE, "an argument is null"),
           ncclInvalidArgument;
  struct ncclWindow_vidmem *made = qn_alloc(sizeof(*made));
  if (!made)
    return ncclSystemError;
  *made = (struct ncclWindow_vidmem){magic, comm, buffer, is_window};
  *out = made;
  return ncclSuccess;
}

static ncclResult_t check(ncclComm_t comm, const struct ncclWindow_vidmem *one,
                          bool is_window) {
  if (comm && one && one->magic == magic && one->is_window == is_window &&
      one->comm == comm)
    return ncclSuccess;
  return (void)qn_refuse(QN_R_INVALID_VALUE,
                         "this is nothing that was registered with this "
                         "communicator"),
         ncclInvalidArgument;
}

static ncclResult_t remove_one(ncclComm_t comm, struct ncclWindow_vidmem *one,
                               bool is_window) {
  const ncclResult_t result = check(comm, one, is_window);
  if (result != ncclSuccess)
    return result;
  one->magic = 0;
  qn_free(one);
  return ncclSuccess;
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size,
                              void **handle) {
  return add(comm, buff, size, (struct ncclWindow_vidmem **)handle, false);
}
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle) {
  return remove_one(comm, handle, false);
}

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void *buff, size_t size,
                                    ncclWindow_t *win, int winFlags) {
  if (winFlags & ~NCCL_WIN_COLL_SYMMETRIC)
    return (void)qn_refuse(QN_R_INVALID_VALUE,
                           "there are no flags %#x of a "
                           "window",
                           (unsigned)winFlags),
           ncclInvalidArgument;
  if ((uintptr_t)buff % NCCL_WIN_REQUIRED_ALIGNMENT)
    return (void)qn_refuse(QN_R_INVALID_VALUE,
                           "a window begins at a multiple of %d bytes",
                           NCCL_WIN_REQUIRED_ALIGNMENT),
           ncclInvalidArgument;
  return add(comm, buff, size, win, true);
}
ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t win) {
  return remove_one(comm, win, true);
}

ncclResult_t qn_window_memory(ncclComm_t comm, ncclWindow_t window,
                              void **out_memory) {
  const ncclResult_t result = check(comm, window, true);
  if (result == ncclSuccess)
    *out_memory = window->memory;
  return result;
}
