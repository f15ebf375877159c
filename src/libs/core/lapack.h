// SPDX-License-Identifier: Apache-2.0
// OpenBLAS, for all rooms: its functions of BLAS and LAPACK by Fortran's names.
#ifndef QN_LIBS_CORE_LAPACK_H
#define QN_LIBS_CORE_LAPACK_H

#include <stdint.h>

#include "libs/core/work.h"

// A function, or NULL with a reason: by its symbol, or by Fortran's name. It is
// called between qn_openblas_enter and qn_openblas_leave.
void *qn_openblas_function(const char *symbol);
void *qn_openblas_symbol(const char *name);

// OpenBLAS ends its threads before a fork, also those that work: a call of
// another thread would wait for them for ever. So a fork waits for calls, and
// calls wait for a fork. Not to be nested.
//
// It also gives threads to the smallest call, which then yield the processor to
// one another until all have had a turn: for milliseconds where others use it,
// instead of microseconds. So calls of little work (multiplications, about) run
// on one, as long as no other calls are in progress.
void qn_openblas_enter(double work);
void qn_openblas_leave(void);

// LU without exchanges of rows, which LAPACK lacks, of a matrix of m rows; type
// is s, d, c or z. The first pivot that is zero, from 1, or 0.
int qn_libs_plain_lu(char type, int64_t m, int64_t n, void *a, int64_t lda);

#endif // QN_LIBS_CORE_LAPACK_H
