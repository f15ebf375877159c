// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/add_metadata.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>

#include "base/alloc.h"
#include "base/system/process.h"
#include "compiler/driver/analysis.h"
#include "compiler/ir/describe.h"
#include "compiler/ir/shared_memory.h"
#include "compiler/targets/family.h"
#include "formats/container/camd.h"
#include "metadata/md/md.h"
#include "quern/version.h"

enum { EXTRA_MAX = 8 };

// ---- Handlers' blocks, in lockstep with the generic one

static const struct {
  const char *name;
  qn_analysis_fn *analyse;
} analyses[] = {
#define QN_ANALYSIS(id) {#id, qn_analysis_##id},
#include "compiler/driver/analyses.def"
#undef QN_ANALYSIS
};

static qn_status find_handler(const char *name,
                              const quern_md_handler **out_handler,
                              qn_analysis_fn **out_analysis, qn_diag *diag) {
  *out_handler = quern_md_handler_find(name);
  *out_analysis = NULL;
  for (size_t i = 0; i < sizeof(analyses) / sizeof(analyses[0]); ++i)
    if (strcmp(analyses[i].name, name) == 0)
      *out_analysis = analyses[i].analyse;
  if (*out_handler && *out_analysis)
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
              "there is no analysis for a metadata handler '%s'", name);
  qn_buffer names = {0};
  for (size_t i = 0; i < sizeof(analyses) / sizeof(analyses[0]); ++i)
    qn_buffer_printf(&names, "%s%s", i ? ", " : "", analyses[i].name);
  qn_diag_hint(diag, "Handlers with analyses: %s.", qn_buffer_text(&names));
  qn_buffer_finish(&names);
  return status;
}

// One record for each variant, as the generic block has them.
static qn_status write_records(const qn_metadata_params *p,
                               const quern_md_handler *handler,
                               qn_analysis_fn *analyse, md_ctx ctx,
                               qn_diag *diag) {
  quern_md_records *r = quern_md_records_open(ctx, &handler, 1);
  void *record = qn_alloc_array(1, handler->record_size);
  qn_status status =
      r && record ? qn_ok() : qn_fail_memory(diag, "a metadata block");
  for (size_t i = 0; i < p->record->kernel_count && !qn_failed(status); ++i) {
    const qn_kernel *k = &p->record->kernels[i];
    LLVMValueRef function =
        LLVMGetNamedFunctionWithLength(p->module, k->name.data, k->name.size);
    if (!function) {
      status =
          qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                  "kernel '%.*s' is not in the module", QN_STR_ARG(k->name));
      break;
    }
    status = analyse(function, k, record, diag);
    const size_t variants = k->entry_count ? k->entry_count : 1;
    for (size_t v = 0; v < variants && !qn_failed(status); ++v)
      if (quern_md_records_write(r, (const void *const *)&record) != MD_SUCCESS)
        status = qn_fail_memory(diag, "a metadata block");
  }
  qn_free(record);
  quern_md_records_close(r);
  return status;
}

// Appends the blocks of a container to a list.
static qn_status take_blocks(qn_span camd, qn_arena *arena,
                             qn_camd_block *blocks, size_t *count,
                             qn_diag *diag) {
  qn_camd container;
  QN_TRY(qn_camd_read(camd, 0, arena, &container, diag));
  for (size_t i = 0; i < container.block_count; ++i)
    blocks[(*count)++] = container.blocks[i];
  return qn_ok();
}

static qn_status add_extra(const qn_metadata_params *p, md_ctx ctx,
                           qn_diag *diag) {
  size_t count = 0;
  for (; p->extra && p->extra[count]; ++count) {
    const quern_md_handler *handler;
    qn_analysis_fn *analyse;
    if (count == EXTRA_MAX)
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "more than %d metadata handlers", EXTRA_MAX);
    QN_TRY(find_handler(p->extra[count], &handler, &analyse, diag));
    QN_TRY(write_records(p, handler, analyse, ctx, diag));
  }
  return qn_ok();
}

static qn_status join(const qn_metadata_params *p, const qn_buffer *base,
                      const qn_buffer *extra, qn_buffer *out, qn_diag *diag) {
  enum { OURS = 3 };
  qn_camd_block blocks[OURS + EXTRA_MAX];
  qn_arena arena = {0};
  size_t count = 0;
  qn_status status =
      take_blocks(qn_buffer_span(base), &arena, blocks, &count, diag);
  if (!qn_failed(status))
    status = take_blocks(qn_buffer_span(extra), &arena, blocks, &count, diag);
  const qn_camd camd = {p->record->big_endian, blocks, count};
  if (!qn_failed(status))
    status = qn_camd_write(&camd, out, diag);
  qn_arena_finish(&arena);
  return status;
}

qn_status qn_metadata_build(const qn_metadata_params *params, qn_buffer *out,
                            qn_diag *diag) {
  if (!params->extra || !params->extra[0])
    return qn_record_write(params->record, out, diag);
  qn_buffer base = {0}, extra = {0};
  md_ctx ctx = qn_md_create(NULL, NULL);
  qn_status status = ctx ? qn_record_write(params->record, &base, diag)
                         : qn_fail_memory(diag, "the metadata");
  if (!qn_failed(status))
    (void)quern_md_set_endianness(ctx, params->record->big_endian ? MD_BIG
                                                                  : MD_LITTLE);
  if (!qn_failed(status))
    status = add_extra(params, ctx, diag);
  if (!qn_failed(status) && qn_md_encode(ctx, &extra) != MD_SUCCESS)
    status = qn_fail_memory(diag, "the metadata");
  if (!qn_failed(status))
    status = join(params, &base, &extra, out, diag);
  md_release_ctx(ctx);
  qn_buffer_finish(&base);
  qn_buffer_finish(&extra);
  return status;
}

// ---- Where a record is in a module

typedef struct target {
  const qn_family_ops *ops;
  qn_str name;         // in the record
  unsigned wave_size;  // 0: unknown
  LLVMValueRef kernel; // the module's first
} target;

enum { SPIRV_WORDS_MAX = 65000 };

// Lanes of a warp, where all rows of a machine have the same; else 0.
static unsigned common_wave_size(const qn_target_row *row) {
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    if (rows[i].family == row->family && rows[i].wave_size != row->wave_size)
      return 0;
  return row->wave_size;
}

// Rows that have a number of their own are devices, which modules name:
// "gfx90a", "sm_90" is what the first kernel is compiled for.
static qn_status find_target(LLVMModuleRef module, target *out, qn_diag *diag) {
  const qn_str triple = qn_str_from(LLVMGetTarget(module));
  const qn_target_row *row = qn_target_of_triple(triple);
  out->ops = row ? qn_family_find(row->family) : NULL;
  if (!out->ops)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "modules for '%s' have no place for metadata", triple.data);
  const qn_str cpu = qn_ir_attribute(out->kernel, "target-cpu");
  qn_target known;
  out->name = !row->mach ? qn_str_from(row->name)
              : cpu.size ? cpu
                         : qn_target_machine(row);
  out->wave_size = qn_failed(qn_target_parse(out->name, &known, NULL))
                       ? common_wave_size(row)
                       : known.row->wave_size;
  return qn_ok();
}

static bool is_record(LLVMValueRef global) {
  const qn_str name = qn_ir_name(global);
  const char *section = LLVMGetSection(global);
  return (section && (strcmp(section, QN_NOTE_SECTION) == 0 ||
                      strcmp(section, QN_BARE_SECTION) == 0)) ||
         qn_str_starts(name, QN_STR(QN_RECORD_SYMBOL_PREFIX));
}

static LLVMValueRef find_record(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (is_record(global) && LLVMGetInitializer(global))
      return global;
  return NULL;
}

qn_status qn_metadata_find(LLVMModuleRef module, qn_buffer *out,
                           qn_diag *diag) {
  LLVMValueRef global = find_record(module);
  LLVMValueRef value = global ? LLVMGetInitializer(global) : NULL;
  size_t size = 0;
  const char *bytes = value && LLVMIsAConstantDataSequential(value)
                          ? LLVMGetRawDataValues(value, &size)
                          : NULL;
  // In a note the container follows the header and the owner.
  const size_t header = 12 + sizeof(QN_NOTE_OWNER) + 2;
  const bool is_note = bytes && LLVMGetSection(global) &&
                       strcmp(LLVMGetSection(global), QN_NOTE_SECTION) == 0;
  const size_t skip = is_note ? header & ~(size_t)3 : 0;
  if (!bytes || size <= skip)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "there is no metadata in the module");
  qn_buffer_append(out, bytes + skip, size - skip);
  return qn_buffer_check(out, diag);
}

// ---- Putting it there

// Adds to a list that keeps it from the optimiser (llvm.compiler.used) or from
// the linker, too (llvm.used); a list that is there is replaced by a longer
// one.
static void keep_global(LLVMModuleRef module, LLVMValueRef global,
                        const char *list_name, qn_arena *arena) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef generic = LLVMPointerTypeInContext(context, 0);
  LLVMValueRef old = LLVMGetNamedGlobal(module, list_name);
  LLVMValueRef held = old ? LLVMGetInitializer(old) : NULL;
  const unsigned before = held ? (unsigned)LLVMGetNumOperands(held) : 0;
  LLVMValueRef *items = qn_arena_alloc(arena, before + 1, sizeof(*items));
  if (!items)
    return; // the linker keeps notes; only the optimiser could drop it
  for (unsigned i = 0; i < before; ++i)
    items[i] = LLVMGetOperand(held, i);
  items[before] = LLVMGetPointerAddressSpace(LLVMTypeOf(global))
                      ? LLVMConstAddrSpaceCast(global, generic)
                      : global;
  LLVMValueRef array = LLVMConstArray2(generic, items, before + 1);
  LLVMValueRef list = LLVMAddGlobal(module, LLVMTypeOf(array), "");
  LLVMSetInitializer(list, array);
  LLVMSetLinkage(list, LLVMAppendingLinkage);
  LLVMSetSection(list, "llvm.metadata");
  if (old)
    LLVMDeleteGlobal(old);
  LLVMSetValueName2(list, list_name, strlen(list_name));
}

static qn_status check_place(LLVMModuleRef module, qn_record_form form,
                             qn_span camd, bool bare, qn_diag *diag) {
  if (form == QN_RECORD_WORDS && camd.size > 4 * SPIRV_WORDS_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "the metadata takes %zu bytes, and %d fit into a SPIR-V "
                   "module",
                   camd.size, 4 * SPIRV_WORDS_MAX);
  if (bare && form != QN_RECORD_NOTE)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "modules for '%s' have no sections, so none is called "
                   "'" QN_BARE_SECTION "'",
                   LLVMGetTarget(module));
  return qn_ok();
}

static LLVMValueRef new_global(LLVMModuleRef module, const target *t,
                               const char *name, qn_span bytes) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const bool words = t->ops->record_form == QN_RECORD_WORDS;
  LLVMValueRef value = LLVMConstDataArray(
      words ? LLVMInt32TypeInContext(context) : LLVMInt8TypeInContext(context),
      (const char *)bytes.data, bytes.size);
  LLVMValueRef global = LLVMAddGlobalInAddressSpace(module, LLVMTypeOf(value),
                                                    name, t->ops->record_space);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetAlignment(global, 8);
  return global;
}

static qn_status add_note(LLVMModuleRef module, const target *t, qn_span camd,
                          qn_arena *arena, qn_diag *diag) {
  qn_buffer note = {0};
  QN_TRY(qn_note_write(camd, false, &note, diag));
  LLVMValueRef global =
      new_global(module, t, "quern.note", qn_buffer_span(&note));
  LLVMSetAlignment(global, 4);
  LLVMSetSection(global, QN_NOTE_SECTION);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  keep_global(module, global, "llvm.compiler.used", arena);
  qn_buffer_finish(&note);
  return qn_ok();
}

static qn_status add_global(LLVMModuleRef module, const target *t, qn_span camd,
                            bool bare, qn_arena *arena, qn_diag *diag) {
  char name[QN_RECORD_SYMBOL_SIZE];
  const qn_record_form form = t->ops->record_form;
  QN_TRY(check_place(module, form, camd, bare, diag));
  if (form == QN_RECORD_NOTE && !bare)
    return add_note(module, t, camd, arena, diag);
  qn_record_symbol(camd, name);
  LLVMValueRef global =
      new_global(module, t, bare ? "notes_global" : name, camd);
  if (bare)
    LLVMSetSection(global, QN_BARE_SECTION);
  if (form != QN_RECORD_BYTES) // PTX keeps what is visible
    LLVMSetLinkage(global, LLVMInternalLinkage);
  // Linkers keep notes by themselves.
  keep_global(module, global, bare ? "llvm.used" : "llvm.compiler.used", arena);
  return qn_ok();
}

// Arguments of a kernel that goes by C's calling convention are shaped for
// registers: what is not one of these types may have been something else.
static bool is_plain(qn_str type) {
  static const char *const plain[] = {"char",  "uchar",  "short", "ushort",
                                      "int",   "uint",   "long",  "ulong",
                                      "float", "double", "size_t"};
  for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); ++i)
    if (qn_str_equal(type, qn_str_from(plain[i])))
      return true;
  return type.size && type.data[type.size - 1] == '*';
}

static void forget_shaped(LLVMModuleRef module, qn_kernel *k) {
  LLVMValueRef function =
      LLVMGetNamedFunctionWithLength(module, k->name.data, k->name.size);
  if (LLVMGetFunctionCallConv(function) != LLVMCCallConv)
    return;
  const size_t count = qn_ir_kernel_types(function, NULL, 0);
  bool plain = count == k->argument_count;
  for (size_t i = 0; i < k->argument_count && plain; ++i) {
    qn_str type = {0};
    (void)qn_ir_kernel_types(function, &type, i);
    plain = is_plain(type);
    if (!k->arguments[i].type.size)
      k->arguments[i].type = type;
  }
  if (plain)
    return;
  k->arguments_known = false;
  k->argument_count = 0;
  k->arguments_size = k->arguments_alignment = (qn_figure){0};
}

static qn_status add_record(LLVMModuleRef module, const target *t,
                            const char *const *extra, bool bare,
                            qn_diag *diag) {
  qn_arena arena = {0};
  qn_buffer camd = {0};
  qn_record record = {
      .target = t->name,
      .producer = QN_STR("quern " QUERN_VERSION),
  };
  qn_status status =
      qn_describe_module(module, t->wave_size, &arena, &record, diag);
  if (!qn_failed(status))
    status = qn_shared_memory_measure(
        module, !qn_ir_has_flag(t->kernel, "optnone"), &record, diag);
  if (!qn_failed(status))
    status = qn_describe_finish(module, &record, diag);
  for (size_t i = 0; i < record.kernel_count && !qn_failed(status); ++i)
    forget_shaped(module, (qn_kernel *)(uintptr_t)&record.kernels[i]);
  const qn_metadata_params params = {module, &record, extra};
  if (!qn_failed(status))
    status = qn_metadata_build(&params, &camd, diag);
  if (!qn_failed(status))
    status = add_global(module, t, qn_buffer_span(&camd), bare, &arena, diag);
  qn_buffer_finish(&camd);
  qn_arena_finish(&arena);
  return status;
}

qn_status qn_metadata_add(LLVMModuleRef module, const char *const *extra,
                          bool bare, qn_metadata_done *out_done,
                          qn_diag *diag) {
  target t = {0};
  if (find_record(module)) {
    *out_done = QN_METADATA_THERE;
    return qn_ok();
  }
  QN_EACH_FUNCTION (function, module)
    if (!t.kernel && qn_ir_is_kernel(function))
      t.kernel = function;
  if (!t.kernel) {
    *out_done = QN_METADATA_NO_KERNEL;
    return qn_ok();
  }
  QN_TRY(find_target(module, &t, diag));
  QN_TRY(add_record(module, &t, extra, bare, diag));
  *out_done = QN_METADATA_ADDED;
  return qn_ok();
}

// ---- For the tool

static qn_status parse(qn_span input, LLVMContextRef context,
                       LLVMModuleRef *out_module, qn_diag *diag) {
  char *message = NULL;
  LLVMMemoryBufferRef bytes = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      (const char *)input.data, input.size, "input");
  if (LLVMParseIRInContext(context, bytes, out_module, &message)) {
    const qn_status status = qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                                     "cannot read the module: %s", message);
    LLVMDisposeMessage(message);
    return status;
  }
  return qn_ok();
}

static qn_status run_job(void *user, qn_buffer *reply, qn_diag *diag) {
  const qn_metadata_job *job = user;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module;
  QN_TRY(parse(job->input, context, &module, diag)); // the worker ends soon
  if (job->verb == QN_METADATA_FIND ||
      (job->verb == QN_METADATA_DESCRIBE && find_record(module)))
    return qn_metadata_find(module, reply, diag);
  qn_metadata_done done;
  QN_TRY(qn_metadata_add(module, job->extra, job->bare, &done, diag));
  if (done == QN_METADATA_NO_KERNEL) {
    const qn_status status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                                     "there are no kernels in the module");
    qn_diag_hint(diag, "Kernels are functions with " QN_IR_KERNEL_MARKS ".");
    return status;
  }
  if (job->verb == QN_METADATA_DESCRIBE)
    return qn_metadata_find(module, reply, diag);
  QN_TRY(qn_ir_verify(module, "adding metadata", diag));
  LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(module);
  qn_buffer_append(reply, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
  return qn_buffer_check(reply, diag);
}

qn_status qn_metadata_run(const qn_metadata_job *job, qn_buffer *out,
                          qn_diag *diag) {
  qn_worker worker = {.fn = run_job,
                      .user = (void *)(uintptr_t)job,
                      .name = "reading the module"};
  qn_status status = qn_workers_run(&worker, 1, 1, NULL, NULL, diag);
  if (!qn_failed(status)) {
    status = worker.status;
    if (qn_failed(status) && diag)
      *diag = worker.diag;
  }
  if (!qn_failed(status)) {
    qn_buffer_append(out, worker.reply.data, worker.reply.size);
    status = qn_buffer_check(out, diag);
  }
  qn_buffer_finish(&worker.reply);
  qn_buffer_finish(&worker.err);
  return status;
}
