// SPDX-License-Identifier: Apache-2.0
// NCCL among ranks of one process against sums in double: every type and
// operation, in place and out of it, each rank with a stream of its own, by one
// thread and by one thread for each rank; pairs in groups; wrong calls.
// FLAGS: -lnccl -std=c++17
// DEVICES: cpu
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nccl.h>

#include <cmath>
#include <thread>
#include <vector>

#include "program.h"

enum { RANKS = 4 };
static int cases;

struct Rank {
  ncclComm_t comm;
  cudaStream_t stream;
  void *send, *recv;
};
static Rank ranks[RANKS];
enum { BYTES = 1 << 16 };

static size_t size_of(ncclDataType_t t) {
  static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return sizes[t];
}
static void put(ncclDataType_t t, void *to, size_t i, double v) {
  switch (t) {
  case ncclInt8:
    static_cast<signed char *>(to)[i] = (signed char)v;
    break;
  case ncclUint8:
    static_cast<unsigned char *>(to)[i] = (unsigned char)v;
    break;
  case ncclInt32:
    static_cast<int *>(to)[i] = int(v);
    break;
  case ncclUint32:
    static_cast<unsigned *>(to)[i] = unsigned(v);
    break;
  case ncclInt64:
    static_cast<long long *>(to)[i] = (long long)v;
    break;
  case ncclUint64:
    static_cast<unsigned long long *>(to)[i] = (unsigned long long)v;
    break;
  case ncclFloat16:
    static_cast<__half *>(to)[i] = __float2half(float(v));
    break;
  case ncclFloat32:
    static_cast<float *>(to)[i] = float(v);
    break;
  case ncclFloat64:
    static_cast<double *>(to)[i] = v;
    break;
  default:
    static_cast<__nv_bfloat16 *>(to)[i] = __float2bfloat16(float(v));
    break;
  }
}
static double get(ncclDataType_t t, const void *from, size_t i) {
  switch (t) {
  case ncclInt8:
    return static_cast<const signed char *>(from)[i];
  case ncclUint8:
    return static_cast<const unsigned char *>(from)[i];
  case ncclInt32:
    return static_cast<const int *>(from)[i];
  case ncclUint32:
    return static_cast<const unsigned *>(from)[i];
  case ncclInt64:
    return double(static_cast<const long long *>(from)[i]);
  case ncclUint64:
    return double(static_cast<const unsigned long long *>(from)[i]);
  case ncclFloat16:
    return __half2float(static_cast<const __half *>(from)[i]);
  case ncclFloat32:
    return static_cast<const float *>(from)[i];
  case ncclFloat64:
    return static_cast<const double *>(from)[i];
  default:
    return __bfloat162float(static_cast<const __nv_bfloat16 *>(from)[i]);
  }
}

// Small whole numbers, so that every type holds the results.
static double value(int rank, size_t i) { return double((i * 7 + size_t(rank) * 3) % 3 + 1); }
static double wanted(ncclRedOp_t op, size_t i) {
  double v = value(0, i);
  for (int r = 1; r < RANKS; ++r) {
    const double x = value(r, i);
    v = op == ncclProd  ? v * x
        : op == ncclMax ? std::fmax(v, x)
        : op == ncclMin ? std::fmin(v, x)
                        : v + x;
  }
  return op == ncclAvg ? v / RANKS : v;
}
static bool is_float(ncclDataType_t t) {
  return t == ncclFloat16 || t == ncclFloat32 || t == ncclFloat64 ||
         t == ncclBfloat16;
}
static void fill(ncclDataType_t t, size_t count) {
  for (int r = 0; r < RANKS; ++r)
    for (size_t i = 0; i < count; ++i) {
      put(t, ranks[r].send, i, value(r, i));
      put(t, ranks[r].recv, i, 99);
    }
}
static void wait() {
  for (const Rank &r : ranks)
    OK(cudaStreamSynchronize(r.stream));
  ++cases;
}
static void expect(ncclDataType_t t, int rank, size_t i, double v) {
  const double is = get(t, ranks[rank].recv, i);
  CHECK(is_float(t) ? std::fabs(is - v) <= 0.01 * std::fabs(v)
                    : is == std::trunc(v));
}

static void test_type(ncclDataType_t t, size_t count) {
  static const ncclRedOp_t ops[] = {ncclSum, ncclProd, ncclMax, ncclMin,
                                    ncclAvg};
  for (const ncclRedOp_t op : ops) {
    fill(t, count);
    OK(ncclGroupStart());
    for (const Rank &r : ranks)
      OK(ncclAllReduce(r.send, r.recv, count, t, op, r.comm, r.stream));
    OK(ncclGroupEnd());
    wait();
    for (int r = 0; r < RANKS; ++r)
      for (size_t i = 0; i < count; ++i)
        expect(t, r, i, wanted(op, i));
    // To one alone, without a group, by one thread.
    fill(t, count);
    for (const Rank &r : ranks)
      OK(ncclReduce(r.send, r.recv, count, t, op, 2, r.comm, r.stream));
    wait();
    for (int r = 0; r < RANKS; ++r)
      for (size_t i = 0; i < count; ++i)
        expect(t, r, i, r == 2 ? wanted(op, i) : 99);
    // In pieces; and in its place.
    const size_t piece = count / RANKS;
    fill(t, count);
    for (const Rank &r : ranks)
      OK(ncclReduceScatter(r.send, r.recv, piece, t, op, r.comm, r.stream));
    wait();
    for (int r = 0; r < RANKS; ++r)
      for (size_t i = 0; i < piece; ++i)
        expect(t, r, i, wanted(op, size_t(r) * piece + i));
    fill(t, count);
    for (const Rank &r : ranks)
      OK(ncclAllReduce(r.send, r.send, count, t, op, r.comm, r.stream));
    for (const Rank &r : ranks)
      OK(cudaMemcpyAsync(r.recv, r.send, count * size_of(t), cudaMemcpyDefault,
                         r.stream));
    wait();
    for (int r = 0; r < RANKS; ++r)
      for (size_t i = 0; i < count; ++i)
        expect(t, r, i, wanted(op, i));
  }
  fill(t, count);
  for (const Rank &r : ranks)
    OK(ncclBroadcast(r.send, r.recv, count, t, 1, r.comm, r.stream));
  wait();
  for (int r = 0; r < RANKS; ++r)
    for (size_t i = 0; i < count; ++i)
      expect(t, r, i, value(1, i));
  const size_t piece = count / RANKS;
  fill(t, count);
  for (const Rank &r : ranks)
    OK(ncclAllGather(r.send, r.recv, piece, t, r.comm, r.stream));
  wait();
  for (int r = 0; r < RANKS; ++r)
    for (size_t i = 0; i < piece * RANKS; ++i)
      expect(t, r, i, value(int(i / piece), i % piece));
}

// Each sends to the next, and receives from the one before: on one stream.
static void test_ring() {
  enum { N = 1000 };
  for (int times = 0; times < 20; ++times) {
    fill(ncclFloat32, N);
    OK(ncclGroupStart());
    for (int r = 0; r < RANKS; ++r) {
      OK(ncclSend(ranks[r].send, N, ncclFloat32, (r + 1) % RANKS, ranks[r].comm,
                  ranks[r].stream));
      OK(ncclRecv(ranks[r].recv, N, ncclFloat32, (r + RANKS - 1) % RANKS,
                  ranks[r].comm, ranks[r].stream));
    }
    OK(ncclGroupEnd());
    wait();
    for (int r = 0; r < RANKS; ++r)
      for (size_t i = 0; i < N; ++i)
        expect(ncclFloat32, r, i, value((r + RANKS - 1) % RANKS, i));
  }
  // To itself.
  fill(ncclInt32, N);
  OK(ncclGroupStart());
  OK(ncclSend(ranks[0].send, N, ncclInt32, 0, ranks[0].comm, ranks[0].stream));
  OK(ncclRecv(ranks[0].recv, N, ncclInt32, 0, ranks[0].comm, ranks[0].stream));
  OK(ncclGroupEnd());
  wait();
  for (size_t i = 0; i < N; ++i)
    expect(ncclInt32, 0, i, value(0, i));
}

__global__ void add(float *x, int n, float by) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    x[i] += by;
}

// A thread for each rank; kernels before and after are in order.
static void test_threads() {
  enum { N = 5000, TIMES = 30 };
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int r = 0; r < RANKS; ++r)
    threads.emplace_back([r, id] {
      ncclComm_t comm;
      cudaStream_t stream;
      float *x;
      int count = 0, rank = -1;
      OK(ncclCommInitRank(&comm, RANKS, id, r));
      OK(ncclCommCount(comm, &count));
      OK(ncclCommUserRank(comm, &rank));
      CHECK(count == RANKS && rank == r);
      OK(cudaStreamCreate(&stream));
      OK(cudaMallocManaged(&x, N * sizeof(*x)));
      OK(cudaMemsetAsync(x, 0, N * sizeof(*x), stream));
      float sum = 0;
      for (int i = 0; i < TIMES; ++i) {
        add<<<(N + 127) / 128, 128, 0, stream>>>(x, N, float(r + 1));
        OK(ncclAllReduce(x, x, N, ncclFloat32, ncclAvg, comm, stream));
        sum += float(RANKS + 1) / 2;
      }
      OK(cudaStreamSynchronize(stream));
      for (int i = 0; i < N; ++i)
        CHECK(std::fabs(x[i] - sum) < 1e-3f);
      OK(cudaFree(x));
      OK(cudaStreamDestroy(stream));
      OK(ncclCommDestroy(comm));
    });
  for (std::thread &t : threads)
    t.join();
  cases += TIMES;
}

static void test_factor() {
  enum { N = 64 };
  ncclRedOp_t ops[RANKS];
  for (int r = 0; r < RANKS; ++r) {
    float factor = float(r + 1) / 2;
    OK(ncclRedOpCreatePreMulSum(&ops[r], &factor, ncclFloat32,
                                ncclScalarHostImmediate, ranks[r].comm));
  }
  fill(ncclFloat32, N);
  for (int r = 0; r < RANKS; ++r)
    OK(ncclAllReduce(ranks[r].send, ranks[r].recv, N, ncclFloat32, ops[r],
                     ranks[r].comm, ranks[r].stream));
  wait();
  for (size_t i = 0; i < N; ++i) {
    double sum = 0;
    for (int r = 0; r < RANKS; ++r)
      sum += value(r, i) * (r + 1) / 2;
    expect(ncclFloat32, 3, i, sum);
  }
  for (int r = 0; r < RANKS; ++r)
    OK(ncclRedOpDestroy(ops[r], ranks[r].comm));
}

static void test_wrong() {
  const Rank &r = ranks[0];
  FAILS(ncclAllReduce(r.send, r.recv, 4, ncclFloat32, ncclSum, nullptr,
                      r.stream),
        ncclInvalidArgument);
  FAILS(ncclAllReduce(nullptr, r.recv, 4, ncclFloat32, ncclSum, r.comm,
                      r.stream),
        ncclInvalidArgument);
  FAILS(ncclAllReduce(r.send, r.recv, 4, ncclDataType_t(77), ncclSum, r.comm,
                      r.stream),
        ncclInvalidArgument);
  FAILS(ncclAllReduce(r.send, r.recv, 4, ncclFloat32, ncclRedOp_t(40), r.comm,
                      r.stream),
        ncclInvalidArgument);
  FAILS(ncclReduce(r.send, r.recv, 4, ncclFloat32, ncclSum, RANKS, r.comm,
                   r.stream),
        ncclInvalidArgument);
  FAILS(ncclGroupEnd(), ncclInvalidUsage);
  ncclUniqueId id;
  ncclComm_t one, two;
  OK(ncclGetUniqueId(&id));
  FAILS(ncclCommInitRank(&one, 2, id, 2), ncclInvalidArgument);
  OK(ncclCommInitRank(&one, 2, id, 0));
  FAILS(ncclCommInitRank(&two, 2, id, 0), ncclInvalidUsage);
  FAILS(ncclCommInitRank(&two, 3, id, 1), ncclInvalidArgument);
  OK(ncclCommInitRank(&two, 2, id, 1));
  // Ranks that do not agree are told, and do not wait for ever.
  OK(ncclAllReduce(ranks[0].send, ranks[0].recv, 4, ncclFloat32, ncclSum, one,
                   ranks[0].stream));
  OK(ncclAllReduce(ranks[1].send, ranks[1].recv, 5, ncclFloat32, ncclSum, two,
                   ranks[1].stream));
  wait();
  ncclResult_t error = ncclSuccess;
  OK(ncclCommGetAsyncError(one, &error));
  CHECK(error == ncclInvalidArgument);
  // Nor does one whose partner is gone.
  OK(ncclSend(ranks[0].send, 4, ncclFloat32, 1, one, ranks[0].stream));
  OK(ncclCommAbort(two));
  wait();
  OK(ncclCommDestroy(one));
}

// Divided by whether ranks are odd, in reversed order; the first is in none.
static void test_split() {
  ncclComm_t parts[RANKS];
  OK(ncclGroupStart());
  for (int r = 0; r < RANKS; ++r)
    OK(ncclCommSplit(ranks[r].comm, r ? r % 2 : NCCL_SPLIT_NOCOLOR, -r, &parts[r],
                     nullptr));
  OK(ncclGroupEnd());
  CHECK(parts[0] == nullptr);
  OK(ncclGroupStart());
  for (int r = 1; r < RANKS; ++r) {
    int count, own;
    OK(ncclCommCount(parts[r], &count));
    OK(ncclCommUserRank(parts[r], &own));
    CHECK(count == (r % 2 ? RANKS / 2 : (RANKS - 1) / 2));
    CHECK(own == (RANKS - 1 - r) / 2);
    *(int *)ranks[r].send = r;
    OK(ncclAllReduce(ranks[r].send, ranks[r].recv, 1, ncclInt, ncclSum, parts[r],
                     ranks[r].stream));
  }
  OK(ncclGroupEnd());
  wait();
  for (int r = 1; r < RANKS; ++r) {
    int sum = 0;
    for (int other = 1; other < RANKS; ++other)
      sum += other % 2 == r % 2 ? other : 0;
    CHECK(*(int *)ranks[r].recv == sum);
    OK(ncclCommDestroy(parts[r]));
  }
}

// Without the first, and of that without the last, which is revoked first.
static void test_shrink() {
  ncclComm_t fewer[RANKS], last[RANKS], none;
  int first = 0, out = RANKS - 2, twice[] = {1, 1};
  for (int r = 1; r < RANKS; ++r)
    OK(ncclCommShrink(ranks[r].comm, &first, 1, &fewer[r], nullptr,
                      NCCL_SHRINK_DEFAULT));
  for (int r = 1; r < RANKS; ++r) {
    int count, own;
    OK(ncclCommCount(fewer[r], &count));
    OK(ncclCommUserRank(fewer[r], &own));
    CHECK(count == RANKS - 1 && own == r - 1);
  }
  for (int round = 0; round < 2; ++round) {
    ncclComm_t *const comms = round ? last : fewer;
    const int end = RANKS - round;
    OK(ncclGroupStart());
    for (int r = 1; r < end; ++r) {
      *(int *)ranks[r].send = r;
      OK(ncclAllReduce(ranks[r].send, ranks[r].recv, 1, ncclInt, ncclSum,
                       comms[r], ranks[r].stream));
    }
    OK(ncclGroupEnd());
    wait();
    for (int r = 1; r < end; ++r)
      CHECK(*(int *)ranks[r].recv == end * (end - 1) / 2);
    for (int r = 1; r < RANKS && !round; ++r)
      OK(ncclCommRevoke(fewer[r], NCCL_REVOKE_DEFAULT));
    FAILS(ncclAllReduce(ranks[1].send, ranks[1].recv, 1, ncclInt, ncclSum,
                        fewer[1], ranks[1].stream),
          ncclInvalidUsage);
    for (int r = 1; r < RANKS - 1 && !round; ++r)
      OK(ncclCommShrink(fewer[r], &out, 1, &last[r], nullptr,
                        NCCL_SHRINK_ABORT));
  }
  FAILS(ncclCommShrink(ranks[0].comm, &first, 1, &none, nullptr, 0),
        ncclInvalidArgument); // excludes itself
  FAILS(ncclCommShrink(ranks[0].comm, twice, 2, &none, nullptr, 0),
        ncclInvalidArgument);
  FAILS(ncclCommShrink(ranks[0].comm, twice, 1, &none, nullptr, 2),
        ncclInvalidArgument);
  for (int r = 1; r < RANKS; ++r)
    OK(ncclCommDestroy(fewer[r]));
  for (int r = 1; r < RANKS - 1; ++r)
    OK(ncclCommDestroy(last[r]));
}

static void test_registered() {
  ncclComm_t comm = ranks[0].comm, other = ranks[1].comm, one;
  void *handle, *memory;
  ncclWindow_t window;
  ncclUniqueId ids[2];
  OK(ncclMemAlloc(&memory, 8192));
  OK(ncclCommRegister(comm, memory, 8192, &handle));
  FAILS(ncclCommDeregister(other, handle), ncclInvalidArgument);
  OK(ncclCommDeregister(comm, handle));
  OK(ncclCommWindowRegister(comm, memory, 4096, &window, NCCL_WIN_DEFAULT));
  FAILS(ncclCommWindowRegister(comm, (char *)memory + 16, 16, &window, 0),
        ncclInvalidArgument);
  FAILS(ncclCommDeregister(comm, window), ncclInvalidArgument);
  void *where = nullptr;
  OK(ncclWinGetUserPtr(comm, window, &where));
  CHECK(where == memory);
  FAILS(ncclWinGetUserPtr(other, window, &where), ncclInvalidArgument);
  OK(ncclCommWindowDeregister(comm, window));
  // Names of later versions, which PyTorch links.
  uint64_t bytes = 1;
  OK(ncclCommSuspend(comm, NCCL_SUSPEND_MEM));
  OK(ncclCommMemStats(comm, ncclStatGpuMemTotal, &bytes));
  CHECK(bytes == 0);
  OK(ncclCommResume(comm));
  FAILS(ncclCommSuspend(comm, 8), ncclInvalidArgument);
  FAILS(ncclCommMemStats(comm, (ncclCommMemStat_t)4, &bytes),
        ncclInvalidArgument);
  FAILS(ncclCommGetUniqueId(comm, &ids[0]), ncclInvalidUsage);
  FAILS(ncclSignal(0, 0, 0, 0, comm, nullptr), ncclInvalidUsage);
  OK(ncclMemFree(memory));
  OK(ncclGetUniqueId(&ids[0]));
  OK(ncclGetUniqueId(&ids[1]));
  FAILS(ncclCommInitRankScalable(&one, 1, 0, 2, ids, nullptr),
        ncclInvalidArgument);
  OK(ncclCommInitRankScalable(&one, 1, 0, 1, ids, nullptr));
  OK(ncclCommDestroy(one));
}

int main() {
  ncclUniqueId id;
  int version = 0;
  OK(ncclGetVersion(&version));
  CHECK(version == NCCL_VERSION_CODE);
  OK(ncclGetUniqueId(&id));
  OK(ncclGroupStart());
  for (int r = 0; r < RANKS; ++r) {
    OK(ncclCommInitRank(&ranks[r].comm, RANKS, id, r));
    OK(cudaStreamCreate(&ranks[r].stream));
    OK(cudaMallocManaged(&ranks[r].send, BYTES));
    OK(cudaMallocManaged(&ranks[r].recv, BYTES));
  }
  OK(ncclGroupEnd());
  for (int t = ncclInt8; t <= ncclBfloat16; ++t)
    for (const size_t count : {size_t(0), size_t(1), size_t(8), size_t(1021)})
      test_type(ncclDataType_t(t), count);
  test_ring();
  test_factor();
  test_threads();
  test_split();
  test_shrink();
  test_registered();
  test_wrong();
  for (const Rank &r : ranks) {
    OK(ncclCommFinalize(r.comm));
    OK(ncclCommDestroy(r.comm));
    OK(cudaStreamDestroy(r.stream));
    OK(cudaFree(r.send));
    OK(cudaFree(r.recv));
  }
  int devices = 0;
  ncclComm_t all[16];
  OK(cudaGetDeviceCount(&devices));
  devices = devices > 16 ? 16 : devices;
  OK(ncclCommInitAll(all, devices, nullptr));
  for (int i = 0; i < devices; ++i)
    OK(ncclCommDestroy(all[i]));
  printf("%d operations\n", cases);
  return 0;
}
