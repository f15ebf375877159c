// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules for OpenCL: entry points of model Kernel, the types and names
// of their parameters, required work-group sizes.
//
// SPIR-V has no argument block; the offsets are those of Quern's own packing,
// each argument at the next multiple of its alignment.
#include <inttypes.h>

#include "base/alloc.h"
#include "formats/code/spirv.h"
#include "metadata/extract/extract.h"
#include "metadata/extract/clspv.h"
#include "metadata/record/spirv.h"

enum {
  MODEL_KERNEL = 6,
  MODE_LOCAL_SIZE = 17,
  MODE_LOCAL_SIZE_ID = 38,
  DECORATION_PACKED = 10,
  DECORATION_FUNC_PARAM_ATTR = 38,
  DECORATION_ALIGNMENT = 44,
  ATTR_BY_VALUE = 2,
  BOUND_MAX = 0x3fffff, // the universal limit on ids
  TYPE_DEPTH_MAX = 32,
  TYPE_STEPS_MAX = 100000, // per module, against deeply nested types
};

enum {
  STORAGE_UNIFORM_CONSTANT = 0,
  STORAGE_WORKGROUP = 4,
  STORAGE_CROSS_WORKGROUP = 5,
  STORAGE_FUNCTION = 7,
  STORAGE_GENERIC = 8,
};

// Facts about an id; offsets are of instructions in the module, 0: none.
typedef struct id_info {
  uint32_t definition;
  uint32_t name;
  uint32_t alignment; // decoration
  bool by_value, packed;
} id_info;

typedef struct spirv {
  qn_extract *x;
  qn_spirv module;
  id_info *ids;
  uint32_t *functions; // of the kernels, in the same order
  size_t function_capacity;
  uint64_t pointer_size; // bytes; 0: logical addressing
  size_t steps;          // spent on sizes of types
  size_t looked_at;      // parameters and instructions of functions
} spirv;

typedef struct layout {
  uint64_t size, alignment; // 0: unknown
} layout;

// The instruction at `offset`, which was read successfully before.
static qn_spirv_op op_at(const spirv *s, uint32_t offset) {
  qn_spirv_op op = {0};
  size_t at = offset;
  bool end;
  if (offset == 0 || qn_failed(qn_spirv_next(&s->module, &at, &op, &end, NULL)))
    op.operands.failed = true;
  return op;
}

static id_info *info_of(const spirv *s, uint32_t id) {
  return id < s->module.bound ? &s->ids[id] : NULL;
}

// The instruction that defines `id`, its operands starting after the result id
// (and after the result type, if `typed`).
static qn_spirv_op definition_of(const spirv *s, uint32_t id, bool typed) {
  const id_info *info = info_of(s, id);
  qn_spirv_op op = op_at(s, info ? info->definition : 0);
  if (typed)
    (void)qn_read_u32(&op.operands, "type");
  (void)qn_read_u32(&op.operands, "result");
  return op;
}

static qn_str name_of(const spirv *s, uint32_t id) {
  const id_info *info = info_of(s, id);
  if (!info || !info->name)
    return (qn_str){0};
  qn_spirv_op op = op_at(s, info->name);
  (void)qn_read_u32(&op.operands, "target");
  return qn_spirv_text(&op.operands, "name");
}

// The value of an integer constant; 0 when `id` is not one.
static uint64_t constant_of(const spirv *s, uint32_t id) {
  qn_spirv_op op = definition_of(s, id, true);
  if (op.opcode != QN_SPIRV_CONSTANT && op.opcode != QN_SPIRV_SPEC_CONSTANT)
    return 0;
  uint64_t value = qn_read_u32(&op.operands, "constant");
  if (qn_spirv_words_left(&op.operands))
    value |= (uint64_t)qn_read_u32(&op.operands, "constant") << 32;
  return op.operands.failed ? 0 : value;
}

// ---- Sizes of types

static layout layout_of(spirv *s, uint32_t type, unsigned depth);

static layout struct_layout(spirv *s, qn_reader *members, bool packed,
                            unsigned depth) {
  layout whole = {0, 1};
  while (qn_spirv_words_left(members)) {
    const layout member =
        layout_of(s, qn_read_u32(members, "member"), depth + 1);
    if (member.alignment == 0)
      return (layout){0};
    const uint64_t alignment = packed ? 1 : member.alignment;
    whole.size = qn_align_up(whole.size, alignment);
    if (__builtin_add_overflow(whole.size, member.size, &whole.size) ||
        whole.size > UINT32_MAX)
      return (layout){0};
    if (alignment > whole.alignment)
      whole.alignment = alignment;
  }
  whole.size = qn_align_up(whole.size, whole.alignment);
  return whole;
}

static layout repeat(layout element, uint64_t count) {
  layout whole = element;
  if (__builtin_mul_overflow(element.size, count, &whole.size) ||
      whole.size > UINT32_MAX)
    return (layout){0};
  return whole;
}

// Vectors are aligned to their size; three elements take the space of four.
static layout vector_layout(layout element, uint64_t count) {
  uint64_t room = 1;
  while (room < count && room < 16)
    room *= 2;
  layout whole = repeat(element, room);
  whole.alignment = whole.size;
  return count > 16 || count == 0 ? (layout){0} : whole;
}

static layout scalar_layout(uint64_t bits) {
  const uint64_t bytes = bits / 8;
  const bool usual = bytes && bytes <= 16 && !(bytes & (bytes - 1));
  return usual ? (layout){bytes, bytes} : (layout){0};
}

static layout layout_of(spirv *s, uint32_t type, unsigned depth) {
  if (depth > TYPE_DEPTH_MAX || ++s->steps > TYPE_STEPS_MAX)
    return (layout){0};
  qn_spirv_op op = definition_of(s, type, false);
  const id_info *info = info_of(s, type);
  switch (op.opcode) {
  case QN_SPIRV_TYPE_BOOL:
    return (layout){1, 1};
  case QN_SPIRV_TYPE_INT:
  case QN_SPIRV_TYPE_FLOAT:
    return scalar_layout(qn_read_u32(&op.operands, "width"));
  case QN_SPIRV_TYPE_VECTOR: {
    const layout element =
        layout_of(s, qn_read_u32(&op.operands, "element"), depth + 1);
    return vector_layout(element, qn_read_u32(&op.operands, "count"));
  }
  case QN_SPIRV_TYPE_ARRAY: {
    const layout element =
        layout_of(s, qn_read_u32(&op.operands, "element"), depth + 1);
    return repeat(element, constant_of(s, qn_read_u32(&op.operands, "length")));
  }
  case QN_SPIRV_TYPE_STRUCT:
    return struct_layout(s, &op.operands, info->packed, depth);
  case QN_SPIRV_TYPE_POINTER:
  case QN_SPIRV_TYPE_UNTYPED_POINTER:
  case QN_SPIRV_TYPE_IMAGE:
  case QN_SPIRV_TYPE_SAMPLER:
  case QN_SPIRV_TYPE_SAMPLED_IMAGE:
  case QN_SPIRV_TYPE_EVENT:
  case QN_SPIRV_TYPE_QUEUE:
  case QN_SPIRV_TYPE_PIPE:
  case QN_SPIRV_TYPE_OPAQUE:
    return (layout){s->pointer_size, s->pointer_size};
  default:
    return (layout){0};
  }
}

// ---- Arguments

static qn_space space_of(uint32_t storage) {
  switch (storage) {
  case STORAGE_UNIFORM_CONSTANT:
    return QN_SPACE_CONSTANT;
  case STORAGE_WORKGROUP:
    return QN_SPACE_SHARED;
  case STORAGE_CROSS_WORKGROUP:
    return QN_SPACE_GLOBAL;
  case STORAGE_GENERIC:
    return QN_SPACE_GENERIC;
  case STORAGE_FUNCTION:
    return QN_SPACE_PRIVATE;
  default:
    return QN_SPACE_UNKNOWN;
  }
}

// Kind, size and alignment from the parameter's type.
static void set_type(spirv *s, uint32_t type, const id_info *param,
                     qn_argument *a) {
  qn_spirv_op op = definition_of(s, type, false);
  layout size = layout_of(s, type, 0);
  switch (op.opcode) {
  case QN_SPIRV_TYPE_POINTER:
  case QN_SPIRV_TYPE_UNTYPED_POINTER: {
    const uint32_t storage = qn_read_u32(&op.operands, "storage class");
    if (param->by_value && op.opcode == QN_SPIRV_TYPE_POINTER) {
      size = layout_of(s, qn_read_u32(&op.operands, "pointee"), 0);
      if (param->alignment)
        size.alignment = param->alignment;
      break;
    }
    a->space = space_of(storage);
    a->kind =
        storage == STORAGE_WORKGROUP ? QN_ARGUMENT_SHARED : QN_ARGUMENT_POINTER;
    break;
  }
  case QN_SPIRV_TYPE_IMAGE:
  case QN_SPIRV_TYPE_SAMPLED_IMAGE:
    a->kind = QN_ARGUMENT_IMAGE;
    break;
  case QN_SPIRV_TYPE_SAMPLER:
    a->kind = QN_ARGUMENT_SAMPLER;
    break;
  default:
    break;
  }
  a->size = size.size;
  a->alignment = size.alignment & (size.alignment - 1) ? 0 : size.alignment;
}

typedef struct param_list {
  uint32_t *ids, *types;
  size_t count;
  uint32_t body; // offset of the instruction after the parameters
} param_list;

// Limits the work: every instruction is read a few times at most, unless
// thousands of entry points share one function.
static qn_status spend(spirv *s, qn_diag *diag) {
  const size_t limit = 4096 + 4 * (s->module.bytes.size / 4);
  if (s->looked_at++ < limit)
    return qn_ok();
  return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                 "entry points of the SPIR-V module share functions too often");
}

// The parameters of function `id`, in the arena.
static qn_status read_params(spirv *s, uint32_t id, param_list *out,
                             qn_diag *diag) {
  const id_info *info = info_of(s, id);
  qn_spirv_op op = op_at(s, info ? info->definition : 0);
  *out = (param_list){0};
  if (op.opcode != QN_SPIRV_FUNCTION)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){s->module.origin, 0, "entry point"},
                   "entry point %%%" PRIu32 " is not a function", id);
  size_t at = op.offset + op.size, capacity = 0, types_capacity = 0;
  for (;;) {
    bool end;
    const size_t before = at;
    QN_TRY(spend(s, diag));
    QN_TRY(qn_spirv_next(&s->module, &at, &op, &end, diag));
    if (end || op.opcode != QN_SPIRV_FUNCTION_PARAMETER) {
      out->body = (uint32_t)before;
      return qn_ok();
    }
    uint32_t *ids = qn_arena_grow(s->x->arena, out->ids, out->count, &capacity,
                                  sizeof(*ids));
    uint32_t *types = qn_arena_grow(s->x->arena, out->types, out->count,
                                    &types_capacity, sizeof(*types));
    if (!ids || !types)
      return qn_fail_memory(diag, "the parameters");
    out->ids = ids;
    out->types = types;
    types[out->count] = qn_read_u32(&op.operands, "parameter type");
    ids[out->count++] = qn_read_u32(&op.operands, "parameter");
    QN_TRY(qn_reader_finish(&op.operands, diag));
  }
}

// Some producers emit an entry point that only calls the actual kernel, whose
// parameters have the names. True when `out` was replaced by these.
static bool find_wrapped(spirv *s, const param_list *entry, param_list *out) {
  size_t at = entry->body;
  for (;;) {
    qn_spirv_op op;
    bool end;
    if (qn_failed(spend(s, NULL)) ||
        qn_failed(qn_spirv_next(&s->module, &at, &op, &end, NULL)) || end ||
        op.opcode == QN_SPIRV_FUNCTION_END)
      return false;
    if (op.opcode != QN_SPIRV_FUNCTION_CALL)
      continue;
    (void)qn_read_u32(&op.operands, "type");
    (void)qn_read_u32(&op.operands, "result");
    const uint32_t callee = qn_read_u32(&op.operands, "function");
    param_list called;
    if (op.operands.failed || qn_failed(read_params(s, callee, &called, NULL)))
      return false;
    for (size_t i = 0; i < called.count; ++i)
      if (called.count != entry->count || called.types[i] != entry->types[i])
        return false;
    *out = called;
    return called.count != 0;
  }
}

static qn_status read_arguments(spirv *s, uint32_t function, qn_kernel *k,
                                qn_diag *diag) {
  param_list params, named;
  QN_TRY(read_params(s, function, &params, diag));
  named = params;
  if (params.count && !name_of(s, params.ids[0]).size)
    (void)find_wrapped(s, &params, &named);
  qn_argument *arguments =
      qn_arena_alloc(s->x->arena, params.count, sizeof(*arguments));
  if (!arguments)
    return qn_fail_memory(diag, "the arguments");
  uint64_t end = 0;
  bool known = true;
  for (size_t i = 0; i < params.count; ++i) {
    qn_argument *a = &arguments[i];
    const id_info *info = info_of(s, params.ids[i]);
    a->index = (uint32_t)i;
    if (info)
      set_type(s, params.types[i], info, a);
    a->name = name_of(s, named.ids[i]);
    known &= a->alignment != 0;
    a->offset = qn_align_up(end, a->alignment ? a->alignment : 1);
    end = a->offset + a->size;
  }
  k->arguments_known = true;
  k->arguments = arguments;
  k->argument_count = params.count;
  if (known)
    k->arguments_size = qn_known(end);
  else
    qn_extract_warn(s->x,
                    "an argument of kernel '%.*s' has a type of unknown "
                    "size",
                    QN_STR_ARG(k->name));
  return qn_ok();
}

// ---- Texts of types: OpString "kernel_arg_type.NAME.t1,t2,"

static void take_types(qn_kernel *k, qn_str list) {
  for (size_t i = 0; i < k->argument_count; ++i) {
    qn_str type;
    if (!qn_str_split(&list, ',', &type))
      return;
    k->arguments[i].type = type;
  }
}

static void read_type_string(const spirv *s, const qn_spirv_op *op) {
  static const qn_str prefix = {"kernel_arg_type.", 16};
  qn_reader operands = op->operands;
  (void)qn_read_u32(&operands, "result");
  const qn_str text = qn_spirv_text(&operands, "text");
  if (!qn_str_starts(text, prefix))
    return;
  const qn_str rest = qn_str_skip(text, prefix.size);
  for (size_t i = 0; i < s->x->image->kernel_count; ++i) {
    qn_kernel *k = &s->x->image->kernels[i];
    if (qn_str_starts(rest, k->name) && rest.size > k->name.size &&
        rest.data[k->name.size] == '.') {
      take_types(k, qn_str_skip(rest, k->name.size + 1));
      return;
    }
  }
}

// ---- First pass: where ids are defined, named and decorated

static void note_decoration(spirv *s, qn_reader *operands) {
  id_info *info = info_of(s, qn_read_u32(operands, "target"));
  const uint32_t decoration = qn_read_u32(operands, "decoration");
  if (!info)
    return;
  if (decoration == DECORATION_PACKED)
    info->packed = true;
  if (decoration == DECORATION_ALIGNMENT)
    info->alignment = qn_read_u32(operands, "alignment");
  if (decoration == DECORATION_FUNC_PARAM_ATTR &&
      qn_read_u32(operands, "attribute") == ATTR_BY_VALUE)
    info->by_value = true;
}

// Whether the instruction has a result id to be indexed, and whether a result
// type precedes it.
static bool has_result(uint16_t opcode, bool *out_typed) {
  *out_typed = opcode == QN_SPIRV_CONSTANT ||
               opcode == QN_SPIRV_SPEC_CONSTANT ||
               opcode == QN_SPIRV_CONSTANT_COMPOSITE ||
               opcode == QN_SPIRV_SPEC_CONSTANT_COMPOSITE ||
               opcode == QN_SPIRV_VARIABLE || opcode == QN_SPIRV_FUNCTION;
  return *out_typed ||
         (opcode >= QN_SPIRV_TYPE_VOID && opcode <= QN_SPIRV_TYPE_PIPE) ||
         opcode == QN_SPIRV_TYPE_UNTYPED_POINTER;
}

static void index_op(spirv *s, const qn_spirv_op *op) {
  qn_reader operands = op->operands;
  bool typed;
  if (has_result(op->opcode, &typed)) {
    if (typed)
      (void)qn_read_u32(&operands, "type");
    id_info *info = info_of(s, qn_read_u32(&operands, "result"));
    if (info && !operands.failed)
      info->definition = (uint32_t)op->offset;
  } else if (op->opcode == QN_SPIRV_NAME) {
    id_info *info = info_of(s, qn_read_u32(&operands, "target"));
    if (info)
      info->name = (uint32_t)op->offset;
  } else if (op->opcode == QN_SPIRV_DECORATE) {
    note_decoration(s, &operands);
  } else if (op->opcode == QN_SPIRV_MEMORY_MODEL) {
    const uint32_t addressing = qn_read_u32(&operands, "addressing model");
    s->pointer_size = addressing == 2 ? 8 : addressing == 1 ? 4 : 0;
  }
}

// ---- Entry points

static qn_status add_kernel(spirv *s, const qn_spirv_op *op, size_t *capacity,
                            qn_diag *diag) {
  qn_reader operands = op->operands;
  const uint32_t model = qn_read_u32(&operands, "execution model");
  const uint32_t function = qn_read_u32(&operands, "function");
  const qn_str name = qn_spirv_text(&operands, "name");
  QN_TRY(qn_reader_finish(&operands, diag));
  qn_image *image = s->x->image;
  if (model != MODEL_KERNEL || qn_spirv_is_internal(name))
    return qn_ok();
  if (image->kernel_count == s->x->limits->kernels)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu kernels in one SPIR-V module",
                   s->x->limits->kernels);
  qn_kernel *grown =
      qn_arena_grow(s->x->arena, image->kernels, image->kernel_count, capacity,
                    sizeof(*grown));
  uint32_t *functions =
      qn_arena_grow(s->x->arena, s->functions, image->kernel_count,
                    &s->function_capacity, sizeof(*functions));
  if (!grown || !functions)
    return qn_fail_memory(diag, "the kernels");
  image->kernels = grown;
  s->functions = functions;
  functions[image->kernel_count] = function;
  qn_kernel *k = &grown[image->kernel_count++];
  *k = (qn_kernel){.name = name, .symbol = name, .source = QN_SOURCE_SPIRV};
  return read_arguments(s, function, k, diag);
}

static qn_kernel *find_kernel(const spirv *s, uint32_t function) {
  for (size_t i = 0; i < s->x->image->kernel_count; ++i)
    if (s->functions[i] == function)
      return &s->x->image->kernels[i];
  return NULL;
}

static void read_mode(spirv *s, const qn_spirv_op *op) {
  qn_reader operands = op->operands;
  const uint32_t function = qn_read_u32(&operands, "function");
  const uint32_t mode = qn_read_u32(&operands, "mode");
  if (mode != MODE_LOCAL_SIZE && mode != MODE_LOCAL_SIZE_ID)
    return;
  uint32_t size[3];
  for (size_t i = 0; i < 3; ++i) {
    size[i] = qn_read_u32(&operands, "local size");
    if (mode == MODE_LOCAL_SIZE_ID)
      size[i] = (uint32_t)constant_of(s, size[i]);
  }
  qn_kernel *k = operands.failed ? NULL : find_kernel(s, function);
  if (!k)
    return;
  memcpy(k->resources.required_threads, size, sizeof(size));
  k->resources.required_known = true;
}

// Calls `step` for each instruction before the first function, or for all.
typedef qn_status op_fn(spirv *s, const qn_spirv_op *op, size_t *state,
                        qn_diag *diag);

static qn_status for_each_op(spirv *s, bool functions, op_fn *step,
                             qn_diag *diag) {
  size_t at = QN_SPIRV_HEADER_SIZE, state = 0;
  for (;;) {
    qn_spirv_op op;
    bool end;
    QN_TRY(qn_spirv_next(&s->module, &at, &op, &end, diag));
    if (end || (!functions && op.opcode == QN_SPIRV_FUNCTION))
      return qn_ok();
    QN_TRY(step(s, &op, &state, diag));
  }
}

static qn_status index_step(spirv *s, const qn_spirv_op *op, size_t *state,
                            qn_diag *diag) {
  (void)state, (void)diag;
  index_op(s, op);
  return qn_ok();
}

static qn_status kernel_step(spirv *s, const qn_spirv_op *op, size_t *capacity,
                             qn_diag *diag) {
  return op->opcode == QN_SPIRV_ENTRY_POINT ? add_kernel(s, op, capacity, diag)
                                            : qn_ok();
}

static qn_status detail_step(spirv *s, const qn_spirv_op *op, size_t *spent,
                             qn_diag *diag) {
  enum { SPENT_MAX = 65536 }; // each may search all kernels
  (void)diag;
  if (op->opcode != QN_SPIRV_EXECUTION_MODE &&
      op->opcode != QN_SPIRV_EXECUTION_MODE_ID && op->opcode != QN_SPIRV_STRING)
    return qn_ok();
  if ((*spent += 1 + s->x->image->kernel_count / 16) > SPENT_MAX)
    return qn_ok();
  if (op->opcode == QN_SPIRV_STRING)
    read_type_string(s, op);
  else
    read_mode(s, op);
  return qn_ok();
}

static qn_status name_target(spirv *s, qn_diag *diag) {
  const uint32_t version = s->module.version;
  qn_image *image = s->x->image;
  const bool oldest = version <= 0x00010000;
  image->target = s->pointer_size == 8
                      ? oldest ? QN_STR("spirv64v1.0") : QN_STR("spirv64")
                  : s->pointer_size == 4 ? QN_STR("spirv32")
                                         : QN_STR("spirv-vulkan");
  image->version = qn_arena_printf(s->x->arena, "%" PRIu32 ".%" PRIu32,
                                   version >> 16 & 0xff, version >> 8 & 0xff);
  return image->version.data ? qn_ok() : qn_fail_memory(diag, "the version");
}

// In a module's strings, or in an array variable.
static qn_status find_record(qn_extract *x, qn_span *out_camd,
                             uint64_t *out_origin, qn_diag *diag) {
  const qn_span bytes = x->item->bytes;
  qn_status status = qn_spirv_find_record(bytes, x->arena, out_camd, diag);
  *out_origin = 0;
  if (status.code == QN_E_NOT_FOUND) {
    *diag = (qn_diag){0};
    status = qn_spirv_find_array(bytes, x->arena, out_camd, diag);
  }
  return status;
}

qn_status qn_extract_spirv(qn_extract *x, qn_diag *diag) {
  spirv s = {.x = x};
  x->find_record = find_record;
  QN_TRY(qn_spirv_open(x->item->bytes, x->item->offset, &s.module, diag));
  if (s.module.bound > BOUND_MAX)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){x->item->offset + 12, 4, NULL},
                   "SPIR-V module with ids up to %" PRIu32 ", at most %d",
                   s.module.bound, BOUND_MAX);
  if (x->item->bytes.size > UINT32_MAX)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){x->item->offset, 0, NULL},
                   "SPIR-V module of more than 4 GiB");
  s.ids = qn_arena_alloc(x->arena, s.module.bound, sizeof(*s.ids));
  if (!s.ids)
    return qn_fail_memory(diag, "the ids of the module");
  QN_TRY(for_each_op(&s, true, index_step, diag));
  QN_TRY(name_target(&s, diag));
  QN_TRY(for_each_op(&s, false, kernel_step, diag));
  QN_TRY(for_each_op(&s, false, detail_step, diag));
  // Vulkan modules have only shaders.
  return x->image->kernel_count ? qn_ok()
                                : qn_extract_clspv(x, &s.module, diag);
}
