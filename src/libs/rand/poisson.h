// SPDX-License-Identifier: Apache-2.0
// Poisson's distribution by its inverse.
#ifndef QN_LIBS_RAND_POISSON_H
#define QN_LIBS_RAND_POISSON_H

#include <stdbool.h>
#include <stdint.h>

// From this mean on it is a normal one, rounded; and the largest.
enum { QN_POISSON_GAUSS = 2000, QN_POISSON_MAX = 400000 };

typedef struct qn_poisson qn_poisson;
// For a mean below QN_POISSON_GAUSS, in the place of another; false: out of
// memory.
bool qn_poisson_make(qn_poisson **poisson, double mean);
void qn_poisson_destroy(qn_poisson **poisson);
// The least number up to which a share of u lies.
uint32_t qn_poisson_find(const qn_poisson *poisson, double u);

#endif // QN_LIBS_RAND_POISSON_H
