// SPDX-License-Identifier: Apache-2.0
// User objects: data of the program, reference counted by the program itself
// and by graphs.
//
// An owner can release only its own references. As ROCm's conformance tests
// require, releasing too many releases all that are left, and releasing from a
// destroyed object does nothing; both succeed under HIP's names, and are errors
// under CUDA's. Graphs' references are safe from both.
#include "base/alloc.h"
#include "hip/graph/graph.h"

typedef struct user_object {
  void *block;
  hipHostFn_t destroy;
  uint64_t own;  // references of the program
  uint64_t held; // references of graphs
  void *handle;
} user_object;

// A graph's references to an object.
typedef struct qn_user_ref {
  user_object *object;
  uint64_t count;
  struct qn_user_ref *next;
} qn_user_ref;

static qn_mutex mutex = QN_MUTEX_INIT; // of all objects and graphs' lists

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// With the mutex held. Returns the object if nothing refers to it any more; the
// caller destroys it without the mutex.
static user_object *gone(user_object *o) {
  if (o->own || o->held)
    return NULL;
  (void)qn_handle_remove(QN_HANDLE_USER, o->handle);
  return o;
}

static void end(user_object *o) {
  if (!o)
    return;
  o->destroy(o->block);
  qn_free(o);
}

static qn_result no_object(const void *handle) {
  return qn_refuse(QN_R_INVALID_VALUE, "%p is no user object, or destroyed",
                   handle);
}

hipError_t hipUserObjectCreate(hipUserObject_t *to, void *block,
                               hipHostFn_t destroy, unsigned int count,
                               unsigned int flags) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(destroy);
  if (!count || flags != hipUserObjectNoDestructorSync)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "a user object needs a reference and the flag "
                            "hipUserObjectNoDestructorSync"));
  user_object *o = qn_alloc_array(1, sizeof(*o));
  if (!o)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an object"));
  *o = (user_object){.block = block, .destroy = destroy, .own = count};
  o->handle = qn_handle_make(QN_HANDLE_USER, o);
  if (!o->handle) {
    qn_free(o);
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an object"));
  }
  *to = o->handle;
  return hipSuccess;
}

static qn_result no_count(void) {
  return qn_refuse(QN_R_INVALID_VALUE, "no references");
}

hipError_t hipUserObjectRelease(hipUserObject_t handle, unsigned int count) {
  user_object *dead = NULL;
  if (!count)
    return qn_hip(no_count());
  qn_mutex_lock(&mutex);
  user_object *o = qn_handle_find(QN_HANDLE_USER, handle);
  if (o) {
    o->own -= least(o->own, count);
    dead = gone(o);
  }
  qn_mutex_unlock(&mutex);
  end(dead);
  return o || qn_handle_was(QN_HANDLE_USER, handle) ? hipSuccess
                                                    : qn_hip(no_object(handle));
}

qn_result qn_hip_user_release(const void *handle, unsigned count) {
  user_object *dead = NULL;
  if (!count)
    return no_count();
  qn_mutex_lock(&mutex);
  user_object *o = qn_handle_find(QN_HANDLE_USER, handle);
  const bool enough = o && o->own >= count;
  if (enough) {
    o->own -= count;
    dead = gone(o);
  }
  qn_mutex_unlock(&mutex);
  end(dead);
  if (!o)
    return no_object(handle);
  return enough ? QN_R_OK
                : qn_refuse(QN_R_INVALID_VALUE,
                            "the program does not hold %u references", count);
}

hipError_t hipUserObjectRetain(hipUserObject_t handle, unsigned int count) {
  if (!count)
    return qn_hip(no_count());
  qn_mutex_lock(&mutex);
  user_object *o = qn_handle_find(QN_HANDLE_USER, handle);
  if (o)
    o->own += count;
  qn_mutex_unlock(&mutex);
  return o ? hipSuccess : qn_hip(no_object(handle));
}

// Called when a graph or an executable graph is destroyed.
static void drop(qn_user_ref **list) {
  for (;;) {
    user_object *dead = NULL;
    qn_mutex_lock(&mutex);
    qn_user_ref *ref = *list;
    if (ref) {
      *list = ref->next;
      ref->object->held -= ref->count;
      dead = gone(ref->object);
    }
    qn_mutex_unlock(&mutex);
    if (!ref)
      return;
    end(dead);
    qn_free(ref);
  }
}

// Called when a graph is cloned or instantiated.
static bool copy(const qn_user_ref *from, qn_user_ref **to) {
  bool good = true;
  qn_mutex_lock(&mutex);
  for (; from && good; from = from->next) {
    qn_user_ref *ref = qn_alloc(sizeof(*ref));
    good = ref != NULL;
    if (!good)
      break;
    *ref = (qn_user_ref){from->object, from->count, *to};
    *to = ref;
    ref->object->held += ref->count;
  }
  qn_mutex_unlock(&mutex);
  return good;
}

static const qn_user_ops ops = {copy, drop};

static qn_user_ref **find_ref(qn_graph *graph, const user_object *o) {
  qn_user_ref **at = &graph->users.list;
  while (*at && (*at)->object != o)
    at = &(*at)->next;
  return at;
}

static qn_result retain(qn_graph *g, hipUserObject_t handle, unsigned count,
                        bool move) {
  qn_user_ref *ref = qn_alloc_array(1, sizeof(*ref));
  if (!ref)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a reference");
  qn_mutex_lock(&mutex);
  user_object *o = qn_handle_find(QN_HANDLE_USER, handle);
  if (o) {
    qn_user_ref **at = find_ref(g, o);
    if (!*at) {
      ref->object = o;
      *at = ref;
      ref = NULL;
    }
    (*at)->count += count;
    o->held += count;
    if (move)
      o->own -= least(o->own, count);
    g->users.ops = &ops;
  }
  qn_mutex_unlock(&mutex);
  qn_free(ref);
  return o ? QN_R_OK : no_object(handle);
}

hipError_t hipGraphRetainUserObject(hipGraph_t graph, hipUserObject_t handle,
                                    unsigned int count, unsigned int flags) {
  qn_graph *g;
  QN_HIP_CHECK(qn_hip_graph_find(graph, &g));
  if (!count)
    return qn_hip(no_count());
  if (flags & ~(unsigned)hipGraphUserObjectMove)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipGraphRetainUserObject has no flags 0x%x",
                            flags));
  return qn_hip(
      retain(g, handle, count, (flags & hipGraphUserObjectMove) != 0));
}

hipError_t hipGraphReleaseUserObject(hipGraph_t graph, hipUserObject_t handle,
                                     unsigned int count) {
  qn_graph *g;
  user_object *dead = NULL;
  qn_user_ref *ended = NULL;
  QN_HIP_CHECK(qn_hip_graph_find(graph, &g));
  if (!count)
    return qn_hip(no_count());
  qn_mutex_lock(&mutex);
  user_object *o = qn_handle_find(QN_HANDLE_USER, handle);
  qn_user_ref **at = o ? find_ref(g, o) : NULL;
  if (at && *at) {
    const uint64_t given = least((*at)->count, count);
    (*at)->count -= given;
    o->held -= given;
    if (!(*at)->count) {
      ended = *at;
      *at = ended->next;
    }
    dead = gone(o);
  }
  qn_mutex_unlock(&mutex);
  qn_free(ended);
  end(dead);
  return o || qn_handle_was(QN_HANDLE_USER, handle) ? hipSuccess
                                                    : qn_hip(no_object(handle));
}
