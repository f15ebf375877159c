// SPDX-License-Identifier: Apache-2.0
#include "metadata/debug/dwarf_kernel.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "metadata/debug/demangle.h"

enum { ARGUMENTS_MAX = 1 << 14, CANDIDATES_MAX = 1 << 12, CHAIN_MAX = 16 };

// An entry that may be the function.
typedef struct qn_candidate {
  qn_die die;
  bool is_definition;
  bool is_alias; // matched by an alias of the kernel's symbol
  bool has_address;
  uint64_t address;
} qn_candidate;

// ---- Matching

typedef struct matcher {
  qn_dwarf_match_params *params;
  qn_map by_name;    // to index in wanted
  qn_map by_alias;   // to index in wanted
  qn_map by_address; // of mangled names, for functions without a linkage name
  size_t *unnamed;   // wanted ones in unnamed namespaces
  size_t unnamed_count, unnamed_capacity;
  qn_map matched;       // entries that are candidates, to index in wanted
  bool references_only; // the second pass
  bool memory;
} matcher;

static void add_candidate(matcher *m, size_t index, const qn_dwarf_function *f,
                          bool is_alias) {
  qn_wanted *w = &m->params->wanted[index];
  if (w->candidate_count >= CANDIDATES_MAX)
    return;
  const uint64_t key = qn_die_key(m->params->d, &f->die);
  if (qn_map_find(&m->matched, key))
    return;
  qn_candidate *grown =
      qn_arena_grow(m->params->arena, w->candidates, w->candidate_count,
                    &w->candidate_capacity, sizeof(*grown));
  if (grown)
    w->candidates = grown; // its capacity is counted
  if (!grown ||
      qn_failed(qn_map_put(&m->matched, key, index << 1 | is_alias, NULL))) {
    m->memory = true;
    return;
  }
  grown[w->candidate_count++] = (qn_candidate){
      .die = f->die,
      .is_definition = !f->is_declaration,
      .is_alias = is_alias,
      .has_address = f->has_address,
      .address = f->address,
  };
}

// Whether `name` is one of the components of a mangled name: "<size><name>".
static bool has_part(qn_str mangled, qn_str name) {
  char part[128];
  const int size =
      snprintf(part, sizeof(part), "%zu%.*s", name.size, QN_STR_ARG(name));
  return name.size && size > 0 && (size_t)size < sizeof(part) &&
         qn_str_search(mangled, (qn_str){part, (size_t)size});
}

static void add_opencl(matcher *m, qn_str name) {
  qn_dwarf_match_params *p = m->params;
  // Clang's internal copy of a kernel's body, which other kernels call.
  if (!name.size || qn_map_find_str(&m->by_name, name) ||
      qn_str_starts(name, QN_STR("__clang_ocl_kern_imp_")))
    return;
  qn_wanted *grown = qn_arena_grow(p->arena, p->wanted, p->count, &p->capacity,
                                   sizeof(*grown));
  if (grown)
    p->wanted = grown; // its capacity is counted
  if (!grown || qn_failed(qn_map_put_str(&m->by_name, name, p->count, NULL))) {
    m->memory = true;
    return;
  }
  grown[p->count++] = (qn_wanted){.name = name};
}

// GCC gives functions in an unnamed namespace no linkage name: they are found
// by their address and by the name within the mangled one or, where addresses
// are not known yet or belong to another entry, by the name alone. If that
// finds several, their layouts are compared later.
static void match_unnamed(matcher *m, const qn_dwarf_function *f) {
  const uint64_t *at =
      f->has_address ? qn_map_find(&m->by_address, f->address) : NULL;
  if (at && has_part(m->params->wanted[*at].name, f->name))
    add_candidate(m, (size_t)*at, f, false);
  for (size_t i = 0; i < m->unnamed_count; ++i)
    if (has_part(m->params->wanted[m->unnamed[i]].name, f->name))
      add_candidate(m, m->unnamed[i], f, false);
}

static bool visit_function(void *user, const qn_dwarf_function *f) {
  matcher *m = user;
  const qn_str name = f->linkage_name.size ? f->linkage_name : f->name;
  if (f->has_reference && m->matched.count) {
    const uint64_t *at = qn_map_find(&m->matched, f->target);
    if (at)
      add_candidate(m, (size_t)(*at >> 1), f, *at & 1);
  }
  if (m->references_only)
    return !m->memory;
  if (f->is_kernel && m->params->add_opencl && !f->is_declaration)
    add_opencl(m, name);
  if (!name.size)
    return !m->memory;
  const uint64_t *at = qn_map_find_str(&m->by_name, name);
  const uint64_t *alias =
      m->by_alias.count ? qn_map_find_str(&m->by_alias, name) : NULL;
  if (at)
    add_candidate(m, (size_t)*at, f, false);
  else if (alias)
    add_candidate(m, (size_t)*alias, f, true);
  else if (!f->linkage_name.size && (m->by_address.count || m->unnamed_count))
    match_unnamed(m, f);
  return !m->memory;
}

static bool is_defined(const qn_wanted *w) {
  for (size_t i = 0; i < w->candidate_count; ++i)
    if (w->candidates[i].is_definition)
      return true;
  return false;
}

static bool add_unnamed(matcher *m, size_t index) {
  size_t *grown = qn_arena_grow(m->params->arena, m->unnamed, m->unnamed_count,
                                &m->unnamed_capacity, sizeof(*grown));
  if (!grown)
    return false;
  m->unnamed = grown;
  grown[m->unnamed_count++] = index;
  return true;
}

static bool index_wanted(matcher *m) {
  static const char unnamed[] = "_GLOBAL__N_";
  const qn_dwarf_match_params *p = m->params;
  bool good = true;
  for (size_t i = 0; i < p->count && good; ++i) {
    const qn_wanted *w = &p->wanted[i];
    good = !qn_failed(qn_map_put_str(&m->by_name, w->name, i, NULL));
    if (good && w->has_address && qn_str_starts(w->name, QN_STR("_Z")))
      good = !qn_failed(qn_map_put(&m->by_address, w->address, i, NULL));
    if (good && qn_str_search(w->name, QN_STR(unnamed)))
      good = add_unnamed(m, i);
    for (size_t k = 0; k < w->alias_count && good; ++k)
      good = !qn_failed(qn_map_put_str(&m->by_alias, w->aliases[k], i, NULL));
  }
  return good;
}

qn_status qn_dwarf_match(qn_dwarf_match_params *params, qn_diag *diag) {
  matcher m = {.params = params};
  m.memory = !index_wanted(&m);
  if (!m.memory)
    qn_dwarf_functions(params->d, visit_function, &m);
  // Definitions may precede what they refer to when units were merged.
  bool lacking = false;
  for (size_t i = 0; i < params->count; ++i)
    lacking |=
        params->wanted[i].candidate_count && !is_defined(&params->wanted[i]);
  m.references_only = true;
  for (size_t before = 0; lacking && !m.memory && before != m.matched.count;) {
    before = m.matched.count;
    qn_dwarf_functions(params->d, visit_function, &m);
  }
  qn_map_finish(&m.by_name);
  qn_map_finish(&m.by_alias);
  qn_map_finish(&m.by_address);
  qn_map_finish(&m.matched);
  return m.memory ? qn_fail_memory(diag, "the kernels looked for") : qn_ok();
}

// ---- Parameters

typedef struct describer {
  qn_types *types;
  const qn_wanted *wanted;
  const qn_dwarf_rules *rules;
  qn_argument *arguments;
  size_t count, capacity;
  uint64_t low, high; // next offset if everything is packed; if all is natural
  uint64_t alignment; // of the whole argument block
} describer;

static qn_status fail_ambiguous(const describer *s, size_t index,
                                const qn_argument *a, qn_diag *diag) {
  const qn_status status = qn_fail(
      diag, QN_E_UNSUPPORTED, QN_NOWHERE,
      "the alignment of argument %zu of '%.*s' is ambiguous: '%.*s' may be "
      "packed, which moves argument %zu",
      index, QN_STR_ARG(s->wanted->name), QN_STR_ARG(a->type), s->count);
  qn_diag_hint(diag, "Compile with quern, which records the layout, or say "
                     "--assume natural or --assume packed.");
  return status;
}

// The alignment of a type that may be packed, according to the rules.
static uint64_t choose_alignment(const describer *s, const qn_layout *layout) {
  return s->rules->assume == QN_ASSUME_PACKED ? layout->min_alignment
                                              : layout->max_alignment;
}

static qn_status add_argument(describer *s, const qn_argument *a,
                              qn_diag *diag) {
  if (s->count >= ARGUMENTS_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "'%.*s' has more than %d arguments",
                   QN_STR_ARG(s->wanted->name), ARGUMENTS_MAX);
  qn_argument *grown = qn_arena_grow(s->types->arena, s->arguments, s->count,
                                     &s->capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the arguments of a kernel");
  s->arguments = grown;
  grown[s->count] = *a;
  grown[s->count].index = (uint32_t)s->count;
  ++s->count;
  if (a->alignment > s->alignment)
    s->alignment = a->alignment;
  return qn_ok();
}

// Places a parameter after the previous ones. Both extremes are followed; when
// they give different offsets, the last type that may be packed is to blame.
static qn_status place_parameter(describer *s, qn_argument *a,
                                 const qn_layout *layout, qn_diag *diag) {
  const bool certain = s->rules->assume != QN_ASSUME_NOTHING;
  const uint64_t chosen = choose_alignment(s, layout);
  const uint64_t min = certain ? chosen : layout->min_alignment;
  const uint64_t max = certain ? chosen : layout->max_alignment;
  const uint64_t low = qn_align_up(s->low, min);
  const uint64_t high = qn_align_up(s->high, max);
  if (low != high)
    return fail_ambiguous(s, s->count, a, diag);
  a->alignment = chosen;
  a->offset = high;
  s->low = low + layout->size;
  s->high = high + layout->size;
  return add_argument(s, a, diag);
}

// The type of a parameter: its own, or that of its abstract origin.
static bool parameter_type(qn_dwarf *d, const qn_die *parameter, qn_die *out) {
  qn_die at = *parameter;
  for (int i = 0; i < CHAIN_MAX; ++i) {
    if (qn_die_ref(d, &at, QN_DW_AT_TYPE, out))
      return true;
    if (!qn_die_ref(d, &at, QN_DW_AT_ABSTRACT_ORIGIN, &at))
      return false;
  }
  return false;
}

static qn_str parameter_name(qn_types *types, const qn_die *parameter) {
  qn_die at = *parameter;
  for (int i = 0; i < CHAIN_MAX; ++i) {
    const qn_str name = qn_die_text(types->d, &at, QN_DW_AT_NAME);
    if (name.size)
      return qn_arena_copy(types->arena, name);
    if (!qn_die_ref(types->d, &at, QN_DW_AT_ABSTRACT_ORIGIN, &at))
      break;
  }
  return (qn_str){0};
}

static qn_status add_parameter(describer *s, const qn_die *parameter,
                               qn_diag *diag) {
  qn_types *types = s->types;
  qn_die type;
  qn_layout layout;
  if (qn_die_flag(types->d, parameter, QN_DW_AT_ARTIFICIAL))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "'%.*s' is a member function, which cannot be a kernel",
                   QN_STR_ARG(s->wanted->name));
  if (!parameter_type(types->d, parameter, &type))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "argument %zu of '%.*s' has no type in the debug "
                   "information",
                   s->count, QN_STR_ARG(s->wanted->name));
  qn_argument a = {.name = parameter_name(types, parameter),
                   .type = qn_types_text(types, &type)};
  qn_die plain;
  const bool is_array = qn_types_strip(types, &type, &plain) &&
                        plain.tag == QN_DW_TAG_ARRAY &&
                        !qn_die_flag(types->d, &plain, QN_DW_AT_GNU_VECTOR);
  if (is_array) { // decays to a pointer, as in C
    layout = (qn_layout){.size = types->address_size,
                         .min_alignment = types->address_size,
                         .max_alignment = types->address_size,
                         .is_pointer = true};
  } else {
    const qn_status status = qn_types_layout(types, &type, &layout, diag);
    if (qn_failed(status)) {
      qn_diag_context(diag, "reading argument %zu of '%.*s'", s->count,
                      QN_STR_ARG(s->wanted->name));
      return status;
    }
  }
  if (layout.by_reference)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "argument %zu of '%.*s' is of class '%.*s', which C++ "
                   "passes by reference",
                   s->count, QN_STR_ARG(s->wanted->name), QN_STR_ARG(a.type));
  a.kind = layout.is_pointer ? QN_ARGUMENT_POINTER : QN_ARGUMENT_VALUE;
  a.size = layout.size;
  return place_parameter(s, &a, &layout, diag);
}

static qn_status add_parameters(describer *s, const qn_die *list,
                                unsigned depth, qn_diag *diag) {
  qn_dwarf *d = s->types->d;
  qn_die child;
  for (bool more = qn_die_child(d, list, &child); more;
       more = qn_die_sibling(d, &child, &child)) {
    if (child.tag == QN_DW_TAG_FORMAL_PARAMETER)
      QN_TRY(add_parameter(s, &child, diag));
    else if (child.tag == QN_DW_TAG_PARAMETER_PACK && depth < 2)
      QN_TRY(add_parameters(s, &child, depth + 1, diag));
    else if (child.tag == QN_DW_TAG_UNSPECIFIED_PARAMETERS)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "'%.*s' takes a variable number of arguments",
                     QN_STR_ARG(s->wanted->name));
  }
  return qn_dwarf_check(d, diag);
}

// ---- Wrappers: void k(struct arguments *)

static qn_status add_field(describer *s, const qn_die *member, qn_diag *diag) {
  qn_types *types = s->types;
  qn_die type;
  qn_layout layout;
  if (!qn_die_ref(types->d, member, QN_DW_AT_TYPE, &type))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a member of the arguments of '%.*s' has no type",
                   QN_STR_ARG(s->wanted->name));
  if (qn_die_number(types->d, member, QN_DW_AT_BIT_SIZE, 0))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a member of the arguments of '%.*s' is a bit-field",
                   QN_STR_ARG(s->wanted->name));
  QN_TRY(qn_types_layout(types, &type, &layout, diag));
  const uint64_t offset =
      qn_die_number(types->d, member, QN_DW_AT_MEMBER_LOCATION, 0);
  if (offset < s->rules->header)
    return qn_ok();
  const qn_str name = qn_die_text(types->d, member, QN_DW_AT_NAME);
  qn_argument a = {
      .kind = layout.is_pointer ? QN_ARGUMENT_POINTER : QN_ARGUMENT_VALUE,
      .name = qn_arena_copy(types->arena, name),
      .type = qn_types_text(types, &type),
      .offset = offset - s->rules->header,
      .size = layout.size,
      .alignment = layout.max_alignment,
  };
  // The offset is stated; it bounds the alignment.
  while (a.alignment > 1 && offset % a.alignment)
    a.alignment >>= 1;
  s->high = a.offset + a.size;
  return add_argument(s, &a, diag);
}

static qn_status add_fields(describer *s, const qn_die *structure,
                            qn_diag *diag) {
  qn_dwarf *d = s->types->d;
  qn_die child;
  for (bool more = qn_die_child(d, structure, &child); more;
       more = qn_die_sibling(d, &child, &child))
    if (child.tag == QN_DW_TAG_MEMBER &&
        !qn_die_flag(d, &child, QN_DW_AT_EXTERNAL) &&
        !qn_die_flag(d, &child, QN_DW_AT_DECLARATION))
      QN_TRY(add_field(s, &child, diag));
  return qn_dwarf_check(d, diag);
}

static bool points_to_structure(describer *s, const qn_die *list, qn_die *out) {
  qn_types *types = s->types;
  qn_die parameter, type, target;
  return qn_die_child(types->d, list, &parameter) &&
         parameter.tag == QN_DW_TAG_FORMAL_PARAMETER &&
         parameter_type(types->d, &parameter, &type) &&
         qn_types_strip(types, &type, &type) && type.tag == QN_DW_TAG_POINTER &&
         qn_die_ref(types->d, &type, QN_DW_AT_TYPE, &target) &&
         qn_types_strip(types, &target, out) &&
         (out->tag == QN_DW_TAG_STRUCTURE || out->tag == QN_DW_TAG_CLASS);
}

// Whether it has plain parameters: several, or one that is no pointer to a
// structure.
static bool is_plain(describer *s, const qn_die *list) {
  qn_dwarf *d = s->types->d;
  qn_die child, structure;
  size_t count = 0;
  for (bool more = qn_die_child(d, list, &child); more;
       more = qn_die_sibling(d, &child, &child))
    count += child.tag == QN_DW_TAG_FORMAL_PARAMETER;
  return count > 1 || (count == 1 && !points_to_structure(s, list, &structure));
}

// The structure that a wrapper's only parameter points to.
static qn_status find_structure(describer *s, const qn_die *list, qn_die *out,
                                qn_diag *diag) {
  qn_types *types = s->types;
  const bool good = points_to_structure(s, list, out);
  QN_TRY(qn_dwarf_check(types->d, diag));
  if (!good)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "'%.*s' does not take a pointer to a structure of "
                   "arguments",
                   QN_STR_ARG(s->wanted->name));
  if (qn_die_flag(types->d, out, QN_DW_AT_DECLARATION))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "the structure of arguments of '%.*s' is only declared in "
                   "the debug information",
                   QN_STR_ARG(s->wanted->name));
  return qn_ok();
}

// ---- Choosing among candidates

// The entry that lists the parameters: a clone made by the compiler may list
// them in another order, so its origin is preferred.
static qn_die parameters_of(qn_dwarf *d, const qn_die *function) {
  qn_die at = *function, next, child;
  for (int i = 0; i < CHAIN_MAX; ++i) {
    if (qn_die_ref(d, &at, QN_DW_AT_ABSTRACT_ORIGIN, &next)) {
      at = next;
      continue;
    }
    bool any = false;
    for (bool more = qn_die_child(d, &at, &child); more && !any;
         more = qn_die_sibling(d, &child, &child))
      any = child.tag == QN_DW_TAG_FORMAL_PARAMETER ||
            child.tag == QN_DW_TAG_PARAMETER_PACK;
    if (any || !qn_die_ref(d, &at, QN_DW_AT_SPECIFICATION, &next))
      break;
    at = next;
  }
  return at;
}

// A function without parameters cannot be told from one whose parameters the
// debug information leaves out (-g1).
static qn_status check_empty(const describer *s, const qn_die *function,
                             qn_diag *diag) {
  qn_dwarf *d = s->types->d;
  qn_die root;
  qn_str producer = {0};
  if (qn_die_root(d, function->unit, &root))
    producer = qn_die_text(d, &root, QN_DW_AT_PRODUCER);
  const qn_demangled name = qn_demangle(s->types->arena, s->wanted->name);
  qn_die at = *function;
  bool has_line = false;
  for (int i = 0; i < CHAIN_MAX && !has_line; ++i) {
    has_line = qn_die_get(d, &at, QN_DW_AT_DECL_LINE).known;
    if (!qn_die_ref(d, &at, QN_DW_AT_SPECIFICATION, &at) &&
        !qn_die_ref(d, &at, QN_DW_AT_ABSTRACT_ORIGIN, &at))
      break;
  }
  const bool lean = !has_line || qn_str_search(producer, QN_STR(" -g1")) ||
                    (name.is_function && name.parameter_count != 0);
  if (!lean)
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
              "the debug information of '%.*s' has no parameters",
              QN_STR_ARG(s->wanted->name));
  qn_diag_hint(diag, "Compile with -g; -g1 and -gline-tables-only leave the "
                     "parameters out.");
  return status;
}

static qn_status describe_candidate(describer *s, const qn_candidate *c,
                                    qn_diag *diag) {
  qn_dwarf *d = s->types->d;
  const qn_die list = parameters_of(d, &c->die);
  QN_TRY(qn_dwarf_check(d, diag));
  s->types->address_size = d->units[list.unit].address_size;
  qn_die result;
  if (s->rules->only_void && (qn_die_ref(d, &list, QN_DW_AT_TYPE, &result) ||
                              qn_die_ref(d, &c->die, QN_DW_AT_TYPE, &result)))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "'%.*s' has a result, as no kernel has",
                   QN_STR_ARG(s->wanted->name));
  if (s->wanted->is_wrapper &&
      !(s->wanted->may_be_plain && is_plain(s, &list))) {
    qn_die structure;
    QN_TRY(find_structure(s, &list, &structure, diag));
    return add_fields(s, &structure, diag);
  }
  QN_TRY(add_parameters(s, &list, 0, diag));
  return s->count ? qn_ok() : check_empty(s, &c->die, diag);
}

static bool same_layout(const describer *a, const describer *b) {
  if (a->count != b->count)
    return false;
  for (size_t i = 0; i < a->count; ++i) {
    const qn_argument *x = &a->arguments[i], *y = &b->arguments[i];
    if (x->offset != y->offset || x->size != y->size ||
        x->alignment != y->alignment || x->kind != y->kind)
      return false;
  }
  return true;
}

static qn_status fail_absent(const qn_wanted *w, qn_diag *diag) {
  const qn_status status = qn_fail(
      diag, QN_E_NOT_FOUND, QN_NOWHERE,
      w->candidate_count ? "'%.*s' is only declared in the debug information"
                         : "there is no debug information about '%.*s'",
      QN_STR_ARG(w->name));
  qn_diag_hint(diag, "Compile its source with -g, or with quern, which needs "
                     "no debug information.");
  return status;
}

// Whether a candidate is ruled out: it is not a definition, or another one is
// at the symbol's exact address or has the kernel's own name.
static bool is_out(const qn_wanted *w, const qn_candidate *c, bool own_names,
                   bool exact) {
  return !c->is_definition || (own_names && c->is_alias) ||
         (exact && (!c->has_address || c->address != w->address));
}

static qn_status describe_all(describer *s, bool exact, bool *out_differ,
                              qn_diag *diag) {
  const qn_wanted *w = s->wanted;
  const describer empty = *s;
  bool own_names = false, any = false;
  for (size_t i = 0; i < w->candidate_count; ++i)
    own_names |= w->candidates[i].is_definition && !w->candidates[i].is_alias;
  *out_differ = false;
  for (size_t i = 0; i < w->candidate_count; ++i) {
    if (is_out(w, &w->candidates[i], own_names, exact))
      continue;
    describer one = empty;
    QN_TRY(describe_candidate(&one, &w->candidates[i], diag));
    *out_differ |= any && !same_layout(s, &one);
    if (!any)
      *s = one;
    any = true;
  }
  return any ? qn_ok() : fail_absent(w, diag);
}

// Whether a definition is at the symbol's address.
static bool has_exact(const qn_wanted *w) {
  bool exact = false;
  for (size_t i = 0; i < w->candidate_count && w->has_address; ++i)
    exact |= w->candidates[i].is_definition && w->candidates[i].has_address &&
             w->candidates[i].address == w->address;
  return exact;
}

qn_status qn_dwarf_describe(qn_types *types, const qn_wanted *wanted,
                            const qn_dwarf_rules *rules, qn_kernel *out,
                            qn_diag *diag) {
  describer s = {
      .types = types, .wanted = wanted, .rules = rules, .alignment = 1};
  const describer empty = s;
  bool differ;
  qn_diag why = {0};
  qn_status status = describe_all(&s, false, &differ, &why);
  if ((differ || qn_failed(status)) && has_exact(wanted)) {
    s = empty;
    why = (qn_diag){0};
    status = describe_all(&s, true, &differ, &why);
  }
  if (!qn_failed(status) && differ)
    status = qn_fail(&why, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "several functions are called '%.*s', and take different "
                     "arguments",
                     QN_STR_ARG(wanted->name));
  if (qn_failed(status)) {
    if (diag)
      *diag = why;
    return status;
  }
  *out = (qn_kernel){
      .name = wanted->name,
      .symbol = wanted->symbol.size ? wanted->symbol : wanted->name,
      .source = wanted->is_wrapper ? QN_SOURCE_WRAPPER : QN_SOURCE_DWARF,
      .arguments_known = true,
      .arguments = s.arguments,
      .argument_count = s.count,
      .arguments_size = qn_known(s.high),
      .arguments_alignment = qn_known(s.alignment),
  };
  return qn_ok();
}
