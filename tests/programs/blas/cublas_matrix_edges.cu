// SPDX-License-Identifier: Apache-2.0
// Functions of matrices read and write nothing beyond them: matrices and vectors
// that end, and that begin, at pages that cannot be touched. The last column of
// a matrix has its rows alone, however far apart columns are.
// FLAGS: -lcublas -std=c++17
// DEVICES: cpu
#include <cublas_v2.h>
#include <sys/mman.h>

#include <cstdlib>

#include "program.h"

#define GOOD(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
enum { PAGE = 1 << 18 };
static int calls;

// Memory between two pages that are not there.
struct Guarded {
  char *base;
  Guarded() {
    base = static_cast<char *>(mmap(nullptr, 3 * PAGE, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    CHECK(base != MAP_FAILED);
    CHECK(mprotect(base, PAGE, PROT_NONE) == 0);
    CHECK(mprotect(base + 2 * PAGE, PAGE, PROT_NONE) == 0);
  }
  Guarded(const Guarded &) = delete;
  ~Guarded() { munmap(base, 3 * PAGE); }
  // So many elements at its beginning, or at its end.
  template <class T> T *at(bool end, size_t count) {
    CHECK(count * sizeof(T) <= PAGE);
    return reinterpret_cast<T *>(end ? base + 2 * PAGE - count * sizeof(T)
                                     : base + PAGE);
  }
};
struct Places {
  Guarded a, b, c;
  bool ends[3];
  int more; // than rows lie between columns
  int ld(int rows) const { return rows + more; }
  size_t count(int rows, int cols) const {
    return cols ? size_t(ld(rows)) * size_t(cols - 1) + size_t(rows) : 0;
  }
  template <class T> T *matrix(int which, int rows, int cols) {
    Guarded *all[] = {&a, &b, &c};
    return all[which]->at<T>(ends[which], count(rows, cols));
  }
  template <class T> T *vector(int which, int n, int inc) {
    Guarded *all[] = {&a, &b, &c};
    const size_t wanted = n ? size_t(n - 1) * size_t(abs(inc)) + 1 : 0;
    return all[which]->at<T>(ends[which], wanted);
  }
};

static cublasHandle_t handle;
static const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER,
                                         CUBLAS_FILL_MODE_UPPER};
static const cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

template <class T> struct Functions; // of one type
#define FUNCTIONS(T, L, sy, ger_, sp, sb)                                              \
  template <> struct Functions<T> {                                            \
    static void vectors(Places &p, int m, int n, int incx, int incy) {         \
      T one = {};                                                              \
      for (const auto op : ops) {                                              \
        const int x = op == CUBLAS_OP_N ? n : m, y = op == CUBLAS_OP_N ? m : n;\
        GOOD(cublas##L##gemv(handle, op, m, n, &one, p.matrix<T>(0, m, n),     \
                             p.ld(m), p.vector<T>(1, x, incx), incx, &one,     \
                             p.vector<T>(2, y, incy), incy));                  \
      }                                                                        \
      GOOD(cublas##L##ger_(handle, m, n, &one, p.vector<T>(1, m, incx), incx,  \
                           p.vector<T>(2, n, incy), incy,                      \
                           p.matrix<T>(0, m, n), p.ld(m)));                    \
      for (const auto fill : fills) {                                          \
        GOOD(cublas##L##sy##mv(handle, fill, n, &one, p.matrix<T>(0, n, n),    \
                               p.ld(n), p.vector<T>(1, n, incx), incx, &one,   \
                               p.vector<T>(2, n, incy), incy));                \
        GOOD(cublas##L##sy##r2(handle, fill, n, &one, p.vector<T>(1, n, incx), \
                               incx, p.vector<T>(2, n, incy), incy,            \
                               p.matrix<T>(0, n, n), p.ld(n)));                \
        for (const auto op : ops) {                                            \
          GOOD(cublas##L##trmv(handle, fill, op, CUBLAS_DIAG_UNIT, n,          \
                               p.matrix<T>(0, n, n), p.ld(n),                  \
                               p.vector<T>(1, n, incx), incx));                \
          GOOD(cublas##L##trsv(handle, fill, op, CUBLAS_DIAG_UNIT, n,          \
                               p.matrix<T>(0, n, n), p.ld(n),                  \
                               p.vector<T>(1, n, incx), incx));                \
        }                                                                      \
      }                                                                        \
      calls += 3 + 1 + 2 * 8;                                                  \
    }                                                                          \
    static void bands(Places &p, int m, int n, int incx, int incy) { \
      T one = {}; \
      const int wide = n > 3 ? 2 : n - 1, packed = n * (n + 1) / 2; \
      for (const auto op : ops) { \
        const int x = op == CUBLAS_OP_N ? n : m, y = op == CUBLAS_OP_N ? m : n; \
        GOOD(cublas##L##gbmv(handle, op, m, n, 1, 2, &one, p.matrix<T>(0, 4, n), p.ld(4), p.vector<T>(1, x, incx), incx, &one, p.vector<T>(2, y, incy), incy)); \
      } \
      for (const auto fill : fills) { \
        GOOD(cublas##L##sb##mv(handle, fill, n, wide, &one, p.matrix<T>(0, wide + 1, n), p.ld(wide + 1), p.vector<T>(1, n, incx), incx, &one, p.vector<T>(2, n, incy), incy)); \
        GOOD(cublas##L##sp##mv(handle, fill, n, &one, p.vector<T>(0, packed, 1), p.vector<T>(1, n, incx), incx, &one, p.vector<T>(2, n, incy), incy)); \
        GOOD(cublas##L##sp##r2(handle, fill, n, &one, p.vector<T>(1, n, incx), incx, p.vector<T>(2, n, incy), incy, p.vector<T>(0, packed, 1))); \
        for (const auto op : ops) { \
          GOOD(cublas##L##tpmv(handle, fill, op, CUBLAS_DIAG_UNIT, n, p.vector<T>(0, packed, 1), p.vector<T>(1, n, incx), incx)); \
          GOOD(cublas##L##tpsv(handle, fill, op, CUBLAS_DIAG_UNIT, n, p.vector<T>(0, packed, 1), p.vector<T>(1, n, incx), incx)); \
          GOOD(cublas##L##tbmv(handle, fill, op, CUBLAS_DIAG_UNIT, n, wide, p.matrix<T>(0, wide + 1, n), p.ld(wide + 1), p.vector<T>(1, n, incx), incx)); \
          GOOD(cublas##L##tbsv(handle, fill, op, CUBLAS_DIAG_UNIT, n, wide, p.matrix<T>(0, wide + 1, n), p.ld(wide + 1), p.vector<T>(1, n, incx), incx)); \
        } \
      } \
      calls += 3 + 2 * 15; \
    } \
    static void matrices(Places &p, int m, int n, int k) {                     \
      T one = {};                                                              \
      for (const auto op_a : ops)                                              \
        for (const auto op_b : ops) {                                          \
          const bool a = op_a == CUBLAS_OP_N, b = op_b == CUBLAS_OP_N;         \
          GOOD(cublas##L##gemm(                                                \
              handle, op_a, op_b, m, n, k, &one,                               \
              p.matrix<T>(0, a ? m : k, a ? k : m), p.ld(a ? m : k),           \
              p.matrix<T>(1, b ? k : n, b ? n : k), p.ld(b ? k : n), &one,     \
              p.matrix<T>(2, m, n), p.ld(m)));                                 \
        }                                                                      \
      for (const auto fill : fills) {                                          \
        for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {                     \
          const bool plain = op == CUBLAS_OP_N;                                \
          const int rows = plain ? n : k, cols = plain ? k : n;                \
          GOOD(cublas##L##syrk(handle, fill, op, n, k, &one,                   \
                               p.matrix<T>(0, rows, cols), p.ld(rows), &one,   \
                               p.matrix<T>(2, n, n), p.ld(n)));                \
          GOOD(cublas##L##syr2k(handle, fill, op, n, k, &one,                  \
                                p.matrix<T>(0, rows, cols), p.ld(rows),        \
                                p.matrix<T>(1, rows, cols), p.ld(rows), &one,  \
                                p.matrix<T>(2, n, n), p.ld(n)));               \
        }                                                                      \
        for (const auto side : sides) {                                        \
          const int rows = side == CUBLAS_SIDE_LEFT ? m : n;                   \
          GOOD(cublas##L##symm(handle, side, fill, m, n, &one,                 \
                               p.matrix<T>(0, rows, rows), p.ld(rows),         \
                               p.matrix<T>(1, m, n), p.ld(m), &one,            \
                               p.matrix<T>(2, m, n), p.ld(m)));                \
          for (const auto op : ops) {                                          \
            GOOD(cublas##L##trmm(handle, side, fill, op, CUBLAS_DIAG_UNIT, m,  \
                                 n, &one, p.matrix<T>(0, rows, rows),          \
                                 p.ld(rows), p.matrix<T>(1, m, n), p.ld(m),    \
                                 p.matrix<T>(2, m, n), p.ld(m)));              \
            GOOD(cublas##L##trsm(handle, side, fill, op, CUBLAS_DIAG_UNIT, m,  \
                                 n, &one, p.matrix<T>(0, rows, rows),          \
                                 p.ld(rows), p.matrix<T>(1, m, n), p.ld(m)));  \
          }                                                                    \
        }                                                                      \
      }                                                                        \
      calls += 9 + 2 * (4 + 2 * 7);                                            \
    }                                                                          \
  };
FUNCTIONS(float, S, sy, ger, sp, sb)
FUNCTIONS(double, D, sy, ger, sp, sb)
FUNCTIONS(cuComplex, C, he, geru, hp, hb)
FUNCTIONS(cuDoubleComplex, Z, he, gerc, hp, hb)

template <class T> static void test() {
  static const int sizes[] = {1, 2, 3, 7, 8, 15, 17, 33, 66};
  static const int incs[][2] = {{1, 1}, {2, 3}, {-1, 2}, {3, -2}};
  Places p;
  for (int i = 0; i < 9; ++i)
    for (int ends = 0; ends < 8; ++ends)
      for (const int more : {1, 0, 5}) {
        const int m = sizes[i], n = sizes[(i * 4 + 1) % 9],
                  k = sizes[(i * 7 + 3) % 9];
        for (int e = 0; e < 3; ++e)
          p.ends[e] = ends >> e & 1;
        p.more = more;
        for (const auto &inc : incs) {
          Functions<T>::vectors(p, m, n, inc[0], inc[1]);
          Functions<T>::bands(p, m, n, inc[0], inc[1]);
        }
        Functions<T>::matrices(p, m, n, k);
        OK(cudaDeviceSynchronize());
      }
}

int main() {
  GOOD(cublasCreate(&handle));
  test<float>();
  test<double>();
  test<cuComplex>();
  test<cuDoubleComplex>();
  GOOD(cublasDestroy(handle));
  std::printf("%d calls\n", calls);
  return 0;
}
