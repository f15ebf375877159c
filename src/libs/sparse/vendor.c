// SPDX-License-Identifier: Apache-2.0
#include "libs/sparse/vendor.h"

#include <stdio.h>

#include "base/alloc.h"

static const char *const names[] = {"libcusparse.so.12", "libcusparse.so.11",
                                    NULL};
static const char *const needs[] = {"libnvJitLink.so.13", "libnvJitLink.so.12",
                                    NULL};
static qn_libs_opened cusparse = {
    .names = names, .needs = needs, .variable = "QUERN_LIBCUSPARSE"};
static const qn_pass_library library = {
    .opened = &cusparse,
    .create = "cusparseCreate",
    .destroy = "cusparseDestroy",
    .set_stream = "cusparseSetStream",
    .set_mode = "cusparseSetPointerMode",
    .not_supported = CUSPARSE_STATUS_NOT_SUPPORTED,
};

bool qn_sparse_is_vendor(cusparseHandle_t handle) {
  return qn_sparse_is_handle(handle) && qn_libs_is_native(handle->device);
}

static int64_t word_of(const void *p) { return (int64_t)(intptr_t)p; }

// ---- NVIDIA's objects for ours

#define PLAIN(name, ...)                                                       \
  qn_pass_plain(&library, name, (const int64_t[]){__VA_ARGS__},                \
                sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static int make_sp_vec(void **twin, const struct cusparseSpVecDescr *d) {
  return PLAIN("cusparseCreateSpVec", word_of(twin), d->size, d->nnz,
               word_of(d->indices), word_of(d->values), d->index_type, d->base,
               d->type);
}
static int make_dn_vec(void **twin, const struct cusparseDnVecDescr *d) {
  return PLAIN("cusparseCreateDnVec", word_of(twin), d->size,
               word_of(d->values), d->type);
}
static int make_dn_mat(void **twin, const struct cusparseDnMatDescr *d) {
  int status = PLAIN("cusparseCreateDnMat", word_of(twin), d->rows, d->cols,
                     d->ld, word_of(d->values), d->type, d->order);
  if (!status && d->batch_count > 1)
    status = PLAIN("cusparseDnMatSetStridedBatch", word_of(*twin),
                   d->batch_count, d->batch_stride);
  return status;
}

static int make_format(void **twin, const struct cusparseSpMatDescr *d) {
  switch (d->format) {
  case QN_SPARSE_FORMAT_PAIRS:
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "NVIDIA's library has no coordinates in pairs "
                            "(CooAoS) since CUDA 12");
  case CUSPARSE_FORMAT_COO:
    return PLAIN("cusparseCreateCoo", word_of(twin), d->rows, d->cols, d->nnz,
                 word_of(d->offsets), word_of(d->indices), word_of(d->values),
                 d->index_type, d->base, d->type);
  case CUSPARSE_FORMAT_BSR:
    return PLAIN("cusparseCreateBsr", word_of(twin), d->rows / d->block_rows,
                 d->cols / d->block_cols, d->nnz, d->block_rows, d->block_cols,
                 word_of(d->offsets), word_of(d->indices), word_of(d->values),
                 d->offset_type, d->index_type, d->base, d->type, d->order);
  case CUSPARSE_FORMAT_BLOCKED_ELL:
    return PLAIN("cusparseCreateBlockedEll", word_of(twin), d->rows, d->cols,
                 d->block_rows, d->ell_cols, word_of(d->indices),
                 word_of(d->values), d->index_type, d->base, d->type);
  case CUSPARSE_FORMAT_SLICED_ELLPACK:
    return PLAIN("cusparseCreateSlicedEll", word_of(twin), d->rows, d->cols,
                 d->nnz, d->sliced_values, d->slice_rows, word_of(d->offsets),
                 word_of(d->indices), word_of(d->values), d->offset_type,
                 d->index_type, d->base, d->type);
  default:
    return PLAIN(d->format == CUSPARSE_FORMAT_CSC ? "cusparseCreateCsc"
                                                  : "cusparseCreateCsr",
                 word_of(twin), d->rows, d->cols, d->nnz, word_of(d->offsets),
                 word_of(d->indices), word_of(d->values), d->offset_type,
                 d->index_type, d->base, d->type);
  }
}

static int set_attribute(void *twin, int attribute, int value) {
  return value < 0 ? 0
                   : PLAIN("cusparseSpMatSetAttribute", word_of(twin),
                           attribute, word_of(&value), sizeof(value));
}
static int set_batch(void *twin, const struct cusparseSpMatDescr *d) {
  switch (d->batch_count > 1 ? d->format : -1) {
  case CUSPARSE_FORMAT_CSR:
    return PLAIN("cusparseCsrSetStridedBatch", word_of(twin), d->batch_count,
                 d->offsets_stride, d->values_stride);
  case CUSPARSE_FORMAT_COO:
    return PLAIN("cusparseCooSetStridedBatch", word_of(twin), d->batch_count,
                 d->values_stride);
  case CUSPARSE_FORMAT_BSR:
    return PLAIN("cusparseBsrSetStridedBatch", word_of(twin), d->batch_count,
                 d->offsets_stride, d->indices_stride, d->values_stride);
  default:
    return 0;
  }
}
static int make_sp_mat(void **twin, const struct cusparseSpMatDescr *d) {
  int status = make_format(twin, d);
  if (!status)
    status = set_attribute(*twin, CUSPARSE_SPMAT_FILL_MODE, d->fill);
  if (!status)
    status = set_attribute(*twin, CUSPARSE_SPMAT_DIAG_TYPE, d->diag);
  return status ? status : set_batch(*twin, d);
}

static int make_descr(void **twin, const struct cusparseMatDescr *d) {
  int status = PLAIN("cusparseCreateMatDescr", word_of(twin));
  if (!status)
    status = PLAIN("cusparseSetMatType", word_of(*twin), d->type);
  if (!status)
    status = PLAIN("cusparseSetMatFillMode", word_of(*twin), d->fill);
  if (!status)
    status = PLAIN("cusparseSetMatDiagType", word_of(*twin), d->diag);
  return status ? status
                : PLAIN("cusparseSetMatIndexBase", word_of(*twin), d->base);
}

// By kind, for those that say nothing of themselves, and for the end of all.
static const struct {
  const char *create, *destroy;
} makers[QN_SPARSE_KINDS] = {
    [QN_SPARSE_SP_VEC] = {NULL, "cusparseDestroySpVec"},
    [QN_SPARSE_DN_VEC] = {NULL, "cusparseDestroyDnVec"},
    [QN_SPARSE_SP_MAT] = {NULL, "cusparseDestroySpMat"},
    [QN_SPARSE_DN_MAT] = {NULL, "cusparseDestroyDnMat"},
    [QN_SPARSE_MAT_DESCR] = {NULL, "cusparseDestroyMatDescr"},
    [QN_SPARSE_SPSV] = {"cusparseSpSV_createDescr",
                        "cusparseSpSV_destroyDescr"},
    [QN_SPARSE_SPSM] = {"cusparseSpSM_createDescr",
                        "cusparseSpSM_destroyDescr"},
    [QN_SPARSE_SPGEMM] = {"cusparseSpGEMM_createDescr",
                          "cusparseSpGEMM_destroyDescr"},
    [QN_SPARSE_ILU] = {"cusparseCreateCsrilu02Info",
                       "cusparseDestroyCsrilu02Info"},
    [QN_SPARSE_IC] = {"cusparseCreateCsric02Info",
                      "cusparseDestroyCsric02Info"},
    [QN_SPARSE_BLOCK_ILU] = {"cusparseCreateBsrilu02Info",
                             "cusparseDestroyBsrilu02Info"},
    [QN_SPARSE_BLOCK_IC] = {"cusparseCreateBsric02Info",
                            "cusparseDestroyBsric02Info"},
    [QN_SPARSE_BLOCK_SV] = {"cusparseCreateBsrsv2Info",
                            "cusparseDestroyBsrsv2Info"},
    [QN_SPARSE_BLOCK_SM] = {"cusparseCreateBsrsm2Info",
                            "cusparseDestroyBsrsm2Info"},
    [QN_SPARSE_COLOUR] = {"cusparseCreateColorInfo",
                          "cusparseDestroyColorInfo"},
    [QN_SPARSE_UNSORTED] = {"cusparseCreateCsru2csrInfo",
                            "cusparseDestroyCsru2csrInfo"},
};

static int make_twin(qn_sparse_object *o) {
  const void *d = o;
  switch (o->kind) {
  case QN_SPARSE_SP_VEC:
    return make_sp_vec(&o->twin, d);
  case QN_SPARSE_DN_VEC:
    return make_dn_vec(&o->twin, d);
  case QN_SPARSE_SP_MAT:
    return make_sp_mat(&o->twin, d);
  case QN_SPARSE_DN_MAT:
    return make_dn_mat(&o->twin, d);
  case QN_SPARSE_MAT_DESCR:
    return make_descr(&o->twin, d);
  default:
    return PLAIN(makers[o->kind].create, word_of(&o->twin));
  }
}

static void *twin_of(void *object, int *out_status) {
  qn_sparse_object *o = object;
  if (!qn_sparse_is(o, o->kind)) {
    *out_status = CUSPARSE_STATUS_INVALID_VALUE;
    return NULL;
  }
  if (!o->twin)
    *out_status = make_twin(o);
  return o->twin;
}

void qn_sparse_vendor_drop(qn_sparse_object *o) {
  if (o->twin)
    (void)PLAIN(makers[o->kind].destroy, word_of(o->twin));
  o->twin = NULL;
}

// Of those that describe, how large they are.
static const size_t sizes[QN_SPARSE_KINDS] = {
    [QN_SPARSE_SP_VEC] = sizeof(struct cusparseSpVecDescr),
    [QN_SPARSE_DN_VEC] = sizeof(struct cusparseDnVecDescr),
    [QN_SPARSE_SP_MAT] = sizeof(struct cusparseSpMatDescr),
    [QN_SPARSE_DN_MAT] = sizeof(struct cusparseDnMatDescr),
    [QN_SPARSE_MAT_DESCR] = sizeof(struct cusparseMatDescr),
};

static void *copy_object(const void *object) {
  const qn_sparse_object *o = object;
  if (!qn_sparse_is(o, o->kind) || !sizes[o->kind])
    return (void *)(uintptr_t)object;
  qn_sparse_object *copy = qn_alloc(sizes[o->kind]);
  if (copy) {
    memcpy(copy, o, sizes[o->kind]);
    copy->twin = NULL;
  }
  return copy;
}

static void drop_copy(void *copy) {
  qn_sparse_vendor_drop(copy);
  qn_free(copy);
}

// ---- Calls

static const char in_bytes[] = "_bufferSizeExt";

// NVIDIA's header declares functions of this end that its library does not have
// (of csrilu02 and 35 others), beside those that tell an int.
static bool lacks_bytes(const char *name) {
  const size_t end = sizeof(in_bytes) - 1, size = strlen(name);
  return size > end && strcmp(name + size - end, in_bytes) == 0 &&
         !qn_libs_symbol(&cusparse, name);
}

// The size by the function that tells an int; the last word is where it goes.
static cusparseStatus_t ask_for_int(cusparseHandle_t handle, const char *name,
                                    const qn_pass_word *words, size_t count) {
  char shorter[64];
  int size = 0;
  qn_pass_word all[QN_PASS_WORDS_MAX];
  size_t *const to = (size_t *)(intptr_t)words[count - 1].value;
  QN_SPARSE_NEED(to, "there is no place for the size");
  snprintf(shorter, sizeof(shorter), "%.*s",
           (int)(strlen(name) - strlen("Ext")), name);
  memcpy(all, words, count * sizeof(*words));
  all[count - 1] = qn_pass_pointer(&size);
  QN_SPARSE_TRY(qn_sparse_pass(handle, shorter, all, count));
  *to = (size_t)size;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_pass(cusparseHandle_t handle, const char *name,
                                const qn_pass_word *words, size_t count) {
  if (lacks_bytes(name))
    return ask_for_int(handle, name, words, count);
  const qn_pass_handle h = {handle->device, handle->stream,
                            handle->device_pointers, &handle->vendor};
  const qn_pass_call call = {name,    words,       count,
                             twin_of, copy_object, drop_copy};
  const int status = qn_pass(&library, &h, &call);
  // How many elements there are, of matrices that were made.
  for (size_t i = 0; i < count && !status; ++i)
    if (words[i].changes) {
      struct cusparseSpMatDescr *m = words[i].object;
      int64_t rows = 0, cols = 0;
      (void)PLAIN("cusparseSpMatGetSize", word_of(m->object.twin),
                  word_of(&rows), word_of(&cols), word_of(&m->nnz));
    }
  return (cusparseStatus_t)status;
}

qn_pass_word qn_sparse_word_scalar(const void *p, size_t size) {
  return (qn_pass_word){.value = word_of(p), .scalar_size = (uint8_t)size};
}

void qn_sparse_vendor_release(cusparseHandle_t handle) {
  if (handle->vendor)
    (void)PLAIN("cusparseDestroy", word_of(handle->vendor));
  handle->vendor = NULL;
}

// A matrix with arrays for its elements is still the one that was counted.
cusparseStatus_t qn_sparse_vendor_changed(qn_sparse_object *o) {
  if (o->twin && o->kind == QN_SPARSE_SP_MAT) {
    const struct cusparseSpMatDescr *d = (const void *)o;
    const char *name =
        d->format == CUSPARSE_FORMAT_CSR   ? "cusparseCsrSetPointers"
        : d->format == CUSPARSE_FORMAT_CSC ? "cusparseCscSetPointers"
        : d->format == CUSPARSE_FORMAT_COO ? "cusparseCooSetPointers"
                                           : NULL;
    if (name &&
        PLAIN(name, word_of(o->twin), word_of(d->offsets), word_of(d->indices),
              word_of(d->values)) == 0 &&
        set_attribute(o->twin, CUSPARSE_SPMAT_FILL_MODE, d->fill) == 0 &&
        set_attribute(o->twin, CUSPARSE_SPMAT_DIAG_TYPE, d->diag) == 0 &&
        set_batch(o->twin, d) == 0)
      return CUSPARSE_STATUS_SUCCESS;
  }
  qn_sparse_vendor_drop(o);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_ask(const char *name, qn_sparse_object *object,
                               int64_t *out) {
  return (cusparseStatus_t)PLAIN(name, word_of(object->twin), word_of(out));
}
