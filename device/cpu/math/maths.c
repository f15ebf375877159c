// SPDX-License-Identifier: Apache-2.0
//
// The CPU's maths library, in one piece: see math.h.
#include "exp.h"
#include "log.h"
#include "trig.h"
#include "power.h"
#include "special.h"
#include "fast.h"
#include "half.h"
#include "dots.h"
