// SPDX-License-Identifier: Apache-2.0
// Products for devices whose memory this machine's processor does not reach, on
// copies of it.
#include "base/alloc.h"
#include "libs/blas/epilogue.h"

enum { OWN = 8 }; // A, B, C, D, alpha, beta, factors of rows and columns
_Static_assert(OWN + QN_EPILOGUE_REGIONS_MAX <= QN_LIBS_REGIONS_MAX, "");

typedef struct job {
  qn_gemm gemm;
  double kept[2][2]; // alpha, beta
  qn_libs_copies copies;
} job;

static void add(job *j, qn_libs_region region, const void **slot) {
  qn_libs_copies_add(&j->copies, region, slot);
}

static qn_libs_region matrix(const qn_gemm *g, const qn_gemm_matrix *m,
                             int64_t rows, int64_t columns) {
  const int64_t size = (int64_t)qn_libs_type_size(m->type);
  return (qn_libs_region){.address = (void *)(uintptr_t)m->p,
                          .width = (size_t)(rows * size),
                          .rows = (size_t)columns,
                          .pitch = (size_t)(m->ld * size),
                          .members = g->has_batch ? (size_t)g->count : 1,
                          .step = g->has_batch ? m->stride * size : 0};
}

static void describe(job *j, bool device_pointers) {
  qn_gemm *g = &j->gemm;
  const bool na = g->op_a == 'N', nb = g->op_b == 'N';
  const size_t scalar = qn_gemm_scalar_size(g);
  add(j, matrix(g, &g->a, na ? g->m : g->k, na ? g->k : g->m), &g->a.p);
  add(j, matrix(g, &g->b, nb ? g->k : g->n, nb ? g->n : g->k), &g->b.p);
  if (g->c.p != g->d.p)
    add(j, matrix(g, &g->c, g->m, g->n), &g->c.p);
  qn_libs_region d = matrix(g, &g->d, g->m, g->n);
  d.is_written = true;
  add(j, d, &g->d.p);
  if (device_pointers) {
    add(j, qn_libs_bytes(g->alpha, scalar, false), &g->alpha);
    add(j, qn_libs_bytes(g->beta, scalar, false), &g->beta);
  } else {
    memcpy(j->kept[0], g->alpha, scalar);
    memcpy(j->kept[1], g->beta, scalar);
    g->alpha = j->kept[0];
    g->beta = j->kept[1];
  }
  const int64_t counts[] = {g->m, g->n};
  for (int i = 0; i < 2; ++i)
    if (g->outer[i])
      add(j,
          qn_libs_bytes(g->outer[i], (size_t)counts[i] * sizeof(float), false),
          (const void **)(void *)&g->outer[i]);
  qn_epilogue_regions(g, &j->copies);
}

static void run(void *data) {
  job *j = data;
  const bool in_place = j->gemm.c.p == j->gemm.d.p;
  qn_libs_copies_take(&j->copies);
  if (in_place)
    j->gemm.c.p = j->gemm.d.p;
  qn_gemm_run(&j->gemm);
}

static void free_job(void *data) { qn_free(data); }

static qn_blas_status submit(const qn_blas *h, const qn_gemm *gemm) {
  job *j = qn_alloc_array(1, sizeof(*j));
  if (!j)
    return QN_BLAS_NO_MEMORY;
  j->gemm = *gemm;
  describe(j, h->device_pointers);
  qn_libs_say_mirrored(gemm->name);
  const qn_libs_task task = {run, free_job, j};
  return qn_blas_submitted(qn_libs_submit_mirrored(
      h->stream, &task, j->copies.regions, j->copies.count));
}

// ---- Arrays of addresses: a member at a time

static qn_blas_status submit_members(const qn_blas *h, const qn_gemm *gemm,
                                     void **const arrays[4]) {
  qn_blas_status status = QN_BLAS_OK;
  for (int64_t at = 0; at < gemm->count && status == QN_BLAS_OK; ++at) {
    qn_gemm one = *gemm;
    one.has_batch = one.is_array = false;
    one.a.p = arrays[0] ? arrays[0][at] : NULL;
    one.b.p = arrays[1] ? arrays[1][at] : NULL;
    one.c.p = arrays[2] ? arrays[2][at] : NULL;
    one.d.p = arrays[3] ? arrays[3][at] : NULL;
    status = submit(h, &one);
  }
  return status;
}

qn_blas_status qn_gemm_remote(qn_blas *h, const qn_gemm *gemm) {
  const qn_gemm_matrix *const all[] = {&gemm->a, &gemm->b, &gemm->c, &gemm->d};
  void **arrays[4] = {0};
  qn_blas_status status = QN_BLAS_OK;
  if (!gemm->m || !gemm->n || (gemm->has_batch && !gemm->count))
    return QN_BLAS_OK;
  if (!gemm->has_batch || !gemm->is_array)
    return submit(h, gemm);
  if (gemm->begin)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: arrays of addresses with an epilogue are not "
                          "worked on in copies of this device's memory",
                          gemm->name);
  for (int i = 0; i < 4 && status == QN_BLAS_OK; ++i)
    if (all[i]->p)
      status = qn_blas_fetch(h, all[i]->p, gemm->count, &arrays[i]);
  if (status == QN_BLAS_OK)
    status = submit_members(h, gemm, arrays);
  for (int i = 0; i < 4; ++i)
    qn_free(arrays[i]);
  return status;
}
