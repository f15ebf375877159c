// SPDX-License-Identifier: Apache-2.0
// Images by themselves: PTX, cubins, and parts of what --genco asks for.
//
// Programs load PTX and cubins by name, on whatever device there is. So what
// nvcc's options of these names write carries code for other targets, too,
// which NVIDIA's tools pass over (formats/code/attached.h).
#include <stdio.h>

#include "cli/cc/cc.h"
#include "cli/core/compiler.h"
#include "formats/code/attached.h"

// ---- Targets

static bool is_nvidia(const qn_target *target) {
  return target->row->family == QN_FAMILY_NVIDIA;
}

static bool has_family(const cc_request *r, qn_family family) {
  for (size_t i = 0; i < r->target_count; ++i)
    if (r->targets[i].row->family == family)
      return true;
  return false;
}

static qn_status add(cc_request *r, const char *name, qn_diag *diag) {
  return qn_target_parse_list(qn_str_from(name), r->targets, CC_TARGETS_MAX,
                              &r->target_count, diag);
}

// Moves the targets of NVIDIA to the front; the order is otherwise kept.
static void put_nvidia_first(cc_request *r) {
  qn_target others[CC_TARGETS_MAX];
  size_t kept = 0;
  r->attached_count = 0;
  for (size_t i = 0; i < r->target_count; ++i)
    if (is_nvidia(&r->targets[i]))
      r->targets[kept++] = r->targets[i];
    else
      others[r->attached_count++] = r->targets[i];
  for (size_t i = 0; i < r->attached_count; ++i)
    r->targets[kept + i] = others[i];
}

qn_status cc_image_targets(cc_request *r, qn_diag *diag) {
  // A cubin of a CPU alone, as --targets may ask for, needs no ptxas.
  const bool alone = r->wants_cubin && r->target_count;
  if (!has_family(r, QN_FAMILY_NVIDIA) && !alone)
    QN_TRY(add(r, r->wants_ptx ? "ptx80" : "sm_80", diag));
  if (r->as == CC_AS_NVCC && !r->exact_targets &&
      !has_family(r, QN_FAMILY_CPU) && r->target_count < CC_TARGETS_MAX)
    QN_TRY(add(r, "native", diag));
  if (!has_family(r, QN_FAMILY_NVIDIA))
    return qn_ok();
  put_nvidia_first(r);
  for (size_t i = 0; i < r->target_count - r->attached_count; ++i)
    r->targets[i].ptx_only = r->wants_ptx;
  return qn_ok();
}

// ---- Writing

static const char *extension_of(const cc_request *r,
                                const qn_target_result *image) {
  if (r->wants_cubin || r->wants_ptx) // as nvcc names it, whatever the target
    return r->wants_cubin ? ".cubin" : ".ptx";
  switch (r->emit) {
  case QN_EMIT_LLVM:
    return ".ll";
  case QN_EMIT_ASM:
    return image->is_ptx ? ".ptx" : ".s";
  case QN_EMIT_BITCODE:
  case QN_EMIT_LLVM_BITCODE:
    return ".bc";
  default:
    return r->as == CC_AS_HIPCC ? ".out" : image->extension;
  }
}

static const char *path_of(cc_request *r, const cc_input *input,
                           const qn_target_result *image) {
  return r->output
             ? r->output
             : cc_genco_name(r, input, image->target, extension_of(r, image));
}

// `attached` is a bundle, or empty.
static qn_status write_image(cc_request *r, const cc_input *input,
                             const qn_target_result *image,
                             const qn_buffer *attached, qn_diag *diag) {
  const char *path = path_of(r, input, image);
  if (!path)
    return qn_fail_memory(diag, "a path");
  if (r->wants_cubin && image->is_ptx) {
    const qn_status status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                                     "there is no cubin for '%s' without ptxas",
                                     image->target->name);
    qn_diag_hint(diag, "Install ptxas, or ask for --ptx, which drivers take "
                       "too.");
    return status;
  }
  if (!attached->size)
    return qn_cli_write(r->cli, path, qn_buffer_span(&image->image), diag);
  qn_buffer whole = {0};
  qn_status status = qn_attach(qn_buffer_span(&image->image),
                               qn_buffer_span(attached), &whole, diag);
  if (!qn_failed(status))
    status = qn_cli_write(r->cli, path, qn_buffer_span(&whole), diag);
  qn_buffer_finish(&whole);
  return status;
}

// ---- Code for the other targets

// The first error among a compiler's messages, or the first line.
static qn_str first_error(const qn_buffer *messages) {
  qn_str rest = qn_buffer_str(messages), line, first = {0};
  while (qn_str_split(&rest, '\n', &line)) {
    if (qn_str_search(line, QN_STR("error")))
      return line;
    first = first.size ? first : line;
  }
  return first;
}

static void warn(cc_request *r, const cc_input *input,
                 const cc_device_output *out) {
  const qn_str why = first_error(&out->messages);
  qn_diag diag = {0};
  (void)qn_fail(&diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                "what is written of '%s' has code for NVIDIA's devices alone%s",
                input->name, why.size ? ":" : "");
  if (why.size)
    qn_diag_hint(&diag, "%.*s", QN_STR_ARG(why));
  qn_cli_print_diag(r->cli, QN_WARNING, &diag, NULL, (qn_span){0});
}

// Compiles for the targets that are attached; what nobody asked for may fail.
static qn_status compile_attached(cc_request *r, const cc_input *input,
                                  qn_buffer *bundle, int *out_code,
                                  qn_diag *diag) {
  cc_device_output out = {.optional = !r->exact_targets};
  qn_compile_result result = {0};
  qn_compile_params params = {
      .emit = QN_EMIT_IMAGE,
      .targets = r->targets + r->target_count - r->attached_count,
      .target_count = r->attached_count,
  };
  size_t count;
  qn_status status = cc_device_run(r, input, &params, &result, &out, diag);
  if (!qn_failed(status) && !out.code && !r->dry_run)
    status = qn_cli_make_bundle(&result, true, bundle, &count, diag);
  if (out.code && out.optional)
    warn(r, input, &out);
  else
    *out_code = out.code;
  qn_compile_result_finish(&result);
  cc_device_finish(&out);
  return status;
}

static qn_status write_all(cc_request *r, const cc_input *input,
                           const qn_compile_result *result, int *out_code,
                           qn_diag *diag) {
  qn_buffer attached = {0};
  qn_status status = qn_ok();
  if (r->attached_count)
    status = compile_attached(r, input, &attached, out_code, diag);
  if (r->gathering == CC_GATHERED && !r->dry_run)
    return cc_genco_gather(r, input, result, diag);
  for (size_t i = 0; i < result->target_count && !qn_failed(status) &&
                     !*out_code && !r->dry_run;
       ++i)
    status = write_image(r, input, &result->targets[i], &attached, diag);
  qn_buffer_finish(&attached);
  return status;
}

qn_status cc_image(cc_request *r, const cc_input *input, int *out_code,
                   qn_diag *diag) {
  cc_device_output out = {0};
  qn_compile_result result = {0};
  const size_t count = r->target_count - r->attached_count;
  qn_compile_params params = {
      .emit = r->emit,
      .targets = r->targets,
      .target_count = count,
      .dependencies = r->rules.count != 0,
  };
  if (r->output && count > 1 && r->gathering != CC_GATHERED) {
    const qn_status failed =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "'-o' names one file, and %zu targets give one each", count);
    if (!r->wants_ptx && !r->wants_cubin)
      qn_diag_hint(diag, "--gpu-bundle-output writes one file of all.");
    return failed;
  }
  qn_status status = cc_device_run(r, input, &params, &result, &out, diag);
  *out_code = out.code;
  if (out.messages.size)
    fwrite(out.messages.data, 1, out.messages.size, stderr);
  if (!qn_failed(status) && !out.code)
    status = write_all(r, input, &result, out_code, diag);
  if (!qn_failed(status) && !*out_code && result.target_count)
    status =
        cc_device_rule(r, &result, path_of(r, input, &result.targets[0]), diag);
  qn_compile_result_finish(&result);
  cc_device_finish(&out);
  return status;
}
