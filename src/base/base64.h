// SPDX-License-Identifier: Apache-2.0
// Bytes as text: base64 of RFC 4648, with padding, without line breaks.
#ifndef QN_BASE_BASE64_H
#define QN_BASE_BASE64_H

#include "base/buffer.h"
#include "base/span.h"

// Appends 4 characters for each 3 bytes begun.
void qn_base64_encode(qn_span bytes, qn_buffer *out);
// Decodes into `out`, which has room for 3/4 of the text. False when the text
// is not base64; `out` may be written to then, too.
bool qn_base64_decode(qn_str text, uint8_t *out, size_t *out_size);

#endif // QN_BASE_BASE64_H
