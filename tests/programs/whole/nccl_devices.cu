// SPDX-License-Identifier: Apache-2.0
// NCCL among all devices of this process, a rank on each: every operation in one
// process and in a thread for each rank, groups, pairs in a ring, factors of the
// program's own, parts of a communicator, and one without its first rank.
// FLAGS: -lnccl -std=c++17
// DEVICES: cpu cuda
#include <cuda_runtime.h>
#include <nccl.h>

#include <thread>
#include <vector>

#include "program.h"

#define GOOD(call)                                                             \
  do {                                                                         \
    const ncclResult_t status_ = (call);                                       \
    if (status_ != ncclSuccess) {                                              \
      fprintf(stderr, "%s:%d: %s gave %s\n", __FILE__, __LINE__, #call,        \
              ncclGetErrorString(status_));                                    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { COUNT = 1000 };
struct Rank {
  ncclComm_t comm;
  cudaStream_t stream;
  int *send, *recv; // COUNT for each rank
};
static std::vector<Rank> ranks;
static int cases;

static int value(int rank, int i) { return rank * 31 + i % 17; }

static void fill() {
  const int n = int(ranks.size());
  std::vector<int> host(size_t(COUNT) * size_t(n));
  for (int r = 0; r < n; ++r) {
    OK(cudaSetDevice(r));
    for (int i = 0; i < COUNT * n; ++i)
      host[size_t(i)] = value(r, i);
    OK(cudaMemcpy(ranks[size_t(r)].send, host.data(), host.size() * 4,
                  cudaMemcpyHostToDevice));
    OK(cudaMemset(ranks[size_t(r)].recv, 0xff, host.size() * 4));
  }
}
static std::vector<int> read(int r) {
  std::vector<int> host(size_t(COUNT) * ranks.size());
  OK(cudaSetDevice(r));
  OK(cudaStreamSynchronize(ranks[size_t(r)].stream));
  OK(cudaMemcpy(host.data(), ranks[size_t(r)].recv, host.size() * 4,
                cudaMemcpyDeviceToHost));
  ++cases;
  return host;
}

// One operation of all ranks, and what each element of its result is.
template <typename Call, typename Wanted>
static void check(int count, Call call, Wanted wanted) {
  const int n = int(ranks.size());
  for (const bool threads : {false, true}) {
    fill();
    if (threads) {
      std::vector<std::thread> all;
      for (int r = 0; r < n; ++r)
        all.emplace_back([=] {
          OK(cudaSetDevice(r));
          GOOD(call(r, ranks[size_t(r)]));
        });
      for (std::thread &t : all)
        t.join();
    } else {
      GOOD(ncclGroupStart());
      for (int r = 0; r < n; ++r) {
        OK(cudaSetDevice(r));
        GOOD(call(r, ranks[size_t(r)]));
      }
      GOOD(ncclGroupEnd());
    }
    for (int r = 0; r < n; ++r) {
      const std::vector<int> is = read(r);
      for (int i = 0; i < count; ++i)
        CHECK(is[size_t(i)] == wanted(r, i));
    }
  }
}

static void check_all() {
  const int n = int(ranks.size()), last = n - 1;
  const auto sum = [=](int i) {
    int total = 0;
    for (int r = 0; r < n; ++r)
      total += value(r, i);
    return total;
  };
  check(COUNT,
        [](int, const Rank &k) {
          return ncclAllReduce(k.send, k.recv, COUNT, ncclInt, ncclSum, k.comm,
                               k.stream);
        },
        [=](int, int i) { return sum(i); });
  check(COUNT,
        [](int, const Rank &k) {
          return ncclAllReduce(k.send, k.recv, COUNT, ncclInt, ncclMax, k.comm,
                               k.stream);
        },
        [=](int, int i) { return value(last, i); });
  check(COUNT,
        [=](int, const Rank &k) {
          return ncclReduce(k.send, k.recv, COUNT, ncclInt, ncclSum, last,
                            k.comm, k.stream);
        },
        [=](int r, int i) { return r == last ? sum(i) : -1; });
  check(COUNT,
        [=](int, const Rank &k) {
          return ncclBroadcast(k.send, k.recv, COUNT, ncclInt, last, k.comm,
                               k.stream);
        },
        [=](int, int i) { return value(last, i); });
  check(COUNT * n,
        [](int, const Rank &k) {
          return ncclAllGather(k.send, k.recv, COUNT, ncclInt, k.comm, k.stream);
        },
        [=](int, int i) { return value(i / COUNT, i % COUNT); });
  check(COUNT,
        [](int, const Rank &k) {
          return ncclReduceScatter(k.send, k.recv, COUNT, ncclInt, ncclSum,
                                   k.comm, k.stream);
        },
        [=](int r, int i) { return sum(r * COUNT + i); });
  check(COUNT * n,
        [](int, const Rank &k) {
          return ncclAlltoAll(k.send, k.recv, COUNT, ncclInt, k.comm, k.stream);
        },
        [=](int r, int i) { return value(i / COUNT, r * COUNT + i % COUNT); });
  check(COUNT, // a ring
        [=](int r, const Rank &k) {
          ncclResult_t status = ncclGroupStart();
          if (status == ncclSuccess)
            status = ncclSend(k.send, COUNT, ncclInt, (r + 1) % n, k.comm,
                              k.stream);
          if (status == ncclSuccess)
            status = ncclRecv(k.recv, COUNT, ncclInt, (r + last) % n, k.comm,
                              k.stream);
          const ncclResult_t ended = ncclGroupEnd();
          return status == ncclSuccess ? ended : status;
        },
        [=](int r, int i) { return value((r + last) % n, i); });
}

static void check_factor() {
  const int n = int(ranks.size());
  std::vector<ncclRedOp_t> ops(ranks.size());
  std::vector<int> factors(ranks.size());
  for (int r = 0; r < n; ++r) {
    OK(cudaSetDevice(r));
    factors[size_t(r)] = r + 2;
    GOOD(ncclRedOpCreatePreMulSum(&ops[size_t(r)], &factors[size_t(r)], ncclInt,
                                  ncclScalarHostImmediate,
                                  ranks[size_t(r)].comm));
  }
  check(COUNT,
        [&](int r, const Rank &k) {
          return ncclAllReduce(k.send, k.recv, COUNT, ncclInt, ops[size_t(r)],
                               k.comm, k.stream);
        },
        [=](int, int i) {
          int total = 0;
          for (int r = 0; r < n; ++r)
            total += value(r, i) * (r + 2);
          return total;
        });
  for (int r = 0; r < n; ++r)
    GOOD(ncclRedOpDestroy(ops[size_t(r)], ranks[size_t(r)].comm));
}

// In reversed order, all but the first, which is in no part.
static void check_parts() {
  const int n = int(ranks.size());
  std::vector<ncclComm_t> parts(ranks.size());
  GOOD(ncclGroupStart());
  for (int r = 0; r < n; ++r) {
    OK(cudaSetDevice(r));
    GOOD(ncclCommSplit(ranks[size_t(r)].comm, r ? 4 : NCCL_SPLIT_NOCOLOR, -r,
                       &parts[size_t(r)], nullptr));
  }
  GOOD(ncclGroupEnd());
  CHECK(parts[0] == nullptr);
  for (int r = 1; r < n; ++r) {
    int count = 0, own = -1;
    GOOD(ncclCommCount(parts[size_t(r)], &count));
    GOOD(ncclCommUserRank(parts[size_t(r)], &own));
    CHECK(count == n - 1 && own == n - 1 - r);
  }
  fill();
  GOOD(ncclGroupStart());
  for (int r = 1; r < n; ++r) {
    OK(cudaSetDevice(r));
    const Rank &k = ranks[size_t(r)];
    GOOD(ncclBroadcast(k.send, k.recv, COUNT, ncclInt, 0, parts[size_t(r)],
                       k.stream));
  }
  GOOD(ncclGroupEnd());
  for (int r = 1; r < n; ++r) {
    const std::vector<int> is = read(r);
    for (int i = 0; i < COUNT; ++i)
      CHECK(is[size_t(i)] == value(n - 1, i));
    GOOD(ncclCommDestroy(parts[size_t(r)]));
  }
}

int main() {
  int n = 0, version = 0;
  OK(cudaGetDeviceCount(&n));
  n = n > 8 ? 8 : n;
  ranks.resize(size_t(n));
  std::vector<ncclComm_t> comms(ranks.size());
  GOOD(ncclGetVersion(&version));
  GOOD(ncclCommInitAll(comms.data(), n, nullptr));
  for (int r = 0; r < n; ++r) {
    Rank &k = ranks[size_t(r)];
    int device = -1, rank = -1, count = 0;
    k.comm = comms[size_t(r)];
    OK(cudaSetDevice(r));
    OK(cudaStreamCreate(&k.stream));
    OK(cudaMalloc(&k.send, sizeof(int) * COUNT * size_t(n)));
    OK(cudaMalloc(&k.recv, sizeof(int) * COUNT * size_t(n)));
    GOOD(ncclCommCuDevice(k.comm, &device));
    GOOD(ncclCommUserRank(k.comm, &rank));
    GOOD(ncclCommCount(k.comm, &count));
    CHECK(device == r && rank == r && count == n);
  }
  check_all();
  check_factor();
  check_parts();
  for (int r = 0; r < n; ++r) {
    const Rank &k = ranks[size_t(r)];
    ncclResult_t error = ncclSystemError;
    OK(cudaSetDevice(r));
    GOOD(ncclCommGetAsyncError(k.comm, &error));
    CHECK(error == ncclSuccess);
    GOOD(ncclCommFinalize(k.comm));
    GOOD(ncclCommDestroy(k.comm));
    OK(cudaFree(k.send));
    OK(cudaFree(k.recv));
    OK(cudaStreamDestroy(k.stream));
  }
  printf("%d devices, %d results\n", n, cases);
  return 0;
}
