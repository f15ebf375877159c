// SPDX-License-Identifier: Apache-2.0
// The test driver's machine code: checks a zebin as far as Intel's own driver
// would, and runs what it was made of.
#include "driver.h"

#include <elf.h>
#include <string.h>

enum { NOTE_PRODUCT = 1, TYPE_SPIRV = (int)0xff000009, MACHINE = 205 };

typedef struct zebin {
  const unsigned char *bytes;
  size_t size;
  Elf64_Ehdr header;
  uint32_t product;      // of the note
  const void *spirv;     // what the code was made of
  size_t spirv_size;
  unsigned code_sections;
} zebin;

static void read_notes(zebin *z, const Elf64_Shdr *s) {
  for (size_t at = 0; at + sizeof(Elf64_Nhdr) <= s->sh_size;) {
    Elf64_Nhdr note;
    const unsigned char *p = z->bytes + s->sh_offset + at;
    memcpy(&note, p, sizeof(note));
    const size_t name = (note.n_namesz + 3) & ~3u;
    at += sizeof(note) + name + ((note.n_descsz + 3) & ~3u);
    REQUIRE(at <= s->sh_size, "a note that ends behind its section");
    if (note.n_type == NOTE_PRODUCT && note.n_descsz == 4)
      memcpy(&z->product, p + sizeof(note) + name, 4);
  }
}

// A section of the file, as Intel's driver tells them apart: it refuses code
// and data of names that it does not know.
static void read_section(zebin *z, const Elf64_Shdr *s, const char *name) {
  REQUIRE(s->sh_offset <= z->size && s->sh_size <= z->size - s->sh_offset,
          "section '%s' ends behind the file", name);
  if (s->sh_type == SHT_PROGBITS && !strncmp(name, ".text.", 6))
    ++z->code_sections;
  else if (s->sh_type == SHT_PROGBITS)
    REQUIRE(!strncmp(name, ".data.", 6) || !strncmp(name, ".debug_", 7),
            "section '%s' of a zebin", name);
  if (s->sh_type == SHT_NOTE && !strcmp(name, ".note.intelgt.compat"))
    read_notes(z, s);
  if (s->sh_type == (Elf64_Word)TYPE_SPIRV) {
    z->spirv = z->bytes + s->sh_offset;
    z->spirv_size = s->sh_size;
  }
}

static void read_zebin(zebin *z) {
  REQUIRE(z->size >= sizeof(z->header), "a zebin of %zu bytes", z->size);
  memcpy(&z->header, z->bytes, sizeof(z->header));
  REQUIRE(z->header.e_machine == MACHINE, "machine %u", z->header.e_machine);
  REQUIRE(z->header.e_shoff + z->header.e_shnum * sizeof(Elf64_Shdr) <= z->size,
          "sections behind the file");
  Elf64_Shdr names, s;
  const unsigned char *table = z->bytes + z->header.e_shoff;
  memcpy(&names, table + z->header.e_shstrndx * sizeof(s), sizeof(s));
  for (unsigned i = 1; i < z->header.e_shnum; ++i) {
    memcpy(&s, table + i * sizeof(s), sizeof(s));
    REQUIRE(s.sh_name < names.sh_size, "a name behind the names");
    read_section(z, &s,
                 (const char *)z->bytes + names.sh_offset + s.sh_name);
  }
}

cl_program *load_zebin(const ze_context *c, const ze_module_desc *desc,
                       int *error) {
  zebin z = {.bytes = desc->bytes, .size = desc->size};
  read_zebin(&z);
  REQUIRE(z.code_sections, "machine code without a kernel");
  if (z.product != posed_number("QUERN_TEST_ZE_PRODUCT")) {
    *error = -42;
    return NULL;
  }
  REQUIRE(z.spirv, "a zebin without what it was made of");
  return cl.clCreateProgramWithIL(c->context, z.spirv, z.spirv_size, error);
}

bool is_zebin(const ze_module_desc *desc) {
  Elf64_Ehdr header;
  if (desc->size < sizeof(header))
    return false;
  memcpy(&header, desc->bytes, sizeof(header));
  return !memcmp(header.e_ident, ELFMAG, SELFMAG) &&
         header.e_machine == MACHINE;
}
