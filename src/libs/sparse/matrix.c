// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/sparse.h"

qn_csr qn_csr_make(int64_t rows, int64_t cols, int64_t nnz) {
  return (qn_csr){
      .rows = rows,
      .cols = cols,
      .nnz = nnz,
      .start = qn_sparse_memory((size_t)rows + 1, sizeof(int64_t)),
      .col = qn_sparse_memory((size_t)nnz, sizeof(int64_t)),
      .value = qn_sparse_memory((size_t)nnz, sizeof(qn_num)),
      .place = qn_sparse_memory((size_t)nnz, sizeof(int64_t)),
  };
}

void qn_csr_free(qn_csr *m) {
  qn_free(m->start);
  qn_free(m->col);
  qn_free(m->value);
  qn_free(m->place);
  *m = (qn_csr){0};
}

// Elements in any order, as rows; those of one row stay in their order.
typedef struct triplets {
  int64_t rows, cols, nnz;
  int64_t *row, *col, *place;
} triplets;

static triplets make_triplets(int64_t rows, int64_t cols, int64_t nnz) {
  return (triplets){rows,
                    cols,
                    nnz,
                    qn_sparse_memory((size_t)nnz, sizeof(int64_t)),
                    qn_sparse_memory((size_t)nnz, sizeof(int64_t)),
                    qn_sparse_memory((size_t)nnz, sizeof(int64_t))};
}

static qn_csr by_rows(triplets *t, int type, const void *values) {
  qn_csr out = qn_csr_make(t->rows, t->cols, t->nnz);
  for (int64_t i = 0; i < t->nnz; ++i)
    ++out.start[t->row[i] + 1];
  for (int64_t i = 0; i < t->rows; ++i)
    out.start[i + 1] += out.start[i];
  int64_t *next = qn_sparse_memory((size_t)t->rows, sizeof(int64_t));
  memcpy(next, out.start, (size_t)t->rows * sizeof(int64_t));
  for (int64_t i = 0; i < t->nnz; ++i) {
    const int64_t at = next[t->row[i]]++;
    out.col[at] = t->col[i];
    out.place[at] = t->place[i];
    out.value[at] = values ? qn_num_load(type, values, t->place[i]) : 0;
  }
  qn_free(next);
  qn_free(t->row);
  qn_free(t->col);
  qn_free(t->place);
  return out;
}

typedef const struct cusparseSpMatDescr descr;

// Of CSR, and of CSC with rows and columns exchanged.
static triplets of_compressed(descr *m, const void *offsets,
                              const void *indices) {
  const bool by_columns = m->format == CUSPARSE_FORMAT_CSC;
  const int64_t count = by_columns ? m->cols : m->rows;
  const int64_t nnz = qn_index_load(m->offset_type, offsets, count) - m->base;
  triplets t = make_triplets(m->rows, m->cols, nnz);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t first = qn_index_load(m->offset_type, offsets, i) - m->base;
    const int64_t end = qn_index_load(m->offset_type, offsets, i + 1) - m->base;
    for (int64_t k = first; k < end; ++k) {
      const int64_t other = qn_index_load(m->index_type, indices, k) - m->base;
      t.row[k] = by_columns ? other : i;
      t.col[k] = by_columns ? i : other;
      t.place[k] = k;
    }
  }
  return t;
}

static triplets of_coordinates(descr *m, const void *rows,
                               const void *columns) {
  const bool pairs = m->format == QN_SPARSE_FORMAT_PAIRS;
  const int64_t step = pairs ? 2 : 1, second = pairs ? 1 : 0;
  triplets t = make_triplets(m->rows, m->cols, m->nnz);
  for (int64_t k = 0; k < m->nnz; ++k) {
    t.row[k] = qn_index_load(m->index_type, rows, k * step) - m->base;
    t.col[k] =
        qn_index_load(m->index_type, columns, k * step + second) - m->base;
    t.place[k] = k;
  }
  return t;
}

static triplets of_blocks(descr *m, const void *offsets, const void *indices) {
  const int64_t r = m->block_rows, c = m->block_cols;
  const int64_t count = m->rows / r;
  const int64_t blocks =
      qn_index_load(m->offset_type, offsets, count) - m->base;
  triplets t = make_triplets(m->rows, m->cols, blocks * r * c);
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t first = qn_index_load(m->offset_type, offsets, i) - m->base;
    const int64_t end = qn_index_load(m->offset_type, offsets, i + 1) - m->base;
    for (int64_t y = 0; y < r; ++y)
      for (int64_t k = first; k < end; ++k)
        for (int64_t x = 0; x < c; ++x, ++at) {
          t.row[at] = i * r + y;
          t.col[at] =
              (qn_index_load(m->index_type, indices, k) - m->base) * c + x;
          t.place[at] =
              k * r * c +
              (m->order == CUSPARSE_ORDER_ROW ? y * c + x : x * r + y);
        }
  }
  return t;
}

// A row of blocks has as many as any other; -1 for what is none. Their elements
// lie in the rows of a dense matrix of ell_cols columns.
static triplets of_ell(descr *m, const void *indices) {
  const int64_t size = m->block_rows, wide = m->ell_cols / size;
  triplets t = make_triplets(m->rows, m->cols, m->rows * m->ell_cols);
  int64_t at = 0;
  for (int64_t row = 0; row < m->rows; ++row)
    for (int64_t k = 0; k < wide; ++k) {
      const int64_t block =
          qn_index_load(m->index_type, indices, row / size * wide + k) -
          m->base;
      for (int64_t x = 0; block >= 0 && x < size; ++x)
        if (block * size + x < m->cols) {
          t.row[at] = row;
          t.col[at] = block * size + x;
          t.place[at++] = row * m->ell_cols + k * size + x;
        }
    }
  t.nnz = at;
  return t;
}

// Slices of as many rows each, whose elements lie column by column, from where
// `offsets` says; -1, whatever the base, where a row has none left. The last
// slice has room for rows that the matrix has not.
static triplets of_slices(descr *m, const void *offsets, const void *indices) {
  const int64_t high = m->slice_rows;
  triplets t = make_triplets(m->rows, m->cols, m->sliced_values);
  int64_t at = 0;
  for (int64_t row = 0; row < m->rows; ++row) {
    const int64_t slice = row / high;
    const int64_t first =
        qn_index_load(m->offset_type, offsets, slice) - m->base;
    const int64_t end =
        qn_index_load(m->offset_type, offsets, slice + 1) - m->base;
    for (int64_t k = first + row % high; k < end; k += high) {
      const int64_t col = qn_index_load(m->index_type, indices, k);
      if (col < m->base)
        continue;
      t.row[at] = row;
      t.col[at] = col - m->base;
      t.place[at++] = k;
    }
  }
  t.nnz = at;
  return t;
}

static const void *moved(const void *array, int64_t elements, size_t size) {
  return array ? (const char *)array + elements * (int64_t)size : NULL;
}

static size_t index_size(int type) {
  return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}

qn_csr qn_csr_of(descr *m, int64_t member) {
  const void *offsets =
      moved(m->offsets, member * m->offsets_stride, index_size(m->offset_type));
  const void *indices =
      moved(m->indices, member * m->indices_stride, index_size(m->index_type));
  const void *values =
      moved(m->values, member * m->values_stride, qn_num_size(m->type));
  triplets t;
  switch (m->format) {
  case CUSPARSE_FORMAT_COO:
  case QN_SPARSE_FORMAT_PAIRS:
    t = of_coordinates(m, offsets, indices);
    break;
  case CUSPARSE_FORMAT_BSR:
    t = of_blocks(m, offsets, indices);
    break;
  case CUSPARSE_FORMAT_BLOCKED_ELL:
    t = of_ell(m, indices);
    break;
  case CUSPARSE_FORMAT_SLICED_ELLPACK:
    t = of_slices(m, offsets, indices);
    break;
  default:
    t = of_compressed(m, offsets, indices);
    break;
  }
  return by_rows(&t, m->type, values);
}

qn_csr qn_csr_of_arrays(const qn_csr_arrays *a) {
  const int64_t nnz = a->start[a->rows] - a->base;
  qn_csr out = qn_csr_make(a->rows, a->cols, nnz);
  for (int64_t i = 0; i <= a->rows; ++i)
    out.start[i] = a->start[i] - a->base;
  for (int64_t k = 0; k < nnz; ++k) {
    out.col[k] = a->col[k] - a->base;
    out.place[k] = k;
    out.value[k] = a->value ? qn_num_load(a->type, a->value, k) : 0;
  }
  return out;
}

qn_csr qn_csr_transposed(const qn_csr *from, bool conjugate) {
  triplets t = make_triplets(from->cols, from->rows, from->nnz);
  for (int64_t i = 0; i < from->rows; ++i)
    for (int64_t k = from->start[i]; k < from->start[i + 1]; ++k) {
      t.row[k] = from->col[k];
      t.col[k] = i;
      t.place[k] = k;
    }
  qn_csr out = by_rows(&t, 0, NULL);
  for (int64_t k = 0; k < out.nnz; ++k) {
    const qn_num v = from->value[out.place[k]];
    out.value[k] = conjugate ? conj(v) : v;
    out.place[k] = from->place[out.place[k]];
  }
  return out;
}

qn_csr qn_csr_op(qn_csr matrix, cusparseOperation_t op) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
    return matrix;
  qn_csr out =
      qn_csr_transposed(&matrix, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
  qn_csr_free(&matrix);
  return out;
}

int64_t qn_dense_at(const struct cusparseDnMatDescr *m, int64_t row,
                    int64_t col) {
  return m->order == CUSPARSE_ORDER_ROW ? row * m->ld + col : row + col * m->ld;
}
