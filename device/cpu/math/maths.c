// SPDX-License-Identifier: Apache-2.0
//
// The maths library of CPUs and GPUs, in one piece: see math.h.
#include "exp.h"
#include "log.h"
#include "trig.h"
#include "power.h"
#include "special.h"
#ifdef QN_GPU
#include "remainder_gpu.h"
#include "special_float.h"
#else // GPUs' instructions do what these do
#include "fast.h"
#include "half.h"
#include "dots.h"
#endif
