// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libnccl without a GPU, for the test of what passes calls on to it: it
// writes down what it is asked for (fake_nccl_log).
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/nccl.h"

#define EXPORT __attribute__((visibility("default")))
#define FAKE(name) EXPORT ncclResult_t name

EXPORT void fake_nccl_clear(void);
EXPORT const char *fake_nccl_log(void);
EXPORT int fake_nccl_live(void);

enum { LOG_SIZE = 1 << 13 };
static char text[LOG_SIZE];
static size_t used;
static int live; // communicators

void fake_nccl_clear(void) { text[used = 0] = '\0'; }
const char *fake_nccl_log(void) { return text; }
int fake_nccl_live(void) { return live; }

__attribute__((format(printf, 1, 2))) static ncclResult_t
note(const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int size = vsnprintf(text + used, LOG_SIZE - used, format, args);
  va_end(args);
  if (size > 0 && (size_t)size < LOG_SIZE - used)
    used += (size_t)size;
  return ncclSuccess;
}

struct ncclComm {
  int ranks, rank;
};
static ncclComm_t make(int ranks, int rank) {
  ncclComm_t comm = malloc(sizeof(*comm));
  *comm = (struct ncclComm){ranks, rank};
  ++live;
  return comm;
}

FAKE(ncclGetUniqueId)(ncclUniqueId *id) {
  memset(id, 7, sizeof(*id));
  return note("id\n");
}
FAKE(ncclCommInitRank)(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) {
  *comm = make(ranks, rank);
  return note("init %d of %d by %d\n", rank, ranks, id.internal[127]);
}
FAKE(ncclCommSplit)(ncclComm_t comm, int color, int key, ncclComm_t *made,
                    ncclConfig_t *config) {
  *made = color < 0 ? NULL : make(comm->ranks / 2, comm->rank / 2);
  return note("split %d: %d %d %d\n", comm->rank, color, key, config != NULL);
}
FAKE(ncclCommShrink)(ncclComm_t comm, int *excluded, int count,
                     ncclComm_t *made, ncclConfig_t *config, int flags) {
  *made = make(comm->ranks - count, comm->rank - 1);
  return note("shrink %d: %d %d %d %d\n", comm->rank, excluded[0], count,
              config != NULL, flags);
}
FAKE(ncclCommFinalize)(ncclComm_t comm) {
  return note("finalize %d\n", comm->rank);
}
static ncclResult_t drop(const char *how, ncclComm_t comm) {
  (void)note("%s %d\n", how, comm->rank);
  free(comm);
  --live;
  return ncclSuccess;
}
FAKE(ncclCommDestroy)(ncclComm_t comm) { return drop("destroy", comm); }
FAKE(ncclCommAbort)(ncclComm_t comm) { return drop("abort", comm); }
FAKE(ncclCommCount)(const ncclComm_t comm, int *count) {
  *count = comm->ranks;
  return ncclSuccess;
}
FAKE(ncclCommUserRank)(const ncclComm_t comm, int *rank) {
  *rank = comm->rank;
  return ncclSuccess;
}
FAKE(ncclCommGetAsyncError)(ncclComm_t comm, ncclResult_t *error) {
  *error = comm->rank ? ncclRemoteError : ncclSuccess;
  return ncclSuccess;
}
EXPORT const char *ncclGetLastError(ncclComm_t comm) {
  return comm->rank ? "it is gone" : "";
}
FAKE(ncclRedOpCreatePreMulSum)(ncclRedOp_t *op, void *scalar,
                               ncclDataType_t type,
                               ncclScalarResidence_t residence,
                               ncclComm_t comm) {
  *op = (ncclRedOp_t)9;
  return note("op %p %d %d %d\n", scalar, type, residence, comm->rank);
}
FAKE(ncclRedOpDestroy)(ncclRedOp_t op, ncclComm_t comm) {
  return note("no op %d %d\n", op, comm->rank);
}
FAKE(ncclGroupStart)(void) { return note("start\n"); }
FAKE(ncclGroupEnd)(void) { return note("end\n"); }

#define TAIL ncclComm_t comm, cudaStream_t stream
#define SAY(what, ...)                                                         \
  note(what " rank %d%s\n", __VA_ARGS__, comm->rank, stream ? "" : " null")
FAKE(ncclAllReduce)(const void *send, void *recv, size_t count,
                    ncclDataType_t type, ncclRedOp_t op, TAIL) {
  return SAY("all_reduce %p %p %zu %d %d", send, recv, count, type, op);
}
FAKE(ncclReduce)(const void *send, void *recv, size_t count,
                 ncclDataType_t type, ncclRedOp_t op, int root, TAIL) {
  return SAY("reduce %p %p %zu %d %d %d", send, recv, count, type, op, root);
}
FAKE(ncclReduceScatter)(const void *send, void *recv, size_t count,
                        ncclDataType_t type, ncclRedOp_t op, TAIL) {
  return SAY("reduce_scatter %p %p %zu %d %d", send, recv, count, type, op);
}
FAKE(ncclBroadcast)(const void *send, void *recv, size_t count,
                    ncclDataType_t type, int root, TAIL) {
  return SAY("broadcast %p %p %zu %d %d", send, recv, count, type, root);
}
FAKE(ncclAllGather)(const void *send, void *recv, size_t count,
                    ncclDataType_t type, TAIL) {
  return SAY("all_gather %p %p %zu %d", send, recv, count, type);
}
FAKE(ncclSend)(const void *send, size_t count, ncclDataType_t type, int peer,
               TAIL) {
  return SAY("send %p %zu %d %d", send, count, type, peer);
}
FAKE(ncclRecv)(void *recv, size_t count, ncclDataType_t type, int peer, TAIL) {
  return SAY("recv %p %zu %d %d", recv, count, type, peer);
}
