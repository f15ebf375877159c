/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel of kernels/ggml is told beside the addresses of its tensors.
 * Valid C11, C++17, and on devices; the layout is the same everywhere.
 */
#ifndef QUERN_KERNELS_GGML_CALL_H
#define QUERN_KERNELS_GGML_CALL_H

#define QUERN_GGML_SOURCES 5
#define QUERN_GGML_PARAMS 16

/* Of ggml: dimension 0 is the innermost, `ne` counts elements, `nb` bytes. */
typedef struct quern_ggml_shape {
  long long ne[4], nb[4];
} quern_ggml_shape;

/* Sources that an operation does not have are all zero. `params` are ggml's
 * op_params, but where a kernel says otherwise. */
typedef struct quern_ggml_call {
  quern_ggml_shape dst, src[QUERN_GGML_SOURCES];
  int params[QUERN_GGML_PARAMS];
} quern_ggml_call;

#endif
