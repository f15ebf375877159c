// SPDX-License-Identifier: Apache-2.0
// Types of DWARF as text, as clang would write them.
#include "metadata/debug/dwarf_type.h"

#include "base/buffer.h"

enum { DEPTH_MAX = 64, TEXT_MAX = 4096 };

static void print_type(qn_types *t, const qn_die *type, unsigned depth,
                       qn_buffer *out);

// Prints the type that DW_AT_type of an entry refers to; without one, void.
static void print_target(qn_types *t, const qn_die *die, unsigned depth,
                         qn_buffer *out) {
  qn_die type;
  const bool found = qn_die_ref(t->d, die, QN_DW_AT_TYPE, &type);
  print_type(t, found ? &type : NULL, depth + 1, out);
}

// ---- Scopes: entries have no link to their parents, so the namespaces and
// classes of a unit are listed once, in the order in which they start.

typedef struct scope {
  uint64_t start, end; // of the entry; past its contents
  uint32_t parent;     // index + 1; 0: none
} scope;

typedef struct scopes {
  scope *items;
  size_t count, capacity;
  uint32_t open[DEPTH_MAX]; // index + 1, by depth; 0: not a scope
  size_t depth;
} scopes;

static bool is_scope(uint16_t tag) {
  return tag == QN_DW_TAG_NAMESPACE || tag == QN_DW_TAG_STRUCTURE ||
         tag == QN_DW_TAG_CLASS || tag == QN_DW_TAG_UNION;
}

static uint32_t innermost(const scopes *s) {
  for (size_t i = s->depth < DEPTH_MAX ? s->depth : DEPTH_MAX; i-- > 0;)
    if (s->open[i])
      return s->open[i];
  return 0;
}

// Records an entry whose children follow.
static bool open_list(qn_types *t, scopes *s, const qn_die *die) {
  uint32_t index = 0;
  if (is_scope(die->tag) && s->depth < DEPTH_MAX) {
    scope *grown = qn_arena_grow(t->arena, s->items, s->count, &s->capacity,
                                 sizeof(*grown));
    if (!grown)
      return false;
    s->items = grown;
    grown[s->count++] = (scope){die->offset, UINT64_MAX, innermost(s)};
    index = (uint32_t)s->count;
  }
  if (s->depth < DEPTH_MAX)
    s->open[s->depth] = index;
  ++s->depth;
  return true;
}

static void close_list(scopes *s, uint64_t at) {
  --s->depth;
  if (s->depth < DEPTH_MAX && s->open[s->depth])
    s->items[s->open[s->depth] - 1].end = at;
}

static scopes *list_scopes(qn_types *t, uint32_t unit) {
  scopes *s = QN_ARENA_NEW(t->arena, scopes);
  const qn_dwarf_unit *u = &t->d->units[unit];
  uint64_t at = u->first;
  while (s && at < u->end) {
    qn_die die;
    const bool is_entry = qn_die_at(t->d, unit, at, &die);
    if (!is_entry && (t->d->damaged || t->d->memory || !s->depth))
      break;
    if (!is_entry)
      close_list(s, die.next);
    else if (die.has_children && !open_list(t, s, &die))
      return NULL;
    at = die.next;
  }
  return s;
}

// The scopes of a unit; NULL when out of memory.
static const scopes *scopes_of(qn_types *t, uint32_t unit) {
  const uint64_t *known = qn_map_find(&t->scopes, unit);
  if (known)
    return (const scopes *)(uintptr_t)*known;
  scopes *s = list_scopes(t, unit);
  if (s && qn_failed(qn_map_put(&t->scopes, unit, (uintptr_t)s, NULL)))
    return NULL;
  return s;
}

static void print_scope(qn_types *t, const qn_die *type, const scopes *s,
                        uint32_t index, qn_buffer *out) {
  qn_die holder;
  if (!index || out->size > TEXT_MAX)
    return;
  const scope *at = &s->items[index - 1];
  print_scope(t, type, s, at->parent, out);
  if (!qn_die_at(t->d, type->unit, at->start, &holder))
    return;
  const qn_str name = qn_die_text(t->d, &holder, QN_DW_AT_NAME);
  if (name.size)
    qn_buffer_printf(out, "%.*s::", QN_STR_ARG(name));
  else if (holder.tag == QN_DW_TAG_NAMESPACE)
    qn_buffer_append_str(out, QN_STR("(anonymous namespace)::"));
}

// "outer::inner::" for the scopes that enclose an entry.
static void print_scopes(qn_types *t, const qn_die *type, qn_buffer *out) {
  const scopes *s = scopes_of(t, type->unit);
  size_t low = 0, high = s ? s->count : 0;
  while (low < high) { // the first scope that starts at or after the entry
    const size_t middle = low + (high - low) / 2;
    if (s->items[middle].start < type->offset)
      low = middle + 1;
    else
      high = middle;
  }
  uint32_t index = (uint32_t)low; // + 1, of the one before it
  while (index && s->items[index - 1].end <= type->offset)
    index = s->items[index - 1].parent;
  print_scope(t, type, s, index, out);
}

// ---- Names

// "<float, 3>": a template's arguments, when the name leaves them out
// (-gsimple-template-names).
static void print_arguments(qn_types *t, const qn_die *type, unsigned depth,
                            qn_buffer *out) {
  qn_die child;
  bool any = false;
  for (bool more = qn_die_child(t->d, type, &child); more;
       more = qn_die_sibling(t->d, &child, &child)) {
    if (child.tag != QN_DW_TAG_TEMPLATE_TYPE &&
        child.tag != QN_DW_TAG_TEMPLATE_VALUE)
      continue;
    qn_buffer_append_str(out, any ? QN_STR(", ") : QN_STR("<"));
    any = true;
    if (child.tag == QN_DW_TAG_TEMPLATE_TYPE)
      print_target(t, &child, depth, out);
    else
      qn_buffer_printf(
          out, "%lld",
          (long long)qn_die_number(t->d, &child, 0x1c /* const_value */, 0));
  }
  if (any)
    qn_buffer_append_str(out, QN_STR(">"));
}

static void print_name(qn_types *t, const qn_die *type, unsigned depth,
                       qn_buffer *out) {
  const qn_str name = qn_die_text(t->d, type, QN_DW_AT_NAME);
  qn_die declared; // GCC declares a type unit's type in its own namespace
  if (type->tag != QN_DW_TAG_BASE_TYPE)
    print_scopes(t,
                 qn_die_ref(t->d, type, QN_DW_AT_SPECIFICATION, &declared)
                     ? &declared
                     : type,
                 out);
  qn_buffer_append_str(out, name.size ? name : QN_STR("(anonymous)"));
  if (name.size && qn_str_find(name, '<') == name.size &&
      (type->tag == QN_DW_TAG_STRUCTURE || type->tag == QN_DW_TAG_CLASS ||
       type->tag == QN_DW_TAG_UNION))
    print_arguments(t, type, depth, out);
}

// "(int, float*)": the parameters of a function type.
static void print_parameters(qn_types *t, const qn_die *type, unsigned depth,
                             qn_buffer *out) {
  qn_die child;
  bool any = false;
  qn_buffer_append_str(out, QN_STR("("));
  for (bool more = qn_die_child(t->d, type, &child); more;
       more = qn_die_sibling(t->d, &child, &child)) {
    if (child.tag != QN_DW_TAG_FORMAL_PARAMETER)
      continue;
    if (any)
      qn_buffer_append_str(out, QN_STR(", "));
    any = true;
    print_target(t, &child, depth, out);
  }
  qn_buffer_append_str(out, QN_STR(")"));
}

static void print_extents(qn_types *t, const qn_die *type, qn_buffer *out) {
  qn_die child;
  for (bool more = qn_die_child(t->d, type, &child); more;
       more = qn_die_sibling(t->d, &child, &child)) {
    if (child.tag != QN_DW_TAG_SUBRANGE)
      continue;
    const uint64_t upper =
        qn_die_number(t->d, &child, QN_DW_AT_UPPER_BOUND, UINT64_MAX);
    qn_buffer_printf(out, "[%llu]",
                     (unsigned long long)qn_die_number(
                         t->d, &child, QN_DW_AT_COUNT, upper + 1));
  }
}

// A pointer or reference; `mark` is "*", "&" or "&&".
static void print_pointer(qn_types *t, const qn_die *type, const char *mark,
                          unsigned depth, qn_buffer *out) {
  qn_die target;
  const bool found = qn_die_ref(t->d, type, QN_DW_AT_TYPE, &target);
  const bool inside =
      found && (target.tag == QN_DW_TAG_SUBROUTINE ||
                (target.tag == QN_DW_TAG_ARRAY &&
                 !qn_die_flag(t->d, &target, QN_DW_AT_GNU_VECTOR)));
  if (!inside) {
    print_type(t, found ? &target : NULL, depth + 1, out);
    qn_buffer_printf(out, "%s", mark);
    return;
  }
  print_target(t, &target, depth, out);
  qn_buffer_printf(out, " (%s)", mark);
  if (target.tag == QN_DW_TAG_SUBROUTINE)
    print_parameters(t, &target, depth, out);
  else
    print_extents(t, &target, out);
}

// A qualifier follows a pointer and precedes anything else.
static void print_qualified(qn_types *t, const qn_die *type, const char *word,
                            unsigned depth, qn_buffer *out) {
  qn_die at = *type;
  bool more = true;
  for (int i = 0; i < DEPTH_MAX && more &&
                  (at.tag == QN_DW_TAG_CONST || at.tag == QN_DW_TAG_VOLATILE ||
                   at.tag == QN_DW_TAG_RESTRICT);
       ++i)
    more = qn_die_ref(t->d, &at, QN_DW_AT_TYPE, &at);
  const bool behind = more && at.tag == QN_DW_TAG_POINTER;
  if (!behind)
    qn_buffer_printf(out, "%s ", word);
  print_target(t, type, depth, out);
  if (behind)
    qn_buffer_printf(out, " %s", word);
}

static void print_type(qn_types *t, const qn_die *type, unsigned depth,
                       qn_buffer *out) {
  qn_die real;
  if (!type) {
    qn_buffer_append_str(out, QN_STR("void"));
    return;
  }
  if (depth > DEPTH_MAX || out->size > TEXT_MAX) {
    qn_buffer_append_str(out, QN_STR("..."));
    return;
  }
  if (qn_die_ref(t->d, type, QN_DW_AT_SIGNATURE, &real))
    type = &real;
  switch (type->tag) {
  case QN_DW_TAG_POINTER:
    print_pointer(t, type, "*", depth, out);
    return;
  case QN_DW_TAG_REFERENCE:
    print_pointer(t, type, "&", depth, out);
    return;
  case QN_DW_TAG_RVALUE_REFERENCE:
    print_pointer(t, type, "&&", depth, out);
    return;
  case QN_DW_TAG_CONST:
    print_qualified(t, type, "const", depth, out);
    return;
  case QN_DW_TAG_VOLATILE:
    print_qualified(t, type, "volatile", depth, out);
    return;
  case QN_DW_TAG_RESTRICT:
    print_qualified(t, type, "__restrict__", depth, out);
    return;
  case QN_DW_TAG_ATOMIC:
    print_qualified(t, type, "_Atomic", depth, out);
    return;
  case QN_DW_TAG_ARRAY:
    print_target(t, type, depth, out);
    if (qn_die_flag(t->d, type, QN_DW_AT_GNU_VECTOR))
      qn_buffer_append_str(out, QN_STR(" vector"));
    print_extents(t, type, out);
    return;
  case QN_DW_TAG_SUBROUTINE:
    print_target(t, type, depth, out);
    print_parameters(t, type, depth, out);
    return;
  case QN_DW_TAG_PTR_TO_MEMBER:
    print_target(t, type, depth, out);
    qn_buffer_append_str(out, QN_STR(" (member pointer)"));
    return;
  case QN_DW_TAG_UNSPECIFIED_TYPE:
    qn_buffer_append_str(out, QN_STR("std::nullptr_t"));
    return;
  default:
    print_name(t, type, depth, out);
  }
}

qn_str qn_types_text(qn_types *t, const qn_die *type) {
  const uint64_t key = type ? qn_die_key(t->d, type) : UINT64_MAX;
  const uint64_t *known = qn_map_find(&t->names, key);
  if (known)
    return *(const qn_str *)(uintptr_t)*known;
  qn_buffer text = {0};
  print_type(t, type, 0, &text);
  const qn_str copy =
      text.failed ? (qn_str){0} : qn_arena_copy(t->arena, qn_buffer_str(&text));
  qn_buffer_finish(&text);
  qn_str *kept = QN_ARENA_NEW(t->arena, qn_str);
  if (kept) { // out of memory: printed again at the next use
    *kept = copy;
    qn_ignore(qn_map_put(&t->names, key, (uintptr_t)kept, NULL),
              "the next use prints it again");
  }
  return copy;
}
