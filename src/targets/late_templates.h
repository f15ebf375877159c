// SPDX-License-Identifier: Apache-2.0
// Templates that nobody instantiates. nvcc does not look into them; clang does,
// and refuses names that no instantiation could have. Headers have such, Thrust
// 1.17 too. With QN_LATE_TEMPLATES clang does not look either.
#ifndef QN_TARGETS_LATE_TEMPLATES_H
#define QN_TARGETS_LATE_TEMPLATES_H

#include <stdbool.h>

#include "base/span.h"

// An option of clang and of clang -cc1, not known to precompiled headers.
#define QN_LATE_TEMPLATES "-fdelayed-template-parsing"

// Whether clang's first error may be one of these: a name that it does not
// find, in another file than `source`, and in no instantiation.
bool qn_late_templates_help(qn_str messages, const char *source);

#endif // QN_TARGETS_LATE_TEMPLATES_H
