// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/check.h"

#include "support/test.h"

static char null, a, b, c, event;

static uint32_t launch(const void *stream) {
  const qn_op op = {.kind = QN_OP_FILL};
  qn_check_submit(stream, &op);
  return qn_check_submitting();
}

static void record(const void *stream) {
  const qn_op op = {.kind = QN_OP_RECORD, .event = {.event = &event}};
  qn_check_submit(stream, &op);
}

static void wait(const void *stream) {
  const qn_op op = {.kind = QN_OP_WAIT, .event = {.event = &event}};
  qn_check_submit(stream, &op);
}

// In a stream, in order; in two that nothing relates, not.
static void test_streams(void) {
  const uint32_t first = launch(&a), second = launch(&a), other = launch(&b);
  CHECK(qn_check_is_ordered(first, second));
  CHECK(!qn_check_is_ordered(first, other));
  CHECK(!qn_check_is_ordered(other, second));
  CHECK_INT(qn_check_op_at(second)->all_before, first);
}

static void test_events(void) {
  const uint32_t before = launch(&a);
  record(&a);
  const uint32_t behind = launch(&a);
  wait(&b);
  const uint32_t other = launch(&b);
  CHECK(qn_check_is_ordered(before, other));
  CHECK(!qn_check_is_ordered(behind, other));
  CHECK_INT(qn_check_op_at(other)->all_before, before);
}

// What the host waited for comes before all that it submits.
static void test_host(void) {
  const uint32_t first = launch(&a), second = launch(&b);
  qn_check_stream_waited(&a);
  const uint32_t third = launch(&b);
  CHECK(qn_check_is_ordered(first, third));
  CHECK(!qn_check_is_ordered(first, second));
  record(&b);
  qn_check_event_waited(&event);
  CHECK(qn_check_is_ordered(third, launch(&a)));
}

// The null stream waits for blocking streams, and they for it.
static void test_null(void) {
  const uint32_t blocking = launch(&c), other = launch(&a);
  const uint32_t middle = launch(&null);
  CHECK(qn_check_is_ordered(blocking, middle));
  CHECK(!qn_check_is_ordered(other, middle));
  CHECK(qn_check_is_ordered(middle, launch(&c)));
  CHECK(!qn_check_is_ordered(middle, launch(&b)));
}

static void test_parts(void) {
  const uint32_t whole = launch(&a), part = qn_check_continue(whole);
  CHECK(part != whole && qn_check_is_ordered(whole, part));
  CHECK(!qn_check_is_ordered(part, launch(&b)));
}

int main(void) {
  qn_check_stream_made(&null, true, false);
  qn_check_stream_made(&a, false, true);
  qn_check_stream_made(&b, false, true);
  qn_check_stream_made(&c, false, false);
  test_streams();
  test_events();
  test_host();
  test_null();
  test_parts();
  return 0;
}
