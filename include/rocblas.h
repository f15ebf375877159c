// SPDX-License-Identifier: Apache-2.0
//
// The older place of rocblas/rocblas.h.
#include <rocblas/rocblas.h>
