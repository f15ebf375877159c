// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/observe.h"

_Atomic(const qn_observer *) qn_observing;
