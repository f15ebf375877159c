// SPDX-License-Identifier: Apache-2.0
//
// The older place of hipsolver/hipsolver.h.
#include <hipsolver/hipsolver.h>
