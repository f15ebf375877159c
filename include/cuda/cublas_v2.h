// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS by the names of today; cublas_api.h has all of it.
#ifndef QUERN_CUDA_CUBLAS_V2_H
#define QUERN_CUDA_CUBLAS_V2_H
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#endif
#include "cublas_api.h"
#endif
