// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#include "nvrtc.inc"
