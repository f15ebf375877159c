// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/describe.h"

#include <inttypes.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>

#include "base/alloc.h"

// Operands of debug information nodes (llvm/IR/DebugInfoMetadata.h of LLVM 22).
enum {
  NODE_SCOPE = 1,
  NODE_NAME = 2,
  TYPE_BASE = 5,
  COMPOSITE_ELEMENTS = 6,
  SUBROUTINE_TYPES = 5,
  SUBPROGRAM_TYPE = 4,
  SUBPROGRAM_RETAINED = 7,
  VARIABLE_NAME = 1,
};

// DWARF tags (DWARF 5, table 7.3).
enum {
  TAG_ARRAY = 0x01,
  TAG_POINTER = 0x0f,
  TAG_REFERENCE = 0x10,
  TAG_SUBROUTINE = 0x15,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_NAMESPACE = 0x39,
  TAG_RVALUE_REFERENCE = 0x42,
  TAG_STRUCTURE = 0x13,
  TAG_UNION = 0x17,
  TAG_CLASS = 0x02,
  TAG_MEMBER = 0x0d,
  TAG_TYPEDEF = 0x16,
  TAG_INHERITANCE = 0x1c,
  TAG_BASE_TYPE = 0x24,
};

enum { DEPTH_MAX = 64 };

// ---- Types as text

static unsigned tag_of(LLVMValueRef node) {
  return node ? LLVMGetDINodeTag(LLVMValueAsMetadata(node)) : 0;
}

// Prints "outer::inner::": the namespaces and classes around a node.
static void print_scope(LLVMValueRef scope, unsigned depth, qn_buffer *out) {
  const unsigned tag = tag_of(scope);
  if (depth > DEPTH_MAX || (tag != TAG_NAMESPACE && tag != TAG_STRUCTURE &&
                            tag != TAG_CLASS && tag != TAG_UNION))
    return;
  print_scope(qn_ir_operand(scope, NODE_SCOPE), depth + 1, out);
  const qn_str name = qn_ir_string(qn_ir_operand(scope, NODE_NAME));
  if (name.size)
    qn_buffer_printf(out, "%.*s::", QN_STR_ARG(name));
  else if (tag == TAG_NAMESPACE)
    qn_buffer_append_str(out, QN_STR("(anonymous namespace)::"));
}

static void print_type(LLVMValueRef type, unsigned depth, qn_buffer *out);

static void print_parameters(LLVMValueRef subroutine, unsigned depth,
                             qn_buffer *out) {
  LLVMValueRef types = qn_ir_operand(subroutine, SUBROUTINE_TYPES);
  const unsigned count =
      types && LLVMIsAMDNode(types) ? LLVMGetMDNodeNumOperands(types) : 0;
  qn_buffer_append_str(out, QN_STR("("));
  for (unsigned i = 1; i < count; ++i) {
    if (i > 1)
      qn_buffer_append_str(out, QN_STR(", "));
    print_type(qn_ir_operand(types, i), depth + 1, out);
  }
  qn_buffer_append_str(out, QN_STR(")"));
}

// Prints "[4][2]": the dimensions of an array type.
static void print_dimensions(LLVMValueRef array, qn_buffer *out) {
  LLVMValueRef elements = qn_ir_operand(array, COMPOSITE_ELEMENTS);
  const unsigned count = elements && LLVMIsAMDNode(elements)
                             ? LLVMGetMDNodeNumOperands(elements)
                             : 0;
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef extent = qn_ir_operand(qn_ir_operand(elements, i), 0);
    if (extent && LLVMIsAConstantInt(extent))
      qn_buffer_printf(out, "[%llu]", LLVMConstIntGetZExtValue(extent));
    else
      qn_buffer_append_str(out, QN_STR("[]"));
  }
}

// A pointer or reference; `mark` is "*", "&" or "&&".
static void print_pointer(LLVMValueRef type, const char *mark, unsigned depth,
                          qn_buffer *out) {
  LLVMValueRef target = qn_ir_operand(type, TYPE_BASE);
  const unsigned tag = tag_of(target);
  if (tag == TAG_SUBROUTINE) {
    LLVMValueRef types = qn_ir_operand(target, SUBROUTINE_TYPES);
    print_type(qn_ir_operand(types, 0), depth + 1, out);
    qn_buffer_printf(out, " (%s)", mark);
    print_parameters(target, depth, out);
  } else if (tag == TAG_ARRAY) {
    print_type(qn_ir_operand(target, TYPE_BASE), depth + 1, out);
    qn_buffer_printf(out, " (%s)", mark);
    print_dimensions(target, out);
  } else {
    print_type(target, depth + 1, out);
    qn_buffer_printf(out, "%s", mark);
  }
}

// A qualifier goes after a pointer and before anything else.
static void print_qualified(LLVMValueRef type, const char *qualifier,
                            unsigned depth, qn_buffer *out) {
  LLVMValueRef base = qn_ir_operand(type, TYPE_BASE);
  unsigned tag = tag_of(base);
  for (LLVMValueRef at = base;
       tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT;) {
    at = qn_ir_operand(at, TYPE_BASE);
    tag = tag_of(at);
  }
  const bool behind = tag == TAG_POINTER;
  if (!behind)
    qn_buffer_printf(out, "%s ", qualifier);
  print_type(base, depth + 1, out);
  if (behind)
    qn_buffer_printf(out, " %s", qualifier);
}

static void print_type(LLVMValueRef type, unsigned depth, qn_buffer *out) {
  if (!type) {
    qn_buffer_append_str(out, QN_STR("void"));
    return;
  }
  if (depth > DEPTH_MAX) {
    qn_buffer_append_str(out, QN_STR("..."));
    return;
  }
  switch (tag_of(type)) {
  case TAG_POINTER:
    print_pointer(type, "*", depth, out);
    return;
  case TAG_REFERENCE:
    print_pointer(type, "&", depth, out);
    return;
  case TAG_RVALUE_REFERENCE:
    print_pointer(type, "&&", depth, out);
    return;
  case TAG_CONST:
    print_qualified(type, "const", depth, out);
    return;
  case TAG_VOLATILE:
    print_qualified(type, "volatile", depth, out);
    return;
  case TAG_RESTRICT:
    print_qualified(type, "__restrict__", depth, out);
    return;
  case TAG_ARRAY:
    print_type(qn_ir_operand(type, TYPE_BASE), depth + 1, out);
    print_dimensions(type, out);
    return;
  case TAG_SUBROUTINE:
    print_type(qn_ir_operand(qn_ir_operand(type, SUBROUTINE_TYPES), 0),
               depth + 1, out);
    print_parameters(type, depth, out);
    return;
  default:
    break;
  }
  print_scope(qn_ir_operand(type, NODE_SCOPE), depth, out);
  const qn_str name = qn_ir_string(qn_ir_operand(type, NODE_NAME));
  qn_buffer_append_str(out, name.size ? name : QN_STR("(anonymous)"));
}

static qn_str type_text(LLVMValueRef type, qn_arena *arena) {
  qn_buffer text = {0};
  print_type(type, 0, &text);
  const qn_str copy = qn_arena_copy(arena, qn_buffer_str(&text));
  qn_buffer_finish(&text);
  return copy;
}

// ---- Types whose size differs from machine to machine

static bool has_wide(LLVMValueRef type, unsigned depth);

static bool has_wide_members(LLVMValueRef type, unsigned depth) {
  LLVMValueRef elements = qn_ir_operand(type, COMPOSITE_ELEMENTS);
  const unsigned count = elements && LLVMIsAMDNode(elements)
                             ? LLVMGetMDNodeNumOperands(elements)
                             : 0;
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef element = qn_ir_operand(elements, i);
    const unsigned tag = tag_of(element);
    if ((tag == TAG_MEMBER || tag == TAG_INHERITANCE) &&
        has_wide(qn_ir_operand(element, TYPE_BASE), depth + 1))
      return true;
  }
  return false;
}

// Types that are an int on machines of 32 bits, a long on others.
static bool is_size(qn_str name) {
  static const char *const names[] = {"size_t", "ssize_t", "intptr_t",
                                      "uintptr_t", "ptrdiff_t"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_equal(name, qn_str_from(names[i])))
      return true;
  return false;
}

static bool is_long(qn_str name) {
  return qn_str_equal(name, QN_STR("long")) ||
         qn_str_equal(name, QN_STR("unsigned long"));
}

// The name of what is, behind qualifiers and other names, a long or a size_t;
// empty: it is none.
static qn_str long_name(LLVMValueRef type) {
  for (unsigned depth = 0; depth < DEPTH_MAX; ++depth) {
    const unsigned tag = tag_of(type);
    const qn_str name = qn_ir_string(qn_ir_operand(type, NODE_NAME));
    if (tag == TAG_BASE_TYPE)
      return is_long(name) ? name : (qn_str){0};
    if (tag == TAG_TYPEDEF && is_size(name))
      return name;
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE)
      break;
    type = qn_ir_operand(type, TYPE_BASE);
  }
  return (qn_str){0};
}

// Whether a value of the type has pointers or longs in it.
static bool has_wide(LLVMValueRef type, unsigned depth) {
  if (depth > DEPTH_MAX)
    return true;
  switch (tag_of(type)) {
  case TAG_POINTER:
  case TAG_REFERENCE:
  case TAG_RVALUE_REFERENCE:
    return true;
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
  case TAG_ARRAY:
    return has_wide(qn_ir_operand(type, TYPE_BASE), depth + 1);
  case TAG_TYPEDEF:
    if (is_size(qn_ir_string(qn_ir_operand(type, NODE_NAME))))
      return true;
    return has_wide(qn_ir_operand(type, TYPE_BASE), depth + 1);
  case TAG_STRUCTURE:
  case TAG_UNION:
  case TAG_CLASS:
    return has_wide_members(type, depth);
  case TAG_BASE_TYPE:
    return is_long(qn_ir_string(qn_ir_operand(type, NODE_NAME)));
  default:
    return false;
  }
}

// Whether what a pointer leads to has them.
static bool leads_to_wide(LLVMValueRef type) {
  for (unsigned depth = 0; depth < DEPTH_MAX; ++depth) {
    const unsigned tag = tag_of(type);
    const bool is_pointer = tag == TAG_POINTER || tag == TAG_REFERENCE;
    if (!is_pointer && tag != TAG_TYPEDEF && tag != TAG_CONST &&
        tag != TAG_VOLATILE && tag != TAG_RESTRICT)
      return false;
    type = qn_ir_operand(type, TYPE_BASE);
    if (is_pointer)
      return type && has_wide(type, 0);
  }
  return false;
}

// What has other sizes on a host whose pointers have 64 bits.
static void describe_widths(LLVMValueRef type, LLVMTargetDataRef td,
                            qn_argument *argument, qn_kernel *kernel,
                            qn_arena *arena) {
  const qn_str name = long_name(type);
  if (LLVMPointerSize(td) != 4)
    return;
  // By any name the program gave it the host has to know.
  if (argument->kind == QN_ARGUMENT_VALUE && name.size)
    argument->type = qn_arena_copy(arena, name);
  if (argument->kind == QN_ARGUMENT_POINTER && leads_to_wide(type) &&
      !kernel->leads_to_wide)
    kernel->leads_to_wide = argument->index + 1;
}

// ---- Names of parameters

// The position that a DILocalVariable holds among the parameters, from 1; 0 for
// a plain local. LLVM-C has no accessor, so it is read off the printed node.
static unsigned variable_position(LLVMValueRef variable) {
  char *text = LLVMPrintValueToString(variable);
  const char *at = strstr(text, ", arg: ");
  const unsigned position =
      at ? (unsigned)strtoul(at + strlen(", arg: "), NULL, 10) : 0;
  LLVMDisposeMessage(text);
  return position;
}

static void name_from_variables(LLVMValueRef subprogram, qn_kernel *kernel,
                                qn_arena *arena) {
  LLVMValueRef retained = qn_ir_operand(subprogram, SUBPROGRAM_RETAINED);
  const unsigned count = retained && LLVMIsAMDNode(retained)
                             ? LLVMGetMDNodeNumOperands(retained)
                             : 0;
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef variable = qn_ir_operand(retained, i);
    const qn_str name = qn_ir_string(qn_ir_operand(variable, VARIABLE_NAME));
    const unsigned position = name.size ? variable_position(variable) : 0;
    if (position && position <= kernel->argument_count)
      kernel->arguments[position - 1].name = qn_arena_copy(arena, name);
  }
}

// ---- Kernels

// The position of one parameter in the argument block: natural layout, as in
// all of our back ends.
static void lay_out(LLVMValueRef function, unsigned index, LLVMTargetDataRef td,
                    qn_argument *argument, uint64_t *offset) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, index));
  LLVMTypeRef pointee = qn_ir_pointee(function, index);
  LLVMTypeRef held = pointee ? pointee : type;
  argument->size = LLVMABISizeOfType(td, held);
  argument->alignment = LLVMABIAlignmentOfType(td, held);
  const unsigned stated =
      pointee ? qn_ir_parameter_alignment(function, index) : 0;
  if (stated)
    argument->alignment = stated;
  argument->kind = QN_ARGUMENT_VALUE;
  if (!pointee && LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    const unsigned space = LLVMGetPointerAddressSpace(type);
    argument->kind =
        space == QN_AS_SHARED ? QN_ARGUMENT_SHARED : QN_ARGUMENT_POINTER;
    argument->space = QN_SPACE_GLOBAL;
  }
  *offset = qn_align_up(*offset, argument->alignment);
  argument->offset = *offset;
  *offset += argument->size;
}

static qn_status describe_arguments(LLVMValueRef function, LLVMTargetDataRef td,
                                    qn_arena *arena, qn_kernel *kernel,
                                    qn_diag *diag) {
  LLVMMetadataRef metadata = LLVMGetSubprogram(function);
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMValueRef subprogram =
      metadata ? LLVMMetadataAsValue(context, metadata) : NULL;
  LLVMValueRef types = qn_ir_operand(qn_ir_operand(subprogram, SUBPROGRAM_TYPE),
                                     SUBROUTINE_TYPES);
  const unsigned count = LLVMCountParams(function);
  // The result's type and the parameters'; nothing at all for void(void).
  const unsigned described =
      types && LLVMIsAMDNode(types) ? LLVMGetMDNodeNumOperands(types) : 0;
  if (subprogram && described != count + 1 && described + count != 0)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "kernel '%.*s' has %u parameters in the source and %u in "
                   "the code; an empty class as a parameter is not supported",
                   QN_STR_ARG(kernel->name), described ? described - 1 : 0,
                   count);
  kernel->arguments =
      qn_arena_alloc(arena, count ? count : 1, sizeof(*kernel->arguments));
  if (!kernel->arguments)
    return qn_fail_memory(diag, "the description of a kernel");
  kernel->argument_count = count;
  kernel->arguments_known = true;
  uint64_t offset = 0;
  uint64_t alignment = 1;
  for (unsigned i = 0; i < count; ++i) {
    qn_argument *argument = &kernel->arguments[i];
    argument->index = i;
    lay_out(function, i, td, argument, &offset);
    if (argument->alignment > alignment)
      alignment = argument->alignment;
    if (described) // else there is no debug information to say so
      argument->type = type_text(qn_ir_operand(types, i + 1), arena);
    if (described)
      describe_widths(qn_ir_operand(types, i + 1), td, argument, kernel, arena);
    // Without a description it is not known.
    if (qn_ir_pointee(function, i) &&
        (!described || has_wide(qn_ir_operand(types, i + 1), 0)))
      kernel->has_wide_struct = true;
  }
  kernel->arguments_size = qn_known(offset);
  kernel->arguments_alignment = qn_known(alignment);
  name_from_variables(subprogram, kernel, arena);
  return qn_ok();
}

// Reads "256" or "16,16,1" into `dims`; missing ones are 1. The count read.
static unsigned read_dimensions(qn_str text, uint32_t dims[3]) {
  dims[0] = dims[1] = dims[2] = 1;
  unsigned count = 0;
  qn_str piece;
  while (count < 3 && qn_str_split(&text, ',', &piece)) {
    char number[16] = {0};
    memcpy(number, piece.data, piece.size < 15 ? piece.size : 15);
    dims[count++] = (uint32_t)strtoul(number, NULL, 10);
  }
  return count;
}

static LLVMValueRef strip_casts(LLVMValueRef value) {
  while (value && LLVMIsAConstantExpr(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

// The number in an entry of llvm.global.annotations, {function, text, file,
// line, arguments}, whose text is `wanted`; 0 for any other.
static uint64_t annotated_number(LLVMValueRef entry, LLVMValueRef function,
                                 qn_str wanted) {
  enum { FUNCTION, TEXT, FILE_NAME, LINE, ARGUMENTS, COUNT };
  if (!LLVMIsAConstantStruct(entry) || LLVMGetNumOperands(entry) < COUNT ||
      strip_casts(LLVMGetOperand(entry, FUNCTION)) != function)
    return 0;
  LLVMValueRef text = strip_casts(LLVMGetOperand(entry, TEXT));
  LLVMValueRef arguments = strip_casts(LLVMGetOperand(entry, ARGUMENTS));
  if (!LLVMIsAGlobalVariable(text) || !LLVMIsAGlobalVariable(arguments))
    return 0;
  LLVMValueRef string = LLVMGetInitializer(text);
  size_t size = 0; // with the NUL
  const char *bytes = qn_ir_characters(string, &size);
  LLVMValueRef values = LLVMGetInitializer(arguments);
  if (size != wanted.size + 1 || memcmp(bytes, wanted.data, wanted.size) != 0 ||
      !values || LLVMGetNumOperands(values) < 1 ||
      !LLVMIsAConstantInt(LLVMGetOperand(values, 0)))
    return 0;
  return LLVMConstIntGetZExtValue(LLVMGetOperand(values, 0));
}

// What the headers leave on a kernel as __annotate__(text, number); 0: nothing.
static uint64_t find_annotation(LLVMValueRef function, qn_str text) {
  LLVMValueRef list = LLVMGetNamedGlobal(LLVMGetGlobalParent(function),
                                         "llvm.global.annotations");
  LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
  const int count = entries ? LLVMGetNumOperands(entries) : 0;
  uint64_t found = 0;
  for (int i = 0; i < count && !found; ++i)
    found =
        annotated_number(LLVMGetOperand(entries, (unsigned)i), function, text);
  return found;
}

// Clusters, which NVIDIA GPUs from sm_90 on have alone: their launches are
// refused, so that a source's other kernels run elsewhere.
static bool has_clusters(LLVMValueRef function) {
  return find_annotation(function, QN_STR("quern.cluster_blocks")) > 1;
}

// Launch bounds: nvvm.maxntid and nvvm.reqntid on NVPTX triples,
// amdgpu-flat-work-group-size "min,max" on AMD.
static void describe_bounds(LLVMValueRef function, qn_kernel *kernel) {
  uint32_t dims[3];
  const uint64_t bound =
      find_annotation(function, QN_STR("quern.launch_bounds")); // SPIR-V's
  if (bound)
    kernel->resources.max_threads = qn_known(bound);
  if (read_dimensions(qn_ir_attribute(function, "nvvm.maxntid"), dims))
    kernel->resources.max_threads =
        qn_known((uint64_t)dims[0] * dims[1] * dims[2]);
  if (read_dimensions(qn_ir_attribute(function, "amdgpu-flat-work-group-size"),
                      dims) == 2)
    kernel->resources.max_threads = qn_known(dims[1]);
  if (read_dimensions(qn_ir_attribute(function, "nvvm.reqntid"), dims)) {
    kernel->resources.required_known = true;
    memcpy(kernel->resources.required_threads, dims, sizeof(dims));
  }
}

static qn_status describe_kernel(LLVMValueRef function, LLVMTargetDataRef td,
                                 unsigned wave_size, qn_arena *arena,
                                 qn_kernel *kernel, qn_diag *diag) {
  kernel->name = qn_arena_copy(arena, qn_ir_name(function));
  kernel->symbol = kernel->name;
  kernel->source = QN_SOURCE_NOTE;
  if (wave_size)
    kernel->resources.wave_size = qn_known(wave_size);
  describe_bounds(function, kernel);
  if (has_clusters(function))
    kernel->flags |= QN_KERNEL_CLUSTERS;
  return describe_arguments(function, td, arena, kernel, diag);
}

// ---- Device variables

static bool is_device_variable(LLVMValueRef global) {
  const unsigned space = qn_ir_address_space(global);
  const LLVMLinkage linkage = LLVMGetLinkage(global);
  const qn_str name = qn_ir_name(global);
  return !LLVMIsDeclaration(global) &&
         (space == QN_AS_GLOBAL || space == QN_AS_CONSTANT) &&
         linkage != LLVMPrivateLinkage && linkage != LLVMInternalLinkage &&
         linkage != LLVMAppendingLinkage &&
         LLVMIsExternallyInitialized(global) &&
         !qn_str_starts(name, QN_STR("__hip_cuid_")) &&
         !qn_str_starts(name, QN_STR("llvm."));
}

static qn_status describe_globals(LLVMModuleRef module, LLVMTargetDataRef td,
                                  qn_arena *arena, qn_record *record,
                                  qn_diag *diag) {
  qn_global *globals = NULL;
  size_t capacity = 0;
  QN_EACH_GLOBAL (global, module) {
    if (!is_device_variable(global))
      continue;
    globals = qn_arena_grow(arena, globals, record->global_count, &capacity,
                            sizeof(*globals));
    if (!globals)
      return qn_fail_memory(diag, "the list of device variables");
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    const unsigned stated = LLVMGetAlignment(global);
    globals[record->global_count++] = (qn_global){
        .name = qn_arena_copy(arena, qn_ir_name(global)),
        .size = LLVMABISizeOfType(td, type),
        .alignment = stated ? stated : LLVMABIAlignmentOfType(td, type),
        .constant = LLVMIsGlobalConstant(global) != 0,
    };
  }
  record->globals = globals;
  return qn_ok();
}

qn_status qn_describe_module(LLVMModuleRef module, unsigned wave_size,
                             qn_arena *arena, qn_record *out_record,
                             qn_diag *diag) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(module);
  qn_kernel *kernels = NULL;
  size_t capacity = 0;
  *out_record = (qn_record){.producer = out_record->producer,
                            .target = out_record->target};
  QN_EACH_FUNCTION (function, module) {
    if (!qn_ir_is_kernel(function))
      continue;
    kernels = qn_arena_grow(arena, kernels, out_record->kernel_count, &capacity,
                            sizeof(*kernels));
    if (!kernels)
      return qn_fail_memory(diag, "the list of kernels");
    qn_kernel *kernel = &kernels[out_record->kernel_count++];
    *kernel = (qn_kernel){0};
    QN_TRY(describe_kernel(function, td, wave_size, arena, kernel, diag));
  }
  out_record->kernels = kernels;
  return describe_globals(module, td, arena, out_record, diag);
}

// ---- After optimisation

// The intrinsics and builtins that imply flags.
static const struct {
  const char *prefix;
  uint32_t flag;
} marks[] = {
    {"__qn_barrier", QN_KERNEL_BARRIERS},
    {"__qn_shuffle", QN_KERNEL_WARP_OPS},
    {"__qn_ballot", QN_KERNEL_WARP_OPS},
    {"__qn_active_mask", QN_KERNEL_WARP_OPS},
    {"__qn_warp_sync", QN_KERNEL_WARP_OPS},
    {"__qn_yield", QN_KERNEL_WARP_OPS}, // as they, it lets others run
    {"__qn_grid_sync", QN_KERNEL_COOPERATIVE | QN_KERNEL_BARRIERS},
    {"llvm.nvvm.barrier", QN_KERNEL_BARRIERS},
    {"llvm.nvvm.bar.warp", QN_KERNEL_WARP_OPS},
    {"llvm.nvvm.shfl", QN_KERNEL_WARP_OPS},
    {"llvm.nvvm.vote", QN_KERNEL_WARP_OPS},
    {"llvm.nvvm.activemask", QN_KERNEL_WARP_OPS},
    {"llvm.amdgcn.s.barrier", QN_KERNEL_BARRIERS},
    {"llvm.amdgcn.ds.bpermute", QN_KERNEL_WARP_OPS},
    {"llvm.amdgcn.ballot", QN_KERNEL_WARP_OPS},
    {"_Z7barrierj", QN_KERNEL_BARRIERS},
    {"_Z22__spirv_ControlBarrier", QN_KERNEL_BARRIERS},
    {"_Z18work_group_barrier", QN_KERNEL_BARRIERS},
    {"llvm.spv.subgroup.ballot", QN_KERNEL_WARP_OPS},
    {"llvm.spv.subgroup.shuffle", QN_KERNEL_WARP_OPS},
    {"llvm.spv.wave", QN_KERNEL_WARP_OPS},
};

static uint32_t flags_of(qn_str callee) {
  for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); ++i)
    if (qn_str_starts(callee, qn_str_from(marks[i].prefix)))
      return marks[i].flag;
  return 0;
}

// The alignment of dynamic shared memory, which ptxas puts after the static one
// in all kernels of a module that declares any; 1: it declares none.
static uint64_t dynamic_alignment(LLVMModuleRef module) {
  uint64_t alignment = 1;
  if (!qn_str_starts(qn_str_from(LLVMGetTarget(module)), QN_STR("nvptx")))
    return alignment;
  QN_EACH_GLOBAL (global, module)
    if (qn_ir_is_dynamic_shared(global) && LLVMGetAlignment(global) > alignment)
      alignment = LLVMGetAlignment(global);
  return alignment;
}

// OpenCL C's local variables, where the target's address spaces are all one:
// clang leaves them without a value, among the module's other variables. The
// program's runtime decides how many groups share one.
static bool may_be_local(LLVMValueRef global) {
  LLVMValueRef value = LLVMGetInitializer(global);
  const LLVMLinkage linkage = LLVMGetLinkage(global);
  return value && LLVMIsUndef(value) && !LLVMIsGlobalConstant(global) &&
         qn_ir_address_space(global) == QN_AS_GENERIC &&
         (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage);
}

static bool reaches(LLVMModuleRef module, const qn_map *reached,
                    LLVMValueRef global) {
  QN_EACH_FUNCTION (function, module)
    if (qn_map_find(reached, (uintptr_t)function) &&
        qn_ir_uses(function, global))
      return true;
  return false;
}

static bool hides_shared(LLVMModuleRef module, const qn_map *reached,
                         const qn_kernel *kernel) {
  if (!qn_ir_is_opencl(LLVMGetNamedFunction(module, kernel->name.data)))
    return false;
  QN_EACH_GLOBAL (global, module)
    if (may_be_local(global) && reaches(module, reached, global))
      return true;
  return false;
}

static void finish_kernel(LLVMModuleRef module, const qn_map *reached,
                          qn_kernel *kernel) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(module);
  uint64_t shared = 0;
  QN_EACH_FUNCTION (function, module)
    if (qn_map_find(reached, (uintptr_t)function) &&
        LLVMIsDeclaration(function))
      kernel->flags |= flags_of(qn_ir_name(function));
  QN_EACH_GLOBAL (global, module) {
    if (qn_ir_address_space(global) != QN_AS_SHARED ||
        !reaches(module, reached, global))
      continue;
    if (qn_ir_is_dynamic_shared(global)) {
      kernel->flags |= QN_KERNEL_DYNAMIC_SHARED;
      continue;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    const unsigned stated = LLVMGetAlignment(global);
    shared =
        qn_align_up(shared, stated ? stated : LLVMABIAlignmentOfType(td, type));
    shared += LLVMABISizeOfType(td, type);
  }
  if (shared)
    shared = qn_align_up(shared, dynamic_alignment(module));
  if (!kernel->resources.shared_static.known &&
      !hides_shared(module, reached, kernel))
    kernel->resources.shared_static = qn_known(shared);
  kernel->flags_known = true;
}

qn_status qn_describe_finish(LLVMModuleRef module, qn_record *record,
                             qn_diag *diag) {
  for (size_t i = 0; i < record->kernel_count; ++i) {
    // The list was made by qn_describe_module, so it is ours to fill in.
    qn_kernel *kernel = (qn_kernel *)&record->kernels[i];
    LLVMValueRef function = LLVMGetNamedFunction(module, kernel->name.data);
    qn_map reached = {0};
    const bool ok = function && qn_ir_reach(module, function, &reached);
    if (ok)
      finish_kernel(module, &reached, kernel);
    qn_map_finish(&reached);
    if (!ok)
      return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                     "kernel '%.*s' was lost by the optimiser",
                     QN_STR_ARG(kernel->name));
  }
  return qn_ok();
}
