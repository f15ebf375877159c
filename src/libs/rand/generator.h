// SPDX-License-Identifier: Apache-2.0
// A generator, whatever it is called: cuRAND's and hipRAND's functions are
// names of these.
#ifndef QN_LIBS_RAND_GENERATOR_H
#define QN_LIBS_RAND_GENERATOR_H

#include "libs/rand/rand.h"

typedef struct qn_rand_generator qn_rand_generator;

// `is_host`: numbers go to the host's memory, and are there at the return.
qn_rand_status qn_rand_create(int type, bool is_host, qn_rand_generator **out);
qn_rand_status qn_rand_destroy(qn_rand_generator *generator);
qn_rand_status qn_rand_set_stream(qn_rand_generator *generator,
                                  hipStream_t stream);
qn_rand_status qn_rand_set_seed(qn_rand_generator *generator, uint64_t seed);
qn_rand_status qn_rand_set_offset(qn_rand_generator *generator,
                                  uint64_t offset);
qn_rand_status qn_rand_set_ordering(qn_rand_generator *generator, int ordering);
qn_rand_status qn_rand_set_dimensions(qn_rand_generator *generator,
                                      uint32_t count);
// Makes everything ready for the next numbers.
qn_rand_status qn_rand_prepare(qn_rand_generator *generator);
qn_rand_status qn_rand_generate(qn_rand_generator *generator,
                                const qn_rand_job *job);

#endif // QN_LIBS_RAND_GENERATOR_H
