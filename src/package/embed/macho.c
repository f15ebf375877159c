// SPDX-License-Identifier: Apache-2.0
// 64-bit Mach-O objects, as macOS linkers accept them.
#include "package/embed/object.h"

enum {
  HEADER_SIZE = 32,
  SEGMENT_SIZE = 72,
  SECTION_SIZE = 80,
  VERSION_SIZE = 24,
  SYMTAB_SIZE = 24,
  SYMBOL_SIZE = 16,
  COMMAND_SEGMENT_64 = 0x19,
  COMMAND_SYMTAB = 2,
  COMMAND_BUILD_VERSION = 0x32,
  SECTION_ZEROFILL = 1,
  SYMBOL_DEFINED_EXTERNAL = 0x0f, // N_SECT | N_EXT
  PLATFORM_MACOS = 1,
};

static void put_name(qn_buffer *out, const char *name) {
  char field[16] = {0};
  memcpy(field, name, strlen(name));
  qn_buffer_append(out, field, sizeof(field));
}

typedef struct macho_section {
  const char *name, *segment;
  uint64_t address, size;
  uint64_t offset;    // 0: zero-filled
  uint32_t alignment; // its logarithm to base 2
} macho_section;

static void put_section(qn_buffer *out, const macho_section *s) {
  put_name(out, s->name);
  put_name(out, s->segment);
  qn_buffer_u64(out, s->address);
  qn_buffer_u64(out, s->size);
  qn_buffer_u32(out, (uint32_t)s->offset);
  qn_buffer_u32(out, s->alignment);
  qn_buffer_u64(out, 0); // relocations: file offset and number
  qn_buffer_u32(out, s->offset ? 0 : SECTION_ZEROFILL);
  qn_buffer_zero(out, 12);
}

static void put_symbols(const qn_object *o, uint64_t zeroed_address,
                        qn_buffer *out) {
  uint32_t name = 1; // the first string is empty
  for (size_t i = 0; i < o->symbol_count; ++i) {
    const qn_object_symbol *s = &o->symbols[i];
    qn_buffer_u32(out, name);
    qn_buffer_u8(out, SYMBOL_DEFINED_EXTERNAL);
    qn_buffer_u8(out, s->zeroed ? 2 : 1); // section
    qn_buffer_u16(out, 0);
    qn_buffer_u64(out, s->offset + (s->zeroed ? zeroed_address : 0));
    name += (uint32_t)s->name.size + 2;
  }
  qn_buffer_u8(out, 0);
  for (size_t i = 0; i < o->symbol_count; ++i) {
    qn_buffer_u8(out, '_'); // in front of each C symbol
    qn_buffer_append_str(out, o->symbols[i].name);
    qn_buffer_u8(out, 0);
  }
}

void qn_object_write_macho(const qn_object *o, qn_buffer *out) {
  const uint32_t commands =
      SEGMENT_SIZE + 2 * SECTION_SIZE + VERSION_SIZE + SYMTAB_SIZE;
  // All sizes are known in advance: the file is written in one pass.
  const uint64_t bytes = (HEADER_SIZE + commands + QN_EMBED_ALIGNMENT - 1) /
                         QN_EMBED_ALIGNMENT * QN_EMBED_ALIGNMENT;
  const uint64_t zeroed = (o->constant.size + 7) / 8 * 8;
  const uint64_t symbols = (bytes + o->constant.size + 7) / 8 * 8;
  const uint64_t strings = symbols + o->symbol_count * SYMBOL_SIZE;
  uint64_t strings_size = 1;
  for (size_t i = 0; i < o->symbol_count; ++i)
    strings_size += o->symbols[i].name.size + 2;
  qn_buffer_u32(out, 0xfeedfacf);
  qn_buffer_u32(out, o->host->machine);
  qn_buffer_u32(out, o->host->flags);
  qn_buffer_u32(out, 1); // an object
  qn_buffer_u32(out, 3); // commands
  qn_buffer_u32(out, commands);
  qn_buffer_u64(out, 0x2000); // sections may be dropped when unused
  qn_buffer_u32(out, COMMAND_SEGMENT_64);
  qn_buffer_u32(out, SEGMENT_SIZE + 2 * SECTION_SIZE);
  put_name(out, "");
  qn_buffer_u64(out, 0);
  qn_buffer_u64(out, zeroed + o->zeroed_size);
  qn_buffer_u64(out, bytes);
  qn_buffer_u64(out, o->constant.size);
  qn_buffer_u32(out, 7); // may be read, written, executed
  qn_buffer_u32(out, 7);
  qn_buffer_u32(out, 2); // sections
  qn_buffer_u32(out, 0);
  put_section(out, &(macho_section){"__const", "__TEXT", 0, o->constant.size,
                                    bytes, 12});
  put_section(
      out, &(macho_section){"__bss", "__DATA", zeroed, o->zeroed_size, 0, 3});
  qn_buffer_u32(out, COMMAND_BUILD_VERSION);
  qn_buffer_u32(out, VERSION_SIZE);
  qn_buffer_u32(out, PLATFORM_MACOS);
  qn_buffer_u32(out, 11 << 16); // macOS 11, the first for both machines
  qn_buffer_u64(out, 0);        // no SDK version, no tools
  qn_buffer_u32(out, COMMAND_SYMTAB);
  qn_buffer_u32(out, SYMTAB_SIZE);
  qn_buffer_u32(out, (uint32_t)symbols);
  qn_buffer_u32(out, (uint32_t)o->symbol_count);
  qn_buffer_u32(out, (uint32_t)strings);
  qn_buffer_u32(out, (uint32_t)strings_size);
  qn_buffer_align(out, QN_EMBED_ALIGNMENT);
  qn_buffer_append(out, o->constant.data, o->constant.size);
  qn_buffer_align(out, 8);
  put_symbols(o, zeroed, out);
}
