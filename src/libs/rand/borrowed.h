// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libcurand as a maker of numbers.
#ifndef QN_LIBS_RAND_BORROWED_H
#define QN_LIBS_RAND_BORROWED_H

#include "libs/rand/rand.h"

// The function that makes numbers of a kind, and a call of it with one of
// NVIDIA's generators: a curandStatus_t.
const char *qn_rand_vendor_name(qn_rand_kind kind);
int qn_rand_vendor_generate(void *address, void *generator,
                            const qn_rand_job *job);

// A generator of the host, which needs no GPU, for sequences whose parameters
// are NVIDIA's own. NULL, with a reason, where the library is not.
void *qn_rand_borrow(const qn_rand_setting *setting);
void qn_rand_give_back(void *generator);
bool qn_rand_borrowed_run(void *generator, const qn_rand_job *job);

#endif // QN_LIBS_RAND_BORROWED_H
