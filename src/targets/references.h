// SPDX-License-Identifier: Apache-2.0
// Whether a source declares texture or surface references. Their templates have
// names that newer programs use for things of their own, so both sides of the
// compiler declare them only where they are used.
#ifndef QN_TARGETS_REFERENCES_H
#define QN_TARGETS_REFERENCES_H

#include <stdbool.h>

// False, too, when the file cannot be read: whoever compiles it says so.
bool qn_source_has_references(const char *path);

#endif // QN_TARGETS_REFERENCES_H
