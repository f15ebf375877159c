// SPDX-License-Identifier: Apache-2.0
// CUPTI's functions.
#include "filter.h"

#include "cupti.inc"
