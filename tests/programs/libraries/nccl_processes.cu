// SPDX-License-Identifier: Apache-2.0
// Ranks of two and of four processes, started as a launcher would: every
// operation over sizes that are less and more than what is moved at a time,
// groups of sends and receives, divisions; and a rank that dies, whose others
// get an error and end.
//   nccl_processes               starts them
//   nccl_processes ID RANK RANKS WHAT
// FLAGS: -lnccl -std=c++17
// DEVICES: cpu
#include <nccl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "program.h"

#define GOOD(call) CHECK((call) == ncclSuccess)

static int rank, ranks;
static ncclComm_t comm;
static cudaStream_t stream;

template <class T> struct Array {
  T *p = nullptr;
  size_t size;
  explicit Array(size_t n) : size(n) {
    OK(cudaMallocManaged(&p, (n + 1) * sizeof(T)));
  }
  ~Array() { OK(cudaFree(p)); }
  T &operator[](size_t i) { return p[i]; }
};

// What rank r brings as its i-th number.
static double number(int r, size_t i) { return (double)(i % 97) * 0.5 + 3 * r; }
static double all_of(size_t i, int count = ranks) {
  double sum = 0;
  for (int r = 0; r < count; ++r)
    sum += number(r, i);
  return sum;
}

static void test_reductions(size_t n) {
  Array<double> a(n), b(n), many(n * (size_t)ranks), part(n);
  auto fill = [&] {
    for (size_t i = 0; i < n; ++i)
      a[i] = number(rank, i);
    for (size_t i = 0; i < n * (size_t)ranks; ++i)
      many[i] = number(rank, i);
  };
  fill();
  GOOD(ncclAllReduce(a.p, b.p, n, ncclDouble, ncclSum, comm, stream));
  GOOD(ncclReduceScatter(many.p, part.p, n, ncclDouble, ncclAvg, comm, stream));
  OK(cudaStreamSynchronize(stream));
  for (size_t i = 0; i < n; ++i) {
    CHECK(b[i] == all_of(i));
    CHECK(std::fabs(part[i] - all_of((size_t)rank * n + i) / ranks) < 1e-12);
  }
  GOOD(ncclAllReduce(a.p, a.p, n, ncclDouble, ncclMax, comm, stream));
  for (int root = 0; root < ranks; ++root) {
    for (size_t i = 0; i < n; ++i)
      b[i] = -1;
    OK(cudaStreamSynchronize(stream));
    fill();
    GOOD(ncclReduce(a.p, rank == root ? b.p : nullptr, n, ncclDouble, ncclSum,
                    root, comm, stream));
    OK(cudaStreamSynchronize(stream));
    for (size_t i = 0; i < n; ++i)
      CHECK(b[i] == (rank == root ? all_of(i) : -1));
    GOOD(ncclBroadcast(rank == root ? a.p : nullptr, b.p, n, ncclDouble, root,
                       comm, stream));
    OK(cudaStreamSynchronize(stream));
    for (size_t i = 0; i < n; ++i)
      CHECK(b[i] == number(root, i));
  }
  GOOD(ncclAllGather(a.p, many.p, n, ncclDouble, comm, stream));
  OK(cudaStreamSynchronize(stream));
  for (size_t i = 0; i < n * (size_t)ranks; ++i)
    CHECK(many[i] == number((int)(i / n), i % n));
}

static void test_scaled() {
  Array<float> a(100);
  for (size_t i = 0; i < 100; ++i)
    a[i] = 1;
  float factor = (float)rank + 1;
  ncclRedOp_t op;
  GOOD(ncclRedOpCreatePreMulSum(&op, &factor, ncclFloat, ncclScalarHostImmediate,
                                comm));
  GOOD(ncclAllReduce(a.p, a.p, 100, ncclFloat, op, comm, stream));
  OK(cudaStreamSynchronize(stream));
  for (size_t i = 0; i < 100; ++i)
    CHECK(a[i] == (float)(ranks * (ranks + 1) / 2));
  GOOD(ncclRedOpDestroy(op, comm));
}

// To the next and from the one before, more than fits between them; and blocks
// of each to each.
static void test_pairs(size_t n) {
  const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
  Array<int> a(n), b(n), c(n * (size_t)ranks), d(n * (size_t)ranks);
  for (size_t i = 0; i < n; ++i)
    a[i] = rank * 1000000 + (int)i;
  for (size_t i = 0; i < n * (size_t)ranks; ++i)
    c[i] = rank * 1000000 + (int)i;
  GOOD(ncclGroupStart());
  GOOD(ncclSend(a.p, n, ncclInt, next, comm, stream));
  GOOD(ncclRecv(b.p, n, ncclInt, before, comm, stream));
  GOOD(ncclGroupEnd());
  GOOD(ncclAlltoAll(c.p, d.p, n, ncclInt, comm, stream));
  OK(cudaStreamSynchronize(stream));
  for (size_t i = 0; i < n; ++i)
    CHECK(b[i] == before * 1000000 + (int)i);
  for (size_t i = 0; i < n * (size_t)ranks; ++i)
    CHECK(d[i] == (int)(i / n) * 1000000 + rank * (int)n + (int)(i % n));
  GOOD(ncclGather(a.p, d.p, n, ncclInt, ranks - 1, comm, stream));
  GOOD(ncclScatter(c.p, b.p, n, ncclInt, 0, comm, stream));
  OK(cudaStreamSynchronize(stream));
  for (size_t i = 0; i < n * (size_t)ranks && rank == ranks - 1; ++i)
    CHECK(d[i] == (int)(i / n) * 1000000 + (int)(i % n));
  for (size_t i = 0; i < n; ++i)
    CHECK(b[i] == rank * (int)n + (int)i);
}

// Two streams, whose operations keep their order.
static void test_streams() {
  cudaStream_t other;
  Array<int> a(4), b(4);
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  for (int i = 0; i < 50; ++i) {
    a[0] = rank + i;
    b[0] = rank * 10 + i;
    GOOD(ncclAllReduce(a.p, a.p, 1, ncclInt, ncclSum, comm, stream));
    GOOD(ncclAllReduce(b.p, b.p, 1, ncclInt, ncclSum, comm, other));
    OK(cudaStreamSynchronize(other));
    OK(cudaStreamSynchronize(stream));
    const int sum = ranks * (ranks - 1) / 2;
    CHECK(a[0] == sum + ranks * i && b[0] == 10 * sum + ranks * i);
  }
  OK(cudaStreamDestroy(other));
}

static void test_split() {
  ncclComm_t half, reversed;
  int count, own;
  Array<int> a(1);
  GOOD(ncclCommSplit(comm, rank % 2, 0, &half, nullptr));
  GOOD(ncclCommSplit(comm, rank ? 7 : NCCL_SPLIT_NOCOLOR, -rank, &reversed,
                     nullptr));
  GOOD(ncclCommCount(half, &count));
  GOOD(ncclCommUserRank(half, &own));
  CHECK(count == ranks / 2 && own == rank / 2);
  a[0] = rank;
  GOOD(ncclAllReduce(a.p, a.p, 1, ncclInt, ncclSum, half, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(a[0] == (ranks == 2 ? rank : 2 + 2 * (rank % 2)));
  CHECK((reversed == nullptr) == (rank == 0));
  if (reversed) {
    GOOD(ncclCommUserRank(reversed, &own));
    CHECK(own == ranks - 1 - rank);
    a[0] = rank;
    GOOD(ncclBroadcast(a.p, a.p, 1, ncclInt, 0, reversed, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(a[0] == ranks - 1);
    GOOD(ncclCommDestroy(reversed));
  }
  GOOD(ncclCommDestroy(half));
}

// The last rank dies in the middle; the others end with an error.
static void test_death() {
  Array<double> a(1 << 20);
  ncclResult_t error = ncclSuccess;
  GOOD(ncclAllReduce(a.p, a.p, 1, ncclDouble, ncclSum, comm, stream));
  OK(cudaStreamSynchronize(stream));
  if (rank == ranks - 1)
    raise(SIGKILL);
  const ncclResult_t status =
      ncclAllReduce(a.p, a.p, 1 << 20, ncclDouble, ncclSum, comm, stream);
  CHECK(status == ncclSuccess || status == ncclRemoteError);
  OK(cudaStreamSynchronize(stream));
  GOOD(ncclCommGetAsyncError(comm, &error));
  CHECK(error == ncclRemoteError);
  CHECK(ncclAllReduce(a.p, a.p, 1, ncclDouble, ncclSum, comm, stream) ==
        ncclRemoteError);
  // The others go on without it.
  ncclComm_t rest;
  int dead = ranks - 1;
  GOOD(ncclCommShrink(comm, &dead, 1, &rest, nullptr, NCCL_SHRINK_ABORT));
  a[0] = rank;
  GOOD(ncclAllReduce(a.p, a.p, 1, ncclDouble, ncclSum, rest, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(a[0] == (ranks - 1) * (ranks - 2) / 2);
  GOOD(ncclCommDestroy(rest));
}

// Ranks that do not agree.
static void test_difference() {
  Array<float> a(8);
  ncclResult_t error = ncclSuccess;
  // A rank that comes late is told at once.
  const ncclResult_t status = ncclAllReduce(
      a.p, a.p, 8, ncclFloat, rank ? ncclSum : ncclMax, comm, stream);
  CHECK(status == ncclSuccess || status == ncclInvalidArgument);
  OK(cudaStreamSynchronize(stream));
  GOOD(ncclCommGetAsyncError(comm, &error));
  CHECK(error == ncclInvalidArgument);
}

static int run(const char *id_text, const std::string &what) {
  ncclUniqueId id;
  memset(&id, 0, sizeof(id));
  snprintf(id.internal, sizeof(id.internal), "%s", id_text);
  OK(cudaStreamCreate(&stream));
  GOOD(ncclCommInitRank(&comm, ranks, id, rank));
  if (what == "death") {
    test_death();
  } else if (what == "difference") {
    test_difference();
  } else {
    for (size_t n : {(size_t)0, (size_t)1, (size_t)2, (size_t)1000, (size_t)30011})
      test_reductions(n);
    test_scaled();
    for (size_t n : {1, 100, 50000})
      test_pairs(n);
    test_streams();
    test_split();
  }
  GOOD(ncclCommDestroy(comm));
  OK(cudaStreamDestroy(stream));
  return 0;
}

// Starts them all; how many ended well.
static int start(const char *program, int count, const char *what) {
  ncclUniqueId id;
  std::vector<pid_t> children;
  int good = 0;
  GOOD(ncclGetUniqueId(&id));
  for (int r = 0; r < count; ++r) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      const std::string own = std::to_string(r), all = std::to_string(count);
      alarm(100);
      execl(program, program, id.internal, own.c_str(), all.c_str(), what,
            (char *)nullptr);
      _exit(127);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    good += WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  const std::string left = std::string("/dev/shm") + id.internal;
  CHECK(access(left.c_str(), F_OK) != 0); // nothing is left behind
  return good;
}

int main(int argc, char **argv) {
  if (argc == 5) {
    rank = atoi(argv[2]);
    ranks = atoi(argv[3]);
    return run(argv[1], argv[4]);
  }
  for (int count : {2, 4}) {
    CHECK(start("/proc/self/exe", count, "all") == count);
    CHECK(start("/proc/self/exe", count, "death") == count - 1);
    CHECK(start("/proc/self/exe", count, "difference") == count);
  }
  std::printf("ok\n");
  return 0;
}
