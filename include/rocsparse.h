// SPDX-License-Identifier: Apache-2.0
// The older place of rocSPARSE's header.
#include <rocsparse/rocsparse.h>
