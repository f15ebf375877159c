// SPDX-License-Identifier: Apache-2.0
// What kernels ask the host for, by ROCm's numbers: a function of the host,
// printf, memory.
#include "runtime/backends/hsa/hostcall.h"

#include <stdio.h>

#include "base/alloc.h"

enum { SERVICE_FUNCTION = 1, SERVICE_PRINTF = 2, SERVICE_MEMORY = 3 };

// The first word of a call that is a part of a message.
enum {
  MESSAGE_BEGINS = 1 << 0,
  MESSAGE_ENDS = 1 << 1,
  MESSAGE_COUNT_SHIFT = 5, // words that follow, 3 bits
  MESSAGE_ID_SHIFT = 8,
};

static void fail(qn_hsa_service *s, const char *text) {
  qn_hsa_fail(s->device, QN_R_LAUNCH_FAILURE, text);
}

// ---- Messages

static qn_hsa_message *begin_message(qn_hsa_service *s, uint64_t *out_id) {
  size_t id = 0;
  while (id < s->message_count && s->messages[id].live)
    ++id;
  if (id == s->message_count) {
    const size_t more = s->message_count ? 2 * s->message_count : 64;
    qn_hsa_message *moved = qn_realloc(s->messages, more * sizeof(*moved));
    if (!moved)
      return NULL;
    memset(moved + s->message_count, 0,
           (more - s->message_count) * sizeof(*moved));
    s->messages = moved;
    s->message_count = more;
  }
  s->messages[id].live = true;
  *out_id = id;
  return &s->messages[id];
}

static void take_words(qn_hsa_service *s, uint64_t *words) {
  const uint64_t head = words[0], rest = UINT64_MAX << MESSAGE_ID_SHIFT;
  uint64_t id = head >> MESSAGE_ID_SHIFT;
  qn_hsa_message *m = head & MESSAGE_BEGINS   ? begin_message(s, &id)
                      : id < s->message_count ? &s->messages[id]
                                              : NULL;
  if (!m || !m->live) {
    fail(s, "a kernel's call continues a message that was not begun, or there "
            "is no memory for it");
    return;
  }
  qn_buffer_append(&m->words, words + 1,
                   8 * (size_t)(head >> MESSAGE_COUNT_SHIFT & 7));
  if (!(head & MESSAGE_ENDS)) {
    words[0] =
        (head & ~rest & ~(uint64_t)MESSAGE_BEGINS) | id << MESSAGE_ID_SHIFT;
    return;
  }
  if (qn_failed(qn_buffer_check(&m->words, NULL)))
    fail(s, "there is no memory for a kernel's message");
  else
    words[0] = qn_hsa_print_message(s->device, qn_buffer_span(&m->words));
  words[1] = 0;
  qn_buffer_clear(&m->words);
  m->live = false;
}

// ---- Memory

// ROCm's heap expects its slabs of 2 MiB aligned to that.
static bool make_slab(qn_hsa_device *d, uint64_t size, qn_hsa_slab *slab) {
  const uint64_t unit = 2 << 20;
  qn_memory_request request = {.kind = QN_MEMORY_DEVICE, .size = size};
  if (qn_hsa_allocate(d, &request, &slab->memory) != QN_R_OK)
    return false;
  slab->address = (uintptr_t)slab->memory.address;
  if (size % unit || slab->address % unit == 0)
    return true;
  (void)qn_hsa_release(d, QN_MEMORY_DEVICE, &slab->memory);
  request.size += unit;
  if (request.size < size ||
      qn_hsa_allocate(d, &request, &slab->memory) != QN_R_OK)
    return false;
  slab->address =
      ((uintptr_t)slab->memory.address + unit - 1) & ~(uint64_t)(unit - 1);
  return true;
}

// 0 when there is none.
static uint64_t take_memory(qn_hsa_service *s, uint64_t size) {
  qn_hsa_slab *slab = qn_alloc_array(1, sizeof(*slab));
  if (!slab || !size || !make_slab(s->device, size, slab)) {
    qn_free(slab);
    return 0;
  }
  slab->next = s->slabs;
  s->slabs = slab;
  return slab->address;
}

static void give_memory(qn_hsa_service *s, uint64_t address) {
  char text[128];
  for (qn_hsa_slab **at = &s->slabs; *at; at = &(*at)->next) {
    qn_hsa_slab *slab = *at;
    if (slab->address != address)
      continue;
    *at = slab->next;
    (void)qn_hsa_release(s->device, QN_MEMORY_DEVICE, &slab->memory);
    qn_free(slab);
    return;
  }
  snprintf(text, sizeof(text),
           "a kernel gives back memory at 0x%llx that it did not get",
           (unsigned long long)address);
  fail(s, text);
}

// ---- All of them

// The function is the program's own, whose address it gave the kernel: it takes
// up to seven words and answers with two.
static void call_function(qn_hsa_service *s, uint64_t *words) {
  typedef void host_function(uint64_t *out, const uint64_t *in);
  uint64_t answers[2] = {0, 0};
  if (words[0])
    ((host_function *)(uintptr_t)words[0])(answers, words + 1);
  else
    fail(s, "a kernel calls a function of the host at address 0");
  memcpy(words, answers, sizeof(answers));
}

void qn_hsa_answer(qn_hsa_service *s, uint32_t service, uint64_t *words) {
  char text[128];
  switch (service) {
  case SERVICE_FUNCTION:
    call_function(s, words);
    break;
  case SERVICE_PRINTF:
    take_words(s, words);
    break;
  case SERVICE_MEMORY:
    if (words[0])
      give_memory(s, words[0]);
    else
      words[0] = take_memory(s, words[1]);
    break;
  default:
    snprintf(text, sizeof(text),
             "a kernel calls the host for service %u, which is not supported",
             service);
    fail(s, text);
    words[0] = words[1] = 0;
  }
}

void qn_hsa_answers_finish(qn_hsa_service *s) {
  for (size_t k = 0; k < s->message_count; ++k)
    qn_buffer_finish(&s->messages[k].words);
  qn_free(s->messages);
  while (s->slabs) {
    qn_hsa_slab *slab = s->slabs;
    s->slabs = slab->next;
    (void)qn_hsa_release(s->device, QN_MEMORY_DEVICE, &slab->memory);
    qn_free(slab);
  }
}
