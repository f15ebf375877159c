// SPDX-License-Identifier: Apache-2.0
// Device code: compiled by the compiler library, as for `quern compile`.
#include <stdio.h>
#include <string.h>

#include "base/system/rule.h"
#include "cli/cc/cc.h"
#include "cli/core/compiler.h"
#include "cli/hipify/report.h"
#include "package/bundle/package.h"

void cc_device_finish(cc_device_output *out) {
  qn_buffer_finish(&out->bundle);
  qn_buffer_finish(&out->messages);
}

static unsigned level_asked(const cc_request *r) {
  if (r->device_debug)
    return 0;
  if (!r->host_optimize)
    return r->debug && !r->line_tables ? 0 : 3;
  switch (r->host_optimize[0]) {
  case '0':
  case '1':
  case '2':
  case '3':
    return (unsigned)(r->host_optimize[0] - '0');
  case 'g':
    return 1;
  default:
    return 2;
  }
}

// Checks call a function at each access; what is around them is optimised.
static unsigned device_level(const cc_request *r) {
  const unsigned level = level_asked(r);
  return r->checks && level < 2 ? 2 : level;
}

// -G means full debug information and -lineinfo line tables; with -g it depends
// on the optimisation level.
static qn_debug device_debug(const cc_request *r) {
  if (r->checks)
    return QN_DEBUG_LINES;
  if (r->device_debug)
    return QN_DEBUG_FULL;
  if (r->line_tables)
    return QN_DEBUG_LINES;
  if (r->debug)
    return qn_debug_at_level(device_level(r));
  // The sanitizers' reports state lines.
  return r->sanitizers & (QN_SANITIZE_SHARED_RACE | QN_SANITIZE_UNDEFINED)
             ? QN_DEBUG_FULL
             : QN_DEBUG_NONE;
}

// The device headers are written in C++11.
static qn_status check_standard(const cc_request *r, qn_diag *diag) {
  if (r->standard &&
      (strstr(r->standard, "++98") || strstr(r->standard, "++03")))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "-std=%s: device code needs C++11 or later", r->standard);
  return qn_ok();
}

static qn_status front_end_args(cc_request *r, const cc_input *input,
                                qn_args *args, qn_diag *diag) {
  args->arena = r->arena;
  QN_TRY(check_standard(r, diag));
  QN_ARGS_PRINTF(args, "-std=%s", r->standard ? r->standard : "gnu++17");
  for (size_t i = 0; i < r->device.count; ++i)
    qn_args_add(args, r->device.items[i]);
  if (r->relocatable && input) {
    if (input->language == CC_CUDA)
      qn_args_add(args, "-D__CUDACC_RDC__=1");
    qn_args_add(args, "-fgpu-rdc");
    QN_ARGS_PRINTF(args, "-cuid=%s", cc_relocatable_id(r, input));
  }
  return args->failed ? qn_fail_memory(diag, "the options") : qn_ok();
}

// The compiler library's notes are part of `quern compile`'s output; here only
// -v prints them. Each is a line of its own.
static void keep_messages(const cc_request *r, const qn_buffer *said,
                          qn_buffer *out) {
  qn_str rest = qn_buffer_str(said), line;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    const size_t prefix =
        line.size && line.data[0] == '[' ? qn_str_find(line, ' ') + 1 : 0;
    const qn_str text = qn_str_skip(line, prefix);
    if (r->verbose || !qn_str_starts(text, QN_STR("note: "))) {
      qn_buffer_append_str(out, line);
      qn_buffer_u8(out, '\n');
    }
  }
}

qn_status cc_device_run(cc_request *r, const cc_input *input,
                        qn_compile_params *params, qn_compile_result *result,
                        cc_device_output *out, qn_diag *diag) {
  const qn_compiler_api *api;
  qn_args args = {0};
  const qn_status loaded = qn_cli_load_compiler(&api, diag);
  if (qn_failed(loaded)) {
    (void)qn_cli_fail(r->cli, diag, NULL, (qn_span){0});
    out->code = QN_EXIT_ENVIRONMENT;
    return qn_ok();
  }
  QN_TRY(front_end_args(r, input, &args, diag));
  if (!params->targets) {
    params->targets = r->targets;
    params->target_count = r->target_count;
  }
  params->levels = r->levels;
  params->level_count = r->level_count;
  params->front_end_args = args.items;
  params->may_be_empty = true;
  params->sanitizers = r->sanitizers;
  params->checks = r->checks;
  params->embed_bitcode = r->embed_bitcode && !r->checks;
  params->opt_level = device_level(r);
  params->debug = device_debug(r);
  params->persona = r->persona;
  params->jobs = (unsigned)r->jobs;
  params->save_temps = r->save_temps;
  params->dry_run = r->dry_run;
  params->color = r->color;
  params->lowered_names = r->lowered_names;
  if (input) {
    params->sources = &input->path;
    params->source_count = 1;
    params->dialect =
        input->language == CC_CUDA ? QN_DIALECT_CUDA : QN_DIALECT_HIP;
  }
  const qn_status status = api->compile(params, result, diag);
  if (r->dry_run && !qn_failed(status))
    (void)qn_cli_print(r->cli, &result->commands);
  else if (r->verbose && result->commands.size)
    fwrite(result->commands.data, 1, result->commands.size, stderr);
  if (qn_failed(status) && out->optional) {
    out->code = qn_exit_code(status.code);
    qn_buffer_append_str(&out->messages, qn_buffer_str(&result->messages));
  } else if (qn_failed(status)) {
    out->code = qn_cli_compile_failed(r->cli, result, status, diag);
    if (input)
      qn_hipify_hint(r->cli, input->path);
  } else {
    keep_messages(r, &result->messages, &out->messages);
  }
  return qn_ok();
}

qn_status cc_device_rule(cc_request *r, const qn_compile_result *result,
                         const char *output, qn_diag *diag) {
  if (!r->rules.count || r->dry_run || !output)
    return qn_ok();
  const char *path =
      r->rules_file ? r->rules_file : qn_rule_path(r->arena, output);
  const char *target = output;
  for (size_t i = 0; i + 1 < r->rules.count; ++i)
    if (strcmp(r->rules.items[i], "-MT") == 0)
      target = r->rules.items[i + 1];
  return path ? qn_cli_write_rule(result, target, path, diag)
              : qn_fail_memory(diag, "a path");
}

static qn_status compile_to_bundle(cc_request *r, const cc_input *input,
                                   qn_compile_params *params,
                                   const char *rule_of, cc_device_output *out,
                                   qn_diag *diag) {
  qn_compile_result result = {0};
  size_t count;
  params->dependencies = rule_of && r->rules.count;
  qn_status status = cc_device_run(r, input, params, &result, out, diag);
  if (!qn_failed(status) && !out->code && !r->dry_run)
    status =
        qn_cli_make_bundle(&result, r->compress, &out->bundle, &count, diag);
  if (!qn_failed(status) && !out->code)
    status = cc_device_rule(r, &result, rule_of, diag);
  qn_compile_result_finish(&result);
  return status;
}

qn_status cc_device_compile(cc_request *r, const cc_input *input,
                            const char *rule_of, cc_device_output *out,
                            qn_diag *diag) {
  qn_compile_params params = {
      .emit = r->relocatable ? QN_EMIT_BITCODE : QN_EMIT_IMAGE,
  };
  return compile_to_bundle(r, input, &params, rule_of, out, diag);
}

qn_status cc_device_check(cc_request *r, const cc_input *input,
                          cc_device_output *out, qn_diag *diag) {
  qn_compile_params params = {.emit = QN_EMIT_BITCODE};
  qn_compile_result result = {0};
  const qn_status status = cc_device_run(r, input, &params, &result, out, diag);
  qn_compile_result_finish(&result);
  return status;
}

qn_status cc_device_link(cc_request *r, const qn_bitcode_file *files,
                         size_t count, cc_device_output *out, qn_diag *diag) {
  qn_compile_params params = {.bitcode = files, .bitcode_count = count};
  return compile_to_bundle(r, NULL, &params, NULL, out, diag);
}
