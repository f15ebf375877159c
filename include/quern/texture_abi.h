/* SPDX-License-Identifier: Apache-2.0
 *
 * What the 64 bits of a texture or surface object point to on CPUs, AMD's GPUs
 * and SPIR-V devices. The runtime fills it in and device code reads it; it is
 * not an API for programs, so its names keep the prefix qn_ (docs/api.md).
 * Valid C11 and C++17.
 */
#ifndef QUERN_TEXTURE_ABI_H
#define QUERN_TEXTURE_ABI_H

enum {
  QN_TEXTURE_UNSIGNED = 0, /* kinds of texel */
  QN_TEXTURE_SIGNED = 1,
  QN_TEXTURE_FLOAT = 2,
  QN_TEXTURE_WRAP = 0, /* address modes, with CUDA's numbers */
  QN_TEXTURE_CLAMP = 1,
  QN_TEXTURE_MIRROR = 2,
  QN_TEXTURE_BORDER = 3
};

typedef struct qn_texture_level {
  unsigned char *data;
  unsigned long long pitch, slice;
  unsigned int width, height, depth;
} qn_texture_level;

typedef struct qn_texture_words {
  unsigned char *data;
  unsigned long long pitch, slice;    /* bytes between rows, and slices */
  unsigned int width, height, depth;  /* texels; at least 1 */
  unsigned char channels, bits, kind; /* of a channel */
  unsigned char linear, normalized_coords, normalized_read, srgb, layered;
  unsigned char address[3];
  float border[4];
  /* What older images do not know. */
  unsigned char levels_linear; /* filter between levels */
  unsigned int level_count;    /* of a mipmap; 0: it is none */
  float level_bias, level_min, level_max;
  const qn_texture_level *levels;
  unsigned char seamless; /* a cubemap is filtered across its edges */
} qn_texture_words;

#endif /* QUERN_TEXTURE_ABI_H */
