// SPDX-License-Identifier: Apache-2.0
// Work for devices whose memory this machine's processor does not reach, on
// copies of it. What the work uses is told by the descriptors and factors that
// lie in its arguments, each of which says what it is.
#include "libs/sparse/remote.h"

#include <string.h>

#include "base/alloc.h"
#include "libs/core/mirror.h"

typedef struct job {
  void (*run)(const void *args);
  qn_libs_region regions[QN_LIBS_REGIONS_MAX];
  const void **slots[QN_LIBS_REGIONS_MAX]; // in `args`: the address of each
  size_t count;
  bool is_full;
  _Alignas(16) char args[];
} job;

bool qn_sparse_is_remote(cusparseHandle_t handle) {
  return !qn_libs_on_host(handle->device) && qn_libs_can_mirror(handle->device);
}

static qn_libs_region *add(job *j, void **slot, size_t size, bool is_written) {
  static qn_libs_region none;
  if (!*slot || !size)
    return &none;
  if (j->count == QN_LIBS_REGIONS_MAX) {
    j->is_full = true;
    return &none;
  }
  j->slots[j->count] = (const void **)(void *)slot;
  j->regions[j->count] = qn_libs_bytes(*slot, size, is_written);
  return &j->regions[j->count++];
}

static size_t index_size(int type) {
  return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}

// ---- What each kind of descriptor stands for

// How many offsets a matrix has; 0: its format is not worked on in copies.
static int64_t count_offsets(const struct cusparseSpMatDescr *m) {
  switch (m->format) {
  case CUSPARSE_FORMAT_CSR:
    return m->rows + 1;
  case CUSPARSE_FORMAT_CSC:
    return m->cols + 1;
  case CUSPARSE_FORMAT_SLICED_ELLPACK:
    return (m->rows + m->slice_rows - 1) / m->slice_rows + 1;
  default:
    return 0;
  }
}

static bool add_matrix(job *j, struct cusparseSpMatDescr *m, bool is_written) {
  const bool is_sliced = m->format == CUSPARSE_FORMAT_SLICED_ELLPACK;
  const size_t nnz = (size_t)(is_sliced ? m->sliced_values : m->nnz);
  const bool is_coo = m->format == CUSPARSE_FORMAT_COO;
  const int64_t offsets = is_coo ? m->nnz : count_offsets(m);
  if ((!offsets && !is_coo) || m->batch_count != 1)
    return false;
  add(j, &m->offsets,
      (size_t)offsets * index_size(is_coo ? m->index_type : m->offset_type),
      is_written);
  add(j, &m->indices, nnz * index_size(m->index_type), is_written);
  add(j, &m->values, nnz * qn_num_size(m->type), is_written);
  return true;
}

static void add_dense(job *j, struct cusparseDnMatDescr *m) {
  const size_t size = qn_num_size(m->type);
  const bool by_rows = m->order == CUSPARSE_ORDER_ROW;
  qn_libs_region *r =
      add(j, &m->values, (size_t)(by_rows ? m->cols : m->rows) * size, true);
  r->rows = (size_t)(by_rows ? m->rows : m->cols);
  r->pitch = (size_t)m->ld * size;
  r->members = (size_t)m->batch_count;
  r->step = m->batch_stride * (int64_t)size;
}

// What stands at that place of the arguments; its size, 0: nothing known.
static size_t add_known(job *j, char *at, size_t left, bool keeps_sparse) {
  qn_sparse_object *o = (qn_sparse_object *)(void *)at;
  qn_scalar *s = (qn_scalar *)(void *)at;
  if (left >= sizeof(*s) && s->mark == QN_SCALAR_MARK) {
    add(j, (void **)(void *)&s->device, qn_num_size(s->type), false);
    return sizeof(*s);
  }
  if (left >= sizeof(struct cusparseSpMatDescr) &&
      qn_sparse_is(o, QN_SPARSE_SP_MAT)) {
    struct cusparseSpMatDescr *m = (struct cusparseSpMatDescr *)(void *)at;
    j->is_full = !add_matrix(j, m, !keeps_sparse) || j->is_full;
    return sizeof(*m);
  }
  if (left >= sizeof(struct cusparseDnMatDescr) &&
      qn_sparse_is(o, QN_SPARSE_DN_MAT)) {
    add_dense(j, (struct cusparseDnMatDescr *)(void *)at);
    return sizeof(struct cusparseDnMatDescr);
  }
  if (left >= sizeof(struct cusparseDnVecDescr) &&
      qn_sparse_is(o, QN_SPARSE_DN_VEC)) {
    struct cusparseDnVecDescr *v = (struct cusparseDnVecDescr *)(void *)at;
    add(j, &v->values, (size_t)v->size * qn_num_size(v->type), true);
    return sizeof(*v);
  }
  if (left >= sizeof(struct cusparseSpVecDescr) &&
      qn_sparse_is(o, QN_SPARSE_SP_VEC)) {
    struct cusparseSpVecDescr *v = (struct cusparseSpVecDescr *)(void *)at;
    add(j, &v->values, (size_t)v->nnz * qn_num_size(v->type), true);
    add(j, &v->indices, (size_t)v->nnz * index_size(v->index_type), false);
    return sizeof(*v);
  }
  return 0;
}

// Arguments are made of words; a word that is the address of the device's
// memory and of no descriptor is nothing that a copy can be made of.
static bool describe(job *j, size_t size, bool keeps_sparse) {
  for (size_t at = 0; at + sizeof(void *) <= size;) {
    const size_t known = add_known(j, j->args + at, size - at, keeps_sparse);
    void *word;
    memcpy(&word, j->args + at, sizeof(word));
    if (!known && qn_libs_is_device_memory(word))
      return false;
    at += known ? known : sizeof(word);
  }
  return !j->is_full;
}

// ---- On the stream

static void run(void *data) {
  const job *j = data;
  for (size_t i = 0; i < j->count; ++i)
    *j->slots[i] = j->regions[i].host;
  j->run(j->args);
}

static void free_job(void *data) { qn_free(data); }

cusparseStatus_t qn_sparse_submit_remote(cusparseHandle_t handle,
                                         void (*work)(const void *args),
                                         const void *args, size_t size,
                                         bool keeps_sparse) {
  job *j = qn_alloc_array(1, sizeof(*j) + size);
  if (!j)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  j->run = work;
  memcpy(j->args, args, size);
  if (!describe(j, size, keeps_sparse)) {
    qn_free(j);
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "matrices of these formats are not worked on in "
                            "copies of this device's memory");
  }
  qn_libs_say_mirrored("cuSPARSE's functions");
  const qn_libs_task task = {run, free_job, j};
  return qn_libs_submit_mirrored(handle->stream, &task, j->regions, j->count) ==
                 hipSuccess
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_EXECUTION_FAILED;
}
