// SPDX-License-Identifier: Apache-2.0
// How a kernel's work-items run:
// - in packets, vectorised according to its plan (spmd/plan/plan.h);
// - else scalar, one after another, in loops that the optimiser sees;
// - in kernels with barriers or warp operations that cannot run in packets, as
//   fibers, each on a stack of its own (device/cpu/runner.c).
#include "compiler/cpu/entry.h"

#include <stdio.h>

#include "compiler/cpu/cases.h"
#include "compiler/cpu/compact.h"
#include "compiler/cpu/check.h"
#include "compiler/cpu/check_values.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/sanitize.h"
#include "compiler/cpu/lockstep.h"
#include "compiler/cpu/memory.h"
#include "compiler/cpu/order.h"
#include "compiler/ir/lines.h"
#include "compiler/cpu/prepare.h"
#include "compiler/ir/unroll.h"
#include "compiler/cpu/remake.h"
#include "compiler/cpu/waits.h"
#include "compiler/spmd/emit/ahead.h"
#include "compiler/spmd/emit/alike.h"
#include "compiler/spmd/emit/packets.h"
#include "compiler/spmd/emit/sized.h"
#include "compiler/spmd/plan/cost.h"
#include "compiler/spmd/plan/dump.h"
#include "compiler/spmd/plan/explain.h"
#include "compiler/spmd/plan/grid_loop.h"
#include "compiler/spmd/plan/sized.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "quern/cpu_abi.h"

// A kernel whose entry is being made.
typedef struct entry {
  qn_kernel *record;
  qn_spmd_way otherwise; // how launches run that packets cannot
  const char *excluded;  // why it has no packets whatever the plan; or NULL
  bool traps;            // or asserts
  bool can_fail;         // by that, or by a check
  bool knows_steps;      // the next three are found (find_steps)
  bool needs_steps;      // scalar lanes run in lockstep (cpu/lockstep.h)
  bool moves_on;         // with needs_steps: qn_cpu_moves_on
  bool waits;            // some of its loops wait for others (cpu/waits.h)
  bool overwrites;       // with needs_steps: stores are likely to overlap
                         // (lockstep.h)
  bool is_prepared;      // for packets (prepare_item)
  LLVMValueRef item;     // the kernel for one work-item: (context, args)
  qn_spmd_rounds_copy rounds; // its copy that goes by rounds of groups, if any
  qn_cpu_zones zones;         // of packets that are checked
  qn_spmd_plan plan;
  qn_spmd_code packets, tiles;    // without `packets`, there are none
  LLVMValueRef group, tile_group; // the regions of a group; NULL without
                                  // barriers
  // Of the copy, where the kernel itself has no barriers.
  qn_spmd_plan round_plan;
  qn_spmd_code round_packets;
  qn_buffer about_rounds; // of its loops over the grid, for --explain
  LLVMValueRef round_group;
  LLVMValueRef sized; // a group of `size` work-items in a row; NULL: none
  qn_spmd_rounds_copy sized_rounds; // what it was made of, if any
  unsigned size;
  const char *unsized; // why there is none; NULL: it was not tried
  // With checks: the kernel that looks at device memory in front of such a
  // group (spmd/emit/ahead.h), and the group that begins with it; NULL: none.
  LLVMValueRef ahead_item, ahead_group;
  // The kernel's first entry, which runs launches that an entry of another
  // width cannot; NULL when this is the first.
  LLVMValueRef first;
} entry;

static qn_spmd_way way_without_packets(const qn_unit *unit, uint32_t flags) {
  return flags & (QN_KERNEL_BARRIERS | QN_KERNEL_WARP_OPS |
                  QN_KERNEL_COOPERATIVE) ||
                 qn_cpu_finds_races(unit)
             ? QN_SPMD_FIBERS
             : QN_SPMD_SCALAR;
}

static bool watches_races(const qn_unit *unit) {
  return qn_cpu_checks_in(unit) & QN_CPU_CHECK_RACE;
}

static LLVMTypeRef pointer_type(const qn_unit *unit) {
  return LLVMPointerTypeInContext(unit->context, 0);
}

static LLVMTypeRef word_type(const qn_unit *unit) {
  return LLVMInt32TypeInContext(unit->context);
}

// ---- The item function

static LLVMValueRef i64_at(LLVMBuilderRef b, const qn_unit *unit,
                           LLVMValueRef base, uint64_t offset) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(unit->context);
  LLVMValueRef index =
      LLVMConstInt(LLVMInt64TypeInContext(unit->context), offset, false);
  return LLVMBuildInBoundsGEP2(b, i8, base, &index, 1, "");
}

// The argument of the kernel's parameter `index`: loaded from the block, or its
// address for a struct passed by value.
static LLVMValueRef load_argument(LLVMBuilderRef b, const qn_unit *unit,
                                  LLVMValueRef kernel, unsigned parameter,
                                  LLVMValueRef block,
                                  const qn_argument *argument) {
  LLVMValueRef address = i64_at(b, unit, block, argument->offset);
  if (qn_ir_pointee(kernel, parameter))
    return address;
  LLVMValueRef value = LLVMBuildLoad2(
      b, LLVMTypeOf(LLVMGetParam(kernel, parameter)), address, "");
  LLVMSetAlignment(value, (unsigned)argument->alignment);
  LLVMValueRef none = LLVMMetadataAsValue(
      unit->context, LLVMMDNodeInContext2(unit->context, NULL, 0));
  LLVMSetMetadata(value, qn_ir_metadata_kind(unit->context, "invariant.load"),
                  none);
  return value;
}

// A builder in the new function `made`, with debug information like `model`'s,
// which inlined code needs; at -O0 nothing is inlined.
static LLVMBuilderRef begin_body(const qn_unit *unit, LLVMValueRef made,
                                 LLVMValueRef model) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderAtEnd(
      b, LLVMAppendBasicBlockInContext(unit->context, made, ""));
  if (unit->params->opt_level)
    qn_lines_describe(made, model);
  LLVMSetCurrentDebugLocation2(b, qn_lines_none(made));
  return b;
}

// Makes `quern.item(context, args)`: the kernel for one work-item. It stays
// externally visible until its entry is made.
static LLVMValueRef make_item_function(qn_unit *unit, LLVMValueRef kernel,
                                       const qn_kernel *record) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef parameters[] = {p, p};
  const unsigned count = LLVMCountParams(kernel);
  LLVMValueRef *values = qn_arena_alloc(&unit->arena, count, sizeof(*values));
  if (!values)
    return NULL;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context),
                                      parameters, 2, false);
  LLVMValueRef made = LLVMAddFunction(unit->module, "quern.item", type);
  qn_cpu_note_context(made);
  LLVMBuilderRef b = begin_body(unit, made, kernel);
  values[0] = LLVMGetParam(made, 0);
  for (unsigned i = 1; i < count; ++i)
    values[i] = load_argument(b, unit, kernel, i, LLVMGetParam(made, 1),
                              &record->arguments[i - 1]);
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(kernel), kernel,
                                     values, count, "");
  for (unsigned i = 1; i < count; ++i) {
    LLVMTypeRef held = qn_ir_pointee(kernel, i);
    if (held) {
      const unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
      const unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
      LLVMAddCallSiteAttribute(
          call, i + 1, LLVMCreateTypeAttribute(unit->context, byval, held));
      LLVMAddCallSiteAttribute(
          call, i + 1,
          LLVMCreateEnumAttribute(unit->context, align,
                                  record->arguments[i - 1].alignment));
    }
  }
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  qn_ir_remove_flag(kernel, "noinline");
  if (unit->params->opt_level)
    qn_ir_add_flag(kernel, "alwaysinline");
  return made;
}

static qn_status begin_entry(qn_unit *unit, entry *e, qn_diag *diag) {
  LLVMValueRef kernel =
      LLVMGetNamedFunction(unit->module, e->record->name.data);
  if (!kernel)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "kernel '%.*s' was lost",
                   QN_STR_ARG(e->record->name));
  e->otherwise = way_without_packets(unit, e->record->flags);
  e->traps = qn_cpu_can_fail(unit->module, kernel);
  e->can_fail = e->traps || qn_cpu_checks_in(unit);
  LLVMSetValueName2(kernel, "quern.kernel", 12);
  LLVMSetFunctionCallConv(kernel, LLVMCCallConv);
  LLVMSetLinkage(kernel, LLVMInternalLinkage);
  LLVMSetVisibility(kernel, LLVMDefaultVisibility);
  e->item = make_item_function(unit, kernel, e->record);
  if (e->item && qn_cpu_goes_around(kernel))
    qn_cpu_note_around(e->item);
  return e->item ? qn_ok() : qn_fail_memory(diag, "a kernel's entry");
}

// ---- Functions around a run function of the device library

// (args, launch, first, last, scratch), followed by the runner in loops that a
// failure can leave.
enum { ENTRY_PARAMETERS = 5, VALUES_MAX = 16 };

static LLVMValueRef begin_function(const qn_unit *unit, LLVMValueRef item,
                                   const char *name, bool guarded,
                                   LLVMBuilderRef *out_b) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  LLVMTypeRef types[] = {p, p, i64, i64, p, p};
  LLVMValueRef made = LLVMAddFunction(
      unit->module, name,
      LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types,
                       ENTRY_PARAMETERS + guarded, false));
  *out_b = begin_body(unit, made, item);
  return made;
}

static void add_attribute(const qn_unit *unit, LLVMValueRef function,
                          const char *name, uint64_t value) {
  const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(function, 1,
                          LLVMCreateEnumAttribute(unit->context, kind, value));
}

// Attributes of the argument block (quern/cpu_abi.h), with which loads of
// arguments can be hoisted out of loops, even speculatively.
static void describe_arguments(const qn_unit *unit, LLVMValueRef function,
                               const qn_kernel *record) {
  const uint64_t size = qn_figure_or(record->arguments_size, 0);
  add_attribute(unit, function, "noalias", 0);
  add_attribute(unit, function, "readonly", 0);
  add_attribute(unit, function, "align", 64);
  if (size)
    add_attribute(unit, function, "dereferenceable", size);
}

// The arguments of a call.
typedef struct values {
  LLVMValueRef all[VALUES_MAX];
  unsigned count;
} values;

static void add(values *v, LLVMValueRef value) { v->all[v->count++] = value; }

static void add_parameters(values *v, LLVMValueRef function, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    add(v, LLVMGetParam(function, i));
}

// Keeps a call from being inlined.
static void keep_call(const qn_unit *unit, LLVMValueRef call) {
  const unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", 8);
  LLVMAddCallSiteAttribute(call, (unsigned)LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(unit->context, noinline, 0));
}

static LLVMValueRef call_library(const qn_unit *unit, LLVMBuilderRef b,
                                 qn_devlib_function function, values *v) {
  LLVMValueRef call = qn_devlib_call(b, function, v->all, v->count);
  if (unit->params->quick)
    keep_call(unit, call);
  return call;
}

static LLVMValueRef word(const qn_unit *unit, uint64_t value) {
  return LLVMConstInt(word_type(unit), value, false);
}

// Adds the runner of `function`, or NULL if it has none.
static void add_runner(const qn_unit *unit, values *v, LLVMValueRef function) {
  add(v, LLVMCountParams(function) > ENTRY_PARAMETERS
             ? LLVMGetParam(function, ENTRY_PARAMETERS)
             : LLVMConstNull(pointer_type(unit)));
}

static void call_loop(const qn_unit *unit, LLVMBuilderRef b,
                      LLVMValueRef function, const entry *e, uint64_t shared) {
  values v = {0};
  add(&v, e->item);
  add_parameters(&v, function, ENTRY_PARAMETERS);
  add(&v, word(unit, shared));
  add_runner(unit, &v, function);
  LLVMValueRef call = call_library(unit, b, QN_DEVLIB_RUN_LOOP, &v);
  // Beside packets the kernel itself is a call, too, and the loops around it
  // are one function for all kernels.
  if (e->packets.packets)
    keep_call(unit, call);
}

// `run`(function, args, launch, first, last, scratch, shared).
static void call_runner(const qn_unit *unit, LLVMBuilderRef b,
                        qn_devlib_function run, LLVMValueRef own,
                        LLVMValueRef function, uint64_t shared) {
  values v = {0};
  add(&v, function);
  add_parameters(&v, own, ENTRY_PARAMETERS);
  add(&v, word(unit, shared));
  call_library(unit, b, run, &v);
}

// ---- Packets

static LLVMValueRef constant_of(const qn_unit *unit, qn_devlib_struct kind,
                                const values *v) {
  return qn_devlib_constant(unit->module, kind, v->all, v->count);
}

// Makes variables in the group's function for the values that a group has in
// common: those live into a region and those live out of it. Their addresses go
// into the context.
static void make_group_values(const qn_unit *unit, LLVMBuilderRef b,
                              LLVMValueRef context, uint32_t size) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(unit->context);
  const unsigned pointer_size =
      LLVMPointerSize(LLVMGetModuleDataLayout(unit->module));
  static const qn_item_pointer places[] = {QN_ITEM_POINTER_LIVE_IN,
                                           QN_ITEM_POINTER_LIVE_OUT};
  for (unsigned i = 0; i < 2 && size; ++i) {
    LLVMValueRef live = LLVMBuildAlloca(b, LLVMArrayType2(i8, size), "live");
    LLVMSetAlignment(live, 64);
    LLVMBuildStore(b, live,
                   i64_at(b, unit, context,
                          qn_item_pointer_offset(places[i], pointer_size)));
  }
}

static LLVMValueRef function_or_null(const qn_unit *unit,
                                     LLVMValueRef function) {
  return function ? function : LLVMConstNull(pointer_type(unit));
}

// How many words the group's values have that stay in memory: checks know the
// context, which has their addresses.
static uint32_t group_words(const qn_unit *unit, const qn_spmd_code *k) {
  enum { WORD = 4, WORDS_MAX = 32 };
  const uint32_t words = (k->group_used + WORD - 1) / WORD;
  return qn_cpu_checks_in(unit) && words <= WORDS_MAX ? words : 0;
}

static LLVMValueRef region_constant(const qn_unit *unit, const qn_spmd_code *k,
                                    unsigned region, bool around) {
  const qn_exit_use exits = !k->has_exits ? QN_EXITS_NONE
                            : region      ? QN_EXITS_LATER
                                          : QN_EXITS_FIRST;
  values v = {0};
  add(&v, word(unit, k->width / k->rows));
  add(&v, word(unit, k->rows));
  add(&v, word(unit, k->frame_size));
  add(&v, word(unit, k->group_size));
  add(&v, word(unit, group_words(unit, k)));
  add(&v, word(unit, exits));
  add(&v, word(unit, around));
  add(&v, word(unit, k->packets[region].single_max));
  return constant_of(unit, QN_DEVLIB_STRUCT_REGION, &v);
}

// `quern.group(context, args, frames)`, without a body.
static LLVMValueRef add_group(const qn_unit *unit) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef types[] = {p, p, p};
  LLVMValueRef made = LLVMAddFunction(
      unit->module, "quern.group",
      LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types, 3, false));
  LLVMSetLinkage(made, LLVMInternalLinkage);
  return made;
}

// The regions of a group, one after another.
static LLVMValueRef make_group(const qn_unit *unit, LLVMValueRef item,
                               const qn_spmd_code *k) {
  LLVMValueRef made = add_group(unit);
  LLVMBasicBlockRef *blocks = qn_arena_alloc(
      &((qn_unit *)(uintptr_t)unit)->arena, k->count + 1, sizeof(*blocks));
  if (!blocks)
    return NULL;
  // The entry block cannot be a branch's target.
  LLVMBuilderRef b = begin_body(unit, made, item);
  for (unsigned i = 0; i <= k->count; ++i)
    blocks[i] = LLVMAppendBasicBlockInContext(unit->context, made, "region");
  LLVMValueRef context = LLVMGetParam(made, 0);
  make_group_values(unit, b, context, k->group_size);
  LLVMValueRef begins[] = {context, word(unit, k->is_alike)};
  if (watches_races(unit))
    qn_devlib_call(b, QN_DEVLIB_CHECK_BLOCK, begins, 2);
  if (qn_cpu_follows_values(unit))
    qn_devlib_call(b, QN_DEVLIB_CHECK_FRESH, begins, 2);
  LLVMBuildBr(b, blocks[0]);
  for (unsigned i = 0; i < k->count; ++i) {
    LLVMPositionBuilderAtEnd(b, blocks[i]);
    if (watches_races(unit))
      qn_devlib_call(b, QN_DEVLIB_CHECK_PHASE, &context, 1);
    if (qn_cpu_follows_values(unit))
      qn_devlib_call(b, QN_DEVLIB_CHECK_STEP, &context, 1);
    values v = {0};
    add(&v, k->packets[i].full);
    add(&v, function_or_null(unit, k->packets[i].masked)); // tiles have none
    add(&v, function_or_null(unit, k->packets[i].range));
    add(&v, function_or_null(unit, k->packets[i].half));
    add(&v, function_or_null(unit, k->packets[i].single));
    add(&v, region_constant(unit, k, i, qn_cpu_goes_around(item)));
    add_parameters(&v, made, 3);
    LLVMValueRef next = call_library(unit, b, QN_DEVLIB_RUN_REGION, &v);
    LLVMValueRef to = LLVMBuildSwitch(b, next, blocks[k->count], k->count);
    for (unsigned n = 1; n < k->count; ++n)
      LLVMAddCase(to, word(unit, n), blocks[n]);
  }
  LLVMPositionBuilderAtEnd(b, blocks[k->count]);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return made;
}

static LLVMValueRef call_group(LLVMBuilderRef b, LLVMValueRef made,
                               LLVMValueRef group) {
  values v = {0};
  add_parameters(&v, made, 3);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(group), group, v.all, v.count,
                        "");
}

// Goes on in a new block if a function of the device library returns other
// than 0; returns where to go on otherwise, or `otherwise` if it is given.
static LLVMBasicBlockRef begin_if(const qn_unit *unit, LLVMBuilderRef b,
                                  LLVMValueRef asked,
                                  LLVMBasicBlockRef otherwise) {
  LLVMValueRef made = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
  LLVMBasicBlockRef then =
      LLVMAppendBasicBlockInContext(unit->context, made, "");
  if (!otherwise)
    otherwise = LLVMAppendBasicBlockInContext(unit->context, made, "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, asked, word(unit, 0), ""),
                  then, otherwise);
  LLVMPositionBuilderAtEnd(b, then);
  return otherwise;
}

static void put_field(const qn_unit *unit, LLVMBuilderRef b,
                      LLVMValueRef context, unsigned field, uint64_t value) {
  LLVMBuildStore(b, word(unit, value), i64_at(b, unit, context, field));
}

// The packets that look at a group in front of it, with their places known.
static void look_ahead(const qn_unit *unit, LLVMBuilderRef b, LLVMValueRef made,
                       const entry *e, const qn_spmd_code *ahead) {
  LLVMValueRef full = ahead->packets[0].full;
  LLVMValueRef args[] = {LLVMGetParam(made, 0), LLVMGetParam(made, 1)};
  qn_ir_add_flag(full, "alwaysinline");
  put_field(unit, b, args[0], QN_ITEM_THREAD_Y, 0);
  put_field(unit, b, args[0], QN_ITEM_THREAD_Z, 0);
  for (unsigned x = 0; x < e->size; x += ahead->width) {
    put_field(unit, b, args[0], QN_ITEM_THREAD_X, x);
    put_field(unit, b, args[0], QN_ITEM_LINEAR, x);
    put_field(unit, b, args[0], QN_ITEM_LANE, x % QN_CPU_WARP_SIZE);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(full), full, args, 2, "");
  }
}

// The same for groups that are looked at in front, if that can be, and are then
// run without checks.
static LLVMValueRef make_ahead_group(const qn_unit *unit, const entry *e,
                                     const qn_spmd_code *ahead) {
  LLVMValueRef made = add_group(unit);
  LLVMBuilderRef b = begin_body(unit, made, e->item);
  LLVMValueRef context = LLVMGetParam(made, 0);
  LLVMValueRef begins[] = {context, word(unit, qn_cpu_checks_in(unit))};
  LLVMBasicBlockRef whole = begin_if(
      unit, b, qn_devlib_call(b, QN_DEVLIB_CHECK_AHEAD, begins, 2), NULL);
  look_ahead(unit, b, made, e, ahead);
  begin_if(unit, b, qn_devlib_call(b, QN_DEVLIB_CHECK_GOOD, &context, 1),
           whole);
  (void)call_group(b, made, e->sized);
  LLVMBuildRetVoid(b);
  LLVMPositionBuilderAtEnd(b, whole);
  keep_call(unit, call_group(b, made, e->group));
  qn_devlib_call(b, QN_DEVLIB_CHECK_WHOLE, &context, 1);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return made;
}

// The constants for running a kernel with barriers.
static LLVMValueRef groups_constant(const qn_unit *unit, const qn_spmd_code *k,
                                    uint64_t shared, uint32_t collapse_width) {
  values v = {0};
  add(&v, word(unit, k->width / k->rows));
  add(&v, word(unit, k->frame_size));
  add(&v, word(unit, shared));
  add(&v, word(unit, collapse_width));
  return constant_of(unit, QN_DEVLIB_STRUCT_GROUPS, &v);
}

// The constants for running a kernel without barriers.
static LLVMValueRef packets_constant(const qn_unit *unit, const entry *e,
                                     const qn_spmd_code *k, uint64_t shared) {
  values v = {0};
  add(&v, word(unit, k->width / k->rows));
  add(&v, word(unit, k->rows));
  add(&v, word(unit, e->plan.collapse_width));
  add(&v, word(unit, shared));
  return constant_of(unit, QN_DEVLIB_STRUCT_PACKETS, &v);
}

static void call_kernel(const qn_unit *unit, LLVMBuilderRef b,
                        LLVMValueRef function, const entry *e,
                        const qn_spmd_code *k, uint64_t shared) {
  LLVMValueRef group = k == &e->packets ? e->group
                       : k == &e->tiles ? e->tile_group
                                        : e->round_group;
  values v = {0};
  if (group) {
    add(&v, group);
    // The copy by rounds may go on from one group into the next as packets of
    // the kernel do, as it asks for no other places.
    const bool by_rounds = k == &e->round_packets;
    add(&v, groups_constant(unit, k, shared,
                            by_rounds ? e->plan.collapse_width
                                      : QN_COLLAPSE_NEVER));
  } else {
    // Where lanes diverge, tiles use the packets of one row.
    LLVMValueRef masked = e->packets.packets[0].masked;
    qn_ir_add_flag(masked, "noinline");
    add(&v, k->packets[0].full);
    add(&v, masked);
    add(&v, packets_constant(unit, e, k, shared));
  }
  add_parameters(&v, function, ENTRY_PARAMETERS);
  add_runner(unit, &v, function);
  call_library(unit, b, group ? QN_DEVLIB_RUN_GROUPS : QN_DEVLIB_RUN_PACKETS,
               &v);
}

static void call_packets(const qn_unit *unit, LLVMBuilderRef b,
                         LLVMValueRef function, const entry *e,
                         uint64_t shared) {
  call_kernel(unit, b, function, e, &e->packets, shared);
}

static void call_tiles(const qn_unit *unit, LLVMBuilderRef b,
                       LLVMValueRef function, const entry *e, uint64_t shared) {
  call_kernel(unit, b, function, e, &e->tiles, shared);
}

static void call_rounds(const qn_unit *unit, LLVMBuilderRef b,
                        LLVMValueRef function, const entry *e,
                        uint64_t shared) {
  call_kernel(unit, b, function, e, &e->round_packets, shared);
}

// Groups of a known size, whose shared memory is in registers.
static void call_sized(const qn_unit *unit, LLVMBuilderRef b,
                       LLVMValueRef function, const entry *e, uint64_t shared) {
  const qn_spmd_code none = {.width = e->size, .rows = 1};
  values v = {0};
  if (e->ahead_group) {
    add(&v, e->ahead_group);
    add(&v, groups_constant(unit, &e->packets, shared, QN_COLLAPSE_NEVER));
  } else {
    add(&v, e->sized);
    add(&v, groups_constant(unit, &none, 0, QN_COLLAPSE_NEVER));
  }
  add_parameters(&v, function, ENTRY_PARAMETERS);
  add_runner(unit, &v, function);
  call_library(unit, b, QN_DEVLIB_RUN_GROUPS, &v);
}

// ---- Functions

// Writes the body of a function.
typedef void fill_fn(const qn_unit *unit, LLVMBuilderRef b,
                     LLVMValueRef function, const entry *e, uint64_t shared);

// Emits what `fill` writes; if that can fail, as a function that runs on a
// stack of its own, which a failure can leave.
static void call_guarded(const qn_unit *unit, LLVMBuilderRef b,
                         LLVMValueRef function, const entry *e, uint64_t shared,
                         fill_fn *fill) {
  if (!e->can_fail) {
    fill(unit, b, function, e, shared);
    return;
  }
  LLVMBuilderRef inner;
  LLVMValueRef made = begin_function(unit, e->item, "quern.loop", true, &inner);
  LLVMSetLinkage(made, LLVMInternalLinkage);
  describe_arguments(unit, made, e->record);
  if (e->zones.all)
    qn_cpu_check_packets(unit, inner, LLVMGetParam(made, ENTRY_PARAMETERS),
                         &e->zones);
  fill(unit, inner, made, e, shared);
  LLVMBuildRetVoid(inner);
  LLVMDisposeBuilder(inner);
  call_runner(unit, b, QN_DEVLIB_RUN_GUARDED, function, made, shared);
}

static void call_scalar(const qn_unit *unit, LLVMBuilderRef b,
                        LLVMValueRef function, const entry *e,
                        uint64_t shared) {
  const uint64_t around = qn_cpu_goes_around(e->item) ? QN_FIBERS_AROUND : 0;
  if (e->otherwise == QN_SPMD_FIBERS)
    call_runner(unit, b, QN_DEVLIB_RUN_FIBERS, function, e->item,
                shared | around);
  else
    call_guarded(unit, b, function, e, shared, call_loop);
}

// Emits what `fill` writes, for blocks that `fits` is about; the builder
// continues on the path for other blocks.
static void choose(const qn_unit *unit, LLVMBuilderRef b, LLVMValueRef function,
                   const entry *e, LLVMValueRef fits, uint64_t shared,
                   fill_fn *fill) {
  LLVMBasicBlockRef blocks[2];
  for (unsigned i = 0; i < 2; ++i)
    blocks[i] = LLVMAppendBasicBlockInContext(unit->context, function, "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, fits, word(unit, 0), ""),
                  blocks[0], blocks[1]);
  LLVMPositionBuilderAtEnd(b, blocks[0]);
  call_guarded(unit, b, function, e, shared, fill);
  LLVMBuildRetVoid(b);
  LLVMPositionBuilderAtEnd(b, blocks[1]);
}

// Blocks of a shape that fits tiles.
static void choose_tiles(const qn_unit *unit, LLVMBuilderRef b,
                         LLVMValueRef function, const entry *e,
                         uint64_t shared) {
  const qn_spmd_code *k = &e->tiles;
  values v = {0};
  add(&v, LLVMGetParam(function, 1));
  add(&v, word(unit, k->width / k->rows));
  add(&v, word(unit, k->rows));
  LLVMValueRef fits = call_library(unit, b, QN_DEVLIB_TILES_FIT, &v);
  choose(unit, b, function, e, fits, shared, call_tiles);
}

static LLVMValueRef call_fits(LLVMBuilderRef b, LLVMValueRef function,
                              const qn_spmd_rounds_copy *rounds) {
  values v = {0};
  add_parameters(&v, function, 2);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(rounds->fits), rounds->fits,
                        v.all, v.count, "");
}

static void choose_sized(const qn_unit *unit, LLVMBuilderRef b,
                         LLVMValueRef function, const entry *e,
                         uint64_t shared) {
  values v = {0};
  add(&v, LLVMGetParam(function, 1));
  add(&v, word(unit, e->size));
  LLVMValueRef fits = call_library(unit, b, QN_DEVLIB_SIZE_FITS, &v);
  if (e->sized_rounds.fits)
    fits = LLVMBuildAnd(b, fits, call_fits(b, function, &e->sized_rounds), "");
  choose(unit, b, function, e, fits, shared, call_sized);
}

// Blocks whose rows are long enough to go by rounds; others go on from one
// group into the next.
static void choose_rounds(const qn_unit *unit, LLVMBuilderRef b,
                          LLVMValueRef function, const entry *e,
                          uint64_t shared) {
  values v = {0};
  add(&v, LLVMGetParam(function, 1));
  add(&v, word(unit, QN_COST_ROUNDS_ROW));
  add(&v, word(unit, 1));
  LLVMValueRef fits =
      LLVMBuildAnd(b, call_library(unit, b, QN_DEVLIB_TILES_FIT, &v),
                   call_fits(b, function, &e->rounds), "");
  choose(unit, b, function, e, fits, shared, call_rounds);
}

// Calls the kernel's first entry.
static void call_first(const qn_unit *unit, LLVMBuilderRef b,
                       LLVMValueRef function, const entry *e) {
  values v = {0};
  add_parameters(&v, function, ENTRY_PARAMETERS);
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(e->first),
                                     e->first, v.all, v.count, "");
  keep_call(unit, call);
}

static LLVMValueRef fit_constant(const qn_unit *unit, const entry *e) {
  values v = {0};
  add(&v, word(unit, e->plan.warp_use));
  add(&v, word(unit, e->plan.min_row));
  add(&v, word(unit, e->plan.collapse_width));
  return constant_of(unit, QN_DEVLIB_STRUCT_FIT, &v);
}

// Emits packets, and the other way for launches that they cannot run.
static void call_either(const qn_unit *unit, LLVMBuilderRef b,
                        LLVMValueRef function, const entry *e,
                        uint64_t shared) {
  LLVMBasicBlockRef blocks[2];
  for (unsigned i = 0; i < 2; ++i)
    blocks[i] = LLVMAppendBasicBlockInContext(unit->context, function, "");
  values v = {0};
  add(&v, LLVMGetParam(function, 1));
  add(&v, fit_constant(unit, e));
  LLVMValueRef fits = call_library(unit, b, QN_DEVLIB_PACKETS_FIT, &v);
  if (e->rounds.fits && !e->round_packets.packets)
    fits = LLVMBuildAnd(b, fits, call_fits(b, function, &e->rounds), "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, fits, word(unit, 0), ""),
                  blocks[0], blocks[1]);
  LLVMPositionBuilderAtEnd(b, blocks[0]);
  if (e->sized)
    choose_sized(unit, b, function, e, shared);
  if (e->tiles.packets)
    choose_tiles(unit, b, function, e, shared);
  if (e->round_packets.packets)
    choose_rounds(unit, b, function, e, shared);
  call_guarded(unit, b, function, e, shared, call_packets);
  LLVMBuildRetVoid(b);
  LLVMPositionBuilderAtEnd(b, blocks[1]);
  if (e->first)
    call_first(unit, b, function, e);
  else
    call_scalar(unit, b, function, e, shared);
}

static LLVMValueRef make_functions(const qn_unit *unit, const entry *e,
                                   qn_str name, uint64_t shared) {
  LLVMBuilderRef b;
  LLVMValueRef made = begin_function(unit, e->item, name.data, false, &b);
  describe_arguments(unit, made, e->record);
  if (e->packets.packets)
    call_either(unit, b, made, e, shared);
  else
    call_scalar(unit, b, made, e, shared);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return made;
}

// ---- Which way

static bool reads_shared(LLVMValueRef function) {
  if (LLVMIsDeclaration(function) || !LLVMCountParams(function))
    return false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_spmd_context_field(i) == QN_ITEM_SHARED)
        return true;
  return false;
}

// Whether the kernel, or a function that it may call, uses shared memory.
// Groups of a kernel that does not need none, even if other kernels of the
// image do.
static bool uses_shared(const qn_unit *unit, const entry *e) {
  qn_map reached = {0};
  bool uses = !qn_ir_reach(unit->module, e->item, &reached);
  for (size_t i = 0; i < reached.count && !uses; ++i)
    uses = reads_shared((LLVMValueRef)(uintptr_t)reached.entries[i].key);
  qn_map_finish(&reached);
  return uses;
}

static const char unmarked[] =
    "shared memory without barriers under --check=init";

// Why the values of a kernel cannot be followed in packets, or NULL.
static const char *exclusion_of_values(const qn_unit *unit, const entry *e) {
  if (!qn_cpu_follows_values(unit))
    return NULL;
  return uses_shared(unit, e) && !(e->record->flags & QN_KERNEL_BARRIERS)
             ? unmarked
             : qn_cpu_refuse_values(e->item);
}

// Why a kernel cannot run in packets whatever the plan; NULL: it can.
static const char *exclusion(const qn_unit *unit, const entry *e) {
  if (e->record->flags & QN_KERNEL_COOPERATIVE)
    return "grid sync";
  if (watches_races(unit) && e->waits)
    return "loops that wait under --check=race";
  const char *reason = qn_cpu_refuse_watch(unit, e->item);
  return reason ? reason : exclusion_of_values(unit, e);
}

static void note(qn_unit *unit, const entry *e, const char *why) {
  qn_buffer_printf(&unit->messages, "note: '%.*s' runs %s because of %s\n",
                   QN_STR_ARG(e->record->name),
                   e->otherwise == QN_SPMD_FIBERS
                       ? "as fibers, each work-item on its own stack,"
                       : "scalar, one work-item at a time,",
                   why);
}

// Emits the functions of a variant and, if it has barriers, the function that
// runs its regions.
static qn_status emit_variant(qn_unit *unit, entry *e,
                              const qn_spmd_variant *variant,
                              qn_spmd_code *out_code, LLVMValueRef *out_group,
                              qn_diag *diag) {
  QN_TRY(qn_spmd_emit_variant(&e->plan, variant, &unit->target->row->on_cpu,
                              &unit->arena, out_code, diag));
  *out_group = out_code->count > 1 ? make_group(unit, e->item, out_code) : NULL;
  return out_code->count == 1 || *out_group
             ? qn_ok()
             : qn_fail_memory(diag, "a kernel's entry");
}

// Reports why a kernel has no packets; for fibers always, as they are much
// slower.
static void note_plan(qn_unit *unit, const entry *e) {
  const qn_spmd_plan *plan = &e->plan;
  const bool asked = plan->settings->notes;
  if (plan->packets.reason) {
    if (asked || e->otherwise == QN_SPMD_FIBERS)
      note(unit, e, plan->packets.reason);
  } else if (asked && plan->tiles.reason &&
             plan->settings->tiles != QN_SPMD_TILES_NEVER) {
    qn_buffer_printf(&unit->messages,
                     "note: '%.*s' has no packets of several rows: %s\n",
                     QN_STR_ARG(e->record->name), plan->tiles.reason);
  }
}

// What is known of a kernel as it is written, before prepare_item.
static void find_steps(const qn_unit *unit, entry *e) {
  if (e->knows_steps)
    return;
  e->knows_steps = true;
  e->needs_steps = uses_shared(unit, e) &&
                   !(qn_cpu_checks_in(unit) & QN_CPU_CHECK_RACE) &&
                   qn_cpu_needs_steps(unit->module, e->item, &e->overwrites);
  e->moves_on = e->needs_steps && qn_cpu_moves_on(e->item);
}

// Whether lanes of a warp may rely on going together.
static bool goes_in_step(const entry *e) {
  return e->needs_steps && (e->overwrites || e->moves_on);
}

// Changes a kernel's code in ways that are good for packets, once.
static qn_status prepare_item(qn_unit *unit, entry *e, qn_diag *diag) {
  if (e->is_prepared)
    return qn_ok();
  e->is_prepared = true;
  qn_spmd_split_barriers(e->item);
  QN_TRY(qn_cpu_remake(e->item, unit->machine, diag));
  return qn_cpu_compact(e->item, unit->machine, diag);
}

// Why no loop of a kernel goes by rounds of groups; NULL: they may.
static const char *reason_against_rounds(const entry *e) {
  return e->waits          ? "a loop that waits for others"
         : e->can_fail     ? "checks or traps in the kernel"
         : goes_in_step(e) ? "lanes that go in step"
         : !e->is_prepared ? "the size of the kernel"
                           : NULL;
}

// Makes the copy of a kernel whose loops over the grid go by rounds of groups,
// and its plan; without packets of it there is none.
static qn_status plan_rounds(qn_unit *unit, entry *e,
                             const qn_spmd_plan_params *params,
                             qn_spmd_plan *plan, qn_diag *diag) {
  qn_spmd_plan_params own = *params;
  const char *reason = reason_against_rounds(e);
  if (!reason)
    QN_TRY(qn_spmd_copy_by_rounds(e->item, 0, unit->machine, &e->rounds, diag));
  if (e->rounds.made) {
    own.item = e->rounds.made;
    own.otherwise = QN_SPMD_FIBERS; // as it has barriers
    own.is_row_of_blocks = false;
    QN_TRY(qn_spmd_plan_make(&own, plan, diag));
    reason = plan->packets.reason;
  }
  if (unit->params->explain)
    QN_TRY(qn_spmd_explain_rounds(
        e->item, e->otherwise == QN_SPMD_SCALAR ? QN_COST_ROUNDS_ROW : 1,
        reason, &e->about_rounds, diag));
  if (reason && e->rounds.made) {
    qn_spmd_plan_finish(plan);
    *plan = (qn_spmd_plan){0};
    qn_spmd_drop_rounds(&e->rounds);
    qn_spmd_drop_rounds(&e->sized_rounds);
  }
  return qn_ok();
}

// Makes the plan: where the kernel has barriers, that of rounds, if it goes by
// these; else there is one beside it.
static qn_status make_plan(qn_unit *unit, entry *e,
                           const qn_spmd_plan_params *params, qn_diag *diag) {
  const bool instead = e->otherwise != QN_SPMD_SCALAR;
  QN_TRY(
      plan_rounds(unit, e, params, instead ? &e->plan : &e->round_plan, diag));
  return e->rounds.made && instead ? qn_ok()
                                   : qn_spmd_plan_make(params, &e->plan, diag);
}

// Emits the packets of the copy that goes by rounds beside the kernel's own.
static qn_status emit_rounds(qn_unit *unit, entry *e, qn_diag *diag) {
  if (!e->rounds.made || e->otherwise != QN_SPMD_SCALAR)
    return qn_ok();
  QN_TRY(qn_spmd_emit_variant(&e->round_plan, &e->round_plan.packets,
                              &unit->target->row->on_cpu, &unit->arena,
                              &e->round_packets, diag));
  const qn_str name = qn_arena_printf(&unit->arena, "%.*s, by rounds",
                                      QN_STR_ARG(e->record->name));
  if (name.data)
    qn_spmd_dump_plan(&e->round_plan, name, unit->target->name,
                      &unit->messages);
  e->round_group = make_group(unit, e->item, &e->round_packets);
  return e->round_group ? qn_ok() : qn_fail_memory(diag, "a kernel's entry");
}

// Makes the group that is looked at in front, if all groups do the same to
// shared memory; else there is none of a known size.
static qn_status make_ahead(qn_unit *unit, entry *e,
                            const qn_spmd_plan_params *params, qn_diag *diag) {
  qn_spmd_plan plan = {0};
  qn_spmd_code code = {0};
  qn_spmd_plan_params own = *params;
  const bool alike = e->packets.is_alike || !qn_spmd_has_group_checks(e->item);
  own.item = e->ahead_item;
  own.otherwise = QN_SPMD_SCALAR;
  qn_status status =
      e->group && alike ? qn_spmd_plan_make(&own, &plan, diag) : qn_ok();
  if (!qn_failed(status) && plan.region_count == 1 && !plan.packets.reason &&
      e->size % plan.packets.width == 0) {
    plan.packets.is_ahead = plan.packets.is_whole = true;
    status =
        qn_spmd_emit_variant(&plan, &plan.packets, &unit->target->row->on_cpu,
                             &unit->arena, &code, diag);
    if (!qn_failed(status))
      e->ahead_group = make_ahead_group(unit, e, &code);
  }
  qn_spmd_plan_finish(&plan);
  if (!e->ahead_group) {
    LLVMDeleteFunction(e->sized);
    e->sized = NULL;
    e->unsized = "checks that cannot be made in front of a block";
  } else if (params->settings->notes) {
    qn_buffer_printf(&unit->messages,
                     "note: '%.*s' is checked in front of blocks of %u\n",
                     QN_STR_ARG(e->record->name), e->size);
  }
  return status;
}

static qn_status make_packets(qn_unit *unit, entry *e,
                              const qn_spmd_settings *settings, qn_diag *diag) {
  e->excluded = exclusion(unit, e);
  if (e->excluded) {
    if (settings->notes)
      note(unit, e, e->excluded);
    return qn_ok();
  }
  bool is_row_of_blocks = false;
  if (e->otherwise == QN_SPMD_SCALAR && !e->can_fail)
    QN_TRY(qn_cpu_make_grid_case(e->item, &is_row_of_blocks, diag));
  // Work-items that are watched have numbers by their blocks.
  const bool watched = watches_races(unit);
  const qn_spmd_plan_params params = {.item = e->item,
                                      .settings = settings,
                                      .otherwise = e->otherwise,
                                      .can_fail = e->traps || watched,
                                      .all_arrive = qn_cpu_checks_in(unit) &
                                                    QN_CPU_CHECK_SYNC,
                                      .is_row_of_blocks = is_row_of_blocks,
                                      .goes_in_step = goes_in_step(e)};
  if (qn_spmd_count_instructions(e->item) <= QN_COST_CASES_MAX)
    QN_TRY(prepare_item(unit, e, diag));
  if (e->is_prepared)
    QN_TRY(qn_cpu_make_cases(e->item, unit->machine, diag));
  QN_TRY(make_plan(unit, e, &params, diag));
  note_plan(unit, e);
  qn_spmd_dump_plan(&e->plan, e->record->name, unit->target->name,
                    &unit->messages);
  if (e->plan.packets.reason)
    return qn_ok();
  QN_TRY(emit_variant(unit, e, &e->plan.packets, &e->packets, &e->group, diag));
  if (qn_cpu_follows_values(unit) && !e->group && uses_shared(unit, e)) {
    e->packets = (qn_spmd_code){0};
    e->excluded = unmarked;
    return qn_ok();
  }
  if (e->sized && e->ahead_item)
    QN_TRY(make_ahead(unit, e, &params, diag));
  QN_TRY(emit_rounds(unit, e, diag));
  return e->plan.tiles.reason ? qn_ok()
                              : emit_variant(unit, e, &e->plan.tiles, &e->tiles,
                                             &e->tile_group, diag);
}

// "saxpy"; for widths and levels "saxpy.w8", "saxpy.x86-64-v3",
// "saxpy.x86-64-v3.w8".
static qn_str name_of(qn_unit *unit, const entry *e, unsigned width) {
  char end[16] = "";
  if (width)
    snprintf(end, sizeof(end), ".w%u", width);
  return qn_arena_printf(&unit->arena, "%.*s%s%s%s",
                         QN_STR_ARG(e->record->name), unit->level ? "." : "",
                         unit->level ? unit->level : "", end);
}

// Adds an entry for blocks of any size. Within a level the narrowest come
// first: a wider one has to be better than those (metadata/model/variant.h).
static qn_status add_to_record(qn_unit *unit, const entry *e, qn_str symbol,
                               qn_diag *diag) {
  qn_kernel *k = e->record;
  const uint32_t width = e->packets.packets ? e->packets.width : 1;
  qn_entry *all =
      qn_arena_alloc(&unit->arena, k->entry_count + 1, sizeof(*all));
  if (!all || !symbol.data)
    return qn_fail_memory(diag, "the description of a kernel");
  size_t at = 0;
  const qn_str isa = qn_str_from(unit->target->name);
  for (; at < k->entry_count && (!qn_str_equal(k->entries[at].isa, isa) ||
                                 k->entries[at].width < width);
       ++at)
    all[at] = k->entries[at];
  all[at] = (qn_entry){.symbol = symbol,
                       .isa = isa,
                       .width = width,
                       .min_factor = 1,
                       .sub_group = 1};
  for (; at < k->entry_count; ++at)
    all[at + 1] = k->entries[at];
  k->entries = all;
  ++k->entry_count;
  return qn_ok();
}

// Makes entries with packets of further widths.
static qn_status make_more(qn_unit *unit, const entry *e, LLVMValueRef first,
                           uint64_t shared, qn_diag *diag) {
  for (unsigned i = 0; i < e->plan.width_count; ++i) {
    const qn_spmd_variant *variant = &e->plan.widths[i];
    entry other = *e;
    other.tiles = other.round_packets = (qn_spmd_code){0};
    if (e->round_packets.packets)
      other.rounds = (qn_spmd_rounds_copy){0};
    other.sized = NULL;
    other.first = first;
    QN_TRY(emit_variant(unit, &other, variant, &other.packets, &other.group,
                        diag));
    const qn_str name = name_of(unit, e, variant->width);
    if (!name.data)
      return qn_fail_memory(diag, "a kernel's entry");
    (void)make_functions(unit, &other, name, shared);
    QN_TRY(add_to_record(unit, &other, name, diag));
  }
  return qn_ok();
}

static qn_status finish_entry(qn_unit *unit, entry *e, uint64_t shared,
                              qn_diag *diag) {
  if (!qn_cpu_is_sanitized(unit) && !uses_shared(unit, e))
    shared = 0;
  if (e->packets.packets) {
    // Only for launches that packets cannot run: not worth optimising.
    qn_ir_remove_flag(e->item, "alwaysinline");
    qn_ir_add_flag(e->item, "noinline");
    qn_ir_add_flag(e->item, "cold");
  }
  if (e->packets.packets && qn_cpu_checks_in(unit)) {
    e->zones.all = qn_cpu_red_zones(unit, &e->zones.count);
    if (!e->zones.all)
      return qn_fail_memory(diag, "a kernel's entry");
  }
  const qn_str name = name_of(unit, e, 0);
  if (!name.data)
    return qn_fail_memory(diag, "a kernel's entry");
  LLVMValueRef first = make_functions(unit, e, name, shared);
  QN_TRY(add_to_record(unit, e, name, diag));
  if (e->packets.packets)
    QN_TRY(make_more(unit, e, first, shared, diag));
  LLVMSetLinkage(e->item, LLVMInternalLinkage);
  if (qn_cpu_is_sanitized(unit))
    QN_TRY(qn_cpu_sanitize_entry(unit, e->item, e->record->name, diag));
  return qn_cpu_checks_in(unit) ? qn_cpu_check_entry(unit, e->item, diag)
                                : qn_ok();
}

// Why a kernel whose code would allow it is not made into packets.
static const char *reason_of_settings(const qn_unit *unit,
                                      const qn_spmd_settings *settings) {
  const unsigned min_level = settings->forced ? 1 : 2;
  return settings->way != QN_SPMD_PACKETS ? "QUERN_CPU_ENGINE"
         : !settings->width               ? "the target, which has no vectors"
         : unit->params->opt_level < min_level
             ? "the level of optimisation, which is less than 2"
         : unit->params->debug == QN_DEBUG_FULL ? "-g"
                                                : "a sanitizer";
}

static void explain(qn_unit *unit, const entry *e,
                    const qn_spmd_settings *settings, bool packets) {
  if (!unit->params->explain)
    return;
  qn_buffer *out = &unit->explanation;
  const char *reason = !packets      ? reason_of_settings(unit, settings)
                       : e->excluded ? e->excluded
                                     : e->plan.packets.reason;
  qn_buffer_printf(out, "kernel\t%.*s\t%s\n", QN_STR_ARG(e->record->name),
                   unit->target->name);
  qn_spmd_explain_way(reason ? e->otherwise : QN_SPMD_PACKETS, e->otherwise,
                      reason, out);
  if (packets && !e->excluded)
    qn_spmd_explain_plan(&e->plan, out);
  if (!reason && e->unsized)
    qn_buffer_printf(out, "sized\t%u\t%s\n", e->size,
                     e->sized ? "" : e->unsized);
  if (!reason && e->about_rounds.size)
    qn_buffer_append(out, e->about_rounds.data, e->about_rounds.size);
}

// Whether to make packets. Not for sanitizers, nor for debuggers that need more
// than lines, which both want one work-item at a time. As packets take two to
// five times as long to compile, below -O2 only if they were asked for.
static bool wants_packets(const qn_unit *unit,
                          const qn_spmd_settings *settings) {
  const unsigned min_level = settings->forced ? 1 : 2;
  return settings->way == QN_SPMD_PACKETS && settings->width &&
         unit->params->opt_level >= min_level &&
         unit->params->debug != QN_DEBUG_FULL && !qn_cpu_is_sanitized(unit) &&
         !qn_cpu_checks_undefined(unit) && !qn_cpu_finds_races(unit) &&
         qn_cpu_may_check_packets(unit);
}

// ---- Groups of a known size

// Emits the packets of a copy of a kernel, and the group that calls them.
static qn_status emit_sized(qn_unit *unit, entry *e, qn_spmd_plan *plan,
                            qn_diag *diag) {
  qn_spmd_code code;
  plan->packets.is_whole = true;
  QN_TRY(qn_spmd_emit_variant(plan, &plan->packets, &unit->target->row->on_cpu,
                              &unit->arena, &code, diag));
  const qn_spmd_sized_params params = {.plan = plan,
                                       .code = &code,
                                       .size = e->size,
                                       .name = "quern.group",
                                       .machine = unit->machine};
  const qn_status status = qn_spmd_begin_sized(&params, &e->sized, diag);
  if (!e->sized)
    qn_spmd_delete_code(&code);
  return status;
}

// Whether work-items do not wait for others but at barriers, and do not fail
// but by checks.
static bool may_be_sized(const qn_unit *unit, const entry *e) {
  return !e->traps && !exclusion(unit, e) &&
         qn_spmd_may_copy_for_size(e->item) && uses_shared(unit, e) &&
         !qn_cpu_waits(unit->module, e->item);
}

static qn_status make_sized_plain(qn_unit *unit, entry *e,
                                  const qn_spmd_settings *settings,
                                  qn_diag *diag) {
  qn_spmd_sized_copy copy;
  qn_spmd_plan plan = {0};
  qn_spmd_rounds_copy *rounds = &e->sized_rounds;
  find_steps(unit, e);
  QN_TRY(prepare_item(unit, e, diag));
  if (!goes_in_step(e) && !e->can_fail)
    QN_TRY(
        qn_spmd_copy_by_rounds(e->item, e->size, unit->machine, rounds, diag));
  QN_TRY(qn_spmd_copy_for_size(rounds->made ? rounds->made : e->item, e->size,
                               unit->machine, &copy, diag));
  if (rounds->made)
    LLVMDeleteFunction(rounds->made);
  rounds->made = NULL;
  e->unsized = copy.reason;
  if (!copy.made)
    return qn_ok();
  qn_spmd_split_barriers(copy.made);
  qn_status status = qn_cpu_remake(copy.made, unit->machine, diag);
  qn_spmd_settings own = *settings;
  const bool in_step = goes_in_step(e);
  own.width_given |= !in_step; // narrow packets need fewer registers
  const qn_spmd_plan_params params = {.item = copy.made,
                                      .settings = &own,
                                      .otherwise = QN_SPMD_FIBERS,
                                      .goes_in_step = in_step};
  if (!qn_failed(status))
    status = qn_spmd_plan_make(&params, &plan, diag);
  e->unsized = plan.packets.reason ? plan.packets.reason
                                   : "regions in no known order, or too much "
                                     "code";
  if (!qn_failed(status) && !plan.packets.reason && plan.region_count > 1)
    status = emit_sized(unit, e, &plan, diag);
  qn_spmd_plan_finish(&plan);
  LLVMDeleteFunction(copy.made);
  return status;
}

// Of a kernel with checks that can be made in front of a group, the group is
// that of the kernel without.
static qn_status make_sized_checked(qn_unit *unit, entry *e,
                                    const qn_spmd_settings *settings,
                                    qn_diag *diag) {
  entry plain = *e;
  qn_spmd_split split;
  find_steps(unit, e);
  if (goes_in_step(e))
    return qn_ok();
  QN_TRY(qn_spmd_split_checks(e->item, unit->machine, &split, diag));
  if (!split.ahead)
    return qn_ok();
  plain.item = split.plain;
  const qn_status status = make_sized_plain(unit, &plain, settings, diag);
  e->sized = plain.sized;
  e->unsized = plain.unsized;
  e->ahead_item = split.ahead;
  LLVMDeleteFunction(split.plain);
  return status;
}

static qn_status make_sized(qn_unit *unit, entry *e,
                            const qn_spmd_settings *settings, qn_diag *diag) {
  return e->can_fail ? make_sized_checked(unit, e, settings, diag)
                     : make_sized_plain(unit, e, settings, diag);
}

// Makes groups of the size that blocks are likely to have.
static qn_status make_all_sized(qn_unit *unit, entry *entries, size_t count,
                                const qn_spmd_settings *settings,
                                qn_diag *diag) {
  bool any = false;
  const qn_spmd_finish_params params = {.always = settings->size_given,
                                        .in_halves =
                                            unit->target->row->on_cpu.has_madd,
                                        .machine = unit->machine};
  for (size_t i = 0; i < count; ++i) {
    entries[i].size = settings->size;
    if (settings->size && may_be_sized(unit, &entries[i]))
      QN_TRY(make_sized(unit, &entries[i], settings, diag));
    any |= entries[i].sized != NULL;
  }
  if (any)
    QN_TRY(qn_spmd_inline_sized(unit->module, unit->machine, diag));
  for (size_t i = 0; i < count; ++i)
    if (entries[i].sized) {
      QN_TRY(qn_spmd_finish_sized(&params, &entries[i].sized, diag));
      entries[i].unsized = "places in shared memory that are not known, or "
                           "rows for which memory is as good";
    }
  return qn_ok();
}

static bool any_uses_shared(const qn_unit *unit, const entry *entries,
                            size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (uses_shared(unit, &entries[i]))
      return true;
  return false;
}

// Inlines the headers' functions into kernels, so that their uses of shared
// memory are seen. For debuggers the source's variables are not optimised.
static qn_status show_shared(qn_unit *unit, qn_diag *diag) {
  const bool simplifies =
      unit->params->opt_level && unit->params->debug != QN_DEBUG_FULL;
  qn_unit_set_target(unit, unit->target->row->cpu, unit->target->row->features);
  QN_TRY(qn_ir_run_passes(
      unit->module,
      simplifies ? "always-inline,function(sroa<modify-cfg>,early-cse<memssa>)"
                 : "always-inline",
      unit->machine, false, diag));
  qn_cpu_wrap_shared(unit->module);
  return qn_ok();
}

static qn_status make_entry(qn_unit *unit, entry *e,
                            const qn_spmd_settings *settings, bool packets,
                            uint64_t shared, qn_diag *diag) {
  // Steps would hide what the check for races is to find.
  const bool checked = qn_cpu_checks_in(unit) != 0;
  const bool shares = uses_shared(unit, e);
  if (checked && shares)
    e->otherwise = QN_SPMD_FIBERS;
  find_steps(unit, e);
  if (e->needs_steps) {
    e->otherwise = QN_SPMD_FIBERS;
    if (goes_in_step(e))
      qn_ir_set_attribute(e->item, QN_CPU_IN_STEP, "");
  }
  e->waits = qn_cpu_waits(unit->module, e->item);
  if (e->waits)
    e->otherwise = QN_SPMD_FIBERS;
  qn_status status = packets ? make_packets(unit, e, settings, diag) : qn_ok();
  if (!qn_failed(status))
    explain(unit, e, settings, packets);
  // So more work-items are under way at the same time.
  if (!qn_failed(status) && e->plan.is_declined)
    qn_ir_mark_rounds(e->item, QN_COST_SCALAR_ROUNDS);
  // Kernels without packets by choice do not need the longer optimisation.
  if (!e->packets.packets && !e->plan.is_declined) {
    unit->is_vectorised = false;
    unit->plain_kernels[e->record - unit->record.kernels] = true;
  }
  if (e->ahead_item)
    LLVMDeleteFunction(e->ahead_item);
  if (!qn_failed(status))
    status = finish_entry(unit, e, shared, diag);
  qn_spmd_plan_finish(&e->plan);
  qn_spmd_plan_finish(&e->round_plan);
  qn_spmd_drop_rounds(&e->rounds);
  qn_buffer_finish(&e->about_rounds);
  return status;
}

qn_status qn_cpu_make_entries(qn_unit *unit, uint64_t shared, qn_diag *diag) {
  const size_t count = unit->record.kernel_count;
  qn_spmd_settings settings;
  entry *entries = qn_arena_alloc(&unit->arena, count + 1, sizeof(*entries));
  if (!entries)
    return qn_fail_memory(diag, "the kernels' entries");
  QN_TRY(qn_spmd_settings_read(&unit->target->row->on_cpu, &settings, diag));
  if (watches_races(unit) || qn_cpu_follows_values(unit))
    settings.tiles = QN_SPMD_TILES_NEVER;
  for (size_t i = 0; i < count; ++i) {
    entries[i].record = (qn_kernel *)&unit->record.kernels[i];
    QN_TRY(begin_entry(unit, &entries[i], diag));
    if (settings.way == QN_SPMD_FIBERS)
      entries[i].otherwise = QN_SPMD_FIBERS;
  }
  const bool packets = wants_packets(unit, &settings);
  unit->is_vectorised = packets;
  if (!unit->plain_kernels)
    unit->plain_kernels = qn_arena_alloc(&unit->arena, count + 1, 1);
  if (!unit->plain_kernels)
    return qn_fail_memory(diag, "the kernels' entries");
  if (packets)
    QN_TRY(qn_cpu_prepare(unit, diag));
  else if (any_uses_shared(unit, entries, count))
    QN_TRY(show_shared(unit, diag));
  if (packets)
    QN_TRY(make_all_sized(unit, entries, count, &settings, diag));
  for (size_t i = 0; i < count; ++i)
    QN_TRY(make_entry(unit, &entries[i], &settings, packets, shared, diag));
  for (size_t i = 0; i < count; ++i) {
    if (entries[i].needs_steps)
      qn_cpu_add_steps(unit->module, entries[i].item);
    if (entries[i].waits)
      qn_cpu_add_yields(unit->module, entries[i].item);
  }
  return qn_cpu_add_paths(unit, diag);
}
