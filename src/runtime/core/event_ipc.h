// SPDX-License-Identifier: Apache-2.0
// Events shared between processes: their records are counted in shared memory.
#ifndef QN_RUNTIME_CORE_EVENT_IPC_H
#define QN_RUNTIME_CORE_EVENT_IPC_H

#include "runtime/core/stream.h"

// Creates the shared part of an event: new with `token` NULL, else that of
// another process's event (QN_TOKEN_SIZE bytes).
qn_result qn_shared_event_create(qn_device *device, const uint8_t *token,
                                 struct qn_shared_event **out_event);
void qn_shared_event_destroy(struct qn_shared_event **event);
void qn_shared_event_token(const struct qn_shared_event *event, uint8_t *token);

// As the functions of stream.h.
qn_result qn_shared_event_record(struct qn_shared_event *event,
                                 qn_stream *stream);
qn_result qn_shared_event_await(struct qn_shared_event *event,
                                qn_stream *stream);
qn_result qn_shared_event_wait(struct qn_shared_event *event, bool block);

#endif // QN_RUNTIME_CORE_EVENT_IPC_H
