// SPDX-License-Identifier: Apache-2.0
//
// The older place of nvtx3/nvToolsExtCuda.h.
#include "nvtx3/nvToolsExtCuda.h"
