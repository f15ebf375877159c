// SPDX-License-Identifier: Apache-2.0
// OpenBLAS, for all rooms: its functions of BLAS and LAPACK by Fortran's names.
#ifndef QN_LIBS_CORE_LAPACK_H
#define QN_LIBS_CORE_LAPACK_H

#include <stdint.h>

#include "libs/core/work.h"

extern qn_libs_opened qn_libs_openblas;

// A function by Fortran's name, or NULL with a reason.
void *qn_openblas_symbol(const char *name);

// LU without exchanges of rows, which LAPACK lacks, of a matrix of m rows; type
// is s, d, c or z. The first pivot that is zero, from 1, or 0.
int qn_libs_plain_lu(char type, int64_t m, int64_t n, void *a, int64_t lda);

#endif // QN_LIBS_CORE_LAPACK_H
