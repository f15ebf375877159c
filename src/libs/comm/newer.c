// SPDX-License-Identifier: Apache-2.0
// What NCCL has got from 2.28 to 2.30. PyTorch links all of it. Ranks that are
// added, signals, and memory that kernels reach by themselves are refused.
#include "cuda/nccl.h"
#include "libs/comm/registered.h"
#include "runtime/contract/result.h"

static ncclResult_t refuse(const char *function) {
  return (void)qn_refuse(
             QN_R_NOT_SUPPORTED,
             "%s: communicators here do not grow, send no signals "
             "and give kernels nothing; docs/libraries.md says what "
             "NCCL is here",
             function),
         ncclInvalidUsage;
}

static ncclResult_t check(ncclComm_t comm, const void *out) {
  return comm && out
             ? ncclSuccess
             : ((void)qn_refuse(QN_R_INVALID_VALUE, "an argument is null"),
                ncclInvalidArgument);
}

ncclResult_t ncclWinGetUserPtr(ncclComm_t comm, ncclWindow_t win,
                               void **outUserPtr) {
  const ncclResult_t result = check(comm, outUserPtr);
  return result == ncclSuccess ? qn_window_memory(comm, win, outUserPtr)
                               : result;
}

// A communicator allocates nothing on a device, so there is nothing to give
// back and nothing to count.
ncclResult_t ncclCommSuspend(ncclComm_t comm, int flags) {
  if (flags & ~NCCL_SUSPEND_MEM)
    return (void)qn_refuse(QN_R_INVALID_VALUE,
                           "there are no flags %#x of a suspension",
                           (unsigned)flags),
           ncclInvalidArgument;
  return check(comm, comm);
}
ncclResult_t ncclCommResume(ncclComm_t comm) { return check(comm, comm); }
ncclResult_t ncclCommMemStats(ncclComm_t comm, ncclCommMemStat_t stat,
                              uint64_t *value) {
  const ncclResult_t result = check(comm, value);
  if (result != ncclSuccess)
    return result;
  if ((unsigned)stat > ncclStatGpuMemTotal)
    return (void)qn_refuse(QN_R_INVALID_VALUE, "there is no figure %d",
                           (int)stat),
           ncclInvalidArgument;
  *value = 0;
  return ncclSuccess;
}

// The names of parameters are read by nobody: they say what each one is.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, ...)                                                     \
  ncclResult_t name(__VA_ARGS__) { return refuse(#name); }

REFUSED(ncclCommGetUniqueId, ncclComm_t comm, ncclUniqueId *uniqueId)
REFUSED(ncclCommGrow, ncclComm_t comm, int nRanks, const ncclUniqueId *uniqueId,
        int rank, ncclComm_t *newcomm, ncclConfig_t *config)
REFUSED(ncclPutSignal, const void *localbuff, size_t count,
        ncclDataType_t datatype, int peer, ncclWindow_t peerWin,
        size_t peerWinOffset, int sigIdx, int ctx, unsigned int flags,
        ncclComm_t comm, cudaStream_t stream)
REFUSED(ncclSignal, int peer, int sigIdx, int ctx, unsigned int flags,
        ncclComm_t comm, cudaStream_t stream)
REFUSED(ncclWaitSignal, int nDesc, ncclWaitSignalDesc_t *signalDescs,
        ncclComm_t comm, cudaStream_t stream)
REFUSED(ncclDevCommCreate, ncclComm_t comm,
        const ncclDevCommRequirements_t *reqs, ncclDevComm_t *outDevComm)
REFUSED(ncclDevCommDestroy, ncclComm_t comm, const ncclDevComm_t *devComm)
REFUSED(ncclGetLsaMultimemDevicePointer, ncclWindow_t window, size_t offset,
        void **outPtr)
REFUSED(ncclGetPeerDevicePointer, ncclWindow_t window, size_t offset, int peer,
        void **outPtr)
