// SPDX-License-Identifier: Apache-2.0
// cuBLASLt on an NVIDIA device: objects of NVIDIA's libcublasLt, made of ours
// for one call.
#include "libs/blas/lt.h"
#include "libs/blas/transform.h"

#include <string.h>

// What of theirs is called, filled in at the first use; NULL with a reason.
typedef struct api {
  int (*layout_init)(void *object, size_t size, int type, uint64_t rows,
                     uint64_t columns, int64_t ld);
  int (*layout_set)(void *object, int id, const void *value, size_t size);
  int (*desc_init)(void *object, size_t size, int compute, int scale_type);
  int (*desc_set)(void *object, int id, const void *value, size_t size);
  int (*preference_init)(void *object, size_t size);
  int (*preference_set)(void *object, int id, const void *value, size_t size);
  int (*matmul)(void *handle, void *desc, const void *alpha, const void *a,
                void *a_layout, const void *b, void *b_layout, const void *beta,
                const void *c, void *c_layout, void *d, void *d_layout,
                const void *algo, void *workspace, size_t workspace_size,
                void *stream);
  int (*choose)(void *handle, void *desc, void *a, void *b, void *c, void *d,
                void *preference, int requested, void *results, int *count);
  int (*check)(void *handle, void *desc, void *a, void *b, void *c, void *d,
               const void *algo, void *result);
} api;

static bool find(const char *name, void *to) {
  void *address = qn_vendor_lt_symbol(name);
  memcpy(to, &address, sizeof(address));
  return address != NULL;
}

static bool open_api(api *out) {
  return find("cublasLtMatrixLayoutInit_internal", &out->layout_init) &&
         find("cublasLtMatrixLayoutSetAttribute", &out->layout_set) &&
         find("cublasLtMatmulDescInit_internal", &out->desc_init) &&
         find("cublasLtMatmulDescSetAttribute", &out->desc_set) &&
         find("cublasLtMatmulPreferenceInit_internal", &out->preference_init) &&
         find("cublasLtMatmulPreferenceSetAttribute", &out->preference_set) &&
         find("cublasLtMatmul", &out->matmul) &&
         find("cublasLtMatmulAlgoGetHeuristic", &out->choose) &&
         find("cublasLtMatmulAlgoCheck", &out->check);
}

// ---- Their objects

typedef struct theirs {
  cublasLtMatmulDescOpaque_t desc;
  cublasLtMatrixLayoutOpaque_t layouts[4];
  cublasLtMatmulPreferenceOpaque_t preference;
  cublasLtEmulationDescOpaque_t emulation;
} theirs;

typedef int setter(void *object, int id, const void *value, size_t size);

// Attributes that are not as a new object has them.
static int set_changed(const qn_lt_attribute *all, const void *ours,
                       const void *fresh, setter *set, void *object) {
  int status = 0;
  for (; all->size && !status; ++all) {
    const char *value = (const char *)ours + all->at;
    if (memcmp(value, (const char *)fresh + all->at, all->size) != 0)
      status = set(object, all->id, value, all->size);
  }
  return status;
}

// Which only newer libraries have: theirs is named by the descriptor.
static int set_emulation(const api *f, const qn_lt_emulation *e, theirs *to) {
  const qn_lt_emulation fresh = {.special_values = QN_BLAS_SPECIAL_VALUES};
  int (*init)(void *object, size_t size);
  setter *set;
  void *const object = &to->emulation;
  if (!find("cublasLtEmulationDescInit_internal", &init) ||
      !find("cublasLtEmulationDescSetAttribute", &set))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  int status = init(object, sizeof(to->emulation));
  if (!status)
    status = set_changed(qn_lt_emulations, e, &fresh, set, object);
  return status
             ? status
             : f->desc_set(&to->desc, CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR,
                           &object, sizeof(object));
}

static int make_desc(const api *f, const qn_lt_desc *ours, theirs *to) {
  qn_lt_desc plain = *ours;
  const qn_lt_desc *d = &plain;
  plain.emulation = NULL;
  cublasLtMatmulDescOpaque_t fresh;
  memset(&fresh, 0, sizeof(fresh));
  (void)cublasLtMatmulDescInit(&fresh, (cublasComputeType_t)d->compute,
                               (cudaDataType)d->scale_type);
  int status =
      f->desc_init(&to->desc, sizeof(to->desc), d->compute, d->scale_type);
  if (!status)
    status = set_changed(qn_lt_descs, d, &fresh, f->desc_set, &to->desc);
  return status || !ours->emulation ? status
                                    : set_emulation(f, ours->emulation, to);
}

static int make_layout(const api *f, const qn_lt_layout *l, void *to) {
  const qn_lt_layout fresh = {l->type, 0, l->rows, l->columns, l->ld, 1, 0};
  const int status = f->layout_init(to, sizeof(cublasLtMatrixLayoutOpaque_t),
                                    l->type, l->rows, l->columns, l->ld);
  return status ? status
                : set_changed(qn_lt_layouts, l, &fresh, f->layout_set, to);
}

static int make_preference(const api *f, const qn_lt_preference *p,
                           theirs *to) {
  const qn_lt_preference fresh = {0};
  const int status =
      f->preference_init(&to->preference, sizeof(to->preference));
  return status || !p ? status
                      : set_changed(qn_lt_preferences, p, &fresh,
                                    f->preference_set, &to->preference);
}

static int make_all(const api *f, const qn_lt_desc *d,
                    const qn_lt_layout *const *layouts, theirs *to) {
  int status = make_desc(f, d, to);
  for (int i = 0; i < 4 && !status; ++i)
    status = make_layout(f, layouts[i], &to->layouts[i]);
  return status;
}

// ---- The product

typedef struct product {
  api api;
  qn_lt_matmul matmul;
  qn_lt_desc desc;
  qn_lt_emulation emulation; // the descriptor's, as it was
  qn_lt_layout layouts[4];
  cublasLtMatmulAlgo_t algo;
  double scalars[2][2]; // alpha, beta
} product;

static int multiply(void *data, void *handle, void *stream) {
  const product *p = data;
  const qn_lt_matmul *m = &p->matmul;
  const qn_lt_layout *const layouts[] = {&p->layouts[0], &p->layouts[1],
                                         &p->layouts[2], &p->layouts[3]};
  theirs t;
  qn_lt_desc desc = p->desc;
  if (desc.emulation)
    desc.emulation = (void *)(uintptr_t)&p->emulation;
  const int status = make_all(&p->api, &desc, layouts, &t);
  if (status)
    return status;
  return p->api.matmul(handle, &t.desc, m->alpha, m->a, &t.layouts[0], m->b,
                       &t.layouts[1], m->beta, m->c, &t.layouts[2], m->d,
                       &t.layouts[3], m->algo ? &p->algo : NULL, m->workspace,
                       m->workspace_size, stream);
}

static size_t size_of_scale(int type) {
  const size_t size = qn_libs_type_size(type);
  return size ? size : 4;
}

// What is in the host's memory may change before a graph is made ready.
static void keep_scalars(void *data) {
  enum { HOST = 0, VECTOR_AND_HOST = 4 };
  product *p = data;
  const size_t size = size_of_scale(p->desc.scale_type);
  const int mode = p->desc.pointer_mode;
  if (mode == HOST && p->matmul.alpha) {
    memcpy(p->scalars[0], p->matmul.alpha, size);
    p->matmul.alpha = p->scalars[0];
  }
  if ((mode == HOST || mode == VECTOR_AND_HOST) && p->matmul.beta) {
    memcpy(p->scalars[1], p->matmul.beta, size);
    p->matmul.beta = p->scalars[1];
  }
}

qn_blas_status qn_vendor_lt_matmul(qn_blas *h, const qn_lt_matmul *matmul) {
  product p = {.matmul = *matmul, .desc = *matmul->desc};
  if (!open_api(&p.api))
    return QN_BLAS_NOT_SUPPORTED;
  for (int i = 0; i < 4; ++i)
    p.layouts[i] = *matmul->layouts[i];
  if (matmul->algo)
    p.algo = *matmul->algo;
  if (p.desc.emulation)
    p.emulation = *(const qn_lt_emulation *)p.desc.emulation;
  return qn_vendor_with(h, &(const qn_vendor_use){.name = "cublasLtMatmul",
                                                  .use = multiply,
                                                  .data = &p,
                                                  .data_size = sizeof(p),
                                                  .keep = keep_scalars,
                                                  .is_lt = true,
                                                  .stream = matmul->stream});
}

// ---- The choice of an algorithm

typedef struct question {
  api api;
  const qn_lt_choice *choice;
} question;

static int ask(void *data, void *handle, void *stream) {
  const question *q = data;
  const qn_lt_choice *c = q->choice;
  theirs t;
  (void)stream;
  int status = make_all(&q->api, c->desc, c->layouts, &t);
  if (!status)
    status = make_preference(&q->api, c->preference, &t);
  if (status)
    return status;
  if (!c->count)
    return q->api.check(handle, &t.desc, &t.layouts[0], &t.layouts[1],
                        &t.layouts[2], &t.layouts[3], c->algo, c->results);
  return q->api.choose(handle, &t.desc, &t.layouts[0], &t.layouts[1],
                       &t.layouts[2], &t.layouts[3], &t.preference,
                       c->requested, c->results, c->count);
}

qn_blas_status qn_vendor_lt_choose(qn_blas *h, const qn_lt_choice *choice) {
  question q = {.choice = choice};
  bool is_whole = choice->desc && choice->results;
  for (int i = 0; i < 4; ++i)
    is_whole = is_whole && choice->layouts[i];
  if (!is_whole)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE, "a descriptor is null");
  if (!open_api(&q.api))
    return QN_BLAS_NOT_SUPPORTED;
  return qn_vendor_ask(
      h, &(const qn_vendor_use){.name = "cublasLtMatmulAlgoGetHeuristic",
                                .use = ask,
                                .data = &q,
                                .is_lt = true});
}

// ---- Changes of order

typedef struct change {
  api api;
  int (*init)(void *object, size_t size, int scale_type);
  int (*set)(void *object, int id, const void *value, size_t size);
  int (*transform)(void *handle, void *desc, const void *alpha, const void *a,
                   void *a_layout, const void *beta, const void *b,
                   void *b_layout, void *c, void *c_layout, void *stream);
  qn_lt_transform what;
} change;

static int run_change(void *data, void *handle, void *stream) {
  const change *c = data;
  const qn_lt_transform *t = &c->what;
  const qn_lt_transform_desc fresh = {.scale_type = t->desc.scale_type};
  cublasLtMatrixTransformDescOpaque_t desc;
  cublasLtMatrixLayoutOpaque_t layouts[3];
  int status = c->init(&desc, sizeof(desc), t->desc.scale_type);
  if (!status)
    status =
        set_changed(qn_lt_transform_descs, &t->desc, &fresh, c->set, &desc);
  for (int i = 0; i < 3 && !status; ++i)
    status = make_layout(&c->api, &t->layouts[i], &layouts[i]);
  if (status)
    return status;
  return c->transform(handle, &desc, t->alpha, t->from[0],
                      t->from[0] ? &layouts[0] : NULL, t->beta, t->from[1],
                      t->from[1] ? &layouts[1] : NULL, t->to, &layouts[2],
                      stream);
}

static void keep_factors(void *data) {
  change *c = data;
  qn_lt_transform *t = &c->what;
  const size_t size = size_of_scale(t->desc.scale_type);
  if (t->desc.pointer_mode != CUBLASLT_POINTER_MODE_HOST)
    return;
  if (t->alpha)
    t->alpha = memcpy(t->scalars[0], t->alpha, size);
  if (t->beta)
    t->beta = memcpy(t->scalars[1], t->beta, size);
}

qn_blas_status qn_vendor_lt_transform(qn_blas *h, hipStream_t stream,
                                      const qn_lt_transform *transform) {
  static const double zero[2];
  change c = {.what = *transform};
  if (!c.what.from[1] && !c.what.beta) // which theirs reads all the same
    c.what.beta = c.what.desc.pointer_mode == CUBLASLT_POINTER_MODE_HOST
                      ? zero
                      : c.what.alpha;
  if (!open_api(&c.api) ||
      !find("cublasLtMatrixTransformDescInit_internal", &c.init) ||
      !find("cublasLtMatrixTransformDescSetAttribute", &c.set) ||
      !find("cublasLtMatrixTransform", &c.transform))
    return QN_BLAS_NOT_SUPPORTED;
  return qn_vendor_with(
      h, &(const qn_vendor_use){.name = "cublasLtMatrixTransform",
                                .use = run_change,
                                .data = &c,
                                .data_size = sizeof(c),
                                .keep = keep_factors,
                                .is_lt = true,
                                .stream = stream});
}
