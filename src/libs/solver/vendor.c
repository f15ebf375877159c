// SPDX-License-Identifier: Apache-2.0
#include "libs/solver/solver.h"

#include <pthread.h>

#include "base/alloc.h"

static const char *const names[] = {"libcusolver.so.12", "libcusolver.so.11",
                                    NULL};
static qn_libs_opened cusolver = {.names = names,
                                  .variable = "QUERN_LIBCUSOLVER"};
static const qn_pass_library library = {
    .opened = &cusolver,
    .create = "cusolverDnCreate",
    .destroy = "cusolverDnDestroy",
    .set_stream = "cusolverDnSetStream",
    .not_supported = CUSOLVER_STATUS_NOT_SUPPORTED,
};

static const struct {
  const char *create, *destroy;
} makers[] = {
    [QN_SOLVER_PARAMS] = {"cusolverDnCreateParams", "cusolverDnDestroyParams"},
    [QN_SOLVER_SYEVJ] = {"cusolverDnCreateSyevjInfo",
                         "cusolverDnDestroySyevjInfo"},
    [QN_SOLVER_GESVDJ] = {"cusolverDnCreateGesvdjInfo",
                          "cusolverDnDestroyGesvdjInfo"},
};

bool qn_solver_is_vendor(const void *handle) {
  const qn_solver *h = handle;
  return h && qn_solver_check(h) == CUSOLVER_STATUS_SUCCESS &&
         qn_libs_is_native(h->device);
}

static int64_t word_of(const void *p) { return (int64_t)(intptr_t)p; }

static int make_twin(qn_solver_object *o) {
  int status = qn_pass_plain(&library, makers[o->kind].create,
                             (const int64_t[]){word_of(&o->twin)}, 1);
  for (int i = 0; i < QN_SOLVER_SETTINGS_MAX && !status; ++i) {
    const qn_solver_setting *s = &o->settings[i];
    const int64_t words[] = {word_of(o->twin), s->number};
    if (s->setter)
      status = s->is_real
                   ? qn_pass_plain_real(&library, s->setter, words[0], s->real)
                   : qn_pass_plain(&library, s->setter, words, 2);
  }
  return status;
}

static void *twin_of(void *object, int *out_status) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  qn_solver_object *o = object;
  pthread_mutex_lock(&lock);
  if (!o->twin)
    *out_status = make_twin(o);
  pthread_mutex_unlock(&lock);
  return o->twin;
}

static void *copy_object(const void *object) {
  qn_solver_object *copy = qn_alloc(sizeof(*copy));
  if (copy) {
    *copy = *(const qn_solver_object *)object;
    copy->twin = NULL;
  }
  return copy;
}

static void drop_copy(void *copy) {
  qn_solver_vendor_drop(copy);
  qn_free(copy);
}

qn_pass_word qn_solver_word_params(cusolverDnParams_t params) {
  static qn_solver_object defaults = {.kind = QN_SOLVER_PARAMS};
  return qn_pass_object(params ? (void *)params : &defaults);
}

cusolverStatus_t qn_solver_pass(const void *handle, const char *name,
                                const qn_pass_word *words, size_t count) {
  qn_solver *h = (qn_solver *)(uintptr_t)handle;
  const qn_pass_handle to = {h->device, h->stream, false, &h->vendor};
  const qn_pass_call call = {name,    words,       count,
                             twin_of, copy_object, drop_copy};
  return (cusolverStatus_t)qn_pass(&library, &to, &call);
}

void qn_solver_vendor_release(qn_solver *handle) {
  if (handle->vendor)
    (void)qn_pass_plain(&library, library.destroy,
                        (const int64_t[]){word_of(handle->vendor)}, 1);
  handle->vendor = NULL;
}

void qn_solver_vendor_drop(qn_solver_object *o) {
  if (o->twin)
    (void)qn_pass_plain(&library, makers[o->kind].destroy,
                        (const int64_t[]){word_of(o->twin)}, 1);
  o->twin = NULL;
}

void qn_solver_set(qn_solver_object *o, int place, qn_solver_setting setting) {
  o->settings[place] = setting;
  qn_solver_vendor_drop(o);
}
