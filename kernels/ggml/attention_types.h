/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of keys and values that attention.cu takes, as numbers. Valid C11,
 * C++17, and on devices.
 */
#ifndef QUERN_KERNELS_GGML_ATTENTION_TYPES_H
#define QUERN_KERNELS_GGML_ATTENTION_TYPES_H

#define QN_ATTENTION_TYPES(X)                                                  \
  X(f32) X(f16) X(bf16) X(q4_0) X(q4_1) X(q5_0) X(q5_1) X(q8_0)

enum {
#define QN_ATTENTION_TYPE(name) quern_attention_##name,
  QN_ATTENTION_TYPES(QN_ATTENTION_TYPE)
#undef QN_ATTENTION_TYPE
};

#endif
