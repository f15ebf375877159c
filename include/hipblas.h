// SPDX-License-Identifier: Apache-2.0
//
// The older place of hipblas/hipblas.h.
#include <hipblas/hipblas.h>
