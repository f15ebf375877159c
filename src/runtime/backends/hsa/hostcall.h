// SPDX-License-Identifier: Apache-2.0
// Calls of kernels to the host, as ROCm's device libraries make them: a wave
// takes a packet of its queue's buffer, fills in eight words for each of its
// lanes, rings a doorbell and waits until the packet is answered.
#ifndef QN_RUNTIME_BACKENDS_HSA_HOSTCALL_H
#define QN_RUNTIME_BACKENDS_HSA_HOSTCALL_H

#include "base/buffer.h"
#include "runtime/backends/hsa/hsa.h"

enum { QN_HSA_CALL_LANES = 64, QN_HSA_CALL_WORDS = 8 };

// What hidden_hostcall_buffer points to. A stack's top, and what is below each
// packet, is the packet's number with a count above the mask, together never 0;
// 0 is an empty stack.
typedef struct qn_hsa_call_head {
  uint64_t packets, payloads; // addresses
  uint64_t doorbell;          // handle of the signal
  _Atomic uint64_t free, ready;
  uint64_t mask; // of packets' numbers
} qn_hsa_call_head;

typedef struct qn_hsa_call_packet {
  uint64_t below;
  uint64_t lanes; // that call
  uint32_t service;
  _Atomic uint32_t control; // bit 0 until it is answered
} qn_hsa_call_packet;

// The answers are the first two words.
typedef struct qn_hsa_call_payload {
  uint64_t words[QN_HSA_CALL_LANES][QN_HSA_CALL_WORDS];
} qn_hsa_call_payload;

// A stream's buffer.
typedef struct qn_hsa_calls {
  struct qn_hsa_calls *next;
  qn_hsa_call_head *head; // memory of the host that kernels reach
  qn_hsa_call_packet *packets;
  qn_hsa_call_payload *payloads;
  uint32_t count;
} qn_hsa_calls;

// Words of several calls that are one message, until its last one.
typedef struct qn_hsa_message {
  qn_buffer words;
  bool live;
} qn_hsa_message;

// Memory that kernels asked for.
typedef struct qn_hsa_slab {
  struct qn_hsa_slab *next;
  uint64_t address; // aligned, in `memory`
  qn_memory memory;
} qn_hsa_slab;

// What answers all streams of a device: a thread.
typedef struct qn_hsa_service {
  qn_hsa_device *device;
  hsa_signal doorbell;
  atomic_bool ending;
  qn_thread thread;
  qn_mutex mutex; // of the buffers
  qn_hsa_calls *calls;
  qn_hsa_message *messages; // the rest is the thread's
  size_t message_count;
  qn_hsa_slab *slabs;
} qn_hsa_service;

// A buffer for a stream that has none, and the thread if there is none. With
// the stream's mutex held.
qn_result qn_hsa_calls_create(qn_hsa_stream *s);
void qn_hsa_calls_destroy(qn_hsa_stream *s);
void qn_hsa_service_stop(qn_hsa_device *d);

// Carries out what one lane asks for. `words` are not trusted.
void qn_hsa_answer(qn_hsa_service *s, uint32_t service, uint64_t *words);
// With the thread gone.
void qn_hsa_answers_finish(qn_hsa_service *s);

#endif // QN_RUNTIME_BACKENDS_HSA_HOSTCALL_H
