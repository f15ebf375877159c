// SPDX-License-Identifier: Apache-2.0
// The runner on 32-bit RISC-V Linux without a C library: system calls by ecall,
// and a loader for images without undefined symbols.
#include "platform.h"

// ---- System calls (asm-generic/unistd.h)

enum {
  CALL_OPENAT = 56,
  CALL_CLOSE = 57,
  CALL_READ = 63,
  CALL_WRITE = 64,
  CALL_EXIT_GROUP = 94,
  CALL_MMAP2 = 222,
  CALL_CLOCK_GETTIME64 = 403,
};

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a7)
                   : "memory");
  return a0;
}

enum { AT_FDCWD = -100, O_WRONLY = 1, O_CREAT = 0100, O_TRUNC = 01000 };
enum { MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, PROT_ALL = 7 };

// What the compiler calls.
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

void *memcpy(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; ++i)
    ((volatile uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return to;
}

void *memset(void *to, int value, size_t size) {
  for (size_t i = 0; i < size; ++i)
    ((volatile uint8_t *)to)[i] = (uint8_t)value;
  return to;
}

// ---- Memory and files

void *platform_memory(size_t size) {
  const long at = call(CALL_MMAP2, 0, (long)size, PROT_ALL,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at < 0 && at > -4096 ? NULL : (void *)at;
}

void *platform_read(const char *path, size_t *out_size) {
  enum { FILE_MAX = 16 << 20 };
  const long fd = call(CALL_OPENAT, AT_FDCWD, (long)path, 0, 0, 0, 0);
  uint8_t *bytes = fd < 0 ? NULL : platform_memory(FILE_MAX);
  long count = 1;
  *out_size = 0;
  while (bytes && count > 0) {
    count = call(CALL_READ, fd, (long)(bytes + *out_size),
                 (long)(FILE_MAX - *out_size), 0, 0, 0);
    *out_size += count > 0 ? (size_t)count : 0;
  }
  call(CALL_CLOSE, fd, 0, 0, 0, 0, 0);
  return count < 0 ? NULL : bytes;
}

static int write_all(long fd, const uint8_t *bytes, size_t size) {
  while (size) {
    const long count = call(CALL_WRITE, fd, (long)bytes, (long)size, 0, 0, 0);
    if (count <= 0)
      return 0;
    bytes += count;
    size -= (size_t)count;
  }
  return 1;
}

int platform_write(const char *path, const void *bytes, size_t size) {
  const long fd = call(CALL_OPENAT, AT_FDCWD, (long)path,
                       O_WRONLY | O_CREAT | O_TRUNC, 0644, 0, 0);
  return fd >= 0 && write_all(fd, bytes, size) &&
         call(CALL_CLOSE, fd, 0, 0, 0, 0, 0) == 0;
}

void platform_say(int stream, const char *bytes, size_t size) {
  (void)write_all(stream, (const uint8_t *)bytes, size);
}

uint64_t platform_clock_ns(void) {
  int64_t now[2] = {0, 0};
  call(CALL_CLOCK_GETTIME64, 1, (long)now, 0, 0, 0, 0);
  return (uint64_t)(now[0] * 1000000000 + now[1]);
}

// ---- Numbers: "%f" with six places, for values below 2^32

static size_t put_digits(char *out, uint32_t value, size_t least) {
  char digits[10];
  size_t count = 0;
  for (; value || count < least; value /= 10)
    digits[count++] = (char)('0' + value % 10);
  for (size_t i = 0; i < count; ++i)
    out[i] = digits[count - 1 - i];
  return count;
}

size_t platform_format_real(char *out, size_t size, const char *spec,
                            double value) {
  const double magnitude = value < 0 ? -value : value;
  const uint32_t whole = (uint32_t)magnitude;
  size_t at = 0;
  (void)spec;
  if (size < 24)
    return 0;
  if (value < 0)
    out[at++] = '-';
  at += put_digits(out + at, whole, 1);
  out[at++] = '.';
  return at +
         put_digits(out + at, (uint32_t)((magnitude - whole) * 1e6 + 0.5), 6);
}

// ---- Images: ELF32 of our own making, so only what those have

typedef struct elf_header {
  uint8_t ident[16];
  uint16_t type, machine;
  uint32_t version, entry, program_offset, section_offset, flags;
  uint16_t size, program_size, program_count, section_size, section_count,
      names;
} elf_header;

typedef struct elf_program {
  uint32_t type, offset, address, physical, file_size, memory_size, flags,
      alignment;
} elf_program;

typedef struct elf_section {
  uint32_t name, type, flags, address, offset, size, link, info, alignment,
      entry_size;
} elf_section;

typedef struct elf_symbol {
  uint32_t name, value, size;
  uint8_t info, other;
  uint16_t section;
} elf_symbol;

typedef struct elf_relocation {
  uint32_t offset, info;
  int32_t addend;
} elf_relocation;

enum { PT_LOAD = 1, SHT_RELA = 4, SHT_DYNSYM = 11, SHT_RELR = 19 };
enum { R_RISCV_32 = 1, R_RISCV_RELATIVE = 3, R_RISCV_JUMP_SLOT = 5 };

typedef struct image {
  const uint8_t *file;
  const elf_header *header;
  const elf_section *sections;
  uint8_t *base;
  const elf_symbol *symbols;
  uint32_t symbol_count;
  const char *names;
} image;

static int load_programs(image *i) {
  const elf_program *programs =
      (const void *)(i->file + i->header->program_offset);
  uint32_t end = 0;
  for (unsigned k = 0; k < i->header->program_count; ++k)
    if (programs[k].type == PT_LOAD)
      end = programs[k].address + programs[k].memory_size;
  i->base = platform_memory(end);
  for (unsigned k = 0; i->base && k < i->header->program_count; ++k)
    if (programs[k].type == PT_LOAD)
      memcpy(i->base + programs[k].address, i->file + programs[k].offset,
             programs[k].file_size);
  return i->base != NULL;
}

static int relocate(const image *i, const elf_section *section) {
  const elf_relocation *all = (const void *)(i->file + section->offset);
  for (uint32_t k = 0; k < section->size / sizeof(*all); ++k) {
    uint32_t *place = (uint32_t *)(void *)(i->base + all[k].offset);
    const elf_symbol *symbol = &i->symbols[all[k].info >> 8];
    const uint32_t addend = (uint32_t)all[k].addend;
    switch (all[k].info & 0xff) {
    case R_RISCV_RELATIVE:
      *place = (uint32_t)i->base + addend;
      break;
    case R_RISCV_32:
    case R_RISCV_JUMP_SLOT:
      if (!symbol->section)
        return 0;
      *place = (uint32_t)i->base + symbol->value + addend;
      break;
    default:
      return 0;
    }
  }
  return 1;
}

static int load(image *i, const char *path) {
  size_t size;
  i->file = platform_read(path, &size);
  i->header = (const void *)i->file;
  if (!i->file || size < sizeof(*i->header) || i->header->machine != 243)
    return 0;
  i->sections = (const void *)(i->file + i->header->section_offset);
  for (unsigned k = 0; k < i->header->section_count; ++k)
    if (i->sections[k].type == SHT_DYNSYM) {
      i->symbols = (const void *)(i->file + i->sections[k].offset);
      i->symbol_count = i->sections[k].size / sizeof(elf_symbol);
      i->names =
          (const char *)i->file + i->sections[i->sections[k].link].offset;
    }
  if (!i->symbols || !load_programs(i))
    return 0;
  for (unsigned k = 0; k < i->header->section_count; ++k)
    if (i->sections[k].type == SHT_RELR ||
        (i->sections[k].type == SHT_RELA && !relocate(i, &i->sections[k])))
      return 0;
  __asm__ volatile("fence.i");
  return 1;
}

static int equal(const char *a, const char *b) {
  while (*a && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

void *platform_symbol(const char *path, const char *name) {
  image i = {0};
  if (!load(&i, path)) {
    platform_say(2, "not an image that this loader knows\n", 36);
    return NULL;
  }
  for (uint32_t k = 1; k < i.symbol_count; ++k)
    if (i.symbols[k].section && equal(i.names + i.symbols[k].name, name))
      return i.base + i.symbols[k].value;
  return NULL;
}

// ---- The start: the stack holds argc and argv

void start(long *stack) __attribute__((noreturn, used));
void start(long *stack) {
  call(CALL_EXIT_GROUP, runner_main((int)stack[0], (char **)(stack + 1)), 0, 0,
       0, 0, 0);
  __builtin_unreachable();
}

__asm__(".globl _start\n"
        "_start:\n"
        ".option push\n"
        ".option norelax\n"
        "  lla gp, __global_pointer$\n"
        ".option pop\n"
        "  mv a0, sp\n"
        "  andi sp, sp, -16\n"
        "  call start\n");
