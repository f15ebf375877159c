// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#include "hiprtc.inc"
