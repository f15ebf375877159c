// SPDX-License-Identifier: Apache-2.0
// Memory and semaphores of other APIs and processes, by file descriptor.
//
// Memory is any file that can be mapped: from memfd_create, shm_open or a
// dma-buf. A semaphore is an eventfd, to which a signal adds 1 and from which a
// wait takes 1, or, for a timeline semaphore, a file of at least 8 bytes that
// holds the value. On success the runtime owns the descriptor, as with the
// vendors' runtimes.
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "hip/texture/array.h"
#include "hip/graph/graph.h"
#include "runtime/core/handles.h"

// ---- Memory

typedef struct outside {
  int fd;
  unsigned long long size;
} outside;

static qn_result find_memory(const void *handle, outside **out) {
  *out = qn_handle_find(QN_HANDLE_OUTSIDE, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE,
                          "%p is no external memory, or destroyed", handle);
}

static qn_result import_memory(const hipExternalMemoryHandleDesc *d,
                               hipExternalMemory_t *to) {
  struct stat about;
  if (d->type != hipExternalMemoryHandleTypeOpaqueFd)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "external memory is imported by a descriptor, not of "
                     "type %d",
                     (int)d->type);
  if (!d->size || fstat(d->handle.fd, &about) != 0 ||
      (S_ISREG(about.st_mode) && d->size > (unsigned long long)about.st_size))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "descriptor %d is none, or holds less than %llu bytes",
                     d->handle.fd, d->size);
  outside *o = qn_alloc(sizeof(*o));
  if (!o)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  *o = (outside){d->handle.fd, d->size};
  *to = qn_handle_make(QN_HANDLE_OUTSIDE, o);
  if (*to)
    return QN_R_OK;
  qn_free(o);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
}

hipError_t
hipImportExternalMemory(hipExternalMemory_t *to,
                        const hipExternalMemoryHandleDesc *descriptor) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  return qn_hip(import_memory(descriptor, to));
}

// Mappings stay until they are freed.
hipError_t hipDestroyExternalMemory(hipExternalMemory_t memory) {
  outside *o = qn_handle_remove(QN_HANDLE_OUTSIDE, memory);
  if (!o)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%p is no external memory, or destroyed", memory));
  close(o->fd);
  qn_free(o);
  return hipSuccess;
}

hipError_t hipExternalMemoryGetMappedBuffer(
    void **to, hipExternalMemory_t memory,
    const hipExternalMemoryBufferDesc *descriptor) {
  qn_device *device;
  outside *o;
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  QN_HIP_CHECK(find_memory(memory, &o));
  const unsigned long long offset = descriptor->offset;
  if (descriptor->flags || !descriptor->size || offset > o->size ||
      descriptor->size > o->size - offset)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%llu bytes at %llu are not in external memory of "
                            "%llu, or flags are given",
                            descriptor->size, offset, o->size));
  QN_HIP_CHECK(qn_device_current(&device));
  const qn_memory_request request = {.kind = QN_MEMORY_MAPPED,
                                     .size = (size_t)descriptor->size,
                                     .fd = &o->fd,
                                     .offset = (size_t)offset};
  return qn_hip(qn_memory_allocate(device, &request, to));
}

hipError_t hipExternalMemoryGetMappedMipmappedArray(
    hipMipmappedArray_t *to, hipExternalMemory_t memory,
    const hipExternalMemoryMipmappedArrayDesc *descriptor) {
  outside *o;
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  QN_HIP_CHECK(find_memory(memory, &o));
  // Only the exporting GPU's driver knows how an image is tiled.
  return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                          "an image's layout in external memory is the "
                          "exporting driver's own; map it as a buffer"));
}

// ---- Semaphores

typedef struct semaphore {
  int fd;
  _Atomic(uint64_t) *value; // of a timeline semaphore; NULL: an eventfd
} semaphore;

static qn_result find_semaphore(const void *handle, semaphore **out) {
  *out = qn_handle_find(QN_HANDLE_SEMAPHORE, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE,
                          "%p is no external semaphore, or destroyed", handle);
}

static qn_result open_semaphore(const hipExternalSemaphoreHandleDesc *d,
                                semaphore *s) {
  s->fd = d->handle.fd;
  if (d->type == hipExternalSemaphoreHandleTypeTimelineSemaphoreFd) {
    void *at = mmap(NULL, sizeof(*s->value), PROT_READ | PROT_WRITE, MAP_SHARED,
                    s->fd, 0);
    if (at == MAP_FAILED)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "descriptor %d holds no value of 8 bytes", s->fd);
    s->value = at;
    return QN_R_OK;
  }
  if (d->type != hipExternalSemaphoreHandleTypeOpaqueFd)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "semaphores are imported by a descriptor, not of type %d",
                     (int)d->type);
  struct stat about;
  return fstat(s->fd, &about) == 0
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE, "%d is no descriptor", s->fd);
}

static void free_semaphore(semaphore *s) {
  if (s->value)
    munmap((void *)s->value, sizeof(*s->value));
  qn_free(s);
}

hipError_t
hipImportExternalSemaphore(hipExternalSemaphore_t *to,
                           const hipExternalSemaphoreHandleDesc *descriptor) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  semaphore *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle"));
  qn_result result = open_semaphore(descriptor, s);
  if (result == QN_R_OK) {
    *to = qn_handle_make(QN_HANDLE_SEMAPHORE, s);
    if (!*to)
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  }
  if (result != QN_R_OK)
    free_semaphore(s);
  return qn_hip(result);
}

hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t handle) {
  semaphore *s = qn_handle_remove(QN_HANDLE_SEMAPHORE, handle);
  if (!s)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%p is no external semaphore, or destroyed",
                            handle));
  close(s->fd);
  free_semaphore(s);
  return hipSuccess;
}

// One signal or wait, executed in stream order.
typedef struct action {
  int fd;
  _Atomic(uint64_t) *value;
  uint64_t wanted;
} action;

typedef struct actions {
  bool wait, once; // once: freed when done
  unsigned count;
  action list[];
} actions;

// Whether to retry, after a pause.
static bool pause_again(void) {
  if (errno != EAGAIN && errno != EINTR)
    return false;
  nanosleep(&(struct timespec){.tv_nsec = 20 * 1000}, NULL);
  return true;
}

static void signal_one(const action *a) {
  const uint64_t one = 1;
  if (a->value)
    atomic_store(a->value, a->wanted);
  else
    while (write(a->fd, &one, sizeof(one)) < 0 && pause_again())
      continue;
}

static void await_one(const action *a) {
  uint64_t taken;
  if (!a->value) {
    while (read(a->fd, &taken, sizeof(taken)) < 0 && pause_again())
      continue;
    return;
  }
  while (atomic_load(a->value) < a->wanted)
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000}, NULL);
}

static void act(void *user) {
  actions *all = user;
  for (unsigned i = 0; i < all->count; ++i)
    if (all->wait)
      await_one(&all->list[i]);
    else
      signal_one(&all->list[i]);
  if (all->once)
    qn_free(all);
}

// The parameters of a signal or wait call, whichever it is.
typedef struct request {
  const hipExternalSemaphore_t *list;
  const hipExternalSemaphoreSignalParams *signals; // or
  const hipExternalSemaphoreWaitParams *waits;
  unsigned count;
} request;

static qn_result make_actions(const request *r, bool once, actions **out) {
  if (!r->count || !r->list || (!r->signals && !r->waits))
    return qn_refuse(QN_R_INVALID_VALUE, "no semaphores, or no parameters");
  actions *all = qn_alloc_array(1, sizeof(*all) + r->count * sizeof(action));
  if (!all)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for semaphores");
  all->wait = r->waits != NULL;
  all->once = once;
  for (; all->count < r->count; ++all->count) {
    const unsigned i = all->count;
    semaphore *s;
    const qn_result result = find_semaphore(r->list[i], &s);
    if (result != QN_R_OK) {
      qn_free(all);
      return result;
    }
    all->list[i] = (action){s->fd, s->value,
                            r->waits ? r->waits[i].params.fence.value
                                     : r->signals[i].params.fence.value};
  }
  *out = all;
  return QN_R_OK;
}

static void free_actions(void *user) { qn_free(user); }

// Passes ownership to the graph, its clones and executable graphs.
static qn_result give_to_graph(actions *all, hipGraph_t graph) {
  hipUserObject_t object;
  if (hipUserObjectCreate(&object, all, free_actions, 1,
                          hipUserObjectNoDestructorSync) != hipSuccess) {
    qn_free(all);
    return QN_R_OUT_OF_MEMORY;
  }
  if (hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove) ==
      hipSuccess)
    return QN_R_OK;
  (void)hipUserObjectRelease(object, 1);
  return QN_R_INVALID_VALUE;
}

static qn_op op_of(actions *all) {
  return (qn_op){.kind = QN_OP_HOST, .host = {.fn = act, .user = all}};
}

static qn_result submit(const request *r, hipStream_t handle) {
  qn_stream *stream;
  actions *all;
  qn_capture_info info;
  qn_node *node;
  QN_CHECK(qn_stream_find(handle, &stream));
  qn_capture_get_info(stream, &info);
  const bool captures = info.status == QN_CAPTURE_ACTIVE;
  QN_CHECK(make_actions(r, !captures, &all));
  const qn_op op = op_of(all);
  if (!captures) {
    const qn_result result = qn_stream_submit(stream, &op);
    if (result != QN_R_OK)
      qn_free(all);
    return result;
  }
  QN_CHECK(give_to_graph(all, info.graph->handle));
  QN_CHECK(qn_capture_add(stream, all->wait ? QN_NODE_AWAIT : QN_NODE_SIGNAL,
                          &node));
  return qn_node_set_op(node, &op);
}

hipError_t
hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t *list,
                                 const hipExternalSemaphoreSignalParams *params,
                                 unsigned int count, hipStream_t stream) {
  return qn_hip(submit(
      &(request){.list = list, .signals = params, .count = count}, stream));
}

hipError_t
hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t *list,
                               const hipExternalSemaphoreWaitParams *params,
                               unsigned int count, hipStream_t stream) {
  return qn_hip(submit(
      &(request){.list = list, .waits = params, .count = count}, stream));
}

// ---- Nodes of graphs

static qn_result set_node(qn_node *node, const request *r) {
  actions *all;
  QN_CHECK(make_actions(r, false, &all));
  const qn_op op = op_of(all);
  QN_CHECK(give_to_graph(all, node->graph->handle));
  return qn_node_set_op(node, &op);
}

// What a node keeps of its parameters: the arrays lie behind the struct, whose
// pointers are set when it is read, as clones have copies.
#define SIDE(name, type, kind, params_of)                                      \
  typedef struct kept_##kind {                                                 \
    hipExternalSemaphore##name##NodeParams params;                             \
    hipExternalSemaphore##name##Params list[];                                 \
  } kept_##kind;                                                               \
  static qn_result keep_##kind(                                                \
      qn_node *node, const hipExternalSemaphore##name##NodeParams *p) {        \
    const size_t each = sizeof(*p->paramsArray) + sizeof(*p->extSemArray);     \
    const size_t size =                                                        \
        sizeof(kept_##kind) + p->numExtSems * (each + QN_HIP_SEMAPHORE_ROOM);  \
    kept_##kind *k = qn_alloc_array(1, size);                                  \
    if (!k)                                                                    \
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for semaphores");        \
    k->params = *p;                                                            \
    for (unsigned i = 0; i < p->numExtSems; ++i)                               \
      k->list[i] = p->paramsArray[i];                                          \
    memcpy(&k->list[p->numExtSems], p->extSemArray,                            \
           p->numExtSems * sizeof(*p->extSemArray));                           \
    const qn_result result = qn_node_set_extra(node, k, size);                 \
    qn_free(k);                                                                \
    return result;                                                             \
  }                                                                            \
  static qn_result set_##kind(qn_node *node, const void *params) {             \
    const hipExternalSemaphore##name##NodeParams *p = params;                  \
    if (!p)                                                                    \
      return qn_refuse(QN_R_INVALID_VALUE, "no parameters");                   \
    const request r = {.list = p->extSemArray,                                 \
                       .params_of = p->paramsArray,                            \
                       .count = p->numExtSems};                                \
    QN_CHECK(set_node(node, &r));                                              \
    return keep_##kind(node, p);                                               \
  }                                                                            \
  hipError_t hipGraphAddExternalSemaphores##name##Node(                        \
      hipGraphNode_t *to, hipGraph_t graph, const hipGraphNode_t *after,       \
      size_t after_count,                                                      \
      const hipExternalSemaphore##name##NodeParams *params) {                  \
    return qn_hip(                                                             \
        qn_hip_add_node(&(qn_hip_place){to, graph, after, after_count}, type,  \
                        set_##kind, params));                                  \
  }                                                                            \
  hipError_t hipGraphExternalSemaphores##name##NodeGetParams(                  \
      hipGraphNode_t handle, hipExternalSemaphore##name##NodeParams *params) { \
    qn_node *node;                                                             \
    QN_HIP_NEED(params);                                                       \
    QN_HIP_CHECK(qn_hip_node_find_type(handle, type, &node));                  \
    kept_##kind *k = node->extra;                                              \
    if (!k)                                                                    \
      return qn_hip(                                                           \
          qn_refuse(QN_R_INVALID_VALUE, "the node was captured, not added"));  \
    *params = k->params;                                                       \
    params->paramsArray = k->list;                                             \
    params->extSemArray =                                                      \
        (hipExternalSemaphore_t *)(void *)&k->list[k->params.numExtSems];      \
    return hipSuccess;                                                         \
  }                                                                            \
  hipError_t hipGraphExternalSemaphores##name##NodeSetParams(                  \
      hipGraphNode_t handle,                                                   \
      const hipExternalSemaphore##name##NodeParams *params) {                  \
    qn_node *node;                                                             \
    QN_HIP_NEED(params);                                                       \
    QN_HIP_CHECK(qn_hip_node_find_type(handle, type, &node));                  \
    return qn_hip(set_##kind(node, params));                                   \
  }                                                                            \
  hipError_t hipGraphExecExternalSemaphores##name##NodeSetParams(              \
      hipGraphExec_t exec, hipGraphNode_t handle,                              \
      const hipExternalSemaphore##name##NodeParams *params) {                  \
    return qn_hip(qn_hip_update_exec(exec, handle, type, set_##kind, params)); \
  }
SIDE(Signal, QN_NODE_SIGNAL, signal, signals)
SIDE(Wait, QN_NODE_AWAIT, await, waits)
#undef SIDE
