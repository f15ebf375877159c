// SPDX-License-Identifier: Apache-2.0
// Vortex, a GPU of RISC-V cores: a vxbin of our own (docs/vortex.md).
//
// A warp works in one lane, as a worker that runs its share of the grid's
// groups, work-items by software as on CPUs (compiler/cpu). The machine by
// default has no atomic instructions: a kernel with atomic operations runs on
// one worker.
#include "compiler/targets/family.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/system/file.h"
#include "compiler/simt/simt.h"
#include "compiler/targets/cpu.h"
#include "compiler/targets/vortex.h"
#include "compiler/unit/codegen.h"
#include "formats/container/vortex_abi.h"
#include "metadata/debug/demangle.h"

// ---- What is refused, and what runs on one worker

static qn_status refuse(qn_unit *unit, LLVMValueRef call, const char *what,
                        qn_diag *diag) {
  const qn_str caller =
      qn_ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  const qn_str at = qn_ir_location(call, &unit->arena);
  qn_buffer_printf(&unit->messages,
                   "error: %s in '%.*s'%s%.*s is not supported on %s\n", what,
                   QN_STR_ARG(caller), at.size ? " at " : "", QN_STR_ARG(at),
                   unit->target->name);
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "%s is not supported on Vortex", what);
}

static qn_status check_calls(qn_unit *unit, qn_diag *diag) {
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block) {
        LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
        if (callee &&
            qn_str_starts(qn_ir_name(callee), QN_STR("cudaLaunchDevice")))
          return refuse(unit, i, "a launch from a kernel", diag);
      }
  return qn_ok();
}

static bool is_heap(qn_str name) {
  static const char *const names[] = {"malloc",    "__qn_malloc", "free",
                                      "__qn_free", "_Zn",         "_Zd"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const qn_str one = qn_str_from(names[i]);
    if (i < 4 ? qn_str_equal(name, one) : qn_str_starts(name, one))
      return true;
  }
  return false;
}

static bool is_serial_instruction(LLVMValueRef i) {
  if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
    return true;
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && LLVMIsDeclaration(callee) && is_heap(qn_ir_name(callee));
}

static bool is_serial(const qn_map *reached, LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    if (qn_map_find(reached, (uintptr_t)function))
      QN_EACH_BLOCK (block, function)
        QN_EACH_INSTRUCTION (i, block)
          if (is_serial_instruction(i))
            return true;
  return false;
}

// Data that host and device see differently are nobody's error as long as one
// of them alone uses them.
static void warn_of_widths(qn_unit *unit) {
  const qn_kernel *first = NULL;
  size_t others = 0;
  for (size_t i = 0; i < unit->record.kernel_count; ++i)
    if (unit->record.kernels[i].leads_to_wide) {
      others += first != NULL;
      first = first ? first : &unit->record.kernels[i];
    }
  if (!first)
    return;
  const qn_str readable = qn_demangle(&unit->arena, first->name).text;
  const qn_str name = readable.size ? readable : first->name;
  const uint32_t index = first->leads_to_wide - 1;
  qn_buffer_printf(&unit->messages,
                   "warning: argument %u of '%.*s' is '%.*s': pointers and "
                   "longs behind it have 32 bits on %s, and 64 on the host",
                   index, QN_STR_ARG(name),
                   QN_STR_ARG(first->arguments[index].type),
                   unit->target->name);
  if (others)
    qn_buffer_printf(&unit->messages, "; so do those of %zu more kernels",
                     others);
  qn_buffer_append_str(&unit->messages, QN_STR("\n"));
}

// Fills `flags`, QN_VX_KERNEL_... of each kernel of the record.
static qn_status find_flags(qn_unit *unit, uint32_t *flags, qn_diag *diag) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    qn_map reached = {0};
    LLVMValueRef kernel =
        LLVMGetNamedFunction(unit->module, unit->record.kernels[i].name.data);
    const bool ok = kernel && qn_ir_reach(unit->module, kernel, &reached);
    flags[i] =
        (ok && is_serial(&reached, unit->module) ? QN_VX_KERNEL_SERIAL : 0u) |
        (unit->record.kernels[i].has_wide_struct ? QN_VX_KERNEL_WIDTH : 0u);
    qn_map_finish(&reached);
    if (!ok)
      return qn_fail_memory(diag, "the functions of a kernel");
  }
  return qn_ok();
}

// ---- The table of kernels, and what foreign hosts call

static LLVMValueRef word(const qn_unit *unit, uint64_t value) {
  return LLVMConstInt(LLVMInt32TypeInContext(unit->context), value, false);
}

static qn_status add_kernels(qn_unit *unit, const uint32_t *flags,
                             qn_diag *diag) {
  const size_t count = unit->record.kernel_count;
  LLVMTypeRef fields[] = {LLVMPointerTypeInContext(unit->context, 0),
                          LLVMInt32TypeInContext(unit->context),
                          LLVMInt32TypeInContext(unit->context)};
  LLVMTypeRef row = LLVMStructTypeInContext(unit->context, fields, 3, false);
  LLVMValueRef *rows = qn_arena_alloc(&unit->arena, count + 1, sizeof(*rows));
  if (!rows)
    return qn_fail_memory(diag, "the table of kernels");
  for (size_t i = 0; i < count; ++i) {
    const qn_kernel *k = &unit->record.kernels[i];
    LLVMValueRef entry = LLVMGetNamedFunction(unit->module, k->name.data);
    if (!entry)
      return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "kernel '%.*s' was lost",
                     QN_STR_ARG(k->name));
    LLVMValueRef values[] = {entry,
                             word(unit, qn_figure_or(k->arguments_size, 0)),
                             word(unit, flags[i])};
    rows[i] = LLVMConstStructInContext(unit->context, values, 3, false);
  }
  LLVMValueRef table =
      LLVMAddGlobal(unit->module, LLVMArrayType2(row, count), "qn_vx_kernels");
  LLVMSetInitializer(table, LLVMConstArray2(row, rows, count));
  LLVMSetGlobalConstant(table, true);
  LLVMSetVisibility(table, LLVMHiddenVisibility);
  return qn_ok();
}

// ---- Bodies for lanes

// The table of bodies, qn_vx_lanes_row of device/vortex/lanes.h.
static qn_status add_lanes(qn_unit *unit, qn_diag *diag) {
  const size_t count = unit->record.kernel_count;
  LLVMTypeRef p = LLVMPointerTypeInContext(unit->context, 0);
  LLVMTypeRef fields[] = {p, LLVMInt32TypeInContext(unit->context)};
  LLVMTypeRef row = LLVMStructTypeInContext(unit->context, fields, 2, false);
  LLVMValueRef *rows = qn_arena_alloc(&unit->arena, count + 1, sizeof(*rows));
  if (!rows)
    return qn_fail_memory(diag, "the table of kernels");
  for (size_t i = 0; i < count; ++i) {
    const qn_simt_kernel *k = &unit->lanes[i];
    LLVMValueRef values[] = {k->function ? k->function : LLVMConstNull(p),
                             word(unit, k->shared_size)};
    rows[i] = LLVMConstStructInContext(unit->context, values, 2, false);
  }
  LLVMValueRef table = LLVMAddGlobal(unit->module, LLVMArrayType2(row, count),
                                     "qn_vx_lanes_rows");
  LLVMSetInitializer(table, LLVMConstArray2(row, rows, count));
  LLVMSetGlobalConstant(table, true);
  LLVMSetVisibility(table, LLVMHiddenVisibility);
  return qn_ok();
}

// Whether kernels are to have bodies for lanes.
static qn_status wants_lanes(bool *out_wants, qn_diag *diag) {
  const char *engine = getenv("QUERN_VORTEX_ENGINE");
  const bool is_scalar = engine && strcmp(engine, "scalar") == 0;
  if (engine && !is_scalar && strcmp(engine, "simt") != 0)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "QUERN_VORTEX_ENGINE is '%s'; expected 'simt' or 'scalar'",
                   engine);
  *out_wants = !is_scalar;
  return qn_ok();
}

static qn_status copy_bodies(qn_unit *unit, qn_diag *diag) {
  const size_t count = unit->record.kernel_count;
  bool wants = false;
  QN_TRY(wants_lanes(&wants, diag));
  unit->lanes = qn_arena_alloc(&unit->arena, count + 1, sizeof(*unit->lanes));
  if (!unit->lanes)
    return qn_fail_memory(diag, "the kernels");
  for (size_t i = 0; i < count; ++i)
    if (wants)
      QN_TRY(qn_simt_copy(unit, i, &unit->lanes[i], diag));
    else
      unit->lanes[i] = (qn_simt_kernel){.reason = "QUERN_VORTEX_ENGINE"};
  return add_lanes(unit, diag);
}

static qn_status make_body(qn_unit *unit, size_t kernel, qn_diag *diag) {
  qn_simt_kernel *k = &unit->lanes[kernel];
  LLVMValueRef copy = k->function;
  QN_TRY(qn_simt_make(unit, k, diag));
  if (k->function) {
    ((qn_kernel *)&unit->record.kernels[kernel])->flags |= QN_KERNEL_LANES;
    unit->kernel_flags[kernel] |= QN_VX_KERNEL_LANES |
                                  (k->meets ? QN_VX_KERNEL_TEAMS : 0u) |
                                  (k->needs_warp ? QN_VX_KERNEL_WARPS : 0u);
  } else if (copy) {
    LLVMReplaceAllUsesWith(copy, LLVMConstNull(LLVMTypeOf(copy)));
    LLVMDeleteFunction(copy);
  }
  return qn_ok();
}

// How the kernel runs (unit/params.h).
static void explain(qn_unit *unit, size_t kernel) {
  const qn_simt_kernel *k = &unit->lanes[kernel];
  const char *otherwise = k->runs_fibers ? "fibers" : "scalar";
  qn_buffer_printf(&unit->explanation, "kernel\t%.*s\t%s\n",
                   QN_STR_ARG(unit->record.kernels[kernel].name),
                   unit->target->name);
  qn_buffer_printf(&unit->explanation, "way\t%s\t%s\t%s\tlanes%s\n",
                   k->function ? "simt" : otherwise, otherwise,
                   k->reason ? k->reason : "",
                   k->function && k->needs_warp ? " of warps of 32" : "");
}

static qn_status finish_code(qn_unit *unit, qn_diag *diag) {
  QN_TRY(qn_cpu_finish_code(unit, diag));
  unit->explanation.size = 0; // of the other way alone
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    QN_TRY(make_body(unit, i, diag));
    if (unit->params->explain)
      explain(unit, i);
  }
  QN_TRY(qn_ir_run_passes(unit->module, "function(lower-atomic)", unit->machine,
                          false, diag));
  return qn_ir_verify(unit->module, "making bodies for lanes", diag);
}

// `__vx_kentry_NAME(args)`: where version 3 enters a kernel.
static qn_status add_entries(qn_unit *unit, qn_diag *diag) {
  LLVMTypeRef p = LLVMPointerTypeInContext(unit->context, 0);
  LLVMTypeRef none = LLVMVoidTypeInContext(unit->context);
  LLVMTypeRef types[] = {p, LLVMInt32TypeInContext(unit->context)};
  LLVMTypeRef foreign_type = LLVMFunctionType(none, types, 2, false);
  LLVMValueRef foreign =
      LLVMAddFunction(unit->module, "qn_vx_foreign", foreign_type);
  LLVMSetVisibility(foreign, LLVMHiddenVisibility);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    const qn_str name =
        qn_arena_printf(&unit->arena, QN_VX_ENTRY_PREFIX "%.*s",
                        QN_STR_ARG(unit->record.kernels[i].name));
    if (!name.data) {
      LLVMDisposeBuilder(b);
      return qn_fail_memory(diag, "a kernel's name");
    }
    LLVMValueRef made = LLVMAddFunction(
        unit->module, name.data, LLVMFunctionType(none, types, 1, false));
    LLVMPositionBuilderAtEnd(
        b, LLVMAppendBasicBlockInContext(unit->context, made, ""));
    LLVMValueRef values[] = {LLVMGetParam(made, 0), word(unit, i)};
    LLVMBuildCall2(b, foreign_type, foreign, values, 2, "");
    LLVMBuildRetVoid(b);
  }
  LLVMDisposeBuilder(b);
  return qn_ok();
}

static void set_abi(const qn_unit *unit) {
  const qn_str abi =
      unit->target->row->pointer_size == 8 ? QN_STR("lp64d") : QN_STR("ilp32f");
  LLVMMetadataRef text =
      LLVMMDStringInContext2(unit->context, abi.data, abi.size);
  LLVMAddModuleFlag(unit->module, LLVMModuleFlagBehaviorError, "target-abi", 10,
                    text);
}

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  uint32_t *flags = qn_arena_alloc(&unit->arena, unit->record.kernel_count + 1,
                                   sizeof(*flags));
  if (!flags)
    return qn_fail_memory(diag, "the kernels");
  QN_TRY(check_calls(unit, diag));
  warn_of_widths(unit);
  QN_TRY(find_flags(unit, flags, diag));
  set_abi(unit);
  QN_TRY(qn_cpu_lower_unit(unit, diag));
  unit->may_divide = false; // there is one table of kernels
  unit->kernel_flags = flags;
  QN_TRY(add_kernels(unit, flags, diag));
  QN_TRY(copy_bodies(unit, diag));
  if (unit->target->row->mach == 3)
    QN_TRY(add_entries(unit, diag));
  qn_unit_set_target(unit, unit->target->row->cpu, unit->target->row->features);
  return qn_ok();
}

static bool is_provided(const qn_unit *unit, qn_str symbol) {
  (void)unit;
  return qn_str_starts(symbol, QN_STR("qn_cpu_")) ||
         qn_str_starts(symbol, QN_STR("qn_vx_"));
}

// The record is behind the image (`link`).
static qn_status add_record(qn_unit *unit, qn_diag *diag) {
  (void)unit;
  (void)diag;
  return qn_ok();
}

// ---- The image

static const char *script(qn_unit *unit) {
  return qn_arena_printf(
             &unit->arena,
             "ENTRY(_start)\n"
             "SECTIONS {\n"
             "  . = 0x%" PRIx64 ";\n"
             "  .text : { KEEP(*(.init)) *(.text .text.*) }\n"
             "  .rodata : { *(.rodata .rodata.* .srodata .srodata.*) }\n"
             "  .rela.dyn : { *(.rela.dyn) }\n"
             "  .dynsym : { *(.dynsym) }\n"
             "  .gnu.hash : { *(.gnu.hash) }\n"
             "  .hash : { *(.hash) }\n"
             "  .dynstr : { *(.dynstr) }\n"
             "  .dynamic : { *(.dynamic) }\n"
             "  .data : { *(.data.rel.ro .data.rel.ro.*) *(.got .got.*)\n"
             "    *(.data .data.* .sdata .sdata.*) }\n"
             "  .bss : { *(.bss .bss.* .sbss .sbss.* COMMON) }\n"
             "  . = ALIGN(64);\n"
             "  HIDDEN(qn_vx_image_end = .);\n"
             "}\n",
             qn_vx_link_base(unit->target->row))
      .data;
}

static qn_status run_linker(qn_unit *unit, qn_span object, const char *elf,
                            qn_diag *diag) {
  const qn_target_row *row = unit->target->row;
  if (!unit->tools->lld) {
    const qn_status status = qn_fail(
        diag, QN_E_NOT_FOUND, QN_NOWHERE,
        "cannot find ld.lld, which links code for '%s'", unit->target->name);
    qn_diag_hint(diag, "Install Debian's package lld-" QUERN_LLVM_MAJOR
                       ", or set QUERN_LLD.");
    return status;
  }
  const char *input = qn_unit_path(unit, ".o");
  const char *script_path = qn_unit_path(unit, ".ld");
  const char *text = script(unit);
  static const char *const parts[] = {"start", "main", "lanes"};
  const char *part[3];
  for (int i = 0; i < 3; ++i) {
    char suffix[32];
    snprintf(suffix, sizeof(suffix), "-v%u-%s.o", row->mach, parts[i]);
    part[i] = qn_cpu_library(unit, suffix);
  }
  if (!text)
    return qn_fail_memory(diag, "the linker's script");
  qn_args args = {.arena = &unit->arena};
  qn_args_add_pair(&args, unit->tools->lld, "-pie");
  qn_args_add_pair(&args, "--no-dynamic-linker", "--apply-dynamic-relocs");
  qn_args_add_pair(&args, "-z", "norelro");
  qn_args_add_pair(&args, "-z", "noexecstack");
  qn_args_add_pair(&args, "--build-id=none", "--gc-sections");
  // Kernels and device variables stay, whether anything refers to them or not.
  qn_args_add_pair(&args, "--no-relax", "--export-dynamic");
  if (!unit->params->debug)
    qn_args_add(&args, "--strip-debug");
  qn_args_add_pair(&args, "-T", script_path);
  qn_args_add_pair(&args, "-o", elf);
  qn_args_add_pair(&args, part[0], input);
  qn_args_add_pair(&args, part[1], part[2]);
  qn_args_add(&args, qn_cpu_library(unit, ".a"));
  if (!unit->params->dry_run) {
    QN_TRY(qn_file_write(input, object, diag));
    QN_TRY(qn_file_write(script_path, qn_str_span(qn_str_from(text)), diag));
  }
  return qn_unit_run_tool(unit, &args, diag);
}

static qn_status link_image(qn_unit *unit, qn_span object, qn_buffer *out_image,
                            qn_diag *diag) {
  const char *elf = qn_unit_path(unit, ".elf");
  qn_buffer bytes = {0};
  QN_TRY(run_linker(unit, object, elf, diag));
  if (unit->params->dry_run)
    return qn_ok();
  qn_status status = qn_codegen_read(elf, &bytes, diag);
  if (!qn_failed(status))
    status = qn_vx_pack(unit, qn_buffer_span(&bytes), out_image, diag);
  qn_buffer_finish(&bytes);
  return status;
}

const qn_family_ops qn_family_ops_vortex = {
    .family = QN_FAMILY_VORTEX,
    .language = "cuda",
    .macro = "__QUERN_TARGET_CPU__",
    .add_front_end_args = qn_cpu_front_end_args,
    .lower = lower,
    .pipeline = qn_cpu_pipeline,
    .is_provided = is_provided,
    .finish_code = finish_code,
    .add_record = add_record,
    .link = link_image,
    .code = LLVMObjectFile,
    .record_form = QN_RECORD_NOTE,
    .record_space = QN_AS_GENERIC,
};
