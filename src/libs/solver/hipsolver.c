// SPDX-License-Identifier: Apache-2.0
// hipSOLVER's names: cuSOLVER's functions, with numbers of their own for
// enumerators and statuses.
#include "hipsolver/hipsolver.h"

#include "cuda/cusolverDn.h"

#include "libs/solver/exports_hipsolver.inc"
