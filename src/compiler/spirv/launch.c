// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/launch.h"

#include "base/alloc.h"
#include "compiler/ir/copies.h"
#include "compiler/spirv/forms.h"
#include "compiler/spirv/stops.h"

// ---- What is to be known

typedef enum launch_value {
  THREAD_X,
  THREAD_Y,
  THREAD_Z,
  BLOCK_X,
  BLOCK_Y,
  BLOCK_Z,
  BLOCK_ID_X,
  BLOCK_ID_Y,
  BLOCK_ID_Z,
  GRID_X,
  GRID_Y,
  GRID_Z,
  LINEAR,
  DYNAMIC_SIZE,
  COOPERATIVE, // no value: a grid that synchronises
  VALUE_COUNT,
} launch_value;

static const char *const value_names[VALUE_COUNT] = {
    [THREAD_X] = "__qn_spirv_thread_id_x",
    [THREAD_Y] = "__qn_spirv_thread_id_y",
    [THREAD_Z] = "__qn_spirv_thread_id_z",
    [BLOCK_X] = "__qn_spirv_block_dim_x",
    [BLOCK_Y] = "__qn_spirv_block_dim_y",
    [BLOCK_Z] = "__qn_spirv_block_dim_z",
    [BLOCK_ID_X] = "__qn_spirv_block_id_x",
    [BLOCK_ID_Y] = "__qn_spirv_block_id_y",
    [BLOCK_ID_Z] = "__qn_spirv_block_id_z",
    [GRID_X] = "__qn_spirv_grid_dim_x",
    [GRID_Y] = "__qn_spirv_grid_dim_y",
    [GRID_Z] = "__qn_spirv_grid_dim_z",
    [LINEAR] = "__qn_spirv_linear_id",
    [DYNAMIC_SIZE] = "__qn_spirv_dynamic_size",
    [COOPERATIVE] = "__qn_spirv_cooperative",
};

// Orders the memory of a warp's lanes.
#define WARP_FENCE "__qn_spirv_warp_fence"

// Computes where a thread is in a block that was launched with one dimension.
#define SPLIT "__qn_spirv_split"

enum { GLOBALS_MAX = 64, WARP_SIZE = 32, CC_SPIR_FUNCTION = 75 };

typedef struct launch {
  qn_unit *unit;
  LLVMBuilderRef b;
  LLVMTypeRef i32, i64;
  LLVMValueRef globals[GLOBALS_MAX]; // dynamic shared memory
  size_t global_count;
  bool emulates; // warp operations are stops
  // Of the kernel at hand.
  LLVMValueRef kernel;
  bool shared;           // uses dynamic shared memory
  bool warps;            // has warp operations
  bool flat;             // launched with one dimension
  bool has[VALUE_COUNT]; // what it asks for
  LLVMValueRef size[3];  // flat: of the block
  LLVMValueRef dynamic_size;
  LLVMValueRef values[VALUE_COUNT];
} launch;

static bool is_value(LLVMValueRef callee, launch_value *out_value) {
  const qn_str name = qn_ir_name(callee);
  for (launch_value i = 0; i < VALUE_COUNT; ++i)
    if (qn_str_equal(name, qn_str_from(value_names[i]))) {
      *out_value = i;
      return true;
    }
  return false;
}

// ---- Inlining

static bool is_launch_function(LLVMValueRef function) {
  static const char *const prefixes[] = {
      "__qn_spirv_thread_id",    "__qn_spirv_block_",
      "__qn_spirv_grid_dim",     "__qn_spirv_linear_id",
      "__qn_spirv_warp_fence",   "__qn_spirv_dynamic",
      "__qn_spirv_end",          "llvm.trap",
      "llvm.spv.wave",           "llvm.spv.subgroup",
      "_Z22__spirv_ControlBarr", QN_SPIRV_STOP,
  };
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (qn_str_starts(qn_ir_name(function), qn_str_from(prefixes[i])))
      return LLVMIsDeclaration(function);
  return false;
}

static qn_status add_callers(LLVMValueRef function, qn_map *set,
                             qn_diag *diag) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user))
      QN_TRY(qn_map_put(
          set,
          (uintptr_t)LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), 1,
          diag));
  }
  return qn_ok();
}

static qn_status find_visible(LLVMModuleRef module, qn_map *set,
                              qn_diag *diag) {
  QN_EACH_FUNCTION (function, module)
    if (is_launch_function(function))
      QN_TRY(add_callers(function, set, diag));
  QN_EACH_GLOBAL (global, module)
    if (qn_ir_address_space(global) == QN_AS_SHARED)
      QN_EACH_FUNCTION (function, module)
        if (!LLVMIsDeclaration(function) && qn_ir_uses(function, global))
          QN_TRY(qn_map_put(set, (uintptr_t)function, 1, diag));
  for (size_t i = 0; i < set->count; ++i)
    QN_TRY(
        add_callers((LLVMValueRef)(uintptr_t)set->entries[i].key, set, diag));
  return qn_ok();
}

// Whether calls of a function are made only later, which keeps it until then.
static bool is_for_later(LLVMValueRef function) {
  return !LLVMIsDeclaration(function) &&
         qn_str_starts(qn_ir_name(function), QN_STR("__qn_spirv_"));
}

static void inline_always(LLVMValueRef function) {
  qn_ir_remove_flag(function, "noinline");
  qn_ir_remove_flag(function, "optnone");
  qn_ir_add_flag(function, "alwaysinline");
}

// Intel's compiler for CPUs, which makes vectors of functions, too, comes to
// grief with some that have loops; and a call costs more than most of them.
static bool is_small(LLVMValueRef function) {
  enum { INSTRUCTIONS_MAX = 500 };
  unsigned count = 0;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      ++count;
  return count <= INSTRUCTIONS_MAX;
}

qn_status qn_spirv_mark_inline(qn_unit *unit, qn_diag *diag) {
  qn_map set = {0};
  QN_EACH_FUNCTION (function, unit->module)
    if (is_for_later(function))
      LLVMSetLinkage(function, LLVMExternalLinkage);
  const qn_status status = find_visible(unit->module, &set, diag);
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function) && !qn_ir_is_kernel(function) &&
        (qn_map_find(&set, (uintptr_t)function) || is_small(function)))
      inline_always(function);
  qn_map_finish(&set);
  return status;
}

// ---- What a kernel needs

static bool is_warp_operation(LLVMValueRef call) {
  LLVMValueRef callee = qn_ir_callee(call);
  enum { SCOPE_SUB_GROUP = 3 };
  if (!callee)
    return false;
  const qn_str name = qn_ir_name(callee);
  if (qn_str_equal(name, QN_STR(WARP_FENCE)) || qn_spirv_is_stop(call))
    return true;
  if (!qn_str_starts(name, QN_STR("_Z22__spirv_ControlBarrier")))
    return qn_str_starts(name, QN_STR("llvm.spv.wave")) ||
           qn_str_starts(name, QN_STR("llvm.spv.subgroup"));
  LLVMValueRef scope = LLVMGetOperand(call, 0);
  return LLVMIsAConstantInt(scope) &&
         LLVMConstIntGetZExtValue(scope) == SCOPE_SUB_GROUP;
}

// Whether an address lies in shared memory, as far as its own steps show:
// volatile accesses stay generic.
static bool is_in_shared(LLVMValueRef address) {
  for (;;) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == QN_AS_SHARED)
      return true;
    const bool steps = LLVMIsAGetElementPtrInst(address) ||
                       LLVMIsAAddrSpaceCastInst(address) ||
                       (LLVMIsAConstantExpr(address) &&
                        (LLVMGetConstOpcode(address) == LLVMGetElementPtr ||
                         LLVMGetConstOpcode(address) == LLVMAddrSpaceCast));
    if (!steps)
      return false;
    address = LLVMGetOperand(address, 0);
  }
}

// Volatile shared memory is how warps whose lanes go in step pass values on
// without a barrier.
static bool relies_on_step(LLVMValueRef i) {
  const bool store = LLVMIsAStoreInst(i);
  return (store || LLVMIsALoadInst(i)) && LLVMGetVolatile(i) &&
         is_in_shared(LLVMGetOperand(i, store ? 1 : 0));
}

static LLVMValueRef memory_barrier(launch *l) {
  static const char name[] = "_Z21__spirv_MemoryBarrierjj";
  LLVMValueRef found = LLVMGetNamedFunction(l->unit->module, name);
  LLVMTypeRef types[] = {l->i32, l->i32};
  LLVMTypeRef result = LLVMVoidTypeInContext(l->unit->context);
  if (found)
    return found;
  LLVMValueRef made = LLVMAddFunction(
      l->unit->module, name, LLVMFunctionType(result, types, 2, false));
  LLVMSetFunctionCallConv(made, CC_SPIR_FUNCTION);
  qn_ir_add_flag(made, "convergent");
  qn_ir_add_flag(made, "nounwind");
  return made;
}

static void build_fence(launch *l) {
  enum { SCOPE_SUB_GROUP = 3, ORDER = 0x8 | 0x100 | 0x200 };
  LLVMValueRef arguments[] = {LLVMConstInt(l->i32, SCOPE_SUB_GROUP, false),
                              LLVMConstInt(l->i32, ORDER, false)};
  LLVMValueRef barrier = memory_barrier(l);
  LLVMValueRef call = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(barrier),
                                     barrier, arguments, 2, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(barrier));
}

// A vote that somebody might look at: in a kernel without one, Intel's CPU runs
// the lanes of a block's last warp one after another. One is enough: the store
// is made lane by lane.
static void add_vote(launch *l) {
  LLVMPositionBuilderBefore(l->b, qn_ir_behind_variables(l->kernel));
  LLVMValueRef seen = LLVMBuildAlloca(l->b, l->i32, "");
  LLVMValueRef ballot =
      qn_ir_intrinsic(l->unit->module, "llvm.spv.wave.ballot", NULL, 0);
  LLVMValueRef yes =
      LLVMConstInt(LLVMInt1TypeInContext(l->unit->context), 1, false);
  LLVMValueRef votes =
      LLVMBuildCall2(l->b, LLVMGlobalGetValueType(ballot), ballot, &yes, 1, "");
  LLVMValueRef word =
      LLVMBuildExtractElement(l->b, votes, LLVMConstInt(l->i32, 0, false), "");
  LLVMSetVolatile(LLVMBuildStore(l->b, word, seen), true);
}

// Fences in the place of the header's, and behind accesses that rely on lanes
// going in step.
static void place_fences(launch *l) {
  bool votes = false;
  QN_EACH_BLOCK (block, l->kernel)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      LLVMValueRef callee = qn_ir_callee(i);
      const bool marked =
          callee && qn_str_equal(qn_ir_name(callee), QN_STR(WARP_FENCE));
      next = LLVMGetNextInstruction(i);
      if (!marked && !relies_on_step(i))
        continue;
      if (!votes && !l->emulates)
        add_vote(l);
      votes = true;
      LLVMPositionBuilderBefore(l->b, next);
      if (l->emulates)
        qn_spirv_build_step(l->unit, l->b);
      else
        build_fence(l);
      if (marked)
        LLVMInstructionEraseFromParent(i);
    }
}

static void look_at_kernel(launch *l, LLVMValueRef kernel) {
  l->kernel = kernel;
  l->shared = l->warps = false;
  memset(l->has, 0, sizeof(l->has));
  memset(l->values, 0, sizeof(l->values));
  for (size_t i = 0; i < l->global_count; ++i)
    l->shared |= qn_ir_uses(kernel, l->globals[i]);
  QN_EACH_BLOCK (block, kernel)
    QN_EACH_INSTRUCTION (i, block) {
      launch_value value = VALUE_COUNT;
      LLVMValueRef callee = qn_ir_callee(i);
      l->warps |= is_warp_operation(i) || relies_on_step(i);
      if (callee && is_value(callee, &value))
        l->has[value] = true;
    }
  l->flat = l->warps && !l->emulates;
}

// ---- The record

// Appends an argument of `size` bytes, aligned as large, to the block and to
// `*list`.
static qn_status add_argument(launch *l, qn_kernel *kernel, qn_argument what,
                              qn_diag *diag) {
  const bool hidden = what.kind == QN_ARGUMENT_HIDDEN;
  qn_argument **list = hidden ? &kernel->hidden : &kernel->arguments;
  size_t *count = hidden ? &kernel->hidden_count : &kernel->argument_count;
  qn_argument *grown =
      qn_arena_alloc(&l->unit->arena, *count + 1, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the description of a kernel");
  if (*count)
    memcpy(grown, *list, *count * sizeof(*grown));
  what.index = (uint32_t)(kernel->argument_count + kernel->hidden_count);
  what.alignment = what.size;
  what.offset = qn_align_up(kernel->arguments_size.value, what.size);
  grown[(*count)++] = what;
  *list = grown;
  kernel->arguments_size = qn_known(what.offset + what.size);
  if (kernel->arguments_alignment.value < what.alignment)
    kernel->arguments_alignment = qn_known(what.alignment);
  return qn_ok();
}

static qn_status record_hidden(launch *l, qn_kernel *record, const char *name,
                               qn_diag *diag) {
  return add_argument(l, record,
                      (qn_argument){.kind = QN_ARGUMENT_HIDDEN,
                                    .size = 4,
                                    .type = QN_STR("unsigned int"),
                                    .hidden = qn_str_from(name)},
                      diag);
}

static qn_status record_kernel(launch *l, qn_kernel *record, qn_diag *diag) {
  static const char *const sizes[] = {
      "hidden_group_size_x", "hidden_group_size_y", "hidden_group_size_z"};
  if (l->shared) {
    record->flags |= QN_KERNEL_DYNAMIC_SHARED;
    QN_TRY(add_argument(l, record,
                        (qn_argument){.kind = QN_ARGUMENT_SHARED,
                                      .space = QN_SPACE_SHARED,
                                      .name = QN_STR("__dynamic_shared"),
                                      .type = QN_STR("void*"),
                                      .size = 8},
                        diag));
  }
  for (size_t i = 0; l->flat && i < 3; ++i)
    QN_TRY(record_hidden(l, record, sizes[i], diag));
  if (l->has[DYNAMIC_SIZE])
    QN_TRY(record_hidden(l, record, "hidden_dynamic_lds_size", diag));
  if (l->has[COOPERATIVE])
    record->flags |= QN_KERNEL_COOPERATIVE;
  if (l->flat) {
    record->flags |= QN_KERNEL_WARP_OPS;
    record->resources.wave_size = qn_known(WARP_SIZE);
  }
  return qn_ok();
}

// ---- Values

// A query of the launch as the device did it. No launch has 2^31 of anything,
// which keeps indices as simple as they are.
static LLVMValueRef query(launch *l, const char *name, unsigned dimension) {
  static const uint64_t first = 0, end = UINT64_C(1) << 31;
  LLVMValueRef made = qn_spirv_query(l->unit, l->b, name, dimension);
  LLVMAddCallSiteAttribute(made, LLVMAttributeReturnIndex,
                           LLVMCreateConstantRangeAttribute(
                               l->unit->context,
                               LLVMGetEnumAttributeKindForName("range", 5), 64,
                               &first, &end));
  LLVMValueRef number = LLVMBuildTrunc(l->b, made, l->i32, "");
  LLVMSetNUW(number, true);
  LLVMSetNSW(number, true);
  return number;
}

static LLVMValueRef split(launch *l, unsigned dimension) {
  LLVMValueRef callee = LLVMGetNamedFunction(l->unit->module, SPLIT);
  LLVMValueRef arguments[] = {LLVMConstInt(l->i32, dimension, false),
                              query(l, "llvm.spv.thread.id.in.group", 0),
                              l->size[0], l->size[1], l->size[2]};
  LLVMValueRef call = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(callee),
                                     callee, arguments, 5, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(callee));
  return call;
}

// In non-flat launches not by LocalInvocationIndex, of which LLVM makes 32 bits
// and Intel's driver 64.
static LLVMValueRef linear_id(launch *l) {
  LLVMValueRef id = query(l, "llvm.spv.thread.id.in.group", l->flat ? 0 : 2);
  for (unsigned i = l->flat ? 0 : 2; i-- > 0;)
    id = LLVMBuildAdd(
        l->b,
        LLVMBuildMul(l->b, id, query(l, "llvm.spv.workgroup.size", i), ""),
        query(l, "llvm.spv.thread.id.in.group", i), "");
  return id;
}

static LLVMValueRef make_value(launch *l, launch_value value) {
  switch (value) {
  case THREAD_X:
  case THREAD_Y:
  case THREAD_Z:
    return l->flat ? split(l, value - THREAD_X)
                   : query(l, "llvm.spv.thread.id.in.group", value - THREAD_X);
  case BLOCK_X:
  case BLOCK_Y:
  case BLOCK_Z:
    return l->flat ? l->size[value - BLOCK_X]
                   : query(l, "llvm.spv.workgroup.size", value - BLOCK_X);
  case BLOCK_ID_X:
  case BLOCK_ID_Y:
  case BLOCK_ID_Z:
    return query(l, "llvm.spv.group.id", value - BLOCK_ID_X);
  case GRID_X:
  case GRID_Y:
  case GRID_Z:
    return query(l, "llvm.spv.num.workgroups", value - GRID_X);
  case LINEAR:
    return linear_id(l);
  case DYNAMIC_SIZE:
    return l->dynamic_size;
  default:
    return NULL;
  }
}

static void position_at_entry(launch *l) {
  LLVMPositionBuilderBefore(l->b, qn_ir_behind_variables(l->kernel));
}

// Who a thread is among how many, for stops.
static void report_self(launch *l) {
  LLVMValueRef threads = NULL;
  position_at_entry(l);
  for (launch_value i = BLOCK_X; i <= BLOCK_Z; ++i) {
    LLVMValueRef size = make_value(l, i);
    threads = threads ? LLVMBuildMul(l->b, threads, size, "") : size;
  }
  qn_spirv_build_self(l->unit, l->b, linear_id(l), threads);
}

static void replace_values(launch *l) {
  position_at_entry(l);
  QN_EACH_BLOCK (block, l->kernel)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      launch_value value = VALUE_COUNT;
      LLVMValueRef callee = qn_ir_callee(i);
      next = LLVMGetNextInstruction(i);
      if (!callee || !is_value(callee, &value))
        continue;
      if (!l->values[value]) {
        position_at_entry(l);
        l->values[value] = make_value(l, value);
      }
      if (l->values[value])
        LLVMReplaceAllUsesWith(i, l->values[value]);
      LLVMInstructionEraseFromParent(i);
    }
}

// ---- Kernels

static void require_warps(launch *l) {
  LLVMContextRef c = l->unit->context;
  LLVMMetadataRef size =
      LLVMValueAsMetadata(LLVMConstInt(l->i32, WARP_SIZE, false));
  LLVMGlobalSetMetadata(l->kernel,
                        qn_ir_metadata_kind(c, "intel_reqd_sub_group_size"),
                        LLVMMDNodeInContext2(c, &size, 1));
}

// The kernel anew, with more parameters.
static qn_status add_parameters(launch *l, qn_diag *diag) {
  LLVMTypeRef types[5];
  unsigned count = 0;
  if (l->shared)
    types[count++] = LLVMPointerTypeInContext(l->unit->context, QN_AS_SHARED);
  for (size_t i = 0; l->flat && i < 3; ++i)
    types[count++] = l->i32;
  if (l->has[DYNAMIC_SIZE])
    types[count++] = l->i32;
  if (!count)
    return qn_ok();
  LLVMValueRef made = qn_ir_append_parameters(l->kernel, types, count);
  if (!made)
    return qn_fail_memory(diag, "a kernel");
  LLVMDeleteFunction(l->kernel);
  l->kernel = made;
  unsigned next = LLVMCountParams(made) - count;
  LLVMValueRef shared = l->shared ? LLVMGetParam(made, next++) : NULL;
  for (size_t i = 0; l->flat && i < 3; ++i)
    l->size[i] = LLVMGetParam(made, next++);
  if (l->has[DYNAMIC_SIZE])
    l->dynamic_size = LLVMGetParam(made, next++);
  for (size_t i = 0; shared && i < l->global_count; ++i)
    qn_ir_replace_global(made, l->globals[i], shared);
  return qn_ok();
}

static qn_status lower_kernel(launch *l, qn_kernel *record, qn_diag *diag) {
  LLVMValueRef kernel = LLVMGetNamedFunctionWithLength(
      l->unit->module, record->name.data, record->name.size);
  if (!kernel)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "kernel '%.*s' was lost by the optimiser",
                   QN_STR_ARG(record->name));
  look_at_kernel(l, kernel);
  QN_TRY(add_parameters(l, diag));
  QN_TRY(record_kernel(l, record, diag));
  if (l->flat)
    require_warps(l);
  if (l->warps)
    qn_ir_expand_copies(l->kernel);
  place_fences(l);
  if (l->warps && l->emulates)
    QN_TRY(qn_spirv_add_steps(l->unit, l->kernel, diag));
  replace_values(l);
  if (l->warps && l->emulates)
    report_self(l);
  return qn_ok();
}

// What no kernel runs may still ask: functions in tables of virtual ones.
static qn_status drop_rest(launch *l, qn_diag *diag) {
  for (launch_value i = 0; i < VALUE_COUNT; ++i) {
    LLVMValueRef function =
        LLVMGetNamedFunction(l->unit->module, value_names[i]);
    if (!function)
      continue;
    LLVMValueRef call;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(function));) {
      call = LLVMGetUser(use);
      if (qn_ir_callee(call) != function)
        return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                       "the address of '%s' is taken", value_names[i]);
      if (LLVMGetFirstUse(call))
        LLVMReplaceAllUsesWith(call, LLVMConstInt(l->i32, 0, false));
      LLVMInstructionEraseFromParent(call);
    }
    LLVMDeleteFunction(function);
  }
  QN_EACH_FUNCTION (function, l->unit->module)
    if (is_for_later(function) &&
        !(l->emulates && qn_spirv_is_meeting(function)))
      LLVMSetLinkage(function, LLVMInternalLinkage);
  for (size_t i = 0; i < l->global_count; ++i)
    if (!qn_ir_delete_unused(l->unit->module, l->globals[i]))
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "SPIR-V cannot use dynamic shared memory '%.*s' in an "
                     "indirectly called function",
                     QN_STR_ARG(qn_ir_name(l->globals[i])));
  return qn_ok();
}

static qn_status lower_all(launch *l, qn_diag *diag) {
  for (size_t i = 0; i < l->global_count; ++i)
    QN_TRY(qn_ir_check_initializers(l->unit->module, l->globals[i], diag));
  for (size_t i = 0; i < l->unit->record.kernel_count; ++i)
    QN_TRY(lower_kernel(l, (qn_kernel *)&l->unit->record.kernels[i], diag));
  return drop_rest(l, diag);
}

qn_status qn_spirv_lower_launch(qn_unit *unit, qn_diag *diag) {
  launch l = {.unit = unit,
              .b = LLVMCreateBuilderInContext(unit->context),
              .emulates = qn_spirv_emulates_warps(unit),
              .i32 = LLVMInt32TypeInContext(unit->context),
              .i64 = LLVMInt64TypeInContext(unit->context)};
  QN_EACH_GLOBAL (global, unit->module)
    if (qn_ir_is_dynamic_shared(global) && l.global_count < GLOBALS_MAX)
      l.globals[l.global_count++] = global;
  const qn_status status = lower_all(&l, diag);
  LLVMDisposeBuilder(l.b);
  return status;
}

qn_status qn_spirv_settle_loops(qn_unit *unit, qn_diag *diag) {
  // The third one supports no switches, nor two edges between the same blocks.
  // The loops that it makes have several ways in, from which Intel's compiler
  // for CPUs gives up a kernel's vectors in some kernels.
  static const char passes[] =
      "lower-switch,break-crit-edges,fix-irreducible,loop-simplify";
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    const qn_kernel *kernel = &unit->record.kernels[i];
    if (kernel->flags & QN_KERNEL_WARP_OPS)
      QN_TRY(qn_ir_run_function_passes(
          LLVMGetNamedFunctionWithLength(unit->module, kernel->name.data,
                                         kernel->name.size),
          passes, unit->machine, diag));
  }
  return qn_ok();
}
