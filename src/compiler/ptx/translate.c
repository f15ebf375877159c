// SPDX-License-Identifier: Apache-2.0
// Statements: blocks, declarations, labels and guards around instructions.
#include "compiler/ptx/ptx.h"

#include "base/arena.h"
#include "compiler/ptx/emit.h"
#include "compiler/ptx/parse.h"

enum { BLOCKS_MAX = 16, REGISTERS_MAX = 256 };

// ---- The template's escapes

// Writes LLVM's template as plain PTX, in which an operand is "$" and its
// number.
static void expand(qn_str text, qn_buffer *out) {
  for (size_t i = 0; i < text.size; ++i) {
    const qn_str rest = {text.data + i, text.size - i};
    if (qn_str_starts(rest, QN_STR("$$"))) {
      qn_buffer_printf(out, "_S_");
      ++i;
    } else if (qn_str_starts(rest, QN_STR("${:uid}"))) {
      qn_buffer_printf(out, "0");
      i += strlen("${:uid}") - 1;
    } else if (qn_str_starts(rest, QN_STR("${"))) {
      const size_t end = qn_str_find(rest, '}');
      const size_t size =
          qn_str_find((qn_str){rest.data + 2, end > 2 ? end - 2 : 0}, ':');
      qn_buffer_printf(out, "$%.*s", (int)size, rest.data + 2);
      i += end < rest.size ? end : rest.size - 1;
    } else {
      qn_buffer_u8(out, (uint8_t)rest.data[0]);
    }
  }
}

// ---- Declarations

// Declares a range: "%r<4>" is %r0 to %r3.
static qn_status emit_range(qn_ptx_reader *r, const char *type, qn_str name,
                            qn_buffer *out, qn_diag *diag) {
  unsigned count = 0;
  while (qn_ptx_skip(r) && r->rest.data[0] >= '0' && r->rest.data[0] <= '9' &&
         count <= REGISTERS_MAX) {
    count = 10 * count + (unsigned)(r->rest.data[0] - '0');
    r->rest = qn_str_skip(r->rest, 1);
  }
  if (!count || count > REGISTERS_MAX || !qn_ptx_take(r, '>'))
    return qn_ptx_expected(r, "a number of registers and '>'", diag);
  for (unsigned i = 0; i < count; ++i) {
    qn_buffer_printf(out, "%s ", type);
    qn_ptx_emit_name(name, out);
    qn_buffer_printf(out, "%u; ", i);
  }
  return qn_ok();
}

// The rest of a declaration after ".": reg .type a, b, c;
static qn_status emit_declaration(qn_ptx_reader *r, qn_buffer *out,
                                  qn_diag *diag) {
  if (!qn_str_equal(qn_ptx_name(r), QN_STR("reg")) || !qn_ptx_take(r, '.'))
    return qn_ptx_expected(r, "'.reg' and a type", diag);
  const char *type = qn_ptx_register_type(qn_ptx_name(r));
  if (!type)
    return qn_ptx_expected(r, "a register's type", diag);
  do {
    const qn_str name = qn_ptx_name(r);
    if (!name.size)
      return qn_ptx_expected(r, "a register", diag);
    if (qn_ptx_take(r, '<')) {
      QN_TRY(emit_range(r, type, name, out, diag));
      continue;
    }
    qn_buffer_printf(out, "%s ", type);
    qn_ptx_emit_name(name, out);
    qn_buffer_printf(out, "; ");
  } while (qn_ptx_take(r, ','));
  qn_buffer_printf(out, "\n");
  return qn_ptx_take(r, ';') ? qn_ok() : qn_ptx_expected(r, "';'", diag);
}

// ---- Statements

// A label, which is a name and a colon; if there is none, false, and nothing is
// taken.
static bool emit_label(qn_ptx_reader *r, qn_buffer *out) {
  qn_ptx_reader ahead = *r;
  const qn_str name = qn_ptx_name(&ahead);
  if (!name.size || !qn_ptx_take(&ahead, ':'))
    return false;
  qn_buffer_printf(out, "L_");
  qn_ptx_emit_name(name, out);
  qn_buffer_printf(out, ":;\n");
  *r = ahead;
  return true;
}

static qn_status emit_instruction(qn_ptx_reader *r, qn_buffer *out,
                                  qn_diag *diag) {
  qn_ptx_instruction one = {0};
  QN_TRY(qn_ptx_read(r, &one, diag));
  if (one.guard.size) {
    qn_buffer_printf(out, "if (%s", one.is_guard_inverted ? "!" : "");
    qn_ptx_emit_name(one.guard, out);
    qn_buffer_printf(out, ") { ");
  }
  QN_TRY(qn_ptx_emit(&one, out, diag));
  qn_buffer_printf(out, "%s\n", one.guard.size ? " }" : "");
  return qn_ok();
}

static qn_status emit_statements(qn_ptx_reader *r, qn_buffer *out,
                                 qn_diag *diag) {
  unsigned depth = 0;
  while (qn_ptx_skip(r)) {
    if (qn_ptx_take(r, ';'))
      continue;
    if (qn_ptx_take(r, '{')) {
      if (++depth > BLOCKS_MAX)
        return qn_ptx_expected(r, "fewer blocks", diag);
      qn_buffer_printf(out, "{\n");
    } else if (qn_ptx_take(r, '}')) {
      if (!depth--)
        return qn_ptx_expected(r, "no '}'", diag);
      qn_buffer_printf(out, "}\n");
    } else if (qn_ptx_take(r, '.')) {
      QN_TRY(emit_declaration(r, out, diag));
    } else if (!emit_label(r, out)) {
      QN_TRY(emit_instruction(r, out, diag));
    }
  }
  return depth ? qn_ptx_expected(r, "'}'", diag) : qn_ok();
}

// ---- The function

static void begin(const qn_ptx_assembly *a, const char *name, qn_buffer *out) {
  qn_buffer_printf(out,
                   "extern \"C\" __device__ "
                   "__attribute__((always_inline)) void %s(",
                   name);
  for (size_t i = 0; i < a->operand_count; ++i)
    qn_buffer_printf(out, "%s%s%sa%zu", i ? ", " : "", a->operands[i].type,
                     a->operands[i].is_output ? " &" : " ", i);
  qn_buffer_printf(out, ") {\nusing namespace __qn_ptx;\n"
                        "bool carry = false; (void)carry;\n"
                        "u64 sink; (void)sink;\n");
  for (size_t i = 0; i < a->operand_count; ++i) {
    const qn_ptx_operand *one = &a->operands[i];
    size_t from = i;
    for (size_t k = 0; one->is_output && k < a->operand_count; ++k)
      if (!a->operands[k].is_output && a->operands[k].tied == (int)i)
        from = k;
    qn_buffer_printf(out, "bits<%s> r_S%zu = ", one->type, i);
    if (one->is_output && from == i)
      qn_buffer_printf(out, "0;\n");
    else
      qn_buffer_printf(out, "to_register<%s>(a%zu);\n", one->type, from);
  }
}

static void end(const qn_ptx_assembly *a, qn_buffer *out) {
  for (size_t i = 0; i < a->operand_count; ++i)
    if (a->operands[i].is_output)
      qn_buffer_printf(out, "a%zu = from_register<%s>(r_S%zu);\n", i,
                       a->operands[i].type, i);
  qn_buffer_printf(out, "}\n");
}

qn_status qn_ptx_translate(const qn_ptx_assembly *assembly, const char *name,
                           qn_buffer *out, qn_diag *diag) {
  qn_buffer text = {0}, made = {0};
  qn_arena arena = {0};
  expand(assembly->text, &text);
  qn_ptx_reader reader = {.rest = qn_buffer_str(&text), .arena = &arena};
  begin(assembly, name, &made);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = emit_statements(&reader, &made, diag);
  end(assembly, &made);
  if (!qn_failed(status))
    status = qn_buffer_check(&made, diag);
  if (!qn_failed(status))
    qn_buffer_append(out, made.data, made.size);
  qn_buffer_finish(&text);
  qn_buffer_finish(&made);
  qn_arena_finish(&arena);
  return qn_failed(status) ? status : qn_buffer_check(out, diag);
}
