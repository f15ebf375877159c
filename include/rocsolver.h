// SPDX-License-Identifier: Apache-2.0
//
// The older place of rocsolver/rocsolver.h.
#include <rocsolver/rocsolver.h>
