// SPDX-License-Identifier: Apache-2.0
// Factors without exchanges of rows, L U(i, j) = A(p[i], q[j]), of sparse
// matrices of one pattern, made again for other values. All memory is the
// host's, and a matrix is stored by rows from 0.
#ifndef QN_LIBS_SOLVER_REFACTOR_H
#define QN_LIBS_SOLVER_REFACTOR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct qn_pattern {
  int *start, *col;
} qn_pattern;

typedef struct qn_refactor {
  int n, count; // of matrices
  qn_pattern a;
  int *place;  // of each element among the values as they are given
  int *p, *q;  // see above
  double **as; // values of each matrix, by rows
  // L below the diagonal, whose own is 1, and U: with all that fills in.
  qn_pattern m;
  int *diagonal; // its place in each row
  double **ms;
  int *zero_pivot; // of each matrix: the first row whose pivot is 0, or -1
  bool is_boosted; // a pivot was replaced
} qn_refactor;

// Whether `count` elements are a matrix's: offsets in order, columns below n.
bool qn_pattern_is_good(int n, int count, const qn_pattern *pattern);
bool qn_is_permutation(int n, const int *p);
// The same matrix by columns, whose elements come from place[]; false: without
// memory.
bool qn_pattern_turn(int n, const qn_pattern *from, qn_pattern *out,
                     int *place);

typedef enum qn_refactor_answer {
  QN_REFACTOR_DONE,
  QN_REFACTOR_ZERO_PIVOT,
  QN_REFACTOR_NO_MEMORY,
  QN_REFACTOR_TOO_LARGE, // more elements than an int counts
} qn_refactor_answer;

// Finds the pattern of the factors, which has at least those of l and u.
qn_refactor_answer qn_refactor_analyse(qn_refactor *r, const qn_pattern *l,
                                       const qn_pattern *u);
// Makes them. A pivot below `zero` becomes `boost`.
qn_refactor_answer qn_refactor_run(qn_refactor *r, double zero, double boost);
// b, in place, becomes the answer for matrix `at`; `room` has n numbers.
void qn_refactor_solve(const qn_refactor *r, int at, double *b, double *room);
void qn_refactor_free(qn_refactor *r);

#endif // QN_LIBS_SOLVER_REFACTOR_H
