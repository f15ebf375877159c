// SPDX-License-Identifier: Apache-2.0
// Memory that a program registers with a communicator.
#ifndef QN_LIBS_COMM_REGISTERED_H
#define QN_LIBS_COMM_REGISTERED_H

#include "cuda/nccl.h"

// Where the memory of a window of that communicator begins.
ncclResult_t qn_window_memory(ncclComm_t comm, ncclWindow_t window,
                              void **out_memory);

#endif // QN_LIBS_COMM_REGISTERED_H
