// SPDX-License-Identifier: Apache-2.0
//
// BLAS for devices that have no vendor's library: what libquernblas launches on
// them (src/libs/blas/device). With QN_DOUBLE the functions of double and
// complex double elements, without the others: a device may lack doubles.
#include "libs/blas/kernel_args.h"

namespace {

typedef qn_kernel_int wide;

// ---- Elements

template <class R> struct complex {
  R re, im;
};
struct half_bits {
  unsigned short bits;
};
struct bfloat_bits {
  unsigned short bits;
};

__device__ float as_float(unsigned bits) { return __uint_as_float(bits); }
__device__ unsigned as_bits(float x) { return __float_as_uint(x); }

__device__ float widen(half_bits h) {
  const unsigned sign = (h.bits & 0x8000u) << 16;
  const unsigned rest = h.bits & 0x7fffu;
  if (rest >= 0x7c00u)
    return as_float(sign | 0x7f800000u | (rest & 0x3ffu) << 13);
  if (rest < 0x400u) { // exact: rest / 2^24
    const float small = (float)rest * as_float(0x33800000u);
    return as_float(as_bits(small) | sign);
  }
  return as_float(sign | ((rest << 13) + 0x38000000u));
}

// Rounds to the nearest even.
__device__ half_bits to_half(float x) {
  const unsigned all = as_bits(x), sign = all >> 16 & 0x8000u;
  const unsigned rest = all & 0x7fffffffu;
  if (rest > 0x7f800000u)
    return {(unsigned short)(sign | 0x7e00u)};
  if (rest >= 0x477ff000u)
    return {(unsigned short)(sign | 0x7c00u)};
  if (rest < 0x33000001u) // at most half of the smallest
    return {(unsigned short)sign};
  if (rest < 0x38800000u) { // a subnormal one
    const unsigned shift = 126u - (rest >> 23);
    const unsigned value = (rest & 0x7fffffu) | 0x800000u;
    const unsigned cut = value & ((1u << shift) - 1u), middle = 1u
                                                                << (shift - 1u);
    unsigned whole = value >> shift;
    whole += cut > middle || (cut == middle && (whole & 1u));
    return {(unsigned short)(sign | whole)};
  }
  const unsigned odd = rest >> 13 & 1u;
  return {(unsigned short)(sign | ((rest - 0x38000000u + 0xfffu + odd) >> 13))};
}

__device__ float widen(bfloat_bits b) { return as_float((unsigned)b.bits << 16); }
__device__ bfloat_bits to_bfloat(float x) {
  const unsigned all = as_bits(x);
  if ((all & 0x7fffffffu) > 0x7f800000u)
    return {(unsigned short)(all >> 16 | 0x40u)};
  return {(unsigned short)((all + 0x7fffu + (all >> 16 & 1u)) >> 16)};
}

template <class R>
__device__ complex<R> operator+(complex<R> a, complex<R> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class R>
__device__ complex<R> operator-(complex<R> a, complex<R> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class R>
__device__ complex<R> operator*(complex<R> a, complex<R> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <class T> struct real_of {
  typedef T type;
};
template <class R> struct real_of<complex<R>> {
  typedef R type;
};

__device__ float conj_of(float x) { return x; }
#ifdef QN_DOUBLE
__device__ double conj_of(double x) { return x; }
__device__ double real_part(double x) { return x; }
#endif
__device__ wide conj_of(wide x) { return x; }
template <class R> __device__ complex<R> conj_of(complex<R> x) {
  return {x.re, -x.im};
}

__device__ float real_part(float x) { return x; }
__device__ wide real_part(wide x) { return x; }
template <class R> __device__ complex<R> real_part(complex<R> x) {
  return {x.re, 0};
}

template <class T> __device__ T number(int x) { return T(x); }
template <> __device__ complex<float> number(int x) { return {(float)x, 0}; }

template <class T> __device__ bool is_zero(T x) { return x == 0; }
template <class R> __device__ bool is_zero(complex<R> x) {
  return x.re == 0 && x.im == 0;
}

// Elements of type T, sums of type S.
__device__ float read(const float *p, float) { return *p; }
__device__ float read(const half_bits *p, float) { return widen(*p); }
__device__ float read(const bfloat_bits *p, float) { return widen(*p); }
__device__ wide read(const signed char *p, wide) { return *p; }
__device__ wide read(const int *p, wide) { return *p; }
__device__ complex<float> read(const complex<float> *p, complex<float>) {
  return *p;
}
__device__ void write(float *p, float x) { *p = x; }
__device__ void write(half_bits *p, float x) { *p = to_half(x); }
__device__ void write(bfloat_bits *p, float x) { *p = to_bfloat(x); }
__device__ void write(int *p, wide x) {
  *p = x > 0x7fffffff ? 0x7fffffff : x < -wide(0x80000000u) ? -0x7fffffff - 1
                                                            : (int)x;
}
__device__ void write(complex<float> *p, complex<float> x) { *p = x; }
#ifdef QN_DOUBLE
template <> __device__ complex<double> number(int x) { return {(double)x, 0}; }
__device__ double read(const double *p, double) { return *p; }
__device__ complex<double> read(const complex<double> *p, complex<double>) {
  return *p;
}
__device__ void write(double *p, double x) { *p = x; }
__device__ void write(complex<double> *p, complex<double> x) { *p = x; }
#endif

// ---- What the arguments mean

template <class T> __device__ T scalar_of(const qn_kernel_scalar &s) {
  T value;
  if (s.p)
    return *(const T *)s.p;
  __builtin_memcpy(&value, s.words, sizeof(value));
  return value;
}
// Of a real scalar of complex elements, too.
template <class T> struct scalar_reader {
  static __device__ T get(const qn_kernel_scalar &s, int) {
    return scalar_of<T>(s);
  }
};
template <class R> struct scalar_reader<complex<R>> {
  static __device__ complex<R> get(const qn_kernel_scalar &s, int is_real) {
    if (is_real)
      return {scalar_of<R>(s), 0};
    return scalar_of<complex<R>>(s);
  }
};

template <class T>
__device__ T *member(const qn_kernel_matrix &m, wide at) {
  return m.is_array ? ((T *const *)m.p)[at] : (T *)m.p + at * m.step;
}
template <class T>
__device__ T *member(const qn_kernel_vector &v, wide at) {
  return (v.is_array ? ((T *const *)v.p)[at] : (T *)v.p + at * v.step) +
         v.start;
}

template <class S, class T>
__device__ S load(const qn_kernel_matrix &m, const T *p, wide i, wide j) {
  bool conjugates = m.conjugates;
  if (m.shape != QN_SHAPE_GENERAL) {
    const bool inside = m.is_lower ? i >= j : i <= j;
    if (m.shape == QN_SHAPE_TRIANGLE) {
      if (!inside)
        return number<S>(0);
      if (i == j && m.is_unit)
        return number<S>(1);
    } else {
      const S value = read(inside ? &p[i * m.row + j * m.column]
                                  : &p[j * m.row + i * m.column],
                           S());
      if (m.shape == QN_SHAPE_SYMMETRIC)
        return value;
      return i == j ? real_part(value) : inside ? value : conj_of(value);
    }
  }
  const S value = read(&p[i * m.row + j * m.column], S());
  return conjugates ? conj_of(value) : value;
}

__device__ bool is_masked(int mask, wide i, wide j) {
  return (mask == QN_MASK_LOWER && i < j) || (mask == QN_MASK_UPPER && i > j);
}

// ---- Products

// From sums to what alpha and C are multiplied in.
__device__ float to_scaled(float x, float) { return x; }
__device__ float to_scaled(wide x, float) { return (float)x; }
__device__ wide to_scaled(wide x, wide) { return x; }
template <class S> __device__ S to_scaled(S x, S) { return x; }

// An alpha or beta as it stands in memory, for one that is multiplied as U.
template <class U>
__device__ U factor(const qn_kernel_scalar &s, int is_half, U) {
  return scalar_of<U>(s);
}
__device__ float factor(const qn_kernel_scalar &s, int is_half, float) {
  return is_half && s.p ? widen(scalar_of<half_bits>(s)) : scalar_of<float>(s);
}
__device__ wide factor(const qn_kernel_scalar &s, int, wide) {
  return scalar_of<int>(s);
}

template <class S> __device__ S finish(const qn_kernel_gemm &, S x, wide, wide) {
  return x;
}
__device__ float finish(const qn_kernel_gemm &g, float x, wide at, wide member) {
  if (g.epilogue & QN_EPILOGUE_BIAS) {
    const wide i = member * g.bias_step + at;
    x += g.bias_type == 2    ? widen(((const half_bits *)g.bias)[i])
         : g.bias_type == 14 ? widen(((const bfloat_bits *)g.bias)[i])
                             : ((const float *)g.bias)[i];
  }
  if (g.epilogue & QN_EPILOGUE_RELU)
    x = x < 0 ? 0 : x;
  if (g.epilogue & QN_EPILOGUE_GELU)
    x = 0.5f * x *
        (1 + tanhf(0.797884560802865356f * (x + 0.044715f * x * x * x)));
  return x;
}

template <class In, class Out, class S, class U>
__device__ void multiply(const qn_kernel_gemm &g) {
  constexpr int tile = QN_KERNEL_TILE, step = sizeof(S) > 8 ? 8 : 16, each = 4;
  __shared__ S left[step][tile + 1];
  __shared__ S right[step][tile + 1];
  const int thread = (int)threadIdx.x, row = thread % 16, column = thread / 16;
  const wide i0 = (wide)blockIdx.x * tile, j0 = (wide)blockIdx.y * tile;
  const U alpha = g.conjugates_alpha ? conj_of(factor(g.alpha, g.half_scalars, U()))
                                     : factor(g.alpha, g.half_scalars, U());
  const U beta = factor(g.beta, g.half_scalars, U());
  const wide k = is_zero(alpha) ? 0 : g.k;
  for (wide at = blockIdx.z; at < g.count; at += gridDim.z) {
    const In *a = k ? member<In>(g.a, at) : nullptr;
    const In *b = k ? member<In>(g.b, at) : nullptr;
    S sums[each][each];
    for (int i = 0; i < each; ++i)
      for (int j = 0; j < each; ++j)
        sums[i][j] = number<S>(0);
    for (wide l0 = 0; l0 < k; l0 += step) {
      for (int t = thread; t < tile * step; t += QN_KERNEL_THREADS) {
        // Neighbours read neighbours.
        const int ia = g.a.row == 1 ? t % tile : t / step;
        const int la = g.a.row == 1 ? t / tile : t % step;
        const int jb = g.b.column == 1 ? t % tile : t / step;
        const int lb = g.b.column == 1 ? t / tile : t % step;
        left[la][ia] = i0 + ia < g.m && l0 + la < k
                           ? load<S>(g.a, a, i0 + ia, l0 + la)
                           : number<S>(0);
        right[lb][jb] = j0 + jb < g.n && l0 + lb < k
                            ? load<S>(g.b, b, l0 + lb, j0 + jb)
                            : number<S>(0);
      }
      __syncthreads();
      for (int l = 0; l < step; ++l)
        for (int i = 0; i < each; ++i)
          for (int j = 0; j < each; ++j)
            sums[i][j] = sums[i][j] +
                         left[l][row + 16 * i] * right[l][column + 16 * j];
      __syncthreads();
    }
    const Out *c = is_zero(beta) ? nullptr : member<Out>(g.c, at);
    Out *d = member<Out>(g.d, at);
    for (int i = 0; i < each; ++i)
      for (int j = 0; j < each; ++j) {
        const wide y = i0 + row + 16 * i, x = j0 + column + 16 * j;
        if (y >= g.m || x >= g.n || is_masked(g.mask, y, x))
          continue;
        U value = alpha * to_scaled(sums[i][j], U());
        if (c)
          value = value +
                  beta * read(&c[y * g.c.row + x * g.c.column], U());
        value = finish(g, value, g.bias_by_column ? x : y, at);
        write(&d[y * g.d.row + x * g.d.column],
              g.real_diagonal && x == y ? real_part(value) : value);
      }
  }
}

// ---- Vectors

__device__ float magnitude(float x) { return x < 0 ? -x : x; }
__device__ float root(float x) { return sqrtf(x); }
#ifdef QN_DOUBLE
__device__ double magnitude(double x) { return x < 0 ? -x : x; }
__device__ double root(double x) { return sqrt(x); }
#endif
template <class R> __device__ R magnitude(complex<R> x) {
  return magnitude(x.re) + magnitude(x.im);
}

// A real factor leaves infinite parts what they are.
template <class T> __device__ T scaled(T x, T alpha, int) { return alpha * x; }
template <class R>
__device__ complex<R> scaled(complex<R> x, complex<R> alpha, int is_real) {
  if (is_real)
    return {alpha.re * x.re, alpha.re * x.im};
  return alpha * x;
}

template <class T> __device__ void change(const qn_kernel_vectors &v) {
  const wide stride = (wide)gridDim.x * blockDim.x;
  T alpha = number<T>(0);
  if (v.what <= QN_KERNEL_SCAL)
    alpha = scalar_reader<T>::get(v.alpha, v.real_alpha);
  for (wide at = blockIdx.y; at < v.count; at += gridDim.y) {
    T *x = member<T>(v.x, at);
    T *y = v.what == QN_KERNEL_SCAL ? x : member<T>(v.y, at);
    for (wide i = (wide)blockIdx.x * blockDim.x + threadIdx.x; i < v.n;
         i += stride) {
      T *to = &x[i * v.x.inc], *other = &y[i * v.y.inc];
      const T value = *to;
      if (v.what == QN_KERNEL_AXPY)
        *other = *other + alpha * value;
      else if (v.what == QN_KERNEL_SCAL)
        *to = scaled(value, alpha, v.real_alpha);
      else if (v.what == QN_KERNEL_SWAP)
        *to = *other;
      if (v.what == QN_KERNEL_COPY || v.what == QN_KERNEL_SWAP)
        *other = value;
    }
  }
}

template <class T> __device__ T dot_part(const qn_kernel_vectors &v, const T *x,
                                         const T *y) {
  T sum = number<T>(0);
  for (wide i = threadIdx.x; i < v.n; i += QN_KERNEL_THREADS) {
    const T one = x[i * v.x.inc];
    sum = sum + (v.what == QN_KERNEL_DOTC ? conj_of(one) : one) * y[i * v.y.inc];
  }
  return sum;
}

// The sum of all threads' parts, for all.
template <class T> __device__ T add_all(T part, T *room) {
  __syncthreads();
  room[threadIdx.x] = part;
  for (int half = QN_KERNEL_THREADS / 2; half; half /= 2) {
    __syncthreads();
    if ((int)threadIdx.x < half)
      room[threadIdx.x] = room[threadIdx.x] + room[threadIdx.x + half];
  }
  __syncthreads();
  return room[0];
}

template <class R> __device__ R largest(R part, R *room) {
  __syncthreads();
  room[threadIdx.x] = part;
  for (int half = QN_KERNEL_THREADS / 2; half; half /= 2) {
    __syncthreads();
    // Not a number is the largest.
    if ((int)threadIdx.x < half &&
        !(room[threadIdx.x + half] <= room[threadIdx.x]) &&
        room[threadIdx.x] == room[threadIdx.x])
      room[threadIdx.x] = room[threadIdx.x + half];
  }
  __syncthreads();
  return room[0];
}

template <class T>
__device__ typename real_of<T>::type norm(const qn_kernel_vectors &v, const T *x,
                                          typename real_of<T>::type *room) {
  typedef typename real_of<T>::type R;
  constexpr int parts = sizeof(T) / sizeof(R);
  R most = 0, sum = 0;
  for (wide i = threadIdx.x; i < v.n; i += QN_KERNEL_THREADS)
    for (int p = 0; p < parts; ++p) {
      const R one = magnitude(((const R *)&x[i * v.x.inc])[p]);
      most = !(one <= most) && most == most ? one : most;
    }
  most = largest(most, room);
  if (most == 0 || most - most != 0) // nothing, infinite, or not a number
    return most;
  for (wide i = threadIdx.x; i < v.n; i += QN_KERNEL_THREADS)
    for (int p = 0; p < parts; ++p) {
      const R one = ((const R *)&x[i * v.x.inc])[p] / most;
      sum += one * one;
    }
  return most * root(add_all(sum, room));
}

// The first of the largest, or of the smallest; from 1 on.
template <class T>
__device__ wide find(const qn_kernel_vectors &v, const T *x,
                     typename real_of<T>::type *room, wide *places) {
  typedef typename real_of<T>::type R;
  const bool least = v.what == QN_KERNEL_AMIN;
  R best = 0;
  wide place = 0;
  for (wide i = threadIdx.x; i < v.n; i += QN_KERNEL_THREADS) {
    const R one = magnitude(x[i * v.x.inc]);
    if (!place || (least ? one < best : one > best)) {
      best = one;
      place = i + 1;
    }
  }
  __syncthreads();
  room[threadIdx.x] = best;
  places[threadIdx.x] = place;
  for (int half = QN_KERNEL_THREADS / 2; half; half /= 2) {
    __syncthreads();
    const int own = (int)threadIdx.x, other = own + half;
    if (own >= half || !places[other])
      continue;
    const bool better =
        least ? room[other] < room[own] : room[other] > room[own];
    if (!places[own] || better ||
        (room[other] == room[own] && places[other] < places[own])) {
      room[own] = room[other];
      places[own] = places[other];
    }
  }
  __syncthreads();
  return places[0];
}

// A group for each member.
template <class T> __device__ void reduce(const qn_kernel_vectors &v) {
  typedef typename real_of<T>::type R;
  __shared__ T sums[QN_KERNEL_THREADS];
  __shared__ R reals[QN_KERNEL_THREADS];
  __shared__ wide places[QN_KERNEL_THREADS];
  const bool first = threadIdx.x == 0;
  for (wide at = blockIdx.x; at < v.count; at += gridDim.x) {
    const T *x = v.n ? member<T>(v.x, at) : nullptr;
    if (v.what <= QN_KERNEL_DOTC) {
      const T *y = v.n ? member<T>(v.y, at) : nullptr;
      const T sum = add_all(dot_part<T>(v, x, y), sums);
      if (first)
        ((T *)v.result)[at] = sum;
    } else if (v.what == QN_KERNEL_NRM2) {
      const R length = norm<T>(v, x, reals);
      if (first)
        ((R *)v.result)[at] = length;
    } else if (v.what == QN_KERNEL_ASUM) {
      R part = 0;
      for (wide i = threadIdx.x; i < v.n; i += QN_KERNEL_THREADS)
        part += magnitude(x[i * v.x.inc]);
      part = add_all(part, reals);
      if (first)
        ((R *)v.result)[at] = part;
    } else {
      const wide place = find<T>(v, x, reals, places);
      if (first && v.wide)
        ((wide *)v.result)[at] = place;
      else if (first)
        ((int *)v.result)[at] = (int)place;
    }
  }
}

// ---- Matrices and vectors

template <class T>
__device__ void put(const qn_kernel_vector &v, T *y, wide i, T sum, T beta) {
  T *to = &y[i * v.inc];
  *to = is_zero(beta) ? sum : sum + beta * *to;
}

// A thread for each row, whose neighbours lie beside it.
template <class T> __device__ void apply_rows(const qn_kernel_gemv &g) {
  const T alpha = scalar_of<T>(g.alpha), beta = scalar_of<T>(g.beta);
  const wide i = (wide)blockIdx.x * blockDim.x + threadIdx.x;
  const wide n = is_zero(alpha) ? 0 : g.n;
  if (i >= g.m)
    return;
  for (wide at = blockIdx.y; at < g.count; at += gridDim.y) {
    const T *a = n ? member<T>(g.a, at) : nullptr;
    const T *x = n ? member<T>(g.x, at) : nullptr;
    T sum = number<T>(0);
    for (wide j = 0; j < n; ++j)
      sum = sum + load<T>(g.a, a, i, j) * x[j * g.x.inc];
    put(g.y, member<T>(g.y, at), i, n ? alpha * sum : sum, beta);
  }
}

// A group for each row.
template <class T> __device__ void apply(const qn_kernel_gemv &g) {
  __shared__ T room[QN_KERNEL_ROW_THREADS];
  const T alpha = scalar_of<T>(g.alpha), beta = scalar_of<T>(g.beta);
  const wide i = blockIdx.x, n = is_zero(alpha) ? 0 : g.n;
  const int thread = (int)threadIdx.x;
  for (wide at = blockIdx.y; at < g.count; at += gridDim.y) {
    const T *a = n ? member<T>(g.a, at) : nullptr;
    const T *x = n ? member<T>(g.x, at) : nullptr;
    T sum = number<T>(0);
    for (wide j = thread; j < n; j += QN_KERNEL_ROW_THREADS)
      sum = sum + load<T>(g.a, a, i, j) * x[j * g.x.inc];
    room[thread] = sum;
    for (int half = QN_KERNEL_ROW_THREADS / 2; half; half /= 2) {
      __syncthreads();
      if (thread < half)
        room[thread] = room[thread] + room[thread + half];
    }
    if (thread == 0)
      put(g.y, member<T>(g.y, at), i, n ? alpha * room[0] : room[0], beta);
    __syncthreads();
  }
}

template <class T> __device__ void update(const qn_kernel_ger &g) {
  const T alpha = scalar_reader<T>::get(g.alpha, g.real_alpha);
  const T back = g.conjugates ? conj_of(alpha) : alpha;
  const wide i = (wide)blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= g.m || is_masked(g.mask, i, j) || is_zero(alpha))
    return;
  for (wide at = blockIdx.z; at < g.count; at += gridDim.z) {
    const T *x = member<T>(g.x, at), *y = member<T>(g.y, at);
    T *to = &member<T>(g.a, at)[i * g.a.row + j * g.a.column];
    const T yj = y[j * g.y.inc];
    T sum = *to + alpha * x[i * g.x.inc] * (g.conjugates ? conj_of(yj) : yj);
    if (g.two) {
      const T xj = x[j * g.x.inc];
      sum = sum + back * y[i * g.y.inc] * (g.conjugates ? conj_of(xj) : xj);
    }
    *to = g.real_diagonal && i == j ? real_part(sum) : sum;
  }
}

// ---- Triangular systems: a group for each column

__device__ float divided(float a, float b) { return a / b; }
#ifdef QN_DOUBLE
__device__ double divided(double a, double b) { return a / b; }
#endif
// By Smith's way, which overflows only where the result does.
template <class R>
__device__ complex<R> divided(complex<R> a, complex<R> b) {
  if (magnitude(b.im) < magnitude(b.re)) {
    const R ratio = b.im / b.re, by = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / by, (a.im - a.re * ratio) / by};
  }
  const R ratio = b.re / b.im, by = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / by, (a.im * ratio - a.re) / by};
}

template <class T> __device__ void solve(const qn_kernel_trsm &s) {
  const T alpha = s.plain ? number<T>(1) : scalar_of<T>(s.alpha);
  const bool reads = !is_zero(alpha);
  const wide column = blockIdx.x;
  for (wide at = blockIdx.y; at < s.count; at += gridDim.y) {
    const T *a = reads ? member<T>(s.a, at) : nullptr;
    T *b = member<T>(s.b, at) + column * s.b.column;
    for (wide i = threadIdx.x; i < s.m; i += QN_KERNEL_ROW_THREADS)
      if (!s.plain)
        b[i * s.b.row] = reads ? alpha * b[i * s.b.row] : number<T>(0);
    for (wide step = 0; step < s.m && reads; ++step) {
      const wide i = s.a.is_lower ? step : s.m - 1 - step;
      __syncthreads();
      T x = b[i * s.b.row];
      if (!s.a.is_unit)
        x = divided(x, load<T>(s.a, a, i, i));
      __syncthreads(); // all have read it
      if (threadIdx.x == 0)
        b[i * s.b.row] = x;
      const wide first = s.a.is_lower ? i + 1 : 0;
      const wide last = s.a.is_lower ? s.m : i;
      for (wide r = first + threadIdx.x; r < last; r += QN_KERNEL_ROW_THREADS)
        b[r * s.b.row] = b[r * s.b.row] - load<T>(s.a, a, r, i) * x;
    }
    __syncthreads();
  }
}

// ---- Sums of matrices, and matrices by diagonals

template <class T> __device__ void combine(const qn_kernel_geam &g) {
  const wide i = (wide)blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= g.m)
    return;
  T alpha = number<T>(1), beta = number<T>(0);
  if (!g.scales) {
    alpha = scalar_of<T>(g.alpha);
    beta = scalar_of<T>(g.beta);
  }
  for (wide at = blockIdx.z; at < g.count; at += gridDim.z) {
    T sum = number<T>(0);
    if (!is_zero(alpha))
      sum = load<T>(g.a, member<T>(g.a, at), i, j);
    if (g.scales)
      sum = sum * member<T>(g.x, at)[(g.by_columns ? j : i) * g.x.inc];
    else if (!is_zero(alpha))
      sum = alpha * sum;
    if (!is_zero(beta))
      sum = sum + beta * load<T>(g.b, member<T>(g.b, at), i, j);
    member<T>(g.c, at)[i * g.c.row + j * g.c.column] = sum;
  }
}

} // namespace

// ---- The kernels

#define GEMM(name, In, Out, S, U)                                              \
  extern "C" __global__ void __launch_bounds__(QN_KERNEL_THREADS)              \
      qn_gemm_##name(qn_kernel_gemm args) {                                    \
    multiply<In, Out, S, U>(args);                                             \
  }
#define KERNEL(what, letter, T, function, threads)                             \
  extern "C" __global__ void __launch_bounds__(threads)                        \
      qn_##what##_##letter(qn_kernel_##what args) {                            \
    function<T>(args);                                                         \
  }
#define LEVELS(letter, T)                                                      \
  extern "C" __global__ void __launch_bounds__(QN_KERNEL_THREADS)              \
      qn_change_##letter(qn_kernel_vectors args) {                             \
    change<T>(args);                                                           \
  }                                                                            \
  extern "C" __global__ void __launch_bounds__(QN_KERNEL_THREADS)              \
      qn_reduce_##letter(qn_kernel_vectors args) {                             \
    reduce<T>(args);                                                           \
  }                                                                            \
  extern "C" __global__ void __launch_bounds__(QN_KERNEL_THREADS)              \
      qn_rows_##letter(qn_kernel_gemv args) {                                  \
    apply_rows<T>(args);                                                       \
  }                                                                            \
  KERNEL(gemv, letter, T, apply, QN_KERNEL_ROW_THREADS)                        \
  KERNEL(ger, letter, T, update, QN_KERNEL_THREADS)                            \
  KERNEL(trsm, letter, T, solve, QN_KERNEL_ROW_THREADS)                        \
  KERNEL(geam, letter, T, combine, QN_KERNEL_THREADS)

#ifdef QN_DOUBLE
GEMM(d, double, double, double, double)
GEMM(z, complex<double>, complex<double>, complex<double>, complex<double>)
LEVELS(d, double)
LEVELS(z, complex<double>)
#else
GEMM(s, float, float, float, float)
GEMM(c, complex<float>, complex<float>, complex<float>, complex<float>)
GEMM(h, half_bits, half_bits, float, float)
GEMM(hs, half_bits, float, float, float)
GEMM(b, bfloat_bits, bfloat_bits, float, float)
GEMM(bs, bfloat_bits, float, float, float)
GEMM(is, signed char, float, wide, float)
GEMM(ii, signed char, int, wide, wide)
LEVELS(s, float)
LEVELS(c, complex<float>)
#endif
