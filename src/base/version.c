// SPDX-License-Identifier: Apache-2.0
#include "quern/version.h"

const char *qn_version(void) { return QUERN_VERSION; }
