// SPDX-License-Identifier: Apache-2.0
#include "metadata/extract/clspv.h"

#include <stdlib.h>

enum {
  CLSPV_KERNEL = 1,
  CLSPV_ARGUMENT_INFO = 2,
  CLSPV_REQUIRED_SIZE = 24,
  ARGUMENTS_MAX = 4096, // of one kernel
};

// The operands after {kernel, ordinal} of an argument.
typedef enum place_kind {
  PLACE_NONE,
  PLACE_DESCRIPTOR, // set, binding
  PLACE_BUFFER,     // set, binding, offset, size
  PLACE_PUSH,       // offset, size
  PLACE_WORKGROUP,  // id of a constant, size of an element
} place_kind;

static const struct {
  place_kind place;
  qn_argument_kind kind;
} arguments[] = {
    [3] = {PLACE_DESCRIPTOR, QN_ARGUMENT_POINTER}, // storage buffer
    [4] = {PLACE_DESCRIPTOR, QN_ARGUMENT_POINTER}, // uniform
    [5] = {PLACE_BUFFER, QN_ARGUMENT_VALUE},
    [6] = {PLACE_BUFFER, QN_ARGUMENT_VALUE},
    [7] = {PLACE_PUSH, QN_ARGUMENT_VALUE},
    [8] = {PLACE_DESCRIPTOR, QN_ARGUMENT_IMAGE}, // sampled
    [9] = {PLACE_DESCRIPTOR, QN_ARGUMENT_IMAGE}, // storage
    [10] = {PLACE_DESCRIPTOR, QN_ARGUMENT_SAMPLER},
    [11] = {PLACE_WORKGROUP, QN_ARGUMENT_SHARED},
    [26] = {PLACE_PUSH, QN_ARGUMENT_POINTER},
    [27] = {PLACE_BUFFER, QN_ARGUMENT_POINTER},
    [34] = {PLACE_DESCRIPTOR, QN_ARGUMENT_IMAGE}, // texel buffers
    [35] = {PLACE_DESCRIPTOR, QN_ARGUMENT_IMAGE},
};

typedef struct reflected {
  size_t capacity; // of the kernel's arguments
} reflected;

typedef struct clspv {
  qn_extract *x;
  qn_spirv module;
  uint32_t set;         // id of the import
  uint32_t *definition; // by id: offset in the module; 0: none
  uint32_t *kernel;     // by id: 1 + index of the kernel
  reflected *reflected;
  size_t kernel_capacity, reflected_capacity;
} clspv;

static qn_spirv_op op_at(const clspv *c, uint32_t id) {
  qn_spirv_op op = {0};
  bool end;
  size_t at = id < c->module.bound ? c->definition[id] : 0;
  if (!at || qn_failed(qn_spirv_next(&c->module, &at, &op, &end, NULL)))
    op.operands.failed = true;
  return op;
}

static qn_str string_of(const clspv *c, uint32_t id) {
  qn_spirv_op op = op_at(c, id);
  (void)qn_read_u32(&op.operands, "result");
  if (op.operands.failed || op.opcode != QN_SPIRV_STRING)
    return (qn_str){0};
  return qn_spirv_text(&op.operands, "string");
}

static uint32_t number_of(const clspv *c, uint32_t id) {
  qn_spirv_op op = op_at(c, id);
  (void)qn_read_u32(&op.operands, "type");
  (void)qn_read_u32(&op.operands, "result");
  const uint32_t value = qn_read_u32(&op.operands, "constant");
  return op.operands.failed || op.opcode != QN_SPIRV_CONSTANT ? 0 : value;
}

static uint32_t next_number(const clspv *c, qn_reader *operands) {
  return number_of(c, qn_read_u32(operands, "operand"));
}

// ---- First pass

static bool is_reflection(qn_str name) {
  static const qn_str prefix = {"NonSemantic.ClspvReflection.", 28};
  return qn_str_starts(name, prefix);
}

static void index_op(clspv *c, const qn_spirv_op *op) {
  qn_reader operands = op->operands;
  if (op->opcode == QN_SPIRV_CONSTANT || op->opcode == QN_SPIRV_EXT_INST)
    (void)qn_read_u32(&operands, "type");
  else if (op->opcode != QN_SPIRV_STRING &&
           op->opcode != QN_SPIRV_EXT_INST_IMPORT)
    return;
  const uint32_t id = qn_read_u32(&operands, "result");
  if (operands.failed || id >= c->module.bound)
    return;
  c->definition[id] = (uint32_t)op->offset;
  if (op->opcode == QN_SPIRV_EXT_INST_IMPORT &&
      is_reflection(qn_spirv_text(&operands, "name")))
    c->set = id;
}

// ---- Second pass

static qn_status add_kernel(clspv *c, uint32_t id, qn_reader *operands,
                            qn_diag *diag) {
  qn_image *image = c->x->image;
  (void)qn_read_u32(operands, "function");
  const qn_str name = string_of(c, qn_read_u32(operands, "name"));
  if (operands->failed || id >= c->module.bound || !name.size)
    return qn_ok();
  if (image->kernel_count == c->x->limits->kernels)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "more than %zu kernels in one SPIR-V module",
                   c->x->limits->kernels);
  qn_kernel *kernels =
      qn_arena_grow(c->x->arena, image->kernels, image->kernel_count,
                    &c->kernel_capacity, sizeof(*kernels));
  reflected *more =
      qn_arena_grow(c->x->arena, c->reflected, image->kernel_count,
                    &c->reflected_capacity, sizeof(*more));
  if (!kernels || !more)
    return qn_fail_memory(diag, "the kernels");
  image->kernels = kernels;
  c->reflected = more;
  kernels[image->kernel_count] = (qn_kernel){.name = name,
                                             .symbol = name,
                                             .source = QN_SOURCE_SPIRV,
                                             .arguments_known = true};
  more[image->kernel_count] = (reflected){0};
  c->kernel[id] = (uint32_t)++image->kernel_count;
  return qn_ok();
}

// NULL when no earlier instruction describes the kernel.
static qn_kernel *find_kernel(const clspv *c, uint32_t id) {
  const uint32_t index = id < c->module.bound ? c->kernel[id] : 0;
  return index ? &c->x->image->kernels[index - 1] : NULL;
}

static void set_names(const clspv *c, uint32_t info, qn_argument *a) {
  qn_spirv_op op = op_at(c, info);
  (void)qn_read_u32(&op.operands, "type");
  (void)qn_read_u32(&op.operands, "result");
  const uint32_t set = qn_read_u32(&op.operands, "set");
  const uint32_t code = qn_read_u32(&op.operands, "instruction");
  if (op.operands.failed || op.opcode != QN_SPIRV_EXT_INST || set != c->set ||
      code != CLSPV_ARGUMENT_INFO)
    return;
  a->name = string_of(c, qn_read_u32(&op.operands, "name"));
  if (qn_spirv_words_left(&op.operands))
    a->type = string_of(c, qn_read_u32(&op.operands, "type name"));
}

static qn_status add_argument(clspv *c, uint32_t code, qn_reader *operands,
                              qn_diag *diag) {
  qn_kernel *k = find_kernel(c, qn_read_u32(operands, "kernel"));
  const place_kind place = arguments[code].place;
  qn_argument a = {
      .kind = arguments[code].kind,
      .index = next_number(c, operands),
      .offset = QN_OFFSET_UNKNOWN,
      .space =
          a.kind == QN_ARGUMENT_POINTER ? QN_SPACE_GLOBAL : QN_SPACE_UNKNOWN,
  };
  if (a.kind == QN_ARGUMENT_POINTER)
    a.space = QN_SPACE_GLOBAL;
  if (!k || a.index >= ARGUMENTS_MAX || k->argument_count >= ARGUMENTS_MAX)
    return qn_ok();
  if (place == PLACE_DESCRIPTOR || place == PLACE_BUFFER) {
    (void)qn_read_u32(operands, "descriptor set");
    (void)qn_read_u32(operands, "binding");
  }
  if (place == PLACE_BUFFER || place == PLACE_PUSH) {
    a.offset = next_number(c, operands);
    a.size = next_number(c, operands);
  } else if (place == PLACE_WORKGROUP) {
    (void)qn_read_u32(operands, "constant");
    (void)qn_read_u32(operands, "element size");
  }
  if (qn_spirv_words_left(operands))
    set_names(c, qn_read_u32(operands, "argument info"), &a);
  if (operands->failed)
    return qn_ok();
  reflected *r = &c->reflected[k - c->x->image->kernels];
  qn_argument *grown =
      qn_arena_grow(c->x->arena, k->arguments, k->argument_count, &r->capacity,
                    sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the arguments");
  k->arguments = grown;
  grown[k->argument_count++] = a;
  return qn_ok();
}

static void set_required(const clspv *c, qn_reader *operands) {
  uint32_t size[3];
  qn_kernel *k = find_kernel(c, qn_read_u32(operands, "kernel"));
  for (size_t i = 0; i < 3; ++i)
    size[i] = next_number(c, operands);
  if (!k || operands->failed)
    return;
  memcpy(k->resources.required_threads, size, sizeof(size));
  k->resources.required_known = true;
}

static qn_status read_op(clspv *c, const qn_spirv_op *op, qn_diag *diag) {
  qn_reader operands = op->operands;
  if (op->opcode != QN_SPIRV_EXT_INST)
    return qn_ok();
  (void)qn_read_u32(&operands, "type");
  const uint32_t id = qn_read_u32(&operands, "result");
  if (qn_read_u32(&operands, "set") != c->set)
    return qn_ok();
  const uint32_t code = qn_read_u32(&operands, "instruction");
  if (code == CLSPV_KERNEL)
    return add_kernel(c, id, &operands, diag);
  if (code == CLSPV_REQUIRED_SIZE)
    set_required(c, &operands);
  else if (code < sizeof(arguments) / sizeof(arguments[0]) &&
           arguments[code].place != PLACE_NONE)
    return add_argument(c, code, &operands, diag);
  return qn_ok();
}

static int by_ordinal(const void *a, const void *b) {
  const qn_argument *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

static qn_status each_op(clspv *c, bool second, qn_diag *diag) {
  for (size_t at = QN_SPIRV_HEADER_SIZE;;) {
    qn_spirv_op op;
    bool end;
    QN_TRY(qn_spirv_next(&c->module, &at, &op, &end, diag));
    if (end)
      return qn_ok();
    if (second)
      QN_TRY(read_op(c, &op, diag));
    else
      index_op(c, &op);
  }
}

qn_status qn_extract_clspv(qn_extract *x, const qn_spirv *module,
                           qn_diag *diag) {
  clspv c = {.x = x, .module = *module};
  c.definition = qn_arena_alloc(x->arena, module->bound, sizeof(uint32_t));
  c.kernel = qn_arena_alloc(x->arena, module->bound, sizeof(uint32_t));
  if (!c.definition || !c.kernel)
    return qn_fail_memory(diag, "the ids of the module");
  QN_TRY(each_op(&c, false, diag));
  if (!c.set)
    return qn_ok();
  QN_TRY(each_op(&c, true, diag));
  for (size_t i = 0; i < x->image->kernel_count; ++i) {
    qn_kernel *k = &x->image->kernels[i];
    if (k->argument_count)
      qsort(k->arguments, k->argument_count, sizeof(*k->arguments), by_ordinal);
  }
  return qn_ok();
}
