// SPDX-License-Identifier: Apache-2.0
// COFF objects, as Windows linkers accept them.
#include "package/embed/object.h"

enum {
  HEADER_SIZE = 20,
  SECTION_SIZE = 40,
  CONTENT_INITIALISED = 0x40,
  CONTENT_ZEROED = 0x80,
  ALIGN_8 = 0x400000,
  ALIGN_4096 = 0xd00000,
  CLASS_EXTERNAL = 2,
  CLASS_STATIC = 3,
};
static const uint32_t can_read = 0x40000000, can_write = 0x80000000;

static void put_section(qn_buffer *out, const char name[8], uint64_t size,
                        uint64_t offset, uint32_t flags) {
  qn_buffer_append(out, name, 8);
  qn_buffer_u64(out, 0); // virtual size and address
  qn_buffer_u32(out, (uint32_t)size);
  qn_buffer_u32(out, (uint32_t)offset);
  qn_buffer_u64(out, 0); // file offsets of relocations and line numbers
  qn_buffer_u32(out, 0); // and their numbers
  qn_buffer_u32(out, flags);
}

// On 32-bit x86, C symbols have an underscore in front.
static qn_str prefix_of(const qn_object *o) {
  return o->host->bits == 32 ? QN_STR("_") : (qn_str){0};
}

static size_t symbol_count(const qn_object *o) {
  return o->symbol_count + (o->host->bits == 32);
}

static void put_symbols(const qn_object *o, qn_buffer *out) {
  const qn_str prefix = prefix_of(o);
  // Linkers for 32-bit x86 require all exception handlers to be registered:
  // without code there are none, so this holds.
  if (o->host->bits == 32) {
    qn_buffer_append(out, "@feat.00", 8);
    qn_buffer_u32(out, 1);
    qn_buffer_u16(out, UINT16_MAX); // an absolute value
    qn_buffer_u16(out, 0);
    qn_buffer_u8(out, CLASS_STATIC);
    qn_buffer_u8(out, 0);
  }
  uint32_t name = 4; // the string table starts with its size
  for (size_t i = 0; i < o->symbol_count; ++i) {
    const qn_object_symbol *s = &o->symbols[i];
    qn_buffer_u32(out, 0); // the long form of a name, always
    qn_buffer_u32(out, name);
    qn_buffer_u32(out, (uint32_t)s->offset);
    qn_buffer_u16(out, s->zeroed ? 2 : 1); // section
    qn_buffer_u16(out, 0);                 // type
    qn_buffer_u8(out, CLASS_EXTERNAL);
    qn_buffer_u8(out, 0);
    name += (uint32_t)(prefix.size + s->name.size + 1);
  }
  qn_buffer_u32(out, name);
  for (size_t i = 0; i < o->symbol_count; ++i) {
    qn_buffer_append_str(out, prefix);
    qn_buffer_append_str(out, o->symbols[i].name);
    qn_buffer_u8(out, 0);
  }
}

void qn_object_write_coff(const qn_object *o, qn_buffer *out) {
  const uint64_t bytes = HEADER_SIZE + 2 * SECTION_SIZE;
  qn_buffer_u16(out, (uint16_t)o->host->machine);
  qn_buffer_u16(out, 2); // sections
  qn_buffer_u32(out, 0); // no time stamp: the same input gives the same file
  qn_buffer_u32(out, (uint32_t)(bytes + o->constant.size));
  qn_buffer_u32(out, (uint32_t)symbol_count(o));
  qn_buffer_u32(out, 0); // no optional header, no flags
  put_section(out, ".rdata\0", o->constant.size, bytes,
              CONTENT_INITIALISED | ALIGN_4096 | can_read);
  put_section(out, ".bss\0\0\0", o->zeroed_size, 0,
              CONTENT_ZEROED | ALIGN_8 | can_read | can_write);
  qn_buffer_append(out, o->constant.data, o->constant.size);
  put_symbols(o, out);
}
