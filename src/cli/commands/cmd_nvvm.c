// SPDX-License-Identifier: Apache-2.0
// quern nvvm: NVVM IR to PTX that carries code for a CPU, what libNVVM's names
// run as a child (hip/rtc/nvvm.c).
#include <stdio.h>
#include <string.h>

#include "cli/core/compiler.h"
#include "formats/code/attached.h"

enum { TARGETS = 2 }; // NVIDIA's, and who is carried

typedef struct nvvm_options {
  const char *arch;
  const char *carried;
  const char *output;
  const char *save_temps;
  qn_opt_list lazy;
  int64_t level, flush, sqrt, div, fma, density, ptx;
  bool debug, lines, lto, verify, latest;
} nvvm_options;

// ---- Targets

static qn_status add_target(qn_str name, qn_target *targets, size_t *count,
                            qn_diag *diag) {
  return qn_target_parse_list(name, targets, TARGETS, count, diag);
}

// "compute_90" is PTX for that architecture, sm_90, and bitcode to be linked
// with that of sm_90.
static qn_status read_targets(const nvvm_options *options, qn_target *targets,
                              size_t *out_count, qn_diag *diag) {
  static const char prefix[] = "compute_";
  char name[32];
  *out_count = 0;
  if (!qn_str_starts(qn_str_from(options->arch), qn_str_from(prefix)) ||
      strlen(options->arch) >= sizeof(name))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "-arch takes 'compute_75' or the like, not '%s'",
                   options->arch);
  snprintf(name, sizeof(name), "sm_%s", options->arch + sizeof(prefix) - 1);
  QN_TRY(add_target(qn_str_from(name), targets, out_count, diag));
  targets[0].ptx_only = !options->lto;
  if (strcmp(options->carried, "none") == 0 || options->verify)
    return qn_ok();
  return add_target(qn_str_from(options->carried), targets, out_count, diag);
}

static qn_status read_modules(const qn_cli *cli, const nvvm_options *options,
                              qn_arena *arena, qn_nvvm_module **out_modules,
                              qn_diag *diag) {
  const size_t count = cli->operand_count + options->lazy.count;
  qn_nvvm_module *modules = qn_arena_alloc(arena, count, sizeof(*modules));
  if (!modules)
    return qn_fail_memory(diag, "the list of modules");
  for (size_t i = 0; i < cli->operand_count; ++i)
    modules[i].path = cli->operands[i];
  for (size_t i = 0; i < options->lazy.count; ++i)
    modules[cli->operand_count + i] =
        (qn_nvvm_module){.path = options->lazy.items[i], .lazy = true};
  *out_modules = modules;
  return qn_ok();
}

static qn_compile_params params_of(const nvvm_options *options) {
  const bool keeps_code = options->level != 0;
  return (qn_compile_params){
      .may_be_empty = true,
      .emit = options->lto || options->verify ? QN_EMIT_BITCODE : QN_EMIT_IMAGE,
      .opt_level = (unsigned)options->level,
      .debug = options->lines || (options->debug && keeps_code) ? QN_DEBUG_LINES
               : options->debug                                 ? QN_DEBUG_FULL
                                                                : QN_DEBUG_NONE,
      .ptx_version = (unsigned)options->ptx,
      .save_temps = options->save_temps,
      .dialect = QN_DIALECT_CUDA,
      .nvvm = {.flush = options->flush != 0,
               .no_fma = options->fma == 0,
               .fast_sqrt = options->sqrt == 0,
               .fast_div = options->div == 0}};
}

// ---- Results

// What is carried may fail: then the PTX is for NVIDIA's devices alone.
static void warn(const qn_cli *cli, const qn_compile_result *result) {
  const qn_target_result *carried = &result->targets[1];
  qn_diag diag = {0};
  (void)qn_fail(&diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                "the result is for NVIDIA's devices alone");
  if (carried->diag.message[0])
    qn_diag_hint(&diag, "%s: %s", carried->target->name, carried->diag.message);
  qn_cli_print_diag(cli, QN_WARNING, &diag, NULL, (qn_span){0});
}

// A bundle of what is carried.
static qn_status make_carried(const qn_compile_result *result,
                              qn_buffer *bundle, qn_diag *diag) {
  qn_compile_result carried = *result;
  size_t count;
  carried.targets = result->targets + 1;
  carried.target_count = 1;
  return qn_cli_make_bundle(&carried, true, bundle, &count, diag);
}

static qn_status make_ptx(const qn_compile_result *result, qn_buffer *out,
                          qn_diag *diag) {
  const qn_span ptx = qn_buffer_span(&result->targets[0].image);
  qn_buffer bundle = {0};
  qn_status status = qn_ok();
  if (result->target_count > 1 && result->targets[1].image.size)
    status = make_carried(result, &bundle, diag);
  if (!qn_failed(status) && bundle.size) {
    status = qn_attach(ptx, qn_buffer_span(&bundle), out, diag);
  } else if (!qn_failed(status)) {
    qn_buffer_append(out, ptx.data, ptx.size);
    status = qn_buffer_check(out, diag);
  }
  qn_buffer_finish(&bundle);
  return status;
}

static qn_status write_result(const qn_cli *cli, const nvvm_options *options,
                              const qn_compile_result *result, qn_diag *diag) {
  qn_buffer out = {0};
  size_t count;
  if (options->verify)
    return qn_ok();
  qn_status status = options->lto
                         ? qn_cli_make_bundle(result, true, &out, &count, diag)
                         : make_ptx(result, &out, diag);
  if (!qn_failed(status))
    status = qn_cli_write(cli, options->output ? options->output : "-",
                          qn_buffer_span(&out), diag);
  qn_buffer_finish(&out);
  return status;
}

static int finish(const qn_cli *cli, const nvvm_options *options,
                  qn_compile_result *result, qn_status status, qn_diag *diag) {
  const bool has_first =
      result->target_count && !qn_failed(result->targets[0].status);
  if (qn_failed(status) && has_first) {
    if (result->messages.size)
      fwrite(result->messages.data, 1, result->messages.size, stderr);
    warn(cli, result);
  } else if (qn_failed(status)) {
    return qn_cli_compile_failed(cli, result, status, diag);
  }
  qn_diag written = {0};
  return qn_failed(write_result(cli, options, result, &written))
             ? qn_cli_fail(cli, &written, NULL, (qn_span){0})
             : QN_EXIT_OK;
}

static int nvvm_run(qn_cli *cli, const void *given) {
  const nvvm_options *options = given;
  const qn_compiler_api *api;
  qn_arena arena = {0};
  qn_diag diag = {0};
  qn_target targets[TARGETS];
  qn_nvvm_module *modules = NULL;
  qn_compile_params params = params_of(options);
  if (qn_failed(read_targets(options, targets, &params.target_count, &diag))) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    return QN_EXIT_USAGE;
  }
  if (qn_failed(qn_cli_load_compiler(&api, &diag))) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    return QN_EXIT_ENVIRONMENT;
  }
  int code;
  if (qn_failed(read_modules(cli, options, &arena, &modules, &diag))) {
    code = qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  } else {
    qn_compile_result result = {0};
    params.targets = targets;
    params.modules = modules;
    params.module_count = cli->operand_count + options->lazy.count;
    const qn_status status = api->compile(&params, &result, &diag);
    code = finish(cli, options, &result, status, &diag);
    qn_compile_result_finish(&result);
  }
  qn_arena_finish(&arena);
  return code;
}

#define FIELD(name) offsetof(nvvm_options, name)
#define NUMBER(option, field, name_of, first, least, most, text)               \
  {.name = option,                                                             \
   .kind = QN_OPT_INT,                                                         \
   .offset = FIELD(field),                                                     \
   .value = name_of,                                                           \
   .initial = first,                                                           \
   .min = least,                                                               \
   .max = most,                                                                \
   .help = text,                                                               \
   .flags = QN_OPT_ONE_DASH}

static const qn_opt nvvm_opts[] = {
    {.name = "output",
     .letter = 'o',
     .kind = QN_OPT_STRING,
     .offset = FIELD(output),
     .value = "FILE",
     .help = "where to write; default standard output"},
    {.name = "arch",
     .kind = QN_OPT_STRING,
     .offset = FIELD(arch),
     .value = "ARCH",
     .initial = "compute_75",
     .help = "the GPU that the PTX is for",
     .flags = QN_OPT_ONE_DASH},
    {.name = "carry",
     .kind = QN_OPT_STRING,
     .offset = FIELD(carried),
     .value = "TARGET",
     .initial = "native",
     .help = "whose code the PTX carries in comments: a CPU, or none"},
    {.name = "lazy",
     .kind = QN_OPT_LIST,
     .offset = FIELD(lazy),
     .value = "FILE",
     .help = "a module that is linked only for what the others lack"},
    NUMBER("opt", level, "LEVEL", "3", 0, 3, "0 leaves code as it is"),
    NUMBER("ftz", flush, "BOOL", "0", 0, 1, "float's denormals become zeroes"),
    NUMBER("prec-sqrt", sqrt, "BOOL", "1", 0, 1,
           "0: square roots of floats may be approximate"),
    NUMBER("prec-div", div, "BOOL", "1", 0, 1,
           "0: quotients of floats may be approximate"),
    NUMBER("fma", fma, "BOOL", "1", 0, 1,
           "0: products and sums are rounded apart"),
    NUMBER("jump-table-density", density, "PERCENT", "101", 0, 101,
           "ignored: LLVM decides"),
    NUMBER("ptx-version-target", ptx, "VERSION", "0", 0, 99,
           "86 is PTX 8.6; otherwise the oldest that will do"),
    {.name = "g",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(debug),
     .help = "keep debug information, with -opt=0 all",
     .flags = QN_OPT_ONE_DASH},
    {.name = "generate-line-info",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(lines),
     .help = "keep line numbers",
     .flags = QN_OPT_ONE_DASH},
    {.name = "gen-lto",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(lto),
     .help = "write bitcode in a bundle, for linking later",
     .flags = QN_OPT_ONE_DASH},
    {.name = "nvvm-latest",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(latest),
     .help = "ignored: there is one NVVM",
     .flags = QN_OPT_ONE_DASH},
    {.name = "verify",
     .kind = QN_OPT_FLAG,
     .offset = FIELD(verify),
     .help = "only read the modules; write nothing"},
    {.name = "save-temps",
     .kind = QN_OPT_STRING,
     .offset = FIELD(save_temps),
     .value = "DIR",
     .help = "keep intermediate files there"},
    {0},
};

const qn_command qn_command_nvvm = {
    .name = "nvvm",
    .group = "make",
    .summary = "compile NVVM IR to PTX, with code for the CPU",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .examples = "quern nvvm -arch=compute_90 -o kernel.ptx kernel.ll\n"
                "quern nvvm --lazy libdevice.10.bc kernel.bc > kernel.ptx",
    .description =
        "Reads LLVM IR in NVVM's dialect, as text or bitcode, with opaque or "
        "typed pointers, and links the modules. Options that libNVVM has are "
        "called as there.\n"
        "What the PTX carries for a CPU is a bundle in comments at its end, "
        "which NVIDIA's tools pass over and cuModuleLoadData finds. "
        "libdevice's "
        "functions (__nv_sin) need no file: Quern's are linked.",
    .opts = nvvm_opts,
    .opts_size = sizeof(nvvm_options),
    .run = nvvm_run,
};
