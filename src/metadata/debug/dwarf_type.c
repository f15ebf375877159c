// SPDX-License-Identifier: Apache-2.0
// Layouts of types; their names are in dwarf_name.c.
#include "metadata/debug/dwarf_type.h"

#include <inttypes.h>

#include "base/alloc.h"

enum { DEPTH_MAX = 64, MEMBERS_MAX = 1 << 16 };

void qn_types_finish(qn_types *t) {
  qn_map_finish(&t->layouts);
  qn_map_finish(&t->names);
  qn_map_finish(&t->scopes);
}

static bool is_alias(uint16_t tag) {
  return tag == QN_DW_TAG_TYPEDEF || tag == QN_DW_TAG_CONST ||
         tag == QN_DW_TAG_VOLATILE || tag == QN_DW_TAG_RESTRICT ||
         tag == QN_DW_TAG_ATOMIC;
}

static bool is_class(uint16_t tag) {
  return tag == QN_DW_TAG_STRUCTURE || tag == QN_DW_TAG_CLASS ||
         tag == QN_DW_TAG_UNION;
}

// Replaces a declaration by the type unit's type that it stands for.
static void follow_signature(qn_types *t, qn_die *die) {
  qn_die real;
  for (int i = 0; i < 4; ++i) {
    if (!qn_die_ref(t->d, die, QN_DW_AT_SIGNATURE, &real))
      return;
    *die = real;
  }
}

bool qn_types_strip(qn_types *t, const qn_die *die, qn_die *out) {
  *out = *die;
  for (int i = 0; i < DEPTH_MAX; ++i) {
    qn_die next;
    follow_signature(t, out);
    if (!is_alias(out->tag))
      return true;
    if (!qn_die_ref(t->d, out, QN_DW_AT_TYPE, &next))
      return false;
    *out = next;
  }
  return false;
}

static uint64_t low_bit(uint64_t value) { return value & (0 - value); }

static bool is_power(uint64_t value) {
  return value && (value & (value - 1)) == 0;
}

static uint64_t round_up_power(uint64_t value) {
  uint64_t power = 1;
  while (power < value && power < UINT64_C(1) << 32)
    power <<= 1;
  return power;
}

// ---- Failures, each with a message of its own

// "<kind> 'name' <tail>".
static qn_status fail(qn_types *t, const qn_die *die, const char *kind,
                      const char *tail, qn_diag *diag) {
  const qn_str name = qn_types_text(t, die);
  QN_TRY(qn_dwarf_check(t->d, diag));
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE, "%s '%.*s' %s", kind,
                 QN_STR_ARG(name), tail);
}

static qn_status fail_incomplete(qn_types *t, const qn_die *die,
                                 qn_diag *diag) {
  const qn_status status =
      fail(t, die, "type", "is only declared in the debug information", diag);
  qn_diag_hint(diag, "Compile with -fstandalone-debug, which makes clang "
                     "describe every type that is used.");
  return status;
}

// ---- Triviality, which decides how C++ passes a class

// Destructors, "~name", and constructors; `own` is the class's name.
static bool is_special(qn_types *t, const qn_die *function, qn_str own,
                       bool *is_destructor) {
  const qn_str name = qn_die_text(t->d, function, QN_DW_AT_NAME);
  *is_destructor = name.size && name.data[0] == '~';
  // A template's constructors have its name without arguments.
  qn_str bare = own;
  bare.size = qn_str_find(own, '<');
  return *is_destructor || qn_str_equal(name, own) || qn_str_equal(name, bare);
}

// Whether a constructor takes a reference to its own class as first parameter.
static bool takes_itself(qn_types *t, const qn_die *function,
                         const qn_die *own) {
  qn_die parameter, type, target;
  size_t count = 0;
  bool itself = false;
  for (bool more = qn_die_child(t->d, function, &parameter); more;
       more = qn_die_sibling(t->d, &parameter, &parameter)) {
    if (parameter.tag != QN_DW_TAG_FORMAL_PARAMETER ||
        qn_die_flag(t->d, &parameter, QN_DW_AT_ARTIFICIAL))
      continue;
    if (count++)
      break; // the others have defaults: only the first matters
    itself = qn_die_ref(t->d, &parameter, QN_DW_AT_TYPE, &type) &&
             (type.tag == QN_DW_TAG_REFERENCE ||
              type.tag == QN_DW_TAG_RVALUE_REFERENCE) &&
             qn_die_ref(t->d, &type, QN_DW_AT_TYPE, &target) &&
             qn_types_strip(t, &target, &target) &&
             qn_die_key(t->d, &target) == qn_die_key(t->d, own);
  }
  return itself;
}

// A user-provided copy or move constructor or destructor, or a virtual
// function. In-class "= default" keeps a class trivial.
static bool makes_nontrivial(qn_types *t, const qn_die *function,
                             const qn_die *own, qn_str own_name) {
  enum { DEFAULTED_IN_CLASS = 1 };
  bool is_destructor;
  if (qn_die_number(t->d, function, QN_DW_AT_VIRTUALITY, 0))
    return true;
  if (!is_special(t, function, own_name, &is_destructor))
    return false;
  if (!is_destructor && !takes_itself(t, function, own))
    return false;
  if (qn_die_flag(t->d, function, QN_DW_AT_ARTIFICIAL))
    return false; // implicit: the members decide
  if (qn_die_flag(t->d, function, QN_DW_AT_DELETED))
    return true;
  return qn_die_number(t->d, function, QN_DW_AT_DEFAULTED, 0) !=
         DEFAULTED_IN_CLASS;
}

// ---- Structures

typedef struct members {
  uint64_t size, end; // of the structure; end of the last member so far
  uint64_t min_alignment, max_alignment;
  uint64_t cap; // alignment left by visible packing; UINT64_MAX: none seen
  bool by_reference;
} members;

static qn_status layout_of(qn_types *t, const qn_die *die, unsigned depth,
                           qn_layout *out, qn_diag *diag);

// The smallest alignment that moves something that follows `end` to `offset`.
static uint64_t proven_by_gap(uint64_t end, uint64_t offset) {
  for (uint64_t a = 1; a <= offset; a <<= 1)
    if (qn_align_up(end, a) == offset)
      return a;
  return 1;
}

static void place_member(members *m, const qn_layout *layout, uint64_t offset,
                         uint64_t stated) {
  uint64_t min = stated ? stated : layout->min_alignment;
  uint64_t max = stated ? stated : layout->max_alignment;
  if (offset % max != 0) { // visibly packed, or of a packed type
    max = low_bit(offset);
    if (min > max)
      m->cap = max < m->cap ? max : m->cap;
  }
  if (offset > m->end) {
    const uint64_t proven = proven_by_gap(m->end, offset);
    if (proven <= max && proven > m->min_alignment)
      m->min_alignment = proven;
  }
  if (stated && stated > m->min_alignment)
    m->min_alignment = stated;
  if (max > m->max_alignment)
    m->max_alignment = max;
  if (offset + layout->size > m->end)
    m->end = offset + layout->size;
}

static qn_status add_member(qn_types *t, const qn_die *member, unsigned depth,
                            members *m, qn_diag *diag) {
  qn_die type;
  qn_layout layout;
  if (qn_die_flag(t->d, member, QN_DW_AT_EXTERNAL) ||
      qn_die_flag(t->d, member, QN_DW_AT_DECLARATION))
    return qn_ok(); // a static member
  if (qn_die_number(t->d, member, QN_DW_AT_VIRTUALITY, 0)) {
    m->by_reference = true; // a virtual base
    return qn_ok();
  }
  if (!qn_die_ref(t->d, member, QN_DW_AT_TYPE, &type))
    return fail(t, member, "member", "has no type", diag);
  QN_TRY(layout_of(t, &type, depth + 1, &layout, diag));
  m->by_reference |= layout.by_reference;
  const uint64_t stated = qn_die_number(t->d, member, QN_DW_AT_ALIGNMENT, 0);
  const uint64_t bits = qn_die_number(t->d, member, QN_DW_AT_BIT_SIZE, 0);
  if (bits) { // aligned as its declared type, placed where its storage unit is
    const uint64_t at =
        qn_die_number(t->d, member, QN_DW_AT_DATA_BIT_OFFSET, 0);
    const uint64_t behind = (at + bits + 7) / 8;
    m->max_alignment = layout.max_alignment > m->max_alignment
                           ? layout.max_alignment
                           : m->max_alignment;
    m->end = behind > m->end && behind <= m->size ? behind : m->end;
    return qn_ok();
  }
  const uint64_t offset =
      qn_die_number(t->d, member, QN_DW_AT_MEMBER_LOCATION, 0);
  if (offset > m->size || (stated && !is_power(stated)))
    return fail(t, member, "member", "lies outside of its structure", diag);
  place_member(m, &layout, offset, stated);
  return qn_ok();
}

static qn_status add_members(qn_types *t, const qn_die *die, unsigned depth,
                             members *m, qn_diag *diag) {
  const qn_str own = qn_die_text(t->d, die, QN_DW_AT_NAME);
  qn_die child;
  size_t count = 0;
  for (bool more = qn_die_child(t->d, die, &child); more;
       more = qn_die_sibling(t->d, &child, &child)) {
    if (++count > MEMBERS_MAX)
      return fail(t, die, "type", "has too many members", diag);
    if (child.tag == QN_DW_TAG_MEMBER || child.tag == QN_DW_TAG_INHERITANCE)
      QN_TRY(add_member(t, &child, depth, m, diag));
    else if (child.tag == QN_DW_TAG_SUBPROGRAM)
      m->by_reference |= makes_nontrivial(t, &child, die, own);
  }
  return qn_dwarf_check(t->d, diag);
}

static qn_status layout_class(qn_types *t, const qn_die *die, unsigned depth,
                              qn_layout *out, qn_diag *diag) {
  if (qn_die_flag(t->d, die, QN_DW_AT_DECLARATION))
    return fail_incomplete(t, die, diag);
  const uint64_t size =
      qn_die_number(t->d, die, QN_DW_AT_BYTE_SIZE, UINT64_MAX);
  if (size > UINT32_MAX)
    return fail(t, die, "type", "has no usable size", diag);
  members m = {
      .size = size, .min_alignment = 1, .max_alignment = 1, .cap = UINT64_MAX};
  QN_TRY(add_members(t, die, depth, &m, diag));
  // When the compiler states how the class is passed, nothing is inferred.
  const uint64_t passed =
      qn_die_number(t->d, die, QN_DW_AT_CALLING_CONVENTION, 0);
  if (passed == QN_DW_CC_PASS_BY_REFERENCE || passed == QN_DW_CC_PASS_BY_VALUE)
    m.by_reference = passed == QN_DW_CC_PASS_BY_REFERENCE;
  if (m.max_alignment > m.cap)
    m.max_alignment = m.cap;
  while (m.max_alignment > 1 && size % m.max_alignment)
    m.max_alignment >>= 1;
  if (size > m.end) {
    const uint64_t proven = proven_by_gap(m.end, size);
    if (proven <= m.max_alignment && proven > m.min_alignment)
      m.min_alignment = proven;
  }
  const uint64_t stated = qn_die_number(t->d, die, QN_DW_AT_ALIGNMENT, 0);
  if (is_power(stated))
    m.min_alignment = m.max_alignment = stated;
  if (m.min_alignment > m.max_alignment)
    m.max_alignment = m.min_alignment;
  *out = (qn_layout){.size = size,
                     .min_alignment = m.min_alignment,
                     .max_alignment = m.max_alignment,
                     .by_reference = m.by_reference};
  return qn_ok();
}

// ---- Arrays and vectors

static qn_status count_elements(qn_types *t, const qn_die *die,
                                uint64_t *out_count, qn_diag *diag) {
  uint64_t count = 1;
  qn_die child;
  for (bool more = qn_die_child(t->d, die, &child); more;
       more = qn_die_sibling(t->d, &child, &child)) {
    if (child.tag != QN_DW_TAG_SUBRANGE)
      continue;
    uint64_t extent = qn_die_number(t->d, &child, QN_DW_AT_COUNT, UINT64_MAX);
    if (extent == UINT64_MAX) {
      const uint64_t upper =
          qn_die_number(t->d, &child, QN_DW_AT_UPPER_BOUND, UINT64_MAX);
      extent = upper + 1;      // no bound: 0, a flexible array
      if (upper == UINT32_MAX) // -1 in four bytes: GCC's zero-length array
        extent = 0;
    }
    if (extent > UINT32_MAX || count * extent > UINT32_MAX)
      return fail(t, die, "type", "has no usable size", diag);
    count *= extent;
  }
  *out_count = count;
  return qn_dwarf_check(t->d, diag);
}

static qn_status layout_array(qn_types *t, const qn_die *die, unsigned depth,
                              qn_layout *out, qn_diag *diag) {
  qn_die element;
  qn_layout layout;
  uint64_t count = 0;
  if (!qn_die_ref(t->d, die, QN_DW_AT_TYPE, &element))
    return fail(t, die, "type", "has no elements", diag);
  QN_TRY(layout_of(t, &element, depth + 1, &layout, diag));
  QN_TRY(count_elements(t, die, &count, diag));
  const uint64_t size =
      qn_die_number(t->d, die, QN_DW_AT_BYTE_SIZE, count * layout.size);
  if (size > UINT32_MAX || layout.size > UINT32_MAX)
    return fail(t, die, "type", "has no usable size", diag);
  *out = (qn_layout){.size = size,
                     .min_alignment = layout.min_alignment,
                     .max_alignment = layout.max_alignment,
                     .by_reference = layout.by_reference};
  if (qn_die_flag(t->d, die, QN_DW_AT_GNU_VECTOR)) {
    // Three elements take the space of four, and a vector is aligned to its
    // size; on AArch64 to 16 bytes at most.
    enum { AARCH64_MAX = 16 };
    uint64_t alignment = round_up_power(size);
    out->size = alignment;
    if (t->machine == QN_ELF_MACHINE_AARCH64 && alignment > AARCH64_MAX)
      alignment = AARCH64_MAX;
    out->min_alignment = out->max_alignment = alignment;
  }
  return qn_ok();
}

// ---- Numbers, enumerations, pointers

// _BitInt(N): as measured with clang 22.
static uint64_t align_wide(const qn_types *t, uint64_t size) {
  const uint64_t max = t->machine == QN_ELF_MACHINE_AARCH64 ? 16 : 8;
  return size < max ? round_up_power(size) : max;
}

static qn_status layout_base(qn_types *t, const qn_die *die, qn_layout *out,
                             qn_diag *diag) {
  enum { COMPLEX_FLOAT = 3, GNU_COMPLEX_LAST = 0x82 };
  const uint64_t size = qn_die_number(t->d, die, QN_DW_AT_BYTE_SIZE, 0);
  const uint64_t encoding = qn_die_number(t->d, die, QN_DW_AT_ENCODING, 0);
  const qn_str name = qn_die_text(t->d, die, QN_DW_AT_NAME);
  uint64_t alignment = size;
  if (size == 0 || size > UINT16_MAX)
    return fail(t, die, "type", "has no usable size", diag);
  const bool is_complex = encoding == COMPLEX_FLOAT ||
                          qn_str_starts(name, QN_STR("complex ")) ||
                          (encoding >= 0x80 && encoding <= GNU_COMPLEX_LAST);
  if (is_complex)
    alignment = size / 2;
  else if (qn_str_starts(name, QN_STR("_BitInt")) ||
           qn_str_starts(name, QN_STR("unsigned _BitInt")))
    alignment = align_wide(t, size);
  if (!is_power(alignment))
    return fail(t, die, "type", "has no known alignment", diag);
  *out = (qn_layout){
      .size = size, .min_alignment = alignment, .max_alignment = alignment};
  return qn_ok();
}

static qn_status layout_enumeration(qn_types *t, const qn_die *die,
                                    unsigned depth, qn_layout *out,
                                    qn_diag *diag) {
  const uint64_t size = qn_die_number(t->d, die, QN_DW_AT_BYTE_SIZE, 0);
  qn_die type;
  if (is_power(size) && size <= 16) {
    *out =
        (qn_layout){.size = size, .min_alignment = size, .max_alignment = size};
    return qn_ok();
  }
  if (qn_die_flag(t->d, die, QN_DW_AT_DECLARATION) ||
      !qn_die_ref(t->d, die, QN_DW_AT_TYPE, &type))
    return fail_incomplete(t, die, diag);
  return layout_of(t, &type, depth + 1, out, diag);
}

static qn_status layout_pointer(qn_types *t, const qn_die *die, qn_layout *out,
                                qn_diag *diag) {
  enum { AMD_SHARED = 3, AMD_PRIVATE = 5 };
  uint64_t size = t->address_size;
  const uint64_t space =
      qn_die_number(t->d, die, QN_DW_AT_LLVM_ADDRESS_SPACE,
                    qn_die_number(t->d, die, QN_DW_AT_ADDRESS_CLASS, 0));
  if (t->machine == QN_ELF_MACHINE_AMDGPU &&
      (space == AMD_SHARED || space == AMD_PRIVATE))
    size = 4;
  size = qn_die_number(t->d, die, QN_DW_AT_BYTE_SIZE, size);
  if (!is_power(size) || size > sizeof(uint64_t))
    return fail(t, die, "type", "has no usable size", diag);
  *out = (qn_layout){.size = size,
                     .min_alignment = size,
                     .max_alignment = size,
                     .is_pointer = true};
  return qn_ok();
}

// A pointer to a member function has two words, one to a data member one.
static qn_layout layout_to_member(qn_types *t, const qn_die *die) {
  qn_die type;
  const bool function = qn_die_ref(t->d, die, QN_DW_AT_TYPE, &type) &&
                        qn_types_strip(t, &type, &type) &&
                        type.tag == QN_DW_TAG_SUBROUTINE;
  return (qn_layout){.size = (function ? 2u : 1u) * t->address_size,
                     .min_alignment = t->address_size,
                     .max_alignment = t->address_size};
}

// ---- Any type

// The layout of an alias: an alignment that it states overrides that of the
// aliased type.
static qn_status layout_alias(qn_types *t, const qn_die *die, unsigned depth,
                              qn_layout *out, qn_diag *diag) {
  qn_die type;
  if (!qn_die_ref(t->d, die, QN_DW_AT_TYPE, &type))
    return fail(t, die, "type", "is void", diag);
  QN_TRY(layout_of(t, &type, depth + 1, out, diag));
  const uint64_t stated = qn_die_number(t->d, die, QN_DW_AT_ALIGNMENT, 0);
  if (is_power(stated))
    out->min_alignment = out->max_alignment = stated;
  if (die->tag == QN_DW_TAG_ATOMIC && is_power(out->size) && out->size <= 16)
    out->min_alignment = out->max_alignment = out->size;
  return qn_ok();
}

static qn_status layout_plain(qn_types *t, const qn_die *die, unsigned depth,
                              qn_layout *out, qn_diag *diag) {
  if (is_alias(die->tag))
    return layout_alias(t, die, depth, out, diag);
  if (is_class(die->tag))
    return layout_class(t, die, depth, out, diag);
  switch (die->tag) {
  case QN_DW_TAG_ARRAY:
    return layout_array(t, die, depth, out, diag);
  case QN_DW_TAG_ENUMERATION:
    return layout_enumeration(t, die, depth, out, diag);
  case QN_DW_TAG_BASE_TYPE:
    QN_TRY(layout_base(t, die, out, diag));
    break;
  case QN_DW_TAG_POINTER:
  case QN_DW_TAG_REFERENCE:
  case QN_DW_TAG_RVALUE_REFERENCE:
    QN_TRY(layout_pointer(t, die, out, diag));
    break;
  case QN_DW_TAG_PTR_TO_MEMBER:
    *out = layout_to_member(t, die);
    break;
  case QN_DW_TAG_UNSPECIFIED_TYPE: // nullptr_t
    *out = (qn_layout){.size = t->address_size,
                       .min_alignment = t->address_size,
                       .max_alignment = t->address_size};
    break;
  default:
    return fail(t, die, "type", "is of a kind that is not supported", diag);
  }
  const uint64_t stated = qn_die_number(t->d, die, QN_DW_AT_ALIGNMENT, 0);
  if (is_power(stated))
    out->min_alignment = out->max_alignment = stated;
  return qn_ok();
}

// The layout of each type is computed once: in hostile input the uses can
// outnumber the types by far.
static qn_status layout_of(qn_types *t, const qn_die *die, unsigned depth,
                           qn_layout *out, qn_diag *diag) {
  qn_die real = *die;
  follow_signature(t, &real);
  const uint64_t key = qn_die_key(t->d, &real);
  const uint64_t *known = qn_map_find(&t->layouts, key);
  if (known && *known) {
    *out = *(const qn_layout *)(uintptr_t)*known;
    return qn_ok();
  }
  if (known || depth > DEPTH_MAX)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   known ? "a type of the debug information contains itself"
                         : "types of the debug information are nested deeper "
                           "than %d",
                   DEPTH_MAX);
  QN_TRY(qn_map_put(&t->layouts, key, 0, diag));
  qn_layout layout = {0};
  const qn_status status = layout_plain(t, &real, depth, &layout, diag);
  if (qn_failed(status)) {
    (void)qn_map_remove(&t->layouts, key);
    return status;
  }
  qn_layout *kept = QN_ARENA_NEW(t->arena, qn_layout);
  if (!kept)
    return qn_fail_memory(diag, "the layout of a type");
  *kept = *out = layout;
  return qn_map_put(&t->layouts, key, (uintptr_t)kept, diag);
}

qn_status qn_types_layout(qn_types *t, const qn_die *die, qn_layout *out,
                          qn_diag *diag) {
  return layout_of(t, die, 0, out, diag);
}
