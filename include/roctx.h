// SPDX-License-Identifier: Apache-2.0
//
// The older place of roctracer/roctx.h.
#include <roctracer/roctx.h>
