// SPDX-License-Identifier: Apache-2.0
// The arguments of saxpy(int n, float *x), as a record has them.
#ifndef QN_TESTS_SUPPORT_SAXPY_H
#define QN_TESTS_SUPPORT_SAXPY_H

#include "metadata/model/kernel.h"

static qn_argument saxpy_arguments[] = {
    {.index = 0,
     .name = {"n", 1},
     .type = {"int", 3},
     .size = 4,
     .alignment = 4},
    {.index = 1,
     .kind = QN_ARGUMENT_POINTER,
     .space = QN_SPACE_GLOBAL,
     .name = {"x", 1},
     .type = {"float *", 7},
     .offset = 8,
     .size = 8,
     .alignment = 8},
};

#endif // QN_TESTS_SUPPORT_SAXPY_H
