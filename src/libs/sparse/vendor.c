// SPDX-License-Identifier: Apache-2.0
#include "libs/sparse/vendor.h"

bool qn_sparse_is_vendor(cusparseHandle_t handle) {
  (void)handle;
  return false;
}
cusparseStatus_t qn_sparse_pass(cusparseHandle_t handle, const char *name,
                                const qn_sparse_word *words, size_t count) {
  (void)handle;
  (void)name;
  (void)words;
  (void)count;
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}
qn_sparse_word qn_sparse_word_scalar(const void *p, size_t size) {
  return (qn_sparse_word){.value = (int64_t)(intptr_t)p,
                          .scalar_size = (uint8_t)size};
}
void qn_sparse_vendor_release(cusparseHandle_t handle) { (void)handle; }
void qn_sparse_vendor_drop(qn_sparse_object *object) { (void)object; }
cusparseStatus_t qn_sparse_vendor_changed(qn_sparse_object *object) {
  (void)object;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t qn_sparse_ask(const char *name, qn_sparse_object *object,
                               int64_t *out) {
  (void)name;
  (void)object;
  (void)out;
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}
