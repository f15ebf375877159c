// SPDX-License-Identifier: Apache-2.0
// GPU code inside the data of a program, found by magic: the formats that are
// `embedded`. What a magic claims is checked before it is believed, for it
// occurs by chance.
#ifndef QN_FORMATS_CONTAINER_SCAN_H
#define QN_FORMATS_CONTAINER_SCAN_H

#include "formats/core/format.h"

// Visits each container in `bytes`, which lie at the offset `start`. They are
// aligned to 8 by their offset in the program, which starts at `origin`,
// whatever the alignment of its sections is.
qn_status qn_scan(qn_walk *walk, qn_span bytes, uint64_t start, uint64_t origin,
                  qn_diag *diag);
// Whether one of them, whole, starts at bytes.data[0].
bool qn_scan_starts(qn_span bytes);

#endif // QN_FORMATS_CONTAINER_SCAN_H
