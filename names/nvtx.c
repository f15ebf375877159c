// SPDX-License-Identifier: Apache-2.0
// NVTX's functions under the name that version 2 had, for programs that are
// built already; those of now have them in the header.
#define __QN_NVTX __attribute__((visibility("default")))
#include "cuda/nvtx3/nvToolsExt.h"
