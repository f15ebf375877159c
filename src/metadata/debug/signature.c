// SPDX-License-Identifier: Apache-2.0
#include "metadata/debug/signature.h"

#include <inttypes.h>

#include "base/map.h"
#include "base/suggestion.h"
#include "formats/container/vxbin.h"
#include "formats/core/format.h"
#include "metadata/debug/choose.h"
#include "metadata/debug/debug_files.h"
#include "metadata/debug/demangle.h"

#define ENTRY_PREFIX "__vx_kentry_"

typedef struct search {
  const qn_signature_params *params;
  qn_signatures *s;
  qn_report *report;
  qn_elf elf;
  qn_elf_symbols symbols;
  qn_record record;
  bool has_record;
  qn_wanted *wanted;
  size_t count, capacity;
  qn_map by_name;    // of wanted
  uint8_t *seen;     // by wanted: SEEN_...
  size_t *symbol_of; // by wanted: index of its symbol, 0 none
  // Nothing is marked: those that cannot be kernels are passed over, and if
  // several could be, the user has to choose, unless he took all.
  bool guesses, takes_all;
} search;

enum { SEEN_DEFINED = 1, SEEN_UNDEFINED = 2 };

// ---- Which functions are kernels

static qn_status add_wanted(search *x, qn_str name, bool is_wrapper,
                            qn_diag *diag) {
  uint64_t *known = qn_map_find_str(&x->by_name, name);
  // By a mark alone it may have plain parameters, too.
  const bool may_be_plain = is_wrapper && !x->params->all_wrappers;
  if (known) {
    qn_wanted *w = &x->wanted[*known];
    w->may_be_plain |= may_be_plain && !w->is_wrapper;
    w->is_wrapper |= is_wrapper;
    return qn_ok();
  }
  qn_wanted *grown = qn_arena_grow(&x->s->arena, x->wanted, x->count,
                                   &x->capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the list of kernels");
  x->wanted = grown;
  QN_TRY(qn_map_put_str(&x->by_name, name, x->count, diag));
  grown[x->count++] = (qn_wanted){
      .name = name, .is_wrapper = is_wrapper, .may_be_plain = may_be_plain};
  return qn_ok();
}

// The kernel whose entry the symbol is; empty: it is no kernel's.
static qn_str marked_name(const search *x, qn_str symbol, bool *is_wrapper) {
  const qn_str prefix = QN_STR(ENTRY_PREFIX), suffix = QN_STR(".kd");
  *is_wrapper = qn_str_starts(symbol, prefix);
  if (*is_wrapper)
    return qn_str_skip(symbol, prefix.size);
  if (x->elf.machine == QN_ELF_MACHINE_AMDGPU && qn_str_ends(symbol, suffix))
    return (qn_str){symbol.data, symbol.size - suffix.size};
  return (qn_str){0};
}

// Nothing says what is a kernel: whatever could be one.
static qn_status guess_kernels(search *x, qn_diag *diag) {
  qn_chosen possible = {.arena = &x->s->arena};
  if (x->elf.machine != QN_ELF_MACHINE_RISCV)
    return qn_ok();
  QN_TRY(qn_choose_possible(&x->symbols, &possible, diag));
  for (size_t i = 0; i < possible.count; ++i)
    QN_TRY(add_wanted(x, possible.names[i], x->params->all_wrappers, diag));
  x->guesses = possible.count != 0;
  return qn_ok();
}

static qn_status find_kernels(search *x, qn_span file, qn_diag *diag) {
  const qn_signature_params *p = x->params;
  for (size_t i = 0; i < p->name_count; ++i)
    QN_TRY(add_wanted(x, p->names[i], p->all_wrappers, diag));
  const bool all = p->name_count == 0;
  for (size_t i = 0; all && i < x->record.kernel_count; ++i)
    QN_TRY(add_wanted(x, x->record.kernels[i].name, p->all_wrappers, diag));
  qn_str *names;
  size_t count;
  QN_TRY(qn_vortex_names(file, &x->s->arena, &names, &count, diag));
  for (size_t i = 0; i < count; ++i)
    if (all || qn_map_find_str(&x->by_name, names[i]))
      QN_TRY(add_wanted(x, names[i], true, diag));
  for (size_t i = 1; i < x->symbols.count; ++i) {
    bool is_wrapper;
    const qn_elf_symbol symbol = qn_elf_symbol_at(&x->symbols, i);
    const qn_str name = marked_name(x, symbol.name, &is_wrapper);
    if (name.size && symbol.section &&
        (all || qn_map_find_str(&x->by_name, name)))
      QN_TRY(add_wanted(x, name, is_wrapper || p->all_wrappers, diag));
  }
  return all && !x->count ? guess_kernels(x, diag) : qn_ok();
}

// ---- Symbols of the kernels

static bool is_code(const qn_elf_symbol *symbol) {
  enum { NOTYPE = 0, GNU_IFUNC = 10 };
  return symbol->section &&
         (symbol->type == QN_ELF_SYMBOL_FUNC || symbol->type == NOTYPE ||
          symbol->type == GNU_IFUNC);
}

// Finds each kernel's symbol. A kernel that only has a marker (an entry symbol
// of another name) counts as present.
static qn_status find_symbols(search *x, qn_diag *diag) {
  x->seen = qn_arena_alloc(&x->s->arena, x->count, sizeof(*x->seen));
  x->symbol_of = qn_arena_alloc(&x->s->arena, x->count, sizeof(size_t));
  if (!x->seen || !x->symbol_of)
    return qn_fail_memory(diag, "the kernels' symbols");
  for (size_t i = 1; i < x->symbols.count; ++i) {
    bool marks_wrapper;
    const qn_elf_symbol symbol = qn_elf_symbol_at(&x->symbols, i);
    if (!symbol.name.size)
      continue;
    const uint64_t *at = qn_map_find_str(&x->by_name, symbol.name);
    const bool own = at != NULL;
    if (!at) {
      const qn_str marked = marked_name(x, symbol.name, &marks_wrapper);
      at = marked.size ? qn_map_find_str(&x->by_name, marked) : NULL;
    }
    if (!at)
      continue;
    x->seen[*at] |= symbol.section ? SEEN_DEFINED : SEEN_UNDEFINED;
    const bool kd = !own && x->elf.machine == QN_ELF_MACHINE_AMDGPU;
    if (is_code(&symbol) && !kd && (own || !x->symbol_of[*at])) {
      x->symbol_of[*at] = i;
      x->wanted[*at].address = symbol.value;
      x->wanted[*at].has_address = x->elf.type != QN_ELF_REL;
    }
  }
  return qn_ok();
}

// Collects the other names at the kernels' addresses.
static qn_status find_aliases(search *x, qn_diag *diag) {
  qn_map at = {0};
  size_t *capacities =
      qn_arena_alloc(&x->s->arena, x->count, sizeof(*capacities));
  qn_status status = capacities ? qn_ok() : qn_fail_memory(diag, "the aliases");
  // Section and address form one key: in relocatable files the addresses of
  // each section start at 0.
  for (size_t i = 0; i < x->count && !qn_failed(status); ++i)
    if (x->symbol_of[i]) {
      const qn_elf_symbol s = qn_elf_symbol_at(&x->symbols, x->symbol_of[i]);
      status = qn_map_put(&at, (uint64_t)s.section << 44 ^ s.value, i, diag);
    }
  for (size_t i = 1; i < x->symbols.count && !qn_failed(status); ++i) {
    const qn_elf_symbol s = qn_elf_symbol_at(&x->symbols, i);
    const uint64_t *index =
        is_code(&s) && s.type == QN_ELF_SYMBOL_FUNC
            ? qn_map_find(&at, (uint64_t)s.section << 44 ^ s.value)
            : NULL;
    if (!index || qn_map_find_str(&x->by_name, s.name) ||
        qn_str_starts(s.name, QN_STR(ENTRY_PREFIX)))
      continue;
    qn_wanted *w = &x->wanted[*index];
    qn_str *grown =
        qn_arena_grow(&x->s->arena, (void *)(uintptr_t)w->aliases,
                      w->alias_count, &capacities[*index], sizeof(*grown));
    if (!grown) {
      status = qn_fail_memory(diag, "the aliases");
      break;
    }
    grown[w->alias_count++] = s.name;
    w->aliases = grown;
  }
  qn_map_finish(&at);
  return status;
}

// Reports a kernel that has no symbol, with functions of similar names as
// suggestions.
static void report_absent(search *x, size_t index) {
  qn_diag diag = {0};
  qn_suggestion suggestion;
  const qn_str name = x->wanted[index].name;
  if (x->seen[index] & SEEN_UNDEFINED) {
    qn_ignore(qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                      "'%.*s' is used here, but not defined", QN_STR_ARG(name)),
              "it is in the diag");
  } else {
    qn_ignore(qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                      "there is no function '%.*s' in the file",
                      QN_STR_ARG(name)),
              "it is in the diag");
    qn_suggestion_init(&suggestion, name);
    for (size_t i = 1; i < x->symbols.count; ++i) {
      const qn_elf_symbol s = qn_elf_symbol_at(&x->symbols, i);
      if (is_code(&s) && s.name.size)
        qn_suggestion_offer(&suggestion, s.name);
    }
    qn_suggestion_hint(&suggestion, &diag);
  }
  qn_report_diag(x->report, QN_ERROR, &diag);
  ++x->s->failed;
}

// ---- Describing

// A record may leave out facts that its writer did not know.
static bool is_complete(const qn_kernel *k) {
  bool complete = k->arguments_known;
  for (size_t i = 0; i < k->argument_count && complete; ++i)
    complete = k->arguments[i].alignment != 0;
  return complete;
}

static const qn_kernel *in_record(const search *x, qn_str name) {
  for (size_t i = 0; i < x->record.kernel_count; ++i) {
    const qn_kernel *k = &x->record.kernels[i];
    if (qn_str_equal(k->name, name) && is_complete(k))
      return k;
  }
  return NULL;
}

static qn_status keep_kernel(search *x, const qn_kernel *k, size_t *capacity,
                             qn_diag *diag) {
  qn_signatures *s = x->s;
  qn_kernel *grown = qn_arena_grow(&s->arena, s->kernels, s->kernel_count,
                                   capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the list of kernels");
  s->kernels = grown;
  grown[s->kernel_count] = *k;
  if (!k->demangled.size)
    grown[s->kernel_count].demangled = qn_demangle(&s->arena, k->name).text;
  ++s->kernel_count;
  return qn_ok();
}

static qn_status fail_no_kernels(const search *x, qn_diag *diag) {
  (void)x;
  const qn_status status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                                   "no kernels found: nothing in the file is "
                                   "marked as one");
  qn_diag_hint(diag, "Name them with --kernel or --kernels-from.");
  return status;
}

// "vectorAdd(const float* a, int n)"
static qn_str signature_text(const search *x, const qn_kernel *k) {
  qn_buffer text = {0};
  qn_str name = k->demangled.size ? k->demangled : k->name;
  name.size = qn_str_find(name, '(');
  qn_buffer_printf(&text, "%.*s(", QN_STR_ARG(name));
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    qn_buffer_printf(&text, "%s%.*s%s%.*s", i ? ", " : "", QN_STR_ARG(a->type),
                     a->name.size ? " " : "", QN_STR_ARG(a->name));
  }
  qn_buffer_append_str(&text, QN_STR(")"));
  const qn_str copy = qn_arena_copy(&x->s->arena, qn_buffer_str(&text));
  qn_buffer_finish(&text);
  return copy;
}

// One function that can be a kernel is the kernel.
static qn_status settle_guesses(search *x, qn_diag *diag) {
  qn_signatures *s = x->s;
  const size_t count = s->kernel_count;
  if (count == 1)
    return qn_ok();
  for (size_t i = 0; i < count; ++i) {
    const qn_str text = signature_text(x, &s->kernels[i]);
    qn_report_note(x->report, QN_NOWHERE, "it could be %.*s", QN_STR_ARG(text));
  }
  s->kernel_count = 0;
  if (!count)
    return fail_no_kernels(x, diag);
  const qn_status status = qn_fail(
      diag, QN_E_NOT_FOUND, QN_NOWHERE,
      "%zu functions could be kernels, and none is marked as one", count);
  qn_diag_hint(diag, "Choose with --kernel NAME, which takes patterns and "
                     "readable names, or take all of them with --kernel all.");
  return status;
}

static qn_status describe_kernels(search *x, qn_types *types, qn_diag *diag) {
  size_t capacity = 0;
  qn_dwarf_rules rules = x->params->rules;
  rules.only_void = x->guesses;
  for (size_t i = 0; i < x->count; ++i) {
    const qn_wanted *w = &x->wanted[i];
    const qn_kernel *known = in_record(x, w->name);
    qn_kernel kernel;
    qn_diag why = {0};
    qn_status status;
    if (known)
      kernel = *known;
    status =
        known ? qn_ok() : qn_dwarf_describe(types, w, &rules, &kernel, &why);
    if (status.code == QN_E_MEMORY)
      return qn_fail_memory(diag, "the signature of a kernel");
    if (qn_failed(status) && x->guesses)
      continue;
    if (qn_failed(status)) {
      qn_report_diag(x->report, QN_ERROR, &why);
      ++x->s->failed;
    } else {
      QN_TRY(keep_kernel(x, &kernel, &capacity, diag));
    }
  }
  return x->guesses && !x->takes_all ? settle_guesses(x, diag) : qn_ok();
}

// Drops the kernels that were not found, so that they are not looked up again.
static qn_status drop_absent(search *x, qn_diag *diag) {
  size_t kept = 0;
  for (size_t i = 0; i < x->count; ++i) {
    if (x->symbols.count && !(x->seen[i] & SEEN_DEFINED) &&
        !in_record(x, x->wanted[i].name)) {
      report_absent(x, i);
      continue;
    }
    x->symbol_of[kept] = x->symbol_of[i];
    x->wanted[kept++] = x->wanted[i];
  }
  x->count = kept;
  qn_map_finish(&x->by_name); // the indices changed
  for (size_t i = 0; i < kept; ++i)
    QN_TRY(qn_map_put_str(&x->by_name, x->wanted[i].name, i, diag));
  return qn_ok();
}

static bool lacks_function(const search *x) {
  for (size_t i = 0; i < x->count; ++i)
    if (!x->wanted[i].candidate_count && !in_record(x, x->wanted[i].name))
      return true;
  return false;
}

static bool has_aliases(const search *x) {
  for (size_t i = 0; i < x->count; ++i)
    if (x->wanted[i].alias_count)
      return true;
  return false;
}

// Debug information states only the alignments that the source states: the
// others depend on the machine.
static qn_status check_machine(const search *x, qn_diag *diag) {
  static const uint16_t known[] = {QN_ELF_MACHINE_X86_64,
                                   QN_ELF_MACHINE_AARCH64, QN_ELF_MACHINE_RISCV,
                                   QN_ELF_MACHINE_AMDGPU, QN_ELF_MACHINE_CUDA};
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
    if (x->elf.machine == known[i])
      return qn_ok();
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "the alignments of types on this machine (e_machine %u) are "
                 "not known",
                 x->elf.machine);
}

// Loads the debug information if a kernel needs it, and describes all.
static qn_status describe(search *x, qn_diag *diag) {
  const bool all = x->params->name_count == 0;
  qn_dwarf dwarf = {.arena = &x->s->arena};
  qn_types types = {.d = &dwarf,
                    .arena = &x->s->arena,
                    .machine = x->elf.machine,
                    .address_size = x->elf.is_64 ? 8 : 4};
  bool needed = x->count == 0;
  for (size_t i = 0; i < x->count; ++i)
    needed |= !in_record(x, x->wanted[i].name);
  qn_status status = qn_ok();
  if (needed) {
    const qn_debug_files files = {&x->elf, x->params->path, x->s, x->report};
    status = check_machine(x, diag);
    if (!qn_failed(status))
      status = qn_debug_files_load(&files, &dwarf, diag);
    if (qn_failed(status) && x->count == 0 && status.code == QN_E_NOT_FOUND) {
      if (diag)
        *diag = (qn_diag){0};
      status = fail_no_kernels(x, diag);
    } else if (status.code == QN_E_NOT_FOUND && diag && !diag->hint[0]) {
      qn_diag_hint(diag, "Compile with -g, or with quern, which records the "
                         "signatures.");
    }
  }
  qn_dwarf_match_params match = {.d = &dwarf,
                                 .arena = &x->s->arena,
                                 .wanted = x->wanted,
                                 .count = x->count,
                                 .capacity = x->capacity,
                                 .add_opencl = all};
  if (!qn_failed(status) && needed)
    status = qn_dwarf_match(&match, diag);
  x->wanted = match.wanted; // it grew, by kernels without a symbol
  // Looking for aliases costs a second search of everything.
  if (!qn_failed(status) && needed && lacks_function(x)) {
    status = find_aliases(x, diag);
    if (!qn_failed(status) && has_aliases(x))
      status = qn_dwarf_match(&match, diag);
  }
  x->count = match.count;
  if (!qn_failed(status) && needed)
    status = qn_dwarf_check(&dwarf, diag);
  if (!qn_failed(status) && x->count == 0 && !x->s->failed)
    status = fail_no_kernels(x, diag);
  if (!qn_failed(status))
    status = describe_kernels(x, &types, diag);
  qn_types_finish(&types);
  qn_dwarf_finish(&dwarf);
  return status;
}

// ---- A file

static qn_status open_elf(qn_span file, qn_elf *out, qn_diag *diag) {
  if (qn_elf_probe(file))
    return qn_elf_open(file, 0, out, diag);
  const qn_format *format = qn_format_detect(file);
  const bool bitcode = format == &qn_format_bitcode;
  const qn_status status =
      qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE, "not an ELF file%s%s%s",
              format ? ", but: " : "", format ? format->summary : "",
              bitcode ? " (an object of clang -flto)" : "");
  if (bitcode)
    qn_diag_hint(diag, "Give the linked program, or compile without -flto.");
  return status;
}

static qn_status read_record(search *x, qn_span file, qn_diag *diag) {
  qn_span camd;
  uint64_t origin;
  qn_diag why = {0};
  if (x->params->ignore_record)
    return qn_ok();
  qn_status status = qn_note_find(file, &camd, &origin, &why);
  if (!qn_failed(status))
    status = qn_record_read(camd, origin, &x->s->arena, &x->record, &why);
  if (status.code == QN_E_MEMORY)
    return qn_fail_memory(diag, "the record");
  if (qn_failed(status) && status.code != QN_E_NOT_FOUND)
    qn_report_diag(x->report, QN_WARNING, &why);
  x->s->has_record = !qn_failed(status);
  return qn_ok();
}

// Quern's own Vortex binaries: their record says it all.
static qn_status read_vxbin(search *x, qn_span file, qn_diag *diag) {
  qn_vxbin v;
  qn_vx_header h;
  size_t capacity = 0;
  QN_TRY(qn_vxbin_read(file, 0, &v, diag));
  if (!qn_vxbin_header(&v, &h))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a Vortex binary without Quern's record says nothing of "
                   "arguments: give the ELF file that it was made from");
  const qn_span camd = {v.image.data + h.record_offset, h.record_size};
  QN_TRY(qn_record_read(camd, 0, &x->s->arena, &x->record, diag));
  x->s->machine = QN_ELF_MACHINE_RISCV;
  x->s->is_64 = h.xlen == 64;
  x->s->has_record = true;
  for (size_t i = 0; i < x->record.kernel_count; ++i) {
    const qn_kernel *k = &x->record.kernels[i];
    bool asked = x->params->name_count == 0;
    for (size_t n = 0; n < x->params->name_count; ++n)
      asked |= qn_str_equal(x->params->names[n], k->name) ||
               qn_str_equal(x->params->names[n], QN_STR("all"));
    if (asked)
      QN_TRY(keep_kernel(x, k, &capacity, diag));
  }
  return x->s->kernel_count ? qn_ok() : fail_no_kernels(x, diag);
}

static qn_status read_elf(search *x, qn_span file, qn_diag *diag) {
  QN_TRY(qn_debug_files_check(&x->elf, diag));
  x->s->machine = x->elf.machine;
  x->s->is_64 = x->elf.is_64;
  QN_TRY(read_record(x, file, diag));
  QN_TRY(find_kernels(x, file, diag));
  QN_TRY(find_symbols(x, diag));
  QN_TRY(drop_absent(x, diag));
  if (!x->count && x->s->failed)
    return qn_ok();
  return describe(x, diag);
}

static qn_status read_all(search *x, qn_span file, qn_diag *diag) {
  qn_chosen chosen = {.arena = &x->s->arena};
  qn_signature_params params = *x->params;
  if (!qn_elf_probe(file) && qn_vxbin_probe(file))
    return read_vxbin(x, file, diag);
  QN_TRY(open_elf(file, &x->elf, diag));
  QN_TRY(qn_elf_open_symbols(&x->elf, &x->symbols, diag));
  QN_TRY(qn_choose_names(&x->symbols, params.names, params.name_count, &chosen,
                         diag));
  params.names = chosen.names;
  params.name_count = chosen.all ? 0 : chosen.count;
  x->takes_all = chosen.all;
  const qn_signature_params *asked = x->params;
  x->params = &params;
  const qn_status status = read_elf(x, file, diag);
  x->params = asked;
  return status;
}

qn_status qn_signatures_read(qn_span file, const qn_signature_params *params,
                             qn_report *report, qn_signatures *out,
                             qn_diag *diag) {
  *out = (qn_signatures){0};
  search x = {.params = params, .s = out, .report = report};
  const qn_status status = read_all(&x, file, diag);
  qn_map_finish(&x.by_name);
  return status;
}

void qn_signatures_finish(qn_signatures *s) {
  for (size_t i = 0; i < s->file_count; ++i)
    qn_file_close(&s->files[i]);
  qn_arena_finish(&s->arena);
  *s = (qn_signatures){0};
}

// ---- The footer of a Vortex binary: names, N entries {u32 name, u16 size, u16
// zero, u64 pc}, u32 N, "VXSYMTAB". The names start at their end minus their
// size.

qn_status qn_vortex_names(qn_span file, qn_arena *arena, qn_str **out_names,
                          size_t *out_count, qn_diag *diag) {
  enum { MAGIC_SIZE = 8, TAIL = 12, ENTRY = 16 };
  *out_names = NULL;
  *out_count = 0;
  if (file.size < TAIL ||
      memcmp(file.data + file.size - MAGIC_SIZE, "VXSYMTAB", MAGIC_SIZE) != 0)
    return qn_ok();
  qn_reader whole = qn_reader_over(file, 0);
  qn_reader r = qn_reader_window(&whole, file.size - TAIL, 4, "VXSYMTAB");
  const uint64_t count = qn_read_u32(&r, "VXSYMTAB count");
  const size_t room = file.size - TAIL;
  if (count > room / ENTRY)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){file.size - TAIL, 4, NULL},
                   "the table of kernels has %" PRIu64 " entries, more than "
                   "fit in the file",
                   count);
  const uint64_t entries = room - count * ENTRY;
  qn_str *names = qn_arena_alloc(arena, (size_t)count, sizeof(*names));
  if (!names)
    return qn_fail_memory(diag, "the names of kernels");
  uint64_t end = 0; // of the names, from their start
  for (int pass = 0; pass < 2; ++pass) {
    r = qn_reader_window(&whole, entries, count * ENTRY, "VXSYMTAB entries");
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t offset = qn_read_u32(&r, "name offset");
      const uint64_t size = qn_read_u16(&r, "name size");
      (void)qn_read_u16(&r, "padding");
      (void)qn_read_u64(&r, "pc");
      if (pass == 0)
        end = offset + size > end ? offset + size : end;
      else
        names[i] = (qn_str){(const char *)file.data + (entries - end + offset),
                            (size_t)size};
    }
    if (end > entries)
      return qn_fail(diag, QN_E_MALFORMED, (qn_place){entries, 0, NULL},
                     "the names of the table of kernels lie outside");
  }
  *out_names = names;
  *out_count = (size_t)count;
  return qn_ok();
}

// ---- Comparison

static const qn_kernel *find_kernel(const qn_signatures *s, qn_str name) {
  for (size_t i = 0; i < s->kernel_count; ++i)
    if (qn_str_equal(s->kernels[i].name, name))
      return &s->kernels[i];
  return NULL;
}

static void compare_arguments(const qn_kernel *x, const qn_kernel *y,
                              qn_report *report) {
  const char *of_x = qn_source_name(x->source);
  const char *of_y = qn_source_name(y->source);
  if (x->argument_count != y->argument_count) {
    qn_report_error(report, QN_E_MALFORMED, QN_NOWHERE,
                    "'%.*s' has %zu arguments by its %s, %zu by its %s",
                    QN_STR_ARG(x->name), x->argument_count, of_x,
                    y->argument_count, of_y);
    return;
  }
  for (size_t i = 0; i < x->argument_count; ++i) {
    const qn_argument *a = &x->arguments[i], *b = &y->arguments[i];
    const struct {
      const char *what;
      uint64_t a, b;
    } facts[] = {{"offset", a->offset, b->offset},
                 {"size", a->size, b->size},
                 {"alignment", a->alignment, b->alignment},
                 {"pointer", a->kind != QN_ARGUMENT_VALUE,
                  b->kind != QN_ARGUMENT_VALUE}};
    for (size_t k = 0; k < sizeof(facts) / sizeof(facts[0]); ++k)
      if (facts[k].a != facts[k].b)
        qn_report_error(report, QN_E_MALFORMED, QN_NOWHERE,
                        "%s of argument %zu of '%.*s' is %" PRIu64
                        " by its %s, %" PRIu64 " by its %s",
                        facts[k].what, i, QN_STR_ARG(x->name), facts[k].a, of_x,
                        facts[k].b, of_y);
  }
}

size_t qn_signatures_compare(const qn_signatures *a, const qn_signatures *b,
                             qn_report *report) {
  size_t compared = 0;
  for (size_t i = 0; i < a->kernel_count; ++i) {
    const qn_kernel *other = find_kernel(b, a->kernels[i].name);
    if (!other)
      continue; // its failure was reported already
    ++compared;
    compare_arguments(&a->kernels[i], other, report);
  }
  return compared;
}
