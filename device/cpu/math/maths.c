// SPDX-License-Identifier: Apache-2.0
//
// The maths library of CPUs and GPUs, in one piece: see math.h.
#include "exp.h"
#include "log.h"
#include "trig.h"
#include "power.h"
#include "special.h"
#ifndef QN_GPU // whose instructions do what these do
#include "fast.h"
#include "half.h"
#include "dots.h"
#endif
