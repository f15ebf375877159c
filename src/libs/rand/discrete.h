// SPDX-License-Identifier: Apache-2.0
// Distributions of whole numbers for kernels: shares summed, in memory of the
// device (curandDiscreteDistribution_st of curand_kernel.h).
#ifndef QN_LIBS_RAND_DISCRETE_H
#define QN_LIBS_RAND_DISCRETE_H

#include "libs/rand/rand.h"

// Of shares that need not add up to 1, of the numbers from `first` on.
qn_rand_status qn_discrete_create(const double *shares, uint32_t count,
                                  uint32_t first, void **out);
qn_rand_status qn_discrete_create_poisson(double mean, void **out);
qn_rand_status qn_discrete_destroy(void *distribution);

#endif // QN_LIBS_RAND_DISCRETE_H
