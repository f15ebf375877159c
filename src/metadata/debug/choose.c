// SPDX-License-Identifier: Apache-2.0
#include "metadata/debug/choose.h"

#include <fnmatch.h>

#include "metadata/debug/demangle.h"

enum { BINDING_GLOBAL = 1, BINDING_WEAK = 2 };

static bool is_function(const qn_elf_symbol *symbol) {
  return symbol->section && symbol->name.size &&
         symbol->type == QN_ELF_SYMBOL_FUNC;
}

static qn_status add(qn_chosen *out, qn_str name, qn_diag *diag) {
  for (size_t i = 0; i < out->count; ++i)
    if (qn_str_equal(out->names[i], name))
      return qn_ok();
  qn_str *grown = qn_arena_grow(out->arena, out->names, out->count,
                                &out->capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the names of kernels");
  out->names = grown;
  grown[out->count++] = name;
  return qn_ok();
}

// ---- Readable names

// "void ns::scale<float, 3>(float*)" without its result and parameters. The
// template's arguments may have parentheses and spaces.
static qn_str bare_name(qn_str text) {
  size_t from = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    depth += (c == '<') - (c == '>');
    if (depth)
      continue;
    if (c == ' ')
      from = i + 1;
    if (c == '(' && i > from)
      return (qn_str){text.data + from, i - from};
  }
  return qn_str_skip(text, from);
}

static bool matches(const char *pattern, qn_str text, qn_arena *arena) {
  const qn_str copy = qn_arena_copy(arena, text);
  return copy.data && fnmatch(pattern, copy.data, 0) == 0;
}

// Spaces behind commas are as one likes.
static bool same_words(qn_str a, qn_str b) {
  size_t i = 0;
  size_t j = 0;
  for (;;) {
    while (i < a.size && a.data[i] == ' ')
      ++i;
    while (j < b.size && b.data[j] == ' ')
      ++j;
    if (i == a.size || j == b.size)
      return i == a.size && j == b.size;
    if (a.data[i++] != b.data[j++])
      return false;
  }
}

// ---- What was asked for

static bool is_symbol(const qn_elf_symbols *symbols, qn_str name) {
  qn_elf_symbol symbol;
  return qn_elf_find_symbol(symbols, name, &symbol);
}

static qn_status add_fitting(const qn_elf_symbols *symbols, qn_str asked,
                             qn_chosen *out, qn_diag *diag) {
  const qn_str pattern = qn_arena_copy(out->arena, asked);
  const bool globs = strpbrk(pattern.data ? pattern.data : "", "*?[") != NULL;
  if (!pattern.data)
    return qn_fail_memory(diag, "the names of kernels");
  for (size_t i = 1; i < symbols->count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(symbols, i);
    if (!is_function(&symbol))
      continue;
    const qn_str readable =
        bare_name(qn_demangle(out->arena, symbol.name).text);
    const bool fits = globs ? matches(pattern.data, symbol.name, out->arena) ||
                                  (readable.size &&
                                   matches(pattern.data, readable, out->arena))
                            : same_words(readable, asked);
    if (fits)
      QN_TRY(add(out, symbol.name, diag));
  }
  return qn_ok();
}

static qn_status choose_one(const qn_elf_symbols *symbols, qn_str asked,
                            qn_chosen *out, qn_diag *diag) {
  const size_t before = out->count;
  if (qn_str_equal(asked, QN_STR("all"))) {
    out->all = true;
    return qn_ok();
  }
  if (!is_symbol(symbols, asked))
    QN_TRY(add_fitting(symbols, asked, out, diag));
  if (out->count > before)
    return qn_ok();
  if (memchr(asked.data, '*', asked.size) ||
      memchr(asked.data, '?', asked.size))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "no function in the file fits the pattern '%.*s'",
                   QN_STR_ARG(asked));
  return add(out, asked, diag); // if it is not there, others say so
}

qn_status qn_choose_names(const qn_elf_symbols *symbols, const qn_str *asked,
                          size_t count, qn_chosen *out, qn_diag *diag) {
  for (size_t i = 0; i < count; ++i)
    QN_TRY(choose_one(symbols, asked[i], out, diag));
  return qn_ok();
}

// ---- What could be a kernel

// What is linked into kernels without being one.
static bool is_of_runtime(qn_str name) {
  static const char *const names[] = {
      "main",   "exit",    "abort",  "atexit", "memcpy", "memmove",
      "memset", "memcmp",  "bcmp",   "strlen", "strcmp", "printf",
      "malloc", "realloc", "calloc", "free",   "puts",   "putchar"};
  static const char *const prefixes[] = {"vx_", "qn_vx_", "qn_cpu_"};
  if (name.data[0] == '_' && !qn_str_starts(name, QN_STR("_Z")))
    return true;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_equal(name, qn_str_from(names[i])))
      return true;
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (qn_str_starts(name, qn_str_from(prefixes[i])))
      return true;
  return false;
}

qn_status qn_choose_possible(const qn_elf_symbols *symbols, qn_chosen *out,
                             qn_diag *diag) {
  for (size_t i = 1; i < symbols->count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(symbols, i);
    const bool reachable =
        symbol.binding == BINDING_GLOBAL || symbol.binding == BINDING_WEAK;
    if (is_function(&symbol) && reachable && !is_of_runtime(symbol.name))
      QN_TRY(add(out, symbol.name, diag));
  }
  return qn_ok();
}
