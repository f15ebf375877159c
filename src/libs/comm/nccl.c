// SPDX-License-Identifier: Apache-2.0
// NCCL. Among the ranks of one process the last one whose stream reaches an
// operation does it for all, in the memory of this machine's processor; those
// of several processes do it by memory that they share (remote.h).
//
// Each rank's part is two pieces of work on its stream: it arrives, and it
// waits for the others. Inside of a group all parts arrive before any waits.
#include "cuda/nccl.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "libs/comm/reduce.h"
#include "libs/comm/remote.h"
#include "libs/comm/vendor.h"
#include "libs/core/work.h"
#include "runtime/contract/result.h"

enum {
  REASON_SIZE = 256,
  RANKS_MAX = QN_SEGMENT_RANKS_MAX,
  OPS_MAX = 64,
  GROUP_MAX = 4096
};

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
  // Where no other process's rank can be: what each says of each division.
  int64_t said[QN_SEGMENT_SPLITS_MAX][RANKS_MAX]; // 0: nothing yet
  struct world *next;
} world;

typedef struct scalar_op {
  bool is_used;
  ncclDataType_t type;
  const void *device; // NULL: `value`
  double value;
} scalar_op;

struct ncclComm {
  // NVIDIA's, on its devices, which does all; NULL: what follows does.
  qn_nccl_ref theirs;
  bool is_theirs;
  world *world;
  int rank, device;
  // With ranks that may be of other processes, which is known when all have
  // entered, at the first use.
  qn_remote *remote;
  bool is_known, is_local;
  bool is_revoked;
  int shrinks;                                       // how many so far
  int splits;                                        // how many so far
  unsigned long long collectives, *sends, *receives; // how many so far
  scalar_op ops[OPS_MAX];
};

static _Thread_local int group_depth;
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
  int device = 0;
  NEED(uniqueId, "there is no place for the id");
  if (hipGetDevice(&device) == hipSuccess && qn_libs_is_native(device))
    return qn_nccl_unique_id(uniqueId);
  memset(uniqueId, 0, sizeof(*uniqueId));
  unsigned long long chance = 0;
  (void)!getrandom(&chance, sizeof(chance), GRND_NONBLOCK);
  snprintf(uniqueId->internal, sizeof(uniqueId->internal),
           "/quern-nccl-%ld-%u-%llx", (long)getpid(),
           atomic_fetch_add(&last, 1) + 1, chance);
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
  if (comm->remote) {
    qn_segment_leave(comm->remote->segment, comm->rank);
    qn_remote_release(comm->remote);
  }
  qn_free(comm->sends);
  qn_free(comm->receives);
  qn_free(comm);
}

static ncclResult_t enter(ncclComm_t comm, const ncclUniqueId *id, int ranks,
                          int rank) {
  qn_remote *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return ncclSystemError;
  r->segment = qn_segment_open(id->internal, ranks);
  if (!r->segment) {
    qn_free(r);
    return refuse(ncclSystemError,
                  "no memory can be shared for %d ranks (/dev/shm)", ranks);
  }
  r->rank = rank;
  r->ranks = ranks;
  atomic_init(&r->refs, 1);
  if (!qn_segment_join(r->segment, rank)) {
    qn_remote_release(r);
    return refuse(ncclInvalidUsage, "rank %d is there already", rank);
  }
  comm->remote = r;
  return ncclSuccess;
}

// A communicator for NVIDIA's, which is not made yet.
static ncclComm_t theirs_of(int device, int rank) {
  ncclComm_t made = qn_alloc_array(1, sizeof(*made));
  if (made) {
    made->is_theirs = true;
    made->theirs.device = made->device = device;
    made->rank = rank;
  }
  return made;
}

// Stores it where it was made, and frees it where it was not.
static ncclResult_t keep_theirs(ncclComm_t made, ncclResult_t status,
                                ncclComm_t *to) {
  if (status != ncclSuccess)
    qn_free(made);
  else
    *to = made;
  return status;
}

static ncclResult_t init_theirs(ncclComm_t *comm, int device, int ranks,
                                const ncclUniqueId *id, int rank) {
  ncclComm_t made = theirs_of(device, rank);
  return made ? keep_theirs(made,
                            qn_nccl_init(&made->theirs, ranks, id, rank,
                                         group_depth > 0),
                            comm)
              : ncclSystemError;
}

// Whose `local` ranks are known to be of this process.
static ncclResult_t init_comm(ncclComm_t *comm, int nranks,
                              const ncclUniqueId *id, int rank, bool local) {
  int device = 0;
  if (hipGetDevice(&device) != hipSuccess)
    return refuse(ncclUnhandledCudaError, "there is no device");
  if (qn_libs_is_native(device))
    return init_theirs(comm, device, nranks, id, rank);
  if (!qn_libs_on_host(device))
    return refuse(ncclSystemError,
                  "nothing does collective operations on this device");
  ncclComm_t made = qn_alloc_array(1, sizeof(*made));
  if (!made)
    return ncclSystemError;
  made->sends = qn_alloc_array((size_t)nranks, sizeof(*made->sends));
  made->receives = qn_alloc_array((size_t)nranks, sizeof(*made->receives));
  pthread_mutex_lock(&worlds_mutex);
  world *w = made->sends && made->receives ? find_world(id, nranks) : NULL;
  ncclResult_t status = w ? join(w, nranks, rank) : ncclSystemError;
  pthread_mutex_unlock(&worlds_mutex);
  made->is_known = made->is_local = local || nranks == 1;
  made->rank = rank;
  made->device = device;
  if (status == ncclSuccess && !made->is_known) {
    status = enter(made, id, nranks, rank);
    if (status != ncclSuccess)
      drop_world(w);
  }
  if (status != ncclSuccess) {
    free_comm(made);
    return status;
  }
  made->world = w;
  *comm = made;
  return ncclSuccess;
}

static bool is_id(const ncclUniqueId *id) {
  return strncmp(id->internal, "/quern-nccl-", 12) == 0 &&
         memchr(id->internal, 0, sizeof(id->internal)) &&
         !strchr(id->internal + 1, '/');
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId,
                              int rank) {
  NEED(comm, "there is no place for the communicator");
  NEED(nranks >= 1 && nranks <= RANKS_MAX && rank >= 0 && rank < nranks,
       "rank %d of %d; there can be %d", rank, nranks, RANKS_MAX);
  int device = 0;
  (void)hipGetDevice(&device);
  NEED(nranks == 1 || is_id(&commId) || qn_libs_is_native(device),
       "the id is none of ncclGetUniqueId's");
  return init_comm(comm, nranks, &commId, rank, false);
}
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks,
                                    ncclUniqueId commId, int rank,
                                    ncclConfig_t *config) {
  (void)config; // none of it changes what an operation does
  return ncclCommInitRank(comm, nranks, commId, rank);
}

// Ranks of one world may be given any of the ids: the first makes it.
ncclResult_t ncclCommInitRankScalable(ncclComm_t *newcomm, int nranks,
                                      int myrank, int nId,
                                      ncclUniqueId *commIds,
                                      ncclConfig_t *config) {
  NEED(commIds && nId >= 1 && nId <= nranks, "%d ids of %d ranks", nId, nranks);
  return ncclCommInitRankConfig(newcomm, nranks, commIds[0], myrank, config);
}

// ---- What is known when all ranks are there

static void sleep_a_little(void) {
  const struct timespec time = {0, 100000};
  (void)nanosleep(&time, NULL);
}

static ncclResult_t wait_for_ranks(const qn_remote *r) {
  for (unsigned idle = 0; !qn_segment_is_full(r->segment); ++idle) {
    if (idle % 100 == 99 && qn_segment_has_dead(r->segment))
      return refuse(ncclRemoteError, "a rank's process has ended");
    sleep_a_little();
  }
  return ncclSuccess;
}

// Finds its ranks, and where they are.
static ncclResult_t know(ncclComm_t comm) {
  if (comm->is_known)
    return ncclSuccess;
  TRY(wait_for_ranks(comm->remote));
  comm->is_local = qn_segment_is_own(comm->remote->segment);
  comm->is_known = true;
  return ncclSuccess;
}

// ---- Divisions

typedef struct division {
  ncclComm_t parent, *to;
  int n, color;
  struct division *next;
} division;
static _Thread_local division *divisions; // of the group that is open

// Never 0: of a colour, the least being that of nobody, and the key.
static int64_t word_of(int color, int order) {
  return (int64_t)((uint64_t)(uint32_t)(color + 2) << 32 |
                   ((uint32_t)order ^ 0x80000000u));
}

static void say(ncclComm_t comm, int n, int64_t value) {
  world *w = comm->world;
  if (comm->remote) {
    qn_segment_say(comm->remote->segment, n, comm->rank, value);
    return;
  }
  pthread_mutex_lock(&w->mutex);
  w->said[n][comm->rank] = value;
  pthread_mutex_unlock(&w->mutex);
}

static bool hear(ncclComm_t comm, int n, int64_t *values) {
  world *w = comm->world;
  bool all = true;
  if (comm->remote)
    return qn_segment_hear(comm->remote->segment, n, values);
  pthread_mutex_lock(&w->mutex);
  for (int r = 0; r < w->ranks; ++r) {
    values[r] = w->said[n][r];
    all = all && values[r] != 0;
  }
  pthread_mutex_unlock(&w->mutex);
  return all;
}

// Ranks of one colour are in the order of their keys, then of their old ranks.
static ncclResult_t divide(const division *d) {
  const ncclComm_t parent = d->parent;
  int64_t values[RANKS_MAX];
  const int64_t own_color = word_of(d->color, 0) >> 32;
  int ranks = 0, rank = 0;
  ncclUniqueId id = {{0}};
  for (unsigned idle = 0; !hear(parent, d->n, values); ++idle) {
    if (parent->remote && idle % 100 == 99 &&
        qn_segment_has_dead(parent->remote->segment))
      return refuse(ncclRemoteError, "a rank's process has ended");
    sleep_a_little();
  }
  *d->to = NULL;
  if (d->color == NCCL_SPLIT_NOCOLOR)
    return ncclSuccess;
  for (int r = 0; r < parent->world->ranks; ++r) {
    if (values[r] >> 32 != own_color)
      continue;
    const int64_t own = values[parent->rank];
    ++ranks;
    rank += values[r] < own || (values[r] == own && r < parent->rank);
  }
  const int size = snprintf(id.internal, sizeof(id.internal), "%.90s-%d-%d",
                            parent->world->id.internal, d->n, d->color);
  if (size >= (int)sizeof(id.internal))
    return refuse(ncclInvalidUsage, "divisions are %d deep at most", 8);
  return init_comm(d->to, ranks, &id, rank, !parent->remote);
}

// One that is in no part has none, and takes part in the division.
static ncclResult_t split_theirs(ncclComm_t comm, int color, int order,
                                 ncclComm_t *newcomm) {
  static _Thread_local qn_nccl_ref nobody; // until the group ends
  *newcomm = NULL;
  if (color == NCCL_SPLIT_NOCOLOR)
    return qn_nccl_split(comm->theirs, color, order, &nobody, group_depth > 0);
  ncclComm_t made = theirs_of(comm->device, -1);
  return made ? keep_theirs(made,
                            qn_nccl_split(comm->theirs, color, order,
                                          &made->theirs, group_depth > 0),
                            newcomm)
              : ncclSystemError;
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int order,
                           ncclComm_t *newcomm, ncclConfig_t *config) {
  (void)config;
  NEED(comm && newcomm, "an argument is null");
  NEED(color >= 0 || color == NCCL_SPLIT_NOCOLOR, "there is no color %d",
       color);
  if (comm->is_theirs)
    return split_theirs(comm, color, order, newcomm);
  if (comm->splits == QN_SEGMENT_SPLITS_MAX)
    return refuse(ncclInvalidUsage,
                  "a communicator is divided %d times at most",
                  QN_SEGMENT_SPLITS_MAX);
  const division own = {comm, newcomm, comm->splits++, color, NULL};
  say(comm, own.n, word_of(color, order));
  if (!group_depth)
    return divide(&own);
  division *kept = qn_alloc(sizeof(*kept));
  if (!kept)
    return ncclSystemError;
  *kept = own;
  kept->next = divisions;
  divisions = kept;
  return ncclSuccess;
}

static ncclResult_t divide_all(void) {
  ncclResult_t status = ncclSuccess;
  for (division *d = divisions, *next; d; d = next) {
    next = d->next;
    const ncclResult_t one = divide(d);
    status = status == ncclSuccess ? one : status;
    qn_free(d);
  }
  divisions = NULL;
  return status;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist) {
  ncclUniqueId id;
  int before = 0;
  NEED(comm && ndev >= 1 && ndev <= RANKS_MAX, "%d devices", ndev);
  if (hipGetDevice(&before) != hipSuccess)
    return refuse(ncclUnhandledCudaError, "there is no device");
  (void)hipSetDevice(devlist ? devlist[0] : 0); // whose id it is
  ncclResult_t status = ncclGetUniqueId(&id);
  int made = 0;
  TRY(ncclGroupStart());
  for (; made < ndev && status == ncclSuccess; ++made) {
    const int device = devlist ? devlist[made] : made;
    status = hipSetDevice(device) == hipSuccess
                 ? init_comm(&comm[made], ndev, &id, made, true)
                 : refuse(ncclInvalidArgument, "there is no device %d", device);
  }
  const ncclResult_t ended = ncclGroupEnd();
  (void)hipSetDevice(before);
  for (int i = 0; status != ncclSuccess && i < made - 1; ++i)
    (void)ncclCommDestroy(comm[i]);
  return status == ncclSuccess ? ended : status;
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  return comm->is_theirs ? qn_nccl_do("ncclCommFinalize", comm->theirs)
                         : ncclSuccess;
}
static ncclResult_t end_theirs(ncclComm_t comm, const char *name) {
  const ncclResult_t status = qn_nccl_do(name, comm->theirs);
  qn_free(comm);
  return status;
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  if (comm->is_theirs)
    return end_theirs(comm, "ncclCommDestroy");
  drop_world(comm->world);
  free_comm(comm);
  return ncclSuccess;
}
// Whoever waits waits no longer.
static void stop_all(ncclComm_t comm) {
  if (comm->remote)
    qn_segment_fail(comm->remote->segment, ncclRemoteError);
  pthread_mutex_lock(&comm->world->mutex);
  comm->world->is_aborted = true;
  comm->world->error = ncclRemoteError;
  pthread_cond_broadcast(&comm->world->moved);
  pthread_mutex_unlock(&comm->world->mutex);
}
ncclResult_t ncclCommAbort(ncclComm_t comm) {
  NEED(comm, "the communicator is null");
  if (comm->is_theirs)
    return end_theirs(comm, "ncclCommAbort");
  stop_all(comm);
  return ncclCommDestroy(comm);
}
// Like that, and the communicator stays: to be divided, shrunk, destroyed.
ncclResult_t ncclCommRevoke(ncclComm_t comm, int revokeFlags) {
  NEED(comm, "the communicator is null");
  NEED(revokeFlags == NCCL_REVOKE_DEFAULT, "there is no flag %d", revokeFlags);
  if (comm->is_theirs)
    return refuse(ncclInvalidUsage,
                  "ncclCommRevoke is not passed on to NVIDIA's library: "
                  "ncclCommAbort is");
  comm->is_revoked = true;
  stop_all(comm);
  return ncclSuccess;
}

// ---- Fewer ranks

// Whether it is one of the list; false with a reason, too, where the list has
// what is no rank, or one twice.
static ncclResult_t mark_excluded(ncclComm_t comm, const int *list, int count,
                                  bool *is_excluded) {
  for (int i = 0; i < count; ++i) {
    NEED(list[i] >= 0 && list[i] < comm->world->ranks, "there is no rank %d",
         list[i]);
    NEED(!is_excluded[list[i]], "rank %d is excluded twice", list[i]);
    is_excluded[list[i]] = true;
  }
  return ncclSuccess;
}

// Called by those that stay alone, so that all that they share is what they
// know themselves: which ranks those are, and how often this was done.
ncclResult_t ncclCommShrink(ncclComm_t comm, int *excludeRanksList,
                            int excludeRanksCount, ncclComm_t *newcomm,
                            ncclConfig_t *config, int shrinkFlags) {
  bool is_excluded[RANKS_MAX] = {false};
  int before = 0, ranks = 0;
  ncclUniqueId id = {{0}};
  (void)config; // none of it changes what an operation does
  NEED(comm && newcomm, "an argument is null");
  NEED(excludeRanksList && excludeRanksCount > 0, "%d ranks are excluded",
       excludeRanksCount);
  NEED(shrinkFlags == NCCL_SHRINK_DEFAULT || shrinkFlags == NCCL_SHRINK_ABORT,
       "there is no flag %d", shrinkFlags);
  if (comm->is_theirs) {
    const qn_nccl_fewer how = {excludeRanksList, excludeRanksCount,
                               shrinkFlags};
    ncclComm_t made = theirs_of(comm->device, -1);
    return made ? keep_theirs(made,
                              qn_nccl_shrink(comm->theirs, &how, &made->theirs,
                                             group_depth > 0),
                              newcomm)
                : ncclSystemError;
  }
  TRY(mark_excluded(comm, excludeRanksList, excludeRanksCount, is_excluded));
  NEED(!is_excluded[comm->rank], "rank %d excludes itself", comm->rank);
  for (int r = 0; r < comm->world->ranks; ++r) {
    ranks += !is_excluded[r];
    before += !is_excluded[r] && r < comm->rank;
  }
  const int size = snprintf(id.internal, sizeof(id.internal), "%.90s-less%d",
                            comm->world->id.internal, comm->shrinks++);
  if (size >= (int)sizeof(id.internal))
    return refuse(ncclInvalidUsage, "communicators are %d deep at most", 8);
  if (shrinkFlags == NCCL_SHRINK_ABORT)
    stop_all(comm);
  return init_comm(newcomm, ranks, &id, before, !comm->remote);
}

// ---- What there is to know

ncclResult_t ncclGetVersion(int *version) {
  NEED(version, "there is no place for the version");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
void ncclResetDebugInit(void) {}
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
  const char *(*fn)(void *);
  if (!comm || !comm->is_theirs)
    return qn_reason();
  void *address = qn_nccl_symbol("ncclGetLastError");
  memcpy(&fn, &address, sizeof(fn));
  return fn ? fn(comm->theirs.comm) : qn_reason();
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError) {
  NEED(comm && asyncError, "an argument is null");
  if (comm->is_theirs) {
    int error = 0;
    TRY(qn_nccl_ask("ncclCommGetAsyncError", comm->theirs, &error));
    *asyncError = (ncclResult_t)error;
    return ncclSuccess;
  }
  pthread_mutex_lock(&comm->world->mutex);
  *asyncError = comm->world->error;
  pthread_mutex_unlock(&comm->world->mutex);
  if (*asyncError == ncclSuccess && comm->remote)
    *asyncError = (ncclResult_t)qn_segment_error(comm->remote->segment);
  return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
  NEED(comm && count, "an argument is null");
  if (comm->is_theirs)
    return qn_nccl_ask("ncclCommCount", comm->theirs, count);
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
  if (comm->is_theirs)
    return qn_nccl_ask("ncclCommUserRank", comm->theirs, rank);
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
  if (comm->is_theirs)
    return qn_nccl_make_op(comm->theirs, op, scalar, datatype, residence);
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
  if (comm->is_theirs)
    return qn_nccl_drop_op(comm->theirs, op);
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
static _Thread_local struct waiting {
  part *part;
  struct waiting *next;
} *group_first, **group_last;

static ncclResult_t submit_wait(part *p) {
  return qn_libs_submit(p->stream, wait_for_all, free_part, p) == hipSuccess
             ? ncclSuccess
             : ncclUnhandledCudaError;
}

// And operations of ranks of other processes, which a communicator begins
// together when the group ends.
static _Thread_local struct gathered {
  qn_remote *remote;
  hipStream_t stream;
  qn_remote_op *first, **last;
  struct gathered *next;
} *gathered;

ncclResult_t ncclGroupStart(void) {
  if (group_depth++ == 0)
    group_last = &group_first;
  return ncclSuccess;
}

static ncclResult_t submit_gathered(void) {
  ncclResult_t status = ncclSuccess;
  for (struct gathered *g = gathered, *next; g; g = next) {
    next = g->next;
    if (qn_remote_submit(g->remote, g->stream, g->first) != hipSuccess)
      status = ncclUnhandledCudaError;
    qn_remote_release(g->remote);
    qn_free(g);
  }
  gathered = NULL;
  return status;
}

static ncclResult_t gather_op(qn_remote *r, hipStream_t stream,
                              qn_remote_op *op) {
  struct gathered **at = &gathered;
  while (*at && (*at)->remote != r)
    at = &(*at)->next;
  if (!*at) {
    *at = qn_alloc_array(1, sizeof(**at));
    if (!*at)
      return ncclSystemError;
    atomic_fetch_add(&r->refs, 1);
    **at = (struct gathered){r, stream, NULL, &(*at)->first, NULL};
  }
  if ((*at)->stream != stream)
    return refuse(ncclInvalidUsage,
                  "operations of a group are of one stream where ranks are of "
                  "several processes");
  *(*at)->last = op;
  (*at)->last = &op->next;
  return ncclSuccess;
}
// A group's parts are on their way when it ends: they have arrived.
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *simInfo) {
  (void)simInfo;
  return refuse(ncclInvalidUsage,
                "ncclGroupSimulateEnd: operations are not simulated here; "
                "ncclGroupEnd does them");
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
  static ncclResult_t (*const ends[])(void) = {submit_gathered, divide_all,
                                               qn_nccl_end_group};
  for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); ++i) {
    const ncclResult_t one = ends[i]();
    status = status == ncclSuccess ? one : status;
  }
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
  int peer; // of a pair
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

static ncclResult_t submit_remote(ncclComm_t comm, const share *s,
                                  const qn_comm_work *work,
                                  hipStream_t stream) {
  const int error = qn_segment_error(comm->remote->segment);
  if (error)
    return refuse((ncclResult_t)error, "an operation of these ranks failed");
  qn_remote_op *op = qn_alloc_array(1, sizeof(*op));
  if (!op)
    return ncclSystemError;
  *op = (qn_remote_op){.work = *work,
                       .send = s->send,
                       .recv = s->recv,
                       .factor = s->scalar.value,
                       .scale = s->scalar.device,
                       .peer = s->peer,
                       .sends = s->at == 0};
  op->moved =
      qn_alloc_array(2 * (size_t)comm->world->ranks, sizeof(*op->moved));
  if (!op->moved) {
    qn_remote_free_ops(op);
    return ncclSystemError;
  }
  if (!group_depth)
    return qn_remote_submit(comm->remote, stream, op) == hipSuccess
               ? ncclSuccess
               : ncclUnhandledCudaError;
  const ncclResult_t status = gather_op(comm->remote, stream, op);
  if (status != ncclSuccess)
    qn_remote_free_ops(op);
  return status;
}

static ncclResult_t submit(ncclComm_t comm, const share *s,
                           const qn_comm_work *work, hipStream_t stream) {
  if (qn_libs_captures(stream))
    return refuse(ncclInvalidUsage,
                  "the stream captures; operations of ranks are not captured");
  if (comm->is_revoked)
    return refuse(ncclInvalidUsage, "the communicator is revoked");
  TRY(know(comm));
  if (!comm->is_local)
    return submit_remote(comm, s, work, stream);
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
  NEED(qn_comm_size(w->type), "there are no elements of type %d", (int)w->type);
  NEED(w->root >= 0 && w->root < comm->world->ranks, "there is no rank %d",
       w->root);
  const bool sends = w->kind != QN_COMM_BROADCAST || w->root == comm->rank;
  const bool receives = w->kind != QN_COMM_REDUCE || w->root == comm->rank;
  NEED(!w->count || ((s->send || !sends) && (s->recv || !receives)),
       "a buffer is null");
  return ncclSuccess;
}

// The same by NVIDIA's library.
static ncclResult_t pass(ncclComm_t comm, const qn_comm_work *w, const share *s,
                         int op, cudaStream_t stream) {
#define ADDRESS(p) (uint64_t)(uintptr_t)(p)
#define NUMBER(x) (uint64_t)(int64_t)(x)
  const uint64_t send = ADDRESS(s->send), recv = ADDRESS(s->recv);
  const uint64_t count = w->count, type = NUMBER(w->type);
  const uint64_t root = NUMBER(w->root), by = NUMBER(op);
  const qn_nccl_call calls[] = {
      [QN_COMM_ALL_REDUCE] = {"ncclAllReduce",
                              {send, recv, count, type, by},
                              5},
      [QN_COMM_REDUCE] = {"ncclReduce", {send, recv, count, type, by, root}, 6},
      [QN_COMM_REDUCE_SCATTER] = {"ncclReduceScatter",
                                  {send, recv, count, type, by},
                                  5},
      [QN_COMM_BROADCAST] = {"ncclBroadcast",
                             {send, recv, count, type, root},
                             5},
      [QN_COMM_ALL_GATHER] = {"ncclAllGather", {send, recv, count, type}, 4},
      [QN_COMM_PAIR] = {s->at ? "ncclRecv" : "ncclSend",
                        {s->at ? recv : send, count, type, NUMBER(s->peer)},
                        4}};
  if (qn_libs_captures((hipStream_t)stream))
    return refuse(ncclInvalidUsage,
                  "the stream captures; operations of ranks are not captured");
  return qn_nccl_submit(comm->theirs, &calls[w->kind], (hipStream_t)stream,
                        group_depth > 0);
}

static ncclResult_t collective(ncclComm_t comm, qn_comm_work *w, share *s,
                               cudaStream_t stream) {
  NEED(comm, "the communicator is null");
  if (comm->is_theirs)
    return pass(comm, w, s, 0, stream);
  TRY(check(comm, w, s));
  w->ranks = s->wanted = comm->world->ranks;
  s->at = comm->rank;
  s->key = (key){-1, -1, comm->collectives++};
  return submit(comm, s, w, (hipStream_t)stream);
}

static ncclResult_t reduction(ncclComm_t comm, qn_comm_work *w, share *s,
                              ncclRedOp_t op, cudaStream_t stream) {
  NEED(comm, "the communicator is null");
  if (comm->is_theirs)
    return pass(comm, w, s, (int)op, stream);
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
  if (comm->is_theirs) {
    s->peer = peer;
    return pass(comm, w, s, 0, stream);
  }
  NEED(peer >= 0 && peer < comm->world->ranks, "there is no rank %d", peer);
  NEED(qn_comm_size(w->type), "there are no elements of type %d", (int)w->type);
  NEED(!w->count || s->send || s->recv, "the buffer is null");
  if (peer == comm->rank && !group_depth)
    return refuse(ncclInvalidUsage, "a rank sends to itself in a group only");
  const bool sends = s->at == 0;
  s->key = sends ? (key){comm->rank, peer, comm->sends[peer]++}
                 : (key){peer, comm->rank, comm->receives[peer]++};
  s->wanted = w->ranks = 2;
  s->peer = peer;
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

// ---- What pairs make together

typedef struct exchange {
  const void *send;
  void *recv;
  size_t count;
  ncclDataType_t type;
  ncclComm_t comm;
  cudaStream_t stream;
} exchange;

// How many ranks there are, and which this one is; -1: not known.
static int ranks_of(ncclComm_t comm) {
  int count = -1;
  return ncclCommCount(comm, &count) == ncclSuccess ? count : -1;
}
static int rank_of(ncclComm_t comm) {
  int rank = -1;
  return ncclCommUserRank(comm, &rank) == ncclSuccess ? rank : -1;
}

static const void *block_of(const exchange *e, const void *p, int at) {
  return (const char *)p + (size_t)at * e->count * qn_comm_size(e->type);
}

// Of each rank with whom this one exchanges blocks; `sends_to` and `gets_from`
// -1: all, -2: nobody.
static ncclResult_t exchange_blocks(const exchange *e, int sends_to,
                                    int gets_from) {
  ncclResult_t status = ncclSuccess;
  NEED(e->comm, "the communicator is null");
  const int ranks = ranks_of(e->comm);
  TRY(ncclGroupStart());
  for (int r = 0; r < ranks && status == ncclSuccess; ++r) {
    if (sends_to == -1 || sends_to == r)
      status = ncclSend(sends_to == -1 ? block_of(e, e->send, r) : e->send,
                        e->count, e->type, r, e->comm, e->stream);
    if (status == ncclSuccess && (gets_from == -1 || gets_from == r))
      status =
          ncclRecv((void *)(uintptr_t)(gets_from == -1 ? block_of(e, e->recv, r)
                                                       : e->recv),
                   e->count, e->type, r, e->comm, e->stream);
  }
  const ncclResult_t ended = ncclGroupEnd();
  return status == ncclSuccess ? ended : status;
}

ncclResult_t ncclAlltoAll(const void *sendbuff, void *recvbuff, size_t count,
                          ncclDataType_t datatype, ncclComm_t comm,
                          cudaStream_t stream) {
  return exchange_blocks(
      &(const exchange){sendbuff, recvbuff, count, datatype, comm, stream}, -1,
      -1);
}
ncclResult_t ncclGather(const void *sendbuff, void *recvbuff, size_t count,
                        ncclDataType_t datatype, int root, ncclComm_t comm,
                        cudaStream_t stream) {
  NEED(comm && root >= 0 && root < ranks_of(comm), "there is no rank %d", root);
  return exchange_blocks(
      &(const exchange){sendbuff, recvbuff, count, datatype, comm, stream},
      root, rank_of(comm) == root ? -1 : -2);
}
ncclResult_t ncclScatter(const void *sendbuff, void *recvbuff, size_t count,
                         ncclDataType_t datatype, int root, ncclComm_t comm,
                         cudaStream_t stream) {
  NEED(comm && root >= 0 && root < ranks_of(comm), "there is no rank %d", root);
  return exchange_blocks(
      &(const exchange){sendbuff, recvbuff, count, datatype, comm, stream},
      rank_of(comm) == root ? -1 : -2, root);
}
