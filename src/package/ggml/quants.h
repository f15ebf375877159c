// SPDX-License-Identifier: Apache-2.0
// ggml's quantized types on the host: what their blocks hold, in double
// precision. The reference that kernels are compared with.
#ifndef QN_PACKAGE_GGML_QUANTS_H
#define QN_PACKAGE_GGML_QUANTS_H

#include "package/ggml/tensor.h"

enum { QN_QUANT_BLOCK_MAX = 256 };

// The numbers of a block, in order; as many as the type's block has. `type` is
// quantized.
void qn_quant_read(qn_tensor_type type, const uint8_t *block,
                   double out[QN_QUANT_BLOCK_MAX]);

// Gives blocks of any bits scales that are ordinary numbers, from 2^-7 to 2^-3
// either way: random bits would contain some infinities and NaNs.
void qn_quant_tame(qn_tensor_type type, uint8_t *blocks, size_t count);

#endif // QN_PACKAGE_GGML_QUANTS_H
