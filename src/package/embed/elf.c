// SPDX-License-Identifier: Apache-2.0
// Relocatable ELF files of 32 and 64 bits, in either byte order.
#include "package/embed/object.h"

enum {
  SECTION_NULL,
  SECTION_CONSTANT,
  SECTION_ZEROED,
  SECTION_STACK, // .note.GNU-stack: no executable stack needed
  SECTION_PROPERTY,
  SECTION_SYMBOLS,
  SECTION_STRINGS,
  SECTION_NAMES,
  SECTION_COUNT,
};

enum { TYPE_PROGBITS = 1, TYPE_SYMTAB = 2, TYPE_STRTAB = 3, TYPE_NOTE = 7 };
enum { TYPE_NOBITS = 8, FLAG_WRITE = 1, FLAG_ALLOC = 2 };
enum { BIND_GLOBAL_OBJECT = 1 << 4 | 1, MACHINE_X86_64 = 62 };
enum { MACHINE_AARCH64 = 183 };

typedef struct elf_section {
  const char *name;
  uint32_t type;
  uint64_t flags, alignment;
  uint64_t offset, size;
  uint32_t link, first_global;
  uint64_t entry_size;
} elf_section;

typedef struct elf_writer {
  const qn_object *object;
  qn_buffer *out;
  bool big;
  size_t word; // bytes of an address
  elf_section sections[SECTION_COUNT];
} elf_writer;

static void put(elf_writer *w, uint64_t value, size_t size) {
  qn_buffer_int(w->out, value, size, w->big);
}

static void put_word(elf_writer *w, uint64_t value) { put(w, value, w->word); }

static void begin_section(elf_writer *w, unsigned index, elf_section section) {
  qn_buffer_align(w->out, section.alignment);
  section.offset = w->out->size;
  w->sections[index] = section;
}

static void end_section(elf_writer *w, unsigned index) {
  w->sections[index].size = w->out->size - w->sections[index].offset;
}

static void put_header(elf_writer *w, uint64_t section_table) {
  const qn_embed_host *host = w->object->host;
  const bool wide = host->bits == 64;
  static const uint8_t magic[4] = {0x7f, 'E', 'L', 'F'};
  qn_buffer_append(w->out, magic, sizeof(magic));
  put(w, wide ? 2 : 1, 1);
  put(w, w->big ? 2 : 1, 1);
  put(w, 1, 1); // version
  put(w, 0, 8); // System V, and padding
  put(w, 0, 1);
  put(w, 1, 2); // relocatable
  put(w, host->machine, 2);
  put(w, 1, 4);
  put_word(w, 0); // entry
  put_word(w, 0); // program headers
  put_word(w, section_table);
  put(w, host->flags, 4);
  put(w, wide ? 64 : 52, 2);
  put(w, 0, 4); // program headers: size and number
  put(w, wide ? 64 : 40, 2);
  put(w, SECTION_COUNT, 2);
  put(w, SECTION_NAMES, 2);
}

// Indirect branch tracking and the like stay enabled in a program only if every
// object supports them; one without code does.
static void put_properties(elf_writer *w) {
  const uint32_t machine = w->object->host->machine;
  const bool has = machine == MACHINE_X86_64 || machine == MACHINE_AARCH64;
  begin_section(w, SECTION_PROPERTY,
                (elf_section){.name = has ? ".note.gnu.property" : ".comment",
                              .type = has ? TYPE_NOTE : TYPE_PROGBITS,
                              .flags = has ? FLAG_ALLOC : 0,
                              .alignment = 8});
  if (has) {
    put(w, 4, 4);  // size of the name
    put(w, 16, 4); // size of the description
    put(w, 5, 4);  // NT_GNU_PROPERTY_TYPE_0
    qn_buffer_append(w->out, "GNU", 4);
    put(w, machine == MACHINE_X86_64 ? 0xc0000002 : 0xc0000000, 4);
    put(w, 4, 4); // size of the value
    put(w, 3, 4); // IBT and SHSTK, or BTI and PAC
    put(w, 0, 4);
  }
  end_section(w, SECTION_PROPERTY);
}

static void put_symbol(elf_writer *w, uint32_t name,
                       const qn_object_symbol *s) {
  const unsigned section = !s          ? 0
                           : s->zeroed ? SECTION_ZEROED
                                       : SECTION_CONSTANT;
  put(w, name, 4);
  if (w->word == 4) {
    put(w, s ? s->offset : 0, 4);
    put(w, s ? s->size : 0, 4);
  }
  put(w, s ? BIND_GLOBAL_OBJECT : 0, 1);
  put(w, 0, 1); // default visibility
  put(w, section, 2);
  if (w->word == 8) {
    put(w, s ? s->offset : 0, 8);
    put(w, s ? s->size : 0, 8);
  }
}

static void put_symbols(elf_writer *w) {
  const qn_object *o = w->object;
  begin_section(w, SECTION_SYMBOLS,
                (elf_section){.name = ".symtab",
                              .type = TYPE_SYMTAB,
                              .alignment = w->word,
                              .link = SECTION_STRINGS,
                              .first_global = 1,
                              .entry_size = w->word == 8 ? 24 : 16});
  put_symbol(w, 0, NULL);
  uint32_t name = 1;
  for (size_t i = 0; i < o->symbol_count; ++i) {
    put_symbol(w, name, &o->symbols[i]);
    name += (uint32_t)o->symbols[i].name.size + 1;
  }
  end_section(w, SECTION_SYMBOLS);
  begin_section(
      w, SECTION_STRINGS,
      (elf_section){.name = ".strtab", .type = TYPE_STRTAB, .alignment = 1});
  put(w, 0, 1);
  for (size_t i = 0; i < o->symbol_count; ++i) {
    qn_buffer_append_str(w->out, o->symbols[i].name);
    put(w, 0, 1);
  }
  end_section(w, SECTION_STRINGS);
}

static void put_section_table(elf_writer *w) {
  uint32_t name = 0;
  for (size_t i = 0; i < SECTION_COUNT; ++i) {
    const elf_section *s = &w->sections[i];
    put(w, name, 4);
    put(w, s->type, 4);
    put_word(w, s->flags);
    put_word(w, 0);
    put_word(w, s->offset);
    put_word(w, s->size);
    put(w, s->link, 4);
    put(w, s->first_global, 4);
    put_word(w, s->alignment);
    put_word(w, s->entry_size);
    name += (uint32_t)(s->name ? strlen(s->name) : 0) + 1;
  }
}

void qn_object_write_elf(const qn_object *o, qn_buffer *out) {
  const size_t word = o->host->bits / 8;
  elf_writer w = {
      .object = o, .out = out, .big = o->host->big_endian, .word = word};
  const size_t header = word == 8 ? 64 : 52;
  qn_buffer_zero(out, header);
  begin_section(&w, SECTION_CONSTANT,
                (elf_section){.name = ".rodata.quern",
                              .type = TYPE_PROGBITS,
                              .flags = FLAG_ALLOC,
                              .alignment = QN_EMBED_ALIGNMENT});
  qn_buffer_append(out, o->constant.data, o->constant.size);
  end_section(&w, SECTION_CONSTANT);
  begin_section(&w, SECTION_ZEROED,
                (elf_section){.name = ".bss.quern",
                              .type = TYPE_NOBITS,
                              .flags = FLAG_WRITE | FLAG_ALLOC,
                              .alignment = 8});
  w.sections[SECTION_ZEROED].size = o->zeroed_size;
  begin_section(&w, SECTION_STACK,
                (elf_section){.name = ".note.GNU-stack",
                              .type = TYPE_PROGBITS,
                              .alignment = 1});
  put_properties(&w);
  put_symbols(&w);
  begin_section(
      &w, SECTION_NAMES,
      (elf_section){.name = ".shstrtab", .type = TYPE_STRTAB, .alignment = 1});
  for (size_t i = 0; i < SECTION_COUNT; ++i) {
    const char *name = w.sections[i].name ? w.sections[i].name : "";
    qn_buffer_append(out, name, strlen(name) + 1);
  }
  end_section(&w, SECTION_NAMES);
  qn_buffer_align(out, word);
  const uint64_t table = out->size;
  put_section_table(&w);
  // The header, now that the section table's offset is known.
  qn_buffer head = {0};
  w.out = &head;
  put_header(&w, table);
  out->failed |= head.failed;
  if (!out->failed)
    memcpy(out->data, head.data, head.size);
  qn_buffer_finish(&head);
}
