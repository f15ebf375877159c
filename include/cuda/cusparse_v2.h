// SPDX-License-Identifier: Apache-2.0
//
// Another name of cusparse.h.
#ifndef QUERN_CUDA_CUSPARSE_V2_H
#define QUERN_CUDA_CUSPARSE_V2_H

#include "cusparse.h"

#endif // QUERN_CUDA_CUSPARSE_V2_H
