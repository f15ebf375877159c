// SPDX-License-Identifier: Apache-2.0
#include "quern/version.h"

const char *quern_version(void) { return QUERN_VERSION; }
