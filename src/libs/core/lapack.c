// SPDX-License-Identifier: Apache-2.0
#include "libs/core/lapack.h"

#include <complex.h>
#include <stdio.h>

static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", NULL};
qn_libs_opened qn_libs_openblas = {.names = names,
                                   .package = "libopenblas0-pthread"};

void *qn_openblas_symbol(const char *name) {
  char symbol[32];
  snprintf(symbol, sizeof(symbol), "%s_", name);
  return qn_libs_symbol(&qn_libs_openblas, symbol);
}

#define PLAIN_LU(letter, T)                                                    \
  static int letter##_plain_lu(int64_t m, int64_t n, T *a, int64_t lda) {      \
    int info = 0;                                                              \
    for (int64_t k = 0; k < n && k < m; ++k) {                                 \
      const T *row = a + k; /* elements lda apart */                           \
      T *column = a + k * lda;                                                 \
      if (column[k] == 0) {                                                    \
        info = info ? info : (int)k + 1;                                       \
        continue;                                                              \
      }                                                                        \
      for (int64_t i = k + 1; i < m; ++i)                                      \
        column[i] /= column[k];                                                \
      for (int64_t j = k + 1; j < n; ++j)                                      \
        for (int64_t i = k + 1; i < m; ++i)                                    \
          a[i + j * lda] -= column[i] * row[j * lda];                          \
    }                                                                          \
    return info;                                                               \
  }
PLAIN_LU(s, float)
PLAIN_LU(d, double)
PLAIN_LU(c, float _Complex)
PLAIN_LU(z, double _Complex)

int qn_libs_plain_lu(char type, int64_t m, int64_t n, void *a, int64_t lda) {
  switch (type) {
  case 's':
    return s_plain_lu(m, n, a, lda);
  case 'd':
    return d_plain_lu(m, n, a, lda);
  case 'c':
    return c_plain_lu(m, n, a, lda);
  default:
    return z_plain_lu(m, n, a, lda);
  }
}
