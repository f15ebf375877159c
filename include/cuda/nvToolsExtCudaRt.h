// SPDX-License-Identifier: Apache-2.0
//
// The older place of nvtx3/nvToolsExtCudaRt.h.
#include "nvtx3/nvToolsExtCudaRt.h"
