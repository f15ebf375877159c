// SPDX-License-Identifier: Apache-2.0
// AMD code objects v2: YAML text in a note, and the amd_kernel_code_t in front
// of each kernel's code for figures that the text leaves out.
#include <inttypes.h>

#include "base/map.h"
#include "base/text.h"
#include "formats/encoding/yaml.h"
#include "metadata/extract/amdgpu.h"

enum {
  SYMBOL_KERNEL = 10, // STT_AMDGPU_HSA_KERNEL
  CODE_SIZE = 256,    // amd_kernel_code_t
};

static const struct {
  const char *name, *hidden;
  qn_argument_kind kind;
  qn_space space;
} kinds[] = {
    {"ByValue", NULL, QN_ARGUMENT_VALUE, QN_SPACE_UNKNOWN},
    {"GlobalBuffer", NULL, QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL},
    {"DynamicSharedPointer", NULL, QN_ARGUMENT_SHARED, QN_SPACE_SHARED},
    {"Image", NULL, QN_ARGUMENT_IMAGE, QN_SPACE_UNKNOWN},
    {"Sampler", NULL, QN_ARGUMENT_SAMPLER, QN_SPACE_UNKNOWN},
    {"Pipe", NULL, QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL},
    {"Queue", NULL, QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL},
    {"HiddenGlobalOffsetX", "hidden_global_offset_x", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenGlobalOffsetY", "hidden_global_offset_y", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenGlobalOffsetZ", "hidden_global_offset_z", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenNone", "hidden_none", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenPrintfBuffer", "hidden_printf_buffer", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenHostcallBuffer", "hidden_hostcall_buffer", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenDefaultQueue", "hidden_default_queue", QN_ARGUMENT_HIDDEN, 0},
    {"HiddenCompletionAction", "hidden_completion_action", QN_ARGUMENT_HIDDEN,
     0},
    {"HiddenMultiGridSyncArg", "hidden_multigrid_sync_arg", QN_ARGUMENT_HIDDEN,
     0},
};

typedef struct reader_v2 {
  qn_extract *x;
  qn_yaml y;
  qn_found found;
  qn_argument *arguments; // of the last kernel, hidden ones too
  size_t argument_count;
  uint64_t end; // of its arguments so far, bytes
} reader_v2;

static uint64_t read_number(reader_v2 *r, qn_str value) {
  uint64_t number = 0;
  if ((!qn_text_uint(value, &number) || number > UINT32_MAX) && !r->y.wrong) {
    r->y.wrong = "a number below 2^32";
    r->y.wrong_at = (size_t)(value.data ? value.data - r->y.text.data : 0);
  }
  return number;
}

// Version 2 states sizes and alignments, from which the offsets follow.
static void end_argument(reader_v2 *r) {
  if (r->argument_count == 0)
    return;
  qn_argument *a = &r->arguments[r->argument_count - 1];
  if (a->alignment & (a->alignment - 1)) {
    qn_extract_warn(
        r->x, "argument %zu of kernel '%.*s' has the alignment %" PRIu64,
        r->argument_count - 1,
        QN_STR_ARG(r->found.kernels[r->found.count - 1].name), a->alignment);
    a->alignment = 0;
  }
  const uint64_t alignment = a->alignment ? a->alignment : 1;
  a->offset = (r->end + alignment - 1) & ~(alignment - 1);
  r->end = a->offset + a->size; // sizes are below 2^32, counts below 2^12
}

static void end_kernel(reader_v2 *r) {
  if (r->found.count == 0)
    return;
  end_argument(r);
  qn_argument *all = r->arguments;
  r->found.memory |= r->argument_count &&
                     !qn_amdgpu_split_hidden(
                         r->x->arena, &r->found.kernels[r->found.count - 1],
                         all, r->argument_count);
  r->arguments = NULL;
  r->argument_count = 0;
  r->end = 0;
}

static void begin_kernel(reader_v2 *r) {
  end_kernel(r);
  qn_kernel *k = qn_extract_add_kernel(r->x, &r->found);
  if (k) {
    k->source = QN_SOURCE_AMDGPU;
    k->arguments_known = true;
  }
}

static void begin_argument(reader_v2 *r) {
  end_argument(r);
  (void)qn_extract_add_argument(r->x, &r->found, &r->arguments,
                                &r->argument_count);
}

static void set_kind(qn_argument *a, qn_str value) {
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    if (!qn_str_equal(value, qn_str_from(kinds[i].name)))
      continue;
    a->kind = kinds[i].kind;
    a->hidden = qn_str_from(kinds[i].hidden);
    if (a->space == QN_SPACE_UNKNOWN)
      a->space = kinds[i].space;
  }
}

static void set_space(qn_argument *a, qn_str value) {
  static const struct {
    const char *name;
    qn_space space;
  } spaces[] = {
      {"Private", QN_SPACE_PRIVATE},   {"Global", QN_SPACE_GLOBAL},
      {"Constant", QN_SPACE_CONSTANT}, {"Local", QN_SPACE_SHARED},
      {"Generic", QN_SPACE_GENERIC},
  };
  for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); ++i)
    if (qn_str_equal(value, qn_str_from(spaces[i].name)))
      a->space = spaces[i].space;
}

static void read_argument(reader_v2 *r, const qn_yaml_line *l) {
  if (l->item)
    begin_argument(r);
  if (r->argument_count == 0)
    return;
  qn_argument *a = &r->arguments[r->argument_count - 1];
  if (qn_str_equal(l->key, QN_STR("Name")))
    a->name = l->value;
  else if (qn_str_equal(l->key, QN_STR("TypeName")))
    a->type = l->value;
  else if (qn_str_equal(l->key, QN_STR("Size")))
    a->size = read_number(r, l->value);
  else if (qn_str_equal(l->key, QN_STR("Align")))
    a->alignment = read_number(r, l->value);
  else if (qn_str_equal(l->key, QN_STR("ValueKind")))
    set_kind(a, l->value);
  else if (qn_str_equal(l->key, QN_STR("AddrSpaceQual")))
    set_space(a, l->value);
}

static void read_figure(reader_v2 *r, qn_kernel *k, const qn_yaml_line *l) {
  const struct {
    const char *key;
    qn_figure *to;
  } figures[] = {
      {"KernargSegmentSize", &k->arguments_size},
      {"KernargSegmentAlign", &k->arguments_alignment},
      {"GroupSegmentFixedSize", &k->resources.shared_static},
      {"PrivateSegmentFixedSize", &k->resources.scratch},
      {"WavefrontSize", &k->resources.wave_size},
      {"NumSGPRs", &k->resources.sgpr},
      {"NumVGPRs", &k->resources.vgpr},
      {"MaxFlatWorkGroupSize", &k->resources.max_threads},
      {"NumSpilledSGPRs", &k->resources.sgpr_spills},
      {"NumSpilledVGPRs", &k->resources.vgpr_spills},
  };
  for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); ++i)
    if (qn_str_equal(l->key, qn_str_from(figures[i].key)))
      *figures[i].to = qn_known(read_number(r, l->value));
}

static void read_required(qn_kernel *k, qn_str value) {
  uint64_t numbers[3];
  if (qn_yaml_numbers(value, numbers, 3) != 3)
    return;
  k->resources.required_known = true;
  for (size_t i = 0; i < 3; ++i)
    k->resources.required_threads[i] = (uint32_t)numbers[i];
}

static void read_line(reader_v2 *r, const qn_yaml_line *l) {
  static const char *const kernel[] = {"Kernels", NULL};
  static const char *const arguments[] = {"Kernels", "Args", NULL};
  static const char *const figures[] = {"Kernels", "CodeProps", NULL};
  static const char *const debug[] = {"Kernels", "DebugProps", NULL};
  static const char *const attributes[] = {"Kernels", "Attrs", NULL};
  const bool top = qn_yaml_below(&r->y, kernel);
  if (top && l->item)
    begin_kernel(r);
  if (r->found.count == 0)
    return;
  qn_kernel *k = &r->found.kernels[r->found.count - 1];
  if (top && qn_str_equal(l->key, QN_STR("Name")))
    k->name = l->value;
  else if (top && qn_str_equal(l->key, QN_STR("SymbolName")))
    k->symbol = l->value;
  else if (qn_yaml_below(&r->y, arguments))
    read_argument(r, l);
  else if (qn_yaml_below(&r->y, figures) || qn_yaml_below(&r->y, debug))
    read_figure(r, k, l);
  else if (qn_yaml_below(&r->y, attributes) &&
           qn_str_equal(l->key, QN_STR("ReqdWorkGroupSize")))
    read_required(k, l->value);
}

// ---- amd_kernel_code_t

static void take_figure(qn_extract *x, const qn_kernel *k, const char *what,
                        qn_figure *figure, uint64_t found) {
  if (!figure->known)
    *figure = qn_known(found);
  else if (figure->value != found)
    qn_extract_warn(x,
                    "%s of kernel '%.*s' is %" PRIu64
                    " in the metadata, %" PRIu64 " before its code",
                    what, QN_STR_ARG(k->name), figure->value, found);
}

static void read_code(qn_extract *x, qn_kernel *k, qn_span bytes,
                      uint64_t offset) {
  qn_reader r = qn_reader_over(bytes, offset);
  (void)qn_read_bytes(&r, 60, "amd_kernel_code_t");
  const uint32_t scratch = qn_read_u32(&r, "private segment");
  const uint32_t group = qn_read_u32(&r, "group segment");
  (void)qn_read_u32(&r, "gds segment");
  const uint64_t kernarg = qn_read_u64(&r, "kernarg segment");
  (void)qn_read_u32(&r, "barriers");
  const uint16_t sgprs = qn_read_u16(&r, "wavefront SGPRs");
  const uint16_t vgprs = qn_read_u16(&r, "work-item VGPRs");
  if (r.failed || bytes.size < CODE_SIZE)
    return;
  take_figure(x, k, "scratch memory", &k->resources.scratch, scratch);
  take_figure(x, k, "static shared memory", &k->resources.shared_static, group);
  take_figure(x, k, "the argument block", &k->arguments_size, kernarg);
  take_figure(x, k, "SGPRs", &k->resources.sgpr, sgprs);
  take_figure(x, k, "VGPRs", &k->resources.vgpr, vgprs);
}

static qn_status read_codes(reader_v2 *r, const qn_elf *elf, qn_diag *diag) {
  qn_elf_symbols symbols;
  if (qn_failed(qn_elf_open_symbols(elf, &symbols, NULL)))
    return qn_ok(); // stripped
  qn_map by_name = {0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < r->found.count && !qn_failed(status); ++i)
    status = qn_map_put_str(&by_name, r->found.kernels[i].name, i, diag);
  for (size_t i = 1; i < symbols.count && !qn_failed(status); ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    const uint64_t *index = qn_map_find_str(&by_name, symbol.name);
    qn_span bytes;
    uint64_t offset;
    if (index && symbol.type == SYMBOL_KERNEL &&
        qn_elf_symbol_bytes(elf, &symbol, &bytes, &offset))
      read_code(r->x, &r->found.kernels[*index], bytes, offset);
  }
  qn_map_finish(&by_name);
  return status;
}

qn_status qn_extract_amdgpu_v2(qn_extract *x, const qn_elf *elf,
                               const qn_elf_note *note, qn_diag *diag) {
  reader_v2 r = {
      .x = x,
      .y = qn_yaml_over(note->descriptor, x->item->offset + note->offset),
  };
  qn_yaml_line line;
  while (!r.found.memory && !r.found.too_many && qn_yaml_next(&r.y, &line))
    read_line(&r, &line);
  end_kernel(&r);
  QN_TRY(qn_extract_check(x, &r.found, "a code object", diag));
  const qn_status status = qn_yaml_finish(&r.y, diag);
  if (qn_failed(status)) {
    qn_diag_context(diag, "reading the metadata note");
    return status;
  }
  QN_TRY(read_codes(&r, elf, diag));
  x->image->kernels = r.found.kernels;
  x->image->kernel_count = r.found.count;
  return qn_ok();
}
