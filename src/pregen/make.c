// SPDX-License-Identifier: Apache-2.0
#include "pregen/make.h"

#include "base/reader.h"
#include "base/text.h"
#include "quern/inspect.h"

void qn_made_finish(qn_made *made) {
  qn_object_finish(&made->object);
  qn_buffer_finish(&made->insts);
  qn_buffer_finish(&made->commands);
}

qn_compile_params qn_make_compile(const qn_pregen_job *job) {
  const qn_pregen_kernel *k = job->kernel;
  size_t count = 0;
  while (k->paths[count])
    ++count;
  return (qn_compile_params){
      .sources = k->paths,
      .source_count = count,
      .targets = &job->target,
      .target_count = 1,
      .front_end_args = k->args,
      .opt_level = k->opt_level,
      .debug = k->debug ? qn_debug_at_level(k->opt_level) : QN_DEBUG_NONE,
      .jobs = 1,
      .dependencies = true,
  };
}

qn_object_params qn_make_object(const qn_pregen_job *job,
                                const qn_compile_params *compile) {
  return (qn_object_params){.compile = compile,
                            .target = &job->target,
                            .shown = job->kernel->shown,
                            .folder = job->kernel->folder};
}

// ---- Verifying: by the image itself, not by the compiler's exit code

typedef struct search {
  const char *symbol; // NULL: any kernel
  size_t kernels;
  bool found;
} search;

static bool look(void *user, const quern_kernel_view *kernel) {
  search *s = user;
  ++s->kernels;
  s->found |= !s->symbol || strcmp(kernel->name, s->symbol) == 0;
  return !s->found;
}

static qn_status verify(const qn_pregen_job *job, qn_span image,
                        qn_diag *diag) {
  quern_error why = QUERN_ERROR_INIT;
  search s = {.symbol = job->kernel->symbol};
  if (quern_inspect_memory(image.data, image.size, look, &s, &why) != QUERN_OK)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "the image for '%s' cannot be read: %s", job->arch,
                   why.message);
  if (s.found)
    return qn_ok();
  if (s.kernels || !s.symbol)
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "the image for '%s' has %s'%s'", job->arch,
                   s.symbol ? "no kernel " : "no kernels: ",
                   s.symbol ? s.symbol : job->kernel->name);
  const qn_status status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                                   "the source defines no kernel for '%s'",
                                   job->kernel->call.op->name);
  qn_diag_hint(diag, "A source of operations defines the kernel that "
                     "QN_KERNEL_NAME names.");
  return status;
}

// ---- Work

static qn_status take_result(const qn_pregen_job *job,
                             const qn_compile_result *result, qn_status status,
                             qn_made *made, qn_diag *diag) {
  qn_object *object = &made->object;
  qn_buffer_append_str(&object->messages, qn_buffer_str(&result->messages));
  qn_buffer_append_str(&object->files, qn_buffer_str(&result->dependencies));
  qn_buffer_append_str(&made->commands, qn_buffer_str(&result->commands));
  const qn_target_result *target =
      result->target_count ? &result->targets[0] : NULL;
  if (qn_failed(status)) {
    if (target && qn_failed(target->status)) {
      *diag = target->diag;
      return target->status;
    }
    return status;
  }
  const qn_span image = qn_buffer_span(&target->image);
  QN_TRY(verify(job, image, diag));
  return qn_object_make(&job->target, target->is_ptx, image, object, diag);
}

static qn_status compile(const qn_make_params *params, qn_made *made,
                         qn_diag *diag) {
  const qn_compile_params compile = qn_make_compile(params->job);
  qn_compile_result result = {0};
  qn_diag why = {0};
  qn_status status = params->api->compile(&compile, &result, &why);
  status = take_result(params->job, &result, status, made, diag);
  if (qn_failed(status) && diag->code == QN_OK)
    *diag = why;
  qn_compile_result_finish(&result);
  return status;
}

static void append_part(qn_buffer *reply, const qn_buffer *part) {
  qn_buffer_u64(reply, part->size);
  qn_buffer_append(reply, part->data, part->size);
  reply->failed |= part->failed;
}

qn_status qn_make_work(void *user, qn_buffer *reply, qn_diag *diag) {
  const qn_make_params *params = user;
  qn_made made = {0};
  const qn_status status = params->job->npu
                               ? qn_make_npu(params->job, &made, diag)
                               : compile(params, &made, diag);
  append_part(reply, &made.object.bundle);
  append_part(reply, &made.object.messages);
  append_part(reply, &made.insts);
  append_part(reply, &made.object.files);
  append_part(reply, &made.commands);
  qn_buffer_u8(reply, made.object.is_ptx);
  qn_made_finish(&made);
  return status;
}

static void take_part(qn_reader *r, qn_buffer *out) {
  const uint64_t size = qn_read_u64(r, "part.size");
  const qn_span part = qn_read_bytes(r, size, "part");
  qn_buffer_append(out, part.data, part.size);
}

qn_status qn_make_reply(qn_span reply, qn_made *out_made, qn_diag *diag) {
  qn_made made = {0};
  qn_reader r = qn_reader_over(reply, 0);
  qn_buffer *const parts[] = {&made.object.bundle, &made.object.messages,
                              &made.insts, &made.object.files, &made.commands};
  qn_status status = qn_ok();
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
    take_part(&r, parts[i]);
    if (!qn_failed(status))
      status = qn_buffer_check(parts[i], diag);
  }
  made.object.is_ptx = qn_read_u8(&r, "flags") != 0;
  if (!qn_failed(status))
    status = qn_reader_finish(&r, diag);
  if (qn_failed(status))
    qn_made_finish(&made);
  else
    *out_made = made;
  return status;
}
