// SPDX-License-Identifier: Apache-2.0
#ifndef QUERN_HIPBLAS_EXPORT_H
#define QUERN_HIPBLAS_EXPORT_H

#define HIPBLAS_EXPORT
#define HIPBLAS_NO_EXPORT
#define HIPBLAS_DEPRECATED

#endif
