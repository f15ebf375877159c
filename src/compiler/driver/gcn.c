// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/gcn.h"

#include <string.h>

// What an address leads to. Values that are narrower than their register are
// extended as the type says.
typedef struct access {
  const char *name; // behind "flat_" or "global_"
  const char *type;
  bool is_store;
} access;

static const access accesses[] = {
    {"load_ubyte", "unsigned char", false},
    {"load_sbyte", "signed char", false},
    {"load_ushort", "unsigned short", false},
    {"load_sshort", "short", false},
    {"load_dword", "unsigned int", false},
    {"load_dwordx2", "unsigned long long", false},
    {"store_byte", "unsigned char", true},
    {"store_short", "unsigned short", true},
    {"store_dword", "unsigned int", true},
    {"store_dwordx2", "unsigned long long", true},
};

// How caches take part; accesses are volatile in any case.
static const char *const modifiers[] = {"off", "glc", "slc", "dlc",
                                        "nt",  "sc0", "sc1"};

// Of 32 bits, from one register to another.
static const char *const moves[] = {"v_mov_b32", "v_mov_b32_e32",
                                    "v_mov_b32_e64", "s_mov_b32"};

// Nothing is under way that one could wait for.
static const char *const waits[] = {"s_waitcnt", "s_waitcnt_vscnt", "s_nop"};

// ---- Words

static bool is_space(char c) { return c == ' ' || c == '\t' || c == ','; }
static bool is_end(char c) { return c == '\n' || c == ';'; }

// The next word of a line; empty at its end.
static qn_str take_word(qn_str *line) {
  size_t from = 0, to;
  while (from < line->size && is_space(line->data[from]))
    ++from;
  for (to = from; to < line->size && !is_space(line->data[to]);)
    ++to;
  const qn_str word = {line->data + from, to - from};
  *line = qn_str_skip(*line, to);
  return word;
}

static qn_str take_line(qn_str *text) {
  size_t size = 0;
  while (size < text->size && !is_end(text->data[size]))
    ++size;
  const qn_str line = {text->data, size};
  *text = qn_str_skip(*text, size < text->size ? size + 1 : size);
  return line;
}

static bool is_among(qn_str word, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (qn_str_equal(word, qn_str_from(names[i])))
      return true;
  return false;
}

static const access *find_access(qn_str word) {
  static const char *const spaces[] = {"flat_", "global_"};
  for (size_t s = 0; s < 2; ++s) {
    const qn_str space = qn_str_from(spaces[s]);
    if (!qn_str_starts(word, space))
      continue;
    const qn_str rest = qn_str_skip(word, space.size);
    for (size_t i = 0; i < sizeof(accesses) / sizeof(*accesses); ++i)
      if (qn_str_equal(rest, qn_str_from(accesses[i].name)))
        return &accesses[i];
  }
  return NULL;
}

static bool is_wait(qn_str word) {
  return is_among(word, waits, sizeof(waits) / sizeof(*waits));
}

bool qn_gcn_is(qn_str text) {
  while (text.size && (is_space(text.data[0]) || is_end(text.data[0])))
    text = qn_str_skip(text, 1);
  const qn_str word = take_word(&text);
  return find_access(word) || is_wait(word) ||
         qn_str_starts(word, QN_STR("s_")) || qn_str_starts(word, QN_STR("v_"));
}

// ---- Instructions

// The operand "$1"; -1: there is none.
static int any_operand_of(const qn_ptx_assembly *a, qn_str word) {
  const bool is_one = word.size == 2 && word.data[0] == '$' &&
                      word.data[1] >= '0' && word.data[1] <= '9';
  const size_t i = is_one ? (size_t)(word.data[1] - '0') : a->operand_count;
  return i < a->operand_count ? (int)i : -1;
}

// The same, of an integer's or a pointer's type; -1: another.
static int operand_of(const qn_ptx_assembly *a, qn_str word) {
  const int i = any_operand_of(a, word);
  if (i < 0)
    return -1;
  const char *type = a->operands[i].type;
  return strchr(type, '*') || strncmp(type, "unsigned", 8) == 0 ? i : -1;
}

static qn_status unknown(qn_str word, qn_diag *diag) {
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "AMD's assembly with '%.*s'", QN_STR_ARG(word));
}

static qn_status emit_access(const qn_ptx_assembly *a, const access *one,
                             qn_str line, qn_buffer *out, qn_diag *diag) {
  const qn_str words[] = {take_word(&line), take_word(&line)};
  const int first = operand_of(a, words[0]), second = operand_of(a, words[1]);
  if (first < 0 || second < 0)
    return unknown(words[first < 0 ? 0 : 1], diag);
  if (a->operands[first].is_output == one->is_store ||
      a->operands[second].is_output)
    return unknown(words[0], diag);
  for (qn_str word; (word = take_word(&line)).size;)
    if (!is_among(word, modifiers, sizeof(modifiers) / sizeof(*modifiers)))
      return unknown(word, diag);
  if (one->is_store)
    qn_buffer_printf(out, "*(volatile %s *)a%d = (%s)a%d;\n", one->type, first,
                     one->type, second);
  else
    qn_buffer_printf(out, "a%d = (%s)*(const volatile %s *)a%d;\n", first,
                     a->operands[first].type, one->type, second);
  return qn_ok();
}

static qn_status emit_move(const qn_ptx_assembly *a, qn_str line,
                           qn_buffer *out, qn_diag *diag) {
  const qn_str words[] = {take_word(&line), take_word(&line)};
  const int to = any_operand_of(a, words[0]);
  const int from = any_operand_of(a, words[1]);
  if (to < 0 || from < 0)
    return unknown(words[to < 0 ? 0 : 1], diag);
  if (!a->operands[to].is_output || a->operands[from].is_output ||
      take_word(&line).size)
    return unknown(words[0], diag);
  // Of other sizes clang says that they do not fit.
  qn_buffer_printf(out, "a%d = __builtin_bit_cast(%s, a%d);\n", to,
                   a->operands[to].type, from);
  return qn_ok();
}

static qn_status emit_lines(const qn_ptx_assembly *a, qn_buffer *out,
                            qn_diag *diag) {
  for (qn_str text = a->text; text.size;) {
    qn_str line = take_line(&text);
    const qn_str word = take_word(&line);
    const access *one = find_access(word);
    if (one)
      QN_TRY(emit_access(a, one, line, out, diag));
    else if (is_among(word, moves, sizeof(moves) / sizeof(*moves)))
      QN_TRY(emit_move(a, line, out, diag));
    else if (word.size && !is_wait(word))
      return unknown(word, diag);
  }
  return qn_ok();
}

qn_status qn_gcn_translate(const qn_ptx_assembly *assembly, const char *name,
                           qn_buffer *out, qn_diag *diag) {
  qn_buffer made = {0};
  qn_buffer_printf(&made,
                   "extern \"C\" __device__ "
                   "__attribute__((always_inline)) void %s(",
                   name);
  for (size_t i = 0; i < assembly->operand_count; ++i)
    qn_buffer_printf(&made, "%s%s%sa%zu", i ? ", " : "",
                     assembly->operands[i].type,
                     assembly->operands[i].is_output ? " &" : " ", i);
  qn_buffer_printf(&made, ") {\n");
  qn_status status = emit_lines(assembly, &made, diag);
  qn_buffer_printf(&made, "}\n");
  if (!qn_failed(status))
    status = qn_buffer_check(&made, diag);
  if (!qn_failed(status))
    qn_buffer_append(out, made.data, made.size);
  qn_buffer_finish(&made);
  return qn_failed(status) ? status : qn_buffer_check(out, diag);
}
