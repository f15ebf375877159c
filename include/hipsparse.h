// SPDX-License-Identifier: Apache-2.0
//
// The older place of hipsparse/hipsparse.h.
#include <hipsparse/hipsparse.h>
