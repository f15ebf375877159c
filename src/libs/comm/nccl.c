// SPDX-License-Identifier: Apache-2.0
// NCCL among the ranks of one process: the last rank whose stream reaches an
// operation does it for all, in the memory of this machine's processor.
//
// Each rank's part is two pieces of work on its stream: it arrives, and it
// waits for the others. Inside of a group all parts arrive before any waits.
#include "cuda/nccl.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "libs/comm/reduce.h"
#include "libs/core/work.h"
#include "runtime/contract/result.h"

enum { REASON_SIZE = 256, RANKS_MAX = 128, OPS_MAX = 64, GROUP_MAX = 4096 };

static ncclResult_t __attribute__((format(printf, 2, 3)))
refuse(ncclResult_t status, const char *format, ...) {
  char reason[REASON_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof(reason), format, list);
  va_end(list);
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", reason);
  return status;
}

#define TRY(...)                                                               \
  do {                                                                         \
    const ncclResult_t status_ = (__VA_ARGS__);                                \
    if (status_ != ncclSuccess)                                                \
      return status_;                                                          \
  } while (0)
#define NEED(condition, ...)                                                   \
  do {                                                                         \
    if (!(condition))                                                          \
      return refuse(ncclInvalidArgument, __VA_ARGS__);                         \
  } while (0)

// ---- Worlds: the ranks of one id, and operations that not all have reached

// Which operation: the n-th of all ranks, or the n-th from one to another.
typedef struct key {
  int from, to; // -1: of all
  unsigned long long number;
} key;

typedef struct meeting {
  key key;
  qn_comm_work work;
  qn_comm_rank *ranks;
  int wanted, asked, arrived, left; // of its ranks
  bool is_wrong, is_done;
  struct meeting *next;
} meeting;

typedef struct world {
  ncclUniqueId id;
  int ranks, joined, refs;
  bool taken[RANKS_MAX];
  bool is_aborted;
  ncclResult_t error;
  pthread_mutex_t mutex;
  pthread_cond_t moved;
  meeting *meetings;
  struct world *next;
} world;

typedef struct scalar_op {
  bool is_used;
  ncclDataType_t type;
  const void *device; // NULL: `value`
  double value;
} scalar_op;

struct ncclComm {
  world *world;
  int rank, device;
  unsigned long long collectives, *sends, *receives; // how many so far
  scalar_op ops[OPS_MAX];
};

static pthread_mutex_t worlds_mutex = PTHREAD_MUTEX_INITIALIZER;
static world *worlds;

static world *find_world(const ncclUniqueId *id, int ranks) {
  for (world *w = worlds; w; w = w->next)
    if (memcmp(&w->id, id, sizeof(*id)) == 0)
      return w;
  world *w = qn_alloc_array(1, sizeof(*w));
  if (!w)
    return NULL;
  w->id = *id;
  w->ranks = ranks;
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->moved, NULL);
  w->next = worlds;
  worlds = w;
  return w;
}

static void free_meetings(world *w) {
  for (meeting *m = w->meetings, *next; m; m = next) {
    next = m->next;
    qn_free(m->ranks);
    qn_free(m);
  }
}

static void drop_world(world *w) {
  pthread_mutex_lock(&worlds_mutex);
  const bool is_last = --w->refs == 0;
  for (world **at = &worlds; is_last && *at; at = &(*at)->next)
    if (*at == w) {
      *at = w->next;
      break;
    }
  pthread_mutex_unlock(&worlds_mutex);
  if (!is_last)
    return;
  free_meetings(w);
  pthread_mutex_destroy(&w->mutex);
  pthread_cond_destroy(&w->moved);
  qn_free(w);
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId) {
  static atomic_uint last;
  NEED(uniqueId, "there is no place for the id");
  memset(uniqueId, 0, sizeof(*uniqueId));
  snprintf(uniqueId->internal, sizeof(uniqueId->internal), "quern %ld %u",
           (long)getpid(), atomic_fetch_add(&last, 1) + 1);
  return ncclSuccess;
}

static ncclResult_t join(world *w, int ranks, int rank) {
  if (w->ranks != ranks)
    return refuse(ncclInvalidArgument, "%d ranks, and others say %d", ranks,
                  w->ranks);
  if (w->taken[rank])
    return refuse(ncclInvalidUsage, "rank %d is there already", rank);
  w->taken[rank] = true;
  ++w->joined;
  ++w->refs;
  return ncclSuccess;
}

static void free_comm(ncclComm_t comm) {
  qn_free(comm->sends);
  qn_free(comm->receives);
  qn_free(comm);
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId,
                              int rank) {
  int device = 0;
  char own[32];
  NEED(comm, "there is no place for the communicator");
  NEED(nranks >= 1 && nranks <= RANKS_MAX && rank >= 0 && rank < nranks,
       "rank %d of %d; there can be %d", rank, nranks, RANKS_MAX);
  snprintf(own, sizeof(own), "quern %ld ", (long)getpid());
  if (nranks > 1 && strncmp(commId.internal, own, strlen(own)) != 0)
    return refuse(ncclSystemError,
                  "the id is another process's; ranks are of one");
  if (hipGetDevice(&device) != hipSuccess)
    return refuse(ncclUnhandledCudaError, "there is no device");
  if (!qn_libs_on_host(device))
    return refuse(ncclSystemError,
                  "nothing does collective operations on this device");
  ncclComm_t made = qn_alloc_array(1, sizeof(*made));
  if (!made)
    return ncclSystemError;
  made->sends = qn_alloc_array((size_t)nranks, sizeof(*made->sends));
  made->receives = qn_alloc_array((size_t)nranks, sizeof(*made->receives));
  pthread_mutex_lock(&worlds_mutex);
  world *w = made->sends && made->receives ? find_world(&commId, nranks) : NULL;
  const ncclResult_t status = w ? join(w, nranks, rank) : ncclSystemError;
  pthread_mutex_unlock(&worlds_mutex);
  if (status != ncclSuccess) {
    free_comm(made);
    return status;
  }
  made->world = w;
  made->rank = rank;
  made->device = device;
  *comm = made;
  return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist) {
  ncclUniqueId id;
  int before = 0;
  NEED(comm && ndev >= 1 && ndev <= RANKS_MAX, "%d devices", ndev);
  TRY(ncclGetUniqueId(&id));
  if (hipGetDevice(&before) != hipSuccess)
    return refuse(ncclUnhandledCudaError, "there is no device");
  ncclResult_t status = ncclSuccess;
  int made = 0;
  for (; made < ndev && status == ncclSuccess; ++made) {
    const int device = devlist ? devlist[made] : made;
    status = hipSetDevice(device) == hipSuccess
                 ? ncclCommInitRank(&comm[made], ndev, id, made)
                 : refuse(ncclInvalidArgument, "there is no device %d", device);
  }
  (void)hipSetDevice(before);
  for (int i = 0; status != ncclSuccess && i < made - 1; ++i)
    (void)ncclCommDestroy(comm[i]);
  return status;
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  return ncclSuccess;
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  drop_world(comm->world);
  free_comm(comm);
  return ncclSuccess;
}
// Whoever waits waits no longer.
ncclResult_t ncclCommAbort(ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  pthread_mutex_lock(&comm->world->mutex);
  comm->world->is_aborted = true;
  comm->world->error = ncclRemoteError;
  pthread_cond_broadcast(&comm->world->moved);
  pthread_mutex_unlock(&comm->world->mutex);
  return ncclCommDestroy(comm);
}

// ---- What there is to know

ncclResult_t ncclGetVersion(int *version) {
  NEED(version, "there is no place for the version");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
const char *ncclGetErrorString(ncclResult_t result) {
  static const char *const texts[] = {"no error",
                                      "a call of the runtime failed",
                                      "a system error",
                                      "an internal error",
                                      "invalid argument",
                                      "invalid usage",
                                      "another rank failed",
                                      "in progress"};
  return (unsigned)result < ncclNumResults ? texts[result]
                                           : "unknown result code";
}
const char *ncclGetLastError(ncclComm_t comm) {
  (void)comm;
  return qn_reason();
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError) {
  NEED(comm && asyncError, "an argument is null");
  pthread_mutex_lock(&comm->world->mutex);
  *asyncError = comm->world->error;
  pthread_mutex_unlock(&comm->world->mutex);
  return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
  NEED(comm && count, "an argument is null");
  *count = comm->world->ranks;
  return ncclSuccess;
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
  NEED(comm && device, "an argument is null");
  *device = comm->device;
  return ncclSuccess;
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
  NEED(comm && rank, "an argument is null");
  *rank = comm->rank;
  return ncclSuccess;
}

ncclResult_t ncclMemAlloc(void **ptr, size_t size) {
  NEED(ptr, "there is no place for the address");
  return hipMalloc(ptr, size) == hipSuccess ? ncclSuccess
                                            : ncclUnhandledCudaError;
}
ncclResult_t ncclMemFree(void *ptr) {
  return hipFree(ptr) == hipSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar,
                                      ncclDataType_t datatype,
                                      ncclScalarResidence_t residence,
                                      ncclComm_t comm) {
  NEED(op && scalar && comm, "an argument is null");
  NEED(qn_comm_size(datatype), "there are no elements of type %d",
       (int)datatype);
  NEED((unsigned)residence < 2, "a scalar cannot be at %d", (int)residence);
  for (int i = 0; i < OPS_MAX; ++i) {
    scalar_op *o = &comm->ops[i];
    if (o->is_used)
      continue;
    const bool on_device = residence == ncclScalarDevice;
    *o = (scalar_op){true, datatype, on_device ? scalar : NULL,
                     on_device ? 0 : qn_comm_number(datatype, scalar)};
    const int number = ncclNumOps + i; // none of the enumerators
    memcpy(op, &number, sizeof(number));
    return ncclSuccess;
  }
  return refuse(ncclInvalidUsage, "there are %d operations already", OPS_MAX);
}
static scalar_op *own_op(ncclComm_t comm, ncclRedOp_t op) {
  const int at = (int)op - ncclNumOps;
  return at >= 0 && at < OPS_MAX && comm->ops[at].is_used ? &comm->ops[at]
                                                          : NULL;
}
ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  scalar_op *o = own_op(comm, op);
  NEED(o, "operation %d is none of this communicator's", (int)op);
  o->is_used = false;
  return ncclSuccess;
}

// ---- One rank's part

typedef struct part {
  world *world;
  meeting *meeting;
  int at; // which of its ranks
  scalar_op scalar;
  hipStream_t stream;
} part;

static void unlink_meeting(world *w, meeting *m) {
  for (meeting **at = &w->meetings; *at; at = &(*at)->next)
    if (*at == m) {
      *at = m->next;
      break;
    }
  qn_free(m->ranks);
  qn_free(m);
}

static void arrive(void *data) {
  const part *p = data;
  meeting *m = p->meeting;
  pthread_mutex_lock(&p->world->mutex);
  m->ranks[p->at].factor =
      p->scalar.device ? qn_comm_number(p->scalar.type, p->scalar.device)
                       : p->scalar.value;
  if (++m->arrived == m->wanted) {
    if (m->is_wrong)
      p->world->error = ncclInvalidArgument;
    else
      qn_comm_run(&m->work, m->ranks);
    m->is_done = true;
    pthread_cond_broadcast(&p->world->moved);
  }
  pthread_mutex_unlock(&p->world->mutex);
}

static void wait_for_all(void *data) {
  const part *p = data;
  meeting *m = p->meeting;
  pthread_mutex_lock(&p->world->mutex);
  while (!m->is_done && !p->world->is_aborted)
    pthread_cond_wait(&p->world->moved, &p->world->mutex);
  if (++m->left == m->wanted)
    unlink_meeting(p->world, m);
  pthread_mutex_unlock(&p->world->mutex);
}

static void keep_part(void *data) { (void)data; }
static void free_part(void *data) {
  part *p = data;
  drop_world(p->world);
  qn_free(p);
}

// Parts of a group that have arrived, and do not wait yet.
static _Thread_local int group_depth;
static _Thread_local struct waiting {
  part *part;
  struct waiting *next;
} *group_first, **group_last;

static ncclResult_t submit_wait(part *p) {
  return qn_libs_submit(p->stream, wait_for_all, free_part, p) == hipSuccess
             ? ncclSuccess
             : ncclUnhandledCudaError;
}

ncclResult_t ncclGroupStart(void) {
  if (group_depth++ == 0)
    group_last = &group_first;
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd(void) {
  ncclResult_t status = ncclSuccess;
  if (!group_depth)
    return refuse(ncclInvalidUsage, "no group was started");
  if (--group_depth)
    return ncclSuccess;
  for (struct waiting *w = group_first, *next; w; w = next) {
    next = w->next;
    const ncclResult_t one = submit_wait(w->part);
    status = status == ncclSuccess ? one : status;
    qn_free(w);
  }
  group_first = NULL;
  return status;
}

static meeting *find_meeting(world *w, const key *k, const qn_comm_work *work,
                             int wanted) {
  for (meeting *m = w->meetings; m; m = m->next)
    if (m->key.from == k->from && m->key.to == k->to &&
        m->key.number == k->number) {
      m->is_wrong = m->is_wrong || m->work.kind != work->kind ||
                    m->work.type != work->type || m->work.op != work->op ||
                    m->work.count != work->count || m->work.root != work->root;
      return m;
    }
  meeting *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return NULL;
  m->ranks = qn_alloc_array((size_t)wanted, sizeof(*m->ranks));
  if (!m->ranks) {
    qn_free(m);
    return NULL;
  }
  m->key = *k;
  m->work = *work;
  m->wanted = wanted;
  m->next = w->meetings;
  w->meetings = m;
  return m;
}

// What a rank brings to an operation, as its `at`-th.
typedef struct share {
  key key;
  int at, wanted;
  const void *send;
  void *recv;
  scalar_op scalar;
} share;

static part *make_part(ncclComm_t comm, const share *s,
                       const qn_comm_work *work) {
  part *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return NULL;
  pthread_mutex_lock(&comm->world->mutex);
  meeting *m = find_meeting(comm->world, &s->key, work, s->wanted);
  if (m) {
    m->ranks[s->at].send = s->send;
    m->ranks[s->at].recv = s->recv;
  }
  pthread_mutex_unlock(&comm->world->mutex);
  if (!m) {
    qn_free(p);
    return NULL;
  }
  *p = (part){comm->world, m, s->at, s->scalar, NULL};
  pthread_mutex_lock(&worlds_mutex);
  ++comm->world->refs;
  pthread_mutex_unlock(&worlds_mutex);
  return p;
}

static ncclResult_t submit(ncclComm_t comm, const share *s,
                           const qn_comm_work *work, hipStream_t stream) {
  if (qn_libs_captures(stream))
    return refuse(ncclInvalidUsage,
                  "the stream captures; operations of ranks are not captured");
  part *p = make_part(comm, s, work);
  struct waiting *w = group_depth ? qn_alloc(sizeof(*w)) : NULL;
  if (!p || (group_depth && !w))
    return ncclSystemError;
  p->stream = stream;
  if (qn_libs_submit(stream, arrive, keep_part, p) != hipSuccess)
    return ncclUnhandledCudaError;
  if (!w)
    return submit_wait(p);
  *w = (struct waiting){p, NULL};
  *group_last = w;
  group_last = &w->next;
  return ncclSuccess;
}

// ---- Operations of all ranks

static ncclResult_t check(ncclComm_t comm, const qn_comm_work *w,
                          const share *s) {
  NEED(comm, "the communicator is null");
  NEED(qn_comm_size(w->type), "there are no elements of type %d", (int)w->type);
  NEED(w->root >= 0 && w->root < comm->world->ranks, "there is no rank %d",
       w->root);
  const bool sends = w->kind != QN_COMM_BROADCAST || w->root == comm->rank;
  const bool receives = w->kind != QN_COMM_REDUCE || w->root == comm->rank;
  NEED(!w->count || ((s->send || !sends) && (s->recv || !receives)),
       "a buffer is null");
  return ncclSuccess;
}

static ncclResult_t collective(ncclComm_t comm, qn_comm_work *w, share *s,
                               cudaStream_t stream) {
  TRY(check(comm, w, s));
  w->ranks = s->wanted = comm->world->ranks;
  s->at = comm->rank;
  s->key = (key){-1, -1, comm->collectives++};
  return submit(comm, s, w, (hipStream_t)stream);
}

static ncclResult_t reduction(ncclComm_t comm, qn_comm_work *w, share *s,
                              ncclRedOp_t op, cudaStream_t stream) {
  NEED(comm, "the communicator is null");
  const scalar_op *own = own_op(comm, op);
  NEED(own || (unsigned)op < ncclNumOps, "there is no operation %d", (int)op);
  NEED(!own || own->type == w->type,
       "the operation is of type %d, and the elements of %d",
       own ? (int)own->type : 0, (int)w->type);
  w->op = own ? ncclSum : op;
  w->scales = own != NULL;
  if (own)
    s->scalar = *own;
  return collective(comm, w, s, stream);
}

ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream) {
  qn_comm_work w = {
      .kind = QN_COMM_ALL_REDUCE, .type = datatype, .count = count};
  share s = {.send = sendbuff, .recv = recvbuff};
  return reduction(comm, &w, &s, op, stream);
}
ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count,
                        ncclDataType_t datatype, ncclRedOp_t op, int root,
                        ncclComm_t comm, cudaStream_t stream) {
  qn_comm_work w = {
      .kind = QN_COMM_REDUCE, .type = datatype, .count = count, .root = root};
  share s = {.send = sendbuff, .recv = recvbuff};
  return reduction(comm, &w, &s, op, stream);
}
ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff,
                               size_t recvcount, ncclDataType_t datatype,
                               ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream) {
  qn_comm_work w = {
      .kind = QN_COMM_REDUCE_SCATTER, .type = datatype, .count = recvcount};
  share s = {.send = sendbuff, .recv = recvbuff};
  return reduction(comm, &w, &s, op, stream);
}
ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, int root, ncclComm_t comm,
                           cudaStream_t stream) {
  qn_comm_work w = {.kind = QN_COMM_BROADCAST,
                    .type = datatype,
                    .count = count,
                    .root = root};
  share s = {.send = sendbuff, .recv = recvbuff};
  return collective(comm, &w, &s, stream);
}
ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t datatype,
                       int root, ncclComm_t comm, cudaStream_t stream) {
  return ncclBroadcast(buff, buff, count, datatype, root, comm, stream);
}
ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff,
                           size_t sendcount, ncclDataType_t datatype,
                           ncclComm_t comm, cudaStream_t stream) {
  qn_comm_work w = {
      .kind = QN_COMM_ALL_GATHER, .type = datatype, .count = sendcount};
  share s = {.send = sendbuff, .recv = recvbuff};
  return collective(comm, &w, &s, stream);
}

// ---- From one rank to another

static ncclResult_t pair(ncclComm_t comm, qn_comm_work *w, share *s, int peer,
                         cudaStream_t stream) {
  NEED(comm, "the communicator is null");
  NEED(peer >= 0 && peer < comm->world->ranks, "there is no rank %d", peer);
  NEED(qn_comm_size(w->type), "there are no elements of type %d", (int)w->type);
  NEED(!w->count || s->send || s->recv, "the buffer is null");
  if (peer == comm->rank && !group_depth)
    return refuse(ncclInvalidUsage, "a rank sends to itself in a group only");
  const bool sends = s->at == 0;
  s->key = sends ? (key){comm->rank, peer, comm->sends[peer]++}
                 : (key){peer, comm->rank, comm->receives[peer]++};
  s->wanted = w->ranks = 2;
  return submit(comm, s, w, (hipStream_t)stream);
}
ncclResult_t ncclSend(const void *sendbuff, size_t count,
                      ncclDataType_t datatype, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  qn_comm_work w = {.kind = QN_COMM_PAIR, .type = datatype, .count = count};
  share s = {.at = 0, .send = sendbuff};
  return pair(comm, &w, &s, peer, stream);
}
ncclResult_t ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype,
                      int peer, ncclComm_t comm, cudaStream_t stream) {
  qn_comm_work w = {.kind = QN_COMM_PAIR, .type = datatype, .count = count};
  share s = {.at = 1, .recv = recvbuff};
  return pair(comm, &w, &s, peer, stream);
}
