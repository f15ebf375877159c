// SPDX-License-Identifier: Apache-2.0
// Kernels generated from a file's bytes, with arbitrary control flow, through
// planning and emission. The result has to be valid, or refused with a reason.
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler/contract/functions.h"
#include "compiler/unit/codegen.h"
#include "compiler/cpu/prepare.h"
#include "compiler/spmd/emit/packets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Ends the process unless the status is a success.
static void require(qn_status status, const qn_diag *diag) {
  if (!qn_failed(status))
    return;
  fprintf(stderr, "%s\n", diag->message);
  __builtin_trap();
}

enum { VARIABLES = 8, BLOCKS = 14, STATEMENTS = 6 };

typedef struct maker {
  const uint8_t *data;
  size_t size, at;
  LLVMModuleRef module;
  LLVMValueRef function;
  LLVMBuilderRef b;
  LLVMTypeRef i1, i8, i32, i64, real, pointer;
  LLVMValueRef variables[VARIABLES]; // the last is a float
  LLVMBasicBlockRef blocks[BLOCKS];
  unsigned block_count;
} maker;

// A choice among `count`; 0 after the end of the bytes.
static unsigned pick(maker *m, unsigned count) {
  return m->at < m->size ? m->data[m->at++] % count : 0;
}

static LLVMValueRef word(const maker *m, uint64_t value) {
  return LLVMConstInt(m->i32, value, false);
}

static LLVMValueRef read(maker *m) {
  return LLVMBuildLoad2(m->b, m->i32, m->variables[pick(m, VARIABLES - 1)], "");
}

static void write(maker *m, LLVMValueRef value) {
  LLVMBuildStore(m->b, value, m->variables[pick(m, VARIABLES - 1)]);
}

static LLVMValueRef call(maker *m, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned count) {
  LLVMTypeRef types[8];
  for (unsigned i = 0; i < count; ++i)
    types[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(m->module, name);
  if (!function)
    function = LLVMAddFunction(m->module, name, type);
  return LLVMBuildCall2(m->b, type, function, args, count, "");
}

static LLVMValueRef field(maker *m, unsigned offset) {
  LLVMValueRef at = LLVMConstInt(m->i64, offset, false);
  return LLVMBuildLoad2(m->b, m->i32,
                        LLVMBuildInBoundsGEP2(m->b, m->i8,
                                              LLVMGetParam(m->function, 0), &at,
                                              1, ""),
                        "");
}

// An address in memory that an argument points to, with a value as its index.
static LLVMValueRef address(maker *m) {
  LLVMValueRef base =
      LLVMBuildLoad2(m->b, m->pointer, LLVMGetParam(m->function, 1), "");
  LLVMValueRef index = read(m);
  if (pick(m, 2))
    index = LLVMBuildSExt(m->b, index, m->i64, "");
  return LLVMBuildGEP2(m->b, pick(m, 3) ? m->i32 : m->i8, base, &index, 1, "");
}

static void arithmetic(maker *m) {
  static const LLVMOpcode ops[] = {LLVMAdd,  LLVMSub,  LLVMMul,  LLVMAnd,
                                   LLVMOr,   LLVMXor,  LLVMShl,  LLVMLShr,
                                   LLVMUDiv, LLVMSRem, LLVMAShr, LLVMURem};
  const LLVMOpcode op = ops[pick(m, sizeof(ops) / sizeof(ops[0]))];
  LLVMValueRef a = read(m);
  LLVMValueRef b = pick(m, 2) ? read(m) : word(m, pick(m, 64));
  LLVMValueRef made = LLVMBuildBinOp(m->b, op, a, b, "");
  if (LLVMIsAInstruction(made) && (op == LLVMAdd || op == LLVMMul))
    LLVMSetNSW(made, pick(m, 2) != 0);
  write(m, made);
}

static LLVMValueRef condition(maker *m) {
  static const LLVMIntPredicate predicates[] = {
      LLVMIntULT, LLVMIntSLT, LLVMIntEQ, LLVMIntNE, LLVMIntSGE, LLVMIntUGT};
  LLVMValueRef a = read(m);
  LLVMValueRef b = pick(m, 2) ? read(m) : word(m, pick(m, 40));
  return LLVMBuildICmp(m->b, predicates[pick(m, 6)], a, b, "");
}

static void synchronise(maker *m) {
  LLVMValueRef context = LLVMGetParam(m->function, 0);
  switch (pick(m, 4)) {
  case 0:
    (void)qn_devlib_call(m->b, QN_DEVLIB_BARRIER, &context, 1);
    break;
  case 1: {
    LLVMValueRef args[] = {context, word(m, pick(m, 4)), read(m)};
    write(m, qn_devlib_call(m->b, QN_DEVLIB_BARRIER_REDUCE, args, 3));
    break;
  }
  case 2: {
    LLVMValueRef args[] = {context,
                           word(m, pick(m, 4)),
                           LLVMConstInt(m->i64, UINT32_MAX, false),
                           read(m),
                           pick(m, 2) ? read(m) : word(m, pick(m, 33)),
                           word(m, 32u >> pick(m, 6))};
    write(m, qn_devlib_call(m->b, QN_DEVLIB_SHUFFLE, args, 6));
    break;
  }
  default: {
    LLVMValueRef args[] = {context, LLVMConstInt(m->i64, 0, false), read(m)};
    write(m,
          LLVMBuildTrunc(m->b, qn_devlib_call(m->b, QN_DEVLIB_BALLOT, args, 3),
                         m->i32, ""));
  }
  }
}

static void statement(maker *m) {
  LLVMValueRef x, args[2];
  switch (pick(m, 12)) {
  case 0:
    write(m, field(m, 4 * pick(m, 15)));
    break;
  case 1:
    write(m, LLVMBuildLoad2(m->b, m->i32, address(m), ""));
    break;
  case 2:
    x = address(m);
    LLVMBuildStore(m->b, read(m), x);
    break;
  case 3:
    x = condition(m);
    write(m, LLVMBuildSelect(m->b, x, read(m), read(m), ""));
    break;
  case 4:
    x = LLVMBuildLoad2(m->b, m->real, m->variables[VARIABLES - 1], "");
    x = LLVMBuildFAdd(m->b, x, LLVMBuildSIToFP(m->b, read(m), m->real, ""), "");
    LLVMBuildStore(m->b, x, m->variables[VARIABLES - 1]);
    break;
  case 5:
    x = LLVMBuildLoad2(m->b, m->real, m->variables[VARIABLES - 1], "");
    LLVMBuildStore(m->b, x, address(m));
    break;
  case 6:
    x = address(m);
    LLVMSetAlignment(x = LLVMBuildAtomicRMW(m->b, LLVMAtomicRMWBinOpAdd, x,
                                            read(m),
                                            LLVMAtomicOrderingMonotonic, false),
                     4);
    write(m, x);
    break;
  case 7:
    synchronise(m);
    break;
  case 8:
    args[0] = LLVMGetParam(m->function, 0);
    args[1] = read(m);
    write(m, call(m, "other", m->i32, args, 2));
    break;
  default:
    arithmetic(m);
  }
}

static void end_block(maker *m) {
  LLVMBasicBlockRef a = m->blocks[pick(m, m->block_count)];
  LLVMBasicBlockRef b = m->blocks[pick(m, m->block_count)];
  switch (pick(m, 6)) {
  case 0:
    LLVMBuildRetVoid(m->b);
    break;
  case 1:
    LLVMBuildBr(m->b, a);
    break;
  case 2: {
    LLVMValueRef to = LLVMBuildSwitch(m->b, read(m), a, 2);
    LLVMAddCase(to, word(m, 1), b);
    LLVMAddCase(to, word(m, 7), m->blocks[pick(m, m->block_count)]);
    break;
  }
  default:
    LLVMBuildCondBr(m->b, condition(m), a, b);
  }
}

static void make_function(maker *m) {
  LLVMContextRef c = LLVMGetModuleContext(m->module);
  LLVMTypeRef types[] = {m->pointer, m->pointer};
  m->function = LLVMAddFunction(
      m->module, "quern.item",
      LLVMFunctionType(LLVMVoidTypeInContext(c), types, 2, false));
  LLVMPositionBuilderAtEnd(
      m->b, LLVMAppendBasicBlockInContext(c, m->function, "entry"));
  for (unsigned i = 0; i < VARIABLES; ++i)
    m->variables[i] =
        LLVMBuildAlloca(m->b, i + 1 < VARIABLES ? m->i32 : m->real, "");
  for (unsigned i = 0; i + 1 < VARIABLES; ++i)
    LLVMBuildStore(m->b, i < 3 ? field(m, 4 * i) : word(m, i), m->variables[i]);
  LLVMBuildStore(m->b, LLVMConstReal(m->real, 1.5),
                 m->variables[VARIABLES - 1]);
  m->block_count = 1 + pick(m, BLOCKS);
  for (unsigned i = 0; i < m->block_count; ++i)
    m->blocks[i] = LLVMAppendBasicBlockInContext(c, m->function, "b");
  LLVMBuildBr(m->b, m->blocks[0]);
  for (unsigned i = 0; i < m->block_count; ++i) {
    LLVMPositionBuilderAtEnd(m->b, m->blocks[i]);
    for (unsigned k = pick(m, STATEMENTS); k-- > 0;)
      statement(m);
    end_block(m);
  }
}

static void begin(maker *m, LLVMContextRef c, LLVMModuleRef module) {
  m->module = module;
  m->b = LLVMCreateBuilderInContext(c);
  m->i1 = LLVMInt1TypeInContext(c);
  m->i8 = LLVMInt8TypeInContext(c);
  m->i32 = LLVMInt32TypeInContext(c);
  m->i64 = LLVMInt64TypeInContext(c);
  m->real = LLVMFloatTypeInContext(c);
  m->pointer = LLVMPointerTypeInContext(c, 0);
}

// A variant that is left out has a reason; any other can be emitted.
static void emit(qn_unit *unit, const qn_spmd_plan *plan,
                 const qn_spmd_variant *variant) {
  qn_diag diag = {0};
  qn_spmd_code code;
  if (variant->reason ? !variant->reason[0] : variant->width == 0)
    __builtin_trap();
  if (!variant->reason)
    require(qn_spmd_emit_variant(plan, variant, &unit->target->row->on_cpu,
                                 &unit->arena, &code, &diag),
            &diag);
}

static void make_packets(qn_unit *unit, maker *m) {
  static const unsigned widths[] = {4, 8, 16, 32};
  qn_diag diag = {0};
  qn_spmd_plan plan;
  const qn_spmd_settings settings = {.way = QN_SPMD_PACKETS,
                                     .width = widths[pick(m, 4)],
                                     .width_given = pick(m, 2) != 0,
                                     .tiles = QN_SPMD_TILES_POSSIBLE};
  make_function(m);
  LLVMSetLinkage(m->function, LLVMExternalLinkage);
  require(qn_ir_verify(m->module, "making a kernel", &diag), &diag);
  require(qn_cpu_prepare(unit, &diag), &diag);
  const qn_spmd_plan_params params = {.item = m->function,
                                      .settings = &settings};
  require(qn_spmd_plan_make(&params, &plan, &diag), &diag);
  emit(unit, &plan, &plan.packets);
  if (!plan.packets.reason)
    emit(unit, &plan, &plan.tiles);
  for (unsigned i = 0; i < plan.width_count; ++i)
    emit(unit, &plan, &plan.widths[i]);
  qn_spmd_plan_finish(&plan);
  require(qn_ir_verify(m->module, "making packets", &diag), &diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // Machines with different vector instructions.
  static const char *const targets[] = {"x86-64-v3", "x86-64-v4", "aarch64",
                                        "aarch64-sve256"};
  static const qn_compile_params params = {.opt_level = 3};
  maker m = {.data = data, .size = size};
  qn_target target;
  qn_diag diag = {0};
  require(qn_target_parse(qn_str_from(targets[pick(&m, 4)]), &target, &diag),
          &diag);
  static const qn_family_ops ops = {.family = QN_FAMILY_CPU};
  qn_unit unit = {.params = &params, .target = &target, .ops = &ops};
  unit.context = LLVMContextCreate();
  unit.module = LLVMModuleCreateWithNameInContext("kernel", unit.context);
  require(qn_codegen_machine(&unit, target.row->triple, target.row->cpu,
                             target.row->features, &diag),
          &diag);
  begin(&m, unit.context, unit.module);
  make_packets(&unit, &m);
  LLVMDisposeBuilder(m.b);
  qn_unit_finish(&unit);
  return 0;
}
