// SPDX-License-Identifier: Apache-2.0
// NCCL on an NVIDIA device that is none (tests/gpu/fake_cuda.c): what reaches
// its library (tests/gpu/fake_nccl.c).
#include <stdio.h>

#include "cuda/nccl.h"
#include "hip/hip_runtime_api.h"
#include "runtime/contract/result.h"
#include "support/fake.h"
#include "support/test.h"

static void (*fake_nccl_clear)(void);
static const char *(*fake_nccl_log)(void);
static int (*fake_nccl_live)(void);

#define OK(call) CHECK_INT(call, 0)
static void check_log(int line, const char *expected) {
  fake_check(line, fake_nccl_log(), expected);
  fake_nccl_clear();
}
#define LOG(expected) check_log(__LINE__, expected)

static ncclComm_t comms[2];

// Both ranks are made in one group, and of the id of NVIDIA's library.
static void test_begin(void) {
  ncclUniqueId id;
  int number = -1;
  OK(ncclGetUniqueId(&id));
  OK(ncclGroupStart());
  for (int rank = 0; rank < 2; ++rank)
    OK(ncclCommInitRank(&comms[rank], 2, id, rank));
  OK(ncclGroupEnd());
  LOG("id\nstart\ninit 0 of 2 by 7\ninit 1 of 2 by 7\nend\n");
  OK(ncclCommCount(comms[1], &number));
  CHECK_INT(number, 2);
  OK(ncclCommUserRank(comms[1], &number));
  CHECK_INT(number, 1);
  OK(ncclCommCuDevice(comms[1], &number));
  CHECK_INT(number, 0);
  ncclResult_t error;
  OK(ncclCommGetAsyncError(comms[1], &error));
  CHECK_INT(error, ncclRemoteError);
  CHECK(strcmp(ncclGetLastError(comms[1]), "it is gone") == 0);
  LOG("");
}

static void test_operations(void) {
  void *const a = (void *)0xa0, *const b = (void *)0xb0;
  hipStream_t stream;
  cudaStream_t s;
  OK(hipStreamCreate(&stream));
  memcpy(&s, &stream, sizeof(s));
  OK(ncclAllReduce(a, b, 5, ncclFloat32, ncclMax, comms[0], s));
  OK(ncclReduce(a, b, 6, ncclInt8, ncclProd, 1, comms[0], s));
  OK(ncclReduceScatter(a, b, 7, ncclFloat16, ncclAvg, comms[1], s));
  OK(ncclBroadcast(a, b, 8, ncclUint64, 1, comms[1], s));
  OK(ncclBcast(b, 9, ncclInt32, 0, comms[1], s));
  OK(ncclAllGather(a, b, (size_t)1 << 33, ncclFloat64, comms[0], s));
  LOG("all_reduce 0xa0 0xb0 5 7 2 rank 0\n"
      "reduce 0xa0 0xb0 6 0 1 1 rank 0\n"
      "reduce_scatter 0xa0 0xb0 7 6 4 rank 1\n"
      "broadcast 0xa0 0xb0 8 5 1 rank 1\n"
      "broadcast 0xb0 0xb0 9 2 0 rank 1\n"
      "all_gather 0xa0 0xb0 8589934592 8 rank 0\n");
  // A group of theirs begins with the first of their calls.
  OK(ncclGroupStart());
  OK(ncclGroupStart());
  OK(ncclSend(a, 3, ncclInt32, 1, comms[0], s));
  OK(ncclRecv(b, 3, ncclInt32, 0, comms[1], s));
  OK(ncclGroupEnd());
  LOG("start\nsend 0xa0 3 2 1 rank 0\nrecv 0xb0 3 2 0 rank 1\n");
  OK(ncclGroupEnd());
  LOG("end\n");
  OK(ncclAlltoAll(a, b, 2, ncclInt32, comms[0], s));
  LOG("start\nsend 0xa0 2 2 0 rank 0\nrecv 0xb0 2 2 0 rank 0\n"
      "send 0xa8 2 2 1 rank 0\nrecv 0xb8 2 2 1 rank 0\nend\n");
  OK(ncclGather(a, b, 2, ncclInt32, 1, comms[0], s));
  LOG("start\nsend 0xa0 2 2 1 rank 0\nend\n");
  CHECK_INT(ncclGather(a, b, 2, ncclInt32, 2, comms[0], s),
            ncclInvalidArgument);
  OK(ncclGroupStart()); // of nobody
  OK(ncclGroupEnd());
  LOG("");
  ncclRedOp_t op;
  OK(ncclRedOpCreatePreMulSum(&op, (void *)0xc0, ncclFloat32, ncclScalarDevice,
                              comms[1]));
  OK(ncclAllReduce(a, b, 1, ncclFloat32, op, comms[1], s));
  OK(ncclRedOpDestroy(op, comms[1]));
  LOG("op 0xc0 7 0 1\nall_reduce 0xa0 0xb0 1 7 9 rank 1\nno op 9 1\n");
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
  CHECK_INT(ncclAllReduce(a, b, 1, ncclFloat32, ncclSum, comms[0], s),
            ncclInvalidUsage);
  hipGraph_t graph;
  OK(hipStreamEndCapture(stream, &graph));
  OK(hipGraphDestroy(graph));
  LOG("");
  OK(hipStreamDestroy(stream));
}

static void test_parts(void) {
  ncclComm_t part[2], fewer;
  int excluded = 0;
  OK(ncclGroupStart());
  OK(ncclCommSplit(comms[0], NCCL_SPLIT_NOCOLOR, 1, &part[0], NULL));
  OK(ncclCommSplit(comms[1], 3, -1, &part[1], NULL));
  OK(ncclGroupEnd());
  CHECK(!part[0] && part[1]);
  LOG("start\nsplit 0: -1 1 0\nsplit 1: 3 -1 0\nend\n");
  OK(ncclCommShrink(comms[1], &excluded, 1, &fewer, NULL, NCCL_SHRINK_ABORT));
  LOG("shrink 1: 0 1 0 1\n");
  CHECK_INT(ncclCommRevoke(comms[1], NCCL_REVOKE_DEFAULT), ncclInvalidUsage);
  OK(ncclCommAbort(fewer));
  OK(ncclCommFinalize(part[1]));
  OK(ncclCommDestroy(part[1]));
  LOG("abort 0\nfinalize 0\ndestroy 0\n");
}

int main(void) {
  (void)fake_open("libfake_cuda.so", "QUERN_LIBCUDA");
  CHECK(setenv("QUERN_DEVICE", "cuda", 1) == 0);
  void *library = fake_open("libfake_nccl.so", "QUERN_LIBNCCL");
  fake_find(library, "fake_nccl_clear", &fake_nccl_clear);
  fake_find(library, "fake_nccl_log", &fake_nccl_log);
  fake_find(library, "fake_nccl_live", &fake_nccl_live);
  test_begin();
  test_operations();
  test_parts();
  for (int rank = 0; rank < 2; ++rank)
    OK(ncclCommDestroy(comms[rank]));
  LOG("destroy 0\ndestroy 1\n");
  CHECK_INT(fake_nccl_live(), 0);
  ncclComm_t all[1];
  OK(ncclCommInitAll(all, 1, NULL));
  LOG("id\nstart\ninit 0 of 1 by 7\nend\n");
  OK(ncclCommDestroy(all[0]));
  return 0;
}
