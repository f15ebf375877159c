// SPDX-License-Identifier: Apache-2.0
// The table of results as HIP shows it, and a thread's last error.
#include <pthread.h>

#include "hip/core/api.h"
#include "support/test.h"

static const struct {
  int number;
  const char *name, *text;
} expected[] = {
#define QN_RESULT(id, number, cuda, name, text) {number, name, text},
#include "runtime/contract/results.def"
#undef QN_RESULT
};
enum { COUNT = sizeof(expected) / sizeof(expected[0]) };

static void test_table(void) {
  for (size_t i = 0; i < COUNT; ++i) {
    const hipError_t error = (hipError_t)expected[i].number;
    const char *name = hipGetErrorName(error), *other = NULL;
    if (error == hipSuccess) {
      CHECK_TEXT(name, "hipSuccess");
    } else {
      CHECK(strncmp(name, "hipError", 8) == 0);
      CHECK_TEXT(name + 8, expected[i].name);
    }
    CHECK_TEXT(hipGetErrorString(error), expected[i].text);
    CHECK(expected[i].text[0]);
    CHECK_INT(hipDrvGetErrorName(error, &other), hipSuccess);
    CHECK_TEXT(other, name);
    CHECK_INT(hipDrvGetErrorString(error, &other), hipSuccess);
    CHECK_TEXT(other, expected[i].text);
    for (size_t k = 0; k < i; ++k) { // no number and no name twice
      CHECK(expected[k].number != expected[i].number);
      CHECK(strcmp(expected[k].name, expected[i].name) != 0);
    }
  }
  CHECK_TEXT(hipGetErrorName(hipErrorNotReady), "hipErrorNotReady");
  CHECK_INT(hipErrorNotReady, 600);
}

// The numbers that CUDA programs see have rows; where several of HIP's numbers
// map to one of CUDA's, it maps back to one of them consistently.
static void test_cuda(void) {
  for (size_t i = 0; i < COUNT; ++i) {
    const qn_result_row *row = qn_result_find(expected[i].number);
    CHECK(row && row->result == (qn_result)expected[i].number);
    const qn_result_row *back = qn_result_from_cuda(row->cuda);
    CHECK(back && back->cuda == row->cuda);
  }
  CHECK(!qn_result_find(-1) && !qn_result_find(123456));
  CHECK(!qn_result_from_cuda(123456));
}

static void test_unknown(void) {
  const char *text = "untouched";
  static const int numbers[] = {-1, 123456, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
    const hipError_t error = (hipError_t)numbers[i];
    CHECK_TEXT(hipGetErrorName(error), "hipErrorUnknown");
    CHECK_TEXT(hipGetErrorString(error), "unknown error");
    CHECK_INT(hipDrvGetErrorName(error, &text), hipErrorInvalidValue);
    CHECK_INT(hipDrvGetErrorString(error, &text), hipErrorInvalidValue);
  }
  CHECK_TEXT(text, "untouched");
  CHECK_INT(hipDrvGetErrorName(hipSuccess, NULL), hipErrorInvalidValue);
  CHECK_TEXT(qn_reason(), "hipDrvGetErrorName: 'name' is null");
  CHECK_INT(hipDrvGetErrorString(hipSuccess, NULL), hipErrorInvalidValue);
}

static void *other_thread(void *user) {
  (void)user;
  CHECK_INT(hipPeekAtLastError(), hipSuccess);
  CHECK_TEXT(qn_reason(), "");
  CHECK_INT(qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no %d", 7)),
            hipErrorOutOfMemory);
  CHECK_TEXT(qn_reason(), "no 7");
  return NULL;
}

static void test_last(void) {
  pthread_t thread;
  (void)hipGetLastError();
  (void)hipExtGetLastError();
  CHECK_INT(qn_hip(QN_R_OK), hipSuccess);
  CHECK_INT(hipPeekAtLastError(), hipSuccess);
  CHECK_INT(qn_hip(QN_R_INVALID_VALUE), hipErrorInvalidValue);
  // Neither a later success nor peeking clears it.
  CHECK_INT(qn_hip(QN_R_OK), hipSuccess);
  CHECK_INT(hipPeekAtLastError(), hipErrorInvalidValue);
  CHECK_INT(hipPeekAtLastError(), hipErrorInvalidValue);
  CHECK(pthread_create(&thread, NULL, other_thread, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK_INT(hipGetLastError(), hipErrorInvalidValue);
  CHECK_INT(hipGetLastError(), hipSuccess);
  CHECK_INT(hipExtGetLastError(), hipErrorInvalidValue); // kept separately
  CHECK_INT(hipExtGetLastError(), hipSuccess);
  // Unfinished work is not an error.
  CHECK_INT(qn_hip(QN_R_NOT_READY), hipErrorNotReady);
  CHECK_INT(hipGetLastError(), hipSuccess);
}

int main(void) {
  test_table();
  test_cuda();
  test_unknown();
  test_last();
  return 0;
}
