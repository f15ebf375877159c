// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/code.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "amdsim/core/handlers.h"
#include "amdsim/core/memory.h"
#include "base/alloc.h"
#include "base/arena.h"
#include "base/system/thread.h"
#include "formats/object/dwarf_line.h"

enum {
  PAGE = 4096,
  SIZE_MAX_LOADED = 1 << 30, // bytes of all segments
  TEXT_MAX = 512,
  WINDOWS = 64, // segments with code
  KERNEL_DESCRIPTOR = 64,
};

// A segment with code, and what was decoded of it, for both sizes of waves.
typedef struct window {
  uint64_t begin, end;
  _Atomic(qn_amd_inst *) *decoded[2]; // by words
} window;

struct qn_amd_code {
  qn_amd_code *next;
  unsigned refs; // guarded by the list's mutex
  qn_amd_chip chip;
  uint8_t *file; // a copy
  size_t file_size;
  qn_elf elf;
  qn_elf_symbols symbols;
  uint8_t *memory;
  size_t size;
  uint64_t lowest; // address that `memory` begins at
  window windows[WINDOWS];
  size_t window_count;
  LLVMDisasmContextRef llvm[2];
  qn_mutex mutex; // of what is below, and of decoding
  qn_arena arena;
};

static qn_mutex list_mutex = QN_MUTEX_INIT;
static qn_amd_code *list;
static pthread_once_t llvm_once = PTHREAD_ONCE_INIT;

// Held by whoever is in LLVM's code. When the process exits LLVM's data are
// destroyed while threads still run kernels, which then find no instructions.
static qn_mutex llvm_gate = QN_MUTEX_INIT;
static bool is_leaving;

static void shut_gate(void) {
  qn_mutex_lock(&llvm_gate);
  is_leaving = true;
  qn_mutex_unlock(&llvm_gate);
}

static void start_llvm(void) {
  (void)atexit(shut_gate);
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
}

const qn_amd_chip *qn_amd_code_chip(const qn_amd_code *code) {
  return &code->chip;
}

// ---- Loading

static qn_status measure(qn_amd_code *code, uint64_t *out_highest,
                         qn_diag *diag) {
  uint64_t lowest = UINT64_MAX, highest = 0;
  for (size_t k = 0; k < code->elf.segment_count; ++k) {
    qn_elf_segment s;
    QN_TRY(qn_elf_segment_at(&code->elf, k, &s, diag));
    if (s.type != QN_ELF_SEGMENT_LOAD)
      continue;
    if (s.address > SIZE_MAX_LOADED || s.memory_size > SIZE_MAX_LOADED)
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "segment %zu of the code object is too large: %llu bytes "
                     "at 0x%llx",
                     k, (unsigned long long)s.memory_size,
                     (unsigned long long)s.address);
    lowest = s.address < lowest ? s.address : lowest;
    const uint64_t end = s.address + s.memory_size;
    highest = end > highest ? end : highest;
  }
  if (lowest >= highest)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "the code object has no segment to load");
  code->lowest = lowest & ~(uint64_t)(PAGE - 1);
  *out_highest = highest;
  return qn_ok();
}

static qn_status add_window(qn_amd_code *code, const qn_elf_segment *s,
                            qn_diag *diag) {
  if (code->window_count == WINDOWS)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "the code object has more than %d segments with code",
                   WINDOWS);
  window *w = &code->windows[code->window_count++];
  const uint64_t at = (uintptr_t)code->memory + (s->address - code->lowest);
  *w = (window){.begin = at, .end = at + s->file_size};
  for (unsigned k = 0; k < 2; ++k) {
    w->decoded[k] = qn_alloc_array(s->file_size / 4 + 1, sizeof(void *));
    if (!w->decoded[k])
      return qn_fail_memory(diag, "instructions");
  }
  return qn_ok();
}

// Segments lie as the file says; each is a range that kernels may read.
static qn_status load_segments(qn_amd_code *code, qn_diag *diag) {
  uint64_t highest = 0;
  QN_TRY(measure(code, &highest, diag));
  code->size = (size_t)qn_align_up(highest - code->lowest, PAGE);
  void *memory = mmap(NULL, code->size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return qn_fail_memory(diag, "a code object");
  code->memory = memory;
  for (size_t k = 0; k < code->elf.segment_count; ++k) {
    qn_elf_segment s;
    QN_TRY(qn_elf_segment_at(&code->elf, k, &s, diag));
    if (s.type != QN_ELF_SEGMENT_LOAD || !s.memory_size)
      continue;
    uint8_t *at = code->memory + (s.address - code->lowest);
    if (s.bytes.size)
      memcpy(at, s.bytes.data, s.bytes.size);
    if (s.flags & 1)
      QN_TRY(add_window(code, &s, diag));
    QN_TRY(qn_amd_memory_add((uintptr_t)at, s.memory_size, (s.flags & 2) != 0,
                             diag));
  }
  return qn_ok();
}

enum { RELOC_ABS64 = 3, RELOC_RELATIVE64 = 13, SECTION_RELA = 4 };

static qn_status relocate_one(qn_amd_code *code, qn_reader *r, size_t entries,
                              const qn_elf_symbols *symbols, qn_diag *diag) {
  (void)entries;
  const uint64_t offset = qn_read_u64(r, "r_offset");
  const uint64_t info = qn_read_u64(r, "r_info");
  const uint64_t addend = qn_read_u64(r, "r_addend");
  const uint64_t base = (uintptr_t)code->memory - code->lowest;
  const uint32_t type = (uint32_t)info;
  uint64_t value = base + addend;
  QN_TRY(qn_reader_finish(r, diag));
  if (type == RELOC_ABS64) {
    const size_t index = (size_t)(info >> 32);
    const qn_elf_symbol s = index < symbols->count
                                ? qn_elf_symbol_at(symbols, index)
                                : (qn_elf_symbol){0};
    if (!s.section)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "the code object needs '%.*s', which it does not define",
                     QN_STR_ARG(s.name));
    value = base + s.value + addend;
  } else if (type != RELOC_RELATIVE64) {
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a relocation of kind %u is not known", type);
  }
  if (offset < code->lowest || offset - code->lowest > code->size - 8)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "a relocation is outside the segments, at 0x%llx",
                   (unsigned long long)offset);
  memcpy(code->memory + (offset - code->lowest), &value, 8);
  return qn_ok();
}

static qn_status relocate(qn_amd_code *code, qn_diag *diag) {
  for (size_t k = 0; k < code->elf.section_count; ++k) {
    qn_elf_section s, table;
    qn_elf_symbols symbols = {0};
    QN_TRY(qn_elf_section_at(&code->elf, k, &s, diag));
    if (s.type != SECTION_RELA || !(s.flags & QN_ELF_FLAG_ALLOC))
      continue;
    if (s.link && s.link < code->elf.section_count &&
        !qn_failed(qn_elf_section_at(&code->elf, s.link, &table, NULL)))
      QN_TRY(qn_elf_open_table(&code->elf, &table, &symbols, diag));
    qn_reader r = qn_reader_over(s.bytes, s.offset);
    for (size_t n = s.bytes.size / 24; n--;)
      QN_TRY(relocate_one(code, &r, n, &symbols, diag));
  }
  return qn_ok();
}

static void open_llvm(qn_amd_code *code) {
  static const char *const sizes[] = {"+wavefrontsize32,-wavefrontsize64",
                                      "+wavefrontsize64,-wavefrontsize32"};
  (void)pthread_once(&llvm_once, start_llvm);
  for (unsigned k = code->chip.major < 10; k < 2; ++k)
    code->llvm[k] = LLVMCreateDisasmCPUFeatures(
        "amdgcn-amd-amdhsa", code->chip.name,
        code->chip.major < 10 ? "" : sizes[k], NULL, 0, NULL, NULL);
}

static qn_status load(qn_amd_code *code, qn_span file, qn_diag *diag) {
  code->file = qn_alloc(file.size + 1);
  if (!code->file)
    return qn_fail_memory(diag, "a code object");
  memcpy(code->file, file.data, file.size);
  code->file_size = file.size;
  QN_TRY(qn_elf_open((qn_span){code->file, file.size}, 0, &code->elf, diag));
  if (code->elf.machine != QN_ELF_MACHINE_AMDGPU || !code->elf.is_64)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "it is no code object of AMD's, but for machine %u",
                   code->elf.machine);
  QN_TRY(qn_elf_open_symbols(&code->elf, &code->symbols, diag));
  QN_TRY(load_segments(code, diag));
  QN_TRY(relocate(code, diag));
  open_llvm(code);
  if (!code->llvm[1])
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "LLVM has no disassembler for '%s'", code->chip.name);
  return qn_ok();
}

qn_status qn_amd_code_load(qn_span file, const qn_amd_chip *chip,
                           qn_amd_code **out_code, qn_diag *diag) {
  qn_amd_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_fail_memory(diag, "a code object");
  code->chip = *chip;
  code->refs = 1;
  qn_mutex_init(&code->mutex);
  const qn_status status = load(code, file, diag);
  qn_mutex_lock(&list_mutex);
  code->next = list;
  list = code;
  qn_mutex_unlock(&list_mutex);
  if (qn_failed(status))
    qn_amd_code_unload(&code);
  else
    *out_code = code;
  return status;
}

static void forget_ranges(qn_amd_code *code) {
  for (size_t k = 0; code->memory && k < code->elf.segment_count; ++k) {
    qn_elf_segment s;
    if (!qn_failed(qn_elf_segment_at(&code->elf, k, &s, NULL)) &&
        s.type == QN_ELF_SEGMENT_LOAD && s.memory_size)
      (void)qn_amd_memory_remove(
          (uintptr_t)(code->memory + (s.address - code->lowest)));
  }
}

void qn_amd_code_unload(qn_amd_code **where) {
  qn_amd_code *code = *where;
  if (!code)
    return;
  *where = NULL;
  qn_mutex_lock(&list_mutex);
  const bool last = --code->refs == 0;
  for (qn_amd_code **at = &list; last && *at; at = &(*at)->next)
    if (*at == code) {
      *at = code->next;
      break;
    }
  qn_mutex_unlock(&list_mutex);
  if (!last)
    return;
  forget_ranges(code);
  for (size_t k = 0; k < code->window_count; ++k) {
    qn_free(code->windows[k].decoded[0]);
    qn_free(code->windows[k].decoded[1]);
  }
  for (unsigned k = 0; k < 2; ++k)
    if (code->llvm[k])
      LLVMDisasmDispose(code->llvm[k]);
  if (code->memory)
    (void)munmap(code->memory, code->size);
  qn_arena_finish(&code->arena);
  qn_mutex_finish(&code->mutex);
  qn_free(code->file);
  qn_free(code);
}

// ---- Symbols

bool qn_amd_code_symbol(const qn_amd_code *code, qn_str name,
                        qn_amd_symbol *out_symbol) {
  qn_elf_symbol s;
  if (!qn_elf_find_symbol(&code->symbols, name, &s) || !s.section ||
      s.value < code->lowest || s.value - code->lowest > code->size ||
      s.size > code->size - (s.value - code->lowest))
    return false;
  *out_symbol = (qn_amd_symbol){
      .address = (uintptr_t)code->memory + (s.value - code->lowest),
      .size = s.size,
      .is_kernel = qn_str_ends(name, QN_STR(".kd")),
  };
  return true;
}

static uint32_t word_at(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, sizeof(v));
  return v;
}

bool qn_amd_kernel_hold(uint64_t descriptor, qn_amd_kernel *out_kernel) {
  qn_amd_code *code;
  qn_mutex_lock(&list_mutex);
  for (code = list; code; code = code->next)
    if (descriptor >= (uintptr_t)code->memory && code->memory &&
        descriptor - (uintptr_t)code->memory + KERNEL_DESCRIPTOR <= code->size)
      break;
  if (code)
    ++code->refs;
  qn_mutex_unlock(&list_mutex);
  if (!code)
    return false;
  const uint8_t *d = (const uint8_t *)(uintptr_t)descriptor;
  *out_kernel = (qn_amd_kernel){
      .code = code,
      .descriptor = descriptor,
      .group_size = word_at(d),
      .private_size = word_at(d + 4),
      .kernarg_size = word_at(d + 8),
      .entry = descriptor + (word_at(d + 16) | (uint64_t)word_at(d + 20) << 32),
      .rsrc3 = word_at(d + 44),
      .rsrc1 = word_at(d + 48),
      .rsrc2 = word_at(d + 52),
      .properties = (uint16_t)word_at(d + 56),
      .preload = (uint16_t)(word_at(d + 56) >> 16),
  };
  out_kernel->lanes =
      code->chip.major >= 10 && out_kernel->properties >> 10 & 1 ? 32 : 64;
  return true;
}

// ---- Decoding

static window *window_of(qn_amd_code *code, uint64_t pc) {
  for (size_t k = 0; k < code->window_count; ++k)
    if (pc >= code->windows[k].begin && pc < code->windows[k].end)
      return &code->windows[k];
  return NULL;
}

static size_t ask_llvm(qn_amd_code *code, const uint8_t *bytes, uint64_t size,
                       uint64_t pc, unsigned lanes, char *text) {
  qn_mutex_lock(&llvm_gate);
  const size_t used = is_leaving
                          ? 0
                          : LLVMDisasmInstruction(code->llvm[lanes == 64],
                                                  (uint8_t *)(uintptr_t)bytes,
                                                  size, pc, text, TEXT_MAX);
  qn_mutex_unlock(&llvm_gate);
  return used;
}

// v_cmpx in its long form writes EXEC alone since gfx10; what stands where
// others have their destination means nothing. Older compilers left it 0,
// LLVM's disassembler takes EXEC's number only.
static size_t disassemble_cmpx(qn_amd_code *code, const window *w, uint64_t pc,
                               unsigned lanes, char *text) {
  enum { LONG = 0x35, COMPARISONS = 0x100, EXEC_NUMBER = 0x7e };
  uint8_t bytes[12]; // with a literal
  const size_t size = w->end - pc < sizeof(bytes) ? w->end - pc : sizeof(bytes);
  const uint32_t word = word_at((const uint8_t *)(uintptr_t)pc);
  if (code->chip.major < 10 || word >> 26 != LONG ||
      (word >> 16 & 0x3ff) >= COMPARISONS || (word & 0xff) == EXEC_NUMBER)
    return 0;
  memcpy(bytes, (const uint8_t *)(uintptr_t)pc, size);
  bytes[0] = EXEC_NUMBER;
  const size_t used = ask_llvm(code, bytes, size, pc, lanes, text);
  return strstr(text, "v_cmpx_") ? used : 0;
}

// A part of a register (SDWA) with a number that none has, which LLVM 22's
// printer ends the process for.
static bool has_no_such_part(const qn_amd_code *code, const window *w,
                             uint64_t pc) {
  enum { PARTS = 0xf9, COMPARISON = 0x3e, NONE = 7 };
  const uint8_t *bytes = (const uint8_t *)(uintptr_t)pc;
  const uint32_t word = word_at(bytes);
  if (code->chip.major > 10 || word >> 31 || (word & 0x1ff) != PARTS ||
      w->end - pc < 8)
    return false;
  const uint32_t parts = word_at(bytes + 4);
  return (parts >> 16 & 7) == NONE || (parts >> 24 & 7) == NONE ||
         (word >> 25 != COMPARISON && (parts >> 8 & 7) == NONE);
}

// The text of what is at `pc`; 0 when it is no instruction.
static size_t disassemble(qn_amd_code *code, const window *w, uint64_t pc,
                          unsigned lanes, char *text) {
  if (has_no_such_part(code, w, pc))
    return 0;
  const size_t size = ask_llvm(code, (const uint8_t *)(uintptr_t)pc,
                               w->end - pc, pc, lanes, text);
  return size ? size : disassemble_cmpx(code, w, pc, lanes, text);
}

// Constants of vector instructions, once for all lanes.
static void spread_constants(qn_amd_code *code, qn_amd_inst *i) {
  for (unsigned k = 0; k < i->count && i->row->name[0] == 'v'; ++k) {
    qn_amd_operand *o = &i->op[k];
    if (o->where != QN_AMD_CONST || o->half)
      continue;
    uint32_t *rows =
        qn_arena_alloc(&code->arena, 2 * QN_AMD_LANES, sizeof(*rows));
    for (unsigned n = 0; rows && n < 2 * QN_AMD_LANES; ++n)
      rows[n] = o->value[n / QN_AMD_LANES];
    o->spread = rows;
  }
}

static qn_amd_inst *decode(qn_amd_code *code, const window *w, uint64_t pc,
                           unsigned lanes, qn_diag *diag) {
  char text[TEXT_MAX] = "";
  const size_t size = disassemble(code, w, pc, lanes, text);
  if (!size) {
    (void)qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                  "0x%08x is no instruction of %s",
                  word_at((const uint8_t *)(uintptr_t)pc), code->chip.name);
    return NULL;
  }
  qn_amd_inst *i = qn_arena_alloc(&code->arena, 2, sizeof(*i));
  if (!i) {
    (void)qn_fail_memory(diag, "an instruction");
    return NULL;
  }
  memset(i, 0, 2 * sizeof(*i));
  i->second = i + 1;
  i->pc = pc;
  i->size = (uint32_t)size;
  // Branches, waits and messages have their number in the code.
  i->imm = (int16_t)word_at((const uint8_t *)(uintptr_t)pc);
  if (qn_failed(qn_amd_parse(qn_str_from(text), &code->chip, i, diag)))
    return NULL;
  spread_constants(code, i);
  if (i->handler == qn_amd_x_pair)
    spread_constants(code, i->second);
  return i;
}

bool qn_amd_code_has(qn_amd_code *code, uint64_t pc) {
  const window *w = window_of(code, pc);
  return w && pc % 4 == 0 && w->end - pc >= 4;
}

const qn_amd_inst *qn_amd_code_at(qn_amd_code *code, uint64_t pc,
                                  unsigned lanes, qn_diag *diag) {
  window *w = window_of(code, pc);
  if (!qn_amd_code_has(code, pc)) {
    (void)qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                  "there is no code at 0x%llx", (unsigned long long)pc);
    return NULL;
  }
  _Atomic(qn_amd_inst *) *slot = &w->decoded[lanes == 64][(pc - w->begin) / 4];
  qn_amd_inst *i = atomic_load_explicit(slot, memory_order_acquire);
  if (i)
    return i;
  qn_mutex_lock(&code->mutex);
  i = atomic_load(slot);
  if (!i) {
    i = decode(code, w, pc, lanes, diag);
    atomic_store(slot, i);
  }
  qn_mutex_unlock(&code->mutex);
  return i;
}

// ---- Places

static qn_str function_of(const qn_amd_code *code, uint64_t address,
                          uint64_t *out_offset) {
  qn_str best = {0};
  uint64_t from = 0;
  for (size_t k = 0; k < code->symbols.count; ++k) {
    const qn_elf_symbol s = qn_elf_symbol_at(&code->symbols, k);
    if (s.type != QN_ELF_SYMBOL_FUNC || s.value > address || s.value < from)
      continue;
    best = s.name;
    from = s.value;
  }
  *out_offset = address - from;
  return best;
}

static void add_line(qn_amd_code *code, uint64_t address, char *out,
                     size_t capacity) {
  qn_arena arena = {0};
  qn_dwarf dwarf = {.arena = &arena};
  qn_dwarf_frame frame;
  const qn_dwarf_input input = {
      .elf = &code->elf, .lines = true, .expanded_max = 1 << 30};
  if (!qn_failed(qn_dwarf_add(&dwarf, &input, NULL)) &&
      qn_dwarf_frames(&dwarf, address, &frame, 1) && frame.line)
    snprintf(out, capacity, ", %.*s:%llu", QN_STR_ARG(frame.file),
             (unsigned long long)frame.line);
  qn_arena_finish(&arena);
}

void qn_amd_code_place(qn_amd_code *code, uint64_t pc, unsigned lanes,
                       char *out, size_t capacity) {
  char text[TEXT_MAX] = "", line[256] = "";
  uint64_t offset = 0;
  const window *w = window_of(code, pc);
  const uint64_t address = pc - (uintptr_t)code->memory + code->lowest;
  if (!w) {
    snprintf(out, capacity, "0x%llx", (unsigned long long)pc);
    return;
  }
  qn_mutex_lock(&code->mutex);
  (void)disassemble(code, w, pc, lanes, text);
  qn_mutex_unlock(&code->mutex);
  for (char *c = text; *c; ++c)
    if (*c == '\t')
      *c = ' ';
  const qn_str name = function_of(code, address, &offset);
  add_line(code, address, line, sizeof(line));
  snprintf(out, capacity, "%.*s+0x%llx%s:%s", QN_STR_ARG(name),
           (unsigned long long)offset, line, text);
}
