// SPDX-License-Identifier: Apache-2.0
// CPUs: a shared object with one exported function per kernel
// (quern/cpu_abi.h).
//
// The source comes in compiled for the NVPTX triple, which keeps kernels, their
// arguments and shared variables one to one with the source; here it is moved
// to the CPU. How work-items then run is decided in compiler/cpu/entry.c.
#include "compiler/targets/cpu.h"

#include "compiler/targets/family.h"

#include <limits.h>
#include <unistd.h>

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/unit/codegen.h"
#include "compiler/unit/maths.h"
#include "compiler/cpu/check.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/entry.h"
#include "compiler/cpu/half.h"
#include "compiler/cpu/levels.h"
#include "compiler/cpu/memory.h"
#include "compiler/cpu/sanitize.h"
#include "compiler/cpu/shuffles.h"
#include "compiler/ir/arithmetic.h"
#include "compiler/ir/halves.h"
#include "compiler/ir/describe.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/narrow.h"
#include "compiler/ir/roots.h"
#include "compiler/ir/unroll.h"
#include "compiler/x86/gathers.h"
#include "compiler/x86/pieces.h"
#include "compiler/x86/reorder.h"
#include "compiler/x86/rotate.h"
#include "compiler/x86/sink.h"
#include "compiler/x86/splats.h"
#include "compiler/x86/stores.h"
#include "compiler/x86/sums.h"

void qn_cpu_front_end_args(const qn_unit *unit, qn_args *args) {
  const bool wide = unit->target->row->pointer_size == 8;
  qn_args_add_pair(args, "-triple",
                   wide ? "nvptx64-nvidia-cuda" : "nvptx-nvidia-cuda");
  // The most capable one for the headers: types such as bfloat16 are native.
  qn_args_add_pair(args, "-target-cpu", "sm_90");
  qn_args_add_pair(args, "-target-feature", "+ptx80");
  // Keeps conversions as calls, which clang does not fold (ir/arithmetic.h).
  qn_args_add(args, "-fno-strict-float-cast-overflow");
  if (qn_cpu_checks_undefined(unit))
    qn_cpu_undefined_args(args);
  // Reports quote sources by their whole path.
  char folder[PATH_MAX];
  if ((qn_cpu_checks_in(unit) || unit->params->embed_bitcode) &&
      getcwd(folder, sizeof(folder)))
    QN_ARGS_PRINTF(args, "-fdebug-compilation-dir=%s", folder);
}

// ---- Code that cannot be moved to a CPU

static qn_status refuse(qn_unit *unit, LLVMValueRef call, const char *what,
                        qn_str name, qn_diag *diag) {
  const qn_str caller =
      qn_ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  qn_buffer_printf(&unit->messages,
                   "error: %s '%.*s' in '%.*s' is not supported on %s\n", what,
                   QN_STR_ARG(name), QN_STR_ARG(caller), unit->target->name);
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "%s is not supported on CPUs", what);
}

static qn_status check_call(qn_unit *unit, LLVMValueRef call, qn_diag *diag) {
  LLVMValueRef called = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(called)) {
    size_t size;
    const char *text = LLVMGetInlineAsmAsmString(called, &size);
    // An empty template is a barrier to the optimiser, in any language.
    return size ? refuse(unit, call, "inline assembly", (qn_str){text, size},
                         diag)
                : qn_ok();
  }
  LLVMValueRef callee = qn_ir_callee(call);
  if (callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm.nvvm.")))
    return refuse(unit, call, "the NVIDIA instruction", qn_ir_name(callee),
                  diag);
  return qn_ok();
}

static qn_status check_calls(qn_unit *unit, qn_diag *diag) {
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsACallInst(instruction)) {
          const qn_status one = check_call(unit, instruction, diag);
          status = qn_failed(one) ? one : status;
        }
  return status;
}

// ---- Launches from kernels

static bool launches_child(LLVMValueRef call) {
  LLVMValueRef callee = qn_ir_callee(call);
  const qn_str name = callee ? qn_ir_name(callee) : (qn_str){0};
  return qn_str_equal(name, QN_STR("cudaLaunchDevice")) ||
         qn_str_equal(name, QN_STR("cudaLaunchDevice_ptsz"));
}

static LLVMValueRef add_text(qn_unit *unit, qn_str text) {
  LLVMContextRef context = LLVMGetModuleContext(unit->module);
  LLVMValueRef value = LLVMConstStringInContext2(context, text.data, text.size,
                                                 /*DontNullTerminate=*/false);
  LLVMValueRef global =
      LLVMAddGlobal(unit->module, LLVMTypeOf(value), "quern.child");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

// Whether it can be what a pointer points to: it has uses but for launches by
// its name, and LLVM's own lists.
static bool has_address_taken(LLVMValueRef kernel) {
  for (LLVMUseRef use = LLVMGetFirstUse(kernel); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const bool launches = LLVMIsACallInst(user) && launches_child(user) &&
                          LLVMGetOperand(user, 0) == kernel;
    LLVMUseRef outer =
        LLVMIsAConstantArray(user) ? LLVMGetFirstUse(user) : NULL;
    LLVMValueRef holder = outer ? LLVMGetUser(outer) : NULL;
    const bool listed = holder && LLVMIsAGlobalVariable(holder) &&
                        qn_str_starts(qn_ir_name(holder), QN_STR("llvm."));
    if (!launches && !listed)
      return true;
  }
  return false;
}

// The name of the kernel that `pointer` points to, by comparing; one that no
// kernel has where it is none of this image.
static LLVMValueRef name_by_address(qn_unit *unit, LLVMValueRef call,
                                    LLVMValueRef pointer) {
  LLVMBuilderRef b =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(unit->module));
  LLVMValueRef name = add_text(unit, QN_STR("(none of this image)"));
  LLVMPositionBuilderBefore(b, call);
  QN_EACH_FUNCTION (function, unit->module)
    if (qn_ir_is_kernel(function) && has_address_taken(function)) {
      LLVMValueRef is_it = LLVMBuildICmp(b, LLVMIntEQ, pointer, function, "");
      LLVMValueRef text = add_text(unit, qn_ir_name(function));
      name = LLVMBuildSelect(b, is_it, text, name, "");
    }
  LLVMDisposeBuilder(b);
  return name;
}

// The launched kernel is given by its symbol, which the runtime finds in the
// image: its address is that of the function that an entry calls.
static void name_child(qn_unit *unit, LLVMValueRef call) {
  LLVMValueRef kernel = LLVMGetOperand(call, 0);
  LLVMSetOperand(call, 0,
                 LLVMIsAFunction(kernel) ? add_text(unit, qn_ir_name(kernel))
                                         : name_by_address(unit, call, kernel));
}

static void name_children(qn_unit *unit) {
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsACallInst(instruction) && launches_child(instruction))
          name_child(unit, instruction);
}

// ---- Retargeting

// Removes attributes that only NVPTX knows, or that forbid what a CPU may do.
static void strip_attributes(LLVMModuleRef module) {
  static const char *const strings[] = {"nvvm.maxntid",
                                        "nvvm.reqntid",
                                        "nvvm.minctasm",
                                        "nvvm.maxnreg",
                                        "uniform-work-group-size",
                                        "frame-pointer",
                                        "stack-protector-buffer-size",
                                        "no-builtins",
                                        "no-trapping-math"};
  QN_EACH_FUNCTION (function, module) {
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); ++i)
      LLVMRemoveStringAttributeAtIndex(function, ~0u, strings[i],
                                       (unsigned)strlen(strings[i]));
    if (!qn_ir_is_kernel(function))
      LLVMSetFunctionCallConv(function, LLVMCCallConv);
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsACallInst(instruction))
          LLVMSetInstructionCallConv(instruction, LLVMCCallConv);
  }
}

// ---- The maths library

// Keeps the maths library's functions for rare arguments as calls, lane by
// lane: inlined and vectorised, they would be most of a kernel's code. Those
// that packets do as a whole are inlined once there are packets.
static void keep_rare_separate(LLVMModuleRef module, bool separate) {
  QN_EACH_FUNCTION (function, module) {
    const bool whole =
        qn_str_starts(qn_ir_name(function), QN_STR("qn_math_whole_"));
    if ((!whole &&
         !qn_str_starts(qn_ir_name(function), QN_STR("qn_math_rare_"))) ||
        LLVMIsDeclaration(function))
      continue;
    if (separate) {
      qn_ir_add_flag(function, "optnone");
    } else {
      qn_ir_remove_flag(function, "optnone");
      if (whole)
        qn_ir_remove_flag(function, "noinline");
    }
  }
}

// Which of the libraries a machine needs: with fused multiply-add, or without
// doubles, where all Vortex of 32 bits is.
static const char *maths_kind(const qn_target_row *row) {
  const bool is_vortex = row->family == QN_FAMILY_VORTEX;
  return is_vortex && row->pointer_size == 4 ? "-soft"
         : is_vortex || row->on_cpu.has_fma  ? "-fma"
                                             : "";
}

// Links our library (device/cpu/math), then libclc for what that lacks.
static qn_status link_maths(qn_unit *unit, qn_diag *diag) {
  qn_unit_bind_maths(unit->module);
  const qn_str own =
      qn_arena_printf(&unit->arena, "%s/maths%s.bc", unit->tools->device,
                      maths_kind(unit->target->row));
  QN_TRY(qn_unit_link_library(unit, own.data, diag));
  if (qn_target_has_avx512(&unit->target->row->on_cpu))
    qn_ir_estimate_roots(unit->module);
  return qn_unit_link_maths(unit, "nvptx64--.bc", diag);
}

// ---- The family

// Whether any function's address is taken. It would not be the same one in two
// parts of an image.
static bool takes_address(LLVMModuleRef module) {
  bool takes = false;
  QN_EACH_FUNCTION (function, module)
    takes = takes ||
            (!LLVMIsDeclaration(function) && qn_ir_address_taken(function));
  return takes;
}

const char *qn_cpu_library(qn_unit *unit, const char *suffix) {
  const qn_target_row *row = unit->target->row;
  const qn_str machine = qn_target_machine(row);
  const qn_str path =
      row->family == QN_FAMILY_VORTEX
          ? qn_arena_printf(&unit->arena, "%s/vortex-rv%u%s",
                            unit->tools->device, 8 * row->pointer_size, suffix)
          : qn_arena_printf(&unit->arena, "%s/cpu-%.*s%s", unit->tools->device,
                            QN_STR_ARG(machine), suffix);
  return path.data;
}

// Makes the entries for one level.
static qn_status make_level(qn_unit *unit, uint64_t shared, qn_diag *diag) {
  qn_cpu_lower_half(unit);
  QN_TRY(link_maths(unit, diag));
  strip_attributes(unit->module);
  keep_rare_separate(unit->module, true);
  QN_TRY(qn_cpu_make_entries(unit, shared, diag));
  keep_rare_separate(unit->module, false);
  QN_TRY(qn_unit_link_library(unit, qn_cpu_library(unit, ".bc"), diag));
  QN_TRY(qn_devlib_check(unit->module, diag));
  qn_unit_internalize_library(unit);
  qn_unit_set_target(unit, unit->target->row->cpu, unit->target->row->features);
  return qn_ok();
}

qn_status qn_cpu_lower_unit(qn_unit *unit, qn_diag *diag) {
  const qn_target_row *row = unit->target->row;
  uint64_t shared;
  name_children(unit);
  QN_TRY(check_calls(unit, diag));
  QN_TRY(qn_describe_finish(unit->module, &unit->record, diag));
  QN_TRY(qn_codegen_machine(unit, row->triple, row->cpu, row->features, diag));
  const bool watched = unit->params->sanitizers || qn_cpu_checks_in(unit);
  unit->may_divide = !watched && !takes_address(unit->module);
  qn_unit_internalize(unit, LLVMDefaultVisibility);
  qn_ir_define_arithmetic(unit->module);
  qn_ir_bound_halves(unit->module);
  if (qn_cpu_checks_undefined(unit))
    QN_TRY(qn_cpu_report_undefined(unit, diag));
  QN_TRY(qn_cpu_add_context(unit, diag));
  if (!qn_cpu_checks_in(unit))
    qn_cpu_find_returns(unit->module);
  if (qn_cpu_checks_in(unit))
    QN_TRY(qn_cpu_add_checks(unit, diag));
  QN_TRY(qn_cpu_lower_memory(unit, &shared, diag));
  if (qn_cpu_finds_races(unit))
    QN_TRY(qn_cpu_watch_accesses(unit, diag));
  // Images with sanitizers are for their author's machine: one level is enough.
  QN_TRY(watched ? make_level(unit, shared, diag)
                 : qn_cpu_make_levels(unit, shared, make_level, diag));
  if (qn_cpu_is_sanitized(unit))
    qn_cpu_sanitize_module(unit);
  return qn_ok();
}

// Packets are made from code that is already optimised, and are many times its
// size. What remains is to promote their variables to registers, to inline them
// into the loops over packets, and to hoist what is common out of those.
static const char packets_pipeline[] =
    "function(sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,"
    "simplifycfg),always-inline,cgscc(inline),globaldce,"
    "function(sroa<modify-cfg>,early-cse<memssa>,"
    "instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
    "loop-mssa(loop-rotate,licm<allowspeculation>,simple-loop-unswitch),"
    "simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop(indvars,loop-deletion),sroa<modify-cfg>,gvn,"
    "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop-mssa(licm<allowspeculation>),adce,"
    "simplifycfg<sink-common-insts>),globaldce";

// Only promotes packets' variables to registers (qn_compile_params.quick).
static const char quick_pipeline[] =
    "function(sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,"
    "simplifycfg),always-inline,globaldce";

const char *qn_cpu_pipeline(const qn_unit *unit) {
  if (unit->params->quick)
    return quick_pipeline;
  if (unit->is_vectorised)
    return packets_pipeline;
  return qn_cpu_is_sanitized(unit) ? qn_cpu_sanitize_pipeline(unit)
                                   : qn_unit_pipeline(unit);
}

// Whether the device library's archive, or a sanitizer, provides a symbol at
// link time.
static bool is_provided(const qn_unit *unit, qn_str symbol) {
  return qn_str_starts(symbol, QN_STR("qn_cpu_")) ||
         (qn_cpu_is_sanitized(unit) && qn_cpu_sanitize_provides(symbol));
}

// What a function is made for, as a level of the image's; NULL: no row is it.
static const qn_target_row *row_of(LLVMValueRef function) {
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  const qn_str cpu = qn_ir_attribute(function, "target-cpu");
  const qn_str features = qn_ir_attribute(function, "target-features");
  for (size_t i = 0; i < count; ++i)
    if (rows[i].family == QN_FAMILY_CPU &&
        qn_str_equal(cpu, qn_str_from(rows[i].cpu)) &&
        qn_str_equal(features, qn_str_from(rows[i].features)))
      return &rows[i];
  return NULL;
}

// Has vectors take the instructions of x86: rows by registers, and of machines
// without masks in registers, most of whose shuffles of 256 bits stay within
// halves.
static void suit_registers(LLVMValueRef function) {
  const qn_target_row *row =
      LLVMIsDeclaration(function) ? NULL : row_of(function);
  if (!row || !qn_str_starts(qn_str_from(row->triple), QN_STR("x86_64")))
    return;
  const bool has_bits = row->on_cpu.mask_bits == 1; // AVX-512
  const unsigned bits = has_bits ? 512 : row->on_cpu.packet_width * 16;
  qn_x86_sink_masks(function);
  if (row->on_cpu.has_madd) // AVX2
    qn_x86_join_sums(function);
  qn_x86_split_gathers(function, has_bits ? 16 : 8);
  qn_x86_split_stored(function, bits);
  if (row->on_cpu.fuses_choices && !row->on_cpu.masks_nothing)
    qn_x86_keep_choices(function, bits);
  if (has_bits)
    return;
  qn_x86_widen_splats(function);
  if (row->on_cpu.has_madd) {
    qn_x86_reorder_lanes(function);
    qn_x86_rotate_lanes(function);
  }
  if (!row->on_cpu.masks_nothing)
    qn_x86_store_whole_registers(function, bits);
}

qn_status qn_cpu_finish_code(qn_unit *unit, qn_diag *diag) {
  if (unit->is_vectorised) {
    QN_TRY(qn_ir_unroll_marked(unit->module, unit->machine, diag));
    qn_ir_follow_stored(unit->module);
  }
  qn_cpu_widen_choices(unit);
  if (unit->params->opt_level && !qn_cpu_is_sanitized(unit) &&
      !qn_cpu_checks_in(unit))
    qn_cpu_join_shuffles(unit);
  if (unit->params->opt_level > 1)
    qn_ir_narrow_vectors(unit->module);
  if (unit->is_vectorised)
    QN_EACH_FUNCTION (function, unit->module)
      suit_registers(function);
  if (qn_cpu_is_sanitized(unit))
    qn_cpu_sanitize_hand_over(unit);
  return qn_ok();
}

static qn_status link_image(qn_unit *unit, qn_span object, qn_buffer *out_image,
                            qn_diag *diag) {
  const char *archive = qn_cpu_library(unit, ".a");
  // A sanitized image uses the sanitizer's run-time library in the program.
  const char *sanitize = qn_cpu_library(unit, "-sanitize.o");
  const char *const extra[] = {"--gc-sections",
                               "-z",
                               "noexecstack",
                               "--hash-style=gnu",
                               "-z",
                               "now",
                               "--exclude-libs=ALL",
                               archive,
                               qn_cpu_is_sanitized(unit) ? "-z" : NULL,
                               "undefs",
                               sanitize,
                               NULL};
  return qn_codegen_link_elf(unit, object, extra, out_image, diag);
}

const qn_family_ops qn_family_ops_cpu = {
    .family = QN_FAMILY_CPU,
    .language = "cuda",
    .macro = "__QUERN_TARGET_CPU__",
    .add_front_end_args = qn_cpu_front_end_args,
    .lower = qn_cpu_lower_unit,
    .pipeline = qn_cpu_pipeline,
    .is_provided = is_provided,
    .finish_code = qn_cpu_finish_code,
    .add_record = qn_unit_add_note,
    .link = link_image,
    .code = LLVMObjectFile,
    .record_form = QN_RECORD_NOTE,
    .record_space = QN_AS_GENERIC,
};
