// SPDX-License-Identifier: Apache-2.0
#include "libs/comm/vendor.h"

#include <string.h>

#include "libs/core/work.h"
#include "runtime/contract/result.h"

typedef uint64_t word;

void *qn_nccl_symbol(const char *name) {
  static const char *const names[] = {"libnccl.so.2", "libnccl.so", NULL};
  static qn_libs_opened nccl = {.names = names, .variable = "QUERN_LIBNCCL"};
  return qn_libs_symbol(&nccl, name);
}

// ---- Groups

static _Thread_local bool group_is_open;

static ncclResult_t call_plain(const char *name) {
  ncclResult_t (*fn)(void);
  void *address = qn_nccl_symbol(name);
  memcpy(&fn, &address, sizeof(fn));
  return fn ? fn() : ncclSystemError;
}

static ncclResult_t enter(bool in_group) {
  if (!in_group || group_is_open)
    return ncclSuccess;
  const ncclResult_t status = call_plain("ncclGroupStart");
  group_is_open = status == ncclSuccess;
  return status;
}

ncclResult_t qn_nccl_end_group(void) {
  if (!group_is_open)
    return ncclSuccess;
  group_is_open = false;
  return call_plain("ncclGroupEnd");
}

// ---- Calls with the device's context

// Their functions take numbers and addresses alone, but for the id; so one type
// of function calls them all (as in blas/vendor.c).
typedef struct call {
  void *address;
  word args[QN_NCCL_ARGS_MAX + 2];
  int stream_at; // of the arguments; -1: none
  ncclResult_t status;
} call;

static int run(void *data, void *stream) {
  typedef ncclResult_t any(word, word, word, word, word, word, word, word);
  call *c = data;
  any *fn;
  memcpy(&fn, &c->address, sizeof(fn));
  if (c->stream_at >= 0)
    c->args[c->stream_at] = (word)(uintptr_t)stream;
  const word *a = c->args;
  c->status = fn(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
  return QN_R_OK;
}

static ncclResult_t ask(int device, const char *name, call *c) {
  c->stream_at = -1;
  c->address = qn_nccl_symbol(name);
  if (!c->address)
    return ncclSystemError;
  return qn_libs_ask_native(device,
                            &(const qn_libs_native){.run = run, .data = c}) ==
                 hipSuccess
             ? c->status
             : ncclUnhandledCudaError;
}

#define WORD(x) ((word)(uintptr_t)(x))
#define NUMBER(x) ((word)(int64_t)(x))

ncclResult_t qn_nccl_do(const char *name, qn_nccl_ref ref) {
  call c = {.args = {WORD(ref.comm)}};
  return ask(ref.device, name, &c);
}
ncclResult_t qn_nccl_ask(const char *name, qn_nccl_ref ref, int *out) {
  call c = {.args = {WORD(ref.comm), WORD(out)}};
  return ask(ref.device, name, &c);
}

// ---- Communicators

ncclResult_t qn_nccl_unique_id(ncclUniqueId *out) {
  ncclResult_t (*fn)(ncclUniqueId *);
  void *address = qn_nccl_symbol("ncclGetUniqueId");
  memcpy(&fn, &address, sizeof(fn));
  return fn ? fn(out) : ncclSystemError;
}

typedef struct making {
  ncclResult_t (*fn)(void **, int, ncclUniqueId, int);
  void **to;
  int ranks, rank;
  ncclUniqueId id;
  ncclResult_t status;
} making;

static int run_init(void *data, void *stream) {
  making *m = data;
  (void)stream;
  m->status = m->fn(m->to, m->ranks, m->id, m->rank);
  return QN_R_OK;
}

ncclResult_t qn_nccl_init(qn_nccl_ref *ref, int ranks, const ncclUniqueId *id,
                          int rank, bool in_group) {
  making m = {.to = &ref->comm, .ranks = ranks, .rank = rank, .id = *id};
  void *address = qn_nccl_symbol("ncclCommInitRank");
  memcpy(&m.fn, &address, sizeof(m.fn));
  if (!m.fn)
    return ncclSystemError;
  const ncclResult_t status = enter(in_group);
  if (status != ncclSuccess)
    return status;
  return qn_libs_ask_native(
             ref->device,
             &(const qn_libs_native){.run = run_init, .data = &m}) == hipSuccess
             ? m.status
             : ncclUnhandledCudaError;
}

ncclResult_t qn_nccl_split(qn_nccl_ref parent, int color, int order,
                           qn_nccl_ref *ref, bool in_group) {
  call c = {.args = {WORD(parent.comm), NUMBER(color), NUMBER(order),
                     WORD(&ref->comm), 0}};
  const ncclResult_t status = enter(in_group);
  return status == ncclSuccess ? ask(parent.device, "ncclCommSplit", &c)
                               : status;
}

ncclResult_t qn_nccl_shrink(qn_nccl_ref parent, const qn_nccl_fewer *how,
                            qn_nccl_ref *ref, bool in_group) {
  call c = {.args = {WORD(parent.comm), WORD(how->excluded), NUMBER(how->count),
                     WORD(&ref->comm), 0, NUMBER(how->flags)}};
  const ncclResult_t status = enter(in_group);
  return status == ncclSuccess ? ask(parent.device, "ncclCommShrink", &c)
                               : status;
}

ncclResult_t qn_nccl_make_op(qn_nccl_ref ref, ncclRedOp_t *op, void *scalar,
                             ncclDataType_t type,
                             ncclScalarResidence_t residence) {
  call c = {.args = {WORD(op), WORD(scalar), NUMBER(type), NUMBER(residence),
                     WORD(ref.comm)}};
  return ask(ref.device, "ncclRedOpCreatePreMulSum", &c);
}
ncclResult_t qn_nccl_drop_op(qn_nccl_ref ref, ncclRedOp_t op) {
  call c = {.args = {NUMBER(op), WORD(ref.comm)}};
  return ask(ref.device, "ncclRedOpDestroy", &c);
}

// ---- Operations

ncclResult_t qn_nccl_submit(qn_nccl_ref ref, const qn_nccl_call *what,
                            hipStream_t stream, bool in_group) {
  call c = {.address = qn_nccl_symbol(what->name)};
  if (!c.address)
    return ncclSystemError;
  memcpy(c.args, what->args, what->count * sizeof(*c.args));
  c.args[what->count] = WORD(ref.comm);
  c.stream_at = (int)what->count + 1;
  const ncclResult_t status = enter(in_group);
  if (status != ncclSuccess)
    return status;
  return qn_libs_run_native(stream,
                            &(const qn_libs_native){.run = run, .data = &c}) ==
                 hipSuccess
             ? c.status
             : ncclUnhandledCudaError;
}
