// SPDX-License-Identifier: Apache-2.0
// CUDA fat binaries: a header, and entries that each hold PTX, a cubin or other
// code for one architecture, often compressed.
#ifndef QN_FORMATS_CONTAINER_FATBIN_H
#define QN_FORMATS_CONTAINER_FATBIN_H

#include "base/diag.h"
#include "base/span.h"

#define QN_FATBIN_MAGIC "\x50\xed\x55\xba"

// Whether a fat binary starts at bytes.data[0]: the magic occurs by chance, so
// the header and the first entry are looked at too. `*out_size` (may be NULL)
// receives the bytes it takes.
bool qn_fatbin_measure(qn_span bytes, uint64_t *out_size);

#endif // QN_FORMATS_CONTAINER_FATBIN_H
