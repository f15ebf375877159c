// SPDX-License-Identifier: Apache-2.0
#include "libs/blas/names.h"

static qn_blas_status check(const qn_blas_copy *c) {
  if (c->rows >= 0 && c->columns >= 0 && c->size > 0 && c->ld_from >= c->rows &&
      c->ld_to >= c->rows && c->ld_from > 0 && c->ld_to > 0)
    return QN_BLAS_OK;
  return qn_blas_refuse(
      QN_BLAS_INVALID_VALUE,
      "a copy of %lld by %lld elements of %lld bytes between leading "
      "dimensions %lld and %lld",
      (long long)c->rows, (long long)c->columns, (long long)c->size,
      (long long)c->ld_from, (long long)c->ld_to);
}

qn_blas_status qn_blas_copied(const qn_blas_copy *c) {
  const qn_blas_status status = check(c);
  if (status != QN_BLAS_OK || !c->rows || !c->columns)
    return status;
  const size_t to = (size_t)(c->ld_to * c->size);
  const size_t from = (size_t)(c->ld_from * c->size);
  const size_t width = (size_t)(c->rows * c->size);
  const hipError_t error =
      c->is_async
          ? hipMemcpy2DAsync(c->to, to, c->from, from, width,
                             (size_t)c->columns, hipMemcpyDefault, c->stream)
          : hipMemcpy2D(c->to, to, c->from, from, width, (size_t)c->columns,
                        hipMemcpyDefault);
  return error == hipSuccess ? QN_BLAS_OK : QN_BLAS_COPY_FAILED;
}
