// SPDX-License-Identifier: Apache-2.0
// How memory holds the elements of typed buffers and of images: up to four
// components of some bits each, and what kind of number they are.
#ifndef QN_AMDSIM_CORE_FORMATS_H
#define QN_AMDSIM_CORE_FORMATS_H

#include "amdsim/isa/inst.h"

// In the order of gfx9's numbers.
typedef enum qn_amd_number {
  QN_AMD_UNORM,   // 0 to 1
  QN_AMD_SNORM,   // -1 to 1
  QN_AMD_USCALED, // integers as floats
  QN_AMD_SSCALED,
  QN_AMD_UINT,
  QN_AMD_SINT,
  QN_AMD_FLOAT = 7,
} qn_amd_number;

// A component in a register: the bits of a float, or an integer.
typedef struct qn_amd_texel {
  uint32_t c[4];
} qn_amd_texel;

// By the name that the disassembler writes ("BUF_FMT_8_8_UNORM", or gfx9's
// "BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_UINT"). False when there is no such one.
bool qn_amd_format_named(qn_str name, qn_amd_format *out_format);
// By the number in word 3 of a buffer's descriptor.
bool qn_amd_format_of_buffer(const qn_amd_chip *chip, uint32_t word,
                             qn_amd_format *out_format);

// By the number in an image's descriptor; of gfx10 and later. Numbers are those
// of buffers, and others, which are not known here.
bool qn_amd_format_of_image(const qn_amd_chip *chip, uint32_t number,
                            qn_amd_format *out_format);

static inline bool qn_amd_format_is_whole(const qn_amd_format *f) {
  return f->number == QN_AMD_UINT || f->number == QN_AMD_SINT;
}
// Bytes of an element.
unsigned qn_amd_format_size(const qn_amd_format *f);
// A component as 16 bits, and back. False when it is not known how it is
// rounded.
bool qn_amd_format_narrow(const qn_amd_format *f, uint32_t *component);
uint32_t qn_amd_format_widen(const qn_amd_format *f, uint32_t component);
// The components of an element; those that it has not are 0.
qn_amd_texel qn_amd_format_read(const qn_amd_format *f, const void *memory);
// The other way. False when it is not known what hardware stores: numbers that
// integers cannot hold, and floats that the format would round.
bool qn_amd_format_write(const qn_amd_format *f, const qn_amd_texel *texel,
                         void *memory);

#endif // QN_AMDSIM_CORE_FORMATS_H
