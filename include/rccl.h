// SPDX-License-Identifier: Apache-2.0
//
// The older place of rccl/rccl.h.
#include <rccl/rccl.h>
