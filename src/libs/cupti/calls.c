// SPDX-License-Identifier: Apache-2.0
// Calls of CUDA's functions: records of them, and callbacks around them. Calls
// within another, by the runtime itself or by a callback, are not seen.
#include "libs/cupti/cupti.h"

#include <string.h>
#include <unistd.h>

void qn_cupti_enter(qn_observed_call *call) {
  qn_cupti_thread *t = qn_cupti_mine();
  if (!t || t->depth++)
    return;
  call->is_observed = true;
  call->id = t->call = qn_cupti_next_id();
  t->is_async = strstr(call->name, "Async") != NULL;
  qn_cupti_before(call);
  call->begin_ns = qn_clock_ns();
  qn_cupti_call_back(call, CUPTI_API_ENTER);
}

static void add_externals(const qn_cupti_thread *t) {
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION))
    return;
  for (int i = 0; i < CUPTI_EXTERNAL_CORRELATION_KIND_SIZE; ++i)
    if (t->external_count[i])
      qn_cupti_add(&(CUpti_ActivityExternalCorrelation){
          .kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
          .externalKind = (CUpti_ExternalCorrelationKind)i,
          .externalId = t->externals[i][t->external_count[i] - 1],
          .correlationId = t->call});
}

static void add_call(const qn_observed_call *call) {
  if (!qn_cupti_wants_call(call->api, call->number))
    return;
  qn_cupti_add(&(CUpti_ActivityAPI){.kind = call->api == QN_OBSERVED_RUNTIME
                                                ? CUPTI_ACTIVITY_KIND_RUNTIME
                                                : CUPTI_ACTIVITY_KIND_DRIVER,
                                    .cbid = call->number,
                                    .start = qn_cupti_time(call->begin_ns),
                                    .end = qn_cupti_time(call->end_ns),
                                    .processId = (uint32_t)getpid(),
                                    .threadId = qn_cupti_thread_id(),
                                    .correlationId = call->id,
                                    .returnValue = (uint32_t)*call->result});
}

void qn_cupti_leave(qn_observed_call *call) {
  qn_cupti_thread *t = qn_cupti_mine();
  if (t && call->is_observed) {
    call->end_ns = qn_clock_ns();
    qn_cupti_announce();
    qn_cupti_after(call);
    qn_cupti_call_back(call, CUPTI_API_EXIT);
    add_externals(t);
    add_call(call);
    t->call = 0;
    t->graph = NULL;
  }
  if (t)
    --t->depth;
}

void qn_cupti_mark(const qn_observed_mark *mark) {
  static const CUpti_ActivityFlag flags[] = {
      [QN_MARK_POINT] = CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS,
      [QN_MARK_BEGIN] = CUPTI_ACTIVITY_FLAG_MARKER_START,
      [QN_MARK_END] = CUPTI_ACTIVITY_FLAG_MARKER_END};
  qn_cupti_mark_back(mark);
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_MARKER))
    return;
  CUpti_ActivityMarker2 record = {
      .kind = CUPTI_ACTIVITY_KIND_MARKER,
      .flags = flags[mark->kind],
      .timestamp = qn_cupti_time(qn_clock_ns()),
      .id = mark->id,
      .objectKind = CUPTI_ACTIVITY_OBJECT_THREAD,
      .name =
          mark->name ? qn_cupti_name(mark->name, strlen(mark->name)) : NULL};
  record.objectId.pt.processId = (uint32_t)getpid();
  record.objectId.pt.threadId = qn_cupti_thread_id();
  qn_cupti_add(&record);
}
