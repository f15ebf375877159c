// SPDX-License-Identifier: Apache-2.0
// Matrices for the tests of cuSPARSE: dense ones of complex doubles, stored in
// each of its formats with each of its types.
#ifndef QUERN_TESTS_SPARSE_H
#define QUERN_TESTS_SPARSE_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusparse.h>

#include <cmath>
#include <cstdlib>
#include <complex>
#include <cstring>
#include <functional>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
#define GOOD(call) CHECK((call) == 0)

// ---- Numbers

inline unsigned next_number() {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}
// Of few bits, so that half holds it.
inline Z noise(bool is_complex) {
  const double re = double(next_number() % 31) / 8 - 2;
  return {re, is_complex ? double(next_number() % 29) / 8 - 2 : 0};
}

inline bool is_complex(cudaDataType t) {
  return t == CUDA_C_32F || t == CUDA_C_64F || t == CUDA_C_16F ||
         t == CUDA_C_16BF;
}
// NVIDIA's library sums narrow numbers by atomic additions to them.
static const bool on_cpu = !runs_on("cuda");
// Whether the functions are there that NVIDIA's library is not trusted with.
static const bool passes_all = on_cpu || std::getenv("QUERN_LIBCUSPARSE");
inline double epsilon(cudaDataType t) {
  const double narrow = on_cpu ? 1 : 8;
  return t == CUDA_R_64F || t == CUDA_C_64F     ? 1e-12
         : t == CUDA_R_32F || t == CUDA_C_32F   ? 2e-5
         : t == CUDA_R_16F || t == CUDA_C_16F   ? 2e-3 * narrow
         : t == CUDA_R_16BF || t == CUDA_C_16BF ? 1e-2 * narrow
                                                : 0;
}
inline size_t size_of(cudaDataType t) {
  switch (t) {
  case CUDA_R_64F:
  case CUDA_C_32F:
    return 8;
  case CUDA_C_64F:
    return 16;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  case CUDA_R_8I:
    return 1;
  default:
    return 4;
  }
}

inline void put(cudaDataType t, void *to, long i, Z v) {
  switch (t) {
  case CUDA_R_32F:
    static_cast<float *>(to)[i] = float(v.real());
    break;
  case CUDA_R_64F:
    static_cast<double *>(to)[i] = v.real();
    break;
  case CUDA_C_32F:
    static_cast<cuComplex *>(to)[i] =
        make_cuComplex(float(v.real()), float(v.imag()));
    break;
  case CUDA_C_64F:
    static_cast<cuDoubleComplex *>(to)[i] =
        make_cuDoubleComplex(v.real(), v.imag());
    break;
  case CUDA_R_16F:
    static_cast<__half *>(to)[i] = __float2half(float(v.real()));
    break;
  case CUDA_R_16BF:
    static_cast<__nv_bfloat16 *>(to)[i] = __float2bfloat16(float(v.real()));
    break;
  case CUDA_R_8I:
    static_cast<signed char *>(to)[i] = (signed char)std::lround(v.real());
    break;
  case CUDA_R_32I:
    static_cast<int *>(to)[i] = int(std::lround(v.real()));
    break;
  default:
    CHECK(!"a type");
  }
}
inline Z get(cudaDataType t, const void *from, long i) {
  switch (t) {
  case CUDA_R_32F:
    return static_cast<const float *>(from)[i];
  case CUDA_R_64F:
    return static_cast<const double *>(from)[i];
  case CUDA_C_32F: {
    const cuComplex v = static_cast<const cuComplex *>(from)[i];
    return {v.x, v.y};
  }
  case CUDA_C_64F: {
    const cuDoubleComplex v = static_cast<const cuDoubleComplex *>(from)[i];
    return {v.x, v.y};
  }
  case CUDA_R_16F:
    return __half2float(static_cast<const __half *>(from)[i]);
  case CUDA_R_16BF:
    return __bfloat162float(static_cast<const __nv_bfloat16 *>(from)[i]);
  case CUDA_R_8I:
    return static_cast<const signed char *>(from)[i];
  case CUDA_R_32I:
    return static_cast<const int *>(from)[i];
  default:
    CHECK(!"a type");
    return 0;
  }
}

// Memory of the device, gone with its owner; never of no bytes. Some devices
// let the host touch it only while they rest.
struct Memory {
  void *p = nullptr;
  explicit Memory(size_t bytes) {
    GOOD(cudaMallocManaged(&p, bytes + 16));
    GOOD(cudaDeviceSynchronize());
    memset(p, 0, bytes + 16);
  }
  Memory(const Memory &) = delete;
  ~Memory() { GOOD(cudaFree(p)); }
  template <typename T> T *as() { return static_cast<T *>(p); }
};

inline void put_index(cusparseIndexType_t t, void *to, long i, long v) {
  if (t == CUSPARSE_INDEX_64I)
    static_cast<int64_t *>(to)[i] = v;
  else
    static_cast<int *>(to)[i] = int(v);
}
inline long get_index(cusparseIndexType_t t, const void *from, long i) {
  return t == CUSPARSE_INDEX_64I ? static_cast<const int64_t *>(from)[i]
                                 : static_cast<const int *>(from)[i];
}

// ---- A dense matrix, by rows

struct Dense {
  long rows, cols;
  std::vector<Z> v;
  Dense(long r, long c) : rows(r), cols(c), v(size_t(r * c)) {}
  Z &operator()(long i, long j) { return v[size_t(i * cols + j)]; }
  Z operator()(long i, long j) const { return v[size_t(i * cols + j)]; }
};

// One element in `sparsity`, and each third row empty.
inline Dense random_matrix(long rows, long cols, bool complex, int sparsity) {
  Dense out(rows, cols);
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < cols; ++j)
      if (sparsity < 2 || (i % 3 != 1 && next_number() % sparsity == 0))
        out(i, j) = noise(complex);
  return out;
}

inline Dense turned(const Dense &a, cusparseOperation_t op) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
    return a;
  Dense out(a.cols, a.rows);
  for (long i = 0; i < a.rows; ++i)
    for (long j = 0; j < a.cols; ++j)
      out(j, i) = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
                      ? std::conj(a(i, j))
                      : a(i, j);
  return out;
}

inline Dense product(const Dense &a, const Dense &b) {
  Dense out(a.rows, b.cols);
  for (long i = 0; i < a.rows; ++i)
    for (long k = 0; k < a.cols; ++k)
      if (a(i, k) != 0.0)
        for (long j = 0; j < b.cols; ++j)
          out(i, j) += a(i, k) * b(k, j);
  return out;
}

inline double largest(const Dense &a) {
  double most = 1;
  for (const Z &v : a.v)
    most = std::max(most, std::abs(v));
  return most;
}

// ---- One stored sparsely

struct Layout {
  cusparseFormat_t format;
  cusparseIndexType_t index;
  cusparseIndexBase_t base;
  cudaDataType type;
  long block = 1;
};

struct Stored {
  Layout layout;
  long rows, cols, nnz = 0;
  std::vector<long> start, index, other; // other: rows of COO
  std::vector<Z> value;
  enum { NONE = -1000 }; // a place in a slice that no element takes
  Memory *offsets, *indices, *values;
  cusparseSpMatDescr_t descr = nullptr;

  Stored(const Dense &a, const Layout &l)
      : layout(l), rows(a.rows), cols(a.cols) {
    if (l.format == CUSPARSE_FORMAT_BSR)
      take_blocks(a);
    else if (l.format == CUSPARSE_FORMAT_SLICED_ELLPACK)
      take_slices(a);
    else
      take(a);
    const size_t wide = l.index == CUSPARSE_INDEX_64I ? 8 : 4;
    const std::vector<long> &first =
        l.format == CUSPARSE_FORMAT_COO ? other : start;
    const long base = l.base;
    offsets = new Memory(first.size() * wide);
    indices = new Memory(index.size() * wide);
    values = new Memory(value.size() * size_of(l.type));
    for (size_t i = 0; i < first.size(); ++i)
      put_index(l.index, offsets->p, long(i), first[i] + base);
    for (size_t i = 0; i < index.size(); ++i)
      put_index(l.index, indices->p, long(i),
                index[i] == NONE ? -1 : index[i] + base);
    for (size_t i = 0; i < value.size(); ++i)
      put(l.type, values->p, long(i), value[i]);
    describe();
  }
  Stored(const Stored &) = delete;
  ~Stored() {
    GOOD(cusparseDestroySpMat(descr));
    delete offsets;
    delete indices;
    delete values;
  }

  void take(const Dense &a) {
    const bool columns = layout.format == CUSPARSE_FORMAT_CSC;
    const long outer = columns ? cols : rows, inner = columns ? rows : cols;
    for (long i = 0; i < outer; ++i) {
      start.push_back(long(index.size()));
      for (long j = 0; j < inner; ++j) {
        const Z v = columns ? a(j, i) : a(i, j);
        if (v == 0.0)
          continue;
        other.push_back(i);
        index.push_back(j);
        value.push_back(v);
      }
    }
    start.push_back(long(index.size()));
    nnz = long(index.size());
  }
  void take_blocks(const Dense &a) {
    const long b = layout.block;
    for (long i = 0; i < rows / b; ++i) {
      start.push_back(long(index.size()));
      for (long j = 0; j < cols / b; ++j) {
        bool any = false;
        for (long y = 0; y < b; ++y)
          for (long x = 0; x < b; ++x)
            any = any || a(i * b + y, j * b + x) != 0.0;
        if (!any)
          continue;
        index.push_back(j);
        for (long x = 0; x < b; ++x)
          for (long y = 0; y < b; ++y)
            value.push_back(a(i * b + y, j * b + x));
      }
    }
    start.push_back(long(index.size()));
    nnz = long(index.size());
  }
  // Columns of `block` rows, as many as the slice's longest row has elements.
  void take_slices(const Dense &a) {
    const long high = layout.block;
    for (long i = 0; i < rows; i += high) {
      std::vector<std::vector<long>> kept(static_cast<size_t>(high));
      size_t wide = 0;
      for (long y = 0; y < high && i + y < rows; ++y) {
        for (long j = 0; j < cols; ++j)
          if (a(i + y, j) != 0.0)
            kept[size_t(y)].push_back(j);
        wide = std::max(wide, kept[size_t(y)].size());
        nnz += long(kept[size_t(y)].size());
      }
      start.push_back(long(index.size()));
      for (size_t k = 0; k < wide; ++k)
        for (long y = 0; y < high; ++y) {
          const std::vector<long> &row = kept[size_t(y)];
          const bool is_there = k < row.size();
          index.push_back(is_there ? row[k] : long(NONE));
          value.push_back(is_there ? a(i + y, row[k]) : 0.0);
        }
    }
    start.push_back(long(index.size()));
  }
  void describe() {
    const Layout &l = layout;
    switch (l.format) {
    case CUSPARSE_FORMAT_SLICED_ELLPACK:
      GOOD(cusparseCreateSlicedEll(&descr, rows, cols, nnz, long(value.size()),
                                   l.block, offsets->p, indices->p, values->p,
                                   l.index, l.index, l.base, l.type));
      break;
    case CUSPARSE_FORMAT_COO:
      GOOD(cusparseCreateCoo(&descr, rows, cols, nnz, offsets->p, indices->p,
                             values->p, l.index, l.base, l.type));
      break;
    case CUSPARSE_FORMAT_CSC:
      GOOD(cusparseCreateCsc(&descr, rows, cols, nnz, offsets->p, indices->p,
                             values->p, l.index, l.index, l.base, l.type));
      break;
    case CUSPARSE_FORMAT_BSR:
      GOOD(cusparseCreateBsr(&descr, rows / l.block, cols / l.block, nnz,
                             l.block, l.block, offsets->p, indices->p,
                             values->p, l.index, l.index, l.base, l.type,
                             CUSPARSE_ORDER_COL));
      break;
    default:
      GOOD(cusparseCreateCsr(&descr, rows, cols, nnz, offsets->p, indices->p,
                             values->p, l.index, l.index, l.base, l.type));
      break;
    }
  }
};

// ---- One stored densely, columns or rows `extra` longer than they need be

struct StoredDense {
  long rows, cols, ld;
  cudaDataType type;
  cusparseOrder_t order;
  Memory values;
  cusparseDnMatDescr_t descr = nullptr;

  StoredDense(const Dense &a, cudaDataType t, cusparseOrder_t o, long extra = 2)
      : rows(a.rows), cols(a.cols),
        ld((o == CUSPARSE_ORDER_ROW ? cols : rows) + extra), type(t), order(o),
        values(size_t(ld * (o == CUSPARSE_ORDER_ROW ? rows : cols)) *
               size_of(t)) {
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < cols; ++j)
        put(type, values.p, at(i, j), a(i, j));
    GOOD(cusparseCreateDnMat(&descr, rows, cols, ld, values.p, type, order));
  }
  ~StoredDense() { GOOD(cusparseDestroyDnMat(descr)); }
  long at(long i, long j) const {
    return order == CUSPARSE_ORDER_ROW ? i * ld + j : i + j * ld;
  }
  Dense read() const {
    Dense out(rows, cols);
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < cols; ++j)
        out(i, j) = get(type, values.p, at(i, j));
    return out;
  }
};

struct StoredVector {
  long size;
  cudaDataType type;
  Memory values;
  cusparseDnVecDescr_t descr = nullptr;

  StoredVector(const std::vector<Z> &x, cudaDataType t)
      : size(long(x.size())), type(t), values(x.size() * size_of(t)) {
    for (long i = 0; i < size; ++i)
      put(t, values.p, i, x[size_t(i)]);
    GOOD(cusparseCreateDnVec(&descr, size, values.p, t));
  }
  ~StoredVector() { GOOD(cusparseDestroyDnVec(descr)); }
  std::vector<Z> read() const {
    std::vector<Z> out;
    for (long i = 0; i < size; ++i)
      out.push_back(get(type, values.p, i));
    return out;
  }
};

inline std::vector<Z> random_vector(long size, bool complex) {
  std::vector<Z> out;
  for (long i = 0; i < size; ++i)
    out.push_back(noise(complex));
  return out;
}

inline void expect(const Dense &is, const Dense &wanted, cudaDataType type) {
  const double error = epsilon(type) * largest(wanted);
  CHECK(is.rows == wanted.rows && is.cols == wanted.cols);
  for (size_t i = 0; i < is.v.size(); ++i) {
    if (std::abs(is.v[i] - wanted.v[i]) <= error)
      continue;
    fprintf(stderr,
            "%ld by %ld of type %d: element %zu is %g %gi, not %g %gi\n",
            is.rows, is.cols, int(type), i, is.v[i].real(), is.v[i].imag(),
            wanted.v[i].real(), wanted.v[i].imag());
    CHECK(!"as wanted");
    return;
  }
}

// A scalar in the memory that the pointer mode asks for.
struct Scalar {
  Memory device{16};
  alignas(16) double host[2]; // as a double2 is
  bool on_device;
  Scalar(cudaDataType t, Z v, bool d) : on_device(d) {
    put(t, d ? device.p : host, 0, v);
  }
  const void *p() const { return on_device ? device.p : host; }
};

#endif // QUERN_TESTS_SPARSE_H
