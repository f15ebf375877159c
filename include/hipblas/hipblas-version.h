// SPDX-License-Identifier: Apache-2.0
#ifndef QUERN_HIPBLAS_VERSION_H
#define QUERN_HIPBLAS_VERSION_H

#define hipblasVersionMajor 2
#define hipblaseVersionMinor 3
#define hipblasVersionMinor 3
#define hipblasVersionPatch 0

#endif
