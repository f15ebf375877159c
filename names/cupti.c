// SPDX-License-Identifier: Apache-2.0
// CUPTI's functions; cupti.inc is made by tools/gen_cupti.py.
#include "filter.h"

#include "cupti.inc"
