// SPDX-License-Identifier: Apache-2.0
// Events of many streams at once: all that runs on a device, or in a part of
// it.
#ifndef QN_RUNTIME_CORE_GATE_H
#define QN_RUNTIME_CORE_GATE_H

#include "runtime/core/stream.h"

// Streams, each held; `qn_streams_drop` ends it.
typedef struct qn_streams {
  qn_stream **items;
  size_t count;
} qn_streams;
// Those that the program has not destroyed.
qn_result qn_streams_of(qn_device *device, qn_streams *out);
void qn_streams_drop(qn_streams *streams);

// Records the event behind all work that was submitted to the streams.
// Refused while one of them captures.
qn_result qn_streams_record(const qn_streams *streams, qn_event *event);
// Makes later work of the streams wait for the event.
qn_result qn_streams_wait(const qn_streams *streams, qn_event *event);
// The same for all streams of the device, those too that are made later.
qn_result qn_device_wait_event(qn_device *device, qn_event *event);

// For a stream that was just made: waits for what the device waits for.
qn_result qn_gate_pass(qn_stream *stream);

#endif // QN_RUNTIME_CORE_GATE_H
